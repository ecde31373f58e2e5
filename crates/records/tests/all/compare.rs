//! Two records against each other, and the solvers of one.

use grundy_records::benchmark::Record;
use grundy_records::compare::{Comparison, Trend, Why, side};
use grundy_records::solver::SolverGroup;
use grundy_report::text::plain;

use crate::fabricated::{is_ours, machine, record, row, scaled, slower};

fn compare(old: &[Record], new: &[Record]) -> Comparison {
    Comparison::new(old, new, 0.05, false).unwrap()
}

/// Equal but for the last digits.
fn is(a: f64, b: f64) -> bool {
    (a / b - 1.0).abs() < 1e-9
}

/// The record with the row of this name made `factor` times as slow.
fn doctored(rows: &[Record], name: &str, factor: f64) -> Vec<Record> {
    let is = |row: &Record| row.name().to_string() == name;
    assert_eq!(rows.iter().filter(|row| is(row)).count(), 1, "{name}");
    slower(rows, |row| if is(row) { factor } else { 1.0 })
}

fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

/// Whichever row of ours is doctored, that row is named, and no other.
#[test]
fn a_row_30_percent_slower_is_a_regression() {
    let rows = record(&machine());
    for row in &rows {
        let name = row.name().to_string();
        let new = doctored(&rows, &name, 1.3);
        let comparison = compare(&rows, &new);
        let moved = comparison.rows.iter();
        let moved: Vec<_> = moved
            .filter(|row| row.verdict != Trend::WithinNoise)
            .map(|row| (row.name.to_string(), row.verdict))
            .collect();
        assert_eq!(comparison.has_failure(), is_ours(row));
        if !is_ours(row) {
            // No change of ours makes a floor slower: it is noise, and fails nothing.
            assert_eq!(moved, [(name, Trend::MovedUp)]);
            let said = "of 10 floors and baselines, which no change of ours moves, 1 would";
            assert_contains(&plain(&comparison.page()), &[said]);
            continue;
        }
        assert_eq!(moved, [(name.clone(), Trend::Slower)]);
        let line = format!("slower: {name}: 1.30× the old time");
        let counts = "ours: 1 slower, 0 faster, 3 within noise, 0 missing, 0 not comparable;";
        assert_contains(&plain(&comparison.page()), &[&line, counts]);
        // The other way round it is faster, and no regression.
        let comparison = compare(&new, &rows);
        assert!(!comparison.has_failure());
        let line = format!("faster: {name}: 0.769× the old time");
        assert_contains(&plain(&comparison.page()), &[&line]);
    }
}

/// What moved all floors and baselines of a group moved ours as well, and is no change of ours.
#[test]
fn a_machine_that_became_slower_is_no_regression() {
    let rows = record(&machine());
    let comparison = compare(&rows, &slower(&rows, |_| 1.2));
    assert!(!comparison.has_failure());
    assert!(comparison.between.iter().all(|group| is(group.drift, 1.2)));
    // Ours alone kept its time on it: it became faster, and the other way round slower.
    let others = slower(&rows, |row| if is_ours(row) { 1.0 } else { 1.2 });
    let faster = compare(&rows, &others);
    assert!(!faster.has_failure() && plain(&faster.page()).contains("ours: 0 slower, 4 faster"));
    assert!(compare(&others, &rows).has_failure());
}

/// The spread of floors and baselines is the noise that ours is held against.
#[test]
fn noise_between_runs_is_learned_from_floors_and_baselines() {
    let rows = record(&machine());
    let noisy = |by: f64| {
        let mut sign = 1.0;
        slower(&rows, |row| {
            if is_ours(row) {
                return 1.15;
            }
            sign = -sign;
            1.0 + sign * by
        })
    };
    let failures = |by: f64| compare(&rows, &noisy(by)).failures.len();
    assert_eq!([0.0, 0.01, 0.02, 0.05, 0.1].map(failures), [4, 4, 4, 0, 0]);
    // From fewer than five nothing is learned.
    let comparison = compare(&rows[..4], &noisy(0.1)[..4]);
    let group = &comparison.between[0];
    assert_eq!((group.drift, group.spread), (1.0, 0.0));
    assert!(comparison.has_failure());
    // Of seven rows five are floors and baselines.
    let comparison = compare(&rows[..7], &noisy(0.1)[..7]);
    assert!(!is(comparison.between[0].drift, 1.0));
}

