//! Values that others have published.

use crate::octal::assert_as_naive;

#[test]
fn first_values() {
    // Each from heap 0 on, with its sequence in OEIS where that begins.
    let known = [
        // A002186
        ("0.77", "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7"),
        // A002187
        (
            "0.137",
            "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1",
        ),
        // A002188
        (
            "4!.0",
            "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0",
        ),
        ("4.[3]", "0 1 2 4 3 5 6 8 7 9 10 12 11"),
        // A046695
        ("0.6", "0 0 1 2 0 1 2 3 1 2 3 4 0 3 4 2 1 3 2 1 0 2 1"),
        // A071464
        (
            "0.127",
            "0 1 0 2 2 1 0 4 4 1 2 2 0 1 4 4 6 1 7 7 0 1 2 2 6 1 4 4 8",
        ),
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
