//! The positions from which a formula is learnt: those of the smallest sizes, and those that moves lead to.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_formula::search::{Data, Row};
use grundy_formula::{Position as Read, with_numbers};
use grundy_game::{Claimant, Error, Failed, Game, Known, Outcome, Position, unwatched};

use super::{SeekWatch, Stage};

/// At least so many positions are solved, unless there are too many sizes.
const ENOUGH: u64 = 2000;
/// The largest size that is solved without being asked for.
const LARGEST: u32 = 400;
/// The sizes that are listed at first.
const FIRST: u32 = 8;
/// So many sizes are solved before it is known whether moves lead to other positions.
const MANY_SIZES: u32 = 100;
/// The largest single number whose value is added.
const SINGLE: usize = 256;
/// So many positions have their moves looked at.
const LOOKED_AT: usize = 400;
/// So many positions that no size lists are added.
const ADDED: usize = 2000;

/// A position as the game writes it, with what the oracle says of it.
pub(super) struct Rated {
    pub text: String,
    pub known: Known,
    size: u32,
}

/// Solved positions.
pub(super) struct Gathered {
    pub data: Data,
    /// The positions of the data, in the same order.
    pub rated: Vec<Rated>,
    pub up_to: u32,
    /// Whether a move leads to a sum.
    pub has_sums: bool,
    pub is_stopped: bool,
    /// Whether moves lead to positions that no size lists.
    adds: bool,
}

/// Solves positions up to a size, or up to some thousand of them.
pub(super) fn gather(
    game: &dyn Game,
    asked: Option<u32>,
    watch: SeekWatch<'_>,
) -> Result<Gathered, Error> {
    let up_to = match asked {
        Some(size) => size,
        None => enough(game)?,
    };
    let mut solve = |up_to| {
        let is_stopped = watch(&Stage::Solving(up_to)).is_break();
        finished(game, solved(game, up_to)?, up_to, is_stopped)
    };
    let few = up_to.min(game.about().smallest.saturating_add(MANY_SIZES));
    let mut gathered = solve(few)?;
    // Where moves lead to positions that no size lists, there are enough positions in fewer sizes.
    let is_enough = gathered.adds || asked.is_some_and(|size| size == few);
    if few < up_to && !is_enough && !gathered.is_stopped {
        gathered = solve(up_to)?;
    }
    extend(game, &mut gathered)?;
    Ok(gathered)
}

/// Where values are nim-sums of the values of the numbers, adds values of single numbers: the mex of what the moves from a single
/// number lead to. They are used for the function of a number only, and not counted as solved positions.
fn extend(game: &dyn Game, gathered: &mut Gathered) -> Result<(), Error> {
    let Some(mut values) = gathered.data.values_of_numbers() else {
        return Ok(());
    };
    let Some(single) = gathered
        .rated
        .iter()
        .find(|one| gathered.data.is_single(&one.text))
    else {
        return Ok(());
    };
    let known = values.len();
    let texts =
        (known..SINGLE).filter_map(|number| with_numbers(&single.text, &[number.try_into().ok()?]));
    let texts: Vec<String> = texts.collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for position in read_all(game, &texts) {
        let Some(position) = position else { break };
        let mut options = HashSet::new();
        for choice in position.moves()? {
            let parts = choice.leads_to.iter();
            let parts = parts.map(|part| Read::<i64>::read(&part.to_string()));
            let Some(parts) = parts.collect::<Option<Vec<_>>>() else {
                return Ok(());
            };
            let numbers = parts.iter().flat_map(|part| part.numbers().to_vec());
            let value = |number: i64| values.get(usize::try_from(number).ok()?).copied();
            let sum = numbers
                .map(value)
                .try_fold(0, |sum, value| Some(sum ^ value?));
            let Some(sum) = sum else { return Ok(()) };
            options.insert(sum);
        }
        let most: i64 = options.len().try_into().unwrap_or(i64::MAX);
        values.push(
            (0..most)
                .find(|value| !options.contains(value))
                .unwrap_or(most),
        );
    }
    gathered.data.add_values_of_numbers(&values);
    Ok(())
}

