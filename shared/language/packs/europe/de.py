"""German."""

from __future__ import annotations

from shared.language.packs.instructions import ADDRESS, INSIDE, InstructionReason, Instructions, phrase, together
from shared.language.packs.pack import Ago, Dates, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import Diet, Matter, Opinions, People, Sentences, SmallTalk
from shared.language.packs.relations import german_relations
from shared.language.packs.secret_words import IdentityNumber, SecretWords

_R = InstructionReason
_INSTRUCTIONS = (
    together(_R.OVERRIDE, r"ignorier(?:e|en|t|st)?\b|vergiss\b|vergesst\b|vergessen sie|missacht|verwirf|uberschreib|befolge (?:nicht|keine)|beachte (?:nicht|keine)|setz",
             r"anweisung|instruktion|befehl|regeln|vorgaben|richtlinien|prompt|systemnachricht", r"vorherig|vorig|bisherig|fruher|obig|oben|all|deine|ihre|system|ursprunglich|jegliche|samtliche|ausser kraft"),
    together(_R.EXFILTRATION, r"send(?:e|en|et)\b|schick(?:e|en|t)?\b|leite|ubermittl|teile|kopier|veroffentlich|gib\b|exportier|lade|ladt",
             r"erinnerung|gedachtnis|zugangsdaten|passwort|passworter|geheimnis|schlussel|token|(?:intern|vertraulich|privat|personlich|geheim)\w* (?:daten|information|unterlagen|erinnerung|notizen)|kundendaten|nutzerdaten|gesprach|chatverlauf",
             r"an mich|mir\b|http|[\w.+-]+@|extern|folgende|diese adresse", unless="nicht |nie |niemals "),
    phrase(_R.EXFILTRATION, "send|schick|leite|ubermittl", r"(?:ab sofort|von nun an|ab jetzt|kunftig|immer|jedes mal|jedesmal)[^.!?;]{0,40}?\b(?:send|schick|leite|ubermittl|teil)\w*[^.!?;]{0,50}?(?:erinnerung|gedachtnis|zugangsdaten|passw|geheim|(?:intern|vertraulich|privat)\w* (?:daten|information|erinnerung)|gesprach)"),
    phrase(_R.EXFILTRATION, "send|schick|leite|ubermittl", r"(?:ab sofort|von nun an|ab jetzt|kunftig|immer|jedes mal)[^.!?;]{0,20}?(?:all\w* )?(?:intern|vertraulich|privat)\w* (?:erinnerung|daten|information)\w*[^.!?;]{0,40}?(?:send|schick|weiterleit|ubermittel)"),
    phrase(_R.BYPASS, "genehmig|freigab|bestatig|prufung|sicherheit|autorisier|zustimm", r"\b(?:du (?:darfst|kannst|sollst|musst)|sie (?:durfen|konnen|sollen|mussen)|es ist nicht notig)[^.!?;]{0,60}?(?:genehmigung|freigabe|bestatigung|prufung|sicherheits|autorisierung|zustimmung)\w*[^.!?;]{0,30}?(?:uberspring|umgeh|ignorier|deaktivier|auslass|verzicht|nicht (?:einholen|abwarten|brauch)|einzuholen)"),
    phrase(_R.BYPASS, "genehmig|bewillig|akzeptier|gewahr", r"(?:^|[.:;!?,>] ?|\bund |\bimmer )(?:genehmige|genehmigen sie|bewillige|akzeptiere|gewahre|bestatige) (?:alle|jede|jeden|samtliche|immer alle)[^.!?;]{0,24}?(?:erstattung|anfrage|zahlung|uberweisung|antrag|transaktion|bestellung|zugriff|ruckerstattung)"),
    phrase(_R.ROLE, "du bist|sie sind|verhalte|tu so|handle als|agiere", r"\b(?:du bist (?:jetzt|ab jetzt|nun)|sie sind (?:jetzt|nun)|verhalte dich|tu so|handle als|agiere als)[^.!?;]{0,50}?(?:ohne (?:jegliche |alle )?(?:einschrankung|beschrankung|grenzen|filter|regeln|zensur)|entwicklermodus|uneingeschrankt|\bdan\b|\broot\b)"),
    phrase(_R.SECRECY, "nicht|nichts", r"\b(?:sag|sage|sagen sie|erzahl|erzahle|informiere|melde|verrate)\b[^.!?;]{0,20}?(?:dem |den |der )(?:nutzer|benutzer|anwender|administrator|betreiber)\w*[^.!?;]{0,24}?\b(?:nichts|nicht)\b[^.!?;]{0,24}?(?:davon|daruber|hiervon|anweisung|$)"),
    phrase(_R.EXTRACTION, "prompt|anweisung|systemnachricht", r"\b(?:zeig|zeige|verrate|nenne|gib|wiederhole|drucke|offenbare)\b[^.!?;]{0,30}?(?:system-?prompt|systemanweisung|systemnachricht|versteckte\w* anweisung|interne\w* anweisung|ursprungliche\w* anweisung|deine\w* (?:anweisung|instruktion|regeln))"),
    phrase(_R.ADDRESSED, "ki|assistent|sprachmodell|agent", r"\b(?:hinweis|nachricht|anweisung|achtung|mitteilung|notiz)(?:en)? (?:an|fur) (?:die |den |das |alle |jede )?(?:ki|assistent\w*|sprachmodell\w*|ki-agent\w*|chatbot\w*)\b[^.!?;]{0,24}?:|\b(?:wenn|falls) du (?:eine? )?(?:ki|sprachmodell|assistent|ki-agent)\b"),
    phrase(_R.AUTHORITY, "vorrang|uberschreib|ersetzt|hebt|steht uber", r"\b(?:diese|dieser|dieses|folgende)[^.!?;]{0,20}?(?:hat vorrang vor|haben vorrang vor|uberschreibt|ersetzt|steht uber)[^.!?;]{0,24}?(?:anweisung|regeln|erinnerung|prompt|richtlinien)"),
    phrase(_R.EXFILTRATION, "@|http",
         rf"\b(?:ab (?:sofort|jetzt|heute)|von (?:nun|jetzt) an|kunftig|in zukunft|immer|jedes mal)\b{INSIDE}{{1,90}}?{ADDRESS}{INSIDE}{{0,40}}?\b(?:weiterleiten|senden|schicken|mailen|hochladen|ubermitteln|kopieren)\b|"
         rf"\b(?:ab (?:sofort|jetzt|heute)|von (?:nun|jetzt) an|kunftig|in zukunft|immer)\b[^.!?;\n]{{0,24}}?\b(?:sende|schicke?|leite|maile|kopiere|lade)\b{INSIDE}{{1,80}}?{ADDRESS}|"
         rf"\b(?:sende|schicke?|leite|maile) (?:ab (?:sofort|jetzt)|kunftig|immer|von nun an)\b{INSIDE}{{1,80}}?{ADDRESS}"),
)  # fmt: skip

