//! Directions whose sign differs between libraries, such as `Vector3.forward`.

use super::rotations::normalized;
use super::things::Store;
use super::value::Data;

impl Store {
    /// Returns the direction of a constant whose library is known; `None` for any other constant.
    pub(super) fn direction(&self, names: &[&str]) -> Option<Data> {
        let [.., "Vector3", name] = names else { return None };
        let is_godot = self.uses("godot") || self.uses("godot3");
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
