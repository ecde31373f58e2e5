//! What a position looks like: a strip of squares with pawns, or rows of stones, with what a press on each piece does, and
//! what the last move has changed.

use std::collections::HashMap;

use grundy_games::{Group, Reduction};

/// The largest number of squares of a strip that is drawn.
const SQUARES: u64 = 100;
/// The largest number of rows that are drawn,
const ROWS: usize = 24;
/// of stones in one of them,
const STONES: u64 = 40;
/// and of all stones.
const ALL_STONES: u64 = 400;

/// A drawing.
#[derive(Default)]
pub struct Picture {
    /// The topmost row first; none of a position that is too large.
    pub rows: Vec<Row>,
    pub is_strip: bool,
    /// Whether every move can be made by presses.
    pub is_complete: bool,
}

/// A strip, or a row of stones.
#[derive(Default)]
pub struct Row {
    pub label: String,
    /// How far it is moved to the right, in stones.
    pub indent: u64,
    /// The pieces. Of a strip each run is a group of pawns and the square that they go to, or a free square.
    pub runs: Vec<Vec<Cell>>,
    /// The number of its stones.
    pub size: u64,
    /// Whether this is the row of a half-made move.
    pub is_picked: bool,
}

/// The place of a piece.
pub struct Cell {
    pub kind: Kind,
    pub press: Option<Press>,
    /// Whether the last move has brought the piece here.
    pub came: bool,
}

/// What stands on a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A pawn, with the number of its group.
    Pawn(u64),
    Free,
    Goal,
    Stone,
    /// The place of a piece that the last move has taken, or a half-made move takes.
    Gone,
    /// The place between two stones where a heap is split.
    Gap,
}

/// What a press on a piece does.
#[derive(Clone, Copy)]
pub enum Press {
    /// It makes the move with this index.
    Play(usize),
    /// It takes this number of stones from the heap with this number; a second press says what remains.
    Pick(usize, u64),
}

/// What a picture shows.
pub struct Shown<'a> {
    pub now: &'a Reduction,
    /// The position before the last move.
    pub before: Option<&'a Reduction>,
    /// The legal moves: names and indices.
    pub legal: &'a HashMap<&'a str, usize>,
    /// Whether moves may split heaps.
    pub has_splits: bool,
    /// A half-made move.
    pub pick: Option<(usize, u64)>,
    /// The move of a pawn that has ended the game: `now` is the position before it, because there is none after it.
    pub last: Option<(u64, u64)>,
}

/// Returns the sizes of rows; none of a strip.
fn sizes(reduction: &Reduction) -> &[u64] {
    match reduction {
        Reduction::Strip { .. } => &[],
        Reduction::Stairs { coins: row, .. }
        | Reduction::Piles { piles: row, .. }
        | Reduction::Heaps { heaps: row, .. } => row,
    }
}

/// Returns what a part is called.
const fn thing(reduction: &Reduction) -> &'static str {
    match reduction {
        Reduction::Strip { .. } => "group",
        Reduction::Stairs { .. } => "step",
        Reduction::Piles { .. } => "pile",
        Reduction::Heaps { .. } => "heap",
    }
}

impl Picture {
    /// Returns the number of pieces and the number of buttons.
    pub fn pieces(&self) -> (usize, usize) {
        let cells = || self.rows.iter().flat_map(|row| &row.runs).flatten();
        let is_piece = |cell: &&Cell| matches!(cell.kind, Kind::Pawn(_) | Kind::Stone);
        let pieces = cells().filter(is_piece).count();
        (pieces, cells().filter(|cell| cell.press.is_some()).count())
    }

    /// Returns the width of the widest row in stones, without and with what moves it to the right.
    pub fn widths(&self) -> (u64, u64) {
        let of_row = |row: &Row| {
            let cells = row.runs.iter().flatten();
            let halves = cells.map(|cell| if cell.kind == Kind::Gap { 1 } else { 2 });
            halves.sum::<u64>() / 2
        };
        let stones = self.rows.iter().map(of_row).max();
        let widths = self.rows.iter().map(|row| of_row(row) + row.indent * 3 / 4);
        (stones.unwrap_or(0), widths.max().unwrap_or(0))
    }
}

