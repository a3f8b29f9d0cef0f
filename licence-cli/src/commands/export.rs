//! `licence export`.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use indicatif::ProgressBar;
use licence_core::export::ExportFormat;
use licence_core::request;

use crate::args::Export;
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::interrupt::interrupted;
use crate::progress::row_bar;
use crate::service::{ExportFile, RowsReceived};
use crate::whole_file::{self, WholeFile};

pub(crate) fn run(settings: &Settings, args: &Export) -> Result<Exit, Failure> {
    let dataset = request::dataset(&args.dataset)?;
    let format = format(args)?;
    let filter = request::export_filter(
        args.jurisdiction.iter().map(String::as_str),
        args.status.iter().map(String::as_str),
    )?;
    settings.look_up(async |service| {
        let mut file = service.export(dataset, format, filter, now()?).await?;
        let is_watched = out(args).is_some() || !io::stdout().is_terminal();
        let bar = row_bar(is_watched, file.row_count);
        match out(args) {
            Some(path) => tokio::select! {
                // Heard from before the file is made, and ended here, so that a file that is not
                // whole is removed.
                biased;
                interrupted = interrupted() => {
                    interrupted?;
                    return Err(io::Error::other("the export was interrupted").into());
                }
                written = async {
                    let mut whole = WholeFile::create(path)?;
                    let mut out = io::BufWriter::with_capacity(256 * 1024, &mut whole.file);
                    let copied = copy(&mut file, format, &bar, &mut out).await;
                    copied.map_err(|failure| whole_file::name_file(path, failure))?;
                    drop(out);
                    whole.keep()
                } => written?,
            },
            None => copy(&mut file, format, &bar, &mut io::stdout()).await?,
        }
        bar.finish_and_clear();
        Ok(Exit::Done)
    })
}

/// Returns the file, unless it is standard output.
fn out(args: &Export) -> Option<&Path> {
    args.out.as_deref().filter(|path| !whole_file::is_stdout(path))
}

/// Returns the format of `--format`, else the one that the name of the file ends in.
fn format(args: &Export) -> Result<ExportFormat, Failure> {
    if let Some(format) = &args.format {
        return Ok(request::export_format(Some(format))?);
    }
    let extension = args.out.as_deref().and_then(Path::extension);
    let extension = extension.map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        None => Ok(ExportFormat::default()),
        Some("csv" | "txt") => Ok(ExportFormat::Csv),
        Some("json" | "ndjson" | "jsonl") => Ok(ExportFormat::Json),
        Some(other) => Err(Failure::Usage(format!(
            "--out ends in .{other}; an export is csv (.csv) or json (.json, .ndjson, .jsonl), and \
             --format names one for any other ending"
        ))),
    }
}

/// Copies a file as it comes, and counts what came against what was announced.
async fn copy(
    file: &mut ExportFile,
    format: ExportFormat,
    bar: &ProgressBar,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut received = RowsReceived::new(format);
    let broken = loop {
        match file.next().await {
            Ok(Some(piece)) => {
                received.count(&piece);
                out.write_all(&piece)?;
                bar.set_position(received.rows());
            }
            Ok(None) => break None,
            Err(why) => break Some(why),
        }
    };
    out.flush()?;
    complete(&received, file.row_count, broken)
}

fn complete(
    received: &RowsReceived,
    announced: Option<u64>,
    broken: Option<String>,
) -> Result<(), Failure> {
    let rows = received.rows();
    let why = match (broken, announced) {
        (Some(why), _) => why,
        (None, Some(announced)) if announced != rows => "the file is not whole".to_owned(),
        (None, _) if !received.is_whole() => "the last line is not whole".to_owned(),
        (None, None) => "the server did not say how many there are".to_owned(),
        (None, Some(_)) => return Ok(()),
    };
    Err(Failure::Truncated { received: rows, announced: announced.unwrap_or(rows), why })
}
