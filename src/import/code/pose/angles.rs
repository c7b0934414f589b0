//! Rotations by Euler angles, `mesh.rotation.set(0.1, 0.2, 0.3)`, in the conventions of libraries: the order of the
//! rotations, and degrees or radians.
//!
//! **Sources.** The order is that of the product of rotations, the outermost first: `"zyx"` is Rz·Ry·Rx, which rotates
//! about the fixed axes x, y, z in that order. Documentation or source of each library states it; libraries whose order
//! is not certain have none.
//!
//! **Rule.** If at most one angle differs from 0, the order does not matter. Otherwise the text must name one library
//! whose order is known.

use std::collections::BTreeSet;

use crate::code::evaluate::value::{NamedValue, euler, three_numbers};
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, about};

/// Euler angles of one library.
struct Convention {
    library: &'static str,
    /// Order of the product, the outermost rotation first; empty if it is not certain.
    letters: &'static str,
    is_degrees: bool,
}

/// Creates a row of [`CONVENTIONS`] whose angles are in radians.
const fn radians(library: &'static str, letters: &'static str) -> Convention {
    Convention { library, letters, is_degrees: false }
}

/// Creates a row of [`CONVENTIONS`] whose angles are in degrees.
const fn degrees(library: &'static str, letters: &'static str) -> Convention {
    Convention { library, letters, is_degrees: true }
}

/// Conventions of fields and setters that take angles about x, y and z.
const CONVENTIONS: [Convention; 14] = [
    radians("three", "xyz"),
    radians("babylon", "yxz"),
    degrees("playcanvas", "zyx"),
    degrees("unity", "yxz"),
    radians("godot", "yxz"),
    radians("godot3", "yxz"),
    degrees("aframe", "yxz"),
    radians("jme", "yzx"),
    radians("scenekit", ""),
    radians("coppeliasim", "xyz"),
    radians("blender", "zyx"),
    degrees("genesis", "zyx"),
    degrees("roblox", "yxz"),
    degrees("oimo", ""),
];

/// Rotation by angles about x, y and z, radians, in the order of the letters; `None` if the order is not known and
/// matters.
pub fn ordered(letters: &str, angles: [f64; 3]) -> Option<[f64; 4]> {
    let nonzero: Vec<usize> = (0..3).filter(|k| angles[*k] != 0.0).collect();
    match nonzero[..] {
        [] => Some(IDENTITY_ROTATION),
        [k] => {
            let mut axis = [0.0; 3];
            axis[k] = 1.0;
            about(axis, angles[k])
        }
        _ => {
            let in_order: Option<Vec<f64>> = letters.chars().map(|letter| Some(angles["xyz".find(letter)?])).collect();
            let in_order = in_order.filter(|angles| angles.len() == 3)?;
            euler(letters, &in_order)
        }
    }
}

/// Rotation by angles about x, y and z in the convention of the libraries that have one; `None` if there is none, or if
/// conventions differ and the difference matters. `in_degrees` replaces the unit of the convention.
pub fn by_library(libraries: &BTreeSet<&'static str>, angles: [f64; 3], in_degrees: Option<bool>) -> Option<[f64; 4]> {
    let conventions: Vec<&Convention> = CONVENTIONS.iter().filter(|row| libraries.contains(row.library)).collect();
    let first = conventions.first()?;
    let have_one_unit = conventions.iter().all(|row| row.is_degrees == first.is_degrees);
    if in_degrees.is_none() && !have_one_unit {
        return (angles == [0.0; 3]).then_some(IDENTITY_ROTATION);
    }
    let have_one_order = conventions.iter().all(|row| row.letters == first.letters);
    let letters = if have_one_order { first.letters } else { "" };
    let is_degrees = in_degrees.unwrap_or(first.is_degrees);
    ordered(letters, if is_degrees { angles.map(f64::to_radians) } else { angles })
}

