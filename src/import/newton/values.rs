//! Reads numbers, indices and poses from the JSON values of a Newton recording.

use serde_json::Value;

use crate::draft::checked_length;
use crate::pose::Pose;

/// Largest deviation of a quaternion's length from 1 that is explained by the rounding of printed numbers.
const PRINTED_ROUNDING: f64 = 1e-3;

/// Whether a field is null, an empty list or an empty object, itself or in its member `value`, `items` or `data`.
pub(super) fn is_empty(value: &Value) -> bool {
    let data = value.get("value").or(value.get("items")).or(value.get("data")).unwrap_or(value);
    data.is_null()
        || data.as_array().is_some_and(Vec::is_empty)
        || data.as_object().is_some_and(serde_json::Map::is_empty)
}

/// Returns the scene's number of the body at `index` of a list: 0 for the world, which Newton writes as −1, then the
/// bodies from 1; `None` for a missing entry or a number below −1.
pub(super) fn rigid_at(list: &[i64], index: usize) -> Option<usize> {
    list.get(index).and_then(|body| usize::try_from(*body + 1).ok())
}

/// Converts a row of three indices of vertices; `None` if one is not below `count`.
pub(super) fn triangle(row: &[f64], count: usize) -> Option<[u32; 3]> {
    let are_valid = row.iter().all(|index| *index >= 0.0 && *index < count as f64);
    if are_valid { Some([0, 1, 2].map(|column| row[column] as u32)) } else { None }
}

/// Appends all numbers of nested lists in order, and truth values as 0 and 1; `None` when the lists contain anything
/// else or a number that is not finite.
pub(super) fn flatten(value: &Value, flat: &mut Vec<f64>) -> Option<()> {
    match value {
        Value::Array(items) => items.iter().try_for_each(|item| flatten(item, flat)),
        Value::Number(number) => {
            flat.push(number.as_f64().filter(|number| number.is_finite())?);
            Some(())
        }
        Value::Bool(value) => {
            flat.push(f64::from(u8::from(*value)));
            Some(())
        }
        _ => None,
    }
}

/// Reads a pose from seven numbers: a position in meters, then a quaternion x, y, z, w. `name` is the field in errors.
pub(super) fn pose(row: &[f64], name: &str) -> Result<Pose, String> {
    let position = [0, 1, 2].map(|index| row[index]);
    let rotation = [3, 4, 5, 6].map(|index| row[index]);
    position.iter().try_for_each(|x| checked_length(*x).map(drop)).map_err(|why| format!("{name}: {why}"))?;
    let length = rotation.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (length - 1.0).abs() > PRINTED_ROUNDING {
        return Err(format!("{name}: a quaternion must have length 1, but has length {length}"));
    }
    Ok(Pose { position, rotation })
}
