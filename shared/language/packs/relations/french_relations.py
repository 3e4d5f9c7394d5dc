"""Relations in French. Data only."""

from __future__ import annotations

from shared.language.packs.parts import Phrases, Relation

RELATIONS = (
    Relation(
        "job",
        asks=Phrases(
            whole=("métier|profession|mon (?:emploi|boulot)|(?:fais|fait|faire) .{0,30}?dans la vie|gagne .{0,20}vie")
        ),
        tells=Phrases(
            whole=(
                "travailler? comme|travailles? comme|"
                r"suis (?:\w+ )?\w+(?:ier|ière|eur|euse|ien|ienne|iste|teur|trice)|de métier|"
                "mon (?:métier|boulot)"
            )
        ),
    ),
    Relation(
        "employer",
        asks=Phrases(whole=r"employeur|quelle (?:entreprise|société|boîte)|où .{0,20}travaill\w+"),
        tells=Phrases(
            whole=r"(?:travaill\w+ (?:à|au|aux|chez|dans|pour)|(?:suis|est) (?:à|chez|dans)|employée? (?:à|chez|par|de))(?!\w)"
        ),
    ),
    Relation(
        "home",
        asks=Phrases(whole=r"où .{0,20}(?:habit\w+|viv\w+|vit)|mon adresse|adresse de (?:mon|ma|mes)|domicile"),
        tells=Phrases(whole=r"(?:habit(?:e|ons|ent)|vi[st] (?:à|dans|en|près)|déménagé|adresse)(?!\w)"),
    ),
    Relation(
        "age",
        asks=Phrases(whole="quel âge|âge"),
        tells=Phrases(whole=r"\d+ ans"),
    ),
    Relation(
        "birthplace",
        asks=Phrases(whole=r"où .{0,25}née?s?|lieu de naissance|ville natale|d['’]où .{0,15}vien\w+"),
        tells=Phrases(whole="vien[ts] d(?:e|u|['’])|(?:suis|est) née?|originaire|grandi"),
    ),
    Relation(
        "nationality",
        asks=Phrases(whole="nationalité|citoyenneté"),
        tells=Phrases(whole=r"passeport|citoyen\w*|nationalité"),
    ),
    Relation(
        "spouse",
        asks=Phrases(whole=r"(?:mari|(?:ma|sa|la) femme|époux|épouse|conjointe?|mariée?)(?!\w)"),
        tells=Phrases(whole=r"(?:mariée?|mon mari|ma femme|épou\w+)(?!\w)"),
    ),
    Relation(
        "children",
        asks=Phrases(whole="enfants?"),
        tells=Phrases(whole=r"enfants?|garçons?|filles?|fils|jume\w+"),
    ),
    Relation(
        "pets",
        asks=Phrases(whole="animaux|animal|bêtes?"),
        tells=Phrases(
            whole=(
                "chat(?:te|on)?s?|chien(?:ne)?s?|chiots?|lapins?|hamsters?|furets?|perroquets?|"
                "perruches?|cochons? d['’]inde|cheva(?:l|ux)|tortues?|poissons? rouges?"
            )
        ),
    ),
    Relation(
        "car",
        asks=Phrases(whole="voiture|véhicule"),
        tells=Phrases(whole="condui[st]|roule en|voiture|skoda|renault|peugeot|citroën|toyota|ford|tesla"),
    ),
    Relation(
        "allergy",
        asks=Phrases(whole=r"allergi\w+"),
        tells=Phrases(whole=r"allergi\w+|plaques|boutons|urticaire|démange\w*|gonfle\w*|respirer|intoléran\w+"),
    ),
    Relation(
        "hobby",
        asks=Phrases(whole="passe-temps|loisirs?|hobby"),
        tells=Phrases(whole="temps libre|loisirs?|passe-temps|week-end"),
    ),
    Relation(
        "studies",
        asks=Phrases(whole=r"étudi\w+|mes études|quelle matière|diplôme"),
        tells=Phrases(whole=r"diplôm\w*|étudi\w+|études|licence|master"),
    ),
    Relation(
        "income",
        asks=Phrases(whole=r"(?:salaire|revenus?|combien .{0,30}(?:gagne\w*|payée?))(?!\w)"),
        tells=Phrases(whole=r"gagn\w+|salaire|revenus?"),
    ),
    Relation(
        "height",
        asks=Phrases(whole=r"ma taille|taille de (?:mon|ma)|(?:fais|fait) .{0,10}de haut|combien .{0,20}mesur\w+"),
        tells=Phrases(whole=r"mesur\w+|mètres?|centimètres?|cm"),
    ),
    Relation(
        "commute",
        asks=Phrases(whole=("(?:rends|vais|rend|va|aller) au (?:travail|bureau|boulot)|trajet (?:quotidien|domicile)")),
        tells=Phrases(whole="au bureau|au travail|au boulot|trajet"),
    ),
)
