//! Formulas in words: the sentence that a mathematician would say.

use crate::expr::{Expr, Fold, Gather, Name, Sequence};
use crate::formula::{Formula, Says};
use crate::number::{Function, Operator as O};
use crate::position::{Class, Kind, View};
use crate::print::{TIGHT, bracketed, commas, place, places};

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
        let is_value = self.says == Says::Value;
        let mut subject = ["the position", "the Grundy value"][usize::from(is_value)];
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
        let (places, mut legend) = (places(expr), Vec::new());
        let letters = list(places.iter().map(|index| place(*index)));
        let which = list(places.iter().map(|index| ordinal(index + 1)));
        match places.len() {
            0 => {}
            1 => legend.push(format!("{letters} is the {which} number")),
            _ => legend.push(format!("{letters} are the {which} numbers")),
        }
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
                    said += " and begins with ";
                    said += &commas(before.iter().chain(period));
                }
                vec![said]
            }
            Sequence::Digits { first, rules } => {
                let first = (0..).zip(first).map(|(n, of)| format!("{f}({n}) = {of}"));
                let base = rules.len();
                let rules = rules.iter().enumerate().map(|(digit, rule)| match digit {
                    0 => format!("{f}({base}n) = {}", self.noun(rule, 0)),
                    _ => format!("{f}({base}n + {digit}) = {}", self.noun(rule, 0)),
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
                let not = if holds { "" } else { "not " };
                format!("{} is {not}{}", self.noun(x, 0), function.words())
            }
            Expr::Binary(operator @ (O::And | O::Or), x, y) => {
                let is_other = |of| matches!(of, O::And | O::Or) && of != *operator;
                let [x, y] = [x, y].map(|side| {
                    let is_other = matches!(**side, Expr::Binary(of, ..) if is_other(of));
                    bracketed(self.clause(side, holds), is_other)
                });
                let are_both = (*operator == O::And) == holds;
                format!("{x} {} {y}", if are_both { "and" } else { "or" })
            }
            Expr::Binary(operator @ (O::Equal | O::Differ), x, y)
                if is_parity(x) && matches!(**y, Expr::Number(0 | 1)) =>
            {
                let is_odd = (*operator == O::Equal) == (**y == Expr::Number(1));
                self.clause(x, is_odd == holds)
            }
            Expr::Binary(_, x, _) if is_parity(expr) => {
                let is = if holds { "odd" } else { "even" };
                format!("{} is {is}", self.noun(x, 0))
            }
            Expr::Binary(operator, x, y) if operator.is_truth() => {
                let is_number = matches!(**y, Expr::Number(_));
                let is = match (operator, holds == (*operator != O::Differ)) {
                    (O::Less, true) => "is less than",
                    (O::Less, false) => "is at least",
                    (O::AtMost, true) => "is at most",
                    (O::AtMost, false) => "is more than",
                    (_, true) if is_number => "is",
                    (_, true) => "equals",
                    (_, false) if is_number => "is not",
                    (_, false) => "differs from",
                };
                format!("{} {is} {}", self.noun(x, 0), self.noun(y, 0))
            }
            Expr::If(three) => self.choice(three, |speaker, of| speaker.clause(of, holds)),
            _ => {
                let is = if holds { "is not" } else { "is" };
                format!("{} {is} 0", self.noun(expr, 0))
            }
        }
    }

    fn choice(
        &mut self,
        [condition, one, other]: &'a [Expr; 3],
        say: impl Fn(&mut Self, &'a Expr) -> String,
    ) -> String {
        let condition = self.clause(condition, true);
        let [one, other] = [one, other].map(|of| say(self, of));
        format!("({one} if {condition}, else {other})")
    }

    /// Names a number, in brackets where what it is made of binds less than a level.
    fn noun(&mut self, expr: &'a Expr, least: u8) -> String {
        let (said, level) = match expr {
            Expr::Number(number) => (number.to_string(), TIGHT),
            Expr::Place(index) => (place(*index), TIGHT),
            Expr::Name(name) => {
                let is_first = name.is_first();
                self.names_index |= !is_first && self.of_rule.is_empty();
                let said = match (is_first, &*self.of_rule) {
                    (true, "") => "x",
                    (true, _) => "n",
                    (false, "") => "i",
                    (false, f) => &format!("{f}(n)"),
                };
                (said.to_owned(), TIGHT)
            }
            Expr::If(three) => {
                let said = self.choice(three, |speaker, of| speaker.noun(of, 0));
                (said, TIGHT)
            }
            _ if expr.is_truth() => {
                let clause = self.clause(expr, true);
                (format!("(1 if {clause}, else 0)"), TIGHT)
            }
            Expr::Call(function, x) => {
                let is_infix = matches!(**x, Expr::Binary(of, ..) if of.level() < 6);
                let x = bracketed(self.noun(x, 0), is_infix);
                (format!("{} {x}", function.words()), 0)
            }
            Expr::Binary(operator, x, y) => {
                let (of, and, level) = match operator {
                    O::Div => ("the whole part of ", "/", 0),
                    O::BitAnd => ("the common binary ones of ", "and", 0),
                    O::BitOr => ("the binary ones of ", "or", 0),
                    O::Min => ("the smaller of ", "and", 0),
                    O::Max => ("the larger of ", "and", 0),
                    O::Gcd => ("the greatest common divisor of ", "and", 0),
                    _ => ("", operator.name(), operator.level()),
                };
                let is_infix = operator.level() < 6;
                let least = if is_infix { operator.level() } else { 1 };
                let (x, y) = (self.noun(x, least), self.noun(y, least + 1));
                (format!("{of}{x} {and} {y}"), level)
            }
            Expr::Sequence(sequence, x) => {
                let known = self.sequences.iter().position(|of| *of == &**sequence);
                let index = known.unwrap_or(self.sequences.len());
                if known.is_none() {
                    self.sequences.push(sequence);
                }
                (format!("{}({})", name(index), self.noun(x, 0)), TIGHT)
            }
            Expr::Fold(fold) => {
                let of_rule = std::mem::take(&mut self.of_rule);
                let said = self.fold(fold);
                self.of_rule = of_rule;
                (said, 0)
            }
        };
        bracketed(said, level < least)
    }

    fn fold(&mut self, fold: &'a Fold) -> String {
        let view = fold.view;
        let what = match fold.gather {
            Gather::Digits(base @ 3..) => &format!("the sum modulo {base} of each binary digit"),
            gather => gather.named().1,
        };
        let (class, parts) = fold.classes();
        if let [part] = parts {
            let [one, many, rest] = noun(view);
            match (fold.gather, part) {
                (Gather::Sum, Expr::Number(1)) => return format!("the number of {many}{rest}"),
                (Gather::Sum, _) if part.is_truth() => {
                    let clause = self.clause(part, true);
                    return format!("the number of {many} x{rest} for which {clause}");
                }
                (Gather::Leading, _) => {
                    let clause = self.clause(part, true);
                    return format!("the number of leading {many} x{rest} for which {clause}");
                }
                (Gather::Sum | Gather::Digits(_), _) => {}
                (_, Expr::Name(Name::Part)) => return format!("{what} {one}{rest}"),
                _ => {}
            }
        }
        let adds = matches!(fold.gather, Gather::Digits(_) | Gather::Sum);
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

/// The noun of a row's parts, its plural, and what follows it.
fn noun(view: View) -> [String; 3] {
    let (_, noun) = view.kind.named();
    let (one, rest) = noun.split_at(noun.find([' ', ',']).unwrap_or(noun.len()));
    let many = match one {
        "index" => "indices",
        "multiplicity" => "multiplicities",
        "stretch" => "stretches",
        one => &format!("{one}s"),
    };
    let mut rest = rest.to_owned();
    if let Some(c) = view.kind.character() {
        rest += &format!(" '{c}'");
    }
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
    [one.to_owned(), many.to_owned(), rest]
}

/// The parts of a class of a row.
fn rows(view: View, class: Class, index: usize, x: &str) -> String {
    let ([one, many, rest], start) = (noun(view), ordinal(index + 1));
    let every = |count| format!("every {} {one}{x}{rest} from the", ordinal(count));
    match (class, index) {
        (Class::All, _) => format!("the {many}{x}{rest}"),
        (Class::Left(count), _) => format!("{} {start} on", every(count)),
        (Class::Right(count), 0) => format!("{} right", every(count)),
        (Class::Right(count), _) => format!("{} right starting with the {start}", every(count)),
        (Class::First, 0) => format!("the first {one}{x}{rest}"),
        (Class::First, _) => format!("the {many}{x}{rest} but the first"),
        (Class::Last, 0) => format!("the last {one}{x}{rest}"),
        (Class::Last, _) => format!("the {many}{x}{rest} but the last"),
    }
}

fn name(sequence: usize) -> String {
    let number = (sequence > 0).then(|| (sequence + 1).to_string());
    format!("f{}", number.unwrap_or_default())
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
    matches!(expr, Expr::Binary(O::Mod, _, by) if **by == Expr::Number(2))
}