/// Threshold and noise must both be exceeded, and both ways alike.
#[test]
fn neither_threshold_nor_noise_alone_is_enough() {
    // A MAD of 2 % of the median each, of ten samples: standard error 1.2 %, 1.7 % for the pair, 5.0 %
    // three times.
    let at = |median: f64, mad: f64| {
        vec![Record {
            mad_ns: mad * median,
            ..row("sparse", "count/core", 1000, median, &machine())
        }]
    };
    for (ratio, mad, threshold, expected) in [
        (1.04, 0.0, 0.05, Trend::WithinNoise),
        (1.06, 0.0, 0.05, Trend::Slower),
        (1.06, 0.0, 0.1, Trend::WithinNoise),
        (1.06, 0.02, 0.01, Trend::Slower),
        (1.05, 0.02, 0.01, Trend::WithinNoise),
        (1.30, 0.2, 0.05, Trend::WithinNoise),
        (1.0 / 1.04, 0.0, 0.05, Trend::WithinNoise),
        (1.0 / 1.06, 0.0, 0.05, Trend::Faster),
        (1.0 / 1.05, 0.02, 0.01, Trend::WithinNoise),
        (1.0 / 1.06, 0.02, 0.01, Trend::Faster),
        // Half as slow again and two thirds of the time are the same change.
        (1.45, 0.0, 0.5, Trend::WithinNoise),
        (1.0 / 1.45, 0.0, 0.5, Trend::WithinNoise),
        (1.0 / 1.55, 0.0, 0.5, Trend::Faster),
        (1.0, 0.0, 0.0, Trend::WithinNoise),
        (1.001, 0.0, 0.0, Trend::Slower),
    ] {
        let (old, new) = (at(1e6, mad), at(1e6 * ratio, mad));
        let compared = Comparison::new(&old, &new, threshold, false).unwrap();
        let verdict = compared.rows[0].verdict;
        assert_eq!(verdict, expected, "{ratio} {mad} {threshold}");
    }
    let noise = compare(&at(1e6, 0.025), &at(1e6, 0.025)).rows[0].noise;
    let expected = 0.025 * 1.4826 * 1.253_314 * 0.2_f64.sqrt();
    assert!((noise - expected).abs() < 1e-6, "{noise}");
}

/// Ours is held against the noise of its own group.
#[test]
fn each_group_has_its_own_noise() {
    let mut old = Vec::new();
    for i in 0..5 {
        old.extend(record(&machine()).into_iter().map(|row| Record {
            workload: format!("{}{i}", row.workload),
            ..row
        }));
    }
    let mut noise = [0.6, 0.9, 1.0, 1.1, 1.7].into_iter().cycle();
    let new = slower(&old, |row| {
        let noise = noise.next().unwrap();
        match row.solver.group() {
            _ if is_ours(row) => 1.15,
            SolverGroup::Read => noise,
            _ => 1.0,
        }
    });
    for row in compare(&old, &new)
        .rows
        .iter()
        .filter(|row| is(row.ratio, 1.15))
    {
        let is_noisy = row.name.solver.group() == SolverGroup::Read;
        let expected = if is_noisy {
            Trend::WithinNoise
        } else {
            Trend::Slower
        };
        assert_eq!(row.verdict, expected, "{row:?}");
    }
}

