//! Gives the crate the fingerprint of the code that a sweep puts to the test.

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
    let mut files = Vec::new();
    for dir in SOURCES {
        // In a package the others are not beside this one: their versions, which are exact, stand for
        // them.
        if !Path::new(dir).is_dir() {
            continue;
        }
        println!("cargo::rerun-if-changed={dir}");
        collect(Path::new(dir), &mut files)?;
    }
    files.sort();
    for file in VERSIONS.map(PathBuf::from) {
        // In a package there is no lock file of the workspace.
        if file.is_file() {
            println!("cargo::rerun-if-changed={}", file.display());
            files.push(file);
        }
    }
    let mut text = Vec::new();
    for file in files {
        // Names count, too, and the border between two files.
        let name = file.to_string_lossy().replace('\\', "/");
        let content = fs::read(&file)?;
        text.extend_from_slice(format!("{name} {}\n", content.len()).as_bytes());
        text.extend_from_slice(&content);
    }
    for name in SETTINGS {
        println!("cargo::rerun-if-env-changed={name}");
        let value = env::var_os(name).unwrap_or_default();
        text.extend_from_slice(format!("{name}={}\n", value.display()).as_bytes());
    }
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    text.extend_from_slice(&Command::new(compiler).arg("-vV").output()?.stdout);
    let hash = XxHash3_128::oneshot(&text) as u64;
    println!("cargo::rustc-env=GRUNDY_SOURCES={hash:016x}");
    Ok(())
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
