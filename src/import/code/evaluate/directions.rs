//! Constants of vectors that depend on the library: directions whose sign differs, `Vector3.forward`, and the
//! directions of planar vectors, `Vector2.UP`.

use super::value::Data;
use crate::code::join::store::Store;
use crate::names::normalized;

impl Store {
    /// Returns the vector of a constant, by its path and the libraries of the text; `None` for any other constant, and
    /// if libraries with different signs are named.
    pub fn direction(&self, names: &[&str]) -> Option<Data> {
        let is_godot = self.uses("godot") || self.uses("godot3");
        let name = match names {
            [.., "Vector3", name] => name,
            // glam's y axis points up.
            [.., "Vec2", name] => return planar_constant(name, 1.0),
            // Godot's planar y axis points down.
            [.., "Vector2", name] if is_godot && !self.uses("unity") => return planar_constant(name, -1.0),
            _ => return None,
        };
        // The z axis of Unity points forward, that of Godot backward.
        let forward_z = match (self.uses("unity"), is_godot) {
            (true, false) => 1.0,
            (false, true) => -1.0,
            _ => return None,
        };
        let z = match normalized(name).as_str() {
            "forward" => forward_z,
            "back" => -forward_z,
            _ => return None,
        };
        Some(Data::Vector(vec![0.0, 0.0, z]))
    }
}

/// Returns a constant of a planar vector in capitals, such as `Vec2::ZERO` of Rust and `Vector2.UP` of Godot; `None`
/// for any other name. `up_y` is the y coordinate of `UP`, 1 or −1.
fn planar_constant(name: &str, up_y: f64) -> Option<Data> {
    let vector = match name {
        "ZERO" => [0.0, 0.0],
        "ONE" => [1.0, 1.0],
        "X" | "RIGHT" => [1.0, 0.0],
        "NEG_X" | "LEFT" => [-1.0, 0.0],
        "Y" => [0.0, 1.0],
        "NEG_Y" => [0.0, -1.0],
        "UP" => [0.0, up_y],
        "DOWN" => [0.0, -up_y],
        _ => return None,
    };
    Some(Data::Vector(vector.to_vec()))
}
