//! Evaluation of calls that create vectors, lists, rotations, poses and numbers.

use std::rc::Rc;

use super::constants::{function, is_list, is_vector, vector};
use super::setters::point;
use super::value::{Data, NamedValue, Value};
use crate::import::code::join::store::Store;
use crate::import::code::libraries::harmless;
use crate::import::code::parser::syntax::{Expr, Node};
use crate::import::code::pose::functions;
use crate::import::code::pose::motions;
use crate::import::code::pose::rotations::{Maker, is_pose, is_rotation, normalized};
use crate::import::code::shape::dictionary;
use crate::import::pose::{IDENTITY_ROTATION, Pose};

/// Modules with functions that make vectors.
const MATH_MODULES: [&str; 13] = [
    "nalgebra",
    "na",
    "glam",
    "glm",
    "math",
    "mathutils",
    "wp",
    "warp",
    "cgmath",
    "ultraviolet",
    "euclid",
    "simd",
    "bevy",
];

impl Store {
    /// Evaluates a call that creates a vector, list, rotation, pose or number.
    pub fn plain_call(&self, names: &[&str], arguments: &[NamedValue]) -> Option<Data> {
        let last = *names.last()?;
        let before = names.len().checked_sub(2).map(|k| names[k]);
        let prefixed = ["bt", "b2", "b3"].iter().any(|prefix| last.starts_with(prefix));
        let method = last.starts_with(|c: char| c.is_lowercase()) && !prefixed || last.chars().all(char::is_uppercase);
        // `nalgebra::vector![…]`: a function of a module, not a method of a type.
        let module = is_vector(last) && before.is_some_and(|before| MATH_MODULES.contains(&before));
        let kind = before.filter(|before| (method && !module) || is_value_type(before)).unwrap_or(last);
        let lower = kind.to_lowercase();
        let name = normalized(last);
        let libraries = &self.named.libraries;
        let mut own = self.named.libraries_of_path(names);
        if own.is_empty() {
            own.clone_from(libraries);
        }
        let maker = Maker { name: name.clone(), kind: lower.clone(), arguments, libraries: &own };
        let has_entities = arguments.iter().any(|(_, value)| matches!(value.data, Data::Entity(_)));
        if has_entities {
            return None;
        }
        if kind == "Position" {
            return point(arguments).map(|position| Data::Pose(Pose::at(position)));
        }
        if let Some(data) = special(last, kind, arguments) {
            return Some(data);
        }
        if ["Some", "Ok", "move", "ref", "into", "Arc", "Rc"].contains(&last) && arguments.len() == 1 {
            return Some(arguments[0].1.data.clone());
        }
        if lower == "matrix4" && arguments.len() == 3 && libraries.contains("libgdx") {
            return motions::composed(arguments).map(Data::Pose);
        }
        if is_pose(&lower) || is_pose(&name) {
            if arguments.is_empty() && functions::reads_pose(names) {
                return None;
            }
            let is_made_here = is_pose(&lower) || !functions::is_getter(names);
            return if is_made_here || !arguments.is_empty() { maker.pose().map(Data::Pose) } else { None };
        }
        if is_rotation(&lower) || is_rotation(&name) || ["fromrpy", "getquaternionfromeuler"].contains(&name.as_str()) {
            return maker.rotation().map(Data::Rotation);
        }
        if let Some(number) = function(last, arguments) {
            return Some(Data::Number(number));
        }
        if is_vector(kind)
            && let Some(data) = vector(last, arguments)
        {
            return Some(data);
        }
        if is_list(last) || is_vector(kind) || is_list(kind) || is_filled_vector(last, arguments) {
            return Some(list_of(last, arguments));
        }
        None
    }
}

/// Makes a list of the arguments of a function, or of the elements of its only argument.
fn list_of(name: &str, arguments: &[NamedValue]) -> Data {
    if let [(None, only), ..] = arguments
        && let Some(array) = super::arrays::array(name, only)
    {
        return array;
    }
    match arguments {
        [(None, only)] if only.number().is_none() => only.data.clone(),
        [(None, only), (Some(_), _), ..] if only.number().is_none() => only.data.clone(),
        _ => Data::List(Rc::new(arguments.to_vec())),
    }
}

/// Evaluates functions of single libraries: Python's `dict`, Chipmunk's body and bounds, NumPy's `eye` and `zeros`,
/// nalgebra's `zero()`, `one()` and `Unit::new_normalize(vector)`; `None` for any other function.
fn special(last: &str, kind: &str, arguments: &[NamedValue]) -> Option<Data> {
    if last == "dict" && kind == last {
        return Some(super::fallbacks::dict(arguments));
    }
    if last == "cpSpaceGetStaticBody" {
        return Some(Data::Word(String::from("static_body")));
    }
    if let Some(bounds) = planar_bounds(last, arguments) {
        return Some(bounds);
    }
    if arguments.is_empty() && ["na", "nalgebra", "zero", "one"].contains(&kind) && ["zero", "one"].contains(&last) {
        return Some(if last == "zero" { Data::Vector(vec![0.0; 3]) } else { Data::Rotation(IDENTITY_ROTATION) });
    }
    if let ("eye" | "zeros", [(_, size)]) = (last, arguments) {
        return Some(if last == "eye" { identity(size.number()) } else { Data::Vector(vec![0.0; 3]) });
    }
    let makes = kind.starts_with("Unit") && ["new_normalize", "new_unchecked"].contains(&last);
    let [(_, value)] = arguments else { return None };
    let axis = value.vector().filter(|_| makes).and_then(unit)?;
    Some(Data::Vector(axis.to_vec()))
}

