//! The options as the audit log keeps them: all of them, without secrets.

use ipnet::IpNet;
use licence_core::audit::{redact_address, redact_url};
use licence_core::origin::Origin;
use licence_core::register::sources::RegisterTable;
use licence_store::StoreOptions;
use licence_store::service::WebhookOptions;
use serde_json::{Map, Value, json};

use super::{Config, LogFormat};

impl Config {
    /// Returns every option by the name of its flag or table. Passwords and queries of addresses are
    /// left out, and files are named, not read.
    pub fn effective(&self) -> Map<String, Value> {
        // Named one by one, so that a new option cannot be forgotten here.
        let Self {
            store,
            listen,
            metrics_listen,
            metrics_remote,
            dashboard_listen,
            dashboard_url,
            require_passkey,
            connector_listen,
            connector_url,
            behind_proxy,
            tls,
            trusted_proxies,
            base_url,
            sample,
            no_jobs,
            log,
            log_format,
            catalogue_key_file,
            registers,
            plans,
            retention,
        } = self;
        let (certificate, key) = tls.as_ref().map(|(certificate, key)| (certificate, key)).unzip();
        let server = json!({
            "listen": listen,
            "metrics_listen": metrics_listen,
            "metrics_remote": metrics_remote,
            "dashboard_listen": dashboard_listen.map(|listen| listen.address),
            "dashboard_url": dashboard_url.as_ref().map(Origin::as_str),
            "require_passkey": require_passkey,
            "connector_listen": connector_listen.map(|listen| listen.address),
            "connector_url": connector_url.as_ref().map(Origin::as_str),
            "behind_proxy": behind_proxy,
            "tls_cert": certificate,
            "tls_key": key,
            "trusted_proxy": networks(trusted_proxies),
            "base_url": base_url.as_ref().map(|url| redact_url(url.as_str())),
            "sample": sample,
            "no_jobs": no_jobs,
            "catalogue_key_file": catalogue_key_file,
            "log": log,
            "log_format": match log_format {
                LogFormat::Text => "text",
                LogFormat::Json => "json",
            },
        });
        let plans = plans.iter().map(|(plan, table)| (plan.to_string(), json!(table)));
        let registers = registers.iter().map(|(code, table)| (code.to_string(), register(table)));
        let tables = json!({
            "retention": {
                "events": retention.events.to_string(),
                "deliveries": retention.deliveries.to_string(),
            },
            "plans": plans.collect::<Map<String, Value>>(),
            "registers": registers.collect::<Map<String, Value>>(),
        });
        let options = [server, store_options(store), tables];
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
        "webhook_allow": networks(&post.policy.allowed),
        "webhook_refused_ports": post.policy.refused_ports,
        "webhooks": format!("{retry:?}, attempt_timeout {:?}", post.attempt_timeout),
        "secret_key_file": secret_key_file,
    })
}

fn networks(networks: &[IpNet]) -> Vec<String> {
    networks.iter().map(IpNet::to_string).collect()
}

fn register(table: &RegisterTable) -> Value {
    let RegisterTable { urls, every, grace, max_drop_percent, accept } = table;
    let urls =
        urls.as_ref().map(|urls| urls.iter().map(|url| redact_url(&url.0)).collect::<Vec<_>>());
    json!({
        "urls": urls,
        "every": every.map(|period| period.to_string()),
        "grace": grace.map(|period| period.to_string()),
        "max_drop_percent": max_drop_percent,
        "accept": accept,
    })
}
