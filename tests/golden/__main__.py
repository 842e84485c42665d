"""Write the golden playthroughs anew: read the diff before committing it."""

from tests.golden import FOLDER, GAMES

FOLDER.mkdir(exist_ok=True)
for stale in set(FOLDER.glob("*.txt")) - {game.path for game in GAMES}:
    stale.unlink()
for game in GAMES:
    game.path.write_text(game.text(), encoding="utf-8", newline="\n")
    print(game.path.name)
