//! `grundy values` of codes: values, periods, certificates, checkpoints, and errors.

use std::fs;

use serde_json::Value;

use crate::support::{Ended, Folder, GRUNDY, all_refused, json, refused, shows, stdout};

/// A file whose first line has the hash of the rest.
fn sealed(words: &str, body: &[u8]) -> Vec<u8> {
    let hash = twox_hash::XxHash3_128::oneshot(body);
    [format!("{words} {hash:032x}\n").as_bytes(), body].concat()
}

/// The rows and a proved period are in docs/tour.md.
#[test]
fn a_period_is_proved_or_seen() {
    for (line, text) in [
        (
            "0.77 --up-to 166",
            "\nperiod 12 from heap 71 on in the computed values; the values to heap 167 would prove it\n",
        ),
        (
            "'4.[3]' --up-to 40",
            "\nperiod 4 and saltus 4 from heap 1 on\nproved by the theorem on Lasker's Nim",
        ),
    ] {
        let page = stdout(&format!("values -g {line} --summary"), "");
        shows(&page, text);
    }
}

#[test]
fn the_same_as_json_and_csv() {
    let folder = Folder::new();
    let line = "values -g 0.77 --up-to 5 --format json --csv kayles.csv";
    let found =
        "{\"game\":\"0.77\",\"up_to\":5,\"values\":[0,1,2,3,1,4],\"largest\":4,\"period\":null}\n";
    assert_eq!(folder.run(line).with(0), found);
    let expected = "heap,grundy\n0,0\n1,1\n2,2\n3,3\n4,1\n5,4\n";
    assert_eq!(folder.read("kayles.csv"), expected);
    let summary = json(&stdout(
        "values -g 0.77 --up-to 200 --format json --summary",
        "",
    ));
    assert!(summary.get("values").is_none());
    let period = serde_json::json!({ "start": 71, "length": 12, "saltus": 0, "proved": true });
    assert_eq!(summary["period"], period);
}

#[test]
fn certificates_are_checked_and_spoilt_ones_refused() {
    let folder = Folder::new();
    let find = |of: &str| {
        let line = format!("values -g {of} --summary --certificate 156.txt");
        folder.run(&line)
    };
    let check = || folder.run("values --check 156.txt");
    find("0.156 --up-to 8000").with(0);
    let page = check().with(0);
    let of = "period 349 from heap 3,479 on, by the values of heaps 0 to 7,658";
    shows(&page, of);
    assert!(page.ends_with("this is a proof\nconfirmed\n"), "{page}");
    let written = folder.read("156.txt");
    let (seal, body) = written.split_once('\n').unwrap();
    // One changed value: damaged with the old hash, and refused with a new one.
    let mut certificate: Value = serde_json::from_str(body).unwrap();
    certificate["values"][1234] = (certificate["values"][1234].as_u64().unwrap() ^ 1).into();
    folder.write("156.txt", format!("{seal}\n{certificate}\n"));
    refused(check(), "is damaged: it is not what was written");
    let (words, _) = seal.rsplit_once(' ').unwrap();
    let forged = sealed(words, format!("{certificate}\n").as_bytes());
    folder.write("156.txt", forged);
    let page = check().with(1);
    assert!(page.starts_with("refused: "), "{page}");
    shows(&page, "heap 1234 has value");
    // Without a proof there is no certificate.
    let ended = find("0.6 --up-to 500");
    ended.says("no certificate: no period is proved").with(1);
}

#[test]
fn goes_on_from_a_checkpoint() {
    let folder = Folder::new();
    let to = |up_to: u32| format!("values -g 0.6 --up-to {up_to} --summary");
    let keep = |up_to| folder.run(&format!("{} --resume kept", to(up_to))).with(0);
    keep(3000);
    assert_eq!(keep(5000), stdout(&to(5000), ""));
    // The checkpoint holds more than this.
    assert_eq!(keep(1000), stdout(&to(1000), ""));
    let other = "-g 0.7 --up-to 9 --resume kept => made for 0.6, not for 0.7";
    all_refused(&folder, "values", other);
    let mut bytes = fs::read(folder.path("kept")).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    folder.write("kept", bytes);
    all_refused(&folder, "values", "-g 0.6 --resume kept => is damaged");
}

/// Without `--up-to`, values end where the proof of a period ends, or at heap 10,000.
#[test]
fn goes_far_enough_by_itself() {
    let page = stdout("values -g 0.77", "");
    let end = "\n 100  1\n ...  --up-to 200 shows the others\n\n0.77: heaps 0 to 200\n";
    shows(&page, end);
    shows(&page, "proved by the octal period theorem");
    let page = stdout("values -g 0.6 --summary", "");
    assert!(page.starts_with("0.6: heaps 0 to 10,000\n") && page.ends_with("no period so far\n"));
}

#[test]
fn errors() {
    // Two bytes for each of four thousand million heaps, and more for a list of them.
    let refusals = r"-g 0.7g => `0.7g` is not the code of a heap game: column 4: found `g`
-g 0.6 --up-to 4294967294 --format json => heaps to 4,294,967,294: needs
-g 0.6 --up-to 4294967294 --format json => are free
--check /no/such/file => cannot read /no/such/file
-g nim --summary => --summary, --certificate and --resume are for codes
-g nim --up-to 0 => nim has no positions up to size 0: the smallest size is 1\n
-g 0.77 --csv z --certificate ./z => cannot write ./z: this command writes something else to it\n";
    all_refused(&Folder::new(), "values", refusals);
    // The limit of the process counts as well as the memory of the machine.
    #[cfg(target_os = "linux")]
    {
        let script = format!("ulimit -v 400000; exec {GRUNDY} values -g '0.[3]' --up-to 90000000");
        let mut shell = std::process::Command::new("sh");
        let output = shell.args(["-c", &script]).output().unwrap();
        refused(Ended::of(output), "heaps to 90,000,000: needs ");
    }
}
