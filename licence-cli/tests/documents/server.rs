//! This program as `licence-server`.

use std::path::Path;
use std::process::ExitCode;

/// Whether it was started under the server's name.
pub fn is_meant() -> bool {
    let name = std::env::args_os().next().unwrap_or_default();
    Path::new(&name).file_name().is_some_and(|name| name == "licence-server")
}

/// What the binary does.
pub fn run() -> ExitCode {
    licence_server::program::run(std::env::args_os())
}
