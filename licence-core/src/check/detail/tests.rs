//! Sentences, each as a person quotes it.

use crate::catalogue::fixture::{entry, licence};
use crate::catalogue::{
    Catalogue, CatalogueBuilder, DomainRow, LicenceIndex, LicenceRow, OperatorRow, RegisterRows,
};
use crate::check::{CheckQuery, PastSubject, Verdict, check, check_row};
use crate::domain::{DomainAssociation, DomainStatus};
use crate::hostname::Hostname;
use crate::jurisdiction::JurisdictionCode::{An, Cw, Mga, Tgc, Ukgc};
use crate::licence::ReadTimes;
use crate::point_in_time::{AsOf, PointInTime};
use crate::status::LicenceStatus;
use crate::time::Timestamp;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn now() -> Timestamp {
    at("2026-11-01T07:00:00Z")
}

fn read_at() -> Timestamp {
    at("2026-11-01T06:00:00Z")
}

struct Register {
    builder: CatalogueBuilder,
}

impl Register {
    fn new() -> Self {
        let mut builder = CatalogueBuilder::new();
        builder.reads(Ukgc, read_at(), None);
        builder.reads(Mga, read_at(), None);
        builder.reads(Cw, at("2026-09-19T06:00:00Z"), None);
        Self { builder }
    }

    fn operator(
        &mut self,
        name: &str,
        trading_names: &[&str],
        row: &LicenceRow<'_>,
    ) -> LicenceIndex {
        let operator = OperatorRow { slug: name, display_name: name, registered_name: None };
        let operator = self.builder.add_operator(&operator);
        for name in trading_names {
            self.builder.add_trading_name(operator, name);
        }
        self.builder.add_licence(operator, row)
    }

    fn hosts(&mut self, licence: LicenceIndex, hosts: &[&str]) {
        for host in hosts {
            self.host(licence, host, Some(DomainStatus::Active), DomainAssociation::Direct, None);
        }
    }

    fn host(
        &mut self,
        licence: LicenceIndex,
        host: &str,
        status: Option<DomainStatus>,
        association: DomainAssociation,
        unseen_since: Option<Timestamp>,
    ) {
        let host: Hostname = host.parse().unwrap();
        let verification_url = None;
        let row = DomainRow { host: &host, status, association, verification_url, unseen_since };
        self.builder.add_domain(licence, &row);
    }
}

fn ukgc(number: &str) -> LicenceRow<'_> {
    LicenceRow { jurisdiction: Ukgc, ..licence(number, read_at()) }
}

