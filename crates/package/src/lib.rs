//! A problem package: one description of it, in four formats. What is the game's own is its [`Problem`];
//! the tests are a [`TestSet`].

mod files;
mod formats;
mod interactive;
mod programs;
mod statement;
mod tests;
mod transcript;

use std::collections::HashSet;
use std::io;
use std::path;
use std::sync::Arc;
use std::time::Duration;

use twox_hash::XxHash3_128;

pub use self::interactive::of_rules_program;
use self::interactive::{OPPONENTS, SKIPPED_SIZES, players};
pub use self::programs::{LINES, POSITIONS, SLOW, slow, submissions};
use self::programs::{by_formula, for_inputs};
use self::statement::{Statement, words};
pub use self::statement::{draft, in_latex, in_words};
use self::tests::candidates;
pub use self::tests::{Plan, SameAnswer, Test, TestSet, Tests, test_set};
use grundy_game::{
    Bounds, Case, Cases, CasesLayout, Choice, Claimant, Error, Expected, Failed, Game, LetterCase,
    Limit, Place, Playing, Position, Problem, RulesFile, Starts, Submission, lines_of_inputs,
    unwatched, without_prefixes,
};

/// Of a game that names no samples, positions of this many sizes are looked at, and this many become samples.
const MOST_SAMPLE_SIZES: u32 = 8;
const MOST_SAMPLES: usize = 3;

/// What an answer file with several right answers begins with. Systems hand the file itself to the checker, which has to accept it;
/// a program that prints all right answers has not this before them.
pub const ANY_OF: &str = "any of: ";

/// Returns the text of an answer file with the first of the answers of each line that has several.
///
/// ```
/// let answers = "Case 1: any of: 1 2 ; 2 1\nCase 2: none\n";
/// assert_eq!(grundy_package::one_of_each(answers), "Case 1: 1 2\nCase 2: none\n");
/// ```
pub fn one_of_each(answers: &str) -> String {
    let one = |line: &str| {
        let all = line.split_once(ANY_OF);
        let first =
            all.and_then(|(before, all)| Some(format!("{before}{}\n", all.split_once(" ; ")?.0)));
        first.unwrap_or_else(|| line.to_owned())
    };
    answers.split_inclusive('\n').map(one).collect()
}

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

/// A package that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The number of tests beside the samples.
    pub tests: usize,
    /// What its author has to know or add, a sentence each.
    pub notes: Vec<String>,
}

/// What the samples and tests of a package are like.
#[derive(Default)]
struct Summary {
    /// Their number, without the samples.
    count: usize,
    /// Whether an input has other characters than those of ASCII.
    has_others: bool,
    /// Whether there are two blanks between two words, one at the end of a line, or an empty line.
    has_gaps: bool,
    /// Whether a number has a zero in front.
    has_zeros: bool,
    /// The answer to all of them, if it is the same.
    answer: SameAnswer,
}

impl Summary {
    fn look_at(&mut self, case: &Case) {
        let is_spaced = |line: &str| {
            let mut words = line.split(' ');
            words.all(|word| !word.is_empty() && !word.contains('\t'))
        };
        // As `lines.cpp` reads them: a digit behind a letter or a dot begins no number.
        let is_padded = |line: &str| {
            let line = format!("\n{line}");
            line.as_bytes().windows(3).any(|of| {
                matches!(of, [before, b'0', b'0'..=b'9'] if !before.is_ascii_alphanumeric() && *before != b'.')
            })
        };
        self.has_zeros |= case.input.lines().any(is_padded);
        self.has_others |= !case.input.is_ascii();
        self.has_gaps |= !case.input.lines().all(is_spaced);
        self.answer.add(&SameAnswer::of(&case.answer));
    }
}

