"""Who keeps what a deletion would remove, by law, and until when?"""
