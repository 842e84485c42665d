"""``python -m qb_app.cli``: the command line without an installed script."""

import sys

from qb_app.cli.program import main

sys.exit(main())
