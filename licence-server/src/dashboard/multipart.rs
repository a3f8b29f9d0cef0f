//! The parts of a form with a file (`multipart/form-data`, RFC 7578).

/// A field of a form, or its file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part<'b> {
    pub(super) name: String,
    pub(super) content: &'b [u8],
}

/// Returns the parts of a body; `None` if it is not of the form.
pub(super) fn parts<'b>(media_type: &str, body: &'b [u8]) -> Option<Vec<Part<'b>>> {
    let (_, boundary) = media_type.split_once("boundary=")?;
    let boundary = boundary.split(';').next()?.trim().trim_matches('"');
    let (first, between) = (format!("--{boundary}"), format!("\r\n--{boundary}"));
    let mut rest = body.strip_prefix(first.as_bytes())?;
    let mut parts = Vec::new();
    while let Some(part) = rest.strip_prefix(b"\r\n") {
        let end = find(part, between.as_bytes())?;
        parts.push(parse_part(&part[..end])?);
        rest = &part[end + between.len()..];
    }
    rest.starts_with(b"--").then_some(parts)
}

fn parse_part(part: &[u8]) -> Option<Part<'_>> {
    let end = find(part, b"\r\n\r\n")?;
    let (head, content) = (str::from_utf8(&part[..end]).ok()?, &part[end + 4..]);
    let is_disposition = |line: &&str| line.to_lowercase().starts_with("content-disposition:");
    let disposition = head.split("\r\n").find(is_disposition)?;
    let (_, name) = disposition.split_once("; name=\"")?;
    Some(Part { name: name.split('"').next()?.to_owned(), content })
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPE: &str = "multipart/form-data; boundary=xYz";

    #[test]
    fn fields_and_files_are_read_as_they_are() {
        let body = b"--xYz\r\nContent-Disposition: form-data; name=\"format\"\r\n\r\ncsv\r\n\
            --xYz\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\
            Content-Type: text/csv\r\n\r\na,b\r\n1,--xY\r\n\r\n--xYz--\r\n";
        let expected = [("format", &b"csv"[..]), ("file", b"a,b\r\n1,--xY\r\n")];
        let expected = expected.map(|(name, content)| Part { name: name.to_owned(), content });
        assert_eq!(parts(TYPE, body).unwrap(), expected);
        assert_eq!(parts(TYPE, b"--xYz--").unwrap(), []);
    }

    #[test]
    fn another_form_has_no_parts() {
        for (media_type, body) in [
            ("multipart/form-data", &b"--xYz--"[..]),
            (TYPE, b""),
            (TYPE, b"--other--"),
            (TYPE, b"--xYz\r\n\r\n\r\nx\r\n--xYz--"),
            (TYPE, b"--xYz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\ncut"),
            (TYPE, b"--xYz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--xYz"),
        ] {
            assert_eq!(parts(media_type, body), None, "{body:?}");
        }
    }
}
