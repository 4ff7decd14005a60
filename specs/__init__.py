"""The rules as data: clauses, rulings, editions, decks, grammar and JSON Schemas."""
