//! The points of shapes that are the hull of some.

use super::Shape;

impl Shape {
    /// The lengths by which the shape itself is given, not those of a shape inside, with the fields that say them.
    #[cfg(feature = "lessons")]
    pub(crate) fn sizes(&self) -> Vec<(String, f64)> {
        let each = |field: &str, sizes: &[f64]| -> Vec<(String, f64)> {
            sizes.iter().enumerate().map(|(k, size)| (format!("{field}[{k}]"), *size)).collect()
        };
        let one = |field: &str, size: f64| (String::from(field), size);
        match self {
            Self::Sphere { radius } | Self::Circle { radius } | Self::Inflate { radius, .. } => {
                vec![one("radius", *radius)]
            }
            Self::Box { half_extents } => each("half_extents", half_extents),
            Self::Rectangle { half_extents } => each("half_extents", half_extents),
            Self::Ellipsoid { radii } => each("radii", radii),
            Self::Cylinder { radius, half_height, .. }
            | Self::Cone { radius, half_height, .. }
            | Self::Capsule { radius, half_height, .. } => {
                vec![one("radius", *radius), one("half_height", *half_height)]
            }
            _ => Vec::new(),
        }
    }

    /// The points whose convex hull this is, in its own frame, z = 0 in the plane; `None` for a shape that is no polytope, or a
    /// mesh that was not read. A box has its corners by the signs of their coordinates: x in bit 0, y in bit 1, z in bit 2; a rectangle has them
    /// counter-clockwise from the corner where both are negative.
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
            Self::Box { half_extents } => {
                let corner =
                    |k: usize| [0, 1, 2].map(|axis| half_extents[axis] * if k >> axis & 1 == 0 { -1.0 } else { 1.0 });
                (0..8).map(corner).collect()
            }
            _ => return None,
        })
    }
}
