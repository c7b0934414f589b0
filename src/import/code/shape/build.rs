//! Construction of shapes: a row of the dictionary gives the arguments of a constructor their meaning.

use super::arguments::{NUMBERS, Reader, values_by_meaning};
use super::between::{capsule_between, cylinder_of_ends};
use super::dictionary::{Form, Row, unit_note};
use super::regular::{about_centroid, is_part, regular_polygon, stadium, triangle_of};
use crate::ask::Axis;
use crate::import::code::evaluate::value::{Data, NamedValue, Value};
use crate::import::draft::checked_length;
use crate::import::pose::{IDENTITY_ROTATION, Pose};
use crate::scene::model::Shape;

/// Shape with its pose in the frame of its type: the arguments may shift or rotate it.
#[derive(Clone, Debug, PartialEq)]
pub struct Built {
    pub shape: Shape,
    pub pose: Pose,
    /// Whether the shape is planar.
    pub plane: bool,
    /// Whether the arguments state the pose.
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

/// Builds the shape of a constructor from a row and its arguments; `is_flat` states that the library is the 2D version
/// of Rapier, whose hulls have planar points.
pub fn build(row: &Row, arguments: &[NamedValue], is_flat: bool) -> Result<Built, Misfit> {
    let values = values_by_meaning(row, arguments).ok_or(Misfit::Arguments)?;
    let are_numbers = values.iter().all(|(name, value)| !NUMBERS.contains(&name.as_str()) || value.number().is_some());
    if !are_numbers {
        return Err(Misfit::Arguments);
    }
    // An argument that must be 0: the second radius of a cone.
    if values.get("nil").is_some_and(|value| value.number() != Some(0.0)) || values.get("whole").is_some_and(is_part) {
        return Err(Misfit::Arguments);
    }
    let reader = Reader { values };
    // The apex of a scene's cone is at the positive end of its axis.
    if matches!(row.form, Form::Cone(_)) && reader.point("dir").is_some_and(is_against_axis) {
        return Err(Misfit::Arguments);
    }
    let plane = matches!(row.form, Form::Rectangle | Form::Circle | Form::Polygon | Form::Stadium)
        || ["p2", "planck", "dyn4j", "box2d", "matter", "pymunk", "love", "chipmunk"].contains(&row.libraries)
        || is_flat && row.form == Form::Hull
        || ["a", "pts"].iter().any(|name| is_planar_argument(&reader, name));
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
    let placed = ["at", "x0", "pose", "pose7", "low", "segment"].iter().any(|name| reader.values.contains_key(*name))
        // Types of three.js for calculations, and records of logs, have coordinates of the world.
        || row.arguments.starts_with("p0|")
        || ["three", "babylon"].contains(&row.libraries) && matches!(row.form, Form::Swept | Form::Triangle)
        || is_off_center(&reader);
    Ok(Built { shape, pose, plane, placed, note: unit_note(row.libraries) })
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

/// Whether the lowest vertex of a box has two coordinates, or that of a rectangle three.
fn has_other_dimension(row: &Row, reader: &Reader) -> bool {
    let Some(low) = reader.values.get("low").and_then(Value::coordinates) else { return false };
    match row.form {
        Form::Box => low.len() == 2,
        _ => row.libraries != "unity" && low.len() == 3,
    }
}

/// Whether an argument is a planar point or a list of planar points.
fn is_planar_argument(reader: &Reader, name: &str) -> bool {
    let Some(value) = reader.values.get(name) else { return false };
    let first = value.points().and_then(|all| all.first().cloned()).or_else(|| value.coordinates());
    first.is_some_and(|first| first.len() == 2)
}

/// Returns the axis with this index, 0 to 2.
pub fn axis(k: usize) -> Option<Axis> {
    [Axis::X, Axis::Y, Axis::Z].get(k).copied()
}

/// Reads an axis by its number or its letter: `2`, `"Z"`, `ZUp`, `Axis.Z`.
fn named_axis(value: &Value) -> Option<usize> {
    if let Data::Word(word) = &value.data {
        let letter = word.trim_matches(['"', '\'']).trim_end_matches("Up").trim_end_matches("_up");
        let letter = letter.rsplit('_').next().unwrap_or(letter);
        return ["x", "y", "z"].iter().position(|own| own.eq_ignore_ascii_case(letter));
    }
    value.number().filter(|k| [0.0, 1.0, 2.0].contains(k)).map(|k| k as usize)
}

/// Index of the axis of a round shape, 0 to 2: the one in the arguments, else `fixed`, the axis of the type.
fn axis_index(reader: &Reader, fixed: usize) -> Option<usize> {
    if let Some(direction) = reader.point("dir") {
        return directed_axis(direction);
    }
    match (reader.values.get("axisname"), reader.values.get("axis")) {
        (Some(value), _) if value.number().is_none() => named_axis(value),
        (Some(_), _) => None,
        (None, Some(value)) => named_axis(value),
        (None, None) => Some(fixed),
    }
}

/// Whether a direction is opposite to a coordinate axis.
fn is_against_axis(direction: [f64; 3]) -> bool {
    direction.iter().filter(|x| **x != 0.0).count() == 1 && direction.iter().any(|x| *x < 0.0)
}

/// Index of the coordinate axis of a direction; z for an oblique one, from which the pose rotates the shape.
fn directed_axis(direction: [f64; 3]) -> Option<usize> {
    let along: Vec<usize> = (0..3).filter(|k| direction[*k] != 0.0).collect();
    match along[..] {
        [] => None,
        [k] => Some(k),
        _ => Some(2),
    }
}

/// Builds the shape of a row of the dictionary.
fn shape(row: &Row, reader: &Reader, pose: &mut Pose, plane: bool) -> Option<Shape> {
    Some(match row.form {
        Form::Unread => return None,
        // Bounds with three coordinates are those of a box, bounds with two those of a rectangle.
        Form::Box | Form::Rectangle if has_other_dimension(row, reader) => return None,
        Form::Box => Shape::Box { half_extents: reader.halves(3)?.try_into().ok()? },
        Form::Rectangle => Shape::Rectangle { half_extents: reader.halves(2)?.try_into().ok()? },
        Form::Sphere => Shape::Sphere { radius: reader.radius(0)? },
        Form::Circle => Shape::Circle { radius: reader.radius(0)? },
        Form::Capsule(fixed) => Shape::Capsule {
            radius: reader.radius(0)?,
            half_height: reader.half_height()?,
            axis: axis(axis_index(reader, fixed)?)?,
        },
        Form::Cylinder(fixed) if ["hc", "hx"].iter().any(|name| reader.values.contains_key(*name)) => {
            let half = reader.point("hc").or_else(|| reader.halves(3)?.try_into().ok())?;
            let fixed = axis_index(reader, fixed)?;
            let across = half[(fixed + 1) % 3];
            // A scene has no cylinder with two radii.
            if across != half[(fixed + 2) % 3] {
                return None;
            }
            Shape::Cylinder { radius: across, half_height: half[fixed], axis: axis(fixed)? }
        }
        Form::Cylinder(_) if reader.values.contains_key("b") => cylinder_of_ends(reader, pose)?,
        Form::Cylinder(fixed) => Shape::Cylinder {
            radius: reader.radius(0)?,
            half_height: reader.half_height()?,
            axis: axis(axis_index(reader, fixed)?)?,
        },
        Form::Cone(fixed) => Shape::Cone {
            radius: reader.radius(0)?,
            half_height: reader.half_height()?,
            axis: axis(axis_index(reader, fixed)?)?,
        },
        Form::Ellipsoid => Shape::Ellipsoid {
            radii: match ["rx", "ry", "rz"].map(|name| reader.number(name)) {
                [Some(x), Some(y), Some(z)] => [x, y, z],
                _ => reader
                    .point("rv")
                    .or_else(|| reader.point("size"))
                    .or_else(|| Some(reader.point("dv")?.map(|d| 0.5 * d)))?,
            },
        },
        Form::HalfSpace => half_space(row, reader)?,
        Form::Triangle if reader.values.contains_key("pts") => triangle_of(reader)?,
        Form::Triangle => Shape::Triangle { points: [reader.point("a")?, reader.point("b")?, reader.point("c")?] },
        Form::Segment if reader.values.contains_key("pts") => {
            let points = reader.points(2)?;
            Shape::Segment { points: [point_at(&points, 0)?, point_at(&points, 1).filter(|_| points.len() == 2)?] }
        }
        Form::Segment => Shape::Segment { points: [reader.point("a")?, reader.point("b")?] },
        Form::Mesh => mesh(reader).filter(|_| !plane)?,
        Form::Hull | Form::Polygon => hull(reader, plane)?,
        Form::Swept => swept_ball(reader, pose)?,
        Form::Balls => hull_of_balls(reader, pose, plane)?,
        Form::Stadium => stadium(reader)?,
    })
}

/// Builds a half-space; without arguments, it is solid below the ground plane of its library.
fn half_space(row: &Row, reader: &Reader) -> Option<Shape> {
    if reader.values.contains_key("at") {
        return None;
    }
    let (normal, offset) = match (row.arguments, row.libraries) {
        ("", "physx") => ([1.0, 0.0, 0.0], 0.0),
        ("", "p2") => ([0.0, 1.0, 0.0], 0.0),
        ("", _) => ([0.0, 0.0, 1.0], 0.0),
        (_, "mujoco") => ([0.0, 0.0, 1.0], 0.0),
        _ => reader.normal()?,
    };
    Some(Shape::HalfSpace { normal, offset })
}

/// Builds the hull of a list of points.
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
        let points: Vec<[f64; 2]> = points.iter().map(|p| Some([*p.first()?, *p.get(1)?])).collect::<Option<_>>()?;
        let centered = reader.values.contains_key("centered");
        Shape::Polygon { points: if centered { about_centroid(&points)? } else { points } }
    } else {
        Shape::Polytope { points: points.into_iter().map(|p| p.try_into().ok()).collect::<Option<_>>()? }
    })
}

