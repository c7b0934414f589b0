//! Poses from the facts of a record: vectors, quaternions, matrices by rows or columns, and angles in the plane.

use std::collections::{BTreeMap, BTreeSet};

use super::fields::{Field, field};
use super::record::{ErrorAt, Fact, unknown};
use super::shape::{exactly, position, rotation_of_rows};
use super::value::{Item, List, Value, plain};
use crate::code;
use crate::pose::{IDENTITY_ROTATION, Pose, about, normalized_unless_unit};

/// Length deviation up to which four numbers are a rotation.
const MAX_LENGTH_DEVIATION: f64 = 2e-3;

/// Largest angle that is a whole number of radians; greater ones may be degrees.
const MAX_WHOLE_ANGLE: f64 = 7.0;

/// Error of a quaternion whose order is unknown.
const NO_ORDER: &str = "is the real part w of this quaternion first or last? Print it with the names x, y, z and w";

/// Returns the pose of the facts; `None` without any.
///
/// # Errors
/// Fails if a fact is not understood.
pub(super) fn build(
    facts: &BTreeMap<Field, Fact>,
    libraries: &BTreeSet<&'static str>,
    is_planar: bool,
) -> Result<Option<Pose>, ErrorAt> {
    let mut pose: Option<Pose> = None;
    let has_whole = facts.keys().any(|field| matches!(field, Field::Transform | Field::ColumnMatrix | Field::PosePair));
    for (field, fact) in facts {
        if *field == Field::Scale {
            continue;
        }
        let is_part = matches!(field, Field::Position | Field::Rotation | Field::Angle);
        let has_both = facts.contains_key(&Field::Rotation) && facts.contains_key(&Field::Angle);
        if is_part && (has_whole || has_both) {
            return Err((fact.start, String::from("this body has two poses; give one of them")));
        }
        let known = pose.get_or_insert_with(Pose::default);
        match field {
            Field::Position => known.position = position(&fact.value).ok_or_else(|| fact.error())?,
            Field::Rotation => known.rotation = rotation(fact, libraries, is_planar)?,
            Field::Angle => {
                let angle = fact.value.number().filter(|_| is_planar).ok_or_else(|| fact.error())?;
                if angle.abs() > MAX_WHOLE_ANGLE && angle.fract() == 0.0 {
                    return Err((fact.start, String::from("is this angle in degrees? Write it in radians")));
                }
                known.rotation = about([0.0, 0.0, 1.0], angle).unwrap_or(IDENTITY_ROTATION);
            }
            Field::ColumnMatrix => *known = column_matrix(&fact.value).ok_or_else(|| fact.error())?,
            Field::PosePair => *known = pair(&fact.value).ok_or_else(|| fact.error())?,
            Field::Transform => *known = transform(fact, libraries, is_planar)?,
            _ => return Err(fact.error()),
        }
    }
    Ok(pose)
}

/// Returns the four numbers of a quaternion if their length is 1, to the digits of a print.
fn quaternion(values: [f64; 4]) -> Option<[f64; 4]> {
    let length = values.iter().map(|x| x * x).sum::<f64>().sqrt();
    ((length - 1.0).abs() < MAX_LENGTH_DEVIATION).then(|| normalized_unless_unit(values))
}

/// Returns the rotation that a field states.
fn rotation(fact: &Fact, libraries: &BTreeSet<&'static str>, is_planar: bool) -> Result<[f64; 4], ErrorAt> {
    let value = fact.value.unwrapped();
    if let Value::Word(word) = value {
        return if plain(word) == "identity" { Ok(IDENTITY_ROTATION) } else { Err(fact.error()) };
    }
    if let Some(angle) = value.number() {
        let angle = Some(angle).filter(|_| is_planar).ok_or_else(|| fact.error())?;
        return Ok(about([0.0, 0.0, 1.0], angle).unwrap_or(IDENTITY_ROTATION));
    }
    if let Some(values) = value.named(&["x", "y", "z", "w"]).or(value.named(&["i", "j", "k", "w"])) {
        return exactly(values).and_then(quaternion).ok_or_else(|| fact.error());
    }
    if let Some(values) = value.named(&["re", "im"]).or(value.named(&["c", "s"])).or(value.named(&["cos", "sin"])) {
        return Ok(about([0.0, 0.0, 1.0], values[1].atan2(values[0])).unwrap_or(IDENTITY_ROTATION));
    }
    match value.numbers().as_deref() {
        Some([a, b, c, d]) => {
            let is_first = code::is_w_first(libraries) || fact.name == "xquat";
            let is_glam = matches!(&fact.value, Value::List(list) if ["Quat", "DQuat"].contains(&list.head.as_str()));
            let is_last = code::is_w_last(libraries) || is_glam;
            let ordered = match (is_first, is_last) {
                (true, false) => [*b, *c, *d, *a],
                (false, true) => [*a, *b, *c, *d],
                _ => return Err((fact.start, NO_ORDER.to_owned())),
            };
            quaternion(ordered).ok_or_else(|| fact.error())
        }
        // ODE pads the rows of its matrices; those of MuJoCo have three numbers.
        Some(numbers)
            if numbers.len() == 12 && fact.name == "r" || numbers.len() == 9 && fact.name.ends_with("xmat") =>
        {
            let width = numbers.len() / 3;
            let rows = [0, 1, 2].map(|row| [0, 1, 2].map(|column| numbers[row * width + column]));
            rotation_of_rows(rows).ok_or_else(|| fact.error())
        }
        Some(_) => Err(fact.error()),
        None => matrix(value)
            .filter(|(_, position)| position.is_none())
            .map(|(rotation, _)| rotation)
            .ok_or_else(|| fact.error()),
    }
}

