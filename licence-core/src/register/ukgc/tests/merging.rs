use serde_json::json;

use super::fixture::{Fixture, HEADERS, domains, lantern, read_files, statuses};
use crate::licence::LicenceCategory::{Ancillary, NonRemote, Other, Remote};
use crate::register::tests::listed;

fn licences_of(rows: &str) -> Fixture {
    Fixture { licences: rows.into(), ..lantern() }
}

#[test]
fn a_licence_is_read_whole() {
    let reading = lantern().read().unwrap();
    assert!(reading.complete);
    assert_eq!(reading.validate("ukgc"), Ok(()));
    let expected = listed(json!({
        "operator": { "upstream_id": "90114", "name": "Harbour Lantern Gaming Limited",
                      "trading_names": ["lanternspin"] },
        "license_number": "090114-R-391114-019", "status_text": "Active",
        "status_source_url":
            "https://www.gamblingcommission.gov.uk/public-register/business/detail/90114",
        "license_types": ["Remote"], "license_type_raw": "Remote", "license_category": "remote",
        "issued_date": "2019-04-08",
        "raw_data": { "Activity": ["Casino"], "Status": ["Active"],
                      "Rows": [{ "Activity": "Casino", "Status": "Active",
                                 "Start Date": "2019-04-08T00:00:00+00:00" }] },
        "domains": [{ "domain": "lanternspin.example", "status_text": "Active",
                      "association": "direct" }],
    }));
    assert_eq!(reading.licences, [expected]);
}

#[test]
fn activity_rows_make_one_licence_with_the_best_status() {
    for (rows, status) in [
        (&["Surrendered", "Active", "Lapsed"][..], "Active"),
        (&["Revoked", "Suspended"], "Suspended"),
        (&["Pending", "Revoked - Non Payment of Fee", "Revoked"], "Revoked"),
        (&["Surrendered", "Pending"], "Pending"),
        (&["Expired", "Surrendered"], "Surrendered"),
        (&["Forfeited", "Lapsed", "Expired"], "Expired"),
        (&["Forfeited", ""], ""),
        (&["Active (provisional)", "Active"], "Active"),
    ] {
        let row = |(i, status)| format!("90114,090114-R-391114-019,{status},Remote,Kind {i},,\n");
        let fixture = licences_of(&rows.iter().enumerate().map(row).collect::<String>());
        assert_eq!(statuses(&fixture.licences()), [("090114-R-391114-019", status)], "{rows:?}");
    }
}

/// A column of remarks in the file of licences, and in that of domains.
#[test]
fn a_remark_on_any_row_is_the_licences_and_the_domains() {
    for (rows, status) in [
        (&[("Active", "Suspended"), ("Active", "")][..], "Active; Remarks: Suspended"),
        (&[("Active", ""), ("Active", "Suspended")], "Active; Remarks: Suspended"),
        (&[("Active", "Suspended"), ("Surrendered", "")], "Active; Remarks: Suspended"),
        (&[("Surrendered", "Reopened"), ("Active", "N/A")], "Active; Remarks: Reopened"),
        (&[("Active", "B"), ("Active", "A"), ("Lapsed", "A")], "Active; Remarks: A; Remarks: B"),
        (&[("Active", "-"), ("Surrendered", "")], "Active"),
    ] {
        let row = |(i, (status, remark)): (usize, &(&str, &str))| {
            format!("90114,090114-R-391114-019,{status},Remote,Kind {i},,,{remark}\n")
        };
        let domain = |(_, (_, remark)): (usize, &(&str, &str))| {
            format!("90114,lanternspin.example,Active,{remark}\n")
        };
        let mut files = lantern().files();
        let with_remarks = |header: &str, rows: String| {
            [header.replace('\n', ",Remarks\n"), rows].concat().into_bytes()
        };
        files[1].bytes = with_remarks(HEADERS[1], rows.iter().enumerate().map(row).collect());
        files[3].bytes = with_remarks(HEADERS[3], rows.iter().enumerate().map(domain).collect());
        let licence = read_files(&files).unwrap().licences.remove(0);
        assert_eq!(licence.status_text.as_deref(), Some(status), "{rows:?}");
        assert_eq!(domains(&licence), [("lanternspin.example", Some(status))]);
    }
}

#[test]
fn a_mark_on_an_activity_is_heard() {
    for (activity, status) in [
        ("Bingo (suspended)", "Active; Activity: Bingo (suspended)"),
        ("Bingo - Surrendered", "Active; Activity: Bingo - Surrendered"),
        ("General Betting Standard - Real Event", "Active"),
    ] {
        let row = format!("90114,090114-R-391114-019,Active,Remote,{activity},,\n");
        let licences = licences_of(&row).licences();
        assert_eq!(statuses(&licences), [("090114-R-391114-019", status)]);
    }
}

