//! What can be put to any game on the list, whatever it is: through [`Entry`], on inputs that the game
//! generates itself. A game with a [`Subject`](crate::Subject) of its own is put to far harder ones.

use arbitrary::Arbitrary;
use grundy_games::{Choice, Entry, Error, Request};

use crate::text::{self, Misread};

/// An order for one input of each shape of a game.
#[derive(Clone, Copy, Debug, Arbitrary)]
pub struct Order {
    /// The extent.
    pub m: u64,
    /// The number of parts less 1.
    pub n: u8,
    /// The seed of the shapes.
    pub seed: u64,
}

/// Moves that are followed from a position, at most.
const FOLLOWED: usize = 16;
/// Extents up to which all moves of a position are looked at.
const ALL_MOVES: u64 = 100;
/// Simpler inputs that are looked at.
const SIMPLER: usize = 8;

/// Puts the inputs of an order to a game: they are read and written as they should be, have a page,
/// and an answer that agrees with the answers after some of its moves. Says how many there were.
///
/// # Errors
/// When it is not so.
pub fn check(game: &dyn Entry, mut order: Order) -> Result<usize, Misread> {
    let mut inputs = 0;
    let mut n = u64::from(order.n) + 1;
    // Every other order stays within the limits: a game that takes little is put to something, too.
    if order.seed.is_multiple_of(2) {
        (order.m, n) = game.within_limits(order.m, n);
    }
    for shape in game.shapes() {
        let request = Request {
            shape: shape.name,
            m: order.m,
            n,
            seed: order.seed,
        };
        match game.generate(&request) {
            Ok(input) => {
                text::check(game, input.as_bytes())?;
                input_of(game, &input, order).map_err(|what| Misread {
                    game: game.about().name.to_string(),
                    what,
                    input: input.into_bytes(),
                })?;
                inputs += 1;
            }
            Err(Error::NoShape(_)) => {}
            Err(error) => {
                return Err(Misread {
                    game: game.about().name.to_string(),
                    what: error.to_string(),
                    input: Vec::new(),
                });
            }
        }
    }
    Ok(inputs)
}

fn input_of(game: &dyn Entry, input: &str, order: Order) -> Result<(), String> {
    let wins = wins(game, input)?;
    if order.m <= ALL_MOVES {
        match game.options(input.as_bytes()) {
            Ok(options) if options.iter().any(|option| option.wins == Some(true)) == wins => {}
            Err(Error::TooManyMoves(_)) => {}
            other => return Err(format!("called won: {wins}, and the moves are {other:?}")),
        }
    }
    let moves = game.random_moves(input.as_bytes(), FOLLOWED, order.seed);
    for Choice { name, leads_to, .. } in moves.map_err(|error| error.to_string())? {
        // Of a sum of several nobody says here who wins.
        let lost = match &leads_to[..] {
            [] => true,
            [next] => !self::wins(game, next)?,
            _ => continue,
        };
        if lost && !wins {
            let name = name.as_deref().unwrap_or("a move");
            return Err(format!("called lost, and {name} leads to {leads_to:?}"));
        }
    }
    let pages = game
        .explain(input.as_bytes())
        .map_err(|error| error.to_string())?;
    if pages.iter().any(|page| page.lines.is_empty()) {
        return Err("an empty page".to_owned());
    }
    let simpler = game
        .simpler(input.as_bytes())
        .map_err(|error| error.to_string())?;
    for simpler in simpler.take(SIMPLER) {
        self::wins(game, &simpler)?;
    }
    Ok(())
}

fn wins(game: &dyn Entry, input: &str) -> Result<bool, String> {
    let json = game.solve_json(input.as_bytes());
    let json = json.map_err(|error| format!("{input:?}: {error}"))?;
    let wins = json["solutions"][0]["wins"].as_bool();
    wins.ok_or_else(|| format!("{input:?}: nobody says who wins"))
}
