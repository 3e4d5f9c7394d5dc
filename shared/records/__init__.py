"""How each thing is stored: keys, codecs and changes, independent of the store."""
