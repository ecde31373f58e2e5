//! The solvers of a workload, and the check of every sample.
//!
//! A [`Runner`] solves one input with one solver a number of times and measures the time. It compares
//! every answer with the known one; a wrong answer has no time. Answers that cost nothing to compare are
//! compared while the clock runs. Of whole boards and copies, only the last of the sample is compared,
//! after the clock has stopped.

use std::fmt::Debug;
use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use grundy_core::gra;
use grundy_records::solver::{Solver, SolverGroup};

use crate::baseline::readers::{READERS, Reader, byte_loop, numbers};
use crate::baseline::{COUNTERS, Counter, run_list};
use crate::error::{no_solver, wrong};
use crate::floor;
use crate::input::{SolvedInput, solved};
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
        solve/floor-copy solve/core solve/grundy solve/byte-loop+run-list";
    const OTHER: &str = "count/floor-sum count/grundy solve/floor-copy solve/grundy";
    let names = if workload.game == "gra" { GRA } else { OTHER };
    let solvers = names.split(' ').filter_map(|name| name.parse().ok());
    solvers.collect()
}

/// Solves an input a number of times, and returns the time of all of them together; an error when an answer is wrong.
pub type Runner<'a> = Box<dyn FnMut(u64) -> Result<Duration> + 'a>;

/// A runner of `solver` on `input`.
///
/// ```
/// use grundy_bench::contest::{runner, solvers};
/// use grundy_bench::input::SolvedInput;
/// use grundy_bench::workload::all;
/// for id in ["gra/scale/1000", "nim/scale/1000"] {
///     let workload = all().iter().find(|workload| workload.id() == id).unwrap();
///     let input = SolvedInput::of(workload)?;
///     for solver in solvers(workload) {
///         assert!(!runner(&input, &solver)?(10)?.is_zero());
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When no such solver is known for the input, or the input's answer is none that it could give.
pub fn runner<'a>(input: &'a SolvedInput, solver: &Solver) -> Result<Runner<'a>> {
    use SolverGroup::{Count, Process, Read, Solve};
    let SolvedInput { text, answer, .. } = input;
    let moves = || {
        let expected = answer.parse::<u32>();
        expected.map_err(|_| wrong("a number", answer))
    };
    Ok(match (solver.group(), solver.name(), &input.board) {
        (Read | Solve, "floor-copy", _) => copy(text),
        (Solve, "grundy", _) => entry(input)?,
        (Solve, "core", Some(_)) => each(Ok(moves()?), move || {
            let (m, squares) = read_core(black_box(text))?;
            Ok::<_, String>(gra::count_winning_moves(m, &squares))
        }),
        (Solve, "byte-loop+run-list", Some(_)) => each(Ok(moves()?), move || {
            let (m, squares) = byte_loop(black_box(text))?;
            Ok::<_, String>(run_list(m, &squares))
        }),
        (Read, name, Some(board)) => {
            let read = named::<Reader>(name, &READERS, read_core)?;
            last(Ok(board.clone()), move || read(black_box(text)))
        }
        (Count, "floor-sum", Some((_, squares))) => {
            each(floor::sum(squares), move || floor::sum(black_box(squares)))
        }
        (Count, "floor-sum", None) => {
            let numbers: Vec<u64> = numbers(text).collect();
            each(floor::sum(&numbers), move || {
                floor::sum(black_box(&numbers))
            })
        }
        (Count, "grundy", None) => {
            let positions = grundy_games::find(input.workload.game)?.read(text)?;
            each(Some(answer.clone()), move || {
                solved(black_box(&positions)).ok()
            })
        }
        (Count, name, Some((m, squares))) => {
            let count = named::<Counter>(name, &COUNTERS, gra::count_winning_moves)?;
            each(moves()?, move || count(black_box(*m), black_box(squares)))
        }
        (Process | Count | Read | Solve, ..) => return Err(no_solver()),
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
