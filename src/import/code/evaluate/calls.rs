//! Evaluation of calls that create vectors, lists, rotations, poses and numbers: `Vec3::new(1.0, 2.0, 3.0)` becomes a
//! vector, `Quat::from_rotation_x(0.5)` a rotation, `sqrt(2)` a number.
//!
//! The module also distinguishes constructors of shapes and of bounding volumes from other calls by their names.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::constants::{function, is_list, is_vector, vector};
use super::setters::point;
use super::value::{Data, NamedValue, Value};
use crate::code::join::store::Store;
use crate::code::libraries::harmless;
use crate::code::parser::syntax::{Expr, Node};
use crate::code::pose::functions;
use crate::code::pose::motions;
use crate::code::pose::rotations::{Maker, is_pose, is_rotation};
use crate::code::shape::dictionary;
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, Pose};

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

/// Functions that return their only argument: wrappers of Rust, and `move` and `ref` of C++.
const WRAPPERS: [&str; 7] = ["Some", "Ok", "move", "ref", "into", "Arc", "Rc"];

/// Prefixes of the types of Bullet, Box2D and Box3D, which begin with a lower-case letter: `btVector3`, `b2Vec2`.
const LOWER_CASE_TYPE_PREFIXES: [&str; 3] = ["bt", "b2", "b3"];

/// Whether a name is a method, rather than a type, by its letters: `new`, `ZERO`.
fn is_method_name(name: &str) -> bool {
    let is_lower_case_type = LOWER_CASE_TYPE_PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    let starts_lower = name.starts_with(|c: char| c.is_lowercase());
    starts_lower && !is_lower_case_type || name.chars().all(char::is_uppercase)
}

/// Returns the name of the type that a call belongs to: `Vec3` for both `Vec3::new(…)` and `glam::Vec3(…)`. `names` are
/// not empty.
fn type_of_call<'n>(names: &[&'n str]) -> &'n str {
    let last = names[names.len() - 1];
    let Some(before) = names.len().checked_sub(2).map(|k| names[k]) else { return last };
    // `nalgebra::vector![…]`: a function of a module, not a method of a type.
    let is_in_module = is_vector(last) && MATH_MODULES.contains(&before);
    let is_method = is_method_name(last) && !is_in_module;
    if is_method || is_value_type(before) { before } else { last }
}

impl Store {
    /// Evaluates a call that creates a vector, list, rotation, pose or number; `None` for any other call.
    pub fn plain_call(&self, names: &[&str], arguments: &[NamedValue]) -> Option<Data> {
        let last = *names.last()?;
        if arguments.iter().any(|(_, value)| value.is_entity()) {
            return None;
        }
        let kind = type_of_call(names);
        // Avian's and Bevy Rapier's component `Position(Vec3::Y)`.
        if kind == "Position" {
            return point(arguments).map(|position| Data::Pose(Pose::at(position)));
        }
        if let Some(data) = call_of_library(last, kind, arguments) {
            return Some(data);
        }
        if let [(_, only)] = arguments
            && WRAPPERS.contains(&last)
        {
            return Some(only.data.clone());
        }
        let name = normalized(last);
        let lower_kind = kind.to_lowercase();
        // libGDX's `new Matrix4(position, rotation, scale)`.
        if lower_kind == "matrix4" && arguments.len() == 3 && self.uses("libgdx") {
            return motions::composed(arguments).map(Data::Pose);
        }
        if is_pose(&lower_kind) || is_pose(&name) {
            return self.pose_of_call(names, kind, arguments).map(Data::Pose);
        }
        let is_rotation_function = ["fromrpy", "getquaternionfromeuler"].contains(&name.as_str());
        if is_rotation(&lower_kind) || is_rotation(&name) || is_rotation_function {
            let libraries = self.libraries_of_call(names);
            let maker = Maker { name, kind: lower_kind, arguments, libraries: &libraries };
            return maker.rotation().map(Data::Rotation);
        }
        number_vector_or_list(last, kind, arguments)
    }

