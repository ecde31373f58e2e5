//! `grundy values` of a game that is said by a code: the values of its heaps, and where they repeat.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use grundy_games::heaps::{self, Code, Period, Sequence, certificate, period};
use grundy_records::files::Held;
use grundy_records::heaps::{self as records, Certificate, HeapValues};
use grundy_sweep::VERSION;
use indicatif::{ProgressBar, ProgressStyle};

use crate::arguments::{Format, Values};
use crate::output::{self, BAD, GOOD, grouped};
use crate::{Done, interrupt};

/// Without `--up-to` values are found to a proved period, but not farther than to this heap; where moves leave
/// three heaps, which takes much longer, to the second one.
const FARTHEST: [u32; 2] = [10_000, 1000];
/// So far they are found at once, and shown.
const SHOWN: u32 = 100;
/// Values in a line.
const LINE: usize = 20;
/// Memory that is not worth a word.
const LITTLE: u64 = 1 << 26;
/// The least time between two checkpoints.
const KEEP: Duration = Duration::from_secs(10);
/// So many sums of two heaps are looked at when a certificate is checked: half a minute.
const BUDGET: u64 = 20_000_000_000;

pub fn run(arguments: &Values, code: &Code) -> Result<Done> {
    let farthest = arguments
        .up_to
        .unwrap_or(FARTHEST[usize::from(code.parts() > 2)]);
    let (csv, proof) = (
        arguments.csv.as_deref(),
        arguments.heaps.certificate.as_deref(),
    );
    let read: Vec<&Path> = arguments.heaps.resume.as_deref().into_iter().collect();
    for path in [csv, proof] {
        output::can_be_written(path, &read)?;
    }
    let shows = matches!(arguments.format, Format::Json) && !arguments.heaps.summary;
    // A list of all values as numbers, and as a text.
    let more = if shows { 12 * u64::from(farthest) } else { 0 };
    heaps::check_memory(code, farthest, more)
        .with_context(|| format!("heaps to {}", grouped(farthest.into())))?;
    let (mut sequence, mut held) = begin(arguments, code)?;
    let is_kept = held.is_some();
    interrupt::listen(move || stopped(None, is_kept))?;
    // What a file holds is shown when no other number of heaps is asked for.
    let held_to = sequence.cells().len().saturating_sub(1) as u32;
    let mut up_to = arguments.up_to.unwrap_or(held_to.max(SHOWN));
    let period = loop {
        if find(&mut sequence, up_to, held.as_mut())?.is_break() {
            let heaps = sequence.cells().len();
            output::note(&stopped(Some(heaps), is_kept));
            return Ok(Done::Interrupted);
        }
        // What a checkpoint held beyond what is asked for is not shown.
        if sequence.cells().len() > up_to as usize + 1 {
            let values: Vec<u32> = sequence.cells().iter().take(up_to as usize + 1).collect();
            sequence = Sequence::resume(code.clone(), values);
        }
        let period = period::find(code, sequence.cells());
        if up_to >= farthest || period.is_some_and(|period| period.is_proved()) {
            break period;
        }
        up_to = (2 * up_to).min(farthest);
    };
    if let Some(path) = csv {
        records::write_csv(path, sequence.cells())?;
    }
    let done = match proof {
        Some(path) => certify(path, &sequence, period)?,
        None => Done::Fine,
    };
    match arguments.format {
        Format::Text => {
            let shown = match (arguments.heaps.summary, arguments.up_to) {
                (true, _) => None,
                (false, asked) => Some(asked.unwrap_or(SHOWN)),
            };
            print(&sequence, up_to, shown, period)?;
        }
        Format::Json => {
            let values = shows.then(|| sequence.cells().iter().collect());
            let heaps = HeapValues {
                game: &code.to_string(),
                up_to,
                values,
                largest: sequence.largest().map_or(0, |(largest, _)| largest),
                period: period.map(Into::into),
            };
            output::print(&format!("{}\n", serde_json::to_string(&heaps)?))?;
        }
    }
    Ok(done)
}

/// An empty sequence, or what has been kept, with the file where it is.
fn begin(arguments: &Values, code: &Code) -> Result<(Sequence, Option<Held>)> {
    let Some(path) = &arguments.heaps.resume else {
        return Ok((Sequence::new(code.clone()), None));
    };
    let (sequence, mut held) = records::resume(path, VERSION, code)?;
    if sequence.cells().is_empty() {
        // A place where nothing can be written is told now, and not after hours.
        if let Err(error) = records::keep(&mut held, VERSION, &sequence) {
            held.remove()?;
            return Err(error.into());
        }
    }
    Ok((sequence, Some(held)))
}

fn stopped(heaps: Option<usize>, is_kept: bool) -> String {
    let so_far = heaps.map_or(String::new(), |heaps| {
        format!(" after {} heaps", grouped(heaps as u64))
    });
    let go_on = if is_kept {
        "; --resume goes on from there"
    } else {
        ""
    };
    format!("stopped{so_far}{go_on}")
}

