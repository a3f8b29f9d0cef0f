//! Containers around the bytes that a reader looks at: mutations of the containers themselves
//! mostly break a checksum or an offset, and the reader never sees the rest.

use std::io::{Cursor, Write};

use licence_core::register::SourceFile;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// An archive of these entries.
pub fn zip_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options =
            SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        writer.start_file(*name, options).expect("the names differ");
        writer.write_all(bytes).expect("memory takes all");
    }
    writer.finish().expect("memory takes all").into_inner()
}

/// The files, with each that is the XML of a sheet put into a workbook.
pub fn with_workbooks(files: Vec<SourceFile>) -> Vec<SourceFile> {
    let wrapped = |file: SourceFile| match file.bytes.starts_with(b"<worksheet") {
        true => SourceFile { bytes: workbook_of(&file.bytes), ..file },
        false => file,
    };
    files.into_iter().map(wrapped).collect()
}

fn workbook_of(sheet: &[u8]) -> Vec<u8> {
    const PARTS: [(&str, &str); 5] = [
        ("[Content_Types].xml", "<Types/>"),
        (
            "_rels/.rels",
            "<Relationships><Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>",
        ),
        (
            "xl/workbook.xml",
            "<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets><sheet name=\"Sheet1\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>",
        ),
        (
            "xl/_rels/workbook.xml.rels",
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>",
        ),
        (
            "xl/styles.xml",
            "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>",
        ),
    ];
    let mut entries: Vec<_> = PARTS.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    entries.push(("xl/worksheets/sheet1.xml", sheet));
    zip_of(&entries)
}

/// A PDF of one page: its content stream, and further objects from number 6 on.
pub fn pdf_of(content: &[u8], objects: &[&[u8]]) -> Vec<u8> {
    const FIRST: [&str; 4] = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents 5 0 R \
         /Resources << /Font << /F1 3 0 R /F2 6 0 R >> /XObject << /X1 7 0 R >> >> >>",
    ];
    let length = format!("<< /Length {} >>\nstream\n", content.len());
    let stream = [length.as_bytes(), content, b"\nendstream"].concat();
    let first = FIRST.iter().map(|text| text.as_bytes());
    let all = first.chain([stream.as_slice()]).chain(objects.iter().copied());
    let (mut bytes, mut offsets) = (b"%PDF-1.4\n".to_vec(), Vec::new());
    for (number, object) in (1..).zip(all) {
        offsets.push(bytes.len());
        bytes.extend(format!("{number} 0 obj\n").bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let (at, size) = (bytes.len(), offsets.len() + 1);
    bytes.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").bytes());
    offsets.iter().for_each(|at| bytes.extend(format!("{at:010} 00000 n \n").bytes()));
    let end = format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{at}\n%%EOF\n");
    bytes.extend(end.bytes());
    bytes
}
