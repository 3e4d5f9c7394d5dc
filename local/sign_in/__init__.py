"""Sign-in on a laptop: authorisation code with PKCE (RFC 6749, RFC 7636). Whom does the picker offer, what makes a
request for a code valid, when is a code redeemed?"""
