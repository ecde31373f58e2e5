//! The games of the command line: names, options, and how each is opened.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use grundy_formula::Formula;
use grundy_game::Game;
use grundy_judge::reference::{Reference, ReferencePlan, Refusal, confirm, establish};
use grundy_program::{Asked, Claims, Notes, RulesGame, Settings};
use grundy_records::confirmed;
use grundy_sandbox::{Launcher, shown};
use serde_json::{Value, json};

use crate::command::programs::{Variable, cores, launcher, of_text, variable};
use crate::command::{interrupt, output, programs, progress, searching, text};

/// The games of the crate that calls [`crate::main`].
pub type Added = [Arc<dyn Game>];

/// All games with a name of their own, the built-in ones first.
pub fn all(added: &Added) -> impl Iterator<Item = &Arc<dyn Game>> {
    grundy_games::all().iter().chain(added)
}

/// The file of the rules program that `--game` names, if it names one.
pub fn program_of(name: &str) -> Option<&Path> {
    name.contains('/').then(|| Path::new(name))
}

/// A game; and if it is a rules program, this one, and what its right answers rest on.
pub type Opened = (Arc<dyn Game>, Option<Arc<RulesGame>>, Option<Reference>);

/// Work with a rules program that takes longer is noted.
pub const NOTED: Duration = Duration::from_secs(5);

/// Writes how far work has come to standard error, where that is a terminal, over the bar of the command.
fn note_progress(line: &str) {
    if io::stderr().is_terminal() {
        output::note(&format!("\r\x1b[K{}", output::harmless(line)));
    }
}

impl Rules {
    /// A game that is not a rules program. Long searches of it are noted, unless the command shows them otherwise.
    fn built_in(name: &str, added: &Added) -> Result<Arc<dyn Game>> {
        let is_named = |game: &&Arc<dyn Game>| game.about().name.eq_ignore_ascii_case(name);
        if let Some(game) = added.iter().find(is_named) {
            if let Some(searching) = game.searching() {
                searching.watch(searching::notes(note_progress));
            }
            return Ok(Arc::clone(game));
        }
        grundy_games::find(name).map_err(|error| {
            anyhow!("{error}; a rules program is named by a path with a `/` in it, as ./{name}")
        })
    }

    /// Opens the game that `--game` names; `added` games are found by their names before the built-in ones. A rules program
    /// is started, and its claims are those of the command line `claim` if there is one; `up_to` is the largest size that the
    /// user asked for.
    ///
    /// # Errors
    /// When there is no such game, a built-in game is given a claim, or a program cannot be started or violates the
    /// protocol.
    pub fn open(
        &self,
        name: &str,
        added: &Added,
        claim: &ClaimOption,
        up_to: Option<u32>,
    ) -> Result<Arc<dyn Game>> {
        match self.program(name, added, claim, up_to)? {
            Some(game) => Ok(Arc::new(game)),
            None => Self::built_in(name, added),
        }
    }

    /// As [`open`](Self::open), for a rules program, or a game that is compared with claims in the place of its closed form;
    /// `None` for another game.
    pub fn program(
        &self,
        name: &str,
        added: &Added,
        claim: &ClaimOption,
        up_to: Option<u32>,
    ) -> Result<Option<RulesGame>> {
        let is_program = program_of(name).is_some();
        if !is_program && !claim.is_given() {
            return Ok(None);
        }
        let claims = match (&claim.claim, &claim.formula) {
            (Some(claim), _) => Some(Claims::Program(
                of_text("--claim", claim)?,
                format!("--claim {claim}"),
            )),
            (None, Some(formula)) => Some(Claims::Formula(read_formula(formula)?)),
            (None, None) => None,
        };
        let settings = Settings {
            launcher: launcher(&self.env)?,
            time: self.time_limit,
            jobs: cores(),
            memory: None,
            notes: Some(Notes {
                after: NOTED,
                progress: note_progress,
                hint: |line| output::note(&format!("hint: {}", output::harmless(line))),
            }),
            stop: interrupt::stop(),
        };
        let asked = Asked { claims, up_to };
        let game = if is_program {
            RulesGame::open(name, asked, settings)?
        } else {
            RulesGame::of_game(Self::built_in(name, added)?, asked, settings)?
        };
        Ok(Some(game))
    }
}

