//! Construction of shapes: in, a row of the dictionary and the arguments of a constructor; out, the shape with its
//! pose.
//!
//! `btCylinderShapeZ(btVector3(1, 1, 2))` fits the row `Cylinder(Z)` with the argument `halfExtents:hc`, so it is a
//! cylinder along z with radius 1 m and half height 2 m.

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;

use super::arguments::{NUMBERS, Reader};
use super::axes::{axis, axis_index, is_against_axis};
use super::between::{capsule_between, cylinder_of_ends};
use super::dictionary::{Form, Row, unit_note};
use super::regular::{about_centroid, is_part, regular_polygon, stadium, triangle_of};
use super::row_arguments::values_by_meaning;
use super::size_checks::{check_size, check_sizes};
use crate::code::evaluate::value::{NamedValue, Value};
use crate::draft::checked_length;
use crate::pose::{IDENTITY_ROTATION, Pose};

/// Shape with its pose in the frame of its type: the arguments may shift or rotate it.
#[derive(Clone, Debug, PartialEq)]
pub struct Built {
    pub shape: Shape,
    pub pose: Pose,
    /// Whether the shape is planar.
    pub plane: bool,
    /// Whether the arguments state the pose, so that the shape needs no other statement about where it is.
    pub placed: bool,
    /// Sentence for the note about how the arguments were read.
    pub note: Option<&'static str>,
}

/// Reason why a row of the dictionary gives no shape.
pub enum Misfit {
    /// The arguments are not those of the row.
    Arguments,
    /// The arguments are those of the row, but one of them is not a valid size.
    Size(String),
}

/// Libraries all of whose shapes are planar.
const PLANAR_LIBRARIES: [&str; 8] = ["p2", "planck", "dyn4j", "box2d", "matter", "pymunk", "love", "chipmunk"];

/// Meanings of arguments that state the position of a shape.
const POSITIONS: [&str; 6] = ["at", "x0", "pose", "pose7", "low", "segment"];

/// Builds the shape of a constructor from a row and its arguments; `is_flat` states that the library is the 2D version
/// of Rapier, whose hulls have planar points.
///
/// # Errors
/// Fails if the arguments are not those of the row, or if a size is one that scenes do not allow.
pub fn build(row: &Row, arguments: &[NamedValue], is_flat: bool) -> Result<Built, Misfit> {
    let values = values_by_meaning(row, arguments).ok_or(Misfit::Arguments)?;
    for (meaning, value) in &values {
        if NUMBERS.contains(&meaning.as_str()) && value.number().is_none() {
            return Err(Misfit::Arguments);
        }
    }
    // An argument that must be 0: the second radius of a cone.
    let is_truncated = values.get("nil").is_some_and(|value| value.number() != Some(0.0));
    // An angle that must be 2π: only a whole solid of revolution is a cylinder.
    let is_part_of_turn = values.get("whole").is_some_and(is_part);
    if is_truncated || is_part_of_turn {
        return Err(Misfit::Arguments);
    }
    let reader = Reader { values };
    // The apex of a scene's cone is at the positive end of its axis.
    if matches!(row.form, Form::Cone(_)) && reader.point("dir").is_some_and(is_against_axis) {
        return Err(Misfit::Arguments);
    }
    let plane = is_planar(row, &reader, is_flat);
    let mut pose = reader.pose(row).ok_or(Misfit::Arguments)?;
    let mut shape = shape(row, &reader, &mut pose, plane).ok_or(Misfit::Arguments)?;
    check_sizes(&shape).map_err(Misfit::Size)?;
    // A rounding radius of 0 has no effect.
    if let Some(radius) = reader.number("br").filter(|radius| *radius != 0.0) {
        check_size(radius).map_err(Misfit::Size)?;
        shape = Shape::Inflate { radius, shape: Box::new(shape) };
    }
    for x in pose.position {
        checked_length(x).map_err(|why| Misfit::Size(format!("invalid center: {why}")))?;
    }
    let placed = is_placed(row, &reader);
    Ok(Built { shape, pose, plane, placed, note: unit_note(row.libraries) })
}

/// Whether a row and its arguments make a planar shape.
fn is_planar(row: &Row, reader: &Reader, is_flat: bool) -> bool {
    matches!(row.form, Form::Rectangle | Form::Circle | Form::Polygon | Form::Stadium)
        || PLANAR_LIBRARIES.contains(&row.libraries)
        || is_flat && row.form == Form::Hull
        || is_planar_argument(reader, "a")
        || is_planar_argument(reader, "pts")
}

