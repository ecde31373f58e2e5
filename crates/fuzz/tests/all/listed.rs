//! Every game on the list, whether there are properties of its own for it or not.

use std::cell::Cell;

use grundy_fuzz::listed::{Order, check};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Extents and numbers of every length come up.
fn orders() -> impl Strategy<Value = Order> {
    let m = (0..64_u32, any::<u64>()).prop_map(|(shift, m)| m >> shift);
    let n = (0..8_u32, any::<u8>()).prop_map(|(shift, n)| n >> shift);
    (m, n, any::<u64>()).prop_map(|(m, n, seed)| Order { m, n, seed })
}

#[test]
fn every_game_holds() {
    for game in grundy_games::all() {
        let inputs = Cell::new(0);
        // Each order is an input of every shape.
        let cases = Config::default().cases / 8;
        let config = Config {
            failure_persistence: None,
            cases,
            ..Config::default()
        };
        let held = TestRunner::new(config).run(&orders(), |order| {
            inputs.set(inputs.get() + check(&**game, order)?);
            Ok(())
        });
        let name = &game.about().name;
        held.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(
            inputs.get() > cases as usize / 2,
            "{name}: {} inputs",
            inputs.get()
        );
    }
}
