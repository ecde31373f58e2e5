//! A game with one thing wrong.

use grundy_core::text::Numbers;
use grundy_game::generate::Random;
use grundy_game::{
    About, Amount, Failed, InputError, Known, NoShape, Reduction, Request, RulesMove,
    RulesPosition, Simpler, TypedGame, Variation,
};

/// The result of a reader.
pub type Read<G> = Result<Vec<<G as TypedGame>::Position>, InputError>;

/// What a game reads from a text in memory.
pub fn parse<G: TypedGame>(game: &G, text: &[u8]) -> Read<G> {
    game.parse(&mut Numbers::new(text))
}

/// A game of which some functions are replaced.
#[derive(Clone)]
pub struct Broken<G: TypedGame> {
    pub game: G,
    pub claim: fn(&G, &G::Position) -> Known,
    /// Whether the number of winning moves in the claim is that of the listed ones.
    pub counts_listed: bool,
    pub winning_moves: fn(&G, &G::Position) -> Vec<G::Move>,
    pub parse: fn(&G, &[u8]) -> Read<G>,
}

impl<G: TypedGame> Broken<G> {
    /// The game as it is.
    pub fn new(game: G) -> Self {
        Self {
            game,
            claim: |game, position| game.claim(position).unwrap(),
            counts_listed: false,
            winning_moves: |game, position| game.winning_moves(position).unwrap(),
            parse,
        }
    }

    /// The game with another list of winning moves, of which the claim has the number.
    pub fn listing(game: G, list: fn(&G, &G::Position) -> Vec<G::Move>) -> Self {
        Self {
            winning_moves: list,
            counts_listed: true,
            ..Self::new(game)
        }
    }
}

impl<G: TypedGame> TypedGame for Broken<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Rules = G::Rules;

    fn about(&self) -> &About {
        TypedGame::about(&self.game)
    }

    fn rules(&self) -> G::Rules {
        self.game.rules()
    }

    fn parse(&self, text: &mut Numbers<'_>) -> Read<G> {
        (self.parse)(&self.game, text.whole())
    }

    fn input(&self, positions: &[Self::Position]) -> String {
        self.game.input(positions)
    }

    fn claim(&self, position: &Self::Position) -> Result<Known, Failed> {
        let mut claim = (self.claim)(&self.game, position);
        if self.counts_listed {
            claim.winning_moves = Some(self.winning_moves(position)?.len() as u64);
        }
        Ok(claim)
    }

    fn winning_moves(&self, position: &Self::Position) -> Result<Vec<Self::Move>, Failed> {
        Ok((self.winning_moves)(&self.game, position))
    }

    fn position(&self, of_rules: &RulesPosition<Self>) -> Option<Self::Position> {
        self.game.position(of_rules)
    }

    fn move_of(&self, of_rules: &RulesMove<Self>) -> Self::Move {
        self.game.move_of(of_rules)
    }

    fn rules_position(&self, position: &Self::Position) -> RulesPosition<G> {
        self.game.rules_position(position)
    }

    fn rules_move(&self, a_move: &Self::Move) -> Option<RulesMove<G>> {
        self.game.rules_move(a_move)
    }

    fn first_winning_moves(
        &self,
        position: &Self::Position,
        most: usize,
    ) -> Result<Vec<Self::Move>, Failed> {
        self.game.first_winning_moves(position, most)
    }

    fn lowered(a_move: &Self::Move) -> (usize, u64) {
        G::lowered(a_move)
    }

    fn reduction(&self, position: &Self::Position) -> Option<Reduction> {
        self.game.reduction(position)
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Self::Position> {
        self.game.draw(random, m, n)
    }

    fn simpler(&self, position: &Self::Position) -> Simpler<Self::Position> {
        TypedGame::simpler(&self.game, position)
    }

    fn variations(&self, input: &[u64], at: usize, amount: Amount<'_>) -> Vec<Variation> {
        self.game.variations(input, at, amount)
    }

    fn generate(&self, request: &Request<'_>) -> Result<Self::Position, NoShape> {
        TypedGame::generate(&self.game, request)
    }
}
