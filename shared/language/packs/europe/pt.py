"""Portuguese."""

from __future__ import annotations

from shared.language.packs.instructions import ADDRESS, INSIDE, InstructionReason, Instructions, phrase, together
from shared.language.packs.pack import Ago, Dates, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import Matter, People, Sentences, SmallTalk
from shared.language.packs.secret_words import IdentityNumber, SecretWords

_R = InstructionReason
_INSTRUCTIONS = (
    together(_R.OVERRIDE, r"ignor(?:e|a|em|ar)\b|esque(?:ca|cam|cer)\b|desconsider|descart(?:e|a)\b|nao siga", r"instruc|ordens|regras|diretriz|prompt|orientac", r"anterior|previ|acima|tod[oa]s|suas|do sistema|origina|qualquer"),
    together(_R.EXFILTRATION, r"envi(?:e|a|ar)|mand(?:e|a|ar)|encaminh|compartilh|vaz(?:e|a)\b", r"memoria|lembranc|credencia|senha|segredo|dados (?:intern|confidencia|privad|pessoa|dos? usuario)|conversa", r"para mim|me\b|http|[\w.+-]+@|extern|seguinte", unless="nao |nunca "),
    phrase(_R.BYPASS, "aprov|autoriz|verific|confirm|segur", r"\bvoce (?:pode|deve|nao precisa)[^.!?;]{0,24}?\b(?:pular|ignorar|contornar|desativar|dispensar|pedir)\w*[^.!?;]{0,30}?(?:aprovac|autorizac|verificac|confirmac|seguranca)|(?:^|[.:;!?,>] ?|\be |\bsempre )(?:aprove|autorize|aceite) (?:tod[oa]s|qualquer)[^.!?;]{0,24}?(?:reembolso|solicitac|pagamento|transferenc|pedido)"),
    phrase(_R.ROLE, "agora voce|voce agora|aja como|finja", r"\b(?:agora voce e|voce agora e|aja como|finja (?:ser|que))[^.!?;]{0,50}?(?:sem (?:nenhuma )?(?:restric|limit|filtro|regra)|modo desenvolvedor|\bdan\b)"),
    phrase(_R.EXTRACTION, "prompt|instruc", r"\b(?:revele|mostre|imprima|repita|diga)[^.!?;]{0,30}?(?:prompt (?:do sistema|inicial|oculto)|instrucoes (?:do sistema|ocultas|iniciais|internas)|suas instrucoes)"),
    phrase(_R.EXFILTRATION, "@|http",
         r"\b(?:a partir de agora|de agora em diante|daqui em diante|sempre|cada vez)\b[^.!?;\n]{0,40}?\b(?:envie|envia|mande|encaminhe|compartilhe|carregue|copie)\b"
         rf"{INSIDE}{{1,80}}?{ADDRESS}"),
)  # fmt: skip

