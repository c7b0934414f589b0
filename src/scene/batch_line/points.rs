//! Batch requests about points: convex hulls (operation `hull`), support points (`support`) and nearest points of
//! simplices (`simplex`).
//!
//! A request is one JSON line of a batch. Planar requests (`"dim": 2`) have points of two coordinates; each kind of
//! request has one schema for them and one for points of three coordinates.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

use super::schemas::schema_of;
use super::{schema, static_scene};
use crate::deserialize;
use crate::error::TextError;
use crate::flat;
use crate::model::{Algorithm, Body, Query, Scene, Shape};
use crate::tree::{Kind, Node};

/// Points of a request, with the numbers as the line has them; on its own, a request for their convex hull.
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
    /// Climbs along the edges of the hull, from the vertex that is farthest along the nearest of 26 directions: those
    /// of the faces, edges and vertices of a cube.
    Climb,
    /// Descends the levels of the Dobkin-Kirkpatrick hierarchy.
    #[default]
    Hierarchy,
}

/// Request for the support points of a set of points along some directions.
#[derive(Clone, Debug, PartialEq)]
pub struct Directions {
    /// Points whose support points are searched.
    pub points: Points,
    /// Directions, at least one, of any length; z = 0 in the plane.
    pub directions: Vec<[f64; 3]>,
    /// Search method for the support points.
    pub search: Search,
}

/// Request for the point of a simplex that is nearest to a query point.
#[derive(Clone, Debug, PartialEq)]
pub struct Simplex {
    /// Vertices, one to four.
    pub points: Points,
    /// Query point, meters, in the frame of the vertices; z = 0 in the plane.
    pub query: [f64; 3],
}

impl Points {
    /// Returns a scene with one body of these points and a query for its hull.
    pub(super) fn scene(&self, name: &str) -> Scene {
        let algorithm = if self.dim == 2 { Algorithm::Graham } else { Algorithm::Quickhull };
        let query = Query::new("hull", algorithm.of("points", "points"));
        static_scene(name, self.dim, vec![self.body("points")], Some(query))
    }

    /// Returns the body that is the hull of the points, at the world's origin.
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
        static_scene(name, self.points.dim, vec![self.points.body("simplex"), point.body("point")], Some(query))
    }
}

/// Fields of a request as written, with points of two or of three coordinates.
trait Request: for<'a> Deserialize<'a> + schemars::JsonSchema {
    /// Query with points in space.
    type Query;

    /// Converts to the query, with z = 0 for planar points.
    fn into_query(self, dim: u8) -> Self::Query;
}

/// Fields of a request for a convex hull, with points of type `P`.
#[derive(Deserialize, schemars::JsonSchema)]
struct HullRequest<P> {
    /// Points, meters; at least one.
    #[schemars(length(min = 1, max = 1_000_000))]
    points: Vec<P>,
}

impl<P: Point> Request for HullRequest<P> {
    type Query = Points;

    fn into_query(self, dim: u8) -> Points {
        Points { dim, points: in_space(self.points) }
    }
}

/// Fields of a request for support points, with points of type `P`.
#[derive(Deserialize, schemars::JsonSchema)]
struct SupportRequest<P> {
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

impl<P: Point> Request for SupportRequest<P> {
    type Query = Directions;

    fn into_query(self, dim: u8) -> Directions {
        let points = Points { dim, points: in_space(self.points) };
        Directions { points, directions: in_space(self.directions), search: self.method }
    }
}

/// Fields of a request for the nearest point of a simplex, with points of type `P`.
#[derive(Deserialize, schemars::JsonSchema)]
struct SimplexRequest<P> {
    /// Vertices of the simplex, meters; one to four.
    #[schemars(length(min = 1, max = 4))]
    points: Vec<P>,
    /// Query point in the simplex frame, meters.
    query: P,
}

impl<P: Point> Request for SimplexRequest<P> {
    type Query = Simplex;

