//! `licence open`.

use std::io;
use std::process::{Command, Stdio};

use licence_core::check::CheckResult;
use serde_json::json;
use url::Url;

use crate::args::Open;
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure, Refusal};
use crate::notes;
use crate::output;
use crate::output::style::plain;
use crate::pasted::Pasted;

pub(crate) fn run(settings: &Settings, args: &Open) -> Result<Exit, Failure> {
    let pasted = Pasted::parse(&args.query);
    settings.look_up(async |service| {
        let body = service.check(pasted.request(&args.query), None, now()?).await?;
        pasted.announce(&args.query);
        let result = serde_json::from_slice(&body)?;
        let url = page(&result)?;
        if args.form.json {
            output::json(&json!({ "verdict": result.verdict, "url": url.as_str() }))?;
        } else if !notes::is_quiet() {
            output::write_all(format!("{url}\n").as_bytes())?;
        }
        if !args.print && !args.form.json {
            open(&url).map_err(|error| {
                Failure::Usage(format!(
                    "no browser can be started ({error}); --print prints the page"
                ))
            })?;
        }
        Ok(Exit::Done)
    })
}

/// Returns the page of the regulator: the one about the domain, else the one with the status.
fn page(result: &CheckResult) -> Result<Url, Failure> {
    let matched = result.matched.as_ref();
    let page =
        matched.and_then(|it| it.verification_url.as_ref().or(it.status_source_url.as_ref()));
    let url = page.and_then(|page| Url::parse(page).ok());
    // Nothing else is opened, whatever a register or a server names.
    url.filter(|url| matches!(url.scheme(), "http" | "https")).ok_or_else(|| {
        let error = format!("No register has a page about it. {}", plain(&result.verdict_detail));
        Failure::refused(Refusal::local(Exit::NotFound, error, None))
    })
}

/// Starts the browser of `BROWSER`, else of the system.
fn open(url: &Url) -> io::Result<()> {
    let browser = std::env::var_os("BROWSER").filter(|name| !name.is_empty());
    let mut command = match browser {
        Some(browser) => Command::new(browser),
        None if cfg!(target_os = "macos") => Command::new("open"),
        None if cfg!(windows) => Command::new("explorer"),
        None => Command::new("xdg-open"),
    };
    command.arg(url.as_str()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status()?;
    match status.success() || cfg!(windows) {
        true => Ok(()),
        false => Err(io::Error::other(format!("it ended with {status}"))),
    }
}
