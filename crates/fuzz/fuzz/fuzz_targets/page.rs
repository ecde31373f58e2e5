//! The page of `grundy play --web` on the bytes of any request.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::targets::run("page", data));
