//! Written programs print what the formula says.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use grundy_features::tier;
use grundy_formula::expr::{Expr, Gather, Name, Sequence};
use grundy_formula::number::{Function, Operator};
use grundy_formula::{Answers, Formula, Inputs, Kind, Language, Says, Unwritten};

/// What the positions of a formula look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Up to six numbers, small or up to 10^18, in one of the layouts that are read.
    Numbers,
    /// As numbers, but none above 10^6.
    Small,
    /// Three numbers beside squares, triangular numbers, powers of 2 and Fibonacci numbers, up to 10^18.
    Special,
    /// Two numbers, often a lost position of Wythoff's game.
    Wythoff,
    /// The length of a strip, and places on it.
    Strip,
    /// A word of `T`, `H` and `.`.
    Word,
    /// Nested brackets.
    Tree,
}

const OUTCOME: Answers<'_> = Answers::Outcome {
    won: "\"won\\",
    lost: "lost",
};

const FORMULAS: &[(Shape, &[&str])] = &[
    (
        Shape::Numbers,
        &[
            "value = nimsum(parts)",
            "lost iff nimsum3(parts) = 0",
            "value = nimsum(parts after 1: x mod (a + 1))",
            "value = nimsum(differences by right 2: x, 0)",
            "value = nimsum(sorted after 1 by left 3: x mod 7, i * 10, 2 * x)",
            "lost iff nimsum(parts) = min(leading(parts: x = 1), 1)",
            "value = nimsum(parts: periodic(x, [0], [1, 2, 4, 3], 4))",
            "value = sum(parts: periodic(x, [], [1, 0, 4]))",
            "value = digits(a, [0, 0], n, f) + digits(a, [1, 2], f + n mod 2, (if f < 2 then f else n div 3), periodic(n, [], [1, 5]))",
            "value = if a <= b then if a = 3 then 1 else 2 else if b = 0 then a - b else a mod b",
            "lost iff if a < b then b mod 2 = 0 else a",
            "lost iff a - b",
            "value = max(a - 5, -3) + 3 + (a - 7) mod 5 + (a - 7) div 5 + 2",
            "value = a + -9223372036854775808 + 9223372036854775807 + 1",
            "value = if count(parts) = 0 then 7 else if count(parts) = 1 then a else a xor (b mod 4) - (b mod 4) mod 1",
            "value = max(parts by last: 0, x - 3) + min(parts by first: x + 2, x)",
        ],
    ),
    (
        Shape::Small,
        &[
            "value = nimsum(parts by left 2) + sum(parts by last: 1, 1)",
            "value = nimsum3(parts)",
            "lost iff nimsum4(parts after 1: x + 1) = 0",
            "value = factors(a) + 100 * leastprime(b)",
            "value = (a + 3) * 5 - a div 3 + (a xor b) + (a or b) + (a and b)",
            "value = bitand(a, b) + bitor(a, b) + min(a, b) + max(a, b) + gcd(a, b)",
            "value = (a = b) + 2 * (a != b) + 4 * (a < b) + 8 * (a <= b) + 16 * not(a)",
            "lost iff (a = 1 or b = 1) and (a < 3) = (b < 3) and not(a = b)",
            "value = sum(parts: count(parts) * x + max(parts: bitand(x, 1) + i))",
            "value = a + 2147483647 * 2147483647 + (if a < b then 2147483647 else 3) * 2147483647",
            "value = first(parts: 100 div (x + 1 - min(i, 2) div 2)) + last(parts: 100 div (x + (i = count(parts))))",
            "value = first(parts by first: x, x div 0) + last(sorted by last: x + i, 0)",
            "value = leading(parts reversed: x mod 3) + last(sorted) * 10",
        ],
    ),
    (Shape::Wythoff, &["lost iff a = phi(b - a)"]),
    (
        Shape::Special,
        &[
            "lost iff b mod zeckendorf(a) = b",
            "value = ones(a) + 100 * v2(a) + 10000 * length(a) + 1000000 * (lowbit(b) mod 1000)",
            "value = root(a * a - min(a, 1)) + root(a * a)",
            "value = 100 + a mod 7 - (b mod 50 - c mod 3) - (c mod 9 + a mod 5) - 1",
            "value = a div 3 div 2 + a div (30 div (b mod 3 + 1)) + 5 * (b mod 3 * 2 mod 4)",
            "value = (a xor b) mod 1000 * 2 + bitand(a + 1, b xor c) + (a xor (b xor c) xor 1)",
            "value = odious(a) + root(b) + (phi(c) xor zeckendorf(a))",
            "value = square(a) + 2 * triangular(a) + 4 * power(a) + 8 * fibonacci(a)",
            "lost iff square(a) or triangular(b) and not power(c) or fibonacci(c)",
        ],
    ),
    (
        Shape::Strip,
        &[
            "value = nimsum(gaps after 1 by right 3: x, 2 * x, 0) + last(gaps after 1)",
            "value = nimsum(endgaps after 1 reversed: x + i) + last(endgaps after 1)",
            "value = count(runs after 1) + 10 * last(groups after 1) + 1000 * first(groups after 1 reversed)",
            "value = nimsum(runs: x * i) + sum(groups: x * x)",
            "value = sum(indices after 1: x + i) + max(multiplicities) + nimsum(multiplicities: x)",
        ],
    ),
    (
        Shape::Word,
        &[
            "value = nimsum(places 'H': odious(x - 1)) + sum(places 'H' reversed)",
            "value = max(between 'H' reversed) + 10 * first(between '.') + 100 * last(runs 'T' reversed)",
            "lost iff nimsum(runs 'H': x mod 3) = 0",
        ],
    ),
    (
        Shape::Tree,
        &[
            "value = nimsum(branches: x + 1)",
            "lost iff sum(branches: x * i) = 0",
        ],
    ),
];

