"""Where everything lies: tables, search engine, their key and their network."""
