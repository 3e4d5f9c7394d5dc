"""Italian."""

from __future__ import annotations

from shared.language.packs.pack import Ago, LanguagePack, PastDays, Phrases

PACK = LanguagePack(
    code="it",
    now=Phrases(
        whole=r"ora|adesso|attual\w*|al momento|oggi|ultimamente|ancora",
    ),
    always=Phrases(
        whole="sempre|d['’]ora in (?:poi|avanti)|ogni volta|in futuro|mai",
    ),
    no_rule=Phrases(
        whole="ho sempre",
    ),
    once=Phrases(
        whole="questa volta|stavolta|per (?:ora|oggi|una volta|questa volta)|solo (?:oggi|per oggi|stavolta)|oggi|stasera|eccezionalmente",
    ),
    denial=Phrases(
        begins="non è vero|non ho (?:mai|detto)|no,",
    ),
    address=Phrases(
        whole="assistenti?|agenti|l['’]ia|devi",
    ),
    this_time=Phrases(
        whole="questa volta|per (?:ora|oggi)",
    ),
    lasting=Phrases(
        whole="d['’]ora in poi|sempre",
    ),
    reported=Phrases(
        whole="[eè] stat[oa]",
    ),
    forbids=Phrases(
        whole=r"nessun\w*|vietat\w+|rifiut\w+|proib\w+|niente|evit(?:a|are)|lasci\w+ .{0,40}\b(?:stare|in pace)",
        begins="non (?=[a-zà-ù]{3})",
    ),
    negates=Phrases(
        whole="senza|no",
    ),
    obliges=Phrases(
        whole="deve|sempre|solo|soltanto",
    ),
    allows=Phrases(
        whole="d['’]accordo|via libera",
        begins=r"approvat|autorizz|acconsent|proced\w+",
    ),
    decides=Phrases(
        whole="andiamo con|resta con",
        begins="decis|scelt|scegl",
    ),
    orders=Phrases(
        whole="non toccare",
    ),
    figures=Phrases(
        whole=(
            r"due|tre|quattro|cinque|sei|sette|otto|nove|dieci\w*|venti|cento|mille|met[àa]|luned[ìi]|marted[ìi]|mercoled[ìi]|gioved[ìi]|"
            "venerd[ìi]|domenica|domani|oggi|ieri|gennaio|marzo|maggio|giugno|luglio|agosto"
        ),
    ),
    courtesy=r"(?:ciao|buongiorno|buonasera|buonanotte|grazie(?: mille)?|arrivederci|prego|buon (?:weekend|fine settimana))[\s!.]*",
    past_days=PastDays(
        yesterday="ieri",
        before_yesterday="l['’]altro ieri|avantieri",
        this_morning="stamattina|stamani",
        last_week="la settimana scorsa|la scorsa settimana",
        last_weekend="lo scorso weekend|lo scorso fine settimana",
        last_month="il mese scorso|lo scorso mese",
        last_year="l['’]anno scorso|lo scorso anno",
        makes_it_the_day_before="altro",
    ),
    ago=Ago(
        phrase="N U fa",
        days="giorn[oi]",
        weeks="settiman[ae]",
        months="mes[ei]",
        years="ann[oi]",
    ),
    numbers=("un una uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci"),
)
