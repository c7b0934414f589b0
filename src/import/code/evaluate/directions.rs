//! Directions whose sign differs between libraries, such as `Vector3.forward`, and constants of planar vectors.

use super::value::Data;
use crate::import::code::join::store::Store;
use crate::import::code::pose::rotations::normalized;

impl Store {
    /// Returns the direction of a constant whose library is known; `None` for any other constant.
    pub fn direction(&self, names: &[&str]) -> Option<Data> {
        let is_godot = self.uses("godot") || self.uses("godot3");
        let name = match names {
            [.., "Vector3", name] => name,
            [.., "Vec2", name] => return planar_constant(name, 1.0),
            [.., "Vector2", name] if is_godot && !self.uses("unity") => return planar_constant(name, -1.0),
            _ => return None,
        };
        // The z axis of Unity points forward, that of Godot backward.
        let forward = match (self.uses("unity"), is_godot) {
            (true, false) => 1.0,
            (false, true) => -1.0,
            _ => return None,
        };
        let z = match normalized(name).as_str() {
            "forward" => forward,
            "back" => -forward,
            _ => return None,
        };
        Some(Data::Vector(vec![0.0, 0.0, z]))
    }
}

/// Returns a constant of a planar vector in capitals, such as `Vec2::ZERO` of Rust and `Vector2.UP` of Godot; `up` is
/// the y coordinate of `UP`.
fn planar_constant(name: &str, up: f64) -> Option<Data> {
    let vector = match name {
        "ZERO" => [0.0, 0.0],
        "ONE" => [1.0, 1.0],
        "X" | "RIGHT" => [1.0, 0.0],
        "NEG_X" | "LEFT" => [-1.0, 0.0],
        "Y" => [0.0, 1.0],
        "NEG_Y" => [0.0, -1.0],
        "UP" => [0.0, up],
        "DOWN" => [0.0, -up],
        _ => return None,
    };
    Some(Data::Vector(vector.to_vec()))
}
