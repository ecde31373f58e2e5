//! Games of one's own, each with its rules program and with programs that are judged.
//!
//! `own_games GAME rules VERB ...` is the rules program of a game, with a right claim. With `rules-refuted` the claim has
//! a mistake at a small size, and with `rules-overflows` it reads numbers as 32-bit integers.
//!
//! `own_games GAME MODE` reads the task's input and prints the answer. The modes:
//!
//! * `right`. Of two winning moves it names another one than the claim does, or the same one by the position that it
//!   leads to.
//! * `overflow`: reads numbers as 32-bit integers.
//! * `double`: reads numbers as floating-point numbers, which hold every integer up to 2^53.
//! * `slow`: right, but counts by ones up to each number.
//! * `off-by-one`: has a mistake at a small size.
//! * `late-claim`: has the same mistake, but only from extent 1,000,000 on.
//!
//! The games are `sums`, whose answer is a Grundy value, and `named`, whose answer is a move. One whose answer is a word is in
//! docs/own-game.md.

use std::cell::Cell;
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{Read as _, Write as _};
use std::process::ExitCode;

/// A position, in the one form that its text has.
type Position = Vec<u64>;

/// A move: its name, which may be empty, and the positions that it leads to.
type Move = (String, Vec<Position>);

/// `moves` refuses a position with more moves.
const LISTED: u128 = 100_000;

trait Game {
    /// The lines of `about`.
    fn about(&self) -> &'static str;

