//! Texts that are on the pages of many web sites and say nothing of a licence, in every register.

use super::domain_cell::{NoHost, host_of};
use super::html_page::is_control_word;
use super::layout::{is_one_of, key};
use crate::text::is_digits;

/// The headings of the parts of a page beside its list.
const HEADINGS: &str = "about | about the register | about us | accessibility | address | \
    also in this section | contact | contact us | contents | cookies | cookies on gov.im | \
    disclaimer | downloads | feedback | filter | filter by | filters | further information | \
    how to use this register | important | in this section | introduction | \
    isle of man government | legislation | licensee register | menu | more in this section | \
    navigation | news | newsletter | on this page | opening hours | overview | popular pages | \
    privacy | public register | quick links | register | related documents | related links | \
    related pages | report a problem with this page | search | search results | share | \
    share this page | sitemap | social media | subscribe | table of contents | useful links | \
    was this page helpful";

const TEXTS: &str = "all rights reserved | complaint form | complaints | contact | contact us | \
    cookie policy | cookies | disclaimer | download certificate | download pdf | faq | help | \
    home | imprint | is this page useful | managing director | powered by | print this page | \
    privacy | privacy notice | privacy policy | privacy statement | qr code | \
    scan the qr code | scan the qr code to verify | scan to verify | share this page | \
    signature | terms | terms & conditions | terms and conditions | terms of use | \
    verify another certificate | verify another domain | verify another licence | \
    verify another license | was this page helpful | willemstad, curacao | willemstad, curaçao";

const LANGUAGES: &str = "de | deutsch | en | english | es | español | espanol | fr | français | \
    francais | it | italiano | malti | mt | nederlands | nl | pap | papiamentu | papiamento | \
    português | pt";

/// Signs of lists and links. A cross may mean something else.
const SIGNS: &str = "\u{2190} | \u{2191} | \u{2192} | \u{2193} | \u{2022} | \u{203a} | \u{ab} | \
    \u{b7} | \u{bb} | \u{2039} | \u{2713} | \u{2714} | - | > | <";

/// Signs of parts that open and close.
const SIGNS_OF_PARTS: &str = "+\u{2212}\u{2191}\u{2193}\u{25b2}\u{25b4}\u{25b6}\u{25b8}\u{25ba}\u{25bc}\u{25be}\u{2303}\u{2304}";

/// The regulators, as their logos and the lines of their pages call them.
const REGULATORS: &str = "anjouan gaming | anjouan gaming board | cga | \
    curacao gaming authority | curaçao gaming authority | gambling supervision commission | \
    gaming control board curacao | gaming control board curaçao | gsc | \
    isle of man gambling supervision commission | isle of man government | \
    kahnawake gaming commission | kahnawà:ke gaming commission | kgc | malta gaming authority | \
    mga | tgc | the authority | tobique gaming commission";

/// The web sites of the regulators.
const SITES: &str = "anjouangaming.com | anjouangamingboard.org | cga.cw | cgcb.info | \
    dlagglobal.com | gamingcommission.ca | gamingcontrolcuracao.org | gcb.cw | gov.im | \
    isleofmangsc.com | mga.org.mt";

/// What may be before the address of a regulator.
const CONTACTS: &str = "contact | e-mail | email | for more information visit | \
    for more information, visit | for more information please visit | \
    for more information, please visit | for questions contact | for questions please contact | \
    for questions, please contact | to file a complaint visit | to file a complaint, visit | \
    visit | website";

pub(super) fn is_common_heading(text: &str) -> bool {
    is_one_of(&key(text), HEADINGS)
}

/// Returns whether a text is a declared one, of a regulator, a choice of languages, a sign, or the number of an
/// item.
pub(super) fn is_common_text(text: &str) -> bool {
    let text = key(text.trim_matches(|c: char| c == '|' || c.is_whitespace()));
    let are_languages = || {
        let mut words = text.split([' ', '|', '/']).filter(|word| !word.is_empty()).peekable();
        words.peek().is_some() && words.all(|word| is_one_of(word, LANGUAGES))
    };
    is_one_of(&text, TEXTS)
        || is_control_word(&text)
        || is_one_of(&text, SIGNS)
        || (!text.is_empty() && without_sign_of_part(&text).is_empty())
        || (text.len() <= 4 && is_digits(&text))
        || is_of_a_regulator(&text)
        || are_languages()
}

/// Returns the title of a part without the sign at its end that the part opens.
pub(super) fn without_sign_of_part(title: &str) -> &str {
    title.trim_end_matches(|c: char| c == ' ' || SIGNS_OF_PARTS.contains(c))
}

/// Returns whether a text is a line of copyright, or the name or an address of a regulator.
pub(super) fn is_of_a_regulator(text: &str) -> bool {
    let text = key(text);
    names_a_regulator(&text) || is_copyright(&text) || is_contact(&text)
}

/// Returns whether a text is the name of a regulator.
pub(super) fn names_a_regulator(text: &str) -> bool {
    is_one_of(&key(text), REGULATORS)
}

fn is_copyright(text: &str) -> bool {
    const WORDS: &str = "(c) | © | all | by | copyright | reserved | rights";
    let words = text.split([' ', ',', '.', '-', '|']).filter(|word| !word.is_empty());
    let owner: Vec<_> = words.filter(|word| !is_digits(word) && !is_one_of(word, WORDS)).collect();
    let begins = ["(c)", "©", "copyright"].iter().any(|sign| text.starts_with(sign));
    begins && (owner.is_empty() || names_a_regulator(&owner.join(" ")))
}

/// Returns whether a text is a web site or mail address of a regulator, perhaps after a word for it. The path of a
/// page may say more.
fn is_contact(text: &str) -> bool {
    let (before, address) = text.rsplit_once(' ').unwrap_or(("", text));
    let address = address.rsplit('@').next().unwrap_or_default();
    host_of(address).is_ok()
        && is_site_of_a_regulator(address)
        && (before.is_empty() || is_one_of(&key(before), CONTACTS))
}

/// Returns whether an address is at a web site of a regulator.
pub(super) fn is_site_of_a_regulator(address: &str) -> bool {
    let (Ok(host) | Err(NoHost::BehindPath { host })) = host_of(address) else { return false };
    host.registrable().is_some_and(|registrable| is_one_of(registrable.name, SITES))
}

#[cfg(test)]
mod tests;
