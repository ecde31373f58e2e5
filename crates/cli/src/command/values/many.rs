//! `grundy values` of a pattern, as `0.???`: the periods of all its codes, a row for each.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use grundy_games::heaps::{self, Code, Sequence};
use grundy_records::files::Held;
use grundy_records::heaps::PeriodRow;
use grundy_records::table;
use rayon::prelude::*;

use super::Values;
use crate::command::output::{self, Done};
use crate::command::text::{counted, grouped, table as table_of_text};
use crate::command::{interrupt, progress};

/// The largest heap without `--up-to`.
const FARTHEST: u32 = 10_000;
/// The number of sums without `--work`.
const MOST_WORK: u64 = 2_000_000_000;
/// The most digits that a pattern leaves open: 32,768 codes.
const MOST_OPEN: usize = 5;

/// The pattern that a user names: a code in which `?` stands for each octal digit, or `octal:N` for `0.` and N times
/// `?`. `None` for another name.
pub fn pattern(name: &str) -> Option<String> {
    let digits = name.to_ascii_lowercase();
    let digits = digits.strip_prefix("octal:").map(str::parse);
    match digits {
        Some(Ok(digits @ 1..=MOST_OPEN)) => Some(format!("0.{}", "?".repeat(digits))),
        Some(_) => Some(name.to_owned()),
        None => (name.contains('?') && !name.contains('/')).then(|| name.to_owned()),
    }
}

/// The codes of a pattern, in the order of their digits.
fn codes(pattern: &str) -> Result<Vec<Code>> {
    let open = pattern.matches('?').count();
    ensure!(
        (1..=MOST_OPEN).contains(&open),
        "{pattern}: a pattern has from 1 to {MOST_OPEN} digits open, as octal:3 or 0.???"
    );
    let mut codes = Vec::new();
    for number in 0..8_usize.pow(open as u32) {
        let mut digits = format!("{number:0open$o}").into_bytes().into_iter();
        let text = pattern.chars().map(|c| match c {
            '?' => digits.next().map_or(c, char::from),
            c => c,
        });
        let text: String = text.collect();
        let code: Code =
            (text.parse()).with_context(|| format!("{text}, of the pattern {pattern}"))?;
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    Ok(codes)
}

/// The rows so far by code, which is the order of the digits, and the file that keeps them.
struct Rows {
    rows: BTreeMap<String, PeriodRow>,
    held: Option<Held>,
}

impl Rows {
    /// The rows of a file, which this process holds from now on; none where there is no file.
    fn open(path: Option<&Path>) -> Result<Self> {
        let (mut rows, mut held) = (Vec::new(), None);
        if let Some(path) = path {
            let (file, text) =
                Held::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            held = Some(file);
            if !text.is_empty() {
                rows = table::parse(path, &text)?;
            }
        }
        let rows = rows
            .into_iter()
            .map(|row: PeriodRow| (row.game.clone(), row));
        Ok(Self {
            rows: rows.collect(),
            held,
        })
    }

    /// Whether there is a row of the code with a proved period, to this heap or after this work.
    fn has(&self, code: &Code, up_to: u32, work: u64) -> bool {
        let row = self.rows.get(&code.to_string());
        row.is_some_and(|row| {
            row.status == "proved" || row.up_to >= up_to.into() || row.work >= work
        })
    }

    fn add(&mut self, rows: Vec<PeriodRow>) -> Result<()> {
        self.rows
            .extend(rows.into_iter().map(|row| (row.game.clone(), row)));
        let text = table::to_csv(&self.rows.values().collect::<Vec<_>>())?;
        if let Some(held) = &mut self.held {
            held.replace(&text)?;
        }
        Ok(())
    }
}

/// A standard form, and the codes with its values, each with the number of heaps by which it is later. They are computed
/// together.
type Form<'a> = (Code, Vec<(&'a Code, usize)>);

fn forms<'a>(codes: impl Iterator<Item = &'a Code>) -> Vec<Form<'a>> {
    let mut forms: BTreeMap<String, Form<'a>> = BTreeMap::new();
    for code in codes {
        let (standard, shift) = code.standard();
        let form = forms.entry(standard.to_string());
        form.or_insert((standard, Vec::new())).1.push((code, shift));
    }
    forms.into_values().collect()
}

