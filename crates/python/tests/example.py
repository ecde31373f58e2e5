"""Types, for mypy --strict: what a user writes, with annotations that have to agree with the module's."""

from collections.abc import Iterator

import grundy

Heaps = tuple[int, int]


def wythoff(heaps: Heaps) -> Iterator[Heaps]:
    a, b = heaps
    yield from ((x, b) for x in range(a))
    yield from ((a, y) for y in range(b))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


game = grundy.Game(wythoff)
value: int = game.value((3, 5))
rows: list[grundy.Row] = game.table([(1, 2), (2, 2)])
wrong = game.check(lambda heaps: heaps[0] != heaps[1])
if wrong is not None:
    print(wrong.position, wrong.expected)

kayles = grundy.values("kayles", 1000)
first: int = kayles[1]
some: list[int] = kayles[:5]
size: int = memoryview(kayles).nbytes
period = kayles.period
if period is not None:
    length: int = period.length
svg: str = kayles.plot().svg()

try:
    import numpy
except ImportError:
    pass
else:
    game.check(lambda heaps: numpy.bool_(heaps[0] != heaps[1]))
    grundy.values("kayles", numpy.int64(9))[numpy.int64(3)]

formula = game.formula([(8, 8)], up_to=12)
if formula is not None:
    program: str = formula.python()

nim = grundy.game("nim")
position = nim.position("2\n1 3\n")
names: list[str] = [move.name for move in position.winning_moves()]
confirmed: bool = nim.sweep(up_to=6).confirmed
try:
    grundy.solve("nim", "x")
except grundy.InputError as error:
    line: int = error.line
