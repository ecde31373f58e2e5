//! Positions and moves of any game, built from recipes by the game's own generators, reader and rules.

use std::collections::HashSet;
use std::iter::successors;
use std::mem;

use grundy_brute::{Rules, Space as _};
use grundy_core::text::Numbers;
use grundy_game::{Request, TypedGame, rank};

use crate::{Amount, Base, Edit, NumberRun, Pick, PlayOn, Reach, Recipe};

/// Extents to try, from the largest to the smallest: a game refuses extents beyond its limits, and a
/// position with few reachable positions needs a small one.
const EXTENTS: [u64; 9] = [
    u64::MAX,
    1_000_000_000_000_000_000,
    u32::MAX as u64,
    4096,
    SMALL_EXTENT,
    16,
    6,
    3,
    1,
];
/// The largest extent of a position for an oracle.
const SMALL_EXTENT: u64 = 64;
/// The most positions that can be reached from one for an oracle.
const REACHABLE: usize = 500;
/// The most parts of a position, and of one for an oracle.
const PARTS: u64 = 1000;
const SMALL_PARTS: u64 = 9;

/// The position of a recipe. Every recipe gives one: what the game refuses is built smaller or left out.
///
/// ```
/// use grundy_fuzz::{Base, PlayOn, Reach, Recipe, position};
/// let recipe = Recipe {
///     base: Base::Numbers(vec![2, 9, 5]), edits: vec![], play_on: PlayOn::ToLost(0), picks: vec![],
/// };
/// assert_eq!(position(&grundy_games::nim::Nim, &recipe, Reach::Large).heaps(), [5, 5]);
/// ```
///
/// # Panics
/// When the game has no position at all.
pub fn position<G: TypedGame>(game: &G, recipe: &Recipe, reach: Reach) -> G::Position {
    let (parts, extent) = match reach {
        Reach::Large => (PARTS, u64::MAX),
        Reach::Small => (SMALL_PARTS, SMALL_EXTENT),
    };
    let n = match recipe.base {
        Base::Shape { n, .. } => n.up_to(parts, &[]).max(1),
        Base::Runs { .. } | Base::Numbers(_) => 1,
    };
    let sizes = successors(Some(n), |n| (*n > 1).then_some(n / 2)).flat_map(|n| {
        let extents = EXTENTS.into_iter().filter(|&tried| tried <= extent);
        extents.map(move |extent| (n, extent))
    });
    let built = sizes
        .filter_map(|(n, extent)| built(game, recipe, n, extent))
        .find(|built| reach == Reach::Large || is_small(game, built));
    let built = built.unwrap_or_else(|| {
        let rules = game.rules();
        let mut sizes = game.about().smallest..;
        let first = sizes.find_map(|size| {
            let mut all = (0..rules.positions(size)).map(|index| rules.position(size, index));
            all.find_map(|of_rules| game.position(&of_rules))
        });
        first.expect("a game has positions")
    });
    played_on(game, &built, &recipe.play_on).unwrap_or(built)
}

/// The base of the recipe with these sizes and its edits, or `None` when the game refuses the base.
fn built<G: TypedGame>(game: &G, recipe: &Recipe, n: u64, extent: u64) -> Option<G::Position> {
    let base = match &recipe.base {
        Base::Shape { shape, m, seed, .. } => {
            // What the closed form would do for a shape, `PlayOn` does for every game.
            let mut shapes = game.about().shapes.to_vec();
            shapes.retain(|shape| !shape.by_closed_form);
            let shape = shapes.get(usize::from(*shape) % shapes.len().max(1))?.name;
            let (m, seed) = (m.up_to(extent, &[]), *seed);
            // A strip must have room for its pawns.
            let with_room = m.saturating_add(n).min(extent);
            let generated = [m, with_room].into_iter().find_map(|m| {
                let request = Request { shape, m, n, seed };
                game.generate(&request).ok()
            });
            generated?
        }
        Base::Runs { bound, runs } => runs_of(game, *bound, runs, extent)?,
        Base::Numbers(numbers) => {
            let numbers: Vec<u64> = numbers.iter().map(|&number| number.min(extent)).collect();
            read(game, &numbers)?
        }
    };
    let edited = recipe.edits.iter().fold(base, |position, edit| {
        edited(game, &position, edit, extent).unwrap_or(position)
    });
    // No move may need a larger number than can be written.
    Some(game.with_room(edited))
}

/// The position whose row is these runs of consecutive numbers, behind the header that the game accepts.
fn runs_of<G: TypedGame>(
    game: &G,
    bound: Amount,
    runs: &[NumberRun],
    extent: u64,
) -> Option<G::Position> {
    /// The longest run, and the longest row: several times what vectors hold.
    const LONGEST: (u64, usize) = (700, 2500);
    let (mut row, mut sizes, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    let mut last = 0;
    for run in runs {
        let size = run.size.up_to(extent.min(LONGEST.0), &sizes).max(1);
        let gap = run.gap.up_to(extent / 2, &[1, 2, 3]);
        let end = gap.checked_add(1 + last)?.checked_add(size)?;
        if end > extent || row.len() + size as usize > LONGEST.1 {
            break;
        }
        row.extend(end - size..end);
        sizes.push(size);
        last = end - 1;
        ends.push(last);
    }
    let n = row.len() as u64;
    let m = last + 1 + bound.up_to((extent - last).saturating_sub(1), &[]);
    let k = bound.up_to(extent, &row);
    // For games with forbidden pairs: the last of each run may not go to the smallest sizes.
    let ends = sizes.iter().zip(&ends);
    let pairs = ends.flat_map(|(&size, &x)| (0..size.min(24).min(x)).map(move |to| [x, x - to]));
    let pairs: Vec<u64> = pairs.flatten().collect();
    let m_pairs = pairs.len() as u64 / 2;
    let headers: [(&[u64], &[u64]); 5] = [
        (&[n], &[]),
        (&[n, k], &[]),
        (&[n, m_pairs], &pairs),
        (&[1, n], &[]),
        (&[m, n], &[]),
    ];
    let mut inputs = headers.iter();
    inputs.find_map(|(header, rest)| read(game, &[header, &row[..], rest].concat()))
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

/// Whether at most [`REACHABLE`] positions can be reached from this one.
fn is_small<G: TypedGame>(game: &G, position: &G::Position) -> bool {
    let (rules, start) = (game.rules(), game.rules_position(position));
    if rules.moves_at_most(&start) > REACHABLE as u64 {
        return false;
    }
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start];
    while let Some(position) = open.pop()
        && seen.len() <= REACHABLE
    {
        rules.each_move(&position, &mut |_, next| {
            if !seen.contains(next) {
                seen.insert(next.clone());
                open.push(next.clone());
            }
        });
    }
    seen.len() <= REACHABLE
}

/// The position after the moves of the recipe; `None` where there are none or the game ends.
fn played_on<G: TypedGame>(game: &G, built: &G::Position, play_on: &PlayOn) -> Option<G::Position> {
    let play =
        |position: &G::Position, a_move: &G::Move| game.position(&game.play(position, a_move)?);
    let lost = |which: u8| {
        let winning = game.winning_moves(built);
        let chosen = winning.get(usize::from(which) % winning.len().max(1))?;
        play(built, chosen)
    };
    match play_on {
        PlayOn::Not => None,
        PlayOn::ToLost(which) => lost(*which),
        PlayOn::BesideLost(which, pick) => {
            let lost = lost(*which).unwrap_or_else(|| built.clone());
            let beside = picked_move(game, &lost, pick).and_then(|next| play(&lost, &next));
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