/// Whether the arguments of a row state where the shape is.
fn is_placed(row: &Row, reader: &Reader) -> bool {
    // Records of logs have coordinates of the world.
    let is_log_record = row.arguments.starts_with("p0|");
    // Capsules and triangles of three.js and Babylon.js for calculations have coordinates of the world.
    let is_for_calculations =
        ["three", "babylon"].contains(&row.libraries) && matches!(row.form, Form::Swept | Form::Triangle);
    let has_position = POSITIONS.iter().any(|meaning| reader.values.contains_key(*meaning));
    has_position || is_log_record || is_for_calculations || is_off_center(reader)
}

/// Scales a shape along its axes, then rounds it by a ball of radius `round`, meters.
///
/// # Errors
/// Returns the reason if a size is invalid, or if the scale or a rotation of the scaled shape is not supported.
pub fn scaled_and_rounded(built: Built, scale: Option<[f64; 3]>, round: Option<f64>) -> Result<Built, String> {
    let mut built = built;
    if let Some(factors) = scale {
        let [x, y, z] = factors;
        let is_uniform = x == y && y == z;
        built.shape = match built.shape {
            Shape::Box { half_extents } => Shape::Box { half_extents: [0, 1, 2].map(|k| factors[k] * half_extents[k]) },
            Shape::Ellipsoid { radii } => Shape::Ellipsoid { radii: [0, 1, 2].map(|k| factors[k] * radii[k]) },
            Shape::Polytope { points } => {
                Shape::Polytope { points: points.into_iter().map(|p| [0, 1, 2].map(|k| factors[k] * p[k])).collect() }
            }
            Shape::Sphere { radius } if is_uniform => Shape::Sphere { radius: x * radius },
            Shape::Capsule { radius, half_height, axis } if is_uniform => {
                Shape::Capsule { radius: x * radius, half_height: x * half_height, axis }
            }
            Shape::Cylinder { radius, half_height, axis } if is_uniform => {
                Shape::Cylinder { radius: x * radius, half_height: x * half_height, axis }
            }
            Shape::Cone { radius, half_height, axis } if is_uniform => {
                Shape::Cone { radius: x * radius, half_height: x * half_height, axis }
            }
            _ => {
                return Err(format!(
                    "a shape of this kind with this scale ({x}, {y}, {z}) is not supported; write its scaled sizes"
                ));
            }
        };
        built.pose.position = [0, 1, 2].map(|k| factors[k] * built.pose.position[k]);
        if built.pose.rotation != IDENTITY_ROTATION {
            let why = "a shape that is both scaled and rotated is not supported; write its scaled sizes";
            return Err(String::from(why));
        }
    }
    if let Some(radius) = round.filter(|radius| *radius != 0.0) {
        check_size(radius)?;
        built.shape = Shape::Inflate { radius, shape: Box::new(built.shape) };
    }
    check_sizes(&built.shape)?;
    Ok(built)
}

/// Whether a shape is given by its end points or vertices and these are not around the origin, so that they state where
/// it is.
fn is_off_center(reader: &Reader) -> bool {
    let ends: Vec<[f64; 3]> = ["a", "b", "c"].iter().filter_map(|name| reader.point(name)).collect();
    let size = ends.iter().flatten().fold(0.0, |size: f64, x| size.max(x.abs()));
    let sum = (0..3).map(|k| ends.iter().map(|end| end[k]).sum::<f64>().abs()).fold(0.0, f64::max);
    ends.len() > 1 && sum > 1e-6 * size
}

/// Whether the lowest vertex of a box has two coordinates, or that of a rectangle three; Unity's rectangles may have z.
fn has_other_dimension(row: &Row, reader: &Reader) -> bool {
    let Some(low) = reader.values.get("low").and_then(Value::coordinates) else { return false };
    if row.form == Form::Box { low.len() == 2 } else { row.libraries != "unity" && low.len() == 3 }
}

/// Whether an argument is a planar point or a list of planar points.
fn is_planar_argument(reader: &Reader, name: &str) -> bool {
    let Some(value) = reader.values.get(name) else { return false };
    let first_point = value.points().and_then(|points| points.first().cloned());
    first_point.or_else(|| value.coordinates()).is_some_and(|point| point.len() == 2)
}

/// Sizes in meters and axis of a cylinder, cone or capsule; the half height is without caps.
struct SolidOfRevolution {
    radius: f64,
    half_height: f64,
    axis: Axis,
}

/// Reads the sizes of a solid of revolution; `fixed` is the index of the axis that its type has, 0 to 2.
fn solid_of_revolution(reader: &Reader, fixed: usize) -> Option<SolidOfRevolution> {
    let radius = reader.radius(0)?;
    let half_height = reader.half_height()?;
    Some(SolidOfRevolution { radius, half_height, axis: axis(axis_index(reader, fixed)?)? })
}

