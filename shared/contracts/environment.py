"""The environment variables that the template sets on the functions, each on those that need it."""

from __future__ import annotations

SESSIONS_TABLE = "SESSIONS_TABLE"
MEMORIES_TABLE = "MEMORIES_TABLE"
LEDGER_TABLE = "LEDGER_TABLE"
KEYS_TABLE = "KEYS_TABLE"  # the owners' data keys
SEARCH_ENDPOINT = "SEARCH_ENDPOINT"  # https://host, or empty for functions that never search
SEARCH_SHARDS = "SEARCH_SHARDS"  # of an index that is created
SEARCH_REPLICAS = "SEARCH_REPLICAS"
SEARCH_INDEX = "SEARCH_INDEX"
SEARCH_KEEPER = "SEARCH_KEEPER"  # `yes` on functions that change the index, and so create it if there is none
EMBEDDING_MODEL_ID = "EMBEDDING_MODEL_ID"
EMBEDDING_DIMENSION = "EMBEDDING_DIMENSION"
DELETION_WORKFLOW_ARN = "DELETION_WORKFLOW_ARN"
CLAIM_NAMES = "CLAIM_NAMES"  # JSON: our claim name -> the issuer's, where they differ
BACKUP_RETENTION_DAYS = "BACKUP_RETENTION_DAYS"
FIELD_KEY_ID = "FIELD_KEY_ID"  # the KMS key that wraps the owners' data keys and seals sensitive fields
SIGNING_KEY_ID = "SIGNING_KEY_ID"  # the KMS key that signs receipts, on functions that sign
WITNESS_BUCKET = "WITNESS_BUCKET"  # the bucket that keeps tree heads, on functions that publish or compare them
ISSUER = "ISSUER"  # the deployment's name in what it signs
SESSIONS_QUEUE_URL = "SESSIONS_QUEUE_URL"  # on functions that leave work about sessions for later
REFUSED_CHANGES_QUEUE_URL = "REFUSED_CHANGES_QUEUE_URL"  # where the index function leaves what the index refuses
RETRIEVALS_QUEUE_URL = "RETRIEVALS_QUEUE_URL"  # on functions that return memories
MASK_CONTACTS = "MASK_CONTACTS"  # `true`: readers without the role `contact-reader` see masked contact data
AUDIT_READS = "AUDIT_READS"  # `true`: reads are audited as ids
REMEMBER = "REMEMBER"  # `marked`: only the marked events of a session are promoted; else statements of people as well
JUDGEMENT_MODEL_ID = "JUDGEMENT_MODEL_ID"  # a model for second opinions, or empty: the rules alone
AUTHORIZATION_SERVER = "AUTHORIZATION_SERVER"  # the URL of who issues tokens, on the function that says so
OAUTH_SCOPES = "OAUTH_SCOPES"  # scopes to ask that issuer for, parted by spaces
ALLOWED_ORIGINS = "ALLOWED_ORIGINS"  # of web pages that may call, parted by commas
LANGUAGE_PACKS = "LANGUAGE_PACKS"  # modules with language packs of the deployment's own, parted by commas
RESTORE_GENERATION = "RESTORE_GENERATION"  # which restore the tables come from, or empty: none
OPERATOR_ORG = "OPERATOR_ORG"  # the organisation whose administrators write `/global`, or empty: none
TENANT_RATE = "TENANT_RATE"  # requests a second that each tenant may send, or empty: no limit
USER_RATE = "USER_RATE"  # and each user
MEMORY_LAYERS = "MEMORY_LAYERS"  # JSON: what the deployment set of the layers' numbers, or empty: the defaults
CHANGE_FEED = "CHANGE_FEED"  # `true`: a feed of changes is kept, on the function that serves it
CHANGE_BUS = "CHANGE_BUS"  # the EventBridge bus on which changes are announced, or empty: none
WEBHOOKS = "WEBHOOKS"  # JSON: whom changes are sent to, on the function that sends them
WEBHOOK_SECRETS = "WEBHOOK_SECRETS"  # JSON: name of the subscription -> ARN of its secret
WEBHOOKS_QUEUE_URL = "WEBHOOKS_QUEUE_URL"
# JSON: kind of background work -> the queue or the function that measures it, on the function that is asked for its age
WATCHED_WORK = "WATCHED_WORK"
STAGE = "STAGE"