fn formula(text: &str) -> Formula {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn formulas() -> Vec<Formula> {
    let texts = FORMULAS.iter().flat_map(|(_, texts)| *texts);
    texts.map(|text| formula(text)).collect()
}

/// Random numbers by a generator of 64 bits (splitmix).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % limit
    }

    fn number(&mut self, largest: u64) -> u64 {
        let limit = [4, 12, 100, largest][self.below(4) as usize];
        self.below(limit)
    }

    fn special(&mut self) -> u64 {
        let root = self.number(1_000_000_000);
        let number = match self.below(4) {
            0 => root * root,
            1 => root * (root + 1) / 2,
            2 => 1 << self.below(60),
            _ => {
                let (mut one, mut next) = (1, 2);
                for _ in 0..self.below(84) {
                    (one, next) = (next, one + next);
                }
                one
            }
        };
        (number + self.below(3)).saturating_sub(1)
    }

    fn position(&mut self, shape: Shape) -> String {
        let join = |numbers: &[u64], separator: &str| {
            let numbers = numbers.iter().map(u64::to_string);
            numbers.collect::<Vec<_>>().join(separator)
        };
        match shape {
            Shape::Numbers | Shape::Small => {
                let largest = if shape == Shape::Small {
                    1_000_000
                } else {
                    1_000_000_000_000_000_001
                };
                let rest = self.below(6) as usize;
                let numbers: Vec<u64> = (0..=rest).map(|_| self.number(largest)).collect();
                let (first, lines) = (numbers[0], join(&numbers[1..], "\n"));
                match self.below(5) {
                    0 => format!("{}\n{}\n", rest + 1, join(&numbers, " ")),
                    1 => format!(" {first} {rest}\n{lines}\n"),
                    2 => join(&numbers, ", "),
                    3 => format!("\n{first}\n{lines}"),
                    _ => join(&numbers, " "),
                }
            }
            Shape::Special => join(&[self.special(), self.special(), self.special()], " "),
            Shape::Wythoff => {
                let n = self.number(300_000_000_000_000_000);
                let a = formula("value = phi(a)")
                    .of(&n.to_string())
                    .unwrap()
                    .value
                    .unwrap();
                join(&[a, a + n + self.below(2)], " ")
            }
            Shape::Strip => {
                let length = 1 + self.below(30);
                let coins = (1..=length).filter(|_| self.below(2) == 0);
                let numbers: Vec<u64> = [length].into_iter().chain(coins).collect();
                join(&numbers, " ")
            }
            Shape::Word => {
                let length = self.below(20);
                let letter = |_| ['T', 'H', '.'][self.below(3) as usize];
                (0..length).map(letter).collect()
            }
            Shape::Tree => {
                let (mut word, mut open) = ("(".to_owned(), 1);
                for _ in 0..self.below(30) {
                    if open > 1 && self.below(2) == 0 {
                        word.push(')');
                        open -= 1;
                    } else {
                        word.push('(');
                        open += 1;
                    }
                }
                word + &")".repeat(open)
            }
        }
    }
}

