//! The versions of loops that use a machine's vectors, chosen at run time.

use std::sync::LazyLock;

#[cfg(target_arch = "x86_64")]
use crate::x86::{Avx2Machine, Avx512Machine};

/// The machines for which a loop is compiled. All versions return the same.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Version {
    /// For any machine.
    Portable,
    /// For x86-64 with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2Machine),
    /// For x86-64 with AVX-512 as in Ice Lake and Zen 4.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512Machine),
}

impl Version {
    /// `portable`, `avx2` or `avx512`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
        }
    }

    /// The fastest one that this machine runs.
    pub(crate) fn best() -> Self {
        static BEST: LazyLock<Version> =
            LazyLock::new(|| Version::all().pop().unwrap_or(Version::Portable));
        *BEST
    }

    /// Returns the version for code on single words: such code counts bits, and uses no vectors.
    #[inline]
    pub(crate) fn for_words() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(machine) = Avx2Machine::detect() {
            return Self::Avx2(machine);
        }
        Self::Portable
    }

    /// Runs `code`, compiled for the machine if it is inlined all the way.
    #[inline]
    pub(crate) fn run<R>(self, code: impl FnOnce() -> R) -> R {
        match self {
            Self::Portable => code(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(machine) => machine.run(code),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(machine) => machine.run(code),
        }
    }

    /// All that this machine runs, the fastest one last.
    pub(crate) fn all() -> Vec<Self> {
        let mut versions = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            versions.extend(Avx2Machine::detect().map(Self::Avx2));
            versions.extend(Avx512Machine::detect().map(Self::Avx512));
        }
        versions
    }
}

#[cfg(all(test, target_arch = "x86_64", target_os = "linux"))]
mod tests {
    use super::Version;

    /// A machine that has a version's instructions runs it, so that no version goes untested.
    #[test]
    fn every_version_that_the_machine_has() {
        let machine = std::fs::read_to_string("/proc/cpuinfo").unwrap();
        let flags = machine.lines().find(|line| line.starts_with("flags"));
        let flags: Vec<&str> = flags.unwrap().split_whitespace().collect();
        let has = |all: &str| all.split(' ').all(|flag| flags.contains(&flag));
        let avx2 = has("avx2 bmi1 popcnt");
        let avx512 = avx2 && has("avx512f avx512bw avx512vbmi avx512_vbmi2 avx512_vpopcntdq");
        let versions = 1 + usize::from(avx2) + usize::from(avx512);
        assert_eq!(Version::all().len(), versions);
    }
}