/// Builds a triangle mesh from vertices and indices.
fn mesh(reader: &Reader) -> Option<Shape> {
    let vertices: Vec<[f64; 3]> =
        reader.points(3)?.into_iter().map(|point| point.try_into().ok()).collect::<Option<_>>()?;
    let triangles = reader.triangles(vertices.len())?;
    let all = triangles.len();
    let (mesh, skipped) = Shape::triangle_mesh(vertices, triangles)?;
    (skipped == 0 && all > 0).then_some(mesh)
}

/// Builds a capsule between the two end points in the arguments, as [`capsule_between`] does.
fn swept_ball(reader: &Reader, pose: &mut Pose) -> Option<Shape> {
    let (a, b) = match reader.values.get("segment") {
        Some(segment) => match segment.items() {
            [(_, a), (_, b)] => (a.vector()?, b.vector()?),
            _ => return None,
        },
        None => (reader.point("a")?, reader.point("b")?),
    };
    capsule_between(a, b, reader.radius(0)?, pose)
}

/// Returns a point of a list; z = 0 for a planar one.
fn point_at(points: &[Vec<f64>], k: usize) -> Option<[f64; 3]> {
    let point = points.get(k)?;
    Some([*point.first()?, *point.get(1)?, point.get(2).copied().unwrap_or(0.0)])
}

