//! Periods: found, proved, and not said to be proved too early.

use grundy_core::octal::period::{self, Proof, Theorem};
use grundy_core::octal::{Cells, Code, Period, Sequence};
use proptest::prelude::*;

/// The period of the values to a heap, which a sequence to there knows if these values prove it.
fn found(code: &str, up_to: usize) -> Option<Period> {
    let sequence = Sequence::to(code.parse().unwrap(), up_to);
    let found = period::find(sequence.code(), sequence.cells());
    assert_eq!(
        sequence.proved(),
        found.filter(Period::is_checked),
        "{code}"
    );
    found
}

#[test]
fn proved_as_soon_as_the_theorem_allows() {
    // Start and length from Winning Ways, chapter 4, and from A. Gangolli and T. Plambeck 1989.
    for (code, start, length) in [
        ("0.0", 0, 1),
        ("0.1", 2, 1),
        ("0.77", 71, 12),
        ("0.137", 52, 34),
        ("0.156", 3479, 349),
        ("0.356", 7315, 142),
        ("0.644", 3256, 442),
        ("0.165", 5181, 1550),
        ("0.127", 46578, 4),
    ] {
        let needed = period::needed(&code.parse().unwrap(), start, length).unwrap();
        let proved = found(code, needed).unwrap();
        assert_eq!(
            (proved.start, proved.length, proved.saltus),
            (start, length, 0),
            "{code}"
        );
        let theorem = Theorem::Octal;
        assert_eq!(proved.proof, Proof::Proved { theorem, needed });
        let early = found(code, needed - 1);
        assert!(early.is_none_or(|period| !period.is_proved()), "{code}");
        if let Some(Period {
            proof, start: from, ..
        }) = early
        {
            assert_eq!((proof, from), (Proof::Needs(needed), start));
        }
    }
}

#[test]
fn other_theorems() {
    let is_by = |code, up_to, start, length, saltus, theorem| {
        let period = found(code, up_to).unwrap();
        assert_eq!(
            (period.start, period.length, period.saltus),
            (start, length, saltus),
            "{code}"
        );
        match period.proof {
            Proof::Proved { theorem: by, .. } => assert_eq!(Some(by), theorem),
            _ => assert_eq!(None, theorem, "{code}"),
        }
    };
    is_by("4.[3]", 100, 1, 4, 4, Some(Theorem::Lasker));
    is_by("0.[3]", 100, 0, 1, 1, Some(Theorem::AllBut));
    // Any number but 2.
    is_by("0.30[3]", 100, 0, 4, 2, Some(Theorem::AllBut));
    is_by("subtract:1,3,4", 100, 0, 7, 0, Some(Theorem::Octal));
    // Taking an odd number: no theorem here says so. Nor where any number has to be all of a heap, or not all of it, or may
    // leave two heaps.
    is_by("0.[30]", 100, 0, 2, 0, None);
    is_by("0.[1]", 100, 1, 1, 0, None);
    is_by("0.[32]", 100, 3, 1, 1, None);
    is_by("0.[7]", 100, 0, 1, 1, None);
    assert_eq!(found("4!.0", 3000), None);
    assert_eq!(found("0.6", 3000), None);
}

/// A shorter period that holds for long, but not for long enough to be proved, does not hide a longer one.
#[test]
fn a_longer_period_than_the_last_values_have() {
    let values = (0..400).map(|heap| 30_u32.saturating_sub(heap % 100));
    let values = Cells::Longs(values.collect());
    let found = period::find(&"0.7".parse().unwrap(), &values).unwrap();
    assert_eq!(
        (found.start, found.length, found.is_proved()),
        (0, 100, true)
    );
}

/// Three periods are enough to see it, also where there are no other heaps, but not before the largest number of stones that
/// may be taken was reached three times.
#[test]
fn three_periods_and_no_other_heap() {
    let found = |code: &str, values: Vec<u32>| {
        let found = period::find(&code.parse().unwrap(), &Cells::Longs(values))?;
        Some((found.start, found.length, found.is_proved()))
    };
    assert_eq!(found("0.[11]", vec![0; 9]), None);
    assert_eq!(found("0.[11]", vec![0; 10]), Some((0, 1, false)));
    for code in ["0.00004!", "0.0000[1]"] {
        assert_eq!(found(code, vec![0; 14]), None, "{code}");
        assert_eq!(found(code, vec![0; 15]), Some((0, 1, false)), "{code}");
    }
    // The values as they are: 1 after the largest number, and from there on a proof.
    for (set, up_to) in [("100000", 99_999), ("1,20000", 40_000)] {
        let code = format!("subtract:{set}");
        assert_eq!(self::found(&code, up_to), None, "{code}");
    }
}

