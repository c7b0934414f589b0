//! Lines about one body: what it weighs.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

use super::super::error::TextError;
use super::super::model::{Body, Dimension, Scene, Shape};
use super::super::path::Path;
use super::super::tree::Node;
use super::super::{de, flat, rules, schema};
use super::schemas::{COMMON, REMARKS};
use super::{dimension_of, scene};

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

static MASS_SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let mut schema = Value::from(schemars::schema_for!(WrittenMass));
    if let Some(fields) = schema["properties"].as_object_mut() {
        fields.extend(COMMON.into_iter().chain(REMARKS).map(|name| (name.to_owned(), json!(true))));
    }
    schema["additionalProperties"] = json!(false);
    schema
});

/// Reads the line of a body that is weighed.
pub(super) fn mass(root: &mut Node, dim: u8) -> Result<MassLine, TextError> {
    if let Some(shape) = root.field_mut("shape").filter(|_| dim == 2) {
        flat::flatten_shape(shape, &Path::Field(&Path::Top, "shape"))?;
    }
    schema::check_against(&MASS_SCHEMA, root)?;
    let WrittenMass { shape, margin, density } = de::model(root)?;
    if dim == 3 && rules::is_planar(&shape) {
        let message = "is a shape of the plane; for that the line needs `\"dim\": 2`";
        return Err(TextError::new(root.locate("shape.type"), "shape.type", message));
    }
    Ok(MassLine { dim, shape, margin, density })
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
