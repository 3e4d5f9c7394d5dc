"""Thai."""

from __future__ import annotations

from shared.language.packs.pack import LanguagePack, PastDays, Phrases

PACK = LanguagePack(
    code="th",
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
        anywhere="เปลี่ยนเป็น|เปลี่ยนมา|เปลี่ยนไป|ย้ายไป|ย้ายมา|หันมา|ลดเหลือ|ลดลงเหลือ|เพิ่มเป็น|ขึ้นเป็น|แทนที่",
    ),
)
