//! A game that says no more than it must: everything else has a default.

use std::sync::LazyLock;

use grundy_brute::{Space as _, nim as rules};
use grundy_core::nim::{Move, Position};
use grundy_games::generate::Random;
use grundy_games::nim::Nim;
use grundy_games::{About, Claim, Detail, Draw, Game, InputError, Sizes as _, TypedGame};

use crate::{answer, read};

/// Nim with what is required only.
#[derive(Clone)]
struct Least;

static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    name: "least".into(),
    title: "Nim again".into(),
    largest: rules::Nim::LARGEST_SIZE,
    sweep_to: 9,
    ..About::default()
});

impl TypedGame for Least {
    type Position = Position;
    type Move = Move;
    type Rules = rules::Nim;

    fn about(&self) -> &About {
        &ABOUT
    }

    fn rules(&self) -> rules::Nim {
        rules::Nim
    }

    fn parse(&self, text: &[u8]) -> Result<Vec<Position>, InputError> {
        Nim.parse(text)
    }

    fn claim(&self, position: &Position) -> Claim {
        Claim::new(position.outcome(), position.count_winning_moves())
    }

    fn winning_moves(&self, position: &Position) -> Vec<Move> {
        Nim.winning_moves(position)
    }

    fn position(&self, of_rules: &Vec<u64>) -> Option<Position> {
        Nim.position(of_rules)
    }

    fn rules_position(&self, position: &Position) -> Vec<u64> {
        Nim.rules_position(position)
    }

    fn move_of(&self, of_rules: &rules::Move) -> Move {
        Nim.move_of(of_rules)
    }

    fn rules_move(&self, a_move: &Move) -> Option<rules::Move> {
        Nim.rules_move(a_move)
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        TypedGame::draw(&Nim, random, m, n)
    }
}

#[test]
fn a_game_of_required_methods_has_pages_shapes_and_simpler_positions() {
    assert_eq!(answer(&Least, "2\n2 3\n").unwrap(), "Yes\n");
    let position = read(&Least, "2\n2 1\n");
    let page = position.page(Detail::Full).unwrap().text();
    assert_eq!(
        page,
        "Nim again\n\n  2 2 1\n\nAn N-position: the player to move wins.\n\n\
         1 winning move\n  1 from heap 1  leads to a P-position\n"
    );
    assert_eq!(position.page(Detail::Brief).unwrap().text(), "2\n2 1\n");
    let simpler = position.simpler().unwrap();
    let simpler: Vec<String> = simpler.map(|simpler| simpler.to_string()).collect();
    assert_eq!(simpler, ["2\n0 1\n", "2\n1 1\n", "2\n2 0\n"]);
    let wins = |shape| {
        let (m, n, seed) = (1000, 5, 1);
        let request = grundy_games::Request { shape, m, n, seed };
        let drawn = Game::draw(&Least, &request).unwrap();
        drawn.solve().unwrap().claim.wins
    };
    assert_eq!(["lost", "nearly"].map(wins), [false, true]);
    let solved = Least.solved(
        9,
        &grundy_games::Place::Memory,
        &mut grundy_games::unwatched,
    );
    let tally = solved.unwrap().check(9, 0..256).unwrap();
    assert_eq!((tally.positions, tally.mismatches), (256, 0));
    let draw = Draw {
        m: 1000,
        n: 5,
        seed: 1,
    };
    assert_eq!(Least.random_closure(&draw, 0..30).unwrap().mismatches, 0);
    assert_eq!(Least.closure(9).unwrap()(0..256).unwrap().mismatches, 0);
}
