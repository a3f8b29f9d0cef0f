//! Signing in by a link, and out.

use licence_core::account::plan::Plan;
use licence_core::audit::{Action, AuditQuery};
use licence_core::invitation::LinkToken;
use licence_core::member::Role;

use super::page::Page;
use super::visitor::{Visitor, cookie, form_of, invite, post_link, post_link_from};
use crate::support::service::{Ask, Service};

#[tokio::test]
async fn showing_a_link_changes_nothing_and_using_it_works_once() {
    let service = Service::start().await;
    let account = service.store.create_account("A customer", Plan::Pro, service.now()).await;
    let token = invite(&service, account.unwrap().id, Role::Owner).await;
    for method in ["GET", "HEAD"] {
        for _ in 0..100 {
            let shown = Ask::new(method, token.path()).send_to(&service.dashboard()).await;
            assert_eq!((shown.status, shown.header("set-cookie")), (200, None));
        }
    }
    let page = Page::at(&service, &token.path()).await;
    assert_eq!(page.text("h1"), "Join A customer");
    assert!(!page.source().contains(token.reveal()));
    let addresses: Vec<_> = (0..50).map(|it| format!("203.0.113.{it}")).collect();
    let posts = addresses.iter().map(|from| post_link_from(&service, &token, from));
    let used = futures_all(posts).await;
    assert_eq!(used.iter().filter(|page| page.reply.status == 303).count(), 1);
    assert_eq!(used.iter().filter(|page| page.reply.header("set-cookie").is_some()).count(), 1);
}

/// Runs the futures at once.
async fn futures_all<F: Future<Output = Page>>(all: impl Iterator<Item = F>) -> Vec<Page> {
    let mut waiting: Vec<_> = all.map(|it| (Box::pin(it), None)).collect();
    std::future::poll_fn(|context| {
        for (future, page) in &mut waiting {
            if page.is_none()
                && let std::task::Poll::Ready(done) = future.as_mut().poll(context)
            {
                *page = Some(done);
            }
        }
        match waiting.iter().all(|(_, page)| page.is_some()) {
            true => std::task::Poll::Ready(()),
            false => std::task::Poll::Pending,
        }
    })
    .await;
    waiting.into_iter().filter_map(|(_, page)| page).collect()
}

#[tokio::test]
async fn signing_in_ends_the_session_that_the_browser_had() {
    let service = Service::start().await;
    let ada = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let elsewhere = Visitor::in_account(&service, ada.account, Role::Owner).await;
    let token = invite(&service, ada.account, Role::Viewer).await;
    let from_ada = form_of(&token.path(), "").header("cookie", &ada.cookie);
    let bob = Page::request(from_ada.from("203.0.113.9"), &service).await;
    assert_eq!(bob.reply.status, 303, "{}", bob.source());
    let bob = Visitor { account: ada.account, cookie: cookie(&bob) };
    let status = async |visitor: &Visitor| visitor.get(&service, "/overview").await.reply.status;
    assert_eq!([status(&ada).await, status(&bob).await, status(&elsewhere).await], [303, 200, 200]);
    let ended = AuditQuery { action: Some(Action::SessionEnd), ..AuditQuery::default() };
    assert_eq!(service.store.audit_log(&ended).await.unwrap().total, 1);
}

#[tokio::test]
async fn unknown_used_and_expired_links_have_the_same_page() {
    let service = Service::start().await;
    let account = service.store.create_account("A customer", Plan::Pro, service.now()).await;
    let account = account.unwrap().id;
    let used = invite(&service, account, Role::Owner).await;
    post_link(&service, &used).await;
    let expired = invite(&service, account, Role::Owner).await;
    service.set_clock("2026-11-03T07:00:00Z");
    let unknown = LinkToken::new([9; 32]);
    for is_post in [false, true] {
        let mut pages = Vec::new();
        for token in [&unknown, &used, &expired] {
            let page = match is_post {
                true => post_link(&service, token).await,
                false => Page::at(&service, &token.path()).await,
            };
            assert_eq!((page.reply.status, page.reply.header("set-cookie")), (404, None));
            pages.push(page.source().to_owned());
        }
        assert!(pages.iter().all(|page| *page == pages[0]));
    }
}

#[tokio::test]
async fn a_network_has_ten_sign_ins_in_a_minute() {
    let service = Service::start().await;
    let account = service.store.create_account("A customer", Plan::Pro, service.now()).await;
    let token = invite(&service, account.unwrap().id, Role::Owner).await;
    // One network has many IPv6 addresses.
    let (here, beside, elsewhere) = ("2001:db8:1:1::1", "2001:db8:1:1:2::9", "2001:db8:1:2::1");
    for guess in 0..10 {
        let page = post_link_from(&service, &LinkToken::new([guess; 32]), here).await;
        assert_eq!(page.reply.status, 404);
    }
    let page = post_link_from(&service, &token, beside).await;
    assert_eq!((page.reply.status, page.text("h1").as_str()), (429, "Too many sign-ins"));
    assert!(page.texts("p").contains(&"Try again in 60 seconds.".to_owned()), "{}", page.source());
    assert_eq!(page.reply.header("retry-after"), Some("60"));
    // Nobody can lock a member out, and a refused link was not used.
    assert_eq!(post_link_from(&service, &token, elsewhere).await.reply.status, 303);
    service.set_clock("2026-11-01T07:01:00Z");
    let page = post_link_from(&service, &LinkToken::new([99; 32]), here).await;
    assert_eq!(page.reply.status, 404);
}

