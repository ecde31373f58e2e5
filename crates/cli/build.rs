//! Links the command with the static C library where that is installed.
//!
//! The command solves a small input in microseconds. Most of the rest of its time is the dynamic loader's, which
//! writes 8,000 addresses, page after page, and looks up symbols in three libraries. A static executable starts in
//! half of the time; docs/experiments.md has the figures.
//!
//! The compiler's own option (`-C target-feature=+crt-static`) also applies to proc macros, which have to be dynamic,
//! unless the command line names the target, and a build script cannot set it. This script passes options to the
//! linker instead, with a folder that the linker searches first: there the names of the shared libraries that the
//! compiler asks for are linker scripts that name static ones.

use std::env;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::Command;

/// The libraries that the compiler asks for. Their static libraries have the same names, except that of `gcc_s`.
const LIBRARIES: [&str; 7] = ["c", "dl", "gcc_s", "m", "pthread", "rt", "util"];

/// The last arguments of the linker: these libraries need each other.
const ARGUMENTS: &str = "-no-pie -static -Wl,--start-group -lc -lgcc -lgcc_eh -Wl,--end-group";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RUSTC_LINKER");
    if !is_known() {
        return Ok(());
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("static");
    fs::create_dir_all(&folder)?;
    for name in LIBRARIES {
        let library = if name == "gcc_s" { "gcc_eh" } else { name };
        // On some systems static libraries are a package of their own.
        let Some(path) = path(library) else {
            return Ok(());
        };
        let script = format!("INPUT(\"{}\")\n", path.display());
        fs::write(folder.join(format!("lib{name}.a")), script)?;
    }
    // Only the command is linked in this way, and not the tests of the package.
    println!("cargo::rustc-link-arg-bins=-L{}", folder.display());
    for argument in ARGUMENTS.split(' ') {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    Ok(())
}

/// Whether this has been tested for the machine, and the user asks for no other way of linking. The libraries of MPI
/// are shared ones.
fn is_known() -> bool {
    let is = |key, value| env::var(key).is_ok_and(|found| found == value);
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    is("TARGET", "x86_64-unknown-linux-gnu")
        && is("HOST", "x86_64-unknown-linux-gnu")
        && env::var_os("CARGO_FEATURE_MPI").is_none()
        && !features.split(',').any(|feature| feature == "crt-static")
}

/// The path of a static library.
fn path(library: &str) -> Option<PathBuf> {
    let linker = env::var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let option = format!("-print-file-name=lib{library}.a");
    let output = Command::new(&linker).arg(option).output().ok()?;
    // Without such a library the linker prints the name alone.
    let path = String::from_utf8(output.stdout).ok()?;
    Some(PathBuf::from(path.trim())).filter(|path| path.is_absolute())
}
