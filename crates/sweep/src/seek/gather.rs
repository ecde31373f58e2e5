//! The positions from which a formula is learnt: those of the smallest sizes, and those that moves lead to.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_formula::search::{Data, Row};
use grundy_formula::{Position as Read, with_numbers};
use grundy_game::{About, Claimant, Error, Evaluated, Failed, Game, Outcome, Position, Progress};

use super::{SeekWatch, Stage};

/// At least so many positions are solved, unless there are too many sizes.
const ENOUGH: u64 = 2000;
/// The largest size that is solved without being asked for; half of it where sizes have several positions.
const LARGEST: u32 = 400;
/// The sizes that are listed at first.
const FIRST: u32 = 8;
/// So many sizes are solved before it is known whether each has one position, its number,
const FEW_SIZES: u32 = 20;
/// and so many before it is known whether moves lead to other positions.
const MANY_SIZES: u32 = 60;
/// The largest single number whose value is added.
const SINGLE: usize = 256;
/// So many positions have their moves looked at.
const LOOKED_AT: usize = 400;
/// So many positions that no size lists are added.
const ADDED: usize = 2000;

/// Solved positions.
pub(super) struct Gathered {
    pub data: Data,
    /// The positions of the data, in the same order.
    pub rated: Vec<Evaluated>,
    pub up_to: u32,
    /// Whether a move leads to a sum.
    pub has_sums: bool,
    /// The most moves from one of the smallest positions.
    pub most_moves: usize,
}

impl Gathered {
    /// Returns the last size with a position, if as many sizes after it have none: larger ones have none, as far as is known.
    pub fn ends(&self) -> Option<u32> {
        let last = self.rated.iter().map(|one| one.size).max()?;
        (2 * u64::from(last) < u64::from(self.up_to)).then_some(last)
    }
}

/// Solves positions up to a size, or up to some thousand of them.
pub(super) fn gather(
    game: &dyn Game,
    asked: Option<u32>,
    watch: SeekWatch<'_>,
) -> Result<Gathered, Error> {
    // What is listed is solved, so not more is listed at first.
    let (first, few) = (
        last_size(game.about(), FIRST),
        last_size(game.about(), FEW_SIZES),
    );
    let is_continued = asked.is_none() && are_numbers(game, first)? && are_numbers(game, few)?;
    let (mut up_to, mut rated) = if is_continued {
        continued(game, few, watch)?
    } else {
        let up_to = asked.map_or_else(|| enough(game, MANY_SIZES), Ok)?;
        (up_to, solved(game, up_to, watch)?)
    };
    // Where formulas read no positions, no more are solved.
    rows(&rated)?;
    if rated.is_empty() {
        let what = format!("no size up to {up_to} has a position");
        return Err(Failed(what).into());
    }
    let mut seen: HashSet<String> = rated.iter().map(|one| one.position.clone()).collect();
    let looked_at = &rated[..LOOKED_AT.min(rated.len())];
    let mut followed = follow(game, looked_at, &mut seen)?;
    // Where moves lead to many positions that no size lists, there are enough positions in fewer sizes.
    let has_many =
        !followed.unlisted.is_empty() && rated.len() + followed.unlisted.len() >= LOOKED_AT;
    let has_one = rated.len() <= 2 * (up_to - game.about().smallest + 1) as usize;
    let largest = if has_one { LARGEST } else { LARGEST / 2 };
    let enough = match asked {
        None if !has_many && !is_continued => enough(game, largest)?,
        _ => up_to,
    };
    if up_to < enough {
        up_to = enough;
        rated = solved(game, up_to, watch)?;
        let listed: HashSet<&str> = rated.iter().map(|one| &*one.position).collect();
        let unlisted = &mut followed.unlisted;
        unlisted.retain(|(position, _)| !listed.contains(&*position.to_string()));
    }
    let (pairs, mut has_sums, most_moves) =
        (followed.pairs, followed.has_sums, followed.most_moves);
    let most = rated.len() + ADDED;
    // In rounds, so that a rules program is asked about many positions at a time.
    while !followed.unlisted.is_empty() && rated.len() < most {
        let from = rated.len();
        for (position, size) in followed.unlisted.iter().take(most - from) {
            rated.push(Evaluated {
                position: position.to_string(),
                known: position.solve()?.claim,
                size: *size,
            });
        }
        followed = follow(game, &rated[from..], &mut seen)?;
        has_sums |= followed.has_sums;
    }
    rated.sort_by_key(|one| one.size);
    let data = Data::new(rows(&rated)?, pairs.iter().map(|(from, to)| (from, to)));
    let data = data.ok_or_else(|| unread(rated.first().map_or("", |one| &one.position)))?;
    let mut gathered = Gathered {
        data,
        rated,
        up_to,
        has_sums,
        most_moves,
    };
    extend(game, &mut gathered);
    Ok(gathered)
}