fn register() -> Catalogue {
    let mut register = Register::new();
    let alpha = register.operator("Alpha Limited", &["Larkwing"], &ukgc("000400-R-103839-026"));
    register.hosts(alpha, &["alphaquay.com", "bridge.example", "sports.alphatide.com"]);
    register.host(
        alpha,
        "white.example",
        Some(DomainStatus::Active),
        DomainAssociation::WhiteLabel,
        None,
    );
    let day = Some(at("2026-10-03T06:00:00Z"));
    for (host, status, since) in [
        ("gone.example", Some(DomainStatus::Delisted), day),
        ("parked.example", Some(DomainStatus::Parked), None),
        ("odd.example", None, None),
    ] {
        register.host(alpha, host, status, DomainAssociation::Direct, since);
    }
    let passed = LicenceRow { expires_at: "2026-05-19".parse().ok(), ..ukgc("000401-R-1-001") };
    let beta = register.operator("Beta Limited", &["Larkwing"], &passed);
    register.hosts(beta, &["passed.example"]);
    let missing = LicenceRow { not_listed_since: day, ..ukgc("000402-R-1-001") };
    let missing = register.operator("Missing Limited", &["Graceplume"], &missing);
    register.hosts(missing, &["missing.example", "gracehost.com", "grahx.com"]);
    register.host(
        missing,
        "idle.example",
        Some(DomainStatus::Parked),
        DomainAssociation::Direct,
        None,
    );
    let status = LicenceStatus::Suspended;
    let lost = LicenceRow { status, not_listed_since: day, ..ukgc("000419-R-1-001") };
    let lost = register.operator("Lost Limited", &[], &lost);
    register.hosts(lost, &["lost.example"]);
    let late = LicenceRow { not_listed_since: day, ..passed };
    let late =
        register.operator("Late Limited", &[], &LicenceRow { number: "000403-R-1-001", ..late });
    register.hosts(late, &["late.example"]);
    let status = LicenceStatus::NotInRegister;
    let vanished = LicenceRow { status, not_listed_since: day, ..ukgc("000404-R-1-001") };
    let vanished = register.operator("Vanish Limited", &[], &vanished);
    register.hosts(vanished, &["vanishquill.com", "shared.example"]);
    let revoked = LicenceRow { jurisdiction: Cw, status: LicenceStatus::Revoked, ..ukgc("OGL/1") };
    let zeta = register.operator("Zeta N.V.", &[], &revoked);
    register.hosts(zeta, &["bridge.example", "zetavale.com"]);
    let gamma = LicenceRow { jurisdiction: Mga, ..ukgc("MGA/B2C/1/2020") };
    let gamma = register.operator("Gamma Pier Ltd", &[], &gamma);
    register.hosts(gamma, &["qulto.bet", "thornfield.bet", "shared.example"]);
    for (name, trading_name, host) in [
        ("Aurvex Ltd", "", "bétquorn.com"),
        ("Merle Ltd", "Bétmerle", "betmerle.com"),
        ("Fancy Ltd", "", "vörnadoplay.com"),
        ("Plain Ltd", "", "vornadoplay.com"),
    ] {
        let mga = LicenceRow { jurisdiction: Mga, ..ukgc(host) };
        let odd = register.operator(name, &[trading_name], &mga);
        register.hosts(odd, &[host]);
    }
    let partly = LicenceRow { jurisdiction: Cw, ..ukgc("OGL/3") };
    let partly = register.operator("Lately N.V.", &[], &partly);
    register.hosts(partly, &["lately.example"]);
    let times = ReadTimes {
        last_verified_at: at("2026-09-19T06:00:00Z"),
        status_observed_at: read_at(),
        last_listed_at: read_at(),
    };
    let stale = LicenceRow { jurisdiction: Cw, times, ..ukgc("OGL/2") };
    let stale = register.operator("Stale N.V.", &[], &stale);
    register.hosts(stale, &["stale.example"]);
    let revoked = LicenceStatus::Revoked;
    let numbered = LicenceRow { jurisdiction: Mga, status: revoked, ..ukgc("ABC/12345") };
    register.operator("Abel Limited", &[], &ukgc("ABC/12345"));
    register.operator("Babel Ltd", &[], &numbered);
    let tobique = LicenceRow { jurisdiction: Tgc, ..ukgc("TGC-4CW8STKQ") };
    let tobique = register.operator("Quay Vale Inc.", &[], &tobique);
    register.hosts(tobique, &["quayvale.example"]);
    let partly = LicenceRow { jurisdiction: Mga, times, ..ukgc("MGA/B2C/2/2020") };
    let partly = register.operator("Partly Ltd", &[], &partly);
    register.hosts(partly, &["partly.example"]);
    let delisted = Some(DomainStatus::Delisted);
    register.host(tobique, "quayold.example", delisted, DomainAssociation::Direct, None);
    for number in 1..=2 {
        let row = format!("00042{number}-R-1-001");
        let twin = register.operator(&format!("Twin {number} Limited"), &[], &ukgc(&row));
        register.hosts(twin, &["twinmarsh.com", "twinmarsh.net"]);
    }
    for number in 1..=5 {
        let name = format!("Crowd {number} Limited");
        let row = format!("00041{number}-R-1-001");
        let licence = register.operator(&name, &["Crowdname"], &ukgc(&row));
        register.hosts(licence, &[&format!("crowd{number}host.example")]);
        let family = register.operator(&format!("Family {number} Limited"), &[], &ukgc(&row));
        register.hosts(family, &["familyquill.example", "familyquill.com"]);
        let trading_names: &[&str] = if number == 1 { &["Mixedquill"] } else { &[] };
        let huddle =
            register.operator(&format!("Huddle {number} N.V."), trading_names, &ukgc(&row));
        let suffix = ["com", "net", "org", "io", "info"][number - 1];
        let mixed = format!("mixedquill.{suffix}");
        register.hosts(huddle, &[&format!("huddlequill.{suffix}"), &mixed]);
    }
    for (name, trading_name, host) in [
        ("Tern Limited", "Ternwick", "ternhost.com"),
        ("Holder Limited", "", "ternwick.com"),
        ("Wexcombe Limited", "", "wexhost.com"),
        ("Delta Vane Limited", "Wexcombe", "vanehost.com"),
    ] {
        let is_active = name != "Delta Vane Limited";
        let status = if is_active { LicenceStatus::Active } else { LicenceStatus::Revoked };
        let row = LicenceRow { status, ..ukgc(host) };
        let licence = register.operator(name, &[trading_name], &row);
        register.hosts(licence, &[host]);
    }
    register.builder.finish().unwrap()
}

