//! A launcher of sandboxes for the tests of rules programs.

fn main() -> std::process::ExitCode {
    grundy_sandbox::launch_main(std::env::args_os().skip(1))
}
