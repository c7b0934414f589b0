//! Shapes of bodies, with the JSON form that scene files have, converted to the engine's colliders.

use contact_lens_engine::ask::Axis;
use contact_lens_engine::double::dim3::parts::{HeightField, Part, Piece, Triangles};
use contact_lens_engine::double::{Collider, Pose, Shape};
use contact_lens_engine::glam::{DMat3, DQuat, DVec3};
use serde::{Deserialize, Serialize};

use super::part::identity;

/// Shape in its own frame; lengths in meters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of scene files")]
pub enum ShapeData {
    /// Sphere around the origin.
    #[serde(alias = "ball")]
    Sphere { radius: f64 },
    /// Box around the origin.
    Box { half_extents: [f64; 3] },
    /// Cylinder around the origin.
    Cylinder {
        radius: f64,
        half_height: f64,
        #[serde(default)]
        axis: Axis,
    },
    /// Cone with its apex at + half_height.
    Cone {
        radius: f64,
        half_height: f64,
        #[serde(default)]
        axis: Axis,
    },
    /// Segment of the axis with a ball added.
    Capsule {
        radius: f64,
        half_height: f64,
        #[serde(default)]
        axis: Axis,
    },
    /// Ellipsoid around the origin.
    Ellipsoid { radii: [f64; 3] },
    /// Segment between two points.
    Segment { points: [[f64; 3]; 2] },
    /// Triangle of three points.
    Triangle { points: [[f64; 3]; 3] },
    /// Convex hull of points.
    #[serde(alias = "hull")]
    Polytope { points: Vec<[f64; 3]> },
    /// All points x with normal · x ≤ offset.
    #[serde(rename = "halfspace", alias = "half_space")]
    HalfSpace {
        normal: [f64; 3],
        #[serde(default)]
        offset: f64,
    },
    /// Affine image of a shape.
    Affine {
        matrix: [[f64; 3]; 3],
        #[serde(default)]
        offset: [f64; 3],
        shape: std::boxed::Box<ShapeData>,
    },
    /// Shape with a ball added.
    Inflate { radius: f64, shape: std::boxed::Box<ShapeData> },
    /// Several shapes as one.
    Compound { parts: Vec<ChildShape> },
    /// Triangles as a surface.
    TriangleMesh {
        vertices: Vec<[f64; 3]>,
        triangles: Vec<[u32; 3]>,
        #[serde(default)]
        one_sided: bool,
    },
    /// Grid of heights above the plane y = 0.
    HeightField { heights: Vec<Vec<f64>>, cell: [f64; 2] },
}

/// Child shape of a compound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChildShape {
    /// Name of the child in texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Shape in the child's frame.
    pub shape: ShapeData,
    /// Position in the compound's frame, meters.
    #[serde(default)]
    pub position: [f64; 3],
    /// Quaternion from the child's frame to the compound's.
    #[serde(default = "identity")]
    pub rotation: [f64; 4],
}

impl ShapeData {
    /// Converts the shape, with a ball of radius `margin` added, to a collider.
    ///
    /// # Errors
    /// A size is invalid, or a child shape is a half-space.
    pub fn collider(&self, margin: f64) -> Result<Collider, String> {
        if let Self::HalfSpace { normal, offset } = self {
            let collider = Collider::half_space(DVec3::from(*normal), *offset + margin);
            return collider.map_err(|error| error.to_string());
        }
        if let Some(shape) = self.convex()? {
            let shape = if margin > 0.0 { Shape::inflate(shape, margin).map_err(|e| e.to_string())? } else { shape };
            return Ok(shape.into());
        }
        let mut parts = Vec::new();
        self.add_parts(&Pose::IDENTITY, margin, &mut parts)?;
        Collider::parts(parts).map_err(|error| error.to_string())
    }

    /// The engine's convex shape; `None` for half-spaces and shapes with children.
    fn convex(&self) -> Result<Option<Shape>, String> {
        let shape = match self {
            Self::Sphere { radius } => Shape::sphere(*radius),
            Self::Box { half_extents } => Shape::cuboid(DVec3::from(*half_extents)),
            Self::Cylinder { radius, half_height, axis } => Shape::cylinder(*radius, *half_height, *axis),
            Self::Cone { radius, half_height, axis } => Shape::cone(*radius, *half_height, *axis),
            Self::Capsule { radius, half_height, axis } => Shape::capsule(*radius, *half_height, *axis),
            Self::Ellipsoid { radii } => Shape::ellipsoid(DVec3::from(*radii)),
            Self::Segment { points } => Shape::segment(points.map(DVec3::from)),
            Self::Triangle { points } => Shape::triangle(points.map(DVec3::from)),
            Self::Polytope { points } => Shape::polytope(&points.iter().copied().map(DVec3::from).collect::<Vec<_>>()),
            Self::Affine { matrix, offset, shape } => {
                let inner = shape.convex()?.ok_or("an affine image needs a convex shape")?;
                let rows = DMat3::from_cols_array_2d(matrix);
                Shape::affine(rows.transpose(), DVec3::from(*offset), inner)
            }
            Self::Inflate { radius, shape } => {
                let inner = shape.convex()?.ok_or("only a convex shape can be inflated")?;
                Shape::inflate(inner, *radius)
            }
            Self::HalfSpace { .. } | Self::Compound { .. } | Self::TriangleMesh { .. } | Self::HeightField { .. } => {
                return Ok(None);
            }
        };
        shape.map(Some).map_err(|error| error.to_string())
    }

    /// Appends the convex shapes, meshes and height fields of the shape at a pose.
    fn add_parts(&self, pose: &Pose, margin: f64, parts: &mut Vec<Part>) -> Result<(), String> {
        let piece = match self {
            Self::Compound { parts: children } => {
                for child in children {
                    let own = Pose::try_new(DVec3::from(child.position), DQuat::from_array(child.rotation));
                    let own = own.ok_or("the pose of a child shape must be finite")?;
                    child.shape.add_parts(&(*pose * own), margin, parts)?;
                }
                return Ok(());
            }
            Self::TriangleMesh { vertices, triangles, one_sided } => {
                let vertices = vertices.iter().copied().map(DVec3::from).collect();
                let triangles = Triangles::new(vertices, triangles.clone(), *one_sided);
                Piece::Mesh(triangles.map_err(|error| error.to_string())?)
            }
            Self::HeightField { heights, cell } => {
                Piece::Field(HeightField::new(heights, *cell).map_err(|error| error.to_string())?)
            }
            Self::HalfSpace { .. } => return Err("a half-space cannot be a child shape".to_owned()),
            Self::Sphere { .. }
            | Self::Box { .. }
            | Self::Cylinder { .. }
            | Self::Cone { .. }
            | Self::Capsule { .. }
            | Self::Ellipsoid { .. }
            | Self::Segment { .. }
            | Self::Triangle { .. }
            | Self::Polytope { .. }
            | Self::Affine { .. }
            | Self::Inflate { .. } => Piece::Convex(self.convex()?.ok_or("the shape is not convex")?),
        };
        parts.push(Part { piece, pose: *pose, margin });
        Ok(())
    }
}
