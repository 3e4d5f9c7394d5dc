"""Spanish."""

from __future__ import annotations

from shared.language.packs.instructions import ADDRESS, INSIDE, InstructionReason, Instructions, phrase, together
from shared.language.packs.pack import Ago, Dates, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import Diet, Matter, Opinions, People, Sentences, SmallTalk
from shared.language.packs.relations import spanish_relations
from shared.language.packs.secret_words import IdentityNumber, SecretWords

_R = InstructionReason
_INSTRUCTIONS = (
    together(_R.OVERRIDE, r"ignor(?:a|e|ad|en|ar)\b|olvid(?:a|e|ad|en|ar)\b|descart(?:a|e|en)\b|haz caso omiso|omit(?:e|a)\b|anul(?:a|e)\b|desobedec|no sigas|no obedezcas",
             r"instruccion|indicacion|ordenes|reglas|directrices|prompt|mensajes? del sistema|restriccion", r"anterior|previ|precedent|de arriba|tod[oa]s|tus|del sistema|original|cualquier|recibid"),
    together(_R.EXFILTRATION, r"envi(?:a|e|ar|ame|enme)|mand(?:a|e|ar|ame)|reenvi|compart(?:e|a|ir)|transmit|filtr(?:a|e)|sub(?:e|a|ir)|copi(?:a|e|ar)|publi(?:ca|que|car)|entreg(?:a|ue|ar)|reveal|revel(?:a|e|ar)",
             r"memoria|recuerdos|credencial|contrasena|clave|secreto|token|datos (?:intern|confidencial|privad|de (?:los )?(?:usuario|cliente)|personal)|informacion (?:interna|confidencial|privada)|historial|conversacion",
             r"a mi\b|me\b|\w+ame\b|http|[\w.+-]+@|extern|siguiente|esta direccion|este correo", unless="no |nunca |jamas "),
    phrase(_R.EXFILTRATION, "enviame|mandame|dame|reenviame|muestrame", r"\b(?:enviame|mandame|dame|reenviame|muestrame)\b[^.!?;]{0,30}?(?:contrasenas|credenciales|secretos|memorias|claves|recuerdos)"),
    phrase(_R.EXFILTRATION, "envi|mand|reenvi|compart", r"(?:a partir de ahora|de ahora en adelante|desde ahora|siempre|cada vez)[^.!?;]{0,40}?\b(?:envia|manda|reenvia|comparte|envie|mande)\w*[^.!?;]{0,50}?(?:memoria|recuerdos|credencial|contrasena|secreto|datos (?:intern|confidencial|privad|personal)|conversacion)"),
    phrase(_R.BYPASS, "aprob|autoriz|verific|confirm|segur|control|permis", r"\b(?:puedes|debes|puede|tienes que|se te permite|estas autorizado|no necesitas|no hace falta)[^.!?;]{0,24}?\b(?:salt|omit|ignor|evit|desactiv|elud|pedir|esperar|solicitar)\w*[^.!?;]{0,30}?(?:aprobaci|autorizaci|verificaci|confirmaci|seguridad|controles|permiso)"),
    phrase(_R.BYPASS, "aprueb|autori|acept|conced", r"(?:^|[.:;!?,>] ?|\by |\bsiempre |\bahora |\bautomaticamente )(?:aprueb[ae]|autoric?[ae]|autoriza|acept[ae]|conced[ea])\w* (?:tod[oa]s|cualquier|cada)[^.!?;]{0,24}?(?:reembolso|solicitud|pago|transferencia|transaccion|peticion|devolucion|compra|acceso)"),
    phrase(_R.ROLE, "eres|actua|comportate|finge|modo", r"\b(?:ahora eres|eres ahora|a partir de ahora eres|actua como|comportate como|finge (?:ser|que))[^.!?;]{0,50}?(?:sin (?:ninguna )?(?:restriccion|limite|filtro|regla|censura)|modo (?:desarrollador|dios)|\bdan\b|\broot\b|administrador del sistema)"),
    phrase(_R.SECRECY, "digas|inform|avis|mencion|cuent|revel", r"\bno (?:se lo |le |les )?(?:digas|informes|avises|menciones|cuentes|reveles)\b[^.!?;]{0,30}?(?:al usuario|a los usuarios|al administrador|al operador)"),
    phrase(_R.EXTRACTION, "prompt|instruccion|mensaje del sistema", r"\b(?:revela|muestra|muestrame|imprime|repite|dime|escribe|ensename)\w*[^.!?;]{0,30}?(?:prompt (?:del sistema|inicial|oculto)|instrucciones (?:del sistema|ocultas|iniciales|secretas|internas)|tus instrucciones|mensaje del sistema)"),
    phrase(_R.ADDRESSED, "ia|asistente|modelo|agente", r"\b(?:nota|mensaje|aviso|instrucciones?|atencion) (?:para|a) (?:la |el |cualquier |todo )?(?:ia|asistente|agente de ia|modelo(?: de lenguaje)?|chatbot)\b[^.!?;]{0,24}?:|\bsi eres (?:una? )?(?:ia|modelo de lenguaje|asistente|agente de ia)\b"),
    phrase(_R.AUTHORITY, "prioridad|prevalec|anula|sustituy|reemplaz", r"\b(?:esta|este|estas|lo siguiente)[^.!?;]{0,20}?(?:tiene prioridad sobre|prevalece sobre|anula|sustituye|reemplaza)[^.!?;]{0,24}?(?:instruccion|reglas|memoria|prompt|directric)"),
    phrase(_R.FORGED_DELIMITER, "sistema", r"(?:^|\n|[>\]}.!?] ?)[\[({]?sistema[\])}]? ?: ?[^\n]{0,40}?\b(?:ignora|debes|puedes|aprueba|envia|olvida|salta|ahora eres)"),
    phrase(_R.EXFILTRATION, "@|http",
         r"\b(?:a partir de ahora|de ahora en adelante|desde ahora|siempre|cada vez)\b[^.!?;\n]{0,40}?\b(?:envia|envie|enviad|manda|mande|reenvia|reenvie|comparte|sube|copia)\b"
         rf"{INSIDE}{{1,80}}?{ADDRESS}"),
)  # fmt: skip

