//! Points and lengths that define a shape: the vertices of polytopes, and the radii and half extents of other shapes.

use super::Shape;

impl Shape {
    /// The lengths that define the shape, without those of child shapes, each with its field; empty for shapes that are
    /// defined by points or child shapes.
    pub fn sizes(&self) -> Vec<(String, f64)> {
        match self {
            Self::Sphere { radius } | Self::Circle { radius } | Self::Inflate { radius, .. } => {
                vec![(String::from("radius"), *radius)]
            }
            Self::Box { half_extents } => numbered("half_extents", half_extents),
            Self::Rectangle { half_extents } => numbered("half_extents", half_extents),
            Self::Ellipsoid { radii } => numbered("radii", radii),
            Self::Cylinder { radius, half_height, .. }
            | Self::Cone { radius, half_height, .. }
            | Self::Capsule { radius, half_height, .. } => {
                vec![(String::from("radius"), *radius), (String::from("half_height"), *half_height)]
            }
            Self::Segment { .. }
            | Self::Triangle { .. }
            | Self::Polytope { .. }
            | Self::Mesh { .. }
            | Self::Polygon { .. }
            | Self::HalfSpace { .. }
            | Self::Affine { .. }
            | Self::Compound { .. }
            | Self::TriangleMesh { .. }
            | Self::HeightField { .. } => Vec::new(),
        }
    }

    /// The points whose convex hull the shape is, in its own frame, z = 0 in the plane; `None` for a shape that is no
    /// polytope and for a mesh that was not read. The vertices of a box are ordered by the signs of their coordinates:
    /// x in bit 0, y in bit 1, z in bit 2; those of a rectangle counter-clockwise from the one with both negative.
    pub fn points(&self) -> Option<Vec<[f64; 3]>> {
        Some(match self {
            Self::Segment { points } => points.to_vec(),
            Self::Triangle { points } => points.to_vec(),
            Self::Polytope { points } => points.clone(),
            Self::Mesh { scale, up, content, .. } => content.mesh().map(|_| content.placed(*scale, *up).collect())?,
            Self::Polygon { points } => points.iter().map(|[x, y]| [*x, *y, 0.0]).collect(),
            Self::Rectangle { half_extents: [x, y] } => {
                [[-x, -y], [*x, -y], [*x, *y], [-x, *y]].map(|[x, y]| [x, y, 0.0]).to_vec()
            }
            Self::Box { half_extents } => (0..8).map(|index| box_vertex(*half_extents, index)).collect(),
            Self::Sphere { .. }
            | Self::Cylinder { .. }
            | Self::Cone { .. }
            | Self::Capsule { .. }
            | Self::Ellipsoid { .. }
            | Self::Circle { .. }
            | Self::HalfSpace { .. }
            | Self::Affine { .. }
            | Self::Inflate { .. }
            | Self::Compound { .. }
            | Self::TriangleMesh { .. }
            | Self::HeightField { .. } => return None,
        })
    }
}

/// Vertex of a box around the origin; bit 0, 1 and 2 of `index` select the positive side of x, y and z.
fn box_vertex(half_extents: [f64; 3], index: u8) -> [f64; 3] {
    [0, 1, 2].map(|axis| half_extents[axis] * if index >> axis & 1 == 0 { -1.0 } else { 1.0 })
}

/// The entries of a list, each with its field: `radii[1]`.
fn numbered(field: &str, sizes: &[f64]) -> Vec<(String, f64)> {
    sizes.iter().enumerate().map(|(index, size)| (format!("{field}[{index}]"), *size)).collect()
}