fn sentence(query: &str) -> String {
    let is_number = !query.contains('.');
    let parsed = match is_number {
        true => CheckQuery::licence_number(query).unwrap(),
        false => CheckQuery::domain(query).unwrap(),
    };
    check(&register(), &parsed, now()).verdict_detail
}

#[test]
fn a_listing_says_what_weakens_it() {
    const ALPHA: &str = "licence 000400-R-103839-026";
    const OBSERVED: &str = "observed 1 November 2026, 06:00 UTC.";
    for (host, expected) in [
        (
            "alphaquay.com",
            format!("alphaquay.com is on record with the UKGC: {ALPHA} of Alpha Limited, status active, {OBSERVED}"),
        ),
        (
            "white.example",
            format!("white.example is on record with the UKGC as a white label of Alpha Limited: {ALPHA}, status active, {OBSERVED}"),
        ),
        (
            "passed.example",
            format!("passed.example is on record with the UKGC: licence 000401-R-1-001 of Beta Limited, status active, {OBSERVED} The expiry date on the register, 19 May 2026, has passed; the register still lists it as active."),
        ),
        (
            "missing.example",
            format!("missing.example is on record with the UKGC: licence 000402-R-1-001 of Missing Limited, status active, {OBSERVED} The register has not listed the licence since 3 October 2026, 06:00 UTC; it keeps its status until a reading after the grace period lacks it too."),
        ),
        (
            "lost.example",
            format!("lost.example is on record with the UKGC: licence 000419-R-1-001 of Lost Limited, status suspended, {OBSERVED} The register has not listed the licence since 3 October 2026, 06:00 UTC; it keeps its status until a reading after the grace period lacks it too. Only an active licence is a pass."),
        ),
        (
            "stale.example",
            format!("stale.example is on record with Curaçao: licence OGL/2 of Stale N.V., status active, {OBSERVED} Read 43 days ago: older than the target of 48 hours."),
        ),
        (
            // A partial reading listed it since.
            "lately.example",
            format!("lately.example is on record with Curaçao: licence OGL/3 of Lately N.V., status active, {OBSERVED}"),
        ),
        (
            "partly.example",
            format!("partly.example is on record with the Malta Gaming Authority: licence MGA/B2C/2/2020 of Partly Ltd, status active, {OBSERVED} Read 43 days ago: older than the target of 48 hours."),
        ),
        (
            "bridge.example",
            format!("bridge.example is on record with the UKGC: {ALPHA} of Alpha Limited, status active, {OBSERVED} Curaçao lists it under a revoked licence of Zeta N.V."),
        ),
        (
            "gone.example",
            format!("The UKGC no longer lists gone.example for its licensee Alpha Limited: delisted on 3 October 2026. The operator's licence 000400-R-103839-026 is active, {OBSERVED}"),
        ),
        (
            "parked.example",
            format!("The UKGC lists parked.example of Alpha Limited as parked: no licence covers it while it is, and this is no decision of the regulator. The operator's licence 000400-R-103839-026 is active, {OBSERVED}"),
        ),
        (
            "odd.example",
            format!("The UKGC describes odd.example of Alpha Limited in words that this service does not recognise, so it does not count as listed. The operator's licence 000400-R-103839-026 is active, {OBSERVED}"),
        ),
        (
            "alphatide.com",
            "alphatide.com is not on record. sports.alphatide.com, of the same domain, is listed by Alpha Limited (UKGC). Last read longer ago than their targets: CW. Each subdomain is a host of its own.".to_owned(),
        ),
    ] {
        assert_eq!(sentence(host), expected);
    }
}

#[test]
fn a_number_says_in_which_form_it_is_on_record() {
    for (number, expected) in [
        (
            "000400-R-103839-026",
            "Licence number 000400-R-103839-026 is on record with the UKGC: a licence of Alpha Limited, status active,",
        ),
        (
            "000400-R-103839-099",
            "000400-R-103839-099 is not on record; the register lists 000400-R-103839-026, the same licence. That licence is on record with the UKGC: a licence of Alpha Limited, status active,",
        ),
        (
            "400",
            "400 is an account number of the UKGC, not a licence number. The account's best licence is 000400-R-103839-026 of Alpha Limited, status active,",
        ),
    ] {
        let sentence = sentence(number);
        assert!(sentence.starts_with(expected), "{sentence}");
    }
}

