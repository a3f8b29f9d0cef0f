use super::*;

#[test]
fn roots_of_generic_words_are_told_from_names() {
    use Genericness::*;
    for (root, expected) in [
        ("casino", Term),
        ("bet", Term),
        ("казино", Term),
        ("sportwetten", Term),
        ("bestonlinecasino", Composed),
        ("sportsbetting", Description),
        ("casinopoker", Description),
        ("onlinecasino", Description),
        ("livesports", Distinctive),
        ("betsafe", Composed),
        ("bestsportsbetting", Composed),
        ("betuk", Composed),
        ("bet365", Composed),
        ("24bet", Composed),
        ("top10pokersites", Composed),
        ("casino247", Composed),
        ("casinouk", Composed),
        ("ukcasino", Composed),
        ("", Distinctive),
        ("365", Distinctive),
        ("online", Distinctive),
        ("best24", Distinctive),
        ("betway", Distinctive),
        ("diabetes", Distinctive),
        ("betvictor", Distinctive),
        ("grosvenorcasinos", Distinctive),
        ("bet442", Composed),
        ("22bet", Composed),
        ("casino2026", Composed),
        ("casino777", Composed),
        ("chitchatbingo", Distinctive),
        ("カジ", Distinctive),
    ] {
        assert_eq!(genericness(root), expected, "{root:?}");
    }
}

#[test]
fn every_word_is_a_squashed_lowercase_word() {
    for word in TERMS.iter().chain(&*FILLERS) {
        assert_eq!(crate::check::names::squash(word), *word);
    }
}

#[test]
fn one_generic_word_comes_off_either_end() {
    let left = |root| without_one_generic_word(root).collect::<Vec<_>>();
    assert!(left("coralcasino").contains(&"coral"));
    assert!(left("playcoral").contains(&"coral"));
    assert!(left("xyzzy").is_empty());
}