    /// The optional verbs of the rules program that not every game has.
    fn verbs(&self) -> &'static [&'static str];

    /// The positions of a size.
    fn listed(&self, size: u64) -> Vec<Position>;

    /// The position of these numbers, if there is one.
    fn position(&self, numbers: Vec<u64>) -> Option<Position>;

    /// The number of moves.
    fn moves(&self, position: &[u64]) -> u128;

    /// One of the moves, which are counted from 0.
    fn move_at(&self, position: &[u64], index: u128) -> Move;

    /// A winning move, if there is one and the game looks for it.
    fn winning(&self, _: &[u64]) -> Option<u128> {
        None
    }

    /// The answer that the claim gives.
    fn claim(&self, position: &[u64], is_mistaken: bool) -> String;

    /// The answer that a judged program prints: another one where several are right.
    fn printed(&self, position: &[u64], is_mistaken: bool) -> String {
        self.claim(position, is_mistaken)
    }

    /// The moves that an answer with these numbers may mean.
    fn candidates(&self, _: &[u64], _: &[u64]) -> Vec<u128> {
        Vec::new()
    }

    /// A position of extent `m` with `n` parts.
    fn draw(&self, m: u64, n: u64, seed: u64) -> Position;

    /// The numbers of the task's input, in lines.
    fn input(&self, position: &[u64]) -> String {
        text(position)
    }

    /// The position's numbers, from those of an input.
    fn of_input(&self, numbers: Vec<u64>) -> Vec<u64> {
        numbers
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = match &words[..] {
        [game, "rules", verb @ ..] => rules(game, &Mode::RIGHT, verb),
        [game, "rules-refuted", verb @ ..] => rules(game, &Mode::MISTAKEN, verb),
        [game, "rules-overflows", verb @ ..] => rules(game, &Mode::OVERFLOW, verb),
        [game, mode] => judged(game, mode),
        _ => Err("expected GAME rules VERB, or GAME MODE".to_owned()),
    };
    match output {
        Ok(output) => match std::io::stdout().write_all(output.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(1),
        },
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn game(name: &str) -> Result<Box<dyn Game>, String> {
    Ok(match name {
        "sums" => Box::new(Sums::new()),
        "named" => Box::new(Named),
        _ => return Err(format!("{name}: no such game")),
    })
}

/// How a program reads numbers, and from which extent on it has its mistake.
struct Mode {
    read: fn(u64) -> u64,
    mistaken_from: Option<u64>,
}

impl Mode {
    const RIGHT: Self = Self {
        read: |number| number,
        mistaken_from: None,
    };
    const MISTAKEN: Self = Self {
        mistaken_from: Some(0),
        ..Self::RIGHT
    };
    const OVERFLOW: Self = Self {
        read: |number| u64::from(number as u32),
        ..Self::RIGHT
    };

    fn named(name: &str) -> Result<Self, String> {
        Ok(match name {
            "right" => Self::RIGHT,
            "overflow" => Self::OVERFLOW,
            "double" => Self {
                read: |number| number as f64 as u64,
                ..Self::RIGHT
            },
            "slow" => Self {
                read: |number| (0..number).fold(0, |count, _| black_box(count + 1)),
                ..Self::RIGHT
            },
            "off-by-one" => Self::MISTAKEN,
            "late-claim" => Self {
                mistaken_from: Some(1_000_000),
                ..Self::RIGHT
            },
            _ => return Err(format!("{name}: no such mode")),
        })
    }

    /// The position as this program reads it, and whether its mistake shows there.
    fn reads(&self, game: &dyn Game, numbers: Vec<u64>) -> Result<(Position, bool), String> {
        let extent = numbers.iter().max().copied().unwrap_or(0);
        let is_mistaken = self.mistaken_from.is_some_and(|from| extent >= from);
        let read = numbers.into_iter().map(self.read).collect();
        Ok((position(game, read)?, is_mistaken))
    }
}

/// What a judged program prints.
fn judged(name: &str, mode: &str) -> Result<String, String> {
    let (game, mode) = (game(name)?, Mode::named(mode)?);
    let numbers = game.of_input(numbers(&standard_input()?)?);
    let (position, is_mistaken) = mode.reads(&*game, numbers)?;
    Ok(game.printed(&position, is_mistaken) + "\n")
}

/// What a rules program writes.
fn rules(name: &str, mode: &Mode, verb: &[&str]) -> Result<String, String> {
    let game = game(name)?;
    let game = &*game;
    if let ["input" | "random-move" | "named-move", ..] = verb
        && !game.verbs().contains(&verb[0])
    {
        return Err(format!("{}: no such verb", verb[0]));
    }
    match verb {
        ["about"] => Ok(game.about().to_owned() + "\n"),
        ["positions", size] => {
            let positions = game.listed(number(size)?).into_iter();
            Ok(positions.map(|position| text(&position) + "\n").collect())
        }
        ["sizes", first, last] => {
            let mut lines = String::new();
            for size in number(first)?..=number(last)? {
                for position in game.listed(size) {
                    _ = writeln!(lines, "{size} {}", text(&position));
                }
            }
            Ok(lines)
        }
        ["moves"] => each_line(|line| moves(game, &read(game, line)?)),
        ["claim"] => each_line(|line| {
            let (position, is_mistaken) = mode.reads(game, numbers(line)?)?;
            Ok(game.claim(&position, is_mistaken))
        }),
        ["input"] => each_line(|line| Ok(game.input(&read(game, line)?))),
        ["random"] => each_line(|line| drawn(game, &numbers(line)?)),
        ["random", drawing @ ..] => Ok(drawn(game, &numbers(&drawing.join(" "))?)? + "\n"),
        ["random-move", seed] => {
            // A position that comes twice gets another move.
            let seed = Cell::new(number(seed)?);
            each_line(|line| {
                seed.set(seed.get().wrapping_add(1));
                Ok(random_move(game, &read(game, line)?, seed.get()))
            })
        }
        ["named-move"] => each_line(|line| {
            let (position, answer) = line.split_once(" ; ").ok_or("expected POSITION ; ANSWER")?;
            let position = read(game, position)?;
            let answer = answer.split_whitespace().collect::<Vec<_>>().join(" ");
            let index = meant(game, &position, &answer);
            Ok(index.map_or_else(String::new, |index| shown(game, &position, index)))
        }),
        _ => Err(format!("{}: no such verb", verb.join(" "))),
    }
}

fn moves(game: &dyn Game, position: &[u64]) -> Result<String, String> {
    let count = game.moves(position);
    if count > LISTED {
        return Err(format!(
            "{}: {count} moves cannot be listed",
            text(position)
        ));
    }
    let moves: Vec<_> = (0..count).map(|i| shown(game, position, i)).collect();
    Ok(moves.join(" ; "))
}

/// A winning move half of the time, if the game finds one, else any.
fn random_move(game: &dyn Game, position: &[u64], seed: u64) -> String {
    let count = game.moves(position);
    if count == 0 {
        return String::new();
    }
    let numbers = position.iter().chain([&seed]);
    let mut random = Random(numbers.fold(0, |state, number| Random(state ^ number).next()));
    let winning = game.winning(position).filter(|_| random.is_heads());
    let index = winning.unwrap_or_else(|| random.up_to(count - 1));
    shown(game, position, index)
}

/// The move that an answer means by its name.
fn meant(game: &dyn Game, position: &[u64], answer: &str) -> Option<u128> {
    let numbers = answer.split(' ').filter_map(|word| word.parse().ok());
    let numbers: Vec<u64> = numbers.collect();
    let candidates = game.candidates(position, &numbers).into_iter();
    let mut moves = candidates.filter(|&index| index < game.moves(position));
    moves.find(|&index| game.move_at(position, index).0 == answer)
}

fn drawn(game: &dyn Game, drawing: &[u64]) -> Result<String, String> {
    match *drawing {
        [m, n, seed] if n <= 10_000 => Ok(text(&game.draw(m, n, seed))),
        _ => Err("expected M N SEED, with N up to 10000".to_owned()),
    }
}

/// A move as a rules program writes it.
fn shown(game: &dyn Game, position: &[u64], index: u128) -> String {
    let (name, parts) = game.move_at(position, index);
    let parts: Vec<_> = parts.iter().map(|part| text(part)).collect();
    let parts = parts.join(" + ");
    if name.is_empty() {
        parts
    } else {
        format!("{name} -> {parts}")
    }
}

/// The text of a position. A position without heaps is one empty heap.
fn text(position: &[u64]) -> String {
    let words: Vec<_> = position.iter().map(u64::to_string).collect();
    if words.is_empty() {
        "0".to_owned()
    } else {
        words.join(" ")
    }
}

fn read(game: &dyn Game, line: &str) -> Result<Position, String> {
    position(game, numbers(line)?)
}

fn position(game: &dyn Game, numbers: Vec<u64>) -> Result<Position, String> {
    let found = format!("{numbers:?}: expected a position");
    game.position(numbers).ok_or(found)
}

fn numbers(text: &str) -> Result<Vec<u64>, String> {
    text.split_whitespace().map(number).collect()
}

fn number(word: &str) -> Result<u64, String> {
    word.parse()
        .map_err(|_| format!("{word:?}: expected a number below 2^64"))
}

fn standard_input() -> Result<String, String> {
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|error| error.to_string())?;
    Ok(text)
}

/// One line for each line of standard input.
fn each_line(answer: impl Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let input = standard_input()?;
    input.lines().map(|line| Ok(answer(line)? + "\n")).collect()
}

/// The generator `SplitMix64`.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn is_heads(&mut self) -> bool {
        self.next() >> 63 == 1
    }

    /// A number from 0 to `most`: half of the time each is equally likely, else each number of digits is.
    fn up_to(&mut self, most: u128) -> u128 {
        let bits = u64::from(u128::BITS - most.leading_zeros());
        let wide = u128::from(self.next()) << 64 | u128::from(self.next());
        let most = if self.is_heads() {
            most
        } else {
            let bits = self.next() % (bits + 1);
            most.min((1 << bits) - 1)
        };
        wide % (most + 1)
    }

    /// As [`up_to`](Self::up_to).
    fn number(&mut self, most: u64) -> u64 {
        self.up_to(most.into()) as u64
    }
}

