//! The tests of a task's package, and the programs that its author gives for it, each with the verdict that these tests show.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read as _;
use std::path::{self, Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grundy_game::sum::one_line;
use grundy_game::{Case, Claimant, Expected, Game, Limit, Request, Starts, Submission};
use grundy_package::{Plan, TestSet, each_case, wrong_solutions};
use grundy_records::files::PathError;
use grundy_sandbox::{Launcher, Limits, Program, Sandbox};
use tempfile::TempDir;

use crate::JudgeError;
use crate::cases::each_drawn;
use crate::judge::judge;
use crate::plan::{JudgePlan, Phase};
use crate::runner::run_case;
use crate::task::Task;
use crate::verdict::Verdict;

/// Returns the plan of the tests that an author asks for. What `asked` has of the game's original becomes that of the task; `set` is by
/// default the original's tests where they fit the task, and else those made from shapes.
///
/// # Errors
/// When the task has no such tests, or words that no program of a package can have; a list of every position is in no package.
pub fn planned(task: &Task<'_>, set: Option<TestSet>, asked: Plan) -> Result<Plan, JudgeError> {
    let about = task.game.about();
    if about.claimant == Claimant::ClosedForm {
        task.has_inputs(asked.seed)?;
    }
    let set = fitting(task, set, &asked)?;
    let is_plain = |word: &str| !word.contains(['"', '\\']) && !word.contains(char::is_control);
    let is_listed = matches!(set, TestSet::Every(_));
    if !is_listed && !task.answers.outcome_words().into_iter().all(is_plain) {
        let what = "--words: a package has its words in programs, so they may not contain quotes, backslashes or control characters";
        return Err(JudgeError::Task(what.to_owned()));
    }
    if asked.interactive.is_some() {
        about.asks_one()?;
    }
    if let Some(Starts::Choose { first, second }) = &asked.interactive {
        task.tells_apart(first, second)?;
    }
    let limits = match (&asked.interactive, &*about.interactive) {
        (Some(_), []) if !task.has_own_limits => task.limits().iter().map(of_dialogue).collect(),
        (Some(_), own) if !task.has_own_limits => own.to_vec(),
        _ => task.limits().to_vec(),
    };
    Ok(Plan {
        set,
        limits,
        case: task.case,
        answers: task.answers.clone(),
        cases: about.cases.clone(),
        ..asked
    })
}

/// Returns the tests that are asked for, or those that fit the task.
fn fitting(task: &Task<'_>, set: Option<TestSet>, asked: &Plan) -> Result<TestSet, JudgeError> {
    let about = task.game.about();
    let is_sized = asked.tests.is_some() || about.cases.are_many();
    let is_other = is_sized || asked.interactive.is_some() || task.has_own_limits;
    let refused = match set {
        Some(TestSet::Original) if asked.interactive.is_some() => {
            "--suite poi has the original's tests, which are not those of an interactive task"
        }
        Some(TestSet::Original) if is_sized => {
            "--suite poi has the original's inputs: --cases and --tests are for --suite shapes"
        }
        Some(TestSet::Original) if is_other => {
            "--suite poi has the original's sizes: -m and -n are for --suite shapes"
        }
        Some(TestSet::Original) if about.tests == 0 => &format!(
            "{} has no test set of its own; --suite shapes makes one from its shapes",
            about.name
        ),
        Some(set @ (TestSet::Original | TestSet::Every(_))) => return Ok(set),
        None if about.tests > 0 && !is_other => return Ok(TestSet::Original),
        _ if task.limits().is_empty() => &format!(
            "{} has no limits, so the sizes of its tests are unknown",
            about.name
        ),
        _ => return Ok(TestSet::Shapes),
    };
    Err(JudgeError::Task(refused.to_owned()))
}

/// The limit of a task as that of its dialogue, if the game names none: most games end after some thousand moves.
fn of_dialogue(&Limit { m, n }: &Limit) -> Limit {
    const EXTENT: u64 = 1000;
    const ALL: u64 = 3000;
    let m = m.min(EXTENT);
    Limit::new(m, n.min(ALL / m.max(1)))
}

/// The programs that an author gives for a package, in files whose extension says their language.
#[derive(Clone, Debug)]
pub struct Solutions<'a> {
    /// Right ones.
    pub right: &'a [PathBuf],
    /// Wrong ones.
    pub wrong: &'a [PathBuf],
    /// How sandboxes are started.
    pub launcher: Launcher,
    /// How many inputs are run at the same time to find the smallest one on which a program is not what the author says.
    pub jobs: usize,
}

/// How long small positions are tried on a program that is not what the author says.
const SMALLEST: Duration = Duration::from_secs(20);
/// How much of an input a message has, in characters.
const INPUT_SHOWN: usize = 200;

