//! `judge` tells right and wrong programs for games of one's own apart, by the claim of the rules program where the
//! oracle does not reach. `tests/programs/own_games.rs` has the games and the programs.
#![cfg(unix)]

use crate::support::{Ended, Folder, holds, json, quoted, shows};

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

const GAMES: [&str; 3] = ["fib", "sums", "named"];

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
        let options = format!("--time-limit {time_limit} --random 60 --format json");
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

/// A race is at the limits, where the claim has the answers. A shape without a position at the limit itself has one near it.
#[test]
fn a_race() {
    let even = "positions) test $(($2 % 2)) = 1 || echo $2 ;;";
    let folder = take("sweep-to: 20", even, RIGHT);
    let race = JUDGE
        .replace("judge", "race")
        .replace("--random 3", "--samples 1");
    shows(&folder.run(&race).with(0), "lost -m 999999");
    let played = Played::new("fib");
    played.open("rules");
    let program = &played.program;
    let line =
        format!("race -g ./rules --samples 2 -- {program} fib right -- {program} fib overflow");
    let page = played.folder.run(&line).with(1);
    shows(&page, "lost -m 1000000000000000000");
    let lines = page.lines().filter(|line| line.contains("wrong answer"));
    let wrong: Vec<&str> = lines.collect();
    assert!(wrong.len() == 1 && wrong[0].contains("overflow"), "{page}");
}

/// Take one or two stones from a heap: the script `take`, which starts the claim in `claim.awk`, with the lines `about` and
/// more verbs.
fn take(about: &str, verbs: &str, claim: &str) -> Folder {
    let folder = Folder::new();
    let script = format!(
        "#!/bin/sh\ncase $1 in\nabout) printf '{about}\\nlimits: 1000000 1\\n' ;;\n{verbs}\npositions) echo $2 ;;\n\
         moves) awk '{{ print ($1 > 0 ? \"one -> \" $1 - 1 : \"\") ($1 > 1 ? \" ; two -> \" $1 - 2 : \"\") }}' ;;\n\
         random) awk '{{ print $1 }}' ;;\nclaim) awk -f {} ;;\n*) exit 2 ;;\nesac\n",
        folder.name("claim.awk")
    );
    folder.program("take", &script);
    claims(&folder, claim);
    folder
}

fn claims(folder: &Folder, claim: &str) {
    std::fs::write(folder.path("claim.awk"), format!("{{ print ({claim}) }}")).unwrap();
}

const RIGHT: &str = "($1 % 3 ? \"Yes\" : \"No\")";
const JUDGE: &str =
    "judge -g ./take --random 3 --time-limit 60s -- awk '{ print ($1 % 3 ? \"Yes\" : \"No\") }'";

/// The script stays as it is, and so do all claims about small positions.
#[test]
fn a_stored_claim_that_changes_on_large_positions() {
    let folder = take("sweep-to: 20", "", RIGHT);
    folder.run(JUDGE).with(0);
    shows(&folder.run(JUDGE).with(0), "(compared earlier)");
    claims(&folder, &format!("$1 > 70000 ? \"Yes\" : {RIGHT}"));
    folder.run(JUDGE).says("contradicts itself").with(2);
    let report = json(
        &folder
            .run(&JUDGE.replace("-- awk", "--format json -- awk"))
            .with(2),
    );
    holds(
        &report,
        "/accepted false\n/verdict \"claim refused\"\n/reference/claimant \"./take\"",
    );
}

/// The claim is wrong from 70,000 on in a way that no move shows; a program that is right is not blamed without a word.
#[test]
fn a_claim_that_nothing_shows() {
    let moves = "random-move) awk '{ print $1 - 1 - 2 * int(rand() * $1 / 2) }' ;;
        moves) awk '{ line = \"\"; for (i = 1; i <= $1; i += 2) line = line (i > 1 ? \" ; \" : \"\") ($1 - i); print line }' ;;";
    let folder = take(
        "sweep-to: 20",
        moves,
        "$1 % 2 || $1 > 70000 ? \"Yes\" : \"No\"",
    );
    let judge = "judge -g ./take --random 3 --time-limit 60s -- awk '{ print ($1 % 2 ? \"Yes\" : \"No\") }'";
    let page = folder.run(judge).with(1);
    shows(
        &page,
        "are won by the claim, and none of the moves shows it",
    );
    shows(
        &page,
        "none of many moves from there shows it: the claim may be wrong",
    );
    let report = folder.run(&judge.replace("-- awk", "--format json -- awk"));
    holds(&json(&report.with(1)), "/counterexample/is_doubtful true");
}

