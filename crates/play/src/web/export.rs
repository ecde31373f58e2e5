//! One page without a server: every position that a game can reach from one, with its moves and its picture.

use std::collections::HashMap;
use std::io::Write as _;
use std::mem;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use grundy_game::stage::Stage;
use grundy_game::sum::Sum;
use grundy_game::{Detail, Game};
use grundy_judge::interactive::DRAWN;
use grundy_report::html::document;
use maud::{PreEscaped, html};
use serde::Serialize;
use serde_json::json;

use super::address::Address;
use super::board::{View, told};
use super::lesson::{how_to_play, terms};
use super::page::choices;
use super::picture::{Cell, Picture, Press};
use crate::error::{Error, Result, ensure};
use crate::game::Match;
use crate::players::{LEVELS, Players};

/// The largest number of positions on a page,
const POSITIONS: usize = 20_000;
/// and of bytes of its positions in the file.
const BYTES: usize = 900 << 10;
/// The most bytes of explanations, before they are compressed.
const EXPLANATIONS: usize = 16 << 20;

/// A position as the script of the page reads it.
#[derive(Serialize)]
struct Node {
    /// Its rows; none where it has no picture.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<(String, u64, u64, Vec<String>)>,
    /// Its text as HTML, where it has no picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Who wins: 0 for a P-position, 1 for a draw, 2 for an N-position.
    outcome: usize,
    /// For each move its name among the names, and how far the position that it leads to is behind this one.
    moves: Vec<(usize, isize)>,
    /// Its explanation as HTML.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// The positions that can be reached.
#[derive(Default)]
struct Table {
    /// The position of each node.
    positions: Vec<Sum>,
    nodes: Vec<Node>,
    /// The names of all moves, each once.
    names: Vec<String>,
    is_strip: bool,
    /// How many bytes of explanations there are.
    explained: usize,
}

impl Table {
    /// Lists what can be reached from the position of a game that begins.
    fn of(whole: &Match, is_stopped: impl Fn() -> bool) -> Result<Self> {
        let (mut table, mut named) = (Self::default(), HashMap::new());
        let first = &whole.now.position;
        let mut numbers = HashMap::from([(first.text(), 0)]);
        table.positions.push(first.clone());
        while let Some(position) = table.positions.get(table.nodes.len()).cloned() {
            ensure(!is_stopped(), "stopped; nothing was written")?;
            let now = Stage::of(position)?;
            let mut moves = Vec::with_capacity(now.moves.len());
            for (at, choice) in now.moves.iter().enumerate() {
                let name = *named.entry(choice.name.clone()).or_insert_with(|| {
                    table.names.push(choice.name.clone());
                    table.names.len() - 1
                });
                let target = now.after(at)?.position;
                let number = *numbers.entry(target.text()).or_insert_with(|| {
                    table.positions.push(target);
                    (table.positions.len() - 1).cast_signed()
                });
                moves.push((name, number));
            }
            ensure(
                table.positions.len() <= POSITIONS,
                format!(
                    "more than {POSITIONS} positions can be reached from there; expected a smaller first position"
                ),
            )?;
            table.add(whole, now, moves)?;
        }
        Ok(table)
    }

    /// Adds the node of a position.
    fn add(&mut self, whole: &Match, now: Stage, moves: Vec<(usize, isize)>) -> Result<()> {
        let html = |position: &Sum, detail, label| {
            let lines = position.lines(detail)?;
            Ok::<_, Error>(told(&lines, label, false).into_string())
        };
        let has_room = self.explained <= EXPLANATIONS && !moves.is_empty();
        let why = has_room.then(|| html(&now.position, Detail::Full, "The position, explained"));
        let why = why.transpose()?;
        self.explained += why.as_ref().map_or(0, String::len);
        let outcome = now.outcome as usize;
        let shown = Match {
            now: Arc::new(now),
            ..whole.clone()
        };
        let picture = View::new(&Address::default(), whole, &shown).picture;
        self.is_strip |= picture.is_strip;
        let is_told = picture.rows.is_empty();
        let text = is_told.then(|| html(&shown.now.position, Detail::Brief, "The position"));
        self.nodes.push(Node {
            text: text.transpose()?,
            rows: rows(&picture),
            outcome,
            moves,
            why,
        });
        Ok(())
    }