#[test]
fn a_number_of_several_licences_says_what_it_has_in_common_with_them() {
    let mut register = Register::new();
    for (place, (jurisdiction, number)) in [
        (An, "ALSI-202400009-FI1"),
        (An, "ALSI-202400009-FII"),
        (Ukgc, "5-R-6-1"),
        (Ukgc, "000005-R-000006-2"),
        (Mga, "MGA/B2C/711/2021"),
        (Mga, "MGA/B2C7/11/2021"),
    ]
    .into_iter()
    .enumerate()
    {
        let row = LicenceRow { jurisdiction, ..licence(number, read_at()) };
        register.operator(&format!("Holder {place} Limited"), &[], &row);
    }
    let catalogue = register.builder.finish().unwrap();
    for (number, expected) in [
        ("ALSI-202400009-FIL", " The number can be read as that of 2 licences."),
        ("5-R-6", " The number can be read as that of 2 licences."),
        ("MGAB2C7112021", " Its letters and digits alone are those of 2 licences."),
    ] {
        let query = CheckQuery::licence_number(number).unwrap();
        let result = check(&catalogue, &query, now());
        assert_eq!(result.verdict, Verdict::NotFound, "{number}");
        let sentence = &result.verdict_detail;
        assert!(sentence.starts_with(&format!("No record of {number} in")), "{sentence}");
        assert!(sentence.ends_with(expected), "{sentence}");
        assert_eq!(result.alternatives.len(), 2, "{number}");
        assert_eq!(result.past_subject(), PastSubject::NoLicenseResolved, "{number}");
    }
}

/// What the domain's wording means is not known, and that its licence is revoked is.
#[test]
fn words_not_recognised_hide_no_licence_out_of_force() {
    let mut register = Register::new();
    let active = register.operator("Alpha Limited", &[], &ukgc("000400-R-103839-026"));
    let revoked = LicenceRow { status: LicenceStatus::Revoked, ..ukgc("000401-R-1-001") };
    let revoked = register.operator("Beta Limited", &[], &revoked);
    register.hosts(active, &["two.example"]);
    register.host(revoked, "two.example", None, DomainAssociation::Direct, None);
    let catalogue = register.builder.finish().unwrap();
    let query = CheckQuery::domain("two.example").unwrap();
    let sentence = check(&catalogue, &query, now()).verdict_detail;
    let expected = " The UKGC also lists it under a revoked licence of Beta Limited.";
    assert!(sentence.contains(expected), "{sentence}");
}

#[test]
fn a_reference_of_this_service_is_no_number_of_the_regulator() {
    const REFERENCE: &str = "TGC-4CW8STKQ is this service's own reference, not the regulator's, for a licence of Quay Vale Inc. on record with the Tobique Gaming Commission, status active,";
    for (query, expected) in [
        ("tgc-4cw8stkq", REFERENCE.to_owned()),
        ("TGC4CW8STKQ", format!("TGC4CW8STKQ is not on record; {REFERENCE}")),
        (
            "quayvale.example",
            "quayvale.example is on record with the Tobique Gaming Commission: licence TGC-4CW8STKQ (this service's reference) of Quay Vale Inc., status active,".to_owned(),
        ),
        (
            "quayold.example",
            "The Tobique Gaming Commission no longer lists quayold.example for its licensee Quay Vale Inc.: delisted. The operator's licence TGC-4CW8STKQ (this service's reference) is active,".to_owned(),
        ),
    ] {
        let sentence = sentence(query);
        assert!(sentence.starts_with(&expected), "{sentence}");
    }
    // A day that is not over is known up to now.
    let query = CheckQuery::domain("quayvale.example").unwrap();
    let today = AsOf::parse("2026-11-01", now()).unwrap();
    let past = PointInTime::from_history(&[entry(1, None, LicenceStatus::Active)], today);
    assert!(past.resolved_at > now());
    let sentence = check(&register(), &query, now()).with_past(past, now()).verdict_detail;
    assert!(sentence.starts_with("On 1 November 2026, 07:00 UTC, licence TGC"), "{sentence}");
    let past =
        PointInTime::from_history(&[entry(1, None, LicenceStatus::Active)], AsOf::now(now()));
    let sentence = check(&register(), &query, now()).with_past(past, now()).verdict_detail;
    let expected = "On 1 November 2026, 07:00 UTC, licence TGC-4CW8STKQ (this service's reference) was active,";
    assert!(sentence.starts_with(expected), "{sentence}");
    let host = " Whether the domain was listed then is not checked. Today: quayvale.example is";
    assert!(sentence.contains(host), "{sentence}");
}

