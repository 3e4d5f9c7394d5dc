"""Who may read, write or promote what? What does a verified token say of its caller?"""
