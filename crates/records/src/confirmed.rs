//! Claims of rules programs that agreed with the oracle on every position up to a size, one file for each.
//!
//! The name of a file is a hash of the programs with their contents and variables, and so is its first line of what follows:
//! another version of a program has another file. A file that is damaged, or that another version of the code wrote, does not
//! count.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use grundy_program::{Held, Reliance};
use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_128;

use crate::files::{PathError, write};
use crate::sealed;

/// What the first line calls the file.
const KIND: &str = "confirmed claim";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Confirmed {
    version: String,
    programs: String,
    #[serde(flatten)]
    known: Known,
}

/// What is stored about a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// What the comparison with the oracle has shown.
    pub reliance: Reliance,
    /// A hash of what the programs answer, see [`RulesGame::behaviour`](grundy_program::RulesGame::behaviour).
    pub behaviour: String,
    /// The sample of large positions on which the claim agreed with itself, by what it was drawn from.
    pub sample: Option<(String, Held)>,
}

/// The folder for confirmed claims: `grundy` in the user's folder for caches, if there is one.
pub fn folder() -> Option<PathBuf> {
    let caches = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let caches = caches.filter(|folder| folder.is_absolute());
    let home = || Some(env::home_dir()?.join(".cache"));
    Some(caches.or_else(home)?.join("grundy"))
}

/// Returns what the folder has about a claim; `None` if it has nothing that this version of the code wrote. `programs`
/// are the programs with hashes of their content and of the variables that they get.
///
/// ```
/// use grundy_program::{Held, Reliance};
/// use grundy_records::confirmed::{Known, remember, remembered};
/// let folder = tempfile::tempdir()?;
/// let reliance = Reliance { up_to: 400, positions: 401, is_closed: false, has_sums: false };
/// let known = Known { reliance, behaviour: "5a".to_owned(), sample: None };
/// remember(folder.path(), "1.0", "./fib.py 0f", known.clone())?;
/// assert_eq!(remembered(folder.path(), "1.0", "./fib.py 0f"), Some(known));
/// assert_eq!(remembered(folder.path(), "1.1", "./fib.py 0f"), None);
/// assert_eq!(remembered(folder.path(), "1.0", "./fib.py 10"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn remembered(folder: &Path, version: &str, programs: &str) -> Option<Known> {
    let file = fs::read(path(folder, programs)).ok()?;
    let content = sealed::unseal(KIND, "a confirmed claim", &file).ok()?;
    let confirmed: Confirmed = serde_json::from_slice(content).ok()?;
    let is_same = confirmed.version == version && confirmed.programs == programs;
    is_same.then_some(confirmed.known)
}

/// Writes what is known about a claim into the folder, which is created if it is missing.
///
/// # Errors
/// When the file cannot be written; none is left half written.
pub fn remember(
    folder: &Path,
    version: &str,
    programs: &str,
    known: Known,
) -> Result<(), PathError> {
    fs::create_dir_all(folder).map_err(PathError::writing(folder))?;
    let confirmed = Confirmed {
        version: version.to_owned(),
        programs: programs.to_owned(),
        known,
    };
    let mut content = serde_json::to_vec(&confirmed).unwrap_or_default();
    content.push(b'\n');
    write(&path(folder, programs), &sealed::seal(KIND, &content))
}

fn path(folder: &Path, programs: &str) -> PathBuf {
    let hash = XxHash3_128::oneshot(programs.as_bytes());
    folder.join(format!("claim-{hash:032x}"))
}
