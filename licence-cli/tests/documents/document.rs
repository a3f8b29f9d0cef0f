//! The blocks of a Markdown document.

/// A fenced block.
#[derive(Debug)]
pub struct Block {
    /// The line its text begins at, from 1.
    pub line: usize,
    pub text: String,
    pub kind: Kind,
    /// What it needs of this machine.
    pub needs: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Kind {
    Run,
    Background,
    Transcript,
    /// The text of a file.
    File(String),
    /// For people alone.
    Read,
}

/// The languages that a fence may name. A shell block under another name would not be run.
const LANGUAGES: [&str; 12] =
    ["sh", "console", "text", "json", "toml", "python", "js", "rust", "c", "ini", "yaml", "csv"];

/// The blocks in their order.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_open = false;
    for (index, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if is_open => {
                is_open = false;
                goes_on_by_itself(blocks.last_mut().unwrap());
            }
            Some(fence) => {
                is_open = true;
                blocks.push(opened(fence, index + 2));
            }
            None if is_open => {
                let block = blocks.last_mut().unwrap();
                block.text.push_str(line);
                block.text.push('\n');
            }
            None => {}
        }
    }
    assert!(!is_open, "the last block is not closed");
    blocks
}

/// Marks the README's first command as a background block: it is a plain block there, but never ends.
fn goes_on_by_itself(block: &mut Block) {
    if block.kind == Kind::Run && block.text.starts_with("cargo run --bin licence-server") {
        block.kind = Kind::Background;
    }
}

fn opened(fence: &str, line: usize) -> Block {
    let mut words = fence.split_whitespace();
    let language = words.next().unwrap_or_default();
    assert!(LANGUAGES.contains(&language), "line {line}: no language {language:?} is known");
    let (needs, words): (Vec<&str>, Vec<&str>) = words.partition(|word| word.starts_with("needs="));
    let needs = needs.iter().flat_map(|word| word["needs=".len()..].split(','));
    let kind = match (language, words.as_slice()) {
        ("sh", []) => Kind::Run,
        ("sh", ["background"]) => Kind::Background,
        ("console", []) => Kind::Transcript,
        ("sh" | "console", words) => panic!("line {line}: {words:?} says nothing of a command"),
        (_, [file]) => Kind::File((*file).to_owned()),
        _ => Kind::Read,
    };
    let needs = needs.map(str::to_owned).collect();
    Block { line, text: String::new(), kind, needs }
}
