//! `grundy values` of a code: the Grundy values of its heaps, and their period.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use grundy_games::heaps::period::{Proof, fewest};
use grundy_games::heaps::{self, Code, Period, Sequence, conjecture};
use grundy_records::files::Held;
use grundy_records::heaps::{self as records, HeapValues, PeriodFields};
use grundy_records::picture::Picture;
use grundy_sweep::VERSION;

use super::{Format, Values};
use crate::command::output::{self, Done, GOOD};
use crate::command::text::{counted, digits, grouped, listed};
use crate::command::{interrupt, progress};

/// The largest heap without `--up-to`, if no period is proved before it. The second one is for games with moves
/// that leave three heaps, which take much longer.
const FARTHEST: [u32; 2] = [10_000, 1000];
/// The first heaps: they are computed at once, and printed.
const SHOWN: u32 = 100;
/// The time between two checkpoints.
const KEEP: Duration = Duration::from_secs(30);

pub fn run(arguments: &Values, code: &Code, title: &str) -> Result<Done> {
    let slow = usize::from(code.parts() > 2);
    let farthest = arguments.up_to.unwrap_or(FARTHEST[slow]);
    let kept = arguments.resume.as_deref();
    // JSON needs a list of all values as numbers, and one as text.
    let more = u64::from(!arguments.summary) * 12 * u64::from(farthest);
    heaps::check_memory(code, farthest, more)
        .with_context(|| format!("heaps to {}", grouped(farthest.into())))?;
    let (mut sequence, mut held) = match kept {
        Some(path) => {
            let (sequence, held) = records::resume(path, VERSION, code)?;
            (sequence, Some(held))
        }
        None => (Sequence::new(code.clone()), None),
    };
    let hint = arguments.hint();
    interrupt::listen(move || format!("stopped{hint}"))?;
    // Without --up-to, all values of a checkpoint are shown.
    let held_to = sequence.cells().len().saturating_sub(1) as u32;
    let mut up_to = arguments.up_to.unwrap_or(held_to.max(SHOWN));
    let period = loop {
        if extend(&mut sequence, up_to, held.as_mut())?.is_break() {
            let heaps = counted(sequence.cells().len() as u64, "heap");
            output::note(&format!("stopped after {heaps}{hint}"));
            return Ok(Done::Interrupted);
        }
        // A checkpoint may hold more values than the user asked for.
        if sequence.cells().len() > up_to as usize + 1 {
            let values: Vec<u32> = sequence.cells().iter().take(up_to as usize + 1).collect();
            sequence = Sequence::resume(code.clone(), values);
        }
        let period = sequence.period();
        if up_to >= farthest || period.is_some_and(|period| period.is_proved()) {
            break period;
        }
        up_to = (2 * up_to).min(farthest);
    };
    if let Some(path) = &arguments.csv {
        records::write_csv(path, sequence.cells())?;
    }
    if let Some(path) = &arguments.plot {
        Picture::of_heaps(title, sequence.cells(), period).write(path)?;
    }
    if arguments.format == Format::Bfile {
        output::write(|out| {
            let mut values = (0..).zip(sequence.cells().iter());
            values.try_for_each(|(heap, value): (u32, u32)| writeln!(out, "{heap} {value}"))
        })?;
        return Ok(Done::Fine);
    }
    let lists_json = arguments.format == Format::Json && !arguments.summary;
    let cells = sequence.cells();
    // A conjecture needs as many heaps as a period that is not proved.
    let is_seen = |start: usize| cells.len() - start >= fewest(code);
    let (mut split, mut ruler) = (None, None);
    if period.is_none() {
        let value = |heap| cells.get(heap).into();
        split = conjecture::split(cells.len(), value).filter(|split| is_seen(split.start));
        if split.is_none() {
            ruler = conjecture::ruler(cells.len(), value).filter(|ruler| is_seen(ruler.start));
        }
    }
    let values = HeapValues {
        game: &code.to_string(),
        up_to,
        values: lists_json.then(|| cells.iter().collect()),
        largest: sequence.largest().map_or(0, |(largest, _)| largest),
        period: period.map(|period| PeriodFields::of(period, cells.len())),
        split,
        ruler,
    };
    arguments.show(&values, || {
        let shown = (!arguments.summary).then(|| arguments.up_to.unwrap_or(SHOWN));
        page(&sequence, shown, &values, period)
    })
}

/// Computes the values to heap `up_to`, with a bar and with checkpoints from time to time.
pub(super) fn extend(
    sequence: &mut Sequence,
    up_to: u32,
    mut held: Option<&mut Held>,
) -> Result<ControlFlow<()>> {
    let bar = progress::bar(sequence.code(), u64::from(up_to) + 1, "values");
    // The values of earlier runs do not count for the speed of this one.
    bar.set_position(sequence.cells().len() as u64);
    bar.reset_eta();
    let mut kept = Instant::now();
    let mut saved = Ok(());
    let flow = heaps::extend(sequence, up_to, |sequence| {
        bar.set_position(sequence.cells().len() as u64);
        if let Some(held) = &mut held
            && kept.elapsed() > KEEP
        {
            saved = records::keep(held, VERSION, sequence);
            kept = Instant::now();
        }
        match &saved {
            Ok(()) => interrupt::go_on(),
            Err(_) => ControlFlow::Break(()),
        }
    });
    saved?;
    if let Some(held) = held {
        records::keep(held, VERSION, sequence)?;
    }
    Ok(flow)
}

