//! Printing expressions as the parser reads them.

use std::fmt::{self, Display, Formatter};

use crate::expr::{Expr, Fold, Gather, Name, Sequence};
use crate::position::{Class, Kind, OF_NUMBERS, View};

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_at(self, 0, f)
    }
}

/// Writes an expression in a place where operators below a level need brackets.
fn write_at(expr: &Expr, least: u8, f: &mut Formatter<'_>) -> fmt::Result {
    match expr {
        Expr::Number(number) => write!(f, "{number}"),
        Expr::Place(index) => write!(f, "{}", place(*index)),
        Expr::Name(name) => f.write_str(match name {
            Name::Part => "x",
            Name::Index => "i",
            Name::Rest => "n",
            Name::Value => "f",
        }),
        Expr::Call(function, x) => write!(f, "{}({x})", function.name()),
        Expr::Binary(operator, x, y) if operator.level() == 6 => {
            write!(f, "{}({x}, {y})", operator.name())
        }
        Expr::Binary(operator, x, y) => {
            // Above that of a condition, whose last part would contain all that follows.
            let level = operator.level() + 1;
            let [open, close] = if level < least { ["(", ")"] } else { ["", ""] };
            f.write_str(open)?;
            write_at(x, level, f)?;
            write!(f, " {} ", operator.name())?;
            write_at(y, level + 1, f)?;
            f.write_str(close)
        }
        Expr::If(three) => {
            let [condition, one, other] = &**three;
            let [open, close] = if least > 0 { ["(", ")"] } else { ["", ""] };
            write!(f, "{open}if {condition} then {one} else {other}{close}")
        }
        Expr::Sequence(sequence, x) => match &**sequence {
            Sequence::Periodic {
                before,
                period,
                saltus,
            } => {
                write!(f, "periodic({x}, {before:?}, {period:?}")?;
                if *saltus != 0 {
                    write!(f, ", {saltus}")?;
                }
                f.write_str(")")
            }
            Sequence::Digits { first, rules } => {
                write!(f, "digits({x}, {first:?}")?;
                rules.iter().try_for_each(|rule| write!(f, ", {rule}"))?;
                f.write_str(")")
            }
        },
        Expr::Fold(fold) => fold.fmt(f),
    }
}

/// The letter of a number of the position.
pub fn place(index: usize) -> char {
    char::from(b'a' + index.min(25) as u8)
}

impl Display for Fold {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let is_count = self.gather == Gather::Sum && self.parts == [Expr::Number(1)];
        match self.gather {
            Gather::Digits(2) => f.write_str("nimsum")?,
            Gather::Digits(base) => write!(f, "nimsum{base}")?,
            Gather::Sum if is_count => f.write_str("count")?,
            Gather::Sum => f.write_str("sum")?,
            Gather::Max => f.write_str("max")?,
            Gather::Min => f.write_str("min")?,
            Gather::First => f.write_str("first")?,
            Gather::Last => f.write_str("last")?,
            Gather::Leading => f.write_str("leading")?,
        }
        write!(f, "({}", self.view)?;
        match self.class {
            Class::All => {}
            Class::Left(count) => write!(f, " by left {count}")?,
            Class::Right(count) => write!(f, " by right {count}")?,
            Class::First => f.write_str(" by first")?,
            Class::Last => f.write_str(" by last")?,
        }
        let is_plain = self
            .parts
            .iter()
            .all(|part| *part == Expr::Name(Name::Part));
        if !is_count && !is_plain {
            let parts = self.parts.iter().map(Expr::to_string).collect::<Vec<_>>();
            write!(f, ": {}", parts.join(", "))?;
        }
        f.write_str(")")
    }
}

impl Display for View {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Places(c) => write!(f, "places '{c}'")?,
            Kind::RunsOf(c) => write!(f, "runs '{c}'")?,
            Kind::Between(c) => write!(f, "between '{c}'")?,
            Kind::Branches => f.write_str("branches")?,
            kind => {
                let named = OF_NUMBERS.iter().find(|(of, ..)| *of == kind);
                f.write_str(named.map_or("", |(_, name, _)| name))?;
            }
        }
        if self.after > 0 {
            write!(f, " after {}", self.after)?;
        }
        if self.reversed {
            f.write_str(" reversed")
        } else {
            Ok(())
        }
    }
}
