//! How tests start the command, and the files and programs around it.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

pub const GRUNDY: &str = env!("CARGO_BIN_EXE_grundy");

/// A rules program of a few lines: take one or two of a row.
pub const ROW: &str = "#!/bin/sh
case $1 in
about) echo 'title: A row' ;;
positions) echo $2 ;;
moves)
  while read -r p; do
    case $p in *[!0-9]*) echo \"$p is no row\" >&2; exit 1 ;; esac
    case $p in 0) echo ;; 1) echo 0 ;; *) echo \"$((p - 1)) ; $((p - 2))\" ;; esac
  done ;;
*) exit 2 ;;
esac
";

/// The command with the arguments of a line, which is split as a shell does it. Programs that it starts find `grundy`
/// in their path.
pub fn grundy(line: &str) -> Command {
    let mut command = Command::new(GRUNDY);
    command
        .args(shlex::split(line).unwrap_or_else(|| panic!("{line}")))
        .env("PATH", path())
        .env("XDG_CACHE_HOME", "/nonexistent")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The path with the folder of the command before all others, and then that of [`python`].
pub fn path() -> OsString {
    static PATH: LazyLock<OsString> = LazyLock::new(|| {
        let command = Path::new(GRUNDY).parent().map(Path::to_path_buf);
        let path = env::var_os("PATH").unwrap_or_default();
        let first = command.into_iter().chain(python());
        env::join_paths(first.chain(env::split_paths(&path))).unwrap()
    });
    PATH.clone()
}

/// The folder of a `python3` that starts Python itself, without its site packages: what is installed under this name may be a
/// script that looks for it, and both take several times as long as what the tests have Python do.
fn python() -> Option<PathBuf> {
    let asked = Command::new("python3")
        .args(["-c", "import sys; print(sys.executable)"])
        .output();
    let asked = asked.ok().filter(|asked| asked.status.success())?;
    let python = String::from_utf8(asked.stdout).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
    fs::create_dir_all(&folder).unwrap();
    let script = format!("#!/bin/sh\nexec {} -S \"$@\"\n", quoted(python.trim()));
    // Another process of these tests may start it at this moment.
    let new = Folder(tempfile::tempdir_in(&folder).unwrap());
    new.program("python3", &script);
    fs::rename(new.path("python3"), folder.join("python3")).unwrap();
    Some(folder)
}

/// A word of a line for [`grundy`].
pub fn quoted(word: &str) -> String {
    shlex::try_quote(word).unwrap().into_owned()
}

/// A folder with Wythoff's game in a shell and awk, and a right claim; `about` is its properties, with `\n` between
/// them.
pub fn wythoff(about: &str) -> Folder {
    let folder = Folder::new();
    let rules = include_str!("../data/wythoff.sh").replace("smallest: 0", about);
    folder.program("wythoff", &rules);
    let right = "BEGIN { g = (1 + sqrt(5)) / 2 }
{ print int(($2 - $1) * g) == $1 ? \"No\" : \"Yes\" }
";
    folder.write("right.awk", right);
    folder
}

/// A finished command.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ended {
    pub fn of(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("the command writes UTF-8"),
            err: String::from_utf8(output.stderr).expect("the command writes UTF-8"),
        }
    }

    /// Checks that its standard error contains this text.
    #[track_caller]
    pub fn says(self, text: &str) -> Self {
        assert!(self.err.contains(text), "{}\nhas not: {text}", self.err);
        self
    }

    /// Its standard output, if this is the exit code.
    #[track_caller]
    pub fn with(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.err);
        self.out
    }
}

pub fn run(line: &str) -> Ended {
    Ended::of(grundy(line).output().unwrap())
}

pub fn run_with(line: &str, input: impl AsRef<[u8]>) -> Ended {
    let mut child = grundy(line).stdin(Stdio::piped()).spawn().unwrap();
    // A command that ends early does not read all of it.
    _ = child.stdin.take().unwrap().write_all(input.as_ref());
    Ended::of(child.wait_with_output().unwrap())
}

