//! Visitors of the dashboard: members of an account who are signed in.

use licence_core::account::AccountId;
use licence_core::account::plan::Plan;
use licence_core::invitation::LinkToken;
use licence_core::member::Role;

use super::page::Page;
use crate::support::service::{Ask, Service};

/// The public address of the dashboard in tests.
pub const ORIGIN: &str = "https://licence.example";

/// A member who is signed in.
pub struct Visitor {
    pub account: AccountId,
    pub cookie: String,
}

impl Visitor {
    /// The first member of a new account on this plan.
    pub async fn new(service: &Service, plan: Plan, role: Role) -> Self {
        let account = service.store.create_account("A customer", plan, service.now()).await;
        Self::in_account(service, account.unwrap().id, role).await
    }

    /// A new member of this account.
    pub async fn in_account(service: &Service, account: AccountId, role: Role) -> Self {
        let token = invite(service, account, role).await;
        let used = post_link(service, &token).await;
        assert_eq!(used.reply.status, 303, "{}", used.source());
        Self { account, cookie: cookie(&used) }
    }

    pub async fn get(&self, service: &Service, target: &str) -> Page {
        Page::request(Ask::get(target).header("cookie", &self.cookie), service).await
    }

    pub async fn post(&self, service: &Service, target: &str, form: &str) -> Page {
        Page::request(form_of(target, form).header("cookie", &self.cookie), service).await
    }
}

/// The token of a new invitation.
pub async fn invite(service: &Service, account: AccountId, role: Role) -> LinkToken {
    let name = "Ada".parse().unwrap();
    let invited = service.store.invite_member(account, &name, role, service.now()).await;
    invited.unwrap().unwrap().token
}

/// Uses a link from an address of its own, because sign-ins are limited by address.
pub async fn post_link(service: &Service, token: &LinkToken) -> Page {
    let hash = token.hash().0;
    let address =
        format!("2001:db8:{:02x}{:02x}:{:02x}{:02x}::1", hash[0], hash[1], hash[2], hash[3]);
    post_link_from(service, token, &address).await
}

pub async fn post_link_from(service: &Service, token: &LinkToken, address: &str) -> Page {
    Page::request(form_of(&token.path(), "").from(address), service).await
}

/// A form as a browser sends it from a page of ours.
pub fn form_of(target: &str, form: &str) -> Ask {
    Ask::new("POST", target)
        .header("origin", ORIGIN)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(form)
}

/// Name and value of the cookie that a reply sets.
pub fn cookie(page: &Page) -> String {
    let cookie = page.reply.header("set-cookie").unwrap();
    cookie.split(';').next().unwrap().to_owned()
}
