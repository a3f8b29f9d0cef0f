use super::*;

#[test]
fn companies_are_told_from_persons() {
    for name in [
        "DK Crown Holdings Inc",
        "Hillside (UK Gaming) ENC",
        "TSE Malta LP",
        "Petfre (Gibraltar) Limited",
        "Spribe O\u{dc}",
        "Stakelogic BV",
        "Cyberluck Cura\u{e7}ao N.V.",
        "GiveCircle Limited (trading as ImpulsePay Limited)",
        "Lantern Ltd t/a Michael Mill",
        "Lantern, Inc.",
        "Lantern S.A.",
        "Lantern Lt\u{e9}e",
        "Lantern d.o.o.",
        "Mr Lantern Limited",
        "Lantern Limited (in administration)",
    ] {
        assert!(is_company_name(name), "{name}");
    }
    for name in [
        "Goode Michael Edward",
        "Curley Matthew Christopher",
        "Gary Boyle",
        "Mr Michael Mill Limited",
        "Goode Michael: Eaton Gate Gaming Limited",
        "Goode Michael Edward (Eaton Gate Gaming Limited)",
        "Goode Michael, Eaton Gate Gaming Limited",
        "Goode Michael \u{2013} Eaton Gate Gaming Limited",
        "Da Silva Sa",
        "Limited",
        "Paddy Power Betfair",
        "",
    ] {
        assert!(!is_company_name(name), "{name}");
    }
}

#[test]
fn only_a_personal_licence_makes_an_individual() {
    for text in [
        "review of Mr Goode\u{2019}s Personal Management Licence (\u{201c}PML\u{201d})",
        "revoked the personal  functional licence",
        "As a PML holder",
        "conditions attached to personal licences",
        "PFLs",
    ] {
        assert!(speaks_of_a_personal_licence(text), "{text}");
        assert!(concerns_an_individual("Goode Michael Edward", text));
        assert!(!concerns_an_individual("Lantern Gaming Limited", text));
    }
    for text in ["its operating licence", "personal data of customers", "", "simple"] {
        assert!(!concerns_an_individual("Goode Michael Edward", text), "{text}");
    }
}

#[test]
fn a_title_before_the_name_makes_an_individual() {
    for name in ["Mr Michael Goode", "MRS. Goode", " Dr. Anne Goode", "Miss Goode (Lantern Ltd)"] {
        assert!(concerns_an_individual(name, "A warning."), "{name}");
    }
    for name in ["Mr Lantern Limited", "MS Lantern plc", "Mrlantern", "Lantern Mr", ""] {
        assert!(!concerns_an_individual(name, "A warning."), "{name}");
    }
}
