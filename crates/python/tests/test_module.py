"""Tests of the module `grundy` beside the examples in its documentation. Run by crates/python/check."""

import copy
import ctypes
import errno
import gc
import itertools
import json
import operator
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import threading
import time
import unittest
import weakref
from pathlib import Path

import grundy

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "rules"

CODES = """0.77 0.137 0.6 4!.0 4.[3] 0.[3] 0.07 0.007 0.1 0.2 0.3 0.12 0.13 0.14 0.15 0.16 0.17 0.26 0.31 0.32 0.33 0.34 0.35
0.36 0.37 0.44 0.45 0.51 0.52 0.53 0.54 0.55 0.56 0.57 0.64 0.71 0.72 0.74 0.75 0.76 0.106 0.156 0.165 0.356 4.7 4.3 0.333
subtract:1,3,4 subtract:2,5 subtract:1,2,3""".split()


def command(*arguments):
    run = subprocess.run(["grundy", *arguments], check=True, capture_output=True, text=True, timeout=60)
    return run.stdout


def wythoff(p):
    a, b = p
    moves = [(x, b) for x in range(a)] + [(a, y) for y in range(b)] + [(a - k, b - k) for k in range(1, min(p) + 1)]
    return [tuple(sorted(move)) for move in moves]


def kayles(pins):
    """A row of pins."""
    return [grundy.Sum(a, pins - k - a) for k in (1, 2) for a in range((pins - k) // 2 + 1)]


class Values(unittest.TestCase):
    def test_fifty_codes_as_the_command_has_them(self):
        self.assertEqual(len(set(CODES)), 50)
        for code in CODES:
            found = json.loads(command("values", "-g", code, "--up-to", "700", "--format", "json"))
            self.assertEqual(list(grundy.values(code, 700)), found["values"], code)
            period = grundy.values(code, 700).period
            fields = period and {"start": period.start, "length": period.length, "saltus": period.saltus, "proved": period.proved}
            if found["period"]:
                del found["period"]["held"]
            self.assertEqual(fields, found["period"], code)

    def test_behind_a_proved_period_values_are_the_same(self):
        for code in ["0.77", "0.07", "0.137", "0.156", "subtract:1,3,4"]:
            values = grundy.values(code, 20_000)
            period = values.period
            self.assertTrue(period.proved)
            self.assertTrue(values[period.start : -period.length] == values[period.start + period.length :], code)
            shorter = grundy.values(code, 255)
            self.assertTrue(values[:256] == list(shorter), code)

    def test_memory_is_shared(self):
        values = grundy.values("0.77", 1000)
        view = memoryview(values)
        del values
        self.assertEqual(view.cast("B")[1000], grundy.values("0.77", 1000)[1000])
        wide = grundy.values("4.[3]", 1000)
        self.assertEqual(memoryview(wide).cast("B").cast("H")[1000], wide[1000])

    def test_numpy_reads_it(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("*** SKIPPED: NumPy is missing")
        values = grundy.values("4!.0", 5000)
        array = numpy.asarray(values)
        self.assertTrue(numpy.shares_memory(array, numpy.asarray(memoryview(values))))
        self.assertEqual(array.tolist(), list(values))
        self.assertFalse(array.flags.writeable)
        game = grundy.Game(lambda n: [n - k for k in (1, 2, 3) if k <= n])
        self.assertIsNone(game.check(lambda n: numpy.int64(n % 4), range(9)))
        self.assertIsNone(game.check(lambda n: numpy.bool_(n % 4), range(9)))
        self.assertEqual(game.check(lambda n: numpy.int8(-1), [4]), (4, 0, -1))
        self.assertEqual(game.check(lambda n: numpy.bool_(1), [4]), (4, False, True))
        with self.assertRaisesRegex(TypeError, r"the claim about 4 is array\(\[0, 1\]\), expected"):
            game.check(lambda n: numpy.arange(2), [4])

    def test_no_one_writes_to_them(self):
        for code, up_to, form, width in (("0.77", 1000, "B", 1), ("4.[3]", 70_000, "I", 4), ("4.[3]", 1000, "H", 2)):
            values = grundy.values(code, up_to)
            view, count = memoryview(values), up_to + 1
            self.assertEqual((view.readonly, view.format, view.itemsize, view.strides), (True, form, width, (width,)))
            self.assertEqual((view.shape, view.nbytes, view[up_to]), ((count,), count * width, values[up_to]))
        for target in (values, view):
            with self.assertRaises(TypeError):
                target[3] = 99
        with self.assertRaisesRegex((BufferError, TypeError), "read-only|not writable"):
            ctypes.c_uint8.from_buffer(values)
        with self.assertRaises(BufferError):
            ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(values), None, 0)

    def test_equality(self):
        values = grundy.values("0.77", 20)
        self.assertEqual(values, grundy.values("kayles", 20))
        for other in (grundy.values("0.77", 21), grundy.values("0.6", 20), list(values)):
            self.assertNotEqual(values, other)

    def test_they_are_a_sequence(self):
        values = grundy.values("0.77", 20)
        known = list(values)
        self.assertIs(type(values), grundy.Values)
        self.assertEqual([values[heap] for heap in range(-21, 21)], known + known)
        for place in (slice(None), slice(None, None, -1), slice(-3, None), slice(2, 15, 4), slice(9, 3), slice(30, 40)):
            self.assertEqual(values[place], known[place], place)
        for heap in (21, -22, 2**70):
            with self.assertRaises(IndexError):
                values[heap]
        for wrong in ("3", (), None, 1.0):
            with self.assertRaisesRegex(TypeError, f"^found {re.escape(repr(wrong))}, expected a heap from 0 to 20, or a slice$"):
                values[wrong]
        self.assertEqual((list(reversed(values)), 6 in values, 99 in values), (known[::-1], True, False))

    def test_copies_and_pickles(self):
        for code in ("kayles", "4!.0", "4.[3]"):
            values = grundy.values(code, 70_000 if code == "4.[3]" else 3000)
            values.note = "mine"
            for again in copies(values):
                self.assertEqual((list(again), again, hash(again)), (list(values), values, hash(values)))
                self.assertEqual(again.note, "mine")
                self.assertEqual((again.code, again.period, again.plot().svg()), (code, values.period, values.plot().svg()))
        with self.assertRaisesRegex(ValueError, "another number of heaps"):
            grundy.Values("0.77", 5, cells=b"123")

    def test_memory_ends_with_an_exception(self):
        programs = {
            "grundy.values('0.77', 3 * 10**9)": "needs",
            "grundy.values('0.8', 3 * 10**9)": "needs",
            "grundy.values('0.77', 5 * 10**7)[:]": "",
            "grundy.Game(lambda n: itertools.count(1)).value(0)": "",
            "grundy.Game(lambda n: [n + 1]).value(0)": "",
            "sum = grundy.Sum(*[0] * 1000); grundy.Game(lambda n: itertools.repeat(sum) if n else []).value(1)": "",
            # There is memory for the sum, but not for the numbers of its parts.
            "limit(10**9); s = grundy.Sum(*[0] * 10**7); limit(used() + 2 * 10**7); grundy.Game(lambda n: []).outcome(s)": "",
            # The path of the solver ends at another place with each limit.
            **{f"limit({limit}); grundy.Game(lambda n: [n + 1]).value(0)": "" for limit in (3 * 10**8, 512 * 10**6, 656 * 10**6)},
            "limit(10**9); v = grundy.values('0.77', 4 * 10**8); print('begun', file=sys.stderr); copy.deepcopy(v)": "",
            "limit(6 * 10**8); v = grundy.values('4.[3]', 10**7); b = [bytes(10**6) for _ in range(505)]; copy.copy(v)": "",
        }
        begin = "import copy, grundy, itertools, resource, sys; limit = lambda n: resource.setrlimit(resource.RLIMIT_AS, (n, -1)); "
        begin += "used = lambda: int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize(); "
        try:
            import resource
        except ImportError:
            self.skipTest("*** SKIPPED: this system has no limits")
        del resource
        for program, said in programs.items():
            run = finished(f"{begin} limit(2 * 10**8); {program}", RUST_BACKTRACE="1")
            self.assertEqual(run.returncode, 1, (program, run.stderr[-500:]))
            self.assertRegex(run.stderr, f"(?m)^MemoryError.*{said}", program)

    def test_bad_codes_and_sizes(self):
        for code, said in [("nim", "is not the code"), ("0.7g", "column 4"), ("chess", "no game `chess`")]:
            with self.assertRaisesRegex(ValueError, said):
                grundy.values(code, 10)
        nim = grundy.game("nim")
        for work in (lambda n: grundy.values("0.77", n), lambda n: grundy.period("0.77", n), nim.sweep):
            for wrong in (-1, 2**32, 2**64, -(2**64)):
                with self.assertRaisesRegex(OverflowError, f"^up_to: found {wrong}, expected a whole number from 0 to 4294967295$"):
                    work(wrong)
            with self.assertRaisesRegex(TypeError, "^up_to: found 1.5, expected a whole number"):
                work(1.5)
        with self.assertRaisesRegex(ValueError, "no game"):
            grundy.values("\ud800", 5)
        of_code = r'^found \[1, 3, 4\], expected the name of a game or a code: a string such as "nim", "0.77" or "subtract:1,3,4"$'
        for use in (lambda code: grundy.values(code, 10), grundy.period, grundy.game, lambda code: grundy.Position(code, "")):
            with self.assertRaisesRegex(TypeError, of_code):
                use([1, 3, 4])
        for use in (nim.position, nim.positions, nim.solve, lambda heaps: grundy.solve("0.77", heaps)):
            with self.assertRaisesRegex(TypeError, r'^found \[3, 4, 5\], expected an input: a string such as "[0-9 ]+\\n[0-9 ]+\\n"$'):
                use([3, 4, 5])

    def test_the_lock_is_released_and_work_can_be_interrupted(self):
        ticks = []
        stop = threading.Event()

        def tick():
            while not stop.wait(0.01):
                ticks.append(None)

        clock = threading.Thread(target=tick)
        clock.start()
        grundy.game("gra").sweep(up_to=20)
        grundy.values("0.6", 200_000)
        stop.set()
        clock.join()
        self.assertGreater(len(ticks), 3)
        program = "import grundy; print('begun', flush=True); grundy.values('0.6', 400_000_000)"
        self.assertEqual(interrupted(program), "KeyboardInterrupt")

    def test_pictures_of_many_values(self):
        values = grundy.values("0.77", 10**7)
        begun = time.process_time()
        self.assertLess(len(values._repr_svg_()), 100_000)
        # A dot for each value would take ten times as long.
        self.assertLess(time.process_time() - begun, 0.5)
        program = "import grundy; v = grundy.values('0.77', 5 * 10**8); print('begun', flush=True); v.plot()"
        self.assertEqual(interrupted(program), "KeyboardInterrupt")


class Functions(unittest.TestCase):
    def test_three_games_as_the_command_has_them(self):
        games = {
            "wythoff.py": (wythoff, lambda text: tuple(map(int, text.split()))),
            "kayles.awk": (kayles, int),
            "subtraction.awk": (lambda n: [n - k for k in (1, 3, 4) if k <= n], int),
        }
        for name, (moves, read) in games.items():
            text = command("values", "-g", str(EXAMPLES / name), "--up-to", "20", "--format", "json")
            positions = json.loads(text)["positions"]
            self.assertGreater(len(positions), 20)
            game = grundy.Game(moves)
            for said in positions:
                position = read(said["position"])
                found = game.value(position), game.outcome(position) == "N"
                self.assertEqual(found, (said["grundy"], said["wins"]), (name, position))

    def test_against_a_naive_twin(self):
        # Random directed graphs without cycles, with sums.
        for seed in range(30):
            draw = random.Random(seed)
            moves = {n: [draw.randrange(n) for _ in range(draw.randrange(5))] if n else [] for n in range(60)}
            sums = {n: [(draw.randrange(n), draw.randrange(n))] if n and draw.random() < 0.3 else [] for n in range(60)}
            values = {}
            for n in range(60):
                reached = {values[m] for m in moves[n]} | {values[a] ^ values[b] for a, b in sums[n]}
                values[n] = next(v for v in itertools.count() if v not in reached)
            game = grundy.Game(lambda n: [*moves[n], *(grundy.Sum(*pair) for pair in sums[n])])
            order = list(range(60))
            draw.shuffle(order)
            self.assertEqual({n: game.value(n) for n in order}, values)
            misere = {}
            for n in range(60):
                misere[n] = not moves[n] or any(not misere[m] for m in moves[n])
            game = grundy.Game(lambda n: moves[n], misere=True)
            self.assertEqual({n: game.outcome(n) == "N" for n in order}, misere)

    def test_a_function_is_called_once_a_position(self):
        asked = []

        def moves(n):
            asked.append(n)
            return range(n)

        game = grundy.Game(moves)
        self.assertEqual((game.value(50), game.value(30), len(game)), (50, 30, 51))
        self.assertEqual(sorted(asked), list(range(51)))

    def test_a_canonical_form_is_made_once_for_equal_positions(self):
        def heaps(pair):
            return [move for a, b in (pair, pair[::-1]) for move in ((x, b) for x in range(a))]

        made = []

        def canonical(pair):
            made.append(pair)
            return tuple(sorted(pair))

        game = grundy.Game(heaps, canonical=canonical)
        self.assertEqual([game.value(pair) for pair in [(9, 5), (5, 9), (9, 5)]], [12] * 3)
        self.assertEqual(game.value(grundy.Sum((2, 3), (3, 2))), 0)
        self.assertEqual((len(made), len(game)), (len(set(made)), 45))
        # Only the canonical form has to be hashable.
        lists = grundy.Game(lambda pair: map(list, heaps(pair)), canonical=canonical)
        self.assertEqual([lists.value([9, 5]), lists.value([4, 4])], [12, 0])
        with self.assertRaisesRegex(TypeError, "unhashable") as caught:
            grundy.Game(heaps, canonical=list).value((2, 1))
        self.assertEqual(caught.exception.__notes__, ["while [2, 1] was looked up"])

    def test_large_values(self):
        heap = grundy.Game(range)
        self.assertEqual([heap.value(n) for n in (300, 200, 127, 128, 64, 63)], [300, 200, 127, 128, 64, 63])
        self.assertEqual(grundy.Game(lambda n: range(n) if n < 300 else [m for m in range(300) if m != 70]).value(300), 70)

    def test_sums_of_sums(self):
        deep = grundy.Sum(1)
        for _ in range(100_000):
            deep = grundy.Sum(deep)
        self.assertEqual(deep, grundy.Sum(1))
        heap = grundy.Game(range)
        nested = grundy.Sum(grundy.Sum(1, 2), 4)
        self.assertEqual((heap.value(nested), hash(nested), repr(nested)), (7, hash(grundy.Sum(1, 2, 4)), "Sum(1, 2, 4)"))
        self.assertEqual(heap.winning_moves(nested), [grundy.Sum(1, 2, 3)])

    def test_long_chains(self):
        self.assertEqual(grundy.Game(lambda n: [n - 1] if n else []).value(1_000_001), 1)

    def test_cycles_are_shown(self):
        game = grundy.Game(lambda p: {"a": "bx", "b": "c", "c": "b", "x": ""}[p])
        with self.assertRaises(grundy.CycleError) as raised:
            game.value("a")
        self.assertEqual(raised.exception.cycle, ["b", "c", "b"])
        self.assertEqual(str(raised.exception), "play never ends: 'b' -> 'c' -> 'b'")
        # The game can be used after the error.
        self.assertEqual(game.value("x"), 0)
        # Of a long cycle, the two ends.
        with self.assertRaisesRegex(grundy.CycleError, r"9 -> \(981 more\) -> 991"):
            grundy.Game(lambda n: [(n + 1) % 1000]).value(0)
        # Infinitely many positions, and a cycle among them.
        with self.assertRaises(grundy.CycleError):
            grundy.Game(lambda n: [n - 1, n + 1]).value(0)

    def test_play_without_an_end_stops_at_a_limit_of_memory(self):
        for moves in (lambda n: [n - 1], lambda n: (m for m in itertools.count(n + 1))):
            game = grundy.Game(moves, memory=1 << 24)
            for _ in range(2):
                with self.assertRaisesRegex(MemoryError, r"grew by more than 16.0 MiB, its limit: 5.*: does play end\?"):
                    game.value(5)
                self.assertEqual(len(game), 0)
        with self.assertRaisesRegex(MemoryError, r": 5 -> 4 -> 3 .* \(\d+ more\) -> -\d+ .*: does play end"):
            grundy.Game(lambda n: [n - 1], memory=1 << 24).value(5)
        with self.assertRaisesRegex(MemoryError, "grew by more"):
            grundy.Game(lambda n: itertools.count(1) if n == 0 else [], memory=1 << 24).winning_moves(0)
        # Play that ends, but not within the memory. Smaller positions can be solved after that.
        game = grundy.Game(lambda n: [n - 1] if n else [], memory=1 << 24)
        with self.assertRaisesRegex(MemoryError, "does play end"):
            game.value(10**7)
        self.assertEqual((game.value(10), len(game)), (0, 11))

    def test_errors_of_the_function(self):
        def moves(n):
            if n == 3:
                raise LookupError("three")
            return [n - 1] if n else []

        game = grundy.Game(moves)
        for _ in range(2):
            with self.assertRaisesRegex(LookupError, "three") as raised:
                game.value(5)
            self.assertEqual(raised.exception.__notes__, ["while the moves of 3 were listed"])
        self.assertEqual(game.value(2), 0)
        with self.assertRaisesRegex(TypeError, "unhashable"):
            grundy.Game(lambda n: [[n]]).value(1)
        with self.assertRaisesRegex(TypeError, "^the moves of 1: found None, which is not iterable, expected a list"):
            grundy.Game(lambda n: None).value(1)
        with self.assertRaisesRegex(TypeError, "unhashable") as raised:
            grundy.Game(lambda n: []).value([1])
        self.assertEqual(raised.exception.__notes__, ["while [1] was looked up"])
        with self.assertRaisesRegex(TypeError, "the moves of a game are a function of a position, found 3"):
            grundy.Game(3)
        again = grundy.Game(lambda n: [again.value(n - 1)])
        with self.assertRaisesRegex(RuntimeError, "solved already"):
            again.value(1)
        begun = grundy.Game(lambda n: begun.__init__(range))
        with self.assertRaisesRegex(RuntimeError, "solved already"):
            begun.value(1)

    def test_a_dictionary_that_someone_changed(self):
        for change in (lambda d: d.update({7: 10**6}), lambda d: d.update({7: None}), dict.clear):
            game = grundy.Game(lambda n: [n - 1] if n else [])
            game.value(5)
            for known in gc.get_referents(game):
                if isinstance(known, dict) and 5 in known:
                    change(known)
            for work in (lambda: game.value(7), game.solved):
                try:
                    work()
                except (RuntimeError, TypeError):
                    pass

    def test_a_repr_that_fails_hides_no_error(self):
        class Silent:
            def __repr__(self):
                raise LookupError("no repr")

        with self.assertRaisesRegex(grundy.CycleError, "<Silent> -> <Silent>"):
            grundy.Game(lambda p: [p]).value(Silent())
        with self.assertRaises(ZeroDivisionError) as raised:
            grundy.Game(lambda p: 1 / 0).value(Silent())
        self.assertEqual(raised.exception.__notes__, ["while the moves of <Silent> were listed"])
        # A long one is cut.
        with self.assertRaises(grundy.CycleError) as raised:
            grundy.Game(lambda p: [p]).value("x" * 10**6)
        self.assertLess(len(str(raised.exception)), 500)

    def test_cycles_of_references_are_freed(self):
        class Study:
            def __init__(self):
                self.game = grundy.Game(self.moves)
                self.sum = grundy.Sum(self)
                self.game.value(self)

            def moves(self, position):
                return []

        class Misere(grundy.Game):
            pass

        def by_its_own_method():
            game = Misere(lambda p: [])
            game.value(game.value)
            return game

        for make in (Study, by_its_own_method):
            made = make()
            freed = weakref.ref(made)
            del made
            gc.collect()
            self.assertIsNone(freed(), make)

    def test_classes(self):
        class Subtraction(grundy.Game[int]):
            def __init__(self, *taken):
                self.taken = taken
                super().__init__(self.moves)

            def moves(self, n):
                return [n - k for k in self.taken if k <= n]

        game = Subtraction(1, 2)
        self.assertTrue(game)
        self.assertEqual([game.value(n) for n in range(5)], [0, 1, 2, 0, 1])
        self.assertRegex(repr(game), r"^<game of .*Subtraction\.moves: 5 positions solved>$")
        self.assertEqual(repr(grundy.Game(wythoff, misere=True)), "<game of wythoff, misère: 0 positions solved>")
        asked = []
        game = grundy.Game(lambda n: asked.append(repr(game)) or [])
        game.value(1)
        self.assertIn("being solved", asked[0])

        class Forgetful(grundy.Game):
            def __init__(self):
                pass

        for use in (lambda game: game.value(1), len, lambda game: game.misere, lambda game: game.check(len)):
            with self.assertRaisesRegex(RuntimeError, r"super\(\).__init__\(moves\)"):
                use(Forgetful())
        self.assertEqual(repr(Forgetful()), "<game without rules>")

    def test_a_winning_move_is_listed_once(self):
        game = grundy.Game(lambda n: [n - 1, n - 1, grundy.Sum(0, n - 1), grundy.Sum(0, n - 1)] if n else [])
        self.assertEqual(game.winning_moves(1), [0, grundy.Sum(0, 0)])

    def test_sums_are_copied_and_pickled(self):
        sum = grundy.Sum(1, (2, "x"))
        for again in copies(sum):
            self.assertEqual(again, sum)

    def test_misere_sums(self):
        game = grundy.Game(lambda n: [grundy.Sum(n - 1, 0)] if n else [], misere=True)
        self.assertEqual([game.outcome(n) for n in range(4)], ["N", "P", "N", "P"])
        self.assertEqual(game.outcome(grundy.Sum()), "N")
        for use in [lambda: game.outcome(grundy.Sum(1, 1)), lambda: game.value(1)]:
            with self.assertRaisesRegex(ValueError, "under misère play"):
                use()

    def test_claims(self):
        game = grundy.Game(lambda n: [n - k for k in (1, 2, 3) if k <= n])
        with self.assertRaisesRegex(ValueError, "no position"):
            game.check(lambda n: True)
        game.value(100)
        self.assertIsNone(game.check(lambda n: n % 4))
        self.assertIsNone(game.check(lambda n: n % 4 > 0))
        self.assertIsNone(game.check(lambda n: "N" if n % 4 else "P"))
        self.assertEqual(game.check(lambda n: n % 5), (4, 0, 4))
        self.assertEqual(game.check(lambda n: n % 5 > 0, range(50, 0, -1)), (50, True, False))
        self.assertEqual(game.check(lambda n: 2**99, [1]), (1, 1, 2**99))
        for wrong, error in ((0.5, TypeError), (None, TypeError), ("p", ValueError), ("", ValueError)):
            with self.assertRaisesRegex(error, f'the claim about 0 is {wrong!r}, expected "P" or "N", whether'):
                game.check(lambda n: wrong)
        misere = grundy.Game(lambda n: [n - 1] if n else [], misere=True)
        with self.assertRaisesRegex(TypeError, "the claim about 3 is 1, expected .* wins$"):
            misere.check(lambda n: 1, [3])
        with self.assertRaisesRegex(TypeError, "a claim is a function of a position, found 5"):
            grundy.Game(lambda n: []).check(5)
        with self.assertRaises(ZeroDivisionError) as raised:
            game.check(lambda n: 0 // (n - 7), [8, 7])
        self.assertEqual(raised.exception.__notes__, ["while the claim about 7 was made"])

    def test_ctrl_c(self):
        for work in (
            "grundy.Game(lambda n: [n + 1]).value(0)",
            # Nothing here is written in Python.
            "grundy.Game({1: itertools.repeat(0), 0: ()}.__getitem__).value(1)",
            "grundy.Game({1: itertools.repeat(0), 0: ()}.__getitem__).winning_moves(1)",
            "grundy.Game({0: ()}.__getitem__).value(grundy.Sum(*itertools.repeat(0, 2 * 10**7)))",
            "grundy.Game({0: ()}.__getitem__).check({0: 'P'}.__getitem__, itertools.repeat(0))",
        ):
            program = f"import grundy, itertools; print('begun', flush=True); {work}"
            self.assertEqual(interrupted(program), "KeyboardInterrupt", work)

    def test_daemon_threads_end_with_the_program(self):
        for work in (
            "grundy.Game(lambda n: [n - 1] * 2000 if n else []).value(10**7)",
            "grundy.Game(lambda n: time.sleep(0.001) or [n + 1]).value(0)",
            "grundy.Game(lambda n: (m for m in range(n))).value(10**5)",
            "grundy.Game({0: range(10**9)}.get).value(0)",
            "grundy.Game(range).value(10**5)",
            "grundy.Game(lambda n: []).check(lambda n: 0, iter(int, 1))",
            "grundy.values('0.6', 10**8)",
            "[grundy.Game(lambda n: [n - 1] if n else []).formula([200]) for _ in range(10**5)]",
        ):
            program = f"import grundy, threading, time; threading.Thread(target=lambda: {work}, daemon=True).start(); time.sleep(0.3)"
            run = finished(program)
            self.assertEqual((run.returncode, run.stderr), (0, ""), work)

    def test_other_threads_go_on(self):
        # Moves without a line of Python: they end once the other thread has run, or with the numbers.
        ran, numbers = [], iter(range(10**8))
        moves = map(operator.mul, iter(ran.__len__, 1), numbers)
        threading.Timer(0.01, ran.append, [None]).start()
        grundy.Game({1: moves, 0: ()}.__getitem__).value(1)
        self.assertLess(next(numbers, 10**8), 10**8)


class Formulas(unittest.TestCase):
    def test_found_from_functions(self):
        def turtles(coins):
            def turned(*places):
                return "".join("HT"["H" == c] if i in places else c for i, c in enumerate(coins))

            return [turned(*{i, j}) for j in range(len(coins)) if coins[j] == "H" for i in range(j + 1)]

        def nim(heaps):
            return [tuple(sorted((*heaps[:i], k, *heaps[i + 1 :]))) for i, heap in enumerate(heaps) for k in range(heap)]

        words = ["".join(word) for size in range(7) for word in itertools.product("HT", repeat=size)]
        kayles = grundy.Game(lambda n: [grundy.Sum(a, n - k - a) for k in (1, 2) for a in range((n - k) // 2 + 1)])
        for game, positions, expected in (
            (grundy.Game(wythoff, canonical=lambda heaps: tuple(sorted(heaps))), [(25, 25)], "lost iff a = phi(b - a)"),
            (grundy.Game(nim), [(6, 6, 6), ()], "value = nimsum(parts)"),
            (grundy.Game(turtles), words, "value = nimsum(places 'H')"),
            (grundy.Game(lambda n: [n - k for k in (1, 2) if k <= n], misere=True), [200], "lost iff a mod 3 = 1"),
            (grundy.Game({n: [n - k for k in (1, 2) if k <= n] for n in range(99)}.__getitem__), [98], "value = a mod 3"),
            (kayles, [400], "value = periodic(a, "),
            (grundy.Game(lambda n: [n - k * k for k in range(1, n) if k * k <= n]), [200], "None"),
        ):
            formula = game.formula(positions)
            self.assertTrue(str(formula).startswith(expected), formula)
            for position in game.solved() if formula else ():
                known = game.value(position) if expected.startswith("value") else game.outcome(position)
                self.assertEqual(formula(position), known, position)

    def test_options(self):
        game = grundy.Game(lambda n: [n - k for k in (1, 3, 4) if k <= n])
        with self.assertRaisesRegex(ValueError, "positions of one type that have been solved, found 0 types"):
            game.formula()
        self.assertEqual(str(game.formula([100], outcome=True)), "lost iff periodic(a, [], [1, 0, 1, 0, 0, 0, 0]) = 1")
        # Too few positions for the numbers in it.
        self.assertIsNone(game.formula(up_to=20))
        for length in (0, 21):
            with self.assertRaisesRegex(ValueError, f"length: found {length}, expected a number from 1 to 20"):
                game.formula(length=length)
        with self.assertRaisesRegex(TypeError, "whole numbers, tuples of these, or strings, found 0.5"):
            grundy.Game(lambda x: []).formula([0.5])
        with self.assertRaisesRegex(ValueError, "found 2 types"):
            grundy.Game(lambda x: []).formula([1, "a"])
        with self.assertRaises(LookupError):
            grundy.Game({}.__getitem__).formula([1])
        nim = grundy.game("nim")
        self.assertEqual(str(nim.formula(up_to=10)), "value = nimsum(parts)")
        self.assertEqual(nim.formula()(nim.position("2\n1 3\n")), 2)
        with self.assertRaises(ValueError):
            nim.formula(up_to=99)
        self.assertIsNone(grundy.game("0.6").formula(length=2, up_to=12))

    def test_programs_copies_errors(self):
        formula = grundy.Formula("lost iff a = b")
        for again in copies(formula):
            self.assertEqual((again, hash(again)), (formula, hash(formula)))
        self.assertNotEqual(formula, grundy.Formula("won iff a = b"))
        ran = subprocess.run([sys.executable, "-c", formula.python()], input="3 3\n", capture_output=True, text=True)
        self.assertEqual((ran.stdout, ran.stderr), ("P\n", ""))
        self.assertIn('? "P" : "N"', formula.cpp())
        self.assertIn("print(grundy(", grundy.Formula("value = a").python())
        with self.assertRaisesRegex(ValueError, "line 1, column 6: expected `iff`, found `if`"):
            grundy.Formula("lost if a")
        with self.assertRaisesRegex(ValueError, 'no value for "1"'):
            formula(1)
        with self.assertRaisesRegex(ValueError, "endgaps"):
            grundy.Formula("value = nimsum(endgaps)").python()

    def test_ctrl_c(self):
        moves = "lambda n: itertools.chain([n - 1] if n else [], itertools.repeat(0, 10**12 if n > 99 else 0))"
        work = f"grundy.Game({moves}).formula([60])"
        program = f"import grundy, itertools; print('begun', flush=True); {work}"
        self.assertEqual(interrupted(program), "KeyboardInterrupt")


class Notebook(unittest.TestCase):
    def test_what_a_notebook_shows(self):
        position = grundy.game("nim").position("2\n1 3\n")
        self.assertIn("<pre", position._repr_html_())
        values = grundy.values("0.77", 167)
        self.assertEqual(values._repr_svg_(), values.plot().svg())
        table = grundy.Game(lambda s: [s[1:]] if s else []).table(["", "<b>"])
        self.assertIn("&lt;b&gt;", table._repr_html_())
        with self.assertRaisesRegex(ValueError, r"pairs of numbers.* such as \(3, 5\).*grundy\.values"):
            grundy.Game(range).table(range(5)).plot()
        self.assertEqual(sorted(dir(grundy)), sorted([*grundy.__all__, "__all__", "__doc__", "__version__"]))

    def test_a_picture_that_cannot_be_written(self):
        with self.assertRaises(FileNotFoundError) as raised:
            grundy.values("0.77", 20).plot().save("missing/kayles.svg")
        self.assertEqual((raised.exception.errno, raised.exception.filename), (errno.ENOENT, os.path.join("missing", "kayles.svg")))

    def test_tables(self):
        game = grundy.Game(lambda n: [n - 1] if n else [])
        table = game.table(range(100_000))
        shown = table._repr_html_()
        self.assertLess(len(shown), 10_000)
        self.assertEqual((shown.count("<tr>"), "the first 20 of 100,000 rows" in shown), (21, True))
        few = table[:3]
        self.assertEqual((type(few), str(few).splitlines()[-1].split()), (grundy.Table, ["2", "P", "0", "-"]))
        self.assertNotIn("<p>", few._repr_html_())
        self.assertEqual(pickle.loads(pickle.dumps(few)), few)
        self.assertIsInstance(table[0], grundy.Row)
        with self.assertRaisesRegex(TypeError, "found 1, expected a Row"):
            grundy.Table([1, 2])

    def test_a_rules_cell_runs(self):
        try:
            import nbclient
            import nbformat
        except ImportError:
            self.skipTest("*** SKIPPED: nbclient is missing")
        cells = [
            "import grundy; grundy.values('0.77', 167)",
            "grundy.values('0.77', 167).plot()",
            "grundy.game('gra').position('5 2\\n1 3\\n')",
            "grundy.Game(range).table([1])",
        ]
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        nbclient.NotebookClient(book, timeout=60).execute()
        kinds = [sorted(cell.outputs[0].data) for cell in book.cells]
        picture, text = ["image/svg+xml", "text/plain"], ["text/html", "text/plain"]
        self.assertEqual(kinds, [picture, picture, text, text])


class BuiltIn(unittest.TestCase):
    def test_errors_have_a_place(self):
        with self.assertRaises(grundy.InputError) as raised:
            grundy.solve("nim", "2\n1 x\n")
        self.assertEqual((raised.exception.line, raised.exception.column), (2, 3))
        with self.assertRaisesRegex(ValueError, "no game `chess`: .*constrained"):
            grundy.game("chess")
        for name in ("x" * 10**5, "0." + "g" * 10**5):
            with self.assertRaises(ValueError) as raised:
                grundy.game(name)
            self.assertLess(len(str(raised.exception)), 500)
        with self.assertRaisesRegex(ValueError, "positions are numbered up to size"):
            grundy.game("nim").sweep(up_to=99)

    def test_text_that_is_no_text(self):
        for work in (grundy.solve, lambda game, text: grundy.game(game).position(text)):
            with self.assertRaises(grundy.InputError) as raised:
                work("nim", "1\n \ud800")
            self.assertEqual((raised.exception.line, raised.exception.column), (2, 2))

    def test_copies_and_pickles(self):
        texts = {
            "gra": "5 2\n1 3\n",
            "nim": "2\n1 3\n",
            "bounded": "2 3\n5 4\n",
            "staircase": "3\n1 0 2\n",
            "constrained": "2 1\n4 5\n2 1\n",
            "kamyki": "1\n3\n1 2 4\n",
            "kayles": "2\n3 4\n",
            "subtract:1,3": "1\n9\n",
        }
        for name, text in texts.items():
            game = grundy.game(name)
            position = game.position(text)
            for again in copies(position):
                self.assertEqual(again._repr_html_(), position._repr_html_())
                self.assertEqual((again, hash(again)), (position, hash(position)))
                self.assertEqual([str(a) for a in again.moves()], [str(a) for a in position.moves()])
            for move in position.moves():
                for reached in move.leads_to:
                    self.assertEqual(str(pickle.loads(pickle.dumps(reached))), str(reached))
            self.assertEqual(pickle.loads(pickle.dumps(game)), game)
        self.assertNotEqual(grundy.game("nim").position("1\n2\n"), grundy.game("nim").position("1\n3\n"))
        self.assertNotEqual(grundy.game("nim"), grundy.game("gra"))

    def test_several_positions(self):
        kamyki = grundy.game("kamyki")
        text = "2\n2\n1 2\n1\n0\n"
        self.assertEqual(len(kamyki.positions(text)), 2)
        self.assertEqual(kamyki.solve(text), "\n".join(p.answer for p in kamyki.positions(text)))
        with self.assertRaisesRegex(ValueError, "found 2 positions"):
            kamyki.position(text)


def copies(original):
    protocols = range(pickle.HIGHEST_PROTOCOL + 1)
    return [copy.copy(original), copy.deepcopy(original), *(pickle.loads(pickle.dumps(original, p)) for p in protocols)]


def finished(program, **environment):
    """Python after a program, which may take a minute."""
    environment = {**os.environ, **environment}
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, env=environment)


def interrupted(program):
    """The exception with which Python ends after Ctrl-C, a moment after the program has begun."""
    # A job in the background of a script begins with Ctrl-C ignored, and Python leaves it so.
    program = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {program}"
    run = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        run.stdout.readline()
        time.sleep(0.3)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=60)
    finally:
        run.kill()
    return said.strip().splitlines()[-1].split(":")[0]


if __name__ == "__main__":
    unittest.main()
