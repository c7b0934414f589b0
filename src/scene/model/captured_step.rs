//! Captured step of an engine, as a program wrote it, and the scene's bodies for it.

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Body, Part, Shape};
use crate::deserialize::unchecked;
use crate::limits::UNIT_ROUNDING;

/// Whole step of an engine, with the fields of a `step` line of a capture: bodies before and after it, contacts,
/// impulses and constraint rows. Queries with `audit` read the fields; the scene keeps them as they are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct CapturedStep(pub Map<String, Value>);

/// Names of shapes in captures that scenes call otherwise.
const OTHER_NAMES: [[&str; 2]; 3] = [["ball", "sphere"], ["hull", "polytope"], ["half_space", "halfspace"]];

/// Radius of the ball that replaces a body without a shape and without an inertia, meters.
const DEFAULT_RADIUS: f64 = 0.05;

/// Moment of a solid ball of 1 kg and radius 1 m, kg m².
const MOMENT_OF_BALL: f64 = 0.4;

impl CapturedStep {
    /// Returns the step as JSON text.
    pub fn to_text(&self) -> String {
        Value::Object(self.0.clone()).to_string()
    }

    /// Returns the bodies at their poses before the step, in the order of the capture. A body without a readable shape
    /// is a ball with the body's mass and largest moment.
    pub fn bodies(&self) -> Vec<Body> {
        self.0.get("bodies").and_then(Value::as_array).into_iter().flatten().filter_map(body_of).collect()
    }
}

/// Shape of a captured body, in the body's frame.
struct PlacedShape {
    shape: Shape,
    position: DVec3,
    rotation: DQuat,
    /// Radius of the ball that is added to the shape, meters.
    margin: f64,
    name: Option<String>,
}

/// Converts a captured body; `None` without a name.
fn body_of(value: &Value) -> Option<Body> {
    let name = value.get("name")?.as_str()?.to_owned();
    let shapes = value.get("shapes").and_then(Value::as_array);
    let shapes: Vec<PlacedShape> = shapes.into_iter().flatten().filter_map(placed_shape).collect();
    let mut body = match <[PlacedShape; 1]>::try_from(shapes) {
        Ok([single]) => single.into_body(name),
        Err(shapes) if shapes.is_empty() => Body::new(name, Shape::Sphere { radius: radius_of_equal_ball(value) }),
        Err(shapes) => body_of_several(name, shapes),
    };
    let before = value.get("before");
    let position = vector(before.and_then(|before| before.get("position")));
    let rotation = quaternion(before.and_then(|before| before.get("rotation")));
    body.set_pose(position.to_array(), rotation.to_array());
    Some(body)
}

/// Body of several shapes: a compound. A half-space cannot be part of one, so it is the whole body.
fn body_of_several(name: String, mut shapes: Vec<PlacedShape>) -> Body {
    if let Some(index) = shapes.iter().position(|placed| placed.shape.is_half_space()) {
        return shapes.swap_remove(index).into_body(name);
    }
    Body::new(name, Shape::Compound { parts: shapes.into_iter().map(PlacedShape::into_part).collect() })
}

impl PlacedShape {
    /// Body with this only shape.
    fn into_body(self, name: String) -> Body {
        if let Shape::HalfSpace { normal, offset } = self.shape {
            let normal = DVec3::from(normal);
            let offset = offset + (self.rotation * normal).dot(self.position);
            let normal = (self.rotation * normal).to_array();
            return Body { margin: self.margin, ..Body::new(name, Shape::HalfSpace { normal, offset }) };
        }
        if self.position == DVec3::ZERO && self.rotation == DQuat::IDENTITY {
            return Body { margin: self.margin, ..Body::new(name, self.shape) };
        }
        Body::new(name, Shape::Compound { parts: vec![self.into_part()] })
    }

    /// Child shape of a compound.
    fn into_part(self) -> Part {
        let shape = match self.margin {
            0.0 => self.shape,
            radius => Shape::Inflate { radius, shape: Box::new(self.shape) },
        };
        Part {
            name: self.name.filter(|name| (1..=200).contains(&name.chars().count())),
            shape,
            position: self.position.to_array(),
            rotation: self.rotation.to_array(),
        }
    }
}

