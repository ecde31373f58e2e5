//! Programs for tests of this crate and of crates that use it.

use grundy_sandbox::Program;
use std::path::PathBuf;

/// An example of this crate, which `cargo test` builds along with the tests.
pub fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its own name");
    let deps = test.parent().expect("tests lie in target/PROFILE/deps");
    let path = deps.with_file_name("examples").join(name);
    assert!(
        path.exists(),
        "{} is missing: `cargo build -p {} --examples` makes it",
        path.display(),
        env!("CARGO_PKG_NAME")
    );
    path
}

pub fn program(command: impl Into<PathBuf>, args: &[&str]) -> Program {
    Program {
        command: command.into().into(),
        args: args.iter().map(Into::into).collect(),
    }
}
