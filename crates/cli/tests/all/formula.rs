//! `grundy formula` finds the closed forms of games whose rules are programs, and refutes wrong ones.
#![cfg(unix)]

use std::env;
use std::process::Command;

use grundy_features::is_exhaustive;

use crate::support::{Folder, json, quoted, refused, run, run_with, shows, skipped, stdout};

/// Games of `tests/formulas/games.py` with what is found, or how it begins: the first ones always, all in the exhaustive tier.
const FOUND: [(&str, &str); 43] = [
    (
        "bounded-nim",
        "value = nimsum(parts after 1: x mod (a + 1))",
    ),
    ("wythoff", "lost iff a = phi(b - a)"),
    ("staircase", "value = nimsum(parts by left 2: x, 0)"),
    ("mock-turtles", "value = nimsum(places 'H': odious(x - 1))"),
    (
        "lasker",
        "value = nimsum(parts: periodic(x, [0], [1, 2, 4, 3], 4))",
    ),
    ("take-at-most-half", "value = digits(a, [0, 0], n, f)"),
    (
        "misere-nim",
        "lost iff nimsum(parts) = min(leading(parts: x = 1), 1)",
    ),
    ("hackenbush", "value = nimsum(branches: x + 1)"),
    ("nim", "value = nimsum(parts)"),
    ("moore", "lost iff nimsum3(parts) = 0"),
    ("kamyki", "value = nimsum(differences by right 2: x, 0)"),
    (
        "subtract-1-3-4",
        "value = periodic(a, [], [0, 1, 0, 1, 2, 3, 2])",
    ),
    (
        "subtract-1-3-4-heaps",
        "value = nimsum(parts: periodic(x, [], [0, 1, 0, 1, 2, 3, 2]))",
    ),
    ("take-even", "value = nimsum(parts: x div 2)"),
    ("take-proper-divisor", "value = v2(a)"),
    ("take-divisor", "value = v2(2 * a)"),
    ("take-power-of-2", "value = a mod 3"),
    ("replace-by-divisor", "value = factors(a)"),
    ("take-coprime", "value = leastprime(a * (a mod 2))"),
    ("split", "value = (a + 1) mod 2"),
    ("fibonacci", "lost iff b = b mod zeckendorf(a)"),
    ("fibonacci-any", "lost iff b = b mod zeckendorf(a)"),
    ("chomp", "lost iff a = b + 1"),
    ("turning-turtles", "value = nimsum(places 'H')"),
    ("ruler", "value = nimsum(places 'H': lowbit(x))"),
    ("nimble", "value = nimsum(indices)"),
    ("strip", "value = nimsum(gaps by right 2: x, 0)"),
    ("knight", "lost iff a mod 4 <= 1 and b mod 4 <= 1"),
    ("one-from-any", "lost iff sum(parts: x mod 2) = 0"),
    (
        "same-or-one",
        "value = periodic(a, [], [0, 3, 1, 2], 4) xor b mod 2",
    ),
    ("take-k-or-all", "lost iff b = 0"),
    ("take-a-to-b", "value = c mod (a + b) div a"),
    (
        "euclid",
        "lost iff if a = 0 then 1 else b != a and b <= phi(a)",
    ),
    ("split-one", "lost iff a mod 2 != 0 and b mod 2 != 0"),
    (
        "gra",
        "lost iff if last(endgaps after 1) = 0 then 0 else if not(last(groups after 1) = 0) then 1 else \
         nimsum(groups after 1 by right 2: 0, x) = 0",
    ),
    ("halve-or-take-1", "lost iff min(a, 1) = v2(a) mod 2"),
    (
        "subtract-2-5-7",
        "value = periodic(a, [], [0, 0, 1, 1, 0, 2, 1, 3",
    ),
    (
        "kayles",
        "value = periodic(a, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6",
    ),
    (
        "dawson",
        "value = periodic(a, [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3",
    ),
    (
        "node-kayles",
        "value = periodic(a, [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2",
    ),
    ("king", "value = 3 * (a mod 2) xor b mod 2"),
    (
        "first-pile",
        "lost iff leading(parts: x = 1) mod 2 = min(max(parts) div 2, 1)",
    ),
    ("two-from-both", "lost iff b mod 3 = 2 * (b - a)"),
];
/// How many of them are sought in each run of the tests.
const ALWAYS: usize = 8;
/// Games for which no formula is known.
const NONE: [&str; 5] = [
    "take-square",
    "take-prime",
    "grundy",
    "officers",
    "treblecross",
];

