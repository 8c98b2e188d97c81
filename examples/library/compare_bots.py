"""Two bots compared over pairs of games: same dice, sides swapped, luck taken away."""

import json
import subprocess
import sys

duel = [sys.executable, "-m", "tablas", "duel", "backgammon", "club", "beginner", "--games", "20"]
done = subprocess.run([*duel, "--json"], check=True, capture_output=True, text=True)
result = json.loads(done.stdout)
print({key: result[key] for key in ("first", "second", "games")})
