//! `grundy values` of codes: values, periods, certificates, checkpoints, and errors.

use std::fs;

use serde_json::Value;

use crate::support::{Ended, Folder, GRUNDY, refused, run, stdout};

/// A file whose first line has the hash of the rest.
fn sealed(words: &str, body: &[u8]) -> Vec<u8> {
    let hash = twox_hash::XxHash3_128::oneshot(body);
    [format!("{words} {hash:032x}\n").as_bytes(), body].concat()
}

#[test]
fn values_in_rows_and_their_period() {
    let page = stdout("values -g .77 --up-to 167", "");
    let rows: Vec<&str> = page.lines().collect();
    assert_eq!(rows[0], "   0  0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2");
    assert_eq!(rows[1], "  20  1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2 3");
    let end = "\n0.77: heaps 0 to 167\nlargest value 8, first of heap 27\nperiod 12 from heap 71 on\n\
               proved by the octal period theorem, which needs the values to heap 167\n";
    assert!(page.ends_with(end), "{page}");
    let early = stdout("values -g .77 --up-to 166 --summary", "");
    let end = "in the computed values; the values to heap 167 would prove it\n";
    assert!(early.ends_with(end), "{early}");
    assert_eq!(early.lines().count(), 3);
    let page = stdout("values -g '4.[3]' --up-to 40 --summary", "");
    let proved = "period 4 and saltus 4 from heap 1 on\nproved by the theorem on Lasker's Nim";
    assert!(page.contains(proved), "{page}");
}

#[test]
fn the_same_as_json_and_csv() {
    let folder = Folder::new();
    let csv = folder.name("kayles.csv");
    assert_eq!(
        stdout(
            &format!("values -g 0.77 --up-to 5 --format json --csv {csv}"),
            ""
        ),
        "{\"game\":\"0.77\",\"up_to\":5,\"values\":[0,1,2,3,1,4],\"largest\":4,\"period\":null}\n"
    );
    let expected = "heap,grundy\n0,0\n1,1\n2,2\n3,3\n4,1\n5,4\n";
    assert_eq!(folder.read("kayles.csv"), expected);
    let summary = stdout("values -g 0.77 --up-to 200 --format json --summary", "");
    let summary: Value = serde_json::from_str(&summary).unwrap();
    assert!(summary.get("values").is_none());
    let period = serde_json::json!({ "start": 71, "length": 12, "saltus": 0, "proved": true });
    assert_eq!(summary["period"], period);
}

#[test]
fn certificates_are_checked_and_spoilt_ones_refused() {
    let folder = Folder::new();
    let file = folder.name("156.txt");
    let find = |code: &str, up_to: u32| {
        run(&format!(
            "values -g {code} --up-to {up_to} --summary --certificate {file}"
        ))
    };
    let check = || run(&format!("values --check {file}"));
    find("0.156", 8000).with(0);
    let page = check().with(0);
    let of = "period 349 from heap 3,479 on, by the values of heaps 0 to 7,658";
    assert!(page.contains(of), "{page}");
    assert!(page.ends_with("this is a proof\nconfirmed\n"), "{page}");
    let written = folder.read("156.txt");
    let (seal, body) = written.split_once('\n').unwrap();
    // One changed value: damaged with the old hash, and refused with a new one.
    let mut certificate: Value = serde_json::from_str(body).unwrap();
    certificate["values"][1234] = (certificate["values"][1234].as_u64().unwrap() ^ 1).into();
    folder.write("156.txt", format!("{seal}\n{certificate}\n"));
    refused(check(), "is damaged: it is not what was written");
    let (words, _) = seal.rsplit_once(' ').unwrap();
    folder.write(
        "156.txt",
        sealed(words, format!("{certificate}\n").as_bytes()),
    );
    let page = check().with(1);
    let is_refused = page.starts_with("refused: ") && page.contains("heap 1234 has value");
    assert!(is_refused, "{page}");
    // Without a proof there is no certificate.
    let ended = find("0.6", 500);
    assert!(
        ended.err.contains("no certificate: no period is proved"),
        "{ended:?}"
    );
    ended.with(1);
}

#[test]
fn goes_on_from_a_checkpoint() {
    let folder = Folder::new();
    let file = folder.name("officers");
    let to = |up_to: u32| format!("values -g 0.6 --up-to {up_to} --summary");
    let keep = |up_to| run(&format!("{} --resume {file}", to(up_to))).with(0);
    keep(3000);
    assert_eq!(keep(5000), stdout(&to(5000), ""));
    // The checkpoint holds more than this.
    assert_eq!(keep(1000), stdout(&to(1000), ""));
    let other = run(&format!("values -g 0.7 --up-to 9 --resume {file}"));
    refused(other, "made for 0.6, not for 0.7");
    let bytes = fs::read(folder.path("officers")).unwrap();
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 1;
    folder.write("officers", damaged);
    let resume = || run(&format!("values -g 0.6 --resume {file}"));
    refused(resume(), "is damaged");
}

/// Without `--up-to`, values end where the proof of a period ends, or at heap 10,000.
#[test]
fn goes_far_enough_by_itself() {
    let page = stdout("values -g 0.77", "");
    let end = "\n 100  1\n ...  --up-to 200 shows the others\n\n0.77: heaps 0 to 200\n";
    assert!(page.contains(end), "{page}");
    assert!(
        page.contains("proved by the octal period theorem"),
        "{page}"
    );
    let page = stdout("values -g 0.6 --summary", "");
    assert!(page.starts_with("0.6: heaps 0 to 10,000\n") && page.ends_with("no period so far\n"));
}

#[test]
fn errors() {
    for (line, message) in [
        (
            "-g 0.7g",
            "`0.7g` is not the code of a heap game: column 4: found `g`",
        ),
        // Two bytes for each of four thousand million heaps, and more for a list of them.
        (
            "-g 0.6 --up-to 4294967294 --format json",
            "heaps to 4,294,967,294: needs ",
        ),
        ("-g 0.6 --up-to 4294967294 --format json", " are free"),
        ("--check /no/such/file", "cannot read /no/such/file"),
        (
            "-g nim --summary",
            "--summary, --certificate and --resume are for codes",
        ),
    ] {
        refused(run(&format!("values {line}")), message);
    }
    // The limit of the process counts as well as the memory of the machine.
    #[cfg(target_os = "linux")]
    {
        let script = format!("ulimit -v 400000; exec {GRUNDY} values -g '0.[3]' --up-to 90000000");
        let mut shell = std::process::Command::new("sh");
        let output = shell.args(["-c", &script]).output().unwrap();
        refused(Ended::of(output), "heaps to 90,000,000: needs ");
    }
}
