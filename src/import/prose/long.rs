//! Builds capsules, cylinders and cones from the attributes that a sentence states: two ends, or a height along an
//! axis.

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;
use glam::DVec3;

use super::keys::{Caps, Kind};
use super::shape::{BodyAttributes, BuiltBody, positive};
use crate::pose::{self, IDENTITY_ROTATION, Pose};

/// Axes of shapes, by their index.
const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

/// Error of an axis of length 0.
const ZERO_AXIS: &str = "the axis of this body must not be zero";

/// Sine of the angle up to which two axes count as parallel, because numbers in a text are rounded.
const PARALLEL: f64 = 1e-6;

/// Axis of a shape in its own frame, and the rotation that takes the axis to its direction in the world.
struct ShapeAxis {
    /// Index of the coordinate axis.
    axis: usize,
    rotation: [f64; 4],
}

/// Returns the coordinate axis along a direction without a rotation or, for a direction along no coordinate axis, z
/// with the rotation onto it. With `is_signed`, a negative coordinate axis needs a rotation too.
fn shape_axis(direction: [f64; 3], is_signed: bool) -> Result<ShapeAxis, String> {
    let nonzero: Vec<usize> = (0..3).filter(|axis| direction[*axis] != 0.0).collect();
    match nonzero[..] {
        [axis] if !is_signed || direction[axis] > 0.0 => Ok(ShapeAxis { axis, rotation: IDENTITY_ROTATION }),
        [] => Err(ZERO_AXIS.to_owned()),
        _ => {
            let rotation = pose::z_onto(direction).ok_or(ZERO_AXIS)?;
            Ok(ShapeAxis { axis: 2, rotation })
        }
    }
}

/// Removes and returns the axis of a body with its rotation.
fn take_axis(body: &mut BodyAttributes) -> Result<ShapeAxis, String> {
    let named: Option<[f64; 3]> = body.take(Kind::Axis).and_then(|value| value.try_into().ok());
    let upright = match body.take(Kind::Upright) {
        Some(_) => {
            let up = body.up.ok_or("which axis points up? Write `z is up`, or the axis of the body")?;
            let mut direction = [0.0; 3];
            direction[up] = 1.0;
            Some(direction)
        }
        None => None,
    };
    match (named, upright) {
        (Some(named), Some(upright)) if named != upright => {
            Err("this body is upright, but its axis does not point up; keep one of them".to_owned())
        }
        (Some(direction), _) | (None, Some(direction)) => shape_axis(direction, false),
        (None, None) => Err("along which axis is this body? Write `axis along z`, or give its end points".to_owned()),
    }
}

/// Removes the axis of a body whose ends are given, and checks that it is parallel to the line through them.
fn check_axis(body: &mut BodyAttributes, direction: [f64; 3]) -> Result<(), String> {
    let named: Option<[f64; 3]> = body.take(Kind::Axis).and_then(|value| value.try_into().ok());
    let Some(named) = named else { return Ok(()) };
    let direction = DVec3::from_array(direction);
    let named = DVec3::from_array(named);
    if named.cross(direction).length() <= PARALLEL * named.length() * direction.length() {
        return Ok(());
    }
    Err("the axis and the ends of this body contradict each other; give only the ends".to_owned())
}

/// Removes and returns the two ends of a body; `None` if they are not stated.
fn take_ends(body: &mut BodyAttributes) -> Result<Option<[[f64; 3]; 2]>, String> {
    match body.points()? {
        None => Ok(None),
        Some(points) => {
            let question = "which are the two ends of this body? Write `from (x, y, z) to (x, y, z)`";
            points.try_into().map(Some).map_err(|_| question.to_owned())
        }
    }
}

/// Removes the pose of a body between two points, and checks that it adds nothing; `middle` is the midpoint of the
/// points.
fn check_pose(body: &mut BodyAttributes, middle: [f64; 3]) -> Result<(), String> {
    let position = body.point(Kind::Position)?.unwrap_or(middle);
    let rotation = body.rotation().unwrap_or(IDENTITY_ROTATION);
    if position != middle || rotation != IDENTITY_ROTATION {
        return Err("the ends and the pose of this body contradict each other; give only the ends".to_owned());
    }
    Ok(())
}

/// Returns the midpoint of two points.
fn middle([a, b]: [[f64; 3]; 2]) -> [f64; 3] {
    [0, 1, 2].map(|axis| 0.5 * (a[axis] + b[axis]))
}

/// Removes and returns half the height of a body without its round ends, meters. `radius` is that of the round ends;
/// `None` if the ends are flat.
fn take_half_height(body: &mut BodyAttributes, radius: Option<f64>) -> Result<f64, String> {
    let mut halves = Vec::new();
    for caps in [Caps::Unsaid, Caps::Included, Caps::Excluded] {
        if let Some(height) = body.number(Kind::Height(caps)) {
            halves.push(half_without_caps(0.5 * height, caps, radius)?);
        }
        if let Some(half_height) = body.number(Kind::HalfHeight(caps)) {
            halves.push(half_without_caps(half_height, caps, radius)?);
        }
    }
    match halves[..] {
        // A capsule of height 0 is a sphere.
        [half] if radius.is_some() && half == 0.0 => Ok(half),
        [half] => positive(half),
        [] => Err("what is the height of this body?".to_owned()),
        _ => Err("this body has several heights; keep one of them".to_owned()),
    }
}

/// Returns half the height without round ends; `half_height` includes the ends as `caps` says, and `radius` is that of
/// the ends, `None` if they are flat.
fn half_without_caps(half_height: f64, caps: Caps, radius: Option<f64>) -> Result<f64, String> {
    let Some(radius) = radius else {
        if caps == Caps::Excluded {
            return Err("a cylinder has no round ends".to_owned());
        }
        return Ok(half_height);
    };
    match caps {
        Caps::Included => Ok(half_height - radius),
        Caps::Excluded => Ok(half_height),
        Caps::Unsaid => {
            let question = "does this height include the round ends? Write `total height`, or `height without caps`";
            Err(question.to_owned())
        }
    }
}