/// The program fails when the judge follows the moves of the counterexample, which is shown nevertheless.
#[test]
fn a_counterexample_whose_moves_cannot_be_followed() {
    let moves = "random-move) awk '$1 == 772956 { exit 3 } { print \"one -> \" $1 - 1 }' ;;";
    let folder = take("sweep-to: 20", moves, RIGHT);
    let judge = JUDGE.replace("($1 % 3", "($1 == 772956 || $1 % 3");
    let ended = folder
        .run(&judge)
        .says("was not examined: ./take random-move 0: exit code 3");
    shows(&ended.with(1), "  input     772956\n");
}

#[test]
fn small_sizes_do_not_weaken_a_claim() {
    // A smaller size than that of the sweep: the mistake at 17 is found.
    let mistaken = format!("$1 == 17 ? \"No\" : {RIGHT}");
    let folder = take("sweep-to: 20", "", &mistaken);
    let small = JUDGE.replace("--random", "--up-to 5 --random");
    folder.run(&small).says("is wrong about 17").with(2);
    // No position shows that the claim is right.
    let folder = take("smallest: 9\\nsweep-to: 8", "", RIGHT);
    folder.run(JUDGE).says("no test was run").with(2);
    let page = folder.run(&JUDGE.replace("--random", "--up-to 9 --random"));
    shows(&page.with(0), "on all 1 positions up to size 9");
}

/// The name of each move is the position that the other one leads to: only names count.
#[test]
fn names_that_are_positions() {
    let folder = Folder::new();
    let script = "#!/bin/sh\ncase $1 in\nabout) printf 'answer: move None\\nsweep-to: 3\\n' ;;\npositions) echo $2 ;;\n\
                  moves) awk '{ print ($1 == 3 ? \"0 -> 2 ; 2 -> 0\" : $1 ? \"0\" : \"\") }' ;;\n*) exit 2 ;;\nesac\n";
    folder.program("names", script);
    for (answer, code) in [("0", 1), ("2", 0), ("1", 1)] {
        let judged = format!(
            "judge -g ./names --up-to 3 --random 0 --time-limit 60s -- awk '{{ print ($1 == 3 ? {answer} : $1 ? 0 : \"None\") }}'"
        );
        folder.run(&judged).with(code);
        let swept = format!(
            "sweep -g ./names --up-to 3 --claim \"awk '{{ print (\\$1 == 3 ? {answer} : \\$1 ? 0 : \\\"None\\\") }}'\""
        );
        folder.run(&swept).with(code);
    }
}

/// `named-move` has to find every move by its name. That it also finds moves by the positions that they lead to makes no position an
/// answer.
#[test]
fn named_move_is_compared_with_moves() {
    let claim = "$1 % 3 == 0 ? \"None\" : $1 % 3 == 1 ? \"one\" : \"two\"";
    let by_name = "named-move) awk '{ k = $3 == \"one\" ? 1 : $3 == \"two\" ? 2 : 0; print (k ? $3 \" -> \" $1 - k : \"\") }' ;;";
    let by_both = by_name.replace(
        ": 0; ",
        ": $1 - $3; if (k != 1 && k != 2) k = 0; $3 = k == 1 ? \"one\" : \"two\"; ",
    );
    let no_two = by_name.replace("$3 == \"two\" ? 2 :", "");
    let by_position = "$1 - $1 % 3";
    let error = "named-move, given 2: expected the option that \"two\" names, found \"\"";
    for (verb, judged, code, said) in [
        (by_name, claim, 0, ""),
        (
            &by_both,
            "$1 % 3 == 0 ? \"NONE\" : $1 % 3 == 1 ? \"One\" : \"TWO\"",
            0,
            "",
        ),
        (
            &by_both,
            &format!("$1 > 20 && $1 % 3 ? {by_position} : {claim}"),
            1,
            "",
        ),
        (&no_two, claim, 2, error),
    ] {
        let folder = take("sweep-to: 20\\nanswer: move None", verb, claim);
        let judge = "judge -g ./take --random 3 --time-limit 60s -- awk";
        let ended = folder.run(&format!("{judge} '{{ print ({judged}) }}'"));
        ended.says(said).with(code);
    }
}

#[test]
fn fibonacci_nim() {
    judged("fib");
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
