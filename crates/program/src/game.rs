//! A rules program as a [`Game`].

use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grundy_game::generate::{self, Random};
use grundy_game::line::{self, shown};
use grundy_game::streamed;
use grundy_game::{
    About, Case, Closure, Depth, Draw, Each, Error, Evaluated, Game, Identity, Limit, Mismatch,
    NoShape, Place, Position, Problem, Request, Scope, Shape, Sizes, SolveError, Solved, Tally,
    Watch, unwatched,
};
use twox_hash::XxHash3_128;

use crate::about::LARGEST;
use crate::drawn::NEARLY;
use crate::fingerprint;
use crate::inside::Inside;
use crate::opened::{Asked, Opened};
use crate::position::{position, positions};
use crate::problem::problem;
use crate::program::{Answering, Settings, failed};
use crate::reliance::{Held, Reliance};

/// A game whose rules are a program.
#[derive(Clone, Debug)]
pub struct RulesGame {
    pub(crate) game: Arc<Opened>,
    /// The description of the game. It has limits and shapes of large positions only where the claim is relied on.
    about: About,
    /// The game that is not a rules program, where this one stands for it.
    inside: Option<Inside>,
}

impl RulesGame {
    /// Opens the game whose rules are the program at `path`: starts it once and asks for its description.
    ///
    /// # Errors
    /// The program cannot be started, or its description is invalid.
    pub fn open(path: &str, asked: Asked, settings: Settings) -> Result<Self, Error> {
        Ok(Self::of(Opened::open(path, None, asked, settings)?))
    }

    /// Opens a game that is no rules program as if it were one, so that its positions are compared with claims.
    ///
    /// # Errors
    /// The claims are a program that cannot be started.
    pub fn of_game(game: Arc<dyn Game>, asked: Asked, settings: Settings) -> Result<Self, Error> {
        let name = game.about().name.clone();
        let inside = Inside(game);
        let mut opened = Opened::open(&name, Some(inside.answering()), asked, settings)?;
        opened.is_of_game = true;
        Ok(Self {
            inside: Some(inside),
            ..Self::of(opened)
        })
    }

    /// Opens a game whose rules are answered in the place of the program at `path`, for tests.
    ///
    /// # Errors
    /// The description is invalid.
    #[doc(hidden)]
    pub fn answered(path: &str, answering: Answering, settings: Settings) -> Result<Self, Error> {
        let game = Opened::open(path, Some(answering), Asked::default(), settings)?;
        Ok(Self::of(game))
    }

    fn of(game: Opened) -> Self {
        let about = About {
            limits: Cow::default(),
            ..game.about.clone()
        };
        Self {
            game: Arc::new(game),
            about,
            inside: None,
        }
    }

    /// Reads the positions of an input.
    fn texts(&self, input: &mut dyn Read) -> Result<Vec<String>, Error> {
        match &self.inside {
            Some(inside) => inside.read(input),
            None => streamed(input, line::positions),
        }
    }

    /// Returns the limits of the task that the program names.
    pub fn limits(&self) -> &[Limit] {
        &self.game.about.limits
    }

    /// Returns the size, within those of a sweep, up to which there are about `most` positions.
    ///
    /// # Errors
    /// When the program fails.
    pub fn size_of(&self, most: usize) -> Result<u32, Error> {
        self.game.size_with(most, |_| false)
    }

    /// Returns whether the program has a claim: the verb `claim`, or another program for it.
    ///
    /// # Errors
    /// When the program fails in another way.
    pub fn has_claim(&self) -> Result<bool, Error> {
        let claims = &self.game.claims;
        Ok(claims.words.is_empty() || claims.runner.offers(claims.words)?)
    }

    /// Returns why claims are no answers of the task; `None` where they are. Those of a formula tell the moves that win where all
    /// moves are listed.
    ///
    /// # Errors
    /// When the program fails.
    pub fn unanswered(&self) -> Result<Option<String>, Error> {
        let (form, task) = (&self.game.claim_form, &self.game.about.answers);
        if self.game.formula.is_none() || form == task {
            return Ok(None);
        }
        let tells = if self.game.asks_one_move_further() {
            !self.game.first_moves.is_offered()?
        } else {
            task.of_formula().is_some() && (form.adds_up() || !task.adds_up())
        };
        Ok((!tells).then(|| {
            let title = &self.game.about.title;
            format!(
                "{}: a formula says who wins, or the Grundy value, and the answers of {title} are others",
                self.claimant()
            )
        }))
    }

    /// Returns whether the answers need to know who wins one move further, and a formula says that only of positions that are no sums.
    pub fn needs_values(&self) -> bool {
        self.game.asks_one_move_further() && !self.game.claim_form.adds_up()
    }

