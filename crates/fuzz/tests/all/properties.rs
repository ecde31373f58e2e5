//! Every property on every solver of every game.

use grundy_bench::baseline::COUNTERS;
use grundy_bench::baseline::readers::READERS;
use grundy_core::gra;
use grundy_fuzz::sums::{oracles_agree, sprague_grundy};
use grundy_fuzz::{Pick, Reach, Violation, holds, position, properties, recipes};
use grundy_games::TypedGame;
use grundy_games::bounded::Bounded;
use grundy_games::constrained::Constrained;
use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;
use grundy_games::nim::Nim;
use grundy_games::staircase::Staircase;
use proptest::prelude::*;

/// A test for each of the properties, in a module for the game.
macro_rules! stamp {
    ($($module:ident: $game:expr;)*) => {$(
        mod $module {
            use super::*;

            stamp!(@properties stringify!($module), $game;
                oracle Small, closed Large, predecessors Large, counted Large, varied Large,
                split Large, round_trip Large, spaced Large, cut_short Large, explained Large, simplified Large);

            #[test]
            fn oracles() {
                fn agree<G: TypedGame>(game: &G, of: &G::Position, _: &[Pick]) -> Result<(), Violation> {
                    oracles_agree(game, of)
                }
                let file = concat!("proptest-regressions/", stringify!($module), "-oracles.txt");
                holds(&$game, Reach::Tiny, agree, file);
            }
        }
    )*};
    (@properties $module:expr, $game:expr; $($property:ident $reach:ident),*) => {$(
        #[test]
        fn $property() {
            let file = concat!("proptest-regressions/", $module, "-", stringify!($property), ".txt");
            holds(&$game, Reach::$reach, properties::$property, file);
        }
    )*};
}

stamp! {
    gra_game: Gra;
    nim_game: Nim;
    bounded_game: Bounded;
    staircase_game: Staircase;
    constrained_game: Constrained;
    kamyki_game: Kamyki;
}

/// Every property that there is has been stamped above.
#[test]
fn no_property_is_left_out() {
    let stamped = [
        "oracle",
        "closed",
        "predecessors",
        "counted",
        "varied",
        "split",
        "round-trip",
        "spaced",
        "cut-short",
        "explained",
        "simplified",
    ];
    let all = properties::all::<Nim>();
    assert!(all.iter().map(|(name, ..)| *name).eq(stamped));
}

/// Every game on the list has been stamped above, in this order.
#[test]
fn no_game_is_left_out() {
    let stamped = [
        "gra",
        "nim",
        "bounded",
        "staircase",
        "constrained",
        "kamyki",
    ];
    let all = grundy_games::all().iter();
    assert!(all.map(|game| &*game.about().name).eq(stamped));
}

/// Two games side by side, tiny positions of both.
fn beside<A: TypedGame, B: TypedGame>(a: &A, b: &B) {
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        failure_persistence: None,
        cases: ProptestConfig::default().cases / 8,
        ..ProptestConfig::default()
    });
    let held = runner.run(&(recipes(), recipes()), |(for_a, for_b)| {
        let a = (a, &position(a, &for_a, Reach::Tiny));
        let b = (b, &position(b, &for_b, Reach::Tiny));
        Ok(sprague_grundy(a, b)?)
    });
    if let Err(error) = held {
        panic!("{error}");
    }
}

/// The theorem of Sprague and Grundy on sums of any two of the games, strips among them.
#[test]
fn sums_of_two_games() {
    beside(&Gra, &Gra);
    beside(&Gra, &Nim);
    beside(&Gra, &Constrained);
    beside(&Nim, &Bounded);
    beside(&Nim, &Staircase);
    beside(&Bounded, &Bounded);
    beside(&Bounded, &Kamyki);
    beside(&Staircase, &Constrained);
    beside(&Staircase, &Kamyki);
    beside(&Constrained, &Constrained);
    beside(&Constrained, &Kamyki);
    beside(&Kamyki, &Kamyki);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The ways people solve the strip game count and read as the core does.
    #[test]
    fn solvers_of_gra_agree(recipe in recipes()) {
        let board = position(&Gra, &recipe, Reach::Large);
        let (m, squares) = (board.m(), board.squares());
        let expected = board.winning_moves().count() as u32;
        prop_assert_eq!(gra::count_winning_moves(m, squares), expected);
        for (name, count) in COUNTERS {
            prop_assert_eq!(count(m, squares), expected, "{}", name);
        }
        for (name, read) in READERS {
            let read = read(board.to_string().as_bytes());
            prop_assert!(read == Ok((m, squares.to_vec())), "{}", name);
        }
        // Vectors begin anywhere in a block.
        for skipped in 1..squares.len().min(20) {
            let rest = &squares[skipped..];
            let twin = gra::Board::new(m, rest.to_vec()).map(|board| board.winning_moves().count());
            prop_assert_eq!(Ok(gra::count_winning_moves(m, rest) as usize), twin);
        }
    }
}
