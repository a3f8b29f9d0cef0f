use super::*;

#[test]
fn declared_texts_say_nothing_of_a_licence() {
    for text in [
        "© 2026 Malta Gaming Authority",
        "Copyright © 2024-2026 CGA. All rights reserved.",
        "EN | MT",
        "English Nederlands",
        "Contact: info@cga.cw",
        "For more information visit www.mga.org.mt",
        "Managing Director",
        "QR code",
        "Terms & Conditions",
        "| Privacy",
        "Back",
        "\u{2713}",
        "\u{25bc}",
        "+",
        "1.",
        "Curac\u{327}ao Gaming Authority",
    ] {
        assert!(is_common_text(text), "{text}");
    }
}

#[test]
fn any_other_text_may_speak_of_it() {
    for text in [
        "© 2026 Malta Gaming Authority: suspended",
        "Copyright Revoked",
        "Contact: info@other.example",
        "Suspended: see www.mga.org.mt",
        "https://www.mga.org.mt/notice/licence-suspended",
        "EN revoked",
        "\u{2717}",
        "12345",
        "Former Managing Director",
        "",
    ] {
        assert!(!is_common_text(text), "{text}");
    }
}