/// Names of fields and setters that take angles about x, y and z, in lower case without underscores.
const FIELDS: [&str; 10] = [
    "rotation",
    "eulerangles",
    "localeulerangles",
    "setlocaleulerangles",
    "seteulerangles",
    "rotationdegrees",
    "globalrotation",
    "rotationeuler",
    "orientation",
    "euler",
];

/// Rotation that a field or setter gets from three angles; the outer `None` if this is no such field, the inner one if
/// the convention is not known. `name` is the last name of the setter.
pub fn set_by_field(
    libraries: &BTreeSet<&'static str>,
    name: &str,
    arguments: &[NamedValue],
) -> Option<Option<[f64; 4]>> {
    let name = normalized(name);
    let has_own_order = match name.as_str() {
        "seteulerangles" => libraries.contains("libgdx"),
        "fromangles" => libraries.contains("jme"),
        _ => false,
    };
    if has_own_order && let Some(rotation) = by_function("quaternion", &name, three_numbers(arguments)?) {
        return Some(Some(rotation));
    }
    let has_convention = CONVENTIONS.iter().any(|row| libraries.contains(row.library));
    if !FIELDS.contains(&name.as_str()) || !has_convention || libraries.contains("rapier") {
        return None;
    }
    // Only Roblox' `Orientation` has angles; in other libraries it is a quaternion.
    if name == "orientation" && !libraries.contains("roblox") {
        return None;
    }
    let angles: [f64; 3] = match arguments {
        [(_, only)] if only.coordinates().is_some_and(|all| all.len() == 3) => only.vector()?,
        [_, _, _] => {
            let all: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
            all?.try_into().ok()?
        }
        _ => return None,
    };
    let in_degrees = name.contains("degrees").then_some(true);
    Some(by_library(libraries, angles, in_degrees))
}

/// Rotation of three angles in a function whose name states their order; `None` for any other function. `kind` is its
/// type and `name` its last name, in lower case without underscores; angles are radians unless noted.
pub fn by_function(kind: &str, name: &str, angles: [f64; 3]) -> Option<[f64; 4]> {
    let [a, b, c] = angles;
    let in_degrees = angles.map(f64::to_radians);
    match (kind, name) {
        // Roblox: `CFrame.Angles` is `fromEulerAnglesXYZ`; `fromOrientation` is `fromEulerAnglesYXZ`.
        ("cframe", "angles" | "fromeuleranglesxyz") => ordered("xyz", angles),
        ("cframe", "fromorientation" | "fromeuleranglesyxz") => ordered("yxz", angles),
        // System.Numerics, Babylon.js, MonoGame: yaw about y, pitch about x, roll about z.
        (_, "createfromyawpitchroll" | "rotationyawpitchroll") => ordered("yxz", [b, a, c]),
        // libGDX: yaw about y, pitch about x and roll about z, in degrees.
        ("quaternion", "seteulerangles") => {
            let [yaw, pitch, roll] = in_degrees;
            ordered("yxz", [pitch, yaw, roll])
        }
        // Unreal: pitch, yaw and roll in degrees; positive pitch and roll are against the right-hand rule.
        ("frotator", _) => {
            let [pitch, yaw, roll] = in_degrees;
            ordered("zyx", [-roll, -pitch, yaw])
        }
        // Isaac Gym, Warp: roll, pitch and yaw about fixed axes.
        (_, "fromeulerzyx" | "quatrpy" | "rpytomatrix") => ordered("zyx", angles),
        // Open3D: the product in the order of the letters.
        (_, "getrotationmatrixfromxyz") => ordered("xyz", angles),
        (_, "getrotationmatrixfromzyx") => ordered("zyx", [c, b, a]),
        ("quaternion", "fromangles") => ordered("yzx", angles),
        // transforms3d and transformations.py: fixed axes x, y, z (`sxyz`) are their default.
        (_, "euler2quat" | "quaternionfromeuler" | "eulermatrix" | "euler2mat") => ordered("zyx", angles),
        _ => None,
    }
}
