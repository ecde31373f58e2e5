//! Every property on every solver of every game.

use std::thread::{Builder, JoinHandle};

use grundy_fuzz::properties;
use grundy_game::TypedGame;
use grundy_games::Visitor;

use crate::trial::holds;

/// A thread for each game.
struct Threads(Vec<JoinHandle<()>>);

impl Visitor for Threads {
    fn visit<G: TypedGame>(&mut self, game: &G) {
        let game = game.clone();
        let thread = Builder::new().name(game.about().name.to_string());
        let tried = move || {
            for (name, property) in properties::all() {
                println!("{}: {name}", game.about().name);
                holds(&game, property);
            }
        };
        self.0.push(thread.spawn(tried).unwrap());
    }
}

#[test]
fn every_property_of_every_game() {
    let mut threads = Threads(Vec::new());
    grundy_games::visit(&mut threads);
    let failed = threads.0.into_iter().filter_map(|game| {
        let name = game.thread().name().map(str::to_owned);
        game.join().err().and(name)
    });
    assert_eq!(failed.collect::<Vec<String>>(), [""; 0]);
}
