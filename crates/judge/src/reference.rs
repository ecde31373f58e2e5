//! Where the right answers to inputs of a rules program come from.
//!
//! The oracle solves every position up to some size. Beyond that, the claim of the rules program takes its place if two
//! checks pass: the claim agrees with the oracle on every position up to that size, and on a sample of large positions
//! it agrees with itself one move further ([closure](grundy_game::closure)). The first check may take long; a folder
//! stores that it passed, for the same programs with the same variables.

use std::path::PathBuf;

use grundy_game::generate::{Random, extents};
use grundy_game::{Error, Game as _, Limit, Mismatch, Request, Watch};
use grundy_program::{Held, Reliance, RulesGame};
use grundy_records::confirmed::{self, Known, remember, remembered};
use grundy_records::plan::{Check, Shard, SweepPlan};
use grundy_sweep::{Report, VERSION};
use serde::Serialize;

use crate::JudgeError;
use crate::cases::any_length;
use crate::task::{how_to_claim, override_limits};

/// What the caller asks for.
#[derive(Clone, Debug, Default)]
pub struct ReferencePlan {
    /// The size up to which the oracle solves every position, if it is beyond the game's own for a sweep.
    pub up_to: Option<u32>,
    /// The largest extent of a position, in place of the task's.
    pub m: Option<u64>,
    /// The largest number of parts of a position, in place of the task's.
    pub n: Option<u64>,
    /// What the sample of large positions is drawn from.
    pub seed: u64,
    /// The folder that stores confirmed claims.
    pub folder: Option<PathBuf>,
}

/// What the right answers rest on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Reference {
    /// The oracle only: larger positions are not tested, for this reason.
    Oracle {
        /// The reason, in words.
        why: String,
    },
    /// The claim, for positions that the oracle has not solved.
    Claim {
        /// What the comparison with the oracle has shown.
        #[serde(flatten)]
        reliance: Reliance,
        /// Whether that comparison was made earlier, and is stored.
        remembered: bool,
        /// The sample of large positions on which the claim was compared with itself; `None` where no position is larger than
        /// those of the oracle, for the reason in `why`.
        sample: Option<Sample>,
        /// Why there are no large positions.
        why: Option<String>,
    },
    /// The oracle only: the claim fails on large positions.
    Failed {
        /// The error.
        why: String,
    },
    /// The oracle only: the claim is wrong.
    Refused {
        /// What shows it.
        by: Refusal,
        /// The program whose claim it is.
        claimant: String,
        /// The position, and what was expected and claimed there.
        mismatch: Mismatch,
    },
}

impl Reference {
    /// Returns what stands in the place of the tests' verdict on a program, where the claim fails or is wrong.
    pub fn verdict(&self, is_accepted: bool) -> Option<&'static str> {
        match self {
            Self::Refused { .. } => Some("claim refused"),
            Self::Failed { .. } if is_accepted => Some("claim failed"),
            _ => None,
        }
    }
}

/// How a claim was shown to be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Refusal {
    /// It differs from the oracle.
    Oracle,
    /// It contradicts what it says of the positions one move further.
    Closure,
}

/// A sample of large positions on which a claim agrees with itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sample {
    /// The number of positions.
    pub positions: u64,
    /// The number of those that are lost according to the claim.
    pub lost: u64,
    /// The number of those that are won according to the claim, and none of whose followed moves shows that.
    pub unshown: u64,
    /// The number of moves that were followed.
    pub moves: u64,
    /// The largest extent of positions whose moves could be followed; `None` where it is that of the task.
    pub moves_to: Option<u64>,
}

/// The number of random positions of the sample, beside those at the limits.
const RANDOM: u64 = 24;
/// The largest number of parts of a position of the sample: those with many take long to follow.
const PARTS: u64 = 100;

/// About so many positions are enough where a single position is asked about.
const FEW: usize = 500;

