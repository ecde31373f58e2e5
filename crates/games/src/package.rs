//! A problem package: one description of it, in four formats. What is the game's own is its [`Problem`](crate::Problem);
//! the tests are a [`TestSet`].

mod icpc;
mod interactive;
mod legacy;
mod polygon;
mod programs;
mod sinol;
mod statement;
mod tests;
mod transcript;

use std::borrow::Cow;
use std::collections::HashSet;
use std::io;
use std::slice;
use std::sync::Arc;

use twox_hash::XxHash3_128;

pub(crate) use self::interactive::of_rules_program;
use self::interactive::{OPPONENTS, SKIPPED_SIZES, players};
pub(crate) use self::programs::{LINES, SLOW, heaps_of_code, submissions};
pub(crate) use self::statement::in_words;
use self::statement::{Statement, words};
pub use self::tests::{Plan, Test, TestSet, WriteTest, test_set};
use crate::{
    About, Answers, Case, Claimant, Error, Expected, Game, Limit, Place, Playing, Position,
    Problem, RulesFile, Starts, Submission, unwatched,
};

/// Of a game that names no samples, positions of this many sizes are looked at, and this many become samples.
const MOST_SAMPLE_SIZES: u32 = 8;
const MOST_SAMPLES: usize = 3;

/// The memory limit of a test in MiB.
const MEMORY: u64 = 256;

/// The format of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The legacy format of ICPC, as Kattis and `DOMjudge` read it.
    Legacy,
    /// Version 2025-09 of the format of ICPC and Kattis.
    Icpc,
    /// A full package of Polygon, with a checker and a validator for testlib.
    Polygon,
    /// That of sinol-make.
    Sinol,
}

/// Called with the path of each file in the package, and its content.
pub type Put<'a> = &'a mut dyn FnMut(&str, &str) -> io::Result<()>;

/// What every format of a package holds.
struct Package<'a> {
    game: &'a dyn Game,
    plan: &'a Plan,
    /// The name of the game in lower-case letters and digits: file names and short names.
    id: String,
    uuid: String,
    statement: Statement,
    /// Its `validate`, in C++.
    validator: &'static str,
    submissions: Vec<Submission>,
    rules: Option<RulesFile>,
    samples: Vec<Case>,
    /// Of an interactive task, how the programs know the game, and the dialogue of each sample.
    playing: Option<Playing>,
    transcripts: Vec<String>,
    /// Whether an input begins with the number of its positions.
    has_several: bool,
}

/// Makes a problem package: calls `put` with the path of each file in the package and its content. Returns the number of
/// tests beside the samples. A game without a [`Problem`](crate::Problem) gets the draft of a statement and a validator of white space.
///
/// ```
/// use grundy_games::{Format, Plan, TestSet, package};
/// let nim = grundy_games::find("nim")?;
/// let plan = Plan::original(&*nim, TestSet::Shapes, 1);
/// let mut paths = Vec::new();
/// package(&*nim, Format::Legacy, &plan, &mut |path, _| Ok(paths.push(path.to_owned())))?;
/// assert!(paths.contains(&"domjudge-problem.ini".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first error that `put` returns, and when the game fails.
pub fn package(game: &dyn Game, format: Format, plan: &Plan, put: Put<'_>) -> Result<usize, Error> {
    if plan.interactive.is_some() && !matches!(format, Format::Legacy | Format::Icpc) {
        let why = "an interactive task has a package in the formats legacy and icpc only";
        return Err(Error::NoDialogue(why.to_owned()));
    }
    let package = Package::new(game, plan)?;
    match format {
        Format::Legacy => legacy::write(&package, put),
        Format::Icpc => icpc::write(&package, put),
        Format::Polygon => polygon::write(&package, put),
        Format::Sinol => sinol::write(&package, put),
    }
}

impl<'a> Package<'a> {
    fn new(game: &'a dyn Game, plan: &'a Plan) -> Result<Self, Error> {
        let about = game.about();
        let problem = match game.problem()? {
            Some(problem) => problem,
            None => Problem {
                statement: draft(about).into(),
                validator: LINES,
                submissions: Vec::new(),
                rules: None,
                playing: None,
            },
        };
        let mut submissions = problem.submissions;
        for submission in &mut submissions {
            let words = words(&about.answers, &plan.answers);
            let quoted = |word: &str| format!("\"{word}\"");
            submission.text = in_words(&submission.text, &words, quoted, quoted).into();
        }
        let samples = samples(game, plan)?;
        let several = about
            .samples
            .first()
            .map(|sample| game.read(sample.as_bytes()));
        let file = about.name.rsplit('/').next().unwrap_or_default();
        let id = file.split_once('.').filter(|_| problem.rules.is_some());
        let letters = id.map_or(file, |(name, _)| name).chars();
        let id: String = letters.filter(char::is_ascii_alphanumeric).collect();
        let mut package = Self {
            game,
            plan,
            id: if id.is_empty() {
                "game".to_owned()
            } else {
                id.to_lowercase()
            },
            uuid: uuid(&about.name, plan.seed),
            statement: Statement::new(&problem.statement, about, &plan.limits, &plan.answers),
            validator: problem.validator,
            submissions,
            rules: problem.rules,
            samples,
            has_several: several
                .transpose()?
                .is_some_and(|positions| positions.len() > 1),
            playing: problem.playing,
            transcripts: Vec::new(),
        };
        if let Some(starts) = &plan.interactive {
            package.become_interactive(starts)?;
        }
        Ok(package)
    }

