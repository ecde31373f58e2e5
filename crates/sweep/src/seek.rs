//! The search for a closed form: learns from the oracle's values of small positions, confirms on all positions up to a size,
//! and holds what it found against itself on large positions.

mod close;
mod gather;
mod proof;

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use grundy_formula::search::{Candidate, Search};
use grundy_formula::{Formula, Says};
use grundy_game::explain::row::counted;
use grundy_game::{Error, Game, Known};
use serde::Serialize;

pub use close::Closed;
use close::{Large, close, rivals};
use gather::Gathered;

/// What is looked for.
#[derive(Clone, Debug)]
pub struct SeekPlan {
    /// The size up to which positions are solved; by default some thousand positions.
    pub up_to: Option<u32>,
    /// The length of the longest expression that is tried.
    pub length: usize,
    /// Whether a formula of outcomes is sought before one of values.
    pub outcome: bool,
    /// A formula that is checked in the place of a search.
    pub given: Option<Formula>,
}

/// A stage of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Positions up to this size are solved.
    Solving(u32),
    /// Formulas are sought that agree with so many positions.
    Seeking(usize),
    /// This formula is held against itself on large positions.
    Closing(String),
}

/// Is called at each stage and many times within one; [`Break`](ControlFlow::Break) ends the search.
pub type SeekWatch<'a> = &'a mut dyn FnMut(&Stage) -> ControlFlow<()>;

/// A formula that agreed with the first positions, and where it failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Died {
    /// The formula.
    pub formula: String,
    /// The first position on which it failed.
    pub position: String,
    /// What is right there.
    pub expected: String,
    /// What the formula says.
    pub says: String,
}

/// A formula that no check refutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The formula.
    pub formula: Formula,
    /// How many of the positions are needed to determine its free numbers.
    pub absorbed: usize,
    /// What it says agreed with itself on these large positions; `None` where the search was ended before all were compared.
    pub closed: Option<Closed>,
    /// The theorem that makes it certain, where there is one.
    pub proved: Option<String>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sought {
    /// The formula, if one was found.
    pub found: Option<Found>,
    /// The size up to which all positions were solved.
    pub up_to: u32,
    /// How many positions were solved, with those that only moves lead to.
    pub positions: usize,
    /// The formulas that failed, in the order in which they were tried.
    pub died: Vec<Died>,
    /// Whether the search was ended before it had tried everything.
    pub is_stopped: bool,
}

/// Numbers of positions from which formulas are learnt: values, and outcomes.
const LEARN: [(Says, &[usize]); 2] = [
    (Says::Value, &[30, 60, 120, 250, 500, 1000]),
    (Says::Lost, &[120, 250, 500, 1000]),
];
/// So many formulas may fail for one number of positions.
const FAILURES: usize = 200;

/// Searches for a formula of a game. Which formulas are tried, and in which order, is the same on every machine; how large the positions
/// are on which one is closed depends on how fast a rules program lists their moves.
///
/// ```
/// use grundy_sweep::seek::{SeekPlan, seek};
/// use std::ops::ControlFlow;
///
/// let game = grundy_games::find("nim")?;
/// let plan = SeekPlan { up_to: None, length: 9, outcome: false, given: None };
/// let sought = seek(&*game, &plan, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(sought.found.unwrap().formula.to_string(), "value = nimsum(parts)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the game fails, no formula can read its positions, or it has draws.
pub fn seek(game: &dyn Game, plan: &SeekPlan, watch: SeekWatch<'_>) -> Result<Sought, Error> {
    let gathered = gather::gather(game, plan.up_to, watch)?;
    let sought = Sought {
        found: None,
        up_to: gathered.up_to,
        positions: gathered.data.rows().len(),
        died: Vec::new(),
        is_stopped: false,
    };
    let watch = RefCell::new(watch);
    let mut seeking = Seeking {
        game,
        gathered: &gathered,
        refuters: Vec::new(),
        sought,
        watch: &|stage| (watch.borrow_mut())(stage),
    };
    if let Some(formula) = &plan.given {
        let absorbed = formula.expr.constants();
        let formula = formula.clone();
        seeking.check(Candidate { formula, absorbed });
    } else {
        seeking.search(plan);
    }
    Ok(seeking.sought)
}

