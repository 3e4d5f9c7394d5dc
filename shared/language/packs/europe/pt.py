"""Portuguese."""

from __future__ import annotations

from shared.language.packs.pack import Ago, LanguagePack, PastDays, Phrases

PACK = LanguagePack(
    code="pt",
    now=Phrases(
        whole=r"agora|atual\w*|neste momento|hoje em dia|ainda",
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
)
