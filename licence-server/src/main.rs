//! The program; see [`licence_server::program`].

use std::process::ExitCode;

fn main() -> ExitCode {
    licence_server::program::run(std::env::args_os())
}
