//! Values that rise for ever: proved where a theorem proves it, and as they rise much farther on.

use grundy_core::octal::period::{self, Proof, Theorem};
use grundy_core::octal::{Code, Sequence, naive};
use grundy_features::tier;

/// All hexadecimal codes of two digits with moves that leave three heaps: what is proved by heap 250 holds to heap 400.
#[test]
fn proved_values_go_on_rising() {
    let (mut proved, mut observed) = (Vec::new(), 0);
    for digits in (0..256).step_by(tier(3, 1)) {
        let code: Code = format!("0.{digits:02x}").parse().unwrap();
        if code.parts() < 3 {
            continue;
        }
        let right = naive::values(&code, 400);
        let few = Sequence::resume(code.clone(), right[..=250].iter().copied());
        let Some(period) = period::find(&code, few.cells()).filter(|period| period.saltus > 0)
        else {
            continue;
        };
        let Proof::Proved { theorem, needed } = period.proof else {
            observed += 1;
            continue;
        };
        assert!(theorem == Theorem::Rising && needed <= 250);
        for heap in period.start..=400 - period.length {
            let rises = u64::from(right[heap]) + period.saltus;
            assert_eq!(
                u64::from(right[heap + period.length]),
                rises,
                "{code}: {heap}"
            );
        }
        proved.push(code.to_string());
    }
    assert!(
        proved.len() >= tier(20, 60) && observed > 0,
        "{proved:?} proved, {observed} observed"
    );
}

/// The heap to which the theorem needs the values, in a code of each preperiod and period: with one value less it proves nothing.
#[test]
fn proved_as_soon_as_the_theorem_allows() {
    for (code, needed) in [
        ("0.8", 58),
        ("0.c", 40),
        ("0.48", 43),
        ("0.88", 59),
        ("0.08", 77),
        ("0.f8", 173),
    ] {
        let code: Code = code.parse().unwrap();
        let proved = |up_to| {
            let sequence = Sequence::to(code.clone(), up_to);
            period::find(&code, sequence.cells()).map(|period| period.proof)
        };
        let theorem = Theorem::Rising;
        assert_eq!(proved(needed), Some(Proof::Proved { theorem, needed }));
        assert!(!matches!(proved(needed - 1), Some(Proof::Proved { .. })));
    }
}

/// What is not so is not proved: a saltus that is no power of 2, one value changed, and too few values.
#[test]
fn other_values_are_not_proved() {
    let find = |code: &str, change: Option<usize>, up_to: usize| {
        let code: Code = code.parse().unwrap();
        let mut values = naive::values(&code, up_to);
        if let Some(heap) = change {
            values[heap] += 1;
        }
        let sequence = Sequence::resume(code.clone(), values);
        period::find(&code, sequence.cells()).is_some_and(|period| period.is_proved())
    };
    assert!(find("0.8", None, 200) && find("0.f8", None, 250));
    assert!(!find("0.8", None, 50));
    assert!(!find("0.8", Some(150), 200));
    assert!(!find("0.3f", None, 250));
}

/// The values of one game do not prove those of another: with the same values, moves that hit what they should not.
#[test]
fn the_moves_are_looked_at() {
    let values = |code: &str| naive::values(&code.parse().unwrap(), 250);
    let of = |code: &str, values: Vec<u32>| {
        let sequence = Sequence::resume(code.parse().unwrap(), values);
        period::find(sequence.code(), sequence.cells()).is_some_and(|period| period.is_proved())
    };
    for (code, other) in [
        ("0.8", "0.08"),
        ("0.08", "0.8"),
        ("0.c", "0.8"),
        ("0.88", "0.c"),
        ("0.f8", "0.fc"),
    ] {
        assert!(of(code, values(code)), "{code}");
        assert!(
            !of(code, values(other)),
            "{code} with the values of {other}"
        );
    }
    // The theorem is about heaps that may be equal, and about codes that leave three.
    assert!(!of("0.8!", values("0.8")));
    assert!(!of("0.4", values("0.8")));
}
