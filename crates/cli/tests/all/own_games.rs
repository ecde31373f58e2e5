//! `judge` tells right and wrong programs for games of one's own apart, by the claim of the rules program where the
//! oracle does not reach. `tests/programs/own_games.rs` has the games and the programs.
#![cfg(unix)]

use grundy_features::tier;

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

const GAMES: [&str; 2] = ["sums", "named"];

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

    /// Writes one of the rules programs of the example.
    fn open(&self, rules: &str) {
        let Self { game, program, .. } = self;
        let script = format!("#!/bin/sh\nexec {program} {game} {rules} \"$@\"\n");
        self.folder.program(rules, &script);
    }

    /// Judges a mode of the example by one of its rules programs.
    fn judge(&self, rules: &str, time_limit: &str, mode: &str) -> Ended {
        let Self { game, program, .. } = self;
        self.open(rules);
        // A program that is slow is slow on every large position: the first is enough.
        let first = if mode == "slow" { "--first " } else { "" };
        // 66 positions of heaps with up to 8 stones.
        let most = tier("--up-to 8", "");
        let options = format!("{first}--time-limit {time_limit} --random 60 {most} --format json");
        let line = format!("judge -g ./{rules} {options} -- {program} {game} {mode}");
        self.folder.run(&line)
    }

    /// The number of tests in a folder that `gen` wrote, and of each mode the number of tests whose written answer it does
    /// not print.
    fn differ(&self, tests: &str, answer: &str) -> (usize, [usize; 3]) {
        let Self { game, program, .. } = self;
        let script = format!(
            "cd {tests}; ls | grep -c 'in$'; for mode in right overflow double; do
               for input in *.in; do
                 of=${{input%.in}}; {program} {game} $mode < $input | cmp -s - {answer} || echo $input
               done | wc -l
             done"
        );
        let Ended { out, err, .. } = self.folder.shell(&script);
        assert_eq!(err, "");
        let mut counts = out.split_whitespace().map(|word| word.parse().unwrap());
        let tests = counts.next().unwrap();
        (tests, [(); 3].map(|()| counts.next().unwrap()))
    }

    /// The verdict on a mode, with the kind of the position on which it fails, and the largest number in that position.
    fn verdict(&self, mode: &str) -> (String, u64) {
        self.verdict_within("2s", mode)
    }

    fn verdict_within(&self, time_limit: &str, mode: &str) -> (String, u64) {
        let Ended { code, out, err } = self.judge("rules", time_limit, mode);
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
        played.judge(rules, "2s", "right").says("claim").with(2);
    }
}

/// The tests of `gen` and of its packages have right answers, and find the mistakes that only large positions show.
#[test]
fn written_tests() {
    for game in GAMES {
        let played = Played::new(game);
        played.open("rules");
        let suite = played
            .folder
            .run("gen -g ./rules --suite shapes --out suite")
            .with(0);
        let package = played
            .folder
            .run("gen -g ./rules --package icpc --out package");
        let names_moves = game == "named";
        let package = package.with(0);
        let mut written = vec![("suite/in", "../out/$of.out", suite)];
        // An answer file has every winning move, and a checker reads it.
        let checker = played.folder.path("package/output_validator/checker.cpp");
        assert_eq!(checker.exists(), names_moves, "{game}");
        if !names_moves {
            written.push(("package/data/secret", "$of.ans", package));
        }
        for file in [
            "problem.yaml",
            "statement/problem.en.tex",
            "data/sample/2.ans",
        ] {
            assert!(!played.folder.read(&format!("package/{file}")).is_empty());
        }
        for (folder, answer, said) in written {
            let (tests, [right, overflow, double]) = played.differ(folder, answer);
            assert!(said.starts_with(&format!("{tests} tests of ")), "{said}");
            assert!(tests >= 14, "{game}: {tests} tests");
            // Of several winning moves the program may print another one.
            assert!(names_moves || right == 0, "{game}: {right} wrong answers");
            assert!(overflow > right, "{game}: {overflow} of {tests}");
            assert!(double > right, "{game}: {double} of {tests}");
        }
    }
}

#[test]
fn moves_to_sums() {
    judged("sums");
}

#[test]
fn winning_moves_of_nim_are_named() {
    judged("named");
}

/// A program that counts to each number runs out of time, and on no small position. A failure by time is not shrunk.
#[test]
fn programs_that_are_slow() {
    for game in GAMES {
        let (verdict, largest) = Played::new(game).verdict_within("500ms", "slow");
        assert!(verdict.starts_with("time limit"), "{game}: {verdict}");
        assert!(largest >= 1_000_000, "{game}: slow at {largest}");
    }
}
