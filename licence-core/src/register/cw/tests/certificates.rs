use super::fixture::*;
use crate::jurisdiction::JurisdictionCode::Cw;
use crate::register::reading::{ListedDomain, RemovedPage};
use crate::register::tests::not_known;
use crate::register::{RegisterError, SourceFile};
use crate::status::StatusQualifier::Provisional;

const ASSESSED: &str = "OGL/2026/100/0001 Example Gaming N.V. B2C 165000 January 14, 2026 July 14, 2026 Assessment in progress";
const ACTIVE: &str =
    "OGL/2026/100/0001 Example Gaming N.V. B2C 165000 January 14, 2026 July 14, 2026";
const NUMBER: &str = "OGL/2026/100/0001";
const COMPANY: &str = "Example Gaming N.V.";
const NUMBERED: &str = "under license number OGL/2026/100/0001";
const ADDRESS: &str = "https://cert.cga.cw/certificate?id=ZXlKcGRpST0";

fn of_domain(status: &str) -> SourceFile {
    domain_page(ADDRESS, "casino.example", COMPANY, NUMBER, status)
}

fn domain(name: &str, status: Option<&str>, url: &str, said: Option<&str>) -> ListedDomain {
    ListedDomain {
        domain: name.into(),
        status_text: status.map(str::to_owned),
        verification_url: Some(url.into()),
        verification_page_status: said.map(str::to_owned),
        verification_page_read_at: READ_AT.parse().ok(),
        ..ListedDomain::default()
    }
}

#[test]
fn a_certificate_by_domain_certifies_the_licence() {
    let licence = only(ASSESSED, &[of_domain("Active")]);
    assert_eq!(licence.status_text.as_deref(), Some("Assessment in progress"));
    assert_eq!(licence.status_qualifier, Some(Provisional));
    assert_eq!(licence.domains, [domain("casino.example", None, ADDRESS, Some("Active"))]);
    assert!(!licence.domains_complete);
    assert_eq!(licence.raw_data["Certificate"][0]["Granted on"], "01/01/2026");

    for (row, status, qualifier) in [
        (ACTIVE, "Active", None),
        (ASSESSED, "Suspended", None),
        (ASSESSED, "ACTIVE", Some(Provisional)),
        (&ASSESSED.replace("Assessment in progress", "Suspended"), "Active", None),
    ] {
        let licence = only(row, &[of_domain(status)]);
        assert_eq!(licence.status_qualifier, qualifier, "{row} {status}");
        assert_eq!(licence.domains[0].verification_page_status.as_deref(), Some(status));
    }
    for status in ["Active, revoked", "Active; suspended", "Active, but suspended"] {
        assert_eq!(only(ASSESSED, &[of_domain(status)]).status_qualifier, None, "{status}");
    }
    let contradicted =
        [of_domain("Active"), domain_page("b.html", "b.example", COMPANY, NUMBER, "Suspended")];
    assert_eq!(only(ASSESSED, &contradicted).status_qualifier, None);
}

#[test]
fn what_stands_behind_the_list_of_domains_is_not_listed() {
    let removed = ["a.example", "The following domains have been removed:", "b.example"];
    let page = licence_page("token-1.html", COMPANY, "", &removed);
    let licence = only(ACTIVE, std::slice::from_ref(&page));
    let text = "Text: The following domains have been removed:";
    let listed: Vec<_> =
        licence.domains.iter().map(|it| (it.domain.as_str(), it.status_text.as_deref())).collect();
    assert_eq!(listed, [("a.example", Some(text)), ("b.example", Some(text))]);
    // Most certificates have such a text when the page has another layout.
    let pages = (1..=3).map(|n| SourceFile { name: format!("token-{n}.html"), ..page.clone() });
    let files: Vec<_> = pages.chain([file("r.txt", register(&[ACTIVE]))]).collect();
    let refused = read_files(&files).unwrap_err().to_string();
    assert!(refused.starts_with("token-1.html: the text \"The following domains"), "{refused}");
}

