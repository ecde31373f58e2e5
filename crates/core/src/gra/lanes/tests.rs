//! Every version of the lanes against a plain reading of what they are to do.

use proptest::prelude::*;

use super::{Bits, Lanes, MOST_WORDS, Portable, Words};
#[cfg(target_arch = "x86_64")]
use crate::x86::{
    Avx2Machine, Avx512Machine,
    lanes::{Avx2, Avx512},
};

fn naive_bits(squares: &[u32; 65]) -> Bits {
    let mut bits = Bits {
        ends: 0,
        odd: 0,
        near: 0,
    };
    for i in 0..64 {
        bits.ends |= u64::from(squares[i + 1] != squares[i] + 1) << i;
        bits.odd |= u64::from(squares[i] % 2) << i;
        bits.near |= u64::from(squares[i + 1] == squares[i] + 2) << i;
    }
    bits
}

fn assert_lanes<L: Lanes>(machine: L::Machine, a: &Words, b: &Words, by: u32) {
    let (x, y) = (L::load(machine, a), L::load(machine, b));
    let assert_words = |name: &str, got: L, expected: &dyn Fn(u64, u64) -> u64| {
        let mut words = [0; MOST_WORDS];
        got.store(&mut words);
        for i in 0..MOST_WORDS {
            let expected = if i < L::WORDS {
                expected(a[i], b[i])
            } else {
                0
            };
            assert_eq!(words[i], expected, "{name}, word {i} of {}, {by}", L::WORDS);
        }
    };
    assert_words("load", x, &|a, _| a);
    assert_words("splat", L::splat(machine, a[0]), &|_, _| a[0]);
    assert_words("and", x.and(y), &|a, b| a & b);
    assert_words("and_not", x.and_not(y), &|a, b| a & !b);
    assert_words("or", x.or(y), &|a, b| a | b);
    assert_words("xor", x.xor(y), &|a, b| a ^ b);
    assert_words("up", x.up(y, by), &|a, b| {
        ((u128::from(a) << 64 | u128::from(b)) << by >> 64) as u64
    });
    assert_words("down", x.down(y, by), &|a, b| {
        ((u128::from(b) << 64 | u128::from(a)) >> by) as u64
    });
    let ones: u32 = a[..L::WORDS].iter().map(|word| word.count_ones()).sum();
    assert_eq!((x.ones(), x.any()), (ones, ones > 0), "{a:x?}");
}

proptest! {
    #[test]
    fn operations_are_as_defined(a: Words, b: Words, by in 1_u32..64) {
        let mut single = [0; MOST_WORDS];
        single[a[0] as usize % MOST_WORDS] = 1 << by;
        for a in [a, single, [0; MOST_WORDS]] {
            assert_lanes::<Portable>((), &a, &b, by);
            #[cfg(target_arch = "x86_64")]
            {
                if let Some(machine) = Avx2Machine::detect() {
                    machine.run(|| assert_lanes::<Avx2>(machine, &a, &b, by));
                }
                if let Some(machine) = Avx512Machine::detect() {
                    machine.run(|| assert_lanes::<Avx512>(machine, &a, &b, by));
                }
            }
        }
    }

    #[test]
    fn bits_are_as_defined(gaps in prop::collection::vec(
        prop_oneof![Just(1_u32), Just(2), Just(3), 1_u32..1000, 1_u32..60_000_000], 64),
        first in 0_u32..100_000
    ) {
        let mut squares = [first; 65];
        for (i, gap) in gaps.into_iter().enumerate() {
            squares[i + 1] = squares[i] + gap;
        }
        let expected = naive_bits(&squares);
        prop_assert_eq!(Portable::bits((), &squares), expected);
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(machine) = Avx2Machine::detect() {
                prop_assert_eq!(machine.run(|| Avx2::bits(machine, &squares)), expected);
            }
            if let Some(machine) = Avx512Machine::detect() {
                prop_assert_eq!(machine.run(|| Avx512::bits(machine, &squares)), expected);
            }
        }
    }
}
