//! The originals' samples, and positions whose answers people worked out.

use serde::Deserialize;
use serde_json::Value;

use crate::games::data::{Named, assert_all_games, load};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sample {
    game: String,
    name: String,
    input: String,
    answer: String,
    /// The winning moves of each position of the input.
    winning: Option<Vec<Value>>,
}

impl Named for Sample {
    fn name(&self) -> (&str, &str) {
        (&self.game, &self.name)
    }
}

#[test]
fn samples() {
    let samples: Vec<Sample> = load(include_str!("data/samples.toml")).unwrap();
    let mut failures = Vec::new();
    let mut with_moves = 0;
    for sample in &samples {
        let game = &*grundy_games::find(&sample.game).unwrap();
        let mut fail = |got: String| {
            failures.push(format!("{} {}: {got}", sample.game, sample.name));
        };
        match game.solve(sample.input.as_bytes()) {
            Ok(solved) if solved.text() == sample.answer => {}
            other => fail(format!("{other:?}")),
        }
        let json = game.solve_json(sample.input.as_bytes()).unwrap();
        let solutions = json["solutions"].as_array().unwrap();
        for (solution, answer) in solutions.iter().zip(sample.answer.lines()) {
            if solution["answer"] != answer {
                fail(solution.to_string());
            }
        }
        if let Some(winning) = &sample.winning {
            with_moves += 1;
            let got = solutions.iter().map(|solution| &solution["winning_moves"]);
            if !got.eq(winning) {
                fail(json.to_string());
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_all_games(&samples, 3);
    assert!(with_moves >= 10, "{with_moves} samples name the moves");
}