impl Solutions<'_> {
    /// Puts the programs into the plan of a package, each with the verdict of the first test that it does not pass. For a wrong one that
    /// passes all tests, and for such a one of the package itself, a test is added. `note` is called with what the author has to know
    /// about one program. `game` reads single positions, and `task` whole inputs.
    ///
    /// # Errors
    /// When a right program fails a test, or no test is found that a wrong one fails; when a program cannot be compiled; and as
    /// [`judge`].
    pub fn confirm(
        &self,
        (game, task): (&dyn Game, &Task<'_>),
        plan: &mut Plan,
        stop: &AtomicBool,
        note: impl Fn(&str),
    ) -> Result<(), JudgeError> {
        let compiled = TempDir::new().map_err(PathError::writing(&env::temp_dir()))?;
        let time = plan.time_limit(game)?;
        let mut candidates = Vec::new();
        let mut add = |role: Role, file: &Path| {
            let out = compiled.path().join(candidates.len().to_string());
            let (submission, program) = read(file, &out)?;
            let plan = JudgePlan {
                limits: Limits::within(time),
                jobs: self.jobs,
                seed: plan.seed,
                phases: vec![Phase::Every, Phase::Limits, Phase::Random],
                every_time: SMALLEST,
                first: true,
                ..JudgePlan::new(program, self.launcher.clone())
            };
            candidates.push(Candidate {
                role,
                file: file.to_owned(),
                submission,
                sandbox: plan.sandbox()?,
                plan,
                failure: None,
                is_mute: role == Role::Wrong,
            });
            Ok::<_, JudgeError>(())
        };
        for file in self.right {
            add(Role::Right, file)?;
        }
        for file in self.wrong {
            add(Role::Wrong, file)?;
        }
        // The tests of a built-in game reject its own, unless they are few.
        if game.about().claimant == Claimant::Claim || plan.tests.is_some() {
            for (number, own) in wrong_solutions(game, plan)?.into_iter().enumerate() {
                let name = format!("own{number}.{}", own.language);
                let file = compiled.path().join(name);
                // What cannot be written here cannot be written to the package, which says so.
                if fs::write(&file, &*own.text).is_ok() {
                    // Where a compiler is missing, nothing is known of the solution.
                    _ = add(Role::Own, &file);
                }
            }
        }
        // All tests would be made for no program.
        if !candidates.is_empty() {
            each_case(game, plan, &mut |name, case| {
                let mut candidates = candidates.iter_mut();
                candidates.try_for_each(|candidate| candidate.run(task, name, case, stop))
            })?;
        }
        for candidate in candidates {
            plan.submissions
                .extend(candidate.confirmed(task, &mut plan.added, stop, &note)?);
        }
        Ok(())
    }
}

/// What a program of a package is to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A right one, of the author.
    Right,
    /// A wrong one, of the author.
    Wrong,
    /// A wrong one of the package itself.
    Own,
}

/// A program of a package.
struct Candidate {
    role: Role,
    file: PathBuf,
    submission: Submission,
    plan: JudgePlan,
    sandbox: Sandbox,
    /// The first test that it does not pass, by its name.
    failure: Option<(String, Verdict)>,
    /// Whether it is a wrong one of the author that breaks down on all tests so far, before it prints anything.
    is_mute: bool,
}

impl Candidate {
    /// Runs the program on a test of the package, unless it has failed one before; a mute one on all.
    fn run(
        &mut self,
        task: &Task<'_>,
        name: &str,
        case: &Case,
        stop: &AtomicBool,
    ) -> Result<(), JudgeError> {
        if self.failure.is_some() && !self.is_mute {
            return Ok(());
        }
        let (_, verdict) = run_case(task, &mut self.sandbox, case, stop)?;
        self.is_mute &= matches!(verdict, Verdict::RuntimeError { .. })
            && self.sandbox.stdout().read(&mut [0])? == 0;
        if !verdict.is_accepted() && self.failure.is_none() {
            self.failure = Some((name.to_owned(), verdict));
        }
        Ok(())
    }

