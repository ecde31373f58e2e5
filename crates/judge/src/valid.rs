//! Which inputs are valid: those in the form in which tests are written, to the last blank, and within the limits of the task.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use grundy_game::mark::MARK;
use grundy_game::{Claimant, Error, Game, Layout, Limit, Position};
use grundy_records::files::PathError;

use crate::JudgeError;
use crate::saved::SavedTest;
use crate::task::{Task, are_inputs};

/// What follows where inputs are not positions.
const NOT_CHECKED: &str = "they cannot be checked";

/// Returns why an input is not valid, with its name and the place; `None` if it is. No more of it is read than shows what is wrong.
/// O(input).
///
/// # Errors
/// When it cannot be read, and when the game fails or has no check of such inputs.
pub fn refusal(
    game: &dyn Game,
    limits: &[Limit],
    name: &str,
    input: &mut dyn Read,
) -> Result<Option<String>, JudgeError> {
    let (read, bytes) = game.kept(input);
    if bytes.starts_with(MARK) {
        let what = "found a byte order mark, expected none: the validators of judges refuse it";
        return Ok(Some(format!("{name}:1:1: {what}")));
    }
    let about = game.about();
    if about.layout == Layout::Line
        && let Ok(listed) = game.listed(about.smallest)
        && let Some(text) = listed.first()
    {
        // Otherwise an input would be refused for not having the form of positions.
        let text = about.cases.clone().of_texts(about.layout).join(&[text]);
        are_inputs(game, &game.read(text.as_bytes())?, NOT_CHECKED)?;
    }
    // A rules program refuses a text that is no position when it is asked for a move.
    let is_program = game.about().claimant == Claimant::Claim;
    let asked = |position: &Arc<dyn Position>| position.random_moves(1, 0).map(drop);
    let positions = match read {
        Ok(read) if is_program => read.iter().try_for_each(asked).map(|()| read),
        read => read,
    };
    let positions = match positions {
        Err(Error::Input(error)) => return Ok(Some(format!("{name}:{error}"))),
        Err(Error::Failed(why)) => return Ok(Some(why.0)),
        positions => positions?,
    };
    if game.about().layout == Layout::Line {
        if !game.about().cases.are_many() && positions.len() != 1 {
            let found = positions.len();
            return Ok(Some(format!("{name}: {found} positions, expected one")));
        }
        are_inputs(game, &positions, NOT_CHECKED)?;
    }
    if let Some(wrong) = wrong_number(game, &positions) {
        return Ok(Some(format!("{name}: {wrong}")));
    }
    let right = spaced(&game.write(&positions));
    if let Some(difference) = difference(&bytes, right.as_bytes()) {
        return Ok(Some(format!("{name}:{difference}")));
    }
    for position in &positions {
        if let Some(doubt) = position.doubt()? {
            let why = doubt.why;
            if doubt.is_certain {
                return Ok(Some(format!("{name}: {why}")));
            }
            Err(format!("{name}: cannot be checked: {why}"))?;
        }
    }
    Ok(beyond(&positions, limits).map(|what| format!("{name}: {what}")))
}

impl SavedTest {
    /// Returns why it is no test of a task any more: its input is not valid, or its answer or its position is another one.
    ///
    /// # Errors
    /// As [`refusal`].
    pub fn refusal(&self, task: &Task<'_>) -> Result<Option<String>, JudgeError> {
        let path = &self.0;
        if self.position().is_none() {
            let mut input = File::open(path).map_err(PathError::reading(path))?;
            let name = path.display().to_string();
            let why = refusal(task.game, task.limits(), &name, &mut input)?;
            if why.is_some() {
                return Ok(why);
            }
        }
        match self.read(task) {
            Err(JudgeError::Task(why)) => Ok(Some(why)),
            read => read.map(|_| None),
        }
    }
}

/// What is wrong with the number of the positions of an input, or of all their parts.
fn wrong_number(game: &dyn Game, positions: &[Arc<dyn Position>]) -> Option<String> {
    let cases = &game.about().cases;
    if !cases.are_many() {
        return None;
    }
    let reductions = positions.iter().filter_map(|position| position.reduction());
    let parts: u64 = reductions.map(|reduction| reduction.extent().n).sum();
    let (most, most_parts) = (cases.most, cases.parts);
    match positions.len() as u64 {
        0 => Some("0 positions, expected at least 1".to_owned()),
        found if found > most => Some(format!("{found} positions, expected at most {most}")),
        _ if positions.iter().any(|one| cases.is_end(&one.to_string())) => {
            Some("a position is a line of zeros, which ends the input".to_owned())
        }
        _ if parts > most_parts => Some(format!("{parts} parts, expected at most {most_parts}")),
        _ => None,
    }
}

/// The text with single blanks between words, and with every line ended.
fn spaced(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_whitespace().collect());
    lines
        .map(|words: Vec<&str>| words.join(" ") + "\n")
        .collect()
}

/// The first place where an input differs from the form in which tests are written.
fn difference(bytes: &[u8], right: &[u8]) -> Option<String> {
    let common = bytes.iter().zip(right).take_while(|(a, b)| a == b).count();
    if common == bytes.len() && common == right.len() {
        return None;
    }
    let mut lines = bytes[..common].split(|&byte| byte == b'\n');
    let column = 1 + lines.next_back().map_or(0, <[u8]>::len);
    let line = 1 + lines.count();
    let shown = |text: &[u8]| match text.get(common) {
        None => "the end of the input".to_owned(),
        Some(b'\n') => "the end of the line".to_owned(),
        Some(&byte) => format!("`{}`", byte.escape_ascii()),
    };
    let (found, expected) = (shown(bytes), shown(right));
    Some(format!(
        "{line}:{column}: found {found}, expected {expected}"
    ))
}

/// What is beyond the limits of the task, where the extents of positions are known.
fn beyond(positions: &[Arc<dyn Position>], limits: &[Limit]) -> Option<String> {
    let most = Limit::largest(limits)?;
    let reductions = positions.iter().map_while(|position| position.reduction());
    let extents = reductions.map(|reduction| reduction.extent());
    let mut found = extents.flat_map(|size| [("m", size.m, most.m), ("n", size.n, most.n)]);
    let (name, found, most) = found.find(|(_, found, most)| found > most)?;
    Some(format!("{name} is {found}, expected at most {most}"))
}