/// The standard output of a command that succeeds without a word on standard error.
#[track_caller]
pub fn stdout(line: &str, input: impl AsRef<[u8]>) -> String {
    let ended = run_with(line, input);
    assert_eq!(ended.err, "", "{line}");
    ended.with(0)
}

/// Checks that a command ends with exit code 2, prints nothing, and has this in its error.
#[track_caller]
pub fn refused(ended: Ended, message: &str) {
    assert_eq!(ended.says(message).with(2), "", "{message}");
}

/// Checks that a page contains this text.
#[track_caller]
pub fn shows(page: &str, text: &str) {
    assert!(page.contains(text), "{page}\nhas not: {text}");
}

/// Runs `grundy COMMAND ARGUMENTS` in the folder for each line `ARGUMENTS => MESSAGE` of a table, and checks that the
/// command is refused with that message, in which `\n` is the end of a line.
pub fn all_refused(folder: &Folder, command: &str, table: &str) {
    for row in table.lines() {
        let (arguments, message) = row.split_once("=> ").unwrap();
        let message = message.replace("\\n", "\n");
        refused(folder.run(&format!("{command} {arguments}")), &message);
    }
}

/// Reads the JSON that a command prints.
#[track_caller]
pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
}

/// Checks JSON: its values at some places, a line `PLACE VALUE` for each.
#[track_caller]
pub fn holds(facts: &Value, places: &str) {
    for line in places.lines() {
        let (place, value) = line.split_once(' ').unwrap();
        assert_eq!(facts.pointer(place), Some(&json(value)), "{line}: {facts}");
    }
}

/// A folder for files, which is the working directory of commands in it.
pub struct Folder(pub TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The path as a word of a line.
    pub fn name(&self, name: &str) -> String {
        quoted(self.path(name).to_str().unwrap())
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), content).unwrap();
        self.name(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Writes a program; the result is its path as a word.
    pub fn program(&self, name: &str, text: &str) -> String {
        let path = self.write(name, text);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
        path
    }

    pub fn grundy(&self, line: &str) -> Command {
        let mut command = grundy(line);
        command.current_dir(&self.0);
        command.env("XDG_CACHE_HOME", self.path(".cache"));
        command
    }

    pub fn run(&self, line: &str) -> Ended {
        Ended::of(self.grundy(line).output().unwrap())
    }

    /// Runs a script in a shell that finds `grundy` in its path.
    pub fn shell(&self, script: &str) -> Ended {
        let mut shell = self.command("sh");
        shell.args(["-c", script]).stdin(Stdio::null());
        Ended::of(shell.output().unwrap())
    }

    /// A program that finds `grundy` in its path, with pipes.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.0).env("PATH", path());
        command.env("XDG_CACHE_HOME", self.path(".cache"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command
    }
}

/// The record of a sweep without its seconds.
pub fn record(path: &Path) -> String {
    let record = fs::read_to_string(path).unwrap();
    let rows = record.lines().map(|row| row.rsplit_once(',').unwrap().0);
    rows.fold(String::new(), |text, row| text + row + "\n")
}

/// What a program has written on both outputs.
pub fn both(output: &Output) -> String {
    let all = [&output.stdout[..], &output.stderr].concat();
    String::from_utf8_lossy(&all).into_owned()
}

/// Sends a signal to a process, such as `INT`.
pub fn kill(signal: &str, pid: u32) {
    let pid = pid.to_string();
    let kill = Command::new("kill").args(["-s", signal, &pid]).status();
    assert!(kill.unwrap().success());
}

#[track_caller]
pub fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_mins(5), "never: {what}");
        sleep(Duration::from_millis(2));
    }
}

/// Reports on standard error, past the test harness, why something was not tested.
pub fn skipped(test: &str, reason: &str) {
    let note = format!("\n*** SKIPPED {test}: {reason} ***\n");
    std::io::stderr().write_all(note.as_bytes()).unwrap();
}