/// Returns the game with its claim as the source of right answers where that may be, and what they rest on. `watch` is
/// called while the oracle solves positions.
///
/// # Errors
/// When the program fails, or `watch` ends the work. A claim that is wrong is no error.
pub fn establish(
    game: RulesGame,
    plan: &ReferencePlan,
    watch: Watch<'_>,
) -> Result<(RulesGame, Reference), JudgeError> {
    let limits = limits(&game, plan);
    let up_to = game.sweep_to()?.max(plan.up_to.unwrap_or(0));
    let programs = game.identity(None)?.programs;
    let stored = stored(&game, plan, &programs, up_to)?;
    let oracle = |why: String| Reference::Oracle { why };
    if limits.is_empty() {
        let why = NO_LIMITS.to_owned();
        return Ok(match stored {
            None => (game, oracle(why)),
            Some(Known { reliance, .. }) => {
                let found = claim(reliance, true, None, Some(why));
                (game.relying(reliance, None), found)
            }
        });
    }
    let reliance = match confirmed(&game, stored.as_ref(), up_to, watch)? {
        Ok(reliance) => reliance,
        Err(reference) => return Ok((game, reference)),
    };
    let sample = sample(&limits, plan.seed);
    let compared = || {
        let claims = game.claims_about(&sample)?;
        let drawn_from = format!("{limits:?}, seed {}, claims {claims}", plan.seed);
        let same = stored.as_ref().and_then(|known| known.sample.clone());
        let held = match same.filter(|(from, _)| *from == drawn_from) {
            Some((_, held)) => Ok(held),
            None => game.hold(&sample)?,
        };
        Ok((drawn_from, held))
    };
    let (drawn_from, held) = match compared() {
        Err(Error::Failed(why)) => return Ok((game, Reference::Failed { why: why.0 })),
        compared => compared?,
    };
    let held = match held {
        Ok(held) => held,
        Err(why) => {
            return Ok((
                game,
                oracle(format!("its verb random gives no position: {why}")),
            ));
        }
    };
    let is_right = held.tally.mismatches == 0;
    let known = Known {
        reliance,
        behaviour: match &stored {
            Some(known) => known.behaviour.clone(),
            None => game.behaviour(up_to)?,
        },
        sample: is_right.then(|| (drawn_from, held.clone())),
    };
    if let Some(folder) = &plan.folder
        && stored.as_ref() != Some(&known)
    {
        // Without the file the next call only takes longer.
        _ = remember(folder, VERSION, &programs, known);
    }
    if let Some(mismatch) = held.tally.smallest {
        let refused = refused(&game, Refusal::Closure, mismatch);
        return Ok((game, refused));
    }
    let found = claim(reliance, stored.is_some(), Some(&held), None);
    Ok((game.relying(reliance, Some(&held)), found))
}

/// Returns the game with its claim as the source of right answers where the oracle has none, if it agrees with the oracle on all
/// of the first five hundred positions. It is not compared with itself on larger ones, which nothing needs to draw.
///
/// # Errors
/// As [`establish`].
pub fn confirm(game: RulesGame, watch: Watch<'_>) -> Result<(RulesGame, Reference), JudgeError> {
    let up_to = game.size_of(FEW)?;
    Ok(match confirmed(&game, None, up_to, watch)? {
        Ok(reliance) => (
            game.relying(reliance, None),
            claim(reliance, false, None, None),
        ),
        Err(reference) => (game, reference),
    })
}

/// Compares the claim with the oracle, unless that is `stored`. The inner error is what answers rest on without it.
fn confirmed(
    game: &RulesGame,
    stored: Option<&Known>,
    up_to: u32,
    watch: Watch<'_>,
) -> Result<Result<Reliance, Reference>, JudgeError> {
    let oracle = |why: String| Ok(Err(Reference::Oracle { why }));
    if let Some(why) = game.unanswered()? {
        return oracle(why);
    }
    if stored.is_none() && !game.has_claim()? {
        return oracle(NO_CLAIM.to_owned() + &how_to_claim(game));
    }
    let reliance = match stored {
        Some(known) => known.reliance,
        None => match game.confirm(up_to, watch)? {
            Ok(reliance) => reliance,
            Err(mismatch) => return Ok(Err(refused(game, Refusal::Oracle, mismatch))),
        },
    };
    if reliance.positions == 0 {
        return oracle(format!(
            "no position up to size {up_to} shows that the claim is right"
        ));
    }
    if reliance.has_sums && (game.about().answers.names_moves() > 0 || game.needs_values()) {
        return oracle(SUMS.to_owned());
    }
    Ok(Ok(reliance))
}

