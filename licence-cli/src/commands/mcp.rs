//! `licence mcp`.

use std::sync::Arc;

use crate::args::AccountFlag;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::mcp;
use crate::service::Service;

/// Answers an assistant on standard input and output until the input ends.
pub(crate) fn run(settings: &Settings, account: &AccountFlag) -> Result<Exit, Failure> {
    settings.block_on(async {
        let service = Arc::new(settings.lookup_service().await?);
        let is_remote = matches!(*service, Service::Remote(_));
        mcp::serve(Arc::clone(&service), is_remote || account.account.is_some()).await?;
        if let Some(service) = Arc::into_inner(service) {
            service.close().await;
        }
        Ok(Exit::Done)
    })
}
