//! `grundy values` of codes: values, periods, certificates, checkpoints, and errors.

use std::fs;

use serde_json::Value;

use crate::support::{Folder, all_refused, all_shown, holds, json, refused, shows, stdout};

/// A proved period of a code with `--up-to` is in docs/tour.md. Without it, values end where the proof of a period ends,
/// or at heap 10,000.
const SHOWN: &str = r"0 -g 0.77 --up-to 166 --summary => \nperiod 12 from heap 71 on in the computed values; the values to heap 167 would prove it\n
0 -g '4.[3]' --up-to 40 --summary => \nperiod 4 and saltus 4 from heap 1 on\nproved by the theorem on Lasker's Nim
0 -g 0.77 => \n 100  1\n ...  --up-to 200 shows the others\n\n0.77: heaps 0 to 200\n
0 -g 0.77 => proved by the octal period theorem
0 -g 0.6 --summary => 0.6: heaps 0 to 10,000\n
0 -g 0.6 --summary => \nno period so far\n";

#[test]
fn periods_are_proved_or_seen() {
    all_shown(&Folder::new(), "values", SHOWN);
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
    let line = "values -g 0.77 --up-to 200 --format json --summary";
    let summary = json(&stdout(line, ""));
    assert!(summary.get("values").is_none());
    let period = r#"/period {"start":71,"length":12,"saltus":0,"proved":true}"#;
    holds(&summary, period);
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
    let hash = twox_hash::XxHash3_128::oneshot(format!("{certificate}\n").as_bytes());
    folder.write("156.txt", format!("{words} {hash:032x}\n{certificate}\n"));
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
