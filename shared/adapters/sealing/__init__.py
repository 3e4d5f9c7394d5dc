"""Records encrypted and sealed under a data key per owner, whatever store they lie in."""
