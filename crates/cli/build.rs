//! How the command is linked: with the C library, where that can be had.
//!
//! To solve a small input takes microseconds. What such a process takes beyond that is its start, and most
//! of this was the loader's: it put an address into each of 8,000 places, page after page, and looked for
//! symbols in three libraries. A command that has them inside, and knows all addresses, starts in half
//! of the time; docs/experiments.md has the figures.
//!
//! The compiler can link so by itself (`-C target-feature=+crt-static`), but then everything, proc macros
//! as well, which have to be dynamic, unless the target is named on the command line; and a build
//! script cannot ask for it. So this one asks the linker, and puts a folder before those that are searched
//! for libraries: in it the names by which the compiler asks for shared libraries mean the static ones.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the compiler asks the linker for, and what there is of the same without the loader.
const LIBRARIES: [(&str, &str); 7] = [
    ("c", "c"),
    ("dl", "dl"),
    ("gcc_s", "gcc_eh"),
    ("m", "m"),
    ("pthread", "pthread"),
    ("rt", "rt"),
    ("util", "util"),
];

/// After everything else: these need each other.
const LAST: [&str; 5] = [
    "-Wl,--start-group",
    "-lc",
    "-lgcc",
    "-lgcc_eh",
    "-Wl,--end-group",
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RUSTC_LINKER");
    if !is_known() {
        return Ok(());
    }
    let Some(libraries) = libraries() else {
        return Ok(());
    };
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("static");
    fs::create_dir_all(&folder)?;
    for (name, library) in libraries {
        // To the linker a text is a script.
        let script = format!("INPUT(\"{}\")\n", library.display());
        fs::write(folder.join(format!("lib{name}.a")), script)?;
    }
    // Of this package's programs only the command: tests are linked as ever.
    println!("cargo::rustc-link-arg-bins=-L{}", folder.display());
    for argument in ["-no-pie", "-static"].iter().chain(&LAST) {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    Ok(())
}

/// Whether the command is for such a machine as this one, of the kind on which this has been tried, without
/// the libraries of MPI, which are shared ones, and not linked in another way at the builder's wish.
fn is_known() -> bool {
    let is = |key, value| env::var(key).is_ok_and(|found| found == value);
    let has_mpi = env::var_os("CARGO_FEATURE_MPI").is_some();
    let is_static = env::var("CARGO_CFG_TARGET_FEATURE")
        .is_ok_and(|features| features.split(',').any(|feature| feature == "crt-static"));
    is("TARGET", "x86_64-unknown-linux-gnu")
        && is("HOST", "x86_64-unknown-linux-gnu")
        && !has_mpi
        && !is_static
}

/// The names by which the compiler asks for libraries, and static ones for them. None when one is missing:
/// on some systems they are a package of its own.
fn libraries() -> Option<Vec<(&'static str, PathBuf)>> {
    let linker = env::var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let library = |name: &str| {
        let output = Command::new(&linker)
            .arg(format!("-print-file-name=lib{name}.a"))
            .output()
            .ok()?;
        // Where there is none, the answer is its name alone.
        let path = String::from_utf8(output.stdout).ok()?;
        let path = Path::new(path.trim());
        path.is_absolute().then(|| path.to_owned())
    };
    LIBRARIES
        .iter()
        .map(|(name, of)| Some((*name, library(of)?)))
        .collect()
}
