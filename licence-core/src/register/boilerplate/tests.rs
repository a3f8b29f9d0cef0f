use super::*;
use scraper::Html;

#[test]
fn boilerplate_of_a_page_is_no_part_of_one_licence() {
    let texts = |part: &str, html: &str| {
        let page = Html::parse_document(&format!("<body><div id=part>{html}</div>{html}"));
        let part = page.select(selector!("body, #part")).find(|it| it.value().name() == part);
        let part = part.unwrap();
        let is_left_out = |it: ElementRef<'_>| is_boilerplate_in(part, it, "seal");
        let blocks = blocks_in(part, is_left_out);
        blocks.into_iter().map(|block| block.text).collect::<Vec<_>>().join(" ")
    };
    for (html, is_of_the_page) in [
        ("<nav>x</nav>", true),
        ("<footer>x</footer>", true),
        ("<header><h1>Site</h1></header>", true),
        ("<div class=sidebar>x</div>", true),
        ("<footer><a>Revoked</a></footer>", true),
        ("<footer><h3>Revoked licences</h3></footer>", true),
        ("<footer>A licence may be suspended or revoked by the board at any time</footer>", true),
        ("<header><p>SUSPENDED</p></header>", false),
        ("<header>Suspended until further notice</header>", false),
        ("<header>VOID</header>", false),
        ("<header><p>Suspended since 1 November 2026</p></header>", false),
        ("<header>This operator has been suspended.</header>", false),
        ("<header>NOT LICENSED</header>", false),
        ("<footer><img alt='Suspended licences'>x</footer>", true),
        ("<footer><a href='/x'><img alt='Licence suspended'>x</a></footer>", true),
        ("<footer>Session expired</footer>", true),
        ("<footer>Closed from 24 December until 2 January</footer>", true),
        ("<footer>Not valid without signature</footer>", true),
        ("<footer>This certificate is not valid without the official seal.</footer>", true),
        ("<footer>What to do when a licence is suspended?</footer>", true),
        ("<footer>A licence can be suspended, revoked or withdrawn.</footer>", true),
        ("<footer>Void where prohibited</footer>", true),
        ("<footer>Suspension policy</footer>", true),
        ("<footer>Closed on public holidays</footer>", true),
        ("<footer>Inactive sessions end after ten minutes</footer>", true),
        ("<div id=cookies role=dialog>x</div>", true),
        ("<div role=dialog>We use cookies.</div>", true),
        ("<div role=Navigation>x</div>", true),
        ("<div class=consented>SUSPENDED</div>", false),
        ("<header><h1>Seal</h1><p>x</p></header>", false),
        ("<div role=banner><h1>Seal</h1><p>x</p></div>", false),
        ("<div role=BANNER><h1>Seal</h1><p>x</p></div>", false),
        ("<aside>x</aside>", false),
        ("<div role=dialog>x</div>", false),
        ("<p>x</p>", false),
    ] {
        assert_eq!(texts("body", html).is_empty(), is_of_the_page, "{html}");
        assert!(!texts("div", html).is_empty(), "{html}");
    }
}