/// A folder with the rules programs of these games; `None` without Python.
fn games<'a>(names: impl Iterator<Item = &'a str>) -> Option<Folder> {
    if Command::new("python3").arg("--version").output().is_err() {
        let is_needed = env::var_os("GRUNDY_ALL_LANGUAGES").is_some();
        assert!(!is_needed, "python3 is not installed");
        skipped("formulas", "python3 is not installed");
        return None;
    }
    let folder = Folder::new();
    for name in names {
        folder.program(&format!("{name}.py"), include_str!("../formulas/games.py"));
    }
    Some(folder)
}

#[test]
fn formulas_are_found_from_the_rules() {
    let found = if is_exhaustive() {
        &FOUND[..]
    } else {
        &FOUND[..ALWAYS]
    };
    let Some(folder) = games(found.iter().map(|(name, _)| *name)) else {
        return;
    };
    for (name, formula) in found {
        let facts = folder
            .run(&format!("formula -g ./{name}.py --format json"))
            .with(0);
        let facts = json(&facts);
        let found = facts["formula"].as_str().unwrap_or_default();
        assert!(found.starts_with(formula), "{name}: {found}");
        assert!(
            facts["closed"]["positions"].as_u64() > Some(0),
            "{name}: {facts}"
        );
    }
}

#[test]
fn no_formula_is_printed_where_none_is_known() {
    let none = if is_exhaustive() {
        &NONE[..]
    } else {
        &NONE[..1]
    };
    let Some(folder) = games(none.iter().copied()) else {
        return;
    };
    for name in none {
        let page = folder.run(&format!("formula -g ./{name}.py")).with(1);
        assert!(
            page.contains("no formula of this language up to length 9"),
            "{page}"
        );
    }
}

#[test]
fn codes_and_built_in_games_have_formulas() {
    for (game, formula) in [
        ("nim", "value = nimsum(parts)"),
        (
            "subtract:1,3,4",
            "value = nimsum(parts: periodic(x, [], [0, 1, 0, 1, 2, 3, 2]))",
        ),
    ] {
        let page = stdout(&format!("formula -g {game}"), "");
        assert_eq!(page.lines().nth(1), Some(formula));
    }
    let page = stdout("formula -g kayles", "");
    assert!(page.contains("f has period 12 from 71 on"), "{page}");
}

/// The value of a heap from which 1, 3 or 4 are taken, but where `condition` holds.
fn spoilt(condition: &str) -> String {
    let value = "periodic(x, [], [0, 1, 0, 1, 2, 3, 2])";
    format!("value = nimsum(parts: if {condition} then {value} + 1 else {value})")
}

#[test]
fn claims_about_codes_and_built_in_games_are_compared() {
    let gra =
        "if last(endgaps after 1) = 0 then 0 else nimsum(groups after 1 by right 2: 0, x) = 0";
    let kayles = "nimsum(parts: periodic(x, [], [0, 1, 2, 3, 1, 4, 3]))";
    let no_sum = "awk '{ s = 0; for (i = 3; i <= NF; i++) s += $i; print s ? \"Yes\" : \"No\" }'";
    for (line, code, shown) in [
        (
            "-g kamyki --up-to 9 --formula 'value = nimsum(differences by right 2: x, 0)'"
                .to_owned(),
            0,
            "all 511 positions confirmed",
        ),
        (
            format!("-g gra --up-to 8 --formula 'lost iff {gra}'"),
            0,
            "all 247 positions confirmed",
        ),
        (
            format!("-g gra --up-to 8 --check closure --formula 'lost iff {gra}'"),
            0,
            "769 moves followed",
        ),
        (
            format!("-g kayles --up-to 6 --formula 'value = {kayles}'"),
            0,
            "all 63 positions confirmed",
        ),
        (
            format!("-g kayles --up-to 7 --formula 'value = {kayles}'"),
            1,
            "input        1 / 7\n",
        ),
        (
            format!("-g kayles --up-to 7 --check closure --formula 'value = {kayles}'"),
            1,
            "1 / 7\n",
        ),
        (
            format!("-g nim --up-to 3 --claim {}", quoted(no_sum)),
            0,
            "all 7 positions confirmed",
        ),
        (
            format!("-g nim --up-to 4 --claim {}", quoted(no_sum)),
            1,
            "input        2 / 1 1\n",
        ),
    ] {
        shows(&run(&format!("sweep {line}")).with(code), shown);
    }
}