/// Builds a cylinder by the half extents of its box, by the centers of its ends, or by its radius and height.
fn cylinder(reader: &Reader, pose: &mut Pose, fixed: usize) -> Option<Shape> {
    if reader.values.contains_key("hc") || reader.values.contains_key("hx") {
        return cylinder_in_box(reader, fixed);
    }
    if reader.values.contains_key("b") {
        return cylinder_of_ends(reader, pose);
    }
    let SolidOfRevolution { radius, half_height, axis } = solid_of_revolution(reader, fixed)?;
    Some(Shape::Cylinder { radius, half_height, axis })
}

/// Builds the cylinder that fills a box with the half extents in the arguments; `None` if the box is not square across
/// the axis, because a scene has no cylinder with two radii.
fn cylinder_in_box(reader: &Reader, fixed: usize) -> Option<Shape> {
    let half = reader.point("hc").or_else(|| reader.halves(3)?.try_into().ok())?;
    let along = axis_index(reader, fixed)?;
    let radius = half[(along + 1) % 3];
    if radius != half[(along + 2) % 3] {
        return None;
    }
    Some(Shape::Cylinder { radius, half_height: half[along], axis: axis(along)? })
}

/// Returns the semi-axes of an ellipsoid: one by one, as a vector, or half of the diameters.
fn semi_axes(reader: &Reader) -> Option<[f64; 3]> {
    if let [Some(x), Some(y), Some(z)] = ["rx", "ry", "rz"].map(|name| reader.number(name)) {
        return Some([x, y, z]);
    }
    if let Some(radii) = reader.point("rv").or_else(|| reader.point("size")) {
        return Some(radii);
    }
    Some(reader.point("dv")?.map(|diameter| 0.5 * diameter))
}

/// Builds a triangle from a list of three points or from three arguments.
fn triangle(reader: &Reader) -> Option<Shape> {
    if reader.values.contains_key("pts") {
        return triangle_of(reader);
    }
    Some(Shape::Triangle { points: [reader.point("a")?, reader.point("b")?, reader.point("c")?] })
}

/// Builds a segment from a list of two points or from two arguments.
fn segment(reader: &Reader) -> Option<Shape> {
    if !reader.values.contains_key("pts") {
        return Some(Shape::Segment { points: [reader.point("a")?, reader.point("b")?] });
    }
    let points = reader.points(2)?;
    let [_, _] = &points[..] else { return None };
    Some(Shape::Segment { points: [point_at(&points, 0)?, point_at(&points, 1)?] })
}

/// Builds the shape of a row of the dictionary, and moves `pose` to its center if the arguments state its ends. `None`
/// if the arguments do not state the sizes of the shape.
fn shape(row: &Row, reader: &Reader, pose: &mut Pose, plane: bool) -> Option<Shape> {
    Some(match row.form {
        Form::Unread => return None,
        // Bounds with three coordinates are those of a box, bounds with two those of a rectangle.
        Form::Box | Form::Rectangle if has_other_dimension(row, reader) => return None,
        Form::Box => Shape::Box { half_extents: reader.halves(3)?.try_into().ok()? },
        Form::Rectangle => Shape::Rectangle { half_extents: reader.halves(2)?.try_into().ok()? },
        Form::Sphere => Shape::Sphere { radius: reader.radius(0)? },
        Form::Circle => Shape::Circle { radius: reader.radius(0)? },
        Form::Capsule(fixed) => {
            let SolidOfRevolution { radius, half_height, axis } = solid_of_revolution(reader, fixed)?;
            Shape::Capsule { radius, half_height, axis }
        }
        Form::Cylinder(fixed) => cylinder(reader, pose, fixed)?,
        Form::Cone(fixed) => {
            let SolidOfRevolution { radius, half_height, axis } = solid_of_revolution(reader, fixed)?;
            Shape::Cone { radius, half_height, axis }
        }
        Form::Ellipsoid => Shape::Ellipsoid { radii: semi_axes(reader)? },
        Form::HalfSpace => half_space(row, reader)?,
        Form::Triangle => triangle(reader)?,
        Form::Segment => segment(reader)?,
        Form::Mesh => mesh(reader).filter(|_| !plane)?,
        Form::Hull | Form::Polygon => hull(reader, plane)?,
        Form::Swept => swept_ball(reader, pose)?,
        Form::Balls => hull_of_balls(reader, pose, plane)?,
        Form::Stadium => stadium(reader)?,
    })
}

