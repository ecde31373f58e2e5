//! Writing files so that nobody ever sees half of one.

use std::io::{self, Write};
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

/// Writes `content` to a temporary file beside `file` and renames it, replacing what was there.
///
/// After a crash there is the old file or the new one. The folder is made when it does not exist.
///
/// # Errors
/// When the system refuses; the temporary file is removed.
pub fn write(file: &Path, content: &[u8]) -> Result<(), WriteError> {
    write_and_rename(file, content).map_err(|source| WriteError {
        file: file.to_owned(),
        source,
    })
}

fn write_and_rename(file: &Path, content: &[u8]) -> io::Result<()> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".partial");
    // Temporary files are private by default, records are for everybody whom the umask lets in.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut partial = builder.tempfile_in(folder)?;
    partial.write_all(content)?;
    partial.as_file().sync_all()?;
    partial.persist(file)?;
    Ok(())
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
    fn a_refusal_names_the_file_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("taken");
        std::fs::create_dir_all(file.join("not empty")).unwrap();
        let error = write(&file, b"one").unwrap_err();
        assert!(error.to_string().contains("taken: "), "{error}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn everybody_may_read_what_the_umask_allows() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (ours, plain) = (folder.path().join("ours"), folder.path().join("plain"));
        write(&ours, b"").unwrap();
        std::fs::write(&plain, b"").unwrap();
        let mode = |file| {
            std::fs::metadata(file)
                .map(|meta| meta.permissions().mode())
                .unwrap()
        };
        assert_eq!(mode(&ours), mode(&plain));
    }
}
