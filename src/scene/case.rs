//! A line of a batch: two bodies and what is asked about them, read by the same tree, rules and words as scene files.
//!
//! ```
//! use contact_lens::scene::case::Line;
//! let line = br#"{"id": 7, "a": {"shape": {"type": "shpere", "radius": 1}}, "b": {}}"#;
//! let mut line = Line::read(line);
//! assert_eq!(line.id(), "7");
//! let said = line.case().unwrap_err().to_string();
//! assert_eq!(said, "column 35: a.shape.type: `shpere` is not known; did you mean `sphere`?");
//! ```

mod asked;
mod boxes;
mod choices;
mod cull;
mod manifold;
mod one_body;
mod points;
mod schemas;
mod turn;
mod world;

use std::fmt;

use super::error::{FieldError, TextError, line_and_column, suggestion};
use super::json::{self, Source};
use super::limits::MAGNITUDE;
use super::model::{
    Algorithm, Ask, Body, CastMethod, CastOptions, Dimension, Dynamics, Query, SatOptions, Scene, Shape, Stop,
};
use super::parse::utf8;
use super::path::shortened;
use super::rules;
use super::tree::{Kind, Node};
use super::{de, flat, schema};
pub use asked::Asked;
pub use boxes::{Boxes, Corners};
use choices::option;
pub use cull::{CullBody, Culling};
pub use manifold::{ManifoldLine, Previous};
pub use one_body::{MassLine, RayLine};
pub use points::{Directions, Points, Search, Simplex};
use schemas::{CAST_SCHEMA, SAT_SCHEMA, SCHEMA, Written};
pub use turn::Rotation;
pub use world::WorldLine;

/// The operations of the format.
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

/// What a line asks of its pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operation {
    /// The signed distance, with witnesses: what a line asks that does not say.
    Distance,
    /// Whether the bodies overlap.
    Intersects,
    /// The line on which the bodies part most, or the first on which they do.
    Sat(Stop),
    /// When the bodies, which move, first meet. How long they move has no upper limit.
    Cast(CastOptions),
    /// Which bodies a camera sees.
    Cull,
    /// The convex hull of points.
    Hull,
    /// Which boxes overlap, frame after frame.
    Pairs,
    /// The farthest points along directions.
    Support,
    /// The difference of all points of A and B.
    Minkowski,
    /// The points of contact.
    Manifold,
    /// The nearest point of a simplex.
    Simplex,
    /// Frames of a world.
    World,
    /// What a body weighs, filled evenly.
    Mass,
    /// Where a ray meets a body.
    Ray,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// In characters, from 1.
    pub column: usize,
    /// `a.shape.radius`; empty for the line as a whole.
    pub path: String,
    /// What must be, and what is: `must not be negative, is -1`.
    pub message: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "column {}: ", self.column)?;
        if !self.path.is_empty() {
            write!(out, "{}: ", self.path)?;
        }
        out.write_str(&self.message)
    }
}

impl std::error::Error for LineError {}

/// A pair as the line says it, in its own numbers: an engine rounds and normalizes in its own precision.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// What is asked.
    pub operation: Operation,
    /// 2 or 3.
    pub dim: u8,
    /// Body A.
    pub a: Placed,
    /// Body B.
    pub b: Placed,
}

/// A shape and where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// In the body's own frame. In the plane a `sphere` is a circle, a `box` a rectangle and a `polytope` a polygon.
    pub shape: Shape,
    /// Of the body's origin in the world, meters; z = 0 in the plane.
    pub position: [f64; 3],
    /// From the body's frame to the world.
    pub rotation: Rotation,
    /// Radius of a ball that is added to the shape, meters.
    pub margin: f64,
    /// How fast it moves, meters a second, world frame; z = 0 in the plane.
    pub velocity: [f64; 3],
    /// How fast it turns about its origin, radians a second, world frame; in the plane about z.
    pub spin: [f64; 3],
}

fn dimension_of(dim: u8) -> Dimension {
    if dim == 2 { Dimension::Two } else { Dimension::Three }
}

/// A scene that stands still and asks one question, if any.
fn scene(name: &str, dim: u8, bodies: Vec<Body>, query: Option<Query>) -> Scene {
    Scene { queries: query.into_iter().collect(), ..Scene::new(name, dimension_of(dim), bodies) }
}

impl Case {
    /// Of the space that the bodies live in.
    pub fn dimension(&self) -> Dimension {
        dimension_of(self.dim)
    }

