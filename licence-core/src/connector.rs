//! What an AI assistant may ask the service, and how the answers are worded for it: the tools of
//! the Model Context Protocol (specification 5.10).
//!
//! A front end takes the arguments of a call ([`ToolCall::parse`]), asks the service as the REST
//! API does, and renders the body of the API ([`render`]) or the refusal ([`CallRefusal`]). The table
//! of tools, their schemas and their words are here, so that every front end offers the same tools.
//!
//! An assistant repeats what it reads. Text of registers is therefore cleaned
//! ([`clean`](clean::clean_text)), quoted, and never part of a description or an error.

mod answer;
mod argument;
mod call;
pub mod clean;
mod draft;
mod fit;
mod listing;
mod output;
mod records;
mod refusal;
mod render;
mod resource;
mod rows;
mod tool;
mod tool_arguments;

pub use call::{InvalidArguments, OperatorDetails, ToolCall};
pub use draft::ToolAnswer;
pub use listing::{
    PROTOCOL_VERSIONS, TOOLS_TTL_MILLIS, bundle_manifest, llms_text, parameters_of,
    registry_manifest, scope_needed, server_card,
};
pub use records::MAX_ACTIONS;
pub use refusal::{CallRefusal, MAX_NEAREST, ToolFailure, nearest_query, nearest_slugs};
pub use render::{RenderError, render};
pub use resource::{
    Resource, prompt, prompt_listing, resource, resource_contents, resource_listing,
    resource_template_listing,
};
pub use tool::{Scope, Tool};
