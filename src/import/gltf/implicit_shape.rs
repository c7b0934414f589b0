//! Reader of one implicit shape of glTF: a sphere or a box, or a capsule, cylinder or cone along y. Absent fields have
//! the defaults of the extension.

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;
use serde_json::Value;

use super::numbers;
use crate::draft::checked_length;

/// Builds a shape from full lengths, meters, which are halved without rounding; `None` for kinds that scenes do not
/// have, such as a capsule with two radii.
///
/// # Errors
/// Fails if a length is negative, not a number, or beyond the limits of scenes.
pub(super) fn read_implicit_shape(shape: &Value) -> Result<Option<Shape>, String> {
    let kind = shape["type"].as_str().unwrap_or_default();
    let fields = &shape[kind];
    let shape = match kind {
        "sphere" => Shape::Sphere { radius: size(fields, "radius", 0.5)? },
        "box" => {
            let sides = numbers::<3>(&fields["size"], "size")?.unwrap_or([1.0; 3]);
            if let Some(side) = sides.iter().find(|side| **side < 0.0) {
                return Err(format!("a side must not be negative, but is {side}"));
            }
            sides.iter().try_for_each(|side| checked_length(*side).map(drop))?;
            Shape::Box { half_extents: sides.map(|side| 0.5 * side) }
        }
        "capsule" | "cylinder" => {
            let bottom = size(fields, "radiusBottom", 0.25)?;
            let top = size(fields, "radiusTop", 0.25)?;
            let half_height = 0.5 * size(fields, "height", 0.5)?;
            let axis = Axis::Y;
            if kind == "capsule" && bottom == top {
                Shape::Capsule { radius: top, half_height, axis }
            } else if kind == "cylinder" && bottom == top {
                Shape::Cylinder { radius: top, half_height, axis }
            } else if kind == "cylinder" && top == 0.0 {
                Shape::Cone { radius: bottom, half_height, axis }
            } else {
                return Ok(None);
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(shape))
}

/// Reads a length of a shape, meters; `default` is that of the extension.
fn size(fields: &Value, name: &str, default: f64) -> Result<f64, String> {
    match fields.get(name).map_or(Some(default), Value::as_f64) {
        Some(value) if value >= 0.0 => checked_length(value),
        _ => Err(format!("{name} must be a number that is not negative, but is {}", fields[name])),
    }
}
