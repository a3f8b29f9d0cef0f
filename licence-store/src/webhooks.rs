//! Webhook endpoints of accounts (specification 2.12, 3.3, 3.4 and 4.4).
//!
//! An account whose plan ends keeps its endpoints, and they still receive events: a plan can be
//! renewed, a lost event cannot be recovered. An account on a smaller plan keeps its endpoints and
//! can add none above the new limit.

mod activity;
mod attempts;
mod audit_acts;
mod delivery_page;
mod input;
mod options;
mod ping;
mod resend;
pub(crate) mod rows;
mod secret_key;
mod secrets;
mod state;

pub use delivery_page::DeliveryList;
pub use options::{WebhookOptions, WebhookTable};
pub use ping::SentTest;
pub use resend::ResendResult;
pub(crate) use secret_key::{KeyLocation, SecretKey};
pub(crate) use secrets::secret_rows;
pub use state::DeliveryCounts;
pub(crate) use state::Webhooks;

use licence_core::account::AccountId;
use licence_core::account::plan::Cap;
use licence_core::request::RequestError;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::bodies::WebhookList;
use licence_core::webhook::endpoint::{
    EndpointChange, EndpointDraft, WebhookEndpoint, admit_endpoint,
};
use licence_core::webhook::secret::{EndpointSecret, WebhookSecret};
use licence_core::webhook::url_policy::UrlPolicy;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, Select,
};

use crate::Store;
use crate::boxed;
use crate::entity::{delivery, webhook_endpoint};
use crate::error::StoreError;
use crate::fail_point;
use crate::mutex::lock;

impl Store {
    /// Returns the URL policy, which parses the bodies that create and change endpoints.
    pub fn url_policy(&self) -> &UrlPolicy {
        &self.webhooks.options.post.policy
    }

    /// Returns the deliveries of this process since it started.
    pub fn delivery_counts(&self) -> DeliveryCounts {
        *lock(&self.webhooks.counts)
    }

    /// Creates an endpoint with its own secret, which no other call returns. The name in its URL is
    /// resolved and judged first; then the account's endpoints are counted against the plan's `cap`,
    /// which concurrent requests cannot exceed.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails or the secret cannot be encrypted; then there is no
    /// endpoint.
    #[boxed]
    pub async fn create_webhook(
        &self,
        account: AccountId,
        draft: EndpointDraft,
        cap: Cap,
        now: Timestamp,
    ) -> Result<Result<WebhookEndpoint, RequestError>, StoreError> {
        let id = WebhookId(self.new_id());
        let act = audit_acts::create(account, id, &draft);
        if let Err(refused) = self.webhooks.poster()?.vet(&draft.url).await {
            self.record_refused(act, refused.problem_kind().reason(), now).await;
            return Ok(Err(refused.into()));
        }
        let transaction = self.databases.begin_account_write().await?;
        // A form that was sent twice is an error of its own, even if its first use filled the plan.
        if webhook_endpoint::Entity::find_by_id(id.0.to_string()).count(&transaction).await? > 0 {
            return Err(StoreError::Repeated { id: id.0 });
        }
        let count = endpoints_of_account(account).count(&transaction).await?;
        if let Err(full) = admit_endpoint(count, cap) {
            transaction.rollback().await?;
            self.record_refused(act, full, now).await;
            return Ok(Err(full.into()));
        }
        let secret = WebhookSecret::generate(&mut self.entropy.bytes());
        let endpoint = WebhookEndpoint::created(draft, id, secret.clone(), now);
        fail_point::before_write();
        let row = rows::new_endpoint(account, &endpoint);
        webhook_endpoint::Entity::insert(row).exec_without_returning(&transaction).await?;
        self.add_secret(&transaction, id, &EndpointSecret::new(secret, now)).await?;
        self.record_done(&transaction, act, now).await?;
        transaction.commit().await?;
        self.webhooks.endpoint_changed(id);
        Ok(Ok(endpoint))
    }

