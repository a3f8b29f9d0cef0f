use super::*;

#[test]
fn outcomes_are_told_by_their_words() {
    use Outcome::{Condition, Fine, Revocation, Settlement, Suspension, Warning};
    for (sentence, outcomes) in [
        (
            "In line with the Statement of principles for determining financial penalties, the Commission has decided to impose a financial penalty of £28,750.",
            &[Fine][..],
        ),
        (
            "The Licensee will pay a total of £343,035 in lieu of a financial penalty.",
            &[Settlement],
        ),
        ("As part of a regulatory settlement the Licensee will pay £10.", &[Settlement]),
        ("It ceased paying regulatory settlement instalments.", &[]),
        ("The Commission issued it with a warning under section 117(1)(a) of the Act.", &[Warning]),
        (
            "The Commission gave a formal warning and imposed additional licence conditions.",
            &[Condition, Warning],
        ),
        (
            "The Commission decided to suspend the operating licence under section 118.",
            &[Suspension],
        ),
        ("The Commission revoked the operating licence.", &[Revocation]),
        (
            "The Commission decided to give a warning and to impose a financial penalty.",
            &[Fine, Warning],
        ),
        ("The Commission decided not to revoke the licence.", &[]),
        ("It breached licence condition 12.1.1.", &[]),
        ("Staff ignored early warning signs of harm.", &[]),
        ("It failed to suspend the accounts of customers.", &[]),
        ("No financial penalty was imposed.", &[]),
        ("It had considered a financial penalty and a revocation of the licence.", &[]),
        ("It considered a revocation of the operating licence.", &[]),
        ("It decided that neither a suspension nor a revocation of the licence was due.", &[]),
        ("It decided to give advice rather than revoke the licence.", &[]),
        ("In 2020 it had imposed a financial penalty of £3m on another operator.", &[]),
        ("A financial penalty had previously been imposed.", &[]),
    ] {
        let decisive = decisive(std::iter::once(sentence));
        assert_eq!(outcomes_of(&decisive), outcomes, "{sentence}");
    }
}

#[test]
fn a_decision_that_was_taken_back_states_no_outcome() {
    let decided = "The Commission decided to revoke the operating licence.";
    assert_eq!(decisive([decided, "It gave notice."].into_iter()).len(), 2);
    for reversal in [
        "The First-tier Tribunal quashed the decision and the financial penalty of £1m.",
        "The Commission lifted the suspension of the operating licence.",
        "The decision was set aside.",
        "The appeal was allowed.",
    ] {
        assert!(decisive([decided, reversal].into_iter()).is_empty(), "{reversal}");
    }
}
