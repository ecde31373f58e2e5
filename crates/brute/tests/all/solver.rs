//! The solver in depth against the one in batches; the longest play, cycles, and errors of the caller.

use std::collections::TryReserveError;

use grundy_brute::Outcome;
use grundy_brute::solver::{Length, Play, Solver, Unsolved};

use crate::interned::solved;

/// Options by position, each of one part or several.
type Options = Vec<Vec<Vec<u32>>>;

fn solve(solver: &mut Solver, options: &Options, start: u32) -> Result<(), Unsolved> {
    let listed = solver.solve_in_depth(start, |solver, position| {
        let mut options = options[position as usize].iter();
        options.try_for_each(|parts| solver.option(parts))
    });
    listed.map_err(|error| match error {
        Unsolved::Cycle(cycle) => Unsolved::Cycle(cycle),
        Unsolved::Sum(position, sum) => Unsolved::Sum(position, sum),
        Unsolved::Memory | Unsolved::Listing(_) => Unsolved::Memory,
    })
}

/// Some options of `n` positions, which lead to smaller ones; every third is a sum if there are sums.
fn drawn(n: u32, seed: u32, with_sums: bool) -> Options {
    let draw = |position: u32, k: u32| {
        let mixed = (position + 31 * k + 977 * seed).wrapping_mul(0x9e37_79b1);
        (mixed >> 16) % position
    };
    let of = |position: u32| {
        let count = if position == 0 {
            0
        } else {
            (position * 7 + seed) % 5
        };
        let option = |k: u32| match (with_sums && k.is_multiple_of(3), k) {
            (true, k) => (0..=k % 2 + 1)
                .map(|part| draw(position, k + 5 * part))
                .collect(),
            (false, k) => vec![draw(position, k)],
        };
        (0..count).map(option).collect()
    };
    (0..n).map(of).collect()
}

#[test]
fn in_depth_and_in_batches() {
    const POSITIONS: u32 = 80;
    for (play, with_sums) in [
        (Play::Normal, true),
        (Play::Normal, false),
        (Play::Misere, false),
    ] {
        for seed in 0..20 {
            let options = drawn(POSITIONS, seed, with_sums);
            let line = |(position, options): (usize, &Vec<Vec<u32>>)| {
                let sum = |parts: &Vec<u32>| {
                    parts
                        .iter()
                        .map(u32::to_string)
                        .collect::<Vec<_>>()
                        .join("+")
                };
                let options: Vec<String> = options.iter().map(sum).collect();
                format!("{position}: {}", options.join(" "))
            };
            let table: Vec<String> = options.iter().enumerate().map(line).collect();
            let batches = solved(play, &table.join("\n")).unwrap();
            let mut depth = Solver::new(play, Length::Remoteness);
            let mut longest = Solver::new(play, Length::Longest);
            // The last positions first, and then what they do not reach.
            for position in (0..POSITIONS).rev() {
                solve(&mut depth, &options, position).unwrap();
                solve(&mut longest, &options, position).unwrap();
                assert_eq!(
                    depth.value(position),
                    batches.value(position),
                    "{play:?} {position}"
                );
            }
            let of = |position: u32| longest.value(position).unwrap().length.unwrap();
            for (position, options) in (0..).zip(&options) {
                let sums = options
                    .iter()
                    .map(|parts| parts.iter().map(|&part| of(part)).sum::<u32>() + 1);
                assert_eq!(of(position), sums.max().unwrap_or(0), "{position}");
            }
        }
    }
}

#[test]
fn a_cycle_is_found_at_once_and_left() {
    // 1 leads on to 2, 3, ... and back.
    let options: Options = vec![
        vec![],
        vec![vec![2]],
        vec![vec![3], vec![0, 1]],
        vec![vec![0]],
    ];
    let mut solver = Solver::new(Play::Normal, Length::Longest);
    for _ in 0..2 {
        let error = solve(&mut solver, &options, 1).unwrap_err();
        assert_eq!(error, Unsolved::Cycle(vec![1, 2, 1]));
        assert_eq!(solver.path(), [1, 2]);
        assert_eq!([1, 2, 3].map(|position| solver.value(position)), [None; 3]);
    }
    solve(&mut solver, &options, 3).unwrap();
    assert_eq!(solver.value(3).unwrap().grundy, Some(1));
}

#[test]
fn sums_and_the_empty_sum() {
    let options: Options = vec![
        vec![],
        vec![vec![]],
        vec![vec![1, 1]],
        vec![vec![0, 1], vec![1]],
    ];
    let mut misere = Solver::new(Play::Misere, Length::Longest);
    assert_eq!(misere.sum(&[]).unwrap().outcome, Outcome::N);
    assert_eq!(misere.sum(&[1]), None);
    let error = solve(&mut misere, &options, 2).unwrap_err();
    assert_eq!(error, Unsolved::Sum(2, vec![1, 1]));
    solve(&mut misere, &options, 3).unwrap();
    assert_eq!(misere.value(1).unwrap().outcome, Outcome::P);
    assert_eq!(misere.value(3).unwrap().winning, 2);
    assert_eq!(misere.sum(&[1, 3]), None);
    let mut normal = Solver::new(Play::Normal, Length::Longest);
    for position in [2, 3] {
        solve(&mut normal, &options, position).unwrap();
    }
    let (one, sum) = (normal.value(1).unwrap(), normal.sum(&[1, 3]).unwrap());
    assert_eq!(
        (one.outcome, one.grundy, one.length),
        (Outcome::N, Some(1), Some(1))
    );
    assert_eq!(
        (sum.outcome, sum.grundy, sum.length),
        (Outcome::N, Some(1), Some(3))
    );
}

/// What was solved before an error of the caller stays, and is not listed again.
#[test]
fn an_error_of_the_caller() {
    let mut solver = Solver::new(Play::Normal, Length::Remoteness);
    let mut asked = Vec::new();
    let mut solve = |fails: bool| {
        let solved = solver.solve_in_depth(4, |solver, position| {
            asked.push(position);
            if position == 2 && fails {
                return Err("two");
            }
            let options: [&[u32]; 5] = [&[], &[0], &[1], &[0], &[3, 2]];
            let mut parts = options[position as usize].iter();
            parts
                .try_for_each(|&part| solver.option(&[part]))
                .map_err(|_: TryReserveError| "full")
        });
        (solved, solver.path(), solver.value(3).unwrap().grundy)
    };
    assert_eq!(
        solve(true),
        (Err(Unsolved::Listing("two")), vec![4, 2], Some(1))
    );
    assert_eq!(solve(false), (Ok(()), vec![], Some(1)));
    assert_eq!(asked, [4, 3, 0, 2, 4, 2, 1]);
}