    /// The same pair as a scene, with the full answer asked for, or the line that parts them.
    pub fn scene(&self, name: &str) -> Scene {
        let body = |name: &str, placed: &Placed| Body {
            position: placed.position,
            rotation: placed.rotation.quaternion(),
            margin: placed.margin,
            velocity: (placed.velocity != [0.0; 3]).then_some(placed.velocity),
            spin: (placed.spin != [0.0; 3] && self.dim == 3).then_some(placed.spin),
            dynamics: Dynamics {
                angular_velocity: (placed.spin != [0.0; 3] && self.dim == 2).then_some(placed.spin[2]),
                ..Dynamics::default()
            },
            ..Body::new(name, placed.shape.clone())
        };
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
            _ => Algorithm::Distance.of("a", "b"),
        };
        let query = Query::new(ask.algorithm().id(), ask);
        scene(name, self.dim, vec![body("a", &self.a), body("b", &self.b)], Some(query))
    }
}

/// A line whose JSON was read. It keeps the places of all its fields, so that an engine's complaint has one too.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    text: &'a str,
    root: Result<Node, TextError>,
}

impl<'a> Line<'a> {
    /// Reads the JSON of a line.
    pub fn read(bytes: &'a [u8]) -> Self {
        match utf8(bytes) {
            Ok(text) => Self { text, root: json::read(text, Source::Line) },
            Err((text, fault)) => Self { text, root: Err(fault) },
        }
    }

    /// The line's id as it is written there: JSON. `null` when there is none, or none before what is broken.
    pub fn id(&self) -> &'a str {
        let place = match &self.root {
            Ok(root) => root.field("id").map(|field| (field.value.at, field.value.end)),
            Err(_) => json::early_field(self.text, "id").map(|value| (value.at, value.end)),
        };
        place.map_or("null", |(at, end)| &self.text[at..end])
    }

    /// What the line asks about.
    pub fn asked(&mut self) -> Result<Asked, LineError> {
        let text = self.text;
        let root = self.root.as_mut().map_err(|fault| place(text, fault.clone()))?;
        asked(root).map_err(|fault| place(text, fault))
    }

    /// What the line says beside its question, as the public case files do: names with the text of their values.
    pub fn remarks(&self) -> impl Iterator<Item = (&'static str, &'a str)> {
        let root = self.root.as_ref().ok();
        let text = self.text;
        let found = move |name| root?.field(name).map(|field| (name, &text[field.value.at..field.value.end]));
        schemas::REMARKS.into_iter().filter_map(found)
    }

    /// The pair that the line asks about; of a line about anything else an error.
    pub fn case(&mut self) -> Result<Case, LineError> {
        match self.asked()? {
            Asked::Pair(case) => Ok(*case),
            Asked::Manifold(line) => Ok(line.case),
            Asked::Pairs(_) => Err(self.error("op", "asks about many boxes, not about a pair")),
            Asked::Cull(_) => Err(self.error("op", "asks about many bodies, not about a pair")),
            Asked::World(_) => Err(self.error("op", "asks about a world, not about a pair")),
            Asked::Mass(_) | Asked::Ray(_) => Err(self.error("op", "asks about one body, not about a pair")),
            Asked::Hull(_) | Asked::Support(_) | Asked::Simplex(_) => {
                Err(self.error("op", "asks about points, not about a pair"))
            }
        }
    }

    /// An error about the field at `path` (`a.shape.radius`), with its place in the line.
    pub fn error(&self, path: &str, message: &str) -> LineError {
        let at = self.root.as_ref().map_or(0, |root| root.locate(path));
        place(self.text, TextError::new(at, path, message))
    }
}

fn place(text: &str, fault: TextError) -> LineError {
    LineError { column: line_and_column(text, fault.at).1, path: fault.path, message: fault.message }
}

fn asked(root: &mut Node) -> Result<Asked, TextError> {
    let operation = operation(root)?;
    let dim = dimension(root)?;
    match operation {
        Operation::Hull => points::hull(root, dim).map(Asked::Hull),
        Operation::Pairs => boxes::read(root, dim).map(Asked::Pairs),
        Operation::Cull => cull::read(root, dim).map(|culling| Asked::Cull(Box::new(culling))),
        Operation::Support => points::support(root, dim).map(Asked::Support),
        Operation::Simplex => points::simplex(root, dim).map(Asked::Simplex),
        Operation::World => world::read(root).map(|world| Asked::World(Box::new(world))),
        Operation::Mass => one_body::mass(root, dim).map(|line| Asked::Mass(Box::new(line))),
        Operation::Ray => one_body::ray(root, dim).map(|line| Asked::Ray(Box::new(line))),
        Operation::Manifold => manifold::read(root, dim).map(|line| Asked::Manifold(Box::new(line))),
        _ => case(root, operation, dim).map(|case| Asked::Pair(Box::new(case))),
    }
}

