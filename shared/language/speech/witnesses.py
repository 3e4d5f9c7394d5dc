"""Words that are the surer witness where the planes of `domain.meaning.kinds` know the direction and not the border:
always, once, a denial, an agent addressed. Sixteen languages, plain words only.

None of them decides by itself. A word lowers the bar for what the vector of its sentence says already, so it may stand
in sentences that mean something else.
"""

from __future__ import annotations

import re

from shared.language.speech.temporary import is_asked_for_this_time, is_lasting
from shared.language.text.patterns import Regex


def says_always(sentence: str) -> bool:
    """Whether it says of itself that it holds from now on, or each time."""
    left = _NO_RULE.now.sub(" ", sentence)
    return is_lasting(left) or _ALWAYS.search(left) is not None


def says_once(sentence: str) -> bool:
    """Whether a word in it points at this time, and nothing says that it lasts. Told in English and Chinese only of
    what asks for something ("the bins go out tonight" does not)."""
    if says_always(sentence):
        return False
    return is_asked_for_this_time(sentence) or _ONCE.search(sentence) is not None


def says_no(sentence: str) -> bool:
    """Whether it denies something that somebody said before."""
    return _DENIAL.search(sentence) is not None


def addresses_agent(sentence: str) -> bool:
    """Whether it speaks to an agent or of what one is to do."""
    return _ADDRESS.search(sentence) is not None


def _any(*patterns: str) -> Regex:
    return Regex("|".join(patterns), re.IGNORECASE)