PACK = LanguagePack(
    code="de",
    small_talk=SmallTalk(
        phrases=r"(?:ha|he|hi|hö){2,}h?|hihi\w*|lol|hallo(?: zusammen)?|hi|hey|na|moin(?: moin)?|guten (?:morgen|tag|abend)|gute nacht|(?:alles|und) (?:klar|gut|fit|okay)(?: bei (?:dir|euch))?|wie geht(?:'s|s| es)(?: dir| euch| ihnen)?(?: so)?|ok(?:ay)?|okey|alles klar|klar|passt(?: schon)?|gut|super|prima|toll|perfekt|genau|stimmt|danke(?: dir| schön| sehr| euch| ihnen)?|vielen dank|dankeschön|tausend dank|kein problem|gern(?:e)?(?: geschehen)?|bitte(?: schön)?|ach|ach so|aha|hm+|oh|na ja|naja|egal|ach egal|ist (?:doch )?egal|macht nichts|schon gut|(?:ach )?vergiss (?:es|das)|lass (?:mal|gut sein|stecken)|nicht (?:so )?wichtig|hat sich erledigt|brauchst du nicht|moment(?: mal)?|einen moment|warte(?: mal| kurz)?|sekunde|bin gleich (?:wieder )?(?:da|zurück)|bis (?:gleich|später|dann|bald|morgen)|tschüss|wie lustig|(?:sehr|so|total) (?:lustig|witzig)|lustig|witzig",
        longest=6,
    ),
    some_day=Phrases(whole="irgendwann(?: mal)?|eines tages|in zukunft"),
    matters=(
        Matter(
            "home",
            Phrases(whole="ich (?:wohne|lebe)|wir (?:wohnen|leben)|meine (?:wohnung|adresse)|zuhause in"),
            Phrases(whole="(?:bin|sind) .{0,40}(?:gezogen|umgezogen)|wohne jetzt|lebe jetzt"),
            "wohne lebe wohnung",
        ),
    ),
    secrets=SecretWords(
        passwords="passwort|passworts|passwörter|kennwort|kennworts|passphrase|geheimzahl|pin|pin-code|pin-nummer|pinnummer|api-schlüssel|api-key|zugangscode|zugangspasswort|wlan-passwort|wlan-schlüssel|entsperrcode|tan-code",
        links="ist|lautet|heißt|wäre|ist jetzt|ist nun|auf|war",
        ends="ist|lautet|heißt|lauten",
        about="vergess|vergaß|zurückset|mindestens|höchstens|müssen|muss|darf|soll|länge|zeichen|abgelaufen|läuft ab|ändern",
        numbers=(
            IdentityNumber(
                "de_tax_id",
                "steuer-id|steuerid|steueridentifikationsnummer|steuer-identifikationsnummer|identifikationsnummer|steuerliche identifikationsnummer|idnr",
                "99_999_999_999",
            ),
            IdentityNumber(
                "de_social_security_id",
                "sozialversicherungsnummer|rentenversicherungsnummer|versicherungsnummer|sv-nummer",
                "99_999999_A_999|9999_999999",
            ),
            IdentityNumber(
                "de_identity_card_id",
                "personalausweisnummer|ausweisnummer|personalausweis-nummer",
                "AXXXXXXXX|AXXXXXXXX9",
            ),
            IdentityNumber(
                "ch_social_security_id", "ahv-nummer|ahv-nr", "756_9999_9999_99", "ch.ssn", "756.9999.9999.99"
            ),
        ),
    ),
    to_forget=r"(?:(?:bitte|ok(?:ay)?|nein|also|kannst du|könntest du|du kannst)[,.!]? )*(?:(?:vergiss|vergesst|vergessen sie|lösch(?:e|en sie)?)(?: bitte)?,? (?:das|alles|es|(?:alles,? )?was (?:ich|du) [^.!?]{1,60}|(?:alles )?über mich|mein(?:e|en)? (?:alten? )?[\w-]+)|(?:das|alles|mein(?:e|en)? (?:alten? )?[\w-]+)(?: bitte)? (?:wieder )?(?:vergessen|löschen))(?: (?:bitte|wieder|jetzt|gesagt habe))*[\s.!?]*",
    failures=Phrases(
        whole=r"fehler|fehlgeschlagen|abgebrochen|abgestürzt|abgelehnt|timeout|keine antwort|nicht (?:rechtzeitig )?geantwortet|unbekannt|unklar|unterbrochen"
    ),
    guesses=Phrases(
        whole="vielleicht|wahrscheinlich|vermutlich|möglicherweise|eventuell|womöglich|nicht (?:ganz )?sicher|könnten?|dürften?|scheint|ich (?:glaube|vermute|denke|nehme an)|wohl|anscheinend|angeblich|kann sein",
    ),
    powers=Phrases(
        whole=r"darf|dürfen|berechtigt|befugt|zugriff|schreibrechte?|adminrechte|passwort|kennwort|zugangsdaten|freigeben|genehmigen|datenschutz\w*|root",
    ),
    now=Phrases(
        whole=(
            r"jetzt|aktuell\w*|zurzeit|zur zeit|momentan\w*|im moment|derzeit\w*|gegenwärtig\w*|heutzutage|inzwischen|mittlerweile|neuest\w*|"
            "immer noch"
        ),
    ),
    function_words=(
        "der die das den dem des ein eine einen einem einer eines kein keine keinen und oder aber wenn als ob "
        "dass weil denn was wer wen wem wessen wo wohin woher wann wie warum wieso weshalb womit wofür "
        "wogegen worauf worüber woran wozu welcher welche welches welchen welchem ich du er sie es wir ihr "
        "mich mir dich dir sich uns euch ihn ihm ihnen mein meine meinen meinem meiner meines dein deine "
        "deinen deinem deiner unser unsere unseren unserem unserer sein seine seinen seinem seiner ihre ihren "
        "ihrem ihrer bin bist ist sind seid war waren gewesen wird werden wurde wurden habe hast hat haben "
        "hatte hatten kann können konnte soll sollen sollte muss müssen musste darf dürfen will wollen möchte "
        "mag in im ins an am auf aus bei beim mit nach von vom vor zu zum zur für über unter um durch gegen "
        "ohne bis hier da dort dann noch nur auch so sehr nicht ja bitte man dieser diese dieses diesen "
        "diesem viel viele nutzer nutzers"
    ),
    relations=german_relations.RELATIONS,
    people=People(
        speaker=Phrases(whole="ich|mir|mich|meine?[rnms]?"),
        relations=Phrases(
            whole=(
                "(?:(?:halb|stief|groß|paten|schwieger)?(?:schwestern?|brüder|bruder|mutter|mütter|vater|"
                "väter|söhne|sohn|töchter|tochter|kinder|kind|eltern)|geschwister|mama|papa|oma|opa|"
                "tante|onkel|cousine?|cousins|nichte|neffe|schwägerin|schwager|verwandte|familie|mann|"
                "frau|ehemann|ehefrau|partnerin|partner|verlobter?|freundin|freunde?|chefin|chef|"
                "kolleg(?:inn?|en?)(?:en)?|nachbar(?:in|n)?|mitbewohner(?:in)?|auszubildender?|"
                "praktikant(?:in)?|lehrer(?:in)?|vermieter(?:in)?)(?:e?s)?"
            )
        ),
        mine="(?:meine?[rnms]?|unsere?) (?:\\w+ ){0,2}?",
    ),
    always=Phrases(
        whole="immer|grundsätzlich|stets|künftig|ab (?:jetzt|sofort|heute)|von nun an|jedes mal|jedesmal|niemals|nie",
    ),
    no_rule=Phrases(
        whole="(?:ich (?:hab|habe|wollte)|hab) (?:mich )?(?:immer|schon immer|noch nie|nie)|das dauert (?:ja )?immer|immer (?:noch|wieder)",
    ),
    once=Phrases(
        whole=(
            "diesmal|dieses mal|ausnahmsweise|(?:nur |mal )?(?:heute|jetzt) (?:mal|nur|bitte|ausnahmsweise)|"
            "nur (?:heute|jetzt|für (?:heute|jetzt|diese[nms]?|die|das|den))|für heute|heute (?:abend|früh)|im moment"
        ),
    ),
    denial=Phrases(
        whole="stimmt (?:so )?(?:gar )?nicht|das ist falsch|nein|hab(?:e)? (?:ich )?(?:nie|nicht|kein)|nicht wahr|quatsch",
    ),
    address=Phrases(
        whole=r"ki|ki-(?:assistent|agent)\w*|assistent\w*|agent(?:en)?|sprachmodell\w*|du (?:musst|sollst)|sie müssen|deine anweisung\w*",
    ),
    this_time=Phrases(
        whole="diesmal|dieses mal|ausnahmsweise|nur (?:heute|jetzt|dieses)|f(?:ü|ue)r (?:heute|jetzt|diese[nms]?)",
    ),
    lasting=Phrases(
        whole="ab (?:jetzt|heute)|immer|k(?:ü|ue)nftig",
    ),
    reported=Phrases(
        whole="ist|war|hat|haben|sind|wurde",
    ),
    forbids=Phrases(
        whole=(
            r"nicht|kein(?:e[mnrs]?)?|niemals|niemand|nirgends|verboten|verbiete\w*|untersag\w*|unangetastet|ablehn\w*|vermeide\w*|stopp\w*|"
            r"weder|nie (?:wieder|mehr|ohne)|finger (?:weg|davon)|lass(?:t|en)? .{0,40}\b(?:ruhe|sein|finger)|bin gegen|lehne\b.* ab"
        ),
    ),
    negates=Phrases(
        whole="ohne|nie|nichts",
    ),
    obliges=Phrases(
        whole="muss|müssen|nur|immer|mindestens|höchstens|spätestens",
    ),
    allows=Phrases(
        whole=r"stimm\w+ .{0,30}\bzu|leg(?:t|en sie)? los|von mir aus",
        begins="genehmig|freigegeben|freigabe|einverstanden|zugestimmt|erlaub|bestätig|loslegen",
    ),
    decides=Phrases(
        whole="wir (?:nehmen|bleiben|wählen|behalten)|bleibt (?:bei|es)|es bleibt",
        begins="entschied|entscheid|beschlossen|beschluss|geeinigt|ausgewählt|gewählt",
    ),
    orders=Phrases(
        whole="auf keinen fall|niemals|bitte nicht|finger weg",
    ),
    limits=Phrases(
        begins=r"(?:höchstens|spätestens) \d|ausschließlich (?:auf|in|mit|das|den|die) \w",
    ),
    figures=Phrases(
        whole=(
            r"zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|hundert|tausend|\w{3,6}zehn|hälfte|doppelt|montag|"
            "dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|heute|morgen|gestern|mittag|januar|februar|märz|mai|juni|juli|oktober|"
            "dezember"
        ),
    ),
    courtesy=r"(?:guten (?:morgen|tag|abend)|gute nacht|hallo|servus|tschüss|danke(?: schön| sehr)?|vielen dank|bitte(?: schön)?|schönes wochenende|schönen tag(?: noch)?)[\s!.]*",
    past_days=PastDays(
        yesterday="gestern",
        before_yesterday="vorgestern",
        this_morning="heute (?:morgen|früh)",
        last_week="(?:letzte|vorige|vergangene)[rn]? woche",
        last_weekend="letztes wochenende",
        last_month="(?:letzte|vorige|vergangene)[nr]? monat",
        last_year="letzte[sn]? jahr|im vorjahr",
    ),
    ago=Ago(
        phrase="vor N U",
        days="tag(?:en?)?",
        weeks="wochen?",
        months="monat(?:en?)?",
        years="jahr(?:en?)?",
    ),
    numbers=("ein eine einem einer einen", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"),
    instructions=Instructions(_INSTRUCTIONS),
    limit_rules=(
        (
            "maximal|mindestens|nur ",
            r"\b(?:maximal|mindestens) \d|\bnur (?:auf|in|mit|das|den|die) \w+ (?:arbeiten|ändern|verwenden|benutzen)\b",
        ),
    ),
    sentences=Sentences(
        abbreviations="z.b u.a d.h bzw bspw",
        before_a_number="nr num art",
        in_a_sentence="dgl usw",
        months="Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez",
    ),
    changed=Phrases(
        whole=(
            r"(?:bin|ist|sind) (?:\S+ ){0,2}geworden|"
            r"befördert|versetzt worden|(?:habe|haben|hat|ist) (?:\S+ ){0,4}?(?:verkauft|gekündigt|übernommen|aufgehört|abgegeben|geheiratet)|umgebucht|(?:auf|um) \S+(?: \S+)? (?:erhöht|gesenkt)|"
            "umgestiegen|steigen? um|umgestellt|umgeschwenkt|umgesattelt|übergegangen|umgezogen|"
            "(?:ge|über|aus)?wechsel(?:t|n|e|ten?)|(?:ein|aus)?getauscht|ersetzt|abgelöst|verlegt|verschoben|"
            "statt(?:dessen)?|anstatt"
        ),
        patterns=(
            r"\bdürfen es (?:jetzt |nun |auch )?(?:bis )?\S*\d\S*",
            r"\b(?:runter|herunter|rauf|hinauf|hoch|zurück) (?:auf|bei)\b",
            (r"\bauf \S+(?: \S+)? (?:runter|herunter|rauf|hoch|geändert|erhöht|gesenkt|gekürzt|gestiegen|gefallen)\b"),
            r"\b(?:bin|sind|ist|liege|liegt) (?:jetzt |nun |inzwischen )?bei \d",
        ),
    ),
    opinions=Opinions(
        likes=Phrases(
            whole="mag|mögen|liebt?e?|toll|gut|super|schön|klasse|gefällt mir|gefallen mir|empfehle|am liebsten"
        ),
        dislikes=Phrases(
            whole=r"mag (?:\w+ ){0,4}?(?:nicht|kein\w*)|mag kein\w* \w+|hass(?:e|t)|kann (?:\w+ ){1,4}?nicht leiden|meide[t]?|lehne"
        ),
    ),
    selves=Phrases(whole="ich|mir|mich|mein\\w*|wir|unser\\w*|nutzer|nutzerin|der|die"),
    subjects=Phrases(whole="ich|wir|(?:der |die )?nutzer(?:in)?"),
    kin=Phrases(
        whole="(?:meine?|unsere?) (?:\\w+ )?(?:schwestern?|brüder|bruder|mutter|mama|vater|papa|söhne|sohn|töchter|tochter|eltern|oma|opa|großmutter|großvater|tante|onkel|cousine?|nichte|neffe)"
    ),
    eats=Phrases(
        whole="esse|isst|essen|aß|trinke|trinkt|mag|liebe|liebt|bestelle|bestellt|lieblingsessen|lieblingsgericht"
    ),
    diets=(
        Diet(
            "vegetarian",
            Phrases(whole="vegetarier(?:in)?|vegetarisch|veganer(?:in)?|vegan"),
            Phrases(
                whole="steaks?|rindfleisch|schweinefleisch|speck|schinken|wurst|fleisch|hähnchen|lamm|ente|fisch|lachs|thunfisch|schnitzel"
            ),
        ),
        Diet(
            "vegan", Phrases(whole="veganer(?:in)?|vegan"), Phrases(whole="käse|milch|butter|eier|joghurt|sahne|honig")
        ),
    ),
    planned=Phrases(whole=r"plan(?:e|t|en)|(?:habe|hat|haben) vor|möchte|will|beabsichtig\w*"),
    another_time=Phrases(whole="früher(?! als)|damals|ehemals|vormals|seinerzeit"),
    owner=Phrases(whole="(?:der|die|den|dem|des) (?:be)?nutzer(?:s|in)?"),
    i="ich",
    times=Times(
        was=Phrases(whole="früher(?! als)|ehemals|damals|vormals|seinerzeit"),
        past=Phrases(
            whole="wohnte|lebte|arbeitete|studierte|nutzte|verwendete|gehörte|gewohnt|gelebt|gearbeitet|studiert|genutzt|verwendet"
        ),
        goes_on=Phrases(whole="seit|bis heute|seitdem"),
        until=(r"\bbis\s+(?:zum\s+|einschließlich\s+)?(?:(?:ende|anfang|mitte)\s+)?D",),
        no_end=Phrases(whole=r"jede[nrsm]?|jährlich|monatlich|immer|nie|niemals|nicht|kein\w*|wart\w*|erst"),
        wished=Phrases(whole=r"möchte\w*|will|wollen|plan\w*|hoff\w*|beabsichtig\w*|würde\w*"),
        begins=Phrases(whole="von|ab|seit|zwischen"),
    ),
    dates=Dates(
        months=(
            "januar|jänner",
            "februar",
            "märz",
            "april",
            "mai",
            "juni",
            "juli",
            "august",
            "september",
            "oktober",
            "november",
            "dezember",
        ),
        day_mark=r"\.",
    ),
)
