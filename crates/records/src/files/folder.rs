//! A folder whose files appear together or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{PathError, temporary, write};

/// A folder that is being filled. Its files lie in another one until all of them are written.
///
/// ```
/// # use std::sync::atomic::AtomicBool;
/// use grundy_records::files::NewFolder;
/// static STOP: AtomicBool = AtomicBool::new(false);
/// let above = tempfile::tempdir()?;
/// let tests = above.path().join("my/tests");
/// let folder = NewFolder::new(&tests, &STOP)?;
/// folder.write("in/1.in", "2\n3 5\n")?;
/// assert!(!tests.exists());
/// folder.finish()?;
/// assert_eq!(std::fs::read(tests.join("in/1.in"))?, b"2\n3 5\n");
/// assert!(NewFolder::new(&tests, &STOP).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct NewFolder {
    path: PathBuf,
    /// The other folder: in `path` if that was there already, or else in the first folder above it that was.
    part: PathBuf,
    /// Whether the user has asked to stop.
    stop: &'static AtomicBool,
}

impl NewFolder {
    /// A folder that is empty or missing: no file is replaced. Once `stop` is true, nothing more is written.
    ///
    /// # Errors
    /// When it is neither, or cannot be read.
    pub fn new(path: &Path, stop: &'static AtomicBool) -> Result<Self, PathError> {
        let failed = |error| PathError::of("cannot make ", path)(error);
        match fs::read_dir(path).map(|mut files| files.next().is_none()) {
            Ok(true) => {}
            Ok(false) => {
                let what = "it is not empty: expected an empty folder or none";
                return Err(failed(io::Error::other(what)));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error)),
        }
        let there = path.ancestors().find(|folder| folder.exists());
        Ok(Self {
            path: path.to_owned(),
            part: there
                .unwrap_or(Path::new(""))
                .join(format!(".grundy-{}", process::id())),
            stop,
        })
    }

    /// The folder. O(1).
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn go_on(&self) -> io::Result<()> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("stopped"));
        }
        Ok(())
    }

    /// Writes a file of the folder, and its folders. A script, which begins with `#!`, may be started. O(text).
    ///
    /// # Errors
    /// When the system refuses, or the user has asked to stop.
    pub fn write(&self, path: &str, text: &str) -> Result<(), PathError> {
        let file = self.part.join(path);
        let folder = file.parent().unwrap_or(&file);
        let made = self.go_on().and_then(|()| fs::create_dir_all(folder));
        let written = made.and_then(|()| {
            write(&file, text.as_bytes()).map_err(|error| error.problem)?;
            #[cfg(unix)]
            if text.starts_with("#!") {
                use std::os::unix::fs::PermissionsExt as _;
                fs::set_permissions(&file, fs::Permissions::from_mode(0o755))?;
            }
            Ok(())
        });
        written.map_err(PathError::writing(&self.path.join(path)))
    }

    /// Moves the files to their place.
    ///
    /// # Errors
    /// When the system refuses, or the user has asked to stop.
    pub fn finish(&self) -> Result<(), PathError> {
        let _temporary = temporary();
        let finished = self.go_on().and_then(|()| {
            if !self.part.starts_with(&self.path) {
                fs::create_dir_all(self.path.parent().unwrap_or(&self.path))?;
                return fs::rename(&self.part, &self.path);
            }
            for entry in fs::read_dir(&self.part)? {
                let entry = entry?;
                fs::rename(entry.path(), self.path.join(entry.file_name()))?;
            }
            fs::remove_dir(&self.part)
        });
        finished.map_err(PathError::of("cannot make ", &self.path))
    }

    /// Removes what was written and is not in its place. Another thread may do so if it holds the guard of
    /// [`no_temporary_files`](super::no_temporary_files) and ends the process.
    ///
    /// # Errors
    /// When the system refuses, or nothing was written.
    pub fn clear(&self) -> io::Result<()> {
        fs::remove_dir_all(&self.part)
    }
}
