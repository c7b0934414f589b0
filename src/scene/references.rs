//! References to mesh files in a shape and its child shapes.

use super::mesh::Content;
use super::model::Shape;

/// Reference from a shape to a mesh file.
pub(super) struct Reference<'a> {
    /// Path of the file as the scene writes it.
    pub file: &'a mut String,
    /// Index of the mesh in the file, from 0; `None` for all meshes.
    pub part: Option<u32>,
    /// Length of the file's unit, meters.
    pub scale: f64,
    /// Content of the file when it was last read.
    pub content: &'a mut Content,
}

/// Whether a shape or one of its child shapes refers to a file.
pub(super) fn has_file(shape: &Shape) -> bool {
    !contents(shape).is_empty()
}

/// Returns the contents of the files that a shape and its child shapes refer to; empty ones for files that were not
/// read.
pub(super) fn contents(shape: &Shape) -> Vec<&Content> {
    let mut open_shapes = vec![shape];
    let mut contents = Vec::new();
    while let Some(shape) = open_shapes.pop() {
        if let Shape::Mesh { content, .. } | Shape::TriangleMesh { file: Some(_), content, .. } = shape {
            contents.push(content);
        }
        open_shapes.extend(shape.children().into_iter().map(|(_, child)| child));
    }
    contents
}

/// Returns the references of the shape at `path` and of its child shapes, each with the path of the shape that holds
/// it.
pub(super) fn references<'a>(shape: &'a mut Shape, path: String) -> Vec<(String, Reference<'a>)> {
    let mut open_shapes = vec![(path, shape)];
    let mut references = Vec::new();
    while let Some((path, shape)) = open_shapes.pop() {
        if let Shape::Mesh { file, part, scale, content, .. }
        | Shape::TriangleMesh { file: Some(file), part, scale, content, .. } = shape
        {
            references.push((path, Reference { file, part: *part, scale: *scale, content }));
            continue;
        }
        let children = shape.children_mut().into_iter().rev();
        open_shapes.extend(children.map(|(field, child)| (format!("{path}.{field}"), child)));
    }
    references
}