impl Shown<'_> {
    /// Returns the drawing of the position.
    pub fn picture(&self) -> Picture {
        let (rows, bound) = match self.now {
            Reduction::Strip { m, groups, .. } => self.strip(*m, groups),
            _ => self.rows(),
        };
        Picture {
            is_complete: !rows.is_empty() && bound == self.legal.len(),
            is_strip: matches!(self.now, Reduction::Strip { .. }),
            rows,
        }
    }

    /// Returns the strip, and the number of its moves.
    fn strip(&self, m: u64, groups: &[Group]) -> (Vec<Row>, usize) {
        if m > SQUARES {
            return (Vec::new(), 0);
        }
        let group_of = |groups: &[Group], square| {
            let mut groups = groups.iter();
            let group = groups.find(|group| (group.first..=group.last).contains(&square));
            group.copied()
        };
        let earlier = match self.before {
            Some(Reduction::Strip { groups, .. }) => groups,
            _ => groups,
        };
        let mut bound = 0;
        let mut runs: Vec<Vec<Cell>> = Vec::new();
        let mut is_open = false;
        for square in 1..=m {
            let (mut group, was) = (group_of(groups, square), group_of(earlier, square));
            let (left, reached) = self.last.unwrap_or_default();
            group = group.filter(|_| square != left);
            let press = group.and_then(|group| {
                // A pawn moves to the next free square, behind its group.
                let name = format!("{square} -> {}", group.last + 1);
                Some(Press::Play(*self.legal.get(&*name)?))
            });
            bound += usize::from(press.is_some());
            let kind = match group {
                Some(group) => Kind::Pawn(group.number),
                None if square == reached => Kind::Pawn(0),
                None if square == m => Kind::Goal,
                None if was.is_some() => Kind::Gone,
                None => Kind::Free,
            };
            let came = matches!(kind, Kind::Pawn(_)) && was.is_none();
            let cell = Cell { kind, press, came };
            match runs.last_mut().filter(|_| is_open) {
                Some(run) => run.push(cell),
                None => runs.push(vec![cell]),
            }
            is_open = group.is_some();
        }
        let size = groups.iter().map(|group| group.size).sum();
        let row = Row {
            runs,
            size,
            ..Row::default()
        };
        (vec![row], bound)
    }

    /// Returns the rows of stones, and the number of moves that their pieces make.
    fn rows(&self) -> (Vec<Row>, usize) {
        let sizes = sizes(self.now);
        let is_large = |&size: &u64| size > STONES;
        if sizes.len() > ROWS
            || sizes.iter().any(is_large)
            || sizes.iter().sum::<u64>() > ALL_STONES
        {
            return (Vec::new(), 0);
        }
        let is_staircase = matches!(self.now, Reduction::Stairs { .. });
        let mut bound = 0;
        let mut rows = Vec::new();
        for (number, &size) in (1..).zip(sizes) {
            let label = format!("{} {number}", thing(self.now));
            let ways = Ways {
                legal: self.legal,
                has_splits: self.has_splits,
                part: &label,
                size,
            };
            bound += (0..=size)
                .map(|taken| ways.with(taken).len())
                .sum::<usize>();
            let picked = self.pick.filter(|pick| pick.0 == number);
            let taken = picked.map_or(0, |(_, taken)| taken.min(size));
            let mut cells = match (self.pick, picked) {
                (None, _) => self.whole_row(number, &ways),
                (Some(_), None) => stones(0, size),
                (Some(_), Some(_)) => ways.gaps(taken),
            };
            cells.extend((0..taken).map(|_| Cell::of(Kind::Gone)));
            rows.push(Row {
                indent: if is_staircase { number as u64 - 1 } else { 0 },
                runs: vec![cells],
                is_picked: picked.is_some(),
                label,
                size,
            });
        }
        if is_staircase {
            rows.reverse();
        }
        (rows, bound)
    }

    /// Returns the stones of a row with what each takes, and the places of those that the last move has taken.
    fn whole_row(&self, number: usize, ways: &Ways<'_>) -> Vec<Cell> {
        let size = ways.size;
        let now = sizes(self.now);
        let before = self
            .before
            .map(sizes)
            .filter(|before| before.len() == now.len());
        let was = before.map_or(size, |before| before[number - 1]);
        let mut cells = Vec::new();
        for at in 0..size {
            let split = ways.split(0, at, size - at).filter(|_| at > 0);
            cells.extend(split.map(Cell::gap));
            let taken = size - at;
            let press = match ways.with(taken)[..] {
                [] => None,
                [only] => Some(Press::Play(only)),
                _ => Some(Press::Pick(number, taken)),
            };
            let (kind, came) = (Kind::Stone, at >= was);
            cells.push(Cell { kind, press, came });
        }
        cells.extend((size..was).map(|_| Cell::of(Kind::Gone)));
        cells
    }
}

/// The moves in one part.
struct Ways<'a> {
    legal: &'a HashMap<&'a str, usize>,
    has_splits: bool,
    part: &'a str,
    size: u64,
}

impl Ways<'_> {
    /// Returns the moves that take this number of stones: the heap as it is then, and every split in two, once each.
    fn with(&self, taken: u64) -> Vec<usize> {
        let left = self.size - taken;
        let mut ways: Vec<usize> = self.one_heap(taken).into_iter().collect();
        ways.extend((1..=left / 2).filter_map(|first| self.split(taken, first, left - first)));
        ways
    }

    /// Returns the move that leaves one heap, or none.
    fn one_heap(&self, taken: u64) -> Option<usize> {
        let (left, part) = (self.size - taken, self.part);
        let name = match left {
            left if self.has_splits && left > 0 => {
                format!("{taken} from {part}, leaving {left}")
            }
            _ => format!("{taken} from {part}"),
        };
        self.legal.get(&*name).copied()
    }

    /// Returns the move that leaves two heaps of these sizes, in any order.
    fn split(&self, taken: u64, first: u64, second: u64) -> Option<usize> {
        let (small, large) = (first.min(second), first.max(second));
        let name = || format!("{taken} from {}, leaving {small} and {large}", self.part);
        let name = self.has_splits.then(name)?;
        self.legal.get(&*name).copied()
    }

    /// Returns the stones that stay after some are taken, with the places where they can be split. A place at an end leaves
    /// one heap.
    fn gaps(&self, taken: u64) -> Vec<Cell> {
        let left = self.size - taken;
        let mut cells = Vec::new();
        for first in 0..=left {
            let is_end = first == 0 || first == left;
            let way = if is_end {
                self.one_heap(taken)
            } else {
                self.split(taken, first, left - first)
            };
            cells.extend(way.map(Cell::gap));
            cells.extend(stones(first, (first + 1).min(left)));
        }
        cells
    }
}

/// Returns stones that cannot be pressed.
fn stones(from: u64, to: u64) -> Vec<Cell> {
    (from..to).map(|_| Cell::of(Kind::Stone)).collect()
}

impl Cell {
    const fn of(kind: Kind) -> Self {
        Self {
            kind,
            press: None,
            came: false,
        }
    }

    /// A place where a press makes the move with this index.
    const fn gap(way: usize) -> Self {
        Self {
            press: Some(Press::Play(way)),
            ..Self::of(Kind::Gap)
        }
    }
}
