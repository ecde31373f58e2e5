//! Counterexamples in files: DIR/in/NAME.in with the input and DIR/out/NAME.out with the right answer,
//! the layout in which Polish olympiad tooling keeps tests; and DIR/position/NAME.position with the position, of
//! a game whose inputs are not its positions.
//!
//! A saved test is called after the game, in three letters, and group 0, whose tests are tried and do
//! not count: `gra0s1`, `gra0s2`, ... Any other `.in` file in DIR/in is a test as well.

use crate::task::Task;
use crate::tests::Test;
use crate::verdict::excerpt;
use grundy_games::{Case, Error};
use grundy_records::files::PathError;
use std::fs::{self, File};
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
    /// There is no file with the position, which cannot be told from the input.
    #[error(
        "{}: no such file; it has to hold the position whose input is in/{}.in",
        path.display(),
        path.file_stem().unwrap_or_default().display()
    )]
    NoPosition {
        /// The file.
        path: PathBuf,
    },
    /// There is no file with the input of a position.
    #[error(
        "{}: no such file; it has to hold the input of the position in {}",
        path.display(),
        position.display()
    )]
    NoInput {
        /// The file.
        path: PathBuf,
        /// The file with the position.
        position: PathBuf,
    },
    /// What is in a file is not what belongs to its position.
    #[error("{}: the {what} is {found:?}, and should be {expected:?}", path.display())]
    Differs {
        /// The file.
        path: PathBuf,
        /// What it holds: an input or an answer.
        what: &'static str,
        /// What stands there, or how that begins.
        found: String,
        /// What belongs there likewise.
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
    for input_file in files(dir, "in")? {
        read(task, &input_file)?;
        let stem = input_file.file_stem().unwrap_or_default();
        let name = stem.to_string_lossy().into_owned();
        tests.push(Test::kept(name, input_file));
    }
    for position in files(dir, "position")? {
        let path = beside(&position, "in");
        if !path.exists() {
            return Err(SavedError::NoInput { path, position });
        }
    }
    Ok(tests)
}

/// The case whose input is in a file, its position and its answer beside it.
pub(crate) fn read(task: &Task<'_>, path: &Path) -> Result<Case, SavedError> {
    let wrong = |path: &Path, error| {
        let (path, error) = (path.to_owned(), Box::new(error));
        SavedError::Input { path, error }
    };
    let input = text(path)?;
    let inputs = task.game.inputs(&[]).map_err(|error| wrong(path, error))?;
    let (position, placed) = match inputs {
        None => (input.clone(), path.to_owned()),
        Some(_) => {
            let path = beside(path, "position");
            if !path.exists() {
                return Err(SavedError::NoPosition { path });
            }
            (text(&path)?, path)
        }
    };
    let case = task.game.case(position);
    let case = task.in_our_words(case.map_err(|error| wrong(&placed, error))?);
    same(path, "input", &input, &case.input)?;
    let answer = beside(path, "out");
    if answer.exists() {
        same(&answer, "answer", &text(&answer)?, &case.answer)?;
    }
    Ok(case)
}

/// The file in another folder that belongs to this one: of the same name, which may hold dots, and bytes that are
/// no text.
fn beside(file: &Path, folder: &str) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!(".{folder}"));
    let dir = file.parent().and_then(Path::parent);
    dir.unwrap_or(Path::new("")).join(folder).join(name)
}

/// That a file holds the words that belong there.
fn same(path: &Path, what: &'static str, there: &str, right: &str) -> Result<(), SavedError> {
    let words = str::split_ascii_whitespace;
    if words(there).eq(words(right)) {
        return Ok(());
    }
    let excerpt = |text: &str| excerpt(text.trim().to_owned(), SHOWN);
    Err(SavedError::Differs {
        path: path.to_owned(),
        what,
        found: excerpt(there),
        expected: excerpt(right),
    })
}

