//! The options as the audit log keeps them: all of them, without secrets.

use licence_core::audit::{redact_address, redact_url};
use licence_core::register::sources::RegisterTable;
use licence_store::StoreOptions;
use licence_store::service::WebhookOptions;
use serde_json::{Map, Value, json};

use super::Config;

impl Config {
    /// Returns every option by the name of its flag or table. Passwords and queries of addresses are
    /// left out, and files are named, not read. A field with a secret skips serializing.
    pub fn effective(&self) -> Map<String, Value> {
        let (certificate, key) =
            self.tls.as_ref().map(|(certificate, key)| (certificate, key)).unzip();
        let registers = self.registers.iter();
        let registers = registers.map(|(code, table)| (code.to_string(), register(table)));
        let not_serialized = json!({
            "tls_cert": certificate,
            "tls_key": key,
            "base_url": self.base_url.as_ref().map(|url| redact_url(url.as_str())),
            "registers": registers.collect::<Map<String, Value>>(),
        });
        let options = [json!(self), not_serialized, store_options(&self.store)];
        let members = options.iter().filter_map(Value::as_object).flatten();
        members.map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}

fn store_options(store: &StoreOptions) -> Value {
    // What the binary decides by itself is no option.
    let StoreOptions {
        database_url,
        cache_url,
        catalogue_folder,
        webhooks,
        access_lifetime,
        entropy: _,
        exports: _,
        register_reader: _,
        ..
    } = store;
    let WebhookOptions { post, retry, secret_key_file } = webhooks;
    json!({
        "database_url": redact_address(database_url),
        "cache_url": redact_address(cache_url),
        "catalogue_folder": catalogue_folder,
        "connector_token_hours": access_lifetime.hours(),
        "webhook_allow": post.policy.allowed,
        "webhook_refused_ports": post.policy.refused_ports,
        "webhooks": format!("{retry:?}, attempt_timeout {:?}", post.attempt_timeout),
        "secret_key_file": secret_key_file,
    })
}

fn register(table: &RegisterTable) -> Value {
    let RegisterTable { urls, every, grace, max_drop_percent, accept } = table;
    let urls =
        urls.as_ref().map(|urls| urls.iter().map(|url| redact_url(&url.0)).collect::<Vec<_>>());
    json!({
        "urls": urls,
        "every": every,
        "grace": grace,
        "max_drop_percent": max_drop_percent,
        "accept": accept,
    })
}
