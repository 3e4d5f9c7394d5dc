"""Writers of one owner at the same moment, on DynamoDB with the conflicts of transactions."""