/// The values of heaps to `shown`, and the largest of all with what is said of their regularity.
fn page(
    sequence: &Sequence,
    shown: Option<u32>,
    values: &HeapValues<'_>,
    period: Option<Period>,
) -> String {
    let (code, cells, up_to) = (sequence.code(), sequence.cells(), values.up_to);
    let (largest, first) = sequence.largest().unwrap_or((0, 0));
    let mut text = String::new();
    if let Some(shown) = shown {
        let label = digits(up_to.into()).max("heap".len());
        let heaps = cells.len().min(shown as usize + 1);
        let listing = cells.iter().take(heaps).map(u64::from);
        text += &listed(listing, 0, label, digits(largest.into()));
        if heaps < cells.len() {
            text += &format!("{:>label$}  --up-to {up_to} shows the others\n", "...");
        }
        text.push('\n');
    }
    let regularity = match period {
        Some(period) => of_period(period, cells.len()),
        None => of_conjecture(values, cells.len()),
    };
    text += &format!(
        "{code}: heaps 0 to {}\nlargest value {largest}, first of heap {}\n{regularity}\n",
        grouped(up_to.into()),
        grouped(first as u64),
    );
    let (standard, shift) = code.standard();
    if standard != *code {
        let later = match shift {
            0 => String::new(),
            shift => format!(", {} later", counted(shift as u64, "heap")),
        };
        text += &format!("the values are those of {standard}{later}\n");
    }
    text
}

/// For how many periods, of which the last is one of `heaps` heaps, a regularity has held.
fn held(start: usize, length: usize, heaps: usize) -> String {
    let times = (heaps - start) / length;
    format!("held for {}", counted(times as u64, "period"))
}

/// What is said of values without a period.
fn of_conjecture(values: &HeapValues<'_>, heaps: usize) -> String {
    let mut text = "no period so far".to_owned();
    let numbers = |start: usize, length: usize, saltus: i64| {
        let held = held(start, length, heaps);
        let [start, length] = [start, length].map(|number| grouped(number as u64));
        (held, start, length, grouped(saltus.unsigned_abs()))
    };
    if let Some(split) = &values.split {
        // The smaller one of the two lists.
        let is_rare = 2 * split.rising.len() <= split.length;
        let listed = (0..split.length).filter(|heap| split.rising.contains(heap) == is_rare);
        let listed: Vec<String> = listed.map(|heap| heap.to_string()).collect();
        let (held, start, length, saltus) = numbers(split.start, split.length, split.saltus);
        text += &format!(
            "\nconjecture, {held}: from heap {start} on values repeat with period {length}, but rise by {saltus} {} heaps \
             {} modulo {length}",
            if is_rare { "at" } else { "except at" },
            listed.join(", "),
        );
    }
    if let Some(ruler) = &values.ruler {
        let (held, start, length, saltus) = numbers(ruler.start, ruler.length, ruler.saltus);
        text += &format!(
            "\nconjecture, {held}: from heap {start} on values rise with period {length} and saltus {saltus}, but for a ruler:"
        );
        for marks in &ruler.marks {
            text += &format!(
                "\n  heap {} + {length} k has value {} + {saltus} k - {} 2^v, 2^v the largest power of 2 that divides k; \
                 where that is negative, {} + {saltus} k",
                grouped(marks.origin as u64),
                marks.base,
                marks.step,
                marks.rest,
            );
        }
    }
    text
}

/// What is said of a period of the values of `heaps` heaps.
fn of_period(period: Period, heaps: usize) -> String {
    let heap = |heap: usize| grouped(heap as u64);
    let held = held(period.start, period.length, heaps);
    let (start, length) = (heap(period.start), heap(period.length));
    let rises = match period.saltus {
        0 => String::new(),
        saltus => format!(" and saltus {}", grouped(saltus)),
    };
    let proof = match period.proof {
        Proof::Proved { theorem, needed } => format!(
            "\n{GOOD}proved{GOOD:#} by the {}, which needs the values to heap {}{}",
            theorem.name(),
            heap(needed),
            if theorem.is_checked() {
                ""
            } else {
                ";\nno machine has checked the proof of this theorem, and values are not copied by it"
            }
        ),
        Proof::Needs(needed) => format!(
            " in the computed values, {held}; it is proved if it holds to heap {}",
            heap(needed)
        ),
        Proof::Observed => {
            format!(" in the computed values, {held}; no theorem known here proves it by them")
        }
    };
    format!("period {length}{rises} from heap {start} on{proof}")
}
