//! The suffixes of the public sector and of education: no operator has a site there.

const ANYWHERE: &[&str] = &[
    "edu",
    "gob",
    "gouv",
    "gov",
    "govt",
    "gub",
    "int",
    "k12",
    "mil",
    "nhs",
    "parliament",
    "police",
    "sch",
];
/// Alone these are suffixes of countries.
const BEFORE_A_COUNTRY: &[&str] = &["ac", "admin", "gc", "go", "gv", "mod", "school", "state"];
/// These say it in one country only.
const NATIONAL: &[&str] = &[
    "bel.tr",
    "def.br",
    "dep.no",
    "desa.id",
    "es.kr",
    "hs.kr",
    "idf.il",
    "jus.br",
    "kg.kr",
    "kommune.no",
    "leg.br",
    "lg.jp",
    "mp.br",
    "ms.kr",
    "muni.il",
    "nic.in",
    "pol.tr",
    "re.kr",
    "res.in",
    "riik.ee",
    "sc.kr",
    "stat.no",
    "tsk.tr",
];

/// Returns whether a suffix belongs to the public sector or to education (`gov`, `ac.uk`).
pub(super) fn is_public_sector(suffix: &str) -> bool {
    let mut labels = suffix.rsplit('.');
    let country = labels.next().unwrap_or(suffix);
    ANYWHERE.contains(&country)
        || NATIONAL.contains(&suffix)
        || labels.any(|label| ANYWHERE.contains(&label) || BEFORE_A_COUNTRY.contains(&label))
}
