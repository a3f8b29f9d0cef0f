//! What a sender begins, keeps waiting and claims, told by an endpoint's answers alone.

use super::*;
use crate::deliveries::fixture::finished;

const QUICKLY: Duration = Duration::from_millis(3);
const ENDPOINT: WebhookId = WebhookId(Uuid::from_u128(1));

fn due(endpoints: u128) -> BTreeSet<WebhookId> {
    (1..=endpoints).map(|id| WebhookId(Uuid::from_u128(id))).collect()
}

/// A claim of as much as there are places for.
fn claim(lanes: &Lanes, due: &BTreeSet<WebhookId>) -> usize {
    let places = lanes.places(due);
    let claimed =
        |(id, count): &(WebhookId, usize)| vec![finished(id.0.as_u128(), None).claimed; *count];
    let claimed: Vec<Claimed> = places.iter().flat_map(claimed).collect();
    lanes.take_in(claimed, Instant::now()).values().sum()
}

/// Begins what it can, and tells how many these are.
fn begin(lanes: &Lanes, id: WebhookId) -> usize {
    std::iter::from_fn(|| lanes.begin(id, None)).count()
}

fn write(lanes: &Lanes, id: WebhookId, count: usize) {
    lanes.learn(&HashMap::new(), &HashMap::from([(id, count)]));
}

/// The way to an endpoint that took some deliveries, each in that time; nothing is under way.
fn proven(lanes: &Lanes, id: WebhookId, took: Duration) {
    let due = BTreeSet::from([id]);
    for _ in 0..20 {
        claim(lanes, &due);
        let begun = begin(lanes, id);
        (0..begun).for_each(|_| lanes.end(id, Some(true), took));
        write(lanes, id, begun);
    }
    lanes.take_all();
}

#[test]
fn an_endpoint_begins_with_two_and_gets_eight() {
    let lanes = Lanes::default();
    assert_eq!(claim(&lanes, &due(1)), 2);
    assert_eq!(begin(&lanes, ENDPOINT), 2);
    assert_eq!(begin(&lanes, ENDPOINT), 0);
    (0..2).for_each(|_| lanes.end(ENDPOINT, Some(true), QUICKLY));
    write(&lanes, ENDPOINT, 2);
    proven(&lanes, ENDPOINT, QUICKLY);
    assert_eq!(claim(&lanes, &due(1)), 120);
    assert_eq!(begin(&lanes, ENDPOINT), 8);
}

#[test]
fn answers_that_are_not_written_hold_up_the_next_only_when_there_are_many() {
    let lanes = Lanes::default();
    proven(&lanes, ENDPOINT, QUICKLY);
    claim(&lanes, &due(1));
    let mut made = begin(&lanes, ENDPOINT);
    for _ in 0..48 {
        lanes.end(ENDPOINT, Some(true), QUICKLY);
        made += begin(&lanes, ENDPOINT);
    }
    assert_eq!(made, 48, "so many come twice at most when the sender is killed");
    write(&lanes, ENDPOINT, 10);
    assert_eq!(begin(&lanes, ENDPOINT), 8);
}

#[test]
fn after_a_failure_every_answer_is_written_first() {
    let lanes = Lanes::default();
    proven(&lanes, ENDPOINT, QUICKLY);
    claim(&lanes, &due(1));
    assert_eq!(begin(&lanes, ENDPOINT), 8);
    (0..4).for_each(|_| lanes.end(ENDPOINT, Some(false), QUICKLY));
    assert_eq!(begin(&lanes, ENDPOINT), 0);
    (0..4).for_each(|_| lanes.end(ENDPOINT, Some(false), QUICKLY));
    assert_eq!(begin(&lanes, ENDPOINT), 0);
    write(&lanes, ENDPOINT, 8);
    assert_eq!(begin(&lanes, ENDPOINT), 1);
}

#[test]
fn no_more_waits_than_is_taken_soon() {
    for (millis, waiting) in [(20, 120), (50, 80), (125, 32), (250, 16), (600, 8)] {
        let lanes = Lanes::default();
        proven(&lanes, ENDPOINT, Duration::from_millis(millis));
        // The first attempts are remembered a little.
        let claimed = claim(&lanes, &due(1));
        assert!((waiting..=waiting + waiting / 2).contains(&claimed), "{millis} ms: {claimed}");
    }
}

#[test]
fn nothing_begins_from_before_a_change_of_its_endpoint() {
    let (lanes, other) = (Lanes::default(), WebhookId(Uuid::from_u128(2)));
    claim(&lanes, &due(2));
    let changed_at = |id: WebhookId| (id == ENDPOINT).then(Instant::now);
    assert!(lanes.begin(ENDPOINT, changed_at(ENDPOINT)).is_none());
    let stale: Vec<_> = lanes.take_stale(changed_at).iter().map(|it| it.target.id).collect();
    assert_eq!(stale, [ENDPOINT; 2]);
    assert_eq!(begin(&lanes, other), 2, "it is another account's affair");
}

#[test]
fn attempts_at_once_are_few_however_many_endpoints_there_are() {
    let (lanes, all) = (Lanes::default(), due(300));
    all.iter().for_each(|id| proven(&lanes, *id, QUICKLY));
    while claim(&lanes, &all) > 0 {}
    let begun: usize = all.iter().map(|id| begin(&lanes, *id)).sum();
    assert_eq!(begun, PLACES);
    let waiting = lanes.held() - begun;
    assert!(waiting <= WAITING, "{waiting} wait");
}

#[test]
fn endpoints_that_never_answered_get_half_of_the_places() {
    let (lanes, all) = (Lanes::default(), due(1_000));
    let mut begun = 0;
    while claim(&lanes, &all) > 0 {
        begun += all.iter().map(|id| begin(&lanes, *id)).sum::<usize>();
    }
    assert_eq!(begun, PLACES / 2);
    // The next place is for the first who got none.
    lanes.end(ENDPOINT, None, QUICKLY);
    let waiting = WebhookId(Uuid::from_u128(begun as u128 / 2 + 1));
    assert_eq!(lanes.places(&all), [(waiting, 1)]);
}
