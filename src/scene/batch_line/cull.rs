//! Batch requests of the operation `cull`: the frustum culling of many boxes and balls. A line becomes a [`Culling`],
//! and that a scene with a culling query.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

use super::schemas::{COMMON, REMARKS};
use crate::deserialize;
use crate::error::{FieldError, TextError};
use crate::model::{Algorithm, Body, Frustum, FrustumForm, Query, Scene, Shape};
use crate::tree::Node;
use crate::{rules, schema};

/// Request for frustum culling: bodies and a frustum, with the numbers as the line has them.
#[derive(Clone, Debug, PartialEq)]
pub struct Culling {
    /// Frustum as a camera, a matrix or six planes.
    pub frustum: FrustumForm,
    /// Bodies to be culled.
    pub bodies: Vec<CullBody>,
}

/// Body of a culling line, world frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CullBody {
    /// Oriented box with a rotation.
    Box {
        /// Center, meters, world frame.
        center: [f64; 3],
        /// Half the side lengths, meters.
        half_extents: [f64; 3],
        /// Quaternion x, y, z, w from the box's axes to the world's, as the line has it: its length may differ from 1
        /// by 1e-3.
        rotation: [f64; 4],
    },
    /// Ball, without a rotation.
    Ball {
        /// Center, meters, world frame.
        center: [f64; 3],
        /// Radius of the ball, meters.
        radius: f64,
    },
}

/// Fields of a culling line as written.
#[derive(Deserialize, schemars::JsonSchema)]
struct WrittenCulling {
    /// Frustum as a camera, a matrix or six planes.
    frustum: FrustumForm,
    /// Bodies to be culled.
    #[schemars(length(max = 1_000_000))]
    bodies: Vec<WrittenBody>,
}

/// Body as written: a box with `half_extents`, or a ball with `radius`.
#[derive(Deserialize, schemars::JsonSchema)]
struct WrittenBody {
    /// Center of the box or ball, meters.
    center: [f64; 3],
    /// Half the side lengths of a box, meters.
    #[serde(default)]
    #[schemars(inner(range(min = 0.0)))]
    half_extents: Option<[f64; 3]>,
    /// Quaternion x, y, z, w from the box's axes to the world's; normalized on use.
    #[serde(default)]
    rotation: Option<[f64; 4]>,
    /// Radius of a ball, meters.
    #[serde(default)]
    #[schemars(range(min = 0.0))]
    radius: Option<f64>,
}

/// Schema of a culling line.
static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let mut schema = Value::from(schemars::schema_for!(WrittenCulling));
    if let Some(fields) = schema["properties"].as_object_mut() {
        fields.extend(COMMON.into_iter().chain(REMARKS).map(|name| (name.to_owned(), json!(true))));
    }
    schema
});

/// Reads a culling line.
pub(super) fn read(root: &Node, dim: u8) -> Result<Culling, TextError> {
    if dim == 2 {
        let offset = root.field("dim").map_or(root.start, |field| field.value.start);
        return Err(TextError::new(offset, "dim", "must be 3: `cull` is not available in 2D"));
    }
    schema::check_against(&SCHEMA, root)?;
    let WrittenCulling { frustum, bodies } = deserialize::from_node(root)?;
    frustum.check().map_err(|error| root.fault(error.inside("frustum")))?;
    let mut converted = Vec::with_capacity(bodies.len());
    for (index, written) in bodies.iter().enumerate() {
        converted.push(cull_body(index, written).map_err(|error| root.fault(error))?);
    }
    Ok(Culling { frustum, bodies: converted })
}

/// Converts the body with this index; fails if its fields do not make a box or a ball.
fn cull_body(index: usize, written: &WrittenBody) -> Result<CullBody, FieldError> {
    let path = format!("bodies[{index}]");
    let center = written.center;
    match (written.half_extents, written.radius) {
        (Some(_), Some(_)) => {
            let message = "cannot be combined with `half_extents`: a body is a box or a ball";
            Err(FieldError::new(format!("{path}.radius"), message))
        }
        (None, None) => Err(FieldError::new(path, "needs `half_extents` (a box) or `radius` (a ball)")),
        (None, Some(radius)) => {
            if written.rotation.is_some() {
                return Err(FieldError::new(format!("{path}.rotation"), "has no effect on a ball"));
            }
            Ok(CullBody::Ball { center, radius })
        }
        (Some(half_extents), None) => {
            let rotation = written.rotation.unwrap_or(rules::IDENTITY);
            rules::check_rotation(rotation, &format!("{path}.rotation"))?;
            Ok(CullBody::Box { center, half_extents, rotation })
        }
    }
}

impl CullBody {
    /// Converts to the body called `name` of a scene.
    fn body(&self, name: String) -> Body {
        match *self {
            Self::Box { center, half_extents, rotation } => {
                Body { position: center, rotation, ..Body::new(name, Shape::Box { half_extents }) }
            }
            Self::Ball { center, radius } => Body { position: center, ..Body::new(name, Shape::Sphere { radius }) },
        }
    }
}

impl Culling {
    /// Returns a scene of the bodies, called `body 1`, `body 2` and so on, with a query that culls them.
    pub(super) fn scene(&self, name: &str) -> Scene {
        let bodies = self.bodies.iter().enumerate().map(|(i, body)| body.body(format!("body {}", i + 1)));
        let query = Query::new("cull", Algorithm::Cull.of("", ""));
        let scene = super::static_scene(name, 3, bodies.collect(), Some(query));
        Scene { frusta: vec![Frustum { name: String::from("frustum"), form: self.frustum.clone() }], ..scene }
    }
}
