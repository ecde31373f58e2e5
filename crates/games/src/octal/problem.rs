//! The package of a heap game: its programs know the code of the game.

use grundy_core::octal::{Code, Digit, Period};

use grundy_game::{Bounds, Playing, Problem};
use grundy_package::{in_latex, submissions};

/// What a package of a heap game holds.
///
/// `rules` says how it is played; values are known up to the heap `largest`, or `period` is proved.
pub(crate) fn heaps_of_code(
    code: &Code,
    rules: &str,
    largest: u64,
    period: Option<Period>,
    bounds: Bounds,
) -> Problem {
    let table = table(code, largest).in_cpp();
    let [start, length, saltus] = period.map_or([u64::MAX / 2, 1, 0], |period| {
        [period.start as u64, period.length as u64, period.saltus]
    });
    let period =
        format!("static const u64 start = {start}ULL, length = {length}, saltus = {saltus};\n");
    let values = include_str!("code.cpp")
        .replace("TABLE\n", &table)
        .replace("PERIOD\n", &period);
    let accepted =
        format!("// The values of all heaps, each from those of smaller ones.\n{values}");
    let skips = "i < heaps.size()";
    let wrong = accepted.replace(skips, "i + 1 < heaps.size()");
    let wrong = wrong.replacen("The values", "Wrong: forgets the last heap. The values", 1);
    let slow = include_str!("code-slow.cpp").replace("TABLE\n", &table);
    Problem {
        statement: include_str!("code.tex")
            .replace("RULES", &in_latex(rules))
            .into(),
        validator: include_str!("../nim/problem/validator.cpp"),
        submissions: submissions(accepted.into(), wrong.into(), &slow),
        playing: Some(of_code(code, largest)),
        bounds,
        ..Problem::default()
    }
}

/// The moves of a code, each a number of stones, what may be left (bits 0 to 3), and whether that has to be unequal. Those from
/// `first` on come again and again, `repeated` apart.
struct Table {
    moves: Vec<(u64, u32, bool)>,
    first: usize,
    repeated: usize,
}

fn table(code: &Code, largest: u64) -> Table {
    let (first, repeated) = code.repeated();
    let up_to = if repeated.is_empty() {
        code.reach().unwrap_or(largest)
    } else {
        (first + repeated.len() - 1) as u64
    };
    let bits = |digit: Digit| {
        (0..4)
            .map(|parts| u32::from(digit.allows(parts)) << parts)
            .sum::<u32>()
    };
    let moves = code.moves(up_to);
    Table {
        moves: moves
            .map(|(stones, digit)| (stones, bits(digit), digit.is_unequal()))
            .collect(),
        first,
        repeated: repeated.len(),
    }
}

impl Table {
    fn in_cpp(&self) -> String {
        let moves = self.moves.iter();
        let moves =
            moves.map(|(stones, parts, unequal)| format!("{{{stones}, {parts}, {unequal}}}"));
        format!(
            "static std::vector<Rule> rules = {{{}}};\n\
             static const u64 repeated_from = {}, repeated = {};\n",
            moves.collect::<Vec<_>>().join(", "),
            self.first,
            self.repeated
        )
    }
}

/// How the programs of a package know the game of a code.
fn of_code(code: &Code, largest: u64) -> Playing {
    let Table {
        moves,
        first,
        repeated,
    } = table(code, largest);
    let moves = moves
        .iter()
        .map(|(taken, parts, unequal)| format!("({taken}, {parts}, {})", u8::from(*unequal)));
    let program = include_str!("code-rules.py")
        .replace("TABLE", &moves.collect::<Vec<_>>().join(", "))
        .replace("FIRST_REPEATED", &first.to_string())
        .replace("REPEATED", &repeated.to_string());
    Playing::Rules {
        moves: Some(program.replace("CLAIM\n", "")),
        is_confirmed: true,
        program: program.replace("CLAIM\n", include_str!("code-claim.py")),
        line: "its name, such as \\texttt{2 from heap 3, leaving 1 and 4}, or \\texttt{1 from heap 2} where nothing is left of \
               the heap. Heaps are numbered from 1 on: the heaps that a move leaves take the place of the one that \
               it changes, and the heaps behind it are numbered anew"
            .to_owned(),
    }
}
