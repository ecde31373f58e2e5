//! Parts of sweeps of any game, as job schedulers run them: built in, a code, a rules program.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const GRUNDY: &str = env!("CARGO_BIN_EXE_grundy");

/// Wythoff's game in a shell and awk, with random positions.
const WYTHOFF: &str = include_str!("../data/wythoff.sh");

/// Right about Wythoff's game.
const RIGHT: &str = include_str!("../data/wythoff.awk");

/// A folder to work in: names on the command line are relative to it.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write("wythoff", WYTHOFF);
        fs::set_permissions(folder.path("wythoff"), PermissionsExt::from_mode(0o755)).unwrap();
        folder.write("right.awk", RIGHT);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: &str) {
        fs::write(self.path(name), content).unwrap();
    }

    /// Runs the command; its exit code, and what it wrote to standard output and standard error.
    fn run(&self, words: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(GRUNDY);
        command
            .current_dir(&self.0)
            .args(words)
            .stdin(Stdio::null());
        let output = command.output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (
            output.status.code().unwrap(),
            text(&output.stdout),
            text(&output.stderr),
        )
    }

    /// The error that the command ends with.
    fn refused(&self, words: &[&str]) -> String {
        let (code, page, said) = self.run(words);
        assert_eq!((code, page.as_str()), (2, ""), "{words:?}: {said}");
        said
    }
}

/// A record without its seconds.
fn record(path: &Path) -> String {
    let record = fs::read_to_string(path).unwrap();
    let rows = record.lines().map(|row| row.rsplit_once(',').unwrap().0);
    rows.fold(String::new(), |text, row| text + row + "\n")
}

/// What stands in a page from the number of positions on, without seconds.
fn found(page: &str) -> String {
    let line = page.lines().find(|line| line.contains("0 mismatches"));
    let line = line.unwrap_or_else(|| panic!("{page}"));
    line.split(" in ").next().unwrap().to_owned()
}

const CLAIM: &str = "awk -f right.awk";

#[test]
fn parts_of_any_game_make_the_whole() {
    let random = [
        "--check", "closure", "--random", "50", "-m", "40", "-n", "2",
    ];
    for (game, more) in [
        (&["-g", "0.77"][..], &["--up-to", "11"][..]),
        (&["-g", "0.77"], &["--up-to", "11", "--check", "closure"]),
        (&["-g", "subtract:1,3,4"], &random),
        (&["-g", "kamyki"], &random),
        (&["-g", "./wythoff", "--claim", CLAIM], &["--up-to", "12"]),
        (
            &["-g", "./wythoff", "--claim", CLAIM],
            &["--up-to", "12", "--check", "closure"],
        ),
        (&["-g", "./wythoff", "--claim", CLAIM], &random),
    ] {
        let folder = Folder::new();
        let has_rows = more.len() < random.len();
        let csv = |name| {
            if has_rows {
                vec!["--csv", name]
            } else {
                Vec::new()
            }
        };
        let sweep = [&["sweep"], game, more].concat();
        let (code, whole, said) = folder.run(&[&sweep[..], &csv("whole.csv")].concat());
        assert_eq!(code, 0, "{sweep:?}: {said}");
        for part in ["1/3", "2/3", "3/3"] {
            let file = format!("part-{}", &part[..1]);
            // The same line does whatever is left to do.
            for again in [false, true] {
                let part = [&sweep[..], &["--shard", part, "--resume", &file]].concat();
                let (code, page, said) = folder.run(&part);
                assert_eq!(code, 0, "{part:?}: {said}");
                assert!(page.contains(", part "), "{page}");
                assert_eq!(said.contains(": finished before, all "), again, "{said}");
            }
        }
        let mut merge = vec!["sweep", "merge", "part-2", "part-3", "part-1"];
        if game[1].contains('/') {
            merge.extend(game);
        }
        let (code, page, said) = folder.run(&[&merge[..], &csv("merged.csv")].concat());
        assert_eq!(code, 0, "{merge:?}: {said}");
        assert_eq!(found(&page), found(&whole), "{sweep:?}");
        if has_rows {
            let [merged, whole] =
                ["merged.csv", "whole.csv"].map(|name| record(&folder.path(name)));
            assert_eq!(merged, whole, "{sweep:?}");
        }
    }
}

