//! Points and lengths that define a shape: the vertices of polytopes, and the radii and half extents of other shapes.

use super::access::Shared;
use super::{Axis, FieldValue, Shape};

/// Points and the radius of a ball: the shape is the convex hull of the points, extended by the ball.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundedHull {
    /// Points, shape frame, meters.
    pub points: Vec<[f64; 3]>,
    /// Radius of the ball, meters; 0 for a polytope.
    pub radius: f64,
}

impl Shape {
    /// The lengths that define the shape, without those of child shapes, each with its field; empty for shapes that are
    /// defined by points or child shapes.
    pub fn sizes(&self) -> Vec<(String, f64)> {
        let mut sizes = Vec::new();
        for field in self.fields() {
            match field.value {
                FieldValue::BallRadius(size)
                | FieldValue::BaseRadius(size)
                | FieldValue::AddedRadius(size)
                | FieldValue::HalfHeight(size) => sizes.push((String::from(field.name), *size)),
                FieldValue::HalfExtents(lengths) | FieldValue::SemiAxes(lengths) => {
                    sizes.extend(numbered(field.name, lengths));
                }
                FieldValue::PlanarHalfExtents(lengths) => sizes.extend(numbered(field.name, lengths)),
                FieldValue::Axis(_)
                | FieldValue::Points(_)
                | FieldValue::PointList(_)
                | FieldValue::PlanarPointList(_)
                | FieldValue::Normal(_)
                | FieldValue::PlaneOffset(_)
                | FieldValue::Matrix(_)
                | FieldValue::Translation(_)
                | FieldValue::Inside(_)
                | FieldValue::Parts(_)
                | FieldValue::File(_)
                | FieldValue::FilePart(_)
                | FieldValue::HullScale(_)
                | FieldValue::SurfaceScale(_)
                | FieldValue::Up(_)
                | FieldValue::ShowsMesh(_)
                | FieldValue::Vertices(_)
                | FieldValue::Triangles(_)
                | FieldValue::OneSided(_)
                | FieldValue::Heights(_)
                | FieldValue::Cell(_) => {}
            }
        }
        sizes
    }

    /// The points whose convex hull the shape is, in its own frame, z = 0 in the plane; `None` for a shape that is no
    /// polytope and for a mesh that was not read. The vertices of a box are ordered by the signs of their coordinates:
    /// x in bit 0, y in bit 1, z in bit 2; those of a rectangle counter-clockwise from the one with both negative.
    pub fn points(&self) -> Option<Vec<[f64; 3]>> {
        if let Self::Mesh { scale, up, content, .. } = self {
            return content.mesh().map(|_| content.placed(*scale, *up).collect());
        }
        self.fields().into_iter().find_map(|field| hull_points(&field.value))
    }

    /// The shape as points and a ball; `None` for a shape that is no such sum, and for one with a shape inside.
    pub fn rounded_hull(&self) -> Option<RoundedHull> {
        if let Some(points) = self.points() {
            return Some(RoundedHull { points, radius: 0.0 });
        }
        let mut ball = None;
        let mut half_height = 0.0;
        let mut along = None;
        for field in self.fields() {
            if let FieldValue::BallRadius(radius) = field.value {
                ball = Some(*radius);
            } else if let FieldValue::HalfHeight(length) = field.value {
                half_height = *length;
            } else if let FieldValue::Axis(axis) = field.value {
                along = Some(*axis);
            }
        }
        let points = match along {
            Some(axis) => vec![point_on_axis(axis, half_height), point_on_axis(axis, -half_height)],
            None => vec![[0.0; 3]],
        };
        ball.map(|radius| RoundedHull { points, radius })
    }
}

/// The points that a field defines and whose hull the shape is; `None` for other fields.
fn hull_points(value: &FieldValue<'_, Shared>) -> Option<Vec<[f64; 3]>> {
    match value {
        FieldValue::Points(points) => Some(points.to_vec()),
        FieldValue::PointList(points) => Some(points.to_vec()),
        FieldValue::PlanarPointList(points) => Some(points.iter().map(|[x, y]| [*x, *y, 0.0]).collect()),
        FieldValue::PlanarHalfExtents([x, y]) => {
            Some([[-x, -y], [*x, -y], [*x, *y], [-x, *y]].map(|[x, y]| [x, y, 0.0]).to_vec())
        }
        FieldValue::HalfExtents(half_extents) => Some((0..8).map(|index| box_vertex(**half_extents, index)).collect()),
        FieldValue::BallRadius(_)
        | FieldValue::BaseRadius(_)
        | FieldValue::AddedRadius(_)
        | FieldValue::HalfHeight(_)
        | FieldValue::SemiAxes(_)
        | FieldValue::Axis(_)
        | FieldValue::Normal(_)
        | FieldValue::PlaneOffset(_)
        | FieldValue::Matrix(_)
        | FieldValue::Translation(_)
        | FieldValue::Inside(_)
        | FieldValue::Parts(_)
        | FieldValue::File(_)
        | FieldValue::FilePart(_)
        | FieldValue::HullScale(_)
        | FieldValue::SurfaceScale(_)
        | FieldValue::Up(_)
        | FieldValue::ShowsMesh(_)
        | FieldValue::Vertices(_)
        | FieldValue::Triangles(_)
        | FieldValue::OneSided(_)
        | FieldValue::Heights(_)
        | FieldValue::Cell(_) => None,
    }
}

/// Point on a coordinate axis at this coordinate, meters.
fn point_on_axis(axis: Axis, coordinate: f64) -> [f64; 3] {
    match axis {
        Axis::X => [coordinate, 0.0, 0.0],
        Axis::Y => [0.0, coordinate, 0.0],
        Axis::Z => [0.0, 0.0, coordinate],
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