/// A search under way.
struct Seeking<'a> {
    game: &'a dyn Game,
    gathered: &'a Gathered,
    /// Large positions about which a formula has contradicted itself: others are held against these first.
    refuters: Vec<Large>,
    sought: Sought,
    watch: &'a dyn Fn(&Stage) -> ControlFlow<()>,
}

impl Seeking<'_> {
    /// Searches in more and more positions, until a formula is found.
    fn search(&mut self, plan: &SeekPlan) {
        let (data, watch) = (&self.gathered.data, self.watch);
        let learning = Cell::new(0);
        let go_on = || watch(&Stage::Seeking(learning.get()));
        let search = Search::new(data, plan.length, &go_on);
        let mut kinds = LEARN;
        if plan.outcome {
            // A formula of values tells who wins, too.
            kinds.reverse();
        }
        for (says, learn) in kinds {
            // The outcome of a sum does not follow from those of its parts.
            if says == Says::Lost && self.gathered.has_sums {
                continue;
            }
            // As many positions again are there to refute what was learnt.
            let half = data.rows().len().div_ceil(2);
            let mut learn: Vec<usize> = learn.iter().map(|learn| half.min(*learn)).collect();
            learn.dedup();
            for learn in learn {
                learning.set(learn);
                let failures = self.sought.died.len() + FAILURES;
                let _ = search.candidates(says, learn, &mut |candidate| {
                    self.check(candidate);
                    if self.sought.died.len() >= failures || self.sought.found.is_some() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                self.sought.is_stopped |= go_on().is_break();
                if self.sought.found.is_some() || self.sought.is_stopped {
                    return;
                }
            }
        }
    }

    /// Compares a formula with the oracle and with itself, and stores it as found, or where it failed.
    fn check(&mut self, Candidate { formula, absorbed }: Candidate) {
        let misere = self.game.about().misere;
        let mut again = self.refuters.iter();
        let again = || again.find_map(|large| large.refutes(&formula, misere).ok()?);
        if let Some(died) = refuted(self.gathered, &formula, absorbed).or_else(again) {
            self.sought.died.push(died);
            return;
        }
        let stage = Stage::Closing(formula.to_string());
        let mut go_on = || (self.watch)(&stage);
        let proved = proof::proof(self.game, &formula);
        let rivals = if proved.is_some() {
            Vec::new()
        } else {
            rivals(&formula, self.gathered)
        };
        let closed = close(self.game, &formula, rivals, self.gathered, &mut go_on);
        self.sought.is_stopped |= go_on().is_break();
        let closed = match closed {
            Ok(closed) => closed,
            Err(refuted) => {
                self.sought.died.push(refuted.0);
                self.refuters.extend(refuted.1);
                return;
            }
        };
        self.sought.found = Some(Found {
            proved,
            formula,
            absorbed,
            closed: (!self.sought.is_stopped).then_some(closed),
        });
    }
}

/// The first position on which a formula says something else than the oracle, or how it may be a coincidence.
fn refuted(gathered: &Gathered, formula: &Formula, absorbed: usize) -> Option<Died> {
    let rows = gathered.data.rows();
    let wrong = rows.iter().zip(&gathered.rated).find_map(|(row, rated)| {
        let verdict = formula.at(&row.position);
        let is_right = verdict.is_some_and(|verdict| {
            verdict.is_lost == row.is_lost
                && verdict
                    .value
                    .is_none_or(|value| row.value == i64::try_from(value).ok())
        });
        (!is_right).then(|| Died {
            formula: formula.to_string(),
            position: rated.position.trim_end().to_owned(),
            expected: rated.known.to_string(),
            says: verdict.map_or_else(
                || "nothing".to_owned(),
                |verdict| Known::from(verdict).to_string(),
            ),
        })
    });
    wrong.or_else(|| {
        let few = rows.len() < 2 * absorbed + FEWEST;
        few.then(|| Died {
            formula: formula.to_string(),
            position: String::new(),
            expected: format!("more than {} positions", 2 * absorbed + FEWEST),
            says: format!(
                "it may be a coincidence, with {} for {}; solve more with --up-to",
                counted(rows.len() as u64, "position"),
                counted(absorbed as u64, "free number")
            ),
        })
    })
}

/// A formula is a coincidence if there are not so many positions more than twice its free numbers.
const FEWEST: usize = 16;
