//! Formulas in words: the sentence that a mathematician would say.

use std::collections::BTreeSet;

use crate::expr::{Expr, Fold, Gather, Name, Sequence};
use crate::formula::{Formula, Says};
use crate::number::{Function, Operator};
use crate::position::{Class, Kind, OF_NUMBERS, View};
use crate::print::place;

impl Formula {
    /// Returns the formula as one sentence.
    ///
    /// ```
    /// let nim: grundy_formula::Formula = "value = nimsum(parts)".parse()?;
    /// assert_eq!(nim.words(), "The Grundy value is the nim-sum of the numbers.");
    /// # Ok::<(), grundy_formula::Misread>(())
    /// ```
    pub fn words(&self) -> String {
        let (mut speaker, mut said, mut expr) = (Speaker::default(), String::new(), &self.expr);
        let mut subject = match self.says {
            Says::Value => "the Grundy value",
            Says::Lost => "the position",
        };
        while let Expr::If(three) = expr {
            let [condition, one, other] = &**three;
            let condition = speaker.clause(condition, true);
            let one = speaker.verdict(self.says, subject, one);
            said += &format!("if {condition}, {one}; otherwise, ");
            (expr, subject) = (other, "it");
        }
        said += &speaker.verdict(self.says, subject, expr);
        let legend = speaker.legend(&self.expr);
        if !legend.is_empty() {
            said += &format!(", where {}", list(legend));
        }
        format!("{}{}.", said[..1].to_uppercase(), &said[1..])
    }
}

#[derive(Default)]
struct Speaker<'a> {
    /// The sequences that have been named, in order.
    sequences: Vec<&'a Sequence>,
    /// The name of the sequence whose rule is spoken.
    of_rule: String,
    names_index: bool,
}

impl<'a> Speaker<'a> {
    fn verdict(&mut self, says: Says, subject: &str, expr: &'a Expr) -> String {
        match (says, expr) {
            (Says::Value, _) => format!("{subject} is {}", self.noun(expr, 0)),
            (Says::Lost, Expr::Number(0)) => format!("{subject} is won"),
            (Says::Lost, Expr::Number(_)) => format!("{subject} is lost"),
            _ => format!("{subject} is lost exactly when {}", self.clause(expr, true)),
        }
    }

    /// What the letters of the sentence are.
    fn legend(&mut self, expr: &Expr) -> Vec<String> {
        let mut places = BTreeSet::new();
        expr.visit(&mut |expr| {
            if let Expr::Place(index) = expr {
                places.insert(*index);
            }
        });
        let letters = list(places.iter().map(|index| place(*index).to_string()));
        let which = list(places.iter().map(|index| ordinal(index + 1)));
        let mut legend = match places.len() {
            0 => Vec::new(),
            1 => vec![format!("{letters} is the {which} number")],
            _ => vec![format!("{letters} are the {which} numbers")],
        };
        // What a sequence says may name another one, or an index.
        let (mut told, mut of_sequences) = (0, Vec::new());
        while let Some(sequence) = self.sequences.get(told) {
            self.of_rule = name(told);
            of_sequences.extend(self.sequence(sequence));
            told += 1;
        }
        if self.names_index {
            legend.push("i is the index of x from 1 on".to_owned());
        }
        legend.extend(of_sequences);
        legend
    }

    fn sequence(&mut self, sequence: &'a Sequence) -> Vec<String> {
        let f = self.of_rule.clone();
        match sequence {
            Sequence::Periodic {
                before,
                period,
                saltus,
            } => {
                let (length, start) = (period.len(), before.len());
                let mut said = format!("{f} has period {length}");
                if *saltus != 0 {
                    said += &format!(" and saltus {saltus}");
                }
                said += &format!(" from {start} on");
                if start + length <= 16 {
                    let values = before.iter().chain(period).map(i64::to_string);
                    said += &format!(" and begins with {}", values.collect::<Vec<_>>().join(", "));
                }
                vec![said]
            }
            Sequence::Digits { first, rules } => {
                let first = (0..).zip(first).map(|(n, of)| format!("{f}({n}) = {of}"));
                let base = rules.len();
                let rules = rules.iter().enumerate().map(|(digit, rule)| match digit {
                    0 => format!("{f}({base}n) = {}", self.noun(rule, 0)),
                    digit => format!("{f}({base}n + {digit}) = {}", self.noun(rule, 0)),
                });
                first.chain(rules).collect()
            }
        }
    }

