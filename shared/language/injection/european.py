"""Spanish, Portuguese, Italian, French, German, Dutch, Russian; and the commonest order in some more. Without accents."""

from __future__ import annotations

from shared.language.injection.rule import InstructionReason, Rule, rule, together

_R = InstructionReason

SPANISH = (
    together(_R.OVERRIDE, r"ignor(?:a|e|ad|en|ar)\b|olvid(?:a|e|ad|en|ar)\b|descart(?:a|e|en)\b|haz caso omiso|omit(?:e|a)\b|anul(?:a|e)\b|desobedec|no sigas|no obedezcas",
             r"instruccion|indicacion|ordenes|reglas|directrices|prompt|mensajes? del sistema|restriccion", r"anterior|previ|precedent|de arriba|tod[oa]s|tus|del sistema|original|cualquier|recibid"),
    together(_R.EXFILTRATION, r"envi(?:a|e|ar|ame|enme)|mand(?:a|e|ar|ame)|reenvi|compart(?:e|a|ir)|transmit|filtr(?:a|e)|sub(?:e|a|ir)|copi(?:a|e|ar)|publi(?:ca|que|car)|entreg(?:a|ue|ar)|reveal|revel(?:a|e|ar)",
             r"memoria|recuerdos|credencial|contrasena|clave|secreto|token|datos (?:intern|confidencial|privad|de (?:los )?(?:usuario|cliente)|personal)|informacion (?:interna|confidencial|privada)|historial|conversacion",
             r"a mi\b|me\b|\w+ame\b|http|[\w.+-]+@|extern|siguiente|esta direccion|este correo", unless="no |nunca |jamas "),
    rule(_R.EXFILTRATION, "enviame|mandame|dame|reenviame|muestrame", r"\b(?:enviame|mandame|dame|reenviame|muestrame)\b[^.!?;]{0,30}?(?:contrasenas|credenciales|secretos|memorias|claves|recuerdos)"),
    rule(_R.EXFILTRATION, "envi|mand|reenvi|compart", r"(?:a partir de ahora|de ahora en adelante|desde ahora|siempre|cada vez)[^.!?;]{0,40}?\b(?:envia|manda|reenvia|comparte|envie|mande)\w*[^.!?;]{0,50}?(?:memoria|recuerdos|credencial|contrasena|secreto|datos (?:intern|confidencial|privad|personal)|conversacion)"),
    rule(_R.BYPASS, "aprob|autoriz|verific|confirm|segur|control|permis", r"\b(?:puedes|debes|puede|tienes que|se te permite|estas autorizado|no necesitas|no hace falta)[^.!?;]{0,24}?\b(?:salt|omit|ignor|evit|desactiv|elud|pedir|esperar|solicitar)\w*[^.!?;]{0,30}?(?:aprobaci|autorizaci|verificaci|confirmaci|seguridad|controles|permiso)"),
    rule(_R.BYPASS, "aprueb|autori|acept|conced", r"(?:^|[.:;!?,>] ?|\by |\bsiempre |\bahora |\bautomaticamente )(?:aprueb[ae]|autoric?[ae]|autoriza|acept[ae]|conced[ea])\w* (?:tod[oa]s|cualquier|cada)[^.!?;]{0,24}?(?:reembolso|solicitud|pago|transferencia|transaccion|peticion|devolucion|compra|acceso)"),
    rule(_R.ROLE, "eres|actua|comportate|finge|modo", r"\b(?:ahora eres|eres ahora|a partir de ahora eres|actua como|comportate como|finge (?:ser|que))[^.!?;]{0,50}?(?:sin (?:ninguna )?(?:restriccion|limite|filtro|regla|censura)|modo (?:desarrollador|dios)|\bdan\b|\broot\b|administrador del sistema)"),
    rule(_R.SECRECY, "digas|inform|avis|mencion|cuent|revel", r"\bno (?:se lo |le |les )?(?:digas|informes|avises|menciones|cuentes|reveles)\b[^.!?;]{0,30}?(?:al usuario|a los usuarios|al administrador|al operador)"),
    rule(_R.EXTRACTION, "prompt|instruccion|mensaje del sistema", r"\b(?:revela|muestra|muestrame|imprime|repite|dime|escribe|ensename)\w*[^.!?;]{0,30}?(?:prompt (?:del sistema|inicial|oculto)|instrucciones (?:del sistema|ocultas|iniciales|secretas|internas)|tus instrucciones|mensaje del sistema)"),
    rule(_R.ADDRESSED, "ia|asistente|modelo|agente", r"\b(?:nota|mensaje|aviso|instrucciones?|atencion) (?:para|a) (?:la |el |cualquier |todo )?(?:ia|asistente|agente de ia|modelo(?: de lenguaje)?|chatbot)\b[^.!?;]{0,24}?:|\bsi eres (?:una? )?(?:ia|modelo de lenguaje|asistente|agente de ia)\b"),
    rule(_R.AUTHORITY, "prioridad|prevalec|anula|sustituy|reemplaz", r"\b(?:esta|este|estas|lo siguiente)[^.!?;]{0,20}?(?:tiene prioridad sobre|prevalece sobre|anula|sustituye|reemplaza)[^.!?;]{0,24}?(?:instruccion|reglas|memoria|prompt|directric)"),
    rule(_R.FORGED_DELIMITER, "sistema", r"(?:^|\n|[>\]}.!?] ?)[\[({]?sistema[\])}]? ?: ?[^\n]{0,40}?\b(?:ignora|debes|puedes|aprueba|envia|olvida|salta|ahora eres)"),
)  # fmt: skip

