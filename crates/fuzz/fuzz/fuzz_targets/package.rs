//! Problem packages from any options and descriptions.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::targets::run("package", data));
