#!/usr/bin/env python3
# UVa 847, "A Multiplication Game": from 1 on, Stan and Ollie multiply by a number from 2 to 9, and the player who first comes to n or
# beyond it wins. A position is the number that is still to be reached, which a move divides, rounding up.
import sys

def wins(n):
    reach, factor = 9, 2
    while reach < n:
        reach, factor = reach * factor, 11 - factor
    return factor == 2 and n > 1

verb = sys.argv[1]
if verb == "about":
    print("""title: A Multiplication Game (UVa 847)\nsize: n\nsmallest: 2\nsweep-to: 400\nanswer: "Stan wins." "Ollie wins."
rules: Stan and Ollie multiply by turns, Stan first, a number that is 1 at first by a number from 2 to 9. The player who first \
comes to n or beyond it wins.\ncases: end\nlimits: 4294967295 1""")
elif verb == "positions":
    print(sys.argv[2])
elif verb == "sizes":
    sys.stdout.writelines(f"{n} {n}\n" for n in range(int(sys.argv[2]), int(sys.argv[3]) + 1))
elif verb == "moves":
    for n in map(int, sys.stdin):
        print(" ; ".join(str(-(-n // by)) for by in range(2, 10) if n > 1))
elif verb == "claim":
    sys.stdout.writelines("Stan wins.\n" if wins(int(n)) else "Ollie wins.\n" for n in sys.stdin)
elif verb == "random":
    for line in sys.stdin:
        print(max(2, int(line.split()[0])))
else:
    sys.exit(2)
