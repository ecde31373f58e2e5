//! The originals' samples, and positions whose answers people worked out.

use grundy_games::Detail;
use serde::Deserialize;
use serde_json::Value;

use crate::answer;
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
    let samples: Vec<Sample> = load(include_str!("data/samples.toml"));
    let mut with_moves = 0;
    for sample in &samples {
        let at = format!("{} {}", sample.game, sample.name);
        let game = &*grundy_games::find(&sample.game).unwrap();
        assert_eq!(answer(game, &sample.input).unwrap(), sample.answer, "{at}");
        let positions = game.read(sample.input.as_bytes()).unwrap();
        let facts = positions
            .iter()
            .map(|position| position.facts(Detail::Brief));
        let facts = facts.collect::<Result<Vec<_>, _>>().unwrap();
        let answers = facts.iter().map(|facts| facts["answer"].as_str().unwrap());
        assert!(answers.eq(sample.answer.lines()), "{at}: {facts:?}");
        if let Some(winning) = &sample.winning {
            with_moves += 1;
            let got = facts.iter().map(|facts| &facts["winning_moves"]);
            assert!(got.eq(winning), "{at}: {facts:?}");
        }
    }
    assert_all_games(&samples, 3);
    assert!(with_moves >= 10, "{with_moves} samples name the moves");
}
