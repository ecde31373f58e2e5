//! `judge` tells right and wrong programs for games of one's own apart, by the claim of the rules program where the
//! oracle does not reach. `tests/programs/own_games.rs` has the games and the programs.
#![cfg(unix)]

use crate::support::{Ended, Folder, json, quoted};

#[expect(dead_code, reason = "only the place of an example is needed")]
#[path = "../../../sandbox/tests/all/common/processes.rs"]
mod processes;

/// The programs that are judged: the mode, the verdict, and the least that the largest number in the position on which
/// the program fails may be.
const PROGRAMS: [(&str, &str, u64); 5] = [
    ("right", "accepted", 0),
    ("off-by-one", "wrong answer, smallest", 0),
    ("late-claim", "wrong answer", 1_000_000),
    ("overflow", "wrong answer", 1 << 31),
    ("double", "wrong answer", 1 << 53),
];

/// A game in a folder of its own.
struct Played {
    game: &'static str,
    folder: Folder,
    /// The example `own_games`, as a word of a line.
    program: String,
}

impl Played {
    fn new(game: &'static str) -> Self {
        let program = processes::example("own_games");
        Self {
            game,
            folder: Folder::new(),
            program: quoted(program.to_str().unwrap()),
        }
    }

    /// Judges a mode of the example by one of its rules programs.
    fn judge(&self, rules: &str, mode: &str) -> Ended {
        let Self {
            game,
            folder,
            program,
        } = self;
        let script = format!("#!/bin/sh\nexec {program} {game} {rules} \"$@\"\n");
        folder.program(rules, &script);
        let options = "--time-limit 2s --random 60 --format json";
        let line = format!("judge -g ./{rules} {options} -- {program} {game} {mode}");
        folder.run(&line)
    }

    /// The verdict on a mode, with the kind of the position on which it fails, and the largest number in that position.
    fn verdict(&self, mode: &str) -> (String, u64) {
        let Ended { code, out, err } = self.judge("rules", mode);
        if code == Some(2) {
            return (err, 0);
        }
        let report = json(&out);
        let failed = &report["counterexample"];
        assert_eq!(code, Some(i32::from(!failed.is_null())), "{mode}: {failed}");
        let words = [&report["verdict"], &failed["size"]["kind"]].into_iter();
        let words: Vec<&str> = words.filter_map(|word| word.as_str()).collect();
        // Without a verb `input` the input is the position.
        let position = failed["position"].as_str().or(failed["input"].as_str());
        let numbers = position.unwrap_or_default().split_whitespace();
        let numbers = numbers.map(|number| number.parse().unwrap());
        (words.join(", "), numbers.max().unwrap_or(0))
    }
}

/// Checks the verdicts on all programs of a game, and that its wrong claims are refused.
fn judged(game: &'static str) {
    let played = Played::new(game);
    let verdicts = PROGRAMS.map(|(mode, expected, least)| {
        let (verdict, largest) = played.verdict(mode);
        let is_right = verdict.starts_with(expected) && largest >= least;
        (is_right, mode, verdict, largest)
    });
    let are_right = verdicts.iter().all(|(is_right, ..)| *is_right);
    assert!(are_right, "{game}: {verdicts:#?}");
    for rules in ["rules-refuted", "rules-overflows"] {
        played.judge(rules, "right").says("claim").with(2);
    }
}

#[test]
fn fibonacci_nim() {
    judged("fib");
}

#[test]
fn a_heap_and_a_pass() {
    judged("pass");
}

#[test]
fn misere_nim() {
    judged("misere");
}

#[test]
fn moves_to_sums() {
    judged("sums");
}

#[test]
fn euclid() {
    judged("euclid");
}

#[test]
fn winning_moves_of_nim_are_counted() {
    judged("count");
}

#[test]
fn winning_moves_of_nim_are_named() {
    judged("named");
}

/// Shrinking such a failure takes up to twenty seconds.
#[test]
fn programs_that_are_slow() {
    let (verdict, largest) = Played::new("pass").verdict("slow");
    assert!(verdict.starts_with("time limit"), "{verdict}");
    assert!(largest >= 1_000_000, "slow at {largest}");
}
