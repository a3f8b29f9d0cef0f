use super::*;
use crate::register::licence_types::types_in;

#[test]
fn every_form_of_number_is_one() {
    for number in [
        "MGA/B2C/003/2022",
        "MGA/B2B/712/2019",
        "MGA/CRP/683/2019-01",
        "MGA/CRP/635/2018- 01",
        "MGA/CRP/330/2016/Old",
        "MGA/B2C/1112/2025",
        " mga/b2c/36/2000\u{a0}",
        "LGA/CL1/900/2013",
    ] {
        let printed = Printed::parse(number, "B2C - Gaming Service Licence", "Licensed").unwrap();
        assert_eq!(printed.number, collapsed(number));
    }
    for (number, kind, status, message) in [
        ("", "B2C", "Licensed", "the licence number is \"\", not like \"MGA/B2C/…\""),
        ("C 89109", "B2C", "Licensed", "the licence number is \"C 89109\", not like \"MGA/B2C/…\""),
        ("MGA/B2C", "B2C", "Licensed", "the licence number is \"MGA/B2C\", not like \"MGA/B2C/…\""),
        ("MGA/B2C/1/2020", "Licensed", "B2C", "the status of MGA/B2C/1/2020 is \"B2C\", no status"),
        ("MGA/B2C/1/2020", "Licensed", "x", "the type of MGA/B2C/1/2020 is \"Licensed\", no type"),
        (
            "MGA/B2C/1/2020",
            "",
            "MGA/B2C/1/2020",
            "the status of MGA/B2C/1/2020 is \"MGA/B2C/1/2020\", no status",
        ),
    ] {
        assert_eq!(Printed::parse(number, kind, status).unwrap_err(), message);
    }
}

#[test]
fn a_status_may_speak_of_a_type() {
    let wording = "B2C services suspended";
    let printed = Printed::parse("MGA/B2C/1/2020", "Type 1", wording).unwrap();
    assert_eq!(printed.status.as_deref(), Some(wording));
    assert!(!is_in_force(printed.status.as_deref()));
}

#[test]
fn types_are_those_of_the_specification() {
    for (cell, types) in [
        ("B2C - Gaming Service Licence", &["B2C"][..]),
        ("B2B - Critical Supply Licence", &["B2B"]),
        ("Type 1 Gaming Services", &["Type 1"]),
        ("Type 1 Gaming Services, TYPE\u{a0}2 Gaming Services", &["Type 1", "Type 2"]),
        ("B2C: Type 3, Type 4", &["Type 3", "Type 4", "B2C"]),
        ("Type 12 Services", &["Type 12 Services"]),
        ("Controlled Gaming Premises", &["Controlled Gaming Premises"]),
        (" ", &[]),
    ] {
        assert_eq!(types_in(Mga, cell), types, "{cell}");
    }
}

#[test]
fn the_type_cell_decides_what_a_group_licence_is() {
    for (number, kind, b2c) in [
        ("MGA/CRP/121/2006", "B2C - Gaming Service Licence", true),
        ("MGA/CRP/120/2006", "B2B - Critical Supply Licence", false),
        ("MGA/CRP/120/2006", "Type 1 Gaming Services", true),
        ("MGA/CRP/120/2006", "", false),
        ("MGA/B2C/1/2020", "", true),
        ("MGA/B2B/1/2020", "Type 1 Gaming Services", false),
    ] {
        assert_eq!(is_b2c(number, kind), b2c, "{number} {kind}");
    }
}