/// Nim; the answer is a winning move. A position is the heaps that have stones, the largest first.
///
/// Closed form: lost if the nim-sum is 0.
struct Named;

fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// The position of these heaps.
fn sorted(mut heaps: Vec<u64>) -> Position {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable_by(|a, b| b.cmp(a));
    heaps
}

/// The ways to write `stones` as a sum of numbers up to `largest`, the largest first.
fn partitions(stones: u64, largest: u64) -> Vec<Position> {
    if stones == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in 1..=stones.min(largest) {
        let rests = partitions(stones - first, first).into_iter();
        all.extend(rests.map(|rest| [vec![first], rest].concat()));
    }
    all
}

impl Named {
    /// The moves that win: each the place of a heap, and what is left of it.
    fn all_winning(heaps: &[u64]) -> Vec<(usize, u64)> {
        let sum = nim_sum(heaps);
        let places = heaps.iter().enumerate();
        let winning = places.filter(|&(_, &heap)| heap ^ sum < heap);
        winning.map(|(place, heap)| (place, heap ^ sum)).collect()
    }

    /// The index of the move that leaves this much of a heap.
    fn index(heaps: &[u64], (place, left): (usize, u64)) -> u128 {
        let before = heaps[..place].iter().map(|&heap| u128::from(heap));
        before.sum::<u128>() + u128::from(left)
    }

