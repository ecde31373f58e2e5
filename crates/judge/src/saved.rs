//! Counterexamples in files: DIR/in/NAME.in with the input and DIR/out/NAME.out with the right answer,
//! the layout in which Polish olympiad tooling keeps tests; and DIR/position/NAME.position with the position, of
//! a game whose inputs are not its positions. Lost games: DIR/games/NAME.json with the position and the judge's replies.
//!
//! A saved test is named after the game, in three letters, and group 0, whose tests are tried and do
//! not count: `gra0s1`, `gra0s2`, ... Any other `.in` file in DIR/in is a test as well.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use grundy_game::{Case, Choice, Error, Game, LetterCase, mark};
use grundy_records::files::{PathError, in_folder, write};
use serde::{Deserialize, Serialize};

use crate::JudgeError;
use crate::task::Task;
use crate::verdict::excerpt;

/// How much of an answer is shown, in bytes.
const SHOWN: usize = 60;

/// A test in files, by the file with its input.
#[derive(Clone, Debug)]
pub struct SavedTest(pub PathBuf);

impl SavedTest {
    /// Returns the file with the position, where the input is none.
    pub fn position(&self) -> Option<PathBuf> {
        Some(beside(&self.0, "position")).filter(|position| position.exists())
    }

    /// The test's name: that of its file, without the ending.
    pub fn name(&self) -> String {
        stem(&self.0)
    }

    /// The file with the answer; in problem packages it is in the same folder.
    fn answer(&self) -> Option<PathBuf> {
        let mut in_polygon = self.0.clone().into_os_string();
        in_polygon.push(".a");
        let answers = [beside(&self.0, "out"), self.0.with_extension("ans")];
        let mut answers = answers.into_iter().chain([in_polygon.into()]);
        answers.find(|answer| answer.exists())
    }

    /// Reads the case: the input, its position, and its answer where there is a file with it. An input can have ten
    /// megabytes, so that at most two of its text, its position and its case are in memory at the same time.
    ///
    /// # Errors
    /// When the input is none of the task, or its answer is wrong.
    pub fn read(&self, task: &Task<'_>) -> Result<Case, JudgeError> {
        let path = &self.0;
        let position = beside(path, "position");
        let is_kept = task.is_program() && self.position().is_some();
        let case =
            case(task, if is_kept { &position } else { path }).map_err(|error| match error {
                JudgeError::Task(what) if task.is_program() && !is_kept => {
                    JudgeError::Task(format!(
                        "{what}; if this input is no position, {} has to hold its position",
                        position.display()
                    ))
                }
                error => error,
            })?;
        if case.position.is_some() && !is_kept {
            return Err(JudgeError::Task(format!(
                "{}: no such file; it has to hold the position whose input is in/{}.in",
                position.display(),
                self.name()
            )));
        }
        same(path, "input", &case.input)?;
        if let Some(answer) = self.answer()
            && let Err(other) = same(&answer, "answer", &case.answer)
            && !names_another_move(task, &case, &answer)?
        {
            return Err(other);
        }
        Ok(case)
    }
}

/// Returns whether the task's answer is a move, and a file names another winning move than the case.
fn names_another_move(task: &Task<'_>, case: &Case, answer: &Path) -> Result<bool, JudgeError> {
    if !task.answers.has_several_right() {
        return Ok(false);
    }
    let (position, answer) = (task.position(case.position())?, text(answer)?);
    let said = task.answers.answers(&answer.replace('\n', " "), task.case);
    for name in said
        .iter()
        .flatten()
        .flat_map(|said| task.answers.named(said))
    {
        if let Some(named) = position.named(name, task.case)? {
            return Ok(named.is_winning());
        }
    }
    // Earlier commands saved the position that the move leads to.
    let leads_there = |choice: Choice| LetterCase::Exact.is_same(&choice.target(), &answer);
    match position.winning(usize::MAX) {
        Err(Error::TooManyMoves(_)) => Ok(false),
        winning => Ok(winning?.into_iter().any(leads_there)),
    }
}

/// Returns the tests of a folder, unread, by name; none when there is no such folder.
///
/// # Errors
/// When the folder cannot be read.
pub fn kept_in(dir: &Path) -> Result<Vec<SavedTest>, JudgeError> {
    let files = files(dir, "in", "in")?.into_iter();
    Ok(files.map(SavedTest).collect())
}

