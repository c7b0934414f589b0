//! Dictionary of the names of fields in records: sizes, positions, rotations, scales and times. [`split_words`] gets
//! the words before a value and finds the name among them.

use crate::dump::token::Token;

/// Meaning of the name of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// Size of a shape, by the name that the reader of shapes knows.
    Size(&'static str),
    /// Half extent of a box along the axis with this index, 0 to 2.
    HalfExtent(usize),
    /// Extent of a box along an axis, half or full.
    Extent,
    Diameter,
    Position,
    /// Center of a shape: its position, or an offset in its body.
    Center,
    /// Coordinate of the position along the axis with this index, 0 to 2.
    Coordinate(usize),
    Rotation,
    /// Coordinate of a quaternion, by its index in the order x, y, z, w.
    RotationCoordinate(usize),
    /// Angles, whose axes and order are not known.
    Angle,
    Scale,
    /// Time or number of a step.
    Time,
    Unknown,
}

/// Names of the half extents of boxes.
const HALF_EXTENTS: [&str; 13] = [
    "half",
    "halfextents",
    "halfextent",
    "halfsize",
    "halfsizes",
    "halfdimensions",
    "halfdims",
    "halflengths",
    "halfwidths",
    "halfedges",
    "halfsides",
    "extentshalf",
    "sizehalf",
];

/// Names of the full extents of boxes.
const FULL_EXTENTS: [&str; 11] = [
    "side",
    "fullextents",
    "fullextent",
    "fullsize",
    "fullsizes",
    "fulllengths",
    "fulldimensions",
    "sidelengths",
    "edgelengths",
    "sides",
    "edges",
];

/// Names of sizes, with the names that the reader of shapes knows.
const SIZES: [(&str, &str); 17] = [
    ("radius", "radius"),
    ("r", "radius"),
    ("rad", "radius"),
    ("diameter", "diameter"),
    ("halfheight", "halfheight"),
    ("halflength", "halfheight"),
    ("hh", "halfheight"),
    ("halfheightofcylinder", "halfheight"),
    ("height", "height"),
    ("h", "height"),
    ("length", "length"),
    ("lz", "length"),
    ("radii", "radii"),
    ("size", "size"),
    ("extents", "extents"),
    ("dimensions", "size"),
    ("dims", "size"),
];

/// Names of fields with the position of a body.
const POSITIONS: [&str; 18] = [
    "p",
    "pos",
    "position",
    "translation",
    "location",
    "loc",
    "origin",
    "at",
    "t",
    "worldposition",
    "worldpos",
    "globalposition",
    "positionworld",
    "xyz",
    "positionxyz",
    "posxyz",
    "actorlocation",
    "trans",
];

/// Names of fields with the center of a shape.
const CENTERS: [&str; 3] = ["center", "centre", "c"];

/// Names of fields with a quaternion.
const ROTATIONS: [&str; 12] = [
    "q",
    "quat",
    "quaternion",
    "rot",
    "rotation",
    "orientation",
    "orn",
    "worldrotation",
    "globalrotation",
    "ori",
    "rotationquaternion",
    "attitude",
];

/// Names of fields with angles or an axis.
const ANGLES: [&str; 14] = [
    "angle",
    "angles",
    "yaw",
    "pitch",
    "roll",
    "euler",
    "rpy",
    "eulerangles",
    "heading",
    "tilt",
    "theta",
    "axisangle",
    "rotationdegrees",
    "rotdeg",
];

/// Letters of the axes of a position.
const AXES: [&str; 3] = ["x", "y", "z"];

/// Words after the name of a field that do not change its meaning: types of vectors, prepositions, units.
const FILLERS: [&str; 42] = [
    "vec3",
    "vec4",
    "vector3",
    "vector4",
    "vector",
    "vec",
    "float3",
    "float4",
    "double3",
    "dvec3",
    "dvec4",
    "array",
    "np.array",
    "numpy.array",
    "list",
    "tuple",
    "new",
    "pxvec3",
    "pxquat",
    "btvector3",
    "btquaternion",
    "quat",
    "dquat",
    "quaternion",
    "is",
    "of",
    "are",
    "fvector",
    "fquat",
    "point3",
    "unitquaternion",
    "unit",
    "world",
    "three.vector3",
    "three.quaternion",
    "cannon.vec3",
    "cannon.quaternion",
    "m",
    "meters",
    "by",
    "the",
    "vec3a",
];