/// Builds a half-space; without arguments, it is solid below the ground plane of its library. `None` if the arguments
/// state a center, which no half-space of a scene has.
fn half_space(row: &Row, reader: &Reader) -> Option<Shape> {
    if reader.values.contains_key("at") {
        return None;
    }
    // MuJoCo's plane has arguments, but none of them is its normal.
    let has_fixed_normal = row.arguments.is_empty() || row.libraries == "mujoco";
    if !has_fixed_normal {
        let (normal, offset) = reader.normal()?;
        return Some(Shape::HalfSpace { normal, offset });
    }
    let normal = match row.libraries {
        "physx" => [1.0, 0.0, 0.0],
        "p2" => [0.0, 1.0, 0.0],
        _ => [0.0, 0.0, 1.0],
    };
    let offset = 0.0;
    Some(Shape::HalfSpace { normal, offset })
}

/// Builds the hull of a list of points, or a regular polygon by its number of sides. `None` if the list is empty or has
/// another number of points than the arguments state.
fn hull(reader: &Reader, plane: bool) -> Option<Shape> {
    if let Some(sides) = reader.number("sides") {
        return regular_polygon(sides, reader.radius(0)?);
    }
    let points = reader.points(if plane { 2 } else { 3 })?;
    // A count of points that is smaller than the list is not supported.
    let count = reader.number("count").or(reader.number("counted"));
    if points.is_empty() || count.is_some_and(|count| count != points.len() as f64) {
        return None;
    }
    Some(if plane {
        let points: Option<Vec<[f64; 2]>> = points.iter().map(|p| Some([*p.first()?, *p.get(1)?])).collect();
        let is_centered = reader.values.contains_key("centered");
        Shape::Polygon { points: if is_centered { about_centroid(&points?)? } else { points? } }
    } else {
        Shape::Polytope { points: points.into_iter().map(|p| p.try_into().ok()).collect::<Option<_>>()? }
    })
}

/// Builds a triangle mesh from vertices and indices; `None` without triangles, or if one of them is degenerate.
fn mesh(reader: &Reader) -> Option<Shape> {
    let vertices: Option<Vec<[f64; 3]>> = reader.points(3)?.into_iter().map(|point| point.try_into().ok()).collect();
    let vertices = vertices?;
    let triangles = reader.triangles(vertices.len())?;
    let has_triangles = !triangles.is_empty();
    let (mesh, skipped) = Shape::triangle_mesh(vertices, triangles)?;
    (skipped == 0 && has_triangles).then_some(mesh)
}

/// Builds a capsule between the two end points in the arguments, as [`capsule_between`] does.
fn swept_ball(reader: &Reader, pose: &mut Pose) -> Option<Shape> {
    let Some(segment) = reader.values.get("segment") else {
        return capsule_between(reader.point("a")?, reader.point("b")?, reader.radius(0)?, pose);
    };
    let [(_, a), (_, b)] = segment.items() else { return None };
    capsule_between(a.vector()?, b.vector()?, reader.radius(0)?, pose)
}

/// Returns a point of a list; z = 0 for a planar one.
fn point_at(points: &[Vec<f64>], k: usize) -> Option<[f64; 3]> {
    let point = points.get(k)?;
    Some([*point.first()?, *point.get(1)?, point.get(2).copied().unwrap_or(0.0)])
}

/// Builds the convex hull of balls of one radius around points; with radius 0, the hull of the points. `None` if the
/// radii differ, or if the list has another number of points than the arguments state.
fn hull_of_balls(reader: &Reader, pose: &mut Pose, plane: bool) -> Option<Shape> {
    let points = reader.points(if plane { 2 } else { 3 })?;
    if reader.number("count").is_some_and(|count| count != points.len() as f64) {
        return None;
    }
    let radius = match reader.values.get("radii") {
        Some(radii) => {
            let radii: Vec<f64> = radii.items().iter().filter_map(|(_, radius)| radius.number()).collect();
            let first = *radii.first()?;
            if radii.len() != points.len() || radii.iter().any(|radius| *radius != first) {
                return None;
            }
            first
        }
        None => reader.radius(0)?,
    };
    match points.len() {
        1 => {
            pose.position = point_at(&points, 0)?;
            Some(Shape::Sphere { radius })
        }
        2 if radius == 0.0 => Some(Shape::Segment { points: [point_at(&points, 0)?, point_at(&points, 1)?] }),
        2 => capsule_between(point_at(&points, 0)?, point_at(&points, 1)?, radius, pose),
        _ => {
            let shape = hull(reader, plane)?;
            Some(if radius == 0.0 { shape } else { Shape::Inflate { radius, shape: Box::new(shape) } })
        }
    }
}
