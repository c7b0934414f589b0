//! Poses as the debug format of Rust prints them after a constructor:
//! `Transform { translation: Vec3(0.0, 1.0, 0.0), rotation: Quat(0.0, 0.0, 0.0, 1.0), scale: Vec3(1.0, 1.0, 1.0) }`.

use crate::object_dumps::value::{Parser, Value};
use crate::pose::{Pose, normalized_unless_unit};

/// Beginnings of printed poses.
const TYPES: [&str; 2] = ["Transform {", "Transform{"];

/// Length deviation up to which four numbers are a rotation.
const MAX_LENGTH_DEVIATION: f64 = 2e-3;

/// Returns the pose that is printed at the start of a text, with its length in bytes; `None` for any other text, and
/// for a pose with a scale.
pub(super) fn transform(text: &str) -> Option<(Pose, usize)> {
    if !TYPES.iter().any(|start| text.starts_with(start)) {
        return None;
    }
    let mut parser = Parser::new(text, 0);
    let Value::List(list) = parser.value()? else { return None };
    let mut pose = Pose::default();
    let mut seen: Vec<&str> = Vec::new();
    for item in &list.items {
        let key = item.key.as_str();
        match (key, item.value.numbers()?.as_slice()) {
            ("translation", [x, y, z]) => pose.position = [*x, *y, *z],
            ("rotation", [x, y, z, w]) => {
                let length = [x, y, z, w].iter().map(|x| **x * **x).sum::<f64>().sqrt();
                if (length - 1.0).abs() > MAX_LENGTH_DEVIATION {
                    return None;
                }
                pose.rotation = normalized_unless_unit([*x, *y, *z, *w]);
            }
            ("scale", [1.0, 1.0, 1.0]) => {}
            _ => return None,
        }
        if seen.contains(&key) {
            return None;
        }
        seen.push(key);
    }
    (seen.contains(&"translation") && seen.contains(&"rotation")).then_some((pose, parser.at))
}