#[test]
fn a_certificate_that_shows_a_part_of_its_domains_is_refused() {
    let whole = licence_page("token-1.html", COMPANY, "", &["a.example", "b.example"]);
    let text = String::from_utf8(whole.bytes).unwrap();
    let read_with = |more: &str| {
        let html = text.replace("<footer>", &format!("{more}<footer>"));
        read_files(&[file("r.txt", register(&[ACTIVE])), file("token-1.html", html)])
    };
    let link = |name: &str| not_known(Cw, "token-1.html", "link", name);
    let part =
        |shown: &str| format!("token-1.html: the page shows a part of the list only: {shown:?}");
    for (more, refusal) in [
        ("<nav class=pagination><a href=\"?page=2\">Next</a></nav>", link("next")),
        ("<nav><button>Load more</button></nav>", link("load more")),
        ("<section><a href=\"?page=2\">2</a></section>", link("2")),
        ("<footer>Showing 1 to 3 of 5 entries</footer>", part("1 to 3 of 5")),
        ("<p>Page 1 of 2</p>", part("page 1 of 2")),
    ] {
        assert_eq!(read_with(more).unwrap_err().to_string(), refusal, "{more}");
    }
    for all in [
        "<nav><ul><li><a href=\"/\">Home</a><li><a href=\"/2\">Next steps</a></ul></nav>",
        "<div class=news><a href=\"?page=2\">2</a></div>",
        "<footer>Page 1 of 1</footer>",
    ] {
        assert!(read_with(all).is_ok(), "{all}");
    }
    // The certificate of one domain has no list.
    let html = String::from_utf8(of_domain("Active").bytes).unwrap();
    let html = html.replace("</body>", "<nav><a href=\"?page=2\">2</a></nav></body>");
    assert_eq!(only(ACTIVE, &[file(ADDRESS, html)]), only(ACTIVE, &[of_domain("Active")]));
}

#[test]
fn words_behind_the_statement_are_no_pass_for_its_domains() {
    let since = "since 12/Mar/2025";
    for (behind, status) in [
        (", which was revoked on 1/Oct/2026", "Text: which was revoked on 1/Oct/2026."),
        (". This license has been suspended", "Text: This license has been suspended."),
    ] {
        let page = licence_page("token-1.html", COMPANY, "", &["casino.example"]);
        let text =
            String::from_utf8(page.bytes).unwrap().replace(since, &format!("{since}{behind}"));
        let licence = only(ACTIVE, &[file("token-1.html", text)]);
        assert_eq!(licence.domains[0].status_text.as_deref(), Some(status));
    }
}

#[test]
fn a_certificate_that_is_not_active_is_no_pass_for_its_domains() {
    let all = licence_page("token-1.html", COMPANY, "", &["casino.example"]);
    for word in ["Suspended", "Revoked", "Expired", "Inactive", "Provisional", "Under review"] {
        let expected = [domain("casino.example", Some(word), ADDRESS, Some(word))];
        let licence = only(ACTIVE, &[of_domain(word)]);
        let status = Some(format!("Certificate: {word}"));
        assert_eq!((licence.status_text, &licence.domains[..]), (status, &expected[..]), "{word}");
        let listed_too = only(ACTIVE, &[all.clone(), of_domain(word)]);
        assert_eq!(listed_too.domains, expected, "{word}: the page of the domain outweighs");
    }
}

#[test]
fn what_a_certificate_says_against_a_licence_in_force_makes_it_unknown() {
    let with = |status: &str| {
        let page = licence_page("token-1.html", COMPANY, "", &["a.example"]);
        let html = String::from_utf8(page.bytes).unwrap().replace("<footer>", status);
        [file("token-1.html", html), of_domain("Active")]
    };
    let stamp = "<img src=stamp.png alt=SUSPENDED><footer>";
    let stamped = "Certificate: Text: SUSPENDED";
    let harmless = "<img alt='CGA logo'><img alt='Example Gaming'><p>Verified on November 24, 2026 \
        10:12</p><button>Print</button><footer>";
    let notice = "<p>This license was suspended on 3 November 2026.</p><footer>";
    let told = "Text: This license was suspended on 3 November 2026.";
    let certified = format!("Certificate: {told}");
    let expired = ACTIVE.replace("July 14, 2026", "July 14, 2026 Expired");
    let indefinite = ACTIVE.replace("July 14, 2026", "N/A Indefinite");
    for (row, status, expected) in [
        (ACTIVE, "<footer>", None),
        (ACTIVE, harmless, None),
        (ACTIVE, notice, Some(certified.as_str())),
        (ACTIVE, stamp, Some(stamped)),
        (ACTIVE, "<i class=sr-only>SUSPENDED</i><footer>", Some(stamped)),
        (ACTIVE, "<aside>SUSPENDED</aside><footer>", Some(stamped)),
        (ACTIVE, "<button>SUSPENDED</button><footer>", Some(stamped)),
        (ACTIVE, "<input type=button value=SUSPENDED><footer>", Some(stamped)),
        (ACTIVE, "<footer><img src=stamp.png alt=SUSPENDED>", Some(stamped)),
        (ACTIVE, "<li>b.example <img alt=SUSPENDED></li><footer>", Some(stamped)),
        (&indefinite, notice, Some(&format!("Indefinite; {certified}"))),
        (&expired, notice, Some("Expired")),
        (ASSESSED, notice, Some("Assessment in progress")),
    ] {
        let licence = only(row, &with(status));
        let qualifier = (row == ASSESSED).then_some(Provisional).filter(|_| status != notice);
        let found = (licence.status_text.as_deref(), licence.status_qualifier);
        assert_eq!(found, (expected, qualifier), "{row} {status}");
    }
}