    fn become_interactive(&mut self, starts: &Starts) -> Result<(), Error> {
        let Some(playing) = &self.playing else {
            let name = &self.game.about().name;
            let why =
                format!("{name} is not a script, so the interactor of a package cannot run it");
            return Err(Error::NoDialogue(why));
        };
        let are_positions = self.samples.iter().all(|sample| sample.position.is_none());
        let lines = self
            .samples
            .iter()
            .map(|sample| sample.input.lines().count());
        let lines = lines.max().filter(|_| are_positions);
        self.submissions = players(self.game, playing, starts, lines);
        self.play_samples(starts)?;
        self.statement.play(self.interaction(starts));
        Ok(())
    }

    fn title(&self) -> &str {
        &self.game.about().title
    }

    /// Where the task comes from; empty where that is not known.
    fn original(&self) -> &str {
        &self.game.about().original
    }

    /// Who allows the package to be used, for formats that ask for a licence.
    fn owner(&self) -> &'static str {
        match self.game.about().claimant {
            Claimant::Claim => "the author of the rules program",
            Claimant::ClosedForm => "the authors of grundy, under MIT or Apache-2.0",
        }
    }

    fn needs_checker(&self) -> bool {
        matches!(self.plan.answers, Answers::Move { .. }) && self.plan.interactive.is_none()
    }

    /// The solutions with this verdict.
    fn of(&self, verdict: Expected) -> impl Iterator<Item = &Submission> {
        let submissions = self.submissions.iter();
        submissions.filter(move |submission| submission.verdict == verdict)
    }

    /// The samples as they are shown to people.
    fn shown_samples(&self) -> Vec<(String, String)> {
        if !self.transcripts.is_empty() {
            let dialogues = self.transcripts.iter().cloned();
            return dialogues
                .map(|dialogue| (dialogue, String::new()))
                .collect();
        }
        let samples = self.samples.iter();
        let shown = samples.map(|case| {
            let answer = case.answer.split(" ; ").next().unwrap_or_default();
            (case.input.clone(), format!("{}\n", answer.trim_end()))
        });
        shown.collect()
    }

    /// The name of the game in commands of a shell that run beside the rules program, or with `folder` before its name.
    fn game_word(&self, folder: &str) -> String {
        let name = match &self.rules {
            Some(rules) => format!("{folder}/{}", rules.name),
            None => self.game.about().name.to_string(),
        };
        shlex::try_quote(&name).map_or(name.clone(), Cow::into_owned)
    }

    /// The command that makes the input of a test.
    fn command(&self, test: &Test) -> String {
        format!("grundy gen -g {} {}", self.game_word("."), test.command)
    }

    /// A program that makes the input of a test: it calls this command with its own arguments and the game.
    fn generator(&self) -> String {
        let game = match &self.rules {
            Some(rules) => format!(
                "os.path.join(os.path.dirname(os.path.abspath(__file__)), {})",
                serde_json::Value::from(&*rules.name)
            ),
            None => serde_json::Value::from(&*self.game.about().name).to_string(),
        };
        include_str!("package/gen.py").replace("GAME", &game)
    }

    /// Calls `put` with each test that is no sample, and with its number from 1 on; the result is how many there are. If an
    /// answer is a move, the answer holds every right one, and there are no tests whose right answers are too many to be listed.
    fn each_test(
        &self,
        put: &mut dyn FnMut(usize, &Test) -> io::Result<()>,
    ) -> Result<usize, Error> {
        let opponents = match self.plan.interactive {
            Some(_) => OPPONENTS.map(Some).to_vec(),
            None => vec![None],
        };
        let hash = |case: &Case| XxHash3_128::oneshot(case.input.as_bytes());
        let mut inputs: HashSet<u128> = self.samples.iter().map(hash).collect();
        let mut tests = 0;
        let mut failed = None;
        for (number, opponent) in (0..).zip(opponents) {
            let plan = Plan {
                seed: self.plan.seed.wrapping_add(number),
                ..self.plan.clone()
            };
            test_set(self.game, &plan, &mut |test| {
                if !self.fits(&test) || !inputs.insert(hash(&test.case)) {
                    return Ok(());
                }
                match self.completed(test, opponent) {
                    Ok(Some(test)) => {
                        tests += 1;
                        put(tests, &test)
                    }
                    Ok(None) => Ok(()),
                    Err(error) => {
                        failed.get_or_insert(error);
                        Ok(())
                    }
                }
            })?;
        }
        failed.map_or(Ok(tests), Err)
    }

    /// Whether the test is within the limits of the task: shapes that need larger positions ignore small limits.
    fn fits(&self, test: &Test) -> bool {
        let position = test.position.as_ref();
        position.is_none_or(|position| fits(slice::from_ref(position), &self.plan.limits))
    }

    /// The test with its right moves, or with an opponent; `None` where the right moves are too many.
    fn completed(
        &self,
        mut test: Test,
        opponent: Option<&'static str>,
    ) -> Result<Option<Test>, Error> {
        if let (Some(starts), Some(opponent)) = (&self.plan.interactive, opponent) {
            return self.against_opponent(starts, opponent, test).map(Some);
        }
        if let Some(position) = test.position.as_ref().filter(|_| self.needs_checker()) {
            match right_moves(&**position, &test.case, &self.plan.answers)? {
                Some(answer) => test.case.answer = answer,
                None => return Ok(None),
            }
        }
        Ok(Some(test))
    }
}