PORTUGUESE = (
    together(_R.OVERRIDE, r"ignor(?:e|a|em|ar)\b|esque(?:ca|cam|cer)\b|desconsider|descart(?:e|a)\b|nao siga", r"instruc|ordens|regras|diretriz|prompt|orientac", r"anterior|previ|acima|tod[oa]s|suas|do sistema|origina|qualquer"),
    together(_R.EXFILTRATION, r"envi(?:e|a|ar)|mand(?:e|a|ar)|encaminh|compartilh|vaz(?:e|a)\b", r"memoria|lembranc|credencia|senha|segredo|dados (?:intern|confidencia|privad|pessoa|dos? usuario)|conversa", r"para mim|me\b|http|[\w.+-]+@|extern|seguinte", unless="nao |nunca "),
    rule(_R.BYPASS, "aprov|autoriz|verific|confirm|segur", r"\bvoce (?:pode|deve|nao precisa)[^.!?;]{0,24}?\b(?:pular|ignorar|contornar|desativar|dispensar|pedir)\w*[^.!?;]{0,30}?(?:aprovac|autorizac|verificac|confirmac|seguranca)|(?:^|[.:;!?,>] ?|\be |\bsempre )(?:aprove|autorize|aceite) (?:tod[oa]s|qualquer)[^.!?;]{0,24}?(?:reembolso|solicitac|pagamento|transferenc|pedido)"),
    rule(_R.ROLE, "agora voce|voce agora|aja como|finja", r"\b(?:agora voce e|voce agora e|aja como|finja (?:ser|que))[^.!?;]{0,50}?(?:sem (?:nenhuma )?(?:restric|limit|filtro|regra)|modo desenvolvedor|\bdan\b)"),
    rule(_R.EXTRACTION, "prompt|instruc", r"\b(?:revele|mostre|imprima|repita|diga)[^.!?;]{0,30}?(?:prompt (?:do sistema|inicial|oculto)|instrucoes (?:do sistema|ocultas|iniciais|internas)|suas instrucoes)"),
)  # fmt: skip

