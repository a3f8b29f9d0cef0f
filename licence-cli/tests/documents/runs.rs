//! A document, from its first block to its last.

use std::collections::BTreeSet;
use std::fs;

use crate::document::{Block, Kind, blocks};
use crate::session::Session;
use crate::surroundings::{has, repository};
use crate::transcript::{is_as_told, steps};

/// Runs the document of this name.
pub fn document(name: &str) {
    follow(name, &mut Session::new());
}

/// Does what the document says, in this session.
pub fn follow(name: &str, session: &mut Session) {
    let text = fs::read_to_string(repository().join(name)).unwrap();
    for block in blocks(&text) {
        let place = format!("{name}, line {}", block.line);
        match block.needs.iter().find(|need| !has(need)) {
            Some(absent) => println!("skipped {place}: there is no {absent} here"),
            None => run(&block, &place, session),
        }
    }
    links_lead_somewhere(name, &text);
}

fn run(block: &Block, place: &str, session: &mut Session) {
    match &block.kind {
        Kind::Run => {
            let (succeeded, output) = session.run(&block.text);
            assert!(succeeded, "{place} failed:\n{}\n{output}", block.text);
        }
        Kind::Background => session.start(&block.text),
        Kind::Transcript => transcript(block, place, session),
        Kind::File(file) => match fs::read_to_string(repository().join(file)) {
            Ok(text) => assert!(text.contains(&block.text), "{place} is not what {file} says"),
            Err(_) => session.write(file, &block.text),
        },
        Kind::Read => {}
    }
}

fn transcript(block: &Block, place: &str, session: &mut Session) {
    for step in steps(&block.text) {
        let (succeeded, output) = session.run(&step.command);
        let is_told = !step.expected.is_empty();
        assert!(is_told || succeeded, "{place}: {} failed:\n{output}", step.command);
        assert!(
            !is_told || is_as_told(&step.expected, &output),
            "{place}: {}\n-- written:\n{}\n-- printed:\n{output}",
            step.command,
            step.expected.join("\n"),
        );
    }
}

/// Links to files of the repository; those to the outside are not asked.
fn links_lead_somewhere(name: &str, text: &str) {
    let folder = repository().join(name);
    let folder = folder.parent().unwrap();
    for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let path = link.split('#').next().unwrap_or_default();
        // The pages of a workflow are the site's that shows the repository.
        let path = match path.strip_prefix("../../actions/workflows/") {
            Some(page) => format!(".github/workflows/{}", page.trim_end_matches("/badge.svg")),
            None => path.to_owned(),
        };
        if !path.is_empty() && !path.contains("://") {
            assert!(folder.join(path).exists(), "{name} links to {link}, which is not there");
        }
    }
}

/// Every guide is one of the documents.
pub fn every_guide_is_listed(_: &str) {
    let listed: BTreeSet<&str> = crate::DOCUMENTS.into_iter().collect();
    for file in fs::read_dir(repository().join("docs")).unwrap() {
        let name = format!("docs/{}", file.unwrap().file_name().to_string_lossy());
        assert!(!name.ends_with(".md") || listed.contains(name.as_str()), "{name} is not run");
    }
}

/// The README's badges state what the packages do.
pub fn the_badges_state_the_licence_and_the_oldest_rust(_: &str) {
    let readme = fs::read_to_string(repository().join("README.md")).unwrap();
    for (image, subject, value) in [
        ("badge-licence.svg", "licence", env!("CARGO_PKG_LICENSE").to_owned()),
        ("badge-rust.svg", "rust", format!("{} or newer", env!("CARGO_PKG_RUST_VERSION"))),
    ] {
        let path = format!("docs/images/{image}");
        assert!(readme.contains(&format!("[{subject}: {value}]({path})")), "{readme}");
        let drawn = fs::read_to_string(repository().join(path)).unwrap();
        assert!(drawn.contains(&format!("<title>{subject}: {value}</title>")), "{drawn}");
        assert!(drawn.contains(&format!(">{value}</text>")), "{drawn}");
    }
}

/// The README begins with two commands and has no other block that is typed as a script.
pub fn the_readme_shows_two_commands(name: &str) {
    let text = fs::read_to_string(repository().join(name)).unwrap();
    let is_command = |block: &Block| matches!(block.kind, Kind::Run | Kind::Background);
    let commands: Vec<String> =
        blocks(&text).into_iter().filter(is_command).map(|block| block.text).collect();
    let expected = ["cargo run --bin licence-server -- --sample\n", "cargo test --workspace\n"];
    assert_eq!(commands, expected);
    document(name);
}
