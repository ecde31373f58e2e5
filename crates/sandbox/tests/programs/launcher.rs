//! The smallest launcher of sandboxes, for tests and as an example.

fn main() -> std::process::ExitCode {
    grundy_sandbox::launch_main(std::env::args_os().skip(1))
}
