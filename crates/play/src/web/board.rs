//! The board: the position with its pieces as buttons, and the list of all moves.

use grundy_game::{Detail, Line, Role};
use maud::{Markup, html};

use super::address::Address;
use super::picture::{Cell, Kind, Picture, Press, Row, Shown};
use crate::error::Result;
use crate::game::Match;

/// The largest number of moves that are listed,
const LISTED: usize = 200;
/// and about how many bytes their names have together.
const LISTED_BYTES: usize = 8 << 10;
/// About how many bytes the lines about a position have.
const TOLD_BYTES: usize = 16 << 10;
/// Rows that are wider than this, in stones, are drawn smaller on a narrow screen,
const LONG: u64 = 7;
/// and these on every screen.
const LONGER: u64 = 12;
/// On a narrow screen rows with more stones than this have their labels above them.
const LABELLED: u64 = 9;

/// A game in progress, as a page shows it.
pub struct View<'a> {
    pub address: &'a Address,
    /// The whole game.
    pub game: &'a Match,
    /// The game up to the position on the page.
    pub shown: &'a Match,
    /// Whether it is a person's turn on this page.
    pub is_persons: bool,
    /// A half-made move.
    pub pick: Option<(usize, u64)>,
    pub picture: Picture,
}

impl<'a> View<'a> {
    pub fn new(address: &'a Address, game: &'a Match, shown: &'a Match) -> Self {
        let is_persons = address.at.is_none()
            && address.players.seats.is_person(game.to_move())
            && game.winner().is_none();
        let last = shown.turns.last();
        let before = last.and_then(|turn| turn.before.reduction());
        let reduction = shown.now.position.reduction();
        // A pawn that reaches the goal leaves no position.
        let is_gone = shown.now.position.parts.is_empty();
        let last = last
            .filter(|_| is_gone)
            .and_then(|turn| turn.name.split_once(" -> "));
        let last = last.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        let drawn = if last.is_some() { &before } else { &reduction };
        let moves = shown.now.moves.iter().enumerate();
        let has_splits = game.game.about().code.is_some();
        let pick = address.pick.filter(|_| is_persons && has_splits);
        let drawing = Shown {
            before: before.as_ref(),
            legal: moves.map(|(at, choice)| (&*choice.name, at)).collect(),
            has_splits,
            pick,
            last,
        };
        let picture = drawn.as_ref().map(|now| drawing.picture(now));
        let picture = picture.unwrap_or_default();
        Self {
            address,
            game,
            shown,
            is_persons,
            pick,
            picture,
        }
    }

