//! A game with one thing wrong.

use grundy_games::generate::Random;
use grundy_games::{
    About, Answers, Claim, Explanation, Facts, Game, InputError, Limit, NoShape, Request,
    RulesMove, RulesPosition, Shape, Simpler,
};

/// A game's claim, moves, reader or page, done otherwise.
type Claims<G> = fn(&<G as Game>::Position) -> Claim;
type Lists<G> = fn(&<G as Game>::Position) -> Vec<<G as Game>::Move>;
type Reads<G> = fn(&[u8]) -> Result<Vec<<G as Game>::Position>, InputError>;
type Explains<G> = fn(&<G as Game>::Position) -> Explanation;

/// A game that does some things otherwise.
pub struct Broken<G: Game> {
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

impl<G: Game> Broken<G> {
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

impl<G: Game> Game for Broken<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Rules = G::Rules;

    fn about(&self) -> &About {
        Game::about(&self.game)
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

    fn position(&self, of_rules: &RulesPosition<Self>) -> Self::Position {
        self.game.position(of_rules)
    }

    fn move_of(&self, of_rules: &RulesMove<Self>) -> Self::Move {
        self.game.move_of(of_rules)
    }

    fn rules_position(&self, position: &Self::Position) -> RulesPosition<G> {
        self.game.rules_position(position)
    }

    fn next(&self, of_rules: &RulesPosition<G>) -> Option<Self::Position> {
        self.game.next(of_rules)
    }

    fn rules_move(&self, a_move: &Self::Move) -> Option<RulesMove<G>> {
        self.game.rules_move(a_move)
    }

    fn explain(&self, position: &Self::Position) -> Explanation {
        self.explain.map_or_else(
            || Game::explain(&self.game, position),
            |explain| explain(position),
        )
    }

    fn facts(&self, position: &Self::Position) -> Facts {
        self.game.facts(position)
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Self::Position> {
        self.game.draw(random, m, n)
    }

    fn shapes(&self) -> &[Shape] {
        Game::shapes(&self.game)
    }

    fn answer_form(&self) -> Answers {
        Game::answer_form(&self.game)
    }

    fn limits(&self) -> &[Limit] {
        Game::limits(&self.game)
    }

    fn simpler(&self, position: &Self::Position) -> Simpler<Self::Position> {
        Game::simpler(&self.game, position)
    }

    fn generate(&self, request: &Request<'_>) -> Result<Self::Position, NoShape> {
        Game::generate(&self.game, request)
    }
}
