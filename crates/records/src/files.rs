//! Files and folders that appear whole or not at all, and files that one process keeps for itself.
//!
//! ```
//! use grundy_records::files;
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("record.csv");
//! files::can_be_written(&path)?;
//! files::write(&path, b"game,size\n")?;
//! assert_eq!(std::fs::read(&path)?, b"game,size\n");
//! assert_eq!(files::in_folder(folder.path(), "csv")?, [path]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod folder;
mod held;

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use atomic_write_file::AtomicWriteFile;

pub use folder::NewFolder;
pub use held::Held;

/// A file or folder that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{action}{}: {problem}", file.display())]
pub struct PathError {
    /// The file or folder.
    pub file: PathBuf,
    /// The system's error.
    pub problem: io::Error,
    /// What the message begins with.
    action: &'static str,
}

impl PathError {
    /// Makes the error of a file or folder that could not be read.
    pub fn reading(file: &Path) -> impl FnOnce(io::Error) -> Self {
        Self::of("", file)
    }

    /// Makes the error of a file or folder that could not be written.
    pub fn writing(file: &Path) -> impl FnOnce(io::Error) -> Self {
        Self::of("cannot write ", file)
    }

    /// The error of a file, with what the message begins with.
    pub(crate) fn of(action: &'static str, file: &Path) -> impl FnOnce(io::Error) -> Self {
        move |problem| Self {
            file: file.to_owned(),
            problem,
            action,
        }
    }
}

/// Reads a file. O(bytes).
pub(crate) fn read(file: &Path) -> Result<Vec<u8>, PathError> {
    fs::read(file).map_err(PathError::reading(file))
}

/// The name of a file, without its folder.
pub(crate) fn name(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The files in a folder whose names end in a dot and `extension`, or have no extension where that is empty, sorted by name.
/// O(entries log entries).
///
/// # Errors
/// When the folder cannot be read, or when an entry with such a name is not a file: reading a pipe would
/// wait for its writer without end.
pub fn in_folder(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, PathError> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(PathError::reading(folder))? {
        let file = entry.map_err(PathError::reading(folder))?.path();
        if file.extension().unwrap_or_default() != extension {
            continue;
        }
        let metadata = file.metadata().map_err(PathError::reading(&file))?;
        if !metadata.is_file() {
            return Err(PathError::reading(&file)(io::Error::other("it is no file")));
        }
        files.push(file);
    }
    files.sort();
    Ok(files)
}

/// Writes `content` to a temporary file beside `path` and renames it to `path`: after a crash there is
/// either the old file or the new one. O(content).
///
/// Where `path` is a link, the file behind it is replaced. A pipe or a device cannot be replaced by a file
/// and is written to directly.
///
/// # Errors
/// When the system refuses; then a file that was there is unchanged.
pub fn write(path: &Path, content: &[u8]) -> Result<(), PathError> {
    write_by(path, |file| file.write_all(content))
}

/// As [`write`](write()), for content that is not all in memory: `content` writes it piece by piece.
///
/// ```
/// use grundy_records::files;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("squares.txt");
/// files::write_by(&path, |file| (1..4).try_for_each(|n| writeln!(file, "{}", n * n)))?;
/// assert_eq!(std::fs::read(&path)?, b"1\n4\n9\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`write`](write()), and when `content` fails.
pub fn write_by(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), PathError> {
    let _disk = tracing::info_span!("disk").entered();
    let written = match replaced(path) {
        Some(file) => {
            let _temporary = temporary();
            AtomicWriteFile::open(file)
                .and_then(|partial| buffered(partial, content))
                .and_then(AtomicWriteFile::commit)
        }
        None => OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|there| buffered(there, content).map(drop)),
    };
    written.map_err(PathError::writing(path))
}

