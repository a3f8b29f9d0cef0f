//! What a database finds licence numbers by: coarser than any comparison of a check, so that two
//! numbers which any comparison calls equal share a key.
//!
//! Databases hold these keys: another rule needs a migration that writes them anew.

use crate::jurisdiction::JurisdictionCode;
use crate::licence_number::{UkgcNumber, anjouan_key, ukgc_account};
use crate::text::compact;

/// The keys under which a requested number may be on record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LookupKeys {
    /// The [`number_key`] of the licences that may have the number.
    pub number: String,
    /// The [`account_key`]s of licences that may have the number with another version or padding.
    pub accounts: Vec<String>,
}

impl LookupKeys {
    /// Returns the keys of a number. Any licence with this number, in a spelling that a
    /// check accepts, has one of them.
    ///
    /// ```
    /// use licence_core::jurisdiction::JurisdictionCode::{An, Ukgc};
    /// use licence_core::licence_number::{LookupKeys, account_key, number_key};
    ///
    /// let keys = LookupKeys::from_number("alsi 2024-09046 fi2");
    /// assert_eq!(keys.number, number_key("ALSl-202409046-FI2"));
    ///
    /// let keys = LookupKeys::from_number("39022-R-319313-013");
    /// let renewed = account_key(Ukgc, "000-039022-R-319313-011");
    /// assert_eq!(keys.accounts, Vec::from_iter(renewed));
    /// ```
    pub fn from_number(number: &str) -> Self {
        let is_account = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let printed = is_account.then(|| number.trim_start_matches('0').to_owned());
        let accounts = printed.into_iter().chain(account_of_parts(number)).collect();
        Self { number: number_key(number), accounts }
    }
}

/// Returns the letters and digits of a number in upper case, with `I` and `L` as `1`. Numbers that
/// any comparison takes for equal have the same key.
pub fn number_key(number: &str) -> String {
    anjouan_key(number).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Returns the account of a UKGC number without leading zeros; `None` for a number of another form
/// and for other registers.
pub fn account_key(code: JurisdictionCode, number: &str) -> Option<String> {
    match code {
        JurisdictionCode::Ukgc => {
            account_of_parts(number).or_else(|| ukgc_account(number).map(str::to_owned))
        }
        _ => None,
    }
}

fn account_of_parts(number: &str) -> Option<String> {
    UkgcNumber::parse(&compact(number)).map(|parts| parts.account.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::licence_number::{identity, letters_and_digits, normalised};
    use proptest::prelude::*;

    /// Numbers on record and numbers to look up, near enough to each other to be equal at times.
    const NUMBER: &str = "(000-|0{0,3})(39|039022|0)[ \u{200b}]?(-|\u{2011}| )(r|R|\u{131}|I)-?\
                          (000319313|319313|1)?(-[0-9]{1,3})?|\
                          \\PC{0,12}|[ 0AaIilL1\u{149}\u{1f0}\u{345}-]{0,8}|0{0,3}[0-9]{1,3}-?.{0,3}";

    #[test]
    fn no_sign_becomes_a_letter_or_digit_in_upper_case() {
        for sign in ('\0'..=char::MAX).filter(|c| !c.is_alphanumeric()) {
            assert!(!sign.to_uppercase().any(char::is_alphanumeric), "{sign:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn numbers_that_any_comparison_calls_equal_share_a_key(
            on_record in NUMBER, asked in NUMBER
        ) {
            let asked = normalised(&asked);
            let keys = LookupKeys::from_number(&asked);
            let same_number = number_key(&on_record) == keys.number;
            for code in JurisdictionCode::ALL {
                let account = account_key(*code, &on_record);
                let same_account = account.is_some_and(|account| keys.accounts.contains(&account));
                let is_found = same_number || same_account;
                prop_assert!(is_found || normalised(&on_record) != normalised(&asked));
                prop_assert!(is_found || letters_and_digits(&on_record) != letters_and_digits(&asked));
                prop_assert!(is_found || identity(*code, &on_record) != identity(*code, &asked));
            }
            let is_digits = !asked.is_empty() && asked.bytes().all(|byte| byte.is_ascii_digit());
            if let (Some(account), true) = (ukgc_account(&on_record), is_digits) {
                let same = account == asked.trim_start_matches('0');
                let key = account_key(JurisdictionCode::Ukgc, &on_record);
                prop_assert!(!same || key.is_some_and(|key| keys.accounts.contains(&key)));
            }
        }
    }
}
