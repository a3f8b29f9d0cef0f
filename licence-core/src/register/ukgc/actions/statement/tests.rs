use super::*;

fn outcomes_of(sentence: &str) -> Vec<Outcome> {
    Statement::parse(sentence).map_or(Vec::new(), |it| it.outcomes.into_iter().collect())
}

#[test]
fn a_decision_is_read_in_its_declared_forms() {
    use Outcome::{Condition, Fine, Revocation, Settlement, Suspension, Warning};
    for (sentence, outcomes, pence, day) in [
        (
            "In line with the Statement of principles for determining financial penalties, the Commission has decided to impose a financial penalty of £28,750 under section 121(1) of the Act.",
            &[Fine][..],
            &[2_875_000][..],
            "",
        ),
        (
            "The Licensee will pay a total of £1.2 million in lieu of a financial penalty.",
            &[Settlement],
            &[120_000_000],
            "",
        ),
        (
            "On 11 December 2025 the Commission agreed a regulatory settlement with the Licensee of £12,750.",
            &[Settlement],
            &[1_275_000],
            "2025-12-11",
        ),
        (
            "The Gambling Commission gave a formal warning and imposed additional licence conditions on 3rd April 2024.",
            &[Condition, Warning],
            &[],
            "2024-04-03",
        ),
        (
            "On 21 October 2026, the Commission decided to suspend the operating licence of the Licensee under section 118(2) of the Act.",
            &[Suspension],
            &[],
            "2026-10-21",
        ),
        (
            "The Commission decided to revoke the operating licence under section 117(1)(e) of the Act and to impose a financial penalty of £25,000 under section 121(1).",
            &[Revocation, Fine],
            &[2_500_000],
            "",
        ),
        ("The decision was taken on 05/06/2024", &[], &[], "2024-06-05"),
    ] {
        let statement = Statement::parse(sentence).unwrap();
        let expected = Statement {
            outcomes: outcomes.iter().copied().collect(),
            day: day.parse().ok(),
            pence: pence.to_vec(),
        };
        assert_eq!(statement, expected, "{sentence}");
    }
}

#[test]
fn any_other_sentence_states_none() {
    for sentence in [
        "It ceased paying regulatory settlement instalments.",
        "The Commission decided to suspend the operating licence of X's white label partner.",
        "The Commission decided to revoke the operating licence unless the fee is paid.",
        "The Commission decided to impose a financial penalty of £1 on White Hat Limited, a supplier.",
        "The Commission decided not to revoke the licence.",
        "The Commission decided against revocation of the operating licence.",
        "The Commission decided that suspension of the licence was not necessary.",
        "The Commission decided that a financial penalty was not appropriate.",
        "The Commission was minded to revoke the licence but accepted the Licensee's proposals.",
        "The Commission had imposed a financial penalty in an earlier case.",
        "The Commission gave notice that it was considering suspension of the licence.",
        "The Commission revoked the licence conditions that were attached in 2020.",
        "The Commission revoked the licence of its director.",
        "The Commission revoked his licence.",
        "The Commission imposed a financial penalty on another operator.",
        "The Commission issued guidance on early warning signs.",
        "Further failings may result in the Commission suspending or revoking the operating licence.",
        "If it fails again the operating licence may be revoked.",
        "Had the Licensee not surrendered its licence the Commission would have imposed a financial penalty of £250,000.",
        "The licence would be revoked.",
        "The licence conditions attached in 2020 were revoked.",
        "A breach may attract a financial penalty of up to £250,000.",
        "Its parent company was subject to a financial penalty of £100,000 from the Malta Gaming Authority.",
        "The Commission suspended its review of the operating licence.",
        "The Commission revoked its decision to suspend the operating licence.",
        "The Commission revoked its decision to impose a financial penalty.",
        "Its Maltese licence was revoked.",
        "The Licensee offered to pay £1m in lieu of a financial penalty.",
        "In 2019 the Commission imposed a financial penalty of £100,000 on the Licensee.",
        "It breached licence condition 12.1.1.",
        "It failed to suspend the accounts of customers.",
        "No financial penalty was imposed.",
        "It had considered a financial penalty and a revocation of the licence.",
        "It decided that neither a suspension nor a revocation of the licence was due.",
        "",
    ] {
        assert_eq!(outcomes_of(sentence), [], "{sentence}");
    }
}
