//! The connector for AI assistants: its clients, the grants of members, and its manifests.

use clap::{Subcommand, ValueEnum};
use licence_core::account::label::Label;
use licence_core::origin::Origin;
use uuid::Uuid;

use super::parse_id;

#[derive(Debug, Subcommand)]
pub(crate) enum ConnectorCommand {
    /// The programs that may ask members for consent
    #[command(subcommand, after_help = "Example:\n  licence connector clients list")]
    Clients(ClientsCommand),
    /// What members let clients do
    #[command(
        subcommand,
        after_help = "Example:\n  licence connector grants list --account 5b0f0f0c-…"
    )]
    Grants(GrantsCommand),
    /// Print a file that makes the connector known to assistants
    #[command(
        after_help = "Example:\n  licence connector manifest registry --url https://mcp.example.org"
    )]
    Manifest {
        /// registry: server.json of the public registry; bundle: manifest.json of a bundle with
        /// `licence mcp`
        form: ManifestForm,
        /// The public address of the connector, for registry
        #[arg(long, value_name = "URL", env = "LICENCE_CONNECTOR_URL")]
        url: Option<Origin>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ManifestForm {
    Registry,
    Bundle,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ClientsCommand {
    /// Add a client that neither registers itself nor has a document
    #[command(
        after_help = "Example:\n  licence connector clients add --name \"Own tool\" \\\n      \
                            --redirect-uri http://localhost/callback"
    )]
    Add {
        /// The name that members see
        #[arg(long, value_name = "TEXT")]
        name: Label,
        /// Where codes may be sent; on this computer any port counts. May repeat
        #[arg(long, value_name = "URL", required = true)]
        redirect_uri: Vec<String>,
        /// Print the client as JSON
        #[arg(long)]
        json: bool,
    },
    /// List the clients, the last used one first
    #[command(after_help = "Example:\n  licence connector clients list --json")]
    List {
        /// Print the clients as JSON
        #[arg(long)]
        json: bool,
    },
    /// Remove a client; its grants end at once
    #[command(after_help = "Example:\n  licence connector clients remove reg-…")]
    Remove {
        /// The client, as `list` prints the id
        client: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum GrantsCommand {
    /// List the grants of an account, the newest first
    #[command(after_help = "Example:\n  licence connector grants list --account 5b0f0f0c-…")]
    List {
        /// Whose grants
        #[arg(long, value_name = "ID", value_parser = parse_id)]
        account: Uuid,
        /// Print the grants as JSON
        #[arg(long)]
        json: bool,
    },
    /// End a grant; its tokens are refused at once
    #[command(
        after_help = "Example:\n  licence connector grants revoke 0a8f21c4-… --account 5b0f0f0c-…"
    )]
    Revoke {
        /// The grant, as `list` prints the id
        #[arg(value_parser = parse_id)]
        grant: Uuid,
        /// Whose grant
        #[arg(long, value_name = "ID", value_parser = parse_id)]
        account: Uuid,
    },
}