#[test]
fn formulas_answer_where_the_oracle_does_not() {
    let nim = "-g nim --formula 'value = nimsum(parts)'";
    assert_eq!(
        stdout(&format!("solve {nim}"), "2\n5000000000 6\n"),
        "Yes\n"
    );
    let page = stdout(&format!("explain {nim}"), "2\n500 600\n");
    shows(
        &page,
        "which agrees with the oracle on all positions to size 8",
    );
    shows(
        &page,
        "100 from heap 2 -> 2 / 500 500  P-position: this move wins\n",
    );
    let page = stdout(&format!("explain {nim}"), "2\n5000000 6\n");
    shows(
        &page,
        "N-position, Grundy value 5000006: the player to move wins.",
    );
    shows(&page, "Its moves are too many to be listed.");
    let played = run_with(
        &format!("play {nim} --moves '1 from heap 2 ; 95 from heap 1' -"),
        "2\n105 10\n",
    );
    let played = played.with(0);
    shows(
        &played,
        "a mistake: 95 from heap 1 would have won   <- the first mistake",
    );
}

#[test]
fn formulas_that_are_wrong_far_away_are_refuted() {
    for condition in [
        "4294967295 < x",
        "9007199254740991 < x",
        "400 < x and x mod 1000 = 777",
        "x = 777777",
        "40 < x",
    ] {
        let line = format!(
            "formula -g subtract:1,3,4 --format json --formula '{}'",
            spoilt(condition)
        );
        let facts = json(&run(&line).with(1));
        let [formula, died] = [&facts["formula"], &facts["died"][0]];
        assert!(formula.is_null(), "{condition}: {facts}");
        assert!(
            died["expected"]
                .as_str()
                .unwrap()
                .contains("one move further"),
            "{condition}: {died}"
        );
    }
    let line = format!("formula -g subtract:1,3,4 --formula '{}'", spoilt("x < 0"));
    assert!(run(&line).with(0).contains("confirmed  to size 11"));
}

/// A game whose sizes have one number each at first: then two heaps as well, no position at all, or numbers that it refuses.
#[test]
fn what_follows_the_first_numbers_is_listed() {
    const RULES: &str = r#"#!/usr/bin/env python3
import sys
verb = sys.argv[1]
if verb == "about": print("title: heaps, and then")
elif verb == "sizes":
    for n in range(int(sys.argv[2]), int(sys.argv[3]) + 1):
        if n <= 100 or "END" in ("goes on", "fails"): print(n, n)
        if "END" == "has pairs" and n > 30:
            for a in range(1, n - 30): print(n, a, n - 30 - a)
        if "END" == "fails":
            for a in range(1, n): print(n, a, n - a)
elif verb == "moves":
    for line in sys.stdin:
        row = list(map(int, line.split()))
        if max(row) > 100 and "END" == "goes on": sys.exit("too large")
        if sum(row) > 30 and "END" == "fails": sys.exit("too large")
        if "END" in ("has pairs", "fails"):
            options = [row[:i] + [y] + row[i + 1:] for i, x in enumerate(row) for y in range(x)]
        elif "END" == "goes on": options = [[row[0] - k] for k in (1, 2, 3) if k <= row[0]]
        else: options = [[row[0] + k] for k in range(1, 10) if row[0] + k <= 100]
        print(" ; ".join(" ".join(map(str, option)) for option in options))
else: sys.exit(2)
"#;
    let Some(folder) = games([].into_iter()) else {
        return;
    };
    for (end, options, formula, says) in [
        ("has pairs", "", "value = nimsum(parts)", "to size 9"),
        ("is over", "", "value = (0 - a) mod 10", "no size after 100"),
        ("goes on", "", "value = a mod 4", "exit code 1"),
        (
            "fails",
            "--up-to 30",
            "value = nimsum(parts)",
            "exit code 1",
        ),
    ] {
        folder.program("game.py", &RULES.replace("END", end));
        let page = folder
            .run(&format!("formula -g ./game.py {options}"))
            .with(0);
        assert!(page.contains(&format!("\n{formula}\n")), "{end}: {page}");
        assert!(page.contains(says), "{end}: {page}");
    }
}

/// A formula of values tells who wins, too.
#[test]
fn values_are_sought_where_outcomes_have_no_formula() {
    let page = run("formula -g 0.137 --outcome").with(0);
    assert!(page.contains("\nvalue = nimsum(parts: periodic("), "{page}");
}