    /// Evaluates a call of a type or function of poses; `None` if it reads the pose of an object, or if its arguments
    /// are not understood.
    fn pose_of_call(&self, names: &[&str], kind: &str, arguments: &[NamedValue]) -> Option<Pose> {
        let lower_kind = kind.to_lowercase();
        if arguments.is_empty() {
            let reads_object = functions::reads_pose(names) || !is_pose(&lower_kind) && functions::is_getter(names);
            if reads_object {
                return None;
            }
        }
        let name = normalized(names.last()?);
        let libraries = self.libraries_of_call(names);
        Maker { name, kind: lower_kind, arguments, libraries: &libraries }.pose()
    }

    /// Returns the libraries whose conventions a call follows: those that its path names, else all of the text.
    fn libraries_of_call(&self, names: &[&str]) -> BTreeSet<&'static str> {
        let of_path = self.named.libraries_of_path(names);
        if of_path.is_empty() { self.named.libraries.clone() } else { of_path }
    }
}

/// Evaluates a function of numbers, a constructor of a vector, or one of a list; `None` for any other call. `last` is
/// the last name of the call, `kind` its type.
fn number_vector_or_list(last: &str, kind: &str, arguments: &[NamedValue]) -> Option<Data> {
    if let Some(number) = function(last, arguments) {
        return Some(Data::Number(number));
    }
    if is_vector(kind)
        && let Some(data) = vector(last, arguments)
    {
        return Some(data);
    }
    let makes_list = is_list(last) || is_vector(kind) || is_list(kind) || is_filled_vector(last, arguments);
    makes_list.then(|| list_of(last, arguments))
}

/// Makes a list of the arguments of a function, or of the elements of its only argument without a name, as in
/// `np.array([1, 2], dtype=float)`.
fn list_of(name: &str, arguments: &[NamedValue]) -> Data {
    if let [(None, only), ..] = arguments
        && let Some(array) = super::arrays::array(name, only)
    {
        return array;
    }
    if let [(None, only)] | [(None, only), (Some(_), _), ..] = arguments
        && only.number().is_none()
    {
        return only.data.clone();
    }
    Data::List(Rc::new(arguments.to_vec()))
}

/// Evaluates functions of single libraries; `None` for any other function. `last` is the last name of the call, `kind`
/// its type.
fn call_of_library(last: &str, kind: &str, arguments: &[NamedValue]) -> Option<Data> {
    // Python's `dict(a=1)`, not a method of this name.
    if last == "dict" && kind == last {
        return Some(super::fallbacks::dict(arguments));
    }
    if last == "cpSpaceGetStaticBody" {
        return Some(Data::Word(String::from("static_body")));
    }
    if let Some(bounds) = planar_bounds(last, arguments) {
        return Some(bounds);
    }
    if let Some(constant) = nalgebra_constant(last, kind, arguments) {
        return Some(constant);
    }
    // NumPy's `np.eye(4)` and `np.zeros(3)`.
    if let [(_, size)] = arguments {
        match last {
            "eye" => return Some(identity(size.number())),
            "zeros" => return Some(Data::Vector(vec![0.0; 3])),
            _ => {}
        }
    }
    unit_vector(last, kind, arguments)
}

/// Evaluates nalgebra's `na::zero()`, a vector, and `na::one()`, a rotation; `None` for any other call.
fn nalgebra_constant(last: &str, kind: &str, arguments: &[NamedValue]) -> Option<Data> {
    // A bare `zero()` has itself as its type.
    if !arguments.is_empty() || !["na", "nalgebra", "zero", "one"].contains(&kind) {
        return None;
    }
    match last {
        "zero" => Some(Data::Vector(vec![0.0; 3])),
        "one" => Some(Data::Rotation(IDENTITY_ROTATION)),
        _ => None,
    }
}

/// Evaluates nalgebra's `Unit::new_normalize(vector)`; `None` for any other call, and for a zero vector.
fn unit_vector(last: &str, kind: &str, arguments: &[NamedValue]) -> Option<Data> {
    if !kind.starts_with("Unit") || !["new_normalize", "new_unchecked"].contains(&last) {
        return None;
    }
    let [(_, value)] = arguments else { return None };
    let axis = normalized_direction(value.vector()?)?;
    Some(Data::Vector(axis.to_vec()))
}

