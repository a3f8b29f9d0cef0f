//! A database full of invented licences, two a company, made where it lies.

use licence_store::{Store, StoreOptions};
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend};

/// `{uuid N}` of a number, a scattered id; `{n}` the number of the row.
const TABLES: [(&str, u64, &str); 3] = [
    (
        "register_readings (jurisdiction_code, read_at, snapshot_sha256, complete, source_kind, \
         licence_count, applied_at)",
        7,
        "{code}, 1793520000000, 'none', true, 'dump', 1, 1793520000000",
    ),
    (
        "operators (id, slug, display_name, registered_name, country, home_jurisdiction, \
         created_at, updated_at)",
        2,
        "{uuid}, 'harbour-lantern-' || n || '-limited', 'Harbour Lantern ' || n || ' Limited', \
         case when n % 2 = 0 then 'Harbour Lantern Holdings, ' || n || ' Limited' end, 'GB', \
         'UKGC', 1793516400000, 1793516400000",
    ),
    (
        "licences (id, operator_id, jurisdiction_code, identity, license_number, status, \
         upstream_status, license_types, license_type_raw, license_category, issued_date, \
         expiry_date, source_kind, source_url, status_source_url, raw_data, last_verified_at, \
         status_observed_at, last_listed_at, not_listed_since)",
        1,
        "{uuid}, {of}, {code}, 'identity ' || n, n || '-R-' || (n + 300000) || '-001', \
         case n % 10 when 0 then 'suspended' when 1 then 'surrendered' else 'active' end, \
         case n % 10 when 0 then 'Suspended' when 1 then 'Surrendered' else 'Active' end, \
         '[\"Remote\",\"Ancillary Remote\"]', 'Remote casino, \"general\" betting', 'remote', \
         '2019-07-24', case when n % 3 = 0 then '2027-01-01' end, 'dump', \
         'https://register.example/business-register/download', \
         'https://register.example/business-register/licence/' || n, \
         '{\"activity\":\"Casino\",\"account\":\"' || n || '\"}', 1793516400000, 1793516400000, \
         1793516400000, case when n % 50 = 0 then 1793516400000 end",
    ),
];

/// Creates the schema and this many licences.
pub fn fill(url: &str, licences: u64) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        Store::open(&StoreOptions::new(url)).await.expect("a store").close().await;
        let database = Database::connect(url).await.expect("a connection");
        for (columns, share, values) in TABLES {
            let rows = if share == 7 { 7 } else { licences / share };
            insert(&database, columns, rows, values).await;
        }
        if database.get_database_backend() == DbBackend::Postgres {
            database.execute_unprepared("vacuum analyze").await.expect("statistics");
        }
        database.close().await.expect("the end");
    });
}

async fn insert(database: &DatabaseConnection, columns: &str, rows: u64, values: &str) {
    let is_sqlite = database.get_database_backend() == DbBackend::Sqlite;
    let numbers = match is_sqlite {
        true => format!(
            "with recursive numbers(n) as (select 0 union all select n + 1 from numbers \
             where n + 1 < {rows}) select VALUES from numbers"
        ),
        false => format!("select VALUES from generate_series(0, {rows} - 1) as numbers(n)"),
    };
    let hex = |expression: &str, digits: u32| match is_sqlite {
        true => format!("printf('%0{digits}x', {expression})"),
        false => format!("lpad(to_hex({expression}), {digits}, '0')"),
    };
    // Multiplied by an odd number, the numbers are scattered over all of 32 bits.
    let uuid = |n: &str| {
        let scattered = format!("(({n}) * 2654435761) % 4294967296");
        format!("{} || '-5eed-4000-8000-' || {}", hex(&scattered, 8), hex(n, 12))
    };
    let codes = "case n % 7 when 0 then 'UKGC' when 1 then 'MGA' when 2 then 'CW' when 3 then 'KH' \
                 when 4 then 'AN' when 5 then 'TGC' else 'IOM' end";
    let values = values
        .replace("{uuid}", &uuid("n"))
        .replace("{of}", &uuid("n / 2"))
        .replace("{code}", codes);
    let sql = format!("insert into {columns} {}", numbers.replace("VALUES", &values));
    database.execute_unprepared(&sql).await.expect("rows");
}