ITALIAN = (
    together(_R.OVERRIDE, r"ignor(?:a|i|ate|are)\b|dimentic(?:a|hi|ate|are)\b|trascur|scart(?:a|i)\b|non seguire", r"istruzion|ordini|regole|direttiv|prompt|indicazion", r"precedent|anterior|sopra|tutt[ei]|tue|del sistema|original|qualsiasi"),
    together(_R.EXFILTRATION, r"invi(?:a|ami|are)\b|mand(?:a|ami|are)\b|inoltr|condivid|trasmett", r"memori|ricord|credenzial|password|segret|dati (?:intern|riservat|privat|personal|degli utenti)|conversazion", r"a me|\w+ami\b|mi\b|http|[\w.+-]+@|estern|seguente", unless="non |mai "),
    rule(_R.EXFILTRATION, "inviami|mandami|dammi|inoltrami|mostrami", r"\b(?:inviami|mandami|dammi|inoltrami|mostrami)\b[^.!?;]{0,30}?(?:password|credenziali|segreti|memorie|ricordi|chiavi)"),
    rule(_R.BYPASS, "approv|autorizz|verific|conferm|sicurezz", r"\b(?:puoi|devi|non devi|non serve)[^.!?;]{0,24}?\b(?:saltare|ignorare|aggirare|disattivare|chiedere)\w*[^.!?;]{0,30}?(?:approvazion|autorizzazion|verific|conferm|sicurezza)|(?:^|[.:;!?,>] ?|\be |\bsempre )(?:approva|autorizza|accetta) (?:tutt[ei]|ogni|qualsiasi)[^.!?;]{0,24}?(?:rimbors|richiest|pagament|trasferiment|ordin)"),
    rule(_R.ROLE, "ora sei|adesso sei|agisci come|fingi", r"\b(?:ora sei|adesso sei|agisci come|fingi (?:di|che))[^.!?;]{0,50}?(?:senza (?:alcuna |nessuna )?(?:restrizion|limit|filtr|regol)|modalita sviluppatore|\bdan\b)"),
    rule(_R.EXTRACTION, "prompt|istruzion", r"\b(?:rivela|mostra|mostrami|stampa|ripeti|dimmi)[^.!?;]{0,30}?(?:prompt (?:di sistema|iniziale|nascosto)|istruzioni (?:di sistema|nascoste|iniziali|interne)|tue istruzioni)"),
)  # fmt: skip