    /// Follows many moves of a large position, about which a judged program and the claim differ. Returns whether the claim calls
    /// the position won and none of the moves shows that, or how the claim contradicts itself.
    ///
    /// # Errors
    /// When the program fails.
    pub fn is_doubtful(&self, position: &str) -> Result<Result<bool, Mismatch>, Error> {
        self.game.is_doubtful(position)
    }

    /// Returns the program whose claims are the answers, by the name that errors give it.
    pub fn claimant(&self) -> &str {
        self.game.claims.runner.name()
    }

    /// Makes the claim the source of right answers where the oracle has none. If large positions were `held` against each
    /// other, the game has the limits of the task and draws such positions. Clones of the game rely on the claim, too.
    #[must_use]
    pub fn relying(mut self, reliance: Reliance, held: Option<&Held>) -> Self {
        self.game.reliance.get_or_init(|| reliance);
        if let Some(held) = held {
            self.game.moves_to.get_or_init(|| held.moves_to);
            self.about.limits.clone_from(&self.game.about.limits);
            let mut shapes = Shape::OF_EVERY_GAME.to_vec();
            // Such a position is behind another one by a move.
            shapes.retain(|shape| reliance.is_closed || shape.name != NEARLY);
            shapes.extend(self.about.shapes.iter().map(|&shape| Shape {
                most: Some(reliance.up_to.into()),
                ..shape
            }));
            self.about.shapes = shapes.into();
            self.about.m = "the extent, as the verb random takes it".into();
            self.about.n = "the number of parts, as the verb random takes it".into();
        }
        self
    }
}

