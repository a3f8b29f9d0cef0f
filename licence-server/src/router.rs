//! Every route, in the order of the specification.

use std::sync::Arc;

use warp::http::Method;
use warp::{Filter, Rejection};

use crate::app::Routes;
use crate::problem::Problem;
use crate::reply::Response;
use crate::request::Visit;
use crate::routes::{check, health};

/// The routes of the API. The check stands first and unboxed, for it is what is asked most.
pub fn routes() -> impl Routes {
    let check = get(warp::path!("v1" / "check"), check::check);
    let others = get(warp::path!("v1" / "health"), health::health).or(nowhere()).unify().boxed();
    warp::service(check.or(others).unify())
}

/// A path that takes `GET`, and with it `HEAD`. Filters reject for the path alone: another
/// method is answered here, where the path is known.
fn get<P, H, F>(
    path: P,
    handler: H,
) -> impl Filter<Extract = (Response,), Error = Rejection> + Clone + Send + Sync + 'static
where
    P: Filter<Extract = (), Error = Rejection> + Clone + Send + Sync + 'static,
    H: Fn(Arc<Visit>) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Result<Response, Problem>> + Send,
{
    path.and(warp::ext::get()).then(move |visit: Arc<Visit>| {
        let handler = handler.clone();
        async move {
            let outcome = match admit(&visit) {
                Ok(()) => handler(Arc::clone(&visit)).await,
                Err(problem) => Err(problem),
            };
            outcome.unwrap_or_else(|problem| problem.into_response(visit.id()))
        }
    })
}

/// warp takes a trailing slash for the same path; it is another, which no route has.
fn admit(visit: &Visit) -> Result<(), Problem> {
    if visit.path().ends_with('/') {
        Err(visit.no_route())
    } else if visit.method() != Method::GET {
        Err(Problem::method_not_allowed(visit.method(), visit.path(), "GET, HEAD"))
    } else {
        Ok(())
    }
}

/// Everything else.
fn nowhere() -> impl Filter<Extract = (Response,), Error = Rejection> + Clone + Send + Sync {
    warp::ext::get().map(|visit: Arc<Visit>| visit.no_route().into_response(visit.id()))
}
