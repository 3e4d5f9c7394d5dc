"""From when until when a statement holds, in every language that has a pack. Evidence of 1 March 2026."""

from __future__ import annotations

from datetime import UTC, datetime
from time import process_time

import pytest

from shared.domain.memories.said_validity import said_validity
from shared.language.packs.registry import packs

OBSERVED_AT = datetime(2026, 3, 1, tzinfo=UTC)
PAST_YEAR = {
    "en": "The user lived in Oslo in 2024",
    "zh": "用户在 2024 年住在奥斯陆",
    "de": "Die Nutzerin wohnte 2024 in Oslo",
    "fr": "L'utilisatrice habitait à Oslo en 2024",
    "es": "La usuaria vivía en Oslo en 2024",
    "pt": "A usuária morava em Oslo em 2024",
    "it": "L'utente viveva a Oslo nel 2024",
    "nl": "De gebruiker woonde in 2024 in Oslo",
    "pl": "Użytkownik mieszkał w Oslo w 2024 roku",
    "ru": "Пользователь жил в Осло в 2024 году",
    "uk": "Користувач жив в Осло у 2024 році",
    "tr": "Kullanıcı 2024 yılında Oslo'da yaşadı",
    "ja": "ユーザーは2024年にオスロに住んでいました",
    "ko": "사용자는 2024년에 오슬로에 살았다",
    "vi": "Người dùng đã sống ở Oslo năm 2024",
    "id": "Pengguna tinggal di Oslo pada tahun 2024",
    "ar": "عاش المستخدم في أوسلو عام 2024",
    "fa": "کاربر در سال ۲۰۲۴ در اسلو زندگی می‌کرد",
    "he": "המשתמש גר באוסלו בשנת 2024",
    "hi": "उपयोगकर्ता 2024 में ओस्लो में रहता था",
    "th": "ผู้ใช้อาศัยอยู่ที่ออสโลในปี 2567",
}
USED_TO = {
    "en": "The user used to live in Oslo",
    "zh": "用户以前住在奥斯陆",
    "de": "Früher habe ich in Oslo gewohnt",
    "fr": "L'utilisatrice habitait autrefois à Oslo",
    "es": "La usuaria solía vivir en Oslo",
    "pt": "A usuária costumava morar em Oslo",
    "it": "In passato l'utente viveva a Oslo",
    "nl": "Vroeger woonde de gebruiker in Oslo",
    "pl": "Użytkownik dawniej mieszkał w Oslo",
    "ru": "Пользователь раньше жил в Осло",
    "uk": "Користувач раніше жив в Осло",
    "tr": "Kullanıcı eskiden Oslo'da yaşıyordu",
    "ja": "ユーザーはかつてオスロに住んでいました",
    "ko": "사용자는 예전에 오슬로에 살았다",
    "vi": "Trước đây người dùng sống ở Oslo",
    "id": "Pengguna dulu tinggal di Oslo",
    "ar": "كان المستخدم يسكن سابقا في أوسلو",
    "fa": "کاربر قبلا در اسلو زندگی می‌کرد",
    "he": "בעבר המשתמש גר באוסלו",
    "hi": "उपयोगकर्ता पहले ओस्लो में रहता था",
    "th": "ผู้ใช้เคยอาศัยอยู่ที่ออสโล",
}
UNTIL_MAY = {
    "en": "The window is open until May",
    "zh": "变更窗口开放到五月为止",
    "de": "Das Fenster ist bis Mai geöffnet",
    "fr": "La fenêtre est ouverte jusqu'en mai",
    "es": "La ventana está abierta hasta mayo",
    "pt": "A janela está aberta até maio",
    "it": "La finestra è aperta fino a maggio",
    "nl": "Het venster is open tot mei",
    "pl": "Okno jest otwarte do maja",
    "ru": "Окно открыто до мая",
    "uk": "Вікно відкрите до травня",
    "tr": "Pencere Mayıs'a kadar açık",
    "ja": "変更期間は5月まで",
    "ko": "변경 기간은 5월까지",
    "vi": "Cửa sổ mở đến tháng 5",
    "id": "Jendela dibuka sampai Mei",
    "ar": "النافذة مفتوحة حتى مايو",
    "fa": "پنجره تا مه باز است",
    "he": "החלון פתוח עד מאי",
    "hi": "विंडो मई तक खुली है",
    "th": "หน้าต่างเปิดถึงเดือนพฤษภาคม",
}
UNTIL_A_DAY = {
    "en": "The window is open until 20 March 2026",
    "zh": "变更窗口开放到 2026 年 3 月 20 日",
    "de": "Das Fenster ist bis zum 20. März 2026 geöffnet",
    "fr": "La fenêtre est ouverte jusqu'au 20 mars 2026",
    "es": "La ventana está abierta hasta el 20 de marzo de 2026",
    "pt": "A janela está aberta até 20 de março de 2026",
    "it": "La finestra è aperta fino al 20 marzo 2026",
    "nl": "Het venster is open tot 20 maart 2026",
    "pl": "Okno jest otwarte do 20 marca 2026",
    "ru": "Окно открыто до 20 марта 2026 года",
    "uk": "Вікно відкрите до 20 березня 2026 року",
    "tr": "Pencere 20 Mart 2026'ya kadar açık",
    "ja": "変更期間は2026年3月20日まで",
    "ko": "변경 기간은 2026년 3월 20일까지",
    "vi": "Cửa sổ mở đến ngày 20 tháng 3 năm 2026",
    "id": "Jendela dibuka sampai 20 Maret 2026",
    "ar": "النافذة مفتوحة حتى 20 مارس 2026",
    "fa": "پنجره تا ۲۰ مارس ۲۰۲۶ باز است",
    "he": "החלון פתוח עד 20 במרץ 2026",
    "hi": "विंडो 20 मार्च 2026 तक खुली है",
    "th": "หน้าต่างเปิดถึงวันที่ 20 มีนาคม 2569",
}
NO_END = {
    "en": "The window is open until May every year",
    "zh": "变更窗口每年开放到五月为止",
    "de": "Das Fenster ist jedes Jahr bis Mai geöffnet",
    "fr": "La fenêtre est ouverte chaque année jusqu'en mai",
    "es": "La ventana está abierta cada año hasta mayo",
    "pt": "A janela não abre até maio",
    "it": "Ogni anno la finestra è aperta fino a maggio",
    "nl": "Het venster is elk jaar open tot mei",
    "pl": "Okno jest co roku otwarte do maja",
    "ru": "Окно каждый год открыто до мая",
    "uk": "Вікно щороку відкрите до травня",
    "tr": "Pencere her yıl Mayıs'a kadar açık",
    "ja": "変更期間は毎年5月まで",
    "ko": "변경 기간은 매년 5월까지",
    "vi": "Cửa sổ mở mỗi năm đến tháng 5",
    "id": "Setiap tahun jendela dibuka sampai Mei",
    "ar": "النافذة مفتوحة كل عام حتى مايو",
    "fa": "پنجره هر سال تا مه باز است",
    "he": "החלון פתוח כל שנה עד מאי",
    "hi": "विंडो हर साल मई तक खुली है",
    "th": "หน้าต่างเปิดทุกปีถึงเดือนพฤษภาคม",
}
STILL = {
    "en": "The user has lived in Oslo since 2019",
    "zh": "用户从 2019 年起住在奥斯陆",
    "de": "Die Nutzerin wohnt seit 2019 in Oslo",
    "fr": "L'utilisatrice habite à Oslo depuis 2019",
    "es": "La usuaria vive en Oslo desde 2019",
    "pt": "A usuária mora em Oslo desde 2019",
    "it": "L'utente vive a Oslo dal 2019",
    "nl": "De gebruiker woont sinds 2019 in Oslo",
    "pl": "Użytkownik mieszka w Oslo od 2019 roku",
    "ru": "Пользователь живёт в Осло с 2019 года",
    "uk": "Користувач живе в Осло з 2019 року",
    "tr": "Kullanıcı 2019'dan beri Oslo'da yaşıyor",
    "ja": "ユーザーは2019年からオスロに住んでいる",
    "ko": "사용자는 2019년부터 오슬로에 살고 있다",
    "vi": "Người dùng sống ở Oslo từ năm 2019 đến nay",
    "id": "Pengguna tinggal di Oslo sejak 2019",
    "ar": "يسكن المستخدم في أوسلو منذ 2019",
    "fa": "کاربر از سال ۲۰۱۹ در اسلو زندگی می‌کند",
    "he": "המשתמש גר באוסלו מאז 2019",
    "hi": "उपयोगकर्ता 2019 से ओस्लो में रहता है",
    "th": "ผู้ใช้อาศัยอยู่ที่ออสโลตั้งแต่ปี 2562",
}


