//! Lines about points: their hull, the farthest of them along directions, the nearest point of a simplex.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

use super::super::error::TextError;
use super::super::model::{Algorithm, Body, Query, Scene, Shape};
use super::super::tree::{Kind, Node};
use super::super::{de, flat};
use super::schemas::{COMMON, REMARKS};
use super::{scene, schema};

/// Points as the line says them, in its own numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// 2 or 3.
    pub dim: u8,
    /// At least one; z = 0 in the plane. Meters, as everywhere, though a hull has no use for a unit.
    pub points: Vec<[f64; 3]>,
}

/// How the farthest points are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Search {
    /// By looking through all.
    Brute,
    /// By climbing over the edges of the hull, from the best of 26 directions.
    Climb,
    /// By the levels of the Dobkin-Kirkpatrick hierarchy.
    #[default]
    Hierarchy,
}

/// Points, and the directions along which the farthest of them are asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Directions {
    /// The points.
    pub points: Points,
    /// At least one, of any length; z = 0 in the plane.
    pub directions: Vec<[f64; 3]>,
    /// How.
    pub search: Search,
}

/// A simplex, and the point to which the nearest of its points is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Simplex {
    /// One to four.
    pub points: Points,
    /// In the frame of the points; z = 0 in the plane.
    pub query: [f64; 3],
}

impl Points {
    /// One body of these points, with its hull asked for.
    pub(super) fn scene(&self, name: &str) -> Scene {
        let algorithm = if self.dim == 2 { Algorithm::Graham } else { Algorithm::Quickhull };
        let query = Query::new("hull", algorithm.of("points", "points"));
        scene(name, self.dim, vec![self.body("points")], Some(query))
    }

    fn body(&self, name: &str) -> Body {
        let shape = match self.dim {
            2 => Shape::Polygon { points: self.points.iter().map(|[x, y, _]| [*x, *y]).collect() },
            _ => Shape::Polytope { points: self.points.clone() },
        };
        let position = [0.0; 3];
        let rotation = [0.0, 0.0, 0.0, 1.0];
        Body { position, rotation, ..Body::new(name, shape) }
    }
}

impl Simplex {
    /// The simplex and the point, with the nearest point asked for.
    pub(super) fn scene(&self, name: &str) -> Scene {
        let point = Points { dim: self.points.dim, points: vec![self.query] };
        let query = Query::new("nearest", Algorithm::SignedVolumes.of("simplex", "point"));
        scene(name, self.points.dim, vec![self.points.body("simplex"), point.body("point")], Some(query))
    }
}

/// A line that asks for a hull, with points of `N` coordinates.
#[derive(Deserialize, schemars::JsonSchema)]
struct HullLine<P> {
    /// At least one.
    #[schemars(length(min = 1, max = 1_000_000))]
    points: Vec<P>,
}

/// A line that asks for the farthest points.
#[derive(Deserialize, schemars::JsonSchema)]
struct SupportLine<P> {
    /// At least one.
    #[schemars(length(min = 1, max = 1_000_000))]
    points: Vec<P>,
    /// At least one.
    #[schemars(length(min = 1, max = 1_000_000))]
    directions: Vec<P>,
    /// How they are found.
    #[serde(default)]
    method: Search,
}

/// A line that asks for the nearest point of a simplex.
#[derive(Deserialize, schemars::JsonSchema)]
struct SimplexLine<P> {
    /// One to four.
    #[schemars(length(min = 1, max = 4))]
    points: Vec<P>,
    /// The point to which the nearest is asked for.
    query: P,
}

/// The schemas of these lines, of the plane and of space.
static SCHEMAS: LazyLock<[[Value; 2]; 3]> = LazyLock::new(|| {
    [
        [schema_of::<HullLine<[f64; 2]>>(), schema_of::<HullLine<[f64; 3]>>()],
        [schema_of::<SupportLine<[f64; 2]>>(), schema_of::<SupportLine<[f64; 3]>>()],
        [schema_of::<SimplexLine<[f64; 2]>>(), schema_of::<SimplexLine<[f64; 3]>>()],
    ]
});

