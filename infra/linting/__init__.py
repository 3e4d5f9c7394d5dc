"""The synthesised templates under the rules of other people's tools: cfn-lint, statelint and parliament."""
