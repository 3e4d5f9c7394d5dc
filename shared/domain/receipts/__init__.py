"""What a deletion's receipt states, how it is signed (COSE), and the tree in which it is logged (RFC 9162).

Which stores were read again and how? What was not checked? How is a leaf hashed, and what proves that it is there?
"""