    /// The position; its pieces are buttons where it is a person's turn.
    pub fn board(&self) -> Result<Markup> {
        if self.picture.rows.is_empty() {
            let lines = self.shown.now.position.lines(Detail::Brief)?;
            return Ok(told(&lines, "The position", false));
        }
        Ok(html! {
            (rows(&self.picture, &|cell| self.piece(cell)))
            // What a press does takes the place of the hint, whose height stays, so that nothing moves below a finger.
            p #preview.key {
                span.hint { @if self.is_persons { (self.hint()) } }
                span.shown {}
            }
        })
    }

    /// How a move is made on the board.
    pub fn hint(&self) -> String {
        let cells = self.picture.rows.iter().flat_map(|row| &row.runs).flatten();
        let has_gaps = cells.clone().any(|cell| cell.kind == Kind::Gap);
        let (stones, pale): (Vec<&Cell>, Vec<&Cell>) = cells
            .filter(|cell| cell.kind == Kind::Stone)
            .partition(|cell| cell.press.is_some());
        let hint = match (self.picture.is_strip, self.pick.is_some()) {
            (true, _) => "Press a pawn: it goes to the next free square on its right.",
            (_, true) => "Press where the rest is split; at an end it stays one heap.",
            (_, false) => match (has_gaps, !stones.is_empty()) {
                (true, true) => {
                    "Press a stone to take it and all to its right, or a line between two to split there."
                }
                (true, false) => "Press a line between two stones to split there.",
                (false, _) => "Press a stone to take it and all to its right.",
            },
        };
        let has_pale = self.pick.is_none() && !pale.is_empty() && !stones.is_empty();
        let pale = ["", " From a pale stone no move takes that many."][usize::from(has_pale)];
        format!("{hint}{pale}")
    }

    /// Returns a piece: a button that makes its move, or a mark where no person can make it.
    fn piece(&self, cell: &Cell) -> Markup {
        let class = class(cell);
        let group = match cell.kind {
            Kind::Pawn(group) if self.address.shows_winning => group.to_string(),
            _ => String::new(),
        };
        let moves = &self.shown.now.moves;
        let Some(press) = cell.press.filter(|_| self.is_persons) else {
            return html! { span class=(class) { (group) } };
        };
        let is_pick = matches!(press, Press::Pick(..));
        let (name, title, wins) = match press {
            Press::Play(at) => {
                let choice = &moves[at];
                (choice.name.clone(), choice.name.clone(), choice.wins())
            }
            Press::Pick(heap, taken) => {
                let taken_from = format!("{taken} from heap {heap}");
                let is_of = |name: &str| {
                    let rest = name.strip_prefix(&taken_from);
                    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(", leaving"))
                };
                let wins = moves
                    .iter()
                    .any(|choice| choice.wins() && is_of(&choice.name));
                let title = format!("{taken_from}, then where to split");
                (format!("{heap}.{taken}"), title, wins)
            }
        };
        let wins = wins && self.address.shows_winning;
        let mut label = title.clone();
        if !group.is_empty() {
            label += &format!(", group {group}");
        }
        if wins {
            label += ", wins";
        }
        html! {
            button class=(class) form="game" formmethod=[is_pick.then_some("get")]
                name=(if is_pick { "pick" } else { "play" }) value=(name) title=(title)
                aria-label=[(label != title).then_some(&label)] {
                (group)
                @if wins { span.win { "✓" } }
            }
        }
    }

    /// Every legal move as a button, and a field to type one; `wrong` is a move that was typed and is none, and why.
    pub fn moves(&self, wrong: Option<(&str, &str)>) -> Markup {
        let typed = wrong.map(|(typed, _)| typed);
        let all = &self.shown.now.moves;
        let mut bytes = 0;
        let listed = all.iter().take(LISTED).take_while(|choice| {
            bytes += choice.name.len();
            bytes <= LISTED_BYTES
        });
        let listed: Vec<_> = listed.collect();
        let more = all.len() - listed.len();
        let is_open = !self.picture.is_complete || typed.is_some();
        html! {
            details #moves open[is_open] {
                summary { "All moves: " (all.len()) }
                form.typed method="post" action="/" {
                    @for (name, value) in self.address.hidden() { input type="hidden" name=(name) value=(value); }
                    label for="play" { "Type a move" }
                    input #play name="play" required value=[typed] autofocus[typed.is_some()]
                        aria-invalid=[typed.map(|_| "true")] aria-describedby=[typed.map(|_| "notice")]
                        autocomplete="off" autocapitalize="off" spellcheck="false";
                    button.button { "Move" }
                }
                @if let Some((_, why)) = wrong { (notice(why)) }
                ul {
                    @for choice in listed {
                        @let wins = self.address.shows_winning && choice.wins();
                        li {
                            button.button.wins[wins] form="game" name="play" value=(choice.name) { (choice.name) }
                            @if wins { " " span.win { "✓ wins" } }
                        }
                    }
                }
                @if more > 0 { p.note { "... and " (more) " more: type one of them." } }
            }
        }
    }
}