/// The statement of a game that has none: what its description tells. What is not told is marked.
pub(crate) fn draft(about: &About) -> String {
    Statement::draft(about)
}

/// Every right answer to a position whose answer is a move; `None` where they cannot be listed.
fn right_moves(
    position: &dyn Position,
    case: &Case,
    answers: &Answers,
) -> Result<Option<String>, Error> {
    if let Answers::Move { loss } = answers
        && case.answer.trim() == loss
    {
        return Ok(Some(case.answer.clone()));
    }
    let options = match position.options() {
        Err(Error::TooManyMoves(_)) => return Ok(None),
        options => options?,
    };
    let mut all = vec![case.answer.trim().to_owned()];
    for choice in options.iter().filter(|choice| choice.is_winning()) {
        let answers = [choice.name.clone(), Some(choice.target())];
        for answer in answers.into_iter().flatten() {
            if !all.contains(&answer) {
                all.push(answer);
            }
        }
    }
    Ok(Some(all.join(" ; ") + "\n"))
}

/// Returns whether positions are within the limits of the task, where their extents are known.
fn fits(positions: &[Arc<dyn Position>], limits: &[Limit]) -> bool {
    let Some(most) = Limit::largest(limits) else {
        return true;
    };
    let reductions = positions.iter().filter_map(|position| position.reduction());
    let mut extents = reductions.map(|reduction| reduction.extent());
    extents.all(|extent| extent.m <= most.m && extent.n <= most.n)
}

/// The inputs that the statement shows, with their answers: of a game that names none, the smallest position with each
/// of the first answers.
fn samples(game: &dyn Game, plan: &Plan) -> Result<Vec<Case>, Error> {
    let about = game.about();
    let mut samples = Vec::new();
    for sample in &about.samples {
        if !fits(&game.read(sample.as_bytes())?, &plan.limits) {
            continue;
        }
        let answer = game.answer(&mut sample.as_bytes())?.join("\n") + "\n";
        let answer = about.answers.in_words_of(&plan.answers, &answer);
        samples.push(Case::new(sample.clone(), answer));
    }
    if !samples.is_empty() {
        return Ok(samples);
    }
    let (skipped, sizes) = match (&about.samples[..], &plan.interactive) {
        ([], None) => (0, MOST_SAMPLE_SIZES),
        ([], Some(_)) => (SKIPPED_SIZES, MOST_SAMPLE_SIZES),
        // Its own are beyond the limits. Of constrained Nim larger sizes have millions of positions.
        _ => (0, 3),
    };
    let up_to = about.smallest + sizes - 1;
    let solved = game.solved(up_to, &Place::Memory, &mut unwatched)?;
    for size in about.smallest + skipped..=up_to {
        for mut case in solved.cases(size)? {
            case.answer = about.answers.in_words_of(&plan.answers, &case.answer);
            let is_new = samples
                .iter()
                .all(|sample: &Case| sample.answer != case.answer);
            if is_new
                && samples.len() < MOST_SAMPLES
                && fits(&game.read(case.position().as_bytes())?, &plan.limits)
            {
                samples.push(case);
            }
        }
    }
    for sample in samples
        .iter_mut()
        .filter(|_| matches!(plan.answers, Answers::Move { .. }))
    {
        let positions = game.read(sample.position().as_bytes())?;
        if let Some(answer) = right_moves(&*positions[0], sample, &plan.answers)? {
            sample.answer = answer;
        }
    }
    Ok(samples)
}

/// Returns the same number for the same game and seed, in the form of a random one.
fn uuid(game: &str, seed: u64) -> String {
    let digits = XxHash3_128::oneshot_with_seed(seed, game.as_bytes());
    let digits = format!("{digits:032x}");
    let [first, second, third, fourth, last] =
        [0..8, 8..12, 13..16, 17..20, 20..32].map(|at| &digits[at]);
    format!("{first}-{second}-4{third}-8{fourth}-{last}")
}
