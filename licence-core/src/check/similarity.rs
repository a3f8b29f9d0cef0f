//! How near two names are, for `alternatives` only: no score reaches a verdict (decisions 3).

/// From 0 to 1, the better of two views: the share of letters that need no edit, and the share
/// of both names that lies in their longest common piece.
///
/// ```
/// # use licence_core::check::similarity::similarity;
/// assert_eq!(similarity("tombolo", "tombola"), 0.857);
/// assert_eq!(similarity("grosvenor", "grosvenorcasinos"), 0.72);
/// ```
pub fn similarity(one: &str, other: &str) -> f64 {
    f64::from(per_mille(one, other)) / 1000.0
}

/// The same in thousandths: whole numbers order alike everywhere.
pub(crate) fn per_mille(one: &str, other: &str) -> u32 {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let longer = one.len().max(other.len());
    if longer == 0 {
        return 0;
    }
    let share = |part: usize, whole: usize| ((2000 * part + whole) / (2 * whole)) as u32;
    let edits = share(longer - edit_distance(one, other), longer);
    let piece = share(2 * longest_common_piece(one, other), one.len() + other.len());
    edits.max(piece)
}

/// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours.
pub(crate) fn edit_distance(one: &[u8], other: &[u8]) -> usize {
    let width = other.len() + 1;
    let mut before_last = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    let mut row = vec![0; width];
    for i in 1..=one.len() {
        row[0] = i;
        for j in 1..width {
            let substituted = last[j - 1] + usize::from(one[i - 1] != other[j - 1]);
            row[j] = substituted.min(last[j] + 1).min(row[j - 1] + 1);
            let swapped =
                i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
            if swapped {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last[width - 1]
}

/// Whether at most one edit lies between two names: what [`edit_distance`] says, in one pass.
pub(crate) fn is_within_one_edit(one: &[u8], other: &[u8]) -> bool {
    let alike = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[alike..], &other[alike..]);
    let alike = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    match (&one[..one.len() - alike], &other[..other.len() - alike]) {
        ([], [] | [_]) | ([_], [] | [_]) => true,
        ([a, b], [c, d]) => a == d && b == c,
        _ => false,
    }
}

/// The length of the longest run of bytes that both contain.
fn longest_common_piece(one: &[u8], other: &[u8]) -> usize {
    let mut last = vec![0; other.len() + 1];
    let mut longest = 0;
    for left in one {
        let mut diagonal = 0;
        for (j, right) in other.iter().enumerate() {
            let run = if left == right { diagonal + 1 } else { 0 };
            diagonal = std::mem::replace(&mut last[j + 1], run);
            longest = longest.max(run);
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
            assert_eq!(edit_distance(one.as_bytes(), other.as_bytes()), distance);
            assert_eq!(edit_distance(other.as_bytes(), one.as_bytes()), distance);
            assert_eq!(is_within_one_edit(one.as_bytes(), other.as_bytes()), distance < 2);
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
        fn one_edit_is_what_the_distance_says(one in "[ab]{0,6}", other in "[ab]{0,6}") {
            let (one, other) = (one.as_bytes(), other.as_bytes());
            prop_assert_eq!(is_within_one_edit(one, other), edit_distance(one, other) < 2);
        }
    }
}