#[test]
fn a_status_in_a_menu_refuses_the_certificate() {
    let html = String::from_utf8(of_domain("Suspended").bytes).unwrap();
    let html = html.replace("<p>The license", "<div class=menu><p>The license");
    let files = [file("r.txt", register(&[ACTIVE])), file(ADDRESS, html)];
    let refused = read_files(&files).unwrap_err().to_string();
    assert!(
        refused.ends_with("the status of the certificate is outside of its content"),
        "{refused}"
    );
}

#[test]
fn an_odd_entry_is_not_listed_and_other_words_make_the_licence_unknown() {
    let read = |entry: &str| {
        let list = format!("<ul><li>a.example</li><li>{entry}</li><li>c.example</li></ul>");
        let page = licence_page("token-1.html", COMPANY, "", &[&list]);
        let licence = only(ACTIVE, &[page]);
        let domains = licence.domains.iter().map(|domain| match &domain.status_text {
            None => domain.domain.clone(),
            Some(text) => format!("{} ({text})", domain.domain),
        });
        (domains.collect::<Vec<_>>().join(" "), licence.status_text)
    };
    for (entry, middle) in [
        ("b.example", "b.example "),
        ("N/A", ""),
        ("<s>b.example</s>", ""),
        ("b.example (removed)", ""),
        ("megafoorball", ""),
        ("*.b.example", ""),
    ] {
        let expected = format!("a.example {middle}c.example");
        assert_eq!(read(entry), (expected, None), "{entry}");
    }
    let list = "<p>a.example<br>b.example (removed)<br>c.example</p>";
    let licence = only(ACTIVE, &[licence_page("token-1.html", COMPANY, "", &[list])]);
    let expected = "Certificate: Text: a.example b.example (removed) c.example";
    assert_eq!(licence.status_text.as_deref(), Some(expected), "several entries in one text");
    // Any other text may be about the domains after it.
    for entry in
        ["Removed", "Removed:", "b.example was moved from:", "Formerly b.example", "coming soon"]
    {
        let (domains, status) = read(entry);
        assert!(!domains.split(") ").any(|domain| !domain.contains("(Text: ")), "{domains}");
        assert_eq!(status, Some(format!("Certificate: Text: {entry}")));
    }
}

#[test]
fn a_certificate_by_licence_lists_all_domains() {
    let url = "https://cert.cga.cw/token?id=1";
    let page = licence_page(
        "token_id_1.html",
        COMPANY,
        "",
        &["a.example", "www.b.example,", "c.example/en", "and"],
    );
    let licence = only(ACTIVE, &[page]);
    assert!(licence.domains_complete);
    let expected = ["a.example", "www.b.example", "c.example/en"];
    let mut found: Vec<_> = licence.domains.iter().map(|domain| domain.domain.as_str()).collect();
    found.sort_by_key(|found| expected.iter().position(|domain| domain == found));
    assert_eq!(found, expected);
    assert!(licence.domains.iter().all(|domain| domain.verification_url.as_deref() == Some(url)));
    assert_eq!(licence.domains[0].verification_page_status, None);
    assert_eq!(licence.raw_data["Certificate"][0]["Since"], "12/Mar/2025");
    assert_eq!(licence.status_qualifier, None);

    let none = only(ACTIVE, &[licence_page("token_id_1.html", COMPANY, "", &[])]);
    assert!(none.domains_complete && none.domains.is_empty());
    let cut = page_without_end();
    let message = "t.html: the file ends inside the list of domains; it looks cut off";
    assert_eq!(read_files(&[cut]).unwrap_err().to_string(), message);
}