/// As [`kept_in`], of a folder that may also be a problem package in any of the formats that `gen` writes.
///
/// # Errors
/// As [`kept_in`], and when there are no tests.
pub fn tests_of(dir: &Path) -> Result<Vec<SavedTest>, JudgeError> {
    let folders = [
        ("in", "in"),
        ("data/sample", "in"),
        ("data/secret", "in"),
        ("tests", ""),
    ];
    let mut all = Vec::new();
    for (folder, ending) in folders {
        all.extend(files(dir, folder, ending)?.into_iter().map(SavedTest));
    }
    if all.is_empty() {
        let what = "no tests; they are expected in in/, data/sample/, data/secret/ or tests/";
        return Err(JudgeError::Task(format!("{}: {what}", dir.display())));
    }
    Ok(all)
}

/// Reads tests, and returns those that can be tried. An answer that is there has to be right; it need not be there. `left_out` is
/// called with the message about each position that is beyond the oracle of a rules program and has no claim for an answer; its
/// test is left out.
///
/// # Errors
/// When files cannot be read, or one does not hold what it should.
pub fn load(
    task: &Task<'_>,
    tests: Vec<SavedTest>,
    mut left_out: impl FnMut(&str),
) -> Result<Vec<SavedTest>, JudgeError> {
    let mut loaded = Vec::new();
    for test in tests {
        match test.read(task) {
            Err(JudgeError::Game(error @ Error::Beyond(_))) => {
                left_out(&format!("{} is left out: {error}", test.0.display()));
            }
            read => {
                read?;
                loaded.push(test);
            }
        }
    }
    Ok(loaded)
}

/// Returns the case of the positions in a file.
fn case(task: &Task<'_>, path: &Path) -> Result<Case, JudgeError> {
    let positions = task.game.read(text(path)?.as_bytes());
    let case = positions.and_then(|mut positions| {
        if task.is_program() && !task.has_many() {
            // Its tests have one position each. More lines differ from the input of that position.
            positions.truncate(1);
        }
        task.case(&positions)
    });
    let name = path.display();
    case.map_err(|error| match error {
        Error::Input(error) => JudgeError::Task(format!("{name}:{error}")),
        beyond @ Error::Beyond(_) => beyond.into(),
        error => JudgeError::Task(format!("{name}: {error}")),
    })
}

/// Returns the file in another folder that belongs to this one: of the same name, which may hold dots, and bytes
/// that are no text.
fn beside(file: &Path, folder: &str) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!(".{folder}"));
    let dir = file.parent().and_then(Path::parent);
    dir.unwrap_or(Path::new("")).join(folder).join(name)
}

/// Checks that a file holds the words that belong there.
fn same(path: &Path, what: &str, right: &str) -> Result<(), JudgeError> {
    let words = str::split_ascii_whitespace;
    let there = &text(path)?;
    if words(there).eq(words(right)) {
        return Ok(());
    }
    let excerpt = |text: &str| excerpt(text.trim().to_owned(), SHOWN);
    Err(JudgeError::Task(format!(
        "{}: the {what} is {:?}, and should be {:?}",
        path.display(),
        excerpt(there),
        excerpt(right)
    )))
}

/// Saves a case and returns the file with its input. A position that is there already is not saved twice, unless
/// two processes save it at the same time.
///
/// # Errors
/// When a file cannot be written. No file is left half written.
pub fn save(task: &Task<'_>, dir: &Path, case: &Case) -> Result<PathBuf, JudgeError> {
    for file in files(dir, "in", "in")? {
        let position = match case.position {
            Some(_) => beside(&file, "position"),
            None => file.clone(),
        };
        if position.exists() && text(&position)? == case.position() {
            return Ok(file);
        }
    }
    let is_taken = |out: &Path| {
        // A link to a file that does not exist is there as well.
        let others = ["in", "position"].map(|folder| beside(out, folder));
        others.iter().any(|file| file.symlink_metadata().is_ok())
    };
    // The process that makes the file for the answer has the name.
    let out = claim(task, dir, "out", "out", is_taken)?;
    let name = stem(&out);
    let texts = texts(&name, case).map(|(file, text)| (dir.join(file), text));
    fill(&out, texts)?;
    Ok(beside(&out, "in"))
}

