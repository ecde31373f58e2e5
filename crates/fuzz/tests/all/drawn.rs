//! Recipes drawn with the weights that find errors.

use grundy_fuzz::{Amount, Edit, Pick, PlayOn, Recipe};
use grundy_game::generate::Random;

/// Returns the recipe of a seed.
pub fn recipe(seed: u64) -> Recipe {
    let random = &mut Random::new(seed);
    let which = random.below(256) as u8;
    Recipe {
        shape: which,
        m: match random.below(7) {
            0..2 => Amount::Small(random.below(64) as u8),
            2..4 => near_power(random, 64),
            4 => Amount::NearLimit(random.below(4) as u8),
            _ => amount(random),
        },
        n: match random.below(12) {
            0..6 => Amount::Small(random.between(1, 6) as u8),
            6..8 => amount(random),
            8..11 => near_power(random, 64),
            _ => Amount::NearLimit(random.below(4) as u8),
        },
        seed: random.between(0, u64::MAX),
        edits: (0..random.below(8)).map(|_| edit(random)).collect(),
        play_on: match random.below(5) {
            0..2 => PlayOn::Not,
            2..4 => PlayOn::ToLost(which),
            _ => PlayOn::BesideLost(which, pick(random, 1 << 16)),
        },
        picks: (0..random.below(6))
            .map(|_| pick(random, 1 << 16))
            .collect(),
    }
}

fn amount(random: &mut Random) -> Amount {
    match random.below(18) {
        0..6 => Amount::Tiny(random.below(4) as u8),
        6..9 => Amount::Small(random.below(256) as u8),
        9..12 => near_power(random, 64),
        12 => Amount::NearLimit(random.below(4) as u8),
        13..17 => Amount::NearMark {
            which: random.below(256) as u8,
            offset: random.below(3) as u8,
        },
        _ => Amount::Any(random.between(0, u64::MAX)),
    }
}

fn near_power(random: &mut Random, bits: u64) -> Amount {
    Amount::NearPower {
        bit: random.below(bits) as u8,
        offset: random.below(3) as u8,
    }
}

fn pick(random: &mut Random, places: u64) -> Pick {
    Pick {
        at: random.below(places) as u16,
        amount: amount(random),
    }
}

fn edit(random: &mut Random) -> Edit {
    match random.below(7) {
        // Sizes and bounds are the first numbers of an input.
        0..2 => Edit::Number(pick(random, 4)),
        2..6 => Edit::Number(pick(random, 1 << 16)),
        _ => Edit::Simpler(random.below(32) as u8),
    }
}
