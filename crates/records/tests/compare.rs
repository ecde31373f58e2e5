//! Two records against each other, and the solvers of one.

mod fabricated;

use fabricated::{machine, record, row, scaled};
use grundy_records::benchmark::{Name, Record};
use grundy_records::compare::ranking::Ranking;
use grundy_records::compare::{CompareError, Comparison, Threshold, Verdict};
use grundy_records::machine::Machine;
use grundy_records::solver::{Group, Role};

fn compare(old: &[Record], new: &[Record]) -> Comparison {
    Comparison::new(old, new, Threshold::default()).unwrap()
}

/// Equal but for the last digits.
fn is(a: f64, b: f64) -> bool {
    (a / b - 1.0).abs() < 1e-9
}

/// The record with the row of this name made `factor` times as slow.
fn doctored(rows: &[Record], name: &str, factor: f64) -> Vec<Record> {
    let is = |row: &&Record| row.name().to_string() == name;
    assert_eq!(rows.iter().filter(is).count(), 1, "{name}");
    let scale = |row: &Record| {
        let factor = if row.name().to_string() == name {
            factor
        } else {
            1.0
        };
        scaled(row, factor)
    };
    rows.iter().map(scale).collect()
}

#[test]
fn a_record_with_itself_is_within_noise() {
    let rows = record(&machine());
    let comparison = compare(&rows, &rows);
    assert_eq!(comparison.rows.len(), rows.len());
    assert!(
        comparison
            .rows
            .iter()
            .all(|row| row.verdict == Verdict::WithinNoise && is(row.ratio, 1.0))
    );
    assert!(comparison.groups.iter().all(|group| is(group.ratio, 1.0)));
    assert!(!comparison.has_regression());
    assert_eq!(comparison.warnings, [""; 0]);
    let text = comparison.to_text();
    assert!(
        text.contains("0 slower, 0 faster, 14 within noise"),
        "{text}"
    );
}

/// Whichever row is doctored, that row is named, and no other.
#[test]
fn a_row_30_percent_slower_is_a_regression() {
    let rows = record(&machine());
    for name in rows.iter().map(|row| row.name().to_string()) {
        let comparison = compare(&rows, &doctored(&rows, &name, 1.3));
        assert!(comparison.has_regression());
        let slower: Vec<String> = comparison
            .rows
            .iter()
            .filter(|row| row.verdict != Verdict::WithinNoise)
            .map(|row| row.name.to_string())
            .collect();
        assert_eq!(slower, [name.as_str()]);
        for output in [comparison.to_text(), comparison.to_markdown()] {
            assert!(
                output.contains(&format!("slower: {name}: 1.30× the old time")),
                "{output}"
            );
            assert!(
                output.contains("1 slower, 0 faster, 13 within noise"),
                "{output}"
            );
        }
        // The other way round it is faster, and no regression.
        let comparison = compare(&doctored(&rows, &name, 1.3), &rows);
        assert!(!comparison.has_regression());
        assert!(
            comparison
                .to_text()
                .contains(&format!("faster: {name}: 0.769× the old time"))
        );
    }
}

/// Threshold and noise must both be exceeded, and both ways alike.
#[test]
fn neither_threshold_nor_noise_alone_is_enough() {
    let machine = machine();
    // A MAD of 2.5 % of the median each: robust deviation 3.7 %, 5.2 % for the pair.
    let at = |median: f64, mad: f64| {
        let plain = row("sparse", "count/core", 1000, median, &machine);
        vec![Record {
            mad_ns: mad * median,
            min_ns: median * 0.8,
            max_ns: median * 1.2,
            ..plain
        }]
    };
    let verdict = |ratio: f64, mad: f64, threshold: &str| {
        let (old, new) = (at(1e6, mad), at(1e6 * ratio, mad));
        let threshold = threshold.parse().unwrap();
        Comparison::new(&old, &new, threshold).unwrap().rows[0].verdict
    };
    for (ratio, mad, threshold, expected) in [
        (1.04, 0.0, "5%", Verdict::WithinNoise),
        (1.06, 0.0, "5%", Verdict::Slower),
        (1.06, 0.0, "10%", Verdict::WithinNoise),
        (1.06, 0.025, "1%", Verdict::Slower),
        (1.05, 0.025, "1%", Verdict::WithinNoise),
        (1.30, 0.2, "5%", Verdict::WithinNoise),
        (1.0 / 1.04, 0.0, "5%", Verdict::WithinNoise),
        (1.0 / 1.06, 0.0, "5%", Verdict::Faster),
        (1.0 / 1.05, 0.025, "1%", Verdict::WithinNoise),
        (1.0 / 1.06, 0.025, "1%", Verdict::Faster),
        // Half as slow again and two thirds of the time are the same change.
        (1.45, 0.0, "50%", Verdict::WithinNoise),
        (1.0 / 1.45, 0.0, "50%", Verdict::WithinNoise),
        (1.0 / 1.55, 0.0, "50%", Verdict::Faster),
        (1.0, 0.0, "0%", Verdict::WithinNoise),
        (1.001, 0.0, "0%", Verdict::Slower),
    ] {
        assert_eq!(
            verdict(ratio, mad, threshold),
            expected,
            "{ratio} {mad} {threshold}"
        );
    }
    let noise = compare(&at(1e6, 0.025), &at(1e6, 0.025)).rows[0].noise;
    assert!(
        (noise - 0.025 * 1.4826 * 2_f64.sqrt()).abs() < 1e-6,
        "{noise}"
    );
}

