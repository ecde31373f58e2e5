#!/usr/bin/env python3
# Codeforces 87C, "Interesting Game": a move splits a pile into two or more piles of which each has one stone less than the one before.
# The answer is the smallest number of piles into which a first move that wins splits the pile, or -1.
import sys

# The parts of a pile, as a sum, for each number of parts.
def splits(pile):
    for count in range(2, pile):
        largest, rest = divmod(pile + count * (count - 1) // 2, count)
        if largest < count:
            return
        if rest == 0:
            yield count, " + ".join(str(largest - k) for k in range(count))

verb = sys.argv[1]
if verb == "about":
    print("title: Interesting Game (Codeforces 87C)\nsize: stones\nsmallest: 1\nsweep-to: 200\nanswer: first-move -1")
    print("rules: There are piles of stones. A move splits one of them into two or more, the first of any size and each of the others "
          "with one stone less than the one before. A player who cannot move loses.")
elif verb == "positions":
    print(sys.argv[2])
elif verb == "sizes":
    sys.stdout.writelines(f"{n} {n}\n" for n in range(int(sys.argv[2]), int(sys.argv[3]) + 1))
elif verb == "moves":
    for pile in map(int, sys.stdin):
        print(" ; ".join(f"{count} -> {parts}" for count, parts in splits(pile)))
else:
    sys.exit(2)
