//! Lost games in files: DIR/games/NAME.json with the position and the judge's replies.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use grundy_records::files::{PathError, in_folder, write};
use serde::{Deserialize, Serialize};

use crate::JudgeError;
use crate::interactive::LostGame;
use crate::task::Task;

/// A game in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// The name of the file, without its extension.
    #[serde(skip)]
    pub name: String,
    /// The position where the game begins.
    pub position: String,
    /// The lines of the judge, without their ends.
    pub replies: Vec<String>,
}

/// Returns the games of a folder, by name; none when there is no such folder.
///
/// # Errors
/// When a file cannot be read, or holds no game from a position of this task.
pub fn load(task: &Task<'_>, dir: &Path) -> Result<Vec<SavedGame>, JudgeError> {
    let files = files(dir)?.into_iter();
    let games = files.map(|path| {
        let text = fs::read(&path).map_err(PathError::reading(&path))?;
        let wrong = |what: String| JudgeError::Task(format!("{}: {what}", path.display()));
        let game = serde_json::from_slice(&text);
        let mut game: SavedGame = game.map_err(|error| wrong(error.to_string()))?;
        let position = task.position(&game.position);
        position.map_err(|error| wrong(error.to_string()))?;
        let stem = path.file_stem().unwrap_or_default();
        game.name = stem.to_string_lossy().into_owned();
        Ok(game)
    });
    games.collect()
}

/// Saves a lost game and returns its file. A game that is there already is not saved twice.
///
/// # Errors
/// When a file cannot be read or written.
pub fn save(task: &Task<'_>, dir: &Path, lost: &LostGame) -> Result<PathBuf, JudgeError> {
    let game = SavedGame {
        name: String::new(),
        position: lost.position.clone(),
        replies: lost.replies(),
    };
    for path in files(dir)? {
        let text = fs::read(&path).map_err(PathError::reading(&path))?;
        if serde_json::from_slice::<SavedGame>(&text).is_ok_and(|other| other == game) {
            return Ok(path);
        }
    }
    let folder = dir.join("games");
    fs::create_dir_all(&folder).map_err(PathError::writing(&folder))?;
    let letters = crate::saved::letters(task.game);
    let mut numbers = 1..;
    let path = loop {
        let number = numbers.next().unwrap_or(u32::MAX);
        let path = folder.join(format!("{letters}0s{number}.json"));
        match fs::File::create_new(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => {
                created.map_err(PathError::writing(&path))?;
                break path;
            }
        }
    };
    let mut text = serde_json::to_string_pretty(&game).map_err(std::io::Error::from)?;
    text.push('\n');
    let written = write(&path, text.as_bytes());
    if written.is_err() {
        // The error to report is that of writing.
        let _ = fs::remove_file(&path);
    }
    written?;
    Ok(path)
}

/// Returns the files with games, in the order of their names.
fn files(dir: &Path) -> Result<Vec<PathBuf>, PathError> {
    let folder = dir.join("games");
    match in_folder(&folder, "json") {
        Err(error) if error.file == folder && error.problem.kind() == ErrorKind::NotFound => {
            Ok(Vec::new())
        }
        files => files,
    }
}