FRENCH = (
    together(_R.OVERRIDE, r"ignor(?:e|ez|er)\b|oubli(?:e|ez|er)\b|neglige|fais abstraction|faites abstraction|ne (?:suis|suivez|tiens|tenez)|contourne|annul(?:e|ez)\b|outrepass",
             r"instruction|consigne|ordres|regles|directive|prompt|message systeme", r"precedent|anterieur|ci-dessus|tout|vos|tes|du systeme|initial|origin|compte|recu"),
    together(_R.EXFILTRATION, r"envo(?:ie|yez|yer)|transmet|transfer|partag(?:e|ez)|divulgu|communiqu(?:e|ez)|copi(?:e|ez)|publi(?:e|ez)|revel(?:e|ez)",
             r"memoire|souvenirs|identifiants|mots? de passe|secret|jeton|cles? api|donnees (?:intern|confidentiel|privee|personnel|des? (?:utilisateur|client))|informations? (?:intern|confidentiel|privee)|conversation|historique",
             r"a moi|moi\b|http|[\w.+-]+@|extern|suivante|cette adresse", unless="pas |jamais "),
    rule(_R.EXFILTRATION, "envo|transm|partag|transf", r"(?:desormais|a partir de maintenant|dorenavant|toujours|chaque fois)[^.!?;]{0,40}?\b(?:envo|transm|partag|transfer)\w*[^.!?;]{0,50}?(?:memoire|souvenirs|identifiants|mots? de passe|secret|donnees (?:intern|confidentiel|privee|personnel)|conversation)"),
    rule(_R.BYPASS, "approb|autoris|verif|confirm|secur|valid|controle", r"\b(?:tu (?:peux|dois)|vous (?:pouvez|devez)|inutile de|pas besoin de)[^.!?;]{0,24}?\b(?:saut|ignor|contourn|desactiv|passer|omett|demand|attend)\w*[^.!?;]{0,30}?(?:approbation|autorisation|verification|confirmation|securite|validation|controles)"),
    rule(_R.BYPASS, "approuv|autoris|accept|valid", r"(?:^|[.:;!?,>] ?|\bet |\btoujours )(?:approuve|approuvez|autorise|autorisez|accepte|acceptez|valide|validez) (?:tous|toutes|toute|chaque|n'importe)[^.!?;]{0,24}?(?:remboursement|demande|paiement|virement|transaction|commande|acces)"),
    rule(_R.ROLE, "tu es|vous etes|agis comme|agissez|fais semblant|comporte", r"\b(?:tu es (?:maintenant|desormais)|vous etes (?:maintenant|desormais)|agis(?:sez)? comme|fai(?:s|tes) semblant|comporte-toi)[^.!?;]{0,50}?(?:sans (?:aucune? )?(?:restriction|limite|filtre|regle|censure)|mode developpeur|\bdan\b|\broot\b)"),
    rule(_R.SECRECY, "pas|jamais", r"\bn(?:e |')(?:le |en |l')?(?:dis|dites|informe|informez|previens|prevenez|parle|parlez|mentionne|mentionnez|revele|revelez)\w* (?:pas|jamais|rien)[^.!?;]{0,30}?(?:a l'utilisateur|l'utilisateur|aux utilisateurs|l'administrateur|l'operateur)[^.!?;]{0,40}?"),
    rule(_R.EXTRACTION, "prompt|instruction|consigne", r"\b(?:revele|revelez|montre|montrez|affiche|affichez|repete|repetez|dis-moi|imprime)[^.!?;]{0,30}?(?:prompt (?:systeme|initial|cache)|instructions? (?:systeme|cachees|initiales|secretes|internes)|(?:tes|vos) (?:instructions|consignes)|message systeme)"),
    rule(_R.ADDRESSED, "ia|assistant|modele|agent", r"\b(?:note|message|avis|instructions?|attention|consigne) (?:pour|a|aux?) (?:l'|la |le |toute |tout |les )?(?:ia|assistant|agent ia|modele(?: de langage)?|chatbot)s?\b[^.!?;]{0,24}?:|\bsi (?:tu es|vous etes) (?:une? )?(?:ia|modele de langage|assistant|agent ia)\b"),
    rule(_R.AUTHORITY, "priorit|prevaut|prime|remplace|annule", r"\b(?:cette|ce|ces|ceci)[^.!?;]{0,20}?(?:a priorite sur|est prioritaire sur|prevaut sur|prime sur|remplace|annule)[^.!?;]{0,24}?(?:instruction|regles|memoire|prompt|directive|consigne)"),
    rule(_R.FORGED_DELIMITER, "systeme", r"(?:^|\n|[>\]}.!?] ?)[\[({]?systeme[\])}]? ?: ?[^\n]{0,40}?\b(?:ignor|tu |vous |approuv|envo|oubli)"),
)  # fmt: skip

