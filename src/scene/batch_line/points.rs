//! Lines about points: convex hulls, support points, nearest points of simplices.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

use super::schemas::{COMMON, REMARKS};
use super::{scene, schema};
use crate::scene::deserialize;
use crate::scene::error::TextError;
use crate::scene::flat;
use crate::scene::model::{Algorithm, Body, Query, Scene, Shape};
use crate::scene::tree::{Kind, Node};

/// Points with the numbers of the line.
#[derive(Clone, Debug, PartialEq)]
pub struct Points {
    /// Dimension, 2 or 3.
    pub dim: u8,
    /// Points, meters, at least one; z = 0 in the plane.
    pub points: Vec<[f64; 3]>,
}

/// Search method for support points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Search {
    /// Compares all points by brute force.
    Brute,
    /// Climbs along the edges of the hull, from the best of 26 directions.
    Climb,
    /// Descends the levels of the Dobkin-Kirkpatrick hierarchy.
    #[default]
    Hierarchy,
}

/// Points and the directions of their support points.
#[derive(Clone, Debug, PartialEq)]
pub struct Directions {
    /// Points whose support points are searched.
    pub points: Points,
    /// Directions, at least one, of any length; z = 0 in the plane.
    pub directions: Vec<[f64; 3]>,
    /// Search method for the support points.
    pub search: Search,
}

/// Simplex and the query point for its nearest point.
#[derive(Clone, Debug, PartialEq)]
pub struct Simplex {
    /// Vertices, one to four.
    pub points: Points,
    /// Query point, in the frame of the vertices; z = 0 in the plane.
    pub query: [f64; 3],
}

impl Points {
    /// Returns a scene with one body of these points and a query for its hull.
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
    /// Returns a scene of the simplex and the query point, with a query for the nearest point.
    pub(super) fn scene(&self, name: &str) -> Scene {
        let point = Points { dim: self.points.dim, points: vec![self.query] };
        let query = Query::new("nearest", Algorithm::SignedVolumes.of("simplex", "point"));
        scene(name, self.points.dim, vec![self.points.body("simplex"), point.body("point")], Some(query))
    }
}

/// Fields of a hull line, with points of type `P`.
#[derive(Deserialize, schemars::JsonSchema)]
struct HullLine<P> {
    /// Points, meters; at least one.
    #[schemars(length(min = 1, max = 1_000_000))]
    points: Vec<P>,
}

/// Fields of a line about support points, with points of type `P`.
#[derive(Deserialize, schemars::JsonSchema)]
struct SupportLine<P> {
    /// Points, meters; at least one.
    #[schemars(length(min = 1, max = 1_000_000))]
    points: Vec<P>,
    /// Directions, at least one, of any length.
    #[schemars(length(min = 1, max = 1_000_000))]
    directions: Vec<P>,
    /// Search method for the support points.
    #[serde(default)]
    method: Search,
}

/// Fields of a line about the nearest point of a simplex, with points of type `P`.
#[derive(Deserialize, schemars::JsonSchema)]
struct SimplexLine<P> {
    /// Vertices of the simplex, meters; one to four.
    #[schemars(length(min = 1, max = 4))]
    points: Vec<P>,
    /// Query point in the simplex frame, meters.
    query: P,
}

/// Schemas of hull, support and simplex lines, each for the plane and for space.
static SCHEMAS: LazyLock<[[Value; 2]; 3]> = LazyLock::new(|| {
    [
        [schema_of::<HullLine<[f64; 2]>>(), schema_of::<HullLine<[f64; 3]>>()],
        [schema_of::<SupportLine<[f64; 2]>>(), schema_of::<SupportLine<[f64; 3]>>()],
        [schema_of::<SimplexLine<[f64; 2]>>(), schema_of::<SimplexLine<[f64; 3]>>()],
    ]
});

/// Schema of a line with the fields of `T` and those that every line may have.
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

/// Point of a planar or a spatial line.
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

/// Reads a line about a convex hull.
pub(super) fn hull(root: &mut Node, dim: u8) -> Result<Points, TextError> {
    fn read<P: Point>(root: &Node, dim: u8, schema: &Value) -> Result<Points, TextError> {
        schema::check_against(schema, root)?;
        deserialize::model(root).map(|HullLine::<P> { points }| all(dim, points))
    }
    in_dimension(root, dim, &SCHEMAS[0], [read::<[f64; 2]>, read::<[f64; 3]>])
}

/// Reads a line about support points.
pub(super) fn support(root: &mut Node, dim: u8) -> Result<Directions, TextError> {
    fn read<P: Point>(root: &Node, dim: u8, schema: &Value) -> Result<Directions, TextError> {
        schema::check_against(schema, root)?;
        let SupportLine::<P> { points, directions, method } = deserialize::model(root)?;
        Ok(Directions { points: all(dim, points), directions: all(dim, directions).points, search: method })
    }
    in_dimension(root, dim, &SCHEMAS[1], [read::<[f64; 2]>, read::<[f64; 3]>])
}

/// Reads a line about the nearest point of a simplex.
pub(super) fn simplex(root: &mut Node, dim: u8) -> Result<Simplex, TextError> {
    fn read<P: Point>(root: &Node, dim: u8, schema: &Value) -> Result<Simplex, TextError> {
        schema::check_against(schema, root)?;
        let SimplexLine::<P> { points, query } = deserialize::model(root)?;
        Ok(Simplex { points: all(dim, points), query: query.in_space() })
    }
    in_dimension(root, dim, &SCHEMAS[2], [read::<[f64; 2]>, read::<[f64; 3]>])
}

/// Returns an error if the line holds bodies or shapes, which lines about points do not use.
fn about_points(root: &Node) -> Result<(), TextError> {
    let Some(field) = root.fields().iter().find(|field| ["shape", "a", "b", "body"].contains(&field.name.as_str()))
    else {
        return Ok(());
    };
    let op = match root.field("op").map(|op| &op.value.kind) {
        Some(Kind::String(op)) => op,
        _ => "this",
    };
    let message = format!("has no effect here: `{op}` takes `points` instead of bodies");
    Err(TextError::new(field.at, field.name.clone(), message))
}

type Read<T> = fn(&Node, u8, &Value) -> Result<T, TextError>;

/// Reads a planar line, whose points may have a third coordinate of 0, or a spatial one.
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
