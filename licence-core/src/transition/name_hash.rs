//! A number by which a database finds the operators of a registered name.

use rapidhash::v3::rapidhash_v3;

use crate::catalogue::matching_rules;

/// Returns the hash of a folded name ([`operator_name_key`](super::operator_name_key)). It is the
/// same on every machine. Different names may share it.
pub fn operator_name_hash(name_key: &str) -> i64 {
    i64::from_le_bytes(rapidhash_v3(name_key.as_bytes()).to_le_bytes())
}

/// Returns the name of the rules under which this release folds names. A hash that was stored under
/// other rules may be of another key than the name has now.
pub fn operator_name_rules() -> String {
    matching_rules()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transition::operator_name_key;

    /// Every letter, and the forms of companies that are folded.
    #[test]
    fn names_fold_as_the_named_rules_say() {
        let letters = (0..=u32::from(char::MAX)).filter_map(char::from_u32);
        let names =
            letters.map(String::from).chain(["Bet Limited".to_owned(), "Bet NV".to_owned()]);
        let hash_of = |hash: i64, name: String| {
            hash.wrapping_mul(31).wrapping_add(operator_name_hash(&operator_name_key(None, &name)))
        };
        let hash = names.fold(0, hash_of);
        assert_eq!(
            hash, 1_623_059_642_021_226_860,
            "names fold another way: raise LADDER in catalogue/rules.rs"
        );
    }
}