GERMAN = (
    together(_R.OVERRIDE, r"ignorier(?:e|en|t|st)?\b|vergiss\b|vergesst\b|vergessen sie|missacht|verwirf|uberschreib|befolge (?:nicht|keine)|beachte (?:nicht|keine)|setz",
             r"anweisung|instruktion|befehl|regeln|vorgaben|richtlinien|prompt|systemnachricht", r"vorherig|vorig|bisherig|fruher|obig|oben|all|deine|ihre|system|ursprunglich|jegliche|samtliche|ausser kraft"),
    together(_R.EXFILTRATION, r"send(?:e|en|et)\b|schick(?:e|en|t)?\b|leite|ubermittl|teile|kopier|veroffentlich|gib\b|exportier|lade|ladt",
             r"erinnerung|gedachtnis|zugangsdaten|passwort|passworter|geheimnis|schlussel|token|(?:intern|vertraulich|privat|personlich|geheim)\w* (?:daten|information|unterlagen|erinnerung|notizen)|kundendaten|nutzerdaten|gesprach|chatverlauf",
             r"an mich|mir\b|http|[\w.+-]+@|extern|folgende|diese adresse", unless="nicht |nie |niemals "),
    rule(_R.EXFILTRATION, "send|schick|leite|ubermittl", r"(?:ab sofort|von nun an|ab jetzt|kunftig|immer|jedes mal|jedesmal)[^.!?;]{0,40}?\b(?:send|schick|leite|ubermittl|teil)\w*[^.!?;]{0,50}?(?:erinnerung|gedachtnis|zugangsdaten|passw|geheim|(?:intern|vertraulich|privat)\w* (?:daten|information|erinnerung)|gesprach)"),
    rule(_R.EXFILTRATION, "send|schick|leite|ubermittl", r"(?:ab sofort|von nun an|ab jetzt|kunftig|immer|jedes mal)[^.!?;]{0,20}?(?:all\w* )?(?:intern|vertraulich|privat)\w* (?:erinnerung|daten|information)\w*[^.!?;]{0,40}?(?:send|schick|weiterleit|ubermittel)"),
    rule(_R.BYPASS, "genehmig|freigab|bestatig|prufung|sicherheit|autorisier|zustimm", r"\b(?:du (?:darfst|kannst|sollst|musst)|sie (?:durfen|konnen|sollen|mussen)|es ist nicht notig)[^.!?;]{0,60}?(?:genehmigung|freigabe|bestatigung|prufung|sicherheits|autorisierung|zustimmung)\w*[^.!?;]{0,30}?(?:uberspring|umgeh|ignorier|deaktivier|auslass|verzicht|nicht (?:einholen|abwarten|brauch)|einzuholen)"),
    rule(_R.BYPASS, "genehmig|bewillig|akzeptier|gewahr", r"(?:^|[.:;!?,>] ?|\bund |\bimmer )(?:genehmige|genehmigen sie|bewillige|akzeptiere|gewahre|bestatige) (?:alle|jede|jeden|samtliche|immer alle)[^.!?;]{0,24}?(?:erstattung|anfrage|zahlung|uberweisung|antrag|transaktion|bestellung|zugriff|ruckerstattung)"),
    rule(_R.ROLE, "du bist|sie sind|verhalte|tu so|handle als|agiere", r"\b(?:du bist (?:jetzt|ab jetzt|nun)|sie sind (?:jetzt|nun)|verhalte dich|tu so|handle als|agiere als)[^.!?;]{0,50}?(?:ohne (?:jegliche |alle )?(?:einschrankung|beschrankung|grenzen|filter|regeln|zensur)|entwicklermodus|uneingeschrankt|\bdan\b|\broot\b)"),
    rule(_R.SECRECY, "nicht|nichts", r"\b(?:sag|sage|sagen sie|erzahl|erzahle|informiere|melde|verrate)\b[^.!?;]{0,20}?(?:dem |den |der )(?:nutzer|benutzer|anwender|administrator|betreiber)\w*[^.!?;]{0,24}?\b(?:nichts|nicht)\b[^.!?;]{0,24}?(?:davon|daruber|hiervon|anweisung|$)"),
    rule(_R.EXTRACTION, "prompt|anweisung|systemnachricht", r"\b(?:zeig|zeige|verrate|nenne|gib|wiederhole|drucke|offenbare)\b[^.!?;]{0,30}?(?:system-?prompt|systemanweisung|systemnachricht|versteckte\w* anweisung|interne\w* anweisung|ursprungliche\w* anweisung|deine\w* (?:anweisung|instruktion|regeln))"),
    rule(_R.ADDRESSED, "ki|assistent|sprachmodell|agent", r"\b(?:hinweis|nachricht|anweisung|achtung|mitteilung|notiz)(?:en)? (?:an|fur) (?:die |den |das |alle |jede )?(?:ki|assistent\w*|sprachmodell\w*|ki-agent\w*|chatbot\w*)\b[^.!?;]{0,24}?:|\b(?:wenn|falls) du (?:eine? )?(?:ki|sprachmodell|assistent|ki-agent)\b"),
    rule(_R.AUTHORITY, "vorrang|uberschreib|ersetzt|hebt|steht uber", r"\b(?:diese|dieser|dieses|folgende)[^.!?;]{0,20}?(?:hat vorrang vor|haben vorrang vor|uberschreibt|ersetzt|steht uber)[^.!?;]{0,24}?(?:anweisung|regeln|erinnerung|prompt|richtlinien)"),
)  # fmt: skip

