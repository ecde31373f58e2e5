//! A game with one thing wrong.

use grundy_games::generate::Random;
use grundy_games::{
    About, Claim, Detail, Explanation, InputError, NoShape, Reduction, Request, RulesMove,
    RulesPosition, Simpler, TypedGame,
};

/// A game's claim, moves, reader or page, done otherwise.
type Claims<G> = fn(&<G as TypedGame>::Position) -> Claim;
type Lists<G> = fn(&<G as TypedGame>::Position) -> Vec<<G as TypedGame>::Move>;
type Reads<G> = fn(&[u8]) -> Result<Vec<<G as TypedGame>::Position>, InputError>;
type Explains<G> = fn(&<G as TypedGame>::Position) -> Explanation;

/// A game that does some things otherwise.
#[derive(Clone)]
pub struct Broken<G: TypedGame> {
    /// The game as it should be.
    pub game: G,
    /// In place of the game's own.
    pub claim: Option<Claims<G>>,
    /// In place of the game's own.
    pub winning_moves: Option<Lists<G>>,
    /// In place of the game's own.
    pub parse: Option<Reads<G>>,
    /// In place of the game's own.
    pub explain: Option<Explains<G>>,
}

impl<G: TypedGame> Broken<G> {
    /// The game as it is.
    pub fn new(game: G) -> Self {
        Self {
            game,
            claim: None,
            winning_moves: None,
            parse: None,
            explain: None,
        }
    }

    /// The game with another solver.
    pub fn solver(game: G, claim: Claims<G>, winning_moves: Lists<G>) -> Self {
        Self {
            claim: Some(claim),
            winning_moves: Some(winning_moves),
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

    fn parse(&self, text: &[u8]) -> Result<Vec<Self::Position>, InputError> {
        self.parse
            .map_or_else(|| self.game.parse(text), |parse| parse(text))
    }

    fn input(&self, positions: &[Self::Position]) -> String {
        self.game.input(positions)
    }

    fn claim(&self, position: &Self::Position) -> Claim {
        self.claim
            .map_or_else(|| self.game.claim(position), |claim| claim(position))
    }

    fn winning_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        self.winning_moves
            .map_or_else(|| self.game.winning_moves(position), |list| list(position))
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

    fn page(&self, position: &Self::Position, detail: Detail) -> Explanation {
        match self.explain {
            Some(explain) if detail == Detail::Full => explain(position),
            _ => self.game.page(position, detail),
        }
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

    fn generate(&self, request: &Request<'_>) -> Result<Self::Position, NoShape> {
        TypedGame::generate(&self.game, request)
    }
}