    /// Returns the endpoints of an account, the oldest first, without secrets.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn webhooks(&self, account: AccountId) -> Result<WebhookList, StoreError> {
        let rows = endpoints_of_account(account).all(&self.databases.reader).await?;
        let endpoints = rows.into_iter().map(rows::endpoint).collect::<Result<_, _>>()?;
        Ok(WebhookList { endpoints })
    }

    /// Changes an endpoint; `None` if the account has no endpoint with that id. A new URL is resolved
    /// and judged first. Pending deliveries wait while the endpoint is inactive, and continue when it
    /// is active again.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then nothing was changed.
    #[boxed]
    pub async fn update_webhook(
        &self,
        account: AccountId,
        id: WebhookId,
        change: EndpointChange,
        now: Timestamp,
    ) -> Result<Result<Option<WebhookEndpoint>, RequestError>, StoreError> {
        // An unknown endpoint need not wait for other writers.
        let Some(held) = find(&self.databases.reader, account, id).await? else {
            return Ok(Ok(None));
        };
        if let Some(url) = change.url.as_ref().filter(|url| url.as_str() != held.url)
            && let Err(refused) = self.webhooks.poster()?.vet(url).await
        {
            let act = audit_acts::update(account, &held, &change.apply(held.clone()));
            self.record_refused(act, refused.problem_kind().reason(), now).await;
            return Ok(Err(refused.into()));
        }
        let transaction = self.databases.begin_account_write().await?;
        let Some(before) = find(&transaction, account, id).await? else {
            return Ok(Ok(None));
        };
        let endpoint = change.apply(before.clone());
        if endpoint != before {
            self.record_done(&transaction, audit_acts::update(account, &before, &endpoint), now)
                .await?;
        }
        fail_point::before_write();
        let row = rows::updated_endpoint(&endpoint);
        webhook_endpoint::Entity::update(row).exec(&transaction).await?;
        if endpoint.active != before.active {
            set_deliveries_held(&transaction, id, !endpoint.active).await?;
        }
        transaction.commit().await?;
        self.webhooks.endpoint_changed(id);
        Ok(Ok(Some(endpoint)))
    }

    /// Removes an endpoint with its secrets and its deliveries, pending ones included. Returns
    /// whether the account had an endpoint with that id.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then nothing was removed.
    #[boxed]
    pub async fn delete_webhook(
        &self,
        account: AccountId,
        id: WebhookId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let Some(held) = find(&self.databases.reader, account, id).await? else { return Ok(false) };
        let transaction = self.databases.begin_account_write().await?;
        fail_point::before_write();
        let deleted = webhook_endpoint::Entity::delete_many()
            .filter(webhook_endpoint::Column::AccountId.eq(account.0.to_string()))
            .filter(webhook_endpoint::Column::Id.eq(id.0.to_string()))
            .exec(&transaction)
            .await?;
        if deleted.rows_affected > 0 {
            self.record_done(&transaction, audit_acts::delete(account, id, &held.url), now).await?;
        }
        transaction.commit().await?;
        self.webhooks.endpoint_changed(id);
        Ok(deleted.rows_affected > 0)
    }
}

/// Selects the endpoints of an account, the oldest first.
pub(crate) fn endpoints_of_account(account: AccountId) -> Select<webhook_endpoint::Entity> {
    webhook_endpoint::Entity::find()
        .filter(webhook_endpoint::Column::AccountId.eq(account.0.to_string()))
        .order_by_asc(webhook_endpoint::Column::CreatedAt)
        .order_by_asc(webhook_endpoint::Column::Id)
}

/// Returns the endpoint with that id if it belongs to the account.
async fn find(
    connection: &impl ConnectionTrait,
    account: AccountId,
    id: WebhookId,
) -> Result<Option<WebhookEndpoint>, StoreError> {
    let row =
        endpoints_of_account(account).filter(webhook_endpoint::Column::Id.eq(id.0.to_string()));
    row.one(connection).await?.map(rows::endpoint).transpose()
}

/// Holds back the pending deliveries of an endpoint, or releases them. A running attempt keeps its
/// lease, and its result counts.
async fn set_deliveries_held(
    connection: &impl ConnectionTrait,
    id: WebhookId,
    is_held: bool,
) -> Result<(), StoreError> {
    let due_at = match is_held {
        true => Expr::value(Option::<i64>::None),
        false => Expr::col(delivery::Column::NextRetryAt),
    };
    fail_point::before_write();
    delivery::Entity::update_many()
        .col_expr(delivery::Column::DueAt, due_at)
        .filter(delivery::Column::EndpointId.eq(id.0.to_string()))
        .filter(delivery::Column::Status.eq("pending"))
        .exec(connection)
        .await?;
    Ok(())
}
