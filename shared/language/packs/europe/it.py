"""Italian."""

from __future__ import annotations

from shared.language.packs.instructions import ADDRESS, INSIDE, InstructionReason, Instructions, phrase, together
from shared.language.packs.pack import Ago, Dates, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import Matter, People, Sentences, SmallTalk
from shared.language.packs.secret_words import IdentityNumber, SecretWords

_R = InstructionReason
_INSTRUCTIONS = (
    together(_R.OVERRIDE, r"ignor(?:a|i|ate|are)\b|dimentic(?:a|hi|ate|are)\b|trascur|scart(?:a|i)\b|non seguire", r"istruzion|ordini|regole|direttiv|prompt|indicazion", r"precedent|anterior|sopra|tutt[ei]|tue|del sistema|original|qualsiasi"),
    together(_R.EXFILTRATION, r"invi(?:a|ami|are)\b|mand(?:a|ami|are)\b|inoltr|condivid|trasmett", r"memori|ricord|credenzial|password|segret|dati (?:intern|riservat|privat|personal|degli utenti)|conversazion", r"a me|\w+ami\b|mi\b|http|[\w.+-]+@|estern|seguente", unless="non |mai "),
    phrase(_R.EXFILTRATION, "inviami|mandami|dammi|inoltrami|mostrami", r"\b(?:inviami|mandami|dammi|inoltrami|mostrami)\b[^.!?;]{0,30}?(?:password|credenziali|segreti|memorie|ricordi|chiavi)"),
    phrase(_R.BYPASS, "approv|autorizz|verific|conferm|sicurezz", r"\b(?:puoi|devi|non devi|non serve)[^.!?;]{0,24}?\b(?:saltare|ignorare|aggirare|disattivare|chiedere)\w*[^.!?;]{0,30}?(?:approvazion|autorizzazion|verific|conferm|sicurezza)|(?:^|[.:;!?,>] ?|\be |\bsempre )(?:approva|autorizza|accetta) (?:tutt[ei]|ogni|qualsiasi)[^.!?;]{0,24}?(?:rimbors|richiest|pagament|trasferiment|ordin)"),
    phrase(_R.ROLE, "ora sei|adesso sei|agisci come|fingi", r"\b(?:ora sei|adesso sei|agisci come|fingi (?:di|che))[^.!?;]{0,50}?(?:senza (?:alcuna |nessuna )?(?:restrizion|limit|filtr|regol)|modalita sviluppatore|\bdan\b)"),
    phrase(_R.EXTRACTION, "prompt|istruzion", r"\b(?:rivela|mostra|mostrami|stampa|ripeti|dimmi)[^.!?;]{0,30}?(?:prompt (?:di sistema|iniziale|nascosto)|istruzioni (?:di sistema|nascoste|iniziali|interne)|tue istruzioni)"),
    phrase(_R.EXFILTRATION, "@|http",
         r"\b(?:d'ora in poi|d'ora in avanti|da ora in poi|sempre|ogni volta)\b[^.!?;\n]{0,40}?\b(?:invia|inviare|inviate|manda|mandare|inoltra|inoltrare|condividi|carica)\b"
         rf"{INSIDE}{{1,80}}?{ADDRESS}"),
)  # fmt: skip

