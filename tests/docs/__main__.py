"""Write what the pages show of commands anew: read the diff before committing it."""

from tests.docs import PAGES, name, write_anew

for page in PAGES:
    if write_anew(page):
        print(name(page))
