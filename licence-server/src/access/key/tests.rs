use super::*;

fn read(values: &[&'static str]) -> Result<Option<String>, &'static str> {
    let mut headers = HeaderMap::new();
    for value in values {
        headers.append(AUTHORIZATION, value.parse().unwrap());
    }
    bearer(&headers).map(|token| token.map(str::to_owned)).map_err(|_| "malformed")
}

#[test]
fn a_key_comes_as_a_bearer_token() {
    for (values, expected) in [
        (&[][..], Ok(None)),
        (&["Bearer abc"], Ok(Some("abc"))),
        (&["bearer abc"], Ok(Some("abc"))),
        (&["BEARER  abc "], Ok(Some("abc"))),
        (&[""], Err("malformed")),
        (&["Bearer"], Err("malformed")),
        (&["Bearer "], Err("malformed")),
        (&["Bearer a b"], Err("malformed")),
        (&["Basic abc"], Err("malformed")),
        (&["abc"], Err("malformed")),
        (&["Bearer abc", "Bearer abc"], Err("malformed")),
    ] {
        let expected = expected.map(|token: Option<&str>| token.map(str::to_owned));
        assert_eq!(read(values), expected, "{values:?}");
    }
}

#[test]
fn a_header_is_refused_without_the_database_where_the_endpoint_reads_it() {
    let key = "Bearer lic_0123456789abcdefghijABCDEFGHIJ01";
    let values = [None, Some("Basic abc"), Some("Bearer abc"), Some(key)];
    let [none, basic, token, key] = values.map(|value| {
        let value = value.map(|value| (AUTHORIZATION, value.parse().unwrap()));
        value.into_iter().collect::<HeaderMap>()
    });
    let refusal = |access, headers: &HeaderMap| {
        check_header(access, headers).err().map(|problem| problem.kind())
    };
    let missing = Some(ProblemKind::ApiKeyMissing);
    let malformed = Some(ProblemKind::MalformedHeader);
    let invalid = Some(ProblemKind::ApiKeyInvalid);
    for (access, without, with_basic, with_token) in [
        (Access::Open, None, None, None),
        (Access::Validated, None, malformed, invalid),
        (Access::Keyless, None, malformed, invalid),
        (Access::Key, missing, malformed, invalid),
        (Access::Export, missing, malformed, invalid),
        (Access::Published, missing, malformed, invalid),
        (Access::Poll, missing, malformed, invalid),
    ] {
        let refusals = [&none, &basic, &token, &key].map(|headers| refusal(access, headers));
        assert_eq!(refusals, [without, with_basic, with_token, None], "{access:?}");
    }
}