PACK = LanguagePack(
    code="pt",
    small_talk=SmallTalk(
        phrases="k{2,}|(?:rs){2,}|(?:ha|he|hi|hua|ah){2,}h?|lol|olá|oi+|opa|e aí|bo[am] (?:dia|tarde|noite)|tudo (?:bem|bom|certo)|como (?:vai|está|estás)|ok|okay|tá|tá bom|tá bem|está bem|certo|beleza|blz|fixe|legal|ótimo|perfeito|show|bom|claro|combinado|(?:muito )?obrigad[oa]|obrigadão|valeu(?: mesmo)?|brigad[oa]|de nada|imagina|deixa(?: pra lá| estar)?|deixe (?:pra lá|estar)|esquece|esqueça|não (?:importa|precisa|faz mal|tem problema)(?: mais)?|não é preciso|tanto faz|peraí|pera|espera(?: aí| um pouco| um minuto)?|um (?:momento|minuto|minutinho|segundo|instante)|já volto|volto já|até (?:logo|já|amanhã|mais)|tchau|que (?:engraçado|piada|giro)|(?:muito )?engraçado|nossa|ufa|ah|hm+",
        longest=5,
    ),
    some_day=Phrases(whole="um dia|algum dia|qualquer dia|no futuro"),
    matters=(
        Matter(
            "home",
            Phrases(whole="(?:moro|vivo|moramos|vivemos|resido) (?:em|no|na|n[oa]s)"),
            Phrases(
                whole="mudei-me|me mudei|mudámo-nos|mudamo-nos|nos mudamos|mudei (?:para|pra)|mudámos para|agora (?:moro|vivo)|passei a (?:morar|viver)"
            ),
            "moro vivo resido",
        ),
    ),
    secrets=SecretWords(
        passwords="senha|senhas|palavra-passe|palavra passe|palavras-passe|pin|código pin|código de acesso|código secreto|chave api|chave de api|chave da api|senha do wifi|senha do wi-fi|passcode|password|código de desbloqueio",
        links="é|está|seria|era|agora é|fica",
        about=r"esqueci\w*|esquec\w*|redefin\w*|pelo menos|no mínimo|mínimo|deve|devem|precisa|caracteres|expira\w*|vence\w*|trocar|mudar|comprimento",
        numbers=(
            IdentityNumber(
                "br_tax_id", "cpf|c.p.f.|número do cpf|cpf/mf", "999_999_999_99", "br.cpf", "999.999.999-99"
            ),
            IdentityNumber(
                "br_identity_card_id", "rg|registro geral|carteira de identidade", "99_999_999_X|9_999_999_X|99_999_999"
            ),
            IdentityNumber("pt_tax_id", "nif|número de contribuinte|contribuinte", "999_999_999"),
            IdentityNumber(
                "pt_identity_card_id",
                "cartão de cidadão|cartão do cidadão|bilhete de identidade|número do cc",
                "99999999_9_AA9|999999999_9_AA9|99999999",
            ),
            IdentityNumber("pt_social_security_id", "niss|segurança social", "99999999999"),
        ),
    ),
    to_forget=r"(?:(?:por favor|ok|não|desculpa|podes|pode|você pode)[,.!]? )*(?:esque[cç](?:e|a|er)|apag(?:a|ue|ar)|elimin(?:a|e|ar)|delet(?:a|e|ar))(?: (?:isso|isto|tudo|o que (?:eu )?(?:disse|te disse|falei)[^.!?]{0,40}|tudo o que [^.!?]{1,60}|(?:tudo )?sobre mim|(?:o meu|a minha|meu|minha) (?:antig[oa] )?[\w-]+))?(?:,? por favor| agora)*[\s.!?]*",
    failures=Phrases(whole=r"erro|falh(?:a|ou)|abortada|travou|recusada|negada|expirou|sem resposta|desconhecid[oa]"),
    guesses=Phrases(
        whole="talvez|provavelmente|possivelmente|é possível que|pode ser que|poderia|não (?:tenho certeza|estou certo)|acho que|suponho|parece (?:que|ser)|aparentemente",
    ),
    powers=Phrases(
        whole=r"autorizad[oa]s?|acesso|senha|aprovar|administrador\w*|permiss\w+|conformidade|lgpd|root",
    ),
    another_time=Phrases(
        whole=r"antigamente|anteriormente|no passado|quando era (?:criança|pequen[oa]|jovem)",
        patterns=(r"^antes,? (?!de\b|d[oa]s?\b|que\b)",),
    ),
    now=Phrases(
        whole=r"agora|atual\w*|neste momento|hoje em dia|ainda",
    ),
    function_words=(
        "o a os as um uma uns umas de do da dos das em no na nos nas ao à aos às por pelo pela para com sem "
        "sobre entre até e ou mas se que quê quem qual quais quando onde aonde como quanto quanta quantos "
        "quantas porque eu tu você ele ela nós vocês eles elas me te lhe lhes meu minha meus minhas teu tua "
        "seu sua seus suas nosso nossa nossos nossas é são sou era eram foi ser está estão estou estava estar "
        "tenho tem têm temos tinha ter há posso pode devo deve faço faz fazer vou vai ir este esta esse essa "
        "isso isto não nem muito mais já também usuário usuária"
    ),
    people=People(
        speaker=Phrases(
            whole=(
                "eu|me|mim|meus?|minhas?|tenho|sou|moro|trabalho|nasci|uso|pratico|estudei|posso|devo|faço|vou|dirijo"
            )
        ),
        relations=Phrases(
            whole=(
                "irmãos?|irmãs?|mãe|pais?|mamãe|papai|filh[oa]s?|avós?|avô|net[oa]s?|ti[oa]s?|prim[oa]s?|"
                "sobrinh[oa]s?|cunhad[oa]s?|sogr[oa]s?|madrinha|padrinho|família|marido|mulher|espos[oa]|"
                "companheir[oa]|namorad[oa]|noiv[oa]|amig[oa]s?|chefe|colegas?|vizinh[oa]s?|"
                "estagiári[oa]|professora?"
            )
        ),
        mine="(?:[oa]s? )?(?:meus?|minhas?|nossos?|nossas?) (?:\\w+ ){0,2}?",
    ),
    always=Phrases(
        whole="sempre|daqui (?:em|para a frente|pra frente)|a partir de agora|toda vez|nunca",
    ),
    once=Phrases(
        whole="desta vez|dessa vez|por (?:hoje|agora|enquanto)|s[óo] (?:hoje|desta|dessa|por hoje)|hoje|excepcionalmente",
    ),
    denial=Phrases(
        begins="não é (?:verdade|isso)|eu não|nunca disse|não,",
    ),
    address=Phrases(
        whole="assistentes?|modelos? de linguagem|você deve|deves",
    ),
    this_time=Phrases(
        whole="desta vez|por (?:agora|enquanto)|s[oó] (?:hoje|desta vez)",
    ),
    lasting=Phrases(
        whole="sempre|a partir de",
    ),
    reported=Phrases(
        whole="foi",
    ),
    forbids=Phrases(
        whole=r"nunca|proib\w+|ninguém|nenhum\w*|não|nao|nada de|evit(?:a|e|ar)",
        begins=r"deixe?m? .{0,40}\b(?:em paz|como est)",
    ),
    negates=Phrases(
        whole="sem",
    ),
    obliges=Phrases(
        whole="deve[mn]?|sempre|só",
    ),
    allows=Phrases(
        whole="de acordo|pode (?:ir|seguir|começar)|luz verde",
        begins="aprovad|autoriz",
    ),
    decides=Phrases(
        whole="ficamos",
        begins="decid|escolh",
    ),
    orders=Phrases(
        whole="não (?:toque|mexa)",
    ),
    limits=Phrases(
        begins=r"no máximo \d",
    ),
    figures=Phrases(
        whole=r"dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez\w*|vinte|cento|mil|metade|segunda|terça|quarta|quinta|sexta|amanhã|hoje|ontem",
    ),
    courtesy=r"(?:olá|oi|bo[am] (?:dia|tarde|noite|fim de semana)|(?:muito )?obrigad[oa]|tchau|até (?:logo|amanhã)|de nada)[\s!.]*",
    past_days=PastDays(
        yesterday="ontem",
        before_yesterday="anteontem",
        this_morning="(?:esta|hoje de) manhã",
        last_week="(?:na )?semana passada",
        last_weekend="(?:no )?fim de semana passado",
        last_month="(?:no )?mês passado",
        last_year="(?:no )?ano passado",
    ),
    ago=Ago(
        phrase="há N U",
        days="dias?",
        weeks="semanas?",
        months="mês|meses",
        years="anos?",
    ),
    numbers=("um uma", "dois duas", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez"),
    instructions=Instructions(_INSTRUCTIONS),
    sentences=Sentences(abbreviations="p.ex"),
    changed=Phrases(
        patterns=(r"\b(?:podemos|pode|dá para) (?:ir|chegar) (?:até|a) \S*\d\S*",),
        whole=(
            r"(?:fui|foi) promovid[oa]|vend(?:i|emos|eu)|(?:parei|deixei) de|larguei|passaram para|virei|"
            r"(?:passei|passou|pass[aá]mos|mudei|mudou|mud[aá]mos|migrei|migr[aá]mos|voltei|volt[aá]mos) (?:\S+ )?(?:a|à|ao|para|"
            "pra|pro)|(?:troquei|trocou|troc[aá]mos)|me mudei|mudei-me|substitu(?:í|iu|ímos)|substituíd[oa]s?|"
            "(?:desci|subi|caí|baixei|baixou|subiu) (?:para|pra|a)|em vez de"
        ),
    ),
    owner=Phrases(whole="(?:o|a|do|da|ao|à) (?:usuári[oa]|utilizadora?)"),
    i="eu",
    times=Times(
        was=Phrases(whole="antigamente|no passado|costumava|costumavam|outrora"),
        past=Phrases(
            whole="morava|moravam|morou|morei|vivia|viveu|trabalhava|trabalhou|trabalhei|foi|estava|esteve|tinha|teve|usava|usou|estudava|estudou"
        ),
        goes_on=Phrases(whole="desde|até hoje|até agora"),
        until=(r"\baté\s+(?:(?:o|ao|a)\s+)?(?:(?:fim|final)\s+de\s+)?D",),
        no_end=Phrases(whole=r"cada|todos os|todas as|sempre|nunca|jamais|não|anual\w*|mensal\w*|esper\w*|aguard\w*"),
        wished=Phrases(whole=r"quer\w*|gostaria\w*|pretend\w*|plane[ij]\w*|esper\w*|pens[oa]\w*"),
        begins=Phrases(whole="de|desde|entre"),
    ),
    dates=Dates(
        months=(
            "janeiro",
            "fevereiro",
            "março",
            "abril",
            "maio",
            "junho",
            "julho",
            "agosto",
            "setembro",
            "outubro",
            "novembro",
            "dezembro",
        ),
        day_mark="º",
        joins="de",
    ),
)
