//! A game of one's own in Rust: what `TypedGame` does for every game.

use grundy_game::own::{Own, OwnGame};
use grundy_game::{About, Detail, Draw, Game, Outcome, Place, Request, Sizes as _, unwatched};

use crate::{answer, read};

/// One heap, of which a move takes one or two stones; with a closed form or without.
#[derive(Clone)]
struct OneOrTwo {
    is_closed: bool,
}

impl OwnGame for OneOrTwo {
    type Position = u32;
    type Move = String;

    fn about(&self) -> About {
        About {
            name: "one-or-two".into(),
            title: "One or two".into(),
            sweep_to: 9,
            ..About::default()
        }
    }

    fn positions(&self, size: u32) -> Vec<u32> {
        vec![size]
    }

    fn moves(&self, heap: &u32) -> Vec<(String, u32)> {
        let a_move = |taken| (format!("take {taken}"), heap - taken);
        (1..=2.min(*heap)).map(a_move).collect()
    }

    fn outcome(&self, heap: &u32) -> Option<Outcome> {
        let value = u64::from(heap % 3);
        (self.is_closed).then(|| Outcome::from_grundy_value(value))
    }
}

#[test]
fn a_game_of_ones_own_has_pages_shapes_and_simpler_positions() {
    for is_closed in [false, true] {
        let game = Own::new(OneOrTwo { is_closed });
        assert_eq!(answer(&game, "4\n\n6\n").unwrap(), "Yes\nNo\n");
        let error = answer(&game, "4\nx\n").unwrap_err().to_string();
        assert_eq!(error, "2:1: invalid digit found in string");
        let error = answer(&game, "\n").unwrap_err().to_string();
        assert_eq!(error, "1:1: the input ends here, expected a position");
        let position = read(&game, "4\n");
        let grundy = (!is_closed).then_some(1);
        assert_eq!(position.solve().unwrap().claim.grundy, grundy);
        assert_eq!(
            position.page(Detail::Full).unwrap().text(),
            "One or two\n\n4\n\nAn N-position: the player to move wins.\n\n\
             1 winning move\n  take 1  leads to a P-position\n"
        );
        assert_eq!(position.page(Detail::Brief).unwrap().text(), "4\n");
        let simpler = position.simpler().unwrap();
        let simpler: Vec<String> = simpler.map(|simpler| simpler.to_string()).collect();
        assert_eq!(simpler, ["2\n", "3\n"]);
        let drawn = |shape| {
            let (m, n, seed) = (1000, 1, 1);
            let drawn = game.draw(&Request { shape, m, n, seed }).unwrap();
            drawn.to_string()
        };
        assert_eq!(["random", "lost"].map(drawn), ["1000\n", "999\n"]);
        assert!(["997\n", "998\n"].contains(&&*drawn("nearly")));
        // Size 0 has a finished game alone.
        let (shape, m, n, seed) = ("nearly", 0, 1, 1);
        let refused = game.draw(&Request { shape, m, n, seed }).err().unwrap();
        let expected = "found no position of shape `nearly` with m = 0 and n = 1 in 1000 tries";
        assert_eq!(refused.to_string(), expected);
        let solved = game.solved(9, &Place::Memory, &mut unwatched).unwrap();
        let closure = game.closure(9).unwrap();
        for tally in [solved.check(9, 0..1), closure(0..1)].map(Result::unwrap) {
            assert_eq!((tally.positions, tally.mismatches), (1, 0));
        }
        let (m, n, seed) = (1000, 5, 1);
        let tally = game.random_closure(&Draw { m, n, seed }, 0..30).unwrap();
        assert_eq!((tally.positions, tally.mismatches), (30, 0));
    }
}
