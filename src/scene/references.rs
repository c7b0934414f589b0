//! The files that shapes refer to, wherever in a shape they stand.

use super::mesh::Content;
use super::model::Shape;

/// A file that a shape refers to.
pub(super) struct Reference<'a> {
    /// By its path, as the scene writes it.
    pub file: &'a mut String,
    /// Which mesh of it.
    pub part: Option<u32>,
    /// Meters that a unit of it is.
    pub scale: f64,
    /// What it held when it was read.
    pub content: &'a mut Content,
}

/// Whether a shape refers to a file, itself or in a part.
pub(super) fn has_file(shape: &Shape) -> bool {
    !contents(shape).is_empty()
}

/// What is known of the files that a shape refers to.
pub(super) fn contents(shape: &Shape) -> Vec<&Content> {
    let mut open = vec![shape];
    let mut found = Vec::new();
    while let Some(shape) = open.pop() {
        match shape {
            Shape::Mesh { content, .. } | Shape::TriangleMesh { file: Some(_), content, .. } => found.push(content),
            _ => open.extend(shape.inner().into_iter().map(|(_, inner)| inner)),
        }
    }
    found
}

/// The files that a shape at `path` refers to, each with the path of the shape that does.
pub(super) fn references<'a>(shape: &'a mut Shape, path: String) -> Vec<(String, Reference<'a>)> {
    let mut open = vec![(path, shape)];
    let mut found = Vec::new();
    while let Some((path, shape)) = open.pop() {
        match shape {
            Shape::Mesh { file, part, scale, content, .. }
            | Shape::TriangleMesh { file: Some(file), part, scale, content, .. } => {
                found.push((path, Reference { file, part: *part, scale: *scale, content }));
            }
            _ => {
                let inner = shape.inner_mut().into_iter().rev();
                open.extend(inner.map(|(field, inner)| (format!("{path}.{field}"), inner)));
            }
        }
    }
    found
}
