//! Names of vectors, lists, constants and mathematical functions in many languages, and their values: `Vec3(1, 2, 3)`,
//! `Vec3::Y`, `M_PI / 4`, `sqrtf(2)`.
//!
//! A name that is none of these has itself as its value, [`Data::Word`].

use super::value::{Data, NamedValue};
use crate::code::pose::rotations;
use crate::names::normalized;
use crate::pose::{IDENTITY_ROTATION, Pose};

/// Parts of the names of types of vectors, in lower case: `vec3` in `PxVec3` and `Vec3f`.
const VECTOR_PARTS: [&str; 19] = [
    "vec2",
    "vec3",
    "vec4",
    "vector2",
    "vector3",
    "vector4",
    "point2",
    "point3",
    "float2",
    "float3",
    "double2",
    "double3",
    "translation2",
    "translation3",
    "real3",
    "point_2",
    "point_3",
    "vector_2",
    "vector_3",
];

/// Whole names of types and functions of vectors without one of the [`VECTOR_PARTS`], in lower case.
const VECTOR_NAMES: [&str; 29] = [
    "vec",
    "vector",
    "point",
    "b2vec2",
    "jvector",
    "translation",
    "position",
    "pnt",
    "pt3",
    "v3",
    "v2",
    "worldpos",
    "fvector",
    "cpv",
    "xmfloat4",
    "xmvectorset",
    "cpvect",
    "b3pos",
    "b2pos",
    "chvector",
    "chvectord",
    "chvectorf",
    "cgsize",
    "cgpoint",
    "cgvector",
    "scnvector3",
    "ndvector",
    "c2v",
    "g4threevector",
];

/// Whether a name is a type of vectors, not of motions (`MotionVec3`) or of arrays of vectors (`Vector3Array`).
pub fn is_vector(name: &str) -> bool {
    let name = name.to_lowercase();
    let has_part = VECTOR_PARTS.iter().any(|part| name.contains(part));
    has_part && !name.contains("motion") && !name.contains("array") || VECTOR_NAMES.contains(&name.as_str())
}

/// Names of types and functions that make a list of their arguments, in lower case.
const LIST_NAMES: [&str; 31] = [
    "array",
    "asarray",
    "list",
    "tuple",
    "vec",
    "float32array",
    "float64array",
    "uint32array",
    "uint16array",
    "int32array",
    "aslist",
    "of",
    "tensor",
    "vstack",
    "stack",
    "arraylist",
    "packedvector3array",
    "packedvector2array",
    "poolvector3array",
    "poolvector2array",
    "slice",
    "initializer_list",
    "dvector",
    "from",
    "asanyarray",
    "float",
    "jsarray",
    "smatrix",
    "matrix",
    "matrixxd",
    "arr",
];

/// Whether a name is a type or function that makes a list of its arguments.
pub fn is_list(name: &str) -> bool {
    LIST_NAMES.contains(&name.to_lowercase().as_str())
}

/// Constructors without arguments that make the zero vector, in lower case without underscores.
const ZERO_VECTORS: [&str; 7] = ["zero", "szero", "zeros", "identity", "default", "origin", "vector"];

/// Constructors that give their only argument to all three coordinates, in lower case without underscores.
const UNIFORM_VECTORS: [&str; 8] = ["splat", "sreplicate", "repeat", "fromelement", "pxvec3", "vec3", "vec3f", "vec3d"];

/// Evaluates a constructor of vectors by its last name; `None` if the arguments are not understood.
pub fn vector(name: &str, arguments: &[NamedValue]) -> Option<Data> {
    let name = normalized(name);
    if arguments.is_empty() {
        let is_zero = ZERO_VECTORS.contains(&name.as_str());
        let coordinates = if is_zero { Some([0.0; 3]) } else { coordinate_direction(&name) };
        return coordinates.map(|coordinates| Data::Vector(coordinates.to_vec()));
    }
    let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
    match numbers.as_deref() {
        Some([number]) if UNIFORM_VECTORS.contains(&name.as_str()) => return Some(Data::Vector(vec![*number; 3])),
        Some(numbers) if (2..=4).contains(&numbers.len()) => {
            return are_coordinates(arguments).then(|| Data::Vector(numbers.to_vec()));
        }
        _ => {}
    }
    // A vector of another type, or a list of coordinates.
    let [(_, only)] = arguments else { return None };
    only.coordinates().filter(|coordinates| coordinates.len() <= 4).map(Data::Vector)
}

/// Whether each argument has no name, or that of its coordinate: `Vec2(x: 1, y: 2)`.
fn are_coordinates(arguments: &[NamedValue]) -> bool {
    arguments.iter().enumerate().all(|(k, (key, _))| key.as_deref().is_none_or(|key| is_coordinate(key, k)))
}

