//! `grundy values` of codes: values, periods, checkpoints, and errors.

use std::fs;

use crate::support::{Folder, all_refused, all_shown, holds, json, stdout};

/// A proved period of a code with `--up-to` is in docs/tour.md. Without it, values end where the proof of a period ends,
/// or at heap 10,000.
const SHOWN: &str = r"0 -g 0.77 --up-to 166 --summary => \nperiod 12 from heap 71 on in the computed values, held for 8 periods; it is proved if it holds to heap 167\n
0 -g '4.[3]' --up-to 40 --summary => \nperiod 4 and saltus 4 from heap 1 on\nproved by the theorem on Lasker's Nim
0 -g 0.77 => \n 100  1\n ...  --up-to 200 shows the others\n\n0.77: heaps 0 to 200\n
0 -g 0.77 => proved by the octal period theorem
0 -g 0.6 --summary => 0.6: heaps 0 to 10,000\n
0 -g 0.6 --summary => \nno period so far\nthe values are those of 0.37, 1 heap later\n
0 -g 0.8 --up-to 100 --summary => \nperiod 3 and saltus 1 from heap 1 on\nproved by the theorem on rising values of three heaps, which
0 -g 0.205200c --up-to 400 --summary => \nconjecture, held for 9 periods: from heap 4 on values repeat with period 40, but rise by 16 except at heaps
0 -g subtract:100000 --up-to 5000 --summary => \nno period so far\n
0 -g subtract:1,20000 --up-to 40000 --summary => \nno period so far\n
0 -g Kayles --up-to 166 --summary => 0.77: heaps 0 to 166\n
0 -g 0.2048 --summary => \nconjecture, held for 76 periods: from heap 6 on values rise with period 13 and saltus 4, but for a ruler:\n  heap 15 + 13 k has value 2 + 4 k - 8 2^v";

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
    let period = r#"/period {"start":71,"length":12,"saltus":0,"held":10,"proved":true}"#;
    holds(&summary, period);
    let ruler = json(&stdout("values -g 0.2048 --format json --summary", ""));
    holds(
        &ruler,
        r#"/ruler {"start":6,"length":13,"saltus":4,"marks":[{"origin":15,"base":2,"step":8,"rest":5}]}"#,
    );
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

/// A b-file is compared with itself, shifted, with a term changed, and refused where it is none.
#[test]
fn b_files() {
    let folder = Folder::new();
    let written = folder
        .run("values -g 0.77 --up-to 40 --format bfile")
        .with(0);
    assert!(
        written.starts_with("0 0\n1 1\n2 2\n3 3\n4 1\n") && written.ends_with("\n40 1\n"),
        "{written}"
    );
    folder.write("b.txt", format!("# Kayles\n\n{written}"));
    // The terms of 0.77 begin a heap later in 4.4: A002186 in OEIS says so.
    folder.write("changed.txt", written.replace("\n27 8\n", "\n27 9\n"));
    let shown = r"0 -g 0.77 --against b.txt => 0.77: a(n) = g(n) for all 41 terms of b.txt\nconfirmed\n
0 -g 4.4 --against b.txt => 4.4: a(n) = g(n + 1) for all 41 terms of b.txt\n
1 -g 0.77 --against changed.txt => first 27 terms of changed.txt\ndifferent: a(27) is 9, and heap 27 has value 8\n";
    all_shown(&folder, "values", shown);
    let found = json(
        &folder
            .run("values -g 0.77 --against changed.txt --format json")
            .with(1),
    );
    let places =
        "/terms 41\n/shift 0\n/agree 27\n/difference {\"n\":27,\"term\":9,\"heap\":27,\"value\":8}";
    holds(&found, places);
    folder.write("gap.txt", "5 1\n7 1\n");
    folder.write("word.txt", "1 1\n2 x\n");
    folder.write("empty.txt", "# nothing\n");
    folder.write("low.txt", "-30 1\n");
    folder.write("high.txt", "5000000000 1\n");
    let bad = "-g 0.77 --against gap.txt => gap.txt:2: found n = 7, expected 6
-g 0.77 --against word.txt => word.txt:2: found `2 x`, expected n and a(n), two whole numbers
-g 0.77 --against empty.txt => empty.txt:1: found no term
-g 0.77 --against low.txt => low.txt: begins with n = -30, and there is no such heap
-g 0.77 --against high.txt => high.txt: n is 5000000016, and heaps are numbered in 32 bits
-g 0.77 --against no.txt => no.txt
-g 0.77 --against b.txt --up-to 9 => --up-to is not for --against
-g 0.77 --against b.txt --row 5 => --row is not for --against
-g 0.77 --against b.txt --format bfile => --format bfile is not for --against
-g 0.77 --format bfile --summary => --summary is not for the values of a code, which has --up-to
-g 0.77 --work 5 => --work is not for the values of a code
-g nim --format bfile => --format bfile is not for a game without a code";
    all_refused(&folder, "values", bad);
}

