//! A line about many bodies and a frustum.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

use super::super::error::TextError;
use super::super::model::{Algorithm, Body, Frustum, FrustumForm, Query, Scene, Shape};
use super::super::tree::Node;
use super::super::{de, rules, schema};
use super::schemas::{COMMON, REMARKS};

/// Bodies and a frustum as the line says them, in its own numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Culling {
    /// The planes.
    pub frustum: FrustumForm,
    /// The bodies.
    pub bodies: Vec<CullBody>,
}

/// A body of a line about a frustum. World frame, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CullBody {
    /// A box.
    Box {
        /// Its center.
        center: [f64; 3],
        /// Half its sides.
        half_extents: [f64; 3],
        /// Quaternion x, y, z, w from the box's axes to the world's; of length 1 within the rounding of files.
        rotation: [f64; 4],
    },
    /// A ball.
    Ball {
        /// Its center.
        center: [f64; 3],
        /// Its radius.
        radius: f64,
    },
}

/// Bodies and a frustum, as they stand in the line.
#[derive(Deserialize, schemars::JsonSchema)]
struct WrittenCulling {
    /// The planes.
    frustum: FrustumForm,
    /// The bodies.
    #[schemars(length(max = 1_000_000))]
    bodies: Vec<WrittenBody>,
}

/// A box or a ball. Which, its fields say.
#[derive(Deserialize, schemars::JsonSchema)]
struct WrittenBody {
    /// Its center, meters.
    center: [f64; 3],
    /// Half the sides of a box.
    #[serde(default)]
    #[schemars(inner(range(min = 0.0)))]
    half_extents: Option<[f64; 3]>,
    /// Quaternion x, y, z, w from the box's axes to the world's; normalized on use.
    #[serde(default)]
    rotation: Option<[f64; 4]>,
    /// The radius of a ball.
    #[serde(default)]
    #[schemars(range(min = 0.0))]
    radius: Option<f64>,
}

/// The schema of a line about a frustum.
static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let mut schema = Value::from(schemars::schema_for!(WrittenCulling));
    if let Some(fields) = schema["properties"].as_object_mut() {
        fields.extend(COMMON.into_iter().chain(REMARKS).map(|name| (name.to_owned(), json!(true))));
    }
    schema
});

/// Reads a line's fields.
pub(super) fn read(root: &Node, dim: u8) -> Result<Culling, TextError> {
    if dim == 2 {
        let at = root.field("dim").map_or(root.at, |field| field.value.at);
        return Err(TextError::new(at, "dim", "must be 3: `cull` has no form for the plane"));
    }
    schema::check_against(&SCHEMA, root)?;
    let WrittenCulling { frustum, bodies } = de::model(root)?;
    let fault = |path: String, message: String| TextError::new(root.locate(&path), path, message);
    let within = |field: &str| if field.is_empty() { String::from("frustum") } else { format!("frustum.{field}") };
    frustum.check().map_err(|(field, message)| fault(within(&field), message))?;
    let body = |(i, written): (usize, &WrittenBody)| {
        let wrong = |field: &str, message: &str| {
            let dot = if field.is_empty() { "" } else { "." };
            Err(fault(format!("bodies[{i}]{dot}{field}"), message.to_owned()))
        };
        let center = written.center;
        match (written.half_extents, written.radius, written.rotation) {
            (Some(_), Some(_), _) => wrong("radius", "means nothing beside `half_extents`"),
            (None, None, _) => wrong("", "needs `half_extents` or `radius`"),
            (None, Some(_), Some(_)) => wrong("rotation", "means nothing to a ball"),
            (None, Some(radius), None) => Ok(CullBody::Ball { center, radius }),
            (Some(half_extents), None, rotation) => {
                let rotation = rotation.unwrap_or(rules::IDENTITY);
                rules::rotation(rotation, &format!("bodies[{i}].rotation"))
                    .map_err(|(path, message)| fault(path, message))?;
                Ok(CullBody::Box { center, half_extents, rotation })
            }
        }
    };
    let bodies = bodies.iter().enumerate().map(body).collect::<Result<_, _>>()?;
    Ok(Culling { frustum, bodies })
}

impl Culling {
    /// The same question as a scene.
    pub(super) fn scene(&self, name: &str) -> Scene {
        let body = |(i, body): (usize, &CullBody)| {
            let (shape, position, rotation) = match *body {
                CullBody::Box { center, half_extents, rotation } => (Shape::Box { half_extents }, center, rotation),
                CullBody::Ball { center, radius } => (Shape::Sphere { radius }, center, rules::IDENTITY),
            };
            Body { position, rotation, ..Body::new(format!("body {}", i + 1), shape) }
        };
        let query = Query::new("cull", Algorithm::Cull.of("", ""));
        let scene = super::scene(name, 3, self.bodies.iter().enumerate().map(body).collect(), Some(query));
        Scene { frusta: vec![Frustum { name: String::from("frustum"), form: self.frustum.clone() }], ..scene }
    }
}
