"""Relations in English. Data only."""

from __future__ import annotations

from shared.language.packs.parts import Phrases, Relation

RELATIONS = (
    Relation(
        "job",
        asks=Phrases(
            whole=(
                "job|profession|occupation|trade|for a living|line of work|"
                "what do i do professionally|what does my .{1,30}? do"
            )
        ),
        tells=Phrases(
            whole=(
                "work(?:s|ed|ing)? as|"
                r"(?:am|is|i['’]m) an? (?:\w+ ){0,2}?(?:nurse|cook|chef|clerk|\w+(?:er|ist|or|ian))|"
                "by (?:profession|trade)|my job"
            )
        ),
    ),
    Relation(
        "employer",
        asks=Phrases(
            whole=("employer|(?:which|what) (?:company|firm)|who do i work for|where do(?:es)? .{1,30}? work")
        ),
        tells=Phrases(whole="work(?:s|ed|ing)? (?:for|at|in)|(?:am|is|i['’]m) (?:with|at|employed)|employed"),
    ),
    Relation(
        "home",
        asks=Phrases(
            whole=(
                r"where do(?:es)? .{1,30}?live|(?:my|our|\w+['’]s) (?:home )?address|"
                "place of residence"
            )
        ),
        tells=Phrases(whole="lives? (?:in|at|on|near|with)|moved to|address is|home is"),
    ),
    Relation(
        "age",
        asks=Phrases(whole="how old|age"),
        tells=Phrases(whole=r"turned \d+|\d+ years? old|(?:am|is|i['’]m) \d+\b|years of age|born in \d{4}"),
    ),
    Relation(
        "birthplace",
        asks=Phrases(whole=("where (?:was|were) .{1,30}born|home ?town|birthplace|where do(?:es)? .{1,30}?come from")),
        tells=Phrases(whole="comes? from|(?:was|were) born|grew up in|am from|is from|native of"),
    ),
    Relation(
        "nationality",
        asks=Phrases(whole="nationality|citizenship|citizen"),
        tells=Phrases(whole="passport|citizen(?:ship)?|nationality"),
    ),
    Relation(
        "spouse",
        asks=Phrases(whole="husband|wife|spouse|married"),
        tells=Phrases(whole="married|husband|wife|spouse|partner"),
    ),
    Relation(
        "children",
        asks=Phrases(whole="children|kids"),
        tells=Phrases(whole="children|kids?|(?:boy|girl|son|daughter|twin|toddler)s?"),
    ),
    Relation(
        "pets",
        asks=Phrases(whole="pets?|animals?"),
        tells=Phrases(
            whole=(
                "cats?|dogs?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|ferrets?|parrots?|budgies?|"
                "guinea pigs?|horses?|tortoises?|goldfish"
            )
        ),
    ),
    Relation(
        "car",
        asks=Phrases(whole="car|vehicle"),
        tells=Phrases(
            whole=("driv(?:e|es|ing)|car|van|skoda|vw|volkswagen|toyota|ford|renault|honda|tesla|audi|bmw|beetle")
        ),
    ),
    Relation(
        "allergy",
        asks=Phrases(whole=r"allerg\w+"),
        tells=Phrases(whole=r"allerg\w+|rash|hives|swells?|can['’]t (?:breathe|eat|tolerate)|intoleran\w+|itch\w*"),
    ),
    Relation(
        "hobby",
        asks=Phrases(whole="hobb(?:y|ies)|pastimes?|free time|leisure"),
        tells=Phrases(whole="free time|spare time|hobb(?:y|ies)|evenings? (?:i|we)|for fun|at weekends"),
    ),
    Relation(
        "studies",
        asks=Phrases(
            whole=(
                "what did .{1,30}? study|(?:my|which|what) (?:degree|major)|"
                "(?:subject|what) .{1,30}? (?:read|study) at university"
            )
        ),
        tells=Phrases(whole="degree|studied|stud(?:y|ies|ying)|graduated|majored|bachelor|master['’]?s"),
    ),
    Relation(
        "income",
        asks=Phrases(whole="salary|income|wages?|how much do(?:es)? .{1,30}?(?:earn|make)|earn"),
        tells=Phrases(whole="earns?|salary|wages?|income"),
    ),
    Relation(
        "height",
        asks=Phrases(whole=r"how tall|(?:my|\w+['’]s) height"),
        tells=Phrases(whole=r"measures?|tall|metres?|meters?|cm|centimet\w+|feet"),
    ),
    Relation(
        "commute",
        asks=Phrases(whole="get to (?:work|the office)|commute|way to work|go to work"),
        tells=Phrases(whole=r"(?:to|into) (?:the )?(?:office|work)|commut\w+"),
    ),
)