    fn into_query(self, dim: u8) -> Simplex {
        Simplex { points: Points { dim, points: in_space(self.points) }, query: self.query.in_space() }
    }
}

/// Point of a planar or a spatial request.
trait Point: for<'a> Deserialize<'a> + schemars::JsonSchema {
    /// Converts to three coordinates; z = 0 for a planar point.
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

/// Converts points to three coordinates; z = 0 for planar points.
fn in_space<P: Point>(points: Vec<P>) -> Vec<[f64; 3]> {
    points.into_iter().map(P::in_space).collect()
}

/// Schemas of one kind of request.
struct Schemas {
    /// Schema of requests with two coordinates per point.
    planar: Value,
    /// Schema of requests with three coordinates per point.
    spatial: Value,
}

impl Schemas {
    /// Derives both schemas from the types of the fields.
    fn new<Planar: Request, Spatial: Request>() -> Self {
        Self { planar: schema_of::<Planar>(), spatial: schema_of::<Spatial>() }
    }
}

/// Schemas of requests for a convex hull.
static HULL: LazyLock<Schemas> = LazyLock::new(Schemas::new::<HullRequest<[f64; 2]>, HullRequest<[f64; 3]>>);
/// Schemas of requests for support points.
static SUPPORT: LazyLock<Schemas> = LazyLock::new(Schemas::new::<SupportRequest<[f64; 2]>, SupportRequest<[f64; 3]>>);
/// Schemas of requests for the nearest point of a simplex.
static SIMPLEX: LazyLock<Schemas> = LazyLock::new(Schemas::new::<SimplexRequest<[f64; 2]>, SimplexRequest<[f64; 3]>>);

/// Reads a request for a convex hull.
pub(super) fn read_hull(root: &mut Node, dim: u8) -> Result<Points, TextError> {
    read::<HullRequest<[f64; 2]>, HullRequest<[f64; 3]>>(root, dim, &HULL)
}

/// Reads a request for support points.
pub(super) fn read_support(root: &mut Node, dim: u8) -> Result<Directions, TextError> {
    read::<SupportRequest<[f64; 2]>, SupportRequest<[f64; 3]>>(root, dim, &SUPPORT)
}

/// Reads a request for the nearest point of a simplex.
pub(super) fn read_simplex(root: &mut Node, dim: u8) -> Result<Simplex, TextError> {
    read::<SimplexRequest<[f64; 2]>, SimplexRequest<[f64; 3]>>(root, dim, &SIMPLEX)
}

/// Reads a planar request, whose points may have a third coordinate of 0, or a spatial one.
fn read<Planar, Spatial>(root: &mut Node, dim: u8, schemas: &Schemas) -> Result<Spatial::Query, TextError>
where
    Planar: Request<Query = Spatial::Query>,
    Spatial: Request,
{
    reject_body_fields(root)?;
    if dim == 2 {
        flat::flatten_points(root)?;
        schema::check_against(&schemas.planar, root)?;
        return deserialize::from_node(root).map(|request: Planar| request.into_query(dim));
    }
    schema::check_against(&schemas.spatial, root).map_err(|fault| with_planar_hint(root, fault))?;
    deserialize::from_node(root).map(|request: Spatial| request.into_query(dim))
}

/// Returns an error if the request has bodies or shapes, which have no effect on points.
fn reject_body_fields(root: &Node) -> Result<(), TextError> {
    const BODY_FIELDS: [&str; 4] = ["shape", "a", "b", "body"];
    let Some(field) = root.fields().iter().find(|field| BODY_FIELDS.contains(&field.name.as_str())) else {
        return Ok(());
    };
    let op = match root.field("op").map(|op| &op.value.kind) {
        Some(Kind::String(op)) => op,
        _ => "this",
    };
    let message = format!("has no effect here: `{op}` takes `points` instead of bodies");
    Err(TextError::new(field.start, field.name.clone(), message))
}

/// Adds the hint about `dim` to an error of a spatial request, if the error is about a point with two coordinates.
fn with_planar_hint(root: &Node, fault: TextError) -> TextError {
    let mut points: Vec<&Node> = Vec::new();
    for list in ["points", "directions"].into_iter().filter_map(|name| root.field(name)) {
        points.extend(items(&list.value));
    }
    points.extend(root.field("query").map(|field| &field.value));
    let faulty_point = points.into_iter().find(|point| point.start == fault.offset);
    if faulty_point.is_none_or(|point| items(point).len() != 2) {
        return fault;
    }
    TextError { message: format!("{}{}", fault.message, flat::PLANAR_HINT), ..fault }
}

/// Items of an array; empty for any other value.
fn items(node: &Node) -> &[Node] {
    if let Kind::Array(items) = &node.kind { items } else { &[] }
}
