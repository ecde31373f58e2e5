//! What the sandbox does on Linux.

mod confinement;
mod descriptors;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod filter;
mod meter;
mod private;
mod processes;

pub(crate) use confinement::{Confinement, isolate};
pub(crate) use descriptors::{end_of, nameless_file};
pub(crate) use processes::kill as kill_descendants;