    fn name((place, left): (usize, u64), heaps: &[u64]) -> String {
        format!("take {} from heap {}", heaps[place] - left, place + 1)
    }
}

impl Game for Named {
    fn about(&self) -> &'static str {
        "title: A winning move of Nim\nsize: stones\nsmallest: 1\nsweep-to: 12\nanswer: move none\n\
         limits: 1000000000000000000 3"
    }

    fn verbs(&self) -> &'static [&'static str] {
        &["input", "random-move", "named-move"]
    }

    fn listed(&self, size: u64) -> Vec<Position> {
        partitions(size, size)
    }

    fn position(&self, numbers: Vec<u64>) -> Option<Position> {
        (!numbers.is_empty()).then(|| sorted(numbers))
    }

    fn moves(&self, position: &[u64]) -> u128 {
        position.iter().map(|&heap| u128::from(heap)).sum()
    }

    fn move_at(&self, position: &[u64], index: u128) -> Move {
        let (mut place, mut left) = (0, index);
        while left >= u128::from(position[place]) {
            left -= u128::from(position[place]);
            place += 1;
        }
        let left = left as u64;
        let mut next = position.to_vec();
        next[place] = left;
        let name = Self::name((place, left), position);
        (name, vec![sorted(next)])
    }

    fn winning(&self, position: &[u64]) -> Option<u128> {
        let winning = Self::all_winning(position);
        let first = winning.first()?;
        Some(Self::index(position, *first))
    }

    /// The mistake is to call a nim-sum of 1 lost.
    fn claim(&self, position: &[u64], is_mistaken: bool) -> String {
        let is_lost = is_mistaken && nim_sum(position) <= 1;
        match Self::all_winning(position).first() {
            Some(&first) if !is_lost => Self::name(first, position),
            _ => "none".to_owned(),
        }
    }

    /// Names the last of the winning moves, the claim the first.
    fn printed(&self, position: &[u64], is_mistaken: bool) -> String {
        let claim = self.claim(position, is_mistaken);
        match Self::all_winning(position).last() {
            Some(&last) if claim != "none" => Self::name(last, position),
            _ => claim,
        }
    }

    fn candidates(&self, position: &[u64], numbers: &[u64]) -> Vec<u128> {
        let sum = nim_sum(position) ^ nim_sum(numbers);
        let places = position.iter().enumerate().flat_map(|(place, heap)| {
            let taken = numbers.first().and_then(|taken| heap.checked_sub(*taken));
            let lefts = [Some(heap ^ sum), taken].into_iter().flatten();
            let lefts = lefts.filter(move |left| left < heap);
            lefts.map(move |left| Self::index(position, (place, left)))
        });
        places.collect()
    }

    /// On one seed of four any heaps. On the others their nim-sum is 0, a single high bit, or 1.
    fn draw(&self, m: u64, n: u64, seed: u64) -> Position {
        let (mut random, n) = (Random(seed), n as usize);
        let mut heaps = vec![m];
        let kind = random.next() % 4;
        if n <= 1 || m == 0 || kind == 0 {
            heaps.extend((1..n).map(|_| random.number(m).max(1)));
            return sorted(heaps);
        }
        let high = 1 << m.ilog2();
        if n == 2 {
            heaps.push(m);
        } else {
            heaps.push(m & random.next() | high);
            heaps.extend((3..n).map(|_| random.number(high - 1).max(1)));
            heaps.push(nim_sum(&heaps));
        }
        let (place, bit) = if kind == 2 { (1, high) } else { (n - 1, 1) };
        if kind >= 2 && heaps[place] ^ bit <= m {
            heaps[place] ^= bit;
        }
        sorted(heaps)
    }

    fn input(&self, position: &[u64]) -> String {
        let mut input = format!("{} /", position.len());
        for heap in position {
            _ = write!(input, " {heap}");
        }
        input
    }

    fn of_input(&self, mut numbers: Vec<u64>) -> Vec<u64> {
        match numbers.split_first() {
            Some((&n, heaps)) if n == heaps.len() as u64 => numbers[0] = 0,
            _ => numbers.clear(),
        }
        numbers
    }
}

