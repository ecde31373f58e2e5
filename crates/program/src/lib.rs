//! Games whose rules are an external program, in any language.
//!
//! A *rules program* is an executable that is started with a verb, reads lines, writes lines and ends: `positions
//! N` lists every position of size N, `moves` answers each position with its options. It can therefore be tried in
//! a shell, and several copies can run in parallel. docs/own-game.md shows how to write one; docs/formats.md
//! defines its lines.
//!
//! * [`RulesGame::open`] reads the program's description. A [`RulesGame`] is a [`Game`](grundy_game::Game) like
//!   every built-in game.
//! * Programs run in the [sandbox](grundy_sandbox), in batches, several in parallel. A sample of positions is asked
//!   twice, and the two answers must be equal.
//! * [`grundy_brute::interned`] solves the positions; it does not depend on the program.
//!
//! An example: a move takes one or two stones from a heap. A heap of four has Grundy value 1.
//!
//! ```standalone_crate
//! use std::fs::{self, Permissions};
//! use std::os::unix::fs::PermissionsExt as _;
//! use std::process::ExitCode;
//! use std::sync::atomic::AtomicBool;
//! use std::time::Duration;
//!
//! use grundy_game::Game as _;
//! use grundy_program::{Asked, RulesGame, Settings};
//! use grundy_sandbox::Launcher;
//!
//! const RULES: &str = r#"#!/bin/sh
//! case $1 in
//!     about) echo "answer: grundy" ;;
//!     positions) echo "$2" ;;
//!     moves) while read -r n; do
//!         case $n in 0) echo ;; 1) echo 0 ;; *) echo "$((n - 1)) ; $((n - 2))" ;; esac
//!     done ;;
//!     *) exit 2 ;;
//! esac
//! "#;
//! static STOP: AtomicBool = AtomicBool::new(false);
//!
//! fn main() -> ExitCode {
//!     let mut arguments = std::env::args_os().skip(1);
//!     if arguments.next().is_some_and(|word| word == "sandbox") {
//!         return grundy_sandbox::launch_main(arguments);
//!     }
//!     let folder = tempfile::tempdir().unwrap();
//!     let file = folder.path().join("one-or-two");
//!     fs::write(&file, RULES).unwrap();
//!     fs::set_permissions(&file, Permissions::from_mode(0o755)).unwrap();
//!     let exe = std::env::current_exe().unwrap();
//!     let settings = Settings {
//!         launcher: Launcher { exe, args: vec!["sandbox".into()], env: vec![] },
//!         time: Duration::from_secs(30),
//!         jobs: 1,
//!         memory: None,
//!         notes: None,
//!         stop: &STOP,
//!     };
//!     let game = RulesGame::open(file.to_str().unwrap(), Asked::default(), settings).unwrap();
//!     assert_eq!(game.answer(&mut &b"4"[..]).unwrap(), ["1"]);
//!     ExitCode::SUCCESS
//! }
//! ```

mod about;
mod cases;
mod claims;
mod confirm;
mod drawn;
mod explain;
mod explore;
pub mod fingerprint;
mod formula;
mod game;
mod inside;
mod moves;
mod opened;
mod position;
mod problem;
mod program;
mod random;
mod reliance;
mod table;
mod verb;

pub use game::RulesGame;
pub use opened::{Asked, Claims};
#[doc(hidden)]
pub use program::Answering;
pub use program::{Notes, Settings};
pub use reliance::{Held, Reliance};
