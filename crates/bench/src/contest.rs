//! Who solves a workload while the clock runs, and the check that goes with every sample.
//!
//! A [`Runner`] solves one input with one solver a number of times and says how long that took. It
//! holds every answer against the one that is known; a wrong answer has no time. Answers that cost
//! nothing to compare are compared while the clock runs. Whole boards and copies are compared when it
//! has stopped, and then only the last of the sample.

use std::fmt::Debug;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use grundy_core::constrained::Pair;
use grundy_core::{Outcome, bounded, constrained, gra, kamyki, nim, staircase};

use crate::baseline::family::{self, Plain};
use crate::baseline::readers::{Reader, byte_loop, split_whitespace};
use crate::baseline::{Counter, dense_3n, ordered_map, per_pawn, run_list};
use crate::failure::{Failure, wrong};
use crate::floor;
use crate::input::{Input, Position};
use crate::programs::Programs;
use crate::workload::Workload;
use grundy_records::solver::{Group, Solver};

/// Pawns beyond which `ordered-map` is left out: it takes seconds for one answer.
const MOST_FOR_ORDERED_MAP: u64 = 10_000_000;

/// What a solver of gra does.
#[derive(Clone, Copy)]
enum Way {
    /// Adds up the squares.
    Sum,
    /// Counts winning moves.
    Count(Counter),
    /// Copies the text.
    Copy,
    /// Reads the text as the core does.
    CoreReads,
    /// Reads the text.
    Read(Reader),
    /// Reads the text and counts winning moves, all by the core.
    CoreSolves,
    /// What `grundy solve` does with the text.
    Entry,
    /// Reads the text, then counts winning moves.
    Solve(Reader, Counter),
    /// `cat`.
    Cat,
    /// `grundy solve`.
    Grundy,
    /// The process that takes the name of a reader and a counter.
    Naive,
}

/// Every solver of gra.
const GRA: [(&str, Way); 19] = [
    ("count/floor-sum", Way::Sum),
    ("count/core", Way::Count(gra::count_winning_moves)),
    ("count/run-list", Way::Count(run_list)),
    ("count/per-pawn", Way::Count(per_pawn)),
    ("count/dense-3n", Way::Count(dense_3n)),
    ("count/ordered-map", Way::Count(ordered_map)),
    ("read/floor-copy", Way::Copy),
    ("read/core", Way::CoreReads),
    ("read/byte-loop", Way::Read(byte_loop)),
    ("read/split-whitespace", Way::Read(split_whitespace)),
    ("solve/floor-copy", Way::Copy),
    ("solve/core", Way::CoreSolves),
    ("solve/grundy", Way::Entry),
    ("solve/byte-loop+run-list", Way::Solve(byte_loop, run_list)),
    (
        "solve/split-whitespace+ordered-map",
        Way::Solve(split_whitespace, ordered_map),
    ),
    ("process/floor-cat", Way::Cat),
    ("process/grundy", Way::Grundy),
    ("process/byte-loop+run-list", Way::Naive),
    ("process/split-whitespace+ordered-map", Way::Naive),
];

/// Every solver of a game for which nobody wrote another way.
pub(crate) const ALONE: [&str; 2] = ["solve/floor-copy", "solve/grundy"];

/// The pairs of reader and counter that a process of their own is measured with, by name.
///
/// ```
/// let solve = grundy_bench::contest::naive("byte-loop+run-list").unwrap();
/// assert_eq!(solve(b"5 2\n1 3\n"), Ok(1));
/// assert!(grundy_bench::contest::naive("core").is_none());
/// ```
pub fn naive(name: &str) -> Option<impl Fn(&[u8]) -> Result<u32, String>> {
    let way = GRA.iter().find_map(|(solver, way)| match way {
        Way::Solve(read, count) if solver.strip_prefix("solve/") == Some(name) => {
            Some((*read, *count))
        }
        _ => None,
    });
    way.map(|(read, count)| {
        move |text: &[u8]| {
            let (m, squares) = read(text).map_err(|error| error.to_string())?;
            Ok(count(m, &squares))
        }
    })
}

/// Every solver that is measured on a workload, in the order in which records have them.
///
/// ```
/// let sparse = &grundy_bench::workload::all()[0];
/// let solvers = grundy_bench::contest::solvers(sparse);
/// assert!(solvers.iter().any(|solver| solver.to_string() == "count/run-list"));
/// ```
pub fn solvers(workload: &Workload) -> Vec<Solver> {
    let names: Vec<String> = match family::way(workload.game) {
        None if workload.game == "gra" => GRA.iter().map(|(name, _)| (*name).to_owned()).collect(),
        None => ALONE.map(str::to_owned).to_vec(),
        Some(way) => {
            let others = [
                "count/floor-sum",
                "count/core",
                "solve/floor-copy",
                "solve/grundy",
            ];
            let mut names = others.map(str::to_owned).to_vec();
            names.insert(2, format!("count/{way}"));
            names.push(format!("solve/byte-loop+{way}"));
            names
        }
    };
    let many = workload.n().is_some_and(|n| n > MOST_FOR_ORDERED_MAP);
    names
        .iter()
        .filter_map(|name| name.parse().ok())
        .filter(|solver: &Solver| !(many && solver.name().ends_with("ordered-map")))
        .collect()
}

