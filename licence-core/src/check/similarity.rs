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
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let longer = one.len().max(other.len());
    if longer == 0 {
        return 0.0;
    }
    let edits = 1.0 - edit_distance(one, other) as f64 / longer as f64;
    let piece = 2.0 * longest_common_piece(one, other) as f64 / (one.len() + other.len()) as f64;
    (edits.max(piece) * 1000.0).round() / 1000.0
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
}
