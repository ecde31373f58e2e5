//! Tells the crate which compiler builds it, so that a record need not guess.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = match Command::new(compiler).arg("--version").output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Err(error) => panic!("the compiler does not say its version: {error}"),
    };
    let version = version.strip_prefix("rustc ").unwrap_or(&version);
    println!("cargo::rustc-env=GRUNDY_RUSTC={version}");
}
