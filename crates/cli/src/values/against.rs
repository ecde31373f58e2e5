//! `grundy values --against FILE`: the values of a code beside the terms of a b-file.

use std::path::Path;

use anyhow::{Context, Result, bail};
use grundy_games::heaps::{self, Code, Sequence};
use grundy_records::bfile::{self, Agreement, MOST_SHIFTED};
use serde::Serialize;

use super::Format;
use super::heaps::extend;
use crate::interrupt;
use crate::output::{self, BAD, Done, GOOD};
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
pub fn run(path: &Path, code: &Code, format: Format) -> Result<Done> {
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
    output::show(format.of_report(), &compared, || page(&compared))?;
    Ok(Done::of_check(agreement.difference.is_none()))
}

fn page(compared: &Compared<'_>) -> String {
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
    let Some(found) = agreement.difference else {
        let terms = counted(*terms as u64, "term");
        return format!("{game}: {with} for all {terms} of {file}\n{GOOD}confirmed{GOOD:#}\n");
    };
    let hint = if agreement.agree == 0 {
        format!("no shift of at most {MOST_SHIFTED} heaps fits the first term\n")
    } else {
        String::new()
    };
    format!(
        "{hint}{game}: {with} for the first {} of {file}\n{BAD}different:{BAD:#} a({}) is {}, and heap {} has value {}\n",
        counted(agreement.agree as u64, "term"),
        found.n,
        found.term,
        found.heap,
        found.value
    )
}
