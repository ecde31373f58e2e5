"""Impartial games: games like Nim, in which both players have the same moves.

A position is a P-position when the player to move loses (the previous player wins), and an N-position when the player to
move wins. The Grundy value of a position is the size of the Nim heap that it is equivalent to.

>>> import grundy
>>> grundy.values("0.77", 1000)[:8]
[0, 1, 2, 3, 1, 4, 3, 2]
>>> grundy.period("0.07", up_to=10_000)
Period(length=34, start=53, proved=True)
>>> grundy.solve("gra", "5 2\\n1 3\\n")
'1'
>>> wythoff = grundy.Game(lambda p: [(x, p[1]) for x in range(p[0])] + [(p[0], y) for y in range(p[1])]
...                       + [(p[0] - k, p[1] - k) for k in range(1, min(p) + 1)])
>>> wythoff.value((3, 5)), wythoff.outcome((3, 5))
(0, 'P')
"""

import html
from operator import index
from types import GenericAlias
from typing import NamedTuple

from . import _grundy
from ._grundy import CycleError, InputError, Move, Picture, Position, Sum, __version__

__all__ = [
    "BuiltinGame",
    "Counterexample",
    "CycleError",
    "Formula",
    "Game",
    "InputError",
    "Move",
    "Period",
    "Picture",
    "Position",
    "Row",
    "Sum",
    "Sweep",
    "Table",
    "Values",
    "game",
    "period",
    "solve",
    "values",
]


class Period(NamedTuple):
    """From heap ``start`` on, values repeat after ``length`` heaps, with ``saltus`` added each time."""

    length: int
    start: int
    proved: bool
    saltus: int = 0

    def __repr__(self):
        saltus = f", saltus={self.saltus}" if self.saltus else ""
        return f"Period(length={self.length}, start={self.start}, proved={self.proved}{saltus})"


class Values(_grundy.Values):
    """The Grundy values of heaps 0, 1, 2, ...: a sequence of integers, in memory that Python reads without a copy.

    The memory cannot be written to. ``list(values)`` and ``numpy.array(values)`` are copies that can.

    >>> values = grundy.values("0.77", 100)
    >>> len(values), values[12], max(values)
    (101, 4, 8)
    >>> memoryview(values).nbytes, memoryview(values).readonly
    (101, True)
    >>> grundy.values("0.77", 150).period
    Period(length=12, start=71, proved=False)
    """

    @property
    def period(self):
        """The period of these values; None when there is none so far."""
        return self._period and Period(*self._period)

    def __iter__(self):
        return iter(memoryview(self))

    def __repr__(self):
        shown = ", ".join(map(str, self[:10])) + (", ..." if len(self) > 10 else "")
        return f"<values of {self.code}, heaps 0 to {len(self) - 1}: {shown}>"

    def _repr_svg_(self):
        return self.plot().svg()


def values(code, up_to):
    """Returns the Grundy values of heaps 0 to ``up_to`` of a code, such as ``"0.77"`` or ``"kayles"``.

    >>> grundy.values("kayles", 10_000)
    <values of kayles, heaps 0 to 10000: 0, 1, 2, 3, 1, 4, 3, 2, 1, 4, ...>
    >>> grundy.values("0.7g", 10)
    Traceback (most recent call last):
        ...
    ValueError: `0.7g` is not the code of a heap game: column 4: found `g`, expected a digit from 0 to f
    """
    return Values(code, up_to)


def period(code, up_to=10_000):
    """Returns the period of the Grundy values of a code; None when there is none up to heap ``up_to``.

    The work ends where a theorem proves the period.

    >>> grundy.period("0.77")
    Period(length=12, start=71, proved=True)
    >>> grundy.period("0.77", up_to=150).proved
    False
    """
    found = _grundy.period(code, up_to)
    return found and Period(*found)


