//! A page as a test reads it.

use scraper::{Html, Selector};

use crate::support::service::{Ask, Reply, Service};

/// A page: its reply, and its document.
pub struct Page {
    pub reply: Reply,
    html: Html,
}

impl Page {
    /// Reads the page at this address.
    pub async fn at(service: &Service, target: &str) -> Self {
        Self::request(Ask::get(target), service).await
    }

    pub async fn request(ask: Ask, service: &Service) -> Self {
        let reply = ask.send_to(&service.dashboard()).await;
        let html = Html::parse_document(str::from_utf8(&reply.body).unwrap());
        Self { reply, html }
    }

    /// The text of every element that the selector finds, its white space folded.
    pub fn texts(&self, selector: &str) -> Vec<String> {
        let selector = Selector::parse(selector).unwrap();
        let found = self.html.select(&selector);
        found.map(|element| fold(&element.text().collect::<String>())).collect()
    }

    /// The text of the one element that the selector finds.
    pub fn text(&self, selector: &str) -> String {
        let mut texts = self.texts(selector);
        assert_eq!(texts.len(), 1, "{selector} in {}", self.source());
        texts.remove(0)
    }

    /// An attribute of every element that the selector finds.
    pub fn attributes(&self, selector: &str, name: &str) -> Vec<String> {
        let selector = Selector::parse(selector).unwrap();
        let found = self.html.select(&selector);
        found.filter_map(|element| element.value().attr(name)).map(str::to_owned).collect()
    }

    /// All attributes of all elements: their element, name and value.
    pub fn all_attributes(&self) -> Vec<(String, String, String)> {
        let everything = Selector::parse("*").unwrap();
        let elements = self.html.select(&everything);
        let attributes = elements.flat_map(|element| {
            let name = element.value().name().to_owned();
            element.value().attrs().map(move |(attribute, value)| {
                (name.clone(), attribute.to_owned(), value.to_owned())
            })
        });
        attributes.collect()
    }

    pub fn source(&self) -> &str {
        str::from_utf8(&self.reply.body).unwrap()
    }
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