/// What is wrong with the last request.
pub fn notice(text: &str) -> Markup {
    html! { p #notice.notice role="alert" { (text) } }
}

/// Returns the rows of a picture, whose pieces `piece` makes.
pub fn rows(picture: &Picture, piece: &dyn Fn(&Cell) -> Markup) -> Markup {
    if picture.is_strip {
        return html! {
            ol.rows.strip aria-label="The position" {
                @for row in &picture.rows { li { (squares(row, piece)) } }
            }
        };
    }
    let (stones, width) = picture.widths();
    html! {
        ol.rows.long[width > LONG].longer[width > LONGER].headed[stones > LABELLED] aria-label="The position" {
            @for row in &picture.rows {
                li.picked[row.is_picked] {
                    span.label { (row.label) }
                    @if row.indent > 0 { span.airs { @for _ in 0..row.indent { span.air {} } } }
                    span.pieces {
                        @for cell in row.runs.iter().flatten() { (piece(cell)) }
                        span.number { (row.size) }
                    }
                }
            }
        }
    }
}

/// Returns the squares of a strip, numbered from 1. A run is an element, so that the style sheet finds the square that its
/// pawns go to.
fn squares(row: &Row, piece: &dyn Fn(&Cell) -> Markup) -> Markup {
    let mut numbers = 1..;
    html! {
        @for run in &row.runs {
            span.run {
                @for cell in run {
                    @let unseen = match cell.kind { Kind::Goal => "the goal", Kind::Pawn(_) => "", _ => "free" };
                    span.square.goal[cell.kind == Kind::Goal] {
                        @if let Some(number) = numbers.next() { span.number { (number) } }
                        @if !unseen.is_empty() { span.unseen { (unseen) } }
                        (piece(cell))
                    }
                }
            }
        }
    }
}

/// Returns the classes of a piece.
pub fn class(cell: &Cell) -> String {
    let (kind, _) = cell.kind.names();
    let came = if cell.came { " came" } else { "" };
    format!("{kind}{came}")
}

/// The words of the theory, and what they mean. docs/nim-in-class.md has the same table.
pub const WORDS: [(&str, &str); 4] = [
    (
        "P-position",
        "the player to move loses, the previous player wins",
    ),
    ("N-position", "the player to move, the next one, wins"),
    (
        "nim-sum",
        "for each power of two, whether the number of heaps that contain it is odd; the xor of the heaps",
    ),
    (
        "Grundy value",
        "the size of the Nim heap to which a position of another game is equivalent",
    ),
];

/// A text in which the first of these words that it has is a link to what it means, and then the others; linked words are removed.
fn linked(text: &str, words: &mut Vec<&str>) -> Markup {
    let found = words.iter().enumerate();
    let found = found.filter_map(|(at, word)| Some((text.find(word)?, at)));
    let Some((from, at)) = found.min() else {
        return html! { (text) };
    };
    let word = words.remove(at);
    let (before, rest) = (&text[..from], &text[from + word.len()..]);
    html! { (before) a href="#words" { (word) } (linked(rest, words)) }
}

/// Binary digits as squares, which are filled for 1.
fn digits(text: &str) -> Markup {
    html! { @for digit in text.chars() { @match digit { '1' => { b { "1" } }, '0' => { i { "0" } }, c => { (c) } } } }
}

/// The lines about a position, as in a terminal: prose in paragraphs, and what is indented line by line. `has_words` says whether
/// the page has what the words mean.
pub fn told(lines: &[Line], label: &str, has_words: bool) -> Markup {
    let is_indented = |line: &Line| line.text().starts_with(' ');
    let mut bytes = 0;
    let few = lines.iter().take_while(|line| {
        bytes += line.text().len() + 30 * line.0.len();
        bytes <= TOLD_BYTES
    });
    let few = &lines[..few.count()];
    // A line that begins in the middle of a sentence goes on with the paragraph.
    let goes_on = |above: &Line, line: &Line| {
        let is_prose = !is_indented(above) && line.text().starts_with(char::is_lowercase);
        is_indented(above) && is_indented(line)
            || is_prose && above.0.first().is_some_and(|span| span.role == Role::Plain)
    };
    let mut words: Vec<&str> = WORDS.map(|(word, _)| word).to_vec();
    words.retain(|_| has_words);
    let mut spans = |line: &Line| {
        html! {
            @for span in &line.0 {
                span class=[class_of(span.role)] {
                    @if span.role == Role::Counts { (digits(&span.text)) } @else { (linked(&span.text, &mut words)) }
                }
            }
            "\n"
        }
    };
    html! {
        div.told tabindex="0" role="region" aria-label=(label) {
            @for block in few.chunk_by(goes_on) {
                @if is_indented(&block[0]) { pre { @for line in block { (spans(line)) } } }
                @else if !block[0].0.is_empty() { p { @for line in block { (spans(line)) } } }
            }
            @if few.len() < lines.len() { p.note { "... and " (lines.len() - few.len()) " lines more" } }
        }
    }
}

/// The class of a role has its name.
fn class_of(role: Role) -> Option<String> {
    (role != Role::Plain).then(|| format!("{role:?}").to_lowercase())
}
