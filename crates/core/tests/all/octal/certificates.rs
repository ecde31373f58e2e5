//! Claims of periods are checked with the values of all moves: right ones, and those that are wrong at one place.

use grundy_core::octal::certificate::{Checked, PeriodClaim, Wrong, check, spot_check};
use grundy_core::octal::{Code, Sequence, naive, period};

fn claim(
    code: &str,
    start: usize,
    length: usize,
    budget: u64,
    change: impl FnOnce(&mut Vec<u32>),
) -> Result<Checked, Wrong> {
    let code: Code = code.parse().unwrap();
    let mut values = naive::values(&code, start + length - 1);
    change(&mut values);
    let values = &values;
    let (mut last, mut all) = (0, 0);
    let checked = check(
        &PeriodClaim {
            code: &code,
            start,
            length,
            values,
        },
        budget,
        |sums, of| {
            assert!(last < sums && sums <= of);
            (last, all) = (sums, of);
        },
    );
    // At the end all sums that were announced are computed, and not many more than were asked for.
    if checked.is_ok() {
        let dearest = code.parts() as u64 * (start + length) as u64 * 4;
        assert!(
            last == all && all <= budget.saturating_add(dearest),
            "{all} of {budget}"
        );
    }
    checked
}

fn wrong(code: &str, start: usize, length: usize, change: impl FnOnce(&mut Vec<u32>)) -> String {
    claim(code, start, length, u64::MAX, change)
        .unwrap_err()
        .to_string()
}

const PERIODS: [(&str, usize, usize); 6] = [
    ("0.0", 0, 1),
    ("0.1", 2, 1),
    ("0.3", 0, 2),
    ("0.77", 71, 12),
    ("0.137", 52, 34),
    ("0.f", 0, 2),
];

#[test]
fn a_right_claim_is_proved_by_all_heaps_to_the_one_needed() {
    for (code, start, length) in PERIODS {
        let needed = period::needed(&code.parse().unwrap(), start, length).unwrap();
        let checked = claim(code, start, length, u64::MAX, |_| ()).unwrap();
        let heaps = needed + 1;
        assert_eq!(checked, Checked { needed, heaps }, "{code}");
        assert!(checked.is_proof());
        let fewer = Checked {
            needed,
            heaps: heaps - 1,
        };
        assert!(!fewer.is_proof());
    }
}

#[test]
fn every_value_and_both_numbers_matter() {
    for heap in 0..83 {
        let error = wrong("0.77", 71, 12, |values| values[heap] ^= 1);
        assert!(error.contains("heap"), "{heap}: {error}");
    }
    for (code, start, length) in PERIODS {
        // One heap later, and two periods.
        let later = wrong(code, start + 1, length, |_| ());
        let from = format!("the values repeat with period {length} from heap {start} on already");
        assert_eq!(later, from, "{code}");
        let twice = wrong(code, start, 2 * length, |_| ());
        assert_eq!(twice, from, "{code}");
        if start > 0 {
            wrong(code, start - 1, length, |_| ());
        }
    }
    let more = wrong("0.77", 71, 12, |values| values.push(1));
    assert_eq!(
        more,
        "84 values, expected preperiod and period together, 71 + 12"
    );
    let high = wrong("0.77", 71, 12, |values| values[3] = 7);
    assert_eq!(high, "heap 3 has value 6 at most, and the file says 7");
    for code in ["4!.0", "4.[3]"] {
        assert!(wrong(code, 1, 4, |_| ()).starts_with("the octal period theorem does not cover "));
    }
    let code: Code = "0.77".parse().unwrap();
    let nothing = PeriodClaim {
        code: &code,
        start: 0,
        length: 0,
        values: &[],
    };
    assert!(check(&nothing, u64::MAX, |_, _| ()).is_err());
}

/// With less work some heaps are checked: the first ones, some of all, and those around the places where the period begins,
/// comes back, and ends.
#[test]
fn a_sample_has_the_first_heaps_and_the_seams() {
    let (start, length) = (3479, 349);
    let sums = |heap: u64| heap * heap / 4;
    let budget = 3 * sums(3000);
    let checked = claim("0.156", start, length, budget, |_| ()).unwrap();
    assert!(!checked.is_proof());
    let spoilt = |heap: usize| claim("0.156", start, length, budget, |values| values[heap] += 1);
    for heap in [1, 1000, 2000, start - 90, start, start + length - 1] {
        assert!(spoilt(heap).is_err(), "{heap}");
    }
    // Without work only the seams are checked: where the period begins, comes back twice, and the last heap needed. With
    // more, those that a third of this much work allows of each kind, 100 heaps before and behind each seam at most: a
    // heap of n takes n / 2 for each of two digits that part it, and 4.
    let heaps = |budget| claim("0.156", start, length, budget, |_| ()).unwrap().heaps;
    let budgets = [0, 1000, 100_000, 1_000_000, 10_000_000];
    assert_eq!(budgets.map(heaps), [4, 26, 268, 929, 3483]);
    assert!(
        (2000..4500).contains(&checked.heaps) && checked.heaps < checked.needed,
        "{checked:?}"
    );
}

#[test]
fn values_of_a_file_are_looked_at() {
    for (code, up_to) in [("0.77", 3000), ("0.f8", 300), ("4.[3]", 300), ("0.0", 10)] {
        let sequence = Sequence::to(code.parse().unwrap(), up_to);
        let right = spot_check(sequence.code(), sequence.cells(), u64::MAX);
        assert_eq!(right, Ok(()), "{code}");
        for heap in [1, up_to / 2, up_to] {
            let mut values: Vec<u32> = sequence.cells().iter().collect();
            values[heap] += 1;
            let spoilt = Sequence::resume(sequence.code().clone(), values);
            assert!(
                spot_check(spoilt.code(), spoilt.cells(), u64::MAX).is_err(),
                "{code}, {heap}"
            );
        }
    }
    let none = Sequence::new("0.77".parse().unwrap());
    assert_eq!(spot_check(none.code(), none.cells(), 1), Ok(()));
}