/// Of a program its content counts, not only its name; so does that of a claim.
#[test]
fn parts_by_other_programs_are_refused() {
    let folder = Folder::new();
    let of_wythoff = ["-g", "./wythoff", "--claim", CLAIM];
    let sweep = |part: &str, file: &str| {
        let words = [
            &["sweep"],
            &of_wythoff[..],
            &["--up-to", "9", "--shard", part, "--resume", file],
        ];
        folder.run(&words.concat())
    };
    assert_eq!(sweep("1/2", "one").0, 0);
    assert_eq!(sweep("2/2", "two").0, 0);
    let merge = |more: &[&str]| folder.refused(&[&["sweep", "merge", "one", "two"], more].concat());

    // No file is a reason to start a program.
    let said = merge(&[]);
    assert!(
        said.contains("one: made for ./wythoff, a program: name it as the game"),
        "{said}"
    );
    // The claim is a part of what was checked.
    let said = merge(&["-g", "./wythoff"]);
    assert!(
        said.contains("one: made with other rules: ./wythoff "),
        "{said}"
    );
    assert!(said.contains(", claim awk -f right.awk "), "{said}");
    let said = merge(&["-g", "nim"]);
    assert!(
        said.contains("one: made for ./wythoff, not for nim"),
        "{said}"
    );
    let said = folder.refused(&["sweep", "merge", "one", "--claim", CLAIM]);
    assert!(said.contains("--game"), "{said}");

    // The same claim in other words is not known to be the same.
    for (file, was) in [("wythoff", WYTHOFF), ("right.awk", RIGHT)] {
        folder.write(file, &format!("{was}# changed\n"));
        let (code, _, said) = sweep("2/2", "two");
        assert_eq!(code, 2, "{file}: {said}");
        assert!(
            said.starts_with("error: two: made with other rules: ./wythoff "),
            "{said}"
        );
        let said = merge(&of_wythoff);
        assert!(said.contains("one: made with other rules: "), "{said}");
        // A part that was made after the change does not go with those before it.
        assert_eq!(sweep("2/2", "new").0, 0);
        let words = [&["sweep", "merge", "one", "new"], &of_wythoff[..]].concat();
        let said = folder.refused(&words);
        assert!(
            said.starts_with("error: one and new are parts of different sweeps: "),
            "{said}"
        );
        fs::remove_file(folder.path("new")).unwrap();
        folder.write(file, was);
    }
    let words = [&["sweep", "merge", "two", "one"], &of_wythoff[..]].concat();
    assert_eq!(folder.run(&words).0, 0);
}

/// Parts are cut by the places of positions in the list: a program that lists them in another order each time
/// would have some checked twice and others never.
#[test]
fn a_program_that_lists_in_any_order_has_no_parts() {
    let folder = Folder::new();
    let shuffled = WYTHOFF.replace("print a, n - a }'", "print a, n - a }' | shuf");
    assert_ne!(shuffled, WYTHOFF);
    folder.write("wythoff", &shuffled);
    let words = [
        "sweep",
        "-g",
        "./wythoff",
        "--claim",
        CLAIM,
        "--up-to",
        "30",
    ];
    let words = [&words[..], &["--shard", "1/2", "--resume", "one"]].concat();
    assert_eq!(folder.run(&words).0, 0);
    let said = folder.refused(&words);
    let (theirs, ours) = said.split_once(", and not ").unwrap();
    let (theirs, of_theirs) = theirs.split_once(", positions ").unwrap();
    let (ours, of_ours) = ours.split_once(", positions ").unwrap();
    // The programs are what they were.
    assert!(
        theirs.ends_with(ours) && of_theirs != of_ours.trim_end(),
        "{said}"
    );
}