/// Builds the convex hull of balls of one radius around points; with radius 0, the hull of the points.
fn hull_of_balls(reader: &Reader, pose: &mut Pose, plane: bool) -> Option<Shape> {
    let points = reader.points(if plane { 2 } else { 3 })?;
    if reader.number("count").is_some_and(|count| count != points.len() as f64) {
        return None;
    }
    let radius = match reader.values.get("radii") {
        Some(radii) => {
            let all: Vec<f64> = radii.items().iter().filter_map(|(_, radius)| radius.number()).collect();
            let equal = all.len() == points.len() && all.iter().all(|radius| *radius == all[0]);
            *all.first().filter(|_| equal)?
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

/// Checks that a size is one that scenes allow: positive, finite and below the limit of lengths.
fn check_size(value: f64) -> Result<(), String> {
    checked_length(value)?;
    match value {
        x if x < 0.0 => Err(format!("a size must not be negative, but is {x}")),
        0.0 => Err(String::from("a size must not be 0")),
        _ => Ok(()),
    }
}

/// Checks the sizes of a shape.
///
/// # Errors
/// Returns the rule that a size breaks.
fn check_sizes(shape: &Shape) -> Result<(), String> {
    let sizes = match shape {
        Shape::Sphere { radius } | Shape::Circle { radius } => vec![*radius],
        Shape::Box { half_extents } => half_extents.to_vec(),
        Shape::Rectangle { half_extents } => half_extents.to_vec(),
        Shape::Ellipsoid { radii } => radii.to_vec(),
        Shape::Cylinder { radius, half_height, .. } | Shape::Cone { radius, half_height, .. } => {
            vec![*radius, *half_height]
        }
        Shape::Capsule { radius, half_height, .. } => {
            // A capsule with a half height of 0 is a sphere.
            if *half_height != 0.0 {
                check_size(*half_height)?;
            }
            vec![*radius]
        }
        Shape::HalfSpace { normal, offset } => {
            checked_length(*offset)?;
            normal.iter().try_for_each(|x| checked_length(*x).map(|_| ()))?;
            return if *normal == [0.0; 3] {
                Err(String::from("the normal of a half-space must not be 0"))
            } else {
                Ok(())
            };
        }
        Shape::Inflate { radius, shape } => {
            check_sizes(shape)?;
            vec![*radius]
        }
        Shape::Polygon { points } => return points.iter().flatten().try_for_each(|x| checked_length(*x).map(|_| ())),
        Shape::Segment { .. }
        | Shape::Triangle { .. }
        | Shape::Polytope { .. }
        | Shape::Mesh { .. }
        | Shape::Affine { .. }
        | Shape::Compound { .. }
        | Shape::TriangleMesh { .. }
        | Shape::HeightField { .. } => Vec::new(),
    };
    sizes.into_iter().try_for_each(check_size)?;
    shape.points().into_iter().flatten().flatten().try_for_each(|x| checked_length(x).map(|_| ()))
}
