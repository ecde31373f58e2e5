//! Games whose position is a row of heaps or steps: the shapes that follow from that.

use grundy_brute::Rules;
use grundy_game::TypedGame;
use grundy_game::generate::Random;

/// A game whose position is a row of numbers, of which some are Nim heaps.
pub(crate) trait Row:
    TypedGame<Rules: Rules<Position: AsRef<[u64]> + AsMut<[u64]>>>
{
    /// Every `EVERY`-th number of the row is a heap, from the first one on.
    const EVERY: usize = 1;

    /// The Grundy value of each heap: by default its size.
    fn values(&self, position: &Self::Position) -> Vec<u64> {
        let of_rules = self.rules_position(position);
        let row = of_rules.as_ref().iter();
        row.step_by(Self::EVERY).copied().collect()
    }
}

/// A position of the shape `random`, `lost`, `nearly` or `high`; `None` when this try found none.
pub(crate) fn shaped<G: Row>(
    game: &G,
    shape: &str,
    random: &mut Random,
    m: u64,
    n: usize,
) -> Option<G::Position> {
    if shape == "random" {
        return game.draw(random, m, n);
    }
    let lost = lost(game, random, m, n)?;
    let mut of_rules = game.rules_position(&lost);
    let row = of_rules.as_mut();
    match shape {
        "nearly" => {
            let place = G::EVERY * random.below(n.div_ceil(G::EVERY) as u64) as usize;
            row[place] = row[place].checked_add(1).filter(|&more| more <= m)?;
        }
        "high" => {
            let (heap, bit) = random.place_of_highest_bit(&game.values(&lost))?;
            row[G::EVERY * heap] -= bit;
        }
        _ => return Some(lost),
    }
    game.position(&of_rules)
}

/// A random P-position: a random position with one heap raised to `m`, and another heap, or the same if there is no
/// other, lowered as a winning move lowers it. What the move takes is dropped, also where the move would put it on a
/// place that is no heap.
fn lost<G: Row>(game: &G, random: &mut Random, m: u64, n: usize) -> Option<G::Position> {
    let mut of_rules = game.rules_position(&game.draw(random, m, n)?);
    let largest = G::EVERY * random.below(n.div_ceil(G::EVERY) as u64) as usize;
    of_rules.as_mut()[largest] = m;
    let winning = game.winning_moves(&game.position(&of_rules)?).ok()?;
    let lowered = winning.iter().map(G::lowered);
    let lowered: Vec<_> = lowered.filter(|(place, _)| place % G::EVERY == 0).collect();
    if let Some((place, amount)) = random.choose_but(&lowered, |&(place, _)| place == largest) {
        of_rules.as_mut()[place] -= amount;
    }
    game.position(&of_rules)
}

/// A row with two equal numbers more: at the beginning, and at some place.
pub(crate) fn twins(row: &[u64], at: usize, twin: u64) -> Vec<u64> {
    let (left, right) = row.split_at(at % row.len());
    [&[twin], left, &[twin], right].concat()
}

/// A row behind its length.
pub(crate) fn with_length(numbers: &[u64]) -> Vec<u64> {
    [&[numbers.len() as u64], numbers].concat()
}

/// What all games of rows implement in the same way: a move is a place of the row and a number, in fields of these
/// names. The closed form counts places from 1, the rules from 0. With the module of a closed form an input is one
/// position, and the answer is its outcome.
macro_rules! row_game {
    ($core:ident, $place:ident: $number:ident) => {
        row_game!($place: $number);

        fn parse(&self, text: &mut Numbers<'_>) -> Result<Vec<Position>, grundy_game::InputError> {
            Ok(vec![Position::read(text)?])
        }

        fn answers(&self, input: &mut Numbers<'_>) -> Result<Vec<String>, grundy_game::Error> {
            let outcome = $core::read_outcome(input)?;
            Ok(vec![ABOUT.answers.right(&outcome.into(), &[])])
        }
    };
    ($place:ident: $number:ident) => {
        type Position = Position;
        type Move = Move;

        fn about(&self) -> &About {
            &ABOUT
        }

        fn rules(&self) -> Self::Rules {
            Self::Rules::default()
        }

        fn claim(&self, position: &Position) -> Result<grundy_game::Known, grundy_game::Failed> {
            let value = position.grundy_value();
            let outcome = grundy_game::Outcome::from_grundy_value(value);
            let winning = position.count_winning_moves();
            Ok(grundy_game::Known::new(outcome, winning).with_grundy(value))
        }

        fn winning_moves(&self, position: &Position) -> Result<Vec<Move>, grundy_game::Failed> {
            Ok(position.winning_moves().collect())
        }

        fn move_of(&self, of_rules: &grundy_brute::RowMove) -> Move {
            Move {
                $place: of_rules.place + 1,
                $number: of_rules.amount,
            }
        }

        fn rules_move(&self, a_move: &Move) -> Option<grundy_brute::RowMove> {
            Some(grundy_brute::RowMove {
                place: a_move.$place.checked_sub(1)?,
                amount: a_move.$number,
            })
        }

        fn lowered(a_move: &Move) -> (usize, u64) {
            (a_move.$place - 1, a_move.$number)
        }
    };
}

/// What all games of rows implement in the same way whose programs write a move as its two fields.
macro_rules! numbered_moves {
    ($place:ident: $number:ident) => {
        const NUMBERED: bool = true;

        fn numbered(&self, _: &Position, [place, number]: [u64; 2]) -> Option<Move> {
            Some(Move {
                $place: place.try_into().ok()?,
                $number: number,
            })
        }
    };
}
pub(crate) use numbered_moves;
pub(crate) use row_game;
