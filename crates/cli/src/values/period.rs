//! The period of a finite sequence of values, as an observation.

use grundy_records::heaps::Period;

/// The shortest period that half of the values show, and at least three times over; the values are numbered
/// from `first`. A saltus is never negative, so values that decrease have no period. O(n^2) at worst, and near
/// O(n) where values vary.
pub fn period(first: u64, values: &[u64]) -> Option<Period> {
    let end = values.len();
    (1..=end / 3).find_map(|length| {
        let step = |i: usize| values[i].cast_signed() - values[i - length].cast_signed();
        let saltus = step(end - 1);
        let differs = (length..end).rev().find(|&i| step(i) != saltus);
        let start = differs.map_or(0, |i| i + 1 - length);
        let saltus = u64::try_from(saltus).ok()?;
        (end - start >= (3 * length).max(end / 2)).then_some(Period {
            start: start as u64 + first,
            length: length as u64,
            saltus,
            proved: false,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::period;

    #[test]
    fn periods() {
        let of = |values: &[u64]| {
            period(0, values).map(|found| (found.start, found.length, found.saltus))
        };
        assert_eq!(of(&[0, 1, 0, 1, 0, 1]), Some((0, 2, 0)));
        assert_eq!(of(&[5, 0, 1, 0, 1, 0, 1]), Some((1, 2, 0)));
        assert_eq!(of(&[0, 1, 2, 3]), Some((0, 1, 1)));
        // 4.[3], Lasker's Nim.
        assert_eq!(
            of(&[0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11]),
            Some((1, 4, 4))
        );
        assert_eq!(of(&[0, 1, 2, 3, 2]), None);
        assert_eq!(of(&[0, 1, 5, 3, 2, 8, 9, 9, 9, 9]), None);
        assert_eq!(of(&[3, 2, 1, 0]), None);
        assert_eq!(of(&[7]), None);
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[3, 3, 3]), Some((0, 1, 0)));
    }
}
