"""Write the sentences anew: read the diff before committing it."""

from tests.golden.sentences import SAID, text

SAID.write_text(text(), encoding="utf-8", newline="\n")
print(SAID.name)