# A word for always that says nothing of how things are to be: "never mind", "I've always wondered".
_NO_RULE = _any(
    r"\bnever ?mind\b|\b(?:takes?|took|taken|taking|lasts?|lasted) forever\b|\b(?:i['’]?ve|i have|have|had) (?:always|never|ever) (?:wondered|been|seen|heard|thought)\b",
    r"\b(?:ich (?:hab|habe|wollte)|hab) (?:mich )?(?:immer|schon immer|noch nie|nie)\b|\bdas dauert (?:ja )?immer\b|\bimmer (?:noch|wieder)\b",
    r"\b(?:siempre|nunca) (?:me )?(?:lo )?(?:he|había)\b|\b(?:j['’]ai|je n['’]ai) (?:toujours|jamais)\b|\bho sempre\b|\btoujours (?:pas|en)\b",
    r"一直(?:想知道|好奇|在想)|从来没(?:想|见|听)|ずっと気になって|いつも(?:ありがとう|お世話)",
)
_ALWAYS = _any(
    r"\b(?:immer|grundsätzlich|stets|künftig|ab (?:jetzt|sofort|heute)|von nun an|jedes mal|jedesmal|niemals|nie)\b",
    r"\b(?:toujours|désormais|dorénavant|à l['’]avenir|à chaque fois|systématiquement|jamais|à partir (?:de maintenant|d['’]aujourd['’]hui))(?!\w)",
    r"\b(?:siempre|de ahora en adelante|a partir de ahora|en adelante|cada vez|nunca|jamás|por norma)\b",
    r"\b(?:sempre|d['’]ora in (?:poi|avanti)|ogni volta|in futuro|mai|daqui (?:em|para a frente|pra frente)|a partir de agora|toda vez|nunca)\b",
    r"\b(?:altijd|voortaan|vanaf nu|elke keer|telkens|nooit)\b",
    r"\b(?:zawsze|od (?:teraz|dzisiaj|dziś)|za każdym razem|na przyszłość|nigdy)\b",
    r"\b(?:всегда|отныне|впредь|с этого (?:момента|дня)|каждый раз|постоянно|никогда)\b",
    r"\b(?:her zaman|bundan (?:sonra|böyle)|her (?:seferinde|defasında)|daima|asla|hiçbir zaman)\b",
    r"\b(?:selalu|mulai (?:sekarang|hari ini)|setiap kali|seterusnya|jangan pernah|tidak pernah)\b",
    r"(?:\bluôn\b|\bmọi lần\b|\bmỗi lần\b|từ (?:nay|giờ|bây giờ)(?: trở)?(?: đi)?|\bkhông bao giờ\b|\bđừng bao giờ\b)",
    r"(?:いつも|常に|今後|これから(?:は|も|ずっと)|毎回|毎度|以後|絶対に|二度と)",
    r"(?:항상|늘\s|언제나|매번|앞으로|이제부터|지금부터|절대)",
    r"(?:دائما|دائمًا|دوما|من الآن (?:فصاعدا|فصاعدًا)|في كل مرة|كل مرة|أبدا|أبدًا)",
    r"(?:每次|总是|一直|从今以后|今后|以后|往后|一律|永远|始终|从来不|从不)",
)
_ONCE = _any(
    r"\b(?:diesmal|dieses mal|ausnahmsweise|(?:nur |mal )?(?:heute|jetzt) (?:mal|nur|bitte|ausnahmsweise)|nur (?:heute|jetzt|für (?:heute|jetzt|diese[nms]?|die|das|den))|für heute|heute (?:abend|früh)|im moment)\b",
    r"\b(?:cette fois(?:-ci)?|exceptionnellement|pour (?:une fois|l['’]instant|aujourd['’]hui|ce (?:soir|coup)|cette fois)|juste (?:pour )?(?:aujourd['’]hui|ce soir|cette)|ce soir|aujourd['’]hui)\b",
    r"\b(?:esta vez|por (?:hoy|ahora|esta vez|una vez)|(?:solo|sólo) (?:hoy|por hoy|esta|este)|hoy|esta (?:noche|tarde)|de momento|excepcionalmente)\b",
    r"\b(?:questa volta|stavolta|per (?:ora|oggi|una volta|questa volta)|solo (?:oggi|per oggi|stavolta)|oggi|stasera|eccezionalmente)\b",
    r"\b(?:desta vez|dessa vez|por (?:hoje|agora|enquanto)|s[óo] (?:hoje|desta|dessa|por hoje)|hoje|excepcionalmente)\b",
    r"\b(?:deze keer|dit keer|voor (?:deze keer|één keer|nu|vandaag|vanavond)|alleen (?:vandaag|nu|deze)|vandaag|vanavond|bij uitzondering)\b",
    r"\b(?:tym razem|(?:tylko )?(?:dzisiaj|dziś)|na razie|wyjątkowo|jednorazowo|ten jeden raz)\b",
    r"\b(?:на этот раз|в этот раз|только (?:сегодня|сейчас|в этот раз)|сегодня|пока что|в порядке исключения|один раз)\b",
    r"\b(?:bu (?:sefer|seferlik|defa|defalık|kez|akşam)|bugün(?:lük)?|şimdilik|sadece (?:bugün|bu))\b",
    r"\b(?:kali ini|(?:hanya |khusus )?(?:untuk )?(?:hari ini|malam ini|kali ini)|sementara ini|untuk sekarang)\b",
    r"(?:lần này|hôm nay|tối nay|tạm thời|chỉ (?:lần|hôm) )",
    r"(?:今回|今日(?:だけ|は)|今だけ|今夜|一回だけ|一度だけ|とりあえず|この(?:回|件|メール|資料)(?:だけ|は))",
    r"(?:이번(?:에|엔|만|에는|에만|\s)|오늘(?:만|은|\s)|지금만|일단|한 ?번만|이따)",
    r"(?:هذه المرة|اليوم|الآن فقط|لليوم|الليلة|مؤقتا|مؤقتًا)",
    r"(?:这[一]?次|这回|今天|今晚|本次|暂时|先这样|破例|仅此一次|就这一)",
)
_DENIAL = _any(
    r"\b(?:that['’]?s (?:not (?:true|right|correct|what|me)|wrong)|not true|i (?:never|didn['’]?t|don['’]?t|haven['’]?t|am not|do not|did not)|i['’]m not|no,|nope|wrong|actually)",
    r"\b(?:stimmt (?:so )?(?:gar )?nicht|das ist falsch|nein|hab(?:e)? (?:ich )?(?:nie|nicht|kein)|nicht wahr|quatsch)\b",
    r"\b(?:ce n['’]est pas (?:vrai|ça)|c['’]est faux|non,|je n['’]ai (?:jamais|pas)|pas du tout)",
    r"\b(?:no es (?:cierto|verdad|así)|eso es falso|no,|yo no|nunca he|nunca dije)|\b(?:non è vero|non ho (?:mai|detto)|no,|não é (?:verdade|isso)|eu não|nunca disse|não,)",
    r"\b(?:klopt niet|niet waar|nee,|ik heb nooit|to nieprawda|nie,|nigdy nie|это (?:не так|неправда)|нет,|я не|никогда не|doğru değil|yanlış|hayır)\b",
    r"(?:tidak benar|bukan|saya tidak|không (?:đúng|phải)|tôi (?:không|chưa))",
    r"(?:不是|没有|不对|错了|并没有|我没|我不|違(?:う|い)|ではない|じゃない|ません|아니|아닙|않|없|ليس|غير صحيح|لم |لا )",
)
_ADDRESS = _any(
    r"\b(?:you (?:must|should|shall|will|have to|need to|are (?:now|to|required|instructed))|your (?:instructions?|task|response|answers?|system|memory)|the (?:ai|assistant|agent|model|bot)|ai (?:assistants?|agents?|models?)|assistants?|agents?|llms?|chatbots?|language models?|copilot|dear ai)\b",
    r"\b(?:ki|ki-(?:assistent|agent)\w*|assistent\w*|agent(?:en)?|sprachmodell\w*|du (?:musst|sollst)|sie müssen|deine anweisung\w*)\b",
    r"\b(?:assistante?s?|agents? ia|l['’]ia|modèles? de langage|tu dois|vous devez|asistentes?|agentes?|la ia|modelos? de lenguaje|debes|tienes que|assistenti?|agenti|l['’]ia|devi|assistentes?|modelos? de linguagem|você deve|deves)\b",
    r"\b(?:ai-?(?:assistent|agent)\w*|je moet|asystent\w*|agent\w* ai|musisz|ассистент\w*|помощник\w*|агент\w*|ии|модел\w+|ты долж\w+|вы долж\w+|asistan\w*|yapay zek[aâ]\w*|ajan\w*|asisten|agen ai|model bahasa|kamu harus|anda harus)\b",
    r"(?:trợ lý|tác nhân|mô hình ngôn ngữ|bạn phải)",
    r"(?:助手|智能体|代理|模型|机器人|你(?:必须|要|应该|需要)|您(?:必须|应)|AI|アシスタント|エージェント|モデル|あなたは|어시스턴트|에이전트|모델|인공지능|비서|당신은|المساعد|الوكيل|النموذج|الذكاء الاصطناعي|عليك)",
)