def _said(text: str) -> tuple[str | None, str] | None:
    found = said_validity(text, OBSERVED_AT)
    if found is None:
        return None
    return None if found.begins is None else found.begins.date().isoformat(), found.ends.date().isoformat()


@pytest.mark.parametrize("cases", [PAST_YEAR, USED_TO, UNTIL_MAY, UNTIL_A_DAY, NO_END, STILL])
def test_every_pack_has_its_words(cases: dict[str, str]) -> None:
    assert set(cases) == {pack.code for pack in packs()}


@pytest.mark.parametrize("text", PAST_YEAR.values(), ids=PAST_YEAR)
def test_what_was_so_in_a_year_ends_with_it(text: str) -> None:
    assert _said(text) == ("2024-01-01", "2025-01-01")


@pytest.mark.parametrize("text", USED_TO.values(), ids=USED_TO)
def test_what_used_to_be_so_was_over_when_it_was_said(text: str) -> None:
    assert _said(text) == (None, "2026-03-01")


@pytest.mark.parametrize("text", UNTIL_MAY.values(), ids=UNTIL_MAY)
def test_what_holds_until_a_month_ends_with_it(text: str) -> None:
    assert _said(text) == (None, "2026-06-01")


@pytest.mark.parametrize("text", UNTIL_A_DAY.values(), ids=UNTIL_A_DAY)
def test_what_holds_until_a_day_ends_with_it(text: str) -> None:
    assert _said(text) == (None, "2026-03-21")


