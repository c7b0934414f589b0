//! Capsules, cylinders and cones in sentences: from their ends, or from a height along an axis.

use glam::DVec3;

use super::keys::{Caps, Kind};
use super::shape::{Built, Form, positive};
use crate::ask::Axis;
use crate::import::pose::{self, IDENTITY_ROTATION, Pose};
use crate::scene::model::Shape;

/// Axes of shapes, by their index.
const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

/// Error of an axis of length 0.
const ZERO_AXIS: &str = "the axis of this body must not be zero";

/// Axis of a shape in its own frame, and the rotation that takes the axis to its direction in the world.
struct Directed {
    /// Index of the coordinate axis.
    axis: usize,
    rotation: [f64; 4],
}

/// Returns the coordinate axis along a direction, without a rotation; for any other direction, z with the rotation onto
/// it. With `is_signed`, a negative coordinate axis counts as another direction.
fn directed(direction: [f64; 3], is_signed: bool) -> Result<Directed, String> {
    let along: Vec<usize> = (0..3).filter(|k| direction[*k] != 0.0).collect();
    match along[..] {
        [axis] if !is_signed || direction[axis] > 0.0 => Ok(Directed { axis, rotation: IDENTITY_ROTATION }),
        [] => Err(ZERO_AXIS.to_owned()),
        _ => {
            let rotation = pose::z_onto(direction).ok_or(ZERO_AXIS)?;
            Ok(Directed { axis: 2, rotation })
        }
    }
}

