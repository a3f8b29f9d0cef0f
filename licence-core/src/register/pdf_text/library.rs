//! The library that reads PDF.

use pdf_extract::{Document, Object, PlainTextOutput, output_doc_page};

/// Returns the text of each page, or why there is none.
pub(super) fn pages_of(bytes: &[u8]) -> Result<Vec<String>, String> {
    // The library fails on some encrypted files without saying why.
    let names_a_key = bytes.windows(8).any(|word| word == b"/Encrypt");
    let document = Document::load_mem(bytes);
    if names_a_key || document.as_ref().is_ok_and(|document| document.was_encrypted()) {
        return Err("it is encrypted".to_owned());
    }
    let mut document = document.map_err(|error| error.to_string())?;
    remove_pictures(&mut document);
    let page = |page| {
        let mut text = String::new();
        let mut output = PlainTextOutput::new(&mut text);
        output_doc_page(&document, &mut output, page).map_err(|error| error.to_string())?;
        Ok(text)
    };
    document.get_pages().into_keys().map(page).collect()
}

/// Empties the pictures, because the library reads them as drawings with text.
fn remove_pictures(document: &mut Document) {
    for stream in document.objects.values_mut().filter_map(|object| object.as_stream_mut().ok()) {
        let subtype = stream.dict.get(b"Subtype").and_then(Object::as_name);
        if subtype.is_ok_and(|name| name == b"Image") {
            stream.dict.remove(b"Filter");
            stream.dict.remove(b"DecodeParms");
            stream.set_content(Vec::new());
        }
    }
}
