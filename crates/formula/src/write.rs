//! Formulas as complete programs in Python and in C++.

use crate::expr::{Expr, Fold, Gather, Name, Sequence};
use crate::formula::{Formula, Says};
use crate::number::{Function, Operator as O};
use crate::position::{Class, Kind, View};
use crate::print::{TIGHT, bracketed, commas, place, places};

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

/// How the input of a written program holds positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Inputs {
    /// One position.
    #[default]
    One,
    /// Several, to the end of the input. The program prints a line for each.
    Several {
        /// Whether their number stands in a first line.
        counted: bool,
        /// Whether a line of zeros follows the last one.
        ended: bool,
        /// The lines of each position.
        lines: usize,
        /// What stands before each answer, with a blank behind it: `%d` is its number from 1 on. Empty for nothing.
        prefix: String,
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
        self.program(Language::Python, answers, Inputs::One)
    }

    /// Returns such a program in C++17, for numbers below 2^63. It computes with 127 bits.
    ///
    /// # Errors
    /// As [`python`](Self::python), and where 127 bits are too few.
    pub fn cpp(&self, answers: Answers<'_>) -> Result<String, Unwritten> {
        self.program(Language::Cpp, answers, Inputs::One)
    }

    /// Returns a program in this language for such inputs.
    ///
    /// ```
    /// use grundy_formula::{Answers, Formula, Inputs, Language};
    /// let nim: Formula = "value = nimsum(parts)".parse()?;
    /// let several = Inputs::Several { counted: true, ended: false, lines: 2, prefix: String::new() };
    /// let program = nim.program(Language::Python, Answers::Value, several)?;
    /// assert!(program.contains("for start in range(0, len(lines), 2):"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`python`](Self::python) and [`cpp`](Self::cpp).
    pub fn program(
        &self,
        language: Language,
        answers: Answers<'_>,
        inputs: Inputs,
    ) -> Result<String, Unwritten> {
        program(self, language, answers, inputs)
    }
}

/// The language of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Python 3.
    Python,
    /// C++17.
    Cpp,
}

/// A text in each [`Language`], in which `$` and a digit stand for another text.
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
    "# $0\n# $1\n",
    "// $0\n// $1\n// Exact for numbers below 2^63 while what is computed from them has at most 127 bits.\n",
];
/// Of the function's name, parameter, first lines, value and type, and what prints answers.
const PROGRAM: Template = [
    "def $0($1):\n$2    return $3\n\n\n$5",
    "$4 $0($1) {\n$2    return $3;\n}\n\nint main() {\n$5}\n",
];
/// Prints the answer to a position, or for each position what reads it and prints its answer.
const PRINT: Template = ["print($0)\n", "    std::cout << $0 << \"\\n\";\n"];
const EACH_POSITION: Template = [
    "lines = sys.stdin.read().splitlines()$2\nfor start in range(0, len(lines), $1):\n    \
     text = \"\\n\".join(lines[start : start + $1])\n$3    $0",
    "    std::string line;\n$2    for (int number = 1; std::cin.peek() != EOF; number++) {\n        std::stringstream text;\n        \
     for (int of = 0; of < $1 && std::getline(std::cin, line); of++) text << line << \"\\n\";\n$3    $0    }\n",
];
/// What stands before each answer, and within it its number.
const PREFIX: Template = [
    "    print($0, end=\" \")\n",
    "        std::cout << $0 << \" \";\n",
];
const NUMBER: Template = [" + str(start // $0 + 1) + ", " << number << "];
const SKIP_COUNT: Template = ["[1:]", "    std::getline(std::cin, line);\n"];
/// Leaves out the last line of an input, which is no position.
const SKIP_END: Template = ["[:-1]", ""];
const AT_END: Template = ["", "        if (std::cin.peek() == EOF) break;\n"];
/// What a position is read from: the input, or the lines of one of several.
const INPUT: Template = ["sys.stdin.read()", "std::cin"];
const LINES: Template = ["text", "text"];
/// Parameter and argument of the function.
const NUMBERS: [Template; 2] = [
    ["numbers", "const Row& numbers"],
    ["read_numbers($0)", "read_numbers($0)"],
];
const WORD: [Template; 2] = [
    ["word", "const std::string& word"],
    ["$0.strip()", "read_word($0)"],
];
/// The name of a number of the position. Where there are fewer, 0 has the name.
const PLACE: Template = [
    "    $0 = at(numbers, $1)\n",
    "    Int $0 = at(numbers, $1);\n",
];
/// A line of its own for a condition that is the whole expression.
const CASE: Template = [
    "    if $0:\n        return $1\n",
    "    if ($0) return $1;\n",
];
/// The values of an expression of the parts of a row.
const EACH: Template = ["$0 for x in $1", "each($1, [&](Int x) { return $0; })"];
const EACH_INDEXED: Template = [
    "$0 for x, i, j in $1",
    "each_indexed($1, [&](Int x, Int i, Int j) { return $0; })",
];

