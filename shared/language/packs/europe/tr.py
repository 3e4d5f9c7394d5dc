"""Turkish."""

from __future__ import annotations

from shared.language.packs.instructions import InstructionReason, Instructions, phrase
from shared.language.packs.pack import Ago, Dates, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import Matter, People, SmallTalk
from shared.language.packs.secret_words import IdentityNumber, SecretWords

_R = InstructionReason
_INSTRUCTIONS = (
    phrase(_R.OVERRIDE, "yoksay|gormezden gel|unut", r"(?:onceki|yukaridaki|tum|butun)[^.!?;]{0,24}?(?:talimat|komut|kural|yonerge)\w*[^.!?;]{0,16}?(?:yoksay|gormezden gel|unut)"),
)  # fmt: skip

PACK = LanguagePack(
    code="tr",
    small_talk=SmallTalk(
        phrases=r"(?:ha|he|hi|ah|eh){2,}h?|asdf\w*|lol|merhaba(?:lar)?|selam(?:lar)?|günaydın|iyi (?:günler|akşamlar|geceler|sabahlar)|nasılsın(?:ız)?|naber|ne haber|ne var ne yok|nasıl gidiyor|tamam|peki|olur|ok|okey|anladım|süper|harika|güzel|iyi|teşekkürler|teşekkür ederim|çok teşekkürler|sağ ol(?:un)?|sağol|eyvallah|rica ederim|bir şey değil|boş ver|boşver|neyse|unut(?: gitsin)?|önemli değil|fark etmez|gerek (?:yok|kalmadı)|bir (?:saniye|dakika)|bi dakika|bekle(?: biraz)?|hemen (?:geliyorum|dönüyorum)|birazdan (?:dönerim|gelirim)|görüşürüz|hoşça kal|güle güle|çok komik|komik|of+|ah|hım+|hmm+",
        longest=4,
    ),
    some_day=Phrases(whole="bir gün|ileride|günün birinde|gelecekte"),
    matters=(
        Matter(
            "home",
            Phrases(whole="(?:oturuyor(?:um|uz)|yaşıyor(?:um|uz)|ikamet ediyorum)|evim"),
            Phrases(whole="taşınd(?:ım|ık)|artık .{1,30}(?:oturuyorum|yaşıyorum)"),
            "oturuyorum yaşıyorum",
        ),
    ),
    secrets=SecretWords(
        passwords="şifre|şifrem|şifresi|şifremiz|şifreniz|şifreyi|sifre|sifrem|sifresi|parola|parolam|parolası|parolamız|pin|pin kodu|pin kodum|giriş kodu|giriş kodum|api anahtarı|api anahtarım|gizli kod|gizli kodum|erişim kodu|wifi şifresi",
        links="olarak|artık|şu|:",
        ends="dir|dır|dur|oldu|olsun|olarak|olarak ayarlı",
        about=r"unut\w*|sıfırla\w*|en az|olmalı|karakter\w*|süresi|değiştir\w*|uzunluğ\w*|gerek\w*",
        numbers=(
            IdentityNumber(
                "tr_identity_id",
                "tc kimlik|t.c. kimlik|tc kimlik no|t.c. kimlik no|tc kimlik numarası|tc kimlik numaram|tc no|tckn|kimlik numaram|kimlik no|kimlik numarası|tc kimliğim|t.c. kimlik numaram|t.c. kimlik numarası",
                "99999999999",
            ),
        ),
    ),
    failures=Phrases(begins="hata|başarısız|iptal|çöktü|reddedildi|zaman aşımı|yanıt yok|bilinmiyor"),
    guesses=Phrases(
        whole="belki|muhtemelen|galiba|sanırım|emin değilim|herhalde|tahminimce|olabilir|gibi görünüyor|acaba",
    ),
    powers=Phrases(
        begins="yetki|erişim|şifre|parola|onayla|yönetici",
    ),
    another_time=Phrases(
        whole=r"eskiden|bir zamanlar|çocukken|geçmişte",
    ),
    now=Phrases(
        whole=r"şimdi|şu an\w*|güncel|hâlâ",
    ),
    function_words=(
        "ve veya ya da ile ama eğer ne neyi neye nerede nereye nereden kim kime kimin kimi hangi hangisi kaç "
        "nasıl neden niçin niye zaman mı mi mu mü mıdır midir mudur müdür ben sen o biz siz onlar bana beni "
        "benim bende sana seni senin ona onu onun bize bizi bizim var yok dir için gibi kadar bir bu şu çok "
        "daha de ki en değil kullanıcı kullanıcının"
    ),
    people=People(
        speaker=Phrases(
            whole=(
                "ben|bana|beni|benim|bende|adım|işim|evim|yaşım|arabam|oturuyorum|çalışıyorum|yaşıyorum|"
                "doğdum|kullanıyorum"
            )
        ),
        relations=Phrases(
            whole=(
                "(?:kız |erkek )?kardeş\\w*|abla\\w*|ağabey\\w*|abi(?:m|min|me|mi)|anne\\w*|baba\\w*|"
                "oğlu\\w*|kızım\\w*|çocuk\\w*|çocuğ\\w*|büyükanne\\w*|büyükbaba\\w*|dede\\w*|nine\\w*|"
                "teyze\\w*|hala(?:m|mın)|amca\\w*|dayı\\w*|kuzen\\w*|yeğen\\w*|kayın\\w*|aile\\w*|"
                "kocam\\w*|karım\\w*|eşim\\w*|nişanlı\\w*|sevgili\\w*|arkadaş\\w*|patron\\w*|müdür\\w*|"
                "komşu\\w*|stajyer\\w*"
            )
        ),
        mine=r"(?:benim|bizim) (?:en iyi )?|(?=\w)",
    ),
    always=Phrases(
        whole="her zaman|bundan (?:sonra|böyle)|her (?:seferinde|defasında)|daima|asla|hiçbir zaman",
    ),
    once=Phrases(
        whole="bu (?:sefer|seferlik|defa|defalık|kez|akşam)|bugün(?:lük)?|şimdilik|sadece (?:bugün|bu)",
    ),
    denial=Phrases(
        whole="doğru değil|yanlış|hayır",
    ),
    address=Phrases(
        whole=r"asistan\w*|yapay zek[aâ]\w*|ajan\w*",
    ),
    forbids=Phrases(
        whole="asla|yasak|sakın|hiçbir",
    ),
    past_days=PastDays(
        yesterday="dün",
        before_yesterday="önceki gün|evvelsi gün",
        this_morning="bu sabah",
        last_week="geçen hafta",
        last_weekend="geçen hafta sonu",
        last_month="geçen ay",
        last_year="geçen (?:yıl|sene)",
    ),
    ago=Ago(
        phrase="N U önce",
        days="gün",
        weeks="hafta",
        months="ay",
        years="yıl|sene",
    ),
    numbers=("bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz", "on"),
    instructions=Instructions(_INSTRUCTIONS),
    changed=Phrases(
        begins=(
            r"terfi|sattı(?:m|k)|bıraktı(?:m|k)|devraldı|artırdı|yükseltti|ertelendi|"
            "değiştirdi|taşındı"
        ),
        patterns=(
            r"\bkadar (?:çıkabilir|verebilir|olabilir)",
            r"(?<=[ae]) (?:geçt|geri dön|düşt|indi|yükseldi|çıkt)\w*",
        ),
    ),
    owner=Phrases(whole="kullanıcı(?:nın|yı|ya|da)?(?! ad)"),
    i="ben",
    times=Times(
        was=Phrases(whole="eskiden|bir zamanlar|geçmişte"),
        past=Phrases(
            whole=r"yaşadı\w*|yaşıyordu\w*|oturdu\w*|oturuyordu\w*|çalıştı\w*|çalışıyordu\w*|okudu\w*|okuyordu\w*|kullandı\w*|kullanıyordu\w*"
        ),
        goes_on=Phrases(whole="beri|hâlâ|bu yana"),
        until=(
            r"D\w{0,8}+['’]?+\w{0,8}+\s+(?:sonuna\s+)?kadar\b",
            r"D\w{0,8}+['’]?+\w{0,8}+\s+(?:sonuna\s+)?dek\b",
        ),
        no_end=Phrases(whole=r"her|daima|hep|asla|hiç|değil|yıllık|aylık|bekle\w*|yok"),
        wished=Phrases(whole=r"ist\w*|plan\w*|niyet\w*|um(?:uyor|ar)\w*|düşün\w*"),
        begins=Phrases(whole=r"arası\w*|beri|itibaren"),
    ),
    dates=Dates(
        months=(
            "ocak(?:['’]?(?:[dt][ae]|[ny]?[ıiuü]n?|y?[ae]))?",
            "şubat(?:['’]?(?:[dt][ae]|[ny]?[ıiuü]n?|y?[ae]))?",
            "mart(?:['’]?(?:[dt][ae]|[ny]?[ıiuü]n?|y?[ae]))?",
            "nisan(?:['’]?(?:[dt][ae]|[ny]?[ıiuü]n?|y?[ae]))?",
            "mayıs(?:['’]?(?:[dt][ae]|[ny]?[ıiuü]n?|y?[ae]))?",
            "haziran(?:['’]?(?:[dt][ae]|[ny]?[ıiuü]n?|y?[ae]))?",
            "temmuz(?:['’]?(?:[dt][ae]|[ny]?[ıiuü]n?|y?[ae]))?",
            "ağustos(?:['’]?(?:[dt][ae]|[ny]?[ıiuü]n?|y?[ae]))?",
            "eylül(?:['’]?(?:[dt][ae]|[ny]?[ıiuü]n?|y?[ae]))?",
            "ekim(?:['’]?(?:[dt][ae]|[ny]?[ıiuü]n?|y?[ae]))?",
            "kasım(?:['’]?(?:[dt][ae]|[ny]?[ıiuü]n?|y?[ae]))?",
            "aralı[kğ](?:['’]?(?:[dt][ae]|[ny]?[ıiuü]n?|y?[ae]))?",
        ),
    ),
)
