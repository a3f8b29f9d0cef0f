//! The status of each kind of problem.

use licence_core::problem::ProblemKind;
use warp::http::StatusCode;

/// Returns the status of the replies that tell of a problem of this kind.
pub(super) fn status(kind: ProblemKind) -> StatusCode {
    let (status, ..) = kind.columns();
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_specifications() {
        let line = |kind: &ProblemKind| {
            let (_, code, reason) = kind.columns();
            let status = status(*kind).as_u16();
            format!("{status} {code} {reason}\n    {}\n", kind.suggestion())
        };
        let table: String = ProblemKind::ALL.iter().map(line).collect();
        insta::assert_snapshot!("rows_of_section_7", table);
    }
}