#[test]
fn a_number_of_two_registers_is_not_said_to_be_twice_in_one() {
    let sentence = sentence("ABC/12345");
    assert!(
        sentence.starts_with("Licence number ABC/12345 is on record with the UKGC:"),
        "{sentence}"
    );
    let shared = "UTC. The same number is on record for Babel Ltd (Malta) under a revoked licence.";
    assert!(sentence.ends_with(shared), "{sentence}");
}

#[test]
fn a_name_says_whose_it_is_and_what_is_not_proven() {
    const NO: &str =
        "in the 3 registers checked: CW, MGA, UKGC. Last read longer ago than their targets: CW.";
    for (host, expected) in [
        ("thornfield.test", "thornfield.test is not on record. Its name is also the name of thornfield.bet, listed by Gamma Pier Ltd (Malta); that it belongs to Gamma Pier Ltd is not proven. Last read longer ago than their targets: CW.".to_owned()),
        ("qulto.test", "qulto.test is not on record. The same name is that of qulto.bet, listed by Gamma Pier Ltd (Malta). This may be a namesake; it is no evidence about this site. Last read longer ago than their targets: CW.".to_owned()),
        ("larkwing.test", "larkwing.test is not on record. 'larkwing' is a trading name of Alpha Limited (UKGC) and of one more operator; who runs larkwing.test is not known. Last read longer ago than their targets: CW.".to_owned()),
        ("gammapier.test", "gammapier.test is not on record. 'gammapier' is the name, less its legal form, of Gamma Pier Ltd (Malta); that it belongs to Gamma Pier Ltd is not proven. Last read longer ago than their targets: CW.".to_owned()),
        ("zetavale.test", "zetavale.test is not on record. Its name is also the name of zetavale.com, listed by Zeta N.V. (Curaçao) under a revoked licence; that it belongs to Zeta N.V. is not proven. Zeta N.V. has no active licence on record. Last read longer ago than their targets: CW.".to_owned()),
        ("familyquill.test", "familyquill.test is not on record. Its name equals familyquill.com, held by five companies; that it is theirs is not proven. Last read longer ago than their targets: CW.".to_owned()),
        ("twinmarsh.test", "twinmarsh.test is not on record. Its name is also the name of twinmarsh.com, listed by Twin 1 Limited (UKGC), and on record for one more operator; they have hosts on record in common, and that it belongs to one of them is not proven. Last read longer ago than their targets: CW.".to_owned()),
        ("crowdname.test", format!("No record of crowdname.test {NO} Its name equals the trading name Crowdname, held by five companies; that it is theirs is not proven.")),
        ("thornfield25.test", format!("No record of thornfield25.test {NO} It carries the listed name thornfield with digits added; no register lists thornfield25.test. The name is that of thornfield.bet, listed by Gamma Pier Ltd (Malta); nothing shows a connection.")),
        ("alphaquay.com.evil.test", format!("No record of alphaquay.com.evil.test {NO} It carries the listed host alphaquay.com in its subdomain; no register lists alphaquay.com.evil.test. That host is listed by Alpha Limited (UKGC); nothing shows a connection.")),
        ("zetavale.com.evil.test", format!("No record of zetavale.com.evil.test {NO} It carries the listed host zetavale.com in its subdomain; no register lists zetavale.com.evil.test. That host is listed by Zeta N.V. (Curaçao) under a revoked licence; nothing shows a connection.")),
        ("th0rnfield.test", format!("No record of th0rnfield.test {NO} The name can be misread as thornfield.bet, listed by Gamma Pier Ltd (Malta); nothing shows a connection.")),
        ("zetava1e.test", format!("No record of zetava1e.test {NO}")),
        ("casino.test", "\"casino\" is a generic gambling term and names no operator; no record of casino.test in the 3 registers checked: CW, MGA, UKGC. Last read longer ago than their targets: CW.".to_owned()),
    ] {
        assert_eq!(sentence(host), expected);
    }
}