#[test]
fn a_mark_on_a_number_makes_no_other_licence() {
    for marked in [
        "090114-R-391114-019 (revoked)",
        "090114-R-391114-019*",
        "090114-R-391114-019 SUSPENDED",
        "090114-R-391114-020 (revoked)",
        "090114-R-391114-019 former",
        "090114-R-391114-019 under review",
        "090114-R-391114-019 until 1 Nov 2026",
        "090114-R-391114-019 in abeyance",
        "090114-R-391114-019 \u{b9}",
        "090114-R-391114-019\u{ba}",
        "090114-R-391114-019 a",
        "090114-R-391114-019X",
        "ex 090114-R-391114-019",
    ] {
        let at = marked.find("090114").unwrap();
        let number = &marked[at..at + "090114-R-391114-019".len()];
        let status = format!("Active; Number: {marked}");
        let row = format!("90114,{marked},Active,Remote,Bingo,,\n");
        let other = "90114,090114-R-391114-019,Active,Remote,Casino,,\n";
        for rows in [row.clone(), format!("{row}{other}")] {
            let licences = licences_of(&rows).licences();
            assert_eq!(statuses(&licences), [(number, status.as_str())], "{rows}");
        }
    }
}

#[test]
fn a_mark_on_a_type_takes_no_domain_off_the_list() {
    for (kind, status) in [
        ("Remote\u{2020}", "Active; Type: Remote\u{2020}"),
        ("Remote*", "Active; Type: Remote*"),
        ("Remote (revoked)", "Active; Type: Remote (revoked)"),
        ("REVOKED Remote", "Active; Type: REVOKED Remote"),
        ("Remote.", "Active"),
    ] {
        let row = format!("90114,090114-R-391114-019,Active,{kind},Casino,,\n");
        let licences = licences_of(&row).licences();
        assert_eq!(statuses(&licences), [("090114-R-391114-019", status)]);
        assert_eq!(licences[0].license_types, ["Remote"], "{kind}");
        assert_eq!(licences[0].license_type_raw.as_deref(), Some("Remote"), "{kind}");
        assert_eq!(domains(&licences[0]), [("lanternspin.example", Some("Active"))], "{kind}");
    }
}

#[test]
fn a_text_in_the_place_of_a_date_is_heard() {
    for (end, status) in [
        ("Revoked", "Active; End Date: Revoked"),
        ("2030-01-01 (suspended)", "Active; End Date: 2030-01-01 (suspended)"),
        ("2030-01-01T00:00:00+00:00", "Active"),
        ("01/02/2030", "Active"),
        ("N/A", "Active"),
    ] {
        let row = |days: &str| format!("90114,090114-R-391114-019,Active,Remote,Bingo,{days}\n");
        let licences = licences_of(&row(&format!(",{end}"))).licences();
        assert_eq!(statuses(&licences), [("090114-R-391114-019", status)]);
        // A start date of the extract of 2023 ends in a quotation mark.
        let licences = licences_of(&row(&format!("{end},"))).licences();
        let status = status.replace("End", "Start");
        assert_eq!(statuses(&licences), [("090114-R-391114-019", &*status)]);
    }
}

#[test]
fn activities_wordings_and_raw_dates_are_kept() {
    let licences = licences_of(
        "90114,090114-R-391114-019,Lapsed,Remote,Bingo,2014-11-01T00:00:00+00:00,2025-03-31\n\
         90114,090114-R-391114-019,Active,Remote,Casino,01/02/2013,\n\
         90114,090114-R-391114-019,Active,Remote,Casino,01/02/2013,\n",
    )
    .licences();
    assert_eq!(
        serde_json::to_value(&licences[0].raw_data).unwrap(),
        json!({
            "Activity": ["Bingo", "Casino"], "Status": ["Active", "Lapsed"],
            "Rows": [
                { "Activity": "Casino", "Status": "Active", "Start Date": "01/02/2013" },
                { "Activity": "Bingo", "Status": "Lapsed", "Start Date": "2014-11-01T00:00:00+00:00",
                  "End Date": "2025-03-31" },
            ]
        })
    );
    assert_eq!(licences[0].issued_date, "2013-02-01".parse().ok());
    assert_eq!(licences[0].expiry_date, None);
}

