"""What a person says of a text that is not their own word, or hands over to be worked on."""

from __future__ import annotations

_WORK = (
    r"(?:translate|rewrite|rephrase|paraphrase|reword|summari[sz]e|proofread|spell-?check|correct|edit|improve|polish|review|"
    r"analy[sz]e|classify|explain|format|shorten|complete|continue|transcribe|parse|extract|repeat|quote|fix|convert|check)"
)
_WRITING = (
    r"(?:e-?mails?|mails?|messages?|letters?|notes?|reviews?|posts?|texts?|comments?|transcripts?|articles?|tickets?|repl(?:y|ies)|bios?|cvs?|resumes?|"
    r"profiles?|statements?|quotes?|lyrics|poems?|stor(?:y|ies)|speech|testimonials?|ads?|listings?|descriptions?|drafts?|excerpts?|passages?|feedback|"
    r"chats?|conversations?|dialog(?:ue)?s?|interviews?|tweets?|entry|entries|log|minutes|paragraphs?)"
)
# What somebody else wrote: "my message" is the speaker's own.
_OF_OTHERS = (
    rf"\b(?:here(?:['’]s| is| are)|this is|below (?:is|are)|see|(?:i |we )?(?:just )?(?:got|received|found|have)|forwarding|pasting|attached is|from) (?!my (?:own )?{_WRITING}\b)(?:[\w'’-]+ ){{1,4}}?{_WRITING}\b(?! (?:is|was)\b)[^:：]{{0,60}}[:：]\s*$|"
    rf"\b(?:here(?:['’]s| is| are)|this is|below (?:is|are)|(?:i |we )?(?:got|received)|forwarding|pasting) (?:an?|the|this|his|her|their|another) (?:[\w'’-]+ ){{0,3}}?{_WRITING} (?:from|by|of|to) [^:：]{{1,60}}[:：]|"
    rf"^this is from (?:an?|the|his|her|their) (?:[\w'’-]+ ){{0,3}}?{_WRITING}\b[^:：]{{0,60}}[:：]|\bhere(?:['’]s| is) what (?!i\b|we\b)[\w'’-]+(?: [\w'’-]+)? (?:sent|wrote|said|told|posted|replied|says|writes)\b[^:：]{{0,40}}[:：]|"
    rf"^(?:the |a |an )?(?:original |forwarded |customer['’]?s? |client['’]?s? )?{_WRITING} (?:from|by) [^:：]{{1,40}}[:：]|^[-—_=* ]*(?:forwarded|original) (?:message|e-?mail|mail)\b|\b(?:wrote|writes)\s*[:：]|"
    r"^(?:lyrics|poem|song|verse|headline|caption|review|joke|bio|transcript|testimonial|forwarded)\s*[:：]"
)
# Whether the line works, and nothing else.
_TRIAL = r"^(?:just |only )?(?:a )?test(?:ing)?(?:[ ,.!-]+(?:test(?:ing)?|one|two|three|\d+)\b)+|^(?:this is |just )(?:just |only )?a test[.!,:]*$|^test(?:ing)?\s*[:：]"
_MATERIAL = (
    rf"^(?:(?:please|now|can you|could you|would you|help me(?: to)?)[ ,]+)*{_WORK}\b(?:.*[:：\U000f0000-\U000f00ff]| (?:this|these|it|the (?:following|next|text|sentence|"
    r"paragraph|message|e-?mail|above)|below)\b|\s*$)|"
    r"^(?:(?:please|now|can you|could you)[ ,]+)*(?:write|draft|compose|create|make up|invent|generate)\b[^:]*\b(?:text|story|poem|letter|"
    r"e-?mail|introduction|bio|dialog(?:ue)?|scene|essay|post|sentences?|example|script|novel|song|character|message|test)\b|"
    r"\b(?:pretend|act as|acting as|role-?play|play the (?:role|part)|imagine|let['’]?s say|let us say|suppose|assume|"
    r"hypothetically|in the (?:story|novel|movie|film|game|scene))\b|"
    r"^(?:for )?(?:example|instance)\b|^e\.g\b|^(?:input|output|prompt|text|sample|quote|subject|from|to|re|fwd?|user|assistant|"
    r"system|customer|agent)\s*[:：]"
)
HANDS_OVER = (_MATERIAL, _OF_OTHERS, _TRIAL)