def solve(game, input):
    """Returns the answer to an input of a built-in game or of a code; a line for each position.

    >>> grundy.solve("nim", "2\\n1 3\\n")
    'Yes'
    >>> grundy.solve("nim", "2\\n1 x\\n")
    Traceback (most recent call last):
        ...
    grundy.InputError: 2:3: found `x`, expected the size of heap 2 of 2
    """
    return BuiltinGame(game).solve(input)


def game(name):
    """Returns a built-in game, or the game of a code.

    >>> nim = grundy.game("nim")
    >>> position = nim.position("2\\n1 3\\n")
    >>> position.wins, position.grundy, position.winning_moves()
    (True, 2, [<move "2 from heap 2" to "2\\n1 1">])
    """
    return BuiltinGame(name)


class Counterexample(NamedTuple):
    """A position about which a claim is wrong."""

    position: object
    expected: object
    claimed: object


class Sweep(NamedTuple):
    """The result of a sweep: the closed form of a game compared with exhaustive play."""

    game: str
    positions: int
    mismatches: int
    smallest: Counterexample | None
    seconds: float

    @property
    def confirmed(self):
        """Whether there is no mismatch."""
        return self.mismatches == 0


class Formula(_grundy.Formula):
    """A closed form: ``value = ...`` for the Grundy value of a position, or ``lost iff ...`` for who wins.

    >>> wythoff = grundy.Formula("lost iff a = phi(b - a)")
    >>> wythoff((3, 5)), wythoff((618033988749894848, 10**18)), wythoff("1 1")
    ('P', 'P', 'N')
    >>> grundy.Formula("value = nimsum(parts)").words
    'The Grundy value is the nim-sum of the numbers.'
    """

    def __call__(self, position):
        """Returns the Grundy value of a position, or "N" or "P"."""
        is_lost, value = self._says(_text(position))
        return ("P" if is_lost else "N") if value is None else value

    def python(self):
        """Returns a program in Python that reads a position and prints what the formula says of it."""
        return self._program(False)

    def cpp(self):
        """Returns such a program in C++17, for numbers below 2^63."""
        return self._program(True)

    def __reduce__(self):
        return Formula, (str(self),)

    def __repr__(self):
        return f"grundy.Formula({str(self)!r})"


# An empty row or word.
_NOTHING = "-"


def _text(position):
    """The position as formulas read it."""
    if isinstance(position, (str, Position)):
        return str(position) or _NOTHING
    try:
        numbers = position if isinstance(position, tuple) else (position,)
        return " ".join(str(index(number)) for number in numbers) or _NOTHING
    except TypeError:
        problem = f"formulas read positions that are whole numbers, tuples of these, or strings, found {position!r}"
        raise TypeError(problem) from None


def _asked(length, up_to, outcome):
    length = index(length)
    if not 1 <= length <= 20:
        raise ValueError(f"length: found {length}, expected a number from 1 to 20")
    return length, up_to, outcome


class BuiltinGame(_grundy.BuiltinGame):
    """A built-in game, or the game of a code. See :func:`game`."""

    def sweep(self, up_to=None):
        """Compares the closed form with exhaustive play on every position up to a size.

        >>> found = grundy.game("nim").sweep(up_to=12)
        >>> found.positions, found.mismatches, found.confirmed
        (4095, 0, True)
        """
        positions, mismatches, seconds, smallest = self._sweep(up_to)
        smallest = smallest and Counterexample(*smallest)
        return Sweep(self.name, positions, mismatches, smallest, seconds)

    def formula(self, *, length=9, up_to=None, outcome=False):
        """Returns a formula that is found from the rules of the game; None where none is found.

        It agrees with all positions up to the size ``up_to``, some thousand by default, and with the moves from larger ones.
        ``length`` is the length of the longest expression; with ``outcome=True`` it says who wins only.

        >>> grundy.game("0.33").formula()
        grundy.Formula('value = nimsum(parts: x mod 3)')
        """
        found = self._formula(_asked(length, up_to, outcome))
        return found and Formula(found)

    def __repr__(self):
        return f"grundy.game({self.name!r})"


