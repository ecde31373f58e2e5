#!/usr/bin/env python3
# A heap of stones: a move takes one stone or a prime number of them. Run ./judge.sh after a change.
import sys

PRIMES = [1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47]
verb = sys.argv[1]
if verb == "about":
    print("title: One or a prime\nsize: stones\nsweep-to: 40\nanswer: First Second")
    print("rules: There is a heap of stones. A move takes one stone or a prime number of them. A player who cannot move loses.")
elif verb == "positions":
    print(sys.argv[2])
elif verb == "moves":
    for line in sys.stdin:
        print(" ; ".join(str(int(line) - taken) for taken in PRIMES if taken <= int(line)))
else:
    sys.exit(2)
