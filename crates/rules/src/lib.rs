//! Games as programs: the rules in any language, and everything works.
//!
//! A *rules program* is any executable that is started with a verb, reads lines, writes lines and ends:
//! `positions N` lists every position of size N, `moves` answers each position with its options. So it can
//! be tried in a shell, has no dialogue to get wrong, and several can run side by side. docs/own-game.md
//! shows how one is written; docs/formats.md says what its lines look like.
//!
//! * [`open`] asks a program what it is and gives a [`RulesGame`], an [`Entry`](grundy_games::Entry) like
//!   every built-in game.
//! * Programs run in the [sandbox](grundy_sandbox), in batches, several at a time, and are asked some
//!   things twice.
//! * Positions are solved by [`grundy_brute::interned`], which never sees a program.

mod about;
mod claims;
mod closure;
mod entry;
mod error;
mod explain;
mod explore;
mod fingerprint;
mod game;
mod input;
mod line;
mod moves;
mod program;
mod state;

pub use about::Form;
pub use error::{BadEnd, Call, Problem, RulesError};
pub use game::{RulesGame, open};
pub use program::Settings;
