//! The bits of pawns by every version that the machine has, against their definition.

use proptest::prelude::*;

use super::Bits;
#[cfg(target_arch = "x86_64")]
use crate::x86::{Avx2Machine, Avx512Machine};

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

proptest! {
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
        prop_assert_eq!(Bits::of(&squares), expected);
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(machine) = Avx2Machine::detect() {
                prop_assert_eq!(machine.run(|| machine.bits()(&squares)), expected);
            }
            if let Some(machine) = Avx512Machine::detect() {
                prop_assert_eq!(machine.run(|| machine.bits()(&squares)), expected);
            }
        }
    }
}