#[test]
fn dates_are_cut_to_the_day_and_end_with_the_last_of_the_best_activities() {
    for (rows, issued, expiry) in [
        (&[("Active", "2014-03-12T00:00:00.000Z", "")][..], Some("2014-03-12"), None),
        (
            &[("Suspended", "12/03/2014", "2026-10-21T00:00:00+00:00")],
            Some("2014-03-12"),
            Some("2026-10-21"),
        ),
        (&[("Surrendered", "", "")], None, None),
        (&[("Active", "soon", "later")], None, None),
        (
            &[("Active", "2014-03-12", "2026-01-01"), ("Active", "2015-01-01", "2027-01-01")],
            Some("2014-03-12"),
            Some("2027-01-01"),
        ),
        (
            &[("Active", "2014-03-12", "2026-01-01"), ("Active", "2015-01-01", "")],
            Some("2014-03-12"),
            None,
        ),
        (
            &[("Active", "2015-01-01", ""), ("Revoked", "2014-01-01", "2020-01-01")],
            Some("2014-01-01"),
            None,
        ),
    ] {
        let row = |(i, (status, start, end)): (usize, &(&str, &str, &str))| {
            format!("90114,090114-R-391114-019,{status},Remote,Kind {i},{start},{end}\n")
        };
        let fixture = licences_of(&rows.iter().enumerate().map(row).collect::<String>());
        let licence = &fixture.licences()[0];
        let day = |day: Option<&str>| day.and_then(|day| day.parse().ok());
        assert_eq!(
            (licence.issued_date, licence.expiry_date),
            (day(issued), day(expiry)),
            "{rows:?}"
        );
    }
}

#[test]
fn versions_are_one_licence_under_the_newest_number() {
    let licences = licences_of(
        "39022,000-039022-R-319313-011,Surrendered,Remote,Bingo,,\n\
         039022,039022-R-319313-012,Active,Remote,Casino,,\n\
         39022,39022-R-319313-009,Lapsed,Remote,Casino,,\n\
         39022,039022-R-319314-001,Active,Remote,Casino,,\n",
    )
    .licences();
    let expected = [("039022-R-319313-012", "Active"), ("039022-R-319314-001", "Active")];
    assert_eq!(statuses(&licences), expected);
    assert_eq!(
        licences[0].raw_data["Licence Number"],
        json!(["000-039022-R-319313-011", "039022-R-319313-012", "39022-R-319313-009"])
    );
    let rows = "39022,039022-R-319313-008,Active,Remote,Bingo,,\n\
                39022,039022-R-319313-010,Revoked,Remote,Bingo,,\n";
    assert_eq!(statuses(&licences_of(rows).licences()), [("039022-R-319313-010", "Revoked")]);
    let alone = licences_of("39022,000-039022-R-319313-011,Active,Remote,Bingo,,\n").licences();
    assert_eq!(statuses(&alone), [("000-039022-R-319313-011", "Active")]);
}

#[test]
fn pending_rows_are_one_licence_for_each_account_and_type() {
    let licences = licences_of(
        "102,000102-N-000000-000,Pending,Non-Remote,Bingo,,\n\
         102,000102-N-000000-000,Pending,Non-Remote,Bingo,,\n\
         000102,000102-N-000000-000,Pending,Non-Remote,Casino\n\
         102,000102-R-000000-000,Pending,Remote,Bingo,,\n\
         103,000103-N-000000-000,Pending,Non-Remote,Bingo,,\n",
    );
    let error = licences.read().unwrap_err().to_string();
    assert!(error.starts_with("licences.csv, line 4: the row has 5 fields"), "{error}");
    let licences = licences_of(&licences.licences.replace("Casino\n", "Casino,\n")).licences();
    let numbers: Vec<_> = statuses(&licences).into_iter().map(|(number, _)| number).collect();
    let expected = ["000102-N-000000-000", "000102-R-000000-000", "000103-N-000000-000"];
    assert_eq!(numbers, expected);
    assert_eq!(licences[0].raw_data["Rows"].as_array().map(Vec::len), Some(2));
    assert_eq!(licences[0].issued_date, None);
}

#[test]
fn numbers_of_another_shape_are_kept() {
    let licences = licences_of(
        "7,To be assigned,Active,Remote,Casino,,\n8,To be assigned,Active,Remote,Casino,,\n\
         7,gc/7,Active,Remote,Casino,,\n7, GC/7 ,Active,Remote,Bingo,,\n",
    )
    .licences();
    let expected = [("GC/7", "Active"), ("To be assigned", "Active"), ("To be assigned", "Active")];
    assert_eq!(statuses(&licences), expected);
}

#[test]
fn the_type_states_the_category() {
    for (kind, types, category) in [
        ("Remote", &["Remote"][..], Remote),
        (" Non-Remote ", &["Non-Remote"], NonRemote),
        ("Ancillary\u{a0} Remote", &["Ancillary Remote"], Ancillary),
        ("Space", &["Space"], Other),
        ("", &[], Other),
    ] {
        let rows = format!("90114,090114-R-391114-019,Active,{kind},Casino,,\n");
        let licence = licences_of(&rows).licences().remove(0);
        assert_eq!(licence.license_types, types);
        assert_eq!(licence.license_type_raw.as_deref(), types.first().copied());
        assert_eq!(licence.license_category, Some(category));
    }
    let both = "1,000001-R-1-1,Active,Remote,A,,\n1,000001-R-1-1,Active,Ancillary Remote,B,,\n";
    let licence = licences_of(both).licences().remove(0);
    assert_eq!(licence.license_type_raw.as_deref(), Some("Ancillary Remote, Remote"));
    assert_eq!(licence.license_category, Some(Remote));
}
