//! The table of all routes of the connector.

use warp::http::Method;

macro_rules! routes {
    ($( $(#[$meta:meta])* $route:ident: $method:ident $path:literal; )+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Route {
            $( $(#[$meta])* $route, )+
        }

        impl Route {
            pub(crate) const ALL: &'static [Self] = &[ $( Self::$route, )+ ];

            /// Returns the method; `HEAD` goes with `GET`.
            pub(crate) const fn method(self) -> Method {
                match self { $( Self::$route => Method::$method, )+ }
            }

            pub(crate) const fn path(self) -> &'static str {
                match self { $( Self::$route => $path, )+ }
            }
        }
    };
}

routes! {
    /// A message of the protocol.
    Mcp: POST "/mcp";
    /// What the resource is, for clients that look beside its path.
    ProtectedResource: GET "/.well-known/oauth-protected-resource/mcp";
    /// The same, for clients that look at the root.
    ProtectedResourceAtRoot: GET "/.well-known/oauth-protected-resource";
    /// What the authorization server is.
    AuthorizationServer: GET "/.well-known/oauth-authorization-server";
    /// Leads to the consent of a member.
    Authorize: GET "/authorize";
    /// Exchanges codes and refresh tokens.
    Token: POST "/token";
    Register: POST "/register";
    Revoke: POST "/revoke";
    /// The connector in words, for models.
    Llms: GET "/llms.txt";
    /// The connector as a card; its form is a draft.
    ServerCard: GET "/.well-known/mcp/server-card.json";
}

impl Route {
    pub(crate) fn at_path(path: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|route| route.path() == path)
    }

    /// Returns whether pages of other origins may read the answer. Those of the protocol are for the
    /// connector's own origin, and a redirect is followed by the browser itself.
    pub(crate) fn is_open_to_pages(self) -> bool {
        !matches!(self, Self::Mcp | Self::Authorize)
    }
}

/// Returns what the access log writes for a path: only known ones, because a client may put a secret
/// into a path by mistake.
pub(crate) fn logged_path(path: &str) -> &str {
    Route::at_path(path).map_or("(no route)", Route::path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_found_at_its_path_and_nowhere_else() {
        for route in Route::ALL {
            assert_eq!(Route::at_path(route.path()), Some(*route));
            assert_eq!(logged_path(route.path()), route.path());
            for path in [format!("{}/", route.path()), format!("/x{}", route.path())] {
                assert_eq!(Route::at_path(&path), None, "{path}");
                assert_eq!(logged_path(&path), "(no route)");
            }
        }
    }
}
