//! Wythoff's game: two heaps; a move takes stones from one of them, or equally many from both.

use std::fmt;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;

use grundy::own::{Next, Own, OwnGame};
use grundy::{About, Outcome};

#[derive(Clone)]
struct Wythoff;

/// The heaps, the smaller one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Heaps(u32, u32);

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.1)
    }
}

impl FromStr for Heaps {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = |found: &str, what| format!("found `{found}`, expected {what}");
        let heaps = text
            .split_once(' ')
            .ok_or_else(|| wrong(text, "two heaps"))?;
        let heap = |text: &str| {
            let heap = text.trim().parse::<u32>();
            heap.map_err(|_| wrong(text.trim(), "a number below 2^32"))
        };
        let (a, b) = (heap(heaps.0)?, heap(heaps.1)?);
        Ok(Self(a.min(b), a.max(b)))
    }
}

impl OwnGame for Wythoff {
    type Position = Heaps;
    type Move = String;

    fn about(&self) -> About {
        About {
            name: "wythoff".into(),
            title: "Wythoff's game".into(),
            size: "the larger heap".into(),
            smallest: 0,
            sweep_to: 100,
            ..About::default()
        }
    }

    /// Every move makes the larger heap smaller, or leaves it and makes the smaller one smaller.
    fn positions(&self, size: u32) -> Vec<Heaps> {
        (0..=size).map(|smaller| Heaps(smaller, size)).collect()
    }

    fn moves(&self, &Heaps(a, b): &Heaps) -> impl IntoIterator<Item = (String, Next<Heaps>)> {
        let first = (1..=a).map(move |n| (n, "the smaller heap", Heaps(a - n, b)));
        let second =
            (1..=b).map(move |n| (n, "the larger heap", Heaps(a.min(b - n), a.max(b - n))));
        let both = (1..=a).map(move |n| (n, "both heaps", Heaps(a - n, b - n)));
        let moves = first.chain(second).chain(both);
        moves.map(|(n, from, heaps)| (format!("{n} from {from}"), heaps.into()))
    }

    /// W. A. Wythoff, 1907: a P-position has the heaps `d * phi` and `d * phi^2`, rounded down.
    fn outcome(&self, &Heaps(a, b): &Heaps) -> Option<Outcome> {
        let lower = f64::from(b - a) * (1.0 + 5_f64.sqrt()) / 2.0;
        Some(if a == lower as u32 {
            Outcome::P
        } else {
            Outcome::N
        })
    }
}

fn main() -> ExitCode {
    grundy::main(vec![Arc::new(Own::new(Wythoff))])
}