    /// Says that an expression is true, or that it is false.
    fn clause(&mut self, expr: &'a Expr, holds: bool) -> String {
        match expr {
            Expr::Number(number) => ((*number != 0) == holds).to_string(),
            Expr::Call(Function::Not, x) => self.clause(x, !holds),
            Expr::Call(function, x) if function.is_truth() => {
                let (x, is) = (self.noun(x, 0), function.words().trim_end_matches(':'));
                let not = if holds { "" } else { "not " };
                format!("{x} is {not}{}", &is["is ".len()..])
            }
            Expr::Binary(operator @ (Operator::And | Operator::Or), x, y) => {
                let both = (*operator == Operator::And) == holds;
                let [x, y] = [x, y].map(|side| match &**side {
                    Expr::Binary(of @ (Operator::And | Operator::Or), ..) if of != operator => {
                        format!("({})", self.clause(side, holds))
                    }
                    side => self.clause(side, holds),
                });
                format!("{x} {} {y}", if both { "and" } else { "or" })
            }
            Expr::Binary(operator @ (Operator::Equal | Operator::Differ), x, y)
                if is_parity(x) && matches!(**y, Expr::Number(0 | 1)) =>
            {
                let is_odd = (*operator == Operator::Equal) == (**y == Expr::Number(1));
                self.clause(x, is_odd == holds)
            }
            Expr::Binary(_, x, _) if is_parity(expr) => {
                let is = if holds { "odd" } else { "even" };
                format!("{} is {is}", self.noun(x, 0))
            }
            Expr::Binary(operator, x, y) if operator.is_truth() => {
                let [is, is_not] = match (operator, &**y) {
                    (Operator::Less, _) => ["is less than", "is at least"],
                    (Operator::AtMost, _) => ["is at most", "is more than"],
                    (Operator::Equal, Expr::Number(_)) => ["is", "is not"],
                    (Operator::Equal, _) => ["equals", "differs from"],
                    (_, Expr::Number(_)) => ["is not", "is"],
                    _ => ["differs from", "equals"],
                };
                let is = if holds { is } else { is_not };
                format!("{} {is} {}", self.noun(x, 0), self.noun(y, 0))
            }
            Expr::If(three) => {
                let [condition, one, other] = &**three;
                let condition = self.clause(condition, true);
                let [one, other] = [one, other].map(|of| self.clause(of, holds));
                format!("({one} if {condition}, else {other})")
            }
            _ if holds => format!("{} is not 0", self.noun(expr, 0)),
            _ => format!("{} is 0", self.noun(expr, 0)),
        }
    }

    /// Names a number, in brackets where what it is made of binds less than a level.
    fn noun(&mut self, expr: &'a Expr, least: u8) -> String {
        let (said, level) = match expr {
            Expr::Number(number) => (number.to_string(), 6),
            Expr::Place(index) => (place(*index).to_string(), 6),
            Expr::Name(name) => {
                let is_first = matches!(name, Name::Part | Name::Rest);
                self.names_index |= !is_first && self.of_rule.is_empty();
                let name = match (is_first, &*self.of_rule) {
                    (true, "") => "x",
                    (true, _) => "n",
                    (false, "") => "i",
                    (false, f) => &format!("{f}(n)"),
                };
                (name.to_owned(), 6)
            }
            expr if expr.is_truth() && !matches!(expr, Expr::If(_)) => {
                (format!("(1 if {}, else 0)", self.clause(expr, true)), 6)
            }
            Expr::If(three) => {
                let [condition, one, other] = &**three;
                let condition = self.clause(condition, true);
                let [one, other] = [one, other].map(|of| self.noun(of, 0));
                (format!("({one} if {condition}, else {other})"), 6)
            }
            Expr::Call(function, x) => (format!("{} {}", function.words(), self.argument(x)), 0),
            Expr::Binary(operator, x, y) => {
                let level = operator.level();
                let least = if level == 6 { 1 } else { level };
                let (x, y) = (self.noun(x, least), self.noun(y, least + 1));
                match operator {
                    Operator::Div => (format!("the whole part of {x} / {y}"), 0),
                    Operator::BitAnd => (format!("the common binary ones of {x} and {y}"), 0),
                    Operator::BitOr => (format!("the binary ones of {x} or {y}"), 0),
                    Operator::Min => (format!("the smaller of {x} and {y}"), 0),
                    Operator::Max => (format!("the larger of {x} and {y}"), 0),
                    Operator::Gcd => (format!("the greatest common divisor of {x} and {y}"), 0),
                    _ => (format!("{x} {} {y}", operator.name()), level),
                }
            }
            Expr::Sequence(sequence, x) => {
                let known = self.sequences.iter().position(|of| *of == &**sequence);
                let index = known.unwrap_or_else(|| {
                    self.sequences.push(sequence);
                    self.sequences.len() - 1
                });
                (format!("{}({})", name(index), self.noun(x, 0)), 6)
            }
            Expr::Fold(fold) => {
                let of_rule = std::mem::take(&mut self.of_rule);
                let said = self.fold(fold);
                self.of_rule = of_rule;
                (said, 0)
            }
        };
        if level < least {
            format!("({said})")
        } else {
            said
        }
    }

    /// Names what something is a function of.
    fn argument(&mut self, expr: &'a Expr) -> String {
        match expr {
            Expr::Binary(operator, ..) if operator.level() < 6 => {
                format!("({})", self.noun(expr, 0))
            }
            _ => self.noun(expr, 0),
        }
    }