DUTCH = (
    together(_R.OVERRIDE, r"negeer|vergeet\b|sla\b", r"instructie|opdracht|regels|richtlijn|prompt", r"vorige|eerdere|bovenstaande|alle|je\b|uw|systeem"),
    together(_R.EXFILTRATION, r"stuur\b|verzend|deel\b", r"herinnering|geheugen|wachtwoord|inloggegevens|geheim|(?:interne|vertrouwelijke|prive) (?:gegevens|informatie|herinnering)", r"naar mij|mij\b|me\b|http|[\w.+-]+@|extern", unless="niet |nooit "),
    rule(_R.BYPASS, "goedkeur|keur", r"\bje (?:mag|kunt|moet)[^.!?;]{0,24}?(?:goedkeuring|verificatie|beveiliging|bevestiging)\w*[^.!?;]{0,20}?(?:overslaan|negeren|omzeilen)|(?:^|[.:;!?,>] ?|\ben )keur alle [^.!?;]{0,24}?(?:terugbetaling|verzoek|betaling)\w*[^.!?;]{0,8}? goed"),
)  # fmt: skip

RUSSIAN = (
    together(_R.OVERRIDE, r"игнориру|проигнориру|забудь|забудьте|отбрось|не следуи|не выполняи|отмени\b|не обращаи внимания", r"инструкц|указани|правил|команд|промпт|ограничени|директив|распоряжени", r"предыдущ|прежн|выше|все|всe|любые|свои|твои|системн|ранее|исходн|первоначальн"),
    together(_R.EXFILTRATION, r"отправ(?:ь|ьте|ляи|ляите|лять)|пришли|перешли|пересылаи|переда(?:и|вай|ваи|ите)|вышли\b|скопируи|опубликуи|сооб?щи|раскро", r"памят|воспоминани|парол|секрет|ключ|токен|(?:внутренн|конфиденциальн|личн|приватн|персональн)\w* (?:данн|информац|памят|воспоминани|документ|заметк)|переписк|истори|учетные данные",
             r"мне\b|http|[\w.+-]+@|внешн|следующии|этот адрес|на адрес", unless="не |никогда "),
    rule(_R.EXFILTRATION, "отправ|пересыла|переда", r"(?:отныне|с этого момента|впредь|теперь|всегда|каждыи раз)[^.!?;]{0,40}?(?:отправля|пересыла|передава|отправь|присыла)\w*[^.!?;]{0,50}?(?:памят|воспоминани|парол|секрет|(?:внутренн|конфиденциальн|личн)\w* (?:данн|информац|памят|воспоминани)|переписк)"),
    rule(_R.BYPASS, "одобрени|подтвержд|проверк|авториз|согласовани|безопасност|разрешени", r"(?:ты|вы) (?:можешь|можете|должен|должны|обязан|вправе)[^.!?;]{0,24}?(?:пропус|обоити|обходить|игнорир|отключ)\w*[^.!?;]{0,30}?(?:одобрени|подтвержд|проверк|авториз|согласовани|безопасност|разрешени)"),
    rule(_R.BYPASS, "одобр|подтверд|разреш|утверд", r"(?:^|[.:;!?,>] ?|\bи |\bвсегда )(?:одобряи|одобри|одобрите|подтверждаи|подтверди|разреши|разрешаи|утверди|утверждаи)\w* (?:все|всe|любые|любои|каждыи)[^.!?;]{0,24}?(?:возврат|запрос|платеж|перевод|заявк|транзакц|доступ)"),
    rule(_R.ROLE, "ты теперь|теперь ты|вы теперь|действуи|притворись|веди себя", r"(?:ты теперь|теперь ты|вы теперь|действуи как|притворись|веди себя)[^.!?;]{0,50}?(?:без (?:каких-либо |всяких )?(?:ограничени|правил|фильтр|цензур)|режим\w* разработчика|\bdan\b|администратор)"),
    rule(_R.SECRECY, "не говори|не сообща|не рассказыва|не упомина|скрои|скрыва", r"\bне (?:говори|сообщаи|рассказываи|упоминаи)\w*[^.!?;]{0,24}?(?:пользовател|администратор|оператор)\w*[^.!?;]{0,30}?(?:об этом|это|о том|про это|инструкц)|\bне (?:говори|сообщаи|рассказываи) об этом (?:пользовател|администратор)|(?:скрои|скрываи)\w* это от (?:пользовател|администратор)"),
    rule(_R.EXTRACTION, "промпт|инструкц", r"(?:покажи|выведи|раскро[ие]|повтори|напечатаи|сообщи|назови)\w*[^.!?;]{0,30}?(?:системн\w+ (?:промпт|инструкц|сообщени)|скрыт\w+ инструкц|свои инструкц|твои инструкц|начальн\w+ (?:промпт|инструкц))"),
    rule(_R.ADDRESSED, "ии|ассистент|модел|агент", r"(?:сообщение|инструкция|указание|внимание|заметка|примечание) (?:для )?(?:всех )?(?:ии|ассистент\w*|языков\w+ модел\w*|агент\w*|чат-бот\w*)\b[^.!?;]{0,24}?[:,]|если ты (?:ии|языковая модель|ассистент|агент)"),
    rule(_R.AUTHORITY, "приоритет|отменяет|заменяет|важнее|выше", r"(?:это|эта|этот|данн\w+|следующ\w+)[^.!?;]{0,20}?(?:имеет приоритет над|отменяет|заменяет|важнее)[^.!?;]{0,24}?(?:инструкц|правил|памят|указани|промпт)"),
    rule(_R.FORGED_DELIMITER, "система", r"(?:^|\n|[>\]}.!?] ?)[\[({]?система[\])}]? ?: ?[^\n]{0,40}?(?:игнор|ты |вы |одобр|отправ|забудь)"),
)  # fmt: skip