pub fn run(arguments: &Values, pattern: &str) -> Result<Done> {
    let codes = codes(pattern)?;
    let up_to = arguments.up_to.unwrap_or(FARTHEST);
    let work = arguments.work.unwrap_or(MOST_WORK);
    for code in &codes {
        let others = u64::from(up_to) * 4 * (rayon::current_num_threads() as u64 - 1);
        heaps::check_memory(code, up_to, others)
            .with_context(|| format!("heaps to {}", grouped(up_to.into())))?;
    }
    let rows = Rows::open(arguments.resume.as_deref())?;
    let is_missing = |code: &&Code| !rows.has(code, up_to, work);
    let forms = forms(codes.iter().filter(is_missing));
    interrupt::listen_quietly()?;
    let bar = progress::bar(&pattern, forms.len() as u64, "forms");
    let rows = Mutex::new(rows);
    let work_off = |(standard, codes): &Form<'_>| -> Result<()> {
        let Some(sequence) = sequence(standard, up_to, work) else {
            return Ok(());
        };
        let row = PeriodRow::of(&sequence);
        let of_code = |(code, shift): &(&Code, usize)| {
            row.shifted(&code.to_string(), *shift as u64, |heap| sequence.get(heap))
        };
        let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows.add(codes.iter().map(of_code).collect())?;
        bar.inc(1);
        Ok(())
    };
    forms.iter().par_bridge().try_for_each(work_off)?;
    drop(bar);
    let rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
    if interrupt::is_stopped() {
        output::note(&format!("stopped{}", arguments.hint()));
        return Ok(Done::Interrupted);
    }
    let of_code = |code: &Code| rows.rows.get(&code.to_string()).cloned();
    let of_pattern: Vec<PeriodRow> = codes.iter().filter_map(of_code).collect();
    if let Some(path) = &arguments.csv {
        table::write(path, &of_pattern)?;
    }
    arguments.show(&of_pattern, || {
        page(pattern, &of_pattern, arguments.summary)
    })
}

/// The values of a code until a period is proved, to heap `up_to` or until the work is done; `None` when the user stops
/// it. The same on every machine.
fn sequence(code: &Code, up_to: u32, work: u64) -> Option<Sequence> {
    let up_to = up_to as usize;
    let mut sequence = Sequence::new(code.clone());
    let mut reserved = 0;
    loop {
        let heaps = sequence.cells().len();
        if heaps >= reserved {
            reserved = (2 * heaps).max(1 << 10).min(up_to + 1);
            sequence.reserve(reserved - 1);
        }
        sequence.extend((heaps + 255).min(up_to));
        if interrupt::go_on() == ControlFlow::Break(()) {
            return None;
        }
        if sequence.proved().is_some() || sequence.cells().len() > up_to || sequence.work() >= work
        {
            return Some(sequence);
        }
    }
}

/// The rows as a table, unless only the summary is asked for, and how many periods are proved.
fn page(pattern: &str, rows: &[PeriodRow], summary: bool) -> String {
    let number = |number: Option<u64>| number.map_or("-".to_owned(), grouped);
    let mut text = String::new();
    if !summary {
        let cells = rows.iter().map(|row| {
            let same = row.same_as.as_deref().zip(row.shift);
            vec![
                row.game.clone(),
                match row.saltus {
                    Some(saltus) => format!("{} + {}", number(row.length), grouped(saltus)),
                    None => number(row.length),
                },
                number(row.start),
                number(Some(row.up_to)),
                number(Some(row.largest)),
                same.map_or(String::new(), |(other, shift)| match shift {
                    0 => other.to_owned(),
                    shift => format!("{other}, {shift} later"),
                }),
            ]
        });
        let columns = "game|>period|>from heap|>heaps to|>largest value|same as";
        text += &(table_of_text(columns, cells) + "\n");
    }
    let proved = rows.iter().filter(|row| row.status == "proved");
    let longest = proved.clone().max_by_key(|row| row.length);
    let longest = longest.map_or(String::new(), |row| {
        format!("; the longest is {}, of {}", number(row.length), row.game)
    });
    text + &format!(
        "{pattern}: {}, {} with a proved period{longest}\n",
        counted(rows.len() as u64, "code"),
        grouped(proved.count() as u64)
    )
}