/// Finds all values, says how it goes, and keeps them from time to time.
fn find(
    sequence: &mut Sequence,
    up_to: u32,
    mut held: Option<&mut Held>,
) -> Result<ControlFlow<()>> {
    let bytes = heaps::bytes(sequence.code(), up_to);
    if bytes > LITTLE {
        output::note(&format!(
            "values of {} heaps: at most {} MiB",
            grouped(up_to.into()),
            grouped(bytes >> 20)
        ));
    }
    let style = ProgressStyle::with_template(
        "{msg} {wide_bar} {human_pos}/{human_len} values, {per_sec}, {eta} left",
    )?;
    let bar = ProgressBar::new(u64::from(up_to) + 1)
        .with_message(sequence.code().to_string())
        .with_style(style);
    // What is there already says nothing about the time it takes.
    bar.set_position(sequence.cells().len() as u64);
    bar.reset_eta();
    let (mut kept, mut took) = (Instant::now(), Duration::ZERO);
    let mut failed = None;
    let flow = heaps::extend(sequence, up_to, |sequence| {
        bar.set_position(sequence.cells().len() as u64);
        if let Some(held) = &mut held
            && kept.elapsed() > KEEP.max(20 * took)
        {
            let begun = Instant::now();
            if let Err(error) = records::keep(held, VERSION, sequence) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            (kept, took) = (Instant::now(), begun.elapsed());
        }
        if interrupt::is_stopped() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    if let Some(error) = failed {
        return Err(error.into());
    }
    if let Some(held) = held {
        records::keep(held, VERSION, sequence)?;
    }
    Ok(flow)
}

/// Prints the values of heaps to `shown`, and what is known of those to `up_to`.
fn print(
    sequence: &Sequence,
    up_to: u32,
    shown: Option<u32>,
    period: Option<Period>,
) -> Result<()> {
    let (code, cells) = (sequence.code(), sequence.cells());
    output::print_by(|out| {
        let (largest, first) = sequence.largest().unwrap_or((0, 0));
        if let Some(shown) = shown {
            let wide = largest.to_string().len();
            let label = up_to.to_string().len().max("heap".len());
            let heaps = cells.len().min(shown as usize + 1);
            let mut values = cells.iter().take(heaps);
            for start in (0..heaps).step_by(LINE) {
                write!(out, "{start:>label$} ")?;
                for value in values.by_ref().take(LINE) {
                    write!(out, " {value:>wide$}")?;
                }
                writeln!(out)?;
            }
            if heaps < cells.len() {
                writeln!(out, "{:>label$}  --up-to {up_to} shows the others", "...")?;
            }
            writeln!(out)?;
        }
        writeln!(out, "{code}: heaps 0 to {}", grouped(up_to.into()))?;
        writeln!(
            out,
            "largest value {largest}, first of heap {}",
            grouped(first as u64)
        )?;
        writeln!(out, "{}", said(code, period))
    })
}

fn said(code: &Code, period: Option<Period>) -> String {
    let Some(period) = period else {
        return "no period so far".to_owned();
    };
    let heap = |heap: usize| grouped(heap as u64);
    let rises = match period.saltus {
        0 => String::new(),
        saltus => format!(" and saltus {}", grouped(saltus.into())),
    };
    let found = format!(
        "period {}{rises} from heap {} on",
        heap(period.length),
        heap(period.start)
    );
    match period.proof {
        period::Proof::Proved { theorem, needed } => format!(
            "{found}\n{GOOD}proved{GOOD:#} by the {}, which asks for the values to heap {}",
            theorem.name(),
            heap(needed)
        ),
        period::Proof::Needs(needed) => format!(
            "{found} as far as was looked; proved when it goes on to heap {}",
            heap(needed)
        ),
        period::Proof::Observed if code.is_unequal() => {
            format!("{found} as far as was looked; no theorem here covers games with `!`")
        }
        period::Proof::Observed => {
            format!("{found} as far as was looked; no theorem here makes that certain")
        }
    }
}

/// Writes the certificate of a period that is proved.
fn certify(path: &Path, sequence: &Sequence, period: Option<Period>) -> Result<Done> {
    let Some(Period {
        start,
        length,
        proof:
            period::Proof::Proved {
                theorem: period::Theorem::Octal,
                needed,
            },
        ..
    }) = period
    else {
        output::note(&format!(
            "{BAD}no certificate:{BAD:#} no period is proved by the {}",
            period::Theorem::Octal.name()
        ));
        return Ok(Done::CheckFailed);
    };
    let certificate = Certificate {
        game: sequence.code().to_string(),
        start,
        length,
        needed,
        values: sequence.cells().iter().take(start + length).collect(),
    };
    certificate.write(path)?;
    Ok(Done::Fine)
}

/// `grundy values --check FILE`: by the naive way alone.
pub fn check(path: &Path) -> Result<Done> {
    let found = Certificate::read(path)?;
    let code: Code = found.game.parse().with_context(|| {
        format!(
            "{}: `{}` is not the code of a heap game",
            path.display(),
            found.game
        )
    })?;
    let claim = certificate::Claim {
        code: &code,
        start: found.start,
        length: found.length,
        values: &found.values,
    };
    interrupt::listen(|| "stopped".to_owned())?;
    let checked = match certificate::check(&claim, BUDGET) {
        Ok(checked) if checked.needed != found.needed => bail!(
            "{}: says that values to heap {} are needed, and it is {}",
            path.display(),
            found.needed,
            checked.needed
        ),
        Ok(checked) => checked,
        Err(wrong) => {
            let text = format!("{BAD}refused:{BAD:#} {}: {wrong}\n", path.display());
            output::print(&text)?;
            return Ok(Done::CheckFailed);
        }
    };
    let heaps = |heaps: usize| grouped(heaps as u64);
    let how = if checked.is_proof() {
        "each value found anew from all moves: this is a proof".to_owned()
    } else {
        format!(
            "{} of them found anew from all moves, all first ones, all around the seams and an even \
             sample: this is no proof, but a good check",
            heaps(checked.heaps)
        )
    };
    output::print(&format!(
        "{code}: period {} from heap {} on, by the values of heaps 0 to {}\n{how}\n{GOOD}confirmed{GOOD:#}\n",
        heaps(found.length),
        heaps(found.start),
        heaps(checked.needed),
    ))?;
    Ok(Done::Fine)
}
