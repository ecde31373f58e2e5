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

fn mark_one(reached: &mut Reached, lane: usize, rank: u8) {
    if let Some(row) = reached.get_mut(usize::from(rank / 8)) {
        row[lane] |= 1 << (rank % 8);
    }
}

fn assert_loops<const N: usize>(window: Window<'_>, pairs: &[Pair], tried: &[Row; N]) {
    let mut reached_ranks = [[0; LANES]; GROUPS];
    let mut met_ones = [[0; LANES]; N];
    for (lane, rank) in sums(window, pairs) {
        mark_one(&mut reached_ranks, lane, rank);
        for (row, tried) in met_ones.iter_mut().zip(tried) {
            if tried[lane] == rank {
                row[lane] = 255;
            }
        }
    }
    for version in Version::all() {
        let got = reached(version, window, pairs);
        assert_eq!(got, reached_ranks, "{version:?}");
        let words = words_of_open(version, &got);
        let lowest: [Row; N] = lowest(version, &got);
        let mut marked = got;
        mark_ranks(version, tried, &mut marked);
        let mut marked_ones = got;
        for lane in 0..LANES {
            let is_open = |&rank: &u8| got[usize::from(rank / 8)][lane] >> (rank % 8) & 1 == 0;
            let mut open = (0..8 * GROUPS as u8).filter(is_open);
            let of_words =
                (0..64 * WORDS).filter(|rank| words[rank / 64][lane] >> (rank % 64) & 1 == 1);
            assert!(open.clone().map(usize::from).eq(of_words), "{version:?}");
            for (row, tried) in lowest.iter().zip(tried) {
                assert_eq!(row[lane], open.next().unwrap_or(NONE), "{version:?}");
                mark_one(&mut marked_ones, lane, tried[lane]);
            }
        }
        assert_eq!(marked, marked_ones, "{version:?}");
        let mut found = [[0; LANES]; N];
        met(version, window, pairs, tried, &mut found);
        assert_eq!(found, met_ones, "{version:?}");
    }
}

proptest! {
    #[test]
    fn loops_are_as_defined(
        ranks in prop::collection::vec(any::<u8>(), 400),
        spoilt in prop::collection::vec(prop_oneof![Just(0_u8), Just(255)], 400),
        few in any::<u8>(),
        pairs in prop::collection::vec((64_u32..336, any::<u8>()), 0..40),
        tried in prop::collection::vec(0..NONE, LANES * 7),
    ) {
        // Few different ranks, so that much is met and much is not.
        let ranks: Vec<u8> = ranks.iter().map(|rank| rank & few).collect();
        let pairs: Vec<Pair> =
            pairs.iter().map(|&(back, rank)| Pair { back, rank: rank & few }).collect();
        let tried: [Row; 7] = std::array::from_fn(|row| {
            std::array::from_fn(|lane| tried[row * LANES + lane] & few)
        });
        let window = Window { ranks: &ranks, spoilt: &spoilt, at: 336 };
        assert_loops(window, &pairs, &tried);
    }
}
