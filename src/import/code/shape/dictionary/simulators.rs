//! Rows of robot simulators (SAPIEN, DART, Genesis, Newton, Warp, Isaac Lab) and of further engines (jMonkeyEngine,
//! Panda3D, Babylon.js, pymunk).

use super::Form::{Box, Capsule, Circle, Cone, Cylinder, Ellipsoid, HalfSpace, Polygon, Rectangle, Sphere, Swept};
use super::Line;

/// Indices of the axes in [`super::Form`].
const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;

/// Rows: libraries, kind of the shape, names of types, arguments. The dictionary's header explains the words of the
/// arguments, such as `radius:r`.
pub(super) const LINES: &[Line] = &[
    // jMonkeyEngine: half extents; whole heights without caps, and the axis as last argument. A cylinder that is given
    // by half extents is along z.
    ("jme", Box, "BoxCollisionShape", "halfExtents:hv"),
    ("jme", Box, "BoxCollisionShape", "xHalfExtent:hx yHalfExtent:hy zHalfExtent:hz"),
    ("jme", Box, "BoxCollisionShape", "halfExtent:hx"),
    ("jme", Sphere, "SphereCollisionShape", "radius:r"),
    ("jme", Capsule(Y), "CapsuleCollisionShape", "radius:r height:fh axis:axis?"),
    ("jme", Cylinder(Z), "CylinderCollisionShape", "halfExtents:hc axis:axis?"),
    ("jme", Cylinder(Z), "CylinderCollisionShape", "radius:r height:fh axis:axis"),
    ("jme", Cone(Y), "ConeCollisionShape", "radius:r height:fh axis:axis?"),
    // Panda3D: half extents, whole heights without caps, along z unless an axis is given.
    ("panda3d", Box, "BulletBoxShape", "halfExtents:hv"),
    ("panda3d", Sphere, "BulletSphereShape", "radius:r"),
    ("panda3d", Capsule(Z), "BulletCapsuleShape", "radius:r height:fh up:axis?"),
    ("panda3d", Cylinder(Z), "BulletCylinderShape", "radius:r height:fh up:axis?"),
    ("panda3d", Cylinder(Z), "BulletCylinderShape", "halfExtents:hc up:axis?"),
    ("panda3d", Cone(Z), "BulletConeShape", "radius:r height:fh up:axis?"),
    ("panda3d", HalfSpace, "BulletPlaneShape", "normal:n constant:off"),
    // SAPIEN: half sizes; capsules and cylinders along x, as those of PhysX.
    ("sapien", Box, "add_box_collision", "pose:pose? half_size:hv& *"),
    ("sapien", Sphere, "add_sphere_collision", "pose:pose? radius:r& *"),
    ("sapien", Capsule(X), "add_capsule_collision", "pose:pose? radius:r& half_length:hh& *"),
    ("sapien", Cylinder(X), "add_cylinder_collision", "pose:pose? radius:r& half_length:hh& *"),
    // DART: full sizes along z, heights without caps.
    ("dart", Box, "BoxShape dynamics.BoxShape", "size:fv"),
    ("dart", Sphere, "SphereShape dynamics.SphereShape", "radius:r"),
    ("dart", Capsule(Z), "CapsuleShape dynamics.CapsuleShape", "radius:r height:fh"),
    ("dart", Cylinder(Z), "CylinderShape dynamics.CylinderShape", "radius:r height:fh"),
    ("dart", Ellipsoid, "EllipsoidShape dynamics.EllipsoidShape", "diameters:dv"),
    // Genesis: full sizes along z.
    ("genesis", Box, "morphs.Box", "size:fv& fixed:_&? collision:_&? visualization:_&? visualize_contact:_&?"),
    ("genesis", Sphere, "morphs.Sphere", "radius:r& fixed:_&? collision:_&? visualization:_&?"),
    ("genesis", Cylinder(Z), "morphs.Cylinder", "radius:r& height:fh& fixed:_&? collision:_&? visualization:_&?"),
    ("genesis", HalfSpace, "morphs.Plane", ""),
    // Newton: half sizes; capsules and cylinders along z unless an axis is given. Warp's older module has the same
    // names, along y.
    ("newton|warp", Box, "add_shape_box", "body:_? xform:pose? hx:hx& hy:hy& hz:hz& cfg:_&? key:_&? label:_&?"),
    ("newton|warp", Sphere, "add_shape_sphere", "body:_? xform:pose? radius:r& cfg:_&? key:_&? label:_&?"),
    (
        "newton",
        Capsule(Z),
        "add_shape_capsule",
        "body:_? xform:pose? radius:r& half_height:hh& axis:axis&? cfg:_&? key:_&? label:_&?",
    ),
    (
        "newton",
        Cylinder(Z),
        "add_shape_cylinder",
        "body:_? xform:pose? radius:r& half_height:hh& axis:axis&? cfg:_&? key:_&? label:_&?",
    ),
    ("warp", Capsule(Y), "add_shape_capsule", "body:_? radius:r& half_height:hh& axis:axis&?"),
    ("warp", Cylinder(Y), "add_shape_cylinder", "body:_? radius:r& half_height:hh& axis:axis&?"),
    // Isaac Lab: full sizes along z unless an axis is given; a capsule's height is without its caps.
    ("isaaclab", Box, "CuboidCfg MeshCuboidCfg", "size:fv& *"),
    ("isaaclab", Sphere, "SphereCfg MeshSphereCfg", "radius:r& *"),
    ("isaaclab", Capsule(Z), "CapsuleCfg MeshCapsuleCfg", "radius:r& height:fh& axis:axis&? *"),
    ("isaaclab", Cylinder(Z), "CylinderCfg MeshCylinderCfg", "radius:r& height:fh& axis:axis&? *"),
    ("isaaclab", Cone(Z), "ConeCfg MeshConeCfg", "radius:r& height:fh& axis:axis&? *"),
    // Babylon.js: full sizes, along y; heights with caps. A shape without a size is not read, although the library has
    // defaults.
    ("babylon", Box, "MeshBuilder.CreateBox", "name:_ width:fx& height:fy& depth:fz& updatable:_&? scene:_?"),
    ("babylon", Box, "MeshBuilder.CreateBox", "name:_ size:fx& updatable:_&? scene:_?"),
    ("babylon", Box, "Mesh.CreateBox", "name:_ size:fx scene:_? updatable:_?"),
    ("babylon", Sphere, "MeshBuilder.CreateSphere", "name:_ diameter:d& segments:_&? updatable:_&? scene:_?"),
    ("babylon", Sphere, "Mesh.CreateSphere", "name:_ segments:_ diameter:d scene:_? updatable:_?"),
    (
        "babylon",
        Capsule(Y),
        "MeshBuilder.CreateCapsule",
        "name:_ radius:r& height:th& tessellation:_&? subdivisions:_&? capSubdivisions:_&? updatable:_&? scene:_?",
    ),
    (
        "babylon",
        Cylinder(Y),
        "MeshBuilder.CreateCylinder",
        "name:_ diameter:d& height:fh& tessellation:_&? subdivisions:_&? updatable:_&? scene:_?",
    ),
    ("babylon", Box, "PhysicsShapeBox", "center:at rotation:turn extents:fv scene:_?"),
    ("babylon", Sphere, "PhysicsShapeSphere", "center:at radius:r scene:_?"),
    ("babylon", Swept, "PhysicsShapeCapsule", "pointA:a pointB:b radius:r scene:_?"),
    // pymunk: full sides; the body is the first argument, and the radius rounds the shape.
    ("pymunk", Rectangle, "Poly.create_box pymunk.Poly.create_box", "body:_ size:fv radius:br?"),
    ("pymunk", Rectangle, "Poly.create_box_bb pymunk.Poly.create_box_bb", "body:_ bb:bounds radius:br?"),
    ("pymunk", Circle, "pymunk.Circle", "body:_ radius:r offset:at?"),
    ("pymunk", Swept, "pymunk.Segment", "body:_ a:a b:b radius:r"),
    ("pymunk", Polygon, "pymunk.Poly", "body:_ vertices:pts transform:pose? radius:br?"),
];
