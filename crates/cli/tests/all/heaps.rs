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

/// A file whose first line has the hash of what follows.
fn sealed(words: &str, body: &[u8]) -> Vec<u8> {
    let hash = twox_hash::XxHash3_128::oneshot(body);
    [format!("{words} {hash:032x}\n").as_bytes(), body].concat()
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
    let (words, _) = seal.rsplit_once(' ').unwrap();
    let refused = |certificate: &Value| {
        let body = format!("{certificate}\n");
        fs::write(&file, sealed(words, body.as_bytes())).unwrap();
        stdout(&["values", "--check", name], 1)
    };
    let page = refused(&certificate);
    assert!(
        page.starts_with("refused: ") && page.contains("heap 1234 has value"),
        "{page}"
    );
    // Numbers whose sum is none, and a value that would need gigabytes.
    certificate["start"] = u64::MAX.into();
    assert!(refused(&certificate).contains(
        "3828 values, expected preperiod and period together, 18446744073709551615 + 349"
    ));
    certificate["start"] = 3479.into();
    certificate["values"][3] = u32::MAX.into();
    assert!(
        refused(&certificate).contains("heap 3 has value 6 at most, and the file says 4294967295")
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
    let bytes = fs::read(&file).unwrap();
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&file, damaged).unwrap();
    let arguments = ["values", "-g", "0.6", "--resume", name];
    assert!(stderr(&arguments, 2).contains("is damaged"));
    // The hash is right, and the values of the first or the last heap are not.
    let end = |from: usize| {
        from + bytes[from..]
            .iter()
            .position(|&byte| byte == b'\n')
            .unwrap()
            + 1
    };
    let (seal, body) = bytes.split_at(end(0));
    let first = end(seal.len()) - seal.len();
    let words = String::from_utf8_lossy(seal);
    let (words, _) = words.rsplit_once(' ').unwrap();
    for (heap, said) in [(0, "0 at most"), (5000, "")] {
        let mut body = body.to_vec();
        body[first + heap] ^= 1;
        fs::write(&file, sealed(words, &body)).unwrap();
        let error = stderr(&arguments, 2);
        assert!(
            error.contains(&format!(": heap {heap} has value {said}")),
            "{error}"
        );
    }
}

/// Without `--up-to` as far as a period is proved, or where that is not soon, to heap 10,000.
#[test]
fn goes_far_enough_by_itself() {
    let page = stdout(&["values", "-g", "0.77"], 0);
    assert!(
        page.contains("\n 100  1\n ...  --up-to 200 shows the others\n\n0.77: heaps 0 to 200\n"),
        "{page}"
    );
    assert!(
        page.contains("proved by the octal period theorem"),
        "{page}"
    );
    let page = stdout(&["values", "-g", "0.6", "--summary"], 0);
    assert!(page.starts_with("0.6: heaps 0 to 10,000\n") && page.ends_with("no period so far\n"));
    let page = stdout(&["values", "-g", "subtract:3,1"], 0);
    assert!(page.contains("subtract:1,3: heaps 0 to 100\n") && page.contains("\nproved by "));
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
    // A limit of the process is no less a limit than the machine's.
    #[cfg(target_os = "linux")]
    {
        let line = format!(
            "ulimit -v 400000; exec {} values -g '0.[3]' --up-to 90000000",
            env!("CARGO_BIN_EXE_grundy")
        );
        let output = assert_cmd::Command::new("sh")
            .args(["-c", &line])
            .assert()
            .code(2);
        let error = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(error.contains("heaps to 90,000,000: needs "), "{error}");
    }
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