#[derive(Args)]
pub struct Rules {
    /// Time limit for a rules program to answer one batch: 30s, 500ms
    #[arg(id = "rules_time_limit", long = "rules-time-limit")]
    #[arg(value_name = "TIME", default_value = "30s", value_parser = text::time)]
    time_limit: Duration,
    /// A variable that all programs which grundy starts get in addition to PATH, HOME, TMPDIR and LANG: NAME with the
    /// caller's value, or NAME=VALUE; may be given several times
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = variable)]
    env: Vec<Variable>,
}

#[derive(Args, Default)]
pub struct ClaimOption {
    /// The program whose claims are the right answers where the oracle has none: it reads positions and writes answers; by
    /// default a rules program's own verb `claim`, or the closed form of another game
    #[arg(long, value_name = "CMD")]
    claim: Option<String>,
    /// A formula whose claims are the right answers where the oracle has none: 'lost iff a = b', or a file with one; by default
    /// the line `formula:` of a rules program's `about`; with neither option `solve`, `explain` and `play` ask a rules program
    /// for no claims
    #[arg(long, value_name = "FORMULA", conflicts_with = "claim")]
    formula: Option<String>,
}

impl ClaimOption {
    /// Whether there is any.
    pub const fn is_given(&self) -> bool {
        self.claim.is_some() || self.formula.is_some()
    }

    /// The formula that is given.
    ///
    /// # Errors
    /// When it is none.
    pub fn formula(&self) -> Result<Option<Formula>> {
        self.formula.as_deref().map(read_formula).transpose()
    }

    /// The files that are named.
    pub fn files(&self) -> Vec<PathBuf> {
        let claim = self.claim.as_deref().and_then(shlex::split);
        let claim = claim.into_iter().flatten();
        programs::files(claim.chain(self.formula.clone()))
    }
}

/// So many characters of a formula are shown.
pub const SHOWN: usize = 200;

/// Reads a formula, or the one in a file.
///
/// # Errors
/// When it is none.
pub fn read_formula(text: &str) -> Result<Formula> {
    // A formula has a blank or an equals sign, a file rarely.
    let is_formula = |c: char| c.is_whitespace() || c == '=';
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown += "...";
    }
    let content = if text.contains(is_formula) && !Path::new(text).is_file() {
        text.to_owned()
    } else {
        fs::read_to_string(text).with_context(|| {
            format!("--formula {shown}: no formula, and no file that can be read")
        })?
    };
    content
        .parse()
        .with_context(|| format!("--formula {shown}"))
}

/// Checks that the claim of a rules program did not fail and was not shown to be wrong.
///
/// # Errors
/// When it was: with the position, and what was expected and claimed there.
pub fn not_refused(reference: Option<&Reference>) -> Result<()> {
    if let Some(Reference::Failed { why }) = reference {
        bail!("{why}");
    }
    let Some(Reference::Refused {
        by,
        claimant,
        mismatch,
    }) = reference
    else {
        return Ok(());
    };
    let (expected, input) = (&mismatch.expected, shown(mismatch.input.trim_end()));
    let got = &mismatch.got;
    let claim = if claimant.starts_with("--claim") {
        claimant.clone()
    } else {
        format!("the claim of {claimant}")
    };
    match by {
        Refusal::Oracle => {
            bail!("{claim} is wrong about {input}: it {got}, and the oracle has {expected}")
        }
        Refusal::Closure => bail!(
            "{claim} contradicts itself: about {input} it {got}, and from what it says one move further \
             follows: {expected}"
        ),
    }
}

/// Shows how far the oracle has come, until Ctrl-C ends it.
fn watched() -> impl FnMut(grundy_game::Progress) -> ControlFlow<()> {
    let bar = progress::bar(&"the oracle", 0, "positions");
    move |progress| {
        bar.set_length(progress.of);
        bar.set_position(progress.boards);
        interrupt::go_on()
    }
}