/// A program that is changed while it is at work spoils what it goes on to say.
#[test]
fn a_program_that_changes_under_way_is_told() {
    let folder = Folder::new();
    folder.write(
        "slow.awk",
        &format!("BEGIN {{ system(\"sleep 0.3\") }}\n{RIGHT}"),
    );
    let words = ["sweep", "-g", "./wythoff", "--claim", "awk -f slow.awk"];
    let mut sweep = Command::new(GRUNDY);
    sweep.args(words).args(["--up-to", "19", "--resume", "one"]);
    sweep.current_dir(&folder.0).stdin(Stdio::null());
    let child = sweep.stderr(Stdio::piped()).spawn().unwrap();
    // The file is there when the game has been opened, and twenty sizes take some seconds.
    while !folder.path("one").exists() {
        sleep(Duration::from_millis(5));
    }
    folder.write("slow.awk", RIGHT);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    let changed = "awk -f slow.awk has been changed since it was opened\n";
    assert!(said.ends_with(changed), "{said}");
}

/// A wrong claim is found by whichever part it lies in, and the same line says so as often as it is run.
#[test]
fn what_a_part_has_found_stays_found() {
    let folder = Folder::new();
    folder.write("wrong.awk", &RIGHT.replace("== a ?", "== a && a != 3 ?"));
    let of_wythoff = ["-g", "./wythoff", "--claim", "awk -f wrong.awk"];
    for check in ["oracle", "closure"] {
        let mut codes = Vec::new();
        for part in ["1/3", "2/3", "3/3"] {
            let file = format!("{check}-{}", &part[..1]);
            let words = [
                "--check", check, "--up-to", "9", "--shard", part, "--resume", &file,
            ];
            let words = [&["sweep"], &of_wythoff[..], &words].concat();
            let codes_of_two = [folder.run(&words).0, folder.run(&words).0];
            assert_eq!(codes_of_two[0], codes_of_two[1]);
            codes.push(codes_of_two[0]);
        }
        assert!(codes.contains(&1), "{check}: {codes:?}");
        let files = [1, 2, 3].map(|part| format!("{check}-{part}"));
        let mut words = vec!["sweep", "merge"];
        words.extend(of_wythoff);
        words.extend(files.iter().map(String::as_str));
        let (code, page, said) = folder.run(&words);
        assert_eq!(code, 1, "{said}");
        assert!(page.contains("  input        3 5\n"), "{page}");
    }
}

#[test]
fn random_positions_of_a_program_are_followed() {
    let folder = Folder::new();
    folder.write(
        "wrong.awk",
        &RIGHT.replace("== a ?", "== a && a + b < 60 ?"),
    );
    let random = [
        "--check", "closure", "--random", "60", "-m", "50", "-n", "2",
    ];
    let sweep = |claim| {
        folder.run(&[&["sweep", "-g", "./wythoff", "--claim", claim], &random[..]].concat())
    };
    let (code, page, said) = sweep(CLAIM);
    assert_eq!(code, 0, "{said}{page}");
    assert!(
        page.contains("60 positions without a contradiction"),
        "{page}"
    );
    // Every third is the same after a winning move.
    let (_, lost) = page.split_once("s\n  ").unwrap();
    let lost: u32 = lost.split(' ').next().unwrap().parse().unwrap();
    assert!((15..=45).contains(&lost), "{page}");
    let (code, page, said) = sweep("awk -f wrong.awk");
    assert_eq!(code, 1, "{said}{page}");
    assert!(
        page.contains("says Yes") && page.contains("P-position"),
        "{page}"
    );
    // Who draws none is told.
    let wythoff = WYTHOFF.replace("random)", "chance)");
    folder.write("wythoff", &wythoff);
    let (code, _, said) = sweep(CLAIM);
    assert_eq!(code, 2);
    assert!(
        said.contains("./wythoff random 50 2 1: exit code 2 and no output"),
        "{said}"
    );
}
