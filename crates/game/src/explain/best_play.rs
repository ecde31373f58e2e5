//! The game from a position in which the winner hurries and the loser delays.

use grundy_brute::solver::way;

use crate::Line;
use crate::sum::PLUS;

/// Returns the positions of best play from `first` to the end of the game, where the number of moves until then is known.
/// `length` returns that number of a position, and `options` the parts of what each move leads to, of which at most one may have
/// moves.
pub fn best_play<P: Clone + ToString>(
    first: P,
    length: impl Fn(&P) -> Option<u32>,
    options: impl Fn(&P) -> Vec<Vec<P>>,
) -> Option<Vec<String>> {
    let (mut line, mut at) = (vec![first.to_string()], first);
    for left in (0..length(&at)?).rev() {
        // All options that keep the length have the outcome that best play leads to.
        let next = options(&at).into_iter().find(|parts| {
            let lasting = parts
                .iter()
                .map(&length)
                .filter(|length| *length != Some(0));
            match lasting.collect::<Vec<_>>()[..] {
                [] => left == 0,
                [length] => length == Some(left),
                _ => false,
            }
        })?;
        let texts: Vec<String> = next.iter().map(P::to_string).collect();
        line.push(texts.join(PLUS));
        let lasting = next.into_iter().find(|part| length(part) != Some(0));
        at = lasting.unwrap_or(at);
    }
    Some(line)
}

/// Returns the line of a page about best play; none where the game is over.
pub fn shown_play(line: Option<&[String]>) -> Option<Line> {
    let line = line.filter(|line| line.len() > 1)?;
    let numbers: Vec<u32> = (0..line.len() as u32).collect();
    let way = way(&numbers, 10, |number| line[number as usize].clone());
    Some(Line::plain(format!("Best play: {way}")))
}

#[cfg(test)]
mod tests {
    use super::{best_play, shown_play};

    /// From n one move leads to n - 1 beside a part without moves, another one to a part of unknown length.
    #[test]
    fn the_part_that_has_moves_goes_on() {
        let length = |n: &u32| (*n < 100).then_some(*n);
        let options = |n: &u32| match *n {
            0 => Vec::new(),
            n => vec![vec![100], vec![n - 1, 100], vec![0, n - 1], vec![n - 1]],
        };
        let line = best_play(3, length, options).unwrap();
        assert_eq!(line, ["3", "0 + 2", "0 + 1", "0 + 0"]);
        let shown = |from| shown_play(best_play(from, length, options).as_deref());
        let text = |from| shown(from).unwrap().text();
        assert_eq!(text(1), "Best play: 1 -> 0 + 0");
        assert!(text(60).contains(" -> 0 + 51 -> (41 more) -> 0 + 9 -> "));
        assert!(shown(0).is_none() && shown(100).is_none());
        assert!(best_play(2, length, |_| Vec::new()).is_none());
    }
}
