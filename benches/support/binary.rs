//! The `licence` binary of this build.

use std::path::PathBuf;
use std::process::Command;

/// Beside the directory this benchmark lies in: `target/release/deps/batch-…`. Cargo builds it
/// first; started without cargo, the benchmark takes what is there.
pub fn binary() -> PathBuf {
    let program = std::env::current_exe().expect("the path of this program");
    let release = program.ancestors().nth(2).expect("the directory of the build");
    if let Some(cargo) = std::env::var_os("CARGO") {
        let target = release.parent().expect("the target directory");
        let build = ["build", "--release", "--package", "licence-cli", "--bin", "licence"];
        let built = Command::new(cargo).args(build).arg("--target-dir").arg(target).status();
        assert!(built.is_ok_and(|status| status.success()), "cargo could not build licence");
    }
    release.join("licence")
}