/// What every format of a package holds.
struct Package<'a> {
    game: &'a dyn Game,
    plan: &'a Plan,
    /// The name of the game in lower-case letters and digits: file names and short names.
    id: String,
    uuid: String,
    statement: Statement,
    /// The time limit of a test.
    time: Duration,
    bounds: Bounds,
    /// Its `validate`, in C++.
    validator: &'static str,
    submissions: Vec<Submission>,
    /// Why a formula is not written in each language.
    unwritten: Vec<String>,
    rules: Option<RulesFile>,
    claims: Option<(&'static str, String)>,
    samples: Vec<Case>,
    /// Of an interactive task, how the programs know the game, and the dialogue of each sample.
    playing: Option<Playing>,
    transcripts: Vec<String>,
    /// Whether an input of the game itself begins with the number of its positions.
    has_several: bool,
    /// The lines of each of several positions, without a header, if all have the same number.
    lines: Option<usize>,
}

/// Makes a problem package: calls `put` with the path of each file in the package and its content. A game without a [`Problem`] gets the draft of a statement and a validator of white space.
///
/// ```
/// use grundy_package::{Format, Plan, TestSet, package};
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
pub fn package(game: &dyn Game, format: Format, plan: &Plan, put: Put<'_>) -> Result<Made, Error> {
    if plan.interactive.is_some() && matches!(format, Format::Sinol) {
        let why = "an interactive task has no package in the format sinol";
        return Err(Error::NoDialogue(why.to_owned()));
    }
    if plan.interactive.is_some() && plan.cases.layout != CasesLayout::One {
        let why = "inputs with several positions: a dialogue begins with one position";
        return Err(Failed(why.to_owned()).into());
    }
    let package = Package::new(game, plan)?;
    if plan.interactive.is_some()
        && matches!(format, Format::Polygon)
        && matches!(package.playing, Some(Playing::Rules { .. }))
    {
        let why = "the interactor of this game is a Python program, and Polygon runs interactors in C++: expected legacy or icpc";
        return Err(Error::NoDialogue(why.to_owned()));
    }
    if plan.cases.layout == CasesLayout::Header && package.validator != LINES {
        let why = "inputs with several positions: packages of rules programs only are written for inputs with a shared first line";
        return Err(Failed(why.to_owned()).into());
    }
    let tests = package.write(format.layout(), put)?;
    Ok(Made {
        tests: tests.count,
        notes: package.notes(&tests),
    })
}

/// Returns the wrong solutions of a package, those of the plan among them.
///
/// # Errors
/// When the game fails.
pub fn wrong_solutions(game: &dyn Game, plan: &Plan) -> Result<Vec<Submission>, Error> {
    let package = Package::new(game, plan)?;
    Ok(package.of(Expected::Wrong).cloned().collect())
}

/// Calls `each` with the name and the case of each sample and each test of a package, until it returns an error. An answer holds
/// every right one, as in the package.
///
/// # Errors
/// The first error that `each` returns, and when the game fails.
pub fn each_case<E: From<Error>>(
    game: &dyn Game,
    plan: &Plan,
    each: &mut dyn FnMut(&str, &Case) -> Result<(), E>,
) -> Result<(), E> {
    let package = Package::new(game, plan)?;
    for (number, sample) in (1..).zip(&package.samples) {
        each(&format!("sample {number}"), sample)?;
    }
    package.each_test(&mut |_, test| each(&test.name, &test.case))?;
    Ok(())
}

