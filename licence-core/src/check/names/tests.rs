use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_squashed_name_is_its_tokens_in_a_row(name in "[a-z0-9]{0,8}[A-Za-z0-9é& .-]{0,4}") {
        prop_assert_eq!(squash(&name), tokens(&name).concat());
    }
}

#[test]
fn names_are_squashed() {
    for (name, key) in [
        ("Bet Victor", "betvictor"),
        ("BET-VICTOR", "betvictor"),
        ("Jack\u{2019}s House B.V.", "jackshousebv"),
        ("Taktonum\u{a0}Group N.V.\u{a0}", "taktonumgroupnv"),
        ("Conseil des Abénakis de Wôlinak", "conseildesabenakisdewolinak"),
        ("Łódź Ørsted Þór straße", "lodzorstedthorstrasse"),
        ("Ｆｕｌｌ", "full"),
        ("M+M", "mandm"),
        ("\u{200b}", ""),
        ("", ""),
    ] {
        assert_eq!(squash(name), key, "{name:?}");
    }
}

#[test]
fn marks_that_make_another_letter_stay() {
    for (name, other) in [
        ("ベガ Inc.", "ヘカ Inc."),
        ("Игрой", "Игрои"),
        ("ї", "і"),
        ("किंग", "कोंग"),
        ("กิน", "กัน"),
        ("أ", "ا"),
    ] {
        assert_ne!(squash(name), squash(other));
    }
    for (name, same) in [
        ("ベガ", "ﾍﾞｶﾞ"),
        ("Игрой", "ИГРОИ\u{306}"),
        ("Ένα", "ενα"),
        ("葛\u{e0100}城", "葛城"),
        ("한국", "\u{1112}\u{1161}\u{11ab}국"),
    ] {
        assert_eq!(squash(name), squash(same));
    }
}

#[test]
fn a_name_has_the_keys_it_can_be_asked_for_by() {
    for (name, expected) in [
        ("Fish & Chips", vec!["fishandchips", "fishchips"]),
        ("www.videoslots.com", vec!["wwwvideoslotscom", "videoslots"]),
        ("Casino.com", vec!["casinocom", "casino"]),
        ("and", vec!["and"]),
        ("!!!", vec![]),
    ] {
        assert_eq!(keys(name), expected, "{name:?}");
    }
    for (name, expected) in [
        ("Mr Green Limited", vec!["mrgreen"]),
        ("Trivico B.V", vec!["trivico"]),
        ("ABC Interactive N.V,", vec!["abcinteractive"]),
        ("Fortune HUB OÜ", vec!["fortunehub"]),
        ("Sand & Sons Co. Ltd.", vec!["sandandsons", "sandsons"]),
        ("Betsson (Malta) Limited", vec!["betssonmalta"]),
    ] {
        assert_eq!(keys_without_legal_form(name), expected, "{name:?}");
    }
}

#[test]
fn look_alikes_fold_together_and_other_names_do_not() {
    for (label, twin) in [
        ("betvict0r", "betvictor"),
        ("betv1ctor", "betvictor"),
        ("bet-victor", "betvictor"),
        ("bétvictor", "betvictor"),
        ("rnrgreen", "mrgreen"),
        ("vvilliarnhill", "williamhill"),
        ("ѕkуbеt", "skybet"),
    ] {
        assert_eq!(look_alike_fold(label), look_alike_fold(twin), "{label:?}");
    }
    for (label, other) in [("bet364", "bet365"), ("betvicotr", "betvictor"), ("corel", "coral")] {
        assert_ne!(look_alike_fold(label), look_alike_fold(other), "{label:?}");
    }
}
