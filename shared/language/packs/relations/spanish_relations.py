"""Relations in Spanish. Data only."""

from __future__ import annotations

from shared.language.packs.parts import Phrases, Relation

RELATIONS = (
    Relation(
        "job",
        asks=Phrases(
            whole=(
                "profesión|oficio|ocupación|cuál es mi (?:empleo|trabajo)|qué trabajo|"
                r"a qué (?:me|se|te) dedic\w+|gan\w+ la vida"
            )
        ),
        tells=Phrases(
            whole=(
                r"trabaj[oa] (?:de|como)|soy (?:\w+ )?\w+(?:er[oa]|or|ora|ista|ic[oa]|ent?e)|"
                "de profesión|mi (?:trabajo|oficio)"
            )
        ),
    ),
    Relation(
        "employer",
        asks=Phrases(whole=r"empleador\w*|(?:para|en) qué (?:empresa|compañía)|dónde trabaj\w+|patrón"),
        tells=Phrases(whole="trabaj[oa] (?:en|para)|est(?:oy|á) en|emplead[oa]"),
    ),
    Relation(
        "home",
        asks=Phrases(whole=r"dónde viv\w+|mi dirección|la dirección de (?:mi|nuestr)\w*|domicilio"),
        tells=Phrases(whole="viv(?:o|e|imos) (?:en|cerca)|me mudé a|mi dirección"),
    ),
    Relation(
        "age",
        asks=Phrases(whole="edad|cuántos años"),
        tells=Phrases(whole=r"cumpl\w+ (?:los )?\d+|\d+ años|tengo \d+$"),
    ),
    Relation(
        "birthplace",
        asks=Phrases(
            whole=r"(?:dónde nac[íi]\w*|ciudad natal|pueblo natal|de dónde (?:soy|es mi)|lugar de nacimiento)(?!\w)"
        ),
        tells=Phrases(whole=r"soy de \w+|nac(?:í|ió) en|crecí en"),
    ),
    Relation(
        "nationality",
        asks=Phrases(whole="nacionalidad|ciudadanía"),
        tells=Phrases(whole=r"pasaporte|ciudadan\w+|nacionalidad"),
    ),
    Relation(
        "spouse",
        asks=Phrases(whole="marido|(?:mi|su|la) mujer|espos[oa]|cónyuge|casad[oa]"),
        tells=Phrases(whole="casad[oa]|mi marido|mi mujer|espos[oa]"),
    ),
    Relation(
        "children",
        asks=Phrases(whole="hij[oa]s?|niñ[oa]s?"),
        tells=Phrases(whole="hij[oa]s?|niñ[oa]s?|varones|varón|chic[oa]s|gemel[oa]s|melliz[oa]s"),
    ),
    Relation(
        "pets",
        asks=Phrases(whole="mascotas?|animales|animal"),
        tells=Phrases(
            whole=(
                "gat[oa]s?|perr[oa]s?|cachorr[oa]s?|conejos?|hámsters?|hurones|hurón|loros?|"
                "periquitos?|cobayas?|caballos?|tortugas?"
            )
        ),
    ),
    Relation(
        "car",
        asks=Phrases(whole="coche|vehículo|carro"),
        tells=Phrases(whole="conduzco|conduce|manejo|coche|skoda|seat|toyota|ford|renault|tesla"),
    ),
    Relation(
        "allergy",
        asks=Phrases(whole=r"alergia|alérgic\w+"),
        tells=Phrases(whole=r"alergia|alérgic\w+|ronchas|sarpullido|pic\w+|hincha\w*|respirar|intoleran\w+"),
    ),
    Relation(
        "hobby",
        asks=Phrases(whole="afici(?:ón|ones)|pasatiempos?|hobby|tiempo libre"),
        tells=Phrases(whole="tiempo libre|afici(?:ón|ones)|ratos libres|fines de semana"),
    ),
    Relation(
        "studies",
        asks=Phrases(whole=r"(?:qué estudi\w*|qué carrera|licenciatura)(?!\w)"),
        tells=Phrases(whole=r"título|estudi\w+|carrera|licenciad[oa]|máster|grado"),
    ),
    Relation(
        "income",
        asks=Phrases(whole=r"sueldo|salario|ingresos?|cuánto .{0,20}(?:cobr\w+|gan[oa])|nómina"),
        tells=Phrases(whole="gan[oa]|cobr[oa]|sueldo|salario"),
    ),
    Relation(
        "height",
        asks=Phrases(whole="estatura|(?:soy|es) de alt[oa]|cuánto mid[oe]"),
        tells=Phrases(whole="mid[oe]|metros?|centímetros|cm"),
    ),
    Relation(
        "commute",
        asks=Phrases(whole=r"(?:llego|voy|llega|va) al trabajo|se desplaza\w*|me desplazo"),
        tells=Phrases(whole="a la oficina|al trabajo|trayecto"),
    ),
)
