"""The stores: tables, search engine, their key and their network."""
