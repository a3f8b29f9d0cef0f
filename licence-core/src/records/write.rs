//! Writing records from rows in any order.

use crate::catalogue::{
    DomainRow, LicenceIndex, LicenceRow, OperatorIndex, OperatorRow, RegisterRows,
};
use crate::jurisdiction::JurisdictionCode;
use crate::records::HEAD;
use crate::records::field::{push_text, push_value};
use crate::time::Timestamp;

/// Collects rows in any order; the same rows always give the same bytes.
#[derive(Default)]
pub struct RecordsBuilder {
    registers: Vec<String>,
    operators: Vec<OperatorBlock>,
    licences: Vec<LicenceBlock>,
}

/// The lines of an operator: its own, its names, and its licences.
#[derive(Default)]
struct OperatorBlock {
    line: String,
    names: Vec<String>,
    licences: Vec<usize>,
}

/// The lines of a licence: its own, and its domains.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct LicenceBlock {
    /// Its line from the code on. First, because blocks are sorted by it before their ids.
    order: String,
    line: String,
    domains: Vec<String>,
}

impl RecordsBuilder {
    /// Returns a builder without rows.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the records: the sorted lines.
    pub fn finish(mut self) -> Vec<u8> {
        let mut records = String::from(HEAD);
        let mut push = |line: &str| {
            records.push_str(line);
            records.push('\n');
        };
        self.registers.sort_unstable();
        self.registers.iter().for_each(|line| push(line));
        for licence in &mut self.licences {
            licence.domains.sort_unstable();
        }
        for operator in &mut self.operators {
            operator.names.sort_unstable();
            operator.licences.sort_unstable_by_key(|place| &self.licences[*place]);
        }
        self.operators.sort_unstable_by(|one, other| one.line.cmp(&other.line));
        for operator in &self.operators {
            push(&operator.line);
            operator.names.iter().for_each(|line| push(line));
            for licence in operator.licences.iter().map(|place| &self.licences[*place]) {
                push(&licence.line);
                licence.domains.iter().for_each(|line| push(line));
            }
        }
        records.into_bytes()
    }
}

impl RegisterRows for RecordsBuilder {
    fn reads(
        &mut self,
        code: JurisdictionCode,
        newest: Timestamp,
        newest_complete: Option<Timestamp>,
    ) {
        let mut line = String::from("R");
        push_value(&mut line, Some(code));
        push_value(&mut line, Some(newest));
        push_value(&mut line, newest_complete);
        self.registers.push(line);
    }

    fn add_operator(&mut self, row: &OperatorRow<'_>) -> OperatorIndex {
        let mut line = String::from("O");
        push_text(&mut line, Some(row.slug));
        push_text(&mut line, Some(row.display_name));
        push_text(&mut line, row.registered_name);
        self.operators.push(OperatorBlock { line, ..OperatorBlock::default() });
        OperatorIndex(self.operators.len() as u32 - 1)
    }

    fn add_trading_name(&mut self, operator: OperatorIndex, name: &str) {
        let mut line = String::from("N");
        push_text(&mut line, Some(name));
        self.operators[operator.0 as usize].names.push(line);
    }

    fn add_licence(&mut self, operator: OperatorIndex, row: &LicenceRow<'_>) -> LicenceIndex {
        let mut order = String::new();
        push_value(&mut order, Some(row.jurisdiction));
        push_text(&mut order, Some(row.number));
        push_value(&mut order, Some(row.status));
        push_value(&mut order, row.qualifier);
        push_text(&mut order, row.upstream_status);
        push_value(&mut order, row.expires_at);
        push_value(&mut order, Some(row.source_kind));
        push_text(&mut order, row.source_url);
        push_text(&mut order, row.status_source_url);
        push_value(&mut order, Some(row.times.status_observed_at));
        push_value(&mut order, Some(row.times.last_verified_at));
        push_value(&mut order, Some(row.times.last_listed_at));
        push_value(&mut order, row.not_listed_since);
        let mut line = String::from("L");
        push_value(&mut line, row.id.map(|id| id.0));
        line.push_str(&order);
        self.operators[operator.0 as usize].licences.push(self.licences.len());
        self.licences.push(LicenceBlock { order, line, domains: Vec::new() });
        LicenceIndex(self.licences.len() as u32 - 1)
    }

    fn add_domain(&mut self, licence: LicenceIndex, row: &DomainRow<'_>) {
        let mut line = String::from("D");
        push_value(&mut line, Some(row.host));
        push_value(&mut line, row.status);
        push_value(&mut line, Some(row.association));
        push_text(&mut line, row.verification_url);
        push_value(&mut line, row.unseen_since);
        self.licences[licence.0 as usize].domains.push(line);
    }
}
