//! Formulas as complete programs in Python and in C++.

use std::collections::BTreeSet;

use crate::expr::{Expr, Fold, Gather, Name, Sequence};
use crate::formula::{Formula, Says};
use crate::number::{Function, Operator};
use crate::position::{Class, Kind, View};
use crate::print::place;

/// What a written program prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers<'a> {
    /// The Grundy value.
    Value,
    /// Who wins.
    Outcome {
        /// What is printed where the player to move wins.
        won: &'a str,
        /// What is printed where the player to move loses.
        lost: &'a str,
    },
}

/// Why a formula cannot be written as a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritten {
    /// Values are asked for.
    #[error("the formula says who wins, and no Grundy value")]
    NoValue,
    /// No position has both.
    #[error("the formula reads both numbers and a word")]
    Mixed,
    /// The name has a value only within a row or a rule.
    #[error("`{0}` stands where it has no value")]
    Unbound(String),
    /// The row needs the number in front of it.
    #[error("`endgaps` without `after`: there is no length of the strip")]
    NoEnd,
    /// Programs in C++ read bytes.
    #[error("a program in C++ reads words of ASCII characters, but '{0}' is none")]
    Character(char),
    /// The result has more digits than a program in C++ computes with.
    #[error(
        "digit sums modulo {0} of numbers up to 2^63 need more than the 127 bits of a number in C++"
    )]
    Base(u32),
}

impl Formula {
    /// Returns a program in Python that reads a position as [`of`](Self::of) does and prints what the formula says of it.
    ///
    /// ```
    /// use grundy_formula::{Answers, Formula};
    /// let nim: Formula = "lost iff nimsum(parts) = 0".parse()?;
    /// let program = nim.python(Answers::Outcome { won: "first", lost: "second" })?;
    /// assert!(program.contains("return nimsum(numbers) == 0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When values are asked for that the formula does not say, or it has no value for any position.
    pub fn python(&self, answers: Answers<'_>) -> Result<String, Unwritten> {
        program(self, Language::Python, answers)
    }

