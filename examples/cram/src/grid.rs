//! What is done with the squares of a board, in words of 64 bits or, for larger boards, of 128.

use grundy::own::Next;
use num_traits::{AsPrimitive, PrimInt};

use crate::board::Board;

/// A rectangle of squares; bit `row * columns + column` of a word stands for a square.
#[derive(Clone, Copy)]
pub struct Grid<W> {
    columns: usize,
    /// The squares of the first column.
    first: W,
    /// The squares of the last one.
    last: W,
}

impl<W: PrimInt + AsPrimitive<u128>> Grid<W>
where
    u128: AsPrimitive<W>,
{
    pub fn of(board: Board) -> Self {
        let (columns, first) = (usize::from(board.columns), board.first_column().as_());
        Self {
            columns,
            first,
            last: first << (columns - 1),
        }
    }

    /// The squares in so many columns of the first row.
    fn row(columns: usize) -> W {
        W::max_value() >> (W::zero().count_zeros() as usize - columns)
    }

    /// The squares below; a row has fewer squares than there are bits.
    fn below(self, squares: W) -> W {
        squares << self.columns
    }

    fn above(self, squares: W) -> W {
        squares >> self.columns
    }

    fn right(self, squares: W) -> W {
        (squares & !self.last) << 1
    }

    fn left(self, squares: W) -> W {
        (squares & !self.first) >> 1
    }

    /// The neighbours of some squares.
    pub fn beside(self, squares: W) -> W {
        self.left(squares) | self.right(squares) | self.above(squares) | self.below(squares)
    }

    /// Calls `see` with each group of neighbours among some squares; those in `apart` are no neighbours of the square to the right.
    pub fn each_group(self, squares: W, apart: W, mut see: impl FnMut(W)) {
        let (not_right, not_left) = (!(self.last | apart), !(self.first | apart << 1));
        let mut rest = squares;
        while !rest.is_zero() {
            let mut group = W::one() << rest.trailing_zeros() as usize;
            loop {
                let wider = (group | (group & not_right) << 1 | (group & not_left) >> 1) & rest;
                let larger = (wider | self.below(wider) | self.above(wider)) & rest;
                if larger == group {
                    break;
                }
                group = larger;
            }
            rest = rest & !group;
            see(group);
        }
    }

    /// Some squares, of which there are any, as a board without empty rows and columns at its edges.
    pub fn trimmed(self, squares: W) -> Board {
        let (rows, columns, squares) = self.corner(squares);
        let mut free = W::zero();
        for row in 0..rows {
            let squares = squares >> (row * self.columns) & Self::row(columns);
            free = free | squares << (row * columns);
        }
        board(rows, columns, free)
    }

    /// The first of the eight mirror images of some squares as a board.
    pub fn canonical(self, squares: W) -> Board {
        self.images(squares).0
    }

    /// The first of the eight mirror images of some squares as a board, and whether half a turn leaves them alone and no domino on them
    /// lies on its own image or across it: the second player answers each move with its image, so their value in Cram is 0.
    fn images(self, squares: W) -> (Board, bool) {
        let (rows, columns, squares) = self.corner(squares);
        let (size, mut first) = (rows * columns, W::max_value());
        let unused = W::zero().count_zeros() as usize - size;
        let mut is_turned = false;
        // The squares in reverse order are those mirrored at both axes.
        let mut add = |one: W, mirrored: W| {
            let (both, other) = (one.reverse_bits(), mirrored.reverse_bits());
            let (both, other) = (both >> unused, other >> unused);
            is_turned = both == one;
            first = first.min(one).min(mirrored).min(both).min(other);
        };
        let (mut one, mut mirrored) = (W::zero(), W::zero());
        if rows <= columns {
            for row in 0..rows {
                let squares = squares >> (row * self.columns) & Self::row(columns);
                one = one | squares << (row * columns);
                mirrored = mirrored << columns | squares;
            }
            add(one, mirrored);
        }
        if rows >= columns {
            (one, mirrored) = (W::zero(), W::zero());
            for row in 0..rows {
                let mut squares = squares >> (row * self.columns) & Self::row(columns);
                while !squares.is_zero() {
                    let column = squares.trailing_zeros() as usize;
                    one = one | W::one() << (column * rows + row);
                    mirrored = mirrored | W::one() << ((columns - 1 - column) * rows + row);
                    squares = squares & (squares - W::one());
                }
            }
            add(one, mirrored);
        }
        // The square in the middle, or one of the two there, which are both free or neither; among four no domino meets its image.
        let (rows, columns) = (rows.min(columns), rows.max(columns));
        let has_middle = rows % 2 == 1 || columns % 2 == 1;
        let middle = (rows - 1) / 2 * columns + (columns - 1) / 2;
        let is_lost = is_turned && !(has_middle && (one >> middle & W::one()).is_one());
        (board(rows, columns, first), is_lost)
    }

    /// The numbers of rows and columns in which some squares lie, and the squares moved to the first of these.
    fn corner(self, squares: W) -> (usize, usize, W) {
        let (mut squares, mut rows, mut any) = (squares, 0, W::zero());
        while (squares & Self::row(self.columns)).is_zero() {
            squares = self.above(squares);
        }
        let mut rest = squares;
        while !rest.is_zero() {
            any = any | rest & Self::row(self.columns);
            rest = self.above(rest);
            rows += 1;
        }
        let left = any.trailing_zeros() as usize;
        let right = W::zero().count_zeros() - any.leading_zeros();
        (rows, right as usize - left, squares >> left)
    }

    /// Adds to `form` boards whose sum has the value of some squares in Cram, which is a game on a graph: a move removes two
    /// neighbours, and what no domino reaches.
    ///
    /// 1. A square x can go when each neighbour c of it has another neighbour l that has no neighbour but c: the move of x and c
    ///    leaves what that of l and c leaves, and after any other move x can go, by induction, or has no neighbour left.
    /// 2. Of two by two squares a b / c d where a and d have no neighbours but b and c, a and b can be apart, and c and d:
    ///    the move a b leaves d beside c alone, and b d leaves a beside c alone; so do c d and a c with b. After another move the
    ///    same holds by induction, or of b or c one is gone and of a and d, both beside the other alone, one can go.
    pub fn add_simpler(self, squares: W, form: &mut Next<Board>) {
        let to_right = squares & self.left(squares);
        let to_left = squares & self.right(squares);
        let below = squares & self.above(squares);
        let above = squares & self.below(squares);
        let only_right = to_right & !(to_left | below | above);
        let only_left = to_left & !(to_right | below | above);
        let only_below = below & !(to_left | to_right | above);
        let only_above = above & !(to_left | to_right | below);
        // Each centre keeps one of the squares beside it alone.
        let mut centres = only_right << 1;
        let mut left = squares & !(only_left & centres << 1);
        centres = centres | only_left >> 1;
        left = left & !(only_below & self.above(centres));
        centres = centres | self.below(only_below);
        left = left & !(only_above & self.below(centres));
        centres = centres | self.above(only_above);
        let alone = only_right | only_left | only_below | only_above;
        left = left & (self.beside(squares & !centres) | alone | centres);

        let corner = |one: W, two: W, others: W| one & two & !others;
        let (top_left, bottom_right) = (
            corner(to_right, below, to_left | above),
            corner(to_left, above, to_right | below),
        );
        let (top_right, bottom_left) = (
            corner(to_left, below, to_right | above),
            corner(to_right, above, to_left | below),
        );
        let falling = top_left & self.above(bottom_right >> 1);
        let rising = top_right >> 1 & self.above(bottom_left);
        let apart = falling | rising;
        let apart = apart | self.below(apart);

        let mut is_domino_left = false;
        self.each_group(left, apart, |group| {
            let others = group & (group - W::one());
            if others.is_zero() {
                // A square alone has no move.
            } else if (others & (others - W::one())).is_zero() {
                is_domino_left = !is_domino_left;
            } else if apart.is_zero() || group == left {
                let (board, is_lost) = self.images(group);
                if !is_lost {
                    add(form, board);
                }
            } else {
                self.add_simpler(group, form);
            }
        });
        if is_domino_left {
            add(form, board(1, 2, 3_u128.as_()));
        }
    }
}

fn board<W: AsPrimitive<u128>>(rows: usize, columns: usize, free: W) -> Board {
    Board {
        rows: rows as u8,
        columns: columns as u8,
        free: free.as_(),
    }
}

/// Adds a board to a sum.
#[inline]
fn add(sum: &mut Next<Board>, board: Board) {
    match sum {
        Next::Sum(parts) if parts.is_empty() => *sum = Next::One(board),
        Next::Sum(parts) => parts.push(board),
        Next::One(first) => *sum = Next::Sum(vec![*first, board]),
    }
}