PACK = LanguagePack(
    code="it",
    small_talk=SmallTalk(
        phrases="a?(?:ha|ah|he|eh|hi|ih){2,}h?|lol|xd|ciao|salve|buongiorno|buonasera|buonanotte|come (?:va|stai|state)|tutto bene|ok|okay|va bene|d'accordo|certo|perfetto|bene|benissimo|ottimo|grande|fantastico|grazie(?: mille| tante| a te)?|mille grazie|prego|di niente|figurati|lascia (?:stare|perdere)|non importa|fa (?:niente|lo stesso)|niente|non serve(?: più)?|dimenticalo|pazienza|vabbè|aspetta(?: un (?:attimo|secondo|momento))?|un (?:attimo|secondo|momento)|torno subito|arrivo subito|a (?:dopo|presto|domani)|arrivederci|che ridere|(?:troppo|molto) divertente|uff+|oh|ah|eh|hm+",
        longest=5,
    ),
    some_day=Phrases(whole="un giorno|prima o poi|in futuro"),
    matters=(
        Matter(
            "home",
            Phrases(whole="(?:vivo|abito|abitiamo|viviamo|sto) (?:a|in|ad)"),
            Phrases(whole="(?:mi sono|ci siamo) (?:trasferit[oaie]|spostat[oaie])|traslocat[oaie]|ora (?:vivo|abito)"),
            "vivo abito abitiamo",
        ),
    ),
    secrets=SecretWords(
        passwords="password|parola d'ordine|parola d’ordine|parola chiave|pin|codice pin|codice segreto|codice di accesso|codice d'accesso|passcode|chiave api|chiave wifi|chiave del wifi|credenziali|codice di sblocco",
        links="è|e'|sarebbe|era|adesso è|ora è",
        about=r"dimenticat\w*|reimpost\w*|almeno|minimo|deve|devono|caratteri|scad\w*|lunghezza|cambiare|cambiato la",
        numbers=(
            IdentityNumber(
                "it_tax_id",
                "codice fiscale|cod. fiscale|c.f.|cf",
                "AAAAAA_XX_A_XX_A_XXX_A",
                "it.codicefiscale",
                "AAAAAA99A99A999A",
            ),
            IdentityNumber(
                "it_identity_card_id",
                "carta d'identità|numero della carta d'identità|carta d’identità",
                "AA99999AA|AA9999999",
            ),
        ),
    ),
    to_forget=r"(?:(?:per favore|ok|no|scusa|puoi|potresti)[,.!]? )*(?:dimentica(?:re|lo|la)?|cancella(?:re|lo|la)?|elimina(?:re|lo|la)?)(?: (?:questo|quello|tutto|(?:tutto )?(?:quello|ciò) che (?:ho detto|ti ho|sai)[^.!?]{0,40}|(?:tutto )?(?:di|su) me|(?:il|la|i|le) mi[oaei]i? (?:vecchi[oa] )?[\w-]+))?(?:,? per favore| ora)*[\s.!?]*",
    failures=Phrases(
        whole=r"errore|fallit[ao]|interrott[oa]|crash|rifiutata|negato|timeout|nessuna risposta|ignoto|sconosciuto"
    ),
    guesses=Phrases(
        whole="forse|probabilmente|magari|può darsi|è possibile che|potrebbe|non (?:sono|è) sicur[oa]|credo che|penso che|suppongo|sembra|pare che",
    ),
    powers=Phrases(
        whole=r"autorizzat[oaie]|accesso|password|approvare|amministrator\w+|permess[oi]|conformità|root",
    ),
    another_time=Phrases(
        whole=r"un tempo|in passato|precedentemente|da (?:bambin[oa]|piccol[oa]|ragazz[oa])",
        patterns=(r"^prima,? (?!di\b|che\b|del\b|dell|della\b|dei\b)",),
    ),
    now=Phrases(
        whole=r"ora|adesso|attual\w*|al momento|oggi|ultimamente|ancora",
    ),
    function_words=(
        "il lo la i gli le l un uno una di del dello della dei degli delle dell a al allo alla ai agli alle "
        "all da dal dalla dall in nel nella nei nelle nell su sul sulla con per tra fra senza e ed o ma se "
        "che chi cosa cos quale quali qual quando dove dov come com quanto quanta quanti quante perché io tu "
        "lui lei noi voi loro mi ti si ci vi mio mia miei mie tuo tua suo sua suoi sue nostro nostra nostri "
        "nostre è sono sei siamo era erano essere stato stata ho hai ha abbiamo hanno aveva avere posso può "
        "devo deve faccio fa fare vado va andare questo questa quello quella non né molto più già anche "
        "utente"
    ),
    people=People(
        speaker=Phrases(
            whole=("io|mi|me|mio|mia|miei|mie|ho|sono|vivo|abito|lavoro|uso|faccio|pratico|posso|devo|vado|guido")
        ),
        relations=Phrases(
            whole=(
                "sorell[ae]|fratell[oi]|madre|mamma|padre|papà|figli[oae]?|genitori|nonn[oai]|zi[oa]|"
                "cugin[oaie]|nipoti?|cognat[oa]|suocer[oa]|famiglia|marito|moglie|compagn[oa]|"
                "fidanzat[oa]|ragazz[oa]|amic[oaie]|amici|capo|colleg[ah]i?|vicin[oa]|coinquilin[oa]|"
                "tirocinante|insegnante"
            )
        ),
        mine="(?:(?:il|la|i|le) )?(?:mi[oae]i?|miei|nostr[oaie]) (?:\\w+ ){0,2}?",
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
    instructions=Instructions(_INSTRUCTIONS),
    limit_rules=(("massimo", r"\bal massimo \d|\b\d+ al massimo\b"),),
    sentences=Sentences(in_a_sentence="ecc"),
    changed=Phrases(
        patterns=(r"\b(?:possiamo|si può) (?:arrivare|salire) (?:a|fino a) \S*\d\S*",),
        whole=(
            r"(?:sono|è|siamo) diventat[oaie]|"
            r"promoss[oa]|(?:ho|abbiamo) (?:venduto|spostat[oa]|lasciat[oa])|l['’]h?o spostat[oa]|ho smesso|è (?:aumentat[oa]|salit[oa]|sces[oa]|passat[oa])|"
            "(?:sono|è|siamo) (?:passat[oaie]|tornat[oaie]|sces[oaie]|salit[oaie]|arrivat[oaie]) (?:a|al|alla|ai|allo|"
            "alle)|(?:ho|ha|abbiamo|è) (?:cambiat[oa]|sostituit[oa]|scambiato)|"
            r"(?:mi|ci) (?:sono|siamo) (?:trasferit[oaie]|spostat[oaie])|invece (?:di|del|della)|al posto d\w+"
        ),
    ),
    owner=Phrases(whole="(?:l|dell|all)['’]utente"),
    i="io",
    times=Times(
        was=Phrases(whole="in passato|un tempo|una volta (?:viveva|abitava|lavorava|era|usava|aveva|studiava)"),
        past=Phrases(
            whole="viveva|vivevo|abitava|abitavo|lavorava|lavoravo|aveva|avevo|usava|usavo|studiava|studiavo|ha vissuto|ho vissuto|ha abitato|ho abitato|ha lavorato|ho lavorato|ha usato"
        ),
        goes_on=Phrases(whole="dal|dalla|finora|fino a oggi"),
        until=(r"\b(?:fino\s+(?:al|ad|a|alla)|entro(?:\s+il)?)\s+(?:fine\s+(?:di\s+)?)?D",),
        no_end=Phrases(whole=r"ogni|tutti i|tutte le|sempre|mai|non|annual\w*|mensil\w*|aspett\w*|attend\w*"),
        wished=Phrases(whole=r"vuol\w*|vogli\w*|vorre\w*|sper\w*|intend\w*|progett\w*"),
        begins=Phrases(whole="da|dal|tra|fra"),
    ),
    dates=Dates(
        months=(
            "gennaio",
            "febbraio",
            "marzo",
            "aprile",
            "maggio",
            "giugno",
            "luglio",
            "agosto",
            "settembre",
            "ottobre",
            "novembre",
            "dicembre",
        ),
        day_mark="º",
        joins="di|del",
    ),
)
