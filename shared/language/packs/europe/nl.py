"""Dutch."""

from __future__ import annotations

from shared.language.packs.instructions import ADDRESS, INSIDE, InstructionReason, Instructions, phrase, together
from shared.language.packs.pack import Ago, Dates, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import Matter, People, SmallTalk
from shared.language.packs.secret_words import IdentityNumber, SecretWords

_R = InstructionReason
_INSTRUCTIONS = (
    together(_R.OVERRIDE, r"negeer|vergeet\b|sla\b", r"instructie|opdracht|regels|richtlijn|prompt", r"vorige|eerdere|bovenstaande|alle|je\b|uw|systeem"),
    together(_R.EXFILTRATION, r"stuur\b|verzend|deel\b", r"herinnering|geheugen|wachtwoord|inloggegevens|geheim|(?:interne|vertrouwelijke|prive) (?:gegevens|informatie|herinnering)", r"naar mij|mij\b|me\b|http|[\w.+-]+@|extern", unless="niet |nooit "),
    phrase(_R.BYPASS, "goedkeur|keur", r"\bje (?:mag|kunt|moet)[^.!?;]{0,24}?(?:goedkeuring|verificatie|beveiliging|bevestiging)\w*[^.!?;]{0,20}?(?:overslaan|negeren|omzeilen)|(?:^|[.:;!?,>] ?|\ben )keur alle [^.!?;]{0,24}?(?:terugbetaling|verzoek|betaling)\w*[^.!?;]{0,8}? goed"),
    phrase(_R.EXFILTRATION, "@|http",
         rf"\b(?:vanaf nu|voortaan|altijd|telkens)\b{INSIDE}{{0,60}}?\b(?:stuur|verstuur|mail|deel)\b{INSIDE}{{1,80}}?{ADDRESS}|\b(?:stuur|verstuur|mail) (?:vanaf nu|voortaan|altijd)\b{INSIDE}{{1,80}}?{ADDRESS}"),
)  # fmt: skip

