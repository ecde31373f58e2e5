//! How the command is linked: so that it starts in less time, where that takes no more than what is there.
//!
//! To solve a small input takes microseconds. What such a process takes beyond that is its start, and of
//! this the larger part was the loader's: it put an address into each of 8,000 places, page after page,
//! and looked for symbols in libraries. Both can be had for less: addresses that are known when the
//! command is linked, and the library that walks the stack after a panic inside of the command.
//! docs/performance.md has the figures.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RUSTC_LINKER");
    if is_linked_here_as_usual() {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        link_unwinder();
    }
}

/// Whether the command is for such a machine as this one, on which the linker is known, and is not linked
/// in another way at the builder's wish.
fn is_linked_here_as_usual() -> bool {
    let is = |key, value| env::var(key).is_ok_and(|found| found == value);
    let is_static = env::var("CARGO_CFG_TARGET_FEATURE")
        .is_ok_and(|features| features.split(',').any(|feature| feature == "crt-static"));
    is("TARGET", "x86_64-unknown-linux-gnu") && is("HOST", "x86_64-unknown-linux-gnu") && !is_static
}

/// Takes the unwinder from a static library, where the linker has one: without this line it is the shared
/// library of the same code.
fn link_unwinder() {
    let linker = env::var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let found = Command::new(linker)
        .arg("-print-file-name=libgcc_eh.a")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok());
    // Without a library the answer is its name alone.
    if let Some(folder) = found
        .as_deref()
        .and_then(|path| Path::new(path.trim()).parent())
        && folder.is_absolute()
    {
        println!("cargo::rustc-link-search=native={}", folder.display());
        println!("cargo::rustc-link-lib=static=gcc_eh");
    }
}
