//! The picture of a terminal in the README, drawn from what the commands print.
//! `UPDATE_PICTURE=1` draws it again.

use std::fmt::Write;

use crate::licence::Run;
use crate::server::Served;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/terminal.svg");

/// The columns of the terminal.
const COLUMNS: usize = 96;
const LINE_HEIGHT: usize = 20;
const PADDING: usize = 20;

/// Colours of GitHub's two themes: a reader sees the one of the system.
const STYLE: &str = "\
text { font: 14px/1 ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
rect { fill: #f6f8fa; stroke: #d1d9e0; } text { fill: #1f2328; }
.b { font-weight: 600; } .d { fill: #59636e; }
.c9 { fill: #cf222e; } .c10 { fill: #1a7f37; } .c11 { fill: #9a6700; } .c14 { fill: #1b7c83; }
@media (prefers-color-scheme: dark) {
rect { fill: #0d1117; stroke: #3d444d; } text { fill: #f0f6fc; } .d { fill: #9198a1; }
.c9 { fill: #ff7b72; } .c10 { fill: #3fb950; } .c11 { fill: #d29922; } .c14 { fill: #39c5cf; }
}";

/// A character and the classes of its style.
type Styled = (char, String);

#[test]
fn the_picture_of_a_terminal_is_what_the_commands_print() {
    let served = Served::start();
    served.licence.file(
        "merchants.csv",
        b"id,website\n1,https://lanternspin.example/\n2,marrowthistle.example\n3,lantern5pin.test\n",
    );
    let mut lines = Vec::new();
    for args in [
        &["check", "lanternspin.example"][..],
        &["check", "lantern5pin.test"],
        &["batch", "merchants.csv", "--column", "website", "--out", "checked.csv"],
    ] {
        let run = served.licence.run(&[args, &["--color", "always"]].concat());
        lines.push(prompt(args));
        let text = format!("{}{}", run.stdout, run.stderr);
        lines.extend(at_one_time(&served, &text).lines().flat_map(|line| wrapped(styled(line))));
        lines.push(Vec::new());
    }
    let drawn = svg(&lines);
    if std::env::var_os("UPDATE_PICTURE").is_some() {
        std::fs::write(FILE, &drawn).unwrap();
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(kept == drawn, "docs/terminal.svg is not true any more: UPDATE_PICTURE=1 draws it");
}

fn prompt(args: &[&str]) -> Vec<Styled> {
    let sign = "$ ".chars().map(|c| (c, "d".to_owned()));
    let command = format!("licence {}", args.join(" "));
    sign.chain(command.chars().map(|c| (c, "b".to_owned())).collect::<Vec<_>>()).collect()
}

/// Replaces the time of the read by a fixed one.
fn at_one_time(served: &Served, text: &str) -> String {
    let run: Run = served.licence.run(&["check", "lanternspin.example", "--json"]);
    let body = run.json();
    let detail = body["verdict_detail"].as_str().unwrap();
    let (_, observed) = detail.rsplit_once("observed ").unwrap();
    let (observed, _) = observed.split_once('.').unwrap();
    let instant = body["match"]["status_observed_at"].as_str().unwrap();
    text.replace(observed, "1 November 2026, 06:00 UTC")
        .replace(instant, "2026-11-01T06:00:00.000Z")
}

/// Reads the codes of styles: bold, and the colours that the commands use.
fn styled(line: &str) -> Vec<Styled> {
    let (mut styled, mut classes) = (Vec::new(), Vec::new());
    let mut pieces = line.split("\u{1b}[");
    styled.extend(pieces.next().unwrap_or_default().chars().map(|c| (c, String::new())));
    for piece in pieces {
        let (codes, text) = piece.split_once('m').unwrap();
        match codes {
            "" | "0" => classes.clear(),
            "1" => classes.push("b".to_owned()),
            "39" => classes.retain(|class| class == "b"),
            "38;5;7" => {}
            "38;5;8" => classes.push("d".to_owned()),
            "38;5;9" | "38;5;10" | "38;5;11" | "38;5;14" => {
                classes.push(format!("c{}", &codes["38;5;".len()..]));
            }
            other => panic!("the picture has no style for the code {other}: {line:?}"),
        }
        styled.extend(text.chars().map(|c| (c, classes.join(" "))));
    }
    styled
}

/// Breaks a line of a card at blanks, or a long word anywhere. The rest stands below its value.
fn wrapped(mut line: Vec<Styled>) -> Vec<Vec<Styled>> {
    while line.last().is_some_and(|(c, _)| *c == ' ') {
        line.pop();
    }
    let is_blank = |at: usize| line.get(at).is_none_or(|(c, _)| *c == ' ');
    let label = (1..line.len()).find(|at| is_blank(*at) && is_blank(at + 1)).unwrap_or(0);
    let value = (label..line.len()).find(|at| !is_blank(*at)).unwrap_or(0);
    let mut lines = Vec::new();
    while line.len() > COLUMNS {
        let blank = line[..COLUMNS].iter().rposition(|(c, _)| *c == ' ');
        let end = blank.filter(|at| *at > value).unwrap_or(COLUMNS);
        let rest = line.split_off(end).into_iter().skip_while(|(c, _)| *c == ' ');
        let indent = std::iter::repeat_n((' ', String::new()), value);
        lines.push(std::mem::replace(&mut line, indent.chain(rest).collect()));
    }
    lines.push(line);
    lines
}

fn svg(lines: &[Vec<Styled>]) -> String {
    // Characters of the fonts are 0.602 of their size wide.
    let width = COLUMNS * 8430 / 1000 + 2 * PADDING;
    let height = (lines.len() - 1) * LINE_HEIGHT + 2 * PADDING;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<style>{STYLE}</style>\n\
         <rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n",
        width - 1,
        height - 1,
    );
    for (row, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let y = PADDING + row * LINE_HEIGHT + 14;
        write!(svg, "<text x=\"{PADDING}\" y=\"{y}\" xml:space=\"preserve\">").unwrap();
        for run in line.chunk_by(|(_, one), (_, next)| one == next) {
            let text: String = run.iter().map(|(c, _)| c).collect();
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            match run[0].1.as_str() {
                "" => svg.push_str(&text),
                classes => write!(svg, "<tspan class=\"{classes}\">{text}</tspan>").unwrap(),
            }
        }
        svg.push_str("</text>\n");
    }
    svg + "</svg>\n"
}