    /// Returns such a program in C++17, for numbers below 2^63. It computes with 127 bits.
    ///
    /// # Errors
    /// As [`python`](Self::python), and where 127 bits are too few.
    pub fn cpp(&self, answers: Answers<'_>) -> Result<String, Unwritten> {
        program(self, Language::Cpp, answers)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Python,
    Cpp,
}

/// A text in each [`Language`], in which `$` and a letter stand for another text.
type Template = [&'static str; 2];

/// The functions that programs call: see there which are written.
const HELPERS: Template = [
    include_str!("write/helpers.py"),
    include_str!("write/helpers.cpp"),
];
/// What stands between functions.
const BETWEEN: Template = ["\n\n\n", "\n\n"];
const COMMENT: Template = ["# ", "// "];
/// The formula in words and as an expression.
const ABOUT: Template = [
    "# $w\n# $f\n",
    "// $w\n// $f\n// Exact for numbers below 2^63 while what is computed from them has at most 127 bits.\n",
];
/// Of the function's type, name, parameter, first lines and value, and the answer.
const PROGRAM: Template = [
    "def $n($p):\n$b    return $e\n\n\nprint($a)\n",
    "$t $n($p) {\n$b    return $e;\n}\n\nint main() {\n    std::cout << $a << \"\\n\";\n}\n",
];
const NUMBERS: Template = ["numbers", "const Row& numbers"];
const READ_NUMBERS: Template = [
    "$n(read_numbers(sys.stdin.read()))",
    "$n(read_numbers(std::cin))",
];
const WORD: Template = ["word", "const std::string& word"];
const READ_WORD: Template = ["$n(sys.stdin.read().strip())", "$n(read_word(std::cin))"];
const OUTCOME: Template = ["$x if $c else $y", "($c ? $x : $y)"];
const PRINTED: Template = ["$x", "(unsigned long long)$x"];
/// The names of numbers of the position. Where there are fewer, 0 has the name.
const PLACE: Template = [
    "    $a = at(numbers, $n)\n",
    "    Int $a = at(numbers, $n);\n",
];
/// A line of its own for a condition that is the whole expression.
const CASE: Template = [
    "    if $c:\n        return $x\n",
    "    if ($c) return $x;\n",
];
const IF: Template = ["$x if $c else $y", "$c ? $x : $y"];
const NOT: Template = ["not $x", "!$x"];
const FROM_TRUTH: Template = ["int($x)", "Int($x)"];
/// A constant with the type of other numbers.
const CONSTANT: Template = ["$x", "Int($x)"];
const REMAINDER: Template = ["$x % $y", "mod($x, $y)"];
const LIST: Template = ["[$x]", "{$x}"];
const RULE: Template = ["lambda n, f: $x", "[&](Int n, Int f) -> Int { return $x; }"];
const AFTER: Template = ["numbers[$n:]", "after(numbers, $n)"];
const REVERSED: Template = ["$x[::-1]", "reversed($x)"];
const LAST_FIRST: Template = ["reversed($x)", "$x"];
const INDEXED: Template = ["indexed($x)", "$x"];
/// The values of an expression of the parts of a row.
const EACH: Template = ["$e for x in $r", "each($r, [&](Int x) { return $e; })"];
const EACH_INDEXED: Template = [
    "$e for x, i, j in $r",
    "each_indexed($r, [&](Int x, Int i, Int j) { return $e; })",
];
/// These values as a list.
const LISTED: Template = ["[$x]", "$x"];
const COUNT: Template = ["len($x)", "Int($x.size())"];
const LARGEST: Template = ["max($x, default=0)", "largest($x)"];
const SMALLEST: Template = ["min($x, default=0)", "smallest($x)"];
const LAST: Template = ["first($x)", "last($x)"];

const fn of_operator(operator: Operator) -> Template {
    match operator {
        Operator::Or => ["$x or $y", "$x || $y"],
        Operator::And => ["$x and $y", "$x && $y"],
        Operator::Equal => ["$x == $y"; 2],
        Operator::Differ => ["$x != $y"; 2],
        Operator::Less => ["$x < $y"; 2],
        Operator::AtMost => ["$x <= $y"; 2],
        Operator::Plus => ["$x + $y"; 2],
        Operator::Minus => ["$x - $y"; 2],
        Operator::Xor => ["$x ^ $y"; 2],
        Operator::Times => ["$x * $y"; 2],
        Operator::Div => ["$x // $y", "quotient($x, $y)"],
        Operator::Mod => ["mod($x, $y)"; 2],
        Operator::BitAnd => ["$x & $y"; 2],
        Operator::BitOr => ["$x | $y"; 2],
        Operator::Min => ["min($x, $y)", "std::min<Int>($x, $y)"],
        Operator::Max => ["max($x, $y)", "std::max<Int>($x, $y)"],
        Operator::Gcd => ["gcd($x, $y)"; 2],
    }
}

/// How strongly calls, names and constants bind: the strongest. The levels below are those of both languages, where and, or and
/// operators of binary digits never stand beside others without brackets.
const TIGHT: u8 = 7;

/// What `x` and `i`, or `n` and `f`, are called in the text around an expression.
type Names = Option<[&'static str; 2]>;

struct Writer {
    language: Language,
    /// The name of the function that the expression becomes.
    function: &'static str,
}

fn program(
    formula: &Formula,
    language: Language,
    answers: Answers<'_>,
) -> Result<String, Unwritten> {
    let (mut places, mut kinds) = (BTreeSet::new(), Vec::new());
    formula.expr.visit(&mut |expr| match expr {
        Expr::Place(index) => places.extend([*index]),
        Expr::Fold(fold) => kinds.push(fold.view.kind),
        _ => {}
    });
    let of_word = kinds.iter().filter(|kind| is_of_word(**kind)).count();
    if of_word > 0 && (of_word < kinds.len() || !places.is_empty()) {
        return Err(Unwritten::Mixed);
    }
    let function = match formula.says {
        Says::Value => "grundy",
        Says::Lost => "is_lost",
    };
    let writer = Writer { language, function };
    // The values of branches are those of the function, and numbers.
    let is_truth = formula.says == Says::Lost && !kinds.contains(&Kind::Branches);
    let place = |index: &usize| {
        let (letter, index) = (place(*index).to_string(), index.to_string());
        writer.fill(PLACE, &[('a', &letter), ('n', &index)])
    };
    let (mut lines, mut expr) = (places.iter().map(place).collect::<String>(), &formula.expr);
    while let Expr::If(three) = expr {
        let [condition, one, other] = &**three;
        let condition = writer.code(condition, None, true, 0)?;
        let one = writer.code(one, None, is_truth, 0)?;
        lines += &writer.fill(CASE, &[('c', &condition), ('x', &one)]);
        expr = other;
    }
    let value = writer.code(expr, None, is_truth, 0)?;
    let read = if of_word > 0 { READ_WORD } else { READ_NUMBERS };
    let said = writer.fill(read, &[('n', function)]);
    let answer = match (answers, formula.says) {
        (Answers::Value, Says::Lost) => return Err(Unwritten::NoValue),
        (Answers::Value, Says::Value) => writer.fill(PRINTED, &[('x', &said)]),
        (Answers::Outcome { won, lost }, says) => {
            let [won, lost] = [won, lost].map(quoted);
            let [x, y] = if says == Says::Lost {
                [lost, won]
            } else {
                [won, lost]
            };
            writer.fill(OUTCOME, &[('c', &said), ('x', &x), ('y', &y)])
        }
    };
    let body = [
        ('t', if is_truth { "bool" } else { "Int" }),
        ('n', function),
        (
            'p',
            &writer.fill(if of_word > 0 { WORD } else { NUMBERS }, &[]),
        ),
        ('b', &lines),
        ('e', &value),
        ('a', &answer),
    ];
    let code = writer.with_helpers(writer.fill(PROGRAM, &body));
    let about = [formula.words(), formula.to_string()];
    let [words, formula] = about.map(|line| line.replace(char::is_control, " "));
    Ok(writer.fill(ABOUT, &[('w', &words), ('f', &formula)]) + &code)
}

impl Writer {
    fn fill(&self, template: Template, parts: &[(char, &str)]) -> String {
        let mut pieces = template[self.language as usize].split('$');
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let part = parts.iter().find(|(name, _)| piece.starts_with(*name));
            text += part.map_or("", |(_, part)| part);
            text += &piece[1..];
        }
        text
    }

    /// Puts what code calls in front of it.
    fn with_helpers(&self, mut code: String) -> String {
        let [helpers, between, comment] =
            [HELPERS, BETWEEN, COMMENT].map(|of| of[self.language as usize]);
        for block in helpers.trim_end().rsplit(between) {
            let lines = || block.lines().filter(|line| !line.starts_with(comment));
            let kept = if lines().any(|line| line.starts_with(' ')) {
                let head = lines().find_map(|line| line.split_once('('));
                let name = head.and_then(|(head, _)| head.split(' ').next_back());
                let called = name.filter(|name| names(&code, &format!("{name}(")));
                called.map_or(String::new(), |_| block.to_owned())
            } else {
                let line = |line: &'static str| {
                    let (line, words) = line.rsplit_once(comment)?;
                    let is_needed = words.split(' ').any(|word| names(&code, word));
                    is_needed.then_some(line.trim_end())
                };
                lines().filter_map(line).collect::<Vec<_>>().join("\n")
            };
            if !kept.is_empty() {
                code = kept + between + &code;
            }
        }
        code
    }

    /// Writes an expression, as a condition or as a number, with brackets if it binds less than a level.
    fn code(
        &self,
        expr: &Expr,
        names: Names,
        as_truth: bool,
        least: u8,
    ) -> Result<String, Unwritten> {
        let number = |expr: &Expr, least| self.code(expr, names, false, least);
        let (text, level) = match expr {
            _ if as_truth && !expr.is_truth() => (format!("{} != 0", number(expr, 5)?), 3),
            Expr::Number(number) => (constant(*number), TIGHT),
            Expr::Place(index) => (place(*index).to_string(), TIGHT),
            Expr::Name(name) => {
                let [first, second] = names.ok_or_else(|| Unwritten::Unbound(expr.to_string()))?;
                let is_first = matches!(name, Name::Part | Name::Rest);
                (if is_first { first } else { second }.to_owned(), TIGHT)
            }
            Expr::If(three) => {
                let [condition, one, other] = &**three;
                let condition = self.code(condition, names, true, 1)?;
                let one = self.code(one, names, as_truth, 1)?;
                let other = self.code(other, names, as_truth, 0)?;
                (self.choice(&condition, &one, &other), 0)
            }
            _ if !as_truth && expr.is_truth() => {
                let truth = self.code(expr, names, true, 0)?;
                (self.fill(FROM_TRUTH, &[('x', &truth)]), TIGHT)
            }
            Expr::Call(Function::Not, x) => {
                let x = self.code(x, names, true, TIGHT)?;
                (self.fill(NOT, &[('x', &x)]), 3)
            }
            Expr::Call(function, x) => (format!("{}({})", function.name(), number(x, 0)?), TIGHT),
            Expr::Binary(operator, x, y) => self.binary(*operator, [x, y], names)?,
            Expr::Sequence(sequence, x) => (self.sequence(sequence, &number(x, 0)?)?, TIGHT),
            Expr::Fold(fold) => (self.fold(fold)?, TIGHT),
        };
        Ok(if level < least {
            format!("({text})")
        } else {
            text
        })
    }

    fn binary(
        &self,
        operator: Operator,
        sides: [&Expr; 2],
        names: Names,
    ) -> Result<(String, u8), Unwritten> {
        let template = match (operator, sides[1]) {
            (Operator::Mod, Expr::Number(1..)) => REMAINDER,
            _ => of_operator(operator),
        };
        let is_call = template[self.language as usize].contains('(');
        let level = match operator {
            _ if is_call => TIGHT,
            Operator::BitAnd | Operator::BitOr => 4,
            _ => operator.level() + 1,
        };
        let is_repeated = matches!(sides[0], Expr::Binary(of, ..) if *of == operator);
        let least = match level {
            TIGHT => [0, 0],
            5 | 6 => [level, level + 1],
            4 if is_repeated => [4, TIGHT],
            4 => [TIGHT, TIGHT],
            3 => [5, 5],
            _ if is_repeated => [level, 3],
            _ => [3, 3],
        };
        let is_of_truths = matches!(operator, Operator::And | Operator::Or);
        let mut x = self.code(sides[0], names, is_of_truths, least[0])?;
        let y = self.code(sides[1], names, is_of_truths, least[1])?;
        if sides
            .iter()
            .all(|side| matches!(side, Expr::Number(_) | Expr::If(_)))
            && (4..TIGHT).contains(&level)
        {
            x = self.fill(CONSTANT, &[('x', &x)]);
        }
        Ok((self.fill(template, &[('x', &x), ('y', &y)]), level))
    }

    fn choice(&self, condition: &str, one: &str, other: &str) -> String {
        self.fill(IF, &[('c', condition), ('x', one), ('y', other)])
    }

    fn list(&self, items: &[String]) -> String {
        self.fill(LIST, &[('x', &items.join(", "))])
    }

    fn constants(&self, numbers: &[i64]) -> String {
        self.list(&numbers.iter().copied().map(constant).collect::<Vec<_>>())
    }

    fn sequence(&self, sequence: &Sequence, x: &str) -> Result<String, Unwritten> {
        Ok(match sequence {
            Sequence::Periodic {
                before,
                period,
                saltus,
            } => {
                let [before, period] = [before, period].map(|numbers| self.constants(numbers));
                let saltus = match saltus {
                    0 => String::new(),
                    more => format!(", {}", constant(*more)),
                };
                format!("periodic({x}, {before}, {period}{saltus})")
            }
            Sequence::Digits { first, rules } => {
                let rule = |rule| {
                    let value = self.code(rule, Some(["n", "f"]), false, 0)?;
                    Ok(self.fill(RULE, &[('x', &value)]))
                };
                let rules = rules.iter().map(rule).collect::<Result<Vec<_>, _>>()?;
                format!(
                    "digits({x}, {}, {})",
                    self.constants(first),
                    self.list(&rules)
                )
            }
        })
    }

    fn fold(&self, fold: &Fold) -> Result<String, Unwritten> {
        let mut row = self.row(fold.view)?;
        let (class, parts) = fold.classes();
        if fold.gather == Gather::Sum && *parts == [Expr::Number(1)] {
            return Ok(self.fill(COUNT, &[('x', &row)]));
        }
        let mut names_index = class != Class::All;
        for part in parts {
            part.visit(&mut |expr| {
                names_index |= matches!(expr, Expr::Name(Name::Index | Name::Value));
            });
        }
        if names_index {
            row = self.fill(INDEXED, &[('x', &row)]);
        }
        if fold.gather == Gather::Last {
            row = self.fill(LAST_FIRST, &[('x', &row)]);
        }
        let part = |part| self.code(part, Some(["x", "i"]), false, 1);
        let values = parts.iter().map(part).collect::<Result<Vec<_>, _>>()?;
        let value = values
            .into_iter()
            .enumerate()
            .rev()
            .reduce(|(_, others), (index, value)| {
                let is_of_class = match class {
                    Class::All => String::new(),
                    Class::Left(count) => format!("i % {count} == {}", (index + 1) % count),
                    Class::Right(count) => format!("j % {count} == {index}"),
                    Class::First => "i == 1".to_owned(),
                    Class::Last => "j == 0".to_owned(),
                };
                (index, self.choice(&is_of_class, &value, &others))
            });
        let value = value.map_or(String::new(), |(_, value)| value);
        let (values, list) = if *parts == [Expr::Name(Name::Part)] {
            (row.clone(), row)
        } else {
            let template = if names_index { EACH_INDEXED } else { EACH };
            let values = self.fill(template, &[('e', &value), ('r', &row)]);
            let list = self.fill(LISTED, &[('x', &values)]);
            (values, list)
        };
        Ok(match fold.gather {
            Gather::Digits(2) => format!("nimsum({values})"),
            Gather::Digits(base @ 5..) if self.language == Language::Cpp => {
                return Err(Unwritten::Base(base));
            }
            Gather::Digits(base) => format!("digitsums({base}, {list})"),
            Gather::Sum => format!("sum({values})"),
            Gather::Max => self.fill(LARGEST, &[('x', &list)]),
            Gather::Min => self.fill(SMALLEST, &[('x', &list)]),
            Gather::First => format!("first({values})"),
            Gather::Last => self.fill(LAST, &[('x', &values)]),
            Gather::Leading => format!("leading({values})"),
        })
    }

    fn row(&self, view: View) -> Result<String, Unwritten> {
        let reversed = |text: String| {
            let template = if view.reversed { REVERSED } else { ["$x"; 2] };
            self.fill(template, &[('x', &text)])
        };
        let of_word = |function: &str, c: char| {
            let c = match self.language {
                _ if c.is_ascii() => c.escape_default().to_string(),
                Language::Python => c.to_string(),
                Language::Cpp => return Err(Unwritten::Character(c)),
            };
            Ok(format!("{function}({}, '{c}')", reversed("word".into())))
        };
        let (mut numbers, mut end) = (
            "numbers".to_owned(),
            self.fill(LARGEST, &[('x', "numbers")]),
        );
        if view.after > 0 {
            numbers = self.fill(AFTER, &[('n', &view.after.to_string())]);
            end = format!("at(numbers, {})", view.after - 1);
        }
        Ok(reversed(match view.kind {
            Kind::Places(c) => return of_word("places", c),
            Kind::RunsOf(c) => return of_word("runs", c),
            Kind::Between(c) => return of_word("between", c),
            Kind::Branches => return Ok(format!("branches(word, {})", self.function)),
            Kind::Parts => numbers,
            Kind::EndGaps if view.after == 0 => return Err(Unwritten::NoEnd),
            Kind::EndGaps => format!("endgaps({end}, {numbers})"),
            Kind::Groups => format!("between(strip({end}, {numbers}), '.')"),
            Kind::Runs => format!("runs(strip({end}, {numbers}), 'o')"),
            Kind::Sorted => format!("sorted({numbers})"),
            Kind::Differences => format!("differences({numbers})"),
            Kind::Gaps => format!("gaps({numbers})"),
            Kind::Indices => format!("indices({numbers})"),
            Kind::Multiplicities => format!("multiplicities({numbers})"),
        }))
    }
}

/// Whether a kind of row is one of a word.
const fn is_of_word(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Places(_) | Kind::RunsOf(_) | Kind::Between(_) | Kind::Branches
    )
}

/// Whether a text has a name, or a call, that is not the end of another name, a method, or in another namespace.
fn names(text: &str, name: &str) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let [before, after] = [&text[..at], &text[at + name.len()..]];
        !before.ends_with(|c| is_of_name(c) || ".:".contains(c))
            && (name.ends_with('(') || !after.starts_with(is_of_name))
    })
}

fn constant(number: i64) -> String {
    match number {
        // C++ has no such constant: the minus is an operator.
        i64::MIN => format!("({} - 1)", number + 1),
        number => number.to_string(),
    }
}

fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}