PACK = LanguagePack(
    code="es",
    small_talk=SmallTalk(
        phrases="(?:ja|je|ji|jo){2,}j?|lol|xd+|hola|buenas|buen[oa]s (?:días|tardes|noches)|qué tal|cómo (?:estás|va|andas|te va)(?: todo)?|todo bien|vale|ok|okey|dale|listo|de acuerdo|claro|perfecto|genial|bien|muy bien|estupendo|gracias|muchas gracias|mil gracias|gracias (?:a ti|por todo)|de nada|no hay de qué|déjalo|deja|olvídalo|olvida|da igual|no importa|no pasa nada|no hace falta|ya no hace falta|nada|espera(?: un (?:segundo|momento|poco|minuto))?|un (?:momento|segundo|momentito|segundito)|ahora vuelvo|vuelvo enseguida|ya vuelvo|hasta (?:luego|mañana|pronto)|adiós|chao|qué (?:bueno|risa|gracioso|gracia)|ay|uf+|bah|hm+",
        longest=5,
    ),
    some_day=Phrases(whole="algún día|un día de estos|en algún momento|en el futuro"),
    matters=(
        Matter(
            "home",
            Phrases(whole="(?:vivo|vivimos|resido) en|mi (?:casa|piso) está"),
            Phrases(
                whole="me (?:he )?mud(?:é|ado)|nos (?:hemos )?mud(?:amos|ado)|me tra?slad(?:é|ado)|nos trasladamos|ahora vivo"
            ),
            "vivo vivimos resido",
        ),
    ),
    secrets=SecretWords(
        passwords="contraseña|contraseñas|clave|clave de acceso|clave del wifi|clave secreta|pin|código pin|código de acceso|código secreto|contrasena|passcode|clave api|clave de api|password|frase de contraseña",
        links="es|está|sería|era|es ahora|ahora es",
        about=r"olvid\w*|restablec\w*|al menos|mínimo|debe|deben|tiene que|caracteres|caduc\w*|venc\w*|longitud|éxito|cambi(?:ar|é|o) (?:mi|la)|pública",
        numbers=(
            IdentityNumber(
                "es_identity_id",
                "dni|d.n.i.|nif|documento nacional de identidad|número de dni|dni es",
                "99999999_A|99_999_999_A|99_999_999|99999999",
            ),
            IdentityNumber(
                "es_foreigner_id", "nie|n.i.e.|número de identidad de extranjero|número de extranjero", "A_9999999_A"
            ),
            IdentityNumber("mx_population_id", "curp", "AAAA999999AAAAAAX9", "mx.curp", "AAAA999999AAAAAAX9"),
            IdentityNumber(
                "cl_identity_id", "rut|r.u.t.|run|cédula chilena", "9_999_999_X|99_999_999_X", "cl.rut", "99.999.999-X"
            ),
            IdentityNumber("ar_tax_id", "cuil|cuit", "99_99999999_9"),
            IdentityNumber(
                "national_identity_id",
                "cédula|cédula de identidad|cédula de ciudadanía|número de cédula|documento de identidad",
                "9999999|99999999|999999999|9999999999|99_999_999|9_999_999_999|999_999_9999",
            ),
            IdentityNumber(
                "es_social_security_id",
                "seguridad social|número de la seguridad social|nuss",
                "99_9999999999|99_99999999_99|999999999999",
            ),
        ),
    ),
    to_forget=r"(?:(?:por favor|vale|no|perdona|puedes|podrías)[,.!]? )*(?:olvid(?:a|e|ar)(?:lo|la|te de)?|borr(?:a|e|ar)(?:lo|la)?|elimin(?:a|e|ar)(?:lo|la)?)(?: (?:eso|esto|todo|lo que (?:te )?(?:dije|he dicho|sabes)[^.!?]{0,40}|todo lo que [^.!?]{1,60}|(?:todo )?sobre mí|mi (?:antigu[oa] |viej[oa] )?[\w-]+(?: antigu[oa]| viej[oa])?))?(?:,? por favor| ya| ahora)*[\s.!?¡¿]*",
    failures=Phrases(
        whole=r"error|falló|fallo|fallida|canceló|cayó|rechazad[oa]|denegado|sin respuesta|no respondió|desconocid[oa]|incierto|tiempo de espera"
    ),
    guesses=Phrases(
        whole="quizás?|tal vez|a lo mejor|probablemente|posiblemente|seguramente|puede que|es posible que|podría|no estoy segur[oa]|creo que|supongo|parece (?:que|ser)|al parecer",
    ),
    powers=Phrases(
        whole=r"autorizad[oa]s?|facultad[oa]s?|acceso|contraseña|aprobar|administrador\w*|permisos?|cumplimiento|rgpd|root",
    ),
    another_time=Phrases(
        whole=r"antiguamente|anteriormente|de (?:niñ[oa]|pequeñ[oa]|joven)|sol(?:ía|íamos)",
        patterns=(r"^antes,? (?!de\b|del\b|que\b)",),
    ),
    now=Phrases(
        whole=r"ahora|actual\w*|en este momento|hoy|hoy en día|últimamente|todavía|sigue\w*",
    ),
    function_words=(
        "el la los las lo un una unos unas de del al a y e o u pero si que qué quien quién quienes quiénes "
        "cuál cual cuáles cuales cuándo cuando dónde donde adónde adonde cómo como cuánto cuánta cuántos "
        "cuántas cuanto por para con sin en sobre entre desde hasta yo tú él ella nosotros nosotras ellos "
        "ellas me te se nos os le les mi mis tu tus su sus nuestro nuestra nuestros nuestras es son soy eres "
        "somos era eran fue ser está están estoy estaba estar he has ha hemos han había hay tengo tiene "
        "tienes tenemos tienen tener puedo puede podemos debo debe hago hace hacer voy va ir mí ti este esta "
        "estos estas ese esa eso esto no ni muy más ya también usuario usuaria"
    ),
    relations=spanish_relations.RELATIONS,
    people=People(
        speaker=Phrases(
            whole=("yo|me|mí|mis?|tengo|soy|vivo|trabajo|nací|uso|practico|estudié|llego|puedo|debo|hago|voy|conduzco")
        ),
        relations=Phrases(
            whole=(
                "herman(?:astr)?[oa]s?|madre|mamá|padres?|papá|hij[oa]s?|abuel[oa]s?|niet[oa]s?|tí[oa]s?|"
                "prim[oa]s?|sobrin[oa]s?|cuñad[oa]s?|suegr[oa]s?|madrina|padrino|familia|marido|mujer|"
                "espos[oa]|pareja|novi[oa]|prometid[oa]|amig[oa]s?|jef[ea]|compañer[oa]s?|colegas?|"
                "vecin[oa]s?|becari[oa]s?|profesora?|caser[oa]"
            )
        ),
        mine="(?:a )?(?:mis?|nuestr[oa]s?) (?:\\w+ ){0,2}?",
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
    instructions=Instructions(_INSTRUCTIONS),
    sentences=Sentences(abbreviations="sra srta p.ej", before_a_number="núm art cap"),
    changed=Phrases(
        patterns=(r"\b(?:podemos|se puede|puede) (?:llegar|subir|ir) (?:a|hasta) \S*\d\S*",),
        whole=(
            r"me (?:he hecho|hice|he vuelto|volví)|"
            r"(?:me|nos) (?:han )?(?:ascendi\w+|nombra\w+)|vend(?:í|imos|ió)|he pasado|dej(?:é|amos) de|(?:ha|han) (?:subido|bajado)|(?:pasó|pasaron) a|"
            "(?:me|nos|se) (?:pasé|pasó|pasamos|pasaron|cambié|cambió|cambiamos|mudé|mudó|mudamos)|"
            "(?:me|nos|se) (?:he|ha|hemos|han) (?:pasado|cambiado|mudado)|"
            "(?:cambié|cambiamos|cambió|hemos cambiado|he cambiado|ha cambiado)|sustitu(?:í|ió|imos|ido|ida)|"
            "reemplac(?:é|ó|amos)|reemplazad[oa]|(?:he|ha|hemos) (?:bajado|subido|vuelto) (?:a|al|hasta)|"
            "(?:bajé|subí|bajó|subió|volví) (?:a|al|hasta)|en (?:vez|lugar) de|ya voy por"
        ),
    ),
    opinions=Opinions(
        likes=Phrases(whole="me gustan?|le gustan?|me encantan?|le encantan?|buen[oa]s?|geniales?|genial|excelente"),
        dislikes=Phrases(whole="no (?:me|le) gustan?|odi[oa]|detest[oa]|no soport[oa]"),
    ),
    selves=Phrases(whole="yo|me|mi|mis|a mí|le|usuari[oa]|el|la|los|las"),
    subjects=Phrases(whole="yo|me|nos|(?:el |la )?usuari[oa]|a mí"),
    kin=Phrases(
        whole="(?:mis?|nuestr[oa]s?) (?:\\w+ )?(?:herman[oa]s?|madre|mamá|padres?|papá|hij[oa]s?|abuel[oa]|t[íi][oa]|prim[oa]|sobrin[oa])"
    ),
    eats=Phrases(whole="como|come|comí|comer|bebo|bebe|me encantan?|me gustan?|le encantan?|pido|pedí|favorit[oa]"),
    diets=(
        Diet(
            "vegetarian",
            Phrases(whole="vegetarian[oa]|vegan[oa]"),
            Phrases(whole="bistec|filete|carne|ternera|cerdo|jamón|pollo|cordero|pescado|salmón|atún|chorizo"),
        ),
    ),
    planned=Phrases(whole="planeo|planea|pienso|piensa|quiero|quiere|tengo previsto|tiene previsto"),
    owner=Phrases(whole="(?:el|la|al|del) usuari[oa]"),
    i="yo",
    times=Times(
        was=Phrases(
            whole=r"antiguamente|en el pasado|solía|solían|solíamos|antes (?:vivía|trabajaba|era|estaba|usaba|tenía|estudiaba)\w*"
        ),
        past=Phrases(
            whole="vivía|vivían|vivió|trabajaba|trabajó|fue|fueron|estaba|estuvo|tenía|tuvo|usaba|usó|estudiaba|estudió"
        ),
        goes_on=Phrases(whole="desde|hasta hoy|hasta ahora"),
        until=(r"\bhasta\s+(?:el\s+)?(?:(?:fin|final|finales)\s+de\s+)?D",),
        no_end=Phrases(whole=r"cada|todos los|todas las|siempre|nunca|jamás|no|anual\w*|mensual\w*|esper\w*"),
        wished=Phrases(whole=r"quier\w*|quisier\w*|esper\w*|plane\w*|piens\w*|pretend\w*"),
        begins=Phrases(whole="de|desde|entre"),
    ),
    dates=Dates(
        months=(
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre|setiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ),
        day_mark="º",
        joins="de|del",
    ),
)
