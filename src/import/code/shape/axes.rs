//! Axis of a cylinder, cone or capsule in the arguments of its constructor: `axis=2`, `"Z"`, or a direction.

use contact_lens_model::ask::Axis;

use super::arguments::Reader;
use crate::code::evaluate::value::{Data, Value};

/// Returns the axis with this index, 0 to 2 for x to z; `None` for any other.
pub fn axis(k: usize) -> Option<Axis> {
    [Axis::X, Axis::Y, Axis::Z].get(k).copied()
}

/// Reads the index of an axis from its number or its letter: `2`, `"Z"`, `ZUp`, `Axis_Z`; `None` for any other value.
fn named_axis(value: &Value) -> Option<usize> {
    if let Data::Word(word) = &value.data {
        let letter = word.trim_matches(['"', '\'']).trim_end_matches("Up").trim_end_matches("_up");
        let letter = letter.rsplit('_').next().unwrap_or(letter);
        return ["x", "y", "z"].iter().position(|axis| axis.eq_ignore_ascii_case(letter));
    }
    value.number().filter(|k| [0.0, 1.0, 2.0].contains(k)).map(|k| k as usize)
}

/// Index of the axis of a round shape, 0 to 2: the one in the arguments, else `fixed`, the axis of the type. `None` if
/// the arguments state an axis that is not understood.
pub fn axis_index(reader: &Reader, fixed: usize) -> Option<usize> {
    if let Some(direction) = reader.point("dir") {
        return directed_axis(direction);
    }
    // A number would be another argument at the place of the name.
    if let Some(name) = reader.values.get("axisname") {
        return if name.number().is_none() { named_axis(name) } else { None };
    }
    reader.values.get("axis").map_or(Some(fixed), named_axis)
}

/// Whether a direction is parallel to a coordinate axis and points toward its negative end.
pub fn is_against_axis(direction: [f64; 3]) -> bool {
    direction.iter().filter(|x| **x != 0.0).count() == 1 && direction.iter().any(|x| *x < 0.0)
}

/// Index of the coordinate axis of a direction; z for an oblique one, because the pose then rotates the shape from z.
/// `None` for the zero vector.
fn directed_axis(direction: [f64; 3]) -> Option<usize> {
    let along: Vec<usize> = (0..3).filter(|k| direction[*k] != 0.0).collect();
    match along[..] {
        [] => None,
        [k] => Some(k),
        _ => Some(2),
    }
}