pub(crate) fn draws(requests: &[Request<'_>]) -> Vec<Draw> {
    let draw = |&Request { m, n, seed, .. }: &Request<'_>| Draw { m, n, seed };
    requests.iter().map(draw).collect()
}

impl Game for RulesGame {
    fn about(&self) -> &About {
        &self.about
    }

    fn sweep_to(&self) -> Result<u32, Error> {
        self.game.reasonable()
    }

    fn identity(&self, listed_up_to: Option<u32>) -> Result<Identity, Error> {
        let (rules, claims) = (&self.game.runner, &self.game.claims.runner);
        let mut programs = rules.fingerprint()?;
        if !Arc::ptr_eq(rules, claims) {
            programs = format!("{programs}, claim {}", claims.fingerprint()?);
        }
        let listing = listed_up_to.map(|size| self.game.listing(size));
        Ok(Identity {
            programs,
            listing: listing.transpose()?.unwrap_or_default(),
        })
    }

    fn computed(&self) -> Option<Duration> {
        self.game.runner.computed()
    }

    fn check_inputs(&self) -> Result<(), Error> {
        self.game.tells_apart()
    }

    fn read_from(&self, input: &mut dyn Read) -> Result<Vec<Arc<dyn Position>>, Error> {
        Ok(positions(&self.game, self.texts(input)?))
    }

    fn answer(&self, input: &mut dyn Read) -> Result<Vec<String>, Error> {
        let answers = self.game.own_answers(&self.texts(input)?)?.into_iter();
        Ok(answers.map(|(answer, _)| answer).collect())
    }

    fn draw(&self, request: &Request<'_>) -> Result<Arc<dyn Position>, Error> {
        let Shape { name, .. } = generate::shape(request, self.about())?;
        if *name != Shape::LISTED {
            let Request { m, n, .. } = request;
            let none = || {
                NoShape(format!(
                    "found no position of shape `{name}` with m = {m} and n = {n}"
                ))
            };
            let text = self.game.requested(request)?.ok_or_else(none)?;
            return Ok(position(&self.game, text));
        }
        let none = || NoShape(format!("no position of size {}", request.m));
        let reliance = self.game.reliance.get();
        let known = reliance.map_or(LARGEST, |reliance| reliance.up_to);
        let size = u32::try_from(request.m).ok();
        let size = size.filter(|&size| size <= known).ok_or_else(none)?;
        let count = self.game.count(size)? as u64;
        let place = Random::new(request.seed).below(count);
        let drawn = self.game.some(size, place..place + 1).pop();
        Ok(position(&self.game, drawn.ok_or_else(none)?))
    }

    fn problem(&self) -> Result<Option<Problem>, Error> {
        let is_position = !self.about.asks_several && !self.game.inputs.is_offered()?;
        let mut formula = self.game.formula.clone().filter(|_| is_position);
        if formula.is_some() && self.game.moves_to.get().is_none() {
            // All inputs are positions up to this size.
            let found = self.confirm(self.sweep_to()?, &mut unwatched)?;
            let reliance = found.map_err(|Mismatch { input, got, .. }| {
                let name = self.claimant();
                failed(format!("{name} is wrong about {}: it {got}", shown(&input)))
            })?;
            formula = formula.filter(|_| reliance.positions > 0);
        }
        Ok(Some(problem(
            &self.game,
            self.about(),
            formula,
            is_position,
        )))
    }

    fn draw_ahead(&self, requests: &[Request<'_>]) -> Result<(), Error> {
        self.game.draw_ahead(requests)
    }

    fn drawn(&self, draw: &Draw, number: u64) -> Result<Arc<dyn Position>, Error> {
        let seed = draw.seed.wrapping_add(number);
        let text = self.game.draws.one(Draw { seed, ..*draw })?;
        Ok(position(&self.game, text))
    }
}

impl Sizes for RulesGame {
    fn positions(&self, size: u32) -> Result<u64, Error> {
        Ok(self.game.count(size)? as u64)
    }

    fn lists_together(&self) -> bool {
        self.game.table().lists_together()
    }

    fn listed(&self, size: u32) -> Result<Vec<String>, Error> {
        self.game.count(size)?;
        let texts = self.game.some(size, 0..u64::MAX).into_iter();
        Ok(texts.map(|text| text + "\n").collect())
    }

    fn scope(&self, size: u32) -> Result<Scope, Error> {
        Ok(Scope {
            indices: 0..self.positions(size)?,
            depth: Depth::Moves,
        })
    }

    /// Each process asks the program for all positions.
    fn solved(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Solved + '_>, Error> {
        if let Place::Disk(_) = place {
            return Err(SolveError::in_memory().into());
        }
        let reliance = self.game.reliance.get();
        // Of several winning moves the claim names one.
        let names_moves = self.about.answers.has_several_right();
        if reliance.is_some_and(|reliance| up_to <= reliance.up_to) && !names_moves {
            // The claim is known to give the oracle's answers.
            self.game.count(up_to)?;
        } else {
            self.game.reach(up_to, watch)?;
        }
        Ok(Box::new(Everything {
            game: &self.game,
            up_to,
            is_checked: AtomicBool::new(false),
        }))
    }

    fn closure(&self, size: u32) -> Result<Closure<'_>, Error> {
        self.game.count(size)?;
        Ok(Box::new(move |indices| self.game.exhaust(size, indices)))
    }

    fn random_closure(&self, draw: &Draw, numbers: Range<u64>) -> Result<Tally, Error> {
        self.game.sample_series(draw, numbers)
    }

    fn values(&self, up_to: u32, watch: Watch<'_>, each: Each<'_>) -> Result<(), Error> {
        self.game.reach(up_to, watch)?;
        let table = self.game.table();
        for size in self.about().smallest..=up_to {
            let mut evaluated = table.of_size(size).iter().filter_map(|&number| {
                let value = table.game.value(number)?;
                Some(Evaluated {
                    size,
                    position: table.game.text(number).to_owned() + "\n",
                    known: value.into(),
                })
            });
            if evaluated.try_for_each(&mut *each).is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl Opened {
    /// Returns a hash of all positions up to a size, in order. O(positions).
    fn listing(&self, up_to: u32) -> Result<String, Error> {
        self.count(up_to)?;
        let table = self.table();
        let mut hash = XxHash3_128::new();
        for size in self.about.smallest..=up_to {
            let positions = table.of_size(size);
            hash.write(&(positions.len() as u64).to_le_bytes());
            for &position in positions {
                hash.write(table.game.text(position).as_bytes());
                hash.write(b"\n");
            }
        }
        Ok(fingerprint::shown(hash.finish_128()))
    }
}

/// All listed positions up to a size, solved.
struct Everything<'a> {
    game: &'a Opened,
    up_to: u32,
    /// Whether all these positions have been checked for equal inputs with different answers.
    is_checked: AtomicBool,
}

impl Solved for Everything<'_> {
    fn check(&self, size: u32, indices: Range<u64>) -> Result<Tally, Error> {
        self.game.compare(size, indices)
    }

    /// Returns the cases of a size. The first call also makes the cases of all sizes, because an input that stands for
    /// two different answers must be reported independently of the order of calls.
    fn cases(&self, size: u32) -> Result<Vec<Case>, Error> {
        let Self { game, up_to, .. } = self;
        if !self.is_checked.swap(true, Ordering::Relaxed) {
            let all = game.up_to(*up_to);
            game.inputs(&all)?;
            game.right_answers(&all)?;
            if game.inputs.is_offered()? {
                game.cases(&all)?;
            }
        }
        game.cases(&game.some(size, 0..u64::MAX))
    }
}
