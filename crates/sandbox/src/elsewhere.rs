//! What the sandbox does on other systems than Linux: there is a process group only, and nothing is measured before
//! the program ends.

use crate::measured::Measured;
use crate::settings::Features;
use crate::{Isolation, Limits};
use anyhow::Result;
use rustix::process::Pid;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;
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

pub(crate) fn kill_descendants() {}

pub(crate) struct Confinement;

impl Confinement {
    pub fn new(_isolation: Isolation, _limits: &Limits) -> Result<Self> {
        Ok(Self)
    }

    pub fn drop_powers(&self) -> Result<Features> {
        Ok(Features {
            isolation: Isolation::Group,
            watched: false,
            filtered: false,
            private: None,
        })
    }

    pub fn measure(&mut self, _measured: &mut Measured, _limits: &Limits, _main: Pid) {}

    pub fn home(&self) -> Option<&Path> {
        None
    }

    pub fn starved(&self) -> Duration {
        Duration::ZERO
    }

    pub fn reaped(&mut self) -> u64 {
        0
    }

    pub fn kill(&self) {}

    pub fn renew(&mut self) -> Result<()> {
        Ok(())
    }
}
