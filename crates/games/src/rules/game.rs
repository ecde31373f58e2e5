//! A rules program as a [`Game`].

use std::io::Read;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use twox_hash::XxHash3_128;

use crate::generate::{self, Random};
use crate::rules::about::LARGEST;
use crate::rules::fingerprint;
use crate::rules::line;
use crate::rules::opened::{Asked, Opened};
use crate::rules::position::{position, positions};
use crate::rules::program::Settings;
use crate::{
    About, Case, Closure, Depth, Draw, Each, Error, Evaluated, Game, Identity, NoShape,
    OracleError, Place, Position, Request, Scope, Sizes, Solved, Tally, Watch,
};

/// A game whose rules are a program.
#[derive(Clone, Debug)]
pub struct RulesGame(Arc<Opened>);

impl RulesGame {
    /// Opens the game whose rules are the program at `path`: starts it once and asks for its description.
    ///
    /// # Errors
    /// The program cannot be started, or its description is invalid.
    pub fn open(path: &str, asked: Asked, settings: Settings) -> Result<Self, Error> {
        Ok(Self(Arc::new(Opened::open(path, asked, settings)?)))
    }
}

impl Game for RulesGame {
    fn about(&self) -> &About {
        &self.0.about
    }

    fn sweep_to(&self) -> Result<u32, Error> {
        self.0.reasonable()
    }

    fn identity(&self, listed_up_to: Option<u32>) -> Result<Identity, Error> {
        let (rules, claims) = (&self.0.runner, &self.0.claims.runner);
        let mut programs = rules.fingerprint()?;
        if !Arc::ptr_eq(rules, claims) {
            programs = format!("{programs}, claim {}", claims.fingerprint()?);
        }
        let listing = listed_up_to.map(|size| self.0.listing(size));
        Ok(Identity {
            programs,
            listing: listing.transpose()?.unwrap_or_default(),
        })
    }

    fn check_inputs(&self) -> Result<(), Error> {
        self.0.tells_apart()
    }

    fn read(&self, input: &[u8]) -> Result<Vec<Arc<dyn Position>>, Error> {
        Ok(positions(&self.0, line::positions(input)?))
    }

    fn answer(&self, input: &mut dyn Read) -> Result<Vec<String>, Error> {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes).map_err(Error::Reading)?;
        let positions = line::positions(&bytes)?;
        self.0.answers(&positions)
    }

    fn draw(&self, request: &Request<'_>) -> Result<Arc<dyn Position>, Error> {
        generate::shape(request, self.about())?;
        let none = || NoShape(format!("no position of size {}", request.m));
        let size = u32::try_from(request.m).ok();
        let size = size.filter(|&size| size <= LARGEST).ok_or_else(none)?;
        let count = self.0.count(size)? as u64;
        let place = Random::new(request.seed).below(count);
        let drawn = self.0.some(size, place..place + 1).pop();
        Ok(position(&self.0, drawn.ok_or_else(none)?))
    }

    fn drawn(&self, draw: &Draw, number: u64) -> Result<Arc<dyn Position>, Error> {
        Ok(position(&self.0, self.0.drawn(draw, number)?))
    }
}

impl Sizes for RulesGame {
    fn positions(&self, size: u32) -> Result<u64, Error> {
        Ok(self.0.count(size)? as u64)
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
            return Err(OracleError::InMemory.into());
        }
        self.0.reach(up_to, watch)?;
        Ok(Box::new(Everything {
            game: &self.0,
            up_to,
            is_checked: AtomicBool::new(false),
        }))
    }

    fn closure(&self, size: u32) -> Result<Closure<'_>, Error> {
        self.0.count(size)?;
        Ok(Box::new(move |indices| self.0.exhaust(size, indices)))
    }

    fn random_closure(&self, draw: &Draw, numbers: Range<u64>) -> Result<Tally, Error> {
        self.0.sample(draw, numbers)
    }

    fn values(&self, up_to: u32, watch: Watch<'_>, each: Each<'_>) -> Result<(), Error> {
        self.0.reach(up_to, watch)?;
        let table = self.0.table();
        for size in self.about().smallest..=up_to {
            let mut evaluated = table.of_size(size).iter().filter_map(|&number| {
                let value = table.game.value(number)?;
                Some(Evaluated {
                    size,
                    position: table.game.text(number).to_owned() + "\n",
                    wins: value.outcome.is_win(),
                    winning_moves: value.winning.into(),
                    grundy: value.grundy.map(u64::from),
                    remoteness: value.remoteness,
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
    game: &'a Arc<Opened>,
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
        let cases = |size| game.cases(&game.some(size, 0..u64::MAX));
        if !self.is_checked.load(Ordering::Relaxed) && game.has_inputs()? {
            for size in game.about.smallest..=*up_to {
                cases(size)?;
            }
            self.is_checked.store(true, Ordering::Relaxed);
        }
        cases(size)
    }
}