/// Whether a call is a constructor of C++'s `std::vector` with elements, not with their number.
fn is_filled_vector(last: &str, arguments: &[NamedValue]) -> bool {
    let are_elements = arguments
        .iter()
        .all(|(_, value)| value.number().is_none() && !matches!(value.data, Data::Unknown | Data::Word(_)));
    last == "vector" && !arguments.is_empty() && are_elements
}

/// Returns the lowest and the highest vertex of Chipmunk's bounding box: `cpBBNew(left, bottom, right, top)`,
/// `pymunk.BB(…)`; `None` for any other call.
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
fn normalized_direction(direction: [f64; 3]) -> Option<[f64; 3]> {
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

/// Words in the names of shapes, in lower case.
const SHAPE_WORDS: [&str; 8] = ["box", "cuboid", "sphere", "capsule", "cylinder", "cone", "ellipsoid", "cube"];

/// Whole names of constructors without a word of [`SHAPE_WORDS`], in lower case without underscores.
const SHAPE_NAMES: [&str; 5] = ["obb", "loadurdf", "loadsdf", "loadmjcf", "loadsoftbody"];

/// Beginnings of names that have a word of [`SHAPE_WORDS`] but create no shape: `drawBox`, `getCapsule`, `textbox`.
const OTHER_PREFIXES: [&str; 16] = [
    "draw", "set", "get", "is", "has", "update", "test", "check", "render", "print", "debug", "on", "mailbox",
    "textbox", "checkbox", "view",
];

/// Whether a name looks like a type of shapes or a function that creates one. Bounding volumes and Rust's `boxed` do
/// not.
pub fn looks_like_shape(name: &str) -> bool {
    let lower = normalized(name);
    let names_shape = SHAPE_WORDS.iter().any(|shape| lower.contains(shape)) || SHAPE_NAMES.contains(&lower.as_str());
    let is_other = OTHER_PREFIXES.iter().any(|word| lower.starts_with(word));
    names_shape && !is_other && !lower.contains("bounding") && !lower.contains("boxed")
}

/// Types of bounding volumes, in lower case without underscores; an `f` or `d` for the precision may follow.
const VOLUME_TYPES: [&str; 12] =
    ["bounds", "aabb", "aabb2", "aabb3", "aabb2d", "aabb3d", "obb", "obb2", "obb3", "box3", "box2", "frustum"];

/// Words before the shape in other types of bounding volumes: `BoundingSphere`, `OrientedBox`.
const VOLUME_PREFIXES: [&str; 3] = ["bounding", "oriented", "axisaligned"];

/// Shapes of bounding volumes after one of the [`VOLUME_PREFIXES`].
const VOLUME_SHAPES: [&str; 6] = ["box", "sphere", "circle", "capsule", "cylinder", "rect"];

/// Whether a name is a type of bounding volumes: a constructor with numbers makes a body, or is refused.
fn is_volume(name: &str) -> bool {
    let lower = normalized(name);
    let is_type = VOLUME_TYPES.iter().any(|kind| matches!(lower.strip_prefix(kind), Some("" | "f" | "d")));
    let is_bounding = VOLUME_PREFIXES.iter().any(|word| lower.starts_with(word))
        && VOLUME_SHAPES.iter().any(|shape| lower.contains(shape));
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

/// Whether an expression that is a statement only mentions a type, as in prose: `ConvexHull().setFromPoints`. It is a
/// call without arguments of a type that cannot be made without them.
pub fn is_mention(expr: &Expr<'_>) -> bool {
    let call = match &expr.node {
        Node::Field(owner, _) => owner,
        _ => expr,
    };
    let Node::Call(path, arguments) = &call.node else { return false };
    let rows = dictionary::rows(&path.names);
    arguments.is_empty() && !rows.is_empty() && rows.iter().all(needs_arguments)
}

/// Whether a row of the dictionary has an argument with a meaning (`radius:r`) that is neither optional (`?`) nor has a
/// default (`=`).
fn needs_arguments(row: &dictionary::Row) -> bool {
    row.arguments.split(' ').any(|word| word.contains(':') && !word.contains(['?', '=']))
}
