"""Polish."""

from __future__ import annotations

from shared.language.packs.instructions import InstructionReason, Instructions, phrase
from shared.language.packs.pack import Ago, Dates, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import Matter, People, SmallTalk
from shared.language.packs.secret_words import IdentityNumber, SecretWords

_R = InstructionReason
_INSTRUCTIONS = (
    phrase(_R.OVERRIDE, "zignoruj|ignoruj|zapomnij", r"(?:zignoruj|ignoruj|zapomnij)\w*[^.!?;]{0,24}?(?:poprzedni|wczesniejsz|powyzsz|wszystki)\w*[^.!?;]{0,16}?(?:instrukcj|polece|zasad)"),
)  # fmt: skip

PACK = LanguagePack(
    code="pl",
    small_talk=SmallTalk(
        phrases="(?:ha|he|hi){2,}h?|lol|xd+|cześć|hej(?:ka)?|siema|witam|dzień dobry|dobry wieczór|dobranoc|co (?:słychać|tam)|jak leci|ok|okej|okay|dobra|dobrze|jasne|super|świetnie|fajnie|spoko|pewnie|dzięki(?: wielkie)?|dziękuję(?: bardzo)?|wielkie dzięki|nie ma za co|proszę|nieważne|nie ważne|zapomnij|mniejsza(?: z tym| o to)?|nie trzeba(?: już)?|już nie trzeba|nic takiego|chwila|chwilka|chwileczkę|moment|sekunda|poczekaj(?: chwilę)?|zaraz wracam|pa|do (?:jutra|zobaczenia|usłyszenia)|na razie|ale śmieszne|śmieszne|ale jaja|ojej|och|no|hm+",
        longest=5,
    ),
    some_day=Phrases(whole="kiedyś|pewnego dnia|w przyszłości|któregoś dnia"),
    matters=(
        Matter(
            "home",
            Phrases(whole="mieszka(?:m|my)|mój dom jest"),
            Phrases(whole="przeprowadzi(?:łem|łam|liśmy|łyśmy)|przenios(?:łem|łam|łem się)|teraz mieszkam"),
            "mieszkam mieszkamy",
        ),
    ),
    secrets=SecretWords(
        passwords="hasło|hasła|haslo|hasłem|pin|pin-u|kod pin|kod dostępu|tajny kod|kod dostępowy|klucz api|klucz do wifi|kod do bankowości|numer pin|kod odblokowania",
        links="to|jest|brzmi|było|na|teraz to|:",
        about=r"zapomn\w*|zresetow\w*|co najmniej|minimum|musi|muszą|znak(?:ów|i)|wygas\w*|długość|zmieni\w*",
        numbers=(
            IdentityNumber("pl_population_id", "pesel|numer pesel|nr pesel|peselu", "99999999999"),
            IdentityNumber("pl_tax_id", "nip", "999_999_99_99"),
            IdentityNumber(
                "pl_identity_card_id",
                "dowód osobisty|numer dowodu|nr dowodu|dowodu osobistego|seria i numer dowodu",
                "AAA_999999",
            ),
        ),
    ),
    failures=Phrases(whole=r"błąd|nie powiodł\w*|nieudan\w+|przerwano|odmowa|limit czasu|brak odpowiedzi|nieznan\w+"),
    guesses=Phrases(
        whole="może|być może|prawdopodobnie|chyba|możliwe|pewnie|nie jestem pew(?:ien|na)|wydaje (?:mi )?się|przypuszczam|zdaje się|podobno",
    ),
    powers=Phrases(
        whole=r"upoważnion\w+|uprawnie\w+|dostęp\w*|hasło|zatwierdza\w+|administrator\w*|rodo|root",
    ),
    another_time=Phrases(
        whole=r"dawniej|kiedyś|niegdyś|w dzieciństwie",
    ),
    now=Phrases(
        whole=r"teraz|obecn\w*|aktualn\w*|wciąż",
    ),
    function_words=(
        "i oraz a ale lub albo czy że co czego czemu czym kto kogo komu kim gdzie dokąd skąd kiedy jak "
        "dlaczego jaki jaka jakie jakim jakiej jakiego który która które którym której którego ile ja ty on "
        "ona ono my wy oni one mnie mi mną ciebie ci się nas nam go mu jej ich mój moja moje mojego mojej "
        "moim moją moich twój twoja nasz nasza nasze naszego naszej jestem jesteś jest są był była było były "
        "być mam masz ma mamy mają mogę może muszę musi w we na z ze do od o u po przy przez dla za pod nad "
        "bez nie tak to ta ten te tego tej tym bardzo też już użytkownik użytkowniczka"
    ),
    people=People(
        speaker=Phrases(
            whole=(
                "ja|mnie|mi|mną|mój|moja|moje|mojego|mojej|moim|moją|moich|mam|jestem|mieszkam|pracuję|"
                "używam|uprawiam|studiował[ae]m|urodził[ae]m|jeżdżę"
            )
        ),
        relations=Phrases(
            whole=(
                "siostr[ayęąo]|sióstr|brat(?:a|u|em|owi)?|matk[aięą]|mam[ayęą]|oj?ciec|ojca|tat[aęy]|"
                "syn(?:a|em)?|córk[aięą]|dzieci|rodzice|babci[aęą]?|dziad(?:ek|ka)|cioci?a|wujek|"
                "kuzynk?a?|siostrzenica|bratanek|szwagier|teść|teściowa|rodzina|mąż|męża|żon[aęy]|"
                "partnerk?a?|narzeczon[ay]|przyjaci(?:el|ółka)|chłopak|dziewczyna|szefowa|szefa?|"
                "kole(?:ga|żanka)|sąsiadk?a?|współlokator(?:ka)?|stażyst(?:a|ka)"
            )
        ),
        mine="(?:mój|moja|moje|moi|nasz[ae]?) (?:\\w+ )?",
    ),
    always=Phrases(
        whole="zawsze|od (?:teraz|dzisiaj|dziś)|za każdym razem|na przyszłość|nigdy",
    ),
    once=Phrases(
        whole="tym razem|(?:tylko )?(?:dzisiaj|dziś)|na razie|wyjątkowo|jednorazowo|ten jeden raz",
    ),
    denial=Phrases(
        whole="to nieprawda|nigdy nie",
        begins="nie,",
    ),
    address=Phrases(
        whole=r"asystent\w*|agent\w* ai|musisz",
    ),
    forbids=Phrases(
        whole="nie wolno|nigdy|nikt",
        begins=r"żadn\w+|zakaz|nie (?:rusz|dotyk|zmieni|usuw|wolno|rób)",
    ),
    negates=Phrases(
        whole="bez|nie",
    ),
    past_days=PastDays(
        yesterday="wczoraj",
        before_yesterday="przedwczoraj",
        this_morning="dziś rano",
        last_week="w zeszłym tygodniu|w ubiegłym tygodniu",
        last_weekend="w zeszły weekend",
        last_month="w zeszłym miesiącu|w ubiegłym miesiącu",
        last_year="w zeszłym roku|w ubiegłym roku",
    ),
    ago=Ago(
        phrase="N U temu",
        days="dni|dzień",
        weeks="tydzień|tygodni[e]?",
        months="miesiąc[ea]?|miesięcy",
        years="rok|lata|lat",
    ),
    numbers=("jeden tydzień", "dwa dwie", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem", "dziewięć", "dziesięć"),
    instructions=Instructions(_INSTRUCTIONS),
    changed=Phrases(
        patterns=(r"\b(?:możemy|można) (?:jednak |teraz )?(?:dać|wydać|dojść) do\b",),
        whole=(
            r"awansowa\w+|sprzeda(?:łem|łam|ł|ła|liśmy)|rzuci(?:łem|łam)|przejęł\w+|przejął|podniesiono|podnieśli|przełożon\w+|przenie(?:siono|śli)|"
            "przesz(?:edłem|łam|edł|ła|liśmy)|przesiad(?:łem|łam|ł|ła|liśmy)|"
            "zmieni(?:łem|łam|ł|ła|liśmy|ono|ony|ona)|zamieni(?:łem|łam|ł|ła|liśmy)|"
            "przeprowadzi(?:łem|łam|ł|ła|liśmy)|zastąpi(?:łem|łam|ł|ła|liśmy|ono|ony)|"
            r"wymieni(?:łem|łam|ł|ła|liśmy)|(?:zszedłem|zeszłam|schudłem|schudłam|spadł\w*|wzrosł\w*) do|zamiast"
        ),
    ),
    owner=Phrases(whole="użytkowni(?:k|ka|kowi|kiem|czka|czki|czce|czkę|czką)"),
    i="ja",
    times=Times(
        was=Phrases(whole=r"dawniej|niegdyś|w przeszłości|kiedyś (?:mieszk|prac|był|był|mia|uży|studio)\w*"),
        past=Phrases(
            whole=r"mieszkał\w*|żył\w*|pracował\w*|studiował\w*|był|była|było|byli|były|miał\w*|używał\w*|należał\w*"
        ),
        goes_on=Phrases(whole="do dziś|do dzisiaj|do teraz|nadal"),
        until=(r"\b(?:aż\s+)?do\s+(?:(?:końca|dnia)\s+)?(?!\d{4}(?!\s+r))D",),
        no_end=Phrases(whole=r"każd\w*|zawsze|nigdy|nie|co roku|coroczn\w*|miesięczn\w*|czeka\w*|dopiero"),
        wished=Phrases(whole=r"chc\w*|chciał\w*|planuj\w*|zamierza\w*|ma nadzieję|marz\w*"),
        begins=Phrases(whole="od|między|pomiędzy"),
    ),
    dates=Dates(
        months=(
            "stycznia|styczeń|styczniu",
            "lutego|luty|lutym",
            "marca|marzec|marcu",
            "kwietnia|kwiecień|kwietniu",
            "maja|maj|maju",
            "czerwca|czerwiec|czerwcu",
            "lipca|lipiec|lipcu",
            "sierpnia|sierpień|sierpniu",
            "września|wrzesień|wrześniu",
            "października|październik|październiku",
            "listopada|listopad|listopadzie",
            "grudnia|grudzień|grudniu",
        ),
        day_mark=r"\.",
    ),
)