fn page_without_end() -> SourceFile {
    page(
        "t.html",
        "certify that A N.V., a company incorporated … following domains under its license: a.example b.ex",
    )
}

#[test]
fn a_b2b_certificate_names_the_corporate_site() {
    let page = page(
        "https://cert.cga.cw/token?id=1",
        "<h1>Certificate B2B</h1>This is to certify that Example Gaming N.V., a company incorporated under \
         the laws of Cura\u{e7}ao with Company Number 165000, may place the seal of approval on their corporate website <b>corporate.example</b>. Terms",
    );
    let licence = only(&ACTIVE.replace("B2C", "B2B"), &[page]);
    assert!(licence.domains_complete);
    assert_eq!(
        licence.domains,
        [domain("corporate.example", None, "https://cert.cga.cw/token?id=1", None)]
    );
}

#[test]
fn the_seal_of_approval_may_be_introduced_in_other_words() {
    let certified = |words: &str| {
        let page = page(
            "https://cert.cga.cw/token?id=1",
            &format!(
                "<h1>Certificate B2B</h1>This is to certify that Example Gaming N.V., a company incorporated \
                under the laws of Cura\u{e7}ao with Company Number 165000 holds a license since 12/Mar/2025. {words} seal \
                of approval on their corporate website <b>corporate.example</b>. Terms"
            ),
        );
        only(&ACTIVE.replace("B2C", "B2B"), &[page]).status_text.unwrap_or_default()
    };
    for words in ["The company may display the", "They are entitled to place the", "May place the"]
    {
        assert_eq!(certified(words), "", "{words}");
    }
    for words in [
        "The company may no longer display the",
        "The license was lost with the",
        "The company must remove the",
        "Provisional. It may place the",
    ] {
        assert!(
            certified(words).starts_with("Certificate: Text: "),
            "{words}: {}",
            certified(words)
        );
    }
}

#[test]
fn a_licence_that_was_held_is_none() {
    let held = licence_page("token-1.html", COMPANY, "", &["casino.example"]);
    let held = String::from_utf8(held.bytes).unwrap().replace("holds a license", "held a license");
    let status = only(ACTIVE, &[file("token-1.html", held)]).status_text.unwrap_or_default();
    assert!(status.starts_with("Certificate: Text: "), "{status}");
}

#[test]
fn removed_domains_are_delisted_and_nothing_else() {
    let removed = page(
        ADDRESS,
        "<h1>Not Active</h1><p>casino.example</p>This domain has been removed from the registry.",
    );
    let all = licence_page("token-1.html", COMPANY, "", &["casino.example", "other.example"]);
    let licence = only(ASSESSED, &[removed.clone(), all.clone()]);
    assert_eq!(licence.status_text.as_deref(), Some("Assessment in progress"));
    let token = "https://cert.cga.cw/token?id=1";
    assert_eq!(
        licence.domains,
        [
            domain("casino.example", Some("Delisted"), ADDRESS, Some("Not Active")),
            domain("other.example", None, token, None),
        ]
    );
    let introduced = page(
        ADDRESS,
        "<p>Removed from the registry:</p><ul><li>casino.example<li>other.example</ul>",
    );
    let licence = only(ASSESSED, &[introduced, all.clone()]);
    assert!(licence.domains.iter().all(|it| it.status_text.as_deref() == Some("Delisted")));
    for hosts in [
        "casino.example, www.casino.example and other.example",
        "casino.example (other.example)",
        "casino.example/other.example",
        "*.casino.example; www.casino.example|other.example",
    ] {
        let both = format!(
            "<h1>Not Active</h1><p>{hosts}</p>These domains have been removed from the registry."
        );
        let licence = only(ASSESSED, &[page(ADDRESS, &both), all.clone()]);
        let statuses = licence.domains.iter().map(|it| it.status_text.as_deref());
        assert_eq!(Vec::from_iter(statuses), [Some("Delisted"); 2], "{hosts}");
    }
    let by_another = page(
        ADDRESS,
        "<h1>Not Active</h1><p>casino.example, foreign.example</p>Removed from the registry.\
         <footer>Web design by other.example</footer>",
    );
    let licence = only(ASSESSED, &[by_another, all]);
    let statuses = licence.domains.iter().map(|it| it.status_text.as_deref());
    assert_eq!(Vec::from_iter(statuses), [Some("Delisted"), None]);
    let licence = only(ACTIVE, &[of_domain("Not Active")]);
    assert_eq!(
        licence.domains,
        [domain("casino.example", Some("Delisted"), ADDRESS, Some("Not Active"))]
    );
    assert_eq!(licence.status_text, None);
    // Without a certificate nobody knows whose domain it was.
    let alone = only(ACTIVE, &[removed]);
    assert!(alone.domains.is_empty() && !alone.domains_complete);
    // A page that names the licence alone delists all domains of the licence.
    let of_licence = page(
        ADDRESS,
        &format!("<h1>Not Active</h1>License number: {NUMBER}. Removed from the registry."),
    );
    let licence = only(ACTIVE, &[of_licence]);
    assert!(licence.domains.is_empty() && licence.domains_complete);
}

