"""What the command line refuses by itself; the message is one sentence for the user."""


class InputError(ValueError):
    """Something the user gave cannot be used; nothing has been done."""
