//! The table of all pages: method, path, and what the page needs of its visitor. A page cannot be
//! written without stating this.

use warp::http::Method;

/// What a page needs of its visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Nothing.
    Public,
}

macro_rules! routes {
    ($( $(#[$meta:meta])* $route:ident: $method:ident $path:literal $access:expr; )+) => {
        /// A page, or the target of a form.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Route {
            $( $(#[$meta])* $route, )+
        }

        impl Route {
            /// Every route. Of two that fit a path, the first one counts.
            pub(super) const ALL: &'static [Self] = &[ $( Self::$route, )+ ];

            /// The method; `HEAD` goes with `GET`.
            pub(super) const fn method(self) -> Method {
                match self { $( Self::$route => Method::$method, )+ }
            }

            /// The path, its parameters in braces.
            pub(super) const fn path(self) -> &'static str {
                match self { $( Self::$route => $path, )+ }
            }

            /// What it needs of its visitor.
            pub(super) const fn access(self) -> Access {
                use Access::*;
                match self { $( Self::$route => $access, )+ }
            }
        }
    };
}

routes! {
    /// The form to check a domain or a licence number.
    Home: GET "/" Public;
    /// The target of that form.
    Check: GET "/check" Public;
    /// The check of a host, for links.
    CheckHost: GET "/check/{host}" Public;
    /// How fresh the registers are.
    Coverage: GET "/coverage" Public;
    /// Style, script and icon.
    Asset: GET "/assets/{name}" Public;
    /// For crawlers: a check costs their network quota.
    Robots: GET "/robots.txt" Public;
}

impl Route {
    /// Returns the routes of a path with the values of their parameters, as they came.
    pub(super) fn at_path(path: &str) -> impl Iterator<Item = (Self, Vec<&str>)> {
        Self::ALL.iter().filter_map(move |route| Some((*route, parameters(route.path(), path)?)))
    }

    /// Returns the methods of a path, as the `Allow` header lists them.
    pub(super) fn allow_header(path: &str) -> String {
        let mut methods = Vec::new();
        for (route, _) in Self::at_path(path) {
            methods.extend_from_slice(match route.method() {
                Method::GET => &["GET", "HEAD"],
                _ => &["POST"],
            });
        }
        methods.dedup();
        methods.join(", ")
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
mod tests {
    use super::*;

    #[test]
    fn every_route_is_found_at_its_path_and_nowhere_else() {
        for route in Route::ALL {
            let found = Route::at_path(route.path());
            let same_method = |(other, _): &(Route, _)| other.method() == route.method();
            assert_eq!(found.into_iter().find(same_method).map(|(found, _)| found), Some(*route));
            for other in ["/more", "//"] {
                let path = format!("/x{}{other}", route.path());
                assert!(Route::at_path(&path).next().is_none(), "{path}");
            }
        }
    }

    #[test]
    fn a_path_is_logged_as_its_pattern() {
        for (path, logged) in [
            ("/", "/"),
            ("/check/lanternspin.example", "/check/{host}"),
            ("/check/", "(no page)"),
            ("/nothing/secret", "(no page)"),
            ("", "(no page)"),
        ] {
            assert_eq!(logged_path(path), logged, "{path}");
        }
    }
}
