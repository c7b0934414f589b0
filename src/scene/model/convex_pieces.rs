//! Leaves of a compound: the shapes inside it that are no compounds (convex shapes, triangle meshes and height fields),
//! with their poses in the body.

use glam::{DQuat, DVec3};

use super::Shape;

/// Convex shape, triangle mesh or height field of a body, with its place in the tree of compounds.
#[derive(Clone, Debug)]
pub struct LeafShape<'a> {
    /// Shape in its own frame.
    pub shape: &'a Shape,
    /// Position of the shape's origin, meters, body frame.
    pub position: DVec3,
    /// Unit quaternion from the shape's frame to the body's.
    pub rotation: DQuat,
    /// Indices of the child shapes that lead to the shape, outermost first; empty for a shape that is no compound.
    pub path: Vec<u32>,
    /// Names of these child shapes; `part 2` for one without a name.
    pub names: Vec<String>,
    /// Path of the field that holds the shape, from the body: `shape.parts[2].shape`.
    pub field: String,
}

impl LeafShape<'_> {
    /// Whether the shape's frame is that of the body.
    pub fn is_unmoved(&self) -> bool {
        self.position == DVec3::ZERO && self.rotation == DQuat::IDENTITY
    }
}

impl Shape {
    /// The leaves of the shape, in order; a shape that is no compound is its only leaf.
    pub fn pieces(&self) -> Vec<LeafShape<'_>> {
        let whole = LeafShape {
            shape: self,
            position: DVec3::ZERO,
            rotation: DQuat::IDENTITY,
            path: Vec::new(),
            names: Vec::new(),
            field: String::from("shape"),
        };
        let mut open_pieces = vec![whole];
        let mut pieces = Vec::new();
        while let Some(piece) = open_pieces.pop() {
            let Self::Compound { parts } = piece.shape else {
                pieces.push(piece);
                continue;
            };
            open_pieces.extend(parts.iter().enumerate().rev().map(|(i, part)| {
                let rotation = DQuat::from_array(part.rotation);
                let is_rotated = rotation != DQuat::IDENTITY;
                let name = part.name.clone().unwrap_or_else(|| format!("part {i}"));
                LeafShape {
                    shape: &part.shape,
                    position: piece.position + piece.rotation * DVec3::from(part.position),
                    rotation: if is_rotated { piece.rotation * rotation.normalize() } else { piece.rotation },
                    path: piece.path.iter().copied().chain([i as u32]).collect(),
                    names: piece.names.iter().cloned().chain([name]).collect(),
                    field: format!("{}.parts[{i}].shape", piece.field),
                }
            }));
        }
        pieces
    }
}
