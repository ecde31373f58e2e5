//! Games that are wrong on purpose.

use std::ops::Range;
use std::slice;

use grundy_brute::Space;
use grundy_core::text::Numbers;
use grundy_game::generate::Random;
use grundy_game::{
    About, Failed, InputError, Known, Oracle, Outcome, Place, RulesMove, RulesPosition, Scope,
    SolveError, TypedGame, Watch,
};

/// What is wrong with a game on some of its positions.
#[derive(Clone, Copy, Debug)]
pub enum Wrong {
    /// The wrong player wins.
    Outcome,
    /// The wrong player wins, and the number of winning moves is as it should be then.
    Verdict,
    /// One winning move more is counted than there is.
    Count,
    /// A winning move is not listed.
    Moves,
    /// A winning move is neither listed nor counted.
    Hidden,
    /// In place of a winning move any other is listed.
    Swapped,
    /// The Grundy value is one too high.
    Grundy,
    /// No Grundy value is claimed. That is not wrong: what is not claimed is not compared.
    Silent,
    /// The oracle knows nothing.
    Oracle,
    /// There is no oracle.
    NoOracle,
}

/// A game that is wrong on the positions with these inputs; without inputs, on all.
#[derive(Clone)]
pub struct Spoilt<G> {
    game: G,
    wrong: Wrong,
    inputs: Vec<&'static str>,
}

impl<G: TypedGame> Spoilt<G> {
    pub fn new(game: G, wrong: Wrong, inputs: &[&'static str]) -> Self {
        let inputs = inputs.to_vec();
        Self {
            game,
            wrong,
            inputs,
        }
    }

    fn is_wrong_on(&self, position: &G::Position) -> bool {
        let input = self.game.input(slice::from_ref(position));
        self.inputs.is_empty() || self.inputs.contains(&input.as_str())
    }
}

/// The oracle of a spoilt game: it has forgotten one position.
struct Forgetful<G: TypedGame> {
    oracle: Box<dyn Oracle<G::Rules>>,
    forgotten: RulesPosition<G>,
}

impl<G: TypedGame> Oracle<G::Rules> for Forgetful<G> {
    fn truth(&self, position: &RulesPosition<G>) -> Option<(Known, Vec<RulesMove<G>>)> {
        let known = *position != self.forgotten;
        known.then(|| self.oracle.truth(position)).flatten()
    }
}

impl<G: TypedGame> TypedGame for Spoilt<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Rules = G::Rules;

    fn about(&self) -> &About {
        TypedGame::about(&self.game)
    }

    fn rules(&self) -> G::Rules {
        self.game.rules()
    }

    fn parse(&self, text: &mut Numbers<'_>) -> Result<Vec<G::Position>, InputError> {
        self.game.parse(text)
    }

    fn input(&self, positions: &[G::Position]) -> String {
        self.game.input(positions)
    }

    fn claim(&self, position: &G::Position) -> Result<Known, Failed> {
        let mut claim = self.game.claim(position)?;
        if self.is_wrong_on(position) {
            match self.wrong {
                Wrong::Outcome => claim.outcome = Outcome::of(!claim.wins()),
                Wrong::Verdict => {
                    let wins = !claim.wins();
                    claim.outcome = Outcome::of(wins);
                    claim.winning_moves = Some(wins.into());
                }
                Wrong::Count => claim.winning_moves = claim.winning_moves.map(|count| count + 1),
                Wrong::Grundy => claim.grundy = claim.grundy.map(|value| value + 1),
                Wrong::Silent => claim.grundy = None,
                Wrong::Hidden => {
                    let count = claim.winning_moves.unwrap_or(0).saturating_sub(1);
                    claim.winning_moves = Some(count);
                    claim.outcome = Outcome::from_grundy_value(count);
                }
                Wrong::Moves | Wrong::Swapped | Wrong::Oracle | Wrong::NoOracle => {}
            }
        }
        Ok(claim)
    }

    fn winning_moves(&self, position: &G::Position) -> Result<Vec<G::Move>, Failed> {
        let mut moves = self.game.winning_moves(position)?;
        if self.is_wrong_on(position) {
            match self.wrong {
                Wrong::Moves | Wrong::Hidden => _ = moves.pop(),
                Wrong::Swapped => {
                    let mut random = Random::new(1);
                    let other = moves
                        .pop()
                        .and_then(|_| self.random_move(position, &mut random));
                    moves.extend(other);
                }
                _ => {}
            }
        }
        Ok(moves)
    }

    fn position(&self, of_rules: &RulesPosition<G>) -> Option<G::Position> {
        self.game.position(of_rules)
    }

    fn move_of(&self, of_rules: &RulesMove<G>) -> G::Move {
        self.game.move_of(of_rules)
    }

    fn rules_position(&self, position: &G::Position) -> RulesPosition<G> {
        self.game.rules_position(position)
    }

    fn rules_move(&self, a_move: &G::Move) -> Option<RulesMove<G>> {
        self.game.rules_move(a_move)
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<G::Position> {
        self.game.draw(random, m, n)
    }

    fn oracle(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Oracle<G::Rules>>, SolveError> {
        let oracle = self.game.oracle(up_to, place, watch)?;
        match self.wrong {
            Wrong::NoOracle => Err(SolveError::in_memory()),
            Wrong::Oracle => {
                let rules = self.game.rules();
                let mut positions = (0..=up_to).flat_map(|size| rules.of_size(size));
                let forgotten = positions.find(|of_rules| {
                    let position = self.position(of_rules);
                    position.is_some_and(|position| self.is_wrong_on(&position))
                });
                Ok(match forgotten {
                    Some(forgotten) => Box::new(Forgetful::<G> { oracle, forgotten }),
                    None => oracle,
                })
            }
            _ => Ok(oracle),
        }
    }

    fn compared(&self, size: u32) -> Scope {
        self.game.compared(size)
    }

    fn counts(&self, size: u32, indices: Range<u64>, counts: &mut Vec<u32>) {
        let rules = self.rules();
        counts.extend(indices.map(|index| {
            let position = self.position(&rules.position(size, index)).unwrap();
            self.claim(&position).unwrap().winning_moves.unwrap_or(0) as u32
        }));
    }
}
