//! Fictional registers of any size in the regulators' own formats.

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::SourceFile;

/// Returns the files of a register with this many licences; the first file lists them. Every licence has one
/// domain, [`host`], and is in force.
pub fn files(code: JurisdictionCode, licences: usize) -> Vec<SourceFile> {
    let numbers: Vec<usize> = (1..=licences).collect();
    match code {
        JurisdictionCode::Ukgc => ukgc(&numbers),
        JurisdictionCode::Mga => mga(&numbers),
        JurisdictionCode::Cw => cw(&numbers),
        JurisdictionCode::Kh => vec![kh(&numbers)],
        JurisdictionCode::An => vec![an(&numbers)],
        JurisdictionCode::Tgc => tgc(&numbers),
        JurisdictionCode::Iom => vec![iom(&numbers)],
    }
}

/// The domain of a register's n-th licence.
pub fn host(code: JurisdictionCode, n: usize) -> String {
    format!("{}-{n}.example", code.as_str().to_lowercase())
}

pub fn file(name: &str, text: impl Into<Vec<u8>>) -> SourceFile {
    SourceFile { name: name.to_owned(), bytes: text.into() }
}

/// What is written once for each licence.
fn each(numbers: &[usize], row: impl Fn(usize) -> String) -> String {
    numbers.iter().map(|n| row(*n)).collect()
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><title>{title}</title></head><body>\n{body}</body></html>\n"
    )
}

fn ukgc(numbers: &[usize]) -> Vec<SourceFile> {
    let table = |name: &str, header: &str, row: &dyn Fn(usize) -> String| {
        file(name, format!("{header}\n{}", each(numbers, row)))
    };
    vec![
        table(
            "licences.csv",
            "Account Number,Licence Number,Status,Type,Activity,Start Date,End Date",
            &|n| {
                format!(
                    "\"{n}\",\"{n:06}-R-3{n:05}-001\",\"Active\",\"Remote\",\"Casino\",\
                     \"2019-04-08T00:00:00+00:00\",\"\"\n"
                )
            },
        ),
        table("businesses.csv", "Account Number,Licence Account Name", &|n| {
            format!("\"{n}\",\"Albion {n} Limited\"\n")
        }),
        table("trading-names.csv", "Account Number,Trading Name,Status", &|n| {
            format!("\"{n}\",\"albion {n}\",\"Active\"\n")
        }),
        table("domain-names.csv", "Account Number,Domain Name,Status", &|n| {
            format!("\"{n}\",\"{}\",\"Active\"\n", host(JurisdictionCode::Ukgc, n))
        }),
    ]
}

fn mga(numbers: &[usize]) -> Vec<SourceFile> {
    let seal = |n: usize| {
        format!(
            "verification.aspx?lang=EN&amp;company=4d0c7f5e-0001-4000-8000-{n:012x}&amp;details=1"
        )
    };
    let panels = each(numbers, |n| {
        format!(
            "<mat-expansion-panel><span class=\"company_name\">Melita {n} Limited</span><table>\
             <tr><th>Company Name</th><td>Melita {n} Limited</td></tr>\
             <tr><th>Registration Number</th><td>C {}</td></tr>\
             <tr><th>Authorisation Number</th><td>MGA/B2C/{n}/2020</td></tr>\
             <tr><th>Authorisation type</th><td>B2C - Gaming Service Licence</td></tr>\
             <tr><th>Status</th><td>Licensed</td></tr>\
             <tr><th>Company Seal</th><td><a href=\"https://authorisation.mga.org.mt/{}\">View</a></td></tr>\
             </table></mat-expansion-panel>\n",
            10_000 + n,
            seal(n)
        )
    });
    let count = numbers.len();
    let paginator =
        format!("<p class=\"mat-mdc-paginator-range-label\">1 – {count} of {count}</p>");
    let mut files =
        vec![file("a-list.html", page("Licensee Register", &format!("{panels}{paginator}")))];
    files.extend(numbers.iter().map(|n| {
        let body = format!(
            "<form action=\"./{}\"><h1>Licensee Information :</h1><p>Melita {n} Limited</p>\
             <p>Address : Valletta</p><table id=\"x_tblLicenses\">\
             <tr><td class=\"cell-license-number\">MGA/B2C/{n}/2020</td>\
             <td class=\"cell-license-type\">B2C - Gaming Service Licence</td>\
             <td class=\"cell-license-status\">Licensed</td></tr></table>\
             <table><tr><th>Website Urls</th><td><a href=\"https://{site}\">{site}</a></td></tr></table></form>",
            seal(*n),
            site = host(JurisdictionCode::Mga, *n)
        );
        file(&format!("seal-{n}.html"), page("Dynamic Seal", &body))
    }));
    files
}