#[test]
fn a_generic_root_does_not_hide_a_listed_host_in_its_subdomain() {
    const NO: &str =
        "in the 3 registers checked: CW, MGA, UKGC. Last read longer ago than their targets: CW.";
    for (root, verdict, beginning) in [
        (
            "casino",
            Verdict::GenericTerm,
            "\"casino\" is a generic gambling term and names no operator; no",
        ),
        (
            "sportsbetting",
            Verdict::GenericTerm,
            "\"sportsbetting\" is made of generic words and names no operator; no",
        ),
        ("bonuscasino", Verdict::NotFound, "No"),
    ] {
        let host = format!("alphaquay.com.{root}.test");
        let result = check(&register(), &CheckQuery::domain(&host).unwrap(), now());
        assert_eq!(result.verdict, verdict, "{host}");
        let expected = format!(
            "{beginning} record of {host} {NO} It carries the listed host alphaquay.com in its subdomain; no register lists {host}. That host is listed by Alpha Limited (UKGC); nothing shows a connection."
        );
        assert_eq!(result.verdict_detail, expected);
    }
}

#[test]
fn only_a_plain_name_is_misread_and_a_name_of_the_same_letters_is_that_name() {
    for (host, expected) in [
        (
            "bétquorn.test",
            " is not on record. Its name is also the name of xn--btquorn-bya.com, listed by Aurvex Ltd (Malta); that it belongs to Aurvex Ltd is not proven.",
        ),
        (
            "betquorn.test",
            " is not on record. Its name is also the name of xn--btquorn-bya.com, listed by Aurvex Ltd (Malta); that it belongs to Aurvex Ltd is not proven.",
        ),
        ("bètquorn.test", " in the 3 registers checked: CW, MGA, UKGC."),
        (
            "bétmerle.test",
            " is not on record. 'betmerle' is a trading name of Merle Ltd (Malta); that it belongs to Merle Ltd is not proven.",
        ),
        (
            "bèt-merle.test",
            " The name can be misread as betmerle.com, listed by Merle Ltd (Malta); nothing shows a connection.",
        ),
        (
            "vörnadoplay.test",
            " Its name is also the name of xn--vrnadoplay-ecb.com, listed by Fancy Ltd (Malta), and on record for one more operator; who runs xn--vrnadoplay-ecb.test is not known.",
        ),
        (
            "vornadöplay.test",
            " The name can be misread as vornadoplay.com, listed by Plain Ltd (Malta), and as a name of one more operator; nothing shows a connection.",
        ),
    ] {
        let sentence = sentence(host);
        let sentence = sentence.replace(" Last read longer ago than their targets: CW.", "");
        assert!(sentence.ends_with(expected), "{host}: {sentence}");
    }
}

#[test]
fn nothing_is_listed_that_the_newest_reading_lacks() {
    const GRACE: &str = "The register has not listed the licence since 3 October 2026, 06:00 UTC; it keeps its status until a reading after the grace period lacks it too.";
    for (query, expected) in [
        (
            "m.gracehost.com",
            "gracehost.com, of the same domain, is no longer listed by Missing Limited (UKGC).",
        ),
        (
            "gracehost.test",
            "Its name is also the name of gracehost.com, no longer listed by Missing Limited (UKGC); that it belongs to Missing Limited is not proven.",
        ),
        (
            "grahx.test",
            "The same name is that of grahx.com, no longer listed by Missing Limited (UKGC).",
        ),
        (
            "graceh0st.test",
            "The name can be misread as gracehost.com, no longer listed by Missing Limited (UKGC); nothing shows a connection.",
        ),
        (
            "gracehost25.test",
            "It carries the no longer listed name gracehost with digits added; no register lists gracehost25.test.",
        ),
        (
            "graceplume25.test",
            "It carries the no longer listed name graceplume with digits added; no register lists graceplume25.test. The name is one of Missing Limited; nothing shows a connection.",
        ),
        (
            "gracehost.com.evil.test",
            "It carries the no longer listed host gracehost.com in its subdomain; no register lists gracehost.com.evil.test. That host is no longer listed by Missing Limited (UKGC);",
        ),
        (
            "m.vanishquill.com",
            "vanishquill.com, of the same domain, is no longer listed by Vanish Limited (UKGC).",
        ),
        (
            "m.gone.example",
            "gone.example, of the same domain, is no longer listed by Alpha Limited (UKGC).",
        ),
        (
            "idle.example",
            "The UKGC no longer lists idle.example for its licensee Missing Limited. The operator's licence 000402-R-1-001 is active,",
        ),
        ("shared.example", "The UKGC no longer lists it for Vanish Limited."),
        (
            "000402-R-1-099",
            "000402-R-1-099 is not on record; the register no longer lists 000402-R-1-001, the same licence.",
        ),
        (
            "late.example",
            &format!("{GRACE} The expiry date on the register, 19 May 2026, has passed."),
        ),
    ] {
        let sentence = sentence(query);
        let is_told = sentence.contains(expected) && !sentence.contains("still lists");
        assert!(is_told, "{query}: {sentence}");
    }
}