/// Returns the index of the coordinate x, y, z or w of this name, in any case; `None` for any other name.
pub fn coordinate(name: &str) -> Option<usize> {
    ["x", "y", "z", "w"].iter().position(|axis| axis.eq_ignore_ascii_case(name))
}

/// Whether `key` is the name of the coordinate with the index `k`, or of the side of a planar size: `x`, `width` and
/// `dx` for 0.
fn is_coordinate(key: &str, k: usize) -> bool {
    coordinate(key) == Some(k) || ["width", "height"].get(k) == Some(&key) || ["dx", "dy"].get(k) == Some(&key)
}

/// Returns a coordinate direction by its name, such as `up`, in lower case without underscores; `None` for any other
/// name.
fn coordinate_direction(name: &str) -> Option<[f64; 3]> {
    Some(match name {
        "x" | "xaxis" | "axisx" | "saxisx" | "unitx" | "right" => [1.0, 0.0, 0.0],
        "y" | "yaxis" | "axisy" | "saxisy" | "unity" | "up" => [0.0, 1.0, 0.0],
        "z" | "zaxis" | "axisz" | "saxisz" | "unitz" => [0.0, 0.0, 1.0],
        "negx" | "left" => [-1.0, 0.0, 0.0],
        "negy" | "down" => [0.0, -1.0, 0.0],
        "negz" => [0.0, 0.0, -1.0],
        _ => return None,
    })
}

/// Returns the value of a mathematical constant by its name in C, C++, Rust, Python, JavaScript or an engine; `None`
/// for any other name. Factors between degrees and radians count as constants.
fn number_constant(last: &str) -> Option<f64> {
    let pi = std::f64::consts::PI;
    match last {
        "PI" | "pi" | "M_PI" | "JPH_PI" | "SIMD_PI" | "PxPi" | "b2_pi" | "B2_PI" | "B3_PI" | "BT_PI" | "π" | "Pi"
        | "PI_RP3D" | "CH_PI" | "CH_C_PI" | "CP_PI" | "M_PIf" | "FAST_PI" => Some(pi),
        "TAU" | "tau" | "SIMD_2_PI" | "PxTwoPi" | "TWO_PI" | "CH_2PI" | "CH_C_2PI" | "M_2PI" | "PI2" => Some(2.0 * pi),
        "FRAC_PI_2" | "M_PI_2" | "SIMD_HALF_PI" | "PxHalfPi" | "HALF_PI" | "PiOver2" | "CH_PI_2" | "CH_C_PI_2" => {
            Some(0.5 * pi)
        }
        "FRAC_PI_3" | "CH_PI_3" => Some(pi / 3.0),
        "FRAC_PI_4" | "M_PI_4" | "QUARTER_PI" | "PiOver4" | "CH_PI_4" | "CH_C_PI_4" | "PxPiDivFour" => Some(0.25 * pi),
        "FRAC_PI_8" => Some(pi / 8.0),
        "FRAC_PI_6" | "CH_PI_6" => Some(pi / 6.0),
        "SIMD_RADS_PER_DEG" | "Deg2Rad" | "DEG2RAD" | "DEG_TO_RAD" | "degreesToRadians" | "degRad"
        | "RADIANS_PER_DEGREE" | "B3_DEG_TO_RAD" | "B2_DEG_TO_RAD" | "CH_DEG_TO_RAD" | "CH_C_DEG_TO_RAD"
        | "DEGREES_TO_RADIANS" => Some(pi / 180.0),
        "NaN" | "nan" | "NAN" => Some(f64::NAN),
        "Infinity" | "inf" | "INFINITY" => Some(f64::INFINITY),
        "SQRT_2" | "M_SQRT2" => Some(2f64.sqrt()),
        "FRAC_1_SQRT_2" | "M_SQRT1_2" | "SQRT1_2" => Some(0.5f64.sqrt()),
        _ => None,
    }
}

/// Returns the value of a path that is not a variable, such as `Vec3::Y`: that of a constant, else its last name as a
/// word.
pub fn constant(names: &[&str]) -> Data {
    let last = names.last().copied().unwrap_or_default();
    let owner = names.len().checked_sub(2).map_or("", |k| names[k]);
    if let Some(number) = number_constant(last) {
        return Data::Number(number);
    }
    unreal_constant(owner, last)
        .or_else(|| vector_constant(owner, last))
        .or_else(|| constant_of_c(last))
        .or_else(|| identity_constant(owner, last))
        .unwrap_or_else(|| Data::Word(last.to_owned()))
}

