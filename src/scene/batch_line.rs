//! Parser of batch requests. A batch is a text with one JSON object per line; each line has bodies, points, boxes or a
//! scene, and an operation `op` on them. [`Line`] parses the JSON, with the tree, rules and messages of scene files,
//! and [`Line::query`] returns the request as a [`LineQuery`].
//!
//! ```
//! use contact_lens_scene::batch_line::Line;
//! let line = br#"{"id": 7, "a": {"shape": {"type": "shpere", "radius": 1}}, "b": {}}"#;
//! let mut line = Line::read(line);
//! assert_eq!(line.id(), "7");
//! let message = line.case().unwrap_err().to_string();
//! assert_eq!(message, "column 35: a.shape.type: `shpere` is not known; did you mean `sphere`?");
//! ```

mod boxes;
mod choices;
mod cull;
mod line_error;
mod manifold;
mod one_body;
mod points;
mod query;
mod rotation;
mod schemas;
#[cfg(test)]
mod tests;
mod world;

pub use self::query::LineQuery;
use super::error::{FieldError, TextError, suggestion};
use super::json::{self, Source};
use super::limits::MAGNITUDE;
use super::model::{
    Algorithm, Ask, Body, CastMethod, CastOptions, Dimension, Dynamics, Query, SatOptions, Scene, Shape, Stop,
};
use super::parse::utf8;
use super::path::shortened;
use super::rules;
use super::tree::{Kind, Node};
use super::{deserialize, flat, schema};
pub use boxes::{Boxes, Corners};
use choices::read_option;
pub use cull::{CullBody, Culling};
pub use line_error::LineError;
use line_error::line_error;
pub use manifold::{ManifoldLine, Previous};
pub use one_body::{MassLine, RayLine};
pub use points::{Directions, Points, Search, Simplex};
pub use rotation::Rotation;
use schemas::{CAST_SCHEMA, LineBody, SAT_SCHEMA, SCHEMA};
pub use world::WorldLine;

/// Operations by the value of `op`, with default options; fields of the line override these.
const OPERATIONS: [(&str, Operation); 14] = [
    ("distance", Operation::Distance),
    ("intersects", Operation::Intersects),
    ("sat", Operation::Sat(Stop::All)),
    ("cast", Operation::Cast(CastOptions { method: CastMethod::Raycast, t_max: None, max_iterations: None })),
    ("pairs", Operation::Pairs),
    ("cull", Operation::Cull),
    ("hull", Operation::Hull),
    ("support", Operation::Support),
    ("minkowski", Operation::Minkowski),
    ("manifold", Operation::Manifold),
    ("simplex", Operation::Simplex),
    ("world", Operation::World),
    ("mass", Operation::Mass),
    ("ray", Operation::Ray),
];

/// Operation that a line requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    /// Signed distance with witness points; the default.
    Distance,
    /// Overlap test, without a distance.
    Intersects,
    /// Separating axis test: the axis with the largest separation, or the first separating one.
    Sat(Stop),
    /// Time of the first contact of moving bodies. The duration `t_max` may exceed the limit of numbers in scenes.
    Cast(CastOptions),
    /// Frustum culling of many bodies.
    Cull,
    /// The convex hull of points.
    Hull,
    /// Overlapping boxes, frame by frame.
    Pairs,
    /// The farthest points along directions.
    Support,
    /// Minkowski difference A − B.
    Minkowski,
    /// Contact manifold of the bodies.
    Manifold,
    /// The nearest point of a simplex.
    Simplex,
    /// Simulation of a world.
    World,
    /// Mass properties of a body with uniform density.
    Mass,
    /// Intersection of a ray with a body.
    Ray,
}

/// Request about two bodies, with the numbers as the line has them; engines round and normalize them in their own
/// precision.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Operation of the line, with its options.
    pub operation: Operation,
    /// Dimension, 2 or 3.
    pub dim: u8,
    /// Body A with its pose.
    pub a: Placed,
    /// Body B with its pose.
    pub b: Placed,
}

