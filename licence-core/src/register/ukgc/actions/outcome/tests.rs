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
    ] {
        assert_eq!(outcomes_of(std::iter::once(sentence)), outcomes, "{sentence}");
    }
}