/// Of several records of one commit each row is the median of theirs.
#[test]
fn several_records_of_one_commit_are_one() {
    let rows = record(&machine());
    let at = |factor: f64| slower(&rows, |_| factor);
    assert_eq!(side(&[]).unwrap(), []);
    let merged = side(&[at(1.3), at(0.9), at(1.0)]).unwrap();
    assert_eq!(merged.len(), rows.len());
    assert_eq!(merged[3].median_ns.to_bits(), rows[3].median_ns.to_bits());
    assert_eq!(merged[3].mad_ns.to_bits(), rows[3].mad_ns.to_bits());
    assert_eq!(merged[3].samples, 30);
    // A row that is not in all of them is left out: its solver was wrong once.
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

/// A solver of ours that is not there any more cannot be slower. It fails all the same.
#[test]
fn a_row_of_ours_that_is_missing_is_a_failure() {
    let rows = record(&machine());
    let without = |gone: &dyn Fn(&Record) -> bool| -> Vec<Record> {
        rows.iter().filter(|row| !gone(row)).cloned().collect()
    };
    let no_core = without(&is_ours);
    // Where nothing else was measured either, that may be meant.
    let counts = without(&|row| row.solver.group() == SolverGroup::Read);
    let readers = ["gra sparse read/core", "gra dense read/core"];
    let counters = ["gra sparse count/core", "gra dense count/core"];
    let all = [counters[0], readers[0], counters[1], readers[1]];
    for (new, is_part, missing) in [
        (&no_core, false, &all[..]),
        (&no_core, true, &all),
        (&counts, false, &readers),
        (&counts, true, &[]),
    ] {
        let comparison = Comparison::new(&rows, new, 0.05, is_part).unwrap();
        let failures: Vec<_> = comparison.failures.iter().collect();
        assert!(failures.iter().all(|row| row.why == Why::Missing));
        let names: Vec<_> = failures.iter().map(|row| row.name.to_string()).collect();
        assert_eq!(names, missing);
    }
    let failed = "failed: missing in the new record: gra sparse count/core\n";
    let summary = "ours: 0 slower, 0 faster, 0 within noise, 4 missing,";
    assert_contains(&plain(&compare(&rows, &no_core).page()), &[failed, summary]);
}

#[test]
fn other_inputs_and_answers_are_not_compared() {
    let machine = machine();
    let old = row("sparse", "count/core", 1000, 1e3, &machine);
    let same = row("dense", "count/core", 1000, 1e3, &machine);
    let changed = |change: fn(&mut Record)| {
        let mut row = scaled(&old, 5.0);
        change(&mut row);
        row
    };
    let (n, m) = (changed(|row| row.n = 2000), changed(|row| row.m = None));
    let seed = changed(|row| row.seed = 2);
    let answer = changed(|row| row.answer = "7".into());
    for (new, said, why) in [
        (n, "n was 1000 and is 2000", Why::OtherInput),
        (m, "m was 1000000000 and is nothing", Why::OtherInput),
        (seed, "seed was 1 and is 2", Why::OtherInput),
        (answer, "answer was 12345 and is 7", Why::OtherAnswer),
    ] {
        let compare = |is_part| {
            let both = |row: &Record| vec![row.clone(), same.clone()];
            Comparison::new(&both(&old), &both(&new), 0.05, is_part).unwrap()
        };
        let comparison = compare(false);
        assert_eq!(comparison.rows.len(), 1);
        let failures: Vec<Why> = comparison.failures.iter().map(|row| row.why).collect();
        assert_eq!(failures, [why], "{said}");
        let line = format!("not comparable: gra sparse count/core: {said}\n");
        assert_contains(&plain(&comparison.page()), &[&line]);
        // Other inputs may be meant, another answer to the same input never.
        assert_eq!(compare(true).has_failure(), why == Why::OtherAnswer);
        // A baseline alone with another input or answer leaves nothing to compare.
        let baseline = |row: &Record| {
            vec![Record {
                solver: "count/run-list".parse().unwrap(),
                ..row.clone()
            }]
        };
        let alone = Comparison::new(&baseline(&old), &baseline(&new), 0.05, false);
        let expected =
            format!("the two records have no input in common: gra sparse count/run-list: {said}");
        assert_eq!(alone.unwrap_err().to_string(), expected);
    }
}
