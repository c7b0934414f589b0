//! Capsules, cylinders and cones in sentences: from their ends, or from a height along an axis.

use glam::DVec3;

use super::keys::{Caps, Kind};
use super::shape::{Built, Form, positive};
use crate::ask::Axis;
use crate::import::pose::{self, IDENTITY_ROTATION, Pose};
use crate::scene::model::Shape;

/// Axes of shapes, by their index.
const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

/// Axis of a shape, and the rotation that takes the axis to its direction.
struct Directed {
    axis: usize,
    rotation: [f64; 4],
}

/// Returns the axis along a direction; only a negative direction of a coordinate is kept if `is_signed`.
fn directed(direction: [f64; 3], is_signed: bool) -> Result<Directed, String> {
    let along: Vec<usize> = (0..3).filter(|k| direction[*k] != 0.0).collect();
    match along[..] {
        [axis] if !is_signed || direction[axis] > 0.0 => Ok(Directed { axis, rotation: IDENTITY_ROTATION }),
        [] => Err("its axis has no direction".to_owned()),
        _ => {
            let rotation = pose::z_onto(direction).ok_or("its axis has no direction")?;
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
        (Some(named), Some(upright)) if named != upright => Err("its axis is not upright".to_owned()),
        (Some(direction), _) | (None, Some(direction)) => directed(direction, false),
        (None, None) => Err("along which axis is it? Write `axis along z`, or give its end points".to_owned()),
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
        false => Err("its axis and its ends contradict each other".to_owned()),
    }
}

/// Removes the two ends of a body.
fn ends(form: &mut Form) -> Result<Option<[[f64; 3]; 2]>, String> {
    match form.points()? {
        None => Ok(None),
        Some(points) => points.try_into().map(Some).map_err(|_| "which are its two ends?".to_owned()),
    }
}

/// Checks that a body between two points has no further pose.
fn unposed(form: &mut Form, middle: [f64; 3]) -> Result<(), String> {
    let position = form.point(Kind::Position)?.unwrap_or(middle);
    let rotation = form.rotation().unwrap_or(IDENTITY_ROTATION);
    if position != middle || rotation != IDENTITY_ROTATION {
        return Err("its ends and its pose contradict each other".to_owned());
    }
    Ok(())
}

fn middle([a, b]: [[f64; 3]; 2]) -> [f64; 3] {
    [0, 1, 2].map(|k| 0.5 * (a[k] + b[k]))
}

/// Removes half the height of a body; `radius` is that of its round ends.
fn half_height(form: &mut Form, radius: Option<f64>) -> Result<f64, String> {
    let question = "does its height include the round ends? Write `total height`, or `height without caps`";
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
        [] => Err("what is its height?".to_owned()),
        _ => Err("it has several heights".to_owned()),
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
            [] => return Err("its ends coincide".to_owned()),
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
            return Err("is its axis given before or after the rotation?".to_owned());
        }
        built.pose.rotation = rotation;
    }
    Ok(built)
}

/// Builds a cylinder from its ends, or from its height along an axis.
pub(super) fn cylinder(form: &mut Form) -> Result<Built, String> {
    if form.plane {
        return Err("a cylinder is no shape of the plane".to_owned());
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
        return Err("where is its centre?".to_owned());
    }
    let mut built = directed_body(form, Shape::Cylinder { radius, half_height, axis: AXES[axis] }, rotation)?;
    if let Some(base) = base {
        if built.is_placed || built.pose.rotation != IDENTITY_ROTATION {
            return Err("its base and its pose contradict each other".to_owned());
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
        return Err("where are its apex and the centre of its base?".to_owned());
    };
    if form.plane {
        return Err("a cone is no shape of the plane".to_owned());
    }
    unposed(form, middle([apex, base]))?;
    let direction = DVec3::from_array(apex) - DVec3::from_array(base);
    let length = direction.length();
    if let Some(height) = form.number(Kind::Height(Caps::Unsaid)).filter(|height| *height != length) {
        return Err(format!("its height is {height}, its apex is {length} above its base"));
    }
    check_axis(form, direction.to_array())?;
    let Directed { axis, rotation } = directed(direction.to_array(), true)?;
    let shape = Shape::Cone { radius, half_height: 0.5 * length, axis: AXES[axis] };
    Ok(Built { shape, pose: Pose { position: middle([apex, base]), rotation }, is_placed: true })
}
