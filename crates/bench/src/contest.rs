//! The solvers of a workload, and the check of every sample.
//!
//! A [`Runner`] solves one input with one solver a number of times and measures the time. It compares
//! every answer with the known one; a wrong answer has no time. Answers that cost nothing to compare are
//! compared while the clock runs. Of whole boards and copies, only the last of the sample is compared,
//! after the clock has stopped.

use std::fmt::Debug;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use grundy_core::constrained::Pair;
use grundy_core::{Outcome, bounded, constrained, gra, kamyki, nim, staircase};
use grundy_records::solver::{Solver, SolverGroup};

use crate::baseline::family::{self, Plain};
use crate::baseline::readers::{READERS, Reader};
use crate::baseline::{COUNTERS, Counter};
use crate::error::{no_solver, wrong};
use crate::floor;
use crate::input::SolvedInput;
use crate::programs::run;
use crate::workload::Workload;

/// The core's reader, beside those of [`READERS`].
fn read_core(text: &[u8]) -> Result<(u32, Vec<u32>), String> {
    let board = gra::Board::parse(text).map_err(|error| error.to_string())?;
    Ok((board.m(), board.into_squares()))
}

/// The function that has this name, of a list and the core's own.
fn named<F: Copy>(name: &str, all: &[(&str, F)], core: F) -> Result<F> {
    let mut all = all.iter().copied().chain([("core", core)]);
    let found = all.find_map(|(known, function)| (known == name).then_some(function));
    found.ok_or_else(no_solver)
}

/// Every solver that is measured on a workload, in the order in which records have them.
///
/// ```
/// let sparse = &grundy_bench::workload::all()[0];
/// let solvers = grundy_bench::contest::solvers(sparse);
/// assert!(solvers.iter().any(|solver| solver.to_string() == "count/run-list"));
/// ```
pub fn solvers(workload: &Workload) -> Vec<Solver> {
    const GRA: &str = "count/floor-sum count/core count/run-list count/per-pawn count/dense-3n \
        read/floor-copy read/core read/byte-loop read/split-whitespace \
        solve/floor-copy solve/core solve/grundy solve/byte-loop+run-list process/floor-cat process/grundy";
    let names = match family::way(workload.game) {
        Some(way) if workload.game != "gra" => format!(
            "count/floor-sum count/core count/{way} solve/floor-copy solve/grundy solve/byte-loop+{way}"
        ),
        _ => GRA.to_owned(),
    };
    let solvers = names.split(' ').filter_map(|name| name.parse().ok());
    solvers.collect()
}

/// Solves an input a number of times, and returns the time of all of them together; an error when an answer is wrong or
/// a process fails.
pub type Runner<'a> = Box<dyn FnMut(u64) -> Result<Duration> + 'a>;

/// What processes are started with.
#[derive(Clone, Copy, Debug)]
pub struct Outside<'a> {
    /// The command of this project.
    pub grundy: &'a Path,
    /// The text of the input.
    pub file: &'a Path,
}

/// A runner of `solver` on `input`; a process also needs what lies outside this one.
///
/// ```
/// use grundy_bench::contest::{runner, solvers};
/// use grundy_bench::input::SolvedInput;
/// use grundy_bench::workload::all;
/// let workload = all().iter().find(|workload| workload.id() == "gra/scale/1000").unwrap();
/// let input = SolvedInput::of(workload)?;
/// let core = "count/core".parse()?;
/// assert!(solvers(workload).contains(&core));
/// assert!(!runner(&input, &core, None)?(10)?.is_zero());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When no such solver is known for the input, or the input's answer is none that it could give.
pub fn runner<'a>(
    input: &'a SolvedInput,
    solver: &Solver,
    outside: Option<Outside<'a>>,
) -> Result<Runner<'a>> {
    use SolverGroup::{Count, Process, Read, Solve};
    let (text, game) = (&input.text[..], input.workload.game);
    let answer = &input.answer;
    let moves = || {
        let expected = answer.parse::<u32>();
        expected.map_err(|_| wrong("a number", answer))
    };
    Ok(match (solver.group(), solver.name(), &input.position) {
        (Read | Solve, "floor-copy", _) => copy(text),
        (Solve, "grundy", _) => entry(input)?,
        (Solve, "core", Plain::Gra(..)) => each(Ok(moves()?), move || {
            let (m, squares) = read_core(black_box(text))?;
            Ok::<_, String>(gra::count_winning_moves(m, &squares))
        }),
        (Solve, name, _) if name.strip_prefix("byte-loop+") == family::way(game) => {
            each(Some((&answer[..]).into()), move || {
                let plain = Plain::read(game, black_box(text));
                plain.map(|plain| plain.answer())
            })
        }
        (Process, name, _) => {
            let Outside { grundy, file } = outside.ok_or_else(no_solver)?;
            let printed = format!("{answer}\n").into_bytes();
            let is_floor = name == "floor-cat";
            Box::new(move |iterations| {
                let start = Instant::now();
                for _ in 0..iterations {
                    if is_floor {
                        run(Path::new("cat"), &[], file, None)?;
                    } else {
                        run(grundy, &["solve"], file, Some(&printed))?;
                    }
                }
                Ok(start.elapsed())
            })
        }
        (Read, name, Plain::Gra(m, squares)) => {
            let read = named::<Reader>(name, &READERS, read_core)?;
            let board = Ok((*m, squares.clone()));
            last(board, move || read(black_box(text)))
        }
        (Count, "floor-sum", Plain::Gra(_, squares)) => {
            each(floor::sum(squares), move || floor::sum(black_box(squares)))
        }
        (Count, name, Plain::Gra(m, squares)) => {
            let count = named::<Counter>(name, &COUNTERS, gra::count_winning_moves)?;
            each(moves()?, move || count(black_box(*m), black_box(squares)))
        }
        (Count, "floor-sum", plain) => {
            let (items, pairs) = plain.parts();
            let sum = move || floor::sum_wide(black_box(items), black_box(pairs));
            each(sum(), sum)
        }
        (Count, "core", plain) => core(plain, text)?,
        (Count, name, plain) if family::way(game) == Some(name) => {
            each(plain.wins(), move || black_box(plain).wins())
        }
        _ => return Err(no_solver()),
    })
}