@pytest.mark.parametrize("text", [*NO_END.values(), *STILL.values()])
def test_what_comes_again_or_goes_on_has_no_end(text: str) -> None:
    assert _said(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "3 out of 5 checks pass until somebody looks",
        "The museum of the war opened to the public",
        "Deliver it until further notice",
        "Please do the review by 3 May 2026",
        "We do 2 March reviews",
        "We do 2027 planning",
        "The EDI interface went live in 2024",
        "The server was upgraded on 3 May 2024",
        "We have 3 mars bars",
        "Llámame antes del viernes",
        "Steh morgen früher als sonst auf",
        "Приди раньше 5 мая",
        "В прошлом году отчёт вышел в срок",
        "5 बजे से पहले फ़ोन करो",
        "ผู้ใช้ไม่เคยอาศัยอยู่ที่ออสโล",
        "Pengguna tidak pernah tinggal di Oslo",
        "Kiedyś pojadę do Oslo",
        "Il prend le train de 3 heures chaque mois de mai",
    ],
)
def test_a_text_that_only_looks_like_it_has_no_end(text: str) -> None:
    assert _said(text) is None


@pytest.mark.parametrize("repeated", ["endless", "1", "a'"])
def test_a_word_without_end_takes_no_time(repeated: str) -> None:
    began = process_time()
    assert said_validity(f"I like the word {repeated * 300}", OBSERVED_AT) is None
    assert process_time() - began < 2
