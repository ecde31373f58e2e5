//! Two records against each other, and the solvers of one.

use crate::fabricated;

use fabricated::{machine, record, row, scaled};
use grundy_records::benchmark::{Name, Record};
use grundy_records::compare::ranking::Ranking;
use grundy_records::compare::{Comparison, Document, Extent, Threshold, Verdict, Why, side};
use grundy_records::machine::Machine;
use grundy_records::solver::{Group, Role};

fn compare(old: &[Record], new: &[Record]) -> Comparison {
    Comparison::new(old, new, Threshold::default(), Extent::All).unwrap()
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
    assert!(!comparison.has_failure());
    assert_eq!(comparison.warnings, [""; 0]);
    let text = comparison.to_text();
    assert!(
        text.contains("ours: 0 slower, 0 faster, 4 within noise, 0 missing, 0 not comparable;"),
        "{text}"
    );
}

/// Whichever row of ours is doctored, that row is named, and no other.
#[test]
fn a_row_30_percent_slower_is_a_regression() {
    let rows = record(&machine());
    for row in &rows {
        let name = row.name().to_string();
        let comparison = compare(&rows, &doctored(&rows, &name, 1.3));
        let moved: Vec<_> = comparison
            .rows
            .iter()
            .filter(|row| row.verdict != Verdict::WithinNoise)
            .map(|row| (row.name.to_string(), row.verdict))
            .collect();
        let text = comparison.to_text();
        if row.solver.role() != Role::Ours {
            // Nobody made a floor slower: it is noise, and fails nothing.
            assert_eq!(moved, [(name, Verdict::MovedUp)]);
            assert!(!comparison.has_failure());
            assert!(
                text.contains("of 10 floors and baselines, which no change of ours moves, 1 would"),
                "{text}"
            );
            continue;
        }
        assert_eq!(moved, [(name.clone(), Verdict::Slower)]);
        assert!(comparison.has_failure());
        for output in [text, comparison.to_markdown()] {
            assert!(
                output.contains(&format!("slower: {name}: 1.30× the old time")),
                "{output}"
            );
            assert!(
                output.contains("ours: 1 slower, 0 faster, 3 within noise,"),
                "{output}"
            );
        }
        // The other way round it is faster, and no regression.
        let comparison = compare(&doctored(&rows, &name, 1.3), &rows);
        assert!(!comparison.has_failure());
        assert!(
            comparison
                .to_text()
                .contains(&format!("faster: {name}: 0.769× the old time"))
        );
    }
}

/// What moved all floors and baselines of a group moved ours as well, and is no change of ours.
#[test]
fn a_machine_that_became_slower_is_no_regression() {
    let rows = record(&machine());
    let slower = |only_others: bool| -> Vec<Record> {
        let scale = |row: &Record| {
            let ours = row.solver.role() == Role::Ours;
            let factor = if ours && only_others { 1.0 } else { 1.2 };
            scaled(row, factor)
        };
        rows.iter().map(scale).collect()
    };
    let comparison = compare(&rows, &slower(false));
    assert!(!comparison.has_failure());
    assert!(comparison.between.iter().all(|group| is(group.drift, 1.2)));
    // Ours alone kept its time on it: it became faster, and the other way round slower.
    let faster = compare(&rows, &slower(true));
    assert!(!faster.has_failure() && faster.to_text().contains("ours: 0 slower, 4 faster"));
    assert!(compare(&slower(true), &rows).has_failure());
}

/// The spread of floors and baselines is the noise that ours is held against.
#[test]
fn noise_between_runs_is_learned_from_floors_and_baselines() {
    let rows = record(&machine());
    let noisy = |by: f64| -> Vec<Record> {
        let mut sign = 1.0;
        let scale = |row: &Record| match row.solver.role() {
            Role::Ours => scaled(row, 1.15),
            _ => {
                sign = -sign;
                scaled(row, 1.0 + sign * by)
            }
        };
        rows.iter().map(scale).collect()
    };
    let slower = |by: f64| compare(&rows, &noisy(by)).failures.len();
    assert_eq!([0.0, 0.01, 0.02, 0.05, 0.1].map(slower), [4, 4, 4, 0, 0]);
    // Fewer than five have nothing to say.
    let few = |rows: &[Record]| -> Vec<Record> {
        let few = rows.iter().filter(|row| row.workload == "sparse").take(4);
        few.cloned().collect()
    };
    let comparison = compare(&few(&rows), &few(&noisy(0.1)));
    assert_eq!(
        (comparison.between[0].drift, comparison.between[0].spread),
        (1.0, 0.0)
    );
    assert!(comparison.has_failure());
}