    fn fold(&mut self, fold: &'a Fold) -> String {
        let (gather, view, first) = (fold.gather, fold.view, &fold.parts[0]);
        let what = match gather {
            Gather::Digits(2) => "the nim-sum",
            Gather::Digits(base) => &format!("the sum modulo {base} of each binary digit"),
            Gather::Sum => "the sum",
            Gather::Max => "the largest",
            Gather::Min => "the smallest",
            Gather::First => "the first",
            Gather::Last => "the last",
            Gather::Leading => "the number of leading ones that are not 0",
        };
        let (class, parts) = fold.classes();
        if parts.len() == 1 {
            let [one, many, rest] = noun(view);
            match gather {
                Gather::Sum if *first == Expr::Number(1) => {
                    return format!("the number of {many}{rest}");
                }
                Gather::Sum if first.is_truth() => {
                    let clause = self.clause(first, true);
                    return format!("the number of {many} x{rest} for which {clause}");
                }
                Gather::Leading => {
                    let clause = self.clause(first, true);
                    return format!("the number of leading {many} x{rest} for which {clause}");
                }
                Gather::Max | Gather::Min | Gather::First | Gather::Last
                    if *first == Expr::Name(Name::Part) =>
                {
                    return format!("{what} {one}{rest}");
                }
                _ => {}
            }
        }
        let adds = matches!(gather, Gather::Digits(_) | Gather::Sum);
        let mut said = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            if *part == Expr::Name(Name::Part) {
                said.push(format!("of {}", rows(view, class, index, "")));
            } else if parts.len() == 1 || !adds || *part != Expr::Number(0) {
                let part = self.noun(part, 0);
                said.push(format!("of {part} over {}", rows(view, class, index, " x")));
            }
        }
        format!("{what} {}", list(said))
    }
}

impl Fold {
    /// The expressions of the classes; of all parts where they are alike.
    pub(crate) fn classes(&self) -> (Class, &[Expr]) {
        if self.parts.iter().all(|part| *part == self.parts[0]) {
            (Class::All, &self.parts[..1])
        } else {
            (self.class, &self.parts)
        }
    }
}

/// The noun of a row's parts, its plural, and what follows it.
fn noun(view: View) -> [String; 3] {
    let of_numbers = OF_NUMBERS.iter().find(|(kind, ..)| *kind == view.kind);
    let noun = match view.kind {
        Kind::Places(c) => format!("place of '{c}'"),
        Kind::RunsOf(c) => format!("run of '{c}'"),
        Kind::Between(c) => format!("stretch between '{c}'"),
        Kind::Branches => "value of the branches".to_owned(),
        _ => of_numbers.map_or(String::new(), |(.., noun)| (*noun).to_owned()),
    };
    let (one, rest) = noun.split_at(noun.find([' ', ',']).unwrap_or(noun.len()));
    let many = match one {
        "index" => "indices".to_owned(),
        "multiplicity" => "multiplicities".to_owned(),
        "stretch" => "stretches".to_owned(),
        one => format!("{one}s"),
    };
    let mut rest = rest.to_owned();
    rest += match (view.after, view.kind) {
        (0, _) => "",
        (_, Kind::Parts) => " after the first",
        _ => " of the numbers after the first",
    };
    if view.after > 1 {
        rest += &format!(" {}", view.after);
    }
    if view.reversed {
        rest += " from right to left";
    }
    [one.to_owned(), many, rest]
}

/// The parts of a class of a row.
fn rows(view: View, class: Class, index: usize, x: &str) -> String {
    let [one, many, rest] = noun(view);
    let every = |count: usize| format!("every {} {one}{x}{rest}", ordinal(count));
    match (class, index) {
        (Class::All, _) => format!("the {many}{x}{rest}"),
        (Class::Left(count), _) => format!("{} from the {} on", every(count), ordinal(index + 1)),
        (Class::Right(count), 0) => format!("{} from the right", every(count)),
        (Class::Right(count), _) => {
            let start = ordinal(index + 1);
            format!("{} from the right starting with the {start}", every(count))
        }
        (Class::First, 0) => format!("the first {one}{x}{rest}"),
        (Class::First, _) => format!("the {many}{x}{rest} but the first"),
        (Class::Last, 0) => format!("the last {one}{x}{rest}"),
        (Class::Last, _) => format!("the {many}{x}{rest} but the last"),
    }
}

fn name(sequence: usize) -> String {
    match sequence {
        0 => "f".to_owned(),
        more => format!("f{}", more + 1),
    }
}

fn ordinal(number: usize) -> String {
    const WORDS: [&str; 9] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    ];
    let word = number.checked_sub(1).and_then(|index| WORDS.get(index));
    word.map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    match &items[..] {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        items => items.concat(),
    }
}

/// Whether an expression is the remainder of a division by 2.
fn is_parity(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(Operator::Mod, _, by) if **by == Expr::Number(2))
}
