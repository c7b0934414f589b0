//! Conventions of a whole text that its records do not state field by field: the order of quaternions, and whether the
//! extents of a box are half or full. Both follow from the libraries that the text names, from the types of its shapes,
//! and from the values themselves.

use std::collections::BTreeSet;

use super::facts::{Fact, Quaternion, Statement};
use super::fields::QuaternionOrder;
use crate::code;
use crate::dump::token::Token;

/// Error of a quaternion whose order is not known.
pub(super) const NO_ORDER: &str =
    "is this quaternion x, y, z, w or w, x, y, z? Name its field `quaternion_xyzw` or `quaternion_wxyz`";

/// Minimum magnitude of the first number at which a quaternion of a field called `rotation` may also be w, x, y, z.
/// Below it, w first would be a rotation by more than 145 degrees.
const MIN_W: f64 = 0.3;

/// Largest deviation of a quaternion's length from 1: rounding of printed numbers to three decimals.
const PRINTED_ROUNDING: f64 = 1e-3;

/// Libraries that print quaternions as x, y, z, w, in addition to those of code.
const W_LAST_PRINTERS: [&str; 5] = ["rapier", "parry", "bepu", "ncollide", "bevy_xpbd"];

/// Prefixes of the shape types of PhysX, Bullet, Jolt, and of PhysX's enumeration of geometries.
const TYPE_PREFIXES: [&str; 4] = ["Px", "bt", "JPH", "e"];

/// Conventions of a whole text, by which its records are read.
pub(super) struct Context {
    /// Libraries that the text names.
    libraries: BTreeSet<&'static str>,
    /// Whether the text gives positions of objects, in whose frames Unity's colliders have their centers.
    pub(super) has_objects: bool,
    /// Order of quaternions whose fields do not state it.
    order: QuaternionOrder,
}

impl Context {
    /// Returns the context of a text with these facts.
    pub(super) fn new(text: &str, facts: &[&Fact<'_>]) -> Self {
        let libraries = code::named_libraries(text);
        let order = order_of_text(&libraries, facts);
        let has_objects = libraries.contains("unity") && text.to_lowercase().contains("object at ");
        Self { libraries, has_objects, order }
    }

    /// Returns a quaternion as x, y, z, w.
    ///
    /// # Errors
    /// Fails if the order is not known, or if the length is not 1.
    pub(super) fn ordered(&self, quaternion: Quaternion) -> Result<[f64; 4], String> {
        let [a, b, c, d] = quaternion.values;
        let order = match quaternion.order {
            QuaternionOrder::Unknown => self.order,
            QuaternionOrder::Plain if self.order == QuaternionOrder::Unknown && a.abs() < MIN_W => {
                QuaternionOrder::WLast
            }
            QuaternionOrder::Plain => self.order,
            known @ (QuaternionOrder::WLast | QuaternionOrder::WFirst) => known,
        };
        let xyzw = match order {
            QuaternionOrder::WLast => [a, b, c, d],
            QuaternionOrder::WFirst => [b, c, d, a],
            QuaternionOrder::Unknown | QuaternionOrder::Plain => return Err(NO_ORDER.to_owned()),
        };
        let length = xyzw.iter().map(|x| x * x).sum::<f64>().sqrt();
        if (length - 1.0).abs() < PRINTED_ROUNDING {
            Ok(xyzw)
        } else {
            Err(format!("a quaternion must have length 1, but has length {length}"))
        }
    }

    /// Factor that converts the extents of a field to half extents; `None` if the field may have half or full ones.
    pub(super) fn half_extent_factor(&self, field: &str, kind: Option<Token<'_>>) -> Option<f64> {
        let kind = kind.map_or("", |kind| kind.text);
        match (field, kind) {
            ("halfextents", _) | ("extents", "rp3d.BoxShape") => Some(1.0),
            ("fullextents", _) | ("size", "BoxCollider" | "BoxShape3D") => Some(0.5),
            ("size", kind) if kind.starts_with("mjGEOM") => Some(1.0),
            ("size", _) if self.libraries.len() == 1 && self.libraries.contains("unity") => Some(0.5),
            _ => None,
        }
    }
}

/// Returns the order of the quaternions of a text whose fields do not state it: by identity quaternions, which
/// contradict each other if both orders occur, else by the libraries, else by fields and types of engines that print w
/// last.
fn order_of_text(libraries: &BTreeSet<&'static str>, facts: &[&Fact<'_>]) -> QuaternionOrder {
    let quaternions: Vec<[f64; 4]> = facts.iter().filter_map(|fact| unordered_quaternion(fact)).collect();
    let shows_w_last = quaternions.iter().any(|values| matches!(values, [0.0, 0.0, 0.0, w] if w.abs() == 1.0));
    let shows_w_first = quaternions.iter().any(|values| matches!(values, [w, 0.0, 0.0, 0.0] if w.abs() == 1.0));
    if shows_w_last && shows_w_first {
        return QuaternionOrder::Unknown;
    }
    if let Some(order) = order_of_libraries(libraries) {
        return order;
    }
    if shows_w_last {
        return QuaternionOrder::WLast;
    }
    if shows_w_first {
        return QuaternionOrder::WFirst;
    }
    // `hx`, `p` and `q` are fields of PhysX.
    let has_half_extent = facts.iter().any(|fact| matches!(fact.statement, Statement::HalfExtent(..)));
    if has_half_extent || facts.iter().any(|fact| has_engine_type(fact)) {
        QuaternionOrder::WLast
    } else {
        QuaternionOrder::Unknown
    }
}

/// Returns the values of a quaternion whose field does not state the order; `None` for any other fact.
fn unordered_quaternion(fact: &Fact<'_>) -> Option<[f64; 4]> {
    match fact.statement {
        Statement::Rotation(Quaternion { values, order: QuaternionOrder::Unknown | QuaternionOrder::Plain }) => {
            Some(values)
        }
        _ => None,
    }
}

/// Returns the order of quaternions in the libraries that a text names; `None` if they do not define it.
fn order_of_libraries(libraries: &BTreeSet<&'static str>) -> Option<QuaternionOrder> {
    if code::is_w_first(libraries) {
        Some(QuaternionOrder::WFirst)
    } else if code::is_w_last(libraries) || W_LAST_PRINTERS.iter().any(|printer| libraries.contains(printer)) {
        Some(QuaternionOrder::WLast)
    } else {
        None
    }
}

/// Whether a fact names a shape type of an engine that prints w last: PhysX, Bullet, Jolt, Godot, Unity, parry.
fn has_engine_type(fact: &Fact<'_>) -> bool {
    let Statement::Kind(kind) = &fact.statement else { return false };
    let has_prefix = TYPE_PREFIXES.iter().any(|prefix| {
        let after = kind.text.strip_prefix(prefix);
        after.is_some_and(|after| after.starts_with(|c: char| c.is_ascii_uppercase()))
    });
    has_prefix || kind.text.ends_with("Shape3D") || kind.text.ends_with("Collider") || kind.text == "Cuboid"
}