/// Threshold and noise must both be exceeded, and both ways alike.
#[test]
fn neither_threshold_nor_noise_alone_is_enough() {
    let machine = machine();
    // A MAD of 2 % of the median each, of ten samples: standard error 1.2 %, 1.7 % for the pair, 5.0 %
    // three times.
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
        Comparison::new(&old, &new, threshold, Extent::All)
            .unwrap()
            .rows[0]
            .verdict
    };
    for (ratio, mad, threshold, expected) in [
        (1.04, 0.0, "5%", Verdict::WithinNoise),
        (1.06, 0.0, "5%", Verdict::Slower),
        (1.06, 0.0, "10%", Verdict::WithinNoise),
        (1.06, 0.02, "1%", Verdict::Slower),
        (1.05, 0.02, "1%", Verdict::WithinNoise),
        (1.30, 0.2, "5%", Verdict::WithinNoise),
        (1.0 / 1.04, 0.0, "5%", Verdict::WithinNoise),
        (1.0 / 1.06, 0.0, "5%", Verdict::Faster),
        (1.0 / 1.05, 0.02, "1%", Verdict::WithinNoise),
        (1.0 / 1.06, 0.02, "1%", Verdict::Faster),
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
        (noise - 0.025 * 1.4826 * 1.253_314 * 0.2_f64.sqrt()).abs() < 1e-6,
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
    assert!(!comparison.has_failure(), "a baseline may go");
    let text = comparison.to_text();
    assert!(
        text.contains("only in the new record: gra sparse count/floor-sum\n"),
        "{text}"
    );
    assert!(
        text.contains("only in the old record: gra dense read/byte-loop\n"),
        "{text}"
    );
    let others = |row: &&Record| row.solver.role() != Role::Ours;
    let others: Vec<Record> = rows.iter().filter(others).cloned().collect();
    let error = Comparison::new(
        &others[..1],
        &others[1..],
        Threshold::default(),
        Extent::All,
    );
    let expected = "the two records have no game, workload and solver in common";
    assert_eq!(error.unwrap_err().to_string(), expected);
}

/// Many rows that are slower by less than the noise of each are slower all the same.
#[test]
fn many_rows_together_see_more_than_each() {
    let mut old = Vec::new();
    for i in 0..30 {
        let factor = 1.0 + f64::from(i % 5) * 0.02;
        for one in record(&machine()) {
            let factor = match one.solver.role() {
                Role::Ours => 1.0,
                Role::Baseline | Role::Floor => factor,
            };
            let workload = format!("{}{i}", one.workload);
            old.push(Record {
                workload,
                ..scaled(&one, factor)
            });
        }
    }
    let again = |by: f64| -> Vec<Record> {
        let scale = |(i, row): (usize, &Record)| match row.solver.role() {
            Role::Ours => scaled(row, by),
            _ => scaled(row, [0.96, 0.98, 1.0, 1.02, 1.04][i % 5]),
        };
        old.iter().enumerate().map(scale).collect()
    };
    let comparison = compare(&old, &again(1.07));
    assert!(comparison.failures.is_empty(), "{:?}", comparison.between);
    assert!(comparison.has_failure());
    let text = comparison.to_text();
    let said = "slower as a whole: gra in-memory count: 1.07× the old time\n";
    assert!(text.contains(said), "{text}");
    assert!(!compare(&old, &again(1.01)).has_failure());
}

/// Of several records of one commit each row is the median of theirs.
#[test]
fn several_records_of_one_commit_are_one() {
    let rows = record(&machine());
    let at = |factor: f64| -> Vec<Record> { rows.iter().map(|row| scaled(row, factor)).collect() };
    assert_eq!(side(&[]).unwrap(), []);
    let merged = side(&[at(1.3), at(0.9), at(1.0)]).unwrap();
    assert_eq!(merged.len(), rows.len());
    assert_eq!(merged[3].median_ns.to_bits(), rows[3].median_ns.to_bits());
    assert_eq!(merged[3].samples, 30);
    // A row that is not in all of them is in none: a solver that was wrong once is not there.
    let less = side(&[at(1.0), at(1.0)[1..].to_vec()]).unwrap();
    assert_eq!(less, side(&[at(1.0), at(1.0)]).unwrap()[1..]);
    let mut other = at(1.0);
    other[2].answer = "7".into();
    let error = side(&[at(1.0), other]).unwrap_err().to_string();
    assert_eq!(
        error,
        "two records of one side disagree: gra sparse count/run-list: answer was 12345 and is 7"
    );
}

/// What there are many of is counted, and the first of them named.
#[test]
fn many_missing_rows_are_few_lines() {
    let rows = record(&machine());
    let text = Comparison::new(&rows, &rows[..1], Threshold::default(), Extent::Part);
    let text = text.unwrap().to_text();
    let lines = text.lines().filter(|line| line.starts_with("only in the"));
    assert_eq!(lines.count(), 6, "{text}");
    assert!(
        text.contains("only in the old record: 8 more; --format json has all\n"),
        "{text}"
    );
}

