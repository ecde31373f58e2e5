//! Gives the crate the fingerprint of the code that a sweep puts to the test.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use twox_hash::XxHash3_128;

/// What decides the outcome of a sweep: closed forms, oracles, games, and the sweep itself.
const SOURCES: [&str; 5] = [
    "../core/src",
    "../brute/src",
    "../games/src",
    "../records/src",
    "src",
];

/// What else does: how all of it is compiled. What cargo is told by profile, target and flags reaches
/// this script in the environment, under these names.
const SETTINGS: [&str; 7] = [
    "PROFILE",
    "OPT_LEVEL",
    "TARGET",
    "CARGO_CFG_TARGET_FEATURE",
    "CARGO_CFG_DEBUG_ASSERTIONS",
    "CARGO_CFG_PANIC",
    "CARGO_ENCODED_RUSTFLAGS",
];

/// The versions of other packages, and in the manifests their features and the profiles.
const VERSIONS: [&str; 6] = [
    "../../Cargo.lock",
    "../../Cargo.toml",
    "../core/Cargo.toml",
    "../brute/Cargo.toml",
    "../games/Cargo.toml",
    "Cargo.toml",
];

fn main() -> io::Result<()> {
    let here = Path::new(".");
    for input in inputs(here) {
        println!("cargo::rerun-if-changed={input}");
    }
    for name in SETTINGS {
        println!("cargo::rerun-if-env-changed={name}");
    }
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiler = Command::new(compiler).arg("-vV").output()?.stdout;
    let setting = |name: &str| env::var_os(name).unwrap_or_default();
    let hash = XxHash3_128::oneshot(&text(here, setting, &compiler)?) as u64;
    println!("cargo::rustc-env=GRUNDY_SOURCES={hash:016x}");
    Ok(())
}

/// The folders and files of these that are there. In a package the other crates are not beside this one:
/// their versions, which are exact, stand for them; nor is the lock file of the workspace.
fn inputs(here: &Path) -> impl Iterator<Item = &'static str> {
    let all = SOURCES.into_iter().chain(VERSIONS);
    all.filter(move |input| here.join(input).exists())
}

/// All that decides the outcome, as one text: sources, versions, settings, and what the compiler says of itself.
pub(crate) fn text(
    here: &Path,
    setting: impl Fn(&str) -> OsString,
    compiler: &[u8],
) -> io::Result<Vec<u8>> {
    let mut files = Vec::new();
    for input in inputs(here) {
        collect(&here.join(input), &mut files)?;
    }
    files.sort();
    let mut text = Vec::new();
    for file in files {
        // Names count, too, and the border between two files.
        let name = file.strip_prefix(here).unwrap_or(&file).to_string_lossy();
        let name = name.replace('\\', "/");
        let content = fs::read(&file)?;
        text.extend_from_slice(format!("{name} {}\n", content.len()).as_bytes());
        text.extend_from_slice(&content);
    }
    for name in SETTINGS {
        text.extend_from_slice(format!("{name}={}\n", setting(name).display()).as_bytes());
    }
    text.extend_from_slice(compiler);
    Ok(text)
}

/// A file, or the sources in a folder.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_file() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "rs") {
            collect(&path, files)?;
        }
    }
    Ok(())
}