/// Where positions have too many moves to follow, a formula is not confirmed that has more in it than these positions need.
#[test]
fn formulas_that_are_wrong_where_moves_are_many_are_not_confirmed() {
    const NIM: &str = "lost iff nimsum(parts) = 0";
    const WYTHOFF: &str = "lost iff a = phi(b - a)";
    let cases = [
        ("nim", NIM, " and max(parts) mod 1000 != 777"),
        ("nim", NIM, " and max(parts) < 9007199254740992"),
        ("wythoff", WYTHOFF, ""),
        ("wythoff", WYTHOFF, " and b mod 1000 != 777"),
        ("wythoff", WYTHOFF, " and b < 4294967296"),
    ];
    let Some(folder) = games(["nim", "wythoff"].into_iter()) else {
        return;
    };
    for (name, right, more) in cases {
        folder.write("formula.txt", format!("{right}{more}"));
        let page = folder.run(&format!("formula -g ./{name}.py --formula formula.txt"));
        let page = page.with(i32::from(!more.is_empty()));
        let what = format!("a shorter one, {right}, agrees with it");
        assert_eq!(page.contains(&what), !more.is_empty(), "{name}: {page}");
    }
}

#[test]
fn large_positions_are_positions_of_the_game() {
    let cases = [
        ("run-of-13", "value = nimsum(runs 'H')", 1),
        (
            "take-3-or-pass",
            "lost iff if a <= 1 then a = 0 else a mod 4 = b",
            0,
        ),
    ];
    let Some(folder) = games(cases.iter().map(|(name, ..)| *name)) else {
        return;
    };
    for (name, formula, code) in cases {
        folder.write("formula.txt", formula);
        let page = folder.run(&format!("formula -g ./{name}.py --formula formula.txt"));
        let page = page.with(code);
        assert_eq!(page.contains("refuted"), code == 1, "{name}: {page}");
        assert!(
            code == 1 || page.contains("larger positions, with"),
            "{name}: {page}"
        );
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let nots = format!("lost iff {} 0", "not ".repeat(5_000));
    let folder = Folder::new();
    folder.write("nots.txt", &nots);
    folder.program("none.sh", "#!/bin/sh\n[ $1 != moves ] || cat");
    folder
        .run("sweep -g nim --up-to 3 --resume kept --formula 'value = nimsum(parts)'")
        .with(0);
    for (line, message) in [
        (
            "formula -g nim --formula nots.txt",
            "expected at most 1,000 operators and brackets",
        ),
        ("formula -g ./none.sh", "no size up to 60 has a position"),
        (
            "formula -g nim --formula value=q",
            "--formula value=q: line 1, column 7: expected a number",
        ),
        (
            &format!("formula -g nim --formula '{nots}'"),
            "not...: line 1, column 4010: expected at most 1,000",
        ),
        (
            "formula -g nim --formula none.txt",
            "none.txt: no formula, and no file that can be read",
        ),
        (
            "formula -g nim --up-to 99",
            "--up-to 99: sizes of nim are from 1 to 64",
        ),
        (
            "formula -g nim --formula 'lost if a'",
            "line 1, column 6: expected `iff`, found `if`",
        ),
        (
            "formula -g nim --write nim.txt",
            "expected a name that ends with .py or .cpp",
        ),
        (
            "formula -g gra --write gra.py",
            "the answers of this game are neither words nor Grundy values",
        ),
        ("formula -g nim --length 0", "0 is not in 1..=20"),
        (
            "sweep -g all --formula 'lost iff a = b'",
            "--claim and --formula are for one game",
        ),
        ("sweep -g nim --up-to 3 --resume kept", ", and not none"),
        (
            "sweep -g gra --table table --formula 'lost iff a = b'",
            "--table is for a game's own closed form: not with --claim or --formula",
        ),
        (
            "sweep -g nim --up-to 3 --formula 'lost iff b'",
            "'lost iff b', given 1 / 0: the formula has no value\n",
        ),
        (
            "sweep -g constrained --up-to 9 --formula 'lost iff a = b'",
            "has too many positions to compare each with a claim",
        ),
        (
            "explain -g gra --formula 'lost iff 1'",
            "a formula says who wins, or the Grundy value, and the answers of Gra, the strip game are others",
        ),
        (
            "solve -g nim --formula 'lost iff 1'",
            "'lost iff 1' is wrong about 1\\n1: it says No",
        ),
    ] {
        refused(folder.run(line), message);
    }
}
