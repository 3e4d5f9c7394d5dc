"""Arabic."""

from __future__ import annotations

from shared.language.packs.instructions import InstructionReason, Instructions, phrase
from shared.language.packs.pack import Dates, LanguagePack, PastDays, Phrases, Times

_R = InstructionReason
_INSTRUCTIONS = (
    phrase(_R.OVERRIDE, "تجاهل|انس", r"(?:تجاهل|انس|انسى)[^.!?;]{0,24}?(?:التعليمات|الأوامر|تعليمات|القواعد|اوامر|الاوامر)"),
)  # fmt: skip

PACK = LanguagePack(
    code="ar",
    failures=Phrases(whole="خطأ|فشل[ت]?|انتهت مهلة|أوقفت|تعطلت|رفض|مجهولة|غير معروفة"),
    guesses=Phrases(
        whole="ربما|لعل|على الأرجح|من الممكن|من المحتمل|يبدو أن|أظن|أعتقد|لست متأكدا?|قد",
    ),
    powers=Phrases(
        whole="يحق|مخول[ة]?|صلاحي[ةه]|صلاحيات|كلمة (?:مرور|السر)|يجوز|الموافقة|المدير",
    ),
    now=Phrases(
        whole=r"الآن|حاليا\w*|الحالي\w*|اليوم|لا يزال",
    ),
    always=Phrases(
        anywhere="دائما|دائمًا|دوما|من الآن (?:فصاعدا|فصاعدًا)|في كل مرة|كل مرة|أبدا|أبدًا",
    ),
    once=Phrases(
        anywhere="هذه المرة|اليوم|الآن فقط|لليوم|الليلة|مؤقتا|مؤقتًا",
    ),
    denial=Phrases(
        anywhere="ليس|غير صحيح|لم |لا ",
    ),
    address=Phrases(
        anywhere="المساعد|الوكيل|النموذج|الذكاء الاصطناعي|عليك",
    ),
    forbids=Phrases(
        anywhere=r"(?:^|\s)و?(?:لا|لن|ليس|أبدا|إياك|بدون)(?:\s|$)|ممنوع|يمنع|محظور|يحظر|أرفض|نرفض|(?:^|\s)ضد",
    ),
    negates=Phrases(
        anywhere=r"(?:^|\s)(?:لم|غير|دون)",
    ),
    obliges=Phrases(
        anywhere=r"(?:^|\s)يجب|فقط|دائما",
    ),
    allows=Phrases(
        anywhere=r"(?:^|\s)(?:أ|ن)?وافق|موافق|الموافقة|مصرح|اعتمد|نوافق",
    ),
    decides=Phrases(
        anywhere=r"(?:^|\s)(?:قرر|اختر|اتفق|سنستخدم|سنبقى)\w*",
    ),
    figures=Phrases(
        anywhere="الأحد|الاثنين|الإثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|غدا|اليوم",
    ),
    courtesy=r"(?:مرحبا|السلام عليكم|أهلا(?: وسهلا)?|صباح (?:الخير|النور)|مساء الخير|شكرا(?: جزيلا| لك)?|مع السلامة)[\s!.]*",
    past_days=PastDays(
        yesterday="أمس|البارحة",
        before_yesterday="أول أمس",
        this_morning="هذا الصباح",
        last_week="الأسبوع الماضي",
        last_weekend="عطلة نهاية الأسبوع الماضية",
        last_month="الشهر الماضي",
        last_year="العام الماضي|السنة الماضية",
    ),
    instructions=Instructions(_INSTRUCTIONS),
    changed=Phrases(
        patterns=(
            r"(?:ترك|أوقف|باع|بع|توقف)(?:ت|نا)? |تمت ترقيتي|صار \S+ ",
            (
                r"(?:انتقل|تحول|تحوّل|بدّل|بدل|استبدل|غيّر|غير)(?:ت|نا)? (?:\S+ ){0,3}?(?:إلى|الى|ب\S+)|"
                r"(?:نزل|انخفض|ارتفع|رجع)(?:ت|نا)? (?:\S+ ){0,2}?(?:إلى|الى)|بدلا من|بدلًا من"
            ),
        ),
    ),
    times=Times(
        was=Phrases(whole="سابقا|سابقًا|في الماضي|في السابق"),
        past=Phrases(whole="كان|كانت|كانوا|كنت|عاش|عاشت|سكن|سكنت|عمل|عملت|درس|درست|استخدم|استخدمت"),
        goes_on=Phrases(whole="منذ|حتى الآن|إلى الآن|حتى اليوم"),
        until=(r"\b(?:حتى|إلى|لغاية)\s+(?:نهاية\s+)?D",),
        no_end=Phrases(whole=r"كل|دائما|دائمًا|أبدا|أبدًا|لا|لن|ليس|ليست|سنوي\w*|شهري\w*|ينتظر\w*|ننتظر"),
        wished=Phrases(whole="يريد|أريد|تريد|يأمل|يخطط|تخطط|ينوي|سوف"),
        begins=Phrases(whole="من|بين|منذ"),
    ),
    dates=Dates(
        months=(
            "يناير|كانون الثاني",
            "فبراير|شباط",
            "مارس|آذار",
            "أبريل|إبريل|نيسان",
            "مايو|أيار",
            "يونيو|حزيران",
            "يوليو|تموز",
            "أغسطس|آب",
            "سبتمبر|أيلول",
            "أكتوبر|تشرين الأول",
            "نوفمبر|تشرين الثاني",
            "ديسمبر|كانون الأول",
        ),
    ),
)