#[test]
fn a_removed_page_that_names_no_domain_is_known_by_its_address() {
    let text = "<h1>Not Active</h1>This domain has been removed from the registry.";
    let token = "https://cert.cga.cw/token?id=1";
    for (name, address) in [(ADDRESS, ADDRESS), (token, token), ("token-0001.html", token)] {
        let files = [file("r.txt", register(&[ACTIVE])), page(name, text)];
        let reading = read_files(&files).unwrap();
        let page = RemovedPage {
            verification_url: Some(address.to_owned()),
            verification_page_status: "Not Active".to_owned(),
            ..RemovedPage::default()
        };
        assert_eq!(reading.removed_pages, [page], "{name}");
    }
    // No certificate lists the host that it names.
    let designed = format!("{text} <p>Web design by designer.example</p>");
    let files = [file("r.txt", register(&[ACTIVE])), page(token, &designed)];
    let [removed] = <[_; 1]>::try_from(read_files(&files).unwrap().removed_pages).unwrap();
    assert_eq!(removed.verification_url.as_deref(), Some(token));
    assert_eq!(removed.domains, ["designer.example"]);
    // The reading lacks the licence that it names.
    let of_other = format!("{text} License number: OGL/2026/200/0001");
    let files = [file("r.txt", register(&[ACTIVE])), page(ADDRESS, &of_other)];
    let [removed] = <[_; 1]>::try_from(read_files(&files).unwrap().removed_pages).unwrap();
    assert_eq!(removed.verification_url.as_deref(), Some(ADDRESS));
    assert_eq!(removed.license_number.as_deref(), Some("OGL/2026/200/0001"));
    let error = read_files(&[file("r.txt", register(&[ACTIVE])), page("x.html", text)]);
    let error = error.unwrap_err().to_string();
    assert!(error.contains("neither verification_url, domains nor license_number"), "{error}");
}

#[test]
fn a_removed_page_keeps_the_domains_that_no_certificate_lists() {
    let text = "<h1>Not Active</h1><p>a.example, b.example</p>Removed from the registry.";
    let files = [file("r.txt", register(&[ACTIVE])), page("x.html", text)];
    let removed = read_files(&files).unwrap().removed_pages.remove(0);
    assert_eq!((removed.verification_url, removed.license_number), (None, None));
    assert_eq!(removed.domains, ["a.example", "b.example"]);
}

#[test]
fn pages_without_a_certificate_prove_nothing() {
    for text in [
        "Not Found",
        "<h1>Not Found</h1>This domain cannot be found in our registry.",
        "The certificate cannot be found or the token has expired.",
        "You have supplied wrong identification values",
        "The token has expired",
    ] {
        let licence = only(ASSESSED, &[page("https://cert.cga.cw/token?id=1", text)]);
        assert_eq!(licence, only(ASSESSED, &[]), "{text}");
    }
}

