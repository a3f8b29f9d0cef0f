use std::sync::atomic::{AtomicUsize, Ordering};

use licence_core::account::plan::{Cap, Plan};
use sea_orm::DbBackend;

use super::*;
use crate::StoreOptions;
use crate::connect::lock_accounts;
use crate::migration::fixture::addresses;
use crate::registers::write;

/// A reading with one licence of a company.
fn reading(code: &str, hour: usize, operator: &str) -> RegisterReading {
    let json = format!(
        r#"{{"jurisdiction":"{code}","read_at":"2026-11-01T{hour:02}:00:00Z","complete":true,
            "source_url":"https://register.example/","source_kind":"dump","licences":[
            {{"operator":{{"name":"{operator}"}},"license_number":"1","status_text":"valid"}}]}}"#
    );
    RegisterReading::from_json(json.as_bytes(), "reading.json").unwrap()
}

async fn apply(store: &Store, reading: &RegisterReading) {
    let (snapshot, rules) = (Snapshot::new(Vec::new()), ApplyRules::default());
    store.apply_reading(reading, &snapshot, &rules, reading.read_at).await.unwrap();
}

/// Two stores on each of the databases of the tests, as two processes have them.
async fn pairs(what: &str, folder: &std::path::Path) -> Vec<(Store, Store)> {
    let file = format!("sqlite://{}", folder.join("licence.db").display());
    let mut pairs = Vec::new();
    for address in addresses(what).await.into_iter().skip(1).chain([file]) {
        let open = |seed| StoreOptions::new(&address).with_entropy(Entropy::fixed(seed));
        let here = Store::open(&open(1)).await.unwrap();
        pairs.push((here, Store::open(&open(2)).await.unwrap()));
    }
    pairs
}

/// A comparison during which readings are applied elsewhere, one during each of the first.
struct Overtaken<'c, C> {
    comparison: C,
    elsewhere: &'c Store,
    readings: Vec<RegisterReading>,
    comparisons: AtomicUsize,
}

impl<C: Compare> Compare for Overtaken<'_, C> {
    /// How many comparisons came before, and what came of the last one.
    type Compared = (usize, C::Compared);

    async fn compare(
        &self,
        connection: &DatabaseTransaction,
    ) -> Result<Self::Compared, StoreError> {
        let compared = self.comparison.compare(connection).await?;
        let before = self.comparisons.fetch_add(1, Ordering::SeqCst);
        if let Some(reading) = self.readings.get(before) {
            apply(self.elsewhere, reading).await;
        }
        Ok((before, compared))
    }
}

#[tokio::test]
async fn a_comparison_is_made_again_after_a_reading_of_another_process() {
    let folder = tempfile::tempdir().unwrap();
    for (here, elsewhere) in pairs("compared_again", folder.path()).await {
        // The fourth comparison is made under the lock, where nobody else can write.
        for (hour, meanwhile) in [(1, 0), (2, 1), (4, 2), (7, 3)] {
            let reading = |nth| reading("AN", hour + nth, "Alpha N.V.");
            let overtaken = Overtaken {
                comparison: SettledComparison { code: JurisdictionCode::Mga, snapshot_sha256: "" },
                elsewhere: &elsewhere,
                readings: (0..meanwhile).map(reading).collect(),
                comparisons: AtomicUsize::new(0),
            };
            let begun = here.begin_write_compared(None, &overtaken).await;
            let (transaction, (comparisons_before, _)) = begun.unwrap();
            assert_eq!(comparisons_before, meanwhile);
            transaction.rollback().await.unwrap();
        }
    }
}

#[tokio::test]
async fn two_registers_that_are_read_at_once_share_the_operator_that_both_add() {
    let folder = tempfile::tempdir().unwrap();
    for (here, elsewhere) in pairs("shared_operator", folder.path()).await {
        let an = reading("AN", 1, "Alpha Limited");
        let (snapshot, rules) = (Snapshot::new(Vec::new()), ApplyRules::default());
        let overtaken = Overtaken {
            comparison: ReadingComparison {
                reading: &an,
                snapshot: &snapshot,
                content: None,
                rules: &rules,
                now: an.read_at,
                entropy: &here.entropy,
            },
            elsewhere: &elsewhere,
            readings: vec![reading("MGA", 2, "ALPHA LTD.")],
            comparisons: AtomicUsize::new(0),
        };
        let begun = here.begin_write_compared(None, &overtaken).await;
        let (transaction, (_, compared)) = begun.unwrap();
        transaction.rollback().await.unwrap();
        let Comparison::Changed(changed) = compared else { panic!("a new licence") };
        let changes = changed.changes;
        assert!(changes.new_operators.is_empty(), "{:?}", changes.new_operators);
        assert_eq!(changes.changed_operators[0].operator.slug.as_str(), "alpha-ltd");
    }
}

#[tokio::test]
async fn on_postgres_an_operator_can_be_watched_while_a_reading_changes_it() {
    let folder = tempfile::tempdir().unwrap();
    for (here, elsewhere) in pairs("watched_meanwhile", folder.path()).await {
        if here.databases.reader.get_database_backend() != DbBackend::Postgres {
            continue;
        }
        apply(&here, &reading("AN", 1, "Alpha Limited")).await;
        let mga = reading("MGA", 2, "ALPHA LTD.");
        let account = elsewhere.create_account("A", Plan::Pro, mga.read_at).await.unwrap().id;
        let (snapshot, rules) = (Snapshot::new(Vec::new()), ApplyRules::default());
        let comparison = ReadingComparison {
            reading: &mga,
            snapshot: &snapshot,
            content: None,
            rules: &rules,
            now: mga.read_at,
            entropy: &here.entropy,
        };
        let begun = here.begin_write_compared(None, &comparison).await;
        let (transaction, Comparison::Changed(changed)) = begun.unwrap() else {
            panic!("a new licence")
        };
        assert_eq!(changed.changes.changed_operators.len(), 1);
        write::changes(&transaction, changed.changes).await.unwrap();
        let (slug, cap) = ("alpha-limited".parse().unwrap(), Cap::AtMost(1));
        elsewhere.watch_operator(account, &slug, cap, mga.read_at).await.unwrap();
        lock_accounts(&transaction).await.unwrap();
        transaction.commit().await.unwrap();
    }
}