# One rule each where we know the commonest form only.
MORE = (
    rule(_R.OVERRIDE, "yoksay|gormezden gel|unut", r"(?:onceki|yukaridaki|tum|butun)[^.!?;]{0,24}?(?:talimat|komut|kural|yonerge)\w*[^.!?;]{0,16}?(?:yoksay|gormezden gel|unut)"),
    rule(_R.OVERRIDE, "تجاهل|انس", r"(?:تجاهل|انس|انسى)[^.!?;]{0,24}?(?:التعليمات|الأوامر|تعليمات|القواعد|اوامر|الاوامر)"),
    rule(_R.OVERRIDE, "अनदेखा|नजरअंदाज|भूल", r"(?:पिछल|सभी|उपरोक्त|पहले)[^।!?]{0,30}?(?:निर्देश|आदेश|नियम)[^।!?]{0,20}?(?:अनदेखा|नजरअंदाज|भूल)"),
    rule(_R.OVERRIDE, "zignoruj|ignoruj|zapomnij", r"(?:zignoruj|ignoruj|zapomnij)\w*[^.!?;]{0,24}?(?:poprzedni|wczesniejsz|powyzsz|wszystki)\w*[^.!?;]{0,16}?(?:instrukcj|polece|zasad)"),
    rule(_R.OVERRIDE, "abaikan|lupakan", r"(?:abaikan|lupakan)[^.!?;]{0,24}?(?:instruksi|perintah|aturan)[^.!?;]{0,20}?(?:sebelumnya|di atas|semua)|(?:abaikan|lupakan) semua[^.!?;]{0,16}?(?:instruksi|perintah|aturan)"),
    rule(_R.OVERRIDE, "bo qua|phot lo", r"(?:bo qua|phot lo)[^.!?;]{0,24}?(?:huong dan|chi thi|lenh|quy tac)[^.!?;]{0,20}?(?:truoc|tren)"),
    rule(_R.OVERRIDE, "ігнору|забудь", r"(?:ігнору|проігнору|забудь)\w*[^.!?;]{0,24}?(?:попередн|вс[іi]|вище)\w*[^.!?;]{0,16}?(?:інструкц|вказівк|правил)"),
)  # fmt: skip

EUROPEAN: tuple[Rule, ...] = (*SPANISH, *PORTUGUESE, *ITALIAN, *FRENCH, *GERMAN, *DUTCH, *RUSSIAN, *MORE)
