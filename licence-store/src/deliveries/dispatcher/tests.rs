//! What the dispatcher claims, queues and begins after given answers of endpoints.

use super::*;
use crate::deliveries::fixture::finished;

const QUICKLY: Duration = Duration::from_millis(3);
const ENDPOINT: WebhookId = WebhookId(Uuid::from_u128(1));

fn due(endpoints: u128) -> BTreeSet<WebhookId> {
    (1..=endpoints).map(|id| WebhookId(Uuid::from_u128(id))).collect()
}

/// Claims as much as there is room for, and returns how many deliveries these are.
fn claim(dispatcher: &mut Dispatcher, due: &BTreeSet<WebhookId>) -> usize {
    let limits = dispatcher.claim_limits(due);
    let claimed = |(id, count): &(WebhookId, usize)| vec![finished(id.0.as_u128(), None); *count];
    let claimed: Vec<ClaimedDelivery> = limits.iter().flat_map(claimed).collect();
    dispatcher.queue(claimed).values().sum()
}

/// Begins as many attempts as it can, and returns how many these are.
fn begin(dispatcher: &mut Dispatcher, id: WebhookId) -> usize {
    std::iter::from_fn(|| dispatcher.begin(id)).count()
}

/// Makes an endpoint take some deliveries, each in that time; nothing is under way afterwards.
fn prove(dispatcher: &mut Dispatcher, id: WebhookId, took: Duration) {
    let due = BTreeSet::from([id]);
    for _ in 0..20 {
        claim(dispatcher, &due);
        let begun = begin(dispatcher, id);
        (0..begun).for_each(|_| dispatcher.end(id, Some(true), took));
        dispatcher.end_write(id, begun, None);
    }
    dispatcher.take_all();
}

#[test]
fn an_endpoint_begins_with_two_and_gets_eight() {
    let mut dispatcher = Dispatcher::default();
    assert_eq!(claim(&mut dispatcher, &due(1)), 2);
    assert_eq!(begin(&mut dispatcher, ENDPOINT), 2);
    assert_eq!(begin(&mut dispatcher, ENDPOINT), 0);
    (0..2).for_each(|_| dispatcher.end(ENDPOINT, Some(true), QUICKLY));
    dispatcher.end_write(ENDPOINT, 2, None);
    prove(&mut dispatcher, ENDPOINT, QUICKLY);
    assert_eq!(claim(&mut dispatcher, &due(1)), 120);
    assert_eq!(begin(&mut dispatcher, ENDPOINT), 8);
}

#[test]
fn answers_that_are_not_written_hold_up_the_next_only_when_there_are_many() {
    let mut dispatcher = Dispatcher::default();
    prove(&mut dispatcher, ENDPOINT, QUICKLY);
    claim(&mut dispatcher, &due(1));
    let mut made = begin(&mut dispatcher, ENDPOINT);
    for _ in 0..48 {
        dispatcher.end(ENDPOINT, Some(true), QUICKLY);
        made += begin(&mut dispatcher, ENDPOINT);
    }
    assert_eq!(made, 48, "so many come twice at most when the sender is killed");
    dispatcher.end_write(ENDPOINT, 10, None);
    assert_eq!(begin(&mut dispatcher, ENDPOINT), 8);
}

#[test]
fn after_a_failure_every_answer_is_written_first() {
    let mut dispatcher = Dispatcher::default();
    prove(&mut dispatcher, ENDPOINT, QUICKLY);
    claim(&mut dispatcher, &due(1));
    assert_eq!(begin(&mut dispatcher, ENDPOINT), 8);
    (0..4).for_each(|_| dispatcher.end(ENDPOINT, Some(false), QUICKLY));
    assert_eq!(begin(&mut dispatcher, ENDPOINT), 0);
    (0..4).for_each(|_| dispatcher.end(ENDPOINT, Some(false), QUICKLY));
    assert_eq!(begin(&mut dispatcher, ENDPOINT), 0);
    dispatcher.end_write(ENDPOINT, 8, None);
    assert_eq!(begin(&mut dispatcher, ENDPOINT), 1);
}

#[test]
fn no_more_waits_than_is_taken_soon() {
    for (millis, waiting) in [(20, 120), (50, 80), (125, 32), (250, 16), (600, 8)] {
        let mut dispatcher = Dispatcher::default();
        prove(&mut dispatcher, ENDPOINT, Duration::from_millis(millis));
        // The first attempts are remembered a little.
        let claimed = claim(&mut dispatcher, &due(1));
        assert!((waiting..=waiting + waiting / 2).contains(&claimed), "{millis} ms: {claimed}");
    }
}

#[test]
fn nothing_begins_from_before_a_change_of_its_endpoint() {
    let (mut dispatcher, other) = (Dispatcher::default(), WebhookId(Uuid::from_u128(2)));
    claim(&mut dispatcher, &due(2));
    let stale = dispatcher.take_stale(ENDPOINT, Some(Instant::now()));
    assert_eq!(stale.iter().map(|it| it.endpoint()).collect::<Vec<_>>(), [ENDPOINT; 2]);
    assert_eq!(begin(&mut dispatcher, ENDPOINT), 0);
    assert_eq!(dispatcher.take_stale(other, None).len(), 0);
    assert_eq!(begin(&mut dispatcher, other), 2, "it is another account's affair");
}

#[test]
fn a_failure_gives_back_what_is_too_much_now() {
    let mut dispatcher = Dispatcher::default();
    prove(&mut dispatcher, ENDPOINT, QUICKLY);
    assert_eq!(claim(&mut dispatcher, &due(1)), 120);
    assert_eq!(begin(&mut dispatcher, ENDPOINT), 8);
    for (width, waiting) in [(4, 40), (2, 2), (1, 1)] {
        dispatcher.end(ENDPOINT, Some(false), QUICKLY);
        dispatcher.take_stale(ENDPOINT, None);
        assert_eq!(dispatcher.queues[&ENDPOINT].waiting.len(), waiting, "{width} at once");
    }
}

#[test]
fn attempts_at_once_are_few_however_many_endpoints_there_are() {
    let (mut dispatcher, all) = (Dispatcher::default(), due(300));
    all.iter().for_each(|id| prove(&mut dispatcher, *id, QUICKLY));
    while claim(&mut dispatcher, &all) > 0 {}
    let begun: usize = all.iter().map(|id| begin(&mut dispatcher, *id)).sum();
    assert_eq!(begun, SLOTS);
    let waiting = dispatcher.take_all().len();
    assert!(waiting <= MAX_WAITING, "{waiting} wait");
}

#[test]
fn endpoints_that_never_answered_get_half_of_the_places() {
    let (mut dispatcher, all) = (Dispatcher::default(), due(1_000));
    let mut begun = 0;
    while claim(&mut dispatcher, &all) > 0 {
        begun += all.iter().map(|id| begin(&mut dispatcher, *id)).sum::<usize>();
    }
    assert_eq!(begun, SLOTS / 2);
    // The next place is for the first who got none.
    dispatcher.end(ENDPOINT, None, QUICKLY);
    let waiting = WebhookId(Uuid::from_u128(begun as u128 / 2 + 1));
    assert_eq!(dispatcher.claim_limits(&all), [(waiting, 1)]);
}