/// The core's way from a position in memory to its outcome. Where positions are nothing but numbers, the
/// position is made before the clock starts; with forbidden moves, making it is most of the work.
fn core<'a>(plain: &'a Plain, text: &[u8]) -> Result<Runner<'a>> {
    fn of<'a, P: 'a>(wins: bool, position: P, outcome: fn(&P) -> Outcome) -> Runner<'a> {
        each(wins, move || outcome(black_box(&position)).is_win())
    }
    let wins = plain.wins();
    Ok(match plain {
        Plain::Nim(_) => of(wins, nim::Position::parse(text)?, nim::Position::outcome),
        Plain::Bounded(..) => of(
            wins,
            bounded::Position::parse(text)?,
            bounded::Position::outcome,
        ),
        Plain::Staircase(_) => of(
            wins,
            staircase::Position::parse(text)?,
            staircase::Position::outcome,
        ),
        Plain::Kamyki(_) => of(wins, kamyki::Position::parse_all(text)?, |rows| {
            rows[0].outcome()
        }),
        Plain::Constrained(heaps, pairs) => {
            let pairs: Vec<Pair> = pairs.iter().map(|&(x, y)| Pair { x, y }).collect();
            each(Ok(wins), move || {
                let (heaps, pairs) = (black_box(heaps).clone(), black_box(&pairs).clone());
                let position = constrained::Position::new(heaps, pairs);
                position.map(|position| position.outcome().is_win())
            })
        }
        Plain::Gra(..) => return Err(no_solver()),
    })
}

/// The floor of reading. The target is there before, and every page of it was touched.
fn copy(text: &[u8]) -> Runner<'_> {
    let mut target = vec![1; text.len()];
    Box::new(move |iterations| {
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
    })
}

/// What `grundy solve` does between input and output: it reads the text as it comes, in pieces.
fn entry(input: &SolvedInput) -> Result<Runner<'_>> {
    let game = grundy_games::find(input.workload.game)?;
    let expected = format!("{}\n", input.answer);
    Ok(each(Ok(expected), move || {
        let answers = game.answer(&mut black_box(&input.text[..]));
        answers
            .map(|answers| answers.join("\n") + "\n")
            .map_err(|error| error.to_string())
    }))
}

/// Times `work`, and compares what it gives every time.
fn each<'a, T: PartialEq + Debug + 'a>(
    expected: T,
    mut work: impl FnMut() -> T + 'a,
) -> Runner<'a> {
    Box::new(move |iterations| {
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
    })
}

/// Times `work`, and compares what it gave last, after the clock has stopped.
fn last<'a, T: PartialEq + Debug + 'a>(
    expected: T,
    mut work: impl FnMut() -> T + 'a,
) -> Runner<'a> {
    Box::new(move |iterations| {
        let mut last = None;
        let start = Instant::now();
        for _ in 0..iterations {
            // The result before is freed first, as in a program that solves one input.
            drop(last.take());
            last = Some(black_box(work()));
        }
        let elapsed = start.elapsed();
        match last {
            Some(found) if found != expected => Err(wrong(&found, &expected)),
            _ => Ok(elapsed),
        }
    })
}
