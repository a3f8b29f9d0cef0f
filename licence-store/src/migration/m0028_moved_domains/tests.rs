use sea_orm::Statement;

use super::*;
use crate::migration::Migrator;
use crate::migration::fixture::databases_before;

#[tokio::test]
async fn only_domains_that_moved_lose_their_status() {
    for database in databases_before(&Migration, "moved").await {
        let operator = "insert into operators (id, slug, display_name, home_jurisdiction, \
                        created_at, updated_at) values ('o', 'o', 'O', 'AN', 0, 0)";
        database.execute_unprepared(operator).await.unwrap();
        for (licence, missing_since) in [("listed", "null"), ("missing", "5")] {
            let licence = format!(
                "insert into licences (id, operator_id, jurisdiction_code, identity, \
                 license_number, status, license_types, license_type_raw, license_category, \
                 source_kind, raw_data, last_verified_at, status_observed_at, last_listed_at, \
                 not_listed_since) values ('{licence}', 'o', 'AN', '{licence}', '{licence}', \
                 'active', '[]', '', 'b2c', 'dump', '{{}}', 0, 0, 0, {missing_since})"
            );
            database.execute_unprepared(&licence).await.unwrap();
        }
        for (id, licence, status, unseen_since) in [
            ("1 seen", "missing", "active", "null"),
            ("2 unread before", "missing", "active", "4"),
            ("3 moved", "missing", "active", "5"),
            ("4 moved", "missing", "parked", "6"),
            ("5 taken off", "missing", "delisted", "6"),
            ("6 unread", "listed", "active", "6"),
        ] {
            let domain = format!(
                "insert into domains (id, licence_id, jurisdiction_code, domain, cell, \
                 domain_status, domain_association, first_seen_at, last_listed_at, \
                 unseen_since) values ('{id}', '{licence}', 'AN', '{id}', '', '{status}', \
                 'direct', 0, 0, {unseen_since})"
            );
            database.execute_unprepared(&domain).await.unwrap();
        }
        Migrator::up(&database, None).await.unwrap();
        let query = "select id from domains where domain_status is null order by id";
        let query = Statement::from_string(database.get_database_backend(), query);
        let rows = database.query_all_raw(query).await.unwrap();
        let ids = rows.iter().map(|row| row.try_get_by_index::<String>(0).unwrap());
        assert_eq!(ids.collect::<Vec<_>>(), ["3 moved", "4 moved"]);
    }
}