/// Keeps a case and gives the input's file. A position that is there already is not kept twice, unless two
/// processes keep it at the same time.
///
/// # Errors
/// When a file cannot be written. No file is left half written.
pub fn save(task: &Task<'_>, dir: &Path, case: &Case) -> Result<PathBuf, SavedError> {
    for file in files(dir, "in")? {
        let position = match case.position {
            Some(_) => beside(&file, "position"),
            None => file.clone(),
        };
        if position.exists() && text(&position)? == case.position() {
            return Ok(file);
        }
    }
    // A rules program is called by its path, of which its file's name counts.
    let name = &task.game.about().name;
    let name = name.rsplit('/').next().unwrap_or(name).chars();
    let letters: String = name.filter(|c| c.is_alphanumeric()).take(3).collect();
    let mut number = 1;
    let (path, answer) = loop {
        let path = dir.join("in").join(format!("{letters}0s{number}.in"));
        let answer = beside(&path, "out");
        // Who makes the file for the answer has the name.
        if !path.exists() && made(&answer)? {
            break (path, answer);
        }
        number += 1;
    };
    let position = case.position.iter();
    let position = position.map(|position| (beside(&path, "position"), position));
    // The input last: a test whose input is there is whole.
    let files = [(answer.clone(), &case.answer)].into_iter().chain(position);
    let mut files = files.chain([(path.clone(), &case.input)]);
    let written = files.try_for_each(|(path, text)| write(&path, text));
    if written.is_err() {
        // What is said is why it was not written.
        let _ = fs::remove_file(&answer);
    }
    written.map(|()| path)
}

/// Makes an empty file; false when there is one.
fn made(path: &Path) -> Result<bool, SavedError> {
    let wrong = |source| {
        let path = path.to_owned();
        SavedError::Files { path, source }
    };
    // What stands in the way of the folder is no file of that name.
    path.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .map_err(wrong)?;
    match File::create_new(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(wrong(error)),
    }
}

/// The files of one kind, `in` or `position`, of a folder in the order of their names.
fn files(dir: &Path, kind: &str) -> Result<Vec<PathBuf>, SavedError> {
    match grundy_records::files::in_folder(&dir.join(kind), kind) {
        Err(error) if error.problem.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        files => files.map_err(|PathError { file, problem, .. }| SavedError::Files {
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
        grundy_records::files::write(path, text.as_bytes()).map_err(|error| error.problem)
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
        let save = |folder: &Path, input: &str| {
            let case = game.case(input.to_owned()).unwrap();
            save(gra, folder, &case)
        };
        let folder = dir.path().join("package");
        assert_eq!(load(gra, &folder).unwrap().len(), 0);
        let first = save(&folder, "5 2\n1 3\n").unwrap();
        assert_eq!(first, folder.join("in/gra0s1.in"));
        assert_eq!(save(&folder, "5 2\n1 3\n").unwrap(), first);
        assert_eq!(
            save(&folder, "2 1\n1\n").unwrap(),
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

    /// Judges that keep what they found in one folder, at the same time.
    #[test]
    fn nothing_is_lost_or_mixed() {
        let dir = tempfile::tempdir().unwrap();
        let game = find("nim").unwrap();
        let nim = &Task::original(&*game);
        let inputs: Vec<String> = (1..9)
            .map(|heap| format!("2\n{heap} {}\n", heap & 6))
            .collect();
        for round in 1..6 {
            let folder = &dir.path().join(round.to_string());
            std::thread::scope(|scope| {
                for input in &inputs {
                    let case = game.case(input.clone()).unwrap();
                    scope.spawn(move || save(nim, folder, &case).unwrap());
                }
            });
            let kept = load(nim, folder).unwrap().into_iter();
            let mut kept: Vec<String> = kept
                .map(|test| test.make(nim).unwrap().unwrap().1.input.clone())
                .collect();
            kept.sort_unstable();
            assert_eq!(kept, inputs);
        }
    }

    #[test]
    fn bad_files_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let game = find("gra").unwrap();
        let gra = &Task::original(&*game);
        let message = || load(gra, dir.path()).unwrap_err().to_string();
        let case = game.case("5 2\n1 3\n".to_owned()).unwrap();
        save(gra, dir.path(), &case).unwrap();
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