#[test]
fn a_name_is_given_to_those_alone_who_have_it() {
    for (host, expected) in [
        (
            "ternwick.test",
            "'ternwick' is a trading name of Tern Limited (UKGC), and on record for one more operator; who runs ternwick.test is not known.",
        ),
        (
            "wexcombe.test",
            "'wexcombe' is the name, less its legal form, of Wexcombe Limited (UKGC), and on record for one more operator; who runs wexcombe.test is not known.",
        ),
        (
            "huddlequill.test",
            "Its name equals huddlequill.com, and is on record for five companies; that it is theirs is not proven.",
        ),
        (
            "mixedquill.test",
            "Its name equals the trading name Mixedquill, and is on record for five companies; that it is theirs is not proven.",
        ),
        (
            "gracehost25.test",
            "The name is that of gracehost.com, no longer listed by Missing Limited (UKGC); nothing shows a connection.",
        ),
        (
            "ternwick25.test",
            "The name is one of Tern Limited (UKGC), and on record for one more operator; nothing shows a connection.",
        ),
    ] {
        let sentence = sentence(host);
        assert!(sentence.contains(expected), "{host}: {sentence}");
    }
}

#[test]
fn a_row_of_a_batch_names_a_similar_name() {
    for (host, similar) in [
        ("thornfeld.test", "thornfield.bet of Gamma Pier Ltd"),
        ("gammapeir.test", "Gamma Pier Ltd"),
    ] {
        let sentence = check_row(&register(), host, now()).verdict_detail.unwrap();
        let similar =
            format!(" A similar name on record is {similar}; it is no evidence about this site.");
        assert!(sentence.ends_with(&similar), "{sentence}");
    }
}

#[test]
fn a_row_of_a_batch_names_one_holder_of_a_crowded_name() {
    let row = check_row(&register(), "crowdname.test", now());
    let expected =
        "held by five companies; that it is theirs is not proven. One of them is Crowd 1 Limited.";
    let sentence = row.verdict_detail.unwrap();
    assert!(sentence.ends_with(expected), "{sentence}");
}

/// A sentence names three hosts, and three listings that are not in force.
#[test]
fn what_a_sentence_leaves_out_is_counted() {
    let mut register = Register::new();
    let alpha = register.operator("Alpha Limited", &[], &ukgc("000400-R-1-001"));
    register.hosts(alpha, &["fourth.example", "fifth.example"]);
    for letter in ["a", "b", "c", "d"] {
        register.hosts(alpha, &[&format!("{letter}.four.example")]);
        register.hosts(alpha, &[&format!("{letter}.five.example")]);
    }
    register.hosts(alpha, &["e.five.example"]);
    for number in 1..=5 {
        let text = format!("00041{number}-R-1-001");
        let revoked = LicenceRow { status: LicenceStatus::Revoked, ..ukgc(&text) };
        let licence = register.operator(&format!("Crowd {number} Limited"), &[], &revoked);
        register.hosts(licence, &["fifth.example"]);
        if number < 5 {
            register.hosts(licence, &["fourth.example"]);
        }
    }
    let catalogue = register.builder.finish().unwrap();
    for (host, expected) in [
        ("x.four.example", ". 1 more of its hosts is on record."),
        ("x.five.example", ". 2 more of its hosts are on record."),
        ("fourth.example", ". 1 more listing is not in force."),
        ("fifth.example", ". 2 more listings are not in force."),
    ] {
        let query = CheckQuery::domain(host).unwrap();
        let sentence = check(&catalogue, &query, now()).verdict_detail;
        assert!(sentence.contains(expected), "{sentence}");
    }
}

