"""French."""

from __future__ import annotations

from shared.language.packs.instructions import ADDRESS, INSIDE, InstructionReason, Instructions, phrase, together
from shared.language.packs.pack import Ago, Dates, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import Diet, Matter, Opinions, People, Sentences, SmallTalk
from shared.language.packs.relations import french_relations
from shared.language.packs.secret_words import IdentityNumber, SecretWords

_R = InstructionReason
_INSTRUCTIONS = (
    together(_R.OVERRIDE, r"ignor(?:e|ez|er)\b|oubli(?:e|ez|er)\b|neglige|fais abstraction|faites abstraction|ne (?:suis|suivez|tiens|tenez)|contourne|annul(?:e|ez)\b|outrepass",
             r"instruction|consigne|ordres|regles|directive|prompt|message systeme", r"precedent|anterieur|ci-dessus|tout|vos|tes|du systeme|initial|origin|compte|recu"),
    together(_R.EXFILTRATION, r"envo(?:ie|yez|yer)|transmet|transfer|partag(?:e|ez)|divulgu|communiqu(?:e|ez)|copi(?:e|ez)|publi(?:e|ez)|revel(?:e|ez)",
             r"memoire|souvenirs|identifiants|mots? de passe|secret|jeton|cles? api|donnees (?:intern|confidentiel|privee|personnel|des? (?:utilisateur|client))|informations? (?:intern|confidentiel|privee)|conversation|historique",
             r"a moi|moi\b|http|[\w.+-]+@|extern|suivante|cette adresse", unless="pas |jamais "),
    phrase(_R.EXFILTRATION, "envo|transm|partag|transf", r"(?:desormais|a partir de maintenant|dorenavant|toujours|chaque fois)[^.!?;]{0,40}?\b(?:envo|transm|partag|transfer)\w*[^.!?;]{0,50}?(?:memoire|souvenirs|identifiants|mots? de passe|secret|donnees (?:intern|confidentiel|privee|personnel)|conversation)"),
    phrase(_R.BYPASS, "approb|autoris|verif|confirm|secur|valid|controle", r"\b(?:tu (?:peux|dois)|vous (?:pouvez|devez)|inutile de|pas besoin de)[^.!?;]{0,24}?\b(?:saut|ignor|contourn|desactiv|passer|omett|demand|attend)\w*[^.!?;]{0,30}?(?:approbation|autorisation|verification|confirmation|securite|validation|controles)"),
    phrase(_R.BYPASS, "approuv|autoris|accept|valid", r"(?:^|[.:;!?,>] ?|\bet |\btoujours )(?:approuve|approuvez|autorise|autorisez|accepte|acceptez|valide|validez) (?:tous|toutes|toute|chaque|n'importe)[^.!?;]{0,24}?(?:remboursement|demande|paiement|virement|transaction|commande|acces)"),
    phrase(_R.ROLE, "tu es|vous etes|agis comme|agissez|fais semblant|comporte", r"\b(?:tu es (?:maintenant|desormais)|vous etes (?:maintenant|desormais)|agis(?:sez)? comme|fai(?:s|tes) semblant|comporte-toi)[^.!?;]{0,50}?(?:sans (?:aucune? )?(?:restriction|limite|filtre|regle|censure)|mode developpeur|\bdan\b|\broot\b)"),
    phrase(_R.SECRECY, "pas|jamais", r"\bn(?:e |')(?:le |en |l')?(?:dis|dites|informe|informez|previens|prevenez|parle|parlez|mentionne|mentionnez|revele|revelez)\w* (?:pas|jamais|rien)[^.!?;]{0,30}?(?:a l'utilisateur|l'utilisateur|aux utilisateurs|l'administrateur|l'operateur)[^.!?;]{0,40}?"),
    phrase(_R.EXTRACTION, "prompt|instruction|consigne", r"\b(?:revele|revelez|montre|montrez|affiche|affichez|repete|repetez|dis-moi|imprime)[^.!?;]{0,30}?(?:prompt (?:systeme|initial|cache)|instructions? (?:systeme|cachees|initiales|secretes|internes)|(?:tes|vos) (?:instructions|consignes)|message systeme)"),
    phrase(_R.ADDRESSED, "ia|assistant|modele|agent", r"\b(?:note|message|avis|instructions?|attention|consigne) (?:pour|a|aux?) (?:l'|la |le |toute |tout |les )?(?:ia|assistant|agent ia|modele(?: de langage)?|chatbot)s?\b[^.!?;]{0,24}?:|\bsi (?:tu es|vous etes) (?:une? )?(?:ia|modele de langage|assistant|agent ia)\b"),
    phrase(_R.AUTHORITY, "priorit|prevaut|prime|remplace|annule", r"\b(?:cette|ce|ces|ceci)[^.!?;]{0,20}?(?:a priorite sur|est prioritaire sur|prevaut sur|prime sur|remplace|annule)[^.!?;]{0,24}?(?:instruction|regles|memoire|prompt|directive|consigne)"),
    phrase(_R.FORGED_DELIMITER, "systeme", r"(?:^|\n|[>\]}.!?] ?)[\[({]?systeme[\])}]? ?: ?[^\n]{0,40}?\b(?:ignor|tu |vous |approuv|envo|oubli)"),
    phrase(_R.EXFILTRATION, "@|http",
         r"\b(?:desormais|dorenavant|a partir de maintenant|toujours|chaque fois)\b[^.!?;\n]{0,40}?\b(?:envoie|envoyez|envoyer|transfere|transferez|transferer|transmets|transmettez|partage|partagez|copie|mets|mettez)\b"
         rf"{INSIDE}{{1,80}}?{ADDRESS}"),
)  # fmt: skip

