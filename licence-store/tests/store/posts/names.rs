//! Names are resolved and judged at every attempt, and nobody else resolves them.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use licence_core::problem::ProblemKind;
use licence_core::webhook::delivery::{NetworkFailure, NotAttempted, Outcome};
use licence_store::outbound::{PostOptions, Poster, Resolver};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::receiver::{Manner, Receiver};
use super::tls::{acceptor, https, trusting};
use super::{allowing, options, post, resolving, unanswered};

/// Stands for the public internet.
const PUBLIC: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 2));
/// What must never be reached.
const PRIVATE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 1));

/// A receiver on the public address, and a canary at the same port of the private one.
async fn receiver_and_canary() -> (Receiver, Receiver) {
    let start = |listener| Receiver::on(listener, Manner::status(204), Some(acceptor(&[])));
    loop {
        let public = TcpListener::bind("127.0.0.2:0").await.unwrap();
        let same_port = public.local_addr().unwrap().port();
        // Somebody else may have the port there.
        if let Ok(private) = TcpListener::bind(("127.0.0.1", same_port)).await {
            return (start(public), start(private));
        }
    }
}

fn guarded(addresses: impl Fn(&str) -> Vec<IpAddr> + Send + Sync + 'static) -> Poster {
    let (policy, resolver) = (allowing("127.0.0.2/32"), resolving(addresses));
    Poster::new(PostOptions { policy, resolver, ..trusting() }).unwrap()
}

fn reason(outcome: &Outcome) -> Option<ProblemKind> {
    match outcome {
        Outcome::NotAttempted(NotAttempted::Url(error)) => Some(error.problem_kind()),
        _ => None,
    }
}

#[tokio::test]
async fn a_name_that_changes_its_address_never_leads_inside() {
    let (receiver, canary) = receiver_and_canary().await;
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    let poster = guarded(move |_| match counted.fetch_add(1, Ordering::SeqCst) % 2 {
        0 => vec![PUBLIC],
        _ => vec![PRIVATE],
    });
    let url = https("hooks.example.com", &receiver);
    for attempt in 0..1000 {
        let outcome = post(&poster, &url).await.outcome;
        match attempt % 2 {
            0 => assert_eq!(outcome, Outcome::Answered(204)),
            _ => assert_eq!(reason(&outcome), Some(ProblemKind::PrivateIpBlocked)),
        }
    }
    assert_eq!(asked.load(Ordering::SeqCst), 1000, "asked once an attempt");
    assert_eq!(canary.seen().connections, 0);
    assert_eq!(receiver.seen().requests.len(), 500, "a kept connection is not used either");
}

#[tokio::test]
async fn attempts_at_once_do_not_see_the_addresses_of_each_other() {
    let (receiver, canary) = receiver_and_canary().await;
    let asked = AtomicUsize::new(0);
    let poster = guarded(move |_| match asked.fetch_add(1, Ordering::SeqCst) % 2 {
        0 => vec![PUBLIC],
        _ => vec![PRIVATE],
    });
    let mut posts = JoinSet::new();
    for _ in 0..100 {
        let (poster, url) = (poster.clone(), https("hooks.example.com", &receiver));
        posts.spawn(async move { post(&poster, &url).await.outcome });
    }
    let outcomes = posts.join_all().await;
    let count = |wanted: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|it| wanted(it)).count();
    assert_eq!(count(&|outcome| *outcome == Outcome::Answered(204)), 50);
    assert_eq!(count(&|outcome| reason(outcome) == Some(ProblemKind::PrivateIpBlocked)), 50);
    assert_eq!((canary.seen().connections, receiver.seen().requests.len()), (0, 50));
}

