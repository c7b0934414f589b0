//! A case line: two shapes and where they are. The format is that of the public case files; fields that say nothing of
//! the pair (`family`, `reference`, …) are left alone.

use serde::Deserialize;
use serde_json::Value;

use super::Unanswered;
use crate::scene;
use crate::scene::limits::{MAGNITUDE, UNIT_SLACK};
use crate::scene::model::Shape;

/// A pair as the line says it, in its own numbers: an engine rounds and normalises in its own precision.
#[derive(Debug)]
pub(super) struct Case {
    /// 2 or 3.
    pub(super) dim: u8,
    pub(super) a: Placed,
    pub(super) b: Placed,
}

/// A shape and where it is.
#[derive(Debug)]
pub(super) struct Placed {
    pub(super) shape: Shape,
    /// World, metres; z = 0 in the plane.
    pub(super) position: [f64; 3],
    pub(super) rotation: Rotation,
}

/// As the line gives it, not normalised.
#[derive(Debug)]
pub(super) enum Rotation {
    /// x, y, z, w.
    Quaternion([f64; 4]),
    /// Cosine and sine, in the plane.
    Angle([f64; 2]),
    /// By rows.
    Matrix([[f64; 3]; 3]),
}

#[derive(Deserialize)]
#[serde(expecting = "an object with `a` and `b`")]
struct RawCase {
    dim: Option<u8>,
    a: RawPlaced,
    b: RawPlaced,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with `shape`, `position` and `rotation`")]
struct RawPlaced {
    shape: Value,
    position: Vec<f64>,
    rotation: Option<Vec<f64>>,
    rotation_matrix: Option<[[f64; 3]; 3]>,
}

type Read<T> = Result<T, Unanswered>;

fn wrong<T>(message: impl Into<String>) -> Read<T> {
    Err(Unanswered::Wrong(message.into()))
}

impl Case {
    /// The line's id (null when it has none) and its case.
    pub(super) fn read(line: &[u8]) -> (Value, Read<Self>) {
        let value: Value = match serde_json::from_slice(line) {
            Ok(value) => value,
            Err(error) => {
                let text = error.to_string();
                let text = text.split(" at line").next().unwrap_or(&text);
                return (Value::Null, wrong(format!("is not JSON: {text} at column {}", error.column())));
            }
        };
        let id = value.get("id").cloned().unwrap_or(Value::Null);
        let raw: Result<RawCase, _> = serde_path_to_error::deserialize(value);
        let case = match raw {
            Err(error) if error.path().to_string() == "." => wrong(error.inner().to_string()),
            Err(error) => wrong(format!("{}: {}", error.path(), error.inner())),
            Ok(raw) => Self::check(raw),
        };
        (id, case)
    }

    fn check(raw: RawCase) -> Read<Self> {
        let dim = raw.dim.unwrap_or(3);
        if !(2..=3).contains(&dim) {
            return Err(Unanswered::Unsupported);
        }
        Ok(Self { dim, a: placed(raw.a, dim, "a")?, b: placed(raw.b, dim, "b")? })
    }
}

fn placed(raw: RawPlaced, dim: u8, name: &str) -> Read<Placed> {
    let position = match raw.position.as_slice() {
        [x, y] if dim == 2 => [*x, *y, 0.0],
        [x, y, z] if dim == 3 || *z == 0.0 => [*x, *y, *z],
        other => return wrong(format!("{name}.position: must have {dim} numbers, has {}", other.len())),
    };
    let rotation = match (raw.rotation.as_deref(), raw.rotation_matrix) {
        (_, Some(rows)) => Rotation::Matrix(rows),
        (None, None) => Rotation::Quaternion([0.0, 0.0, 0.0, 1.0]),
        (Some([c, s]), None) if dim == 2 => Rotation::Angle([*c, *s]),
        (Some([x, y, z, w]), None) => Rotation::Quaternion([*x, *y, *z, *w]),
        (Some(other), None) => {
            let wanted = if dim == 2 { "2" } else { "4" };
            return wrong(format!("{name}.rotation: must have {wanted} numbers, has {}", other.len()));
        }
    };
    let length = |numbers: &[f64]| numbers.iter().map(|x| x * x).sum::<f64>().sqrt();
    let lengths = match &rotation {
        Rotation::Quaternion(q) => vec![length(q)],
        Rotation::Angle(q) => vec![length(q)],
        Rotation::Matrix(rows) => rows.iter().map(|row| length(row)).collect(),
    };
    if let Some(length) = lengths.iter().find(|length| (**length - 1.0).abs() > UNIT_SLACK) {
        return wrong(format!("{name}.rotation: must have length 1, has {length}"));
    }
    in_range(&position, &format!("{name}.position"))?;
    Ok(Placed { shape: shape(raw.shape, dim, &format!("{name}.shape"))?, position, rotation })
}

fn in_range(numbers: &[f64], path: &str) -> Read<()> {
    match numbers.iter().find(|x| x.abs() > MAGNITUDE) {
        Some(x) => wrong(format!("{path}: must not be beyond {MAGNITUDE:e}, is {x:e}")),
        None => Ok(()),
    }
}

/// The model's shape: planar shapes are called by their planar names and get z = 0 where they need it.
fn shape(mut raw: Value, dim: u8, path: &str) -> Read<Shape> {
    let Some(kind) = raw.get("type").and_then(Value::as_str) else {
        return wrong(format!("{path}: the field `type` is missing"));
    };
    let kind = match (kind, dim) {
        ("sphere" | "box" | "capsule" | "cylinder" | "cone" | "ellipsoid", 3) => kind,
        ("segment" | "triangle" | "capsule", _) | ("polytope", 3) | ("circle" | "polygon", 2) => kind,
        ("box", 2) => "rectangle",
        ("sphere", 2) => "circle",
        ("polytope", 2) => "polygon",
        _ => return Err(Unanswered::Unsupported),
    };
    raw["type"] = Value::from(kind.to_owned());
    if dim == 2 {
        let coordinates = if raw["type"] == "polygon" { 2 } else { 3 };
        for point in raw.get_mut("points").and_then(Value::as_array_mut).into_iter().flatten() {
            flatten(point, coordinates);
        }
    }
    scene::shape_from_json(&raw.to_string()).map_err(|(field, message)| {
        let dot = if field.is_empty() { "" } else { "." };
        Unanswered::Wrong(format!("{path}{dot}{field}: {message}"))
    })
}

/// A point of the plane with `coordinates` numbers, if that loses nothing.
fn flatten(point: &mut Value, coordinates: usize) {
    if let Value::Array(numbers) = point {
        match (numbers.len(), coordinates) {
            (2, 3) => numbers.push(Value::from(0.0)),
            (3, 2) if numbers[2].as_f64() == Some(0.0) => numbers.truncate(2),
            _ => {}
        }
    }
}
