//! Completes the derived schemas: marks the members that are always present, merges flattened
//! objects into one, and rewrites doc comments for readers who do not see the code.

use std::collections::{BTreeMap, BTreeSet};

use utoipa::ToSchema;
use utoipa::openapi::schema::{
    AdditionalProperties, AllOf, ArrayItems, Object, ObjectBuilder, SchemaType, Type,
};
use utoipa::openapi::{RefOr, Schema};

type Schemas = BTreeMap<String, RefOr<Schema>>;

pub(super) type SchemaList = Vec<(String, RefOr<Schema>)>;

/// Adds the schema of a type, and the schemas that it refers to.
pub(super) fn add<T: ToSchema>(list: &mut SchemaList) {
    list.push((T::name().into_owned(), T::schema()));
    T::schemas(list);
}

/// Makes the schemas of the components describe what is serialised. Schemas of these names are
/// bodies of requests, in which a member that may be null may also be absent.
pub(super) fn tidy(schemas: &mut Schemas, bodies: &BTreeSet<String>) {
    let parts = schemas.clone();
    for (name, schema) in schemas.iter_mut() {
        let is_written = !bodies.contains(name);
        visit(schema, &mut |schema| {
            if let Schema::AllOf(all) = schema {
                *schema = Schema::Object(flattened(all, &parts));
            }
            if let Schema::Object(object) = schema
                && is_written
            {
                require_nullable(object);
            }
            reword(schema);
        });
    }
}

/// Visits a schema and everything in it, the outermost first. `change` leaves no `AllOf`.
fn visit(schema: &mut RefOr<Schema>, change: &mut impl FnMut(&mut Schema)) {
    let schema = match schema {
        RefOr::T(schema) => schema,
        RefOr::Ref(reference) => {
            return reference.description = for_readers(&reference.description);
        }
    };
    change(schema);
    match schema {
        Schema::Object(object) => {
            object.properties.values_mut().for_each(|property| visit(property, change));
            object.property_names = object.property_names.take().and_then(names);
            let additional = object.additional_properties.as_deref_mut();
            if let Some(AdditionalProperties::RefOr(values)) = additional {
                visit(values, change);
            }
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                visit(items, change);
            }
        }
        Schema::OneOf(one) => one.items.iter_mut().for_each(|item| visit(item, change)),
        Schema::AnyOf(any) => any.items.iter_mut().for_each(|item| visit(item, change)),
        _ => {}
    }
}

/// Returns the schema of the names of a map's members, unless it only says that they are texts. Its
/// description is left out, because the schema that defines the names has it.
fn names(mut names: Box<Schema>) -> Option<Box<Schema>> {
    match names.as_mut() {
        Schema::Object(object) => {
            object.description = None;
            object.enum_values.is_some().then_some(names)
        }
        _ => Some(names),
    }
}

/// Returns the one object that is serialised when objects are flattened into another.
fn flattened(all: &AllOf, parts: &Schemas) -> Object {
    let mut whole = ObjectBuilder::new().description(all.description.clone()).build();
    for item in &all.items {
        let part = match resolved(item, parts) {
            Some(Schema::Object(part)) => part.clone(),
            Some(Schema::AllOf(part)) => flattened(part, parts),
            _ => continue,
        };
        whole.properties.extend(part.properties);
        whole.required.extend(part.required);
    }
    whole
}

fn resolved<'a>(schema: &'a RefOr<Schema>, parts: &'a Schemas) -> Option<&'a Schema> {
    match schema {
        RefOr::T(schema) => Some(schema),
        RefOr::Ref(reference) => {
            let name = reference.ref_location.rsplit('/').next()?;
            resolved(parts.get(name)?, parts)
        }
    }
}

/// A member that may be null is always written; one that may be absent is never null.
fn require_nullable(object: &mut Object) {
    let properties = object.properties.iter();
    let always = properties.filter(|(name, it)| is_nullable(it) || object.required.contains(name));
    object.required = always.map(|(name, _)| name.clone()).collect();
}

fn is_nullable(property: &RefOr<Schema>) -> bool {
    match property {
        RefOr::T(Schema::Object(object)) => is_null(&object.schema_type),
        RefOr::T(Schema::Array(array)) => is_null(&array.schema_type),
        RefOr::T(Schema::OneOf(one)) => one.items.iter().any(is_nullable),
        _ => false,
    }
}

fn is_null(kind: &SchemaType) -> bool {
    match kind {
        SchemaType::Type(kind) => *kind == Type::Null,
        SchemaType::Array(kinds) => kinds.contains(&Type::Null),
        SchemaType::AnyValue => false,
    }
}

fn reword(schema: &mut Schema) {
    let description = match schema {
        Schema::Object(object) => &mut object.description,
        Schema::Array(array) => &mut array.description,
        Schema::OneOf(one) => {
            // The description of a member that may be null moves to the member.
            if let Some(RefOr::Ref(reference)) = one.items.first_mut()
                && !reference.description.is_empty()
            {
                one.description = Some(std::mem::take(&mut reference.description));
            }
            &mut one.description
        }
        _ => return,
    };
    if let Some(text) = description {
        *text = for_readers(text);
    }
}

/// Returns a doc comment in the terms of the API, without pointers to documents that its readers do
/// not have.
fn for_readers(doc: &str) -> String {
    let mut text = doc.replace("`None`", "`null`").replace("[`", "`").replace("`]", "`");
    while let Some((start, end)) = pointer(&text) {
        text.replace_range(start..end, "");
    }
    text.trim().to_owned()
}

/// Returns the range of a bracketed pointer to the specification or the decisions, with the blank
/// before it.
fn pointer(text: &str) -> Option<(usize, usize)> {
    let mark = ["specification", "decisions "].iter().filter_map(|word| text.find(word)).min()?;
    let start = text[..mark].rfind('(')?;
    let end = mark + text[mark..].find(')')? + 1;
    Some((text[..start].trim_end().len(), end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doc_comments_are_reworded_for_readers() {
        for (doc, text) in [
            ("A licence (specification 2.3). One row.", "A licence. One row."),
            ("What (`match` of specification 2.6, decisions 3) it is.", "What it is."),
            ("`None` when [`Plan::Pro`].", "`null` when `Plan::Pro`."),
            ("Named by the specification.", "Named by the specification."),
        ] {
            assert_eq!(for_readers(doc), text);
        }
    }
}
