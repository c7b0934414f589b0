//! Batch requests about one body: its mass properties (operation `mass`), or its intersection with a ray (`ray`).

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

use super::schemas::{LineBody, schema_of};
use super::{Placed, Rotation, dimension_of, read_body, static_scene};
use crate::deserialize;
use crate::error::TextError;
use crate::limits::MAGNITUDE;
use crate::model::{Algorithm, Ask, Body, Dimension, Query, Scene, Shape};
use crate::path::Path;
use crate::tree::Node;
use crate::{flat, rules, schema};

/// Request for the mass properties of a body, in the body's own frame.
#[derive(Clone, Debug, PartialEq)]
pub struct MassLine {
    /// Dimension, 2 or 3.
    pub dim: u8,
    /// Shape with uniform density. In the plane a `sphere` is a circle, a `box` a rectangle and a `polytope` a polygon.
    pub shape: Shape,
    /// Radius of a ball added to the shape, meters.
    pub margin: f64,
    /// Density, kg/m³, in the plane kg/m²; positive, 1 if absent.
    pub density: f64,
}

/// Request for the first intersection of a ray with a body.
#[derive(Clone, Debug, PartialEq)]
pub struct RayLine {
    /// Dimension, 2 or 3.
    pub dim: u8,
    /// Start of the ray, meters, world frame; z = 0 in the plane.
    pub origin: [f64; 3],
    /// Direction of the ray, of any length but 0; z = 0 in the plane.
    pub direction: [f64; 3],
    /// End of the ray, in multiples of the direction; at least 0, 1 if absent.
    pub t_max: f64,
    /// Body that the ray is cast at, with its pose; without velocities.
    pub b: Placed,
}

/// Fields of a ray request, for its schema; the body is read by [`read_body`], as in other lines.
#[derive(Deserialize, schemars::JsonSchema)]
struct WrittenRay {
    origin: Vec<f64>,
    direction: Vec<f64>,
    #[serde(default = "default_factor")]
    #[schemars(range(min = 0.0))]
    t_max: f64,
    #[allow(dead_code, reason = "read with its place")]
    b: LineBody,
}

/// Default of `t_max` and of `density`: the ray ends after one length of its direction, and the mass is the volume.
fn default_factor() -> f64 {
    1.0
}

/// Fields of a mass request, with absent ones replaced by defaults.
#[derive(Deserialize, schemars::JsonSchema)]
struct WrittenMass {
    shape: Shape,
    #[serde(default)]
    #[schemars(range(min = 0.0))]
    margin: f64,
    #[serde(default = "default_factor")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    density: f64,
}

/// Schema of a request for mass properties.
static MASS_SCHEMA: LazyLock<Value> = LazyLock::new(schema_of::<WrittenMass>);

/// Schema of a ray request, whose body has no velocities.
static RAY_SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let mut schema = schema_of::<WrittenRay>();
    if let Some(fields) = schema["$defs"]["Written"]["properties"].as_object_mut() {
        fields.remove("velocity");
        fields.remove("angular_velocity");
    }
    schema
});

/// Reads a request for mass properties.
pub(super) fn read_mass(root: &mut Node, dim: u8) -> Result<MassLine, TextError> {
    if dim == 2
        && let Some(shape) = root.field_mut("shape")
    {
        flat::flatten_shape(shape, &Path::Field(&Path::Top, "shape"))?;
    }
    schema::check_against(&MASS_SCHEMA, root)?;
    let WrittenMass { shape, margin, density } = deserialize::from_node(root)?;
    rules::check_half_spaces(&shape, true).map_err(|error| root.fault(error.inside("shape")))?;
    if dim == 3 && rules::is_planar(&shape) {
        let message = "is a planar shape, which needs `\"dim\": 2` in the line";
        return Err(TextError::new(root.locate("shape.type"), "shape.type", message));
    }
    rules::parts::check(&shape, "shape", dimension_of(dim)).map_err(|fault| root.fault(fault))?;
    Ok(MassLine { dim, shape, margin, density })
}

/// Reads a request for the intersection with a ray.
pub(super) fn read_ray(root: &mut Node, dim: u8) -> Result<RayLine, TextError> {
    if dim == 2 {
        flat::flatten_bodies(root)?;
    }
    schema::check_against(&RAY_SCHEMA, root)?;
    let WrittenRay { origin, direction, t_max, .. } = deserialize::from_node(root)?;
    let origin = flat::vector(&origin, dim, "origin").map_err(|fault| root.fault(fault))?;
    let direction = flat::vector(&direction, dim, "direction").map_err(|fault| root.fault(fault))?;
    if direction == [0.0; 3] {
        return Err(TextError::new(root.locate("direction"), "direction", "must not be the zero vector"));
    }
    Ok(RayLine { dim, origin, direction, t_max, b: read_body(root, dim, "b")? })
}

impl RayLine {
    /// Dimension of the ray.
    pub fn dimension(&self) -> Dimension {
        dimension_of(self.dim)
    }

    /// Converts to the body `b` of a scene, with its pose.
    pub fn body(&self) -> Body {
        let Placed { shape, position, rotation, margin, .. } = &self.b;
        Body { position: *position, rotation: rotation.quaternion(), margin: *margin, ..Body::new("b", shape.clone()) }
    }

    /// Returns the request with the body's shape replaced. `pose` also replaces the body's pose, if there is one:
    /// position (meters, world frame) and quaternion x, y, z, w from the body's frame to the world.
    pub fn placed(&self, shape: Shape, pose: Option<([f64; 3], [f64; 4])>) -> Self {
        let b = Placed { shape, ..self.b.clone() };
        let b = match pose {
            Some((position, quaternion)) => Placed { position, rotation: Rotation::Quaternion(quaternion), ..b },
            None => b,
        };
        Self { b, ..self.clone() }
    }

    /// Returns a scene of the body with a query for the ray.
    pub(super) fn scene(&self, name: &str) -> Scene {
        let mut ask = Algorithm::Ray.of("b", "");
        if let Ask::Ray { options, .. } = &mut ask {
            options.origin = Some(self.origin);
            options.direction = Some(self.direction);
            options.t_max = Some(self.t_max.min(MAGNITUDE));
        }
        static_scene(name, self.dim, vec![self.body()], Some(Query::new("ray", ask)))
    }
}

impl MassLine {
    /// Dimension of the body.
    pub fn dimension(&self) -> Dimension {
        dimension_of(self.dim)
    }

    /// Converts to the body of a scene, at the origin.
    pub fn body(&self) -> Body {
        Body { margin: self.margin, ..Body::new("body", self.shape.clone()) }
    }

    /// Returns a scene of the body without a query: no algorithm of scenes computes mass properties.
    pub(super) fn scene(&self, name: &str) -> Scene {
        static_scene(name, self.dim, vec![self.body()], None)
    }
}
