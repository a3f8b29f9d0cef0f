//! The table of all pages: method, path, and what the page needs of its visitor. A page cannot be
//! written without stating this.

use licence_core::member::Permission;
use warp::http::Method;

use crate::request::percent_encode;

/// What a page needs of its visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Nothing.
    Public,
    /// A session of a member whose role has this permission.
    May(Permission),
}

macro_rules! routes {
    (
        $( $(#[$meta:meta])*
        $route:ident: $method:ident $path:literal $access:expr => $page:ident::$handler:ident; )+
    ) => {
        /// A page, or the target of a form.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Route {
            $( $(#[$meta])* $route, )+
        }

        impl Route {
            /// Every route. Of two that fit a path, the first one counts.
            pub(super) const ALL: &'static [Self] = &[ $( Self::$route, )+ ];

            /// Returns the method; `HEAD` goes with `GET`.
            pub(super) const fn method(self) -> Method {
                match self { $( Self::$route => Method::$method, )+ }
            }

            /// Returns the path, its parameters in braces.
            pub(super) const fn path(self) -> &'static str {
                match self { $( Self::$route => $path, )+ }
            }

            pub(super) const fn access(self) -> Access {
                use Access::{May, Public};
                use Permission::*;
                match self { $( Self::$route => $access, )+ }
            }
        }
    };
}

/// Gives the table to a macro: method, path, access and handler of each route.
macro_rules! every_route {
    ($take:ident) => {
        $take! {
            Home: GET "/" Public => check::form;
            Check: GET "/check" Public => check::by_query;
            CheckHost: GET "/check/{host}" Public => check::by_host;
            Coverage: GET "/coverage" Public => coverage::show;
            Asset: GET "/assets/{name}" Public => files::asset;
            SignIn: GET "/sign-in" Public => sign_in::show;
            ShowLink: GET "/link/{token}" Public => sign_in::show_link;
            UseLink: POST "/link/{token}" Public => sign_in::use_link;
            /// Asks the browser of a visitor, or of a member, for a passkey.
            AskForPasskey: POST "/sign-in/challenge" Public => passkeys::ask;
            SignInByPasskey: POST "/sign-in/passkey" Public => passkeys::sign_in;
            /// Asks a member to prove the identity again.
            ShowProof: GET "/prove" May(ManageSelf) => passkeys::show_proof;
            ProveByPasskey: POST "/prove" May(ManageSelf) => passkeys::prove;
            AskForNewPasskey: POST "/passkeys/challenge" May(ManageSelf) => passkeys::ask_for_new;
            AddPasskey: POST "/passkeys" May(ManageSelf) => passkeys::add;
            RemovePasskey: POST "/passkeys/{id}/remove" May(ManageSelf) => passkeys::remove;
            SignOut: POST "/sign-out" May(ManageSelf) => sign_in::sign_out;
            Overview: GET "/overview" May(ViewAccount) => overview::show;
            BatchForm: GET "/batch" May(Check) => batch::form;
            RunBatch: POST "/batch" May(Check) => batch::run;
            SearchOperators: GET "/operators" May(ViewAccount) => operators::search;
            Operator: GET "/operators/{slug}" May(ViewAccount) => operators::show;
            Licence: GET "/licences/{license_id}" May(ViewAccount) => operators::show_licence;
            Watchlist: GET "/watchlist" May(ViewAccount) => watchlist::list;
            WatchlistFile: GET "/watchlist.csv" May(ViewAccount) => watchlist::file;
            Watch: POST "/watchlist" May(ChangeWatchlist) => watchlist::add;
            Unwatch: POST "/watchlist/{slug}/remove" May(ChangeWatchlist) => watchlist::remove;
            Events: GET "/events" May(ViewAccount) => events::list;
            /// One event with the deliveries that it caused.
            Event: GET "/events/{event_id}" May(ViewAccount) => events::show;
            Webhooks: GET "/webhooks" May(ViewAccount) => webhooks::list;
            NewWebhook: GET "/webhooks/new" May(ManageWebhooks) => new_webhook::form;
            CreateWebhook: POST "/webhooks" May(ManageWebhooks) => new_webhook::create;
            Webhook: GET "/webhooks/{id}" May(ViewAccount) => webhook::show;
            Delivery: GET "/webhooks/{id}/deliveries/{event_id}" May(ViewAccount) => deliveries::show;
            ResendDelivery: POST "/webhooks/{id}/deliveries/{event_id}/resend" May(ManageWebhooks) => deliveries::resend;
            /// Repeats all failed deliveries since a moment.
            ResendFailed: POST "/webhooks/{id}/resend" May(ManageWebhooks) => deliveries::resend_failed;
            EndOldSecret: POST "/webhooks/{id}/end-old-secret" May(ManageWebhooks) => webhooks::end_old_secret;
            TestWebhook: POST "/webhooks/{id}/test" May(ManageWebhooks) => webhook::test;
            /// Pauses or resumes a webhook.
            SetWebhookState: POST "/webhooks/{id}/state" May(ManageWebhooks) => webhooks::change_state;
            RotateWebhook: POST "/webhooks/{id}/rotate" May(ManageWebhooks) => webhooks::rotate;
            ConfirmWebhookDeletion: GET "/webhooks/{id}/delete" May(ManageWebhooks) => webhooks::confirm_deletion;
            DeleteWebhook: POST "/webhooks/{id}/delete" May(ManageWebhooks) => webhooks::delete;
            SavedEvidence: GET "/evidence" May(ViewAccount) => evidence::list;
            SaveEvidence: POST "/evidence" May(SaveEvidence) => evidence::save;
            /// A saved record, for everybody who knows its address.
            Evidence: GET "/evidence/{evidence_id}" Public => evidence::show;
            EvidenceFile: GET "/evidence/{evidence_id}/file" Public => evidence::file;
            RevokeEvidence: POST "/evidence/{evidence_id}/revoke" May(SaveEvidence) => evidence::revoke;
            Exports: GET "/exports" May(Export) => exports::form;
            DownloadExport: POST "/exports" May(Export) => exports::download;
            Keys: GET "/keys" May(ViewKeys) => keys::list;
            CreateKey: POST "/keys" May(ManageKeys) => keys::create;
            RenameKey: POST "/keys/{id}/rename" May(ManageKeys) => keys::rename;
            ConfirmRevocation: GET "/keys/{id}/revoke" May(ManageKeys) => keys::confirm_revocation;
            RevokeKey: POST "/keys/{id}/revoke" May(ManageKeys) => keys::revoke;
            Members: GET "/members" May(ManageMembers) => members::list;
            InviteMember: POST "/members" May(ManageMembers) => members::invite;
            SetRole: POST "/members/{id}/role" May(ManageMembers) => members::set_role;
            DisableMember: POST "/members/{id}/disable" May(ManageMembers) => members::disable;
            EndSessionsOfMember: POST "/members/{id}/end-sessions" May(ManageMembers) => members::end_sessions;
            LinkMember: POST "/members/{id}/link" May(ManageMembers) => members::link;
            WithdrawInvitation: POST "/invitations/{id}/withdraw" May(ManageMembers) => members::withdraw;
            /// Who changed what: of all, or of oneself.
            Audit: GET "/audit" May(ManageSelf) => audit::list;
            AuditFile: GET "/audit.csv" May(ManageSelf) => audit::file;
            Settings: GET "/settings" May(ManageSelf) => settings::show;
            RenameAccount: POST "/settings/account" May(ManageMembers) => settings::rename_account;
            EndOtherSessions: POST "/sessions/end-others" May(ManageSelf) => settings::end_other_sessions;
            EndSession: POST "/sessions/{id}/end" May(ManageSelf) => settings::end_session;
            /// Asks whether a client of the connector may ask for the account.
            AskConsent: GET "/connect" May(GrantReading) => consent::ask;
            DecideConsent: POST "/connect" May(GrantReading) => consent::decide;
            /// The connected assistants, and how to connect one.
            Connections: GET "/connections" May(ManageSelf) => connections::list;
            RevokeGrant: POST "/connections/{id}/revoke" May(ManageSelf) => connections::revoke;
            /// For crawlers: a check costs their network quota.
            Robots: GET "/robots.txt" Public => files::robots;
        }
    };
}
pub(super) use every_route;

every_route!(routes);

impl Route {
    /// Returns the routes of a path with the values of their parameters, as they came.
    pub(super) fn at_path(path: &str) -> impl Iterator<Item = (Self, Vec<&str>)> {
        Self::ALL.iter().filter_map(move |route| Some((*route, parameters(route.path(), path)?)))
    }

    /// Returns whether a member who signed in with a link may use the page where passkeys are required:
    /// to add one, to sign out, or to sign in again, which ends the session of the link.
    pub(super) const fn is_open_to_links(self) -> bool {
        matches!(
            self,
            Self::Asset
                | Self::SignIn
                | Self::UseLink
                | Self::SignInByPasskey
                | Self::SignOut
                | Self::Settings
                | Self::AskForPasskey
                | Self::ShowProof
                | Self::ProveByPasskey
                | Self::AskForNewPasskey
                | Self::AddPasskey
        )
    }

    /// Returns whether a page may ask the database, also for a visitor without a session. While the database
    /// is away such a page is refused at once.
    pub(super) const fn needs_database(self) -> bool {
        !matches!(self, Self::Home | Self::Asset | Self::SignIn | Self::Robots)
    }

    /// Returns whether a page has forms that need a fresh proof of identity.
    pub(super) const fn needs_proof(self) -> bool {
        matches!(
            self,
            Self::Keys | Self::Members | Self::NewWebhook | Self::Webhook | Self::Settings
        )
    }

    /// Returns whether a path is that of a page that a browser can be led to after signing in.
    fn is_page(path: &str) -> bool {
        let mut routes = Self::at_path(path);
        routes.any(|(route, _)| {
            route.method() == Method::GET && matches!(route.access(), Access::May(_))
        })
    }

    /// Returns the address if it leads to a page of this dashboard. A link here to another site would
    /// make this site vouch for it.
    pub(super) fn own_page(next: Option<&str>) -> Option<&str> {
        let next = next?;
        let path = next.split('?').next()?;
        let is_plain = next.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
        (is_plain && Self::is_page(path)).then_some(next)
    }

    /// Returns the address of a page that leads on to another one, which may have a query: the
    /// filters of a view, or the request of a client.
    pub(super) fn leading_back(path: &str, next: &str) -> String {
        format!("{path}?next={}", percent_encode(next).replace("%2F", "/"))
    }
}

/// Returns what the access log writes for a path: its pattern, because a path may hold the token of
/// a link.
pub(super) fn logged_path(path: &str) -> &str {
    Route::at_path(path).next().map_or("(no page)", |(route, _)| route.path())
}

/// Returns the parameters of a path; `None` if the path does not fit the pattern.
fn parameters<'p>(pattern: &str, path: &'p str) -> Option<Vec<&'p str>> {
    let mut values = Vec::new();
    let (mut wanted, mut given) = (pattern.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return Some(values),
            (Some(wanted), Some(given)) if wanted.starts_with('{') && !given.is_empty() => {
                values.push(given);
            }
            (Some(wanted), Some(given)) if wanted == given => {}
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests;
