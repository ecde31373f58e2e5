#!/usr/bin/env python3
# Codeforces 787C, "Berzerk": planets 1 to n stand in a circle, with a black hole on planet 1, and a monster is on one of the
# others, which two players move by steps of their own sets. A position is n, the steps of both, the monster's planet and the player to
# move, as in `5 | 2 3 | 1 2 3 | 4 1`. The input is n and the steps of both, and asks about all starts of a circle.
import sys
from itertools import combinations, product

verb = sys.argv[1]
lines = [line.strip().split(" | ") for line in sys.stdin] if verb in ("moves", "input", "asked") else []
if verb == "about":
    print("title: Berzerk (Codeforces 787C)\nsize: planets\nsmallest: 2\nsweep-to: 4\nloops: yes\nanswer: Win Lose Loop\nasked: several")
    print("rules: A monster is on one of the planets 1 to n, which stand in a circle. Each of two players has a set of steps. "
          "A move brings the monster on by one of the player's own steps. The player who brings it to planet 1, a black hole, wins.")
elif verb == "positions":
    n = int(sys.argv[2])
    sets = [" ".join(map(str, some)) for count in range(1, n) for some in combinations(range(1, n), count)]
    for first, second, player, planet in product(sets, sets, (1, 2), range(2, n + 1)):
        print(f"{n} | {first} | {second} | {planet} {player}")
elif verb == "moves":
    for n, first, second, (planet, player) in ((*circle, map(int, monster.split())) for *circle, monster in lines):
        reached = [(planet - 1 + int(step)) % int(n) + 1 for step in (first, second)[player - 1].split() if planet > 1]
        print(" ; ".join(f"{n} | {first} | {second} | {to} {3 - player}" for to in reached))
elif verb == "input":
    for n, first, second, _ in lines:
        print(n, "/", len(first.split()), first, "/", len(second.split()), second)
elif verb == "asked":
    for circle, n in ((" | ".join(circle), int(circle[0])) for *circle, _ in lines):
        print(" / ".join(" ; ".join(f"{circle} | {planet} {player}" for planet in range(2, n + 1)) for player in (1, 2)))
else:
    sys.exit(2)
