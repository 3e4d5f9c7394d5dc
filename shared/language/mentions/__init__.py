"""Whether a text mentions another one. Which ways of writing a name, number, date or address count as the same?"""