fn cw(numbers: &[usize]) -> Vec<SourceFile> {
    let rows = each(numbers, |n| {
        format!(
            "{n}. OGL/2024/{n}/{} Brion {n} N.V. B2C {} January 14, 2026 July 14, 2026\n",
            1000 + n,
            160_000 + n
        )
    });
    let register = format!(
        "Curaçao Gaming Authority\nOGL License Registry\nNo. License number Licensee Company type \
         Company registration number Issued Expires Status\n{rows}"
    );
    let mut files = vec![file("a-register.txt", register)];
    files.extend(numbers.iter().map(|n| cw_certificate(*n, &[&host(JurisdictionCode::Cw, *n)])));
    files
}

/// The certificate page of the n-th licence of Curacao with these domains.
pub fn cw_certificate(n: usize, domains: &[&str]) -> SourceFile {
    let token = 1000 + n;
    let domains: String = domains.iter().map(|domain| format!("<p>{domain}</p>")).collect();
    let body = format!(
        "<h1>Certificate B2C</h1><p>This is to certify that Brion {n} N.V., a company incorporated \
         under the laws of Curaçao, holds a license since 12/Mar/2025.</p><p>It operates the \
         following domains under its license:</p>{domains}<footer>Copyright 2026</footer>"
    );
    file(&format!("token-{token}.html"), page("Certificate", &body))
}

fn kh(numbers: &[usize]) -> SourceFile {
    let rows = each(numbers, |n| {
        let host = host(JurisdictionCode::Kh, n);
        format!("<tr><td>Birch {n} Inc.</td><td><a href=\"https://{host}\">{host}</a></td></tr>\n")
    });
    let body = format!(
        "<p>certified by the Kahnawà:ke Gaming Commission</p><table><tr>\
         <th>CASINO SOFTWARE PROVIDER AUTHORIZATION HOLDER</th></tr><tr><td>Pine Needle Ltd.</td></tr>\
         </table>\n<table><tr><th>OPERATOR</th><th>URL</th></tr>\n{rows}</table>"
    );
    file("permit-holders.html", page("Permit Holders", &body))
}

fn an(numbers: &[usize]) -> SourceFile {
    let records: Vec<String> = numbers
        .iter()
        .map(|n| {
            format!(
                "{{\"company\":\"Domoni {n} Ltd\",\"status\":\"valid\",\"number\":\"ALSI-202501{n:03}-FI1\",\
                 \"type\":\"b2c\",\"issued\":\"2025-01-02\",\"expiry\":\"2027-01-01\",\"domains\":\"{}\"}}",
                host(JurisdictionCode::An, *n)
            )
        })
        .collect();
    let block = format!(
        "<script type=\"application/json\" id=\"ag-licence-data\">[{}]</script>",
        records.join(",\n")
    );
    file("license-register.html", page("License Register", &block))
}

fn tgc(numbers: &[usize]) -> Vec<SourceFile> {
    let rows = each(numbers, |n| {
        let host = host(JurisdictionCode::Tgc, n);
        format!("<tr><td>Neqotkuk {n} Ltd</td><td>B2C</td><td>{host}</td></tr>\n")
    });
    let list = format!(
        "<h1>Tobique Gaming Commission</h1><table><tr><th>Operator</th><th>Type</th><th>URL</th></tr>\n\
         {rows}</table>"
    );
    let seal = format!(
        "<a href=\"https://5b1e0c3a-0001-4000-8000-000000000001.seals.dlagglobal.com/\"></a>\
         <h1>Tobique Gaming Commission</h1><h2>Licence validation</h2><p>Domain: {}</p>\
         <p>Operator: Neqotkuk 1 Ltd</p><p>Status: licensed</p>",
        host(JurisdictionCode::Tgc, 1)
    );
    vec![file("list.html", page("Licensees", &list)), file("seal.html", page("Seal", &seal))]
}

fn iom(numbers: &[usize]) -> SourceFile {
    let items = each(numbers, |n| {
        let host = host(JurisdictionCode::Iom, n);
        format!(
            "<li><a class=\"faq_title\">Tynwald {n} Limited</a><table>\
             <tr><td>Company Name</td><td>Tynwald {n} Limited</td></tr>\
             <tr><td>Licence Status</td><td>Active</td></tr>\
             <tr><td>Licence valid From</td><td>24/07/2019</td></tr>\
             <tr><td>Licence Valid to</td><td>Current</td></tr>\
             <tr><td>OGRA Licence type</td><td>Full</td></tr>\
             <tr><td>Website Domains</td><td><a href=\"https://{host}\">{host}</a></td></tr>\
             </table></li>\n"
        )
    });
    let body = format!("<ul class=\"accordion\">\n{items}</ul>");
    file("licensee-register.html", page("Online Gambling Licensee Register", &body))
}
