//! The code, compiler, processor and time of a measurement, and what on the machine disturbs it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs};

use humantime::{format_rfc3339_seconds, parse_rfc3339};

use crate::error::RecordError;

/// Code, compiler, processor and time, as each row of a benchmark record names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Version of this crate.
    pub version: String,
    /// Commit, abbreviated to twelve digits; `-dirty` follows when files differ from it.
    pub revision: String,
    /// Version of the compiler that built this crate, without the word `rustc`.
    pub rustc: String,
    /// Model of the processor.
    pub cpu: String,
    /// Date and time, UTC, to the second: `2026-01-31T23:59:59Z`.
    pub date: String,
}

impl Machine {
    /// Asks git, the compiler, the system and the clock.
    ///
    /// `repository` is a folder of the repository that the running code was built from. Files in
    /// `results/` do not make it dirty: a record does not change what the next one measures.
    ///
    /// # Errors
    /// When the revision cannot be found out: a record must say what it measured.
    pub fn detect(repository: &Path) -> Result<Self, RecordError> {
        let mut revision = git(repository, &["rev-parse", "--short=12", "HEAD"])?;
        let besides_results = ["status", "--porcelain", "--", ":/", ":(top,exclude)results"];
        if !git(repository, &besides_results)?.is_empty() {
            revision += DIRTY;
        }
        Ok(Self::running(revision))
    }

    /// This machine at this moment, for code of a known revision.
    pub fn running(revision: String) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            revision,
            rustc: env!("GRUNDY_RUSTC").to_owned(),
            cpu: cpu(),
            date: format_rfc3339_seconds(SystemTime::now()).to_string(),
        }
    }

    /// The name under which a record of this run is kept: date and revision.
    ///
    /// ```
    /// use grundy_records::machine::Machine;
    /// # let machine = Machine {
    /// #     version: "0.1.0".into(), revision: "066d32f0c1a2-dirty".into(), rustc: "1.95.0".into(),
    /// #     cpu: "a model".into(), date: "2026-01-31T23:59:59Z".into(),
    /// # };
    /// assert_eq!(machine.file_name(), "2026-01-31T235959Z-066d32f0c1a2-dirty.csv");
    /// ```
    pub fn file_name(&self) -> String {
        format!("{}-{}.csv", self.date.replace(':', ""), self.revision)
    }
}

/// The mark of a revision with changes on top.
const DIRTY: &str = "-dirty";

fn git(repository: &Path, arguments: &[&str]) -> Result<String, RecordError> {
    let mut git = Command::new("git");
    let output = git.current_dir(repository).args(arguments).output();
    let problem = match output {
        Ok(output) if output.status.success() => {
            return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
        }
        Ok(output) => {
            let problem = String::from_utf8_lossy(&output.stderr);
            format!("no revision, and a record needs one: {}", problem.trim())
        }
        Err(error) => format!("cannot run git to ask for the revision: {error}"),
    };
    Err(RecordError::Unusable(problem))
}

