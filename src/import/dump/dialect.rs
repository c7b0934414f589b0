//! Words of printed text whose meaning depends on the library that the text names: the axis of round shapes, the order
//! of quaternions, extents. Each is replaced by a name with one meaning.

use std::collections::BTreeSet;

use super::token::{Token, TokenKind};
use crate::import::code;

/// Libraries whose capsules, cylinders and cones have the axis z.
const ALONG_Z: [&str; 7] = ["mujoco", "drake", "fcl", "coal", "hpp-fcl", "pybullet", "isaacgym"];

/// Libraries whose round shapes have the axis y.
const ALONG_Y: [&str; 15] = [
    "bullet",
    "jolt",
    "rapier",
    "parry",
    "rapier.js",
    "avian",
    "bevy_xpbd",
    "bevy_rapier",
    "godot",
    "godot3",
    "unity",
    "reactphysics3d",
    "cannon-es",
    "ncollide",
    "jitter",
];

/// Returns the axis of round shapes in the libraries that a text names; `None` if they differ or none is known.
fn axis(libraries: &BTreeSet<&'static str>) -> Option<char> {
    let z = ALONG_Z.iter().any(|library| libraries.contains(library));
    let y = ALONG_Y.iter().any(|library| libraries.contains(library));
    match (libraries.contains("physx"), y, z) {
        (true, false, false) => Some('x'),
        (false, true, false) => Some('y'),
        (false, false, true) => Some('z'),
        _ => None,
    }
}

/// Returns the name by which the reader of shapes knows a round shape along an axis.
fn round(kind: &str, axis: char) -> Option<&'static str> {
    Some(match (kind, axis) {
        ("capsule", 'x') => "PxCapsule",
        ("capsule", 'y') => "y_capsule",
        ("capsule", 'z') => "z_capsule",
        ("cylinder", 'y') => "y_cylinder",
        ("cylinder", 'z') => "z_cylinder",
        ("cone", 'y') => "y_coneshape",
        ("cone", 'z') => "z_coneshape",
        _ => return None,
    })
}

/// Returns the name of a type of MuJoCo's geoms in its C interface.
fn geom(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "box" => "mjGEOM_BOX",
        "sphere" => "mjGEOM_SPHERE",
        "capsule" => "mjGEOM_CAPSULE",
        "cylinder" => "mjGEOM_CYLINDER",
        "ellipsoid" => "mjGEOM_ELLIPSOID",
        _ => return None,
    })
}

/// Replaces the ambiguous words of a text by names with the meaning that its libraries give them.
pub(super) fn translated<'a>(text: &'a str, mut tokens: Vec<Token<'a>>) -> Vec<Token<'a>> {
    let libraries = code::named_libraries(text);
    let axis = axis(&libraries);
    let is_rp3d = libraries.contains("reactphysics3d");
    let is_mujoco = libraries.contains("mujoco") && libraries.len() == 1;
    let is_w_first = code::is_w_first(&libraries);
    if axis.is_none() && !is_rp3d && !is_w_first {
        return tokens;
    }
    for index in 0..tokens.len() {
        // FCL's `Cylinder<double>(…)` is a constructor, whose library is known.
        let is_generic = tokens.get(index + 1).is_some_and(|next| next.is('<'));
        let token = &mut tokens[index];
        if is_generic || !matches!(token.kind, TokenKind::Name | TokenKind::Text) {
            continue;
        }
        let lower = token.text.to_ascii_lowercase();
        let translation = geom(&lower).filter(|_| is_mujoco).or_else(|| round(&lower, axis?));
        token.text = match (token.text, translation) {
            (_, Some(translation)) => translation,
            ("BoxShape", _) if is_rp3d => "rp3d.BoxShape",
            ("Quaternion", _) if is_rp3d => "rp3dQuaternion",
            ("quat" | "quaternion" | "orientation", _) if is_w_first => "quat_wxyz",
            (text, _) => text,
        };
    }
    tokens
}
