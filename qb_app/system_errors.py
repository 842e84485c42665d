"""What the operating system refuses, in words."""

from __future__ import annotations

import errno
import socket

from gamekit.quoting import escaped, shortened

LONGEST_PATH = 200
"""Of a path that a sentence repeats."""

_CAUSES = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EFBIG: "the file would become larger than is allowed",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EROFS: "the disk can only be read",
    errno.ENOENT: "there is no such file or folder",
    errno.EISDIR: "it is a folder, not a file",
    errno.ENOTDIR: "a part of its path is a file, not a folder",
    errno.EEXIST: "it is there already",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "its links lead in a circle",
    errno.EIO: "the disk does not work as it should",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
    errno.EADDRNOTAVAIL: "this machine has no such address",
    errno.EADDRINUSE: "another program listens there",
    socket.EAI_NONAME: "there is no machine of that name",
    socket.EAI_AGAIN: "the name cannot be looked up now",
}


def cause(error: OSError) -> str:
    """Why it was refused: ``the disk is full``."""
    if error.errno in _CAUSES:
        return _CAUSES[error.errno]
    told = error.strerror or str(error) or type(error).__name__
    return escaped(told[:1].lower() + told[1:])


def sentence(error: OSError) -> str:
    """What was refused and why, as far as the error names a file."""
    return cause(error) if error.filename is None else f"{shown_path(error.filename)}: {cause(error)}"


def shown_path(path: object) -> str:
    """The path as a sentence repeats it."""
    return shortened(escaped(str(path)), LONGEST_PATH)
