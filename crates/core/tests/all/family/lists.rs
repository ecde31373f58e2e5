//! Small positions.

/// All lists of 1 to `length` numbers from 0 to `max`, the shorter ones first.
pub fn lists(length: usize, max: u64) -> impl Iterator<Item = Vec<u64>> {
    (1..=length).flat_map(move |length| {
        let mut next = Some(vec![0; length]);
        std::iter::from_fn(move || {
            let list = next.take()?;
            if let Some(last) = list.iter().rposition(|&number| number < max) {
                let mut after = list[..last].to_vec();
                after.push(list[last] + 1);
                after.resize(length, 0);
                next = Some(after);
            }
            Some(list)
        })
    })
}