PACK = LanguagePack(
    code="nl",
    small_talk=SmallTalk(
        phrases=r"(?:ha|he|hi){2,}h?|lol|hallo|hoi|hey|hi|dag|goe(?:de|ie)?\s?(?:morgen|middag|avond)|goedenacht|alles (?:goed|oké|wel)|hoe (?:gaat het|is het)(?: met je| ermee)?|oké|ok|okay|prima|goed|mooi|top|super|perfect|fijn|bedankt|dank je(?: wel)?|dankjewel|dank u|hartstikke bedankt|hoor|graag gedaan|geen probleem|laat maar|maakt niet uit|vergeet het(?: maar)?|hoeft niet(?: meer)?|niet (?:meer )?nodig|wacht(?: even)?|momentje|een moment(?:je)?|ben zo terug|zo terug|tot (?:zo|straks|morgen|later)|doei|(?:wat|heel) (?:grappig|leuk)|tja|ach|oh|hm+",
        longest=5,
    ),
    some_day=Phrases(whole="ooit|op een dag|in de toekomst"),
    matters=(
        Matter(
            "home",
            Phrases(whole="(?:ik|wij|we) (?:woon|wonen|leef)|mijn (?:huis|woning) (?:is|staat)"),
            Phrases(whole="verhuisd|verhuisde|woon (?:nu|tegenwoordig)"),
            "woon wonen",
        ),
    ),
    secrets=SecretWords(
        passwords="wachtwoord|wachtwoorden|wachtwoordzin|pincode|pin-code|toegangscode|geheime code|wifi-wachtwoord|wifiwachtwoord|inlogcode|api-sleutel|api-key|wachtzin|password",
        links="is|luidt|wordt|was|is nu|naar",
        ends="is|luidt",
        about=r"verget\w*|vergat|reset\w*|minstens|minimaal|moet|moeten|tekens|verloop\w*|verlopen|lengte|wijzig\w*",
        numbers=(
            IdentityNumber(
                "nl_citizen_service_id",
                "burgerservicenummer|bsn|bsn-nummer|sofinummer|sofi-nummer",
                "9999_99_999|999_999_999|99999999",
            ),
            IdentityNumber("be_national_id", "rijksregisternummer|insz-nummer", "99_99_99_999_99"),
        ),
    ),
    to_forget=r"(?:(?:alsjeblieft|ok(?:é|ay)?|nee|sorry|kun je|wil je)[,.!]? )*(?:vergeet|wis|verwijder)(?: alsjeblieft)? (?:dat|dit|alles|(?:alles )?wat ik [^.!?]{1,60}|(?:alles )?over mij|mijn (?:oude )?[\w-]+)(?: (?:alsjeblieft|maar|weer|nu))*[\s.!?]*",
    failures=Phrases(whole=r"fout|mislukt|afgebroken|crashte|geweigerd|time-out|geen antwoord|onbekend"),
    guesses=Phrases(
        whole="misschien|waarschijnlijk|mogelijk|vermoedelijk|wellicht|niet zeker|ik (?:denk|vermoed|geloof)|zou kunnen|lijkt|schijnt|blijkbaar",
    ),
    powers=Phrases(
        whole=r"mag|mogen|bevoegd|gemachtigd|toegang|schrijfrechten|wachtwoord|goedkeuren|beheerder\w*|avg|root",
    ),
    another_time=Phrases(
        whole=r"vroeger|destijds|voorheen|ooit",
    ),
    now=Phrases(
        whole=r"nu|momenteel|huidig\w*|tegenwoordig|nog steeds",
    ),
    function_words=(
        "de het een en of maar als dat die wat wie waar waarheen wanneer hoe waarom welke welk hoeveel "
        "waarmee waarvoor ik jij je hij zij ze wij we jullie mij me hem haar ons hun hen mijn jouw zijn onze "
        "ben bent is was waren geweest heb hebt heeft hebben had hadden kan kunnen kon moet moeten mag wil "
        "willen zal word wordt worden werd doe doet doen ga gaat in op aan van voor met bij naar uit over "
        "onder door tot tegen zonder om te er hier daar nog ook niet geen zo heel deze dit gebruiker"
    ),
    people=People(
        speaker=Phrases(whole="ik|mij|me|mijn"),
        relations=Phrases(
            whole=(
                "(?:half|stief|groot|klein|schoon)?(?:zus(?:sen|je)?|broers?|moeder|vader|zoon|zonen|"
                "dochters?|kind(?:eren)?|ouders)|mama|papa|oma|opa|tante|oom|neef|nicht|familie|man|"
                "vrouw|echtgeno(?:ot|te)|partner|verloofde|vriend(?:in|en)?|baas|chef|collega['’]?s?|"
                "buurman|buurvrouw|huisgenoot|stagiaire?|leraar|lerares"
            )
        ),
        mine="(?:mijn|onze|ons) (?:\\w+ ){0,2}?",
    ),
    always=Phrases(
        whole="altijd|voortaan|vanaf nu|elke keer|telkens|nooit",
    ),
    once=Phrases(
        whole="deze keer|dit keer|voor (?:deze keer|één keer|nu|vandaag|vanavond)|alleen (?:vandaag|nu|deze)|vandaag|vanavond|bij uitzondering",
    ),
    denial=Phrases(
        whole="klopt niet|niet waar|ik heb nooit",
        begins="nee,",
    ),
    address=Phrases(
        whole=r"ai-?(?:assistent|agent)\w*|je moet",
    ),
    forbids=Phrases(
        whole="niet|geen|nooit|verbode?n",
    ),
    negates=Phrases(
        whole="zonder",
    ),
    past_days=PastDays(
        yesterday="gisteren",
        before_yesterday="eergisteren",
        this_morning="vanochtend|vanmorgen",
        last_week="vorige week|afgelopen week",
        last_weekend="vorig weekend|afgelopen weekend",
        last_month="vorige maand",
        last_year="vorig jaar",
    ),
    ago=Ago(
        phrase="N U geleden",
        days="dag(?:en)?",
        weeks="we[e]?k(?:en)?",
        months="maand(?:en)?",
        years="jaar",
    ),
    numbers=("een één", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien"),
    instructions=Instructions(_INSTRUCTIONS),
    changed=Phrases(
        whole=(
            r"gepromoveerd|verkocht|gestopt met|overgenomen|opgezegd|verhoogd|verlaagd|verplaatst|verzet naar|"
            "overgestapt|overgegaan|stap over|gewisseld|omgeruild|ingeruild|vervangen|verhuisd|veranderd|"
            "(?:terug|omlaag|omhoog|naar beneden) (?:naar|tot)|in plaats van"
        ),
        patterns=(
            r"\bmag (?:nu |toch )?tot \S*\d\S*",
            r"\b(?:zit|sta|ben) (?:nu |inmiddels )?(?:nog )?op \d",
        ),
    ),
    owner=Phrases(whole="de gebruik(?:er|ster)"),
    i="ik",
    times=Times(
        was=Phrases(whole="vroeger(?! dan)|voorheen|destijds|in het verleden"),
        past=Phrases(
            whole="woonde|woonden|leefde|werkte|werkten|studeerde|gebruikte|gewoond|gewerkt|gestudeerd|gebruikt"
        ),
        goes_on=Phrases(whole="sinds|tot nu toe|tot op heden"),
        until=(r"\btot(?:\s+(?:en\s+met|aan))?\s+(?:(?:eind|einde|begin)\s+)?D",),
        no_end=Phrases(whole=r"elke?|ieder\w*|altijd|nooit|niet|geen|jaarlijks\w*|maandelijks\w*|wacht\w*|pas"),
        wished=Phrases(whole=r"wil\w*|zou|zouden|hoop\w*|hopen|plan\w*|van plan"),
        begins=Phrases(whole="van|vanaf|sinds|tussen"),
    ),
    dates=Dates(
        months=(
            "januari",
            "februari",
            "maart",
            "april",
            "mei",
            "juni",
            "juli",
            "augustus",
            "september",
            "oktober",
            "november",
            "december",
        ),
    ),
)
