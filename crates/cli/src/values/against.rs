//! `grundy values --against FILE`: the values of a code beside the terms of a b-file.

use std::path::Path;

use anyhow::{Context, Result, bail};
use grundy_games::heaps::{self, Code, Sequence};
use grundy_records::bfile::{self, Agreement, MOST_SHIFTED};
use grundy_report::text::coloured;
use grundy_report::{Block, Case, Failure, Suite};
use serde::Serialize;

use super::Values;
use super::heaps::extend;
use crate::interrupt;
use crate::output::Done;
use crate::text::{counted, grouped};

/// What is printed as JSON.
#[derive(Serialize)]
struct Compared<'a> {
    game: &'a str,
    file: String,
    terms: usize,
    #[serde(flatten)]
    agreement: Agreement,
}

/// Compares all terms with the values of heaps, and finds how far they are shifted.
pub fn run(arguments: &Values, path: &Path, code: &Code) -> Result<Done> {
    let file = path.display().to_string();
    let terms = bfile::read(path)?;
    let last = terms.last().map_or(0, |last| last.n) + MOST_SHIFTED;
    let up_to = u32::try_from(last.max(0))
        .ok()
        .filter(|&last| last < u32::MAX);
    let up_to =
        up_to.with_context(|| format!("{file}: n is {last}, and heaps are numbered in 32 bits"))?;
    heaps::check_memory(code, up_to, 0)
        .with_context(|| format!("heaps to {}", grouped(up_to.into())))?;
    interrupt::listen_quietly()?;
    let mut sequence = Sequence::new(code.clone());
    if extend(&mut sequence, up_to, None)?.is_break() {
        return Ok(Done::Interrupted);
    }
    let Some(agreement) = bfile::compare(&terms, |heap| sequence.get(heap)) else {
        bail!(
            "{file}: begins with n = {}, and there is no such heap",
            terms[0].n
        );
    };
    let game = &code.to_string();
    let compared = Compared {
        game,
        file,
        terms: terms.len(),
        agreement,
    };
    let page = page(&compared);
    let failed = compared.agreement.difference.is_some();
    let failure = Failure::new("different", "a term differs", page.iter().cloned());
    let case = Case::new(&compared.file, 0.0, failed.then_some(failure));
    let suite = Suite {
        name: format!("{game}: the terms of a b-file"),
        cases: vec![case],
    };
    arguments.junit.write(&[suite])?;
    arguments.show(&compared, || coloured(&page))?;
    Ok(Done::of_check(!failed))
}

fn page(compared: &Compared<'_>) -> Vec<Block> {
    let Compared {
        game,
        file,
        terms,
        agreement,
    } = compared;
    let shift = match agreement.shift {
        0 => String::new(),
        shift => format!(" {} {}", if shift < 0 { '-' } else { '+' }, shift.abs()),
    };
    let with = format!("a(n) = g(n{shift})");
    let Some(found) = &agreement.difference else {
        let terms = counted(*terms as u64, "term");
        let line = format!("{game}: {with} for all {terms} of {file}");
        return vec![Block::plain(line), Block::verdict(true, "confirmed", "")];
    };
    let hint = format!("no shift of at most {MOST_SHIFTED} heaps fits the first term");
    let agree = counted(agreement.agree as u64, "term");
    let line = format!("{game}: {with} for the first {agree} of {file}");
    let (n, term, heap, value) = (found.n, found.term, found.heap, found.value);
    let found = format!(" a({n}) is {term}, and heap {heap} has value {value}");
    let lines = [
        Block::plain(line),
        Block::verdict(false, "different:", found),
    ];
    let hint = (agreement.agree == 0).then(|| Block::plain(hint));
    hint.into_iter().chain(lines).collect()
}
