//! The words with which a regulator takes a licence out of force, in notices, titles and lines over a list.

use super::layout::speaks_against;
use crate::status::wording::{
    has_phrase, has_word_out_of_force, says_only, says_only_out_of_force,
};

/// Returns whether a title or a line speaks against the holders in the list after it
/// (`Blacklisted operators`), or says that they are applicants (`Applications received`).
pub(super) fn speaks_against_list(text: &str) -> bool {
    const OF_HOLDERS: &str = "black-listed | blacklisted | de-certified | decertified | unauthorised | \
        unauthorized";
    const OF_APPLICANTS: &str = "application is being | application is under | applications are under | \
        are applicants | following applicants | following applications | has applied | have applied | \
        that applied | these applicants | these applications | who applied";
    // Other sentences than titles have these words too (`Applications are made to the Commission`). Of
    // `Operators with no licence` only `no` is not a word beside.
    const TITLES: &str = "applicant | applicants | applicants for | applicants for certification | \
        application | applications | applications being processed | applications for certification | \
        applications in process | applications in progress | applications received | \
        applications under consideration | applications under review | applied | blacklist | \
        current applicants | current applications | illegal | new applicants | new applications | \
        received applications | turned down | under application | under consideration | \
        under review | no";
    speaks_against(text)
        || is_refused_or_waits(text)
        || says_only_out_of_force(text)
        || says_only(text, TITLES.split(" | "))
        || has_phrase(text, OF_HOLDERS.split(" | ").chain(OF_APPLICANTS.split(" | ")))
        || (has_phrase(text, ["following", "these"]) && has_notice_word(text))
        || is_title_of_applicants(text)
}

/// Returns whether a text says that somebody was refused or waits, and not what may be refused.
fn is_refused_or_waits(text: &str) -> bool {
    const WORDS: &str = "awaiting declined denied rejected";
    const HARMLESS: &str = "awaiting renewal | can be | could be | if | may be | will be";
    has_phrase(text, WORDS.split(' ')) && !has_phrase(text, HARMLESS.split(" | "))
}

/// Returns whether a text is a short one about applicants, and not about how they apply.
fn is_title_of_applicants(text: &str) -> bool {
    const MAX_WORDS: usize = 6;
    const OF_APPLICANTS: &str = "applicant | applicants | applying | prospective | proposed";
    const OF_APPLYING: &str = "accepted | amendments | and licensees | apply | applying for | \
        before applying | can | changes | fee | fees | for applicants | for applying | form | forms | \
        guidance | guide | how | information | law | licensees and | may | must | process | \
        regulations | rules | should | to applicants";
    text.split_whitespace().count() <= MAX_WORDS
        && has_phrase(text, OF_APPLICANTS.split(" | "))
        && !has_phrase(text, OF_APPLYING.split(" | "))
}

/// Returns whether the words beside a name are a notice about it (`has lost its permit`, `suspended`).
pub(super) fn is_notice(beside: &str) -> bool {
    has_notice_word(beside) || says_only_out_of_force(beside)
}

/// Returns whether a text has a word with which a regulator takes a licence out of force. Words that
/// are also said of tournaments, offices and complaints count only beside a word for a licence (`Its
/// permit ended`, not `The tournament ended`).
pub(super) fn has_notice_word(text: &str) -> bool {
    const OF_LICENCES: &str = "black-listed blacklisted de-certified de-listed de-registered \
        decertified delisted deregistered suspend suspended suspending suspends suspension \
        suspensions revocation revocations revoke revoked revokes revoking unauthorised \
        unauthorized unlicensed";
    const LICENCE: &str = "accreditation approval approved authorisation authorised authorization \
        authorized certificate certification certified licence licences license licensed licensee \
        licensees licenses permit permits permitted register registry";
    const WORDS: &str = "banned | cancel | cancelling | cancels | ceases | declined to \
        renew | deleted | deregistration | discontinued | ended | former | \
        gave up | in insolvency | insolvent | invalid | invalidated | lapses | liquidation | lost | \
        non-renewal | not authorised | not authorized | not hold | not licensed | not to renew | on \
        hold | prohibited | quashed | ran out | refused to renew | relinquishes | removal | rescinds \
        | stripped | struck from | surrender | surrenders | terminate | terminates | termination | \
        void | voided | withdraw | withdraws | withdrew | without a";
    has_phrase(text, OF_LICENCES.split(' '))
        || (has_phrase(text, LICENCE.split(' '))
            && (has_word_out_of_force(text) || has_phrase(text, WORDS.split(" | "))))
}
