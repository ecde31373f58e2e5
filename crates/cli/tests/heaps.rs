//! `grundy values` of codes: values, periods, certificates, checkpoints, and what is said of mistakes.

use std::fs;

use serde_json::Value;

fn grundy(arguments: &[&str]) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments);
    command
}

fn stdout(arguments: &[&str], code: i32) -> String {
    let output = grundy(arguments).assert().code(code);
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

fn stderr(arguments: &[&str], code: i32) -> String {
    let output = grundy(arguments).assert().code(code);
    assert!(
        output.get_output().stdout.is_empty(),
        "nothing goes to standard output"
    );
    String::from_utf8(output.get_output().stderr.clone()).unwrap()
}

#[test]
fn values_in_rows_and_where_they_repeat() {
    let page = stdout(&["values", "-g", ".77", "--up-to", "167"], 0);
    let rows: Vec<&str> = page.lines().collect();
    assert_eq!(rows[0], "   0  0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2");
    assert_eq!(rows[1], "  20  1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2 3");
    assert!(
        page.ends_with(
            "\n0.77: heaps 0 to 167\nlargest value 8, first of heap 27\nperiod 12 from heap 71 on\n\
         proved by the octal period theorem, which asks for the values to heap 167\n"
        ),
        "{page}"
    );
    let early = stdout(&["values", "-g", ".77", "--up-to", "166", "--summary"], 0);
    assert!(
        early.ends_with("as far as was looked; proved when it goes on to heap 167\n"),
        "{early}"
    );
    assert_eq!(early.lines().count(), 3);
    let page = stdout(&["values", "-g", "4.[3]", "--up-to", "40", "--summary"], 0);
    assert!(
        page.contains(
            "period 4 and saltus 4 from heap 1 on\nproved by the theorem on Lasker's Nim"
        )
    );
}

#[test]
fn the_same_as_json_and_csv() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("kayles.csv");
    let csv_name = csv.to_str().unwrap();
    let arguments = [
        "values", "-g", "0.77", "--up-to", "5", "--format", "json", "--csv", csv_name,
    ];
    assert_eq!(
        stdout(&arguments, 0),
        "{\"game\":\"0.77\",\"up_to\":5,\"values\":[0,1,2,3,1,4],\"largest\":4,\"period\":null}\n"
    );
    assert_eq!(
        fs::read_to_string(&csv).unwrap(),
        "heap,grundy\n0,0\n1,1\n2,2\n3,3\n4,1\n5,4\n"
    );
    let summary = stdout(
        &[
            "values",
            "-g",
            "0.77",
            "--up-to",
            "200",
            "--format",
            "json",
            "--summary",
        ],
        0,
    );
    let summary: Value = serde_json::from_str(&summary).unwrap();
    assert!(summary.get("values").is_none());
    assert_eq!(
        summary["period"],
        serde_json::json!({ "start": 71, "length": 12, "saltus": 0, "proved": true })
    );
}

#[test]
fn certificates_are_checked_and_spoilt_ones_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("156.txt");
    let name = file.to_str().unwrap();
    let find = [
        "values",
        "-g",
        "0.156",
        "--up-to",
        "8000",
        "--summary",
        "--certificate",
        name,
    ];
    stdout(&find, 0);
    let page = stdout(&["values", "--check", name], 0);
    assert!(
        page.contains("period 349 from heap 3,479 on, by the values of heaps 0 to 7,658"),
        "{page}"
    );
    assert!(page.ends_with("this is a proof\nconfirmed\n"), "{page}");
    let written = fs::read_to_string(&file).unwrap();
    let (seal, body) = written.split_once('\n').unwrap();
    // One value changed: damaged as it stands, and refused with a hash that fits.
    let mut certificate: Value = serde_json::from_str(body).unwrap();
    certificate["values"][1234] = (certificate["values"][1234].as_u64().unwrap() ^ 1).into();
    let spoilt = format!("{certificate}\n");
    fs::write(&file, format!("{seal}\n{spoilt}")).unwrap();
    assert!(
        stderr(&["values", "--check", name], 2).contains("is damaged: it is not what was written")
    );
    let hash = twox_hash::XxHash3_128::oneshot(spoilt.as_bytes());
    let (words, _) = seal.rsplit_once(' ').unwrap();
    fs::write(&file, format!("{words} {hash:032x}\n{spoilt}")).unwrap();
    let refused = stdout(&["values", "--check", name], 1);
    assert!(
        refused.starts_with("refused: ") && refused.contains("heap 1234 has value"),
        "{refused}"
    );
    // Nothing is proved: no certificate.
    let early = [
        "values",
        "-g",
        "0.6",
        "--up-to",
        "500",
        "--summary",
        "--certificate",
        name,
    ];
    let output = grundy(&early).assert().code(1);
    let said = String::from_utf8_lossy(&output.get_output().stderr);
    assert!(
        said.contains("no certificate: no period is proved"),
        "{said}"
    );
}