/// Solves an input a number of times, and says how long that took altogether.
pub struct Runner<'a>(Box<dyn FnMut(u64) -> Result<Duration, Failure> + 'a>);

impl Runner<'_> {
    /// Solves the input `iterations` times.
    ///
    /// # Errors
    /// When an answer is wrong or a process fails; then there is no time.
    pub fn run(&mut self, iterations: u64) -> Result<Duration, Failure> {
        (self.0)(iterations)
    }
}

/// What processes are started with: the programs, and the file that they read.
#[derive(Clone, Copy, Debug)]
pub struct Outside<'a> {
    /// The programs.
    pub programs: &'a Programs,
    /// The text of the input.
    pub file: &'a Path,
}

/// A runner of `solver` on `input`; a process also needs what lies outside this one.
///
/// ```
/// use grundy_bench::contest::{runner, solvers};
/// use grundy_bench::input::{Input, Tests};
/// use grundy_bench::workload::all;
/// let workload = all().iter().find(|workload| workload.id() == "gra/scale/1000").unwrap();
/// let input = Input::of(workload, &mut Tests::default())?;
/// let core = "count/core".parse()?;
/// assert!(solvers(workload).contains(&core));
/// assert!(!runner(&input, &core, None)?.run(10)?.is_zero());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When no such solver is known for the input, or the input's answer is none that it could give.
pub fn runner<'a>(
    input: &'a Input,
    solver: &Solver,
    outside: Option<Outside<'a>>,
) -> Result<Runner<'a>, Failure> {
    match &input.position {
        Position::Gra(m, squares) => of_gra(input, *m, squares, solver, outside),
        Position::Other(plain) => of_family(input, plain, solver),
        Position::Text => match (solver.group(), solver.name()) {
            (Group::Solve, "floor-copy") => Ok(copy(&input.text)),
            (Group::Solve, "grundy") => entry(input),
            _ => Err(Failure::Unknown),
        },
    }
}

fn of_gra<'a>(
    input: &'a Input,
    m: u32,
    squares: &'a [u32],
    solver: &Solver,
    outside: Option<Outside<'a>>,
) -> Result<Runner<'a>, Failure> {
    let name = solver.to_string();
    let text = &input.text[..];
    let way = GRA.iter().find(|(known, _)| *known == name);
    let &(_, way) = way.ok_or(Failure::Unknown)?;
    let answer = || {
        let expected = input.answer.parse::<u32>();
        expected.map_err(|_| wrong("a number", &input.answer))
    };
    Ok(match way {
        Way::Sum => each(floor::sum(squares), move || floor::sum(black_box(squares))),
        Way::Count(count) => each(answer()?, move || count(black_box(m), black_box(squares))),
        Way::Copy => copy(text),
        Way::CoreReads => last(
            move || gra::Board::parse(black_box(text)),
            move |board| match board {
                Ok(board) if (board.m(), board.squares()) == (m, squares) => Ok(()),
                Ok(board) => Err(wrong(&(board.m(), board.squares()), &(m, squares))),
                Err(error) => Err(wrong(&error.to_string(), &(m, squares))),
            },
        ),
        Way::Read(read) => last(
            move || read(black_box(text)),
            move |board| match board {
                Ok((its_m, its_squares)) if (*its_m, &its_squares[..]) == (m, squares) => Ok(()),
                other => Err(wrong(other, &(m, squares))),
            },
        ),
        Way::CoreSolves => each(Ok(answer()?), move || {
            gra::Board::parse(black_box(text)).map(|board| board.count_winning_moves())
        }),
        Way::Entry => entry(input)?,
        Way::Solve(read, count) => each(Ok(answer()?), move || {
            read(black_box(text)).map(|(m, squares)| count(m, &squares))
        }),
        Way::Cat | Way::Grundy | Way::Naive => {
            let Outside { programs, file } = outside.ok_or(Failure::Unknown)?;
            let name = solver.name().to_owned();
            let expected = format!("{}\n", input.answer).into_bytes();
            timed(move || match way {
                Way::Cat => programs.cat(file),
                Way::Grundy => programs.grundy(file, &expected),
                _ => programs.naive(&name, file, &expected),
            })
        }
    })
}

fn of_family<'a>(
    input: &'a Input,
    plain: &'a Plain,
    solver: &Solver,
) -> Result<Runner<'a>, Failure> {
    let game = input.workload.game;
    let text = &input.text[..];
    let (won, lost) = plain.words();
    let wins = match input.answer.as_str() {
        answer if answer == won => true,
        answer if answer == lost => false,
        other => return Err(wrong(&(won, lost), &other)),
    };
    let way = family::way(game).ok_or(Failure::Unknown)?;
    Ok(match (solver.group(), solver.name()) {
        (Group::Count, "floor-sum") => {
            let (items, pairs) = plain.parts();
            let sum = move || floor::sum_wide(black_box(items), black_box(pairs));
            each(sum(), sum)
        }
        (Group::Count, "core") => {
            let outcome = core_outcome(plain)?;
            each(Ok(wins), move || outcome().map(Outcome::is_win))
        }
        (Group::Count, name) if name == way => each(wins, move || black_box(plain).wins()),
        (Group::Solve, "floor-copy") => copy(text),
        (Group::Solve, "grundy") => entry(input)?,
        (Group::Solve, name) if name.strip_prefix("byte-loop+") == Some(way) => {
            let expected = Some(Ok(input.answer.as_str()));
            each(expected, move || {
                let plain = Plain::read(game, black_box(text));
                plain.map(|plain| plain.map(|plain| plain.answer()))
            })
        }
        _ => return Err(Failure::Unknown),
    })
}

