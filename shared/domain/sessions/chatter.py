"""What of a person's words a summary may leave out: greetings, thanks, laughter, moods, assent that allows nothing, and
bare questions. All else is carried, whether or not a rule knows what it says: nobody forbids in the words of a list."""

from __future__ import annotations

import re
import unicodedata

from shared.domain.errors import NotWorthRemembering
from shared.domain.memories.evidence import Source
from shared.domain.writing.admission import refuse_worthless
from shared.language.speech.obligations import is_protected
from shared.language.speech.small_talk import PASSING_MOOD, PASSING_MOOD_ZH
from shared.language.text.patterns import Regex

_LONGEST = 120


def is_chatter(sentence: str) -> bool:
    if not any(c.isalnum() for c in sentence):
        return True
    if len(sentence) > _LONGEST:
        return False
    text = unicodedata.normalize("NFKC", sentence)
    if any(phrase.fullmatch(text) for phrase in (_COURTESY, PASSING_MOOD, PASSING_MOOD_ZH)):
        return True
    small = _is_worthless(text, Source.USER_STATED) or _QUESTION.search(text) is not None
    return small and not is_protected(sentence)


def is_talk_of_work(sentence: str) -> bool:
    """Of what an agent says while it works: an intention, an offer of help, and no other word."""
    return is_chatter(sentence) or (not is_protected(sentence) and _is_worthless(sentence, Source.AGENT_INFERRED))


def _is_worthless(text: str, source: Source) -> bool:
    try:
        refuse_worthless(text, source)
    except NotWorthRemembering:
        return True
    return False


_COURTESY = Regex(
    r"(?:no (?:worries|problem|rush|thanks|thank you)|not (?:bad|at all)|never ?mind|sounds (?:fun|great)|good (?:evening|morning|afternoon|night|day)|"
    r"(?:great|ok(?:ay)?|cool|perfect|nice|got it),? (?:thanks|thank you|thx|cool)|"
    r"thanks|thank you|hello|hi|hey)(?:[ ,]+(?:there|all|everyone|everybody|again|team|folks|guys|you|too|so much|a lot|very much))*[\s!.~]*"
    r"|没事|不客气|不用谢|没关系|好的?(?:[,，]?谢谢)?|晚安|早安|吃了吗[?？]?"
    r"|(?:guten (?:morgen|tag|abend)|gute nacht|hallo|servus|tschüss|danke(?: schön| sehr)?|vielen dank|bitte(?: schön)?|schönes wochenende|schönen tag(?: noch)?)[\s!.]*"
    r"|(?:bonjour|bonsoir|salut|merci(?: beaucoup| bien)?|au revoir|bon(?:ne)? (?:week-end|journée|soirée|nuit)|de rien)[\s!.]*"
    r"|[¡\s]*(?:hola|buen[oa]s (?:días|tardes|noches)|(?:muchas )?gracias|adiós|hasta (?:luego|mañana)|buen fin de semana|de nada)[\s!.]*"
    r"|(?:olá|oi|bo[am] (?:dia|tarde|noite|fim de semana)|(?:muito )?obrigad[oa]|tchau|até (?:logo|amanhã)|de nada)[\s!.]*"
    r"|(?:ciao|buongiorno|buonasera|buonanotte|grazie(?: mille)?|arrivederci|prego|buon (?:weekend|fine settimana))[\s!.]*"
    r"|(?:привет|здравствуйте|доброе утро|добрый (?:день|вечер)|спасибо(?: большое)?|большое спасибо|пока|до свидания|хороших выходных)[\s!.]*"
    r"|(?:こんにちは|こんばんは|おはよう(?:ございます)?|(?:どうも)?ありがとう(?:ございま(?:す|した))?|お疲れ様(?:です|でした)?|さようなら|おやすみ(?:なさい)?|またね)[。!！~]*"
    r"|(?:안녕(?:하세요|히 (?:가세요|계세요))?|감사합니다|고마워(?:요)?|고맙습니다|수고하(?:세요|셨습니다)|주말 잘 보내세요|잘 자(?:요)?)[\s!.~]*"
    r"|(?:مرحبا|السلام عليكم|أهلا(?: وسهلا)?|صباح (?:الخير|النور)|مساء الخير|شكرا(?: جزيلا| لك)?|مع السلامة)[\s!.]*",
    re.IGNORECASE,
)
# Asks what, why or how, and for nothing to be done.
_QUESTION = Regex(
    r"^(?:and |so |but |ok(?:ay)?,? )?(?:what|when|where|who|whose|why|which|how)(?:['’](?:s|re|d))?\b.*\?$"
    r"|^(?:请问)?(?:什么|为什么|怎么|怎样|如何|谁|哪|几时|何时|多少).*[?？]$|^[^，,。]{1,20}(?:是什么|是谁|在哪里?|怎么样|为什么.{0,12})[的]?[?？]$",
    re.IGNORECASE,
)
