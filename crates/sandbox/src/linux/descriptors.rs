//! Open files that have no name.

use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;

/// Creates a file for reading and writing without a name, so that it never has to be removed.
pub(crate) fn nameless_file() -> io::Result<File> {
    Ok(memfd_create("grundy-sandbox", MemfdFlags::CLOEXEC)?.into())
}

/// Returns a file that becomes readable when the process ends; `None` on an old kernel.
pub(crate) fn end_of(process: Pid) -> Option<OwnedFd> {
    pidfd_open(process, PidfdFlags::empty()).ok()
}
