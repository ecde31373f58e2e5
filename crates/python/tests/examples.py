"""Runs the examples in the documentation of the module `grundy`, and those in the files on the command line."""

import doctest
import sys

import grundy


def wythoff(p):
    moves = [(x, p[1]) for x in range(p[0])] + [(p[0], y) for y in range(p[1])]
    return moves + [(p[0] - k, p[1] - k) for k in range(1, min(p) + 1)]


names = {"grundy": grundy, "wythoff": grundy.Game(wythoff)}
found = [doctest.testmod(grundy, extraglobs=names)]
found += [doctest.testfile(path, module_relative=False) for path in sys.argv[1:]]
for result in found:
    print(f"{result.attempted} examples, {result.failed} failed")
sys.exit(any(result.failed or not result.attempted for result in found))
