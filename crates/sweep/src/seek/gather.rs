//! The positions from which a formula is learnt: those of the smallest sizes, and those that moves lead to.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_formula::Position as Read;
use grundy_formula::search::{Data, Row};
use grundy_game::{Error, Failed, Game, Known, Outcome, Position, unwatched};

use super::{SeekWatch, Stage};

/// At least so many positions are solved, unless there are too many sizes.
const ENOUGH: usize = 2000;
/// The sizes up to which positions are solved one after the other, until there are enough.
const SIZES: [u32; 9] = [4, 8, 12, 16, 24, 48, 96, 200, 400];
/// So many positions have their moves looked at.
const LOOKED_AT: usize = 400;

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
}

/// Solves positions up to a size, or up to some thousand of them.
pub(super) fn gather(
    game: &dyn Game,
    asked: Option<u32>,
    watch: SeekWatch<'_>,
) -> Result<Gathered, Error> {
    let smallest = game.about().smallest;
    let largest = game.about().largest;
    let sizes = SIZES
        .iter()
        .map(|size| smallest.saturating_add(*size).min(largest));
    let sizes = asked.map_or_else(|| sizes.collect(), |size| vec![size]);
    let (mut listed, mut up_to, mut is_stopped) = (Vec::new(), smallest, false);
    for size in sizes {
        is_stopped = watch(&Stage::Solving(size)).is_break();
        if is_stopped && !listed.is_empty() {
            break;
        }
        let mut positions = 0;
        for size in smallest..=size {
            positions += game.positions(size)? as usize;
        }
        // A size that has ten times too many is not solved; the one before is enough.
        if asked.is_none() && positions > 10 * ENOUGH && listed.len() >= ENOUGH / 10 {
            break;
        }
        listed = solved(game, size)?;
        up_to = size;
        if listed.len() >= ENOUGH {
            break;
        }
    }
    finished(game, listed, up_to, is_stopped)
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

/// Adds the positions that moves lead to and no size lists, and reads all as formulas do.
fn finished(
    game: &dyn Game,
    mut rated: Vec<Rated>,
    up_to: u32,
    is_stopped: bool,
) -> Result<Gathered, Error> {
    let mut seen: HashSet<String> = rated.iter().map(|one| one.text.clone()).collect();
    let (mut has_sums, mut pairs) = (false, Vec::new());
    let mut open = read_all(
        game,
        &rated.iter().map(|one| &*one.text).collect::<Vec<_>>(),
    );
    let mut sizes: Vec<u32> = rated.iter().map(|one| one.size).collect();
    let most = 3 * rated.len() + 15_000;
    let mut at = 0;
    // A game with a closed form solves positions by it, and its sizes list all positions.
    let adds = game.about().claimant == grundy_game::Claimant::Claim;
    while at < open.len() && at < most && (adds || at < LOOKED_AT) {
        let Some(position) = open[at].clone() else {
            at += 1;
            continue;
        };
        let from = position.to_string();
        for choice in position.moves()? {
            has_sums |= choice.leads_to.len() > 1;
            for part in choice.leads_to {
                let text = part.to_string();
                if at < LOOKED_AT
                    && let Some(pair) = Read::read(&from).zip(Read::read(&text))
                {
                    pairs.push(pair);
                }
                if adds && open.len() < most && seen.insert(text.clone()) {
                    let known = part.solve()?.claim;
                    rated.push(Rated {
                        text,
                        known,
                        size: sizes[at],
                    });
                    sizes.push(sizes[at]);
                    open.push(Some(part));
                }
            }
        }
        at += 1;
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
