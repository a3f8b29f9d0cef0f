//! `licence watchlist`.

use licence_core::lookup::PageRules;

use crate::args::WatchlistCommand;
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::{output, pages};

pub(crate) fn run(settings: &Settings, asked: &WatchlistCommand) -> Result<Exit, Failure> {
    settings.with_service(async |service| match asked {
        WatchlistCommand::Show { form, .. } => {
            let body = service.watchlist().await?;
            output::print_answer(*form, &body, output::watchlist::summary)
        }
        WatchlistCommand::List { page, form, .. } => {
            let rules = PageRules::WATCHLIST_OPERATORS;
            let body = pages::list(page, rules, "operators", async |limit, offset| {
                service.watched_operators(limit, offset).await
            });
            output::list(*form, &body.await?, "operators", output::watchlist::page)
        }
        WatchlistCommand::Add { slug, form, .. } => {
            let body = service.watch(slug, now()?).await?;
            output::print_answer(*form, &body, output::watchlist::addition)
        }
        WatchlistCommand::Remove { slug, form, .. } => {
            service.unwatch(slug).await?;
            match form.json {
                true => Ok(Exit::Done),
                false => output::sentence(format_args!("{slug} is not watched")),
            }
        }
    })
}