/// Body of a line: a shape with its pose and velocities.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Shape in the body's own frame. In the plane a `sphere` is a circle, a `box` a rectangle and a `polytope` a
    /// polygon.
    pub shape: Shape,
    /// Position of the body's origin, meters, world frame; z = 0 in the plane.
    pub position: [f64; 3],
    /// Rotation from the body's frame to the world.
    pub rotation: Rotation,
    /// Radius of a ball added to the shape, meters.
    pub margin: f64,
    /// Velocity, m/s, world frame; z = 0 in the plane.
    pub velocity: [f64; 3],
    /// Angular velocity about the body's origin, rad/s, world axes; in the plane about z.
    pub spin: [f64; 3],
}

/// Dimension of a line whose `dim` is 2 or 3.
fn dimension_of(dim: u8) -> Dimension {
    if dim == 2 { Dimension::Two } else { Dimension::Three }
}

/// Creates a scene without frames, with at most one query.
fn static_scene(name: &str, dim: u8, bodies: Vec<Body>, query: Option<Query>) -> Scene {
    Scene { queries: query.into_iter().collect(), ..Scene::new(name, dimension_of(dim), bodies) }
}

impl Case {
    /// Dimension of the bodies.
    pub fn dimension(&self) -> Dimension {
        dimension_of(self.dim)
    }

    /// Returns a scene of the two bodies with one query: a separating axis test, cast or Minkowski difference as in the
    /// line, and the full distance for all other operations.
    pub fn scene(&self, name: &str) -> Scene {
        let ask = match self.operation {
            Operation::Sat(stop) => Ask::Sat {
                a: String::from("a"),
                b: String::from("b"),
                options: SatOptions { stop, ..SatOptions::default() },
                expect: Default::default(),
            },
            Operation::Cast(options) => Ask::Cast {
                a: String::from("a"),
                b: String::from("b"),
                options: CastOptions { t_max: Some(options.t_max().min(MAGNITUDE)), ..options },
                expect: Default::default(),
            },
            Operation::Minkowski => Algorithm::Minkowski.of("a", "b"),
            Operation::Distance
            | Operation::Intersects
            | Operation::Cull
            | Operation::Hull
            | Operation::Pairs
            | Operation::Support
            | Operation::Manifold
            | Operation::Simplex
            | Operation::World
            | Operation::Mass
            | Operation::Ray => Algorithm::Distance.of("a", "b"),
        };
        let query = Query::new(ask.algorithm().id(), ask);
        let bodies = vec![self.a.body("a", self.dim), self.b.body("b", self.dim)];
        static_scene(name, self.dim, bodies, Some(query))
    }
}

impl Placed {
    /// Converts to the body called `name` of a scene of dimension `dim`. A velocity of zero becomes an absent one.
    fn body(&self, name: &str, dim: u8) -> Body {
        let is_rotating = self.spin != [0.0; 3];
        Body {
            position: self.position,
            rotation: self.rotation.quaternion(),
            margin: self.margin,
            velocity: (self.velocity != [0.0; 3]).then_some(self.velocity),
            spin: (is_rotating && dim == 3).then_some(self.spin),
            dynamics: Dynamics {
                angular_velocity: (is_rotating && dim == 2).then_some(self.spin[2]),
                ..Dynamics::default()
            },
            ..Body::new(name, self.shape.clone())
        }
    }
}

/// Line whose JSON was parsed. Keeps the places of its fields, so that later errors of an engine have a column.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// Text of the line, up to the first byte that is not UTF-8.
    text: &'a str,
    /// Tree of the text, or the first syntax error.
    root: Result<Node, TextError>,
}

impl<'a> Line<'a> {
    /// Parses the JSON of a line. [`Self::query`] and [`Self::case`] return its error, if it has one.
    pub fn read(bytes: &'a [u8]) -> Self {
        match utf8(bytes) {
            Ok(text) => Self { text, root: json::read(text, Source::Line) },
            Err((text, fault)) => Self { text, root: Err(fault) },
        }
    }