/// Nouns of shapes that only other readers read.
pub(super) const FOREIGN: [&str; 22] = [
    "mesh",
    "trimesh",
    "trianglemesh",
    "hull",
    "convexhull",
    "compound",
    "heightfield",
    "triangle",
    "segment",
    "plane",
    "halfspace",
    "polyhedron",
    "polytope",
    "polygon",
    "voxels",
    "torus",
    "edge",
    "chain",
    "tetrahedron",
    "roundcuboid",
    "convexmesh",
    "convexpolyhedron",
];

/// Returns a name in lower case, without underscores, the names of objects before it and the prefix `m` of members:
/// `crate.half_extents` and `mHalfExtents` become `halfextents`, `crate.pos.x` becomes `posx`.
pub(super) fn normalized(name: &str) -> String {
    let lower = name.to_ascii_lowercase().replace('_', "").replace("::", ".");
    let parts: Vec<&str> = lower.split('.').collect();
    let joined = match parts.as_slice() {
        [.., owner, axis] if axis.len() == 1 && "xyzwijk".contains(axis) => format!("{owner}{axis}"),
        [.., last] => (*last).to_owned(),
        [] => String::new(),
    };
    match joined.strip_prefix('m') {
        Some(bare) if bare.len() > 1 && field_of(bare, 3) != Field::Unknown => bare.to_owned(),
        _ => joined,
    }
}

/// Names of times and numbers of steps.
const TIMES: [&str; 11] =
    ["t", "time", "frame", "step", "tick", "timestamp", "simtime", "iteration", "timestep", "substep", "framenumber"];

/// Returns the field of a normalized name with `count` values; [`Field::Unknown`] for any other name.
pub(super) fn field_of(name: &str, count: usize) -> Field {
    if count == 1
        && let Some(field) = coordinate(name)
    {
        return field;
    }
    if count == 1 && TIMES.contains(&name) {
        return Field::Time;
    }
    if HALF_EXTENTS.contains(&name) {
        return Field::Size("halfextents");
    }
    if FULL_EXTENTS.contains(&name) {
        return Field::Size("fullextents");
    }
    if let Some((_, size)) = SIZES.iter().find(|(size_name, _)| *size_name == name) {
        return if *size == "diameter" { Field::Diameter } else { Field::Size(size) };
    }
    if POSITIONS.contains(&name) {
        Field::Position
    } else if CENTERS.contains(&name) {
        Field::Center
    } else if ROTATIONS.contains(&name) || name.ends_with("xyzw") || name.ends_with("wxyz") {
        Field::Rotation
    } else if ANGLES.contains(&name) {
        Field::Angle
    } else if ["scale", "scaling", "localscale"].contains(&name) {
        Field::Scale
    } else {
        Field::Unknown
    }
}

/// Returns the field of one coordinate, such as `hx`, `posy` or `qw`; `None` for any other name.
fn coordinate(name: &str) -> Option<Field> {
    let (owner, axis) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let index = ["x", "y", "z", "w"].iter().position(|letter| *letter == axis)?;
    let is_rotation = ["q", "quat", "quaternion", "rot", "rotation", "orientation", "orn"].contains(&owner);
    if is_rotation {
        return Some(Field::RotationCoordinate(index));
    }
    let axis = AXES.get(index).map(|_| index)?;
    if ["s", "size", "extent", "extents", "dim", "dims", "dimension", "dimensions", "box"].contains(&owner) {
        Some(Field::Extent)
    } else if ["h", "half", "halfextent", "halfextents", "halfsize"].contains(&owner) {
        Some(Field::HalfExtent(axis))
    } else if ["", "p", "pos", "position", "t", "translation", "origin", "location"].contains(&owner) {
        Some(Field::Coordinate(axis))
    } else {
        None
    }
}

