//! Forms that create something. What a form creates gets the id that the form carries, so a form that
//! is sent twice, by a reload or a double click, creates one thing.

use sea_orm::{DbErr, SqlErr};
use uuid::Uuid;

use crate::Store;
use crate::error::StoreError;

impl Store {
    /// Returns an id for a new form.
    pub fn new_form_id(&self) -> Uuid {
        self.entropy.uuid()
    }

    /// Returns the same store, whose new key, webhook or link gets this id. Creating a second one
    /// fails with [`StoreError::Repeated`].
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// let of_form = store.creating_with_id(store.new_form_id());
    /// assert!(of_form.create_key(account, "production", now).await.is_ok());
    /// assert!(of_form.create_key(account, "production", now).await.is_err());
    /// # Ok(()) }).unwrap();
    /// ```
    pub fn creating_with_id(&self, id: Uuid) -> Self {
        Self { form_id: Some(id), ..self.clone() }
    }

    /// Returns the id of what is created next.
    pub(crate) fn new_id(&self) -> Uuid {
        self.form_id.unwrap_or_else(|| self.entropy.uuid())
    }

    /// Returns the error of a row that could not be inserted.
    pub(crate) fn insert_error(&self, error: DbErr) -> StoreError {
        match (self.form_id, error.sql_err()) {
            (Some(id), Some(SqlErr::UniqueConstraintViolation(_))) => StoreError::Repeated { id },
            _ => error.into(),
        }
    }
}
