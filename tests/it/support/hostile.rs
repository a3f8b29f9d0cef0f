//! Files that attack the readers of registers: small, and each made to fill a parser's memory or to
//! keep it busy for ever. Made here, so that none lies in the repository.

use std::io::{Cursor, Write};

use flate2::write::ZlibEncoder;
use flate2::{Compress, Compression, FlushCompress};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A file, and whose register it claims to be.
pub struct Hostile {
    pub code: &'static str,
    /// What it attacks; its file name too.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The attacks that once succeeded, and one of each other kind: ten files.
pub fn ten() -> Vec<Hostile> {
    vec![
        shared_strings(u32::MAX),
        character_range("FFFFFFFF"),
        repeated_command("q", 3_000_000),
        attributes("AN", 400_000),
        attributes("KH", 400_000),
        repeated("MGA", "div", "<div>", 400_000),
        repeated("TGC", "json", "[", 5_000_000),
        archive("UKGC", "archive-bomb", "r.csv", b'0', 700 << 20),
        endless_field(20 << 20),
        archive("IOM", "workbook-bomb", "xl/sharedStrings.xml", b' ', 700 << 20),
    ]
}

/// Two hundred and more files.
pub fn all() -> Vec<Hostile> {
    let mut all = ten();
    let counts = [1 << 16, 1 << 24, 1 << 28, 1 << 30, 1 << 31, u32::MAX - 1];
    all.extend(counts.map(shared_strings));
    all.extend(["FFFF", "FFFFFF", "7FFFFFFF", "FFFFFFFE"].map(character_range));
    for command in ["q", "BT", "0 0 m", "(x) Tj", "[", "<<", "/X Do", "((((", "BI ID EI"] {
        all.extend([100_000, 1_000_000, 4_000_000].map(|times| repeated_command(command, times)));
    }
    all.extend((1..=5).map(packed_commands));
    for (name, trailer) in [
        ("size", "/Size 4294967295"),
        ("prev", "/Prev 9"),
        ("prev-far", "/Prev 18446744073709551615"),
        ("encrypt", "/Encrypt 2 0 R"),
        ("xref-widths", "/W [1 999999999 2]"),
    ] {
        all.push(pdf(name, b"BT (x) Tj ET", "", trailer));
    }
    for (name, entries) in [
        ("predictor", "/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4294967295 >>"),
        ("object-stream", "/Type /ObjStm /N 4294967295 /First 9"),
        ("length", "/Length 99999999999"),
        (
            "drawing-of-itself",
            "/Type /XObject /Subtype /Form /Resources << /XObject << /X 4 0 R >> >>",
        ),
    ] {
        all.push(pdf(name, b"/X Do", entries, ""));
    }
    for code in ["KH", "AN", "MGA", "TGC", "IOM", "UKGC", "CW"] {
        all.extend([50_000, 200_000, 1_000_000].map(|times| attributes(code, times)));
        for (name, piece) in [
            ("open", "<b>"),
            ("lists", "<ul><li><p>"),
            ("tables", "<table><tr><td>"),
            ("adopted", "<b><p>"),
            ("linked", "<b><a>"),
            ("drawn", "<svg><div>"),
            ("framed", "<frameset>"),
            ("templates", "<template>"),
            ("chosen", "<select><option>"),
            ("cut", "<a '"),
            ("comments", "<!--"),
            ("scripts", "<script>"),
            ("headings", "<h1>"),
            ("entities", "&amp;&CounterClockwiseContourIntegral;"),
        ] {
            all.push(repeated(code, name, piece, 300_000));
        }
    }
    for code in ["UKGC", "MGA", "TGC", "IOM"] {
        all.push(archive(code, "large-bomb", "r.csv", b'0', 2 << 30));
        all.push(archive(code, "page-bomb", "r.html", b'<', 600 << 20));
        all.push(many_entries(code, 60_000));
    }
    for (name, piece) in [
        ("quotes", "\""),
        ("commas", ","),
        ("rows", "1\r\n"),
        ("header", "Account Number,"),
        ("nul", "\0"),
        ("brackets", "["),
    ] {
        let bytes = piece.repeat((20 << 20) / piece.len()).into();
        all.push(Hostile { code: "UKGC", name: format!("csv-{name}.csv"), bytes });
    }
    all.push(rows_of_one_licence(250_000));
    for (name, cells) in [
        ("far-cell", "<row r=\"4294967295\"><c r=\"XFD1048576\"><v>1</v></c></row>".to_owned()),
        ("many-rows", "<row><c><v>1</v></c></row>".repeat(2_000_000)),
        ("deep", "<x>".repeat(2_000_000)),
        ("many-cells", format!("<row>{}</row>", "<c><v>1</v></c>".repeat(3_000_000))),
        ("attributes", format!("<row{}/>", " a=\"1\"".repeat(1_000_000))),
    ] {
        let sheet = format!("<worksheet><dimension ref=\"A1:XFD1048576\"/><sheetData>{cells}");
        all.push(workbook(name, &[("xl/worksheets/sheet1.xml", &sheet)]));
    }
    all
}

/// A whole register of one licence: what it becomes in memory is many times its size.
fn rows_of_one_licence(rows: usize) -> Hostile {
    let row = "1,000001-R-300001-001,Active,Remote,Casino,,\r\n".repeat(rows);
    let head = "Account Number,Licence Number,Status,Type,Activity,Start Date,End Date\r\n";
    let bytes = format!("{head}{row}").into();
    Hostile { code: "UKGC", name: "csv-one-licence.csv".to_owned(), bytes }
}

fn shared_strings(count: u32) -> Hostile {
    let strings = format!("<sst count=\"{count}\" uniqueCount=\"{count}\"><si><t>x</t></si></sst>");
    workbook(&format!("strings-{count}"), &[("xl/sharedStrings.xml", &strings)])
}

/// A workbook of one sheet and other parts.
fn workbook(name: &str, parts: &[(&str, &str)]) -> Hostile {
    const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let book = format!(
        "<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
         xmlns:r=\"{OFFICE}\"><sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
    );
    let relation = |id: u32, kind: &str, target: &str| {
        format!("<Relationship Id=\"rId{id}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"/>")
    };
    let relations = format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{}{}\
         </Relationships>",
        relation(1, "worksheet", "worksheets/sheet1.xml"),
        relation(2, "sharedStrings", "sharedStrings.xml"),
    );
    let root = format!(
        "<Relationships>{}</Relationships>",
        relation(1, "officeDocument", "xl/workbook.xml")
    );
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let usual = [
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", &*root),
        ("xl/workbook.xml", &*book),
        ("xl/_rels/workbook.xml.rels", &*relations),
    ];
    for (path, text) in usual.iter().chain(parts) {
        zip.start_file(*path, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    let bytes = zip.finish().unwrap().into_inner();
    Hostile { code: "IOM", name: format!("{name}.xlsx"), bytes }
}

/// An archive with one entry, of one byte over and over. Made by hand, because to compress as much
/// would take a minute; its checksum is wrong.
fn archive(code: &'static str, name: &str, entry: &str, byte: u8, length: usize) -> Hostile {
    let data = deflated(&vec![byte; 1 << 20], length >> 20);
    let numbers = |values: &[u32]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>();
    let size = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let (packed, whole) = (size(data.len()), size(length));
    let words = |values: &[u16]| values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>();
    let name_length = u16::try_from(entry.len()).unwrap();
    // Version 2.0, no flags, deflate, no time, no checksum.
    let common = [words(&[20, 0, 8, 0, 0]), numbers(&[0, packed, whole]), words(&[name_length, 0])];
    let local = [b"PK\x03\x04".to_vec(), common.concat(), entry.into(), data].concat();
    let central = [
        b"PK\x01\x02".to_vec(),
        words(&[20]),
        common.concat(),
        words(&[0, 0, 0]),
        numbers(&[0, 0]),
        entry.into(),
    ]
    .concat();
    let end = [
        b"PK\x05\x06".to_vec(),
        words(&[0, 0, 1, 1]),
        numbers(&[size(central.len()), size(local.len())]),
        words(&[0]),
    ]
    .concat();
    let bytes = [local, central, end].concat();
    Hostile { code, name: format!("{code}-{name}.zip"), bytes }
}

/// A raw deflate stream of a piece over and over.
fn deflated(piece: &[u8], times: usize) -> Vec<u8> {
    let mut block = Vec::with_capacity(piece.len());
    let mut compress = Compress::new(Compression::fast(), false);
    // A full flush ends at a byte and forgets what was before: the block may be repeated.
    compress.compress_vec(piece, &mut block, FlushCompress::Full).unwrap();
    let mut stream = block.repeat(times);
    // The last block, empty.
    stream.extend([3, 0]);
    stream
}

fn many_entries(code: &'static str, count: usize) -> Hostile {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..count {
        zip.start_file(index.to_string(), SimpleFileOptions::default()).unwrap();
    }
    let bytes = zip.finish().unwrap().into_inner();
    Hostile { code, name: format!("{code}-entries.zip"), bytes }
}

fn attributes(code: &'static str, count: usize) -> Hostile {
    let attributes: String = (0..count).map(|index| format!(" a{index}=1")).collect();
    let bytes = format!("<html><p{attributes}>x</p></html>").into();
    Hostile { code, name: format!("{code}-attributes-{count}.html"), bytes }
}

fn repeated(code: &'static str, name: &str, piece: &str, times: usize) -> Hostile {
    let bytes = format!("<html><body>{}</body></html>", piece.repeat(times)).into();
    Hostile { code, name: format!("{code}-{name}-{times}.html"), bytes }
}

fn endless_field(length: usize) -> Hostile {
    let header = "Account Number,Licence Number,Status,Type,Activity,Start Date,End Date\r\n\"1";
    let bytes = [header.as_bytes(), &vec![b'x'; length]].concat();
    Hostile { code: "UKGC", name: "csv-field.csv".to_owned(), bytes }
}

fn character_range(last: &str) -> Hostile {
    let first = "0".repeat(last.len());
    let table = format!(
        "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <{first}> <{last}> \
         endcodespacerange 1 beginbfrange <{first}> <{last}> <0000> endbfrange endcmap end"
    );
    let mut hostile = pdf(&format!("range-{last}"), b"BT /F1 8 Tf (x) Tj ET", "", "");
    hostile.bytes = pdf_of(b"BT /F1 8 Tf (x) Tj ET", "", "", Some(table.as_bytes()));
    hostile
}

fn repeated_command(command: &str, times: usize) -> Hostile {
    let letters: String = command.bytes().map(|byte| format!("{byte:02x}")).collect();
    pdf(
        &format!("commands-{letters}-{times}"),
        format!("{command} ").repeat(times).as_bytes(),
        "",
        "",
    )
}

/// Commands that inflate to 600 MB, packed this often; the checksum is wrong.
fn packed_commands(layers: usize) -> Hostile {
    let piece = b"0 0 m ".repeat(1 << 18);
    let first = [&[0x78, 0x9c][..], &deflated(&piece, 400), &[0; 4]].concat();
    let data = (1..layers).fold(first, |data, _| {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&data).unwrap();
        encoder.finish().unwrap()
    });
    let filter = format!("/Filter [{}]", "/FlateDecode ".repeat(layers));
    pdf(&format!("packed-{layers}"), &data, &filter, "")
}

fn pdf(name: &str, content: &[u8], entries: &str, trailer: &str) -> Hostile {
    let bytes = pdf_of(content, entries, trailer, None);
    Hostile { code: "CW", name: format!("{name}.pdf"), bytes }
}

/// A PDF of one page with this content, more entries of its stream and of the trailer, and a table
/// of characters for its font.
fn pdf_of(content: &[u8], entries: &str, trailer: &str, table: Option<&[u8]>) -> Vec<u8> {
    let stream = |entries: &str, data: &[u8]| {
        let head = format!("<< /Length {} {entries} >>\nstream\n", data.len());
        [head.as_bytes(), data, b"\nendstream"].concat()
    };
    let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents 4 0 R /Resources << \
                /Font << /F1 5 0 R >> /XObject << /X 4 0 R >> >> >>";
    let font = "<< /Type /Font /Subtype /Type0 /BaseFont /F /Encoding /Identity-H /ToUnicode 6 0 R \
                /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /F \
                /CIDSystemInfo << /Registry (A) /Ordering (I) /Supplement 0 >> /DW 500 >>] >>";
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        page.into(),
        stream(entries, content),
        font.into(),
        stream("", table.unwrap_or_default()),
    ];
    let (mut bytes, mut offsets) = (b"%PDF-1.4\n".to_vec(), Vec::new());
    for (index, object) in objects.iter().enumerate() {
        offsets.push(bytes.len());
        bytes.extend(format!("{} 0 obj\n", index + 1).bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let xref = bytes.len();
    bytes.extend(b"xref\n0 7\n0000000000 65535 f \n");
    offsets.iter().for_each(|at| bytes.extend(format!("{at:010} 00000 n \n").bytes()));
    bytes.extend(format!("trailer\n<< /Size 7 /Root 1 0 R {trailer} >>\n").bytes());
    bytes.extend(format!("startxref\n{xref}\n%%EOF\n").bytes());
    bytes
}
