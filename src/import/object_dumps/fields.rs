//! Meanings of the names of fields in dumps, by the field itself and the part of the object that it belongs to.

use super::value::plain;

/// Meaning of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Position,
    /// Quaternion, matrix, or angle in the plane.
    Rotation,
    /// Angle in the plane, radians.
    Angle,
    /// Position and rotation: a matrix by rows, or an object.
    Transform,
    /// Elements of a 4 × 4 matrix by columns.
    ColumnMatrix,
    Scale,
    /// Center of a shape, in the frame of its body.
    Center,
    HalfExtents,
    /// Full extents of a box.
    Sides,
    /// Full extents of Unity's box; numbers of MuJoCo's geom.
    Size,
    Radius,
    Radii,
    /// Half the length of the core of a round shape.
    HalfHeight,
    /// Full length of a cylinder or cone; that of a capsule depends on its library.
    Height,
    /// Full length of the core of a round shape.
    CoreLength,
    RadiusTop,
    RadiusBottom,
    Width,
    Depth,
    Points,
    Faces,
    Minimum,
    Maximum,
    /// Thickness around the dimensions of Bullet's shapes.
    Margin,
    /// Dimensions that Bullet stores, without the margin.
    Dimensions,
    /// Index of the axis of a round shape.
    AxisIndex,
    /// Point on the axis of a round shape.
    AxisOrigin,
    /// Direction of the axis of a round shape.
    AxisDirection,
    /// Axis of an oriented box with this index.
    BoxAxis(usize),
    /// End of the core of a capsule with this index.
    CoreEnd(usize),
    /// Kind of a shape, by a word or a number.
    Kind,
    /// Radius of a circle of matter.js, 0 for polygons.
    CircleRadius,
    /// Angle of a sweep around an axis, which must be the full one.
    Sweep,
    /// Name of a body.
    Name,
    /// Field without meaning for shapes and poses.
    Noise,
    /// Field that must be zero, as a parent or the rounding of edges.
    Zero,
    /// Scale that must be 1.
    One,
    /// Group of fields of the same body.
    Group,
    /// Group of fields of a shape, whose poses are in the frame of the body.
    Shape,
    /// List with a body in each item.
    Bodies,
    /// Result of `getCollisionShapeData` of PyBullet.
    BulletShapes,
    /// Pair of a position and a quaternion x, y, z, w.
    PosePair,
}

/// Name of the entry of an identity rotation that a remark states.
pub(super) const IDENTITY: &str = "identityrotation";

/// Names of fields with their meanings, in lower case without underscores and prefixes of members.
const FIELDS: &[(Field, &[&str])] = &[
    (
        Field::Position,
        &["position", "pos", "translation", "location", "xpos", "worldposition", "p", "origin", "localposition", "tr"],
    ),
    (
        Field::Rotation,
        &[
            "rotation",
            "quaternion",
            "quat",
            "orientation",
            "xquat",
            "xmat",
            "rot",
            "q",
            "r",
            "basis",
            "localrotation",
            "worldrotation",
            "linear",
            IDENTITY,
        ],
    ),
    (Field::Angle, &["angle"]),
    (
        Field::Transform,
        &["transform", "xf", "pose", "worldtransform", "isometry", "getposeinworld", "homogeneous", "getworldpose"],
    ),
    (Field::ColumnMatrix, &["elements"]),
    (Field::Scale, &["localscale"]),
    (Field::One, &["scale", "localscaling", "worldscale", "lossyscale"]),
    (Field::Center, &["center", "centre"]),
    (Field::HalfExtents, &["halfextents", "halfextent", "halfside", "halfsize", "extent", "halfdimensions"]),
    (Field::Sides, &["side", "sides", "fullextents"]),
    (Field::Size, &["size"]),
    (Field::Radius, &["radius"]),
    (Field::Radii, &["radii"]),
    (Field::HalfHeight, &["halfheight", "halflength"]),
    (Field::Height, &["height"]),
    (Field::CoreLength, &["lz", "length"]),
    (Field::RadiusTop, &["radiustop"]),
    (Field::RadiusBottom, &["radiusbottom"]),
    (Field::Width, &["width"]),
    (Field::Depth, &["depth"]),
    (Field::Points, &["vertices", "points", "corners"]),
    (Field::Faces, &["faces", "triangles"]),
    (Field::Minimum, &["min", "lower", "aabbmin"]),
    (Field::Maximum, &["max", "upper", "aabbmax"]),
    (Field::Margin, &["collisionmargin"]),
    (Field::Dimensions, &["implicitshapedimensions"]),
    (Field::AxisIndex, &["upaxis", "direction"]),
    (Field::Kind, &["type", "kind", "shapetype", "geomtype"]),
    (Field::CircleRadius, &["circleradius"]),
    (Field::Sweep, &["thetalength", "philength"]),
    (Field::Name, &["name"]),
    (
        Field::Zero,
        &["father", "parent", "thetastart", "phistart", "borderradius", "children", "roundradius", "edgeradius"],
    ),
    (
        Field::Group,
        &[
            "body",
            "finalposr",
            "matrixworld",
            "parameters",
            "axis",
            "convexinternalshapedata",
            "collisionshapedata",
            "worldmatrix",
            "rigidbody",
            "getshape",
            "collider",
            "collisionshape",
            "geom",
            "geometry",
        ],
    ),
    (Field::Shape, &["shape", "shapes", "fixture", "fixtures", "fixturelist"]),
    (Field::Bodies, &["bodies", "objects", "actors", "world"]),
    (Field::BulletShapes, &["getcollisionshapedata"]),
    (Field::PosePair, &["getbasepositionandorientation"]),
];

