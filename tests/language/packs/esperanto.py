"""A third language as its speaker would add it: a few words of Esperanto, and no rule."""

from __future__ import annotations

from shared.language.packs.instructions import InstructionReason, Instructions, phrase, together
from shared.language.packs.pack import Ago, Dates, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import Sentences, SmallTalk, Standing, Wishes

ESPERANTO = LanguagePack(
    code="eo",
    now=Phrases(whole="nun|nuntempe|aktuala"),
    asks_when=Phrases(whole="kiam"),
    asks_name=Phrases(whole="kiu|kie"),
    function_words="kiu kie kiam estas mia la",
    always=Phrases(whole="ĉiam|ekde nun"),
    no_rule=Phrases(whole="ĉiam denove"),
    once=Phrases(whole="ĉi-foje|nur hodiaŭ"),
    denial=Phrases(begins="ne,", whole="tio ne veras"),
    address=Phrases(whole="vi devas|helpanto"),
    this_time=Phrases(whole="nur ĉi-foje"),
    lasting=Phrases(whole="ĉiam"),
    reported=Phrases(whole="estis"),
    wishes=Wishes(
        exceptional=(r"\bescepte\b",),
        points_at_now=(r"\bĉi-vespere\b",),
        lasts_from=(r"\bekde morgaŭ\b",),
        asks=(r"\bbonvolu\b",),
        states=(r"\bestis\b",),
        reports=(r"\bestis\b",),
    ),
    prohibits=Phrases(whole="nepre ne"),
    forbids=Phrases(whole="neniam|malpermesata"),
    negates=Phrases(whole="ne"),
    obliges=Phrases(whole="devas"),
    allows=Phrases(begins="konsent"),
    decides=Phrases(begins="elekt"),
    figures=Phrases(whole="dudek|merkredo"),
    orders=Phrases(whole="ne tuŝu"),
    limits=Phrases(whole="maksimume kvin"),
    order_rules=(("forviŝ", r"\bne forviŝu\b"),),
    limit_rules=(("nur en", r"\blaboru nur en \w"),),
    small_talk=SmallTalk(
        phrases="(?:multan )?dankon|ĝis(?: revido)?|bone",
        longest=2,
        alone="vesperon",
        to_a_name="(?:multan )?dankon",
        before_a_name="(?<=[Dd]ankon )",
    ),
    passing_mood=r"la uzanto (?:ŝajnas )?laca[.!]*",
    reported_talk=r"la uzanto diris dankon[.!]*",
    work_talk=r"mi nun legas la dosieron[.!]*",
    to_forget=r"(?:bonvolu )?forgesu (?:tion|mian \w+)[.!]*",
    courtesy=r"(?:dankon|saluton|bonan tagon)[\s!.]*",
    bare_question=r"^(?:kio|kial) .*\?$",
    feedback=Phrases(patterns=(r"(?:tio|via respondo) estas (?:malĝusta|bona)[.!]*",)),
    goes_back=Phrases(whole="ĝi"),
    owner=Phrases(whole="la uzanto"),
    i="mi",
    hands_over=Phrases(patterns=(r"^traduku\s*:",)),
    salutations="kara",
    valedictions="amike",
    sentences=Sentences(abbreviations="ekz", before_a_number="n-ro", in_a_sentence="ktp", speaker=Phrases(whole="mi")),
    instructions=Instructions(
        phrases=(
            together(InstructionReason.OVERRIDE, "ignoru|forgesu", "instrukcio", "antaua|ciuj", unless="ne "),
            phrase(InstructionReason.SECRECY, "uzanto", r"\bne diru (?:tion )?al la uzanto\b"),
        ),
        cues="ignoru|instrukcio",
        run_together="ignoru(?:ciujn)?instrukciojn",
    ),
    standing=Standing(cue=r"\bekde nun\b", left_out=((r"^ekde nun\s+", ""),)),
    so_now=Phrases(whole="ne plu"),
    left_open=Phrases(whole="eble"),
    times=Times(
        was=Phrases(whole="iam antaŭe"),
        past=Phrases(whole="loĝis|laboris"),
        goes_on=Phrases(whole="ĝis nun"),
        until=(r"\bĝis\s+(?:la\s+)?D",),
        no_end=Phrases(whole="ĉiu|ĉiujare"),
        wished=Phrases(whole="volas"),
        begins=Phrases(whole="de|ekde"),
    ),
    dates=Dates(
        months=tuple(
            "januaro februaro marto aprilo majo junio julio aŭgusto septembro oktobro novembro decembro".split()
        ),
        day_mark="-a",
        joins="de",
    ),
    past_days=PastDays(
        yesterday="hieraŭ", before_yesterday="antaŭhieraŭ", last_week="pasintan semajnon", last_month="pasintan monaton"
    ),
    ago=Ago("antaŭ N U", days="tagoj?n?", weeks="semajnoj?n?", months="monatoj?n?", years="jaroj?n?"),
    numbers=("unu", "du", "tri", "kvar", "kvin", "ses", "sep", "ok", "naŭ", "dek"),
    weekdays=("lundon", "mardon", "merkredon", "ĵaŭdon", "vendredon", "sabaton", "dimanĉon"),
    last_weekday="pasintan D",
)
