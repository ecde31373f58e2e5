//! The page: what it says, and how a browser takes it.

use crate::fabricated;

use std::fs;
use std::path::{Path, PathBuf};

use fabricated::{fabricate, machine, row};
use grundy_game::Tally;
use grundy_records::benchmark::Record;
use grundy_records::found::Findings;
use grundy_records::machine::Machine;
use grundy_records::plan::{Check, SweepPlan};
use grundy_records::report::Results;
use grundy_records::table;

/// The page of the results in a folder.
fn page_of(folder: &Path) -> String {
    Results::read(folder).unwrap().to_html()
}

/// The page of fabricated results.
fn fabricated_page() -> String {
    let folder = tempfile::tempdir().unwrap();
    fabricate(folder.path());
    let page = page_of(folder.path());
    assert_eq!(
        page,
        page_of(folder.path()),
        "the same results give the same page"
    );
    page
}

#[test]
fn the_page_says_what_the_records_say() {
    let page = fabricated_page();
    for expected in [
        // 2^(m-1) - 1 boards for m = 2..=32, and what the formulas of the other games give.
        "<dd>4,300,118,993</dd>",
        "<dd><span class=\"good\">0</span></dd>",
        "<dd>6</dd>",
        "<dd>2026-03-02</dd>",
        "<td>2 to 32</td><td class=\"n\">4,294,967,263</td>",
        "<td>gra</td><td>count/core</td><td class=\"n\">8 of 8</td><td class=\"n\">1.00×</td><td class=\"n\">3.08×</td>",
        "<p>gra alternating: n = ",
        "<p>gra poi/gra15: n = ",
        "<td>2026-02-14T100000Z-123456789abc-dirty.csv</td>",
        "<td>2026-02-14 10:00:00 UTC</td>",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    // A table of each of five single workloads, and folded ones of three tests and six growing inputs.
    assert_eq!(page.matches("<p>gra ").count(), 5 + 3 + 6);
}

#[test]
fn the_page_needs_nothing_but_itself() {
    let page = fabricated_page();
    let outside = "<script rel=\"stylesheet @import url( <img <iframe src=";
    for outside in outside.split(' ') {
        assert!(!page.contains(outside), "{outside}");
    }
    // The only addresses are places on the page and an empty icon.
    assert!(!page.contains("http"));
    for address in page.split("href=\"").skip(1) {
        let is_here = address.starts_with('#') || address.starts_with("data:,");
        assert!(is_here, "{}", &address[..40]);
    }
}

/// The value of a style sheet's variable, a colour.
fn colour(style: &str, name: &str) -> u32 {
    let at = style.find(&format!("--{name}: #")).expect(name) + name.len() + 5;
    u32::from_str_radix(&style[at..at + 6], 16).unwrap()
}

/// The contrast of two colours by the rule of WCAG 2.
fn contrast(a: u32, b: u32) -> f64 {
    let luminance = |colour: u32| {
        let [_, red, green, blue] = colour.to_be_bytes().map(|byte| {
            let share = f64::from(byte) / 255.0;
            if share <= 0.040_45 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Charts have the colours of the style sheet only, and each of these stands out from the page and from the other
/// colours, on light screens and on dark ones.
#[test]
fn every_colour_can_be_seen_on_light_and_dark_screens() {
    let page = fabricated_page();
    let (style, body) = page.split_once("</style>").unwrap();
    assert!(!body.contains("fill=\"") && !body.contains("stroke=\"") && !body.contains(":#"));
    let (light, dark) = style.split_once("prefers-color-scheme: dark").unwrap();
    let names = ["text", "muted", "grid", "ours", "line-0", "period"];
    let used: Vec<&str> = body.split("var(--").skip(1).collect();
    assert!(used.len() > 8, "{}", used.len());
    for rest in used {
        let name = rest.split(')').next().unwrap();
        assert!(names.contains(&name), "{name}");
    }
    for (scheme, page) in [(light, colour(light, "page")), (dark, colour(dark, "page"))] {
        for (i, name) in names.iter().enumerate() {
            let least = match *name {
                "text" | "muted" => 4.5,
                "grid" | "period" => 1.2,
                _ => 3.0,
            };
            let contrast = contrast(colour(scheme, name), page);
            assert!(contrast >= least, "{name}: {contrast:.2}");
            let is_same = |other: &&str| colour(scheme, other) == colour(scheme, name);
            assert!(!names[..i].iter().any(is_same), "{name}");
        }
    }
}

#[test]
fn names_from_records_are_text_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let hostile = "<script>alert(1)</script>&\"'";
    let mut rows = vec![row(hostile, "count/core", 10, 1e3, &machine())];
    rows[0].game = hostile.into();
    rows[0].answer = hostile.into();
    rows[0].cpu = hostile.into();
    bench_record(folder.path(), "a.csv", &rows);
    let page = page_of(folder.path());
    assert!(!page.contains("<script"));
    assert!(page.contains("&lt;script&gt;alert(1)"));
}

#[test]
fn a_page_of_nothing_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let page = page_of(folder.path());
    let sections = page.matches("<h2").count();
    assert_eq!(page.matches("No record yet.").count(), sections);
    assert!(!page.contains("<svg"));
    let missing = folder.path().join("missing");
    let error = Results::read(&missing).unwrap_err().to_string();
    assert!(
        error.starts_with(&format!("{}: ", missing.display())),
        "{error}"
    );
}

/// A file, its rows, and the error.
const NO_RESULTS: &str = "\
sweep/a.csv: => 1: found no row, expected at least one
sweep/a.csv:game,size,positions,losing gra,2,1,0 => 1: missing field `winning_moves`
closure/a.csv:game,size,positions,losing gra,2,1,0 => 1: missing field `winning_moves`
outcomes/a.csv:game,size,positions,losing gra,2,1,0 gra,3,4,1 => 3: column `positions`: found `4`, expected 3, the number of
octal/a.csv:game,length 0.0,1 => 1: missing field `up_to`
bench/a.csv:game,size gra,2 => 1: unknown field `size`, expected one of `game`, `workload`";

/// Each folder has its kind of table, and rows of known games have the right numbers of positions.
#[test]
fn what_is_no_record_is_no_result() {
    for row in NO_RESULTS.lines() {
        let (name, row) = row.split_once(':').unwrap();
        let (rows, expected) = row.split_once(" => ").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, rows.replace(' ', "\n") + "\n").unwrap();
        let error = Results::read(folder.path()).unwrap_err().to_string();
        let expected = format!("{}:{expected}", file.display());
        assert!(error.starts_with(&expected), "{error}");
    }
}

/// A benchmark record among the results in a folder.
fn bench_record(results: &Path, name: &str, rows: &[Record]) {
    fs::create_dir_all(results.join("bench")).unwrap();
    table::write(&results.join("bench").join(name), rows).unwrap();
}

/// A sweep record with these rows among the results in a folder; where it is.
fn sweep_record(results: &Path, name: &str, rows: &str) -> PathBuf {
    let file = results.join("sweep").join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let header = "game,size,positions,losing,winning_moves,mismatches,seconds";
    fs::write(&file, format!("{header}\n{rows}")).unwrap();
    file
}

#[test]
fn sweeps_of_one_size_are_shown_once_and_must_agree() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, rows: &str| sweep_record(folder.path(), name, rows);
    let a = write("a.csv", "gra,2,1,0,1,0,0.5\ngra,3,3,1,3,0,0.5\n");
    write("b.csv", "gra,3,3,1,3,1,0.25\ngra,4,7,2,8,0,0.5\n");
    let sweeps = Results::read(folder.path()).unwrap().sweeps;
    let rows: Vec<_> = sweeps
        .iter()
        .map(|row| (row.size, row.positions, row.mismatches, row.seconds))
        .collect();
    assert_eq!(rows, [(2, 1, 0, 0.5), (3, 3, 1, 0.25), (4, 7, 0, 0.5)]);
    let page = page_of(folder.path());
    assert!(
        page.contains("<dt>positions confirmed</dt><dd>10</dd>"),
        "a mismatch confirms nothing"
    );
    assert!(page.contains("<dd><span class=\"bad\">1</span></dd>"));
    let c = write("c.csv", "gra,3,3,2,3,0,0.25\n");
    let error = Results::read(folder.path()).unwrap_err().to_string();
    let expected = format!(
        "{} and {} count the positions of gra size 3 differently",
        a.display(),
        c.display()
    );
    assert_eq!(error, expected);
}

/// Sizes that no record has are not in the ranges, and what is about a game that the code does not know says so.
#[test]
fn missing_sizes_and_unknown_games_are_remarked_on() {
    let folder = tempfile::tempdir().unwrap();
    let rows = "gra,2,1,0,1,0,0.5\ngra,5,15,5,20,0,0.5\ngra,3,3,1,3,0,0.5\nnim,4,8,4,4,0,0.5\n\
                ludo,1,9,0,1,0,0.5\nludo:part,1,9,0,1,0,0.5\n\"subtract:1,2\",1,1,0,1,0,0.5\n\
                gra:part,7,63,0,1,0,0.5\ngra:part,9,255,0,1,0,0.5\n";
    sweep_record(folder.path(), "a.csv", rows);
    let rows = Results::read(folder.path()).unwrap().sweeps[..3].to_vec();
    let plan = SweepPlan::whole(Check::Closure { up_to: 5 });
    let check = ("gra".into(), plan, Tally::default(), [0.5, 0.0]);
    let found = serde_json::json!(Findings::new("0.1.0", [check], rows));
    fs::create_dir(folder.path().join("closure")).unwrap();
    fs::write(folder.path().join("closure/a.json"), found.to_string()).unwrap();
    let page = page_of(folder.path());
    for expected in [
        "<td>closure up to size 5</td><td>2 to 3, 5</td>",
        "<td>Gra, the strip game</td><td>2 to 3, 5</td><td class=\"n\">19</td>",
        "<td>4</td><td class=\"n\">8</td>",
        "<td>ludo (not a game of this version)</td><td>1</td>",
        "<td>ludo:part (not a game of this version)</td><td>1</td>",
        "<td>gra:part</td><td>oracle, one way to count</td><td>7, 9</td>",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    assert!(
        !page.contains("<td>subtract:1,2</td><td>oracle"),
        "a code is no part of a game"
    );
}

/// Checks beside the sweeps are listed with their records, and added to nothing.
#[test]
fn the_committed_results_are_on_the_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    let results = Results::read(&folder).unwrap();
    let page = results.to_html();
    for expected in [
        "<dt>games swept</dt><dd>6</dd>",
        "<dt>positions confirmed</dt><dd>68,732,944,322</dd>",
        "<td>gra:avx2</td><td>oracle, one way to count</td><td>2 to 28</td><td class=\"n\">268,435,427</td>",
        "<td>gra</td><td>closure</td><td>2 to 22</td>",
        "<td>closure, -m 1000000000 -n 1000000</td><td>random</td>",
        "<td class=\"n\">-</td><td>outcomes/gra-36.csv</td>",
        "<td class=\"n\">-</td><td>outcomes/gra-39.csv</td>",
        "<td>0.csv</td><td class=\"n\">512</td>",
        "<td>4.csv</td><td class=\"n\">512</td>",
        "Of 95 published periods 95 are proved here",
        "heaps 0 to 400; period 12 from heap 71 on: proved",
        "period 4 with saltus 4 from heap 1 on: proved",
        "heaps 0 to 4,000; no period so far",
        "heaps 0 to 4,000; period 149,459 from heap 105,351 on: proved",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    // results/README.md names records whose times say nothing.
    assert!(!page.contains(">seconds</th>") && !page.contains("a second</th>"));
    for file in &results.files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let folder = file.parent().unwrap().file_name().unwrap();
        // Merged by game and size, or shown by the game's title, or as tables of their own.
        let has_a_name = ["closure", "outcomes", "bench"]
            .iter()
            .any(|of| folder == *of);
        assert!(!has_a_name || page.contains(name), "{name}");
    }
}

/// Axes and the marks of a period, and no element for each of thousands of dots.
#[test]
fn heaps_are_plotted_over_axes() {
    let folder = tempfile::tempdir().unwrap();
    let values = folder.path().join("octal/values");
    fs::create_dir_all(&values).unwrap();
    // The value of a heap of 0.33 is its parity.
    let rows: Vec<String> = (0..1000)
        .map(|heap| format!("{heap},{}", heap % 2))
        .collect();
    let rows = rows.join("\n");
    fs::write(values.join("0.33.csv"), format!("heap,grundy\n{rows}\n")).unwrap();
    let page = page_of(folder.path());
    let (_, section) = page.split_once("id=\"values-of-heaps\"").unwrap();
    let (section, _) = section.split_once("</figure>").unwrap();
    assert!(
        section.contains("period 2 from heap 0 on: proved"),
        "{section}"
    );
    for (what, times) in [("<path", 2), ("<text", 10), ("the first period, proved", 1)] {
        assert!(section.matches(what).count() >= times, "{what}: {section}");
    }
    assert!(section.matches("<path").count() < 20 && section.matches("<circle").count() == 0);
}

/// What is compared in one table was measured in one run: the newest that has it.
#[test]
fn times_come_from_the_newest_record_that_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let [older, newer] = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"].map(|date| Machine {
        date: date.into(),
        ..machine()
    });
    let rows = [
        row("sparse", "count/core", 10, 111.0, &older),
        row("sparse", "count/run-list", 10, 222.0, &older),
        row("dense", "count/core", 10, 333.0, &older),
    ];
    bench_record(folder.path(), "older.csv", &rows);
    let rows = [row("sparse", "count/core", 10, 44.0, &newer)];
    bench_record(folder.path(), "a newer one.csv", &rows);
    let page = page_of(folder.path());
    assert!(page.contains("44.0 ns") && page.contains("333 ns"));
    assert!(!page.contains("111 ns") && !page.contains("222 ns"));
}
