"""What a password, a PIN or a key is called, and the identity numbers of countries that speak English."""

from __future__ import annotations

from shared.language.packs.secret_words import IdentityNumber, SecretWords

SECRETS = SecretWords(
    passwords="password|passcode|passphrase|pass code|pin|pin number|api key|api secret|login|login code|wifi key|wi-fi key|security code|access code|unlock code|secret",
    links="is|is now|was|are|to be|'s",
    about="forg[eo]t|reset|at least|must|should|need|needs|polic(?:y|ies)|require|requires|expire|expires|length|long|characters|change|changed in|ask|asks|times|page|screen|form|flow|button|bug|ticket|area|postal|zip",
    numbers=(
        IdentityNumber(
            "uk_national_insurance_id",
            "national insurance number|ni number|nino|national insurance no",
            "AA_99_99_99_A",
        ),
        IdentityNumber("uk_health_id", "nhs number", "999_999_9999"),
        IdentityNumber(
            "in_identity_id",
            "aadhaar|aadhar|aadhaar number|aadhar number|aadhaar card|uidai number",
            "9999_9999_9999",
        ),
        IdentityNumber(
            "in_tax_id", "pan card|pan number|pan no|permanent account number|pan card number", "AAAAA_9999_A"
        ),
        IdentityNumber("ca_social_insurance_id", "social insurance number|my sin is|sin number", "999_999_999"),
        IdentityNumber("au_tax_id", "tax file number|tfn", "999_999_999"),
        IdentityNumber("ie_public_service_id", "pps number|ppsn|pps no", "9999999A|9999999AA"),
        IdentityNumber(
            "us_taxpayer_id",
            "itin|taxpayer identification number|individual taxpayer identification number",
            "999_99_9999",
        ),
        IdentityNumber(
            "us_social_security_id",
            "social security number|social security no|ssn|social security",
            "999999999|999 99 9999",
        ),
    ),
)
