#!/usr/bin/env python3
# CodinGame, "Misère Nim": one to three heaps, and whoever takes the last stone loses. The answer is all winning moves, sorted, each
# as HEAP:STONES, or CONCEDE. The input is the number of heaps, which all positions share, and that of positions; then the heaps of each.
import sys

def rows(stones, heaps):
    if heaps == 1:
        return [[stones]] if stones else []
    return [[heap, *rest] for heap in range(1, stones) for rest in rows(stones - heap, heaps - 1)]

verb = sys.argv[1]
if verb == "about":
    print("""title: Misère Nim (CodinGame)\nsize: stones\nsmallest: 1\nsweep-to: 20\nplay: misere\nanswer: all-moves CONCEDE
rules: Stones lie in one to three heaps. A move takes one stone or more from one heap. The player who takes the last stone loses.
formula: lost iff if max(parts) < 2 then sum(parts) mod 2 = 1 else nimsum(parts) = 0\nlimits: 50 3\ncases: header 5""")
elif verb == "positions":
    for row in (row for heaps in (1, 2, 3) for row in rows(int(sys.argv[2]), heaps)):
        print(*row)
elif verb == "moves":
    for heaps in (list(map(int, line.split())) for line in sys.stdin):
        print(" ; ".join(f"{at + 1}:{taken} -> " + " ".join(map(str, heaps[:at] + [heap - taken] + heaps[at + 1:]))
                         for at, heap in enumerate(heaps) for taken in range(1, heap + 1)))
elif verb == "random":
    for m, n, seed in (map(int, line.split()) for line in sys.stdin):
        print(m, *[1 + seed % m, 1 + seed // m % m][:n - 1])
elif verb == "input":
    for line in sys.stdin:
        print(len(line.split()), "/", line.strip())
else:
    sys.exit(2)
