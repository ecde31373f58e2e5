//! The paths through a closed form that a sweep is to take.

use std::sync::Arc;

use anyhow::{Result, bail};
use grundy_games::{Entry, NoGame};

use crate::output;

/// All paths that the machine has, one after the other.
const WIDE: &str = "wide";

/// The same games on the path of that name, or on all that this machine has.
pub fn on(path: &str, games: &[Arc<dyn Entry>]) -> Result<Vec<Arc<dyn Entry>>> {
    let mut on_paths = Vec::new();
    for game in games {
        let (name, paths) = (&game.about().name, game.paths());
        if paths.is_empty() {
            bail!("--path is for gra: {name} has no paths to choose from");
        }
        let find = |path: &str| grundy_games::find(&format!("{name}:{path}"));
        if path != WIDE {
            on_paths.push(find(path)?);
            continue;
        }
        for path in paths {
            match find(path) {
                Err(NoGame::NotHere(_)) => {
                    output::note(&format!("{name}:{path}: not on this machine, left out"));
                }
                game => on_paths.push(game?),
            }
        }
    }
    Ok(on_paths)
}
