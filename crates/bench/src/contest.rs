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

use grundy_core::constrained::Pair;
use grundy_core::octal::{Cells, naive as all_moves};
use grundy_core::text::ReadError;
use grundy_core::{Outcome, bounded, constrained, gra, kamyki, nim, staircase};
use grundy_records::solver::{Solver, SolverGroup};

use crate::BenchError;
use crate::baseline::family::{self, Plain};
use crate::baseline::readers::{READERS, Reader};
use crate::baseline::{COUNTERS, Counter};
use crate::floor;
use crate::input::{SolvedInput, values};
use crate::programs::{Programs, run};
use crate::workload::{InputSource, Workload};

/// Every solver of gra.
const GRA: [&str; 18] = [
    "count/floor-sum",
    "count/core",
    "count/run-list",
    "count/per-pawn",
    "count/dense-3n",
    "read/floor-copy",
    "read/core",
    "read/byte-loop",
    "read/split-whitespace",
    "solve/floor-copy",
    "solve/core",
    "solve/grundy",
    "solve/byte-loop+run-list",
    "solve/split-whitespace+run-list",
    "process/floor-cat",
    "process/grundy",
    "process/byte-loop+run-list",
    "process/split-whitespace+run-list",
];

/// Heaps beyond which `naive` is left out.
const MOST_FOR_NAIVE: usize = 40_000;

/// The core's reader and counter, beside those of [`READERS`] and [`COUNTERS`].
const CORE: (Reader, Counter) = (
    |text| {
        let board = gra::Board::parse(text).map_err(|error| error.to_string())?;
        Ok((board.m(), board.into_squares()))
    },
    gra::count_winning_moves,
);

fn reader(name: &str) -> Option<Reader> {
    let mut readers = READERS.into_iter().chain([("core", CORE.0)]);
    readers.find_map(|(known, read)| (known == name).then_some(read))
}

fn counter(name: &str) -> Option<Counter> {
    let mut counters = COUNTERS.into_iter().chain([("core", CORE.1)]);
    counters.find_map(|(known, count)| (known == name).then_some(count))
}

/// The reader and the counter with these names, one after the other; with `core`, both are the core's.
///
/// ```
/// let solve = grundy_bench::contest::way("byte-loop+run-list").unwrap();
/// assert_eq!(solve(b"5 2\n1 3\n"), Ok(1));
/// assert!(grundy_bench::contest::way("byte-loop").is_none());
/// ```
pub fn way(name: &str) -> Option<impl Fn(&[u8]) -> Result<u32, String> + use<>> {
    let names = (name == "core").then_some(("core", "core"));
    let (read, count) = names.or_else(|| name.split_once('+'))?;
    let (read, count) = (reader(read)?, counter(count)?);
    Some(move |text: &[u8]| {
        let (m, squares) = read(text)?;
        Ok(count(m, &squares))
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
    let names: Vec<String> = match (workload.source, family::way(workload.game)) {
        (InputSource::Heaps(up_to), _) => {
            let mut names = vec!["count/core".to_owned(), "count/floor-write".to_owned()];
            names.extend((up_to <= MOST_FOR_NAIVE).then(|| "count/naive".to_owned()));
            names
        }
        (_, Some(way)) if workload.game != "gra" => vec![
            "count/floor-sum".to_owned(),
            "count/core".to_owned(),
            format!("count/{way}"),
            "solve/floor-copy".to_owned(),
            "solve/grundy".to_owned(),
            format!("solve/byte-loop+{way}"),
        ],
        _ => GRA.map(str::to_owned).to_vec(),
    };
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

/// Solves an input a number of times, and returns the time of all of them together; an error when an answer is wrong or
/// a process fails.
pub type Runner<'a> = Box<dyn FnMut(u64) -> Result<Duration, BenchError> + 'a>;

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
/// use grundy_bench::input::{OriginalTests, SolvedInput};
/// use grundy_bench::workload::all;
/// let workload = all().iter().find(|workload| workload.id() == "gra/scale/1000").unwrap();
/// let input = SolvedInput::of(workload, &mut OriginalTests::default())?;
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
) -> Result<Runner<'a>, BenchError> {
    match (solver.group(), solver.name(), &input.position) {
        (SolverGroup::Read | SolverGroup::Solve, "floor-copy", _) => Ok(copy(&input.text)),
        (SolverGroup::Solve, "grundy", _) => entry(input),
        (_, name, Plain::Heaps(code, known)) => {
            let up_to = known.len() - 1;
            let check = move |found: &Cells| {
                let is_right = found.iter().eq(known.iter());
                let wrong = || BenchError::wrong("other values", &input.answer);
                is_right.then_some(()).ok_or_else(wrong)
            };
            match name {
                "core" => Ok(last(move || values(code, black_box(up_to)), check)),
                "floor-write" => Ok(last(move || black_box(known).clone(), check)),
                "naive" => Ok(last(
                    move || Cells::Longs(all_moves::values(code, black_box(up_to))),
                    check,
                )),
                _ => Err(BenchError::no_solver()),
            }
        }
        (_, _, Plain::Gra(m, squares)) => of_gra(input, *m, squares, solver, outside),
        (_, _, plain) => of_family(input, plain, solver),
    }
}

fn of_gra<'a>(
    input: &'a SolvedInput,
    m: u32,
    squares: &'a [u32],
    solver: &Solver,
    outside: Option<Outside<'a>>,
) -> Result<Runner<'a>, BenchError> {
    let text = &input.text[..];
    let name = solver.name();
    let answer = || {
        let expected = input.answer.parse::<u32>();
        expected.map_err(|_| BenchError::wrong("a number", &input.answer))
    };
    Ok(match solver.group() {
        SolverGroup::Count if name == "floor-sum" => {
            each(floor::sum(squares), move || floor::sum(black_box(squares)))
        }
        SolverGroup::Count => {
            let count = counter(name).ok_or_else(BenchError::no_solver)?;
            each(answer()?, move || count(black_box(m), black_box(squares)))
        }
        SolverGroup::Read => {
            let read = reader(name).ok_or_else(BenchError::no_solver)?;
            last(
                move || read(black_box(text)),
                move |board| match board {
                    Ok((its_m, its_squares)) if (*its_m, &its_squares[..]) == (m, squares) => {
                        Ok(())
                    }
                    other => Err(BenchError::wrong(other, &(m, squares))),
                },
            )
        }
        SolverGroup::Solve => {
            let solve = way(name).ok_or_else(BenchError::no_solver)?;
            each(Ok(answer()?), move || solve(black_box(text)))
        }
        SolverGroup::Process => {
            let Outside { programs, file } = outside.ok_or_else(BenchError::no_solver)?;
            let name = name.to_owned();
            let expected = format!("{}\n", input.answer).into_bytes();
            Box::new(move |iterations| {
                let start = Instant::now();
                for _ in 0..iterations {
                    match &name[..] {
                        "floor-cat" => run(&programs.cat, &[], file, None)?,
                        "grundy" => run(&programs.grundy, &["solve"], file, Some(&expected))?,
                        name => run(&programs.naive, &[name], file, Some(&expected))?,
                    }
                }
                Ok(start.elapsed())
            })
        }
    })
}

