//! How much room a disk has.

use std::io;
use std::path::Path;

use super::FileError;

/// Whether the disk of a file has so many bytes more; where the system does not say, it has.
pub(super) fn check(path: &Path, needed: u64) -> Result<(), FileError> {
    match free(path)? {
        Some(free) if free < needed => Err(FileError::Room { needed, free }),
        _ => Ok(()),
    }
}

/// The bytes that a file takes on its disk.
#[cfg(unix)]
pub(super) fn taken(path: &Path) -> io::Result<u64> {
    use std::os::unix::fs::MetadataExt;
    Ok(path.metadata()?.blocks() * 512)
}

#[cfg(not(unix))]
pub(super) fn taken(path: &Path) -> io::Result<u64> {
    Ok(path.metadata()?.len())
}

#[cfg(unix)]
fn free(path: &Path) -> io::Result<Option<u64>> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let disk = rustix::fs::statvfs(folder.unwrap_or(Path::new(".")))?;
    Ok(disk.f_bavail.checked_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> io::Result<Option<u64>> {
    Ok(None)
}