#[test]
fn a_token_alone_joins_only_with_its_company() {
    let other = "OGL/2026/200/0001 Plover Network N.V. B2C 165001 January 14, 2026 July 14, 2026";
    let read = |name: &str, company: &str, extra: &str| {
        let files = [
            file("r.txt", register(&[ACTIVE, other])),
            licence_page(name, company, extra, &["a.example"]),
        ];
        let licences = read_files(&files).unwrap().licences;
        let found: Vec<_> = licences.iter().map(|licence| licence.domains.len()).collect();
        (found[0], found[1])
    };
    for (name, company, extra, found) in [
        ("token?id=1", "EXAMPLE GAMING NV", "", (1, 0)),
        ("token?id=1", "Plover Network N.V", "", (0, 1)),
        // Renamed: the registration number is the same.
        ("token?id=1", "Katydid Gaming N.V.", "Company Number 165001,", (0, 1)),
        ("token?id=1", "Plover Network B.V.", "", (0, 0)),
        ("token?id=1", "Katydid Gaming N.V.", "", (0, 0)),
        ("token?id=2", COMPANY, "", (0, 0)),
        ("page.html", COMPANY, "", (0, 0)),
        ("page.html", COMPANY, NUMBERED, (1, 0)),
        // Another name under the printed number stays; another company does not.
        ("page.html", "Katydid Gaming N.V.", NUMBERED, (1, 0)),
        ("page.html", "Katydid Gaming N.V.", &format!("Company Number 165000, {NUMBERED}"), (1, 0)),
        ("page.html", "Katydid Gaming N.V.", &format!("Company Number 165009, {NUMBERED}"), (0, 0)),
        ("page.html", COMPANY, "under license number OGL/2026/300/0001", (0, 0)),
    ] {
        assert_eq!(read(name, company, extra), found, "{name} {company} {extra}");
    }
    let twin = ACTIVE.replace("/100/", "/101/");
    let files = [
        file("r.txt", register(&[ACTIVE, &twin])),
        licence_page("token?id=1", COMPANY, "", &["a.example"]),
    ];
    assert!(read_files(&files).unwrap().licences.iter().all(|licence| licence.domains.is_empty()));
}

#[test]
fn the_names_of_a_certificate_are_kept_beside() {
    let foreign = licence_page(
        "p.html",
        "Katydid N.V.",
        &format!("Company Number 9, {NUMBERED}"),
        &["a.example"],
    );
    let licence = only(ACTIVE, &[foreign]);
    assert_eq!(licence.operator.name, COMPANY);
    assert_eq!(licence.raw_data["Certificate of another company"][0]["Company"], "Katydid N.V.");
    assert!(licence.domains.is_empty() && !licence.domains_complete);
    let spelled = licence_page("token-1", "Example GAMING NV", "", &[]);
    let licence = only(ACTIVE, &[spelled]);
    assert_eq!(licence.operator.name, COMPANY);
    assert_eq!(licence.raw_data["Certificate"][0]["Company"], "Example GAMING NV");
}

#[test]
fn addresses_come_from_the_page_and_must_be_the_regulators() {
    let with = |head: &str, name: &str| {
        let body = String::from_utf8(of_domain("Active").bytes).unwrap();
        file(name, body.replace("<head>", &format!("<head>{head}")))
    };
    let url = |page: SourceFile| only(ACTIVE, &[page]).domains[0].verification_url.clone();
    let link = |to: &str| format!("<link rel=canonical href='{to}'>");
    assert_eq!(
        url(with(&link("https://cert.gcb.cw/certificate?id=a"), "p.html")).as_deref(),
        Some("https://cert.gcb.cw/certificate?id=a")
    );
    let og = "<meta property='og:url' content='https://seal.cgcb.info/8b089e55'>";
    assert_eq!(url(with(og, "p.html")).as_deref(), Some("https://seal.cgcb.info/8b089e55"));
    assert_eq!(url(with(&link("/certificate"), "p.html")), None);
    assert_eq!(url(with("<base href='https://cert.cga.cw/'>", "p.html")), None);
    assert_eq!(url(with("<!-- saved from url=(0014)about:internet -->", "p.html")), None);
    let note = format!("<!-- saved from url=(0040){ADDRESS} -->");
    assert_eq!(url(with(&note, "p.html")).as_deref(), Some(ADDRESS));
    for imitation in [
        "https://verification.curacao-egaming.uk/validateview.aspx",
        "http://cert.cga.cw/certificate?id=a",
        "https://cert.cga.cw.bad.example/",
        "HTTPS://cert-cga.example/certificate?id=1",
    ] {
        let note = format!("<!-- saved from url=(0040){imitation} -->");
        for page in [
            with(&link(imitation), "p.html"),
            with(&format!("<base href='{imitation}'>"), "p.html"),
            with(&note, "p.html"),
            with("", imitation),
        ] {
            let error =
                read_files(&[file("r.txt", register(&[ACTIVE])), page]).unwrap_err().to_string();
            assert!(error.contains("expected a page of https://cert.cga.cw, cert.gcb.cw or seal.cgcb.info, found one of"), "{error}");
        }
    }
}

