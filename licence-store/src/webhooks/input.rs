//! Bodies that create and change endpoints. A URL that the policy refuses is in the audit log. One that
//! cannot be read is not, because it is a typing error and may hold a password at any place.

use licence_core::account::AccountId;
use licence_core::audit::Action;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::endpoint::{EndpointChange, EndpointDraft, EndpointInputError};
use licence_core::webhook::url_policy::UrlError;

use super::audit_acts;
use crate::Store;
use crate::boxed;

impl Store {
    /// Parses the body of a creation by [`Store::url_policy`], and records a refused URL.
    ///
    /// # Errors
    /// Those of [`EndpointDraft::from_json`].
    #[boxed]
    pub async fn webhook_draft(
        &self,
        account: AccountId,
        body: &[u8],
        now: Timestamp,
    ) -> Result<EndpointDraft, EndpointInputError> {
        let draft = EndpointDraft::from_json(body, self.url_policy());
        if let Some(reason) = refused_url(draft.as_ref().err()) {
            let id = WebhookId(self.entropy.uuid());
            let act = audit_acts::refused_url(Action::WebhookCreate, account, id, body);
            self.record_refused(act, reason, now).await;
        }
        draft
    }

    /// Parses the body of a change of this endpoint as [`Store::webhook_draft`] does.
    ///
    /// # Errors
    /// Those of [`EndpointChange::from_json`].
    #[boxed]
    pub async fn webhook_change(
        &self,
        account: AccountId,
        id: WebhookId,
        body: &[u8],
        now: Timestamp,
    ) -> Result<EndpointChange, EndpointInputError> {
        let change = EndpointChange::from_json(body, self.url_policy());
        if let Some(reason) = refused_url(change.as_ref().err()) {
            let act = audit_acts::refused_url(Action::WebhookUpdate, account, id, body);
            self.record_refused(act, reason, now).await;
        }
        change
    }
}

/// Returns why the policy refuses the URL; `None` for another error.
fn refused_url(error: Option<&EndpointInputError>) -> Option<&'static str> {
    match error? {
        EndpointInputError::Url(UrlError::Invalid { .. } | UrlError::EmptyHost(_)) => None,
        EndpointInputError::Url(refused) => Some(refused.problem_kind().reason()),
        _ => None,
    }
}
