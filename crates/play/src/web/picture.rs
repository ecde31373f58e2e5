//! What a position looks like: a strip of squares with pawns, or rows of stones, with what a press on each piece does, and
//! what the last move has changed.

use std::collections::HashMap;

use grundy_game::{Group, Reduction};

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

impl Kind {
    /// Returns the class of such a place on a page, and the letter that the script of a page without a server has for it.
    pub const fn names(self) -> (&'static str, char) {
        match self {
            Self::Pawn(_) => ("pawn", 'p'),
            Self::Free => ("free", 'f'),
            Self::Goal => ("flag", 'g'),
            Self::Stone => ("stone", 's'),
            Self::Gone => ("gone", 'x'),
            Self::Gap => ("gap", 'i'),
        }
    }
}

/// What a press on a piece does.
#[derive(Clone, Copy)]
pub enum Press {
    /// It makes the move with this index.
    Play(usize),
    /// It takes this number of stones from the heap with this number; a second press says what remains.
    Pick(usize, u64),
}

/// What a picture shows beside its position.
#[derive(Default)]
pub struct Shown<'a> {
    /// The position before the last move.
    pub before: Option<&'a Reduction>,
    /// The legal moves: names and indices.
    pub legal: HashMap<&'a str, usize>,
    /// Whether moves may split heaps.
    pub has_splits: bool,
    /// A half-made move.
    pub pick: Option<(usize, u64)>,
    /// The move of a pawn that has ended the game: the position is the one before it, because there is none after it.
    pub last: Option<(u64, u64)>,
}

impl Picture {
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
    /// Returns the drawing of a position.
    pub fn picture(&self, now: &Reduction) -> Picture {
        let (is_strip, (rows, bound)) = match now {
            Reduction::Strip { m, groups, .. } => (true, self.strip(*m, groups)),
            _ => (false, self.rows(now)),
        };
        Picture {
            is_complete: !rows.is_empty() && bound == self.legal.len(),
            is_strip,
            rows,
        }
    }

    /// Returns the strip, and the number of its moves.
    fn strip(&self, m: u64, groups: &[Group]) -> (Vec<Row>, usize) {
        if m > SQUARES {
            return (Vec::new(), 0);
        }
        let earlier = match self.before {
            Some(Reduction::Strip { groups, .. }) => groups,
            _ => groups,
        };
        let mut bound = 0;
        let mut runs: Vec<Vec<Cell>> = Vec::new();
        let mut is_open = false;
        for square in 1..=m {
            let (left, reached) = self.last.unwrap_or_default();
            let group = Group::at(groups, square).filter(|_| square != left);
            let was_free = Group::at(earlier, square).is_none();
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
                None if was_free => Kind::Free,
                None => Kind::Gone,
            };
            let came = matches!(kind, Kind::Pawn(_)) && was_free;
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
    fn rows(&self, now: &Reduction) -> (Vec<Row>, usize) {
        let sizes = now.numbers();
        let is_large = |&size: &u64| size > STONES;
        if sizes.len() > ROWS
            || sizes.iter().any(is_large)
            || sizes.iter().sum::<u64>() > ALL_STONES
        {
            return (Vec::new(), 0);
        }
        let before = self.before.map(Reduction::numbers);
        let before = before.filter(|before| before.len() == sizes.len());
        let is_staircase = matches!(now, Reduction::Stairs { .. });
        let mut bound = 0;
        let mut rows = Vec::new();
        for (at, (&size, &was)) in sizes.iter().zip(before.unwrap_or(sizes)).enumerate() {
            let number = at + 1;
            let part = format!("{} {number}", now.columns()[0]);
            let ways = Ways {
                shown: self,
                part: &part,
                size,
            };
            bound += (0..=size)
                .map(|taken| ways.with(taken).len())
                .sum::<usize>();
            let picked = self.pick.filter(|pick| pick.0 == number);
            let taken = picked.map_or(0, |(_, taken)| taken.min(size));
            let mut cells = match (self.pick, picked) {
                (None, _) => ways.whole_row(number, was),
                (Some(_), None) => (0..size).map(|_| Cell::of(Kind::Stone)).collect(),
                (Some(_), Some(_)) => ways.gaps(taken),
            };
            cells.extend((0..taken).map(|_| Cell::of(Kind::Gone)));
            rows.push(Row {
                indent: if is_staircase { at as u64 } else { 0 },
                runs: vec![cells],
                is_picked: picked.is_some(),
                label: part,
                size,
            });
        }
        if is_staircase {
            rows.reverse();
        }
        (rows, bound)
    }
}

/// The moves in one part.
struct Ways<'a> {
    shown: &'a Shown<'a>,
    part: &'a str,
    size: u64,
}

impl Ways<'_> {
    /// Returns the moves that take this number of stones: the heap as it is then, and every split in two, once each.
    fn with(&self, taken: u64) -> Vec<usize> {
        let first = 0..=(self.size - taken) / 2;
        first.filter_map(|first| self.split(taken, first)).collect()
    }

    /// Returns the move that takes this number of stones and splits the heap after the first ones that are left. A split at
    /// an end leaves one heap.
    fn split(&self, taken: u64, first: u64) -> Option<usize> {
        let second = self.size - taken - first;
        let left = match (first.min(second), first.max(second)) {
            (0, 0) => String::new(),
            (0, _) if !self.shown.has_splits => String::new(),
            (0, all) => format!(", leaving {all}"),
            (small, large) => format!(", leaving {small} and {large}"),
        };
        let name = format!("{taken} from {}{left}", self.part);
        self.shown.legal.get(&*name).copied()
    }

    /// Returns the stones of the row with what each takes, and the places of those that the last move has taken.
    fn whole_row(&self, number: usize, was: u64) -> Vec<Cell> {
        let mut cells = Vec::new();
        for at in 0..self.size {
            cells.extend(self.split(0, at).map(Cell::gap));
            let taken = self.size - at;
            let press = match self.with(taken)[..] {
                [] => None,
                [only] => Some(Press::Play(only)),
                _ => Some(Press::Pick(number, taken)),
            };
            let (kind, came) = (Kind::Stone, at >= was);
            cells.push(Cell { kind, press, came });
        }
        cells.extend((self.size..was).map(|_| Cell::of(Kind::Gone)));
        cells
    }

    /// Returns the stones that stay after some are taken, with the places where they can be split.
    fn gaps(&self, taken: u64) -> Vec<Cell> {
        let mut cells = Vec::new();
        for first in 0..=self.size - taken {
            cells.extend((first > 0).then(|| Cell::of(Kind::Stone)));
            cells.extend(self.split(taken, first).map(Cell::gap));
        }
        cells
    }
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
