//! The rules of a code in words.

use grundy_core::octal::{Code, Digit};

/// Digits of a code that are explained, at most.
const DIGITS: usize = 8;

/// What a move leaves of a heap, by the number of its parts.
const LEFT: [&str; 4] = [
    "a whole heap",
    "leaving one heap",
    "leaving two",
    "leaving three",
];

/// The moves that the code allows: a line for each number of stones.
pub(super) fn allowed(code: &Code) -> Vec<String> {
    let (digits, are_all) = digits(code);
    let mut lines: Vec<String> = digits
        .iter()
        .map(|&(stones, digit)| {
            let left = (0..).zip(LEFT).filter(|&(parts, _)| digit.allows(parts));
            let left: Vec<&str> = left.map(|(_, words)| words).collect();
            let unequal = if digit.is_unequal() {
                " of different sizes"
            } else {
                ""
            };
            format!("  take {stones}: {}{unequal}", left.join(", or "))
        })
        .collect();
    if !are_all {
        lines.push("  ...".to_owned());
    }
    if lines.is_empty() {
        lines.push("  no move at all".to_owned());
    }
    lines
}

/// How the game of the code is played, in sentences.
pub(super) fn rules(code: &Code) -> String {
    let (digits, are_all) = digits(code);
    let mut kinds: Vec<(Digit, Vec<u64>)> = Vec::new();
    for (stones, digit) in digits {
        match kinds.iter_mut().find(|(kind, _)| *kind == digit) {
            Some((_, numbers)) if numbers[0] > 0 => numbers.push(stones),
            _ => kinds.push((digit, vec![stones])),
        }
    }
    let moves: Vec<String> = kinds
        .iter()
        .map(|(digit, numbers)| a_move(*digit, numbers, are_all))
        .collect();
    let moves = if moves.is_empty() {
        "There is no legal move.".to_owned()
    } else {
        format!("A move {}.", moves.join(", or it "))
    };
    format!("Stones lie in heaps. {moves} A player who cannot move loses.")
}

/// The first of the digits that allow something, each with its number of stones, and whether these are all.
fn digits(code: &Code) -> (Vec<(u64, Digit)>, bool) {
    let up_to = code.reach().unwrap_or(DIGITS as u64 + 1);
    let mut moves = code.moves(up_to);
    let digits: Vec<(u64, Digit)> = moves.by_ref().take(DIGITS).collect();
    let are_all = code.reach().is_some() && moves.next().is_none();
    (digits, are_all)
}

/// What a digit allows for these numbers of stones, as the end of a sentence that begins with `A move`.
fn a_move(digit: Digit, numbers: &[u64], are_all: bool) -> String {
    let parts = match (digit.allows(2), digit.allows(3)) {
        (true, true) => "two or three",
        (false, true) => "three",
        _ => "two",
    };
    let different = if digit.is_unequal() {
        " of different sizes"
    } else {
        ""
    };
    let heaps = format!("into {parts} heaps{different}");
    let splits = digit.allows(2) || digit.allows(3);
    if numbers == [0] {
        return format!("splits a heap {heaps}");
    }
    let stones = stones(numbers, are_all);
    let (takes, otherwise) = match (digit.allows(0), digit.allows(1)) {
        (true, true) => (format!("takes {stones} from a heap"), "and may split"),
        (false, true) => (
            format!("takes {stones} from a heap that has more"),
            "and may split",
        ),
        (true, false) => (
            format!("takes a whole heap of {stones}"),
            "or takes as many from a larger heap and splits",
        ),
        (false, false) => return format!("takes {stones} from a heap and splits the rest {heaps}"),
    };
    if splits {
        format!("{takes}, {otherwise} the rest {heaps}")
    } else {
        takes
    }
}

/// `1 stone`, `1, 3 or 4 stones`, `any number of stones`.
fn stones(numbers: &[u64], are_all: bool) -> String {
    let names: Vec<String> = numbers.iter().map(u64::to_string).collect();
    match &names[..] {
        _ if !are_all && (1..).zip(numbers).all(|(number, &stones)| number == stones) => {
            "any number of stones".to_owned()
        }
        all if !are_all => format!("{}, ... stones", all.join(", ")),
        [one] if one == "1" => "1 stone".to_owned(),
        [one] => format!("{one} stones"),
        [rest @ .., last] => format!("{} or {last} stones", rest.join(", ")),
        [] => String::new(),
    }
}
