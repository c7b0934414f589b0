//! Rows of libraries for robots and geometry: FCL, coal, Drake, MuJoCo, pybullet, trimesh, GTE.

use super::Form::{
    Box, Capsule, Cone, Cylinder, Ellipsoid, HalfSpace, Hull, Mesh, Segment, Sphere, Swept, Triangle, Unread,
};
use super::Line;

/// Indices of the axes in [`super::Form`].
const X: usize = 0;
const Z: usize = 2;

/// Rows: libraries, kind of the shape, names of types, arguments. The dictionary's header explains the words of the
/// arguments, such as `radius:r`.
pub(super) const LINES: &[Line] = &[
    // FCL and its descendants: full sides; cylinders, capsules and cones along z, with whole heights.
    ("fcl|coal|hpp-fcl", Box, "Box Boxd Boxf", "x:fx y:fy z:fz"),
    ("fcl|coal|hpp-fcl", Box, "Box Boxd Boxf", "side:fv"),
    ("fcl|coal|hpp-fcl", Sphere, "Sphere Sphered Spheref", "radius:r"),
    ("fcl|coal|hpp-fcl", Ellipsoid, "Ellipsoid Ellipsoidd Ellipsoidf", "a|rx:rx b|ry:ry c|rz:rz"),
    ("fcl|coal|hpp-fcl", Ellipsoid, "Ellipsoid Ellipsoidd Ellipsoidf", "radii:rv"),
    ("fcl|coal|hpp-fcl", Capsule(Z), "Capsule Capsuled Capsulef", "radius:r lz|length:fh"),
    ("fcl|coal|hpp-fcl", Cylinder(Z), "Cylinder Cylinderd Cylinderf", "radius:r lz|length:fh"),
    ("fcl|coal|hpp-fcl", Cone(Z), "Cone Coned Conef", "radius:r lz|length:fh"),
    ("fcl|coal|hpp-fcl", HalfSpace, "Halfspace Halfspaced Halfspacef", "n:n d:off"),
    ("fcl|coal|hpp-fcl", HalfSpace, "Halfspace Halfspaced Halfspacef", "a:nx b:ny c:nz d:off"),
    ("fcl|coal|hpp-fcl", Triangle, "TriangleP TrianglePd TrianglePf", "a:a b:b c:c"),
    ("fcl", Hull, "Convex", "verts:pts num_faces:_ faces:_"),
    ("coal|hpp-fcl", Hull, "ConvexBase.convexHull Convex.convexHull", "points:pts num_points:counted? *"),
    ("fcl|coal|hpp-fcl", Mesh, "BVHModel BVHModelOBBRSS BVHModelOBB BVHModelRSS", "vertices:pts indices:tri"),
    ("fcl|coal|hpp-fcl", Unread, "Convex ConvexBase Plane Planed", "*"),
    // Drake: full sides, z.
    ("drake", Box, "Box", "width:fx depth:fy height:fz"),
    ("drake", Box, "Box", "measures:fv"),
    ("drake", Box, "Box.MakeCube", "edge_size:fx"),
    ("drake", Sphere, "Sphere", "radius:r"),
    ("drake", Cylinder(Z), "Cylinder", "radius:r length:fh"),
    ("drake", Capsule(Z), "Capsule", "radius:r length:fh"),
    ("drake", Ellipsoid, "Ellipsoid", "a:rx b:ry c:rz"),
    ("drake", HalfSpace, "HalfSpace", ""),
    ("drake", Unread, "MeshcatCone", "*"),
    // MuJoCo: half sizes; capsules and cylinders along z.
    ("mujoco", Box, "add_geom addGeom", "type:is(mjGEOM_BOX) size:size *"),
    ("mujoco", Sphere, "add_geom addGeom", "type:is(mjGEOM_SPHERE) size:size *"),
    ("mujoco", Capsule(Z), "add_geom addGeom", "type:is(mjGEOM_CAPSULE) size:size *"),
    ("mujoco", Cylinder(Z), "add_geom addGeom", "type:is(mjGEOM_CYLINDER) size:size *"),
    ("mujoco", Ellipsoid, "add_geom addGeom", "type:is(mjGEOM_ELLIPSOID) size:size *"),
    ("mujoco", HalfSpace, "add_geom addGeom", "type:is(mjGEOM_PLANE) *"),
    ("mujoco", Box, "add", "element:is(geom) type:is(box) size:size *"),
    ("mujoco", Sphere, "add", "element:is(geom) type:is(sphere) size:size *"),
    ("mujoco", Capsule(Z), "add", "element:is(geom) type:is(capsule) size:size *"),
    ("mujoco", Cylinder(Z), "add", "element:is(geom) type:is(cylinder) size:size *"),
    ("mujoco", Ellipsoid, "add", "element:is(geom) type:is(ellipsoid) size:size *"),
    // pybullet: half extents of boxes, whole heights along z without caps.
    ("pybullet", Box, "createCollisionShape createVisualShape", "shapeType:is(GEOM_BOX) radius:_? halfExtents:hv *"),
    ("pybullet", Sphere, "createCollisionShape createVisualShape", "shapeType:is(GEOM_SPHERE) radius:r=0.5 *"),
    (
        "pybullet",
        Capsule(Z),
        "createCollisionShape createVisualShape",
        "shapeType:is(GEOM_CAPSULE) radius:r=0.5 height|length:fh=1 *",
    ),
    (
        "pybullet",
        Cylinder(Z),
        "createCollisionShape createVisualShape",
        "shapeType:is(GEOM_CYLINDER) radius:r=0.5 height|length:fh=1 *",
    ),
    ("pybullet", HalfSpace, "createCollisionShape", "shapeType:is(GEOM_PLANE) planeNormal:n=0,0,1 *"),
    // trimesh: full extents, z; a capsule's height is between the centers of its caps.
    ("trimesh", Box, "creation.box", "bounds:bounds&"),
    ("trimesh", Box, "creation.box primitives.Box", "extents:fv=1,1,1 transform:pose? *"),
    ("trimesh", Sphere, "creation.icosphere", "subdivisions:_=3 radius:r=1 transform:pose&? *"),
    ("trimesh", Sphere, "creation.uv_sphere", "radius:r=1 count:_? transform:pose? *"),
    ("trimesh", Sphere, "primitives.Sphere", "radius:r=1 center:at? transform:pose? subdivisions:_? *"),
    ("trimesh", Cylinder(Z), "creation.cylinder", "radius:r height:fh sections:_? segment:no? transform:pose? *"),
    (
        "trimesh",
        Cylinder(Z),
        "primitives.Cylinder",
        "radius:r=1 height:fh=1 transform:pose? sections:_? segment:no&? *",
    ),
    ("trimesh", Capsule(Z), "creation.capsule", "height:fh=1 radius:r=1 count:_? transform:pose?"),
    ("trimesh", Capsule(Z), "primitives.Capsule", "radius:r=1 height:fh=1 transform:pose? *"),
    ("trimesh", Mesh, "Trimesh trimesh.Trimesh", "vertices:pts faces:tri process:_? *"),
    ("trimesh", Unread, "creation.annulus creation.torus", "*"),
    // GTE: half extents and a center; whole heights.
    ("gte", Box, "AlignedBox3", "min:low max:high"),
    ("gte", Sphere, "Sphere3", "center:at radius:r"),
    ("gte", Swept, "Capsule3", "segment:segment radius:r"),
    ("gte", Swept, "Capsule3", "p0:a& p1:b& radius:r&"),
    ("gte", Segment, "Segment3", "p0:a p1:b"),
    ("gte", Triangle, "Triangle3", "v0:a v1:b v2:c"),
    ("gte", Box, "OrientedBox3", "center:at axis0:axis0 axis1:axis1 axis2:axis2 extent:hv"),
    ("gte", Box, "OrientedBox3", "center:at axis:axes extent:hv"),
    ("gte", Cylinder(X), "Cylinder3", "axis:line radius:r height:fh"),
    ("gte", Cylinder(X), "Cylinder3", "direction:dir& radius:r& height:fh&"),
    ("gte", Unread, "gte.Line3 Line3 Cone3 Torus3 Frustum3", "*"),
    ("fcl|coal|hpp-fcl|trimesh", Hull, "convex_hull ConvexHull", "points:pts *"),
];
