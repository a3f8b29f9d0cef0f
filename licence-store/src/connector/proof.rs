//! Checks that a client is who it says: nothing for a public client, a signature for one with keys.

use std::time::Duration;

use licence_core::hex::sha256_hex;
use licence_core::oauth::assertion::Assertion;
use licence_core::oauth::jwk::PublicKey;
use licence_core::oauth::token_request::Sender;
use licence_core::oauth::{Client, ConnectorAddress, TokenError};
use licence_core::time::Timestamp;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use sea_orm::{EntityTrait, Set};

use super::error::ConnectorError;
use crate::Store;
use crate::boxed;
use crate::entity::oauth_assertion::{ActiveModel, Column, Entity};

/// How long a used proof is remembered beyond its end.
const MARGIN: Duration = Duration::from_secs(60);

impl Store {
    /// Returns the client that sends a form, if it proves who it is as its metadata ask.
    ///
    /// # Errors
    /// [`ConnectorError::Refused`] with `invalid_client` for an unknown client, a missing proof, and
    /// one that is false or used.
    #[boxed]
    pub async fn prove_client(
        &self,
        sender: &Sender,
        connector: &ConnectorAddress,
        now: Timestamp,
    ) -> Result<Client, ConnectorError> {
        let unknown = TokenError::InvalidClient("the client is unknown; register it again");
        let client = self.client(&sender.client_id).await?.ok_or(unknown)?.client;
        let Some(proof) = &sender.assertion else {
            let owed = TokenError::InvalidClient("the client must prove itself by private_key_jwt");
            return if client.metadata.allows_none { Ok(client) } else { Err(owed.into()) };
        };
        proof.check_claims(&client.id, connector, now)?;
        let keys = self.client_keys(&client, now).await?;
        let keys = keys.keys(proof.algorithm, proof.key_id.as_deref());
        let message = proof.signed_text.as_bytes();
        if !keys.iter().any(|key| is_signed_by(message, &proof.signature, key)) {
            return Err(TokenError::InvalidClient("no key of the client made the signature").into());
        }
        self.use_proof(&client, proof).await?;
        Ok(client)
    }

    async fn use_proof(&self, client: &Client, proof: &Assertion) -> Result<(), ConnectorError> {
        let name = format!("{}\n{}", client.id, proof.claims.jti);
        let hash = sha256_hex(name.as_bytes());
        let ends = proof.expires_at().later_by(MARGIN).epoch_millis();
        let row = ActiveModel { sha256: Set(hash), expires_at: Set(ends) };
        let transaction = self.databases.begin_short_write().await?;
        let inserted = Entity::insert(row)
            .on_conflict_do_nothing_on([Column::Sha256])
            .exec_without_returning(&transaction)
            .await?;
        transaction.commit().await?;
        match inserted {
            sea_orm::TryInsertResult::Inserted(1..) => Ok(()),
            _ => Err(TokenError::InvalidClient("the client_assertion was used before").into()),
        }
    }
}

fn is_signed_by(message: &[u8], signature: &[u8], key: &PublicKey) -> bool {
    let verified = match key {
        PublicKey::Es256(point) => {
            UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(message, signature)
        }
        PublicKey::Rs256 { n, e } => {
            let key = RsaPublicKeyComponents { n, e };
            key.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
        }
    };
    verified.is_ok()
}

#[cfg(test)]
mod tests;
