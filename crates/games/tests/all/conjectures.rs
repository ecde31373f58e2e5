//! Conjectures on the values of codes whose moves leave three heaps.

use grundy_features::tier;
use grundy_games::heaps::Sequence;
use grundy_games::heaps::conjecture::{self, Marks, Ruler, Split};

fn split(sequence: &Sequence) -> Option<Split> {
    let cells = sequence.cells();
    conjecture::split(cells.len(), |heap| cells.get(heap).into())
}

fn ruler(sequence: &Sequence) -> Option<Ruler> {
    let cells = sequence.cells();
    conjecture::ruler(cells.len(), |heap| cells.get(heap).into())
}

/// 0.205200c is *sapp* regular (R. K. Guy and R. J. Nowakowski, Unsolved problems in combinatorial games): values rise by
/// 16 with period 40, but for a few heaps.
#[test]
fn split_values() {
    let sequence = Sequence::to("0.205200c".parse().unwrap(), 400);
    assert_eq!(sequence.period(), None);
    let split = split(&sequence).unwrap();
    assert_eq!((split.start, split.length, split.saltus), (4, 40, 16));
    let resting: Vec<usize> = (0..40)
        .filter(|heap| !split.rising.contains(heap))
        .collect();
    assert!(!resting.is_empty() && resting.len() < 20, "{resting:?}");
    for heap in 4..=360 {
        let rise = if resting.contains(&(heap % 40)) {
            0
        } else {
            16
        };
        let [now, later] = [heap, heap + 40].map(|heap| sequence.cells().get(heap));
        assert_eq!(later, now + rise);
    }
    let other = Sequence::to("0.6".parse().unwrap(), 3000);
    assert_eq!(self::split(&other), None);
}

/// 0.2048 is ruler regular (J. P. Grossman and R. J. Nowakowski, *A ruler regularity in hexadecimal games*): its values from
/// the conjecture that a sixth of them leads to.
#[test]
fn values_with_a_ruler() {
    let sequence = Sequence::to("0.2048".parse().unwrap(), tier(1500, 6000));
    let cells = sequence.cells();
    let some = Sequence::resume(sequence.code().clone(), cells.iter().take(1000));
    let found = ruler(&some).unwrap();
    assert_eq!((found.start, found.length, found.saltus), (6, 13, 4));
    let marks = Marks {
        origin: 15,
        base: 2,
        step: 8,
        rest: 5,
    };
    assert_eq!(found.marks, [marks]);
    for (heap, number) in (0..cells.len()).zip(0_i64..).skip(found.start) {
        let k = (number - 15) / 13;
        let value = 2 + 4 * k - (8 * (k & -k));
        let expected = match heap % 13 {
            2 if k > 0 && value >= 0 => value,
            2 => 4 * k + 5,
            _ => i64::from(cells.get(heap % 13 + 13)) + 4 * (number / 13 - 1),
        };
        assert_eq!(i64::from(cells.get(heap)), expected, "{heap}");
    }
    for (code, up_to) in [("0.6", 3000), ("0.205200c", 1500)] {
        let other = Sequence::to(code.parse().unwrap(), up_to);
        assert_eq!(ruler(&other), None, "{code}");
    }
}
