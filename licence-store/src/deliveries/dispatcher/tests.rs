//! Tests of what the dispatcher claims, queues and begins after given answers of endpoints.

use super::*;
use crate::deliveries::fixture::finished;

const QUICKLY: Duration = Duration::from_millis(3);
const ENDPOINT: WebhookId = WebhookId(Uuid::from_u128(1));

fn due(endpoints: u128) -> BTreeSet<WebhookId> {
    (1..=endpoints).map(|id| WebhookId(Uuid::from_u128(id))).collect()
}

/// A claim of as much as there are places for.
fn claim(dispatcher: &Dispatcher, due: &BTreeSet<WebhookId>) -> usize {
    let limits = dispatcher.claim_limits(due);
    let claimed =
        |(id, count): &(WebhookId, usize)| vec![finished(id.0.as_u128(), None).claimed; *count];
    let claimed: Vec<ClaimedDelivery> = limits.iter().flat_map(claimed).collect();
    dispatcher.take_in(claimed, Instant::now()).values().sum()
}

/// Begins what it can, and tells how many these are.
fn begin(dispatcher: &Dispatcher, id: WebhookId) -> usize {
    std::iter::from_fn(|| dispatcher.begin(id, None)).count()
}

fn write(dispatcher: &Dispatcher, id: WebhookId, count: usize) {
    dispatcher.learn(&HashMap::new(), &HashMap::from([(id, count)]));
}

/// The way to an endpoint that took some deliveries, each in that time; nothing is under way.
fn proven(dispatcher: &Dispatcher, id: WebhookId, took: Duration) {
    let due = BTreeSet::from([id]);
    for _ in 0..20 {
        claim(dispatcher, &due);
        let begun = begin(dispatcher, id);
        (0..begun).for_each(|_| dispatcher.end(id, Some(true), took));
        write(dispatcher, id, begun);
    }
    dispatcher.take_all();
}

#[test]
fn an_endpoint_begins_with_two_and_gets_eight() {
    let dispatcher = Dispatcher::default();
    assert_eq!(claim(&dispatcher, &due(1)), 2);
    assert_eq!(begin(&dispatcher, ENDPOINT), 2);
    assert_eq!(begin(&dispatcher, ENDPOINT), 0);
    (0..2).for_each(|_| dispatcher.end(ENDPOINT, Some(true), QUICKLY));
    write(&dispatcher, ENDPOINT, 2);
    proven(&dispatcher, ENDPOINT, QUICKLY);
    assert_eq!(claim(&dispatcher, &due(1)), 120);
    assert_eq!(begin(&dispatcher, ENDPOINT), 8);
}

#[test]
fn answers_that_are_not_written_hold_up_the_next_only_when_there_are_many() {
    let dispatcher = Dispatcher::default();
    proven(&dispatcher, ENDPOINT, QUICKLY);
    claim(&dispatcher, &due(1));
    let mut made = begin(&dispatcher, ENDPOINT);
    for _ in 0..48 {
        dispatcher.end(ENDPOINT, Some(true), QUICKLY);
        made += begin(&dispatcher, ENDPOINT);
    }
    assert_eq!(made, 48, "so many come twice at most when the sender is killed");
    write(&dispatcher, ENDPOINT, 10);
    assert_eq!(begin(&dispatcher, ENDPOINT), 8);
}

#[test]
fn after_a_failure_every_answer_is_written_first() {
    let dispatcher = Dispatcher::default();
    proven(&dispatcher, ENDPOINT, QUICKLY);
    claim(&dispatcher, &due(1));
    assert_eq!(begin(&dispatcher, ENDPOINT), 8);
    (0..4).for_each(|_| dispatcher.end(ENDPOINT, Some(false), QUICKLY));
    assert_eq!(begin(&dispatcher, ENDPOINT), 0);
    (0..4).for_each(|_| dispatcher.end(ENDPOINT, Some(false), QUICKLY));
    assert_eq!(begin(&dispatcher, ENDPOINT), 0);
    write(&dispatcher, ENDPOINT, 8);
    assert_eq!(begin(&dispatcher, ENDPOINT), 1);
}

#[test]
fn no_more_waits_than_is_taken_soon() {
    for (millis, waiting) in [(20, 120), (50, 80), (125, 32), (250, 16), (600, 8)] {
        let dispatcher = Dispatcher::default();
        proven(&dispatcher, ENDPOINT, Duration::from_millis(millis));
        // The first attempts are remembered a little.
        let claimed = claim(&dispatcher, &due(1));
        assert!((waiting..=waiting + waiting / 2).contains(&claimed), "{millis} ms: {claimed}");
    }
}

#[test]
fn nothing_begins_from_before_a_change_of_its_endpoint() {
    let (dispatcher, other) = (Dispatcher::default(), WebhookId(Uuid::from_u128(2)));
    claim(&dispatcher, &due(2));
    let changed_at = |id: WebhookId| (id == ENDPOINT).then(Instant::now);
    assert!(dispatcher.begin(ENDPOINT, changed_at(ENDPOINT)).is_none());
    let stale: Vec<_> = dispatcher.take_stale(changed_at).iter().map(|it| it.target.id).collect();
    assert_eq!(stale, [ENDPOINT; 2]);
    assert_eq!(begin(&dispatcher, other), 2, "it is another account's affair");
}

#[test]
fn attempts_at_once_are_few_however_many_endpoints_there_are() {
    let (dispatcher, all) = (Dispatcher::default(), due(300));
    all.iter().for_each(|id| proven(&dispatcher, *id, QUICKLY));
    while claim(&dispatcher, &all) > 0 {}
    let begun: usize = all.iter().map(|id| begin(&dispatcher, *id)).sum();
    assert_eq!(begun, SLOTS);
    let waiting = dispatcher.len() - begun;
    assert!(waiting <= MAX_WAITING, "{waiting} wait");
}

#[test]
fn endpoints_that_never_answered_get_half_of_the_places() {
    let (dispatcher, all) = (Dispatcher::default(), due(1_000));
    let mut begun = 0;
    while claim(&dispatcher, &all) > 0 {
        begun += all.iter().map(|id| begin(&dispatcher, *id)).sum::<usize>();
    }
    assert_eq!(begun, SLOTS / 2);
    // The next place is for the first who got none.
    dispatcher.end(ENDPOINT, None, QUICKLY);
    let waiting = WebhookId(Uuid::from_u128(begun as u128 / 2 + 1));
    assert_eq!(dispatcher.claim_limits(&all), [(waiting, 1)]);
}
