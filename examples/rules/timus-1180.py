#!/usr/bin/env python3
# Timus 1180, "Stone Game": a heap of N stones, and a move takes 1, 2, 4, 8, ... of them. The answer is the player who wins, and if that is
# the first one, in a second line the smallest first move that wins. (The task has N up to 10^250, and here it is below 2^64.)
import sys

verb = sys.argv[1]
if verb == "about":
    print("""title: Stone Game (Timus 1180)\nsize: stones\nsmallest: 1\nsweep-to: 200\nanswer: 1 2 then first-move
rules: There is a heap of stones. A move takes a power of two of them: 1, 2, 4 and so on. The player who takes the last stone wins.
formula: lost iff a mod 3 = 0\nlimits: 18446744073709551615 1""")
elif verb == "positions":
    print(sys.argv[2])
elif verb == "sizes":
    sys.stdout.writelines(f"{n} {n}\n" for n in range(int(sys.argv[2]), int(sys.argv[3]) + 1))
elif verb == "moves":
    for heap in map(int, sys.stdin):
        print(" ; ".join(f"{1 << k} -> {heap - (1 << k)}" for k in range(heap.bit_length())))
elif verb == "random":
    for line in sys.stdin:
        print(line.split()[0])
else:
    sys.exit(2)
