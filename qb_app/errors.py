"""What the command line refuses by itself; the message is one sentence for the user."""


class InputError(ValueError):
    """Something the user gave cannot be used; nothing has been done."""


class EngineFaultError(Exception):
    """A check of the engine failed, so that it must not answer; the message tells what is wrong and how to mend it."""
