//! The fast way against the naive one, on codes drawn at random.

use grundy_core::octal::{Code, Sequence};
use grundy_features::tier;

use crate::octal::assert_as_naive;
use crate::random::Random;

fn random_code(random: &mut Random, base: usize) -> String {
    let digit = |random: &mut Random| {
        let digit = format!("{:x}", random.below(base));
        let unequal = random.below(8) == 0;
        if unequal { digit + "!" } else { digit }
    };
    let first = ["0", "4", "4!", "0", "0"][random.below(5)];
    let length = random.below(5) + 1;
    let mut code = format!("{first}.");
    (0..length).for_each(|_| code += &digit(random));
    if random.below(6) == 0 {
        code += &format!("[{}]", digit(random));
    }
    code
}

#[test]
fn random_codes() {
    let (codes, mut random) = (tier(80, 300), Random(1));
    let mut values = 0;
    for i in 0..codes {
        let code = random_code(&mut random, if i % 10 == 0 { 16 } else { 8 });
        let code: Code = code.parse().unwrap();
        let up_to = match (code.reach(), code.parts()) {
            (_, 3) => 60,
            (None, 2) => 120,
            _ => 700,
        };
        values += assert_as_naive(&code, up_to).len();
    }
    assert!(values > 500 * codes, "{values} values compared");
}

/// Every octal code of two digits, to where their spaces have been learned several times.
#[test]
fn all_of_two_digits() {
    for code in 0..128_u32 {
        let code = format!("{}.{}{}", code / 64 * 4, code / 8 % 8, code % 8);
        assert_as_naive(&code.parse().unwrap(), tier(500, 1500));
    }
}

/// Digits that repeat, each kind of digit in a block of one and of two, and blocks of three with each kind
/// of digit in front: as if their moves were taken one by one.
#[test]
fn digits_that_repeat() {
    let mut compared = 0;
    let mut compare = |code: String| {
        let code: Code = code.parse().unwrap();
        let up_to = if code.parts() == 3 { 40 } else { 90 };
        assert_as_naive(&code, up_to);
        compared += 1;
    };
    let digits: Vec<String> = (0..16)
        .map(|bits| format!("{bits:x}"))
        .chain((4..16).map(|bits| format!("{bits:x}!")))
        .collect();
    for (i, one) in digits.iter().enumerate() {
        for first in ["0", "4", "4!", "8", "c!"] {
            compare(format!("{first}.[{one}]"));
        }
        for other in &digits {
            compare(format!("0.[{one}{other}]"));
            let next = &digits[(i + 7) % digits.len()];
            compare(format!("0.{next}[{one}{other}0]"));
        }
    }
    // Values that moves reach from smaller heaps are not computed again. The number of sums for 600 heaps:
    for (code, sums) in [
        ("0.[7]", 600),
        ("4.[4]", 600),
        ("0.[3]", 2),
        ("0.[f]", 600 * 600 / 12),
    ] {
        let work = Sequence::to(code.parse().unwrap(), 600).work();
        assert!(work <= sums * 600, "{code}: {work}");
    }
    // Too many of them to be kept as sets.
    compare(format!("0.[{}]", "3!07".repeat(30) + "0"));
    assert_eq!(compared, 28 * (5 + 2 * 28) + 1);
}
