//! `licence catalogue pull`: brings a folder up to date with the catalogue of a server.

use std::fs;

use licence_store::catalogue_file::{self, Published, PullError, Pulled};
use reqwest::StatusCode;

use crate::args::PullCatalogue;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::notes;
use crate::remote::{Call, Client};
use crate::whole_file;

/// Brings a folder up to date, once or again and again.
pub(super) fn run(settings: &Settings, pull: &PullCatalogue) -> Result<Exit, Failure> {
    let Some(client) = settings.server()? else {
        let error = "a catalogue is pulled from a server: give --server URL";
        return Err(Failure::Usage(error.to_owned()));
    };
    let folder = &pull.folder;
    fs::create_dir_all(folder).map_err(|error| Failure::in_file(folder, error))?;
    loop {
        let pulled = settings.block_on(catalogue_file::pull(folder, &pull.key, &Server(&client)));
        let outcome = pulled.map_err(|error| match error {
            PullError::Server(failure) => failure,
            PullError::Folder { file, error } => whole_file::cannot_write(&file, &error),
            error => Failure::in_file(folder, error),
        });
        let Some(every) = &pull.every else {
            report(outcome?);
            return Ok(Exit::Done);
        };
        match outcome {
            Ok(pulled) => report(pulled),
            // The catalogue that is here goes on answering, and says how old it is.
            Err(failure) => notes::print(format_args!("error: {failure}")),
        }
        std::thread::sleep(every.0);
    }
}

fn report(pulled: Pulled) {
    notes::note(match pulled {
        Pulled::Unchanged => "nothing changed",
        Pulled::ByDelta => "brought up to date by the difference",
        Pulled::Whole => "brought up to date by all records",
    });
}

struct Server<'c>(&'c Client);

impl Published for Server<'_> {
    type Error = Failure;

    async fn manifest(&self, held_sha256: Option<&str>) -> Result<Option<String>, Failure> {
        let reply =
            self.0.ask(&Call::get(["catalogue", "manifest"]).if_none_match(held_sha256)).await?;
        if reply.status == StatusCode::NOT_MODIFIED {
            return Ok(None);
        }
        let text = String::from_utf8(reply.body);
        text.map(Some).map_err(|_| Failure::Usage("the manifest is no text".to_owned()))
    }

    async fn records(&self, at_most: u64) -> Result<Vec<u8>, Failure> {
        let call = Call::get(["catalogue", "records"]).at_most(at_most);
        Ok(self.0.ask(&call).await?.body)
    }

    async fn delta(&self, from_sha256: &str, at_most: u64) -> Result<Option<Vec<u8>>, Failure> {
        let call = Call::get(["catalogue", "records", from_sha256, "delta"]).at_most(at_most);
        match self.0.ask(&call.accepting(StatusCode::NOT_FOUND)).await {
            Ok(reply) => Ok((reply.status != StatusCode::NOT_FOUND).then_some(reply.body)),
            Err(Failure::TooLong { .. }) => Ok(None),
            Err(failure) => Err(failure),
        }
    }
}