/// Has `content` written to a file, with a buffer.
fn buffered<F: Write>(
    file: F,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<F> {
    let mut buffered = BufWriter::new(file);
    content(&mut buffered)?;
    buffered.into_inner().map_err(IntoInnerError::into_error)
}

/// Checks, as far as that is possible in advance, that [`write`](write()) will succeed, so that hours of
/// work are not lost to a read-only folder. Leaves nothing behind.
///
/// # Errors
/// When the system refuses.
pub fn can_be_written(path: &Path) -> Result<(), PathError> {
    let opened = if path.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        // A pipe is not opened: its reader would take the closing for the end of the content.
        replaced(path).map_or(Ok(()), |file| {
            let _temporary = temporary();
            AtomicWriteFile::open(file).map(drop)
        })
    };
    opened.map_err(PathError::writing(path))
}

/// Held shared while this process has a temporary file.
static TEMPORARY: RwLock<()> = RwLock::new(());

fn temporary() -> RwLockReadGuard<'static, ()> {
    TEMPORARY.read().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until this process has no temporary file. While the returned guard lives, every thread that is about
/// to make one waits: a process that exits while it holds the guard leaves no temporary file behind.
pub fn no_temporary_files() -> RwLockWriteGuard<'static, ()> {
    TEMPORARY.write().unwrap_or_else(PoisonError::into_inner)
}

/// The file that would be replaced, behind all links; `None` where something else than a file is there.
fn replaced(path: &Path) -> Option<PathBuf> {
    // Decided by the metadata and not by the canonical path: a link to a pipe has none.
    match path.metadata() {
        Ok(there) if !there.is_file() => None,
        Ok(_) => path.canonicalize().ok(),
        // Nothing there yet, or no access, which opening the file will report.
        Err(_) => Some(path.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asking whether a file can be written changes nothing, and writing leaves nothing but the file.
    #[test]
    fn a_file_is_asked_about_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.csv");
        can_be_written(&file).unwrap();
        assert!(!file.exists());
        for content in ["one, longer", "two"] {
            write(&file, content.as_bytes()).unwrap();
            can_be_written(&file).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), content);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn who_ends_the_process_waits_for_the_file_under_way() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.csv");
        let entries = || fs::read_dir(folder.path()).unwrap().count();
        let (begun, begins) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                write_by(&file, |content| {
                    begun.send(entries()).unwrap();
                    std::thread::sleep(std::time::Duration::from_millis(50));
                    content.write_all(b"one")
                })
                .unwrap();
            });
            assert_eq!(begins.recv().unwrap(), 1, "the temporary file");
            let _none = no_temporary_files();
            assert_eq!((fs::read(&file).unwrap(), entries()), (b"one".to_vec(), 1));
        });
    }

    #[test]
    fn a_refusal_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("taken");
        fs::create_dir_all(taken.join("not empty")).unwrap();
        assert!(write(&taken, b"one").is_err() && can_be_written(&taken).is_err());
        assert!(taken.join("not empty").is_dir());
        let nowhere = folder.path().join("no/such/a.csv");
        assert!(can_be_written(&nowhere).is_err());
        let error = write(&nowhere, b"one").unwrap_err().to_string();
        let named = error.starts_with("cannot write ") && error.contains("no/such/a.csv: No such");
        assert!(named, "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a.csv"), folder.path().join("link"));
        fs::write(&file, b"one").unwrap();
        std::os::unix::fs::symlink("a.csv", &link).unwrap();
        write(&link, b"two").unwrap();
        assert!(link.is_symlink() && !file.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"two");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_no_file_stays_what_it_is() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let read = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        write(&pipe, b"one").unwrap();
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert_eq!(read.join().unwrap(), b"one");

        let error = in_folder(folder.path(), "csv").map(|files| files.len());
        assert_eq!(error.unwrap(), 0, "of another name");
        fs::rename(&pipe, folder.path().join("pipe.csv")).unwrap();
        let error = in_folder(folder.path(), "csv").unwrap_err().to_string();
        assert!(error.ends_with("pipe.csv: it is no file"), "{error}");

        // A link, so that nothing happens to the device if it is replaced after all.
        let full = folder.path().join("full");
        std::os::unix::fs::symlink("/dev/full", &full).unwrap();
        let error = write(&full, b"one").unwrap_err();
        assert_eq!(error.problem.kind(), io::ErrorKind::StorageFull);
    }
}
