"""What pretends to be the frame of a conversation: chat-template tokens, role markers, tags of our own rendering."""

from __future__ import annotations

from shared.language.injection.rule import InstructionReason, Rule, rule

_R = InstructionReason.FORGED_DELIMITER
_TAGS = (
    r"memor(?:y|ies)|system(?:[-_ ]?prompt)?|assistant|instructions?|function[-_]results?|function[-_]calls?|tool[-_]results?|tool[-_]response|tool[-_]call|developer|"
    r"untrusted(?:[-_]\w+)?|external[-_]content|user[-_](?:query|input)|retrieved[-_]\w+|reference[-_]data|conversation|thinking|antml:\w+"
)
_ORDER = r"(?:you\b|your\b|ignore|must|always|never|approve|send|forget|skip|bypass|do not|don't|execute|override|grant|reveal|disregard|new instructions?|from now on|transfer|delete|obey|follow|allow)"

DELIMITERS: tuple[Rule, ...] = (
    rule(_R, "<|", r"<\| ?[a-z][a-z_0-9 ]{1,30}\|>|<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id)"),
    rule(_R, "[inst|[/inst|<<", r"\[/?inst\]|<< ?/? ?(?:sys|system|admin|developer) ?>>"),
    rule(_R, "_of_turn|<bos>|<eos>", r"<(?:start|end)_of_turn>|<(?:bos|eos)>"),
    rule(_R, "</|< /", rf"< ?/ ?(?:{_TAGS}) ?>"),
    rule(_R, "<", rf"(?:^|\n) ?<(?:{_TAGS})(?: [^<>\n]{{0,200}})?>"),
    rule(_R, "<memor|<system-|<system_|<untrusted", r"<(?:memor(?:y|ies)|system[-_]prompt|untrusted[-_]\w+)(?: [^<>\n]{0,200})?>"),
    rule(_R, "##|# system", r"#{1,6} ?(?:system|developer)(?: (?:prompt|message|instructions?|override|note))? ?(?::|\n|$)|#{2,6} ?assistant ?:|#{3,6} ?(?:instruction|response) ?:"),
    rule(_R, "human:|assistant:", r"\n\n ?(?:human|assistant) ?: "),
    rule(_R, "system|developer|admin|root|assistant",
         rf"(?:^|\n|[>\]}}.!?\"'|*#-] ?)[\[({{*]{{0,2}}(?:system|assistant|developer|admin|administrator|root)(?: (?:prompt|message|note|override|notice|alert|instructions?|command|update|directive))?[\])}}*]{{0,2}} ?(?::|=>|->|>|=| -{{1,3}} ) ?"
         rf"[^\n]{{0,60}}?\b{_ORDER}"),
    rule(_R, "[system|(system|{system|[admin|(admin|[developer|{{system|[assistant",
         rf"[\[({{]{{1,2}} ?(?:system|admin|developer|assistant)(?: \w+){{0,2}} ?[\])}}]{{1,2}}[^\n]{{0,60}}?\b{_ORDER}"),
    rule(_R, "system override|system prompt|system instruction|admin override|system command",
         rf"\b(?:system|admin) (?:override|prompt|instructions?|command)s? ?[:!>=-][^\n]{{0,80}}?\b{_ORDER}"),
    rule(_R, "role", r"[\"']?role[\"']? ?[:=] ?[\"'](?:system|developer|assistant)[\"']"),
    rule(_R, "begin|end|start|stop",
         r"[-=#*\[<~_]{2,} ?(?:begin|end|start|stop)(?: of)?(?: the)? (?:system|user|untrusted|trusted|admin|developer|instructions?|prompt|context|input|memory|memories|conversation|new|data|document|retrieved)\b"),
    rule(_R, "end of", r"\bend of (?:the )?(?:system prompt|untrusted (?:content|data|input)|user input|reference data|retrieved (?:data|memories|context)|memories)\b ?[.:;>\]-]"),
)  # fmt: skip