impl<'a> Package<'a> {
    fn new(game: &'a dyn Game, plan: &'a Plan) -> Result<Self, Error> {
        let about = game.about();
        let problem = match game.problem()? {
            Some(problem) => problem,
            None => Problem {
                statement: draft(about).into(),
                validator: LINES,
                ..Problem::default()
            },
        };
        let mut submissions = problem.submissions;
        for submission in &mut submissions {
            let words = words(&about.answers, &plan.answers);
            let quoted = |word: &str| format!("\"{word}\"");
            submission.text = in_words(&submission.text, &words, quoted, quoted).into();
        }
        let mut lines = None;
        if plan.cases.are_many() {
            let shared = usize::from(plan.cases.layout == CasesLayout::Header);
            lines = lines_of_inputs(game)?.map(|lines| lines.saturating_sub(shared));
        }
        let written = problem
            .formula
            .iter()
            .flat_map(|formula| by_formula(Expected::Accepted, formula, plan, lines));
        let adapted = submissions
            .into_iter()
            .map(|one| for_inputs(one, plan, lines));
        let (submissions, unadapted): (Vec<_>, Vec<_>) = adapted.partition(Result::is_ok);
        let (mut written, mut unwritten): (Vec<_>, Vec<_>) = written.partition(Result::is_ok);
        unwritten.extend(unadapted);
        let wrong = problem.mistake.iter();
        let mut wrong = wrong.flat_map(|formula| by_formula(Expected::Wrong, formula, plan, lines));
        written.extend(wrong.find(Result::is_ok));
        written.extend(submissions);
        written.extend(plan.submissions.iter().cloned().map(Ok));
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
            statement: Statement::new(&problem.statement, about, plan),
            time: plan.time_limit(game)?,
            bounds: problem.bounds,
            validator: problem.validator,
            submissions: written.into_iter().flatten().collect(),
            unwritten: unwritten.into_iter().filter_map(Result::err).collect(),
            rules: problem.rules,
            claims: problem.claims,
            samples,
            has_several: several
                .transpose()?
                .is_some_and(|positions| positions.len() > 1),
            lines,
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
        self.submissions = players(self.game, playing, (starts, self.plan.case), lines);
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
        let answers = &self.plan.answers;
        (answers.has_several_right() || answers.has_any_order()) && self.plan.interactive.is_none()
    }

    /// Whether the system's own comparison of words has to be told that letters are compared exactly.
    fn compares_exactly(&self) -> bool {
        self.plan.case == LetterCase::Exact
            && !self.needs_checker()
            && self.plan.interactive.is_none()
    }

    /// The solutions with this verdict.
    fn of(&self, verdict: Expected) -> impl Iterator<Item = &Submission> {
        let submissions = self.submissions.iter();
        submissions.filter(move |submission| submission.verdict == verdict)
    }

    /// The samples as they are shown to people.
    fn shown_samples(&self) -> Vec<(String, String)> {
        if !self.transcripts.is_empty() {
            let dialogue = |text: &String| (text.clone(), String::new());
            return self.transcripts.iter().map(dialogue).collect();
        }
        let samples = self.samples.iter();
        let shown = samples.map(|case| (case.input.clone(), one_of_each(&case.answer)));
        shown.collect()
    }

    /// What its author has to know or add.
    fn notes(&self, tests: &Summary) -> Vec<String> {
        let mut notes = Vec::new();
        if self.of(Expected::Accepted).next().is_none() {
            let about = self.game.about();
            let are_positions = self.samples.iter().all(|sample| sample.position.is_none());
            let are_positions = are_positions && !about.asks_several;
            let why = match about.claimant {
                Claimant::ClosedForm => "`gen` writes none of a game in Rust",
                Claimant::Claim if are_positions => {
                    "the program that answers is no script in Python"
                }
                Claimant::Claim => {
                    "inputs are not positions, and the rules program answers positions only"
                }
            };
            notes.push(format!(
                "the package has no right solution: add one ({why})"
            ));
        }
        notes.extend(tests.answer.warning());
        let found = tests.count.saturating_sub(self.plan.added.len()) as u64;
        if let Some(asked) = self.plan.tests.filter(|asked| *asked > found) {
            notes.push(format!(
                "{asked} tests were asked for, and only {found} different ones were found"
            ));
        }
        if self.plan.interactive.is_some() {
            return notes;
        }
        notes.extend_from_slice(&self.unwritten);
        let Some(most) = Limit::largest(&self.plan.limits) else {
            return notes;
        };
        let (bounds, right_to) = (&self.bounds, self.bounds.right_to);
        if most.m > right_to {
            notes.push(format!(
                "m is {}: the right solution may exceed the time limit, expected at most {right_to}; add a faster one",
                most.m
            ));
        }
        for (solution, from) in [("wrong", bounds.wrong_from), ("slow", bounds.slow_from)] {
            if most.m < from.m || most.n < from.n {
                notes.push(format!(
                    "m is {} and n is {}: the {solution} solution may pass all tests, expected at least {} and {}",
                    most.m, most.n, from.m, from.n
                ));
            }
        }
        notes
    }

