//! The catalogue as a file: what a folder is pulled up to date from.
//!
//! The bytes are sent as they are, without content coding: their SHA-256 is the `ETag`, and the
//! manifest names it too.

use std::sync::Arc;

use licence_core::records;
use licence_core::request::quoted;
use licence_store::PublishedCatalogue;
use warp::http::header::{ETAG, HeaderValue};
use warp::hyper::body::Bytes;

use crate::access::Caller;
use crate::problem::{Problem, ProblemKind};
use crate::reply::{self, ReplyResult, Response, Uncompressed};
use crate::request::RequestContext;

const TEXT: &str = "text/plain; charset=utf-8";

/// `GET /v1/catalogue/manifest`
pub(crate) async fn manifest(context: &RequestContext, _: &Caller) -> ReplyResult {
    let key = context.state().catalogue_key.as_ref().ok_or_else(|| {
        let error = "This server signs no manifest: it runs without --catalogue-key-file.";
        Problem::new(ProblemKind::RouteNotFound, error)
            .suggesting("Ask whoever runs the server for a signed catalogue.")
    })?;
    let note = key.sign(&newest(context).await?.manifest(key.name()).to_string());
    let sha256 = records::sha256(note.as_bytes());
    Ok(send(TEXT, note.into(), &sha256))
}

/// `GET /v1/catalogue/records`
pub(crate) async fn records(context: &RequestContext, _: &Caller) -> ReplyResult {
    let newest = newest(context).await?;
    let (records, name) = &newest.records;
    Ok(send(TEXT, records.clone(), &name.sha256))
}

/// `GET /v1/catalogue/records/{sha256}/delta`
pub(crate) async fn delta(context: &RequestContext, _: &Caller) -> ReplyResult {
    let from = context.segment();
    let delta = context.state().catalogue.delta(context.store(), &from).await?;
    let delta = delta.ok_or_else(|| {
        let from = quoted(&from);
        let error = format!("This server does not hold records with the SHA-256 {from}.");
        Problem::new(ProblemKind::RouteNotFound, error)
            .suggesting("Get the newest records from /v1/catalogue/records.")
    })?;
    let sha256 = records::sha256(&delta);
    Ok(send(TEXT, delta, &sha256))
}

/// `GET /v1/catalogue/file`
pub(crate) async fn file(context: &RequestContext, _: &Caller) -> ReplyResult {
    let newest = newest(context).await?;
    let (file, name) = &newest.file;
    Ok(send("application/octet-stream", file.clone(), &name.sha256))
}

async fn newest(context: &RequestContext) -> Result<Arc<PublishedCatalogue>, Problem> {
    Ok(context.state().catalogue.newest(context.store()).await?)
}

/// Returns the reply with these bytes under a strong tag.
fn send(content_type: &'static str, bytes: Bytes, sha256: &str) -> Response {
    let mut response = reply::with_type(content_type, bytes);
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{sha256}\"")) {
        response.headers_mut().insert(ETAG, tag);
    }
    response.extensions_mut().insert(Uncompressed);
    response
}