#[test]
fn groups_are_geometric_means_by_role() {
    let rows = record(&machine());
    let new = doctored(
        &doctored(&rows, "gra sparse count/core", 2.0),
        "gra dense count/core",
        0.125,
    );
    let groups = compare(&rows, &new).groups;
    let ratio = |group, role| {
        let is = |g: &&_| -> bool {
            let g: &grundy_records::compare::GroupChange = g;
            (g.group, g.role) == (group, role)
        };
        let found: Vec<_> = groups.iter().filter(is).collect();
        assert_eq!(found.len(), 1, "{group} {role:?}");
        (found[0].rows, found[0].ratio)
    };
    let (count, mean) = ratio(Group::Count, Role::Ours);
    assert!(count == 2 && (mean - 0.5).abs() < 1e-12, "{mean}");
    assert_eq!(ratio(Group::Count, Role::Baseline), (4, 1.0));
    assert_eq!(ratio(Group::Count, Role::Floor), (2, 1.0));
    assert_eq!(ratio(Group::Read, Role::Ours), (2, 1.0));
}

#[test]
fn missing_rows_are_said_in_both_directions() {
    let rows = record(&machine());
    let comparison = compare(&rows[1..], &rows[..rows.len() - 1]);
    let names = |list: &[Name]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(&comparison.only_new), ["gra sparse count/floor-sum"]);
    assert_eq!(names(&comparison.only_old), ["gra dense read/byte-loop"]);
    assert!(!comparison.has_regression());
    let text = comparison.to_text();
    assert!(
        text.contains("only in the new record: gra sparse count/floor-sum\n"),
        "{text}"
    );
    assert!(
        text.contains("only in the old record: gra dense read/byte-loop\n"),
        "{text}"
    );
    let error = Comparison::new(&rows[..1], &rows[1..], Threshold::default()).unwrap_err();
    assert_eq!(error, CompareError::NothingInCommon);
}

#[test]
fn other_inputs_are_not_compared() {
    let machine = machine();
    let old = row("sparse", "count/core", 1000, 1e3, &machine);
    let same = row("dense", "count/core", 1000, 1e3, &machine);
    for (new, said) in [
        (
            row("sparse", "count/core", 2000, 5e3, &machine),
            "n was 1000 and is 2000",
        ),
        (
            Record {
                m: None,
                ..scaled(&old, 5.0)
            },
            "m was 1000000000 and is nothing",
        ),
        (
            Record {
                seed: 2,
                ..scaled(&old, 5.0)
            },
            "seed was 1 and is 2",
        ),
        (
            Record {
                answer: "7".into(),
                ..scaled(&old, 5.0)
            },
            "answer was 12345 and is 7",
        ),
    ] {
        let alone = Comparison::new(
            std::slice::from_ref(&old),
            std::slice::from_ref(&new),
            Threshold::default(),
        );
        let expected =
            format!("the two records have no input in common: gra sparse count/core: {said}");
        assert_eq!(alone.unwrap_err().to_string(), expected);
        let comparison = compare(&[old.clone(), same.clone()], &[new, same.clone()]);
        assert!(comparison.rows.len() == 1 && !comparison.has_regression());
        let text = comparison.to_text();
        let line = format!("not comparable: gra sparse count/core: {said}\n");
        assert!(text.contains(&line), "{text}");
    }
}

#[test]
fn another_machine_is_a_warning() {
    let old = record(&machine());
    let other = Machine {
        cpu: "Abacus".into(),
        rustc: "1.96.0".into(),
        version: "0.2.0".into(),
        ..machine()
    };
    let mut new = record(&other);
    new[0].samples = 2;
    let text = compare(&old, &new).to_text();
    for warning in [
        "warning: different CPUs: Imaginary 9000 8-Core Processor in the old record, Abacus in the new one\n",
        "warning: different compilers: 1.95.0 (59807616e 2026-04-14) in the old record, 1.96.0 in",
        "warning: different versions: 0.1.0 in the old record, 0.2.0 in the new one\n",
        "warning: 1 of 14 rows of the new record have fewer than 5 samples",
    ] {
        assert!(text.contains(warning), "{warning}\n{text}");
    }
}

#[test]
fn json_holds_raw_numbers() {
    let rows = record(&machine());
    let new = doctored(&rows, "gra dense read/core", 1.3);
    let json = compare(&rows, &new).to_json().unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["threshold"], 0.05);
    let slower: Vec<_> = json["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["verdict"] == "slower")
        .collect();
    assert_eq!(slower.len(), 1);
    assert_eq!(slower[0]["solver"], "read/core");
    assert_eq!(slower[0]["workload"], "dense");
    assert_eq!(slower[0]["old_ns"], 4.0 * 0.7 * 1e6);
    assert_eq!(json["groups"][0]["group"], "count");
    assert_eq!(json["groups"][0]["role"], "ours");
}