#[test]
fn goes_on_from_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("officers");
    let name = file.to_str().unwrap();
    let to = |up_to| ["values", "-g", "0.6", "--up-to", up_to, "--summary"];
    let keep = |up_to| {
        let mut command = grundy(&to(up_to));
        command.args(["--resume", name]);
        command
    };
    keep("3000").assert().code(0);
    let resumed = keep("5000").assert().code(0);
    let whole = stdout(&to("5000"), 0);
    assert_eq!(resumed.get_output().stdout, whole.as_bytes());
    // Less than it holds is asked for: that much is shown.
    let less = keep("1000").assert().code(0);
    assert_eq!(less.get_output().stdout, stdout(&to("1000"), 0).as_bytes());
    let other = ["values", "-g", "0.7", "--up-to", "9", "--resume", name];
    assert!(stderr(&other, 2).contains("made for 0.6, not for 0.7"));
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&file, bytes).unwrap();
    let arguments = ["values", "-g", "0.6", "--resume", name];
    assert!(stderr(&arguments, 2).contains("is damaged"));
}

#[test]
fn mistakes_are_told() {
    let error = stderr(&["values", "-g", "0.7g"], 2);
    assert!(
        error.contains("`0.7g` is not the code of a heap game: column 4: found `g`"),
        "{error}"
    );
    // Two bytes for each of four thousand million heaps, and more for a list of them.
    let error = stderr(
        &[
            "values",
            "-g",
            "0.6",
            "--up-to",
            "4294967294",
            "--format",
            "json",
        ],
        2,
    );
    assert!(
        error.contains("heaps to 4,294,967,294: needs ") && error.contains(" are free"),
        "{error}"
    );
    let error = stderr(&["values", "--check", "/no/such/file"], 2);
    assert!(error.contains("cannot read /no/such/file"), "{error}");
}

/// Programs of a code are judged and raced like those of any game: right ones, and one that takes Kayles for
/// Nim.
#[cfg(target_os = "linux")]
#[test]
fn programs_are_judged_and_raced() {
    let grundy_itself = env!("CARGO_BIN_EXE_grundy");
    let judge = ["judge", "-g", "0.77", "--up-to", "7", "--random", "5", "--"];
    let page = stdout(
        &[&judge[..], &[grundy_itself, "solve", "-g", "0.77"]].concat(),
        0,
    );
    assert!(page.contains("every position up to size 7: 127"), "{page}");
    assert!(page.contains("\naccepted: all "), "{page}");
    // A heap of 4 is worth 1 in Kayles.
    let page = stdout(
        &[&judge[..], &[grundy_itself, "solve", "-g", "nim"]].concat(),
        1,
    );
    assert!(page.contains("\n  input     2 / 1 4\n"), "{page}");
    assert!(
        page.contains("\n  expected  No\n  got       Yes\n"),
        "{page}"
    );
    let race = ["race", "-g", "0.77", "--samples", "3", "--"];
    let racers = [grundy_itself, "solve", "-g", "0.77", "--", "echo", "Yes"];
    let page = stdout(&[&race[..], &racers].concat(), 1);
    assert!(page.contains("wrong answer: Yes instead of No"), "{page}");
    let ours = format!("{grundy_itself} solve -g 0.77");
    for name in ["floor-cat ", &ours, "echo Yes "] {
        assert!(
            page.lines().any(|line| line.trim_start().starts_with(name)),
            "{name}: {page}"
        );
    }
}
