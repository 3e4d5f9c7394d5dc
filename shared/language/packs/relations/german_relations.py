"""Relations in German. Data only."""

from __future__ import annotations

from shared.language.packs.parts import Phrases, Relation

RELATIONS = (
    Relation(
        "job",
        asks=Phrases(
            whole=(
                r"beruf\w*|job|tätigkeit|was arbeite\w*|womit verdien\w*|lebensunterhalt|"
                r"was mach\w+ .{1,30} beruflich|beruflich"
            )
        ),
        tells=Phrases(whole=r"arbeite[nt]? als|bin (?:\w+ )?\w+(?:er|erin|ist|istin|or|orin)|von beruf|mein job"),
    ),
    Relation(
        "employer",
        asks=Phrases(
            whole=(
                r"arbeitgeber\w*|welche[rnms]? (?:firma|unternehmen)|wo arbeite\w*|"
                r"bei wem .{0,12}arbeite\w*"
            )
        ),
        tells=Phrases(whole="arbeite[nt]? (?:bei|für|in|im)|angestellt|bin bei|beschäftigt"),
    ),
    Relation(
        "home",
        asks=Phrases(whole=r"wo wohn\w*|wo leb\w*|(?:meine|die) (?:adresse|anschrift)|wohnort"),
        tells=Phrases(whole="wohn(?:e|t|en)|leb(?:e|t) in|bin nach .{1,20} gezogen|adresse"),
    ),
    Relation(
        "age",
        asks=Phrases(whole="wie alt|alter"),
        tells=Phrases(whole=r"\d+ geworden|\d+ jahre?|bin \d+"),
    ),
    Relation(
        "birthplace",
        asks=Phrases(
            whole=(
                "wo .{1,30}geboren|geburtsort|heimat(?:stadt|ort|dorf)|"
                r"woher (?:komme? ich|kommt mein\w*|stamme? ich|stammt mein\w* \w*(?:vater|mutter))"
            )
        ),
        tells=Phrases(whole="komm(?:e|t) aus|geboren|stamm(?:e|t) aus|aufgewachsen"),
    ),
    Relation(
        "nationality",
        asks=Phrases(whole="nationalität|staatsangehörigkeit|staatsbürgerschaft"),
        tells=Phrases(whole=r"\w*pass|staatsbürger\w*|staatsangehörig\w*"),
    ),
    Relation(
        "spouse",
        asks=Phrases(whole=r"ehemann|ehefrau|mein(?:e[rsnm]?)? (?:mann|frau)|ehepartner\w*|verheiratet"),
        tells=Phrases(whole="verheiratet|ehemann|ehefrau|mein mann|meine frau"),
    ),
    Relation(
        "children",
        asks=Phrases(whole="kind|kinder|söhne|töchter"),
        tells=Phrases(whole=r"kind(?:er)?|jungen?|mädchen|söhne?|töchter|tochter|zwilling\w*|sohn"),
    ),
    Relation(
        "pets",
        asks=Phrases(whole="haustiere?|tiere?"),
        tells=Phrases(
            whole=(
                r"katze\w*|kater|hund\w*|welpe\w*|kaninchen|hamster|frettchen|papagei\w*|"
                r"meerschweinchen|pferde?|schildkröte\w*|goldfisch\w*"
            )
        ),
    ),
    Relation(
        "car",
        asks=Phrases(whole="auto|wagen|fahrzeug"),
        tells=Phrases(
            whole=("fahr(?:e|t) (?:einen?|ein)|auto|wagen|skoda|vw|toyota|ford|renault|honda|tesla|audi|bmw")
        ),
    ),
    Relation(
        "allergy",
        asks=Phrases(whole=r"allergi\w+"),
        tells=Phrases(
            whole=(
                r"allergi\w+|ausschlag|juckt|keine luft|vertrage? .{0,30}nicht|unverträglich\w*|"
                "schwillt|quaddeln"
            )
        ),
    ),
    Relation(
        "hobby",
        asks=Phrases(whole="hobbys?|steckenpferd|freizeit"),
        tells=Phrases(whole="freizeit|hobbys?|am wochenende|feierabend"),
    ),
    Relation(
        "studies",
        asks=Phrases(whole=r"studier\w*|studienfach|welches fach|studium"),
        tells=Phrases(whole=r"studier\w*|abschluss|studium|diplom|bachelor|master"),
    ),
    Relation(
        "income",
        asks=Phrases(whole=r"gehalt|lohn|einkommen|verdien\w*"),
        tells=Phrases(whole=r"verdien\w+|gehalt|lohn|einkommen"),
    ),
    Relation(
        "height",
        asks=Phrases(whole=r"wie groß (?:bin|ist mein\w*)|körpergröße"),
        tells=Phrases(whole="mess?e|misst|meter|zentimeter|cm|groß"),
    ),
    Relation(
        "commute",
        asks=Phrases(whole="(?:komme|fahre|gehe|kommt|fährt|geht) .{0,12}zur arbeit|arbeitsweg"),
        tells=Phrases(whole=r"ins büro|zur arbeit|arbeitsweg|pendel\w*"),
    ),
)
