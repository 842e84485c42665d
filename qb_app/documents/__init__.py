"""The one vocabulary of ``--json`` and HTTP: typed documents and what fills them."""