/// Kayles: take one or two stones of a heap, and split what is left into two heaps if you like. A position is one heap.
///
/// Closed form: from 71 on, Grundy values have period 12. The table, up to 2 * 71 + 2 * 12 + 1, proves it.
struct Sums {
    values: Vec<u64>,
}

impl Sums {
    fn new() -> Self {
        let mut values: Vec<u64> = vec![0];
        for heap in 1..=167 {
            let left = (1..=2.min(heap)).map(|taken| heap - taken);
            let splits = left.flat_map(|left| (0..=left / 2).map(move |a| (a, left - a)));
            let reached: Vec<u64> = splits.map(|(a, b)| values[a] ^ values[b]).collect();
            let value = (0..=reached.len() as u64).find(|value| !reached.contains(value));
            values.extend(value);
        }
        Self { values }
    }
}

impl Game for Sums {
    fn about(&self) -> &'static str {
        "title: Kayles\nsize: stones\nsweep-to: 120\nanswer: grundy\nlimits: 1000000000000000000 1"
    }

    fn verbs(&self) -> &'static [&'static str] {
        &["random-move"]
    }

    fn listed(&self, size: u64) -> Vec<Position> {
        vec![vec![size]]
    }

    fn position(&self, numbers: Vec<u64>) -> Option<Position> {
        (numbers.len() == 1).then_some(numbers)
    }

    /// Of a heap of `h` stones, one is taken in h / 2 + h % 2 ways, and two in h / 2 ways.
    fn moves(&self, position: &[u64]) -> u128 {
        position[0].into()
    }

    fn move_at(&self, position: &[u64], index: u128) -> Move {
        let (heap, index) = (position[0], index as u64);
        let singly = heap.div_ceil(2);
        let (taken, a) = if index < singly {
            (1, index)
        } else {
            (2, index - singly)
        };
        let b = heap - taken - a;
        let a = if a == 0 { Vec::new() } else { vec![vec![a]] };
        (String::new(), [a, vec![vec![b]]].concat())
    }

    /// The move that leaves two equal heaps: the last way to take one, or two.
    fn winning(&self, position: &[u64]) -> Option<u128> {
        let heap = position[0];
        let ways = heap.div_ceil(if heap % 2 == 1 { 2 } else { 1 });
        ways.checked_sub(1).map(u128::from)
    }

    /// The mistake is one stone more in the heap.
    fn claim(&self, position: &[u64], is_mistaken: bool) -> String {
        let heap = u128::from(position[0]) + u128::from(is_mistaken);
        let place = if heap < 72 { heap } else { 72 + heap % 12 };
        self.values[place as usize].to_string()
    }

    fn draw(&self, m: u64, _: u64, _: u64) -> Position {
        vec![m]
    }
}
