//! Counterexamples in files: DIR/in/NAME.in with the input and DIR/out/NAME.out with the right answer,
//! the layout in which Polish olympiad tooling keeps tests.
//!
//! A saved test is called after the game, in three letters, and group 0, whose tests are tried and do
//! not count: `gra0s1`, `gra0s2`, ... Any other `.in` file in DIR/in is a test as well.

use crate::task::Task;
use crate::tests::Test;
use crate::verdict::excerpt;
use grundy_files::ReadError;
use grundy_games::{Case, Error};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How much of an answer is shown, in bytes.
const SHOWN: usize = 60;

/// Why saved tests cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SavedError {
    /// The system refused.
    #[error("{}", path.display())]
    Files {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is no input of the game.
    #[error("{}:{error}", path.display())]
    Input {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        error: Box<Error>,
    },
    /// The answer in a file is not the right one.
    #[error("{}: the answer is {found:?}, and should be {expected:?}", path.display())]
    Answer {
        /// The file.
        path: PathBuf,
        /// What it holds, or how that begins.
        found: String,
        /// The right answer likewise.
        expected: String,
    },
}

/// The tests that a folder holds, by name; none when there is no such folder. An answer that is there
/// has to be right; one that is not there is no harm.
///
/// # Errors
/// When files cannot be read, or one does not hold what it should.
pub fn load(task: &Task<'_>, dir: &Path) -> Result<Vec<Test>, SavedError> {
    let mut tests = Vec::new();
    for input_file in inputs(dir)? {
        let case = read(task, &input_file)?;
        // Names may hold dots, and bytes that are no text.
        let stem = input_file.file_stem().unwrap_or_default();
        let name = stem.to_string_lossy().into_owned();
        let mut answer_file = stem.to_owned();
        answer_file.push(".out");
        let path = dir.join("out").join(answer_file);
        if path.exists() {
            let found = text(&path)?;
            let (right, there) = (case.answer.trim(), found.trim());
            if !there
                .split_ascii_whitespace()
                .eq(right.split_ascii_whitespace())
            {
                let excerpt = |text: &str| excerpt(text.to_owned(), SHOWN);
                let (found, expected) = (excerpt(there), excerpt(right));
                return Err(SavedError::Answer {
                    path,
                    found,
                    expected,
                });
            }
        }
        tests.push(Test::kept(name, input_file));
    }
    Ok(tests)
}

/// The input in a file, with the right answer.
pub(crate) fn read(task: &Task<'_>, path: &Path) -> Result<Case, SavedError> {
    let input = text(path)?;
    match task.game.solve(input.as_bytes()) {
        Ok(solved) => {
            let answer = solved.text();
            Ok(task.in_our_words(Case { input, answer }))
        }
        Err(error) => {
            let (path, error) = (path.to_owned(), Box::new(error));
            Err(SavedError::Input { path, error })
        }
    }
}

/// Keeps an input with its answer and gives the input's file. An input that is there already is not
/// kept twice.
///
/// # Errors
/// When the input is none of the game, or a file cannot be written. No file is left half written.
pub fn save(task: &Task<'_>, dir: &Path, input: &str) -> Result<PathBuf, SavedError> {
    let files = inputs(dir)?;
    for file in &files {
        if text(file)? == input {
            return Ok(file.clone());
        }
    }
    // A rules program is called by its path, of which its file's name counts.
    let name = &task.game.about().name;
    let name = name.rsplit('/').next().unwrap_or(name).chars();
    let letters: String = name.filter(|c| c.is_alphanumeric()).take(3).collect();
    let free = |number: &u32| {
        !dir.join("in")
            .join(format!("{letters}0s{number}.in"))
            .exists()
    };
    let number = (1..u32::MAX).find(free).unwrap_or(u32::MAX);
    let name = format!("{letters}0s{number}");
    let path = dir.join("in").join(format!("{name}.in"));
    let case = match task.solved(input.to_owned()) {
        Ok(Some(case)) => case,
        Ok(None) => {
            let source = io::ErrorKind::InvalidData.into();
            return Err(SavedError::Files { path, source });
        }
        Err(error) => {
            let error = Box::new(error);
            return Err(SavedError::Input { path, error });
        }
    };
    // The answer first: a test whose input is there is whole.
    write(&dir.join("out").join(format!("{name}.out")), &case.answer)?;
    write(&path, input)?;
    Ok(path)
}

