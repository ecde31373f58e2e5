//! `grundy gen`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use grundy_games::generate::originals;
use grundy_games::{
    Case, Claimant, Format, Game, OriginalTest, Place, Plan, Request, Starts, TestSet, package,
    test_set, unwatched,
};
use grundy_judge::reference::{Reference, ReferencePlan};

use crate::games::{ClaimOption, GameOption, not_refused, rests_on};
use crate::interrupt;
use crate::output::{self, Done};
use crate::programs::TaskOptions;
use crate::text;

#[derive(Args)]
pub struct Gen {
    #[command(flatten)]
    game: GameOption,
    #[command(flatten)]
    claim: ClaimOption,
    /// Write a test set: DIR/in/NAME.in and DIR/out/NAME.out
    #[arg(long, value_enum, conflicts_with = "shape")]
    suite: Option<Suite>,
    /// Write one input of the suite `poi` to standard output: the test of this name
    #[arg(long, value_name = "NAME", requires = "suite", conflicts_with_all = ["out", "package"])]
    test: Option<String>,
    /// Write a problem package around a test set; it is made from the shapes for games without a test set of
    /// their own
    #[arg(long, value_enum, requires = "out", conflicts_with = "shape")]
    package: Option<Package>,
    /// Make the package that of the interactive task: with an interactor, players and a testing tool; legacy and icpc
    /// only
    #[arg(long, requires = "package", conflicts_with_all = ["words", "claim"])]
    interactive: bool,
    /// Who makes the first move of the interactive task: program, judge, or choose:FIRST,SECOND for the player that the
    /// program chooses by one of two words [default: what the game names, or program]
    #[arg(long, value_name = "WHO", requires = "interactive")]
    starts: Option<Starts>,
    /// Write every position up to size N as a test: DIR/in/NAME.in and DIR/out/NAME.out
    #[arg(long, value_name = "N", requires = "out")]
    #[arg(conflicts_with_all = ["suite", "package", "shape"])]
    up_to: Option<u32>,
    /// The folder of tests or of the package: empty, or created if it is missing
    #[arg(long, value_name = "DIR", conflicts_with = "shape")]
    out: Option<PathBuf>,
    /// Write one input of this shape to standard output, with extent M and N parts; --help lists the shapes
    #[arg(long, value_name = "SHAPE", requires = "m", requires = "n")]
    shape: Option<String>,
    #[command(flatten)]
    task: TaskOptions,
    /// The time limit of a test, for a package: 2s, 500ms [default: 20s for gra and constrained, otherwise 4s]
    #[arg(long, value_name = "TIME", value_parser = text::time)]
    time_limit: Option<Duration>,
    /// Same seed, same bytes, on every machine
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Suite {
    /// The sizes and properties of the original task's own tests
    Poi,
    /// Every shape of the game in three sizes, the largest at the limits
    Shapes,
}

#[derive(Clone, Copy, ValueEnum)]
enum Package {
    /// The legacy format of ICPC, which Kattis and `DOMjudge` install
    Legacy,
    /// The problem package format of ICPC and Kattis, version 2025-09
    Icpc,
    /// A full package of Polygon, with a checker and a validator for testlib
    Polygon,
    /// The format of sinol-make
    Sinol,
}

impl Package {
    const fn format(self) -> Format {
        match self {
            Self::Legacy => Format::Legacy,
            Self::Icpc => Format::Icpc,
            Self::Polygon => Format::Polygon,
            Self::Sinol => Format::Sinol,
        }
    }
}

impl Gen {
    /// The game; of a rules program with its claim as the source of right answers.
    fn open(&self) -> Result<Arc<dyn Game>> {
        let plan = ReferencePlan {
            m: self.task.m,
            n: self.task.n,
            seed: self.seed,
            ..ReferencePlan::default()
        };
        let (game, reference) = self.game.open_with(&self.claim, &plan)?;
        not_refused(reference.as_ref())?;
        match &reference {
            None => (),
            Some(_) if self.shape.is_some() => (),
            Some(Reference::Oracle { why }) => {
                output::note(&format!("only positions that the oracle solves: {why}"));
            }
            Some(_) => output::note(rests_on(reference.as_ref()).trim_end()),
        }
        Ok(game)
    }
}

pub fn run(arguments: &Gen) -> Result<Done> {
    interrupt::listen(|| {
        // The request to stop is more important than what remains.
        _ = FILLED.get().map(Folder::clear);
        "stopped".to_owned()
    })?;
    let seed = arguments.seed;
    let TaskOptions { m, n, .. } = arguments.task;
    let game = &*match arguments.up_to {
        // The answers are the oracle's.
        Some(up_to) => arguments.game.open(Some(up_to))?,
        None => arguments.open()?,
    };
    if let (Some(shape), Some(m), Some(n)) = (&arguments.shape, m, n) {
        let position = game.draw(&Request { shape, m, n, seed })?;
        output::print(&position.input()?)?;
        return Ok(Done::Fine);
    }
    if let Some(name) = &arguments.test {
        output::print(&of_suite(game, name, seed)?)?;
        return Ok(Done::Fine);
    }
    match (&arguments.out, arguments.up_to) {
        (Some(out), Some(up_to)) => write_every(game, up_to, out)?,
        (Some(out), None) if arguments.package.is_some() || arguments.suite.is_some() => {
            write_set(arguments, game, out)?;
        }
        (None, _) if arguments.suite.is_some() => {
            bail!("--suite needs --out <DIR>, or --test <NAME> for one input of the suite poi")
        }
        _ => bail!(
            "one of these is needed:\n  \
             --shape SHAPE -m M -n N           one random input\n  \
             --up-to N --out DIR               every position up to a size\n  \
             --suite poi|shapes --out DIR      a test set\n  \
             --package legacy|icpc|polygon|sinol --out DIR   a problem package"
        ),
    }
    Ok(Done::Fine)
}

/// The input of a test of the original's test set.
fn of_suite(game: &dyn Game, name: &str, seed: u64) -> Result<String> {
    let mut others = Vec::new();
    for OriginalTest {
        name: other,
        positions,
    } in originals(game, seed)?
    {
        if other == name {
            return Ok(game.write(&positions));
        }
        others.push(other);
    }
    let game = &game.about().name;
    ensure!(!others.is_empty(), "{game} has no test set of its own");
    bail!(
        "no test `{name}`: those of {game} are {}",
        others.join(", ")
    )
}

/// Writes a test set, or a package around it.
fn write_set(arguments: &Gen, game: &dyn Game, out: &Path) -> Result<()> {
    let task = arguments.task.of(game)?;
    if game.about().claimant == Claimant::ClosedForm {
        task.has_inputs(arguments.seed)?;
    }
    let name = &game.about().name;
    if arguments.interactive && matches!(arguments.suite, Some(Suite::Poi)) {
        bail!("--suite poi has the original's tests, which are not those of an interactive task")
    }
    let interactive = arguments.interactive.then(|| {
        let starts = arguments.starts.as_ref();
        starts.unwrap_or(&game.about().starts).clone()
    });
    let mut limits = task.limits().to_vec();
    if arguments.interactive && !task.has_own_limits && !game.about().interactive.is_empty() {
        limits = game.about().interactive.to_vec();
    }
    let (set, made) = match arguments.suite {
        Some(Suite::Poi) | None
            if game.about().tests > 0 && !task.has_own_limits && !arguments.interactive =>
        {
            (TestSet::Original, "with the original's sizes")
        }
        Some(Suite::Poi) if task.has_own_limits => {
            bail!("--suite poi has the original's sizes: -m and -n are for --suite shapes")
        }
        Some(Suite::Poi) => {
            bail!("{name} has no test set of its own; --suite shapes makes one from its shapes")
        }
        _ if task.limits().is_empty() => {
            bail!("{name} has no limits, so the sizes of its tests are unknown")
        }
        _ => (TestSet::Shapes, "made from its shapes"),
    };
    if let Some(words) = task.answers.outcome_words() {
        let is_plain = |word: &str| !word.contains(['"', '\\']) && !word.contains(char::is_control);
        ensure!(
            words.into_iter().all(is_plain),
            "--words: a package has its words in programs, so they may not contain quotes, backslashes or control characters"
        );
    }
    if let Some(Starts::Choose { first, second }) = &interactive {
        task.tells_apart(first, second)?;
    }
    let plan = Plan {
        limits,
        case: task.case,
        interactive,
        answers: task.answers.clone(),
        time: arguments.time_limit,
        ..Plan::original(game, set, arguments.seed)
    };
    let mut notes = Vec::new();
    fill(out, game, made, |folder| {
        if let Some(format) = arguments.package {
            let put = &mut |path: &str, text: &str| folder.write(path, text);
            let made = package(game, format.format(), &plan, put)?;
            notes = made.notes;
            return Ok(made.tests);
        }
        let mut tests = 0;
        test_set(game, &plan, &mut |test| {
            tests += 1;
            folder.write_test(&test.name, &test.case)
        })?;
        Ok(tests)
    })?;
    for note in &notes {
        output::note(note);
    }
    Ok(())
}

/// Writes every position up to a size, with the oracle's answers; the name of a test is its size, and its number
/// within the size.
fn write_every(game: &dyn Game, up_to: u32, out: &Path) -> Result<()> {
    let solved = game.solved(up_to, &Place::Memory, &mut unwatched)?;
    fill(out, game, "with the oracle's answers", |folder| {
        let mut tests = 0;
        for size in game.about().smallest..=up_to {
            for (i, case) in solved.cases(size)?.iter().enumerate() {
                let name = format!("{size}-{}", i + 1);
                folder.write_test(&name, case)?;
                tests += 1;
            }
        }
        Ok(tests)
    })
}

/// Has `write` write all files into a folder, and prints how many tests there are, and how they were `made`. If `write` fails, or
/// there is no test, or the user stops the command, nothing of that remains.
fn fill(
    out: &Path,
    game: &dyn Game,
    made: &str,
    write: impl FnOnce(&Folder) -> Result<usize>,
) -> Result<()> {
    let name = &game.about().name;
    let folder = Folder::open(out)?;
    let written = write(folder).and_then(|tests| {
        ensure!(
            tests > 0,
            "{name} has no position of these sizes, so there is no test to write"
        );
        let failed = || format!("cannot make {}", output::name(out));
        folder.finish().with_context(failed)?;
        Ok(tests)
    });
    let tests = written.inspect_err(|_| {
        // The error to report is that of writing.
        _ = folder.clear();
    })?;
    let out = output::name(out);
    output::print(&format!("{tests} tests of {name}, {made}, in {out}\n"))
}

/// The folder of tests or of a package. Its files lie in another one until all of them are written.
struct Folder {
    out: PathBuf,
    /// The other folder: beside `out`, or in it if `out` was there already.
    part: PathBuf,
    /// The folders above `out` that were missing.
    missing: Vec<PathBuf>,
}

/// The folder that this process fills.
static FILLED: OnceLock<Folder> = OnceLock::new();

/// Held while files are moved to their place or removed: after Ctrl-C a second thread removes them.
static ALONE: Mutex<()> = Mutex::new(());

impl Folder {
    /// A folder that is empty or missing: no file is replaced.
    fn open(out: &Path) -> Result<&'static Self> {
        let name = output::name(out);
        let above = match fs::read_dir(out) {
            Ok(mut files) => {
                let is_empty = files.next().is_none();
                ensure!(
                    is_empty,
                    "{name} is not empty: expected an empty folder or none"
                );
                out
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => out.parent().unwrap_or(out),
            Err(error) => return Err(error).context(format!("cannot make {name}")),
        };
        let missing = above.ancestors().take_while(|folder| !folder.exists());
        Ok(FILLED.get_or_init(|| Self {
            out: out.to_owned(),
            part: above.join(format!(".grundy-{}", process::id())),
            missing: missing.map(Path::to_owned).collect(),
        }))
    }

