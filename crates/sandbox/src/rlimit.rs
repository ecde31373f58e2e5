//! Limits that the kernel enforces.

use anyhow::{Context as _, Result};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Lowers one limit of this process permanently.
pub(crate) fn limit(resource: Resource, value: u64) -> Result<()> {
    let old = getrlimit(resource);
    let value = old.maximum.map_or(value, |maximum| maximum.min(value));
    let new = Rlimit {
        current: Some(value),
        maximum: Some(value),
    };
    setrlimit(resource, new).context("limits")
}
