//! A file that one process writes again and again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use atomic_write_file::AtomicWriteFile;

use super::PathError;

/// A file that this process has locked: other processes cannot open it as [`Held`] until this value is dropped or
/// the process has ended. A file that was made by [`open`](Self::open) and is still empty is deleted when this value is
/// dropped.
///
/// Nothing is locked where the file system has no locks or the system is not Unix.
///
/// ```
/// use grundy_records::files::Held;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("state");
/// let (mut held, content) = Held::open(&path)?;
/// assert_eq!(content, b"");
/// held.replace(b"first")?;
/// held.replace(b"second")?;
/// # #[cfg(target_os = "linux")]
/// assert_eq!(Held::open(&path).unwrap_err().to_string(), "another process is at work on it");
/// drop(held);
/// assert_eq!(Held::open(&path)?.1, b"second");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Held {
    path: PathBuf,
    /// The file at `path`, open and locked.
    file: File,
    /// Whether it was not there before.
    is_new: bool,
}

impl Held {
    /// Opens a file and reads it; makes an empty one where there is none.
    ///
    /// # Errors
    /// When another process holds it, it is not an ordinary file, or the system refuses.
    pub fn open(path: &Path) -> io::Result<(Self, Vec<u8>)> {
        // Over NFS only a file that is open for writing can be locked.
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let is_new = !path.exists();
        loop {
            let mut file = options.open(path)?;
            if !file.metadata()?.is_file() {
                let other = "not an ordinary file: nothing can be kept in it";
                return Err(io::Error::new(ErrorKind::InvalidInput, other));
            }
            lock(&file)?;
            // The previous holder may have replaced the file between the opening and the lock.
            if is_at(&file, path)? {
                let mut content = Vec::new();
                file.read_to_end(&mut content)?;
                let path = path.canonicalize()?;
                return Ok((Self { path, file, is_new }, content));
            }
        }
    }

    /// Replaces the file by one with this content, as [`write`](super::write()) does. O(content).
    ///
    /// # Errors
    /// When the system refuses; then the file is unchanged, and the error names it.
    pub fn replace(&mut self, content: &[u8]) -> Result<(), PathError> {
        self.replace_by(|file| file.write_all(content))
    }

    /// As [`replace`](Self::replace), for content that is not all in memory: `content` writes it piece by
    /// piece.
    ///
    /// # Errors
    /// As `replace`, and when `content` fails.
    pub fn replace_by(
        &mut self,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), PathError> {
        let _disk = tracing::info_span!("disk").entered();
        let _temporary = super::temporary();
        let partial = AtomicWriteFile::open(&self.path);
        let locked = partial.and_then(|partial| {
            let partial = super::buffered(partial, content)?;
            // Locked before the renaming makes it visible to other processes.
            let file = partial.as_file().try_clone()?;
            lock(&file)?;
            partial.commit()?;
            Ok(file)
        });
        self.file = locked.map_err(PathError::writing(&self.path))?;
        Ok(())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if self.is_new && self.file.metadata().is_ok_and(|file| file.len() == 0) {
            // If it stays, it is as good as none.
            _ = fs::remove_file(&self.path);
        }
    }
}

/// Locks a file for as long as it is open; succeeds where nothing can be locked.
fn lock(file: &File) -> io::Result<()> {
    // On other systems a locked file can be neither read nor replaced.
    if !cfg!(unix) {
        return Ok(());
    }
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let busy = "another process is at work on it";
            Err(io::Error::new(ErrorKind::ResourceBusy, busy))
        }
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Whether an open file is the one at `path`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let place = |data: fs::Metadata| (data.dev(), data.ino());
    match path.metadata() {
        Ok(there) => Ok(place(there) == place(file.metadata()?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    /// However often the file is replaced, and whenever threads open it, no two hold it at a time.
    #[test]
    fn of_many_threads_one_holds_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let (holders, opened) = (AtomicU32::new(0), AtomicU32::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let Ok((mut held, content)) = Held::open(&path) else {
                            continue;
                        };
                        assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                        // The first holder finds an empty file.
                        let number: u32 = str::from_utf8(&content).unwrap().parse().unwrap_or(0);
                        for number in [number, number + 1] {
                            held.replace(number.to_string().as_bytes()).unwrap();
                        }
                        opened.fetch_add(1, Ordering::SeqCst);
                        holders.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        // Each who held it counted on from the one before.
        let counted = fs::read_to_string(&path).unwrap();
        assert_eq!(counted.parse(), Ok(opened.into_inner()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn an_open_file_may_have_left_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let file = File::create(&path).unwrap();
        assert!(is_at(&file, &path).unwrap());
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&file, &path).unwrap());
        fs::write(&path, "another").unwrap();
        assert!(!is_at(&file, &path).unwrap());
        assert!(is_at(&file, &path.join("below")).is_err());
    }

    #[test]
    fn what_is_no_ordinary_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        for path in [Path::new("/dev/null"), folder.path()] {
            assert!(Held::open(path).is_err(), "{}", path.display());
        }
    }

    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("state"), folder.path().join("link"));
        fs::write(&path, "one").unwrap();
        std::os::unix::fs::symlink("state", &link).unwrap();
        Held::open(&link).unwrap().0.replace(b"two").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"two");
        fs::remove_file(&path).unwrap();
        // What a link leads to is made where it leads.
        let (held, content) = Held::open(&link).unwrap();
        assert_eq!(content, b"");
        assert!(link.is_symlink() && path.exists());
        drop(held);
        assert!(link.is_symlink() && !path.exists());
    }

    #[test]
    fn a_file_without_a_first_write_is_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let failed = || io::Error::other("no space");
        let fail = || Held::open(&path).unwrap().0.replace_by(|_| Err(failed()));
        assert!(fail().is_err() && !path.exists());
        fs::write(&path, "").unwrap();
        assert!(fail().is_err() && path.exists());
    }
}