/// Removes the axis of a body, with its rotation.
fn axis(form: &mut Form) -> Result<Directed, String> {
    let named: Option<[f64; 3]> = form.take(Kind::Axis).and_then(|value| value.try_into().ok());
    let upright = match form.take(Kind::Upright) {
        Some(_) => {
            let up = form.up.ok_or("which axis points up? Write `z is up`, or the axis of the body")?;
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
        (Some(direction), _) | (None, Some(direction)) => directed(direction, false),
        (None, None) => Err("along which axis is this body? Write `axis along z`, or give its end points".to_owned()),
    }
}

/// Removes the axis of a body whose ends are given, which must be parallel to the line through them.
fn check_axis(form: &mut Form, direction: [f64; 3]) -> Result<(), String> {
    let named: Option<[f64; 3]> = form.take(Kind::Axis).and_then(|value| value.try_into().ok());
    let Some(named) = named else { return Ok(()) };
    let direction = DVec3::from_array(direction);
    let named = DVec3::from_array(named);
    match named.cross(direction).length() <= 1e-6 * named.length() * direction.length() {
        true => Ok(()),
        false => Err("the axis and the ends of this body contradict each other; give only the ends".to_owned()),
    }
}

/// Removes the two ends of a body.
fn ends(form: &mut Form) -> Result<Option<[[f64; 3]; 2]>, String> {
    match form.points()? {
        None => Ok(None),
        Some(points) => {
            let question = "which are the two ends of this body? Write `from (x, y, z) to (x, y, z)`";
            points.try_into().map(Some).map_err(|_| question.to_owned())
        }
    }
}

/// Checks that a body between two points has no further pose.
fn unposed(form: &mut Form, middle: [f64; 3]) -> Result<(), String> {
    let position = form.point(Kind::Position)?.unwrap_or(middle);
    let rotation = form.rotation().unwrap_or(IDENTITY_ROTATION);
    if position != middle || rotation != IDENTITY_ROTATION {
        return Err("the ends and the pose of this body contradict each other; give only the ends".to_owned());
    }
    Ok(())
}

/// Returns the midpoint of two points.
fn middle([a, b]: [[f64; 3]; 2]) -> [f64; 3] {
    [0, 1, 2].map(|k| 0.5 * (a[k] + b[k]))
}

/// Removes and returns half the height of a body, without its round ends of this radius; `None` if the ends are flat.
fn half_height(form: &mut Form, radius: Option<f64>) -> Result<f64, String> {
    let question = "does this height include the round ends? Write `total height`, or `height without caps`";
    let mut all = Vec::new();
    for said in [Caps::Unsaid, Caps::Included, Caps::Excluded] {
        for (kind, factor) in [(Kind::Height(said), 0.5), (Kind::HalfHeight(said), 1.0)] {
            let Some(value) = form.number(kind) else { continue };
            all.push(match (said, radius) {
                (Caps::Unsaid, Some(_)) => return Err(question.to_owned()),
                (Caps::Included, Some(radius)) => factor * value - radius,
                (Caps::Excluded, None) => return Err("a cylinder has no round ends".to_owned()),
                _ => factor * value,
            });
        }
    }
    match all[..] {
        [half] if radius.is_some() && half == 0.0 => Ok(half),
        [half] => positive(half),
        [] => Err("what is the height of this body?".to_owned()),
        _ => Err("this body has several heights; keep one of them".to_owned()),
    }
}

/// Builds a capsule from its ends, or from its height along an axis.
pub(super) fn capsule(form: &mut Form) -> Result<Built, String> {
    let radius = form.radius()?;
    if let Some([a, b]) = ends(form)? {
        check_axis(form, [0, 1, 2].map(|k| b[k] - a[k]))?;
        let middle = middle([a, b]);
        unposed(form, middle)?;
        let along: Vec<usize> = (0..3).filter(|k| a[*k] != b[*k]).collect();
        let (shape, pose) = match along[..] {
            [] => return Err("the two ends of this capsule coincide".to_owned()),
            [k] if !form.plane => {
                let half_height = 0.5 * (b[k] - a[k]).abs();
                (Shape::Capsule { radius, half_height, axis: AXES[k] }, Pose::at(middle))
            }
            _ => (inflated(radius, [a, b]), Pose::default()),
        };
        return Ok(Built { shape, pose, is_placed: true });
    }
    let half_height = half_height(form, Some(radius))?;
    let Directed { axis, rotation } = axis(form)?;
    if form.plane {
        let mut end = [0.0; 3];
        end[axis] = half_height;
        return form.placed(inflated(radius, [end.map(|x| 0.0 - x), end]));
    }
    directed_body(form, Shape::Capsule { radius, half_height, axis: AXES[axis] }, rotation)
}

/// Segment with a ball around each of its points.
fn inflated(radius: f64, points: [[f64; 3]; 2]) -> Shape {
    Shape::Inflate { radius, shape: Box::new(Shape::Segment { points }) }
}

/// Removes the pose of a shape whose axis has a rotation of its own.
fn directed_body(form: &mut Form, shape: Shape, rotation: [f64; 4]) -> Result<Built, String> {
    let mut built = form.placed(shape)?;
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
pub(super) fn cylinder(form: &mut Form) -> Result<Built, String> {
    if form.plane {
        return Err("cylinders are not supported in 2D".to_owned());
    }
    let radius = form.radius()?;
    if let Some([a, b]) = ends(form)? {
        check_axis(form, [0, 1, 2].map(|k| b[k] - a[k]))?;
        let middle = middle([a, b]);
        unposed(form, middle)?;
        let direction = DVec3::from_array(b) - DVec3::from_array(a);
        let Directed { axis, rotation } = directed(direction.to_array(), false)?;
        let shape = Shape::Cylinder { radius, half_height: 0.5 * direction.length(), axis: AXES[axis] };
        return Ok(Built { shape, pose: Pose { position: middle, rotation }, is_placed: true });
    }
    let half_height = half_height(form, None)?;
    let is_down = form.values.iter().any(|(kind, value)| *kind == Kind::Axis && value.iter().any(|x| *x < 0.0));
    let Directed { axis, rotation } = axis(form)?;
    let base = form.point(Kind::Base)?;
    if base.is_some() && is_down {
        return Err("where is the center of this cylinder? Write `at (x, y, z)` instead of its base".to_owned());
    }
    let mut built = directed_body(form, Shape::Cylinder { radius, half_height, axis: AXES[axis] }, rotation)?;
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
pub(super) fn cone(form: &mut Form) -> Result<Built, String> {
    let radius = form.radius()?;
    let apex = form.point(Kind::Apex)?;
    let base = form.point(Kind::Base)?;
    let Some([apex, base]) = apex.zip(base).map(<[_; 2]>::from) else {
        let question = "where are the apex and the base of this cone? Write `apex (x, y, z), base center (x, y, z)`";
        return Err(question.to_owned());
    };
    if form.plane {
        return Err("cones are not supported in 2D".to_owned());
    }
    unposed(form, middle([apex, base]))?;
    let direction = DVec3::from_array(apex) - DVec3::from_array(base);
    let length = direction.length();
    if let Some(height) = form.number(Kind::Height(Caps::Unsaid)).filter(|height| *height != length) {
        return Err(format!("the height of this cone is {height}, but its apex is {length} from its base"));
    }
    check_axis(form, direction.to_array())?;
    let Directed { axis, rotation } = directed(direction.to_array(), true)?;
    let shape = Shape::Cone { radius, half_height: 0.5 * length, axis: AXES[axis] };
    Ok(Built { shape, pose: Pose { position: middle([apex, base]), rotation }, is_placed: true })
}
