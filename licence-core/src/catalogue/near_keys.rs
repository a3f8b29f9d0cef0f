//! What makes two names near: a spelling less one letter, or a piece of five letters.

use crate::check::generic_terms::is_term;

/// Names outside these lengths in bytes have no near names: shorter ones are all near each other.
pub(crate) const NEAR_LENGTHS: std::ops::RangeInclusive<usize> = 4..=48;
/// The length of a piece, and of the shortest name that has one.
pub(crate) const PIECE_BYTES: usize = 5;

/// Long names and those that are only digits (Costa Rican company numbers) say nothing by being
/// near; a trading name like `Casino` is near half of all questions and points at nobody.
pub(crate) fn has_near_names(key: &str) -> bool {
    NEAR_LENGTHS.contains(&key.len())
        && !key.bytes().all(|byte| byte.is_ascii_digit())
        && !is_term(key)
}

/// The key itself and the key less one byte each, with a place in that order: two keys within one
/// edit share one of these.
pub(crate) fn each_spelling(key: &[u8], mut each: impl FnMut(usize, &[u8])) {
    each(0, key);
    let mut shortened = [0; *NEAR_LENGTHS.end()];
    let shortened = &mut shortened[..key.len() - 1];
    shortened.copy_from_slice(&key[1..]);
    each(1, shortened);
    for left_out in 1..key.len() {
        // Leaving out a repeated letter or its neighbour gives the same spelling.
        if shortened[left_out - 1] != key[left_out - 1] {
            shortened[left_out - 1] = key[left_out - 1];
            each(left_out + 1, shortened);
        }
    }
}

/// Returns whether a spelling is the key itself or the key less one byte.
pub(crate) fn is_spelling_of(spelling: &[u8], key: &[u8]) -> bool {
    let alike = spelling.iter().zip(key).take_while(|(a, b)| a == b).count();
    match key.len().checked_sub(spelling.len()) {
        Some(0) => alike == key.len(),
        Some(1) => spelling[alike..] == key[alike + 1..],
        _ => false,
    }
}

pub(crate) type Piece = [u8; PIECE_BYTES];

pub(crate) fn pieces(key: &[u8]) -> impl Iterator<Item = &Piece> + Clone {
    key.array_windows()
}

/// Returns a hash that shares its first eight and last 32 bits with that of no other piece. The last
/// four letters decide the last 32 bits, and the first letter is added to the first eight.
pub(crate) fn piece_hash(piece: &Piece) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let [first, others @ ..] = *piece;
    let others = u64::from(u32::from_le_bytes(others)).wrapping_mul(ODD);
    others.wrapping_add(u64::from(first) << 56)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn only_one_piece_has_the_first_eight_and_the_last_32_bits_of_its_hash(
            one in any::<Piece>(),
            others in prop::collection::vec(any::<Piece>(), 1..50),
        ) {
            let kept = |piece: &Piece| piece_hash(piece) & 0xff00_0000_ffff_ffff;
            for other in others {
                prop_assert_eq!(kept(&one) == kept(&other), one == other);
            }
            // Those with the same last letters differ in the first bits alone.
            for first in 0..=u8::MAX {
                let mut other = one;
                other[0] = first;
                prop_assert_eq!(kept(&one) == kept(&other), one == other);
            }
        }
    }
}