/// Whether `text` is a commit, abbreviated or not, with or without the mark of changes.
pub(crate) fn is_revision(text: &str) -> bool {
    let hash = text.strip_suffix(DIRTY).unwrap_or(text);
    (7..=64).contains(&hash.len()) && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// The processor's model as Linux names it, or its architecture.
fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    let model = line.and_then(|line| line.split_once(':'));
    let model = model.map_or(env::consts::ARCH, |(_, model)| model);
    model.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Returns what on this machine makes times differ from run to run, as sentences, as far as Linux states it in files below
/// `root`, which is `/` outside of tests. `jobs` programs run at the same time on this number of `processors`.
pub fn disturbances(root: &Path, jobs: usize, processors: usize) -> Vec<String> {
    let read = |path: PathBuf| fs::read_to_string(path).map(|text| text.trim().to_owned());
    let cpu = root.join("sys/devices/system/cpu");
    let policies = fs::read_dir(cpu.join("cpufreq")).into_iter().flatten();
    let mut governors = policies.flat_map(|policy| read(policy?.path().join("scaling_governor")));
    let governor = governors.find(|governor| governor != "performance");
    let is_on = |path, on| read(cpu.join(path)).is_ok_and(|value| value == on);
    let turbo = is_on("intel_pstate/no_turbo", "0") || is_on("cpufreq/boost", "1");
    let random = read(root.join("proc/sys/kernel/randomize_va_space"));
    let random = random.into_iter().find(|value| value != "0");
    let sentences = [
        governor.map(|governor| {
            format!("The frequency of processors changes with the load: their governor is {governor}, not performance.")
        }),
        turbo.then(|| "Turbo is on: the frequency of processors depends on their heat.".to_owned()),
        random.map(|value| {
            format!("Programs get other addresses in each run: kernel.randomize_va_space is {value}, not 0.")
        }),
        (jobs >= processors).then(|| {
            format!("Programs share processors with grundy: jobs {jobs}, processors {processors}.")
        }),
    ];
    sentences.into_iter().flatten().collect()
}

/// Whether `text` is a date as records write it.
pub(crate) fn is_date(text: &str) -> bool {
    parse_rfc3339(text).is_ok_and(|time| format_rfc3339_seconds(time).to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(folder: &Path, arguments: &[&str]) {
        let identity = ["-c", "user.name=test", "-c", "user.email=test@example.org"];
        git(folder, &[&identity, arguments].concat()).unwrap();
    }

    #[test]
    fn says_what_is_dirty_and_what_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let detect = || Machine::detect(folder.path()).map(|machine| machine.revision);
        run(folder.path(), &["init", "-q"]);
        let error = detect().unwrap_err().to_string();
        assert!(
            error.starts_with("no revision, and a record needs one: "),
            "{error}"
        );
        fs::write(at("a"), "1").unwrap();
        run(folder.path(), &["add", "."]);
        run(folder.path(), &["commit", "-q", "-m", "one"]);
        let clean = detect().unwrap();
        assert!(is_revision(&clean) && clean.len() == 12, "{clean}");
        fs::create_dir(at("results")).unwrap();
        fs::write(at("results/new.csv"), "1").unwrap();
        assert_eq!(detect().unwrap(), clean);
        fs::write(at("a"), "2").unwrap();
        assert_eq!(detect().unwrap(), format!("{clean}-dirty"));
        fs::write(at("a"), "1").unwrap();
        assert_eq!(detect().unwrap(), clean);
        fs::write(at("untracked"), "1").unwrap();
        assert_eq!(detect().unwrap(), format!("{clean}-dirty"));
        // From below the root it is the same repository.
        fs::remove_file(at("untracked")).unwrap();
        let below = Machine::detect(&at("results")).unwrap();
        assert_eq!(below.revision, clean);
        assert!(is_date(&below.date), "{}", below.date);
        assert!(
            !below.cpu.is_empty() && below.rustc.contains('.'),
            "{below:?}"
        );
    }

    #[test]
    fn what_disturbs_times_is_said_if_the_system_says_it() {
        let root = tempfile::tempdir().unwrap();
        let found = |jobs| disturbances(root.path(), jobs, 2);
        assert_eq!(found(1), [""; 0]);
        let set = |path: &str, value: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, format!("{value}\n")).unwrap();
        };
        let cpu = "sys/devices/system/cpu";
        let files = [
            "cpufreq/policy0/scaling_governor",
            "cpufreq/policy1/scaling_governor",
            "intel_pstate/no_turbo",
            "cpufreq/boost",
        ];
        let files = files.map(|name| format!("{cpu}/{name}"));
        let [first, second, no_turbo, boost] = &files;
        let random = "proc/sys/kernel/randomize_va_space";
        for quiet in [
            (&**first, "performance"),
            (no_turbo, "1"),
            (boost, "0"),
            (random, "0"),
        ] {
            set(quiet.0, quiet.1);
        }
        assert_eq!(found(1), [""; 0]);
        for (path, value, word) in [
            (&**second, "powersave", "powersave"),
            (no_turbo, "0", "Turbo"),
            (random, "2", "addresses"),
        ] {
            let before = found(1).len();
            set(path, value);
            let found = found(1);
            assert_eq!(found.len(), before + 1);
            assert!(
                found.iter().any(|sentence| sentence.contains(word)),
                "{found:?}"
            );
        }
        set(no_turbo, "1");
        set(boost, "1");
        assert_eq!((found(1).len(), found(2).len()), (3, 4));
    }

    #[test]
    fn dates_and_revisions_are_told_from_other_words() {
        assert!(is_date("2024-02-29T00:00:00Z"));
        for no in ["", "2023-02-29T00:00:00Z", "2024-02-29T00:00:0Z"] {
            assert!(!is_date(no), "{no}");
        }
        for no in ["", " 00:00:00Z", "T00:00:00+01"] {
            assert!(!is_date(&format!("2024-02-29{no}")), "{no}");
        }
        assert!(is_revision("066d32f") && is_revision("066d32f-dirty"));
        for no in ["", "unknown", "066d32", "066D32F", "066d32f-dir", "-dirty"] {
            assert!(!is_revision(no), "{no}");
        }
    }
}
