use super::*;

fn outcomes_of(sentence: &str) -> Vec<Outcome> {
    let stated = Statement::all_in(sentence, "Sand and Sea Ltd.");
    stated.into_iter().flat_map(|it| it.acts).map(|(outcome, _)| outcome).collect()
}

fn day_of(sentence: &str) -> Option<Date> {
    Statement::all_in(sentence, "Sand and Sea Ltd.").into_iter().find_map(|it| it.day)
}

#[test]
fn a_decision_is_read_in_its_declared_forms() {
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
        (
            "The Commission agreed a regulatory settlement with the Licensee of £12,750.",
            &[Settlement],
        ),
        (
            "The Gambling Commission issued a warning to the Licensee under section 117(1)(a).",
            &[Warning],
        ),
        (
            "The Commission gave a formal warning and imposed additional licence conditions.",
            &[Warning, Condition],
        ),
        (
            "The Commission decided to suspend the operating licence under section 118.",
            &[Suspension],
        ),
        (
            "The Commission revoked the operating licence of Sand and Sea Ltd. under section 119 of the Act.",
            &[Revocation],
        ),
        (
            "The Gambling Commission (“the Commission”) imposed a financial penalty of £5 on Sand and Sea Ltd. under section 121(1) of the Gambling Act 2005.",
            &[Fine],
        ),
        (
            "The Commission decided to give a warning and to impose a financial penalty.",
            &[Warning, Fine],
        ),
        (
            "On 12 March 2024 the Commission issued the Licensee with a warning under section 117(1)(a).",
            &[Warning],
        ),
        (
            "The Commission has decided to impose a financial penalty of £28,750 under section 121(1) of the Act, to attach an additional condition to the licence, and to issue a warning.",
            &[Fine, Condition, Warning],
        ),
        (
            "The Commission decided to impose a financial penalty of £28,750, to attach an additional condition, and to issue a warning.",
            &[Fine, Condition, Warning],
        ),
        ("The Commission decided on 12 May 2026 to revoke the operating licence.", &[Revocation]),
    ] {
        assert_eq!(outcomes_of(sentence), outcomes, "{sentence}");
    }
}

#[test]
fn any_other_sentence_states_none() {
    for sentence in [
        "It ceased paying regulatory settlement instalments.",
        "The Commission decided to suspend the operating licence of X's white label partner.",
        "The Commission decided to revoke the operating licence unless the fee is paid.",
        "The Commission decided to impose a financial penalty of £1 on White Hat Limited, a supplier.",
        "The Commission revoked the operating licence because the fee was not paid.",
        "The Commission decided to suspend the operating licence of Sand and Sea Ltd.'s partner.",
        "The Commission imposed a financial penalty of £1 of £2.",
        "The operating licence was suspended with effect from 1 May 2024.",
        "On 12 March 2024 the Commission has to revoke the licence.",
        "The Commission to impose a financial penalty of £5m.",
        "The Commission decided not to revoke the licence.",
        "The Commission decided against revocation of the operating licence.",
        "The Commission decided that suspension of the licence was not necessary.",
        "The Commission decided that a financial penalty was not appropriate.",
        "The Commission was minded to revoke the licence but accepted the Licensee's proposals.",
        "The Commission had imposed a financial penalty in an earlier case.",
        "The Commission gave notice that it was considering suspension of the licence.",
        "The Commission revoked the licence conditions that were attached in 2020.",
        "The Commission revoked the licence of its director.",
        "The Commission issued a warning to the licence holder's director.",
        "The Commission decided on 12 May 2026 not to revoke the licence.",
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

#[test]
fn only_the_day_of_the_decision_counts() {
    for (sentence, day) in [
        ("On 12 March 2024 the Commission decided to impose a financial penalty.", "2024-03-12"),
        ("On 12 March 2024, the Commission revoked the licence.", "2024-03-12"),
        ("The decision was made on 05/06/2024", "2024-06-05"),
        ("On 12 March 2024, following a review, the Commission revoked the licence.", ""),
        ("The Commission issued a warning on 3rd April 2024.", ""),
        ("The decision of 1 May 2024 is told elsewhere.", ""),
        ("Published: 4 April 2024", ""),
        ("The Commission has decided to impose a financial penalty", ""),
        ("The compliance assessment of 3 May 2022 determined failings", ""),
        ("The Commission issued a warning for breaches from 1 January 2021 to 31 March 2022", ""),
        ("The Commission revoked the licence because the fee due on 1 April 2024 was late", ""),
        ("The penalty must be paid by 1 July 2024 as decided", ""),
        ("On 1 May 2022 the Commission decided to review", ""),
        ("Customers were issued cards on 1 May 2022", ""),
        ("The Commission published its guidance on 1 May 2022", ""),
        ("", ""),
    ] {
        assert_eq!(day_of(sentence), day.parse().ok(), "{sentence}");
    }
}

#[test]
fn a_decision_may_be_taken_back() {
    for (sentence, is_taken_back) in [
        ("The First-tier Tribunal quashed the decision and the financial penalty of £1m.", true),
        ("The Commission lifted the suspension of the operating licence.", true),
        ("The decision was set aside.", true),
        ("The appeal was allowed.", true),
        ("The licence was suspended, which was published in error.", true),
        ("It decided to revoke the licence, which has been stayed pending appeal.", true),
        ("The Commission gave notice.", false),
    ] {
        assert_eq!(is_reversal(sentence), is_taken_back, "{sentence}");
    }
}

#[test]
fn only_what_is_called_a_penalty_is_an_amount() {
    for (sentence, pence) in [
        ("The Commission imposed a financial penalty of £28,750.", &[Some(2_875_000)][..]),
        (
            "The Commission issued a warning and imposed a financial penalty of £1m",
            &[None, Some(100_000_000)],
        ),
        ("The Licensee will pay £343,035 in lieu of a financial penalty.", &[Some(34_303_500)]),
        ("The Licensee will pay £343,035 in costs.", &[]),
        ("The Commission imposed a financial penalty and ordered costs of £5,000.", &[]),
        ("A customer lost £60,000.", &[]),
    ] {
        let acts = Statement::all_in(sentence, "Sand and Sea Ltd.").pop().map(|it| it.acts);
        let found: Vec<_> = acts.into_iter().flatten().map(|(_, pence)| pence).collect();
        assert_eq!(found, pence, "{sentence}");
    }
}
