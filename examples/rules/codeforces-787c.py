#!/usr/bin/env python3
# Codeforces 787C, "Berzerk": planets 1 to n stand in a circle, with a black hole on planet 1, and a monster is on one of the
# others, which two players move by steps of their own sets. A position is n, the steps of both, the monster's planet and the player to
# move, as in `5 | 2 3 | 1 2 3 | 4 1`. The task asks about all starts of a circle at once; here each is a position.
import sys
from itertools import combinations, product

def sets(n):
    steps = [str(step) for step in range(1, n)]
    return [" ".join(some) for count in range(1, n) for some in combinations(steps, count)]

verb = sys.argv[1]
if verb == "about":
    print("title: Berzerk (Codeforces 787C)\nsize: planets\nsmallest: 2\nsweep-to: 4\nloops: yes\nanswer: Win Lose Loop")
    print("rules: A monster is on one of the planets 1 to n, which stand in a circle. Each of two players has a set of steps. "
          "A move brings the monster on by one of the player's own steps. The player who brings it to planet 1, a black hole, wins.")
elif verb == "positions":
    n = int(sys.argv[2])
    for first, second, player, planet in product(sets(n), sets(n), (1, 2), range(2, n + 1)):
        print(f"{n} | {first} | {second} | {planet} {player}")
elif verb == "moves":
    for line in sys.stdin:
        n, first, second, monster = line.strip().split(" | ")
        planet, player = map(int, monster.split())
        reached = [(planet - 1 + int(step)) % int(n) + 1 for step in (first, second)[player - 1].split() if planet > 1]
        print(" ; ".join(f"{n} | {first} | {second} | {to} {3 - player}" for to in reached))
else:
    sys.exit(2)