    /// Returns the program with its verdict, if it is the author's. Adds a test for a wrong one that passes all.
    fn confirmed(
        mut self,
        task: &Task<'_>,
        added: &mut Vec<Request<'static>>,
        stop: &AtomicBool,
        note: &impl Fn(&str),
    ) -> Result<Option<Submission>, JudgeError> {
        let file = self.file.display().to_string();
        let failure = self.failure.as_ref();
        let mut verdict = failure.map(|(_, verdict)| Expected::from(verdict));
        if self.role != Role::Right && verdict.is_none() {
            if self.role == Role::Wrong {
                note(&format!(
                    "--wrong {file} passes all tests of the package; looking for an input on which it fails"
                ));
            }
            if let Some((request, found)) = self.drawn_failure(task, stop)? {
                if !added.contains(&request) {
                    added.push(request);
                }
                verdict = Some(found);
            }
        }
        let what = match (self.role, verdict, &self.failure) {
            (Role::Own, ..) => return Ok(None),
            (Role::Right, None, _) => return Ok(Some(self.submission)),
            (Role::Wrong, Some(verdict), failure) => {
                if let Some((_, Verdict::RuntimeError { cause, stderr })) = failure
                    && self.is_mute
                {
                    let said = stderr.lines().last().map(|line| format!(": {line}"));
                    note(&format!(
                        "--wrong {file} prints nothing on any test of the package: {cause}{}",
                        said.unwrap_or_default()
                    ));
                }
                self.submission.verdict = verdict;
                return Ok(Some(self.submission));
            }
            (_, _, Some((test, verdict))) => {
                format!("--solution {file} fails {test}: {}", verdict.name())
            }
            (_, _, None) => format!("--wrong {file} passes all tests of the package"),
        };
        let report = judge(task, &self.plan, stop, &|_| ())?;
        let found = match report.counterexample {
            Some(found) => {
                let input: String = found.case.input.chars().take(INPUT_SHOWN).collect();
                let (input, verdict) = (one_line(&input), found.verdict);
                format!("the smallest input found on which it fails is {input}: {verdict}")
            }
            None => "the judge found no small or random input on which it fails".to_owned(),
        };
        Err(JudgeError::Task(format!("{what}; {found}")))
    }

    /// Looks among positions at the limits and random ones for one that the program does not pass, and returns what draws it, with
    /// the verdict.
    fn drawn_failure(
        &mut self,
        task: &Task<'_>,
        stop: &AtomicBool,
    ) -> Result<Option<(Request<'static>, Expected)>, JudgeError> {
        let mut failure = None;
        let (seed, random) = (self.plan.seed, self.plan.random);
        each_drawn(task, (seed, random), &mut |request, position| {
            let case = task.case(&[position])?;
            let (_, verdict) = run_case(task, &mut self.sandbox, &case, stop)?;
            failure = (!verdict.is_accepted()).then(|| (request, Expected::from(&verdict)));
            Ok(failure.is_none())
        })?;
        Ok(failure)
    }
}

/// The languages of programs in files: the extension, what compiles FILE to OUT, if that is needed, and what runs it.
const LANGUAGES: [(&str, &str, &str); 5] = [
    ("py", "", "python3 FILE"),
    ("cpp", "g++ -std=c++17 -O2 -o OUT FILE", "OUT"),
    ("cc", "g++ -std=c++17 -O2 -o OUT FILE", "OUT"),
    ("c", "gcc -O2 -o OUT FILE -lm", "OUT"),
    ("java", "", "java FILE"),
];

/// Reads a program that a package is to have as a right one, and compiles it to `out` if its language needs that.
///
/// # Errors
/// When its language is not known, a package cannot have its name, or it cannot be read or compiled.
fn read(file: &Path, out: &Path) -> Result<(Submission, Program), JudgeError> {
    let text = fs::read_to_string(file).map_err(PathError::reading(file))?;
    let wrong = |what: String| JudgeError::Task(format!("{}: {what}", file.display()));
    let extension = file.extension().and_then(OsStr::to_str);
    let mut languages = LANGUAGES.into_iter();
    let language = languages.find(|(known, ..)| extension == Some(known));
    let (language, compile, run) = language.ok_or_else(|| {
        let known = LANGUAGES.map(|(known, ..)| format!(".{known}")).join(", ");
        wrong(format!("expected a name that ends with one of {known}"))
    })?;
    let name = file.file_stem().unwrap_or_default().display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) || !name.chars().all(is_plain) {
        let what = "in a package, names of programs are ASCII letters, digits, `_`, `-` and `.`";
        return Err(wrong(what.to_owned()));
    }
    let path = path::absolute(file).map_err(PathError::reading(file))?;
    let program = |command: &str| {
        let mut words = command.split(' ').map(|word| match word {
            "FILE" => path.clone().into_os_string(),
            "OUT" => out.into(),
            word => OsString::from(word),
        });
        let command = words.next().unwrap_or_default();
        let args = words.collect();
        Program { command, args }
    };
    if !compile.is_empty() {
        let Program { command, args } = program(compile);
        let name = command.display();
        let cannot = |error| JudgeError::Task(format!("cannot start {name}: {error}"));
        let compiled = Command::new(&command).args(args).output();
        let compiled = compiled.map_err(cannot)?;
        if !compiled.status.success() {
            let said = String::from_utf8_lossy(&compiled.stderr);
            let said = said.lines().find(|line| line.contains("error"));
            let (file, what) = (path.display(), said.unwrap_or("failed"));
            return Err(JudgeError::Task(format!("{name}, {file}: {what}")));
        }
    }
    let mut submission = Submission::new(Expected::Accepted, language, text);
    submission.name = Some(name);
    Ok((submission, program(run)))
}
