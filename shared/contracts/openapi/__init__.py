"""The OpenAPI document: what each route takes and answers, by tag, and how the document is made of it."""