/// Returns the files of a test in its folder, and the text of each. The input comes last: a test whose input is there is complete.
pub fn texts<'a>(name: &str, case: &'a Case) -> impl Iterator<Item = (String, &'a str)> {
    let position = case.position.as_deref();
    let texts = [
        ("out", Some(&*case.answer)),
        ("position", position),
        ("in", Some(&*case.input)),
    ];
    let named = texts.map(|(folder, text)| Some((format!("{folder}/{name}.{folder}"), text?)));
    named.into_iter().flatten()
}

/// A lost game in a file.
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

/// Returns the lost games of a folder, by name; none when there is no such folder.
///
/// # Errors
/// When a file cannot be read, or holds no game from a position of this task.
pub fn load_games(task: &Task<'_>, dir: &Path) -> Result<Vec<SavedGame>, JudgeError> {
    let games = files(dir, "games", "json")?.into_iter().map(|path| {
        let wrong = |what: String| JudgeError::Task(format!("{}: {what}", path.display()));
        let game = serde_json::from_str(&text(&path)?);
        let mut game: SavedGame = game.map_err(|error| wrong(error.to_string()))?;
        let position = task.position(&game.position);
        position.map_err(|error| wrong(error.to_string()))?;
        game.name = stem(&path);
        Ok(game)
    });
    games.collect()
}

/// Saves a lost game and returns its file. A game that is there already is not saved twice.
///
/// # Errors
/// When a file cannot be read or written.
pub fn save_game(task: &Task<'_>, dir: &Path, game: &SavedGame) -> Result<PathBuf, JudgeError> {
    for path in files(dir, "games", "json")? {
        let other = serde_json::from_str::<SavedGame>(&text(&path)?);
        if other.is_ok_and(|other| other == *game) {
            return Ok(path);
        }
    }
    let text = serde_json::to_string_pretty(game).map_err(io::Error::from)? + "\n";
    let path = claim(task, dir, "games", "json", |_| false)?;
    fill(&path, [(path.clone(), &*text)])?;
    Ok(path)
}

/// Creates an empty file in a folder of `dir`, with the first free name.
fn claim(
    task: &Task<'_>,
    dir: &Path,
    folder: &str,
    ending: &str,
    is_taken: impl Fn(&Path) -> bool,
) -> Result<PathBuf, PathError> {
    let letters = letters(task.game);
    let mut number = 0;
    loop {
        number += 1;
        let path = dir
            .join(folder)
            .join(format!("{letters}0s{number}.{ending}"));
        if is_taken(&path) {
            continue;
        }
        create_folder_of(&path)?;
        match File::create_new(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => return created.map_err(PathError::writing(&path)).map(|_| path),
        }
    }
}

/// Writes texts to files; after an error the file that has the name is removed.
fn fill<'a>(
    claimed: &Path,
    texts: impl IntoIterator<Item = (PathBuf, &'a str)>,
) -> Result<(), PathError> {
    let written = texts.into_iter().try_for_each(|(file, text)| {
        create_folder_of(&file)?;
        write(&file, text.as_bytes())
    });
    if written.is_err() {
        // The error to report is that of writing.
        let _ = fs::remove_file(claimed);
    }
    written
}

/// Returns the letters with which the name of a saved test begins. The name of a rules program is its path, of which the
/// file's name counts.
fn letters(game: &dyn Game) -> String {
    let name = &game.about().name;
    let name = name.rsplit('/').next().unwrap_or(name).chars();
    name.filter(|c| c.is_alphanumeric()).take(3).collect()
}

fn create_folder_of(path: &Path) -> Result<(), PathError> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(PathError::writing(path))
}