    /// Moves the files to their place.
    fn finish(&self) -> io::Result<()> {
        let _alone = ALONE.lock();
        if interrupt::is_stopped() {
            return Err(io::Error::other("stopped"));
        }
        if !self.part.starts_with(&self.out) {
            return fs::rename(&self.part, &self.out);
        }
        for entry in fs::read_dir(&self.part)? {
            let entry = entry?;
            fs::rename(entry.path(), self.out.join(entry.file_name()))?;
        }
        fs::remove_dir(&self.part)
    }

    /// Removes what was written, unless it is in its place, and the folders that were missing.
    fn clear(&self) -> io::Result<()> {
        let _alone = ALONE.lock();
        if self.part.exists() && self.part.starts_with(&self.out) {
            for entry in fs::read_dir(&self.out)? {
                let path = entry?.path();
                fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path))?;
            }
        } else if self.part.exists() {
            fs::remove_dir_all(&self.part)?;
        }
        self.missing.iter().try_for_each(fs::remove_dir)
    }

    /// Writes a file completely or not at all.
    fn write(&self, path: &str, text: &str) -> io::Result<()> {
        if interrupt::is_stopped() {
            return Err(io::Error::other("stopped"));
        }
        let file = self.part.join(path);
        let folder = file.parent().unwrap_or(&file);
        let written = fs::create_dir_all(folder).and_then(|()| {
            grundy_records::files::write(&file, text.as_bytes()).map_err(|error| error.problem)
        });
        written.map_err(|error| {
            let message = format!(
                "cannot write {}: {error}",
                output::name(self.out.join(path))
            );
            io::Error::new(error.kind(), message)
        })?;
        #[cfg(unix)]
        if text.starts_with("#!") {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755))?;
        }
        Ok(())
    }

    fn write_test(&self, name: &str, case: &Case) -> io::Result<()> {
        if let Some(position) = &case.position {
            self.write(&format!("position/{name}.position"), position)?;
        }
        self.write(&format!("in/{name}.in"), &case.input)?;
        self.write(&format!("out/{name}.out"), &case.answer)
    }
}