#[tokio::test]
async fn challenges_are_limited_like_sign_ins() {
    let service = Service::start().await;
    for count in 0..=10 {
        let page = Page::request(form_of("/sign-in/challenge", ""), &service).await;
        assert_eq!(page.reply.status, if count < 10 { 200 } else { 429 });
    }
}

#[tokio::test]
async fn a_member_has_twenty_sign_ins_in_an_hour() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let member = service.store.members(owner.account).await.unwrap().remove(0).id;
    let link = async || {
        let link = service.store.link_member(owner.account, member, service.now()).await;
        link.unwrap().unwrap().token
    };
    for _ in 0..20 {
        assert_eq!(post_link(&service, &link().await).await.reply.status, 303);
    }
    let (token, refused) = (link().await, "Try again in 60 minutes.".to_owned());
    let page = post_link(&service, &token).await;
    assert!(page.reply.status == 429 && page.texts("p").contains(&refused), "{}", page.source());
}

#[tokio::test]
async fn the_cookie_belongs_to_this_host_over_https() {
    let service = Service::start().await;
    let account = service.store.create_account("A customer", Plan::Pro, service.now()).await;
    let token = invite(&service, account.unwrap().id, Role::Owner).await;
    let page = post_link(&service, &token).await;
    let set = page.reply.header("set-cookie").unwrap();
    let (value, attributes) = set.split_once("; ").unwrap();
    assert!(value.starts_with("__Host-licence_session="), "{set}");
    assert_eq!(attributes, "Path=/; HttpOnly; SameSite=Lax; Secure");
}

#[tokio::test]
async fn a_session_ends_with_its_member_and_at_the_sign_out() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let other = Visitor::in_account(&service, owner.account, Role::Developer).await;
    assert_eq!(other.get(&service, "/keys").await.reply.status, 200);
    let members = owner.get(&service, "/members").await;
    let forms = members.attributes("form[action$='/disable']", "action");
    let other_id = service.store.members(owner.account).await.unwrap();
    let other_id = other_id.iter().find(|it| it.role == Role::Developer).unwrap().id.0.to_string();
    let disable = forms.iter().find(|form| form.contains(&other_id)).unwrap();
    assert_eq!(owner.post(&service, disable, "").await.reply.status, 303);
    assert_eq!(other.get(&service, "/keys").await.reply.status, 303);
    let out = owner.post(&service, "/sign-out", "").await;
    assert!(out.reply.header("set-cookie").unwrap().contains("Max-Age=0"));
    assert_eq!(owner.get(&service, "/keys").await.reply.status, 303);
}

#[tokio::test]
async fn a_sign_in_gives_a_token_that_the_visitor_did_not_bring() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    for brought in [owner.cookie.clone(), format!("__Host-licence_session={}", "A".repeat(43))] {
        let token = invite(&service, owner.account, Role::Viewer).await;
        let used = form_of(&token.path(), "").header("cookie", &brought);
        let given = cookie(&Page::request(used, &service).await);
        assert_ne!(given, brought);
        let visitor = Visitor { account: owner.account, cookie: given };
        assert_eq!(visitor.get(&service, "/overview").await.reply.status, 200);
        assert_eq!(visitor.get(&service, "/members").await.reply.status, 403, "the viewer's");
    }
}

#[tokio::test]
async fn the_last_owner_stays() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let id = service.store.members(owner.account).await.unwrap()[0].id.0.to_string();
    for (path, form) in
        [(format!("/members/{id}/disable"), ""), (format!("/members/{id}/role"), "role=viewer")]
    {
        let page = owner.post(&service, &path, form).await;
        assert_eq!(
            (page.reply.status, page.text("h1")),
            (409, "The account needs an owner".into())
        );
    }
}

#[tokio::test]
async fn a_signed_in_visitor_is_led_to_pages_of_ours_alone() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    for (next, location) in [
        ("/keys", "/keys"),
        ("//other.example/", "/overview"),
        ("https://other.example/keys", "/overview"),
        ("/nothing", "/overview"),
    ] {
        let page = owner.get(&service, &format!("/sign-in?next={next}")).await;
        assert_eq!(page.reply.header("location"), Some(location), "{next}");
    }
}

#[tokio::test]
async fn a_view_keeps_its_filters_through_the_sign_in() {
    let service = Service::start().await;
    let view = "/events?operator=bet-one-ltd&type=license.issued&jurisdiction=";
    let led = Ask::get(view).send_to(&service.dashboard()).await;
    let sign_in = led.header("location").unwrap();
    assert!(sign_in.starts_with("/sign-in?next=/events%3F"), "{sign_in}");
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    assert_eq!(owner.get(&service, sign_in).await.reply.header("location"), Some(view));
}

#[tokio::test]
async fn a_session_token_in_another_cookie_or_header_opens_nothing() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let (_, token) = owner.cookie.split_once('=').unwrap();
    for (name, value) in [
        ("cookie", format!("licence_session={token}")),
        ("authorization", format!("Bearer {token}")),
    ] {
        let reply = Ask::get("/keys").header(name, &value).send_to(&service.dashboard()).await;
        assert_eq!(reply.status, 303, "{name}");
    }
    let api =
        Ask::get("/v1/watchlist").header("cookie", &owner.cookie).send_to(&service.app()).await;
    assert_eq!(api.status, 401);
    let used = form_of("/sign-out", "").header("cookie", &owner.cookie);
    assert_eq!(cookie(&Page::request(used, &service).await), "__Host-licence_session=");
}
