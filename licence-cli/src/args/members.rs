//! Members of accounts and their links.

use clap::{Args as ClapArgs, Subcommand};
use licence_core::account::label::Label;
use licence_core::member::Role;
use licence_core::origin::Origin;
use uuid::Uuid;

use super::parse_id;

#[derive(Debug, ClapArgs)]
pub(crate) struct Invite {
    /// The account
    #[arg(value_parser = parse_id)]
    pub(crate) account: Uuid,
    /// The name of the person
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Label,
    /// What the person may do: owner, developer or viewer
    #[arg(long)]
    pub(crate) role: Role,
    #[command(flatten)]
    pub(crate) link: LinkForm,
}

/// How a new link is printed.
#[derive(Debug, ClapArgs)]
pub(crate) struct LinkForm {
    /// The public address of the dashboard, which the link begins with [default: `dashboard_url`
    /// of the file; without one, the path of the link is printed]
    #[arg(long, value_name = "URL", env = "LICENCE_DASHBOARD_URL")]
    pub(crate) dashboard_url: Option<Origin>,
    /// Print the link as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum MembersCommand {
    /// List the members of an account, disabled ones included
    #[command(after_help = "Example:\n  licence members list --account 5b0f0f0c-…")]
    List {
        /// The account whose members are listed
        #[arg(long, value_name = "ID", value_parser = parse_id)]
        account: Uuid,
        /// Print the members as JSON
        #[arg(long)]
        json: bool,
    },
    /// Print a sign-in link for a member; it works once, for 10 minutes
    ///
    /// A member whose sessions have all ended needs such a link to sign in again.
    #[command(after_help = "Example:\n  licence members link 0a8f21c4-…")]
    Link {
        /// The member, as `list` prints the id
        #[arg(value_parser = parse_id)]
        member: Uuid,
        #[command(flatten)]
        link: LinkForm,
    },
    /// End all sessions of a member at once, and the unused sign-in links
    #[command(after_help = "Example:\n  licence members end-sessions 0a8f21c4-…")]
    EndSessions {
        /// The member, as `list` prints the id
        #[arg(value_parser = parse_id)]
        member: Uuid,
        /// Print how many sessions ended as JSON
        #[arg(long)]
        json: bool,
    },
    /// Disable a member; sessions and sign-in links end at once
    #[command(after_help = "Example:\n  licence members disable 0a8f21c4-…")]
    Disable {
        /// The member, as `list` prints the id
        #[arg(value_parser = parse_id)]
        member: Uuid,
        /// Print the member as JSON
        #[arg(long)]
        json: bool,
    },
    /// Give a member another role; sessions end at once
    #[command(after_help = "Example:\n  licence members set-role 0a8f21c4-… viewer")]
    SetRole {
        /// The member, as `list` prints the id
        #[arg(value_parser = parse_id)]
        member: Uuid,
        /// owner, developer or viewer
        role: Role,
        /// Print the member as JSON
        #[arg(long)]
        json: bool,
    },
}
