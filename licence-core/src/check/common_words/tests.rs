use super::*;
use crate::check::names::squash;

#[test]
fn the_list_is_sorted_and_every_word_is_found() {
    assert!(WORDS.ends_with('\n') && WORDS.lines().is_sorted());
    assert!(WORDS.lines().all(is_common_word));
}

#[test]
fn words_of_many_languages_places_and_names_are_common() {
    for key in [
        "london",
        "kent",
        "argentina",
        "abend",
        "ventana",
        "maison",
        "janela",
        "rumah",
        "время",
        "mueller",
        "smith",
        "youtube",
    ] {
        assert!(is_common_word(key), "{key}");
    }
}

#[test]
fn every_word_is_folded() {
    assert!(WORDS.lines().all(|word| squash(word) == word));
}

#[test]
fn other_keys_are_not_found() {
    for key in ["", "a", "betway", "skybet", "zzzz", "coralcasino", "corac", "corals\n", "é"] {
        assert!(!is_common_word(key), "{key:?}");
    }
}
