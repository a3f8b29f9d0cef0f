use super::*;

#[test]
fn what_is_pasted_is_recognised() {
    let host_in = |host: &str| Pasted::HostIn(host.to_owned());
    for (text, expected) in [
        ("bet.example", Pasted::Host("bet.example")),
        (" Bet.Example. ", Pasted::Host(" Bet.Example. ")),
        ("https://www.bet.example/lobby?x=1#top", host_in("www.bet.example")),
        ("HTTP://Bet.Example", host_in("Bet.Example")),
        ("bet.example/lobby", host_in("bet.example")),
        ("bet.example:8443", host_in("bet.example")),
        ("bet.example?x=a@other.example", host_in("bet.example")),
        ("https://user:secret@bet.example:443/", host_in("bet.example")),
        ("https://bet.example\\@other.example/", Pasted::Unknown),
        ("bet.example\\evil", Pasted::Unknown),
        ("bet.example:99999", Pasted::Unknown),
        ("javascript://bet.example/", Pasted::Unknown),
        ("<support@bet.example>", host_in("bet.example")),
        ("mailto:support@bet.example?subject=x", host_in("bet.example")),
        ("\"bet.example\",", host_in("bet.example")),
        ("“bet.example”", host_in("bet.example")),
        ("bet.example”", host_in("bet.example")),
        ("//bet.example/lobby", host_in("bet.example")),
        ("MGA/B2C/7114/2021", Pasted::LicenceNumber("MGA/B2C/7114/2021")),
        ("039022-R-319313-011", Pasted::LicenceNumber("039022-R-319313-011")),
        ("039022\u{2011}R\u{2011}319313", Pasted::LicenceNumber("039022\u{2011}R\u{2011}319313")),
        ("039022\u{2212}R\u{ff0d}319313", Pasted::LicenceNumber("039022\u{2212}R\u{ff0d}319313")),
        ("39198", Pasted::LicenceNumber("39198")),
        ("8048/JAZ2017-067", Pasted::LicenceNumber("8048/JAZ2017-067")),
        ("ALSI-142406016-FI 1", Pasted::LicenceNumber("ALSI-142406016-FI 1")),
        ("ALSI 202412917 FI1", Pasted::LicenceNumber("ALSI 202412917 FI1")),
        ("KH-APNGVBNT", Pasted::LicenceNumber("KH-APNGVBNT")),
        (" tgc-qwertyab,", Pasted::LicenceNumber("tgc-qwertyab")),
        ("IOM-VKQQYFAA", Pasted::LicenceNumber("IOM-VKQQYFAA")),
        ("IOM-VKQQYFA", Pasted::Unknown),
        ("MGA-VKQQYFAA", Pasted::Unknown),
        ("bet365", Pasted::Unknown),
        ("bet 365", Pasted::Unknown),
        ("1.2.3.4", Pasted::Unknown),
        ("not a host", Pasted::Unknown),
        ("not-an-id", Pasted::Unknown),
        ("https://", Pasted::Unknown),
        ("https://[::1]/", Pasted::Unknown),
        ("a/b://bet.example", Pasted::Unknown),
        ("bet_1.example/x", Pasted::Unknown),
        ("@", Pasted::Unknown),
        ("", Pasted::Unknown),
    ] {
        assert_eq!(Pasted::parse(text), expected, "{text:?}");
    }
    assert_eq!(Pasted::parse(&"9".repeat(65)), Pasted::Unknown);
}
