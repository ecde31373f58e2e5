use std::collections::HashSet;

use grundy_core::constrained::{MAX_SIZE, Move, Pair, Position};
use grundy_features::is_exhaustive;
use proptest::prelude::*;

use crate::family::intervals::Intervals;
use crate::family::naive::{Naive, claim, lists, takes};

/// Compares all positions of up to `length` heaps from 1 to `max`, under every set of pairs for heaps
/// up to `max_x`; returns how many.
fn compare_under_all_sets(max_x: u64, length: usize, max: u64) -> u64 {
    let all: Vec<Pair> = (1..=max_x)
        .flat_map(|x| (1..=x).map(move |y| Pair { x, y }))
        .collect();
    let mut compared = 0;
    for set in 0_u32..1 << all.len() {
        let chosen = (0..).zip(&all).filter(|(bit, _)| set >> bit & 1 == 1);
        let pairs: Vec<Pair> = chosen.map(|(_, &pair)| pair).collect();
        let mut naive = Naive::new(|heaps: &[u64]| {
            takes(heaps, |heap, stones, _| {
                let (x, y) = (heaps[heap - 1], stones);
                (!pairs.contains(&Pair { x, y })).then_some(Move { heap, stones })
            })
        });
        for heaps in lists(length, max - 1) {
            let heaps: Vec<u64> = heaps.iter().map(|size| size + 1).collect();
            let position = Position::new(heaps.clone(), pairs.clone()).unwrap();
            for (&heap, value) in heaps.iter().zip(position.heap_values()) {
                assert_eq!(value, naive.grundy_value(&[heap]), "{heap} under {pairs:?}");
            }
            naive.compare(&heaps, claim!(position));
        }
        compared += naive.compared;
    }
    compared
}

#[test]
fn every_small_position_under_every_set_of_pairs() {
    assert_eq!(compare_under_all_sets(3, 3, 5), 64 * (5 + 25 + 125));
    assert_eq!(compare_under_all_sets(4, 2, 6), 1024 * (6 + 36));
    if is_exhaustive() {
        assert_eq!(compare_under_all_sets(5, 1, 7), 32768 * 7);
    }
}

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
