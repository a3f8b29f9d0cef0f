use super::*;
use proptest::prelude::*;

fn edit_distance(one: &str, other: &str) -> usize {
    Similarity::to(one).edit_distance(other.as_bytes())
}

#[test]
fn distances_count_swaps_as_one() {
    for (one, other, distance) in [
        ("", "", 0),
        ("", "abc", 3),
        ("betvicotr", "betvictor", 1),
        ("tombolo", "tombola", 1),
        ("kitten", "sitting", 3),
        ("ca", "abc", 3),
    ] {
        assert_eq!(edit_distance(one, other), distance);
        assert_eq!(edit_distance(other, one), distance);
    }
}

#[test]
fn similarity_is_symmetric_and_bounded() {
    for (one, other, expected) in
        [("", "", 0.0), ("a", "a", 1.0), ("abc", "xyz", 0.0), ("coralcasino", "coral", 0.625)]
    {
        assert_eq!(similarity(one, other), expected);
        assert_eq!(similarity(other, one), expected);
    }
}

proptest! {
    #[test]
    fn bits_and_tables_measure_alike(one in "[abc]{0,70}", other in "[abc]{0,70}") {
        let (to_one, one, other) = (Similarity::to(&one), one.as_bytes(), other.as_bytes());
        prop_assert_eq!(to_one.edit_distance(other), edit_distance_by_table(one, other));
        prop_assert_eq!(
            to_one.longest_common_piece(other),
            longest_common_piece_by_table(one, other)
        );
    }
}
