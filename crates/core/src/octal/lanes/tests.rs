//! Every version against a plain reading of what the loops are to do.

use proptest::prelude::*;

use super::*;

/// Sums that count: heap and rank.
fn sums(window: Window<'_>, pairs: &[Pair]) -> Vec<(usize, u8)> {
    let mut sums = Vec::new();
    for pair in pairs {
        for lane in 0..LANES {
            let other = window.at + lane - pair.back as usize;
            if window.spoilt[other] == 0 {
                sums.push((lane, window.ranks[other] ^ pair.rank));
            }
        }
    }
    sums
}

fn assert_loops(window: Window<'_>, pairs: &[Pair], tried: &[Row; CANDIDATES]) {
    let mut reached_ranks = [[0; LANES]; GROUPS];
    let mut met_ones = [[0; LANES]; CANDIDATES];
    for (lane, rank) in sums(window, pairs) {
        if let Some(row) = reached_ranks.get_mut(usize::from(rank / 8)) {
            row[lane] |= 1 << (rank % 8);
        }
        for (row, tried) in met_ones.iter_mut().zip(tried) {
            if tried[lane] == rank {
                row[lane] = 255;
            }
        }
    }
    for version in Version::all() {
        let got = reached(version, window, pairs);
        assert_eq!(got, reached_ranks, "{version:?}");
        let open = not_reached(version, window, pairs);
        for lane in 0..LANES {
            for rank in 0..8 * GROUPS {
                let is_open = open[rank / 64][lane] >> (rank % 64) & 1 == 1;
                let is_reached = reached_ranks[rank / 8][lane] >> (rank % 8) & 1 == 1;
                assert_ne!(is_open, is_reached, "{version:?}");
            }
            assert_eq!(open[WORDS - 1][lane] >> (8 * GROUPS % 64), 0);
        }
        let got = met(version, window, pairs, tried);
        assert_eq!(got, met_ones, "{version:?}");
    }
}

proptest! {
    #[test]
    fn loops_are_as_defined(
        ranks in prop::collection::vec(any::<u8>(), 400),
        spoilt in prop::collection::vec(prop_oneof![Just(0_u8), Just(255)], 400),
        few in any::<u8>(),
        pairs in prop::collection::vec((64_u32..336, any::<u8>()), 0..40),
        tried in prop::collection::vec(any::<u8>(), LANES * CANDIDATES),
    ) {
        // Few different ranks, so that much is met and much is not.
        let ranks: Vec<u8> = ranks.iter().map(|rank| rank & few).collect();
        let pairs: Vec<Pair> =
            pairs.iter().map(|&(back, rank)| Pair { back, rank: rank & few }).collect();
        let tried = std::array::from_fn(|row| {
            std::array::from_fn(|lane| tried[row * LANES + lane] & few)
        });
        let window = Window { ranks: &ranks, spoilt: &spoilt, at: 336 };
        assert_loops(window, &pairs, &tried);
    }
}
