//! Every property on every solver of every game.

use grundy_fuzz::properties;
use grundy_game::TypedGame;
use grundy_games::bounded::Bounded;
use grundy_games::constrained::Constrained;
use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;
use grundy_games::nim::Nim;
use grundy_games::staircase::Staircase;

use crate::trial::holds;

fn every_property<G: TypedGame>(game: &G) {
    for (name, property) in properties::all() {
        println!("{name}");
        holds(game, property);
    }
}

/// A test for each game, in the order of the list of games.
macro_rules! stamp {
    ($($name:ident: $game:expr;)*) => {
        $(#[test]
        fn $name() {
            every_property(&$game);
        })*

        #[test]
        fn no_game_is_left_out() {
            let all = grundy_games::all().iter();
            assert!(all.map(|game| &*game.about().name).eq([$(stringify!($name)),*]));
        }
    };
}

stamp! {
    gra: Gra;
    nim: Nim;
    bounded: Bounded;
    staircase: Staircase;
    constrained: Constrained;
    kamyki: Kamyki;
}
