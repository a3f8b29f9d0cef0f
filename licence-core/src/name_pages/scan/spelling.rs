//! Names that may be one letter apart.

/// Whether two names are equal, or become so when at most one byte is left out of each: then they
/// share a spelling in the index of a catalogue, which knows no more of them.
pub(super) fn shares_a_spelling(one: &[u8], other: &[u8]) -> bool {
    let alike = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[alike..], &other[alike..]);
    match one.len().abs_diff(other.len()) {
        0 => one.is_empty() || is_shifted(one, other) || is_shifted(other, one),
        1 if one.len() > other.len() => one[1..] == *other,
        1 => other[1..] == *one,
        _ => false,
    }
}

/// Whether the first, less its first byte, is the second less one byte somewhere.
fn is_shifted(one: &[u8], other: &[u8]) -> bool {
    let shifted = &one[1..];
    let alike = shifted.iter().zip(other).take_while(|(a, b)| a == b).count();
    shifted[alike..] == other[alike + 1..]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn spellings(name: &[u8]) -> BTreeSet<Vec<u8>> {
        let less = |left_out: usize| [&name[..left_out], &name[left_out + 1..]].concat();
        (0..name.len()).map(less).chain([name.to_vec()]).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]
        #[test]
        fn it_is_what_the_sets_of_spellings_say(one in "[abc]{1,7}", other in "[abc]{1,7}") {
            let (one, other) = (one.as_bytes(), other.as_bytes());
            let share = !spellings(one).is_disjoint(&spellings(other));
            prop_assert_eq!(shares_a_spelling(one, other), share);
        }
    }
}
