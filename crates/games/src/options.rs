//! What a player can choose, and what the oracle says of every small position: by the rules alone.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use grundy_brute::{Retrograde, Rules, SolveError, Space};
use serde::{Deserialize, Serialize};

use crate::generate::Random;
use crate::oracle::Watch;
use crate::{Error, Game, InputError, OracleError, Progress, RulesMove, RulesPosition};

/// An option of the player to move: a legal move, and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The name of the move, where it has one.
    pub name: Option<String>,
    /// The positions whose disjunctive sum the move leads to, in the game's own text. None for a finished
    /// game that has no position.
    pub leads_to: Vec<String>,
    /// Whether the move wins, where that was asked and somebody knows.
    pub wins: Option<bool>,
}

/// A position with all that exhaustive play says of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluated {
    /// Its size.
    pub size: u32,
    /// The position in the game's own text.
    pub position: String,
    /// Whether the player to move wins.
    pub wins: bool,
    /// How many different moves win.
    pub winning_moves: u64,
    /// The Grundy value, where the game has one.
    pub grundy: Option<u64>,
    /// The number of moves until the game ends, when the winner ends it as fast and the loser as slowly
    /// as they can; `None` where nobody has counted.
    pub remoteness: Option<u32>,
}

impl Evaluated {
    /// The position on one line: white space does not matter in an input of several.
    ///
    /// ```
    /// # use std::ops::ControlFlow;
    /// let nim = grundy_games::find("nim").unwrap();
    /// let mut lines = Vec::new();
    /// nim.values(2, &mut |evaluated| {
    ///     lines.push(evaluated.on_one_line());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(lines, ["1 0", "1 1", "2 0 0"]);
    /// # Ok::<(), grundy_games::Error>(())
    /// ```
    pub fn on_one_line(&self) -> String {
        let lines = self.position.lines().map(str::trim_ascii);
        lines.collect::<Vec<_>>().join(" ")
    }
}

/// The options of a position are listed when there are no more than these,
pub const MOST_MOVES: u64 = 10_000;
/// and when they take no more bytes than this, about.
const LISTED: u64 = 1 << 24;

/// The one position of an input.
pub(crate) fn position<G: Game>(game: &G, input: &[u8]) -> Result<G::Position, InputError> {
    only(game.parse(input)?)
}

/// The one position of an input that was read.
///
/// # Errors
/// When there are several.
pub fn only<P>(mut positions: Vec<P>) -> Result<P, InputError> {
    match (positions.pop(), positions.len()) {
        (Some(position), 0) => Ok(position),
        (_, others) => Err(InputError {
            line: 1,
            column: 1,
            message: format!("found {} positions, expected one", others + 1),
        }),
    }
}

fn choice<G: Game>(game: &G, of_rules: &RulesMove<G>, next: &RulesPosition<G>) -> Choice {
    let next = game.next(next);
    Choice {
        name: Some(game.move_of(of_rules).to_string()),
        leads_to: next
            .iter()
            .map(|next| game.input(std::slice::from_ref(next)))
            .collect(),
        wins: None,
    }
}

/// Every legal move of the position, in the order of the rules.
pub(crate) fn moves<G: Game>(game: &G, input: &[u8]) -> Result<Vec<Choice>, Error> {
    let of_rules = game.rules_position(&position(game, input)?);
    let rules = game.rules();
    let moves = rules.moves_at_most(&of_rules);
    // The text and the position itself, in which a number of one digit takes eight bytes, and the move.
    let bytes = 5 * input.len() as u64 + 200;
    if moves > MOST_MOVES || moves * bytes > LISTED {
        return Err(Error::TooManyMoves(moves));
    }
    let moves = rules.moves(&of_rules);
    Ok(moves
        .iter()
        .map(|(a_move, next)| choice(game, a_move, next))
        .collect())
}

/// As [`moves`], each with what the closed form says of it.
pub(crate) fn options<G: Game>(game: &G, input: &[u8]) -> Result<Vec<Choice>, Error> {
    let mut choices = moves(game, input)?;
    let winning = game.winning_moves(&position(game, input)?);
    let winning: BTreeSet<String> = winning.iter().map(ToString::to_string).collect();
    for choice in &mut choices {
        choice.wins = choice.name.as_ref().map(|name| winning.contains(name));
    }
    Ok(choices)
}

/// Different legal moves at random, in the order of the moves.
pub(crate) fn random_moves<G: Game>(
    game: &G,
    input: &[u8],
    most: usize,
    seed: u64,
) -> Result<Vec<Choice>, Error> {
    let of_rules = game.rules_position(&position(game, input)?);
    let rules = game.rules();
    let mut random = Random::new(seed);
    let moves: BTreeSet<RulesMove<G>> = if rules.moves_at_most(&of_rules) <= most as u64 {
        rules
            .moves(&of_rules)
            .into_iter()
            .map(|(a_move, _)| a_move)
            .collect()
    } else {
        let drawn = (0..most).map(|_| rules.random_move(&of_rules, &mut |n| random.below(n)));
        drawn.flatten().collect()
    };
    let choice = |a_move| Some(choice(game, a_move, &rules.play(&of_rules, a_move)?));
    Ok(moves.iter().filter_map(choice).collect())
}

/// Evaluates every position up to a size, in order of size, until somebody says stop.
pub(crate) fn values<G: Game>(
    game: &G,
    up_to: u32,
    watch: Watch<'_>,
    each: &mut dyn FnMut(Evaluated) -> ControlFlow<()>,
) -> Result<(), Error> {
    let table = match Retrograde::build_watched(game.rules(), up_to, &mut *watch) {
        Err(SolveError::Stopped { .. }) => return Ok(()),
        table => table.map_err(OracleError::from)?,
    };
    let rules = table.space();
    let of = (0..=up_to)
        .map(|size| table.values(size).len() as u64)
        .sum();
    let mut boards = 0;
    for size in 0..=up_to {
        if watch(Progress { boards, of }).is_break() {
            return Ok(());
        }
        boards += table.values(size).len() as u64;
        for (of_rules, value) in rules.of_size(size).zip(table.values(size)) {
            let wins = |next| {
                table
                    .value(next)
                    .is_some_and(|value| !value.outcome.is_win())
            };
            let winning = rules
                .moves(&of_rules)
                .iter()
                .filter(|(_, next)| wins(next))
                .count();
            let evaluated = Evaluated {
                size,
                position: game.input(&[game.position(&of_rules)]),
                wins: value.outcome.is_win(),
                winning_moves: winning as u64,
                grundy: Some(u64::from(value.grundy)),
                remoteness: Some(value.remoteness),
            };
            if each(evaluated).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}