#[test]
fn certificates_alone_are_a_part_of_the_register() {
    let second = domain_page("b.html", "b.example", COMPANY, NUMBER, "Active");
    let reading = read_files(&[of_domain("Active"), second]).unwrap();
    assert!(!reading.complete);
    let [licence] = reading.licences.as_slice() else { panic!("{reading:?}") };
    assert_eq!(licence.license_number.as_deref(), Some(NUMBER));
    assert_eq!(licence.operator.name, COMPANY);
    assert_eq!(licence.operator.upstream_id.as_deref(), Some("165000"));
    assert_eq!(licence.status_text.as_deref(), Some("Active"));
    assert_eq!(licence.status_source_url.as_deref(), Some(ADDRESS));
    assert_eq!(licence.issued_date, "2026-01-01".parse().ok());
    assert_eq!(licence.domains.len(), 2);
    assert!(!licence.domains_complete);

    let fails = |page: SourceFile| -> RegisterError { read_files(&[page]).unwrap_err() };
    assert_eq!(
        fails(licence_page("t.html", COMPANY, "", &[])).to_string(),
        "t.html: a certificate that prints no licence number says nothing without the register"
    );
    assert_eq!(
        fails(licence_page("t.html", COMPANY, NUMBERED, &[])).to_string(),
        "t.html: a certificate that states no status says nothing without the register"
    );
    let foreign = domain_page("b.html", "b.example", "Katydid N.V.", NUMBER, "Active");
    let error = read_files(&[of_domain("Active"), foreign]).unwrap_err().to_string();
    let message = "b.html: the certificates of OGL/2026/100/0001 name different companies";
    assert_eq!(error, message);
}

#[test]
fn broken_certificates_are_refused() {
    for (body, message) in [
        (
            "certify that Example Gaming",
            "p.html: a certificate without \"certify that …, a company\"",
        ),
        (
            "certify that A N.V., a company … license number OGL/26",
            "p.html: \"OGL/26\", which is no licence number such as OGL/2024/894/1037",
        ),
        (
            "certify that A N.V., a company … license number 8048/JAZ2017-067 in accordance with",
            "p.html: \"8048/JAZ2017-067\", which is no licence number such as OGL/2024/894/1037",
        ),
        (
            "certify that A N.V., a company … license number: OGL/ 24/2 pending since 2026",
            "p.html: \"OGL/ 24/2\", which is no licence number such as OGL/2024/894/1037",
        ),
        (
            "certify that A N.V., a company … its current status is",
            "p.html: a certificate that ends after \"current status is\"",
        ),
    ] {
        let error = read_files(&[page("p.html", body)]).unwrap_err().to_string();
        assert_eq!(error, message);
    }
}

#[test]
fn one_domain_may_be_on_two_licences_and_the_order_changes_nothing() {
    let other = "OGL/2026/200/0002 Plover N.V. B2C 165001 January 14, 2026 July 14, 2026";
    let mut files = vec![
        file("r.txt", register(&[ASSESSED, other])),
        licence_page("token-1.html", COMPANY, "", &["casino.example", "a.example"]),
        licence_page("token-2.html", "Plover N.V.", "", &["casino.example"]),
        of_domain("Active"),
        page("n.html", "Not Found"),
    ];
    let expected = read_files(&files).unwrap();
    assert_eq!(
        expected.licences.iter().map(|licence| licence.domains.len()).collect::<Vec<_>>(),
        [2, 1]
    );
    // The page of the domain itself is the better proof.
    assert_eq!(expected.licences[0].domains[1].verification_url.as_deref(), Some(ADDRESS));
    for _ in 0..files.len() {
        files.rotate_left(1);
        assert_eq!(read_files(&files).unwrap(), expected);
        files.reverse();
        assert_eq!(read_files(&files).unwrap(), expected);
        files.reverse();
    }
}