    /// The name of the game, or the whole path of a rules program, so that commands run in every folder.
    fn game_name(&self) -> String {
        let name = &self.game.about().name;
        let is_program = self.game.about().claimant == Claimant::Claim;
        let path = path::absolute(&**name).ok().filter(|_| is_program);
        path.map_or(name.to_string(), |path| path.display().to_string())
    }

    /// The command that makes the input of a test; the rules program is in this folder.
    fn command(&self, folder: &str, test: &Test) -> String {
        let name = match &self.rules {
            Some(rules) => format!("{folder}/{}", rules.name),
            None => self.game_name(),
        };
        let words = ["grundy", "gen", "-g", &name];
        let claims = self.claims.iter();
        let claims = claims.flat_map(|(option, claims)| [option, &**claims]);
        // No word has the byte 0, which cannot be quoted.
        let command = shlex::try_join(words.into_iter().chain(claims)).unwrap_or_default();
        format!("{command} {}", test.command)
    }

    /// A program that makes the input of a test: it calls this command with its own arguments and the game.
    fn generator(&self) -> String {
        let game = match &self.rules {
            Some(rules) => format!(
                "os.path.join(os.path.dirname(os.path.abspath(__file__)), {})",
                serde_json::Value::from(&*rules.name)
            ),
            None => serde_json::Value::from(self.game_name()).to_string(),
        };
        let claims = self.claims.iter();
        let claims = claims.flat_map(|(option, claims)| [option, &**claims]);
        include_str!("gen.py")
            .replace("CLAIMS", &claims.collect::<serde_json::Value>().to_string())
            .replace("GAME", &game)
    }

    /// Calls `put` with each test that is no sample, and with its number from 1 on. If an
    /// answer is a move, the answer holds every right one, and there are no tests whose right answers are too many to be listed.
    fn each_test<E: From<Error>>(
        &self,
        put: &mut dyn FnMut(usize, &Test) -> Result<(), E>,
    ) -> Result<Summary, E> {
        let opponents = match self.plan.interactive {
            Some(_) => OPPONENTS.map(Some).to_vec(),
            None => vec![None],
        };
        let hash = |case: &Case| XxHash3_128::oneshot(case.input.as_bytes());
        let mut inputs: HashSet<u128> = self.samples.iter().map(hash).collect();
        let mut tests = Summary::default();
        self.samples.iter().for_each(|case| tests.look_at(case));
        let turns = opponents.len() as u64;
        for (number, opponent) in (0..).zip(opponents) {
            let most = self.plan.most().map(|all| all * (number + 1) / turns);
            let plan = Plan {
                seed: self.plan.seed.wrapping_add(number),
                ..self.plan.clone()
            };
            for test in candidates(self.game, &plan)? {
                if most.is_some_and(|most| tests.count as u64 >= most) {
                    break;
                }
                let test = test?;
                // Shapes that need larger positions ignore small limits.
                if !fits(&test.positions, &self.plan.limits) || !inputs.insert(hash(&test.case)) {
                    continue;
                }
                if let Some(test) = self.completed(test, opponent)? {
                    tests.count += 1;
                    tests.look_at(&test.case);
                    put(tests.count, &test)?;
                }
            }
        }
        Ok(tests)
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
        if self.needs_checker() && !test.positions.is_empty() {
            let (cases, case) = (&self.plan.cases, self.plan.case);
            let answers = without_prefixes(&cases.prefix, &test.case.answer, case);
            let answers = answers.and_then(|text| self.plan.answers.answers(&text, case));
            let answers = answers.map_err(Failed)?;
            let all = answers.iter().zip(&test.positions).enumerate();
            let all = all.map(|(number, (answer, position))| {
                let right = right_moves(&**position, answer, self.plan)?;
                Ok(right.map(|right| cases.prefixed(number, &right)))
            });
            let Some(answer) = all.collect::<Result<_, Error>>()? else {
                return Ok(None);
            };
            test.case.answer = answer;
        }
        Ok(Some(test))
    }
}

