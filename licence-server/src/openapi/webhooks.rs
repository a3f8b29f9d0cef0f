//! The events that webhooks carry, each with its schema and an example. They are no endpoints: the
//! service sends them.
//!
//! The examples are written by the types that the service writes. The guide about webhooks has the
//! same table, which a test compares.

mod samples;

use licence_core::event::{
    ActionAdded, CoverageChanged, EventData, EventName, LicenceExpiring, LicenceIssued, PING_EVENT,
    PingData, StatusChanged,
};
use utoipa::ToSchema;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::path::{
    HttpMethod, Operation, OperationBuilder, Parameter, ParameterIn, PathItem, Paths,
};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{AllOfBuilder, ObjectBuilder, Type};
use utoipa::openapi::{Ref, RefOr, Required, ResponseBuilder, Schema};

use super::about::WEBHOOKS;
use super::parameters::parameter;
use super::schemas::{self, SchemaList};
use super::verbatim;

/// The headers of a delivery, and what they say.
pub(crate) const HEADERS: [(&str, &str); 7] = [
    ("X-Service-Event", "The name of the event."),
    ("X-Service-Event-Id", "The `event_id`. Handle each once."),
    ("X-Service-Timestamp", "The time of this attempt, in seconds since 1970."),
    ("X-Service-Delivery-Id", "The delivery: one event to one endpoint."),
    ("X-Service-Attempt", "The number of this attempt, from 1."),
    ("X-Service-Signature", "`t=<seconds>,v1=<hex>`, with a `v1` for each active secret."),
    ("X-Service-Missed-Deliveries", "How many deliveries were abandoned since the last success."),
];

struct Event {
    name: &'static str,
    when: &'static str,
    data_name: String,
    example: serde_json::Value,
}

impl Event {
    /// Returns the name of its schema: `LicenseIssuedEvent` of `license.issued`.
    fn schema_name(&self) -> String {
        let words = self.name.split(['.', '_']).map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_uppercase() + rest
        });
        words.collect::<String>() + "Event"
    }

    /// Returns its schema: the envelope, with its name and its data.
    fn schema(&self) -> RefOr<Schema> {
        let name = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([self.name]));
        let own = ObjectBuilder::new()
            .property("event", name)
            .property("data", Ref::from_schema_name(&self.data_name));
        let envelope = Ref::from_schema_name("Event");
        AllOfBuilder::new().item(envelope).item(own).description(Some(self.when)).into()
    }

    fn to_operation(&self) -> Operation {
        let content = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name(self.schema_name())))
            .example(Some(self.example.clone()));
        let body = RequestBodyBuilder::new()
            .required(Some(Required::True))
            .content("application/json", content.build());
        let taken = "Any 2xx within 10 seconds: the event is delivered. After any other answer the \
                     service repeats the delivery.";
        OperationBuilder::new()
            .tag(WEBHOOKS)
            .summary(Some(self.name))
            .description(Some(self.when))
            .parameters(Some(HEADERS.map(header)))
            .request_body(Some(body.build()))
            .response("2XX", ResponseBuilder::new().description(taken).build())
            .build()
    }
}

fn header((name, about): (&str, &str)) -> Parameter {
    let is_always_sent = name != "X-Service-Missed-Deliveries";
    let required = if is_always_sent { Required::True } else { Required::False };
    let text = ObjectBuilder::new().schema_type(Type::String);
    parameter(ParameterIn::Header, required, name, about, text)
}

pub(super) fn paths() -> Paths {
    let mut paths = Paths::new();
    for event in events() {
        let item = PathItem::new(HttpMethod::Post, event.to_operation());
        paths.paths.insert(event.name.to_owned(), item);
    }
    paths
}

/// Adds the schemas of the events and of their data.
pub(super) fn add_schemas(list: &mut SchemaList) {
    schemas::add::<StatusChanged>(list);
    schemas::add::<LicenceIssued>(list);
    schemas::add::<LicenceExpiring>(list);
    schemas::add::<ActionAdded>(list);
    schemas::add::<CoverageChanged>(list);
    schemas::add::<PingData>(list);
    list.extend(events().iter().map(|event| (event.schema_name(), event.schema())));
}

fn events() -> Vec<Event> {
    let events = EventName::ALL.iter().filter_map(|name| {
        let event = samples::event(*name)?;
        let example = verbatim::from_serialize(&event);
        Some(Event {
            name: name.as_str(),
            when: when(*name),
            data_name: data_name(&event.data),
            example,
        })
    });
    let ping = Event {
        name: PING_EVENT,
        when: "Somebody tests the endpoint. Nothing happened.",
        data_name: PingData::name().into_owned(),
        example: verbatim::from_serialize(&samples::ping()),
    };
    events.chain([ping]).collect()
}

fn data_name(data: &EventData) -> String {
    match data {
        EventData::StatusChanged(_) => StatusChanged::name(),
        EventData::Issued(_) => LicenceIssued::name(),
        EventData::Expiring(_) => LicenceExpiring::name(),
        EventData::ActionAdded(_) => ActionAdded::name(),
        EventData::Coverage(_) => CoverageChanged::name(),
    }
    .into_owned()
}

/// Returns a sample body of an event, indented; `None` if none is ever sent.
pub(crate) fn sample_body(name: EventName) -> Option<String> {
    serde_json::to_string_pretty(&samples::event(name)?).ok()
}

/// Returns when an event is sent.
pub(crate) fn when(name: EventName) -> &'static str {
    match name {
        EventName::StatusChanged => {
            "A licence moved from one status to another, other than `expired`."
        }
        EventName::Expired => "A read of the register shows the status `expired`.",
        EventName::Expiring30d => "An active licence expires in 30 days.",
        EventName::Expiring60d => "An active licence expires in 60 days.",
        EventName::Expiring90d => "An active licence expires in 90 days.",
        EventName::Issued => "A licence was observed for the first time.",
        EventName::ActionAdded => "A regulator published an enforcement action.",
        EventName::CoverageDegraded => "A register was not read for longer than its target.",
        EventName::CoverageRestored => "A register is read within its target again.",
        EventName::EndpointDegraded => "Reserved: never sent.",
    }
}
