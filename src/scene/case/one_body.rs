//! Lines about one body: what it weighs, and where a ray meets it.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

use super::super::error::TextError;
use super::super::limits::MAGNITUDE;
use super::super::model::{Algorithm, Ask, Body, Dimension, Query, Scene, Shape};
use super::super::path::Path;
use super::super::tree::Node;
use super::super::{de, flat, rules, schema};
use super::schemas::{COMMON, REMARKS, Written};
use super::{Placed, dimension_of, placed, scene};

/// A body whose mass properties are asked for, in its own frame.
#[derive(Clone, Debug, PartialEq)]
pub struct MassLine {
    /// 2 or 3.
    pub dim: u8,
    /// Filled evenly. In the plane a `sphere` is a circle, a `box` a rectangle and a `polytope` a polygon.
    pub shape: Shape,
    /// Radius of a ball that is added to the shape, meters.
    pub margin: f64,
    /// kg/m³, in the plane kg/m²; above 0.
    pub density: f64,
}

/// A ray, and the body that it may meet.
#[derive(Clone, Debug, PartialEq)]
pub struct RayLine {
    /// 2 or 3.
    pub dim: u8,
    /// Where the ray starts, in the world, meters; z = 0 in the plane.
    pub origin: [f64; 3],
    /// Where it goes, of any length but 0; z = 0 in the plane.
    pub direction: [f64; 3],
    /// Where it ends, in lengths of the direction.
    pub t_max: f64,
    /// The body.
    pub b: Placed,
}

/// The ray as it stands in the line; the body is read as every placed body is.
#[derive(Deserialize, schemars::JsonSchema)]
struct WrittenRay {
    origin: Vec<f64>,
    direction: Vec<f64>,
    #[serde(default = "one")]
    #[schemars(range(min = 0.0))]
    t_max: f64,
    #[allow(dead_code, reason = "read with its place")]
    b: Written,
}

fn one() -> f64 {
    1.0
}

/// The same as it stands in the line.
#[derive(Deserialize, schemars::JsonSchema)]
struct WrittenMass {
    shape: Shape,
    #[serde(default)]
    #[schemars(range(min = 0.0))]
    margin: f64,
    #[serde(default = "one")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    density: f64,
}

static MASS_SCHEMA: LazyLock<Value> = LazyLock::new(schema_of::<WrittenMass>);

/// A body that a ray meets does not move.
static RAY_SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let mut schema = schema_of::<WrittenRay>();
    if let Some(fields) = schema["$defs"]["Written"]["properties"].as_object_mut() {
        fields.remove("velocity");
        fields.remove("angular_velocity");
    }
    schema
});

/// What a line may hold, with what every line may carry beside what it asks.
fn schema_of<T: schemars::JsonSchema>() -> Value {
    let mut schema = Value::from(schemars::schema_for!(T));
    if let Some(fields) = schema["properties"].as_object_mut() {
        fields.extend(COMMON.into_iter().chain(REMARKS).map(|name| (name.to_owned(), json!(true))));
    }
    schema["additionalProperties"] = json!(false);
    schema
}

/// Reads the line of a body that is weighed.
pub(super) fn mass(root: &mut Node, dim: u8) -> Result<MassLine, TextError> {
    if let Some(shape) = root.field_mut("shape").filter(|_| dim == 2) {
        flat::flatten_shape(shape, &Path::Field(&Path::Top, "shape"))?;
    }
    schema::check_against(&MASS_SCHEMA, root)?;
    let WrittenMass { shape, margin, density } = de::model(root)?;
    rules::shape(&shape, true).map_err(|(field, message)| {
        let path = format!("shape.{field}");
        TextError::new(root.locate(&path), path, message)
    })?;
    if dim == 3 && rules::is_planar(&shape) {
        let message = "is a shape of the plane; for that the line needs `\"dim\": 2`";
        return Err(TextError::new(root.locate("shape.type"), "shape.type", message));
    }
    rules::parts::check(&shape, "shape", dimension_of(dim))
        .map_err(|(path, message)| TextError::new(root.locate(&path), path, message))?;
    Ok(MassLine { dim, shape, margin, density })
}

/// Reads the line of a ray.
pub(super) fn ray(root: &mut Node, dim: u8) -> Result<RayLine, TextError> {
    if dim == 2 {
        flat::flatten(root)?;
    }
    schema::check_against(&RAY_SCHEMA, root)?;
    let WrittenRay { origin, direction, t_max, .. } = de::model(root)?;
    let vector = |field: &str, numbers: &[f64]| {
        flat::vector(numbers, dim, field).map_err(|(path, message)| TextError::new(root.locate(&path), path, message))
    };
    let origin = vector("origin", &origin)?;
    let direction = vector("direction", &direction)?;
    if direction == [0.0; 3] {
        return Err(TextError::new(root.locate("direction"), "direction", "must not be 0: it says where the ray goes"));
    }
    Ok(RayLine { dim, origin, direction, t_max, b: placed(root, dim, "b")? })
}

impl RayLine {
    /// Of the space that the ray goes through.
    pub fn dimension(&self) -> Dimension {
        dimension_of(self.dim)
    }

    /// The body where it stands.
    pub fn body(&self) -> Body {
        let Placed { shape, position, rotation, margin, .. } = &self.b;
        Body { position: *position, rotation: rotation.quaternion(), margin: *margin, ..Body::new("b", shape.clone()) }
    }

    /// The same ray and another shape, where the body stands or somewhere else: position and quaternion.
    pub fn placed(&self, shape: Shape, pose: Option<([f64; 3], [f64; 4])>) -> Self {
        let b = Placed { shape, ..self.b.clone() };
        let b = match pose {
            Some((position, q)) => Placed { position, rotation: super::turn::Rotation::Quaternion(q), ..b },
            None => b,
        };
        Self { b, ..self.clone() }
    }

    /// A point that flies along the ray, and the body, with the question when they meet.
    pub(super) fn scene(&self, name: &str) -> Scene {
        let shape = match self.dimension() {
            Dimension::Two => Shape::Circle { radius: 0.0 },
            Dimension::Three => Shape::Sphere { radius: 0.0 },
        };
        let point = Body { position: self.origin, velocity: Some(self.direction), ..Body::new("ray", shape) };
        let mut ask = Algorithm::Cast.of("b", "ray");
        if let Ask::Cast { options, .. } = &mut ask {
            options.t_max = Some(self.t_max.min(MAGNITUDE));
        }
        let query = Query::new("ray", ask);
        scene(name, self.dim, vec![self.body(), point], Some(query))
    }
}

impl MassLine {
    /// Of the space that the body lives in.
    pub fn dimension(&self) -> Dimension {
        dimension_of(self.dim)
    }

    /// The body.
    pub fn body(&self) -> Body {
        Body { margin: self.margin, ..Body::new("body", self.shape.clone()) }
    }

    /// The body alone, to be looked at: no scene asks what it weighs.
    pub(super) fn scene(&self, name: &str) -> Scene {
        scene(name, self.dim, vec![self.body()], None)
    }
}
