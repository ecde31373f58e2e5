//! What the sandbox does on other systems than Linux: there is a process group only, and nothing is measured before
//! the program ends.

use crate::measured::Measured;
use crate::{Isolation, Limits};
use anyhow::Result;
use rustix::process::Pid;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

pub(crate) fn nameless_file() -> io::Result<File> {
    tempfile::tempfile()
}

pub(crate) fn end_of(_process: Pid) -> Option<OwnedFd> {
    None
}

pub(crate) fn isolate(_strongest: Isolation, _processes: u32) -> Isolation {
    Isolation::Group
}

pub(crate) fn drop_powers(_isolation: Isolation) -> Result<bool> {
    Ok(false)
}

pub(crate) fn kill_descendants() {}

pub(crate) struct Confinement;

impl Confinement {
    pub fn new(_isolation: Isolation, _memory: u64) -> Result<Self> {
        Ok(Self)
    }

    pub fn is_private(&self) -> bool {
        false
    }

    pub fn written(&self) -> u64 {
        0
    }

    pub fn kill(&self) {}

    pub fn renew(&mut self) -> Result<()> {
        Ok(())
    }
}

/// There is no such value.
pub(crate) enum Meter {}

impl Meter {
    pub fn open(_isolation: Isolation) -> Option<Self> {
        None
    }

    pub fn starved(&self) -> Duration {
        match *self {}
    }

    pub fn reaped(&mut self) -> u64 {
        match *self {}
    }

    pub fn measure(&mut self, _measured: &mut Measured, _limits: &Limits, _main: Pid) {
        match *self {}
    }
}
