//! Writing files so that nobody ever sees half of one, and errors say which.

use std::io;
use std::path::{Path, PathBuf};

/// A file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", file.display())]
pub struct WriteError {
    /// The file.
    pub file: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

/// Writes `content` so that there is the old file or the new one, see [`grundy_files::write()`]. The
/// folder is made when it does not exist.
///
/// # Errors
/// When the system refuses.
pub fn write(file: &Path, content: &[u8]) -> Result<(), WriteError> {
    make(file, content).map_err(|source| WriteError {
        file: file.to_owned(),
        source,
    })
}

fn make(file: &Path, content: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    grundy_files::write(file, content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_replaces_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new").join("a.csv");
        write(&file, b"one").unwrap();
        write(&file, b"two").unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"two");
        let left = std::fs::read_dir(file.parent().unwrap()).unwrap().count();
        assert_eq!(left, 1);
    }

    #[test]
    fn a_refusal_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("taken");
        std::fs::create_dir_all(file.join("not empty")).unwrap();
        let error = write(&file, b"one").unwrap_err();
        assert!(error.to_string().contains("taken: "), "{error}");
        std::fs::write(folder.path().join("plain"), "").unwrap();
        let error = write(&folder.path().join("plain/a.csv"), b"one").unwrap_err();
        assert!(error.to_string().contains("plain/a.csv: "), "{error}");
    }
}
