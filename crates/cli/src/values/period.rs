//! Where values repeat, as far as they go: an observation.

/// From `start` on a value is the one `length` places before it, and `saltus` more.
///
/// Values are not negative: what falls from one period to the next is none.
#[derive(Debug, PartialEq, Eq)]
pub struct Period {
    /// The first place of which everything behind it repeats.
    pub start: usize,
    /// The length.
    pub length: usize,
    /// What values grow by.
    pub saltus: u64,
}

impl Period {
    /// The shortest period that half of the values show, and at least three times over; the places counted
    /// from 0. O(n^2) at worst, and near O(n) where values vary.
    pub fn of(values: &[u64]) -> Option<Self> {
        let end = values.len();
        (1..=end / 3).find_map(|length| {
            let step = |i: usize| values[i].cast_signed() - values[i - length].cast_signed();
            let saltus = step(end - 1);
            let start = (length..end).rev().find(|&i| step(i) != saltus);
            let start = start.map_or(0, |i| i + 1 - length);
            let saltus = u64::try_from(saltus).ok()?;
            (end - start >= (3 * length).max(end / 2)).then_some(Self {
                start,
                length,
                saltus,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Period;

    #[test]
    fn periods() {
        let of = |values: &[u64]| Period::of(values).map(|p| (p.start, p.length, p.saltus));
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