    /// Sorts the positions by the numbers in their texts, and returns the place of the first one. In this order a move leads about as
    /// far from any position as from its neighbour, so that the lists of moves are compressed to a small part of their size.
    fn sort(&mut self) -> usize {
        let key = |position: &Sum| {
            let text = position.text();
            let parts = text.split_inclusive(|c: char| !c.is_ascii_digit());
            let part = |part: &str| (part.len(), part.to_owned());
            parts.map(part).collect::<Vec<_>>()
        };
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_cached_key(|&at| key(&self.positions[at]));
        let mut places = vec![0_isize; order.len()];
        for (place, &at) in (0..).zip(&order) {
            places[at] = place;
        }
        for (node, place) in self.nodes.iter_mut().zip(&places) {
            for (_, target) in &mut node.moves {
                *target = places[target.unsigned_abs()] - place;
            }
        }
        let nodes = mem::take(&mut self.nodes).into_iter();
        let mut sorted: Vec<_> = nodes.zip(&places).collect();
        sorted.sort_by_key(|(_, place)| **place);
        self.nodes = sorted.into_iter().map(|(node, _)| node).collect();
        places[0].unsigned_abs()
    }

    /// Returns all of it as the page has it.
    fn packed(&self, start: usize, drawn: Option<usize>) -> Result<String> {
        let levels = LEVELS.iter().map(|(name, level, _)| (*name, level.0));
        pack(&json!({
            "start": start, "names": self.names, "nodes": self.nodes, "strip": self.is_strip, "drawn": drawn,
            "levels": levels.collect::<HashMap<_, _>>(),
        }))
    }
}

/// Returns a page as one file of at most 1 MB, on which a game from `start` can be played in a browser without a server. `law` is
/// the closed form of the game in words, where it has one. The explanation of each position is on the page where all of them together
/// leave room for it. `is_stopped` is asked after every position.
///
/// # Errors
/// When more than 20,000 positions can be reached, or they need more than the space of the file; when it is stopped; when the
/// game fails.
pub fn page(
    game: &Arc<dyn Game>,
    start: Sum,
    players: Players,
    law: Option<&str>,
    is_stopped: impl Fn() -> bool,
) -> Result<String> {
    let about = game.about();
    let address = Address::default();
    let whole = Match::begin(game.clone(), None, start)?;
    let view = View::new(&address, &whole, &whole);
    let (terms, how) = (terms(&view), how_to_play(&view)?);
    let hint = (!view.picture.rows.is_empty()).then(|| view.hint());
    let mut table = Table::of(&whole, is_stopped)?;
    let start = table.sort();
    let drawn = about.loops.then_some(DRAWN);
    let mut data = table.packed(start, drawn)?;
    if table.explained > EXPLANATIONS || data.len() > BYTES {
        for node in &mut table.nodes {
            node.why = None;
        }
        data = table.packed(start, drawn)?;
    }
    ensure(
        data.len() <= BYTES,
        format!(
            "the {} positions need {} KB, and a page has room for {}; expected a smaller first position",
            table.nodes.len(),
            data.len() >> 10,
            BYTES >> 10
        ),
    )?;
    let style = html! { style { (PreEscaped(include_str!("play.css"))) } };
    let body = html! {
        p #said.unseen aria-live="polite" {}
        main {
            h1 { (about.title) }
            (terms)
            (how)
            p #status.status tabindex="-1" { "This page needs its script." }
            section #board.board aria-label="Board" {}
            @if let Some(hint) = hint { p.key { (hint) } }
            div #tools.tools {}
            details #history hidden { summary { "Moves so far" } ol.history {} }
            details #moves { summary {} ul {} }
            details #why {
                summary { "Who can win here, and why?" }
                p #wins {}
                @if let Some(law) = law { p { (law) } }
                div #explained {}
            }
            details #new {
                summary { "Another game" }
                form {
                    (choices(players, true))
                    button.button.first { "Begin" }
                }
            }
        }
        script #data type="application/octet-stream" { (data) }
        script { (PreEscaped(include_str!("export.js"))) }
    };
    Ok(document(&about.title, &style, &body))
}

/// Returns a value as JSON, compressed, in base64.
fn pack(value: &serde_json::Value) -> Result<String> {
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = packed.write_all(value.to_string().as_bytes());
    let bytes = written.and_then(|()| packed.finish());
    let bytes = bytes.map_err(Error::system("cannot compress the positions"))?;
    Ok(STANDARD.encode(bytes))
}

/// Returns the rows of a picture: label, indent, size, and for each run its cells. A cell is a letter for its kind, and the
/// index of its move, or `^` and the number of stones that it takes where more than one move takes so many.
fn rows(picture: &Picture) -> Vec<(String, u64, u64, Vec<String>)> {
    let cell = |cell: &Cell| {
        let (_, kind) = cell.kind.names();
        match cell.press {
            None => kind.to_string(),
            Some(Press::Play(at)) => format!("{kind}{at}"),
            Some(Press::Pick(_, taken)) => format!("{kind}^{taken}"),
        }
    };
    let run = |run: &Vec<Cell>| run.iter().map(cell).collect();
    let row = picture.rows.iter().map(|row| {
        let runs = row.runs.iter().map(run).collect();
        (row.label.clone(), row.indent, row.size, runs)
    });
    row.collect()
}