#[test]
fn text_and_markdown_look_as_they_should() {
    let rows: Vec<Record> = record(&machine()).into_iter().take(3).collect();
    let comparison = compare(&rows, &doctored(&rows, "gra sparse count/core", 1.3));
    let expected = "\
game  workload  solver               old      new  new/old  noise  verdict
gra   sparse    count/floor-sum   130 µs   130 µs    1.00×  1.3 %  within noise
gra   sparse    count/core        400 µs   520 µs    1.30×  1.3 %  slower
gra   sparse    count/run-list   2.60 ms  2.60 ms    1.00×  1.3 %  within noise

Geometric means of new/old

game  group            whose      rows  new/old
gra   in-memory count  ours          1    1.30×
gra   in-memory count  baselines     1    1.00×
gra   in-memory count  floor         1    1.00×

slower: gra sparse count/core: 1.30× the old time
1 slower, 0 faster, 2 within noise; a change counts when it exceeds 5.0 % and the noise
";
    assert_eq!(comparison.to_text(), expected);
    let markdown = comparison.to_markdown();
    let table = "| game | workload | solver          |     old |     new | new/old | noise | verdict      |\n\
                 |------|----------|-----------------|---------|---------|---------|-------|--------------|\n\
                 | gra  | sparse   | count/floor-sum |  130 µs |";
    assert!(markdown.starts_with(table), "{markdown}");
    assert!(
        markdown.contains("\n## Geometric means of new/old\n"),
        "{markdown}"
    );
}

#[test]
fn solvers_are_ranked_against_the_fastest_and_the_floor() {
    let rows = record(&machine());
    let ranking = Ranking::new(&rows);
    assert_eq!(ranking.warnings, [""; 0]);
    assert_eq!(ranking.fields.len(), 4);
    let field = &ranking.fields[0];
    assert_eq!(
        (field.group, field.workload.as_str()),
        (Group::Count, "sparse")
    );
    let places: Vec<(&str, f64, f64)> = field
        .places
        .iter()
        .map(|place| {
            (
                place.solver.name(),
                place.to_fastest.unwrap(),
                place.to_floor.unwrap(),
            )
        })
        .collect();
    let expected = [
        ("floor-sum", 0.13 / 0.4, 1.0),
        ("core", 1.0, 0.4 / 0.13),
        ("run-list", 6.5, 20.0),
        ("ordered-map", 775.0, 310.0 / 0.13),
    ];
    for (place, expected) in places.iter().zip(expected) {
        assert_eq!(place.0, expected.0);
        assert!(is(place.1, expected.1), "{place:?}");
        assert!(is(place.2, expected.2), "{place:?}");
    }
    let run_list = ranking
        .overall
        .iter()
        .find(|row| row.solver.name() == "run-list")
        .unwrap();
    assert_eq!((run_list.workloads, run_list.of), (2, 2));
    assert!(is(run_list.to_fastest, 6.5));
    assert!(is(run_list.to_floor.unwrap(), 20.0));
    let text = ranking.to_text();
    assert!(
        text.starts_with("gra sparse: in-memory count\n\nsolver"),
        "{text}"
    );
    assert!(text.contains("count/run-list     2.60 ms  0.9 %"), "{text}");
    assert!(ranking.to_markdown().contains("## gra dense: reading\n"));
    let json: serde_json::Value = serde_json::from_str(&ranking.to_json().unwrap()).unwrap();
    assert_eq!(json["fields"][0]["places"][1]["role"], "ours");
}

#[test]
fn a_missing_floor_is_said() {
    let rows = [
        row("sparse", "solve/core", 1000, 1e3, &machine()),
        row("sparse", "read/floor-copy", 1000, 1e2, &machine()),
    ];
    let ranking = Ranking::new(&rows);
    assert_eq!(ranking.warnings, ["no floor: gra sparse solve"]);
    let text = ranking.to_text();
    assert!(
        text.contains("warning: no floor: gra sparse solve\n"),
        "{text}"
    );
    // A floor alone is ranked against itself and against no solver.
    assert_eq!(ranking.fields[0].places[0].to_fastest, None);
    assert_eq!(ranking.overall.len(), 1);
}

#[test]
fn thresholds_are_percentages() {
    for (text, share) in [("5%", 0.05), ("0%", 0.0), ("2.5%", 0.025), ("150 %", 1.5)] {
        assert_eq!(text.parse::<Threshold>().map(Threshold::share), Ok(share));
    }
    for text in ["", "%", "5", "0.05", "-1%", "NaN%", "inf%", "five%"] {
        let error = text.parse::<Threshold>().unwrap_err().to_string();
        assert_eq!(
            error,
            format!("found `{text}`, expected a percentage such as 5%")
        );
    }
}
