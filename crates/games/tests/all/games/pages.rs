//! Whole pages of `explain`, as people see them.

use grundy_games::{Entry, Explanation};
use serde::Deserialize;

use crate::games::data::{Named, load};

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
    let pages: Vec<Page> = load(include_str!("data/pages.toml")).unwrap();
    let mut failures = Vec::new();
    for page in &pages {
        let game = &*grundy_games::find(&page.game).unwrap();
        let explained = game.explain(page.input.as_bytes()).unwrap();
        let text: Vec<String> = explained.iter().map(Explanation::text).collect();
        if text.join("\n") != page.text {
            failures.push(format!("{} {}:\n{}", page.game, page.name, text.join("\n")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    for game in grundy_games::all()
        .iter()
        .filter(|game| !has_plain_pages(&***game))
    {
        let of_game = pages.iter().filter(|page| page.game == game.about().name);
        assert!(
            of_game.count() >= 2,
            "{} draws its own pages",
            game.about().name
        );
    }
}

/// Whether a game's pages are those that any game has, which say no more than the other commands do.
fn has_plain_pages(game: &dyn Entry) -> bool {
    let (mut plain, mut positions, mut size) = (0, 0, game.about().smallest);
    while positions < 50 {
        let space = game.space(size).unwrap();
        for index in 0..game.positions(size).unwrap() {
            let input = space.case(size, index).unwrap().unwrap().input;
            let options = game.options(input.as_bytes()).unwrap();
            let winning = options.iter().filter(|option| option.wins == Some(true));
            let winning: Vec<_> = winning.filter_map(|option| option.name.clone()).collect();
            let verdict = match winning.len() {
                0 => "A P-position: the player to move loses.\n\nNo winning move\n".to_owned(),
                1 => "An N-position: the player to move wins.\n\n1 winning move\n".to_owned(),
                n => format!("An N-position: the player to move wins.\n\n{n} winning moves\n"),
            };
            let line = input.replace('\n', " ");
            let begin = format!(
                "{}\n\n  {}\n\n{verdict}",
                game.about().title,
                line.trim_end()
            );
            let page = game.explain(input.as_bytes()).unwrap()[0].text();
            let is_plain = page.starts_with(&begin)
                && page.matches("  leads to a P-position\n").count() == winning.len().min(16)
                && winning
                    .iter()
                    .take(16)
                    .all(|name| page.contains(&format!("  {name} ")));
            plain += usize::from(is_plain);
            positions += 1;
        }
        size += 1;
    }
    assert!(
        plain == 0 || plain == positions,
        "{}: {plain}",
        game.about().name
    );
    plain > 0
}

/// A page of a large position is as short as that of a small one, and says how much it leaves out.
#[test]
fn long_inputs_are_cut() {
    for game in grundy_games::all() {
        let name = &game.about().name;
        let shape = game.shapes()[0].name;
        if has_plain_pages(&**game) {
            continue;
        }
        let (m, n, seed) = (1_000_000, 20_000, 5);
        let request = grundy_games::Request { shape, m, n, seed };
        let input = game.generate(&request).unwrap();
        let pages = game.explain(input.as_bytes()).unwrap();
        let text = pages[0].text();
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
        let text = game.explain(input.as_bytes()).unwrap()[0].text();
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