const REVERSED: Template = ["$0[::-1]", "reversed($0)"];
const LARGEST: Template = ["max($0, default=0)", "largest($0)"];

#[derive(Clone, Copy)]
struct Writer {
    language: Language,
    /// The name of the function that the expression becomes.
    function: &'static str,
    /// What `x` and `i`, or `n` and `f`, are called in the text around an expression.
    names: Option<[&'static str; 2]>,
}

fn program(
    formula: &Formula,
    language: Language,
    answers: Answers<'_>,
    inputs: Inputs,
) -> Result<String, Unwritten> {
    let kind = |expr: &Expr| match expr {
        Expr::Fold(fold) => Some(fold.view.kind),
        _ => None,
    };
    let all = formula.expr.all().into_iter();
    let (places, kinds) = (
        places(&formula.expr),
        all.filter_map(kind).collect::<Vec<_>>(),
    );
    let is_of_word = kinds.iter().any(|kind| kind.is_of_word());
    let is_mixed = !places.is_empty() || !kinds.iter().all(|kind| kind.is_of_word());
    if is_of_word && is_mixed {
        return Err(Unwritten::Mixed);
    }
    let is_lost = formula.says == Says::Lost;
    let function = if is_lost { "is_lost" } else { "grundy" };
    let writer = Writer {
        language,
        function,
        names: None,
    };
    // The values of branches are those of the function, and numbers.
    let is_truth = is_lost && !kinds.contains(&Kind::Branches);
    let place = |index: &usize| writer.fill(PLACE, &[&place(*index), &index.to_string()]);
    let (mut lines, mut expr) = (places.iter().map(place).collect::<String>(), &formula.expr);
    while let Expr::If(three) = expr {
        let condition = writer.code(&three[0], true, 0)?;
        let one = writer.code(&three[1], is_truth, 0)?;
        lines += &writer.fill(CASE, &[&condition, &one]);
        expr = &three[2];
    }
    let value = writer.code(expr, is_truth, 0)?;
    let from = if inputs == Inputs::One { INPUT } else { LINES };
    let from = writer.fill(from, &[]);
    let [parameter, read] =
        if is_of_word { WORD } else { NUMBERS }.map(|of| writer.fill(of, &[&from]));
    let said = format!("{function}({read})");
    let answer = match answers {
        Answers::Value if is_lost => return Err(Unwritten::NoValue),
        Answers::Value => writer.fill(["$0", "(unsigned long long)$0"], &[&said]),
        Answers::Outcome { won, lost } => {
            let [one, other] = if is_lost { [lost, won] } else { [won, lost] }.map(quoted);
            let answer = writer.choice(&said, &one, &other);
            bracketed(answer, language == Language::Cpp)
        }
    };
    let mut print = writer.fill(PRINT, &[&answer]);
    if let Inputs::Several {
        counted,
        ended,
        lines,
        prefix,
    } = inputs
    {
        let (skip, before) = match (counted, ended) {
            (true, _) => (SKIP_COUNT, ["", ""]),
            (_, true) => (SKIP_END, AT_END),
            _ => (["", ""], ["", ""]),
        };
        let [skip, mut before] = [skip, before].map(|of| writer.fill(of, &[]));
        let lines = lines.to_string();
        if !prefix.is_empty() {
            let texts: Vec<String> = prefix.trim().split("%d").map(quoted).collect();
            let texts = texts.join(&writer.fill(NUMBER, &[&lines]));
            before += &writer.fill(PREFIX, &[&texts]);
        }
        print = writer.fill(EACH_POSITION, &[&print, &lines, &skip, &before]);
    }
    let typed = if is_truth { "bool" } else { "Int" };
    let parts = [function, &parameter, &lines, &value, typed, &print];
    let code = writer.with_helpers(writer.fill(PROGRAM, &parts));
    let about = [formula.words(), formula.to_string()];
    let [words, formula] = about.map(|line| line.replace(char::is_control, " "));
    Ok(writer.fill(ABOUT, &[&words, &formula]) + &code)
}

impl Writer {
    fn fill(&self, template: Template, parts: &[&str]) -> String {
        let mut pieces = template[self.language as usize].split('$');
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            text += parts[usize::from(piece.as_bytes()[0] - b'0')];
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
                let is_called = name.is_some_and(|name| names(&code, &format!("{name}(")));
                if is_called { block } else { "" }.to_owned()
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

    /// Writes an expression, as a condition or as a number, with brackets if it binds less than a level. The levels below
    /// [`TIGHT`] are those of both languages, where and, or and operators of binary digits never stand beside others without
    /// brackets.
    fn code(&self, expr: &Expr, as_truth: bool, least: u8) -> Result<String, Unwritten> {
        let (text, level) = match expr {
            _ if as_truth && !expr.is_truth() => {
                (format!("{} != 0", self.code(expr, false, 5)?), 3)
            }
            Expr::Number(number) => (constant(*number), TIGHT),
            Expr::Place(index) => (place(*index), TIGHT),
            Expr::Name(name) => {
                let unbound = || Unwritten::Unbound(expr.to_string());
                let [first, second] = self.names.ok_or_else(unbound)?;
                let name = if name.is_first() { first } else { second };
                (name.to_owned(), TIGHT)
            }
            Expr::If(three) => {
                let condition = self.code(&three[0], true, 1)?;
                let one = self.code(&three[1], as_truth, 1)?;
                let other = self.code(&three[2], as_truth, 0)?;
                (self.choice(&condition, &one, &other), 0)
            }
            _ if !as_truth && expr.is_truth() => {
                let truth = self.code(expr, true, 0)?;
                (self.fill(["int($0)", "Int($0)"], &[&truth]), TIGHT)
            }
            Expr::Call(Function::Not, x) => {
                let x = self.code(x, true, TIGHT)?;
                (self.fill(["not $0", "!$0"], &[&x]), 3)
            }
            Expr::Call(function, x) => {
                let x = self.code(x, false, 0)?;
                (format!("{}({x})", function.name()), TIGHT)
            }
            Expr::Binary(operator, x, y) => self.binary(*operator, [x, y])?,
            Expr::Sequence(sequence, x) => {
                let x = self.code(x, false, 0)?;
                (self.sequence(sequence, &x)?, TIGHT)
            }
            Expr::Fold(fold) => (self.fold(fold)?, TIGHT),
        };
        Ok(bracketed(text, level < least))
    }

    fn binary(&self, operator: O, [x, y]: [&Expr; 2]) -> Result<(String, u8), Unwritten> {
        let signs = match operator {
            O::Or => ["or", "||"],
            O::And => ["and", "&&"],
            O::Equal => ["=="; 2],
            O::Xor => ["^"; 2],
            O::Div => ["//", "quotient("],
            O::Mod if matches!(y, Expr::Number(1..)) => ["%", "mod("],
            O::Mod => ["mod("; 2],
            O::BitAnd => ["&"; 2],
            O::BitOr => ["|"; 2],
            O::Min => ["min(", "std::min<Int>("],
            O::Max => ["max(", "std::max<Int>("],
            O::Gcd => ["gcd("; 2],
            _ => [operator.name(); 2],
        };
        let sign = signs[self.language as usize];
        if sign.ends_with('(') {
            let [x, y] = [self.code(x, false, 0)?, self.code(y, false, 0)?];
            return Ok((format!("{sign}{x}, {y})"), TIGHT));
        }
        let is_bitwise = matches!(operator, O::BitAnd | O::BitOr);
        let level = if is_bitwise { 4 } else { operator.level() + 1 };
        let (first, second) = match level {
            5 | 6 => (level, level + 1),
            4 => (TIGHT, TIGHT),
            3 => (5, 5),
            _ => (3, 3),
        };
        let is_repeated = matches!(x, Expr::Binary(of, ..) if *of == operator);
        let first = if is_repeated { level } else { first };
        let are_constants = [x, y].map(|of| matches!(of, Expr::Number(_) | Expr::If(_)));
        let mut x = self.code(x, level < 3, first)?;
        let y = self.code(y, level < 3, second)?;
        // A constant with the type of other numbers.
        if self.language == Language::Cpp && level > 3 && are_constants == [true; 2] {
            x = format!("Int({x})");
        }
        Ok((format!("{x} {sign} {y}"), level))
    }

    fn choice(&self, condition: &str, one: &str, other: &str) -> String {
        let template = ["$1 if $0 else $2", "$0 ? $1 : $2"];
        self.fill(template, &[condition, one, other])
    }

    fn list(&self, items: impl IntoIterator<Item = String>) -> String {
        self.fill(["[$0]", "{$0}"], &[&commas(items)])
    }

    fn sequence(&self, sequence: &Sequence, x: &str) -> Result<String, Unwritten> {
        let constants = |numbers: &[i64]| self.list(numbers.iter().copied().map(constant));
        Ok(match sequence {
            Sequence::Periodic {
                before,
                period,
                saltus,
            } => {
                let [before, period] = [before, period].map(|numbers| constants(numbers));
                let saltus = match saltus {
                    0 => "",
                    more => &format!(", {}", constant(*more)),
                };
                format!("periodic({x}, {before}, {period}{saltus})")
            }
            Sequence::Digits { first, rules } => {
                let names = Some(["n", "f"]);
                let rule = |rule| {
                    let value = Self { names, ..*self }.code(rule, false, 0)?;
                    let template = ["lambda n, f: $0", "[&](Int n, Int f) -> Int { return $0; }"];
                    Ok(self.fill(template, &[&value]))
                };
                let rules = rules.iter().map(rule).collect::<Result<Vec<_>, _>>()?;
                format!("digits({x}, {}, {})", constants(first), self.list(rules))
            }
        })
    }

    fn fold(&self, fold: &Fold) -> Result<String, Unwritten> {
        let (mut row, is_python) = (self.row(fold.view)?, self.language == Language::Python);
        let (class, parts) = fold.classes();
        if fold.gather == Gather::Sum && *parts == [Expr::Number(1)] {
            return Ok(self.fill(["len($0)", "Int($0.size())"], &[&row]));
        }
        let is_index = |expr: &Expr| matches!(expr, Expr::Name(name) if !name.is_first());
        let names_index = class != Class::All || parts.iter().flat_map(Expr::all).any(is_index);
        if names_index && is_python {
            row = format!("indexed({row})");
        }
        if fold.gather == Gather::Last && is_python {
            row = format!("reversed({row})");
        }
        let names = Some(["x", "i"]);
        let part = |part| Self { names, ..*self }.code(part, false, 1);
        let values = parts.iter().map(part).collect::<Result<Vec<_>, _>>()?;
        let values = values.into_iter().enumerate().rev();
        let value = values.reduce(|(_, others), (index, value)| {
            let is_of_class = match class {
                Class::All => String::new(),
                Class::Left(count) => format!("i % {count} == {}", (index + 1) % count),
                Class::Right(count) => format!("j % {count} == {index}"),
                Class::First => "i == 1".to_owned(),
                Class::Last => "j == 0".to_owned(),
            };
            (index, self.choice(&is_of_class, &value, &others))
        });
        let (mut values, mut list) = (row.clone(), row);
        if *parts != [Expr::Name(Name::Part)] {
            let template = if names_index { EACH_INDEXED } else { EACH };
            values = self.fill(template, &[&value.unwrap_or_default().1, &list]);
            list = if is_python {
                format!("[{values}]")
            } else {
                values.clone()
            };
        }
        Ok(match fold.gather {
            Gather::Digits(base @ 5..) if !is_python => return Err(Unwritten::Base(base)),
            Gather::Digits(base @ 3..) => format!("digitsums({base}, {list})"),
            Gather::Max => self.fill(LARGEST, &[&list]),
            Gather::Min => self.fill(["min($0, default=0)", "smallest($0)"], &[&list]),
            Gather::Last => self.fill(["first($0)", "last($0)"], &[&values]),
            gather => format!("{}({values})", gather.named().0),
        })
    }

    fn row(&self, view: View) -> Result<String, Unwritten> {
        let (name, _) = view.kind.named();
        let order = if view.reversed { REVERSED } else { ["$0"; 2] };
        let reversed = |text| self.fill(order, &[text]);
        if let Some(c) = view.kind.character() {
            let c = match self.language {
                _ if c.is_ascii() => c.escape_default().to_string(),
                Language::Python => c.to_string(),
                Language::Cpp => return Err(Unwritten::Character(c)),
            };
            return Ok(format!("{name}({}, '{c}')", reversed("word")));
        }
        let (mut numbers, mut end) = ("numbers".to_owned(), self.fill(LARGEST, &["numbers"]));
        if view.after > 0 {
            let template = ["numbers[$0:]", "after(numbers, $0)"];
            numbers = self.fill(template, &[&view.after.to_string()]);
            end = format!("at(numbers, {})", view.after - 1);
        }
        let row = match view.kind {
            Kind::Branches => return Ok(format!("branches(word, {})", self.function)),
            Kind::Parts => numbers,
            Kind::EndGaps if view.after == 0 => return Err(Unwritten::NoEnd),
            Kind::EndGaps => format!("endgaps({end}, {numbers})"),
            Kind::Groups => format!("between(strip({end}, {numbers}), '.')"),
            Kind::Runs => format!("runs(strip({end}, {numbers}), 'o')"),
            _ => format!("{name}({numbers})"),
        };
        Ok(reversed(&row))
    }
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