/// A line on what the answers to large inputs of a rules program rest on; empty if no claim is one.
pub fn rests_on(reference: Option<&Reference>) -> String {
    let Some(Reference::Claim { reliance, .. }) = reference else {
        return String::new();
    };
    format!(
        "answers: the oracle's to size {size}, beyond it the claim's, which agrees with the oracle on all {positions} \
         positions to size {size}\n",
        size = reliance.up_to,
        positions = text::grouped(reliance.positions),
    )
}

#[derive(Args)]
pub struct GameOption {
    /// The game: a name that `gen --help` lists; a heap game by its code, as 0.77 or subtract:1,3,4, or its name, as
    /// kayles; or, with a `/` in it, the path of a rules program
    #[arg(short, long, value_name = "GAME", default_value = "gra")]
    pub game: String,
    #[command(flatten)]
    pub rules: Rules,
}

impl GameOption {
    /// The game; `up_to` is the largest size that the user asked for.
    pub fn open(&self, added: &Added, up_to: Option<u32>) -> Result<Arc<dyn Game>> {
        self.rules
            .open(&self.game, added, &ClaimOption::default(), up_to)
    }

    /// How programs are started.
    pub fn launcher(&self) -> Result<Launcher> {
        launcher(&self.rules.env)
    }

    /// The names of the variables that programs get in addition to the usual ones.
    fn added_variables(&self) -> Vec<Cow<'_, str>> {
        let names = self.rules.env.iter().map(|(name, _)| name);
        let names: BTreeSet<_> = names.map(|name| name.to_string_lossy()).collect();
        names.into_iter().collect()
    }

    /// A line on these variables; empty without them.
    pub fn environment(&self) -> String {
        match &*self.added_variables() {
            [] => String::new(),
            names => format!("environment: with {}\n", names.join(", ")),
        }
    }

    /// Adds the names of these variables, and what changes times, to the facts of a report.
    pub fn surround(&self, facts: &mut Value, disturbances: Option<&[String]>) {
        facts["env"] = json!(self.added_variables());
        facts["isolation"] = json!(disturbances);
    }

    /// Checks that files can be written, and that none of them is another one, the program or a file that is read.
    pub fn can_be_written<'a>(
        &'a self,
        written: impl IntoIterator<Item = &'a Option<PathBuf>>,
        read: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<()> {
        let read = read.into_iter().map(PathBuf::as_path);
        output::can_be_written(written.into_iter().flatten(), read.chain(self.program()))
    }

    /// The game, for a command that does not handle Ctrl-C otherwise. For a built-in game no handler is
    /// installed: its thread would take a tenth of the time of a small input.
    pub fn open_alone(&self, added: &Added) -> Result<Arc<dyn Game>> {
        if self.program().is_some() {
            interrupt::listen_quietly()?;
        }
        self.open(added, None)
    }

    /// The game, with a claim that the user names as the answer where the oracle has none.
    pub fn open_claimed(&self, added: &Added, claim: &ClaimOption) -> Result<Arc<dyn Game>> {
        if !claim.is_given() {
            return self.open_alone(added);
        }
        interrupt::listen_quietly()?;
        let game = self.rules.program(&self.game, added, claim, None)?;
        let game = game.context("a claim makes a rules program of every game")?;
        let (game, reference) = confirm(game, &mut watched())?;
        not_refused(Some(&reference))?;
        if let Reference::Oracle { why } = reference {
            bail!("no claim answers: {why}");
        }
        Ok(Arc::new(game))
    }

    /// The game, with the claim of a rules program as the source of right answers where that may be.
    pub fn open_with(
        &self,
        added: &Added,
        claim: &ClaimOption,
        plan: &ReferencePlan,
    ) -> Result<Opened> {
        let Some(game) = self.rules.program(&self.game, added, claim, plan.up_to)? else {
            return Ok((Rules::built_in(&self.game, added)?, None, None));
        };
        if let Some(why) = game.unanswered()?.filter(|_| claim.is_given()) {
            bail!("{why}");
        }
        let plan = ReferencePlan {
            folder: confirmed::folder(),
            ..plan.clone()
        };
        let (game, reference) = establish(game, &plan, &mut watched())?;
        let game = Arc::new(game);
        Ok((Arc::clone(&game) as _, Some(game), Some(reference)))
    }

    /// The file of a rules program.
    pub fn program(&self) -> Option<&Path> {
        program_of(&self.game)
    }
}