/// What a line may hold, with what every line may carry beside what it asks.
fn schema_of<T: schemars::JsonSchema>() -> Value {
    let mut schema = Value::from(schemars::schema_for!(T));
    if let Some(fields) = schema["properties"].as_object_mut() {
        for name in COMMON.into_iter().chain(REMARKS) {
            fields.entry(name).or_insert(json!(true));
        }
    }
    schema["additionalProperties"] = json!(false);
    schema
}

/// The points of a line, of the plane or of space.
trait Point: for<'a> Deserialize<'a> + schemars::JsonSchema {
    fn in_space(self) -> [f64; 3];
}

impl Point for [f64; 2] {
    fn in_space(self) -> [f64; 3] {
        [self[0], self[1], 0.0]
    }
}

impl Point for [f64; 3] {
    fn in_space(self) -> [f64; 3] {
        self
    }
}

fn all<P: Point>(dim: u8, points: Vec<P>) -> Points {
    Points { dim, points: points.into_iter().map(P::in_space).collect() }
}

/// Reads the line of a hull.
pub(super) fn hull(root: &mut Node, dim: u8) -> Result<Points, TextError> {
    fn read<P: Point>(root: &Node, dim: u8, schema: &Value) -> Result<Points, TextError> {
        schema::check_against(schema, root)?;
        de::model(root).map(|HullLine::<P> { points }| all(dim, points))
    }
    in_dimension(root, dim, &SCHEMAS[0], [read::<[f64; 2]>, read::<[f64; 3]>])
}

/// Reads the line of farthest points.
pub(super) fn support(root: &mut Node, dim: u8) -> Result<Directions, TextError> {
    fn read<P: Point>(root: &Node, dim: u8, schema: &Value) -> Result<Directions, TextError> {
        schema::check_against(schema, root)?;
        let SupportLine::<P> { points, directions, method } = de::model(root)?;
        Ok(Directions { points: all(dim, points), directions: all(dim, directions).points, search: method })
    }
    in_dimension(root, dim, &SCHEMAS[1], [read::<[f64; 2]>, read::<[f64; 3]>])
}

/// Reads the line of a simplex.
pub(super) fn simplex(root: &mut Node, dim: u8) -> Result<Simplex, TextError> {
    fn read<P: Point>(root: &Node, dim: u8, schema: &Value) -> Result<Simplex, TextError> {
        schema::check_against(schema, root)?;
        let SimplexLine::<P> { points, query } = de::model(root)?;
        Ok(Simplex { points: all(dim, points), query: query.in_space() })
    }
    in_dimension(root, dim, &SCHEMAS[2], [read::<[f64; 2]>, read::<[f64; 3]>])
}

/// Refuses bodies and shapes, which other lines are about.
fn about_points(root: &Node) -> Result<(), TextError> {
    let Some(field) = root.fields().iter().find(|field| ["shape", "a", "b", "body"].contains(&field.name.as_str()))
    else {
        return Ok(());
    };
    let op = match root.field("op").map(|op| &op.value.kind) {
        Some(Kind::String(op)) => op,
        _ => "this",
    };
    let message = format!("means nothing here: `{op}` asks about `points`, a list of them in place of bodies");
    Err(TextError::new(field.at, field.name.clone(), message))
}

type Read<T> = fn(&Node, u8, &Value) -> Result<T, TextError>;

/// Reads a line of the plane, whose points may have a third coordinate that is 0, or one of space.
fn in_dimension<T>(
    root: &mut Node,
    dim: u8,
    [flat, space]: &[Value; 2],
    [planar, spatial]: [Read<T>; 2],
) -> Result<T, TextError> {
    about_points(root)?;
    if dim != 2 {
        return spatial(root, dim, space).map_err(|fault| match fault.message == "must have 3 entries, has 2" {
            true => TextError { message: fault.message + flat::PLANE, ..fault },
            false => fault,
        });
    }
    flat::flatten_points(root)?;
    planar(root, dim, flat)
}
