"""Spanish."""

from __future__ import annotations

from shared.language.packs.pack import Ago, LanguagePack, PastDays, Phrases

PACK = LanguagePack(
    code="es",
    now=Phrases(
        whole=r"ahora|actual\w*|en este momento|hoy|hoy en día|últimamente|todavía|sigue\w*",
    ),
    always=Phrases(
        whole="siempre|de ahora en adelante|a partir de ahora|en adelante|cada vez|nunca|jamás|por norma",
    ),
    no_rule=Phrases(
        whole="(?:siempre|nunca) (?:me )?(?:lo )?(?:he|había)",
    ),
    once=Phrases(
        whole=(
            "esta vez|por (?:hoy|ahora|esta vez|una vez)|(?:solo|sólo) (?:hoy|por hoy|esta|este)|hoy|esta (?:noche|tarde)|de momento|"
            "excepcionalmente"
        ),
    ),
    denial=Phrases(
        begins="no es (?:cierto|verdad|así)|eso es falso|no,|yo no|nunca he|nunca dije",
    ),
    address=Phrases(
        whole="asistentes?|agentes?|la ia|modelos? de lenguaje|debes|tienes que",
    ),
    this_time=Phrases(
        whole="esta vez|por (?:hoy|ahora|esta vez)|s[oó]lo (?:hoy|por hoy|esta vez)",
    ),
    lasting=Phrases(
        whole="siempre|a partir de",
    ),
    reported=Phrases(
        whole="fue|era|ha sido",
    ),
    forbids=Phrases(
        whole=r"nunca|jamás|nadie|ning[uú]n\w*|prohib\w+|proh[ií]b\w+|tampoco|rechaz\w+|nada de|ni se|me opongo|en contra|evit(?:a|e|ar|en)",
        begins=(
            r"dej[ae]\w* .{0,40}\b(?:en paz|como est)|"
            "no (?:me |te |se |lo |la |le |nos |los |las )?(?:toqu|reinici|borr|hag|us|quier|pued|deb|cambi|envi|elimin|apag|acept|permit)"
        ),
    ),
    negates=Phrases(
        whole="sin|no",
    ),
    obliges=Phrases(
        whole="debe[ns]?|hay que|solo|siempre",
    ),
    allows=Phrases(
        whole="adelante|visto bueno|de acuerdo|luz verde",
        begins=r"aprob|autoriz|proced\w+",
    ),
    decides=Phrases(
        whole="vamos (?:con|de|a usar)|nos quedamos|usaremos",
        begins="decid|eleg[ií]|elij",
    ),
    orders=Phrases(
        whole="no toques?|prohibido",
    ),
    limits=Phrases(
        whole=r"\d+ como máximo",
        begins=r"como máximo \d",
    ),
    figures=Phrases(
        whole=(
            "dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cien|mil|mitad|doble|lunes|martes|miércoles|"
            "jueves|viernes|sábado|domingo|mañana|hoy|ayer|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|"
            "diciembre"
        ),
    ),
    courtesy=r"[¡\s]*(?:hola|buen[oa]s (?:días|tardes|noches)|(?:muchas )?gracias|adiós|hasta (?:luego|mañana)|buen fin de semana|de nada)[\s!.]*",
    past_days=PastDays(
        yesterday="ayer",
        before_yesterday="anteayer|antier",
        this_morning="esta mañana",
        last_week="la semana pasada",
        last_weekend="el fin de semana pasado",
        last_month="el mes pasado",
        last_year="el año pasado",
    ),
    ago=Ago(
        phrase="hace N U",
        days="días?",
        weeks="semanas?",
        months="mes(?:es)?",
        years="años?",
    ),
    numbers=("un una uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"),
)
