//! The browser and system of a session in words.

/// The marks of browsers in a `User-Agent`, the most special first, because most browsers also
/// carry the marks of others.
const BROWSERS: [(&str, &str); 8] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// The marks of systems, the most special first.
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// Returns the browser and system of a `User-Agent` header in words, so that a member recognises a
/// session.
///
/// ```
/// use licence_core::session::describe_browser;
///
/// let header = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
/// assert_eq!(describe_browser(header), "Firefox on Linux");
/// assert_eq!(describe_browser("curl/8"), "another browser");
/// ```
pub fn describe_browser(user_agent: &str) -> String {
    let find = |marks: &[(&str, &'static str)]| {
        marks.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => format!("another browser on {system}"),
        (None, None) => "another browser".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_browsers_are_named() {
        let webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
        for (header, words) in [
            (
                format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) {webkit} Chrome/142.0 Safari/537.36 Edg/142.0"),
                "Edge on Windows",
            ),
            (
                format!("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {webkit} Chrome/142.0 Safari/537.36"),
                "Chrome on macOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1".to_owned(),
                "Safari on iPhone",
            ),
            (
                format!("Mozilla/5.0 (Linux; Android 15) {webkit} Chrome/142.0 Mobile Safari/537.36"),
                "Chrome on Android",
            ),
            ("Mozilla/5.0 (X11; Linux x86_64)".to_owned(), "another browser on Linux"),
            (String::new(), "another browser"),
        ] {
            assert_eq!(describe_browser(&header), words, "{header}");
        }
    }
}
