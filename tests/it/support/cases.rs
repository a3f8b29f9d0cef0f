//! The table of verdict cases, one for the core, the command line and HTTP.

use serde_json::Value;

/// All cases.
pub fn all() -> Vec<Case> {
    serde_json::from_str::<Vec<Value>>(include_str!("../fixtures/verdict_cases.json"))
        .unwrap()
        .into_iter()
        .map(Case)
        .collect()
}

/// One case: a question, and what must hold of the answer.
pub struct Case(Value);

impl Case {
    fn text(&self, member: &str) -> Option<&str> {
        self.0.get(member).and_then(Value::as_str)
    }

    pub fn domain(&self) -> Option<&str> {
        self.text("domain")
    }

    pub fn licence_number(&self) -> Option<&str> {
        self.text("license_number")
    }

    /// The `details.reason` of the refusal, for a case that is no question.
    pub fn refused(&self) -> Option<&str> {
        self.text("refused")
    }

    pub fn name(&self) -> String {
        let question = self.domain().or(self.licence_number()).unwrap();
        format!("case {}: {question:?}", self.0["case"])
    }

    /// Compares a check result, as JSON, with what the case says.
    pub fn assert_answer(&self, answer: &Value) {
        let name = self.name();
        let echo = if self.domain().is_some() { "domain" } else { "license_number" };
        assert_eq!(answer["query"], serde_json::json!({ echo: self.0[echo] }), "{name}");
        assert_eq!(answer["verdict"], self.0["verdict"], "{name}: {answer:#}");
        assert_eq!(answer["confidence"], self.0["confidence"], "{name}");
        match self.text("slug") {
            Some(slug) => {
                assert_eq!(answer["match"]["operator_slug"], slug, "{name}");
                assert_eq!(answer["match"]["confidence"], answer["confidence"], "{name}");
                assert!(answer.get("match_absence_reason").is_none(), "{name}");
                assert!(answer.get("checked_jurisdictions").is_none(), "{name}");
            }
            None => {
                assert!(answer["match"].is_null(), "{name}: {answer:#}");
                let absence = self.text("absence").unwrap_or("no_record_found");
                assert_eq!(answer["match_absence_reason"], absence, "{name}");
                assert_eq!(answer["checked_jurisdictions"], serde_json::json!(["CW", "UKGC"]));
            }
        }
        self.assert_lists(answer);
    }

    fn assert_lists(&self, answer: &Value) {
        let name = self.name();
        if let Some(match_type) = self.text("match_type") {
            assert_eq!(answer["match"]["match_type"], match_type, "{name}");
        }
        if let Some(first) = self.text("first") {
            assert_eq!(answer["alternatives"][0]["operator_slug"], first, "{name}: {answer:#}");
        }
        if let Some(detail) = self.text("detail") {
            let sentence = answer["verdict_detail"].as_str().unwrap();
            assert!(sentence.contains(detail), "{name}: {sentence}");
        }
        if let Some(related) = self.text("related") {
            assert_eq!(answer["related_hosts"][0]["host"], related, "{name}");
        }
        let slugs = |pairs: &Value| -> Vec<Value> {
            pairs
                .as_array()
                .into_iter()
                .flatten()
                .map(|pair| pair["operator_slug"].clone())
                .collect()
        };
        let expected: Vec<Value> = self.0["pairs"].as_array().cloned().unwrap_or_default();
        assert_eq!(slugs(&answer["jurisdictions"]), expected, "{name}");
        if let Some(first) = answer["jurisdictions"].get(0) {
            assert_eq!(first, &answer["match"], "{name}");
        }
    }
}
