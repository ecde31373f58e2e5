//! Rules programs at the command line: options, exit codes, and what docs/own-game.md does not show.
#![cfg(unix)]

use std::process::Command;
use std::{env, fs};

use grundy_features::tier;

use crate::support::{Ended, Folder, holds, json, quoted, refused, skipped, wythoff};

/// Judges an awk program, with time for a busy machine.
fn judge(folder: &Folder, options: &str, program: &str) -> Ended {
    let program = quoted(program);
    folder.run(&format!(
        "judge --time-limit 60s -g {options} -- awk {program}"
    ))
}

/// On the largest positions up to `sweep-to`, and without `grundy` itself.
#[test]
fn races() {
    let folder = wythoff("sweep-to: 12");
    let options = "--samples 1 --time-limit 60s --format json";
    let race = format!("race -g ./wythoff {options} -- awk -f right.awk");
    folder.run(&race).with(0);
    let wrong = format!("{race} -- awk '{{ print \"No\" }}'");
    let heats = json(&folder.run(&wrong).with(1));
    let first = r#"/0/workload "listed"
/0/m 12
/0/programs/0/name "floor-cat""#;
    holds(&heats, first);
    let heats = heats.as_array().unwrap();
    assert!((2..=5).contains(&heats.len()), "{} inputs", heats.len());
    for heat in heats {
        assert!(heat["input_bytes"].as_u64().unwrap() > 0, "{heat}");
        for (i, program) in heat["programs"].as_array().unwrap().iter().enumerate() {
            let is_right = i < 2 || heat["answer"] == "No";
            let is_timed = program["median_ns"].as_f64().is_some_and(|ns| ns > 0.0);
            assert_eq!(is_timed, is_right, "{heat}");
            let verdict = &program["verdict"]["verdict"];
            assert_eq!(verdict == "wrong answer", !is_right, "{heat}");
        }
    }
}

/// A game with one position of each size logs its verbs.
#[test]
fn programs_are_not_started_for_each_size_or_test() {
    // A folder to which programs in a sandbox write: not in `/tmp`, since each has its own.
    let target = env!("CARGO_TARGET_TMPDIR").to_owned();
    let home = env::var("HOME").unwrap_or_default();
    let mut places = [target, home].into_iter();
    let place = places.find(|place| !place.starts_with("/tmp")).unwrap();
    let folder = Folder(tempfile::tempdir_in(place).unwrap());
    let text = format!(
        "#!/bin/sh\necho \"$*\" >> {}\ncase $1 in\nabout) echo 'sweep-to: 60' ;;\n\
         positions) test $2 -le 60 && echo $2 ;;\nsizes) seq $2 $3 | sed 's/.*/& &/' ;;\n\
         moves) awk '{{ print ($1 > 0 ? $1 - 1 : \"\") ($1 > 1 ? \" ; \" $1 - 2 : \"\") }}' ;;\n\
         claim) awk '{{ print ($1 % 3 ? \"Yes\" : \"No\") }}' ;;\ninput) sed 's/$/ \\/ /' ;;\n\
         *) exit 2 ;;\nesac\n",
        folder.name("log")
    );
    folder.program("logged", &text);
    // How often these verbs are in the log.
    let starts = |verbs: &[&str]| {
        let log = folder.read("log");
        let begun = log.lines().filter_map(|line| line.split(' ').next());
        begun.filter(|verb| verbs.contains(verb)).count()
    };
    folder.run("sweep -g ./logged").with(0);
    let counts = (starts(&["claim"]), starts(&["positions", "sizes"]));
    assert!(counts.0 == 1 && counts.1 <= 12, "{counts:?}");
    fs::remove_file(folder.path("log")).unwrap();
    let right = "NR == 1 { print ($1 % 3 ? \"Yes\" : \"No\") } END { if (NR != 2) print NR }";
    judge(&folder, "./logged --random 3", right).with(0);
    let inputs = starts(&["input"]);
    assert!((1..=4).contains(&inputs), "{inputs}");
}

/// The rules that `grundy new` writes pass the test beside them, which fails where they are spoilt.
#[test]
fn rules_to_start_from() {
    const LANGUAGES: [(&str, &str, &str); 4] = [
        ("python", "python3", "rules.py"),
        ("javascript", "node", "rules.js"),
        ("cpp", "g++", "rules.cpp"),
        ("rust", "rustc", "rules.rs"),
    ];
    let shapes = ["heaps", "numbers", "strip", "graph", "board"];
    let folder = Folder::new();
    for (language, program, file) in LANGUAGES {
        if Command::new(program).arg("--version").output().is_err() {
            let is_needed = env::var_os("GRUNDY_ALL_LANGUAGES").is_some();
            assert!(!is_needed, "{program} is not installed");
            skipped(
                "rules_to_start_from",
                &format!("{program} is not installed"),
            );
            continue;
        }
        for shape in &shapes[..tier(1, shapes.len())] {
            let name = format!("{language}-{shape}");
            let is_judged = language == "python";
            let task = if is_judged { " --task" } else { "" };
            let new = format!("new {name} --shape {shape} --language {language}{task}");
            assert_eq!(folder.run(&new).code, Some(0), "{new}");
            let test = format!("sh {name}/test.sh");
            let ended = folder.shell(&test);
            assert_eq!(ended.code, Some(0), "{name}: {}{}", ended.out, ended.err);
            assert_eq!(
                ended.out.contains("wrong answer:"),
                is_judged,
                "{}",
                ended.out
            );
            // The position whose answer the test knows is another one's then.
            let spoilt = folder.read(&format!("{name}/{file}"));
            let spoilt = spoilt.replace("First Second", "Second First");
            folder.write(&format!("{name}/{file}"), spoilt);
            assert_ne!(folder.shell(&test).code, Some(0), "{name}");
        }
    }
    let again = folder.run("new python-heaps");
    refused(
        again,
        "error: cannot make python-heaps: it is not empty: expected an empty folder or none\n",
    );
    refused(
        folder.run("new 'a/b\"c'"),
        "error: a/b\"c: expected a folder whose name has letters, digits, `-`, `_` and blanks only\n",
    );
}
