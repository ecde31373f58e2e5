//! The `grundy` command with the built-in games.

use std::process::ExitCode;

fn main() -> ExitCode {
    grundy::main(Vec::new())
}
