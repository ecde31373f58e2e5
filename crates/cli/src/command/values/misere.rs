//! `grundy values --misere`: the genera of heaps in misère play, and who wins a row.

use std::ops::ControlFlow;

use anyhow::Result;
use grundy_games::heaps::{Code, Misere, MisereKnown, NotEnoughMemory, check_rows};
use serde::Serialize;

use super::Values;
use crate::command::interrupt;
use crate::command::output::{self, Done};
use crate::command::text::{counted, grouped, table};

/// The largest heap without `--up-to` and `--row`.
const FARTHEST: u32 = 20;

/// What is printed as JSON.
#[derive(Serialize)]
struct Genera {
    game: String,
    up_to: u32,
    heaps: Vec<Entry>,
    row: Option<Row>,
}

#[derive(Serialize)]
struct Entry {
    heap: usize,
    genus: String,
    grundy: u32,
    misere: Vec<u32>,
    tame: bool,
}

#[derive(Serialize)]
struct Row {
    heaps: Vec<u32>,
    genus: String,
    wins: bool,
    /// Whether the theorem on sums of tame positions answers it; else it is searched.
    all_tame: bool,
}

pub fn run(arguments: &Values, code: &Code) -> Result<Done> {
    let largest = arguments.row.iter().max().copied();
    let up_to = arguments.up_to.or(largest).unwrap_or(FARTHEST);
    let up_to = up_to.max(largest.unwrap_or(0));
    interrupt::listen_quietly()?;
    let mut misere = Misere::new(code.clone());
    let mut short: Option<NotEnoughMemory> = None;
    let mut watch = |rows: usize| {
        short = check_rows(rows).err();
        match short {
            Some(_) => ControlFlow::Break(()),
            None => interrupt::go_on(),
        }
    };
    let mut row = None;
    let mut flow = misere.extend(up_to, &mut watch);
    if flow.is_continue() && !arguments.row.is_empty() {
        match misere.row(&arguments.row, &mut watch) {
            ControlFlow::Continue(known) => row = Some(known),
            ControlFlow::Break(()) => flow = ControlFlow::Break(()),
        }
    }
    let heaps = misere.heaps();
    if flow.is_break() {
        let last = grouped(heaps.len().saturating_sub(1) as u64);
        return match short {
            Some(short) => Err(anyhow::Error::new(short).context(format!("after heap {last}"))),
            None => {
                output::note(&format!("stopped after heap {last}"));
                Ok(Done::Interrupted)
            }
        };
    }
    let heap = |(heap, known): (usize, &MisereKnown)| Entry {
        heap,
        genus: known.genus.to_string(),
        grundy: known.genus.grundy,
        misere: known.genus.misere.clone(),
        tame: known.is_tame,
    };
    let genera = Genera {
        game: code.to_string(),
        up_to,
        heaps: heaps.iter().enumerate().map(heap).collect(),
        row: row.map(|known| Row {
            genus: known.genus.to_string(),
            wins: known.wins(),
            all_tame: arguments
                .row
                .iter()
                .all(|&heap| heaps[heap as usize].is_tame),
            heaps: arguments.row.clone(),
        }),
    };
    arguments.show(&genera, || page(&genera))
}

fn page(genera: &Genera) -> String {
    let Genera { game, heaps, .. } = genera;
    if let Some(row) = &genera.row {
        let heaps: Vec<String> = row.heaps.iter().map(ToString::to_string).collect();
        let (kind, wins) = if row.wins {
            ("N", "wins")
        } else {
            ("P", "loses")
        };
        let how = if row.all_tame {
            "all heaps are tame: by the theorem on their sums"
        } else {
            "not all heaps are tame: by search"
        };
        return format!(
            "{game}, misère play, heaps {}: genus {}\n{kind}-position: the player to move {wins}\n{how}\n",
            heaps.join(" "),
            row.genus
        );
    }
    let rows = heaps.iter().map(|heap| {
        let kind = if heap.tame { "tame" } else { "not tame" };
        vec![heap.heap.to_string(), heap.genus.clone(), kind.to_owned()]
    });
    let wild = heaps.iter().find(|heap| !heap.tame);
    let wild = match wild {
        Some(wild) => format!("heap {} is the first that is not tame", wild.heap),
        None => "all heaps are tame".to_owned(),
    };
    format!(
        "{}\n{game}, misère play: {}, {wild}\n",
        table(">heap|genus|", rows),
        counted(heaps.len() as u64, "heap")
    )
}