class Row(NamedTuple):
    """A position of a table. ``value`` is the Grundy value; None under misère play."""

    position: object
    outcome: str
    value: int | None
    winning_moves: list


class Table(list):
    """Solved positions, a :class:`Row` for each; a notebook shows the first of them as a table."""

    def __init__(self, rows=()):
        super().__init__(rows)
        for row in self:
            if not isinstance(row, Row):
                raise TypeError(f"found {row!r}, expected a Row: Game.table() makes tables")

    def __getitem__(self, place):
        found = super().__getitem__(place)
        return Table(found) if isinstance(place, slice) else found

    def __str__(self):
        lines = [_HEAD, *map(_cells, self)]
        widths = [max(len(line[column]) for line in lines) for column in range(3)]
        texts = ("  ".join([*(cell.ljust(width) for cell, width in zip(line, widths)), line[3]]) for line in lines)
        return "\n".join(texts)

    def _repr_html_(self):
        def row(cells, tag):
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        rows = "".join(row(_cells(one), "td") for one in self[:_SHOWN])
        note = f"<p>the first {_SHOWN} of {len(self):,} rows</p>" if len(self) > _SHOWN else ""
        return f"<table><thead>{row(_HEAD, 'th')}</thead><tbody>{rows}</tbody></table>{note}"

    def plot(self):
        """Returns the picture of the P-positions, if positions are pairs of numbers from 0 on.

        >>> wythoff.table((x, y) for x in range(20) for y in range(20)).plot()  # doctest: +ELLIPSIS
        <grundy.Picture object at 0x...>
        """
        try:
            pairs = [((x, y), row.outcome) for row in self for x, y in [row.position]]
            lost = [pair for pair, outcome in pairs if outcome == "P"]
            up_to = max(max(pair) for pair, _ in pairs)
            return _grundy.plane("P-positions", f"positions: {len(self):,}; P-positions: {len(lost):,}", up_to, lost)
        except (TypeError, ValueError, OverflowError):
            raise ValueError(
                "a picture is of positions that are pairs of numbers from 0 on, such as (3, 5); of heaps, which are one number, "
                "grundy.values(code, up_to).plot() returns one"
            ) from None


_HEAD = ("position", "outcome", "value", "winning moves")
# Rows that a notebook shows.
_SHOWN = 20


def __dir__():
    return __all__ + ["__all__", "__doc__", "__version__"]


def _cells(row):
    value = "-" if row.value is None else str(row.value)
    return repr(row.position), row.outcome, value, ", ".join(map(repr, row.winning_moves)) or "-"


# Sums of numbers, and lengths, of the positions from which a formula is learnt.
_LARGEST = 10_000
# No formula reads it.
_UNREAD = "? ?"


