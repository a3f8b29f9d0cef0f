use super::*;

const BY_DOMAIN: &str = "This is to certify that casino.example is operated by Example Gaming N.V., a company \
    incorporated under the laws of Curaçao with Company Number 165000 and licensed by the Curaçao Gaming Authority \
    to offer games of chance under license number OGL/ 2026/100/0001 in accordance with the National Ordinance on \
    Games of Chance.";
const BY_LICENCE: &str = "This is to certify that Example Gaming N.V., a company incorporated under the laws of \
    Curaçao with Company Number 165000, holds a license of the Curaçao Gaming Authority since 12/Mar/2025.";

#[test]
fn a_sentence_is_declared_as_a_whole() {
    for text in [
        BY_DOMAIN,
        BY_LICENCE,
        "This is to certify that Example Gaming N.V., a company incorporated and registered in Curaçao with \
         Company Number 165000, has been a licensee since 12/Mar/2025 and operates the",
        "This is to certify that Example Gaming N.V., a company incorporated in Curaçao, may place the seal of \
         approval on their corporate website example.com",
        "The licence was granted on 01/01/2026 and its",
        "Company Number: 165000",
        "Since March 12, 2025",
    ] {
        assert_eq!(undeclared(text), [""; 0], "{text}");
    }
}

/// A provisional licence is said by the status alone.
#[test]
fn a_provisional_licence_is_no_licence_in_a_sentence() {
    for word in ["provisional", "an interim", "conditional"] {
        let text = BY_LICENCE.replace("a license", &format!("{word} license"));
        assert_ne!(undeclared(&text), [""; 0], "{text}");
    }
}

#[test]
fn other_words_are_a_remark() {
    let with = |from: &str, to: &str| BY_LICENCE.replace(from, to);
    for (text, parts) in [
        (with("2025.", "2025, revoked on 1/Oct/2026."), &["revoked on 1/Oct/2026."][..]),
        (with("2025.", "2025. This license ended."), &["This license ended."]),
        (
            with("12/Mar/2025", "12/Mar/2025*"),
            &["holds a license of the Curaçao Gaming Authority since 12/Mar/2025*."],
        ),
        (
            with("N.V.,", "N.V. (suspended),"),
            &[
                "certify that Example Gaming N.V. (suspended), a company incorporated under the laws of Curaçao",
            ],
        ),
        (
            with("N.V.,", "N.V., once suspended,"),
            &[
                "certify that Example Gaming N.V., once suspended, a company incorporated under the laws of Curaçao",
            ],
        ),
        (
            BY_DOMAIN.replace("is operated", "was operated"),
            &[
                "certify that casino.example was operated by Example Gaming N.V., a company incorporated under the \
             laws of Curaçao",
            ],
        ),
        (
            with("a company", "a company in liquidation"),
            &[
                "certify that Example Gaming N.V., a company in liquidation incorporated under the laws of Curaçao",
            ],
        ),
        (
            with("holds a license of", "is no longer licensed by"),
            &["is no longer licensed by the Curaçao Gaming Authority"],
        ),
        (
            with("holds a license of", "has not been licensed by"),
            &["has not been licensed by the Curaçao Gaming Authority"],
        ),
        (with("holds a license of the Curaçao Gaming Authority", "suspended"), &["suspended"]),
        ("Issued on request".to_owned(), &["Issued on request"]),
    ] {
        assert_eq!(undeclared(&text), parts, "{text}");
    }
}

#[test]
fn a_name_has_no_brackets_no_second_comma_and_no_mark() {
    for (name, is_one) in [
        ("Cobalt Parrot N.V. ", true),
        ("Cobalt Parrot N.V. (suspended)", false),
        ("(suspended) Cobalt Parrot N.V.", false),
        ("Cobalt Parrot (in liquidation) N.V.", false),
        ("Cobalt Parrot (now Quartz (Malta) N.V.", false),
        ("Cobalt Parrot [Malta] N.V.", false),
        ("Cobalt Parrot SUSPENDED N.V.", false),
        ("Cobalt Parrot N.V. , once listed", false),
        ("Cobalt Parrot N.V., now Quartz Ltd", false),
        ("cobalt.example was operated by Quartz N.V.", false),
        ("cobalt.example", false),
    ] {
        let text = BY_LICENCE.replace("Example Gaming N.V.", name);
        assert_eq!(undeclared(&text).is_empty(), is_one, "{name}");
    }
}

#[test]
fn the_lines_under_a_certificate_are_declared() {
    for text in [
        "Copyright 2026 Cura\u{e7}ao Gaming Authority. Terms and conditions",
        "Copyright \u{a9} 2026. All rights reserved.",
        "\u{a9} 2026 Cura\u{e7}ao Gaming Authority",
        "Terms",
    ] {
        assert_eq!(undeclared(text), [""; 0], "{text}");
    }
    let terms = "Terms of this license are suspended";
    assert_eq!(undeclared(terms), ["of this license are suspended"]);
}
