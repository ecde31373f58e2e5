//! Printing expressions as the parser reads them.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use crate::expr::{Expr, Fold, Gather, Name, Sequence};
use crate::position::{Class, View};

/// How strongly calls, names and constants bind: the strongest.
pub const TIGHT: u8 = 7;

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&text(self, 0))
    }
}

/// An expression in a place where operators below a level need brackets.
fn text(expr: &Expr, least: u8) -> String {
    let (text, level) = match expr {
        Expr::Number(number) => (number.to_string(), TIGHT),
        Expr::Place(index) => (place(*index), TIGHT),
        Expr::Name(name) => (name.letter().to_owned(), TIGHT),
        Expr::Call(function, x) => (format!("{}({x})", function.name()), TIGHT),
        Expr::Binary(operator, x, y) if operator.level() == 6 => {
            (format!("{}({x}, {y})", operator.name()), TIGHT)
        }
        Expr::Binary(operator, x, y) => {
            // Above that of a condition, whose last part would contain all that follows.
            let level = operator.level() + 1;
            let [x, y] = [text(x, level), text(y, level + 1)];
            (format!("{x} {} {y}", operator.name()), level)
        }
        Expr::If(three) => {
            let [condition, one, other] = &**three;
            (format!("if {condition} then {one} else {other}"), 0)
        }
        Expr::Sequence(sequence, x) => (of_sequence(sequence, x), TIGHT),
        Expr::Fold(fold) => (of_fold(fold), TIGHT),
    };
    bracketed(text, level < least)
}

/// Puts brackets around a text that needs them.
pub fn bracketed(text: String, needs_brackets: bool) -> String {
    if needs_brackets {
        format!("({text})")
    } else {
        text
    }
}

/// The letter of a number of the position.
pub fn place(index: usize) -> String {
    char::from(b'a' + index.min(25) as u8).to_string()
}

/// The indices of the numbers of the position that an expression names.
pub fn places(expr: &Expr) -> BTreeSet<usize> {
    let place = |expr: &Expr| match expr {
        Expr::Place(index) => Some(*index),
        _ => None,
    };
    expr.all().into_iter().filter_map(place).collect()
}

/// The texts of some things between commas.
pub fn commas(items: impl IntoIterator<Item = impl ToString>) -> String {
    let items: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(", ")
}

fn of_sequence(sequence: &Sequence, x: &Expr) -> String {
    match sequence {
        Sequence::Periodic {
            before,
            period,
            saltus,
        } => {
            let saltus = Some(*saltus).filter(|saltus| *saltus != 0);
            let saltus = saltus.map_or(String::new(), |saltus| format!(", {saltus}"));
            format!("periodic({x}, {before:?}, {period:?}{saltus})")
        }
        Sequence::Digits { first, rules } => {
            format!("digits({x}, {first:?}, {})", commas(rules))
        }
    }
}

fn of_fold(fold: &Fold) -> String {
    let is_count = fold.gather == Gather::Sum && fold.parts == [Expr::Number(1)];
    let name = match fold.gather {
        Gather::Digits(base @ 3..) => &format!("nimsum{base}"),
        _ if is_count => "count",
        gather => gather.named().0,
    };
    let class = match fold.class {
        Class::All => "",
        Class::Left(count) => &format!(" by left {count}"),
        Class::Right(count) => &format!(" by right {count}"),
        Class::First => " by first",
        Class::Last => " by last",
    };
    let is_part = |part: &Expr| *part == Expr::Name(Name::Part);
    let parts = if is_count || fold.parts.iter().all(is_part) {
        ""
    } else {
        &format!(": {}", commas(&fold.parts))
    };
    format!("{name}({}{class}{parts})", of_view(fold.view))
}

fn of_view(view: View) -> String {
    let mut text = view.kind.named().0.to_owned();
    if let Some(c) = view.kind.character() {
        text += &format!(" '{c}'");
    }
    if view.after > 0 {
        text += &format!(" after {}", view.after);
    }
    if view.reversed {
        text += " reversed";
    }
    text
}