/// Whether the only position of each size is its number.
fn are_numbers(game: &dyn Game, up_to: u32) -> Result<bool, Error> {
    // The largest first: a rules program then lists all of them together.
    game.positions(up_to)?;
    for size in game.about().smallest..=up_to {
        let number = Some(Read::Numbers(vec![i64::from(size)]));
        let listed = game.listed(size)?;
        if listed.len() != 1 || Read::read(&listed[0]) != number {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Solves the numbers from the smallest size on, as many as formulas are learnt from; of a game that fails on some of those after
/// `up_to`, fewer. Returns the last size whose positions are known to be solved, and the positions.
fn continued(
    game: &dyn Game,
    up_to: u32,
    watch: SeekWatch<'_>,
) -> Result<(u32, Vec<Evaluated>), Error> {
    let smallest = game.about().smallest;
    let mut last = last_size(game.about(), LARGEST);
    loop {
        let found = if game.lists_together() {
            let to = enough(game, last - smallest);
            to.and_then(|to| Ok((to, solved(game, to, watch)?)))
        } else {
            // A program is not started for each size that it lists.
            numbered(game, last).map(|rated| (up_to, rated))
        };
        if found.is_ok() || last <= up_to || watch(&Stage::Solving(last)).is_break() {
            return found;
        }
        last = up_to + (last - up_to) / 2;
    }
}

/// Solves the numbers of the sizes to `last` in one go.
fn numbered(game: &dyn Game, last: u32) -> Result<Vec<Evaluated>, Error> {
    let smallest = game.about().smallest;
    let text = game.listed(smallest)?.concat();
    let texts =
        (smallest..=last).filter_map(|size| Some((size, with_numbers(&text, &[size.into()])?)));
    let texts: Vec<(u32, String)> = texts.collect();
    let all: Vec<&str> = texts.iter().map(|(_, text)| &**text).collect();
    let positions = read_all(game, &all);
    let rated = texts
        .into_iter()
        .zip(positions)
        .map(|((size, position), read)| {
            let read = read.ok_or_else(|| unread(&position))?;
            let known = read.solve()?.claim;
            Ok(Evaluated {
                size,
                position,
                known,
            })
        });
    rated.collect()
}

/// Where values are nim-sums of the values of the numbers, adds values of single numbers: the mex of what the moves from a single
/// number lead to. They are used for the function of a number only, and not counted as solved positions.
fn extend(game: &dyn Game, gathered: &mut Gathered) {
    let Some(mut values) = gathered.data.values_of_numbers() else {
        return;
    };
    let is_single = |row: &Row| row.position.numbers().len() == 1;
    let Some(single) = gathered.data.rows().iter().position(is_single) else {
        return;
    };
    let single = &gathered.rated[single];
    let known = values.len();
    let texts = (known..SINGLE)
        .filter_map(|number| with_numbers(&single.position, &[number.try_into().ok()?]));
    let texts: Vec<String> = texts.collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for position in read_all(game, &texts) {
        // A game may refuse large numbers, fail on them, or have too many moves from them.
        let Some(Ok(moves)) = position.map(|position| position.moves()) else {
            break;
        };
        let mut options = HashSet::new();
        for choice in moves {
            let parts = choice.leads_to.iter();
            let parts = parts.map(|part| Read::<i64>::read(&part.to_string()));
            let Some(parts) = parts.collect::<Option<Vec<_>>>() else {
                return;
            };
            let numbers = parts.iter().flat_map(|part| part.numbers().to_vec());
            let value = |number: i64| values.get(usize::try_from(number).ok()?).copied();
            let sum = numbers
                .map(value)
                .try_fold(0, |sum, value| Some(sum ^ value?));
            let Some(sum) = sum else { return };
            options.insert(sum);
        }
        values.extend((0..i64::MAX).find(|value| !options.contains(value)));
    }
    gathered.data.add_values_of_numbers(&values);
}

/// The last of so many sizes, within those of a sweep.
fn last_size(about: &About, most: u32) -> u32 {
    let last = about.smallest.saturating_add(most);
    last.min(about.largest).min(about.sweep_to)
}

/// The first size up to which there are some thousand positions, within the sizes of a sweep and the `most` first ones. Sizes are
/// listed in steps that become longer, since a rules program is started for each, but are not expected to lead far beyond enough.
fn enough(game: &dyn Game, most: u32) -> Result<u32, Error> {
    let about = game.about();
    let largest = last_size(about, most);
    let (mut size, mut all) = (about.smallest, 0);
    let mut next = size.saturating_add(FIRST).min(largest);
    loop {
        // The largest first: a rules program then lists all of them together.
        let last = game.positions(next)? as f64;
        for size in size..=next {
            all += game.positions(size)?;
            if all >= ENOUGH {
                return Ok(size);
            }
        }
        if next == largest {
            return Ok(next);
        }
        // The number of positions is expected to grow with a power of the size. With so many further sizes there are enough.
        let (before, at) = (next - (next / 8).max(1), f64::from(next.max(2)));
        let times = last / game.positions(before)?.max(1) as f64;
        let power = (times.ln() / (at / f64::from(before.max(1))).ln()).max(0.0);
        let (mut expected, mut step) = (all as f64, 0);
        while expected < ENOUGH as f64 && step < 64 * next.max(FIRST) {
            step += 1;
            expected += last * (1.0 + f64::from(step) / at).powf(power);
        }
        size = next + 1;
        let reached = next.saturating_add(step);
        // The last sizes, if they are few, are listed with the same start.
        next = if reached.saturating_add(step / 2) < largest {
            reached
        } else {
            largest
        };
    }
}

fn solved(game: &dyn Game, up_to: u32, watch: SeekWatch<'_>) -> Result<Vec<Evaluated>, Error> {
    let mut listed = Vec::new();
    let mut proceed = |_: Progress| watch(&Stage::Solving(up_to));
    game.values(up_to, &mut proceed, &mut |one| {
        listed.push(one);
        ControlFlow::Continue(())
    })?;
    Ok(listed)
}

/// What the moves from some positions lead to.
#[derive(Default)]
struct Followed {
    /// Positions and what moves from them lead to.
    pairs: Vec<(Read, Read)>,
    /// Positions that no size lists, with the size of a position that a move leads there from.
    unlisted: Vec<(Arc<dyn Position>, u32)>,
    has_sums: bool,
    most_moves: usize,
}

/// Follows the moves from positions. A rules program is asked about all of them at a time.
fn follow(
    game: &dyn Game,
    from: &[Evaluated],
    seen: &mut HashSet<String>,
) -> Result<Followed, Error> {
    let mut followed = Followed::default();
    // A game with a closed form solves other positions by it, and its sizes list all positions.
    let adds = game.about().claimant == Claimant::Claim;
    let texts: Vec<&str> = from.iter().map(|one| &*one.position).collect();
    for (one, position) in from.iter().zip(read_all(game, &texts)) {
        let moves = position.map_or_else(|| Ok(Vec::new()), |position| position.moves())?;
        followed.most_moves = followed.most_moves.max(moves.len());
        for choice in moves {
            followed.has_sums |= choice.leads_to.len() > 1;
            for part in choice.leads_to {
                let text = part.to_string();
                let pair = Read::read(&one.position).zip(Read::read(&text));
                followed.pairs.extend(pair);
                if adds && seen.insert(text) {
                    followed.unlisted.push((part, one.size));
                }
            }
        }
    }
    Ok(followed)
}

/// Reads positions as formulas do.
fn rows(rated: &[Evaluated]) -> Result<Vec<Row>, Error> {
    let row = |one: &Evaluated| {
        if one.known.outcome == Outcome::Draw {
            let what = format!("formulas know no draws: {} is one", one.position.trim_end());
            return Err(Failed(what).into());
        }
        Ok(Row {
            position: Read::read(&one.position).ok_or_else(|| unread(&one.position))?,
            value: one.known.grundy.and_then(|value| value.try_into().ok()),
            is_lost: one.known.loses(),
        })
    };
    rated.iter().map(row).collect()
}

fn unread(text: &str) -> Failed {
    Failed(format!(
        "formulas read positions of numbers between blanks, or of one word without digits, found {:?}: give the positions such texts",
        text.trim_end()
    ))
}

/// Reads positions, all at once where the game allows it, so that a rules program is asked about all of them together; `None` for
/// those that the game does not read.
pub(super) fn read_all(game: &dyn Game, texts: &[&str]) -> Vec<Option<Arc<dyn Position>>> {
    if let Ok(positions) = game.read(texts.concat().as_bytes())
        && positions.len() == texts.len()
    {
        return positions.into_iter().map(Some).collect();
    }
    let one = |text: &&str| game.read(text.as_bytes()).ok()?.into_iter().next();
    texts.iter().map(one).collect()
}
