//! Serialized form of colliders. Reading one checks its numbers as the constructors do.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ColliderError;
use super::geometry::{Collider, Geometry};
use super::parts::{HeightField, Part, Piece, Triangles};
use super::pose::Pose;
use super::prelude::*;
use super::shape::Shape;

/// A collider as data, which may be invalid.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum SerializedCollider {
    Convex(Shape),
    HalfSpace { normal: Vec3, offset: Real },
    Parts(Vec<SerializedPart>),
}

/// A constituent of a body of parts as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SerializedPart {
    piece: SerializedPiece,
    pose: Pose,
    margin: Real,
}

/// Geometry of a constituent as data.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum SerializedPiece {
    Convex(Shape),
    Mesh { vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>, one_sided: bool },
    HeightField { heights: Vec<Vec<Real>>, cell: [Real; 2] },
}

impl From<&Piece> for SerializedPiece {
    fn from(piece: &Piece) -> Self {
        match piece {
            Piece::Convex(shape) => Self::Convex(shape.clone()),
            Piece::Mesh(mesh) => Self::Mesh {
                vertices: mesh.vertices().to_vec(),
                triangles: mesh.triangles().to_vec(),
                one_sided: mesh.is_one_sided(),
            },
            Piece::Field(field) => {
                let [rows, columns] = field.cells().map(|cells| cells + 1);
                let heights = (0..rows).map(|i| (0..columns).map(|j| field.vertex(i, j).y).collect()).collect();
                Self::HeightField { heights, cell: field.cell() }
            }
        }
    }
}

impl TryFrom<SerializedPart> for Part {
    type Error = ColliderError;

    fn try_from(SerializedPart { piece, pose, margin }: SerializedPart) -> Result<Self, ColliderError> {
        let piece = match piece {
            SerializedPiece::Convex(shape) => Piece::Convex(shape),
            SerializedPiece::Mesh { vertices, triangles, one_sided } => {
                Piece::Mesh(Triangles::new(vertices, triangles, one_sided)?)
            }
            SerializedPiece::HeightField { heights, cell } => Piece::Field(HeightField::new(&heights, cell)?),
        };
        Ok(Self { piece, pose, margin })
    }
}

impl From<&Collider> for SerializedCollider {
    fn from(collider: &Collider) -> Self {
        match &collider.geometry {
            Geometry::Convex(convex) => Self::Convex(convex.shape.clone()),
            Geometry::HalfSpace(plane) => Self::HalfSpace { normal: plane.normal, offset: plane.offset },
            Geometry::Parts(parts) => {
                let pieces = parts.body.pieces().iter();
                Self::Parts(
                    pieces
                        .map(|part| SerializedPart {
                            piece: (&part.piece).into(),
                            pose: part.pose,
                            margin: part.margin,
                        })
                        .collect(),
                )
            }
        }
    }
}

impl TryFrom<SerializedCollider> for Collider {
    type Error = ColliderError;

    fn try_from(data: SerializedCollider) -> Result<Self, ColliderError> {
        match data {
            SerializedCollider::Convex(shape) => Ok(shape.into()),
            SerializedCollider::HalfSpace { normal, offset } => Self::half_space(normal, offset),
            SerializedCollider::Parts(parts) => {
                Self::parts(parts.into_iter().map(Part::try_from).collect::<Result<_, _>>()?)
            }
        }
    }
}

impl Serialize for Collider {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SerializedCollider::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Collider {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(SerializedCollider::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