/// Converts a shape of a captured body; `None` if a scene has no such shape.
fn placed_shape(value: &Value) -> Option<PlacedShape> {
    let mut shape = value.get("shape")?.clone();
    rename_shapes(&mut shape);
    Some(PlacedShape {
        shape: unchecked(&shape.to_string()).ok()?,
        position: vector(value.get("position")),
        rotation: quaternion(value.get("rotation")),
        margin: value.get("margin").and_then(Value::as_f64).unwrap_or(0.0).max(0.0),
        name: value.get("name").and_then(Value::as_str).map(str::to_owned),
    })
}

/// Replaces the names of shapes that scenes call otherwise, also of child shapes.
fn rename_shapes(shape: &mut Value) {
    match shape {
        Value::Object(fields) => {
            if let Some(Value::String(kind)) = fields.get_mut("type")
                && let Some([_, name]) = OTHER_NAMES.iter().find(|[other, _]| other == kind)
            {
                (*name).clone_into(kind);
            }
            fields.values_mut().for_each(rename_shapes);
        }
        Value::Array(items) => items.iter_mut().for_each(rename_shapes),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Three numbers; zero if they are absent.
fn vector(value: Option<&Value>) -> DVec3 {
    DVec3::from(numbers::<3>(value).unwrap_or_default())
}

/// Rotation of four numbers x, y, z, w, normalized if scenes would refuse its length; the identity if it is absent.
fn quaternion(value: Option<&Value>) -> DQuat {
    let Some(rotation) = numbers::<4>(value).map(DQuat::from_array) else { return DQuat::IDENTITY };
    let length = rotation.length();
    if length == 0.0 || (length - 1.0).abs() <= UNIT_ROUNDING {
        return if length == 0.0 { DQuat::IDENTITY } else { rotation };
    }
    rotation.normalize()
}

/// The numbers of a list with `N` items; `None` for any other value.
fn numbers<const N: usize>(value: Option<&Value>) -> Option<[f64; N]> {
    let items: Option<Vec<f64>> = value?.as_array()?.iter().map(Value::as_f64).collect();
    items?.try_into().ok()
}

/// Radius of the solid ball with the mass and the largest moment of a captured body, meters.
fn radius_of_equal_ball(body: &Value) -> f64 {
    let mass = body.get("mass").and_then(Value::as_f64);
    let inertia = body.get("inertia").and_then(Value::as_array).map(Vec::as_slice);
    let moments = inertia.unwrap_or_default().iter().enumerate().filter_map(|(axis, moment)| match moment {
        Value::Array(row) => row.get(axis).and_then(Value::as_f64),
        moment => moment.as_f64(),
    });
    let radius = moments.reduce(f64::max).zip(mass).map(|(moment, mass)| (moment / mass / MOMENT_OF_BALL).sqrt());
    radius.filter(|radius| radius.is_finite() && *radius > 0.0).unwrap_or(DEFAULT_RADIUS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bodies of a step with this list of bodies.
    fn bodies(list: &str) -> Vec<Body> {
        let step: CapturedStep = serde_json::from_str(&format!("{{\"bodies\": {list}}}")).unwrap();
        step.bodies()
    }

    #[test]
    fn bodies_of_a_step_have_the_poses_before_it() {
        let [ball, floor, link] = &bodies(
            r#"[{"name": "ball", "shapes": [{"shape": {"type": "ball", "radius": 0.5}, "margin": 0.01}],
                 "before": {"position": [0, 1, 0], "rotation": [0, 0, 0, 2]}},
                {"name": "floor", "shapes": [{"shape": {"type": "half_space", "normal": [0, 1, 0]}, "position": [0, 2, 0]}]},
                {"name": "link", "mass": 2, "inertia": [0.2, 0.2, 0.1]}]"#,
        )[..] else {
            panic!("three bodies")
        };
        assert_eq!((&ball.shape, ball.margin), (&Shape::Sphere { radius: 0.5 }, 0.01));
        assert_eq!((ball.position, ball.orientation()), ([0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]));
        assert_eq!(floor.shape, Shape::HalfSpace { normal: [0.0, 1.0, 0.0], offset: 2.0 });
        assert_eq!(link.shape, Shape::Sphere { radius: 0.5 });
    }

    #[test]
    fn several_shapes_are_a_compound() {
        let sphere = r#"{"shape": {"type": "sphere", "radius": 0.5}, "position": [1, 0, 0]}"#;
        let [body] = &bodies(&format!(r#"[{{"name": "two", "shapes": [{sphere}, {sphere}]}}]"#))[..] else { panic!() };
        let Shape::Compound { parts } = &body.shape else { panic!("{body:?}") };
        assert_eq!((parts.len(), parts[0].position), (2, [1.0, 0.0, 0.0]));
    }
}
