//! A launcher of sandboxes for this crate's tests.

fn main() -> std::process::ExitCode {
    grundy_sandbox::launch_main(std::env::args_os().skip(1))
}