/// Names of fields without meaning for shapes and poses.
const NOISE: &[&str] = &[
    "handle",
    "mtype",
    "polyhedron",
    "id",
    "uuid",
    "index",
    "hashcode",
    "userdata",
    "userpointer",
    "userindex",
    "userindex2",
    "filter",
    "mass",
    "invmass",
    "inversemass",
    "inertia",
    "invinertia",
    "velocity",
    "linearvelocity",
    "angularvelocity",
    "linvel",
    "angvel",
    "force",
    "torque",
    "friction",
    "restitution",
    "density",
    "damping",
    "lineardamping",
    "angulardamping",
    "sleeping",
    "awake",
    "allowsleep",
    "bullet",
    "fixedrotation",
    "gravityscale",
    "boundingsphereradius",
    "boundingradius",
    "area",
    "material",
    "label",
    "color",
    "visible",
    "layer",
    "tag",
    "enabled",
    "istrigger",
    "istrigger",
    "sensor",
    "issensor",
    "collisionfiltergroup",
    "collisionfiltermask",
    "collisionresponse",
    "filtergroupindex",
    "filtercategorybits",
    "filtermaskbits",
    "isinternal",
    "radialsegments",
    "heightsegments",
    "widthsegments",
    "depthsegments",
    "openended",
    "capsegments",
    "detail",
    "numsegments",
    "isstatic",
    "issleeping",
    "timestamp",
    "time",
    "step",
    "tick",
    "fps",
    "gravity",
    "objecthideflags",
    "correspondingsourceobject",
    "prefabinstance",
    "prefabasset",
    "gameobject",
    "serializedversion",
    "rootorder",
    "constrainproportionsscale",
    "localeulerangleshint",
    "includelayers",
    "excludelayers",
    "providescontacts",
    "layeroverridepriority",
    "charge",
    "linearsleepthreshold",
    "needsupdate",
    "worldmatrixneedsupdate",
    "boundingspherradiusneedsupdate",
    "dirty",
    "speed",
    "collisiontype",
    "wakeuptime",
    "interpolation",
    "dtype",
    "componentid",
    "convexpolyhedronrepresentation",
    "padding",
    "bodytype",
];

/// Words that place or change a body outside of its fields.
const MOVERS: [&str; 36] = [
    "unit", "radius", "size", "center", "origin", "pose", "rotat", "turned", "tilt", "scale", "shift", "moved",
    "offset", "mirror", "flip", "twice", "half", "double", "degree", "radian", "inch", "above", "below", "under",
    "along", "parent", "relative", "local", "child", "except", "but ", "mm", "cm", "inflate", "margin", "units",
];

/// Whether a text may place or change a body.
pub(super) fn moves_bodies(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    MOVERS.iter().any(|word| lower.contains(word))
}

/// Names of times, which differ between the states of a body.
pub(super) const TIMES: [&str; 5] = ["time", "timestamp", "step", "tick", "t"];

/// Returns the meaning of a field; `None` for an unknown one.
pub(super) fn field(name: &str) -> Option<Field> {
    // The base class of an object in C++, and a pointer to its table of functions.
    let is_base = name.strip_prefix("bt").is_some_and(|class| class.starts_with(char::is_uppercase));
    if name.starts_with('<') || is_base {
        return Some(Field::Group);
    }
    if name.starts_with("_vptr") {
        return Some(Field::Noise);
    }
    let plain = plain(name);
    let known = FIELDS.iter().find(|(_, names)| names.contains(&plain.as_str())).map(|(field, _)| *field);
    known.or_else(|| NOISE.contains(&plain.as_str()).then_some(Field::Noise))
}

/// Names of objects that may be those of any body: their values belong to the last shape or pose before them.
const GENERIC: [&str; 22] = [
    "body",
    "collider",
    "mesh",
    "object",
    "obj",
    "shape",
    "fixture",
    "transform",
    "this",
    "self",
    "actor",
    "rigidbody",
    "entity",
    "node",
    "gameobject",
    "geom",
    "boxcollider",
    "spherecollider",
    "capsulecollider",
    "vertices",
    "rb",
    "geometry",
];

/// Whether a name, as [`plain`] returns it, may be that of any body.
pub(super) fn is_generic(name: &str) -> bool {
    GENERIC.contains(&name)
}

/// Beginnings of the names of poses, which the name of a body follows.
const POSES: [&str; 9] = ["xworld", "xw", "transform", "trans", "pose", "tf", "xf", "x", "t"];

/// Returns the name of the body of a pose: `cone` of `X_W_cone`; `None` for the name of anything else.
pub(super) fn posed_body(name: &str) -> Option<String> {
    let plain = plain(name);
    if name.contains('_') || plain.len() <= 3 || plain.starts_with("pose") || plain.starts_with("trans") {
        return POSES.iter().find_map(|start| plain.strip_prefix(start)).map(str::to_owned);
    }
    None
}