/// From where on values repeat with this period, and the saltus; `None` where they fall.
fn repetition(values: &[u64], length: usize) -> Option<(usize, u64)> {
    let last = values.len() - 1;
    let saltus = values[last].checked_sub(values[last - length])?;
    let fits = |heap: &usize| values[*heap + length] == values[*heap] + saltus;
    let holds = length + (0..=last - length).rev().take_while(fits).count();
    Some((values.len() - holds, saltus))
}

/// As `period::find` is documented, for codes whose moves leave two heaps at most, and not all but some numbers may be taken:
/// the start, the length, the saltus, and whether it is proved. `of` has the parts and the reach of a code with finitely many
/// digits, `fewest` the number of heaps by which a period is conjectured.
fn by_definition(
    of: Option<(usize, usize)>,
    fewest: usize,
    values: &[u64],
) -> Option<(usize, usize, u64, bool)> {
    let last = values.len() - 1;
    let mut observed = None;
    for length in 1..=last {
        // With finitely many digits the values do not rise.
        let of_code = |(_, saltus): &(usize, u64)| *saltus == 0 || of.is_none();
        let Some((start, saltus)) = repetition(values, length).filter(of_code) else {
            continue;
        };
        let needed = of.map(|(parts, reach)| parts * (start.max(1) + length) + reach - 1);
        if needed.is_some_and(|needed| needed <= last) {
            return Some((start, length, 0, true));
        }
        let holds = values.len() - start;
        if holds >= fewest.max(3 * length) && 4 * holds >= last {
            observed = observed.or(Some((start, length, saltus, false)));
        }
    }
    observed
}

prop_compose! {
    /// Any values, then others that repeat, rising or not.
    fn values()(
        before in proptest::collection::vec(0..3_u64, 0..30),
        repeated in proptest::collection::vec(0..3_u64, 1..9),
        saltus in 0..2_u64,
        heaps in prop_oneof![1..9_usize, 9..63_usize, 63..300_usize],
    ) -> Vec<u64> {
        let of_period = |period| repeated.iter().map(move |value| value + saltus * period);
        before.iter().copied().chain((0..).flat_map(of_period)).take(heaps).collect()
    }
}

proptest! {
    /// Of any values, right for the code or not.
    #[test]
    fn as_the_definition_has_them(
        digits in proptest::collection::vec(1..8_u8, 1..4),
        repeats in any::<bool>(),
        values in values(),
    ) {
        // A digit 0 is repeated, too: not all but some numbers may be taken.
        let ends = if repeats { "[07]" } else { "" };
        let text: String = digits.iter().map(ToString::to_string).collect();
        let code: Code = format!("0.{text}{ends}").parse().unwrap();
        let parts = if digits.iter().any(|&digit| digit >= 4) { 2 } else { 1 };
        let of = (!repeats).then_some((parts, digits.len()));
        let cells = Cells::Longs(values.iter().map(|&value| value as u32).collect());
        let found = period::find(&code, &cells);
        let found = found.map(|found| (found.start, found.length, found.saltus, found.is_proved()));
        prop_assert_eq!(found, by_definition(of, period::fewest(&code), &values));
    }

    /// All numbers but some may be taken: proved as soon as the last values that a move reaches are all in the period, and
    /// then not before. (Where a smaller value is missing there and seen later, nothing is proved.)
    #[test]
    fn all_but_some(taken in proptest::collection::vec(any::<bool>(), 1..9)) {
        let digits: String = taken.iter().map(|&may| if may { '3' } else { '0' }).collect();
        let code: Code = format!("0.{digits}[3]").parse().unwrap();
        let all = Sequence::to(code.clone(), 400);
        let period = all.period().unwrap();
        prop_assume!(period.is_proved());
        let listed = taken.iter().rposition(|&may| !may).map_or(0, |last| last + 1);
        let needed = period.start.max(1) + listed + period.length;
        prop_assert_eq!(period.proof, Proof::Proved { theorem: Theorem::AllBut, needed });
        for last in (needed.saturating_sub(3)..needed + 3).filter(|last| 4 * period.length <= 3 * last) {
            let some = Cells::Longs(all.cells().iter().take(last + 1).collect());
            let found = period::find(&code, &some);
            prop_assert_eq!(found.is_some_and(|found| found.is_proved()), last >= needed, "{}", last);
        }
    }
}