    /// The value of the field `id` as its JSON text; `null` if the field is absent, or not before the first syntax
    /// error.
    pub fn id(&self) -> &'a str {
        let byte_range = match &self.root {
            Ok(root) => root.field("id").map(|field| field.value.start..field.value.end),
            Err(_) => json::early_field(self.text, "id").map(|value| value.start..value.end),
        };
        byte_range.map_or("null", |range| &self.text[range])
    }

    /// Returns the query of the line, or its first mistake.
    pub fn query(&mut self) -> Result<LineQuery, LineError> {
        let text = self.text;
        let root = self.root.as_mut().map_err(|fault| line_error(text, fault.clone()))?;
        read_query(root).map_err(|fault| line_error(text, fault))
    }

    /// Returns the fields of the line that only describe the case, such as `source` or `expected`, each with the text
    /// of its value. These fields have no effect, except for `query` where the operation has a field of this name.
    pub fn remarks(&self) -> impl Iterator<Item = (&'static str, &'a str)> {
        let root = self.root.as_ref().ok();
        let text = self.text;
        schemas::REMARKS
            .into_iter()
            .filter_map(move |name| root?.field(name).map(|field| (name, &text[field.value.start..field.value.end])))
    }

    /// Returns the line's request about two bodies, for a contact manifold too; an error for all other operations.
    pub fn case(&mut self) -> Result<Case, LineError> {
        match self.query()? {
            LineQuery::Pair(case) => Ok(*case),
            LineQuery::Manifold(line) => Ok(line.case),
            LineQuery::Pairs(_) => Err(self.pair_error("boxes")),
            LineQuery::Cull(_) => Err(self.pair_error("many bodies")),
            LineQuery::World(_) => Err(self.pair_error("a world")),
            LineQuery::Mass(_) | LineQuery::Ray(_) => Err(self.pair_error("one body")),
            LineQuery::Hull(_) | LineQuery::Support(_) | LineQuery::Simplex(_) => Err(self.pair_error("points")),
        }
    }

    /// Error of a line whose operation is about `subject`, where an operation on a pair of bodies is required.
    fn pair_error(&self, subject: &str) -> LineError {
        self.error("op", &format!("takes {subject}; an operation on a pair of bodies is needed here"))
    }

    /// Returns an error about the field at `path` (`a.shape.radius`), with its place in the line.
    pub fn error(&self, path: &str, message: &str) -> LineError {
        let offset = self.root.as_ref().map_or(0, |root| root.locate(path));
        line_error(self.text, TextError::new(offset, path, message))
    }
}

/// Reads the query of a line.
fn read_query(root: &mut Node) -> Result<LineQuery, TextError> {
    let operation = read_operation(root)?;
    let dim = read_dimension(root)?;
    match operation {
        Operation::Hull => points::read_hull(root, dim).map(LineQuery::Hull),
        Operation::Pairs => boxes::read(root, dim).map(LineQuery::Pairs),
        Operation::Cull => cull::read(root, dim).map(|culling| LineQuery::Cull(Box::new(culling))),
        Operation::Support => points::read_support(root, dim).map(LineQuery::Support),
        Operation::Simplex => points::read_simplex(root, dim).map(LineQuery::Simplex),
        Operation::World => world::read(root).map(|world| LineQuery::World(Box::new(world))),
        Operation::Mass => one_body::read_mass(root, dim).map(|line| LineQuery::Mass(Box::new(line))),
        Operation::Ray => one_body::read_ray(root, dim).map(|line| LineQuery::Ray(Box::new(line))),
        Operation::Manifold => manifold::read(root, dim).map(|line| LineQuery::Manifold(Box::new(line))),
        Operation::Distance | Operation::Intersects | Operation::Sat(_) | Operation::Cast(_) | Operation::Minkowski => {
            read_case(root, operation, dim).map(|case| LineQuery::Pair(Box::new(case)))
        }
    }
}

/// Reads a line about two bodies; the line's fields override the options of `operation`.
fn read_case(root: &mut Node, operation: Operation, dim: u8) -> Result<Case, TextError> {
    if dim == 2 {
        flat::flatten_bodies(root)?;
    }
    let operation = match operation {
        Operation::Sat(_) => {
            schema::check_against(&SAT_SCHEMA, root)?;
            let mut options = SatOptions::default();
            read_option(root, &mut options, "stop")?;
            Operation::Sat(options.stop)
        }
        Operation::Cast(_) => {
            schema::check_against(&CAST_SCHEMA, root)?;
            let mut options = CastOptions::default();
            read_option(root, &mut options, "method")?;
            read_option(root, &mut options, "t_max")?;
            Operation::Cast(options)
        }
        other => {
            schema::check_against(&SCHEMA, root)?;
            other
        }
    };
    let case = Case { operation, dim, a: read_body(root, dim, "a")?, b: read_body(root, dim, "b")? };
    let supports_rotation = matches!(operation, Operation::Cast(options) if options.method.supports_rotation());
    if !supports_rotation {
        refuse_angular_velocities(root)?;
    }
    Ok(case)
}