/// The input files of a folder in the order of their names.
fn inputs(dir: &Path) -> Result<Vec<PathBuf>, SavedError> {
    match grundy_files::in_folder(&dir.join("in"), "in") {
        Err(error) if error.problem.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        files => files.map_err(|ReadError { file, problem }| SavedError::Files {
            path: file,
            source: problem,
        }),
    }
}

fn text(path: &Path) -> Result<String, SavedError> {
    fs::read_to_string(path).map_err(|source| {
        let path = path.to_owned();
        SavedError::Files { path, source }
    })
}

fn write(path: &Path, text: &str) -> Result<(), SavedError> {
    let written = (|| {
        if let Some(dir) = path.parent() {
            fs::create_dir_all(dir)?;
        }
        grundy_files::write(path, text.as_bytes()).map_err(|error| error.problem)
    })();
    written.map_err(|source| {
        let path = path.to_owned();
        SavedError::Files { path, source }
    })
}

#[cfg(test)]
mod unit {
    use super::*;
    use grundy_games::find;

    #[test]
    fn what_is_saved_is_loaded_and_kept_once() {
        let dir = tempfile::tempdir().unwrap();
        let game = find("gra").unwrap();
        let gra = &Task::original(&*game);
        let folder = dir.path().join("package");
        assert_eq!(load(gra, &folder).unwrap().len(), 0);
        let first = save(gra, &folder, "5 2\n1 3\n").unwrap();
        assert_eq!(first, folder.join("in/gra0s1.in"));
        assert_eq!(save(gra, &folder, "5 2\n1 3\n").unwrap(), first);
        assert_eq!(
            save(gra, &folder, "2 1\n1\n").unwrap(),
            folder.join("in/gra0s2.in")
        );
        assert_eq!(
            fs::read_to_string(folder.join("out/gra0s1.out")).unwrap(),
            "1\n"
        );
        let names: Vec<String> = load(gra, &folder)
            .unwrap()
            .iter()
            .map(|test| test.make(gra).unwrap().unwrap().0)
            .collect();
        assert_eq!(names, ["gra0s1", "gra0s2"]);
        assert_eq!(fs::read_dir(folder.join("in")).unwrap().count(), 2);
    }

    #[test]
    fn bad_files_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let game = find("gra").unwrap();
        let gra = &Task::original(&*game);
        let message = || load(gra, dir.path()).unwrap_err().to_string();
        save(gra, dir.path(), "5 2\n1 3\n").unwrap();
        fs::write(dir.path().join("out/gra0s1.out"), "2\n").unwrap();
        assert!(
            message().ends_with("gra0s1.out: the answer is \"2\", and should be \"1\""),
            "{}",
            message()
        );
        fs::write(dir.path().join("out/gra0s1.out"), "7".repeat(1 << 20)).unwrap();
        assert!(
            message().contains("7777 ...\", and should"),
            "{}",
            message()
        );
        fs::write(dir.path().join("in/gra0s1.in"), "5 2\n1 5\n").unwrap();
        assert!(
            message().contains("gra0s1.in:2:3: pawn on square 5"),
            "{}",
            message()
        );
    }

    #[test]
    fn names_may_hold_dots_and_any_bytes() {
        use std::os::unix::ffi::OsStrExt as _;
        let dir = tempfile::tempdir().unwrap();
        let game = find("gra").unwrap();
        let gra = &Task::original(&*game);
        let names: [&[u8]; 4] = [b"a.b", b"a", b".in", b"\xff."];
        for name in names {
            for (folder, text) in [("in", "5 2\n1 3\n"), ("out", "1\n")] {
                let mut file = std::ffi::OsStr::from_bytes(name).to_owned();
                file.push(format!(".{folder}"));
                let path = dir.path().join(folder).join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
        }
        // Of another test, whatever its name begins with.
        fs::write(dir.path().join("out/a.out"), "7\n").unwrap();
        let error = load(gra, dir.path()).unwrap_err().to_string();
        assert!(error.contains("out/a.out: the answer is \"7\""), "{error}");
        fs::remove_file(dir.path().join("out/a.out")).unwrap();
        assert_eq!(load(gra, dir.path()).unwrap().len(), 4);
    }
}
