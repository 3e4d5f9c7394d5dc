"""Vietnamese."""

from __future__ import annotations

from shared.language.packs.instructions import InstructionReason, Instructions, phrase
from shared.language.packs.pack import Ago, Dates, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import Matter, People, SmallTalk
from shared.language.packs.secret_words import IdentityNumber, SecretWords

_R = InstructionReason
_INSTRUCTIONS = (
    phrase(_R.OVERRIDE, "bo qua|phot lo", r"(?:bo qua|phot lo)[^.!?;]{0,24}?(?:huong dan|chi thi|lenh|quy tac)[^.!?;]{0,20}?(?:truoc|tren)"),
)  # fmt: skip

PACK = LanguagePack(
    code="vi",
    small_talk=SmallTalk(
        phrases="(?:ha|he|hi|hí|há){2,}|kk+|lol|xin chào|chào(?: bạn| em| anh| chị)?|chào buổi (?:sáng|trưa|chiều|tối)|khoẻ không|khỏe không|bạn khỏe không|dạo này sao rồi|ok|oke|okay|được|được rồi|vâng|ừ|dạ|tốt|tuyệt|tuyệt vời|hay quá|cảm ơn(?: nhé| bạn| nhiều| rất nhiều)?|cám ơn(?: nhé| bạn| nhiều)?|không có gì|không sao(?: đâu)?|thôi|thôi (?:bỏ đi|khỏi|kệ)|bỏ đi|kệ(?: đi)?|không cần(?: nữa)?|quên đi|đợi (?:mình )?(?:một chút|tí|chút)|chờ (?:mình )?(?:một chút|tí|chút)|đợi mình một chút|một chút|quay lại ngay|tạm biệt|hẹn gặp lại|buồn cười quá|vui quá|ôi|à|ồ|hmm+",
        longest=5,
    ),
    some_day=Phrases(whole="sau này|một ngày nào đó|mai mốt|hôm nào đó|lúc nào đó|trong tương lai"),
    matters=(
        Matter(
            "home",
            Phrases(whole="(?:tôi|mình|em|anh|chúng tôi|nhà tôi|nhà mình).{0,8}(?:sống|(?<!làm )ở|cư trú)"),
            Phrases(whole="(?:chuyển|dọn) (?:nhà )?(?:đến|tới|về|ra|vào|sang|lên|xuống)|chuyển nhà|dọn nhà"),
            "sống ở nhà",
        ),
    ),
    secrets=SecretWords(
        passwords="mật khẩu|mã pin|pin|mật mã|mã bí mật|mã mở khóa|mã mở khoá|mã truy cập|khóa api|khoá api|pass wifi|pass|mã khóa|mã số bí mật|password",
        links="là|:|thành|đổi thành|=",
        ends="nhé|nha|đó|đấy",
        about="quên|đặt lại|ít nhất|tối thiểu|phải|ký tự|kí tự|hết hạn|độ dài|đổi mật khẩu",
        numbers=(
            IdentityNumber(
                "vn_identity_id",
                "căn cước|căn cước công dân|số căn cước|số căn cước công dân|cccd|số cccd|chứng minh nhân dân|số chứng minh|cmnd|số cmnd|chứng minh thư|số định danh",
                "999_999_999_999|999_999_999|9999_9999_9999",
            ),
        ),
    ),
    failures=Phrases(whole="lỗi|thất bại|hết thời gian|bị hủy|bị sập|từ chối|không rõ"),
    guesses=Phrases(
        whole="có lẽ|có thể|chắc là|hình như|dường như|không chắc|hẳn là|biết đâu|tôi (?:nghĩ|đoán)",
    ),
    powers=Phrases(
        whole="quyền|được (?:duyệt|ký|phép)|mật khẩu|quản trị|truy cập|phê duyệt|tuân thủ",
    ),
    now=Phrases(
        whole="bây giờ|hiện tại|hiện nay",
    ),
    function_words=(
        "và hoặc nhưng nếu là gì nào ai đâu khi bao giờ nhiêu thế sao mấy tôi tao mình bạn anh chị nó chúng "
        "ta họ của ở tại trong trên dưới với cho từ đến về bằng vào ra có không được bị phải đã đang sẽ rồi "
        "này kia đó cái những các một rất cũng người dùng"
    ),
    people=People(
        speaker=Phrases(whole="tôi|mình|của tôi"),
        relations=Phrases(
            whole=(
                "chị|em gái|em trai|anh trai|mẹ|má|bố|ba tôi|cha|con trai|con gái|các con|con tôi|bố mẹ|"
                "ông|bà|cô|dì|chú|bác|cậu|mợ|anh họ|chị họ|cháu|dâu|rể|gia đình|chồng|vợ|bạn trai|"
                "bạn gái|bạn thân|bạn|sếp|đồng nghiệp|hàng xóm|thực tập sinh"
            )
        ),
    ),
    always=Phrases(
        whole="luôn|mọi lần|mỗi lần|không bao giờ|đừng bao giờ",
        anywhere="từ (?:nay|giờ|bây giờ)(?: trở)?(?: đi)?",
    ),
    once=Phrases(
        anywhere="lần này|hôm nay|tối nay|tạm thời|chỉ (?:lần|hôm) ",
    ),
    denial=Phrases(
        anywhere="không (?:đúng|phải)|tôi (?:không|chưa)",
    ),
    address=Phrases(
        anywhere="trợ lý|tác nhân|mô hình ngôn ngữ|bạn phải",
    ),
    forbids=Phrases(
        whole="đừng|không được|cấm",
    ),
    past_days=PastDays(
        yesterday="hôm qua",
        before_yesterday="hôm kia",
        this_morning="sáng nay",
        last_week="tuần (?:trước|rồi)",
        last_weekend="cuối tuần (?:trước|rồi)",
        last_month="tháng (?:trước|rồi)",
        last_year="năm (?:trước|ngoái)",
    ),
    ago=Ago(
        phrase="N U trước",
        days="ngày",
        weeks="tuần",
        months="tháng",
        years="năm",
    ),
    numbers=("một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín", "mười"),
    instructions=Instructions(_INSTRUCTIONS),
    changed=Phrases(
        patterns=(r"\btới .{1,12} (?:cũng |là )được\b",),
        whole=(
            r"đã (?:nghỉ|bỏ|bán)|được thăng chức|tăng lên|"
            "chuyển sang|chuyển qua|chuyển đến|đổi sang|đổi qua|đã đổi|thay bằng|thay cho|"
            "(?:giảm|xuống|tăng|lên) (?:xuống |lên )?(?:còn|đến|tới)"
        ),
    ),
    owner=Phrases(whole="người dùng"),
    i="tôi",
    times=Times(
        was=Phrases(whole="trước đây|trước kia|hồi trước|từng (?:sống|làm|ở|học|dùng|là)"),
        past=Phrases(whole="đã sống|sống ở|đã làm|làm việc|đã ở|đã học|đã dùng|đã sử dụng|đã là"),
        goes_on=Phrases(whole="từ đó|đến nay|cho đến nay|kể từ|vẫn"),
        until=(r"\b(?:cho\s+)?(?:đến|tới)\s+(?:hết\s+|cuối\s+)?(?=\d|ngày|tháng|năm)D",),
        no_end=Phrases(whole="mỗi|hằng|hàng năm|hàng tháng|luôn|không bao giờ|không|chưa|chờ|đợi"),
        wished=Phrases(whole="muốn|dự định|hy vọng|kế hoạch|sẽ|mong"),
        begins=Phrases(whole="từ|giữa"),
    ),
    dates=Dates(
        forms=(
            r"(?:ngày\s+)?D\s+tháng\s+N(?:\s+năm\s+Y)?",
            r"tháng\s+N(?:\s*(?:năm|/)\s*Y)?",
        ),
    ),
)