#[tokio::test]
async fn one_bad_address_refuses_the_whole_answer() {
    let (receiver, canary) = receiver_and_canary().await;
    let many = || vec![PUBLIC; 40];
    for addresses in [
        vec![PUBLIC, PRIVATE],
        vec![PRIVATE, PUBLIC],
        [many(), vec![PRIVATE]].concat(),
        vec![PUBLIC, "::1".parse().unwrap()],
        vec![PUBLIC, "::ffff:127.0.0.2".parse().unwrap()],
        vec![PUBLIC, "169.254.169.254".parse().unwrap()],
    ] {
        let poster = guarded(move |_| addresses.clone());
        let url = https("hooks.example.com", &receiver);
        let outcome = post(&poster, &url).await.outcome;
        assert_eq!(reason(&outcome), Some(ProblemKind::PrivateIpBlocked));
        let vetted = poster.vet(&poster.policy().parse(&url).unwrap()).await;
        assert_eq!(vetted.unwrap_err().problem_kind(), ProblemKind::PrivateIpBlocked);
    }
    let good = guarded(move |_| many());
    let posted = post(&good, &https("hooks.example.com", &receiver)).await;
    assert_eq!(posted.outcome, Outcome::Answered(204));
    assert_eq!((canary.seen().connections, receiver.seen().requests.len()), (0, 1));
}

#[tokio::test]
async fn a_name_is_resolved_without_its_dot_and_a_literal_not_at_all() {
    let receiver = Receiver::start(Manner::status(204)).await;
    let resolver = resolving(|name| {
        assert_eq!(name, "hooks.example.com");
        vec![PRIVATE]
    });
    let poster = Poster::new(PostOptions { resolver, ..options() }).unwrap();
    let port = receiver.address.port();
    for host in ["hooks.example.com", "Hooks.Example.Com.", "127.0.0.1", "0x7f.1", "2130706433"] {
        let posted = post(&poster, &format!("http://{host}:{port}/")).await;
        assert_eq!(posted.outcome, Outcome::Answered(204), "{host}");
    }
}

#[tokio::test]
async fn a_literal_of_ipv6_is_called_in_brackets() {
    let receiver = Receiver::bind("[::1]:0", Manner::status(204), None).await;
    let allowed = Poster::new(PostOptions { policy: allowing("::1/128"), ..options() }).unwrap();
    assert_eq!(post(&allowed, &receiver.url()).await.outcome, Outcome::Answered(204));
    assert!(reason(&post(&super::poster(), &receiver.url()).await.outcome).is_some());
    assert_eq!(receiver.seen().requests.len(), 1);
}

#[tokio::test]
async fn the_second_address_is_tried_when_the_first_is_dead() {
    let receiver = Receiver::bind("127.0.0.2:0", Manner::status(204), None).await;
    let dead = "127.0.0.3".parse().unwrap();
    let resolver = resolving(move |_| vec![dead, PUBLIC]);
    let poster = Poster::new(PostOptions { resolver, ..options() }).unwrap();
    let url = format!("http://hooks.example.com:{}/", receiver.address.port());
    assert_eq!(post(&poster, &url).await.outcome, Outcome::Answered(204));
}

#[tokio::test]
async fn a_name_without_an_address_fails_and_may_have_one_later() {
    let none = resolving(|_| Vec::new());
    let unknown = Resolver::new(|_| Box::pin(async { Err(std::io::ErrorKind::NotFound.into()) }));
    let hanging = Resolver::new(|_| Box::pin(std::future::pending()));
    for resolver in [none, unknown, hanging] {
        let dns_timeout = Duration::from_millis(50);
        let options =
            PostOptions { resolver, dns_timeout, policy: Default::default(), ..options() };
        let poster = Poster::new(options).unwrap();
        let url = "https://hooks.example.com/";
        assert_eq!(post(&poster, url).await, unanswered(NetworkFailure::Dns));
        let vetted = poster.vet(&poster.policy().parse(url).unwrap()).await;
        assert_eq!(vetted.unwrap_err().problem_kind(), ProblemKind::UnresolvableHost);
    }
}

#[tokio::test]
async fn a_judged_url_is_vetted() {
    let poster = guarded(|_| vec!["93.184.215.14".parse().unwrap()]);
    for url in ["https://hooks.example.com/", "https://93.184.215.14/", "https://127.0.0.2/"] {
        assert_eq!(poster.vet(&poster.policy().parse(url).unwrap()).await, Ok(()), "{url}");
    }
}