const fn answers(formula: &Formula) -> Answers<'static> {
    match formula.says {
        Says::Value => Answers::Value,
        Says::Lost => OUTCOME,
    }
}

/// What the program of a formula must print; `None` where the formula has no value.
fn expected(formula: &Formula, position: &str) -> Option<String> {
    let verdict = formula.of(position).ok()?;
    Some(match (verdict.value, verdict.is_lost) {
        (Some(value), _) => value.to_string(),
        (None, true) => "lost".to_owned(),
        (None, false) => "\"won\\".to_owned(),
    })
}

/// The index of a formula, a position, and the expected answer.
type Case = (usize, String, String);

/// Positions for all formulas, each with the index of its formula and the expected answer.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let shapes = FORMULAS
        .iter()
        .flat_map(|(shape, texts)| texts.iter().map(move |_| *shape));
    for (index, (formula, shape)) in formulas().iter().zip(shapes).enumerate() {
        let (mut random, mut answers, mut count) = (Random(index as u64), BTreeSet::new(), 0);
        for _ in 0..100 {
            let mut position = random.position(shape);
            if shape == Shape::Wythoff && count % 4 == 3 {
                // A sign is no separator.
                position.insert(0, '-');
            }
            if let Some(expected) = expected(formula, &position) {
                answers.insert(expected.clone());
                cases.push((index, position, expected));
                count += 1;
            }
        }
        assert!(count >= 40, "{formula}: too few positions with a value");
        assert!(answers.len() > 1, "{formula}: one answer to all");
    }
    cases
}

