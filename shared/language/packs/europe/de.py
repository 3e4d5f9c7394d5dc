"""German."""

from __future__ import annotations

from shared.language.packs.pack import Ago, LanguagePack, PastDays, Phrases

PACK = LanguagePack(
    code="de",
    now=Phrases(
        whole=(
            r"jetzt|aktuell\w*|zurzeit|zur zeit|momentan\w*|im moment|derzeit\w*|gegenwärtig\w*|heutzutage|inzwischen|mittlerweile|neuest\w*|"
            "immer noch"
        ),
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
)
