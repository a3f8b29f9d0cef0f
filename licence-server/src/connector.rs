//! The connector for AI assistants, on an origin of its own: the Model Context Protocol, and the
//! authorization server that its clients need.
//!
//! A client asks for consent at `/authorize`, which leads to the dashboard: the member is signed in
//! there, and the request is judged there. The connector itself reads no cookie. `gate` runs before the
//! protocol's library and admits a call by its token alone; `tools` is the only module that uses that
//! library. A tool asks the handlers of the API (`ask`), so that both give the same answer, and
//! is charged by the same counters.

mod ask;
mod authorization;
mod gate;
mod route;
mod router;
mod tools;

use std::sync::Arc;

use warp::Filter;

pub(crate) use self::route::Route;
use crate::app::App;
use crate::request::RequestContext;
use crate::router::Routes;

/// Returns the connector over the state of an API: both share the limits and their counters.
pub fn connector<R: Routes>(api: &App<R>) -> App<impl Routes + use<R>> {
    let protocol = tools::Protocol::new();
    let routes = warp::ext::get().then(move |context: Arc<RequestContext>| {
        let protocol = protocol.clone();
        Box::pin(async move { router::answer(context, &protocol).await })
    });
    api.with_routes(warp::service(routes), route::logged_path)
}