/// Returns the files in a folder of `dir`, in the order of their names.
fn files(dir: &Path, folder: &str, ending: &str) -> Result<Vec<PathBuf>, PathError> {
    let folder = dir.join(folder);
    match in_folder(&folder, ending) {
        Err(error) if error.file == folder && error.problem.kind() == ErrorKind::NotFound => {
            Ok(Vec::new())
        }
        files => files,
    }
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn text(path: &Path) -> Result<String, PathError> {
    let read = File::open(path).and_then(mark::skipped);
    let read = read.and_then(io::read_to_string);
    read.map_err(PathError::reading(path))
}

#[cfg(test)]
mod unit {
    use super::*;
    use grundy_games::find;

    fn save_input(game: &dyn Game, dir: &Path, input: &str) -> PathBuf {
        let task = Task::original(game);
        let case = task.case(&game.read(input.as_bytes()).unwrap());
        save(&task, dir, &case.unwrap()).unwrap()
    }

    #[test]
    fn what_is_saved_is_loaded_and_kept_once() {
        let dir = tempfile::tempdir().unwrap();
        let gra = &*find("gra").unwrap();
        let task = &Task::original(gra);
        let folder = dir.path().join("package");
        assert_eq!(
            load(task, kept_in(&folder).unwrap(), |_| ()).unwrap().len(),
            0
        );
        for (input, file) in [
            ("5 2\n1 3\n", "in/gra0s1.in"),
            ("5 2\n1 3\n", "in/gra0s1.in"),
            ("2 1\n1\n", "in/gra0s2.in"),
        ] {
            assert_eq!(save_input(gra, &folder, input), folder.join(file));
        }
        let answer = fs::read_to_string(folder.join("out/gra0s1.out")).unwrap();
        assert_eq!(answer, "1\n");
        let saved = load(task, kept_in(&folder).unwrap(), |_| ()).unwrap();
        let names: Vec<String> = saved.iter().map(SavedTest::name).collect();
        assert_eq!(names, ["gra0s1", "gra0s2"]);
        assert_eq!(fs::read_dir(folder.join("in")).unwrap().count(), 2);
    }

    /// Judges that save what they found in one folder, at the same time.
    #[test]
    fn nothing_is_lost_or_mixed() {
        let dir = tempfile::tempdir().unwrap();
        let nim = &*find("nim").unwrap();
        let task = &Task::original(nim);
        let inputs: Vec<String> = (1..9)
            .map(|heap| format!("2\n{heap} {}\n", heap & 6))
            .collect();
        for round in 1..6 {
            let folder = &dir.path().join(round.to_string());
            std::thread::scope(|scope| {
                for input in &inputs {
                    scope.spawn(move || save_input(nim, folder, input));
                }
            });
            let saved = load(task, kept_in(folder).unwrap(), |_| ())
                .unwrap()
                .into_iter();
            let mut saved: Vec<String> = saved.map(|test| test.read(task).unwrap().input).collect();
            saved.sort_unstable();
            assert_eq!(saved, inputs);
        }
    }

    #[test]
    fn bad_files_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let gra = &*find("gra").unwrap();
        save_input(gra, dir.path(), "5 2\n1 3\n");
        let long = "7".repeat(1 << 20);
        for (file, text, message) in [
            (
                "out/gra0s1.out",
                "2\n",
                "gra0s1.out: the answer is \"2\", and should be \"1\"",
            ),
            ("out/gra0s1.out", &*long, "7777 ...\", and should be \"1\""),
            (
                "in/gra0s1.in",
                "5 2\n1 5\n",
                "gra0s1.in:2:3: pawn on square 5",
            ),
        ] {
            fs::write(dir.path().join(file), text).unwrap();
            let error =
                load(&Task::original(gra), kept_in(dir.path()).unwrap(), |_| ()).unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
        }
    }

    #[test]
    fn links_to_nothing_are_not_passed_over() {
        use std::os::unix::fs::symlink;
        let dir = &tempfile::tempdir().unwrap();
        let gra = &*find("gra").unwrap();
        let task = &Task::original(gra);
        let position = dir.path().join("position/gra0s1.position");
        fs::create_dir(position.parent().unwrap()).unwrap();
        symlink("nowhere", &position).unwrap();
        let saved = dir.path().join("in/gra0s2.in");
        assert_eq!(save_input(gra, dir.path(), "5 2\n1 3\n"), saved);
        symlink("nowhere", dir.path().join("in/a.in")).unwrap();
        let case = Case::new("2 1\n1\n".to_owned(), "1\n".to_owned());
        for error in [
            kept_in(dir.path())
                .and_then(|tests| load(task, tests, |_| ()))
                .err(),
            save(task, dir.path(), &case).err(),
        ] {
            let error = error.unwrap().to_string();
            assert!(error.contains("in/a.in: No such file"), "{error}");
        }
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
        // The answer of another test than `a.b`.
        fs::write(dir.path().join("out/a.out"), "7\n").unwrap();
        let error = load(gra, kept_in(dir.path()).unwrap(), |_| ())
            .unwrap_err()
            .to_string();
        assert!(error.contains("out/a.out: the answer is \"7\""), "{error}");
        fs::remove_file(dir.path().join("out/a.out")).unwrap();
        assert_eq!(
            load(gra, kept_in(dir.path()).unwrap(), |_| ())
                .unwrap()
                .len(),
            4
        );
    }
}
