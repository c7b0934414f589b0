//! Order of the four numbers of quaternions in each library: `Quat(0, 0, 0, 1)` is the identity in Bevy,
//! `Quaternion(1, 0, 0, 0)` in Drake. The documentation of each library states it.

use std::collections::BTreeSet;

use crate::code::evaluate::value::Order;

/// Libraries whose quaternions have the order x, y, z, w.
const W_LAST: [&str; 34] = [
    "edyn",
    "moveit",
    "ros",
    "directx",
    "bepu",
    "xna",
    "havok",
    "isaacgym",
    "coppeliasim",
    "libgdx",
    "scenekit",
    "libccd",
    "unreal",
    "playcanvas",
    "newton",
    "warp",
    "babylon",
    "jme",
    "bullet",
    "physx",
    "jolt",
    "rapier.js",
    "bevy",
    "avian",
    "bevy_rapier",
    "cannon",
    "cannon-es",
    "three",
    "reactphysics3d",
    "godot",
    "godot3",
    "unity",
    "pybullet",
    "jitter",
];

/// Libraries whose quaternions have the order w, x, y, z.
const W_FIRST: [&str; 16] = [
    "raisim", "isaacsim", "chrono", "blender", "curobo", "genesis", "sapien", "isaaclab", "panda3d", "fcl", "coal",
    "hpp-fcl", "drake", "mujoco", "ode", "trimesh",
];

/// Returns the order of the quaternions of the libraries that a text names; `None` if their orders differ, or if none
/// is known.
pub fn order(libraries: &BTreeSet<&'static str>) -> Option<Order> {
    let has_w_last = libraries.iter().any(|library| W_LAST.contains(library));
    let has_w_first = libraries.iter().any(|library| W_FIRST.contains(library));
    match (has_w_last, has_w_first) {
        (true, false) => Some(Order::Last),
        (false, true) => Some(Order::First),
        _ => None,
    }
}
