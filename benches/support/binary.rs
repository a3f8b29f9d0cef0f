//! The `licence` binary, built with the profile of the benchmarks.

use std::path::PathBuf;
use std::process::Command;

/// Returns the path of `licence` in `target/dist`. Cargo builds it first, because the benchmarks lie in
/// `target/release/deps` although their profile inherits `dist`. Started without cargo, the benchmark
/// takes the binary that is there.
pub fn binary() -> PathBuf {
    let program = std::env::current_exe().expect("the path of this program");
    let target = program.ancestors().nth(3).expect("the target directory");
    if let Some(cargo) = std::env::var_os("CARGO") {
        let build = ["build", "--profile", "dist", "--package", "licence-cli", "--bin", "licence"];
        let built = Command::new(cargo).args(build).arg("--target-dir").arg(target).status();
        assert!(built.is_ok_and(|status| status.success()), "cargo could not build licence");
    }
    target.join("dist/licence")
}
