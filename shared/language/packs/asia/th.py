"""Thai."""

from __future__ import annotations

from shared.language.packs.pack import Dates, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import People

PACK = LanguagePack(
    code="th",
    people=People(
        speaker=Phrases(anywhere="ฉัน|ผม|ดิฉัน|หนู"),
        relations=Phrases(
            anywhere=(
                "พี่สาว|พี่ชาย|น้องสาว|น้องชาย|แม่|พ่อ|ลูกชาย|ลูกสาว|ลูกๆ|ปู่|ย่า|ตา(?:ของ|ฉัน|ผม)|ยาย|"
                "ป้า|ลุง|น้า|อา(?:ของ|ฉัน|ผม)|ลูกพี่ลูกน้อง|หลาน|ครอบครัว|สามี|ภรรยา|แฟน|คู่หมั้น|เพื่อน|"
                "หัวหน้า|เจ้านาย|เพื่อนร่วมงาน|เพื่อนบ้าน|เด็กฝึกงาน"
            )
        ),
    ),
    guesses=Phrases(
        anywhere="อาจจะ|อาจ|น่าจะ|คงจะ|บางที|ไม่แน่ใจ|ดูเหมือน|สันนิษฐาน",
    ),
    spaced=False,
    now=Phrases(
        anywhere="ตอนนี้|ปัจจุบัน|ขณะนี้",
    ),
    forbids=Phrases(
        anywhere="ห้าม|อย่า",
    ),
    past_days=PastDays(
        yesterday="เมื่อวาน(?!ซืน)",
        before_yesterday="เมื่อวานซืน",
        this_morning="เช้านี้",
        last_week="สัปดาห์ที่แล้ว|อาทิตย์ที่แล้ว",
        last_month="เดือนที่แล้ว",
        last_year="ปีที่แล้ว",
    ),
    changed=Phrases(
        anywhere=(
            r"เลิก|ขาย\S*แล้ว|เลื่อนตำแหน่ง|เลื่อนไป|"
            "เปลี่ยนเป็น|เปลี่ยนมา|เปลี่ยนไป|ย้ายไป|ย้ายมา|หันมา|ลดเหลือ|ลดลงเหลือ|เพิ่มเป็น|ขึ้นเป็น|แทนที่"
        ),
    ),
    times=Times(
        was=Phrases(anywhere="(?<!ไม่)เคย|แต่ก่อน|เมื่อก่อน|ในอดีต"),
        past=Phrases(anywhere="อาศัยอยู่|อยู่ที่|ทำงาน"),
        goes_on=Phrases(anywhere="ตั้งแต่|จนถึงปัจจุบัน|จนถึงตอนนี้|มาจนถึง|ยังคง"),
        until=(r"(?:จนถึง|ถึง|จน)\s*(?:สิ้น|ปลาย)?(?:เดือน|วันที่)?\s*D(?=[.!?]|$)",),
        no_end=Phrases(anywhere="ทุก|เสมอ|ไม่|รายปี|รายเดือน|รอ"),
        wished=Phrases(anywhere="อยาก|ต้องการ|วางแผน|ตั้งใจ|หวัง|จะ"),
        begins=Phrases(anywhere="ตั้งแต่|จาก|ระหว่าง"),
    ),
    dates=Dates(
        months=(
            r"มกราคม|ม\.ค\.",
            r"กุมภาพันธ์|ก\.พ\.",
            r"มีนาคม|มี\.ค\.",
            r"เมษายน|เม\.ย\.",
            r"พฤษภาคม|พ\.ค\.",
            r"มิถุนายน|มิ\.ย\.",
            r"กรกฎาคม|ก\.ค\.",
            r"สิงหาคม|ส\.ค\.",
            r"กันยายน|ก\.ย\.",
            r"ตุลาคม|ต\.ค\.",
            r"พฤศจิกายน|พ\.ย\.",
            r"ธันวาคม|ธ\.ค\.",
        ),
        joins=r"พ\.ศ\.|ปี",
        forms=(r"(?:ปี|พ\.ศ\.)\s*(?:พ\.ศ\.\s*)?Y",),
        years_ahead=543,
    ),
)
