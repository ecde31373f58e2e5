//! Parts of different builds do not go together: whatever may change an outcome changes the fingerprint.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

#[path = "../../build.rs"]
#[expect(dead_code, reason = "what is for cargo alone")]
mod build;

const COMPILER: &str = "rustc 1.95.0";

fn text(root: &Path, changed: &str, compiler: &str) -> Vec<u8> {
    let setting = |name: &str| {
        OsString::from(if name == changed {
            "other"
        } else {
            "as it was"
        })
    };
    build::text(&root.join("crates/sweep"), setting, compiler.as_bytes()).unwrap()
}

#[test]
fn whatever_may_change_an_outcome_changes_the_fingerprint() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    let files = [
        "Cargo.lock",
        "Cargo.toml",
        "crates/core/Cargo.toml",
        "crates/core/src/gra/wide.rs",
        "crates/brute/Cargo.toml",
        "crates/brute/src/lib.rs",
        "crates/games/Cargo.toml",
        "crates/games/src/gra.rs",
        "crates/records/src/checkpoint.rs",
        "crates/sweep/Cargo.toml",
        "crates/sweep/src/lib.rs",
    ];
    let no_matter = [
        "README.md",
        "crates/cli/src/main.rs",
        "crates/core/src/notes.txt",
    ];
    for file in files.iter().chain(&no_matter) {
        fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
        fs::write(root.join(file), "as it was\n").unwrap();
    }
    let before = text(root, "", COMPILER);
    assert_eq!(text(root, "", COMPILER), before);
    for file in no_matter {
        fs::write(root.join(file), "other\n").unwrap();
        assert!(text(root, "", COMPILER) == before, "{file}");
    }
    let mut all = BTreeSet::from([before]);
    for file in files {
        fs::write(root.join(file), "other\n").unwrap();
        assert!(all.insert(text(root, "", COMPILER)), "{file}");
    }
    for setting in [
        "PROFILE",
        "OPT_LEVEL",
        "TARGET",
        "CARGO_CFG_TARGET_FEATURE",
        "CARGO_CFG_DEBUG_ASSERTIONS",
        "CARGO_CFG_PANIC",
        "CARGO_ENCODED_RUSTFLAGS",
    ] {
        assert!(all.insert(text(root, setting, COMPILER)), "{setting}");
    }
    assert!(all.insert(text(root, "", "rustc 1.96.0")), "compiler");
    // A file that moves is another one, and so is one that comes or goes.
    let source = root.join("crates/sweep/src/lib.rs");
    fs::rename(&source, source.with_file_name("other.rs")).unwrap();
    assert!(all.insert(text(root, "", COMPILER)), "a name");
    fs::remove_file(root.join("Cargo.lock")).unwrap();
    assert!(all.insert(text(root, "", COMPILER)), "no lock file");
}
