//! Members and their links for a person.

use comfy_table::Color;
use licence_core::invitation::{Invitation, LinkKind};
use licence_core::member::Member;
use licence_core::origin::Origin;
use licence_store::service::NewLink;
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::notes;
use crate::output;
use crate::output::cell::Cell;
use crate::output::layout::{card, card_rows, column, prose, table_of};
use crate::output::style::{coloured, minute, or_dash, plain};

/// A new link with its secret.
#[derive(Serialize)]
struct PrintedLink {
    #[serde(flatten)]
    invitation: Invitation,
    path: String,
    url: Option<String>,
}

impl PrintedLink {
    /// Returns the whole address, or the path without one.
    fn address(&self) -> &str {
        self.url.as_deref().unwrap_or(&self.path)
    }
}

/// Prints a new link; quietly its address alone.
pub(crate) fn print_link(
    dashboard_url: Option<&Origin>,
    is_json: bool,
    link: NewLink,
) -> Result<Exit, Failure> {
    let path = link.token.path();
    let url = dashboard_url.map(|url| url.page(&path));
    let link = PrintedLink { invitation: link.invitation, path, url };
    let printed = match notes::is_quiet() && !is_json {
        true => output::secret(link.address()),
        false => output::value(is_json, &link, link_card),
    };
    if printed.is_err() {
        notes::print(lost_link(&link.invitation));
    }
    printed
}

/// Returns the note for a link that could not be printed.
fn lost_link(link: &Invitation) -> String {
    let (what, command) = match link.kind {
        LinkKind::Enrol => ("invitation", "licence accounts invite"),
        LinkKind::SignIn => ("sign-in link", "licence members link"),
    };
    let (id, until) = (link.id.0, minute(link.expires_at));
    format!(
        "{what} {id} was made, and its address is lost: `{command}` makes another; this one ends \
         unused at {until}"
    )
}

/// Returns a new link, with the warning that it is not shown again.
fn link_card(link: &PrintedLink) -> String {
    let invitation = &link.invitation;
    let gives = match invitation.kind {
        LinkKind::Enrol => "a new member, and a session",
        LinkKind::SignIn => "a session",
    };
    let mut rows = card_rows! {
        "link" => coloured(link.address(), Color::Green),
        "note" => "shown only now; it works once, for whoever has it",
        "gives" => gives,
        "name" => plain(invitation.name.as_str()),
        "role" => invitation.role,
        "account" => invitation.account_id.0,
        "expires at" => minute(invitation.expires_at),
    };
    if link.url.is_none() {
        let missing = "this is the path; put the address of the dashboard before it, or give \
                       --dashboard-url";
        rows.insert(1, ("address", Cell::new(missing)));
    }
    card(rows)
}

pub(crate) fn members(members: &[Member]) -> String {
    table_of!(members, |member| {
        column("member") => member.id.0,
        prose("name") => plain(member.name.as_str()),
        column("role") => member.role,
        column("since").optional(2) => minute(member.created_at),
        column("last seen").optional(1) => or_dash(member.last_seen_at.map(minute)),
        column("disabled at") => or_dash(member.disabled_at.map(minute)),
    })
}