PACK = LanguagePack(
    code="fr",
    small_talk=SmallTalk(
        phrases="(?:ha|hé|hi|ah){2,}h?|mdr+|ptdr+|lol|bonjour|bonsoir|salut|coucou|hello|ça va(?: bien)?(?: et toi)?|comment (?:ça va|vas-tu|allez-vous)|quoi de neuf|ok|okay|d'accord|dac|bien|très bien|parfait|super|génial|nickel|top|merci(?: beaucoup| bien| à toi| à vous| mille fois)?|mille mercis|de rien|pas de (?:souci|problème)|je t'en prie|laisse(?: tomber)?|oublie(?: ça)?|c'est pas grave|pas grave|ce n'est pas grave|tant pis|peu importe|plus besoin|pas la peine|attends(?: (?:un peu|deux secondes|une seconde|un instant))?|une (?:seconde|minute)|deux (?:secondes|minutes)|un instant|je reviens(?: tout de suite)?|à (?:plus|demain|bientôt|tout de suite|tout à l'heure)|au revoir|(?:trop|très) (?:drôle|marrant)|bof|ouf|oh|ah|hm+|voilà",
        longest=5,
    ),
    some_day=Phrases(whole="un jour|un de ces jours|à l'occasion"),
    matters=(
        Matter(
            "home",
            Phrases(whole=r"j['’]habite|je vis (?:à|en|au)|nous (?:habitons|vivons)|mon appart\w* est"),
            Phrases(whole=r"déménag(?:é|eons)|emménag\w*|me suis installée?|habite maintenant|on s'est installés"),
            "habite vis habitons",
        ),
    ),
    secrets=SecretWords(
        passwords="mot de passe|mots de passe|mdp|code secret|code pin|pin|code confidentiel|code d'accès|code d’accès|code de carte|code de ma carte|code de la carte|code de carte bancaire|clé api|clé wifi|clé wi-fi|clef wifi|phrase de passe|passcode|digicode|identifiants|code de déverrouillage",
        links="est|c'est|c’est|sera|était|est maintenant|devient",
        about=r"oubli\w*|réinitialis\w*|au moins|minimum|doit|doivent|caractères|expir\w*|longueur|chang(?:er|é|e) (?:mon|le|de)",
        numbers=(
            IdentityNumber(
                "fr_social_security_id",
                "numéro de sécurité sociale|numéro de sécu|n° de sécurité sociale|no de sécurité sociale|numéro insee|sécurité sociale|numéro de ss|nir",
                "9_99_99_99_999_999_99|9_99_99_99_999_999|9_99_99_9A_999_999_99",
                "fr.nir",
                "9 99 99 99 999 999 99",
            ),
            IdentityNumber("fr_tax_id", "numéro fiscal|numéro d'impôt|numéro spi", "99_99_999_999_999|9999999999999"),
            IdentityNumber(
                "be_national_id",
                "numéro national|registre national|numéro de registre national|niss",
                "99_99_99_999_99",
                "be.nn",
                "99.99.99-999.99",
            ),
            IdentityNumber("ch_social_security_id", "numéro avs|n° avs", "756_9999_9999_99"),
            IdentityNumber("ca_social_insurance_id", "numéro d'assurance sociale|nas", "999_999_999"),
        ),
    ),
    to_forget=r"(?:(?:s'il (?:te|vous) pla[iî]t|stp|ok|non|désolé|peux-tu|pourrais-tu|tu peux)[,.!]? )*(?:oublie[rz]?|efface[rz]?|supprime[rz]?)(?:-le|-la)?(?: (?:ça|cela|tout|tout ça|(?:tout )?ce que (?:j['’]ai|je|tu) [^.!?]{1,60}|(?:tout )?(?:de|sur) moi|m(?:on|a|es) (?:ancien(?:ne)? )?[\w'’-]+))?(?:,? s'il (?:te|vous) pla[iî]t| maintenant)*[\s.!?]*",
    failures=Phrases(
        whole=r"erreur|échec|échoué|interrompue?|planté|refusée?|expiré|pas de réponse|pas répondu|inconnue?|incertain"
    ),
    guesses=Phrases(
        whole=r"peut-[êe]tre|probablement|sans doute|vraisemblablement|possible que|il se (?:peut|pourrait)|pas s[ûu]re?s?|je (?:crois|pense|suppose)|semble|serait|aurait|apparemment",
    ),
    powers=Phrases(
        whole=r"autoris\w+|habilit\w+|acc[èe]s|mot de passe|approuver|valider|administrateur|droits?|conformit[ée]|rgpd|root",
    ),
    another_time=Phrases(
        whole=r"autrefois|auparavant|jadis|dans le temps|quand j['’]étais (?:petite?|enfant|jeune)",
        patterns=(r"^avant,? (?!de\b|d['’]|que\b|l[ae]s?\b|l['’]|mon\b|ma\b|mes\b|\d)",),
    ),
    now=Phrases(
        whole=r"maintenant|actuel\w*|en ce moment|à présent|ces temps-ci|aujourd'hui|aujourd’hui|désormais|toujours",
    ),
    function_words=(
        "le la les l un une des du de d au aux et ou mais si que qu qui quoi quel quelle quels quelles quand "
        "où comment combien pourquoi lequel laquelle dont est est-ce qu'est-ce ce c cet cette ces je j tu il "
        "elle on nous vous ils elles me m te t se s moi toi lui leur mon ma mes ton ta tes son sa ses notre "
        "nos votre vos suis es sommes êtes sont était étais étaient été ai as a avons avez ont avait avais eu "
        "fait fais faire peut peux puis peut-on dois doit devons dans en sur sous avec sans pour par chez à y "
        "ne n pas plus très aussi ici là bien utilisateur utilisatrice aller vais va"
    ),
    relations=french_relations.RELATIONS,
    people=People(
        speaker=Phrases(whole="je|j|moi|me|m|mon|ma|mes"),
        relations=Phrases(
            whole=(
                "(?:demi-|belles?-|beaux?-|grands?-|petits?-)?(?:sœurs?|soeurs?|frères?|mère|père|fils|"
                "filles?|enfants?|parents)|maman|papa|mamie|papi|marraine|parrain|tante|oncle|cousine?s?|"
                "nièce|neveu|famille|mari|femme|épou(?:x|se)|compagnon|compagne|conjointe?|fiancée?|"
                "copine?|amie?s?|patronne?|cheffe?|collègues?|voisine?s?|colocataire|stagiaire|"
                "professeur|propriétaire"
            )
        ),
        mine="(?:mon|ma|mes|notre|nos) (?:\\w+ ){0,2}?",
    ),
    always=Phrases(
        whole=(
            "toujours|désormais|dorénavant|à l['’]avenir|à chaque fois|systématiquement|jamais|"
            "à partir (?:de maintenant|d['’]aujourd['’]hui)"
        ),
    ),
    no_rule=Phrases(
        whole="(?:j['’]ai|je n['’]ai) (?:toujours|jamais)|toujours (?:pas|en)",
    ),
    once=Phrases(
        whole=(
            "cette fois(?:-ci)?|exceptionnellement|pour (?:une fois|l['’]instant|aujourd['’]hui|ce (?:soir|coup)|cette fois)|"
            "juste (?:pour )?(?:aujourd['’]hui|ce soir|cette)|ce soir|aujourd['’]hui"
        ),
    ),
    denial=Phrases(
        begins="ce n['’]est pas (?:vrai|ça)|c['’]est faux|non,|je n['’]ai (?:jamais|pas)|pas du tout",
    ),
    address=Phrases(
        whole="assistante?s?|agents? ia|l['’]ia|modèles? de langage|tu dois|vous devez",
    ),
    this_time=Phrases(
        begins="(?:pour|juste) cette fois|cette fois(?:-ci)?|pour (?:l['’]instant|aujourd['’]hui)|exceptionnellement",
    ),
    lasting=Phrases(
        whole="d[eé]sormais|toujours|dor[eé]navant",
    ),
    reported=Phrases(
        whole="est|[eé]tait|a [eé]t[eé]",
    ),
    forbids=Phrases(
        whole=(
            r"(?:ne |n['’])(?:[^\s.;:]+ ){1,5}(?:pas|plus|jamais|rien|aucun\w*|personne)|jamais|aucune?|interdi\w+|refuse\w*|personne ne|"
            r"surtout pas|surtout ne|rien ne|hors de question|évite[zr]?|arrête[zr]?|cesse[zr]?|laisse[zr]? .{0,40}\b(?:tranquilles?|comme)|"
            "touchez? pas"
        ),
        begins="pas (?:touche|de |d['’]|question|toucher)",
    ),
    negates=Phrases(
        whole="sans",
    ),
    obliges=Phrases(
        whole="doit|doivent|il faut|seulement|toujours",
    ),
    allows=Phrases(
        whole="d['’]accord|feu vert|allez[- ]y|vas[- ]y",
        begins="approuv|valid[ée]|autoris|accept[ée]",
    ),
    decides=Phrases(
        whole="choix|on (?:part|garde|prend|reste|choisit)|nous (?:prenons|gardons|restons)",
        begins="décid|choisi|retenu",
    ),
    orders=Phrases(
        whole="surtout pas|ne touche[zr]? pas|ne touche[zr]? à rien",
    ),
    figures=Phrases(
        whole=(
            r"deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|cent|mille|moitié|dix-\w+|lundi|mardi|mercredi|jeudi|"
            "vendredi|samedi|dimanche|demain|hier|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|"
            "aujourd['’]hui"
        ),
    ),
    courtesy=r"(?:bonjour|bonsoir|salut|merci(?: beaucoup| bien)?|au revoir|bon(?:ne)? (?:week-end|journée|soirée|nuit)|de rien)[\s!.]*",
    past_days=PastDays(
        yesterday="hier",
        before_yesterday="avant-hier",
        this_morning="ce matin",
        last_week="la semaine (?:dernière|passée)",
        last_weekend="le week-end dernier",
        last_month="le mois (?:dernier|passé)",
        last_year="l['’]an(?:née)? (?:dernier|dernière|passée?)",
        makes_it_the_day_before="avant",
    ),
    ago=Ago(
        phrase="il y a N U",
        days="jours?",
        weeks="semaines?",
        months="mois",
        years="ans?|années?",
    ),
    numbers=("un une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
    instructions=Instructions(_INSTRUCTIONS),
    limit_rules=(("au maximum|au plus", r"\b(?:au maximum|au plus) \d|\b\d+ au maximum\b"),),
    sentences=Sentences(abbreviations="mme mlle"),
    changed=Phrases(
        patterns=(r"\bpeut (?:monter|aller) jusqu['’]à \S*\d\S*",),
        whole=(
            r"(?:suis|est|sommes) devenu[es]*|"
            r"(?:été|d['’]être) (?:promue?|nommée?|mutée?)|(?:ai|avons) (?:vendu|rejoint|quitté|augmenté|baissé|repris)|ai arrêté|(?:est|sont|sommes|suis) passée?s? (?:à|chez|au)|"
            "(?:suis|est|sommes|sont|êtes) (?:passée?s?|revenue?s?|repassée?s?) (?:à|au|aux|sur|chez)|"
            "(?:suis|est|sommes) (?:descendue?s?|montée?s?|retombée?s?|tombée?s?) à|"
            "(?:ai|a|avons|ont) (?:changé|remplacé|troqué|échangé|basculé|migré|déménagé)|"
            "(?:a été|est) remplacée?|au lieu d[eu']?"
        ),
    ),
    opinions=Opinions(
        likes=Phrases(whole="aime|aiment|adore|adorent|bien|super|excellente?s?|génial(?:e|es)?"),
        dislikes=Phrases(whole=r"n['’]aime (?:pas|plus)|déteste|ne supporte pas"),
    ),
    selves=Phrases(whole="je|j|moi|mon|ma|mes|nous|utilisat(?:eur|rice)|la|le|les|l"),
    subjects=Phrases(whole="je|j|nous|l['’]utilisat(?:eur|rice)"),
    kin=Phrases(
        whole="(?:mon|ma|mes|notre|nos) (?:\\w+ )?(?:sœurs?|soeurs?|frères?|mère|maman|père|papa|fils|filles?|parents|grand-mère|grand-père|tante|oncle|cousine?|nièce|neveu)"
    ),
    eats=Phrases(whole="mange|mangé|bois|boit|aime|adore|commande|commandé|préféré"),
    diets=(
        Diet(
            "vegetarian",
            Phrases(whole="végétarien(?:ne)?|végane?|végan"),
            Phrases(
                whole="steaks?|bœuf|boeuf|porc|jambon|lardons|saucisses?|viande|poulet|agneau|canard|poisson|saumon|thon"
            ),
        ),
    ),
    planned=Phrases(whole="prévois|prévoit|compte|envisage|ai l['’]intention|a l['’]intention"),
    owner=Phrases(whole="l['’]utilisat(?:eur|rice)"),
    i="je",
    times=Times(
        was=Phrases(whole="autrefois|auparavant|jadis|dans le passé"),
        past=Phrases(
            whole="habitait|habitais|vivait|vivais|travaillait|travaillais|était|étais|étaient|avait|avais|utilisait|utilisais|étudiait|a habité|ai habité|a vécu|ai vécu|a travaillé|ai travaillé|a utilisé|ai utilisé"
        ),
        goes_on=Phrases(whole="depuis|jusqu['’]à (?:présent|aujourd['’]hui)"),
        until=(r"\bjusqu['’](?:à|au|en)\s*(?:(?:la\s+)?fin\s+(?:de\s+)?)?D",),
        no_end=Phrases(whole=r"chaque|tous les|toutes les|toujours|jamais|pas|aucun\w*|annuel\w*|mensuel\w*|attend\w*"),
        wished=Phrases(whole=r"veu[xt]|voudrai\w*|souhait\w*|espèr\w*|prévoi\w*|compte\w*|envisag\w*"),
        begins=Phrases(whole="de|du|entre|depuis|à partir de"),
    ),
    dates=Dates(
        months=(
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ),
        day_mark="er",
        joins="de",
    ),
)
