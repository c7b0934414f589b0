//! A body of parts taken apart: each convex shape, mesh and height field in it, and where it stands in the body.

use glam::{DQuat, DVec3};

use super::Shape;

/// A convex shape, a mesh or a height field in a body.
#[derive(Clone, Debug)]
pub struct Piece<'a> {
    /// In its own frame.
    pub shape: &'a Shape,
    /// Of its origin in the body's frame.
    pub position: DVec3,
    /// From its frame to the body's; normalized.
    pub rotation: DQuat,
    /// The numbers of the parts that lead to it, from the outside in.
    pub path: Vec<u32>,
    /// What people call it: names of parts, or their numbers.
    pub names: Vec<String>,
    /// The field that holds it, from the body's: `shape.parts[2].shape`.
    pub field: String,
}

impl Piece<'_> {
    /// Whether it stands as the body does.
    pub fn is_unmoved(&self) -> bool {
        self.position == DVec3::ZERO && self.rotation == DQuat::IDENTITY
    }
}

impl Shape {
    /// All pieces of a body with this shape, in order; one alone of a shape that is no compound.
    pub fn pieces(&self) -> Vec<Piece<'_>> {
        let whole = Piece {
            shape: self,
            position: DVec3::ZERO,
            rotation: DQuat::IDENTITY,
            path: Vec::new(),
            names: Vec::new(),
            field: String::from("shape"),
        };
        let mut open = vec![whole];
        let mut pieces = Vec::new();
        while let Some(piece) = open.pop() {
            let Self::Compound { parts } = piece.shape else {
                pieces.push(piece);
                continue;
            };
            open.extend(parts.iter().enumerate().rev().map(|(i, part)| {
                let rotation = DQuat::from_array(part.rotation);
                let turned = rotation != DQuat::IDENTITY;
                let own = part.name.clone().unwrap_or_else(|| format!("part {i}"));
                Piece {
                    shape: &part.shape,
                    position: piece.position + piece.rotation * DVec3::from(part.position),
                    rotation: if turned { piece.rotation * rotation.normalize() } else { piece.rotation },
                    path: piece.path.iter().copied().chain([i as u32]).collect(),
                    names: piece.names.iter().cloned().chain([own]).collect(),
                    field: format!("{}.parts[{i}].shape", piece.field),
                }
            }));
        }
        pieces
    }
}