/// All codes of a pattern: the table, its file continued, codes that it lacks and codes that were given up added.
#[test]
fn many_codes() {
    let folder = Folder::new();
    let shown = r"0 -g '0.?7' => \n0.47      20        498     1,037              8  0.177, 1 later\n
0 -g '0.?7' => \n0.67       -          -    10,001            256  0.377, 1 later\n
0 -g '4.[?]' => \n4.[3]   4 + 4          1
0 -g Octal:2 --summary => 0.??: 64 codes, 47 with a proved period; the longest is 34, of 0.43\n";
    all_shown(&folder, "values", shown);
    let keep = |line: &str| {
        folder
            .run(&format!("values {line} --resume rows.csv --summary"))
            .with(0)
    };
    keep("-g '0.?' --up-to 500");
    let first = folder.read("rows.csv");
    assert!(
        first.starts_with(
            "game,up_to,status,start,length,largest,largest_at,rare,work,same_as,shift,saltus\n0.0,"
        ),
        "{first}"
    );
    // 0.6 is open, and continued; the others are as they were.
    let all = keep("-g '0.??' --up-to 3000");
    let second = folder.read("rows.csv");
    let rows = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let (first, second) = (rows(&first), rows(&second));
    assert_eq!((first.len(), second.len()), (8, 64));
    assert!(
        first
            .iter()
            .all(|row| row.contains(",open,") || second.contains(row))
    );
    let of = |rows: &[String], up_to: &str| {
        rows.iter()
            .any(|row| row.starts_with(&format!("0.6,{up_to},open,,,")))
    };
    assert!(of(&first, "501") && of(&second, "3001"), "{second:?}");
    // The same as without the file, and as CSV and JSON.
    let whole = folder.run("values -g octal:2 --up-to 3000 --summary --csv all.csv");
    assert_eq!(whole.with(0), all);
    assert_eq!(rows(&folder.read("all.csv")), second);
    let found = json(&folder.run("values -g octal:1 --format json").with(0));
    let officers = "/6/game \"0.6\"\n/6/same_as \"0.37\"\n/6/shift 1\n/6/start null\n/4/start 54\n/4/length 34";
    assert_eq!(found.as_array().map(Vec::len), Some(8));
    holds(&found, officers);
    // A code is given up.
    let given_up = folder
        .run("values -g '0.6?' --up-to 100000 --work 5000 --format json")
        .with(0);
    let up_to = json(&given_up)[0]["up_to"].as_u64().unwrap();
    assert!((100..3000).contains(&up_to), "{up_to}");
    // At least 256 heaps are computed, and where values rise, the largest is that of the heap in the table.
    let found = json(
        &folder
            .run("values -g '0.8?' --work 0 --format json")
            .with(0),
    );
    holds(
        &found,
        "/7/up_to 256\n/0/saltus 1\n/0/up_to 91\n/0/largest_at 91",
    );
    folder.write("other.csv", "game,size\n");
    folder.write(
        "no-code.csv",
        folder.read("rows.csv").replace("\n0.77,", "\nzz,"),
    );
    let bad = "-g octal:6 => octal:6: a pattern has from 1 to 5 digits open
-g '3.?' => 3.0, of the pattern 3.?: column 1: 3 in front of the point
-g '0.?' --resume no-code.csv => found `zz`, expected a code
-g '0.?' --resume other.csv => other.csv:1: found no row
-g '0.?' --plot c.svg => --plot is not for a pattern of codes";
    all_refused(&folder, "values", bad);
}

/// Genera, and who wins a row: by the theorem on tame heaps, or by search.
#[test]
fn misere_play() {
    let folder = Folder::new();
    let shown = r"0 -g 0.77 --misere --up-to 5 => heap  genus\n   0  0^120  tame\n
0 -g 0.77 --misere --up-to 5 => \n   5  4^146  not tame\n\n0.77, misère play: 6 heaps, heap 5 is the first that is not tame\n
0 -g subtract:1,2 --misere --up-to 90 => misère play: 91 heaps, all heaps are tame\n
0 -g 0.77 --misere --row 5,5 => 0.77, misère play, heaps 5 5: genus 0^120\nN-position: the player to move wins\nnot all heaps are tame: by search\n
0 -g 0.77 --misere --row 2,2 => P-position: the player to move loses\nall heaps are tame: by the theorem on their sums\n";
    all_shown(&folder, "values", shown);
    let found = json(
        &folder
            .run("values -g 0.77 --misere --row 5,1 --up-to 3 --format json")
            .with(0),
    );
    let places = "/heaps/5/genus \"4^146\"\n/heaps/5/misere [1,4,6]\n/heaps/5/tame false\n/row/all_tame false\n/row/wins false";
    holds(&found, places);
    let bad = "-g nim --misere => --misere is not for a game without a code, which has --up-to --csv --plot
-g 0.77 --row 9 => --row is not for the values of a code
-g 0.77 --misere --format bfile => --format bfile is not for misère play
-g octal:2 --misere => --misere is not for a pattern of codes";
    all_refused(&folder, "values", bad);
}
