//! Values that others have published.

use crate::octal::assert_as_naive;

#[test]
fn first_values() {
    // Each from heap 0 on.
    let known = [
        ("4.[3]", "0 1 2 4 3 5 6 8 7 9 10 12 11"),
        // A014586
        ("subtract:squares", "0 1 0 1 2 0 1 0 1 2"),
        ("subtract:1,3,4", "0 1 0 1 2 3 2 0 1 0 1 2 3 2"),
    ];
    for (code, values) in known {
        let values: Vec<u32> = values
            .split(' ')
            .map(|value| value.parse().unwrap())
            .collect();
        let found = assert_as_naive(&code.parse().unwrap(), values.len() - 1);
        assert_eq!(found, values, "{code}");
    }
}

#[test]
fn terms_of_oeis() {
    let mut compared = 0;
    for line in include_str!("data/oeis.txt").lines().skip(1) {
        let (about, terms) = line.split_at(line.match_indices(' ').nth(3).unwrap().0);
        let about: Vec<&str> = about.split(' ').collect();
        let [shift, first]: [usize; 2] = [2, 3].map(|at| about[at].parse().unwrap());
        let terms: Vec<u32> = terms
            .split_whitespace()
            .map(|term| term.parse().unwrap())
            .collect();
        let values = assert_as_naive(&about[1].parse().unwrap(), shift + first + terms.len() - 1);
        assert_eq!(values[shift + first..], terms, "{line}");
        compared += terms.len();
    }
    assert!(compared > 1000, "{compared}");
}
