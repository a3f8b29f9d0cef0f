//! `licence report`.

use std::io::Write;

use licence_core::check::CheckResult;
use serde::de::DeserializeOwned;
use serde_json::json;
use serde_json::value::RawValue;

use crate::args::Report;
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::output::report::Record;
use crate::pasted::Pasted;
use crate::service::{Body, Service};
use crate::whole_file;

/// Writes a record of a check.
pub(crate) fn run(settings: &Settings, args: &Report) -> Result<Exit, Failure> {
    settings.look_up(async |service| {
        let bodies = Bodies::ask(service, settings, args).await?;
        let bytes = match args.json {
            true => bodies.to_json()?,
            false => bodies.to_page(settings, args)?.into_bytes(),
        };
        match args.out.as_deref().filter(|path| !whole_file::is_stdout(path)) {
            Some(path) => whole_file::write(path, |file| Ok(file.write_all(&bytes)?))?,
            None => output::write_all(&bytes)?,
        }
        Ok(Exit::Done)
    })
}

/// The bodies of the REST API that a record shows. A check without a licence has only the first.
struct Bodies {
    made_at: licence_core::time::Timestamp,
    check: Body,
    licence: Option<Body>,
    history: Option<Body>,
}

impl Bodies {
    async fn ask(service: &Service, settings: &Settings, args: &Report) -> Result<Self, Failure> {
        let made_at = now()?;
        let instant = args.instant.as_of.as_deref();
        let pasted = Pasted::parse(&args.query);
        let host = pasted.host(&args.query);
        let check = service.check(pasted.request(&host), instant, made_at).await?;
        pasted.announce(settings.is_quiet, &args.query);
        let result: CheckResult = parse(&check)?;
        let id = result.matched.and_then(|it| it.license_id).map(|id| id.0.to_string());
        let (licence, history) = match id {
            Some(id) => {
                let licence = service.licence(&id, instant, made_at).await?;
                (Some(licence), Some(service.history(&id).await?))
            }
            None => (None, None),
        };
        Ok(Self { made_at, check, licence, history })
    }

    fn to_json(&self) -> Result<Vec<u8>, Failure> {
        let raw = |body: &Body| parse::<Box<RawValue>>(body.as_slice());
        let object = json!({ "made_at": self.made_at });
        let mut object = crate::raw_object::RawObject::parse(object.to_string().as_bytes())?;
        object.push("check", raw(&self.check)?);
        for (name, body) in [("licence", &self.licence), ("history", &self.history)] {
            let body = body.as_ref().map(raw).transpose()?;
            object.push(name, body.unwrap_or_else(|| RawValue::NULL.to_owned()));
        }
        let mut bytes = serde_json::to_vec(&object)?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    fn to_page(&self, settings: &Settings, args: &Report) -> Result<String, Failure> {
        let record = Record {
            made_at: self.made_at,
            data_source: settings.data_source_name(),
            asked: args.query.clone(),
            as_of: args.instant.as_of.clone(),
            check: parse(&self.check)?,
            licence: self.licence.as_deref().map(parse).transpose()?,
            history: self.history.as_deref().map(parse).transpose()?,
        };
        Ok(output::report::page(&record))
    }
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    Ok(serde_json::from_slice(body)?)
}