/// An operator has a revoked licence without hosts in one register, and hosts in another.
#[test]
fn a_register_is_named_only_for_the_host_that_it_lists() {
    let mut register = Register::new();
    let revoked = |number| LicenceRow { status: LicenceStatus::Revoked, ..ukgc(number) };
    let cw = LicenceRow { jurisdiction: Cw, ..licence("OGL/2024/1/1", read_at()) };
    let name = "Otterjack Limited";
    let operator = OperatorRow { slug: name, display_name: name, registered_name: None };
    let operator = register.builder.add_operator(&operator);
    register.builder.add_licence(operator, &revoked("000001-R-1-001"));
    let otter = register.builder.add_licence(operator, &cw);
    register.hosts(otter, &["otterjack.com"]);
    let lost = register.operator("Wombat Limited", &[], &revoked("000002-R-1-001"));
    register.hosts(lost, &["wombatwin.co.uk"]);
    let catalogue = register.builder.finish().unwrap();
    let sentence = |host: &str| {
        let query = CheckQuery::domain(host).unwrap();
        check(&catalogue, &query, now()).verdict_detail
    };
    for (host, expected) in [
        ("otterjack.net", "the name of otterjack.com, listed by Otterjack Limited (Curaçao);"),
        ("otterjack77.com", "is that of otterjack.com, listed by Otterjack Limited (Curaçao);"),
        (
            "wombatwin.net",
            "wombatwin.co.uk, listed by Wombat Limited (UKGC) under a revoked licence;",
        ),
    ] {
        let sentence = sentence(host);
        assert!(sentence.contains(expected), "{sentence}");
    }
}

/// Seals and certificates list domains; the register that lists the licence may be read without them.
#[test]
fn a_domain_whose_page_was_not_read_again_says_so() {
    let mut register = Register::new();
    let row = |number| LicenceRow { jurisdiction: Mga, ..licence(number, read_at()) };
    let sealed = register.operator("Salt Quay Limited", &[], &row("MGA/CRP/1/2020"));
    let day = Some(at("2026-10-03T06:00:00Z"));
    for (host, since) in [("unread.example", day), ("read.example", None)] {
        register.host(sealed, host, Some(DomainStatus::Active), DomainAssociation::Direct, since);
    }
    // The listing whose page was read is the better one.
    register.host(
        sealed,
        "both.example",
        Some(DomainStatus::Active),
        DomainAssociation::Direct,
        day,
    );
    let other = register.operator("Tern Limited", &[], &row("MGA/CRP/2/2020"));
    register.hosts(other, &["both.example"]);
    let catalogue = register.builder.finish().unwrap();
    for (host, is_unread) in
        [("unread.example", true), ("read.example", false), ("both.example", false)]
    {
        let query = CheckQuery::domain(host).unwrap();
        let sentence = check(&catalogue, &query, now()).verdict_detail;
        let expected = "UTC. No page that was read on 3 October 2026 or since lists the domain.";
        assert_eq!(sentence.contains(expected), is_unread, "{sentence}");
    }
}

/// A register may hold a name of any length. What follows the name is still in the sentence.
#[test]
fn a_long_name_is_cut_and_the_status_stays() {
    let (name, wording) = ("é".repeat(1_900), "w".repeat(301));
    let mut register = Register::new();
    let row = LicenceRow { upstream_status: Some(&wording), ..ukgc("000400-R-103839-026") };
    let licence = register.operator(&name, &[], &row);
    register.hosts(licence, &["long.example"]);
    let catalogue = register.builder.finish().unwrap();
    let cut = format!("{}…, status active (\"{}…\"), observed", "é".repeat(300), "w".repeat(300));
    for query in [
        CheckQuery::domain("long.example").unwrap(),
        CheckQuery::licence_number("000400-R-103839-026").unwrap(),
    ] {
        let result = check(&catalogue, &query, now());
        assert!(result.verdict_detail.contains(&cut), "{}", result.verdict_detail);
        assert_eq!(result.matched.unwrap().operator, name, "the whole name");
        let past = PointInTime::no_such_license(AsOf::now(now()));
        let result = check(&catalogue, &query, now()).with_past(past, now());
        assert!(result.verdict_detail.contains(&cut), "{}", result.verdict_detail);
    }
}

/// An assistant and a log take the first line for the whole answer.
#[test]
fn a_sentence_is_one_line_whatever_the_register_wrote() {
    let wording = "Active\r\nsuspended\nfor\u{1b} new players";
    let mut register = Register::new();
    let row = LicenceRow { upstream_status: Some(wording), ..ukgc("000400-R-103839-026") };
    let licence = register.operator("Lines Ltd", &[], &row);
    register.hosts(licence, &["lines.example"]);
    let catalogue = register.builder.finish().unwrap();
    let query = CheckQuery::domain("lines.example").unwrap();
    let result = check(&catalogue, &query, now());
    let line = "(\"Active suspended for new players\")";
    assert!(result.verdict_detail.contains(line), "{}", result.verdict_detail);
    assert_eq!(result.matched.unwrap().upstream_status.as_deref(), Some(wording), "verbatim");
}
