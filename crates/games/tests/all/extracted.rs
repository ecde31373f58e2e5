//! Closed forms and oracles against programs extracted from the proofs in `proof/`, which nobody wrote by
//! hand. They are built by `proof/check.sh` and not by cargo: where they are not there, the tests say so,
//! and compare nothing.

#![cfg(unix)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use grundy_games::{Detail, Draw, Place, find, unwatched};

use crate::{answer, read};

/// A game, the largest size of which all positions are compared, and large random ones: extent, number of
/// parts, how many.
struct Plan {
    game: &'static str,
    up_to: u32,
    random: &'static [(u64, u64, u64)],
}

/// What the programs with machine integers take as well.
const LARGEST: u64 = (1 << 61) - 1;

const PLANS: &[Plan] = &[
    Plan {
        game: "gra",
        up_to: 18,
        random: &[
            (1000, 500, 300),
            (1_000_000, 20_000, 30),
            (u32::MAX as u64, 100_000, 6),
        ],
    },
    Plan {
        game: "nim",
        up_to: 14,
        random: &[(1000, 12, 300), (LARGEST, 20_000, 9)],
    },
    Plan {
        game: "bounded",
        up_to: 14,
        random: &[(1000, 12, 300), (LARGEST, 5000, 9)],
    },
    Plan {
        game: "staircase",
        up_to: 14,
        random: &[(1000, 12, 300), (LARGEST, 20_000, 9)],
    },
    Plan {
        game: "constrained",
        up_to: 3,
        random: &[(100, 30, 200), (1_000_000_000_000_000_000, 300, 9)],
    },
    Plan {
        game: "kamyki",
        up_to: 14,
        random: &[(1000, 12, 300), (LARGEST, 20_000, 9)],
    },
];

/// The extracted program of that name, if it has been built.
fn program(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../proof/bin")
        .join(name);
    if path.exists() {
        return Some(path);
    }
    let note = format!(
        "\n*** SKIPPED: {} is not built: proof/check.sh does it ***\n",
        path.display()
    );
    // Past the test harness, which keeps the output of tests that pass to itself.
    let _ = std::io::stderr().write_all(note.as_bytes());
    None
}

fn run(program: &Path, input: &str) -> Output {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It prints nothing before it has read everything, or stops reading at what is wrong.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// The answers of one run of a program to many inputs.
fn answers(program: &Path, inputs: &str) -> Vec<String> {
    let output = run(program, inputs);
    assert!(
        output.status.success(),
        "{}: {}",
        program.display(),
        output.status
    );
    let text = String::from_utf8(output.stdout).expect("answers are text");
    text.lines().map(str::to_owned).collect()
}

/// Puts a batch to each form of a game's program; `inputs` and the answers expected go side by side.
fn compare(game: &str, inputs: &[String], expected: &[String]) -> usize {
    assert_eq!(inputs.len(), expected.len());
    let mut compared = 0;
    for form in ["", "-int"] {
        let Some(program) = program(&format!("{game}{form}")) else {
            continue;
        };
        let got = answers(&program, &inputs.concat());
        assert_eq!(got.len(), inputs.len(), "answers of {game}{form}");
        for ((input, expected), got) in inputs.iter().zip(expected).zip(&got) {
            assert_eq!(got, expected, "{game}{form} on {input}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn every_small_position() {
    for plan in PLANS {
        let game = find(plan.game).unwrap();
        if program(plan.game).is_none() {
            continue;
        }
        let solved = game.solved(plan.up_to, &Place::Memory, &mut unwatched);
        let solved = solved.unwrap();
        let (mut inputs, mut answers) = (Vec::new(), Vec::new());
        for size in game.about().smallest..=plan.up_to {
            for case in solved.cases(size).unwrap() {
                let closed = answer(&*game, &case.input).unwrap();
                assert_eq!(
                    closed, case.answer,
                    "closed form and oracle on {}",
                    case.input
                );
                inputs.push(case.input);
                answers.push(closed.trim_end().to_owned());
            }
        }
        if plan.game == "gra" {
            assert_eq!(inputs.len(), (1 << 18) - 19);
        }
        let compared = compare(plan.game, &inputs, &answers);
        assert_eq!(compared, 2 * inputs.len(), "both forms of {}", plan.game);
    }
}

#[test]
fn large_random_positions() {
    for plan in PLANS {
        let game = find(plan.game).unwrap();
        if program(plan.game).is_none() {
            continue;
        }
        for &(m, n, count) in plan.random {
            let draw = Draw { m, n, seed: 19 };
            let inputs: Vec<String> = (0..count)
                .map(|number| {
                    let position = game.drawn(&draw, number).unwrap();
                    game.write(&[position])
                })
                .collect();
            let answers = inputs.iter().map(|input| answer(&*game, input).unwrap());
            let answers: Vec<String> = answers.map(|text| text.trim_end().to_owned()).collect();
            assert_eq!(compare(plan.game, &inputs, &answers), 2 * inputs.len());
        }
    }
}

/// The set of winning pawns, and not their number alone.
#[test]
fn winning_pawns_of_every_small_strip() {
    const UP_TO: u32 = 14;
    let Some(program) = program("gra-moves") else {
        return;
    };
    let gra = find("gra").unwrap();
    let solved = gra.solved(UP_TO, &Place::Memory, &mut unwatched).unwrap();
    let (mut inputs, mut expected) = (String::new(), Vec::new());
    for m in 2..=UP_TO {
        for case in solved.cases(m).unwrap() {
            let facts = read(&*gra, &case.input).facts(Detail::Brief).unwrap();
            let moves = facts["winning_moves"].as_array().unwrap();
            let mut squares: Vec<u64> = moves
                .iter()
                .map(|a_move| a_move["from"].as_u64().unwrap())
                .collect();
            squares.sort_unstable();
            inputs.push_str(&case.input);
            expected.push(squares);
        }
    }
    assert_eq!(expected.len(), (1 << UP_TO) - 1 - UP_TO as usize);
    let got: Vec<Vec<u64>> = answers(&program, &inputs)
        .iter()
        .map(|line| {
            let mut squares: Vec<u64> = line
                .split_ascii_whitespace()
                .map(|word| word.parse().unwrap())
                .collect();
            squares.sort_unstable();
            squares
        })
        .collect();
    assert_eq!(got, expected);
}

/// The reader around the programs refuses what is no position, and prints nothing then.
#[test]
fn bad_input_is_refused() {
    for (game, input) in [
        ("gra", ""),
        ("gra", "5 2 3 1"),
        ("gra", "5 2 1 1"),
        ("gra", "5 1 5"),
        ("gra", "5 1 0"),
        ("gra", "5 2 1 3 7"),
        ("nim", "2 1 -1"),
        ("nim", "1 18446744073709551616"),
        ("bounded", "1 0 3"),
        ("staircase", "1 x"),
        ("constrained", "1 1 5 5"),
        ("kamyki", "1 2 3 2"),
    ] {
        for form in ["", "-int"] {
            let Some(program) = program(&format!("{game}{form}")) else {
                continue;
            };
            let output = run(&program, input);
            assert_eq!(output.status.code(), Some(2), "{game}{form} on {input}");
            assert!(output.stdout.is_empty() && output.stderr.starts_with(b"error: byte "));
        }
    }
}