/// Every right answer to a position whose answer is a move; `None` where they cannot be listed. Fails if a checker would
/// accept a move that loses, because letters are compared as the plan says.
fn right_moves(
    position: &dyn Position,
    answer: &str,
    plan: &Plan,
) -> Result<Option<String>, Error> {
    if plan.answers.named(answer.trim()).is_empty() {
        return Ok(Some(format!("{}\n", answer.trim())));
    }
    let options = match position.options() {
        Err(Error::TooManyMoves(_)) => return Ok(None),
        options => options?,
    };
    let (winning, others): (Vec<_>, Vec<_>) =
        options.iter().partition(|option| option.is_winning());
    let answer = answer.trim();
    let mut names: Vec<String> = plan
        .answers
        .named(answer)
        .into_iter()
        .map(str::to_owned)
        .collect();
    for winning in winning {
        let name = winning.line();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let folded: HashSet<String> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
    let is_both = |loses: &String| folded.contains(&loses.to_ascii_lowercase());
    let mut loses = others.into_iter().map(Choice::line);
    if let Some(name) = loses
        .find(is_both)
        .filter(|_| plan.case == LetterCase::Fold)
    {
        let what = "loses, and the name of a winning move differs only in case: --case exact tells them apart";
        let position = position.to_string();
        return Err(Failed(format!("{}: {name} {what}", position.trim_end())).into());
    }
    let mark = if names.len() > 1 { ANY_OF } else { "" };
    let names = format!("{mark}{}", names.join(" ; "));
    Ok(Some(plan.answers.with_named(answer, &names) + "\n"))
}

/// Returns whether positions are within the limits of a task, where their extents are known. O(parts).
pub fn fits(positions: &[Arc<dyn Position>], limits: &[Limit]) -> bool {
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
        return Ok(in_one(&samples, plan));
    }
    let (skipped, sizes) = match (&about.samples[..], &plan.interactive) {
        ([], None) => (0, MOST_SAMPLE_SIZES),
        ([], Some(_)) => (SKIPPED_SIZES, MOST_SAMPLE_SIZES),
        // Its own are beyond the limits. Of some games larger sizes have millions of positions.
        _ => (0, 3),
    };
    // Larger sizes than those of a sweep may have too many positions.
    let up_to = (about.smallest + sizes - 1).min(game.sweep_to()?);
    let solved = game.solved(up_to, &Place::Memory, &mut unwatched)?;
    for size in (about.smallest + skipped).min(up_to)..=up_to {
        for mut case in solved.cases(size)? {
            case.answer = about.answers.in_words_of(&plan.answers, &case.answer);
            let is_new = samples
                .iter()
                .all(|sample: &Case| sample.answer != case.answer);
            if is_new
                && !plan.cases.is_end(&case.input)
                && samples.len() < MOST_SAMPLES
                && fits(&game.read(case.position().as_bytes())?, &plan.limits)
            {
                samples.push(case);
            }
        }
    }
    let has_several_right = plan.answers.has_several_right();
    for sample in samples.iter_mut().filter(|_| has_several_right) {
        let positions = game.read(sample.position().as_bytes())?;
        if let Some(answer) = right_moves(&*positions[0], &sample.answer, plan)? {
            sample.answer = answer;
        }
    }
    Ok(in_one(&samples, plan))
}

/// Returns the samples in one input, or each in its own where they are too many for one. None has more parts than words.
fn in_one(samples: &[Case], plan: &Plan) -> Vec<Case> {
    let words = |sample: &Case| sample.input.split_ascii_whitespace().count() as u64;
    let Cases { most, parts, .. } = plan.cases;
    let are_few = samples.len() as u64 <= most && samples.iter().map(words).sum::<u64>() <= parts;
    let together = if are_few { samples.len().max(1) } else { 1 };
    let inputs = plan.cases.inputs_of(samples, together);
    inputs
        .map(|cases| plan.cases.case(&cases.iter().collect::<Vec<_>>()))
        .collect()
}

/// Returns the same number for the same game and seed, in the form of a random one.
fn uuid(game: &str, seed: u64) -> String {
    let digits = XxHash3_128::oneshot_with_seed(seed, game.as_bytes());
    let digits = format!("{digits:032x}");
    let [first, second, third, fourth, last] =
        [0..8, 8..12, 13..16, 17..20, 20..32].map(|at| &digits[at]);
    format!("{first}-{second}-4{third}-8{fourth}-{last}")
}