/// Returns the rotation of a matrix by rows, with the position of its last column: 3 × 3, 3 × 4 or 4 × 4, and 2 × 2,
/// 2 × 3 or 3 × 3 of the plane.
fn matrix(value: &Value) -> Option<([f64; 4], Option<[f64; 3]>)> {
    let rows = value.rows()?;
    let rows: Vec<Vec<f64>> = rows.into_iter().map(Value::numbers).collect::<Option<_>>()?;
    let widths: Vec<usize> = rows.iter().map(Vec::len).collect();
    match widths[..] {
        [3, 3, 3] => Some((rotation_of_rows([0, 1, 2].map(|row| [0, 1, 2].map(|column| rows[row][column])))?, None)),
        [4, 4, 4] | [4, 4, 4, 4] => {
            let is_affine = rows.get(3).is_none_or(|last| *last == [0.0, 0.0, 0.0, 1.0]);
            let rotation = rotation_of_rows([0, 1, 2].map(|row| [0, 1, 2].map(|column| rows[row][column])))?;
            // Bullet pads the rows of its rotations with zeros.
            let position = [0, 1, 2].map(|row| rows[row][3]);
            is_affine.then_some((rotation, Some(position)))
        }
        [2, 2] | [3, 3] => {
            let rotation =
                rotation_of_rows([[rows[0][0], rows[0][1], 0.0], [rows[1][0], rows[1][1], 0.0], [0.0, 0.0, 1.0]])?;
            let position = (widths[0] == 3).then(|| [rows[0][2], rows[1][2], 0.0]);
            Some((rotation, position))
        }
        _ => None,
    }
}

/// Returns the pose of 16 numbers of a matrix by columns.
fn column_matrix(value: &Value) -> Option<Pose> {
    let m: [f64; 16] = exactly(value.numbers()?)?;
    if [m[3], m[7], m[11], m[15]] != [0.0, 0.0, 0.0, 1.0] {
        return None;
    }
    let rotation = rotation_of_rows([0, 1, 2].map(|row| [0, 1, 2].map(|column| m[4 * column + row])))?;
    Some(Pose { position: [m[12], m[13], m[14]], rotation })
}

/// Returns the pose of a position and a quaternion x, y, z, w.
fn pair(value: &Value) -> Option<Pose> {
    match value.rows()?[..] {
        [place, turn] => Some(Pose { position: position(place)?, rotation: quaternion(exactly(turn.numbers()?)?)? }),
        _ => None,
    }
}

/// Returns the pose of an object with a rotation and a position, of a matrix by rows, or of the word `identity`.
fn transform(fact: &Fact, libraries: &BTreeSet<&'static str>, is_planar: bool) -> Result<Pose, ErrorAt> {
    let Value::List(list) = fact.value.unwrapped() else {
        let is_identity = matches!(&fact.value, Value::Word(word) if plain(word) == "identity");
        return if is_identity { Ok(Pose::default()) } else { Err(fact.error()) };
    };
    if list.items.iter().any(|item| !item.key.is_empty()) {
        let mut pose = Pose::default();
        let mut seen = Vec::new();
        for item in &list.items {
            let part = field(&item.key).filter(|part| !seen.contains(part)).ok_or_else(|| fact.error())?;
            let inner = Fact { value: padded_rows(&item.value), name: plain(&item.key), start: fact.start };
            match part {
                Field::Rotation => pose.rotation = rotation(&inner, libraries, is_planar)?,
                Field::Position => pose.position = position(&inner.value).ok_or_else(|| fact.error())?,
                Field::Noise => continue,
                _ => return Err((fact.start, unknown(&item.key))),
            }
            seen.push(part);
        }
        return if seen.contains(&Field::Position) { Ok(pose) } else { Err(fact.error()) };
    }
    let (rotation, position) = matrix(&fact.value).ok_or_else(|| fact.error())?;
    Ok(Pose { position: position.ok_or_else(|| fact.error())?, rotation })
}

/// Removes the padding of the three rows of Bullet's matrices.
fn padded_rows(value: &Value) -> Value {
    let rows: Option<Vec<Vec<f64>>> = value.rows().and_then(|rows| rows.into_iter().map(Value::numbers).collect());
    let Some(rows) = rows.filter(|rows| rows.len() == 3 && rows.iter().all(|row| row.len() == 4 && row[3] == 0.0))
    else {
        return value.clone();
    };
    list_of(rows.iter().map(|row| list_of(row[..3].iter().map(|x| Value::Number(*x)))))
}

/// Returns a list of values without names.
fn list_of(values: impl Iterator<Item = Value>) -> Value {
    let items = values.map(|value| Item { key: String::new(), value, start: 0 }).collect();
    Value::List(List { head: String::new(), items })
}
