//! Rows of further engines and geometry tools: Havok's plug-in for browsers, Newton Dynamics 3 and 4, BEPU 1, shapely,
//! half-spaces of GTE.

use super::Form::{
    Box, Capsule, Circle, Cone, Cylinder, HalfSpace, Polygon, Rectangle, Segment, Sphere, Swept, Unread,
};
use super::Line;

/// Indices of the axes in [`super::Form`].
const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;

/// Rows: libraries, kind of the shape, names of types, arguments. The dictionary's header explains the words of the
/// arguments, such as `radius:r`.
pub(super) const LINES: &[Line] = &[
    // Havok: full sides; capsules and cylinders by their end points.
    ("havok", Box, "HP_Shape_CreateBox", "center:at rotation:turn extents:fv"),
    ("havok", Sphere, "HP_Shape_CreateSphere", "center:at radius:r"),
    ("havok", Swept, "HP_Shape_CreateCapsule", "pointA:a pointB:b radius:r"),
    ("havok", Cylinder(Z), "HP_Shape_CreateCylinder", "pointA:a pointB:b radius:r"),
    ("havok", Unread, "HP_Shape_CreateConvexHull HP_Shape_CreateMesh HP_Shape_CreateHeightField", "*"),
    // Newton Dynamics 4: full sides; round shapes along x, the height of a capsule without its caps.
    ("newton-dynamics", Capsule(X), "ndShapeCapsule", "radius0:r radius1:r2 height:fh"),
    ("newton-dynamics", Cylinder(X), "ndShapeCylinder", "radius0:r radius1:r2 height:fh"),
    ("newton-dynamics", Cone(X), "ndShapeCone", "radius:r height:fh"),
    (
        "newton-dynamics",
        Unread,
        "ndShapeConvexHull ndShapeChamferCylinder ndShapeCompound ndShapeHeightfield ndShapeStatic_bvh",
        "*",
    ),
    // Newton Dynamics 3: the offset is the pose of the shape in its body, a null pointer without one.
    ("newton-dynamics", Box, "NewtonCreateBox", "world:_ dx:fx dy:fy dz:fz shapeID:_ offset:absent"),
    ("newton-dynamics", Sphere, "NewtonCreateSphere", "world:_ radius:r shapeID:_ offset:absent"),
    (
        "newton-dynamics",
        Capsule(X),
        "NewtonCreateCapsule",
        "world:_ radius0:r radius1:r2 height:fh shapeID:_ offset:absent",
    ),
    (
        "newton-dynamics",
        Cylinder(X),
        "NewtonCreateCylinder",
        "world:_ radius0:r radius1:r2 height:fh shapeID:_ offset:absent",
    ),
    ("newton-dynamics", Cone(X), "NewtonCreateCone", "world:_ radius:r height:fh shapeID:_ offset:absent"),
    (
        "newton-dynamics",
        Unread,
        "NewtonCreateConvexHull NewtonCreateChamferCylinder NewtonCreateTreeCollision NewtonCreateCompoundCollision",
        "*",
    ),
    // BEPU 1: full sizes along y; the position of an entity comes before these arguments.
    ("bepu", Box, "BEPUphysics.Box", "width:fx height:fy length:fz mass:_?"),
    ("bepu", Sphere, "BEPUphysics.Sphere", "radius:r mass:_?"),
    ("bepu", Capsule(Y), "BEPUphysics.Capsule", "length:fh radius:r mass:_?"),
    ("bepu", Cylinder(Y), "BEPUphysics.Cylinder", "height:fh radius:r mass:_?"),
    ("bepu", Swept, "BEPUphysics.CapsuleBetween", "start:a end:b radius:r mass:_?"),
    // shapely: bounds, a list of vertices, the ends of a line; `disc` is a point with a buffer.
    ("shapely", Rectangle, "shapely.box", "minx:left miny:bottom maxx:right maxy:top ccw:_?"),
    ("shapely", Circle, "shapely.disc", "center:at radius:r"),
    ("shapely", Segment, "LineString", "coordinates:pts"),
    ("shapely", Polygon, "Polygon shapely.Polygon", "shell:pts holes:no?"),
    ("shapely", Unread, "LinearRing MultiPolygon MultiPoint MultiLineString GeometryCollection", "*"),
    // dyn4j: vertices one by one.
    ("dyn4j", Polygon, "Polygon Geometry.createPolygon", "vertices:many"),
    // GTE's half-space is solid where its normal points.
    ("gte", HalfSpace, "Halfspace3", "normal:n constant:above"),
    ("gte", Unread, "Hyperplane3 Plane3", "*"),
];
