//! An operation of the document with its method and path.

use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi, RefOr, Tag};

/// An operation with its method and path.
pub(super) struct PlacedOperation<'d> {
    pub(super) method: &'static str,
    pub(super) path: &'d str,
    pub(super) operation: &'d Operation,
}

impl PlacedOperation<'_> {
    pub(super) fn has_tag(&self, tag: &Tag) -> bool {
        self.operation.tags.iter().flatten().any(|name| *name == tag.name)
    }

    pub(super) fn id(&self) -> &str {
        self.operation.operation_id.as_deref().unwrap_or_default()
    }

    pub(super) fn summary(&self) -> &str {
        self.operation.summary.as_deref().unwrap_or_default()
    }
}

/// Returns every operation of a document.
pub(super) fn collect_operations(document: &OpenApi) -> Vec<PlacedOperation<'_>> {
    let mut placed = Vec::new();
    for (path, item) in &document.paths.paths {
        let methods = [
            ("GET", &item.get),
            ("POST", &item.post),
            ("PUT", &item.put),
            ("PATCH", &item.patch),
            ("DELETE", &item.delete),
        ];
        for (method, operation) in methods {
            placed.extend(operation.as_ref().map(|operation| PlacedOperation {
                method,
                path,
                operation,
            }));
        }
    }
    placed
}

/// Returns the value if it is inline; `None` for a reference.
pub(super) fn inline_value<T>(value: &RefOr<T>) -> Option<&T> {
    match value {
        RefOr::T(value) => Some(value),
        RefOr::Ref(_) => None,
    }
}