class Game(_grundy.Game):
    """A game whose rules are a function: from a position to what its moves lead to, as a list or a generator.

    Positions are hashable objects of any type; equal objects are one position. A move may lead to a :class:`Sum` of
    positions. With ``misere=True`` the player who cannot move wins; then a sum may have moves left in one part at most.
    ``canonical`` is a function that returns the one of all positions equal by symmetry that stands for them: only those
    are listed. Values are kept, so that each position is listed once. A call that makes the process grow by more than ``memory`` bytes, a
    quarter of the machine's memory by default, ends with a MemoryError that shows the positions on the way: play may never end.

    >>> kayles = grundy.Game(lambda n: [grundy.Sum(a, n - k - a) for k in (1, 2) for a in range((n - k) // 2 + 1)])
    >>> [kayles.value(n) for n in range(8)]
    [0, 1, 2, 3, 1, 4, 3, 2]
    >>> kayles.value(grundy.Sum(3, 4))
    2
    >>> kayles.winning_moves(3)
    [Sum(1, 1)]
    >>> def two_heaps(heaps):
    ...     return [heaps[:i] + (left,) + heaps[i + 1 :] for i in (0, 1) for left in range(heaps[i])]
    >>> nim = grundy.Game(two_heaps, canonical=lambda heaps: tuple(sorted(heaps)))
    >>> nim.value((9, 5)), len(nim)
    (12, 45)
    >>> grundy.Game(lambda n: [n - 1, n + 1]).value(0)
    Traceback (most recent call last):
        ...
    grundy.CycleError: play never ends: 0 -> -1 -> 0
    """

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, moves, *, misere=False, memory=None, canonical=None):
        self._begin(moves, misere, memory, canonical)

    def __bool__(self):
        # Or a game of which no position has been solved would be false: it has a length.
        return True

    def table(self, positions):
        """Solves positions.

        >>> print(wythoff.table([(0, 0), (1, 1), (1, 2)]))
        position  outcome  value  winning moves
        (0, 0)    P        0      -
        (1, 1)    N        2      (0, 0)
        (1, 2)    P        0      -
        """

        def row(position):
            value = None if self.misere else self.value(position)
            return Row(position, self.outcome(position), value, self.winning_moves(position))

        return Table(map(row, positions))

    def formula(self, positions=(), *, length=9, up_to=None, outcome=False):
        """Returns a formula for the positions that have been solved so far, after solving ``positions``; None where none is found.

        Positions are whole numbers, tuples of these, or strings. With ``up_to``, those whose numbers have a larger sum, and
        longer strings, are left out. ``length`` is the length of the longest expression; with ``outcome=True`` the formula
        says who wins only. It agrees with these positions, and with the moves from larger ones.

        >>> formula = grundy.Game(lambda n: [n - k for k in (1, 3, 4) if k <= n]).formula([60])
        >>> formula
        grundy.Formula('value = periodic(a, [], [0, 1, 0, 1, 2, 3, 2])')
        >>> formula(10**18)
        1
        """
        for position in positions:
            self.outcome(position)
        asked = _asked(length, None, outcome or self.misere)
        largest = _LARGEST if up_to is None else min(index(up_to), _LARGEST)
        sizes, kinds = {}, set()
        for position in self.solved():
            text = _text(position)
            kind = next(kind for kind in (str, tuple, object) if isinstance(position, kind))
            size = len(position) if kind is str else sum(position) if kind is tuple else index(position)
            if 0 <= size <= largest:
                kinds.add(kind)
                sizes.setdefault(size, []).append(text)
        if len(kinds) != 1:
            raise ValueError(f"a formula is learnt from positions of one type that have been solved, found {len(kinds)} types")
        [kind] = kinds

        def moves(text):
            if text == _UNREAD:
                return []
            word = "" if text == _NOTHING else text
            try:
                numbers = () if kind is str else tuple(map(int, word.split()))
                options = self._options(word if kind is str else numbers if kind is tuple else numbers[0])
                # Under misère play, a move that formulas say nothing of is left where the game is over.
                return [[_text(part) for part in option] for option in options] or [[_UNREAD]] * self.misere
            except MemoryError:
                raise
            except Exception:
                return [[_UNREAD]]

        found = _grundy.seek_played(sizes, moves, asked)
        return found and Formula(found)

    def check(self, claim, positions=None):
        """Returns the first position about which a claim is wrong, or None.

        A claim is a function of a position: to "P" or "N", to whether the player to move wins, or to the Grundy value.
        Without ``positions``, the claim is compared on all that have been solved so far, those first from which play
        ends soonest: the counterexample is a smallest one.

        >>> wythoff.outcome((5, 5))
        'N'
        >>> wythoff.check(lambda p: "P" if p[0] == p[1] else "N")
        Counterexample(position=(1, 1), expected='N', claimed='P')
        """
        wrong = self._check(claim, self.solved() if positions is None else positions)
        return wrong and Counterexample(*wrong)