fn case(root: &mut Node, operation: Operation, dim: u8) -> Result<Case, TextError> {
    if dim == 2 {
        flat::flatten(root)?;
    }
    let operation = match operation {
        Operation::Sat(_) => {
            schema::check_against(&SAT_SCHEMA, root)?;
            let mut options = SatOptions::default();
            option(root, &mut options, "stop")?;
            Operation::Sat(options.stop)
        }
        Operation::Cast(_) => {
            schema::check_against(&CAST_SCHEMA, root)?;
            let mut options = CastOptions::default();
            option(root, &mut options, "method")?;
            option(root, &mut options, "t_max")?;
            Operation::Cast(options)
        }
        other => {
            schema::check_against(&SCHEMA, root)?;
            other
        }
    };
    let case = Case { operation, dim, a: placed(root, dim, "a")?, b: placed(root, dim, "b")? };
    if !matches!(operation, Operation::Cast(CastOptions { method, .. }) if method.turns()) {
        let turns = |name: &str| root.field(name).and_then(|body| body.value.field("angular_velocity"));
        if let Some((name, field)) = ["a", "b"].into_iter().find_map(|name| Some((name, turns(name)?))) {
            let message = "means nothing to this method: only `advance` turns bodies";
            return Err(TextError::new(field.at, format!("{name}.angular_velocity"), message));
        }
    }
    Ok(case)
}

/// What the line asks, if it can be answered.
fn operation(root: &Node) -> Result<Operation, TextError> {
    let Some(field) = root.field("op") else { return Ok(Operation::Distance) };
    let message = match &field.value.kind {
        Kind::String(name) => match OPERATIONS.iter().find(|(known, _)| known == name) {
            Some((_, operation)) => return Ok(*operation),
            None => {
                format!("`{}` is not known{}", shortened(name), suggestion(name, OPERATIONS.map(|(known, _)| known)))
            }
        },
        _ => format!("must be a string, is {}", field.value.kind_name()),
    };
    Err(TextError::new(field.value.at, "op", message))
}

fn dimension(root: &Node) -> Result<u8, TextError> {
    let Some(field) = root.field("dim") else { return Ok(3) };
    match field.value.kind {
        Kind::Number(2.0) => Ok(2),
        Kind::Number(3.0) => Ok(3),
        _ => Err(TextError::new(field.value.at, "dim", format!("must be 2 or 3, is {}", field.value.described()))),
    }
}

fn placed(root: &Node, dim: u8, name: &str) -> Result<Placed, TextError> {
    let Some(body) = root.field(name).map(|field| &field.value) else {
        return Err(TextError::new(root.at, name, "is missing")); // which the schema has seen
    };
    let written: Written = de::model(body)?;
    let at = |(field, message): FieldError| {
        let path = format!("{name}.{field}");
        TextError::new(root.locate(&path), path, message)
    };
    let there = |field: &str| body.field(field).is_some();
    let vector = |field: &str, numbers: &[f64]| match there(field) {
        true => flat::vector(numbers, dim, field).map_err(at),
        false => Ok([0.0; 3]),
    };
    rules::shape(&written.shape, true).map_err(|(field, message)| at((format!("shape.{field}"), message)))?;
    if dim == 3 && rules::is_planar(&written.shape) {
        let message = String::from("is a shape of the plane; for that the line needs `\"dim\": 2`");
        return Err(at((String::from("shape.type"), message)));
    }
    let dimension = dimension_of(dim);
    rules::parts::check(&written.shape, "shape", dimension).map_err(at)?;
    let position = vector("position", &written.position)?;
    let velocity = vector("velocity", &written.velocity)?;
    let list = there("rotation").then_some(written.rotation.as_slice());
    let rotation = turn::rotation(list, written.rotation_matrix, dim).map_err(at)?;
    let spin = turn::spin(body, dim, written.shape.is_half_space()).map_err(at)?;
    Ok(Placed { shape: written.shape, position, rotation, margin: written.margin, velocity, spin })
}

#[cfg(test)]
mod tests;
