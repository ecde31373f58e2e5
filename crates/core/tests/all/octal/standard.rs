//! The standard form of a code has its values, some heaps earlier.

use grundy_core::octal::{Code, naive};

/// All octal codes of three digits, and hexadecimal ones: as the naive way has it.
#[test]
fn values_of_standard_forms() {
    let octal = (0..1024_u32).map(|code| format!("{}.{:03o}", code / 512 * 4, code % 512));
    let hexadecimal = (0..256_u32).map(|code| {
        format!(
            "{}.0{:02x}",
            "048c".as_bytes()[code as usize % 4] as char,
            code
        )
    });
    let (mut changed, mut forms) = (0, std::collections::BTreeSet::new());
    let without_taking = ["8.0", "c.0"].map(String::from);
    for text in octal.chain(hexadecimal).chain(without_taking) {
        let code: Code = text.parse().unwrap();
        let (standard, shift) = code.standard();
        let up_to = if code.parts() == 3 { 40 } else { 90 };
        let [of_code, of_standard] = [&code, &standard].map(|code| naive::values(code, up_to));
        assert_eq!(of_code[..shift.max(1)], vec![0; shift.max(1)], "{code}");
        assert_eq!(
            of_code[shift..],
            of_standard[..=up_to - shift],
            "{code} and {standard}"
        );
        assert_eq!(standard.standard(), (standard.clone(), 0), "{code}");
        changed += usize::from(standard != code);
        forms.insert(standard.to_string());
    }
    // Without the setting and clearing of bit 0 there would be more forms.
    assert_eq!((changed, forms.len()), (1024, 382));
}

/// Codes that OEIS says have the same values: A071509, A071434 and A002187.
#[test]
fn published_equalities() {
    let all = |standard: &str, by, codes: &str| {
        for code in codes.split(' ') {
            let of: Code = code.parse().unwrap();
            assert_eq!(of.standard(), (standard.parse().unwrap(), by), "{code}");
        }
    };
    all("0.1777", 1, "0.454 0.4541 0.4573 0.474 0.457 0.4763 0.477");
    all("0.1377", 2, "0.440 0.443 0.46 0.463");
    all("0.1377", 1, "0.074 0.077");
    all("0.137", 2, "0.4 0.401 0.403 0.42 0.423");
    // No standard form: digits without end, different sizes, a subtraction set, many digits.
    for code in ["0.[3]", "4!.0", "subtract:2,3"] {
        let code: Code = code.parse().unwrap();
        assert_eq!(code.standard(), (code.clone(), 0));
    }
}
