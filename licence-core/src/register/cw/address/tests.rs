use super::*;

#[test]
fn only_the_regulators_own_hosts_count() {
    for (address, counts) in [
        ("https://cert.cga.cw/token?id=618", true),
        ("https://cert.gcb.cw/certificate?id=ZXlK", true),
        ("https://seal.cgcb.info/8b089e55-4795-425a-6bf6-fdb75eba6900", true),
        ("https://cert.cga.cw", true),
        ("http://cert.cga.cw/token?id=618", false),
        ("https://verification.curacao-egaming.uk/validateview.aspx?domain=a.example", false),
        ("https://licensing.gaming-curacao.com/validator", false),
        ("https://cert.cga.cw.example/token?id=1", false),
        ("https://cert.cga.cw@bad.example/", false),
        ("https://cert.cga.cw:8443/", false),
        ("https://bad.example\\@cert.cga.cw/", false),
        ("https://x.cert.cga.cw/", false),
        ("cert.cga.cw/token?id=1", false),
    ] {
        assert_eq!(is_of_certificate(address), counts, "{address}");
    }
}

#[test]
fn tokens_are_the_last_group_without_zeros() {
    for (text, found) in [
        ("https://cert.cga.cw/token?id=618", Some("618")),
        ("token_id_0618.html", Some("618")),
        ("token-77.html", Some("77")),
        ("https://cert.cga.cw/certificate?id=618", None),
        ("token?id=abc", None),
        ("token?id=12ab", None),
        ("tokens", None),
        ("token?id=1234567", None),
    ] {
        assert_eq!(token(text).as_deref(), found, "{text}");
    }
    for (number, found) in
        [("OGL/2024/887/0618", Some("618")), ("OGL/2023/1/000", None), ("x", None)]
    {
        assert_eq!(token_of_number(number), found, "{number}");
    }
}
