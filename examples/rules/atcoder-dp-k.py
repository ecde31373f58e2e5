#!/usr/bin/env python3
# AtCoder, Educational DP Contest K, "Stones": a set of numbers and a pile of K stones; a move takes as many
# stones as some number of the set says. The input is `N K`, then the set in increasing order.
import sys
from itertools import combinations

verb = sys.argv[1]
if verb == "about":
    print("title: Stones (AtCoder DP K)\nsize: K, and no number is larger")
    print("rules: There is a pile of K stones and a set of numbers, and a position is K and the set. A move takes as many "
          "stones as some number of the set says. A player who cannot move loses.")
    print("answer: First Second\nsmallest: 1\nsweep-to: 9")
elif verb == "positions":
    k = int(sys.argv[2])
    for n in range(1, k + 1):
        for numbers in combinations(range(1, k + 1), n):
            print(k, *numbers)
elif verb == "moves":
    for line in sys.stdin:
        k, *numbers = map(int, line.split())
        options = [" ".join(map(str, [k - a] + numbers)) for a in numbers if a <= k]
        print(" ; ".join(options))
elif verb == "input":
    for line in sys.stdin:
        k, *numbers = line.split()
        print(len(numbers), k, "/", *numbers)
else:
    sys.exit(2)
