use std::collections::HashSet;

use grundy_core::constrained::{MAX_SIZE, Move, Pair, Position};
use proptest::prelude::*;

use crate::family::intervals::Intervals;

/// What the reader refuses before it makes a position. The messages about texts are tested in `grundy-games`.
#[test]
fn what_is_not_a_position() {
    let max = MAX_SIZE;
    let pair = |x, y| Pair { x, y };
    assert!(Position::new(vec![max], vec![pair(max, max)]).is_ok());
    let assert_wrong = |heaps: &[u64], pair: Pair, error: &str| {
        let result = Position::new(heaps.to_vec(), vec![pair]);
        assert_eq!(result.unwrap_err().to_string(), error);
    };
    assert_wrong(&[], pair(1, 1), "0 heaps: N must be at least 1");
    assert_wrong(
        &[1, max + 1],
        pair(1, 1),
        "1000000000000000001 stones on heap 2: a heap holds at most 1000000000000000000",
    );
    assert_wrong(
        &[1],
        pair(max + 1, 1),
        "a heap of 1000000000000000001 stones in pair 1: X must be at most 1000000000000000000",
    );
}

/// One size with forbidden moves, in a form that makes values drop out often: the step from the size
/// before, the value that is to drop out, how many of its sizes escape that, and further targets.
type Step = (u64, Pick, usize, Vec<u64>);

/// How a value is picked.
#[derive(Clone, Debug)]
enum Pick {
    Value(u64),
    ValueOfSize(u64),
    NewestValue,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let advance = prop_oneof![Just(1), 1..5_u64, 1..100_u64, 1..MAX_SIZE / 50];
    let pick = prop_oneof![
        (0..4_u64).prop_map(Pick::Value),
        any::<u64>().prop_map(Pick::ValueOfSize),
        Just(Pick::NewestValue),
    ];
    let escaping = prop_oneof![Just(0), Just(1), Just(usize::MAX)];
    let further = prop::collection::vec(any::<u64>(), 0..6);
    prop::collection::vec((advance, pick, escaping, further), 1..40)
}

/// The pairs that the steps make, and the twin's bookkeeping of them.
fn build(start: u64, steps: &[Step]) -> (Vec<Pair>, Intervals) {
    let mut intervals = Intervals::default();
    let mut pairs = Vec::new();
    let mut x = start;
    for (advance, pick, escaping, further) in steps {
        if x + advance > MAX_SIZE {
            continue;
        }
        x += advance;
        intervals.extend_to(x);
        let value = match pick {
            Pick::Value(value) => *value,
            Pick::ValueOfSize(size) => intervals.value(size % x),
            Pick::NewestValue => intervals.value(x - 1),
        };
        let mut targets: HashSet<u64> = intervals
            .sizes_of(value, x)
            .into_iter()
            .skip(*escaping)
            .collect();
        targets.extend(further.iter().map(|target| target % x));
        let targets: Vec<u64> = targets.into_iter().collect();
        intervals.forbid(x, &targets);
        pairs.extend(targets.iter().map(|target| Pair { x, y: x - target }));
    }
    intervals.extend_to(MAX_SIZE + 1);
    (pairs, intervals)
}

proptest! {
    /// Heaps at, next to and between the sizes with forbidden moves, values that do and do not occur.
    #[test]
    fn large_heaps_agree_with_interval_bookkeeping(
        start in prop_oneof![Just(0), 0..100_u64, MAX_SIZE - 3000..MAX_SIZE - 30],
        steps in steps(),
        more in prop::collection::vec(1..=MAX_SIZE, 3),
    ) {
        let (pairs, intervals) = build(start, &steps);
        let mut heaps = more;
        heaps.push(MAX_SIZE);
        for pair in &pairs {
            heaps.extend([pair.x - 1, pair.x, pair.x + 1, pair.x - pair.y]);
        }
        heaps.retain(|heap| (1..=MAX_SIZE).contains(heap));
        heaps.sort_unstable();
        heaps.dedup();
        let position = Position::new(heaps.clone(), pairs.clone()).unwrap();

        let values: Vec<u64> = heaps.iter().map(|&heap| intervals.value(heap)).collect();
        prop_assert_eq!(position.heap_values().collect::<Vec<u64>>(), values.clone());

        let pairs: HashSet<Pair> = pairs.into_iter().collect();
        let moves_to = |heap: u64, value: u64| -> Vec<u64> {
            let sizes = intervals.sizes_of(value, heap).into_iter();
            let stones = sizes.map(|size| heap - size);
            stones.filter(|&stones| !pairs.contains(&Pair { x: heap, y: stones })).collect()
        };
        let mut wanted: Vec<u64> = values.iter().map(|value| value + 1).collect();
        wanted.extend([0, u64::MAX]);
        wanted.extend(values);
        wanted.sort_unstable();
        wanted.dedup();
        for (i, &heap) in heaps.iter().enumerate() {
            // All pairs of heap and value would be too many for the longest cases.
            for &value in wanted.iter().skip(i % 7).step_by(7) {
                let expected = moves_to(heap, value);
                prop_assert_eq!(
                    position.grundy().count_moves_to(heap, value),
                    expected.len() as u64
                );
                let found: Vec<u64> = position.grundy().moves_to(heap, value).collect();
                prop_assert_eq!(found, expected, "from {} to {}", heap, value);
            }
        }

        let x = position.grundy_value();
        prop_assert_eq!(x, position.heap_values().fold(0, |x, value| x ^ value));
        let expected: Vec<Move> = (1..)
            .zip(heaps)
            .filter(|_| x != 0)
            .flat_map(|(heap, size)| {
                let stones = moves_to(size, intervals.value(size) ^ x).into_iter();
                stones.map(move |stones| Move { heap, stones })
            })
            .collect();
        prop_assert_eq!(position.winning_moves().collect::<Vec<Move>>(), expected);
    }
}