#[test]
fn a_mark_on_the_name_of_a_certificate_is_heard() {
    for name in [
        "Example Gaming N.V. REVOKED",
        "Example Gaming N.V. - in liquidation",
        "Example Gaming N.V. (suspended)",
        "(suspended) Example Gaming N.V.",
        "Example Gaming (in liquidation) N.V.",
    ] {
        let page = domain_page(ADDRESS, "casino.example", name, NUMBER, "Active");
        let status = only(ACTIVE, &[page]).status_text.unwrap();
        assert!(status.starts_with("Certificate: Active; Text: certify that"), "{status}");
    }
}

/// A domain that the list hides is not listed.
#[test]
fn what_a_certificate_hides_says_nothing() {
    let shown = licence_page("token-1.html", COMPANY, "", &["a.example", "b.example"]);
    let text = String::from_utf8(shown.bytes).unwrap();
    let only_with = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        only(ACTIVE, &[file("token-1.html", text.replace(from, to))])
    };
    for hidden in ["<p><span hidden>b.example</span></p>", "<p style='display:none'>b.example</p>"]
    {
        assert_eq!(only_with("<p>b.example</p>", hidden).domains.len(), 1, "{hidden}");
    }
    for harmless in [
        "b.example",
        "www.b.example",
        "https://b.example/",
        "B.EXAMPLE",
        "a.example, b.example",
        "Report a fake certificate: <p><a href='https://cga.cw'>cga.cw</a></p>",
        "https://cert.cga.cw/token?id=1",
    ] {
        let twice = format!("<p>b.example</p><div style='display:none'>{harmless}</div>");
        assert_eq!(only_with("<p>b.example</p>", &twice).domains.len(), 2, "{harmless}");
    }
    for (title, is_against) in [("Suspended", true), ("external link", false)] {
        let icon = format!("<svg><title>{title}</title></svg>");
        let linked = format!("<p><a href='https://b.example'>b.example{icon}</a></p>");
        let status = only_with("<p>b.example</p>", &linked).status_text.unwrap_or_default();
        assert_eq!(status.contains(title), is_against, "{status}");
    }
    for added in [
        "<svg style='display:none'><symbol><title>Search</title></symbol></svg>",
        "<div hidden>Loading</div><dialog style='display:none'>Language</dialog>",
        "<a href='#main'>Skip to main content</a><a href='#'>Back to top</a>",
        "<p>Page last updated: 24 November 2026</p>",
    ] {
        assert_eq!(only_with("<h1>", &format!("{added}<h1>")).status_text, None, "{added}");
    }
}

#[test]
fn the_name_of_a_company_in_the_register_is_known_in_its_certificate() {
    for (listed, company, is_known) in [
        ("Hibiscus Row N.V,", "Hibiscus Row N.V,", true),
        ("Hibiscus Row N.V.", "Hibiscus Row N.V,", true),
        ("Foo (Cura\u{e7}ao) N.V.", "Foo (Curacao) N.V.", true),
        ("A, B & C Holding B.V.", "A, B & C Holding B.V.", true),
        ("Foo Group, N.V.", "Foo Group, N.V.", true),
        ("Foo.com N.V.", "Foo.com N.V.", true),
        ("Foo.com N.V.", "Foo.com N.V., once listed", false),
        ("Foo N.V.", "Foo (Curacao) N.V.", false),
        ("Foo (suspended) N.V.", "Foo (suspended) N.V.", false),
    ] {
        let row = ACTIVE.replace(COMPANY, listed);
        for page in [
            domain_page(ADDRESS, "casino.example", company, NUMBER, "Active"),
            licence_page(
                "token-1.html",
                company,
                "with Company Number 165000,",
                &["casino.example"],
            ),
        ] {
            let plain = only(&row, &[]).status_text;
            let licence = only(&row, &[page]);
            assert_eq!(licence.status_text == plain, is_known, "{company}");
            assert_eq!(licence.domains[0].status_text.is_none(), is_known, "{company}");
        }
    }
}
