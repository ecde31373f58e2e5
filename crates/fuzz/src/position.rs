//! Positions and moves of any game, built from recipes by the game's own generators, reader and rules.

use std::iter::successors;
use std::mem;

use grundy_brute::{Rules as _, Space as _};
use grundy_core::text::Numbers;
use grundy_game::{Request, TypedGame, rank};

use crate::{Edit, Pick, PlayOn, Recipe};

/// Extents to try, from the largest to the smallest: a game refuses extents beyond its limits.
const EXTENTS: [u64; 9] = [
    u64::MAX,
    1_000_000_000_000_000_000,
    u32::MAX as u64,
    4096,
    64,
    16,
    6,
    3,
    1,
];
/// The most parts of a position.
const PARTS: u64 = 1000;

/// The position of a recipe. Every recipe gives one: what the game refuses is built smaller or left out.
///
/// ```
/// use grundy_fuzz::{Amount, Edit, Pick, PlayOn, Recipe, position};
/// let edits = [(1, 9), (2, 5)].map(|(at, amount)| Edit::Number(Pick { at, amount: Amount::Any(amount) }));
/// let recipe = Recipe {
///     shape: 0, m: Amount::Tiny(1), n: Amount::Tiny(2), seed: 1,
///     edits: edits.to_vec(), play_on: PlayOn::ToLost(0), picks: vec![],
/// };
/// assert_eq!(position(&grundy_games::nim::Nim, &recipe).heaps(), [5, 5]);
/// ```
///
/// # Panics
/// When the game has no position at all.
pub fn position<G: TypedGame>(game: &G, recipe: &Recipe) -> G::Position {
    let n = recipe.n.up_to(PARTS, &[]).max(1);
    let parts = successors(Some(n), |n| (*n > 1).then_some(n / 2));
    let mut sizes = parts.flat_map(|n| EXTENTS.map(|extent| (n, extent)));
    let built = sizes.find_map(|(n, extent)| built(game, recipe, n, extent));
    let built = built.unwrap_or_else(|| {
        let rules = game.rules();
        let mut all = (game.about().smallest..).flat_map(|size| rules.of_size(size));
        let first = all.find_map(|of_rules| game.position(&of_rules));
        first.expect("a game has positions")
    });
    played_on(game, &built, &recipe.play_on).unwrap_or(built)
}

/// The position of the recipe's shape with these sizes and its edits, or `None` when the game has none of these sizes.
fn built<G: TypedGame>(game: &G, recipe: &Recipe, n: u64, extent: u64) -> Option<G::Position> {
    // What the closed form would do for a shape, `PlayOn` does for every game.
    let mut shapes = game.about().shapes.to_vec();
    shapes.retain(|shape| !shape.by_closed_form);
    let shape = shapes
        .get(usize::from(recipe.shape) % shapes.len().max(1))?
        .name;
    let (m, seed) = (recipe.m.up_to(extent, &[]), recipe.seed);
    // A strip must have room for its pawns.
    let with_room = m.saturating_add(n).min(extent);
    let drawn = [m, with_room].into_iter().find_map(|m| {
        let request = Request { shape, m, n, seed };
        game.generate(&request).ok()
    });
    let edited = recipe.edits.iter().fold(drawn?, |position, edit| {
        edited(game, &position, edit, extent).unwrap_or(position)
    });
    // No move may need a larger number than can be written.
    Some(game.with_room(edited))
}

fn edited<G: TypedGame>(
    game: &G,
    position: &G::Position,
    edit: &Edit,
    extent: u64,
) -> Option<G::Position> {
    match edit {
        Edit::Simpler(which) => game.simpler(position).nth(usize::from(*which)),
        Edit::Number(pick) => {
            let mut numbers = numbers(game, position);
            let at = usize::from(pick.at) % numbers.len().max(1);
            let mut marks = numbers.clone();
            // The number with which the row has the nim-sum 0, behind a header of one or of two.
            marks.extend([1, 2].map(|header| {
                let row = numbers.iter().enumerate().skip(header);
                let others = row.filter(|&(i, _)| i != at);
                others.fold(0, |sum, (_, number)| sum ^ number)
            }));
            *numbers.get_mut(at)? = pick.amount.up_to(extent, &marks);
            read(game, &numbers)
        }
    }
}

/// The numbers of a position's input text.
pub(crate) fn numbers<G: TypedGame>(game: &G, position: &G::Position) -> Vec<u64> {
    rank(&game.input(std::slice::from_ref(position)))
}

/// The position whose input text has these numbers.
pub(crate) fn read<G: TypedGame>(game: &G, numbers: &[u64]) -> Option<G::Position> {
    let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
    let text = words.join(" ");
    let read = game.parse(&mut Numbers::new(text.as_bytes()));
    read.ok()?.into_iter().next()
}

/// The position after the moves of the recipe; `None` where there are none or the game ends.
fn played_on<G: TypedGame>(game: &G, built: &G::Position, play_on: &PlayOn) -> Option<G::Position> {
    let lost = |which: u8| {
        let winning = game.winning_moves(built).ok()?;
        let chosen = winning.get(usize::from(which) % winning.len().max(1))?;
        game.after(built, chosen)
    };
    match play_on {
        PlayOn::Not => None,
        PlayOn::ToLost(which) => lost(*which),
        PlayOn::BesideLost(which, pick) => {
            let lost = lost(*which).unwrap_or_else(|| built.clone());
            let beside = picked_move(game, &lost, pick).and_then(|next| game.after(&lost, &next));
            Some(beside.unwrap_or(lost))
        }
    }
}

/// The legal move that a pick chooses; `None` when the rules find none. The rules draw a random move,
/// and the pick stands for the random numbers: first the place, then how much.
pub fn picked_move<G: TypedGame>(game: &G, position: &G::Position, pick: &Pick) -> Option<G::Move> {
    let mut is_first = true;
    let mut further = 0;
    let mut below = |bound: u64| {
        if mem::take(&mut is_first) {
            return u64::from(pick.at) % bound.max(1);
        }
        // Rules that refuse a number draw again: they get another one each time.
        further += 1;
        let number = pick.amount.up_to(bound.saturating_sub(1), &[]);
        number.wrapping_add(further / 2) % bound.max(1)
    };
    let position = game.rules_position(position);
    let drawn = game.rules().random_move(&position, &mut below);
    drawn.map(|of_rules| game.move_of(&of_rules))
}