fn of_family<'a>(
    input: &'a SolvedInput,
    plain: &'a Plain,
    solver: &Solver,
) -> Result<Runner<'a>, BenchError> {
    let game = input.workload.game;
    let text = &input.text[..];
    let way = family::way(game).ok_or_else(BenchError::no_solver)?;
    if plain.answer() != input.answer {
        return Err(BenchError::wrong(&plain.answer(), &input.answer));
    }
    Ok(match (solver.group(), solver.name()) {
        (SolverGroup::Count, "floor-sum") => {
            let (items, pairs) = plain.parts();
            let sum = move || floor::sum_wide(black_box(items), black_box(pairs));
            each(sum(), sum)
        }
        (SolverGroup::Count, "core") => {
            let outcome = core_outcome(plain, text)?;
            each(Ok(plain.wins()), move || outcome().map(Outcome::is_win))
        }
        (SolverGroup::Count, name) if name == way => {
            each(plain.wins(), move || black_box(plain).wins())
        }
        (SolverGroup::Solve, name) if name.strip_prefix("byte-loop+") == Some(way) => {
            each(Some((&input.answer[..]).into()), move || {
                let plain = Plain::read(game, black_box(text));
                plain.map(|plain| plain.answer())
            })
        }
        _ => return Err(BenchError::no_solver()),
    })
}

type CoreOutcome<'a> = Box<dyn Fn() -> Result<Outcome, String> + 'a>;

/// The core's way from a position in memory to its outcome. Where positions are nothing but numbers, the
/// position is made before the clock starts; with forbidden moves, making it is most of the work.
fn core_outcome<'a>(plain: &'a Plain, text: &[u8]) -> Result<CoreOutcome<'a>, BenchError> {
    fn made<P: 'static>(
        position: Result<P, ReadError>,
        outcome: fn(&P) -> Outcome,
    ) -> Result<CoreOutcome<'static>, BenchError> {
        let position =
            position.map_err(|error| BenchError::wrong(&error.to_string(), "a position"))?;
        Ok(Box::new(move || Ok(outcome(black_box(&position)))))
    }
    match plain {
        Plain::Nim(_) => made(nim::Position::parse(text), nim::Position::outcome),
        Plain::Bounded(..) => made(bounded::Position::parse(text), bounded::Position::outcome),
        Plain::Staircase(_) => made(
            staircase::Position::parse(text),
            staircase::Position::outcome,
        ),
        Plain::Kamyki(_) => made(kamyki::Position::parse_all(text), |rows| rows[0].outcome()),
        Plain::Constrained(heaps, pairs) => {
            let pairs: Vec<Pair> = pairs.iter().map(|&(x, y)| Pair { x, y }).collect();
            Ok(Box::new(move || {
                let (heaps, pairs) = (black_box(heaps).clone(), black_box(&pairs).clone());
                constrained::Position::new(heaps, pairs)
                    .map(|position| position.outcome())
                    .map_err(|error| error.to_string())
            }))
        }
        Plain::Gra(..) | Plain::Heaps(..) => Err(BenchError::no_solver()),
    }
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
            Err(BenchError::wrong(&"another text", &"a copy"))
        }
    })
}

/// What `grundy solve` does between input and output: it reads the text as it comes, in pieces.
fn entry(input: &SolvedInput) -> Result<Runner<'_>, BenchError> {
    let game = grundy_games::find(input.workload.game).map_err(|_| BenchError::no_solver())?;
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
            Some(found) => Err(BenchError::wrong(&found, &expected)),
        }
    })
}

/// Times `work`, and checks what it gave last.
fn last<'a, T>(
    mut work: impl FnMut() -> T + 'a,
    check: impl Fn(&T) -> Result<(), BenchError> + 'a,
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
        last.as_ref().map_or(Ok(()), &check)?;
        Ok(elapsed)
    })
}