/// Whether a call is a constructor of C++'s `std::vector` with elements, not with their number.
fn is_filled_vector(last: &str, arguments: &[NamedValue]) -> bool {
    let are_elements = arguments
        .iter()
        .all(|(_, value)| value.number().is_none() && !matches!(value.data, Data::Unknown | Data::Word(_)));
    last == "vector" && !arguments.is_empty() && are_elements
}

/// Lowest and highest vertex of Chipmunk's box of bounds: `cpBBNew(left, bottom, right, top)`, `pymunk.BB(…)`.
fn planar_bounds(last: &str, arguments: &[NamedValue]) -> Option<Data> {
    let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
    let all = match (last, numbers.as_deref(), arguments) {
        ("cpBBNew" | "BB", Some([left, bottom, right, top]), _) => [[*left, *bottom], [*right, *top]],
        ("cpBBNewForExtents", None, [(_, center), (_, x), (_, y)]) => {
            let center = center.vector()?;
            let half = [x.number()?, y.number()?];
            [[center[0] - half[0], center[1] - half[1]], [center[0] + half[0], center[1] + half[1]]]
        }
        _ => return None,
    };
    let vertices = all.map(|vertex| (None, Value::new(Data::Vector(vertex.to_vec()), 0)));
    Some(Data::List(Rc::new(vertices.to_vec())))
}

/// Scales a direction to length 1; `None` for a zero vector.
fn unit(direction: [f64; 3]) -> Option<[f64; 3]> {
    let length = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
    (length > 0.0 && length.is_finite()).then(|| direction.map(|x| x / length))
}

/// Identity matrix with `rows` rows: a pose if there are four, else a rotation.
fn identity(rows: Option<f64>) -> Data {
    match rows {
        Some(4.0) => Data::Pose(Pose::default()),
        _ => Data::Rotation(IDENTITY_ROTATION),
    }
}

/// Whether a name looks like a type of shapes or a function that creates one.
pub fn looks_like_shape(name: &str) -> bool {
    let lower = normalized(name);
    let shapes = ["box", "cuboid", "sphere", "capsule", "cylinder", "cone", "ellipsoid", "cube"];
    let aside = [
        "draw", "set", "get", "is", "has", "update", "test", "check", "render", "print", "debug", "on", "mailbox",
        "textbox", "checkbox", "view",
    ];
    let whole = ["obb", "loadurdf", "loadsdf", "loadmjcf", "loadsoftbody"];
    (shapes.iter().any(|shape| lower.contains(shape)) || whole.contains(&lower.as_str()))
        && !aside.iter().any(|word| lower.starts_with(word))
        && !lower.contains("bounding")
        && !lower.contains("boxed")
}

/// Whether a name is a type of bounding volumes: a constructor with numbers makes a body, or is refused.
fn is_volume(name: &str) -> bool {
    let lower = normalized(name);
    let kinds = ["box", "sphere", "circle", "capsule", "cylinder", "rect"];
    let types =
        ["bounds", "aabb", "aabb2", "aabb3", "aabb2d", "aabb3d", "obb", "obb2", "obb3", "box3", "box2", "frustum"];
    let endings = ["", "f", "d"];
    let is_type = types.iter().any(|kind| lower.strip_prefix(kind).is_some_and(|rest| endings.contains(&rest)));
    let is_bounding = ["bounding", "oriented", "axisaligned"].iter().any(|word| lower.starts_with(word))
        && kinds.iter().any(|kind| lower.contains(kind));
    (is_type || is_bounding) && name.starts_with(|c: char| c.is_uppercase())
}

/// Whether a path is a constructor of a bounding volume: `Bounds`, `Aabb.new`, `o3d.geometry.OrientedBoundingBox`.
pub fn makes_volume(names: &[&str]) -> bool {
    match names {
        [.., kind, "new" | "create" | "from_points" | "FromMinMax" | "CreateFromMinMax"] => is_volume(kind),
        [.., last] => is_volume(last),
        [] => false,
    }
}

/// Whether a path is a function of Rapier's or Bevy's colliders that is not in the dictionary:
/// `Collider::trimesh_from_mesh(&mesh)`.
pub fn is_unknown_collider(names: &[&str]) -> bool {
    let types = ["Collider", "ColliderBuilder", "ColliderDesc", "SharedShape"];
    matches!(names, [.., kind, last] if types.contains(kind) && !harmless::is_harmless(&[last], true))
}

/// Whether a name is a type of vectors, rotations or poses.
fn is_value_type(name: &str) -> bool {
    let lower = name.to_lowercase();
    is_vector(name) || is_rotation(&lower) || is_pose(&lower)
}

/// Whether an expression that is a statement only mentions a type, as in prose: `ConvexHull().setFromPoints`.
pub fn is_mention(expr: &Expr<'_>) -> bool {
    let of = match &expr.node {
        Node::Field(of, _) => of,
        _ => expr,
    };
    let Node::Call(path, arguments) = &of.node else { return false };
    let sizes =
        |row: &dictionary::Row| row.arguments.split(' ').any(|word| word.contains(':') && !word.contains(['?', '=']));
    let rows = dictionary::rows(&path.names);
    arguments.is_empty() && !rows.is_empty() && rows.iter().all(sizes)
}
