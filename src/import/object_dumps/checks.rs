//! Checks of fields whose values must not change a shape: scales, parents, parts of a sweep, ambiguous names.

use super::record::{ErrorAt, unknown};
use super::value::{List, Value, plain};

/// Whether an object only describes the sizes of the arrays of a mesh, which are printed elsewhere.
pub(super) fn describes_mesh(list: &List) -> bool {
    let mut names = list.items.iter().map(|item| item.key.as_str());
    list.head.ends_with("Trimesh") && names.all(|name| name.ends_with(".shape") || name == "name")
}

/// Whether an object is Unity's transform, whose fields are those of the body.
pub(super) fn has_local_scale(list: &List) -> bool {
    list.items.iter().any(|item| item.key == "m_LocalPosition" || item.key == "m_LocalRotation")
}

/// Whether a field has different meanings in different libraries: `r` is a rotation or a radius, `origin` a center or
/// a corner, and a local position is that of a child.
pub(super) fn is_ambiguous(name: &str, value: &Value) -> bool {
    match plain(name).as_str() {
        "r" => value.number().is_some(),
        "origin" => name != "m_origin",
        "localposition" | "localrotation" | "localscale" => !name.starts_with("m_Local"),
        _ => false,
    }
}

/// Checks that a field is zero or empty.
pub(super) fn check_zero(name: &str, value: &Value, at: usize) -> Result<(), ErrorAt> {
    let is_zero = match value {
        Value::Number(number) => *number == 0.0,
        Value::Word(word) => ["null", "None", "nil", "undefined"].contains(&word.as_str()),
        Value::List(list) => list.items.iter().all(|item| item.value.number() == Some(0.0)),
        Value::Omitted => true,
    };
    if is_zero { Ok(()) } else { Err((at, unknown(name))) }
}

/// Checks that a scale is 1; its fourth coordinate is padding.
pub(super) fn check_one(value: &Value, at: usize) -> Result<(), ErrorAt> {
    let factors = match value {
        Value::Number(number) => vec![*number],
        _ => value.numbers().or(value.named(&["x", "y", "z"])).or(value.named(&["x", "y"])).unwrap_or_default(),
    };
    let is_one = !factors.is_empty() && factors.iter().take(3).all(|factor| *factor == 1.0);
    let why = "this scale is not supported; print the scaled sizes";
    if is_one { Ok(()) } else { Err((at, String::from(why))) }
}

/// Checks that a shape is swept by a full angle, radians: from pole to pole, or around its axis.
pub(super) fn check_full_sweep(value: &Value, is_polar: bool, at: usize) -> Result<(), ErrorAt> {
    let full = if is_polar { std::f64::consts::PI } else { std::f64::consts::TAU };
    match value.number() {
        Some(angle) if (angle - full).abs() < 1e-3 => Ok(()),
        _ => Err((at, String::from("only a part of this shape is swept, which is not supported; print its points"))),
    }
}
