//! The objects of a PDF that the library follows without looking where it has been.

use std::collections::{HashMap, HashSet};

use pdf_extract::{Dictionary, Document, Object, ObjectId, Stream};

use crate::register::RegisterFault;

/// How deep drawings may stand in drawings, and pages in groups of pages.
const MAX_DEPTH: usize = 32;

/// Empties the pictures: the library would read them as if they were drawings with text.
pub(super) fn without_pictures(document: &mut Document) {
    for stream in document.objects.values_mut().filter_map(|object| object.as_stream_mut().ok()) {
        if is_a(stream, b"Image") {
            stream.dict.remove(b"Filter");
            stream.dict.remove(b"DecodeParms");
            stream.set_content(Vec::new());
        }
    }
}

/// Whether following the file comes to an end.
///
/// # Errors
/// Pages that are their own ancestors, drawings that draw themselves, both nested too deep.
pub(super) fn check(document: &Document) -> Result<(), RegisterFault> {
    for page in document.get_pages().into_values() {
        ancestors(document, page)?;
    }
    let forms = forms(document);
    let mut depths = HashMap::new();
    forms.keys().try_for_each(|form| depth(*form, &forms, &mut depths, 0).map(drop))
}

fn endless(what: &str) -> RegisterFault {
    RegisterFault::Malformed(format!("the PDF cannot be read: {what}"))
}

fn ancestors(document: &Document, page: ObjectId) -> Result<(), RegisterFault> {
    let mut id = page;
    for _ in 0..MAX_DEPTH {
        let parent = document.get_dictionary(id).and_then(|dict| dict.get(b"Parent"));
        match parent.and_then(Object::as_reference) {
            Ok(parent) => id = parent,
            Err(_) => return Ok(()),
        }
    }
    Err(endless("its pages stand in groups of pages without end"))
}

/// What any dictionary of the file names as a drawing.
pub(super) fn drawings(document: &Document) -> impl Iterator<Item = ObjectId> + '_ {
    let resources = document.objects.values().filter_map(dictionary);
    resources.flat_map(|dict| drawn(document, dict))
}

/// The drawings that draw others, each with those it may draw.
fn forms(document: &Document) -> HashMap<ObjectId, HashSet<ObjectId>> {
    let all: HashSet<_> = drawings(document).collect();
    let drawings = document.objects.iter().filter_map(|(id, object)| {
        let form = object.as_stream().ok().filter(|stream| draws(stream))?;
        let own = form.dict.get(b"Resources").and_then(|own| document.dereference(own));
        // Without resources of its own a drawing has those of whoever draws it.
        let drawn = match own.map(|(_, own)| own.as_dict()) {
            Ok(Ok(own)) => drawn(document, own).collect(),
            _ => all.clone(),
        };
        Some((*id, drawn))
    });
    drawings.collect()
}

fn is_a(stream: &Stream, subtype: &[u8]) -> bool {
    stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == subtype)
}

/// Whether its commands draw anything by name. Of commands that do not inflate nobody knows.
fn draws(stream: &Stream) -> bool {
    if is_a(stream, b"Image") {
        return false;
    }
    let content = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
    content.windows(2).any(|word| word == b"Do")
}

pub(super) fn dictionary(object: &Object) -> Option<&Dictionary> {
    object.as_dict().ok().or_else(|| object.as_stream().ok().map(|stream| &stream.dict))
}

/// What a dictionary names as drawings, itself or in its resources.
fn drawn<'d>(document: &'d Document, dict: &'d Dictionary) -> impl Iterator<Item = ObjectId> + 'd {
    let follow = |object: &'d Object| document.dereference(object).ok()?.1.as_dict().ok();
    let own = dict.get(b"Resources").ok().and_then(follow);
    let names = [Some(dict), own].into_iter().flatten();
    let drawings = names.filter_map(move |dict| dict.get(b"XObject").ok().and_then(follow));
    drawings.flat_map(|dict| dict.iter().filter_map(|(_, object)| object.as_reference().ok()))
}

fn depth(
    form: ObjectId,
    forms: &HashMap<ObjectId, HashSet<ObjectId>>,
    depths: &mut HashMap<ObjectId, usize>,
    above: usize,
) -> Result<usize, RegisterFault> {
    if let Some(known) = depths.get(&form) {
        return Ok(*known);
    }
    if above > MAX_DEPTH {
        return Err(endless("its drawings stand in drawings without end"));
    }
    let mut deepest = 0;
    for drawn in forms.get(&form).into_iter().flatten() {
        deepest = deepest.max(1 + depth(*drawn, forms, depths, above + 1)?);
    }
    if deepest > MAX_DEPTH {
        return Err(endless("its drawings stand in drawings without end"));
    }
    depths.insert(form, deepest);
    Ok(deepest)
}