/// The size up to which there are some thousand positions, within the sizes of a sweep. Sizes are listed in steps that become
/// longer, since a rules program is started for each.
fn enough(game: &dyn Game) -> Result<u32, Error> {
    let about = game.about();
    let largest = about.smallest.saturating_add(LARGEST);
    let largest = largest.min(about.largest).min(about.sweep_to);
    let (mut size, mut all) = (about.smallest, game.positions(about.smallest)?);
    let mut step = FIRST;
    while size < largest && all < ENOUGH {
        let next = size.saturating_add(step).min(largest);
        // The largest first: a rules program then lists all of them together.
        let counts = (size + 1..=next).rev().map(|size| game.positions(size));
        let counts = counts.collect::<Result<Vec<u64>, Error>>()?;
        all += counts.iter().sum::<u64>();
        size = next;
        let (last, before) = (
            counts[0],
            counts.get(1).copied().unwrap_or(counts[0]).max(1),
        );
        let growth = (last as f64 / before as f64).max(1.0);
        let expected = |step: u32| {
            (1..=step.cast_signed())
                .map(|more| last as f64 * growth.powi(more))
                .sum::<f64>()
        };
        // The longest step that does not lead far beyond enough.
        let steps = [size, 16, 8, 4, 2].into_iter();
        let fits = |step: &u32| all as f64 + expected(*step) <= 1.5 * ENOUGH as f64;
        step = steps.filter(|step| *step > 0).find(fits).unwrap_or(1);
    }
    Ok(size)
}

fn solved(game: &dyn Game, up_to: u32) -> Result<Vec<Rated>, Error> {
    let mut listed = Vec::new();
    game.values(up_to, &mut unwatched, &mut |one| {
        listed.push(Rated {
            text: one.position,
            known: one.known,
            size: one.size,
        });
        ControlFlow::Continue(())
    })?;
    Ok(listed)
}

/// Adds positions that moves lead to and no size lists, and reads all as formulas do.
fn finished(
    game: &dyn Game,
    mut rated: Vec<Rated>,
    up_to: u32,
    is_stopped: bool,
) -> Result<Gathered, Error> {
    let mut seen: HashSet<String> = rated.iter().map(|one| one.text.clone()).collect();
    let (listed, most) = (rated.len(), rated.len() + ADDED);
    // A game with a closed form solves other positions by it, and its sizes list all positions.
    let adds = game.about().claimant == Claimant::Claim;
    let (mut has_sums, mut pairs, mut done) = (false, Vec::new(), 0);
    // In rounds, so that a rules program is asked about many positions at a time.
    while done < rated.len() && (done == 0 || rated.len() > listed) {
        let end = if done == 0 {
            LOOKED_AT.min(listed)
        } else {
            rated.len()
        };
        let round: Vec<&str> = rated[done..end].iter().map(|one| &*one.text).collect();
        for (at, position) in (done..end).zip(read_all(game, &round)) {
            for choice in position.map_or_else(|| Ok(Vec::new()), |position| position.moves())? {
                has_sums |= choice.leads_to.len() > 1;
                for part in choice.leads_to {
                    let text = part.to_string();
                    let pair = Read::read(&rated[at].text).zip(Read::read(&text));
                    pairs.extend(pair.filter(|_| at < LOOKED_AT));
                    if adds && rated.len() < most && seen.insert(text.clone()) {
                        let (known, size) = (part.solve()?.claim, rated[at].size);
                        rated.push(Rated { text, known, size });
                    }
                }
            }
        }
        done = end;
    }
    rated.sort_by_key(|one| one.size);
    if let Some(drawn) = rated.iter().find(|one| one.known.outcome == Outcome::Draw) {
        let what = format!("formulas know no draws: {} is one", drawn.text.trim_end());
        return Err(Failed(what).into());
    }
    let unread = |text: &str| {
        Failed(format!(
            "formulas read positions of numbers between blanks, or of one word without digits, found {:?}: give the positions \
             such texts",
            text.trim_end()
        ))
    };
    let mut rows = Vec::with_capacity(rated.len());
    for one in &rated {
        let position = Read::read(&one.text).ok_or_else(|| unread(&one.text))?;
        rows.push(Row {
            position,
            value: one.known.grundy.and_then(|value| value.try_into().ok()),
            is_lost: one.known.loses(),
        });
    }
    let moves = pairs.iter().map(|(from, to)| (from, to));
    let first = rated.first().map_or(String::new(), |one| one.text.clone());
    let data = Data::new(rows, moves).ok_or_else(|| unread(&first))?;
    Ok(Gathered {
        data,
        rated,
        up_to,
        has_sums,
        adds: seen.len() > listed,
        is_stopped,
    })
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
