//! `licence completions` and `licence man`, which are generated from the declared commands.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::{output, whole_file};

pub(crate) fn completions(shell: Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "licence", &mut script);
    output::done(&script)
}

/// Prints the page of `licence`, or writes a page for every command into a folder.
pub(crate) fn man(folder: Option<&Path>) -> Result<Exit, Failure> {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(Args::command()).render(&mut page)?;
        return output::done(&page);
    };
    let failed = |error| whole_file::cannot_write(folder, &error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(Args::command(), folder).map_err(failed)?;
    output::sentence(format_args!("the pages are in {}", folder.display()))
}