/// Returns an error if a body has an angular velocity, for operations that do not rotate bodies.
fn refuse_angular_velocities(root: &Node) -> Result<(), TextError> {
    for name in ["a", "b"] {
        let Some(field) = root.field(name).and_then(|body| body.value.field("angular_velocity")) else { continue };
        let message = "has no effect with this method: only `advance` and `bilateral` rotate bodies";
        return Err(TextError::new(field.start, format!("{name}.angular_velocity"), message));
    }
    Ok(())
}

/// The operation of a line, with default options; [`Operation::Distance`] if `op` is absent, an error if it is unknown.
fn read_operation(root: &Node) -> Result<Operation, TextError> {
    let Some(field) = root.field("op") else { return Ok(Operation::Distance) };
    let Kind::String(name) = &field.value.kind else {
        let message = format!("must be a string, but is {}", field.value.kind_name());
        return Err(TextError::new(field.value.start, "op", message));
    };
    if let Some((_, operation)) = OPERATIONS.iter().find(|(known, _)| known == name) {
        return Ok(*operation);
    }
    let hint = suggestion(name, OPERATIONS.map(|(known, _)| known));
    Err(TextError::new(field.value.start, "op", format!("`{}` is not known{hint}", shortened(name))))
}

/// Reads `dim`, 2 or 3; 3 if it is absent.
fn read_dimension(root: &Node) -> Result<u8, TextError> {
    let Some(field) = root.field("dim") else { return Ok(3) };
    match field.value.kind {
        Kind::Number(2.0) => Ok(2),
        Kind::Number(3.0) => Ok(3),
        _ => {
            Err(TextError::new(field.value.start, "dim", format!("must be 2 or 3, but is {}", field.value.described())))
        }
    }
}

/// Reads the body in the field `name`.
fn read_body(root: &Node, dim: u8, name: &str) -> Result<Placed, TextError> {
    let Some(body) = root.field(name).map(|field| &field.value) else {
        return Err(TextError::new(root.start, name, "is missing")); // reported by the schema check
    };
    let written: LineBody = deserialize::from_node(body)?;
    convert_body(body, written, dim).map_err(|error| root.fault(error.inside(name)))
}

/// Checks and converts the body that was deserialized from the object `body` as `written`. Paths of errors start at the
/// body.
fn convert_body(body: &Node, written: LineBody, dim: u8) -> Result<Placed, FieldError> {
    rules::check_half_spaces(&written.shape, true).map_err(|error| error.inside("shape"))?;
    if dim == 3 && rules::is_planar(&written.shape) {
        let message = "is a planar shape, which needs `\"dim\": 2` in the line";
        return Err(FieldError::new("shape.type", message));
    }
    rules::parts::check(&written.shape, "shape", dimension_of(dim))?;
    let position = optional_vector(body, "position", &written.position, dim)?;
    let velocity = optional_vector(body, "velocity", &written.velocity, dim)?;
    // Deserialized as an empty list if it is absent.
    let rotation_list = body.field("rotation").map(|_| written.rotation.as_slice());
    let rotation = rotation::read_rotation(rotation_list, written.rotation_matrix, dim)?;
    let spin = rotation::read_angular_velocity(body, dim, written.shape.is_half_space())?;
    Ok(Placed { shape: written.shape, position, rotation, margin: written.margin, velocity, spin })
}

/// The vector in the field `field` of a body, z = 0 in the plane; zero if the field is absent.
fn optional_vector(body: &Node, field: &str, numbers: &[f64], dim: u8) -> Result<[f64; 3], FieldError> {
    match body.field(field) {
        Some(_) => flat::vector(numbers, dim, field),
        None => Ok([0.0; 3]),
    }
}
