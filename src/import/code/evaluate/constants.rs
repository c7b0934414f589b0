//! Vectors, constants and mathematical functions in arguments.

use std::rc::Rc;

use super::value::{Data, NamedValue, Value};
use crate::import::code::matrix::matrices;
use crate::import::code::pose::rotations;
use crate::import::code::pose::rotations::normalized;
use crate::import::pose::{IDENTITY_ROTATION, Pose, product, rotate_vector};

/// Whether a name is a type of vectors.
pub fn is_vector(name: &str) -> bool {
    let name = name.to_lowercase();
    let parts = [
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
    let whole = [
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
    parts.iter().any(|part| name.contains(part) && !name.contains("motion") && !name.contains("array"))
        || whole.contains(&name.as_str())
}

/// Whether a name is a type or function that makes a list of its arguments.
pub fn is_list(name: &str) -> bool {
    let lists = [
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
    lists.contains(&name.to_lowercase().as_str())
}

/// Builds a vector from the arguments of its constructor.
pub fn vector(name: &str, arguments: &[NamedValue]) -> Option<Data> {
    let numbers: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
    let name = normalized(name);
    if ["zero", "szero", "zeros", "identity", "default", "origin", "vector"].contains(&name.as_str())
        && arguments.is_empty()
    {
        return Some(Data::Vector(vec![0.0; 3]));
    }
    if let Some(axis) = unit(&name).filter(|_| arguments.is_empty()) {
        return Some(Data::Vector(axis.to_vec()));
    }
    let first = arguments.first().map(|(_, value)| value);
    match (numbers.as_deref(), first) {
        (Some([one]), _)
            if ["splat", "sreplicate", "repeat", "fromelement", "pxvec3", "vec3", "vec3f", "vec3d"]
                .contains(&name.as_str()) =>
        {
            Some(Data::Vector(vec![*one; 3]))
        }
        (Some(all), _) if (2..=4).contains(&all.len()) => arguments
            .iter()
            .enumerate()
            .all(|(k, (key, _))| key.as_deref().is_none_or(|key| is_coordinate(key, k)))
            .then(|| Data::Vector(all.to_vec())),
        (_, Some(value)) if arguments.len() == 1 => value.coordinates().filter(|all| all.len() <= 4).map(Data::Vector),
        _ => None,
    }
}

/// Returns the index of the coordinate x, y, z or w of this name, in any case; `None` for any other name.
pub fn coordinate(name: &str) -> Option<usize> {
    ["x", "y", "z", "w"].iter().position(|own| own.eq_ignore_ascii_case(name))
}

/// Whether the argument with the index `k` has the name of this coordinate, or of this side of a planar size.
fn is_coordinate(key: &str, k: usize) -> bool {
    coordinate(key) == Some(k) || ["width", "height"].get(k) == Some(&key) || ["dx", "dy"].get(k) == Some(&key)
}

/// Returns a coordinate direction by its name, such as `up`; `None` for any other name.
fn unit(name: &str) -> Option<[f64; 3]> {
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

/// Returns the value of a mathematical constant by its name.
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

/// Returns the value of a name that is not a variable.
pub fn constant(names: &[&str]) -> Data {
    let last = names.last().copied().unwrap_or_default();
    let kind = names.len().checked_sub(2).map_or("", |k| names[k]);
    let number = number_constant(last);
    if let Some(number) = number {
        return Data::Number(number);
    }
    let name = normalized(last);
    // Unreal's frame is left-handed, with x forward, y right and z up.
    match (kind, last) {
        ("FVector", "UpVector" | "ZAxisVector") => return Data::Vector(vec![0.0, 0.0, 1.0]),
        ("FVector", "ForwardVector" | "XAxisVector") => return Data::Vector(vec![1.0, 0.0, 0.0]),
        ("FVector", "RightVector" | "YAxisVector") => return Data::Vector(vec![0.0, 1.0, 0.0]),
        ("FVector", "ZeroVector") => return Data::Vector(vec![0.0; 3]),
        ("FRotator", "ZeroRotator") => return Data::Rotation(IDENTITY_ROTATION),
        _ => {}
    }
    let vector = is_vector(kind) || kind.ends_with("Vec3") || kind.ends_with("Vector");
    if vector {
        if name == "zero" {
            return Data::Vector(vec![0.0; if kind.contains('2') { 2 } else { 3 }]);
        }
        if name == "one" || name == "ones" {
            return Data::Vector(vec![1.0; if kind.contains('2') { 2 } else { 3 }]);
        }
        if let Some(axis) = unit(&name) {
            return Data::Vector(axis.to_vec());
        }
    }
    if last == "cpTransformIdentity" {
        return Data::Pose(Pose::default());
    }
    if last == "cpvzero" {
        return Data::Vector(vec![0.0; 2]);
    }
    // Constants of C: `b3Vec3_zero`.
    if let Some(owner) = last.strip_suffix("_zero").filter(|owner| is_vector(owner)) {
        return Data::Vector(vec![0.0; if owner.contains('2') { 2 } else { 3 }]);
    }
    let axis =
        last.rsplit_once('_').filter(|(owner, _)| is_vector(owner)).and_then(|(_, axis)| unit(&normalized(axis)));
    if let Some(axis) = axis {
        return Data::Vector(axis.to_vec());
    }
    if let Some(owner) = last.strip_suffix("_identity").map(str::to_lowercase) {
        if rotations::is_rotation(&owner) {
            return Data::Rotation(IDENTITY_ROTATION);
        }
        if rotations::is_pose(&owner) {
            return Data::Pose(Pose::default());
        }
    }
    if last == "PxIdentity" || name == "identity" {
        let rotation = rotations::is_rotation(&kind.to_lowercase());
        return if rotation { Data::Rotation(IDENTITY_ROTATION) } else { Data::Pose(Pose::default()) };
    }
    Data::Word(last.to_owned())
}

/// Types of scalars in templates, whose constructor returns its argument.
const SCALARS: [&str; 8] = ["S", "T", "Scalar", "FCL_REAL", "CoalScalar", "Real", "real_t", "ScalarType"];

/// Evaluates a function of numbers.
pub fn function(name: &str, arguments: &[NamedValue]) -> Option<f64> {
    let all: Option<Vec<f64>> = arguments.iter().map(|(_, value)| value.number()).collect();
    if SCALARS.contains(&name) {
        return all.filter(|all| all.len() == 1)?.first().copied();
    }
    Some(match (normalized(name).as_str(), all?.as_slice()) {
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

/// Multiplies rows of numbers by a number, or divides them, as NumPy does with arrays; unknown for a bare list, which
/// Python repeats.
fn scaled_rows(rows: &[NamedValue], sign: char, factor: f64) -> Data {
    let mut scaled = Vec::with_capacity(rows.len());
    for (key, row) in rows {
        let Some(all) = row.coordinates() else { return Data::Unknown };
        let all = all.into_iter().map(|x| if sign == '*' { x * factor } else { x / factor }).collect();
        scaled.push((key.clone(), Value { data: Data::Vector(all), ..row.clone() }));
    }
    Data::List(Rc::new(scaled))
}

/// Applies an operator to two values.
pub fn binary(sign: char, left: &Value, right: &Value) -> Data {
    use Data::{Number, Rotation, Vector};
    // Python's product of matrices: composes poses and rotations.
    let sign = match (sign, &left.data, &right.data) {
        ('@', Data::Pose(_) | Rotation(_), Data::Pose(_) | Rotation(_)) => '*',
        (sign, ..) => sign,
    };
    match (sign, &left.data, &right.data) {
        ('+', Number(a), Number(b)) => return Number(a + b),
        ('-', Number(a), Number(b)) => return Number(a - b),
        ('*', Number(a), Number(b)) => return Number(a * b),
        ('/', Number(a), Number(b)) => return Number(a / b),
        // The sign of the remainder of negative numbers differs between languages.
        ('%', Number(a), Number(b)) if *a >= 0.0 && *b > 0.0 => return Number(a % b),
        ('%', ..) => return Data::Unknown,
        ('*', Rotation(a), Rotation(b)) => return Rotation(product(*a, *b)),
        ('*', Data::Pose(a), Data::Pose(b)) => return Data::Pose(a.then(*b)),
        ('*', Vector(a), Rotation(rotation)) if a.len() == 3 => {
            return Data::Pose(Pose { position: [a[0], a[1], a[2]], rotation: *rotation });
        }
        ('*', Rotation(rotation), Vector(a)) if a.len() == 3 => {
            return Vector(rotate_vector(*rotation, [a[0], a[1], a[2]]).to_vec());
        }
        ('*', Data::Pose(pose), Rotation(rotation)) => {
            return Data::Pose(pose.then(Pose { position: [0.0; 3], rotation: *rotation }));
        }
        ('*', Data::Pose(pose), Vector(a)) if a.len() == 3 => return Vector(pose.point([a[0], a[1], a[2]]).to_vec()),
        _ => {}
    }
    if sign == '@' {
        return matrices::product(left, right).unwrap_or(Data::Unknown);
    }
    if let (Data::List(items), Number(factor)) = (&left.data, &right.data)
        && (sign == '*' || sign == '/')
    {
        return scaled_rows(items, sign, *factor);
    }
    super::arrays::elementwise(sign, left, right).unwrap_or_else(|| vectors(sign, left, right))
}

/// Applies an operator to vectors and numbers.
fn vectors(sign: char, left: &Value, right: &Value) -> Data {
    use Data::{Number, Vector};
    match (sign, &left.data, &right.data) {
        ('+', Vector(a), Vector(b)) if a.len() == b.len() => Vector(a.iter().zip(b).map(|(a, b)| a + b).collect()),
        ('-', Vector(a), Vector(b)) if a.len() == b.len() => Vector(a.iter().zip(b).map(|(a, b)| a - b).collect()),
        ('*', Vector(a), Number(k)) | ('*', Number(k), Vector(a)) => Vector(a.iter().map(|x| k * x).collect()),
        ('/', Vector(a), Number(k)) => Vector(a.iter().map(|x| x / k).collect()),
        _ => Data::Unknown,
    }
}
