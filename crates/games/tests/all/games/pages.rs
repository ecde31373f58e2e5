//! Whole pages of `explain`.

use grundy_games::{Detail, Request};
use serde::Deserialize;

use crate::games::data::{Named, assert_all_games, load};

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