/// Stores that a sweep has shown that the claim of a rules program agrees with the oracle, if it has, for later calls of
/// [`establish`].
pub fn remember_swept(game: &RulesGame, swept: &Report) -> Option<()> {
    let (SweepPlan { check, shard }, total) = (swept.plan, &swept.total);
    let Check::Oracle { up_to } = check else {
        return None;
    };
    if shard != Shard::WHOLE || total.mismatches > 0 {
        return None;
    }
    let folder = confirmed::folder()?;
    let programs = game.identity(None).ok()?.programs;
    let known = Known {
        reliance: game.confirmed(up_to)?,
        behaviour: game.behaviour(up_to).ok()?,
        sample: None,
    };
    let before = remembered(&folder, VERSION, &programs);
    let is_new = before.is_none_or(|before| before.behaviour != known.behaviour);
    // Without the file a judge only takes longer.
    is_new.then(|| remember(&folder, VERSION, &programs, known).ok())?
}

/// The result that the claim is wrong.
pub fn refused(game: &RulesGame, by: Refusal, mismatch: Mismatch) -> Reference {
    let claimant = game.claimant().to_owned();
    Reference::Refused {
        by,
        claimant,
        mismatch,
    }
}

/// Returns what the folder has about the claim, if it was confirmed up to just this size and the programs still answer as
/// they did.
fn stored(
    game: &RulesGame,
    plan: &ReferencePlan,
    programs: &str,
    up_to: u32,
) -> Result<Option<Known>, JudgeError> {
    let known = plan.folder.as_ref().and_then(|folder| {
        let known = remembered(folder, VERSION, programs)?;
        (known.reliance.up_to == up_to).then_some(known)
    });
    Ok(match known {
        Some(known) if game.behaviour(up_to)? == known.behaviour => Some(known),
        _ => None,
    })
}

const NO_LIMITS: &str = "its `about` has no line `limits: M N`, and there is no -m";
const NO_CLAIM: &str = "it has no verb claim, and there is no --claim";
const SUMS: &str = "moves lead to sums, and an answer that is a move says nothing about a sum";

fn claim(
    reliance: Reliance,
    remembered: bool,
    held: Option<&Held>,
    why: Option<String>,
) -> Reference {
    let sample = held.map(|held| {
        let tally = &held.tally;
        Sample {
            positions: tally.positions,
            lost: tally.losing,
            unshown: held.unshown,
            moves: tally.followed.winning.saturating_add(tally.followed.others),
            moves_to: Some(held.moves_to).filter(|&most| most < u64::MAX),
        }
    });
    Reference::Claim {
        reliance,
        remembered,
        sample,
        why,
    }
}

/// Returns the limits of the task: the program's, or those of the caller.
fn limits(game: &RulesGame, plan: &ReferencePlan) -> Vec<Limit> {
    let mut limits = game.limits().to_vec();
    if limits.is_empty() {
        limits.extend(plan.m.map(|m| Limit::new(m, 1)));
    }
    override_limits(&mut limits, plan.m, plan.n);
    limits
}

/// Returns requests for positions at these limits, and for random ones.
fn sample(limits: &[Limit], seed: u64) -> Vec<Request<'static>> {
    let shape = "random";
    let at_limits = limits.iter().flat_map(|&Limit { m, n }| {
        let extents = extents(m).into_iter();
        extents.flat_map(move |m| (0..2).map(move |i| (m, n.min(PARTS), seed.wrapping_add(i))))
    });
    let random = (0..RANDOM).filter_map(|i| {
        let seed = seed.wrapping_add(i);
        let mut random = Random::new(seed);
        let Limit { m, n } = random.choose(limits)?;
        let m = any_length(&mut random, m);
        Some((m, any_length(&mut random, n.min(PARTS)), seed))
    });
    let all = at_limits.chain(random);
    all.map(|(m, n, seed)| Request { shape, m, n, seed })
        .collect()
}