/// Builds a capsule from its ends, or from its height along an axis.
pub(super) fn capsule(body: &mut BodyAttributes) -> Result<BuiltBody, String> {
    let radius = body.radius()?;
    if let Some([a, b]) = take_ends(body)? {
        check_axis(body, [0, 1, 2].map(|axis| b[axis] - a[axis]))?;
        let middle = middle([a, b]);
        check_pose(body, middle)?;
        // A capsule along a coordinate axis keeps the numbers of the text; others are segments inflated by the radius.
        let differing_axes: Vec<usize> = (0..3).filter(|axis| a[*axis] != b[*axis]).collect();
        let (shape, pose) = match differing_axes[..] {
            [] => return Err("the two ends of this capsule coincide".to_owned()),
            [axis] if !body.plane => {
                let half_height = 0.5 * (b[axis] - a[axis]).abs();
                (Shape::Capsule { radius, half_height, axis: AXES[axis] }, Pose::at(middle))
            }
            _ => (inflated(radius, [a, b]), Pose::default()),
        };
        return Ok(BuiltBody { shape, pose, is_placed: true });
    }
    let half_height = take_half_height(body, Some(radius))?;
    let ShapeAxis { axis, rotation } = take_axis(body)?;
    if body.plane {
        let mut end = [0.0; 3];
        end[axis] = half_height;
        return body.placed(inflated(radius, [end.map(|x| 0.0 - x), end]));
    }
    place_with_axis(body, Shape::Capsule { radius, half_height, axis: AXES[axis] }, rotation)
}

/// Returns a segment that is inflated by a radius, a capsule in any direction.
fn inflated(radius: f64, points: [[f64; 3]; 2]) -> Shape {
    Shape::Inflate { radius, shape: Box::new(Shape::Segment { points }) }
}

/// Removes the pose of a body, and returns the shape at it with the rotation of its axis.
fn place_with_axis(body: &mut BodyAttributes, shape: Shape, rotation: [f64; 4]) -> Result<BuiltBody, String> {
    let mut built = body.placed(shape)?;
    if rotation != IDENTITY_ROTATION {
        if built.pose.rotation != IDENTITY_ROTATION {
            let question = "is the axis of this body given before or after its rotation? Give only the final axis";
            return Err(question.to_owned());
        }
        built.pose.rotation = rotation;
    }
    Ok(built)
}

/// Builds a cylinder from its ends, or from its height along an axis.
pub(super) fn cylinder(body: &mut BodyAttributes) -> Result<BuiltBody, String> {
    if body.plane {
        return Err("cylinders are not supported in 2D".to_owned());
    }
    let radius = body.radius()?;
    if let Some([a, b]) = take_ends(body)? {
        check_axis(body, [0, 1, 2].map(|axis| b[axis] - a[axis]))?;
        let middle = middle([a, b]);
        check_pose(body, middle)?;
        let direction = DVec3::from_array(b) - DVec3::from_array(a);
        let ShapeAxis { axis, rotation } = shape_axis(direction.to_array(), false)?;
        let shape = Shape::Cylinder { radius, half_height: 0.5 * direction.length(), axis: AXES[axis] };
        return Ok(BuiltBody { shape, pose: Pose { position: middle, rotation }, is_placed: true });
    }
    let half_height = take_half_height(body, None)?;
    // With an axis in a negative direction, the base may be at either end.
    let is_down = body.values.iter().any(|(kind, value)| *kind == Kind::Axis && value.iter().any(|x| *x < 0.0));
    let ShapeAxis { axis, rotation } = take_axis(body)?;
    let base = body.point(Kind::Base)?;
    if base.is_some() && is_down {
        return Err("where is the center of this cylinder? Write `at (x, y, z)` instead of its base".to_owned());
    }
    let mut built = place_with_axis(body, Shape::Cylinder { radius, half_height, axis: AXES[axis] }, rotation)?;
    if let Some(base) = base {
        if built.is_placed || built.pose.rotation != IDENTITY_ROTATION {
            return Err("the base and the pose of this cylinder contradict each other; keep one of them".to_owned());
        }
        built.pose.position = base;
        built.pose.position[axis] += half_height;
        built.is_placed = true;
    }
    Ok(built)
}

/// Builds a cone from its apex and the center of its base.
pub(super) fn cone(body: &mut BodyAttributes) -> Result<BuiltBody, String> {
    let radius = body.radius()?;
    let apex = body.point(Kind::Apex)?;
    let base = body.point(Kind::Base)?;
    let [Some(apex), Some(base)] = [apex, base] else {
        let question = "where are the apex and the base of this cone? Write `apex (x, y, z), base center (x, y, z)`";
        return Err(question.to_owned());
    };
    if body.plane {
        return Err("cones are not supported in 2D".to_owned());
    }
    check_pose(body, middle([apex, base]))?;
    let direction = DVec3::from_array(apex) - DVec3::from_array(base);
    let length = direction.length();
    if let Some(height) = body.number(Kind::Height(Caps::Unsaid)).filter(|height| *height != length) {
        return Err(format!("the height of this cone is {height}, but its apex is {length} from its base"));
    }
    check_axis(body, direction.to_array())?;
    let ShapeAxis { axis, rotation } = shape_axis(direction.to_array(), true)?;
    let shape = Shape::Cone { radius, half_height: 0.5 * length, axis: AXES[axis] };
    Ok(BuiltBody { shape, pose: Pose { position: middle([apex, base]), rotation }, is_placed: true })
}