type CoreOutcome<'a> = Box<dyn Fn() -> Result<Outcome, String> + 'a>;

/// The core's way from a position in memory to its outcome. Where positions hold nothing but numbers,
/// the position is made before; with forbidden moves, making it is most of the work.
fn core_outcome(plain: &Plain) -> Result<CoreOutcome<'_>, Failure> {
    let invalid = |error: String| wrong(&error, &"a position");
    Ok(match plain {
        Plain::Nim(heaps) => {
            let position = nim::Position::new(heaps.clone());
            let position = position.map_err(|error| invalid(error.to_string()))?;
            Box::new(move || Ok(black_box(&position).outcome()))
        }
        Plain::Bounded(k, heaps) => {
            let position = bounded::Position::new(*k, heaps.clone());
            let position = position.map_err(|error| invalid(error.to_string()))?;
            Box::new(move || Ok(black_box(&position).outcome()))
        }
        Plain::Staircase(coins) => {
            let position = staircase::Position::new(coins.clone());
            let position = position.map_err(|error| invalid(error.to_string()))?;
            Box::new(move || Ok(black_box(&position).outcome()))
        }
        Plain::Kamyki(piles) => {
            let position = kamyki::Position::new(piles.clone());
            let position = position.map_err(|error| invalid(error.to_string()))?;
            Box::new(move || Ok(black_box(&position).outcome()))
        }
        Plain::Constrained(heaps, pairs) => {
            let pairs: Vec<Pair> = pairs.iter().map(|&(x, y)| Pair { x, y }).collect();
            Box::new(move || {
                let (heaps, pairs) = (black_box(heaps).clone(), black_box(&pairs).clone());
                let position = constrained::Position::new(heaps, pairs);
                position
                    .map(|position| position.outcome())
                    .map_err(|error| error.to_string())
            })
        }
    })
}

/// The floor of reading. The target is there before, and every page of it was touched.
fn copy(text: &[u8]) -> Runner<'_> {
    let mut target = vec![1; text.len()];
    Runner(Box::new(move |iterations| {
        // Nothing is left of the copy before.
        target.fill(1);
        let start = Instant::now();
        for _ in 0..iterations {
            floor::copy(black_box(text), black_box(&mut target));
        }
        let elapsed = start.elapsed();
        if target == text {
            Ok(elapsed)
        } else {
            Err(wrong(&"another text", &"a copy"))
        }
    }))
}

/// What `grundy solve` does between input and output: it reads the text as it comes, in pieces.
fn entry(input: &Input) -> Result<Runner<'_>, Failure> {
    let game = grundy_games::find(input.workload.game).map_err(|_| Failure::Unknown)?;
    let expected = format!("{}\n", input.answer);
    Ok(each(Ok(expected), move || {
        let solved = game.solve_from(&mut black_box(&input.text[..]));
        solved
            .map(|solved| solved.text())
            .map_err(|error| error.to_string())
    }))
}

/// Times `work`, and compares what it gives every time.
fn each<'a, T: PartialEq + Debug + 'a>(
    expected: T,
    mut work: impl FnMut() -> T + 'a,
) -> Runner<'a> {
    Runner(Box::new(move |iterations| {
        let mut other = None;
        let start = Instant::now();
        for _ in 0..iterations {
            let found = black_box(work());
            if found != expected {
                other = Some(found);
            }
        }
        let elapsed = start.elapsed();
        match other {
            None => Ok(elapsed),
            Some(found) => Err(wrong(&found, &expected)),
        }
    }))
}

/// Times `work`, and checks what it gave last.
fn last<'a, T>(
    mut work: impl FnMut() -> T + 'a,
    check: impl Fn(&T) -> Result<(), Failure> + 'a,
) -> Runner<'a> {
    Runner(Box::new(move |iterations| {
        let mut last = None;
        let start = Instant::now();
        for _ in 0..iterations {
            // What was there before is freed first, as it would be by whoever solves one input.
            drop(last.take());
            last = Some(black_box(work()));
        }
        let elapsed = start.elapsed();
        last.as_ref().map_or(Ok(()), &check)?;
        Ok(elapsed)
    }))
}

/// Times work that checks itself.
fn timed<'a>(mut work: impl FnMut() -> Result<(), Failure> + 'a) -> Runner<'a> {
    Runner(Box::new(move |iterations| {
        let start = Instant::now();
        for _ in 0..iterations {
            work()?;
        }
        Ok(start.elapsed())
    }))
}
