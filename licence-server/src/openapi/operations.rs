//! The operations: one function for each.

mod lookup;
mod service;
mod watchlist;
mod webhooks;

use super::operation::Operation;
use crate::endpoint::Endpoint;

pub(super) fn describe(endpoint: Endpoint) -> Operation {
    match endpoint {
        Endpoint::CheckDomain => lookup::check_domain(endpoint),
        Endpoint::CheckDomainBatch => lookup::check_domain_batch(endpoint),
        Endpoint::ListJurisdictions => lookup::list_jurisdictions(endpoint),
        Endpoint::GetJurisdiction => lookup::get_jurisdiction(endpoint),
        Endpoint::ListJurisdictionOperators => lookup::list_jurisdiction_operators(endpoint),
        Endpoint::SearchOperators => lookup::search_operators(endpoint),
        Endpoint::GetOperator => lookup::get_operator(endpoint),
        Endpoint::ListOperatorLicenses => lookup::list_operator_licenses(endpoint),
        Endpoint::GetOperatorRegulatoryActions => lookup::get_operator_regulatory_actions(endpoint),
        Endpoint::GetLicense => lookup::get_license(endpoint),
        Endpoint::GetLicenseHistory => lookup::get_license_history(endpoint),
        Endpoint::GetWatchlist => watchlist::get_watchlist(endpoint),
        Endpoint::ListWatchlistOperators => watchlist::list_watchlist_operators(endpoint),
        Endpoint::AddWatchlistOperator => watchlist::add_watchlist_operator(endpoint),
        Endpoint::RemoveWatchlistOperator => watchlist::remove_watchlist_operator(endpoint),
        Endpoint::ListWatchlistEvents => watchlist::list_watchlist_events(endpoint),
        Endpoint::CreateWebhook => webhooks::create_webhook(endpoint),
        Endpoint::ListWebhooks => webhooks::list_webhooks(endpoint),
        Endpoint::UpdateWebhook => webhooks::update_webhook(endpoint),
        Endpoint::DeleteWebhook => webhooks::delete_webhook(endpoint),
        Endpoint::RotateWebhookSecret => webhooks::rotate_webhook_secret(endpoint),
        Endpoint::ListWebhookDeliveries => webhooks::list_webhook_deliveries(endpoint),
        Endpoint::TestWebhook => webhooks::test_webhook(endpoint),
        Endpoint::ExportDataset => service::export_dataset(endpoint),
        Endpoint::GetCatalogueManifest => service::get_catalogue_manifest(endpoint),
        Endpoint::GetCatalogueRecords => service::get_catalogue_records(endpoint),
        Endpoint::GetCatalogueDelta => service::get_catalogue_delta(endpoint),
        Endpoint::GetCatalogueFile => service::get_catalogue_file(endpoint),
        Endpoint::GetOpenApiExtensions => service::get_open_api_extensions(endpoint),
        Endpoint::CheckHealth => service::check_health(endpoint),
        Endpoint::CheckCoverage => service::check_coverage(endpoint),
        Endpoint::GetStats => service::get_stats(endpoint),
        Endpoint::GetOpenApi => service::get_open_api(endpoint),
    }
}