/// A solver of ours that is not there any more cannot be slower. It fails all the same.
#[test]
fn a_row_of_ours_that_is_missing_is_a_failure() {
    let rows = record(&machine());
    let without = |gone: &dyn Fn(&Record) -> bool| -> Vec<Record> {
        rows.iter().filter(|row| !gone(row)).cloned().collect()
    };
    let failures = |new: &[Record], extent| -> Vec<(String, Why)> {
        let comparison = Comparison::new(&rows, new, Threshold::default(), extent).unwrap();
        let failures = comparison.failures.into_iter();
        failures
            .map(|row| (row.name.to_string(), row.why))
            .collect()
    };
    let missing = |names: &[&str]| -> Vec<(String, Why)> {
        names
            .iter()
            .map(|&name| (name.to_owned(), Why::Missing))
            .collect()
    };
    let no_core = without(&|row| row.solver.role() == Role::Ours);
    let all = missing(&[
        "gra sparse count/core",
        "gra sparse read/core",
        "gra dense count/core",
        "gra dense read/core",
    ]);
    assert_eq!(failures(&no_core, Extent::All), all);
    assert_eq!(failures(&no_core, Extent::Part), all);
    // Where nothing else was measured either, that may be meant.
    let counts = without(&|row| row.solver.group() == Group::Read);
    assert_eq!(
        failures(&counts, Extent::All),
        missing(&["gra sparse read/core", "gra dense read/core"])
    );
    assert_eq!(failures(&counts, Extent::Part), []);
    let text = compare(&rows, &no_core).to_text();
    assert!(
        text.contains("failed: missing in the new record: gra sparse count/core\n"),
        "{text}"
    );
    assert!(
        text.contains("ours: 0 slower, 0 faster, 0 within noise, 4 missing,"),
        "{text}"
    );
}

#[test]
fn other_inputs_and_answers_are_not_compared() {
    let machine = machine();
    let old = row("sparse", "count/core", 1000, 1e3, &machine);
    let same = row("dense", "count/core", 1000, 1e3, &machine);
    let baseline = |row: &Record| Record {
        solver: "count/run-list".parse().unwrap(),
        ..row.clone()
    };
    for (new, said, why) in [
        (
            row("sparse", "count/core", 2000, 5e3, &machine),
            "n was 1000 and is 2000",
            Why::OtherInput,
        ),
        (
            Record {
                m: None,
                ..scaled(&old, 5.0)
            },
            "m was 1000000000 and is nothing",
            Why::OtherInput,
        ),
        (
            Record {
                seed: 2,
                ..scaled(&old, 5.0)
            },
            "seed was 1 and is 2",
            Why::OtherInput,
        ),
        (
            Record {
                answer: "7".into(),
                ..old.clone()
            },
            "answer was 12345 and is 7",
            Why::OtherAnswer,
        ),
    ] {
        let compare = |old: &[Record], new: &[Record], extent| {
            Comparison::new(old, new, Threshold::default(), extent)
        };
        let one = |row: &Record| vec![row.clone(), same.clone()];
        let comparison = compare(&one(&old), &one(&new), Extent::All).unwrap();
        assert_eq!(comparison.rows.len(), 1);
        let failures: Vec<Why> = comparison.failures.iter().map(|row| row.why).collect();
        assert_eq!(failures, [why], "{said}");
        let text = comparison.to_text();
        let line = format!("not comparable: gra sparse count/core: {said}\n");
        assert!(text.contains(&line), "{text}");
        // Other inputs may be meant, another answer to the same input never.
        let part = compare(&one(&old), &one(&new), Extent::Part).unwrap();
        assert_eq!(part.has_failure(), why == Why::OtherAnswer);
        // A baseline of which nothing else is known cannot be compared at all.
        let alone = compare(&[baseline(&old)], &[baseline(&new)], Extent::All);
        let expected =
            format!("the two records have no input in common: gra sparse count/run-list: {said}");
        assert_eq!(alone.unwrap_err().to_string(), expected);
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
gra   sparse    count/floor-sum   130 µs   130 µs    1.00×  0.5 %  within noise
gra   sparse    count/core        400 µs   520 µs    1.30×  0.5 %  slower
gra   sparse    count/run-list   2.60 ms  2.60 ms    1.00×  0.5 %  within noise

Geometric means of new/old

game  group            whose      rows  new/old  verdict
gra   in-memory count  ours          1    1.30×
gra   in-memory count  baselines     1    1.00×
gra   in-memory count  floor         1    1.00×

The noise between the runs, learned from floors and baselines

group            rows  drift  spread  would be slower
in-memory count     2  1.00×   0.0 %                0

slower: gra sparse count/core: 1.30× the old time
ours: 1 slower, 0 faster, 0 within noise, 0 missing, 0 not comparable; a change counts when it exceeds 5.0 % and three times the noise
of 2 floors and baselines, which no change of ours moves, 0 would be called slower
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
        let threshold: Threshold = text.parse().unwrap();
        assert!(is(threshold.share() + 1.0, share + 1.0), "{text}");
    }
    for text in ["", "%", "5", "0.05", "-1%", "NaN%", "inf%", "five%"] {
        let error = text.parse::<Threshold>().unwrap_err().to_string();
        assert_eq!(
            error,
            format!("found `{text}`, expected a percentage such as 5%")
        );
    }
}
