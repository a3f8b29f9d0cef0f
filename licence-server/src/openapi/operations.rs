//! The operations: one function for each.

mod catalogue;
mod check;
mod export;
mod lookup;
mod system;
mod watchlist;
mod webhooks;

use super::operation::Operation;
use crate::endpoint::Endpoint;

/// Returns the description of the operation at an endpoint.
pub(super) fn describe(endpoint: Endpoint) -> Operation {
    match endpoint {
        Endpoint::CheckDomain => check::check_domain(),
        Endpoint::CheckDomainBatch => check::check_domain_batch(),
        Endpoint::ListJurisdictions => lookup::list_jurisdictions(),
        Endpoint::GetJurisdiction => lookup::get_jurisdiction(),
        Endpoint::ListJurisdictionOperators => lookup::list_jurisdiction_operators(),
        Endpoint::SearchOperators => lookup::search_operators(),
        Endpoint::GetOperator => lookup::get_operator(),
        Endpoint::ListOperatorLicenses => lookup::list_operator_licenses(),
        Endpoint::GetOperatorRegulatoryActions => lookup::get_operator_regulatory_actions(),
        Endpoint::GetLicense => lookup::get_license(),
        Endpoint::GetLicenseHistory => lookup::get_license_history(),
        Endpoint::ExportDataset => export::export_dataset(),
        Endpoint::GetWatchlist => watchlist::get_watchlist(),
        Endpoint::ListWatchlistOperators => watchlist::list_watchlist_operators(),
        Endpoint::AddWatchlistOperator => watchlist::add_watchlist_operator(),
        Endpoint::RemoveWatchlistOperator => watchlist::remove_watchlist_operator(),
        Endpoint::ListWatchlistEvents => watchlist::list_watchlist_events(),
        Endpoint::CreateWebhook => webhooks::create_webhook(),
        Endpoint::ListWebhooks => webhooks::list_webhooks(),
        Endpoint::UpdateWebhook => webhooks::update_webhook(),
        Endpoint::DeleteWebhook => webhooks::delete_webhook(),
        Endpoint::RotateWebhookSecret => webhooks::rotate_webhook_secret(),
        Endpoint::ListWebhookDeliveries => webhooks::list_webhook_deliveries(),
        Endpoint::TestWebhook => webhooks::test_webhook(),
        Endpoint::CheckHealth => system::check_health(),
        Endpoint::CheckCoverage => system::check_coverage(),
        Endpoint::GetStats => system::get_stats(),
        Endpoint::GetOpenApi => system::get_open_api(),
        Endpoint::GetCatalogueManifest => catalogue::get_manifest(),
        Endpoint::GetCatalogueRecords => catalogue::get_records(),
        Endpoint::GetCatalogueDelta => catalogue::get_delta(),
        Endpoint::GetCatalogueFile => catalogue::get_file(),
        Endpoint::GetOpenApiExtensions => catalogue::get_extensions(),
    }
}