/// Order of the coordinates of a quaternion, as the words of its field state it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuaternionOrder {
    /// x, y, z, w.
    WLast,
    /// w, x, y, z.
    WFirst,
    /// No stated order, in a field called `rotation`: x, y, z, w unless the rest of the text shows another order.
    Plain,
    /// No stated order, in any other field.
    Unknown,
}

/// Words before a value, split into the name of its field and the words before the name.
pub(super) struct FieldWords<'t, 'a> {
    pub(super) field: Field,
    pub(super) order: QuaternionOrder,
    /// Words before the field.
    pub(super) before: &'t [Token<'a>],
    /// Words of the field.
    pub(super) name_words: &'t [Token<'a>],
}

/// Number of the coordinates of a quaternion.
const QUATERNION_COORDINATES: usize = 4;

/// Maximum number of words of a field's name.
const MAX_NAME_WORDS: usize = 3;

/// Splits the words before a value of `count` numbers. The name of the field is the longest known one at their end,
/// before an order of coordinates and fillers.
pub(super) fn split_words<'t, 'a>(words: &'t [Token<'a>], count: usize) -> FieldWords<'t, 'a> {
    let mut end = words.len();
    let mut order = QuaternionOrder::Unknown;
    for (letters, stated_order) in
        [(["x", "y", "z", "w"], QuaternionOrder::WLast), (["w", "x", "y", "z"], QuaternionOrder::WFirst)]
    {
        if count != QUATERNION_COORDINATES || words.len() <= QUATERNION_COORDINATES {
            break;
        }
        let (_, last_words) = words.split_at(words.len() - QUATERNION_COORDINATES);
        if last_words.iter().zip(letters).all(|(word, letter)| word.text.eq_ignore_ascii_case(letter)) {
            order = stated_order;
            end = words.len() - QUATERNION_COORDINATES;
        }
    }
    while end > 1 {
        let word = words[end - 1].text.to_ascii_lowercase();
        let before = normalized(words[end - 2].text);
        match word.as_str() {
            "xyzw" => order = QuaternionOrder::WLast,
            "wxyz" => order = QuaternionOrder::WFirst,
            "xyz" if field_of(&before, count) != Field::Unknown => {}
            word if FILLERS.contains(&word) && is_filler(word, &before, count) => {}
            _ => break,
        }
        end -= 1;
    }
    for length in (1..=MAX_NAME_WORDS.min(end)).rev() {
        let name_words = &words[end - length..end];
        let name: String = name_words.iter().map(|word| normalized(word.text)).collect();
        let field = field_of(&name, count);
        if field != Field::Unknown && (length == 1 || !is_split(name_words, count)) {
            if name.ends_with("xyzw") {
                order = QuaternionOrder::WLast;
            } else if name.ends_with("wxyz") {
                order = QuaternionOrder::WFirst;
            } else if order == QuaternionOrder::Unknown && name.ends_with("rotation") {
                order = QuaternionOrder::Plain;
            }
            return FieldWords { field, order, before: &words[..end - length], name_words: &words[end - length..] };
        }
    }
    FieldWords { field: Field::Unknown, order, before: words, name_words: &[] }
}

/// Whether a filler belongs to the word before it: to the name of a field, or to another filler.
fn is_filler(word: &str, before: &str, count: usize) -> bool {
    let is_field =
        field_of(before, count) != Field::Unknown || ["extents", "extent", "lengths", "size"].contains(&before);
    is_field || field_of(word, count) == Field::Unknown && FILLERS.contains(&before)
}

/// Whether words are single letters, which name coordinates and must not be joined to one name.
fn is_split(name_words: &[Token<'_>], count: usize) -> bool {
    count == 1 && name_words.iter().all(|word| word.text.len() == 1)
}

/// Whether words name a size with this number of values.
pub(super) fn is_size(words: &[Token<'_>], count: usize) -> bool {
    matches!(split_words(words, count).field, Field::Size(_) | Field::HalfExtent(_) | Field::Extent | Field::Diameter)
}
