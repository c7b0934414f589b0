//! Numbers, indices and poses in the JSON of a recording of Newton.

use serde_json::Value;

use crate::import::draft::checked_length;
use crate::import::pose::Pose;

/// Largest deviation of a quaternion's length from 1 that is explained by the rounding of printed numbers.
const PRINTED_ROUNDING: f64 = 1e-3;

/// Whether a field has no content, under any of the names that it may have.
pub(super) fn is_empty(value: &Value) -> bool {
    let data = value.get("value").or(value.get("items")).or(value.get("data")).unwrap_or(value);
    data.is_null()
        || data.as_array().is_some_and(Vec::is_empty)
        || data.as_object().is_some_and(serde_json::Map::is_empty)
}

/// Returns the rigid body of an entry, which counts bodies from −1, the world.
pub(super) fn rigid_at(list: &[i64], index: usize) -> Option<usize> {
    list.get(index).and_then(|body| usize::try_from(*body + 1).ok())
}

/// Converts a row of indices; `None` if one is not an index of `count` vertices.
pub(super) fn triangle(row: &[f64], count: usize) -> Option<[u32; 3]> {
    row.iter().all(|index| *index >= 0.0 && *index < count as f64).then(|| [0, 1, 2].map(|index| row[index] as u32))
}

/// Appends all numbers of nested lists in order; `None` when the lists contain anything else.
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

/// Reads a position, then a quaternion x, y, z, w.
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
