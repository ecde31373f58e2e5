//! Values that were read from a file are checked with the values of all moves.

use grundy_core::octal::naive::spot_check;
use grundy_core::octal::{Code, Sequence};

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

/// With less work some heaps are checked: the first ones, and as much work for some of the others.
#[test]
fn a_sample_has_the_first_heaps_and_others() {
    let kayles: Code = "0.77".parse().unwrap();
    let values: Vec<u32> = Sequence::to(kayles.clone(), 3000).cells().iter().collect();
    let is_found = |heap: &usize| {
        let mut values = values.clone();
        values[*heap] += 1;
        let spoilt = Sequence::resume(kayles.clone(), values);
        spot_check(&kayles, spoilt.cells(), 300_000).is_err()
    };
    // A heap of n takes at most 3n sums.
    assert_eq!((0..310).filter(is_found).count(), 310);
    // A wrong value changes those of larger heaps as well.
    assert!((310..3000).step_by(10).any(|heap| is_found(&heap)));
    assert!(!is_found(&3000));
}
