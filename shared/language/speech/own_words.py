"""What of a text is its speaker's own word, sentence by sentence: not what they quote, paste, make up or hand over to be
worked on.

Blocks of code, quoted mail and data are left out. What stands in quotation marks is set aside: it belongs to its sentence
and says nothing of the speaker. After "translate:", "pretend" or 翻译 nothing is taken: whatever follows is material.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from shared.language.speech.sentences import sentences
from shared.language.speech.temporary import is_lasting
from shared.language.text.patterns import Regex

# Where a quotation stands in a sentence that is only looked at: one character of private use for each.
_FIRST_PLACE = 0xF0000


@dataclass(frozen=True, slots=True)
class OwnSentence:
    """`text` verbatim; `own` is the same without what it quotes."""

    text: str
    own: str


def own_words(text: str) -> Iterator[OwnSentence]:
    """In their order, up to where the text turns to material. What the speaker tells of others is their word too."""
    quoted: list[str] = []

    def aside(found: re.Match[str]) -> str:
        quoted.append(found[0])
        return chr(_FIRST_PLACE + len(quoted) - 1)

    spoken = _QUOTATION.now.sub(aside, _without_blocks(_without_letter(text)))
    for sentence in sentences(spoken):
        if _HANDS_OVER.search(sentence) and not is_lasting(sentence):
            return
        whole = "".join(quoted[place] if 0 <= (place := ord(c) - _FIRST_PLACE) < len(quoted) else c for c in sentence)
        yield OwnSentence(" ".join(whole.split()), "".join(c if ord(c) < _FIRST_PLACE else '"' for c in sentence))


def _without_letter(text: str) -> str:
    """Without a letter from its salutation to its signature, when there is a word of the speaker's outside of it: with
    nothing else in the text, the letter is theirs."""
    found = _LETTER.search(text)
    if found is None:
        return text
    outside = f"{text[: found.start()]}\n{text[found.end() :]}"
    return outside if outside.strip() else text


def _without_blocks(text: str) -> str:
    """Without fenced and indented code, block quotes, tables, and lines of data or mark-up. A fence that is never closed
    goes on to the end."""
    kept: list[str] = []
    fence, blank = "", True
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if mark is not None and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
            kept.append("")
        elif fence:
            continue
        elif _DATA_LINE.match(line) or (blank and _INDENTED.match(line)):
            kept.append("")
            continue  # an indented block goes on after its first line
        else:
            kept.append(line)
        blank = not line.strip()
    return "\n".join(kept)


_FENCE = Regex(r"\s{0,3}(`{3,}|~{3,})")
_INDENTED = Regex(r"(?: {4}|\t)\s*\S")
# Quoted mail, JSON, tables, mark-up, prompts of shells and logs, assignments and declarations.
_DATA_LINE = Regex(
    r"\s*(?:(?:\w{1,20})?>|[{}\[\]|]|<[/!?\w]|\$ |#!|//|/\*|\"[^\"]*\"\s*:|'[^']*'\s*:|\d{4}-\d\d-\d\d[T ]\d\d:\d\d|"
    r"(?:def|class|import|from \S+ import|return|const|let|var|function|public|private|SELECT|INSERT|UPDATE|DELETE FROM)\b.*[;:({=)]\s*$|"
    r"[\w.]+\s*[-+:]?=\s*[\"'\[{(\w])"
)
_LETTER = Regex(
    r"^[ \t]*(?:hi|hello|hey|dear)\b[^\n,:]{1,40}[,:][ \t]*\n(?:[^\n]*\n){1,60}?[ \t]*(?:best|cheers|(?:kind |best |warm )?regards|all the best|many thanks|thanks|yours|sincerely|"
    r"yours \w+|love|greetings)[,.!]?[ \t]*\n[ \t]*[^\n]{1,40}(?:\n|$)",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTATION = Regex(
    '"[^"\n]{1,2000}"|“[^”]{1,2000}”|„[^“”]{1,2000}[“”]|«[^»]{1,2000}»|「[^」]{1,2000}」|『[^』]{1,2000}』|《[^》]{1,200}》|'
    "(?<![\\w'])'[^'\n]{2,2000}'(?!\\w)|‘[^’\n]{2,2000}’(?!\\w)"
)
_WORK = (
    r"(?:translate|rewrite|rephrase|paraphrase|reword|summari[sz]e|proofread|spell-?check|correct|edit|improve|polish|review|"
    r"analy[sz]e|classify|explain|format|shorten|complete|continue|transcribe|parse|extract|repeat|quote|fix|convert|check)"
)
_WRITING = (
    r"(?:e-?mails?|mails?|messages?|letters?|notes?|reviews?|posts?|texts?|comments?|transcripts?|articles?|tickets?|repl(?:y|ies)|bios?|cvs?|resumes?|"
    r"profiles?|statements?|quotes?|lyrics|poems?|stor(?:y|ies)|speech|testimonials?|ads?|listings?|descriptions?|drafts?|excerpts?|passages?|feedback|"
    r"chats?|conversations?|dialog(?:ue)?s?|interviews?|tweets?|entry|entries|log|minutes|paragraphs?)"
)
_WRITING_ZH = r"(?:邮件|来信|信件?|消息|留言|评论|评价|文章|帖子|短信|聊天记录|对话|纪要|简历|简介|工单|反馈|原话|日记|采访|演讲|歌词|台词)"
# What is scheduled is not the speaker's own: "my message" is.
_SCHEDULED = (
    rf"\b(?:here(?:['’]s| is| are)|this is|below (?:is|are)|see|(?:i |we )?(?:just )?(?:got|received|found|have)|forwarding|pasting|attached is|from) (?!my (?:own )?{_WRITING}\b)(?:[\w'’-]+ ){{1,4}}?{_WRITING}\b(?! (?:is|was)\b)[^:：]{{0,60}}[:：]\s*$|"
    rf"\b(?:here(?:['’]s| is| are)|this is|below (?:is|are)|(?:i |we )?(?:got|received)|forwarding|pasting) (?:an?|the|this|his|her|their|another) (?:[\w'’-]+ ){{0,3}}?{_WRITING} (?:from|by|of|to) [^:：]{{1,60}}[:：]|"
    rf"^this is from (?:an?|the|his|her|their) (?:[\w'’-]+ ){{0,3}}?{_WRITING}\b[^:：]{{0,60}}[:：]|\bhere(?:['’]s| is) what (?!i\b|we\b)[\w'’-]+(?: [\w'’-]+)? (?:sent|wrote|said|told|posted|replied|says|writes)\b[^:：]{{0,40}}[:：]|"
    rf"^(?:the |a |an )?(?:original |forwarded |customer['’]?s? |client['’]?s? )?{_WRITING} (?:from|by) [^:：]{{1,40}}[:：]|^[-—_=* ]*(?:forwarded|original) (?:message|e-?mail|mail)\b|\b(?:wrote|writes)\s*[:：]|"
    rf"^(?:(?:以下|下面|这)(?:是|为)|转发|附上|收到)[^：:]{{0,16}}?{_WRITING_ZH}[^：:]{{0,6}}[：:]|^(?!我)[^：:，。]{{1,8}}的(?:一封)?{_WRITING_ZH}[：:]|(?:来信|写道|留言|回信)(?:说)?[：:]|"
    r"^(?:lyrics|poem|song|verse|headline|caption|review|joke|bio|transcript|testimonial|forwarded)\s*[:：]|^(?:歌词|台词|诗|小说|剧本|对白|旁白|简历|来信|留言|评论|转发|新闻|题目|摘录|引用|标题)\s*[:：]"
)
# Whether the line works, and nothing else.
_TRIAL = (
    r"^(?:just |only )?(?:a )?test(?:ing)?(?:[ ,.!-]+(?:test(?:ing)?|one|two|three|\d+)\b)+|^(?:this is |just )(?:just |only )?a test[.!,:]*$|^test(?:ing)?\s*[:：]|"
    r"^(?:测试){2}|^测试(?:一下)?[，,:：。!！]|^这(?:只)?是(?:个|一个)?测试[。，,!！]*$"
)
# From here on the text is something to work on, or made up.
_HANDS_OVER = Regex(
    rf"^(?:(?:please|now|can you|could you|would you|help me(?: to)?)[ ,]+)*{_WORK}\b(?:.*[:：\U000f0000-\U000f00ff]| (?:this|these|it|the (?:following|next|text|sentence|"
    r"paragraph|message|e-?mail|above)|below)\b|\s*$)|"
    r"^(?:(?:please|now|can you|could you)[ ,]+)*(?:write|draft|compose|create|make up|invent|generate)\b[^:]*\b(?:text|story|poem|letter|"
    r"e-?mail|introduction|bio|dialog(?:ue)?|scene|essay|post|sentences?|example|script|novel|song|character|message|test)\b|"
    r"\b(?:pretend|act as|acting as|role-?play|play the (?:role|part)|imagine|let['’]?s say|let us say|suppose|assume|"
    r"hypothetically|in the (?:story|novel|movie|film|game|scene))\b|"
    r"^(?:for )?(?:example|instance)\b|^e\.g\b|^(?:input|output|prompt|text|sample|quote|subject|from|to|re|fwd?|user|assistant|"
    r"system|customer|agent)\s*[:：]|"
    r"翻译|译成|改写|润色|校对|仿写|续写|缩写|扩写|改错|造句|写(?:一|个|篇|段|封|首)|^(?:请)?(?:总结|概括|分析|解释|检查|修改|优化)(?:一下)?(?:下面|以下|这|如下|[:：])|"
    r"假装|扮演|假设|假如|想象|设想|角色|比如|例如|譬如|举例|例句|例子|示例|(?:小说|故事|剧本|电影|游戏|歌词)(?:里|中|的)|^(?:原文|输入|输出|文本|内容|正文|用户|助手|客户|客服)\s*[:：]|"
    + _SCHEDULED
    + "|"
    + _TRIAL,
    re.IGNORECASE,
)
