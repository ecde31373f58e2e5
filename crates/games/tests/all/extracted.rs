//! Closed forms and oracles against programs extracted from the proofs in `proof/`. `proof/check.sh` builds them, and
//! cargo does not: where they are missing, the tests print SKIPPED, or fail if `GRUNDY_PROOFS` is set, as in CI.

#![cfg(unix)]

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use grundy_game::{Detail, Draw, Place, unwatched};
use grundy_games::find;

use crate::{answer, facts, read};

/// A game, the largest size of which all positions are compared, and large random ones: extent, number of
/// parts, how many.
type Plan = (&'static str, u32, &'static [(u64, u64, u64)]);

/// The largest number that the programs with machine integers read; those with binary numbers read all of `u64`.
const LARGEST_INT: u64 = (1 << 61) - 1;
const SQUARES: u64 = u32::MAX as u64;
const LARGEST_HEAP: u64 = 1_000_000_000_000_000_000;

const LARGE_STRIPS: &[(u64, u64, u64)] = &[
    (1000, 500, 300),
    (1_000_000, 20_000, 30),
    (SQUARES, 100_000, 6),
];

const PLANS: &[Plan] = &[
    ("gra", 18, LARGE_STRIPS),
    ("nim", 14, LARGE_HEAPS),
    ("bounded", 14, LARGE_HEAPS),
    ("staircase", 14, LARGE_HEAPS),
    ("constrained", 3, &[(100, 30, 200), (LARGEST_HEAP, 300, 9)]),
    ("kamyki", 14, LARGE_HEAPS),
];

const LARGE_HEAPS: &[(u64, u64, u64)] =
    &[(1000, 12, 300), (LARGEST_INT, 5000, 9), (u64::MAX, 5000, 9)];

/// Inputs at the end of `u64`, where k + 1 and the sum of two heaps do not fit: k or a heap is the largest number, one
/// less, or a neighbour of 2^63.
fn at_the_end(name: &str) -> Vec<String> {
    const ENDS: [u64; 5] = [1 << 63, (1 << 63) + 1, u64::MAX - 1, u64::MAX, 3];
    let mut inputs = Vec::new();
    for a in ENDS {
        for b in ENDS {
            match name {
                "nim" | "staircase" => inputs.push(format!("2\n{a} {b}\n")),
                "bounded" => {
                    let heaps = ENDS.iter().flat_map(|&c| [(b, c), (b, b ^ c)]);
                    inputs.extend(heaps.map(|(b, c)| format!("2 {a}\n{b} {c}\n")));
                }
                "kamyki" if a <= b => inputs.push(format!("1\n2\n{a} {b}\n")),
                _ => {}
            }
        }
    }
    inputs
}

/// The extracted program of that name, if it has been built.
fn program(name: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proof/bin");
    let path = folder.join(name);
    if path.exists() {
        return Some(path);
    }
    let path = path.display();
    let is_needed = env::var_os("GRUNDY_PROOFS").is_some();
    assert!(!is_needed, "{path} is not built: proof/check.sh does it");
    // Past the test harness, which keeps the output of tests that pass to itself.
    let note = "is not built: proof/check.sh does it ***";
    let _ = writeln!(std::io::stderr(), "\n*** SKIPPED: {path} {note}");
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
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// The answers of one run of a program to many inputs.
fn answers(program: &Path, inputs: &str) -> Vec<String> {
    let output = run(program, inputs);
    let (path, status) = (program.display(), output.status);
    assert!(status.success(), "{path}: {status}");
    let text = String::from_utf8(output.stdout).expect("answers are text");
    text.lines().map(str::to_owned).collect()
}

/// Compares the closed form's answer to each input with those of the game's extracted programs: the one with binary
/// numbers, and the one with machine integers if no number is above `LARGEST_INT`. Returns the answers.
fn compare(name: &str, inputs: &[String], largest: u64) -> Vec<String> {
    let game = find(name).unwrap();
    let expected = inputs.iter().map(|input| answer(&*game, input).unwrap());
    let expected: Vec<String> = expected.map(|text| text.trim_end().to_owned()).collect();
    let forms: &[&str] = if largest > LARGEST_INT {
        &[""]
    } else {
        &["", "-int"]
    };
    for form in forms {
        let program = program(&format!("{name}{form}")).expect("both forms are built together");
        let got = answers(&program, &inputs.concat());
        assert_eq!(got.len(), inputs.len(), "answers of {name}{form}");
        for ((input, expected), got) in inputs.iter().zip(&expected).zip(&got) {
            assert_eq!(got, expected, "{name}{form} on {input}");
        }
    }
    expected
}

#[test]
fn every_small_position() {
    for &(name, up_to, _) in PLANS {
        let game = find(name).unwrap();
        if program(name).is_none() {
            continue;
        }
        let solved = game.solved(up_to, &Place::Memory, &mut unwatched).unwrap();
        let sizes = game.about().smallest..=up_to;
        let cases = sizes.flat_map(|size| solved.cases(size).unwrap());
        let (inputs, by_oracle): (Vec<_>, Vec<_>) =
            cases.map(|case| (case.input, case.answer)).unzip();
        assert!(name != "gra" || inputs.len() == (1 << 18) - 19);
        let by_closed_form = compare(name, &inputs, up_to.into());
        for ((input, ours), oracle) in inputs.iter().zip(by_closed_form).zip(by_oracle) {
            assert_eq!(ours, oracle.trim_end(), "{name} on {input}");
        }
    }
}

#[test]
fn large_random_positions() {
    for &(name, _, random) in PLANS {
        let game = find(name).unwrap();
        if program(name).is_none() {
            continue;
        }
        for &(m, n, count) in random {
            let draw = Draw { m, n, seed: 19 };
            let drawn = (0..count).map(|number| game.drawn(&draw, number).unwrap());
            let inputs: Vec<String> = drawn.map(|position| game.write(&[position])).collect();
            compare(name, &inputs, m);
        }
        let at_the_end = at_the_end(name);
        if !at_the_end.is_empty() {
            compare(name, &at_the_end, u64::MAX);
        }
    }
}

/// The set of winning pawns, and not their number alone.
#[test]
fn winning_pawns_of_every_small_strip() {
    const UP_TO: u32 = 18;
    let Some(program) = program("gra-moves") else {
        return;
    };
    let gra = find("gra").unwrap();
    let solved = gra.solved(UP_TO, &Place::Memory, &mut unwatched).unwrap();
    let (mut inputs, mut expected) = (String::new(), Vec::new());
    for m in 2..=UP_TO {
        for case in solved.cases(m).unwrap() {
            let facts = facts(&*read(&*gra, &case.input), Detail::Brief);
            let moves = facts["winning_moves"].as_array().unwrap().iter();
            let mut squares: Vec<u64> = moves.map(|one| one["from"].as_u64().unwrap()).collect();
            squares.sort_unstable();
            inputs.push_str(&case.input);
            expected.push(squares);
        }
    }
    assert_eq!(expected.len(), (1 << UP_TO) - 1 - UP_TO as usize);
    let sorted = |line: &String| {
        let words = line.split_ascii_whitespace();
        let mut squares: Vec<u64> = words.map(|word| word.parse().unwrap()).collect();
        squares.sort_unstable();
        squares
    };
    let got: Vec<Vec<u64>> = answers(&program, &inputs).iter().map(sorted).collect();
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
