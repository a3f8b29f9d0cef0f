//! The arguments of a benchmark.

use std::str::FromStr;

/// Returns the number after a flag, as in `--licences 20000`.
pub fn number_after<N: FromStr>(flag: &str) -> Option<N> {
    let number = std::env::args().skip_while(|argument| argument != flag).nth(1)?;
    Some(number.parse().unwrap_or_else(|_| panic!("{flag} takes a number, not {number:?}")))
}