/// Constants of Unreal, `FVector::UpVector`; `None` for any other. Its frame is left-handed, with x forward, y right
/// and z up.
fn unreal_constant(owner: &str, last: &str) -> Option<Data> {
    let vector = match (owner, last) {
        ("FVector", "UpVector" | "ZAxisVector") => [0.0, 0.0, 1.0],
        ("FVector", "ForwardVector" | "XAxisVector") => [1.0, 0.0, 0.0],
        ("FVector", "RightVector" | "YAxisVector") => [0.0, 1.0, 0.0],
        ("FVector", "ZeroVector") => [0.0; 3],
        ("FRotator", "ZeroRotator") => return Some(Data::Rotation(IDENTITY_ROTATION)),
        _ => return None,
    };
    Some(Data::Vector(vector.to_vec()))
}

/// Constants of a type of vectors: `Vec3::ZERO`, `Vector2.one`, `Vector3.up`; `None` for any other.
fn vector_constant(owner: &str, last: &str) -> Option<Data> {
    if !is_vector(owner) && !owner.ends_with("Vec3") && !owner.ends_with("Vector") {
        return None;
    }
    match normalized(last).as_str() {
        "zero" => Some(uniform_vector(owner, 0.0)),
        "one" | "ones" => Some(uniform_vector(owner, 1.0)),
        name => coordinate_direction(name).map(|axis| Data::Vector(axis.to_vec())),
    }
}

/// Vector of a type with all coordinates equal: two if the name of the type has a 2, else three.
fn uniform_vector(kind: &str, coordinate: f64) -> Data {
    Data::Vector(vec![coordinate; if kind.contains('2') { 2 } else { 3 }])
}

/// Constants of C, whose type is the beginning of their name: Chipmunk's `cpvzero`, `b3Vec3_zero`, `b3Vec3_axisX`,
/// `b2Rot_identity`; `None` for any other name.
fn constant_of_c(name: &str) -> Option<Data> {
    match name {
        "cpTransformIdentity" => return Some(Data::Pose(Pose::default())),
        "cpvzero" => return Some(Data::Vector(vec![0.0; 2])),
        _ => {}
    }
    let (kind, constant) = name.rsplit_once('_')?;
    if is_vector(kind) {
        if constant == "zero" {
            return Some(uniform_vector(kind, 0.0));
        }
        if let Some(axis) = coordinate_direction(&normalized(constant)) {
            return Some(Data::Vector(axis.to_vec()));
        }
    }
    if constant != "identity" {
        return None;
    }
    let kind = kind.to_lowercase();
    if rotations::is_rotation(&kind) {
        return Some(Data::Rotation(IDENTITY_ROTATION));
    }
    rotations::is_pose(&kind).then(|| Data::Pose(Pose::default()))
}

/// Identity of a type, `Quat::IDENTITY`, or PhysX's `PxIdentity`: a rotation if the type is one, else a pose. `None`
/// for any other constant.
fn identity_constant(owner: &str, last: &str) -> Option<Data> {
    if last != "PxIdentity" && normalized(last) != "identity" {
        return None;
    }
    let is_rotation = rotations::is_rotation(&owner.to_lowercase());
    Some(if is_rotation { Data::Rotation(IDENTITY_ROTATION) } else { Data::Pose(Pose::default()) })
}

/// Types of scalars in templates of C++, whose constructor returns its argument: `S(0.5)`.
const SCALARS: [&str; 8] = ["S", "T", "Scalar", "FCL_REAL", "CoalScalar", "Real", "real_t", "ScalarType"];

/// Evaluates a function of numbers, or a conversion to a type of numbers such as `btScalar(1)`; `None` for any other
/// function.
pub fn function(name: &str, arguments: &[NamedValue]) -> Option<f64> {
    let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
    let numbers = numbers?;
    if SCALARS.contains(&name) {
        return match numbers[..] {
            [number] => Some(number),
            _ => None,
        };
    }
    Some(match (normalized(name).as_str(), numbers.as_slice()) {
        ("sqrt" | "sqrtf", [x]) => x.sqrt(),
        ("sin" | "sinf", [x]) => x.sin(),
        ("cos" | "cosf", [x]) => x.cos(),
        ("radians" | "rad" | "deg2rad" | "degtorad" | "toradians" | "btradians" | "degreestoradians", [x]) => {
            x.to_radians()
        }
        ("abs" | "fabs" | "fabsf", [x]) => x.abs(),
        (
            "float" | "double" | "btscalar" | "real" | "scalar" | "decimal" | "staticcast" | "f32" | "f64" | "dreal"
            | "float32" | "float64" | "number" | "cos180" | "r" | "into" | "new" | "pxreal",
            [x],
        ) => *x,
        ("max" | "fmax", [x, y]) => x.max(*y),
        ("min" | "fmin", [x, y]) => x.min(*y),
        _ => return None,
    })
}
