//! The program; see [`licence_server::program`].

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    licence_server::program::run(std::env::args_os())
}
