"""French."""

from __future__ import annotations

from shared.language.packs.pack import Ago, LanguagePack, PastDays, Phrases

PACK = LanguagePack(
    code="fr",
    now=Phrases(
        whole=r"maintenant|actuel\w*|en ce moment|à présent|ces temps-ci|aujourd'hui|aujourd’hui|désormais|toujours",
    ),
    always=Phrases(
        begins=(
            "toujours|désormais|dorénavant|à l['’]avenir|à chaque fois|systématiquement|jamais|"
            r"à partir (?:de maintenant|d['’]aujourd['’]hui))(?!\w"
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
)