/// A program for all tests, if this machine has it.
fn tool(name: &str) -> Option<Command> {
    let is_there = Command::new(name)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success());
    if !is_there {
        println!("skipped: there is no {name}");
    }
    is_there.then(|| Command::new(name))
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("write-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a command that answers a line for each line of input, and returns what it prints.
fn output(command: &mut Command, input: &str) -> String {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{command:?}: {}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// Asks the programs of formulas for all cases in one process: a line of a case is the index of its formula and the position
/// with `|` for line ends.
fn check(command: &mut Command, formulas: &[Formula], cases: &[Case]) {
    let lines = cases
        .iter()
        .map(|(index, position, _)| format!("{index} {}\n", position.replace('\n', "|")));
    let answers = output(command, &lines.collect::<String>());
    assert_eq!(answers.lines().count(), cases.len());
    for ((index, position, expected), answer) in cases.iter().zip(answers.lines()) {
        assert_eq!(answer, expected, "{} of {position:?}", formulas[*index]);
    }
}

fn check_python(name: &str, formulas: &[Formula], cases: &[Case]) {
    let Some(mut python) = tool("python3") else {
        return;
    };
    let folder = folder(name);
    for (index, formula) in formulas.iter().enumerate() {
        let program = formula.python(answers(formula)).unwrap();
        fs::write(folder.join(format!("{index}.py")), program).unwrap();
    }
    let driver = "\
import io, sys
programs = {}
for line in sys.stdin.read().splitlines():
    index, _, position = line.partition(' ')
    if index not in programs:
        programs[index] = compile(open(index + '.py').read(), index + '.py', 'exec')
    sys.stdin = io.StringIO(position.replace('|', '\\n'))
    exec(programs[index], {})
";
    let command = python.args(["-c", driver]).current_dir(&folder);
    check(command, formulas, cases);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn programs_in_python_say_what_the_formula_says() {
    check_python("python", &formulas(), &cases());
}

/// A random expression of numbers: `names` are those that have a value where it stands.
fn random_expr(random: &mut Random, depth: u32, names: &[&str]) -> String {
    let one_of =
        |random: &mut Random, all: &[&str]| all[random.below(all.len() as u64) as usize].to_owned();
    if depth == 0 {
        let constants = ["0", "1", "2", "3", "7", "-2", "a", "b"];
        return one_of(random, &[&constants[..], names].concat());
    }
    let below = depth - 1;
    match random.below(9) {
        0 => {
            let known = Function::ALL.iter().map(|(_, name, _)| *name);
            let fast: Vec<_> = known
                .filter(|name| !["factors", "leastprime"].contains(name))
                .collect();
            format!(
                "{}({})",
                one_of(random, &fast),
                random_expr(random, below, names)
            )
        }
        1..=4 => {
            let (_, name, level) = Operator::ALL[random.below(17) as usize];
            let [x, y] = [(); 2].map(|()| random_expr(random, below, names));
            if level == 6 {
                format!("{name}({x}, {y})")
            } else {
                format!("(({x}) {name} ({y}))")
            }
        }
        5 => {
            let [c, x, y] = [(); 3].map(|()| random_expr(random, below, names));
            format!("(if {c} then {x} else {y})")
        }
        6 => {
            let [x, one, other] =
                [names, &["n", "f"], &["n", "f"]].map(|names| random_expr(random, below, names));
            format!("digits({x}, [1, 3], {one}, {other})")
        }
        7 => format!(
            "periodic({}, [5], [0, 1, -2], 3)",
            random_expr(random, below, names)
        ),
        _ => {
            let gather = one_of(
                random,
                &[
                    "nimsum", "nimsum3", "sum", "max", "min", "first", "last", "leading",
                ],
            );
            let view = one_of(
                random,
                &[
                    "parts",
                    "sorted after 1",
                    "differences",
                    "gaps reversed",
                    "multiplicities",
                ],
            );
            let [x, y] = [(); 2].map(|()| random_expr(random, below, &["x", "i"]));
            let parts = match random.below(4) {
                0 => format!(" by left 2: {x}, {y}"),
                1 => format!(" by right 2: {x}, {y}"),
                2 => format!(" by last: {x}, {y}"),
                _ => format!(": {x}"),
            };
            format!("{gather}({view}{parts})")
        }
    }
}

/// Brackets, and what is looked at, in all combinations.
#[test]
fn programs_of_random_formulas_say_what_the_formula_says() {
    let (mut random, mut formulas, mut cases) = (Random(1), Vec::new(), Vec::new());
    while formulas.len() < tier(300, 6000) {
        let says = ["value =", "lost iff"][random.below(2) as usize];
        let text = format!("{says} {}", random_expr(&mut random, 4, &[]));
        let formula: Formula = text.parse().unwrap();
        assert_eq!(formula.to_string().parse(), Ok(formula.clone()));
        let before = cases.len();
        for _ in 0..8 {
            let numbers = [(); 3].map(|()| random.below(20).to_string());
            let position = numbers[..2 + random.below(2) as usize].join(" ");
            if let Some(expected) = expected(&formula, &position) {
                cases.push((formulas.len(), position, expected));
            }
        }
        if cases.len() > before {
            formulas.push(formula);
        }
    }
    check_python("random", &formulas, &cases);
    // The compiler takes a quarter of a second for each, and warns of comparisons such as `0 < 0`.
    let in_cpp = tier(0, 200);
    cases.retain(|(index, ..)| *index < in_cpp);
    if in_cpp > 0 {
        check_cpp("random-cpp", "-Wno-all", &formulas[..in_cpp], &cases);
    }
}

fn check_cpp(name: &str, warnings: &str, formulas: &[Formula], cases: &[Case]) {
    let Some(mut compiler) = tool("g++") else {
        return;
    };
    let folder = folder(name);
    // Each program in a namespace of its own, its `main` a function that is called once for each position.
    let (mut headers, mut programs, mut calls) = (BTreeSet::new(), String::new(), String::new());
    for (index, formula) in formulas.iter().enumerate() {
        let program = formula.cpp(answers(formula)).unwrap();
        let is_include = |line: &&str| line.starts_with("#include");
        let (include, code): (Vec<_>, Vec<_>) = program.lines().partition(is_include);
        headers.extend(include.into_iter().map(str::to_owned));
        let code = code.join("\n").replace("int main()", "void run()");
        programs += &format!("namespace p{index} {{\n{code}\n}}\n");
        calls += &format!("if (index == {index}) p{index}::run();\n");
    }
    let headers = Vec::from_iter(headers).join("\n") + "\n";
    let main = format!(
        "int main() {{ int index; std::string line; std::cin.tie(nullptr); auto all = std::cin.rdbuf(); \
         while (std::cin >> index && std::getline(std::cin, line)) {{ \
         std::replace(line.begin(), line.end(), '|', '\\n'); std::istringstream one(line); \
         std::cin.rdbuf(one.rdbuf()); {calls} std::cin.clear(); std::cin.rdbuf(all); }} }}"
    );
    fs::write(folder.join("all.cpp"), headers + &programs + &main).unwrap();
    let options = ["-std=c++17", "-O1", warnings, "-Werror", "-o", "all"];
    compiler.args(options).arg("all.cpp").current_dir(&folder);
    assert!(compiler.status().unwrap().success());
    check(&mut Command::new(folder.join("all")), formulas, cases);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn programs_in_cpp_say_what_the_formula_says() {
    check_cpp("cpp", "-Wall", &formulas(), &cases());
}

/// The name of a variant, without what it contains.
fn variant(of: impl Debug) -> String {
    format!("{of:?}").split('(').next().unwrap().to_owned()
}

/// What an expression, without those within it, has that a program must know.
fn parts(expr: &Expr) -> Vec<String> {
    match expr {
        Expr::Number(number) => vec![format!("number {}", number.signum())],
        Expr::Place(_) | Expr::If(_) => vec![variant(expr)],
        Expr::Name(name) => vec![variant(name)],
        Expr::Call(function, _) => vec![variant(function)],
        Expr::Binary(operator, ..) => vec![variant(operator)],
        Expr::Sequence(sequence, _) => vec![match &**sequence {
            Sequence::Periodic { before, saltus, .. } => {
                format!("periodic {} {}", !before.is_empty(), *saltus != 0)
            }
            Sequence::Digits { rules, .. } => format!("digits {}", rules.len()),
        }],
        Expr::Fold(fold) => {
            let (gather, view, kind) = (fold.gather, fold.view, variant(fold.view.kind));
            let after = if view.after > 0 { "after" } else { "all" };
            let after = format!("{kind} {after}");
            let reversed = format!("reversed {} {kind}", view.reversed);
            let class = format!("by {}", variant(fold.class));
            vec![
                variant(gather),
                format!("{gather:?}"),
                kind,
                class,
                after,
                reversed,
            ]
        }
    }
}

#[test]
fn the_formulas_have_every_part_of_the_language() {
    let mut found = BTreeSet::new();
    for formula in formulas() {
        formula.expr.visit(&mut |expr| found.extend(parts(expr)));
    }
    let functions = Function::ALL.map(|(of, ..)| variant(of));
    let operators = Operator::ALL.map(|(of, ..)| variant(of));
    let kinds = Kind::ALL.map(|(of, ..)| variant(of));
    let gathers = Gather::ALL.map(|(of, ..)| variant(of));
    let names = Name::ALL.map(variant);
    let others = "number -1, number 0, number 1, Place, If, periodic true true, periodic false false, digits 2, digits 3, \
        Digits(2), Digits(3), Digits(4), by All, by Left, by Right, by First, by Last, Parts all, Parts after, \
        Gaps after, EndGaps after, Groups all, Groups after, Runs all, Runs after, reversed true Parts, \
        reversed true Groups, reversed true Places, reversed true Between";
    let others: Vec<_> = others.split(", ").map(str::to_owned).collect();
    let all = [
        &functions[..],
        &operators,
        &kinds,
        &gathers,
        &names,
        &others,
    ]
    .concat();
    let missing: Vec<_> = all.iter().filter(|part| !found.contains(*part)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// A program as it is, started for one position.
#[test]
fn a_program_reads_standard_input() {
    let folder = folder("one");
    let nim = formula("lost iff nimsum(parts) = 0");
    let tree = formula("value = nimsum(branches: x + 1)");
    let deep = format!("{}{}\n", "(".repeat(2000), ")".repeat(2000));
    for (formula, answers, position, answer) in [
        (nim, OUTCOME, "3\n3 5 9\n", "\"won\\\n"),
        (tree, Answers::Value, &*deep, "1999\n"),
    ] {
        if let Some(mut python) = tool("python3") {
            let program = formula.python(answers).unwrap();
            assert_eq!(output(python.args(["-c", &program]), position), answer);
        }
        if let Some(mut compiler) = tool("g++") {
            fs::write(folder.join("one.cpp"), formula.cpp(answers).unwrap()).unwrap();
            let options = ["-std=c++17", "-Wall", "-Werror", "one.cpp", "-o", "one"];
            let status = compiler.args(options).current_dir(&folder).status();
            assert!(status.unwrap().success());
            let found = output(&mut Command::new(folder.join("one")), position);
            assert_eq!(found, answer);
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Lines that are not indented, without comments.
const PYTHON: &str = r#"import sys
from functools import reduce
from operator import xor
def nimsum(values):
def read_numbers(text):
def is_lost(numbers):
print("lost" if is_lost(read_numbers(sys.stdin.read())) else "\"won\\")"#;

const CPP: &str = "\
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>
using Int = __int128;
using Row = std::vector<Int>;
Int nimsum(const Row& values) {
Int read_number(const std::string& word) {
Row read_numbers(std::istream& input) {
bool is_lost(const Row& numbers) {
int main() {";

/// Numbers near 2^127 are computed, and larger ones than those that are read end the program with a message.
#[test]
fn a_program_in_cpp_ends_on_the_largest_numbers() {
    let Some(mut compiler) = tool("g++") else {
        return;
    };
    let folder = folder("large");
    let largest = formula(
        "value = zeckendorf(2 * a * a) mod 1000 + phi(a * a) mod 999 + square(a * a) + a mod leastprime(6)",
    );
    let program = largest.cpp(Answers::Value).unwrap();
    fs::write(folder.join("large.cpp"), program).unwrap();
    let options = ["-std=c++17", "-Wall", "-Werror", "large.cpp", "-o", "large"];
    let status = compiler.args(options).current_dir(&folder).status();
    assert!(status.unwrap().success());
    let program = folder.join("large");
    let command = || {
        let mut command = Command::new("timeout");
        command.arg("60").arg(&program);
        command
    };
    for position in [
        "9223372036854775807",
        "9223372036854775806",
        "4294967296",
        "1",
        "0",
    ] {
        let value = largest.of(position).unwrap().value.unwrap();
        assert_eq!(
            output(&mut command(), position),
            format!("{value}\n"),
            "{position}"
        );
    }
    for position in ["9223372036854775808", "1\n1\n-99999999999999999999", "3 5x"] {
        fs::write(folder.join("input"), position).unwrap();
        let input = fs::File::open(folder.join("input")).unwrap();
        let refused = command().stdin(input).output().unwrap();
        let message = String::from_utf8(refused.stderr).unwrap();
        assert!(
            message.ends_with("is no number below 2^63\n"),
            "{position}: {message}"
        );
        assert_eq!(refused.status.code(), Some(1), "{position}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn programs_read_inputs_with_several_positions() {
    let folder = folder("several");
    for (text, counted, lines, prefix, input) in [
        (
            "lost iff nimsum(parts) = 0",
            true,
            2,
            "Case #%d: ",
            "3\n2\n1 3\n1\n0\n3\n1 2 3\n",
        ),
        (
            "value = nimsum(places 'H': x)",
            false,
            1,
            "",
            "TTH\n.HH\n\nH\n",
        ),
    ] {
        let formula = formula(text);
        let all: Vec<&str> = input.split_inclusive('\n').skip(counted.into()).collect();
        let answer = |(number, lines): (i32, &[&str])| {
            let answer = expected(&formula, &lines.concat()).unwrap();
            prefix.replace("%d", &number.to_string()) + &answer + "\n"
        };
        let expected: String = (1..).zip(all.chunks(lines)).map(answer).collect();
        // A line of zeros at the end is no position.
        for ended in [false, true].into_iter().take(2 - usize::from(counted)) {
            let input = input.to_owned() + if ended { "0\n" } else { "" };
            let program = |language| {
                let inputs = Inputs::Several {
                    counted,
                    ended,
                    lines,
                    prefix: prefix.to_owned(),
                };
                formula
                    .program(language, answers(&formula), inputs)
                    .unwrap()
            };
            if let Some(mut python) = tool("python3") {
                let command = python.arg("-c").arg(program(Language::Python));
                assert_eq!(output(command, &input), expected, "{text}");
            }
            if let Some(mut compiler) = tool("g++") {
                fs::write(folder.join("several.cpp"), program(Language::Cpp)).unwrap();
                let options = [
                    "-std=c++17",
                    "-Wall",
                    "-Werror",
                    "several.cpp",
                    "-o",
                    "several",
                ];
                let status = compiler.args(options).current_dir(&folder).status();
                assert!(status.unwrap().success());
                let command = &mut Command::new(folder.join("several"));
                assert_eq!(output(command, &input), expected, "{text}");
            }
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_program_has_only_what_it_calls() {
    let nim = formula("lost iff nimsum(parts) = 0");
    // The page has the whole program in Python, and its test compares it.
    for (program, expected) in [(nim.python(OUTCOME), PYTHON), (nim.cpp(OUTCOME), CPP)] {
        let program = program.unwrap();
        let is_top = |line: &&str| line.starts_with(char::is_alphabetic) || line.starts_with("#i");
        let lines: Vec<_> = program.lines().filter(is_top).collect();
        assert_eq!(lines.join("\n"), expected);
    }
}

#[test]
fn what_cannot_be_written_is_refused_with_its_reason() {
    let value = |text: &str| {
        let formula = formula(text);
        [formula.python(Answers::Value), formula.cpp(Answers::Value)].map(Result::err)
    };
    for (text, why) in [
        ("value = a + count(places 'H')", Unwritten::Mixed),
        ("value = sum(runs) + max(branches)", Unwritten::Mixed),
        ("value = a + x", Unwritten::Unbound("x".into())),
        ("value = nimsum(endgaps)", Unwritten::NoEnd),
        ("lost iff a = b", Unwritten::NoValue),
    ] {
        assert_eq!(value(text), [Some(why.clone()), Some(why)], "{text}");
    }
    for (text, why) in [
        ("value = nimsum5(parts)", Unwritten::Base(5)),
        ("value = count(places 'ä')", Unwritten::Character('ä')),
    ] {
        assert_eq!(value(text), [None, Some(why)], "{text}");
    }
}
