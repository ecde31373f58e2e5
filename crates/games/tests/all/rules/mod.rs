//! Tests of rules programs: the examples, and faulty ones.

mod bad;
mod built_in;
mod known;
mod loops;
mod reliance;

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use grundy_game::Error;
use grundy_program::{Asked, RulesGame, Settings};
use grundy_sandbox::Launcher;

static NEVER: AtomicBool = AtomicBool::new(false);

/// An example of this crate, which `cargo test` builds along with the tests.
fn settings() -> Settings {
    let test = env::current_exe().expect("a test knows its own name");
    let profile = test.ancestors().nth(2);
    let profile = profile.expect("tests lie in target/PROFILE/deps");
    let exe = profile.join("examples/rules_launcher");
    let path = exe.display();
    assert!(
        exe.exists(),
        "`cargo build -p grundy-games --examples` makes {path}"
    );
    Settings {
        launcher: Launcher {
            exe,
            ..Launcher::default()
        },
        time: Duration::from_mins(1),
        jobs: 2,
        memory: None,
        notes: None,
        stop: &NEVER,
    }
}

/// Where the examples lie.
fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rules")
}

/// A folder for this run's programs.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    FOLDER
        .get_or_init(|| tempfile::tempdir().expect("a folder"))
        .path()
}

/// The interpreter or compiler of a language, by the end of a file's name.
fn needs(file: &str) -> &'static str {
    match file.rsplit('.').next() {
        Some("py") => "python3",
        Some("awk") => "awk",
        Some("pl") => "perl",
        Some("js") => "node",
        Some("sh") => "sh",
        Some("cpp") => "g++",
        Some("rs") => "rustc",
        other => panic!("{file}: no language ends in {other:?}"),
    }
}

/// Starts an example with these settings.
fn example(file: &str) -> Option<RulesGame> {
    example_with(file, settings())
}

/// Starts an example, compiling it first if necessary. Returns `None`, with a message, if what it needs is not
/// installed; if `GRUNDY_ALL_LANGUAGES` is set, as in CI, that is an error.
fn example_with(file: &str, settings: Settings) -> Option<RulesGame> {
    let needed = needs(file);
    let is_there = Command::new("sh")
        .args(["-c", &format!("command -v {needed}")])
        .output();
    if !is_there.is_ok_and(|output| output.status.success()) {
        let is_needed = env::var_os("GRUNDY_ALL_LANGUAGES").is_some();
        assert!(!is_needed, "{file} needs {needed}");
        eprintln!("NOT TESTED: {file}, which needs {needed}");
        return None;
    }
    let source = examples().join(file);
    let path = match needed {
        "g++" | "rustc" => {
            // Several tests may want the same one.
            static NEXT: AtomicU32 = AtomicU32::new(0);
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let stem = Path::new(file).file_stem().expect("a name").display();
            let path = folder().join(format!("{stem}-{number}"));
            let mut compiler = Command::new(needed);
            compiler.arg("-o").args([&path, &source]);
            let status = compiler.status().expect("a compiler");
            assert!(status.success(), "{file} does not compile");
            path
        }
        _ => source,
    };
    let path = path.to_str().expect("UTF-8");
    Some(RulesGame::open(path, Asked::default(), settings).expect(file))
}

/// Starts a program that is written here.
fn program(name: &str, text: &str, settings: Settings) -> Result<RulesGame, Error> {
    let path = folder().join(name);
    fs::write(&path, text).expect("a program");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("an executable");
    RulesGame::open(path.to_str().expect("UTF-8"), Asked::default(), settings)
}
