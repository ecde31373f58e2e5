//! Whole pages of `explain`.

use grundy_games::{Detail, Request};
use serde::Deserialize;

use crate::games::data::{Named, assert_all_games, load};
use crate::read;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    game: String,
    name: String,
    input: String,
    text: String,
}

impl Named for Page {
    fn name(&self) -> (&str, &str) {
        (&self.game, &self.name)
    }
}

#[test]
fn pages() {
    let pages: Vec<Page> = load(include_str!("data/pages.toml"));
    let mut failures = Vec::new();
    for page in &pages {
        let game = &*grundy_games::find(&page.game).unwrap();
        let positions = game.read(page.input.as_bytes()).unwrap();
        let texts = positions
            .iter()
            .map(|position| position.page(Detail::Full).unwrap().text());
        let text = texts.collect::<Vec<_>>().join("\n");
        if text != page.text {
            failures.push(format!("{} {}:\n{text}", page.game, page.name));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_all_games(&pages, 2);
}

/// A page of a large position is as short as that of a small one, and counts what it leaves out.
#[test]
fn long_inputs_are_cut() {
    for game in grundy_games::all() {
        let name = &game.about().name;
        let shape = game.about().shapes[0].name;
        let (m, n, seed) = (1_000_000, 20_000, 5);
        let position = game.draw(&Request { shape, m, n, seed }).unwrap();
        let text = position.page(Detail::Full).unwrap().text();
        assert!((20..=60).contains(&text.lines().count()), "{name}\n{text}");
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(100), "{name}\n{text}");
        assert!(text.contains("  ... "), "{name}\n{text}");
        assert!(text.lines().all(|line| line == line.trim_end()), "{name}");
    }
}

/// The numbers that count, and the nim-sum, stand under one another bit by bit.
#[test]
fn the_nim_sum_stands_under_what_it_is_made_of() {
    let mut compared = 0;
    for (game, input) in [
        ("gra", "13 6\n1 2 5 6 8 10\n"),
        ("nim", "4\n7 9 12 15\n"),
        ("bounded", "3 5\n27 4 2\n"),
        ("staircase", "5\n2 4 11 0 13\n"),
        ("constrained", "3 4\n1 2 14\n2 1\n3 3\n3 1\n1 1\n"),
        ("kamyki", "1\n5\n1 4 4 9 17\n"),
    ] {
        let game = &*grundy_games::find(game).unwrap();
        let text = read(game, input).page(Detail::Full).unwrap().text();
        let lines: Vec<&str> = text.lines().collect();
        let head = lines.iter().position(|line| line.contains("binary"));
        let sum = lines.iter().position(|line| line.contains("nim-sum  "));
        let (head, sum) = (head.unwrap(), sum.unwrap());
        let end = lines[head].find("binary").unwrap() + "binary".len();
        // The numbers end where the heading ends.
        let bits = |line: &str| {
            let cell = line.get(..end).unwrap_or_default();
            let cell = cell.split("  ").last().unwrap_or_default();
            u64::from_str_radix(cell.trim(), 2).ok()
        };
        let xor = lines[head + 1..sum]
            .iter()
            .filter_map(|line| bits(line))
            .fold(0, |x, value| x ^ value);
        assert_eq!(bits(lines[sum]), Some(xor), "{text}");
        compared += sum - head - 1;
    }
    assert_eq!(compared, 4 + 4 + 3 + 5 + 3 + 5);
}
