//! Code for the vectors of x86-64 machines, chosen at run time.
//!
//! This is the one module of the crate with `unsafe` in it. All of it is sound by one rule, which the types
//! enforce: code for a feature takes an [`Avx2Machine`] or an [`Avx512Machine`], of which a value exists
//! only if the features were detected, or registers that were made from one. Loads and stores go
//! through references to arrays of the right size.

#![allow(unsafe_code)]
// Intrinsics take signed numbers for bits, and are many; a machine is passed as a proof.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss)]
#![allow(clippy::wildcard_imports, clippy::unused_self)]
// Code takes on the features of the function that it is inlined into.
#![allow(clippy::inline_always)]

pub(crate) mod bits;
pub(crate) mod digits;
pub(crate) mod heaps;
pub(crate) mod lengths;

use std::is_x86_feature_detected as detected;

/// A machine with AVX2, and what came with it: Haswell, Zen, and what came after.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2Machine(());

impl Avx2Machine {
    pub(crate) fn detect() -> Option<Self> {
        (detected!("avx2") && detected!("bmi1") && detected!("popcnt")).then_some(Self(()))
    }

    /// Runs `code`, compiled for the features if it is inlined all the way.
    #[inline]
    pub(crate) fn run<R>(self, code: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "avx2,bmi1,popcnt")]
        fn with_features<R>(code: impl FnOnce() -> R) -> R {
            code()
        }
        // SAFETY: a value of this type says that the features were detected.
        unsafe { with_features(code) }
    }
}

/// A machine with the parts of AVX-512 that are used here: Ice Lake, Zen 4, and what came after.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512Machine(());

impl Avx512Machine {
    pub(crate) fn detect() -> Option<Self> {
        (detected!("avx512f")
            && detected!("avx512bw")
            && detected!("avx512vbmi")
            && detected!("avx512vbmi2")
            && detected!("avx512vpopcntdq")
            && detected!("popcnt"))
        .then_some(Self(()))
    }

    /// Runs `code`, compiled for the features if it is inlined all the way.
    #[inline]
    pub(crate) fn run<R>(self, code: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,avx512vpopcntdq,popcnt")]
        fn with_features<R>(code: impl FnOnce() -> R) -> R {
            code()
        }
        // SAFETY: a value of this type says that the features were detected.
        unsafe { with_features(code) }
    }
}
