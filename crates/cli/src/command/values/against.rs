//! `grundy values --against FILE`: the values of a game with one position of each size, such as a code, beside the terms of a b-file.

use std::path::Path;

use anyhow::{Context, Result, bail};
use grundy_game::Game;
use grundy_games::heaps::{self, Code, Sequence};
use grundy_records::bfile::{self, Agreement, MOST_SHIFTED};
use grundy_report::text::coloured;
use grundy_report::{Block, Case, Failure, Suite};
use serde::Serialize;

use super::Values;
use super::heaps::extend;
use super::positions::Listing;
use crate::command::interrupt;
use crate::command::output::Done;
use crate::command::text::{counted, grouped};

/// What is printed as JSON.
#[derive(Serialize)]
struct Compared<'a> {
    game: &'a str,
    file: String,
    terms: usize,
    #[serde(flatten)]
    agreement: Agreement,
}

/// Compares all terms with the values of heaps or sizes, and finds how far they are shifted.
pub fn run(arguments: &Values, path: &Path, game: &dyn Game) -> Result<Done> {
    let file = path.display().to_string();
    let terms = bfile::read(path)?;
    let last = terms.last().map_or(0, |last| last.n) + MOST_SHIFTED;
    let up_to = u32::try_from(last.max(0))
        .ok()
        .filter(|&last| last < u32::MAX);
    let about = game.about();
    let (heaps, heap) = match about.code {
        Some(_) => ("heaps", "heap"),
        None => ("sizes", "size"),
    };
    let up_to = up_to
        .with_context(|| format!("{file}: n is {last}, and {heaps} are numbered in 32 bits"))?;
    interrupt::listen_quietly()?;
    let value = match &about.code {
        Some(code) => of_code(code, up_to)?,
        None => of_game(game, up_to)?,
    };
    let Some(value) = value else {
        return Ok(Done::Interrupted);
    };
    let Some(agreement) = bfile::compare(&terms, value) else {
        bail!(
            "{file}: begins with n = {}, and there is no such {heap}",
            terms[0].n
        );
    };
    let code = about.code.as_ref().map(Code::to_string);
    let game = code.as_deref().unwrap_or(&about.name);
    let compared = Compared {
        game,
        file,
        terms: terms.len(),
        agreement,
    };
    let page = page(&compared, [heaps, heap]);
    let failed = compared.agreement.difference.is_some();
    let failure = Failure::new("different", "a term differs", page.iter().cloned());
    let case = Case::new(&compared.file, 0.0, failed.then_some(failure));
    let suite = Suite {
        name: format!("{game}: the terms of a b-file"),
        cases: vec![case],
    };
    arguments.junit.write(&[suite], None)?;
    arguments.show(&compared, || coloured(&page))?;
    Ok(Done::of_check(!failed))
}

/// The value of each heap, or of the position of each size.
type Value = Box<dyn Fn(u64) -> Option<u64>>;

/// The values of the heaps of a code; `None` after Ctrl-C.
fn of_code(code: &Code, up_to: u32) -> Result<Option<Value>> {
    heaps::check_memory(code, up_to, 0)
        .with_context(|| format!("heaps to {}", grouped(up_to.into())))?;
    let mut sequence = Sequence::new(code.clone());
    if extend(&mut sequence, up_to, None)?.is_break() {
        return Ok(None);
    }
    Ok(Some(Box::new(move |heap| Some(sequence.get(heap)))))
}

/// The values of the positions of a game with one of each size, as far as there are sizes.
fn of_game(game: &dyn Game, up_to: u32) -> Result<Option<Value>> {
    let about = game.about();
    let up_to = up_to.clamp(about.smallest, about.largest);
    let mut counts = (about.smallest..=up_to).map(|size| game.positions(size));
    let has_several = counts.any(|count| count.is_ok_and(|count| count > 1));
    let listing = (!has_several).then(|| Listing::of(game, up_to, true));
    let by_size = listing.transpose()?.and_then(|found| found.by_size());
    let (first, values) = by_size.with_context(|| {
        format!(
            "--against: {}: expected a code, or a game with one position of each size and no draws",
            about.name
        )
    })?;
    let at = move |size: u64| usize::try_from(size.checked_sub(first)?).ok();
    Ok(Some(Box::new(move |size| values.get(at(size)?).copied())))
}

fn page(compared: &Compared<'_>, [heaps, heap]: [&str; 2]) -> Vec<Block> {
    let (game, file, agreement) = (compared.game, &compared.file, &compared.agreement);
    let shift = match agreement.shift {
        0 => String::new(),
        shift => format!(" {} {}", if shift < 0 { '-' } else { '+' }, shift.abs()),
    };
    let with = format!("a(n) = g(n{shift})");
    let Some(found) = &agreement.difference else {
        let terms = counted(compared.terms as u64, "term");
        let line = format!("{game}: {with} for all {terms} of {file}");
        return vec![Block::plain(line), Block::verdict(true, "confirmed", "")];
    };
    let hint = format!("no shift of at most {MOST_SHIFTED} {heaps} fits the first term");
    let agree = counted(agreement.agree as u64, "term");
    let line = format!("{game}: {with} for the first {agree} of {file}");
    let (n, term, number, value) = (found.n, found.term, found.heap, found.value);
    let found = format!(" a({n}) is {term}, and {heap} {number} has value {value}");
    let lines = [
        Block::plain(line),
        Block::verdict(false, "different:", found),
    ];
    let hint = (agreement.agree == 0).then(|| Block::plain(hint));
    hint.into_iter().chain(lines).collect()
}
