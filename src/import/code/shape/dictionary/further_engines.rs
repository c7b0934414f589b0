//! Rows of further 2D and game engines, robot planners and geometry tools: Chipmunk, LÖVE, Panda3D's own collision
//! solids, LÖVR, PlayCanvas, Oimo, Unreal, Unity's entities, joltc, libccd, MoveIt, cuRobo, Open3D, MATLAB.

use super::Form::{Balls, Box, Capsule, Circle, Cone, Cylinder, Polygon, Rectangle, Segment, Sphere, Swept, Unread};
use super::Line;

/// Indices of the axes in [`super::Form`].
const Y: usize = 1;
const Z: usize = 2;

/// Rows: libraries, kind of the shape, names of types, arguments. The dictionary's header explains the words of the
/// arguments, such as `radius:r`.
pub(super) const LINES: &[Line] = &[
    // Chipmunk: full sides; the body is the first argument, and the radius rounds the shape.
    ("chipmunk", Rectangle, "cpBoxShapeNew", "body:_ width:fx height:fy radius:br"),
    ("chipmunk", Circle, "cpCircleShapeNew", "body:_ radius:r offset:at"),
    ("chipmunk", Segment, "cpSegmentShapeNew", "body:_ a:a b:b radius:nil"),
    ("chipmunk", Swept, "cpSegmentShapeNew", "body:_ a:a b:b radius:r"),
    ("chipmunk", Polygon, "cpPolyShapeNew", "body:_ count:count verts:pts transform:pose radius:br"),
    ("chipmunk", Polygon, "cpPolyShapeNewRaw", "body:_ count:count verts:pts radius:br"),
    ("chipmunk", Rectangle, "cpBoxShapeNew2", "body:_ box:bounds radius:br"),
    ("pymunk", Segment, "pymunk.Segment", "body:_ a:a b:b radius:nil"),
    // LÖVE: full sides; since version 12 the body comes first.
    ("love", Rectangle, "physics.newRectangleShape", "width:fx height:fy"),
    ("love", Rectangle, "physics.newRectangleShape", "x:x0 y:y0 width:fx height:fy angle:turn?"),
    ("love", Rectangle, "physics.newRectangleShape", "body:body width:fx height:fy"),
    ("love", Rectangle, "physics.newRectangleShape", "body:body x:x0 y:y0 width:fx height:fy angle:turn?"),
    ("love", Circle, "physics.newCircleShape", "radius:r"),
    ("love", Circle, "physics.newCircleShape", "x:x0 y:y0 radius:r"),
    ("love", Circle, "physics.newCircleShape", "body:body radius:r"),
    ("love", Circle, "physics.newCircleShape", "body:body x:x0 y:y0 radius:r"),
    ("love", Polygon, "physics.newPolygonShape", "points:many"),
    ("love", Segment, "physics.newEdgeShape", "points:many"),
    ("love", Unread, "physics.newChainShape", "*"),
    // windfield for LÖVE: the lowest corner of a rectangle.
    ("love", Rectangle, "newRectangleCollider", "x:x0 y:y0 width:fx height:fy corner:corner&=0"),
    ("love", Circle, "newCircleCollider", "x:x0 y:y0 radius:r"),
    // LÖVR: full sides; capsules without their caps, along z.
    ("lovr", Box, "newBoxCollider", "x:x0 y:y0 z:z0 width:fx height:fy depth:fz"),
    ("lovr", Box, "newBoxCollider", "position:at size:fv"),
    ("lovr", Sphere, "newSphereCollider", "x:x0 y:y0 z:z0 radius:r=1"),
    ("lovr", Sphere, "newSphereCollider", "position:at radius:r=1"),
    ("lovr", Capsule(Z), "newCapsuleCollider", "x:x0 y:y0 z:z0 radius:r=1 length:fh=1"),
    ("lovr", Capsule(Z), "newCapsuleCollider", "position:at radius:r=1 length:fh=1"),
    ("lovr", Cylinder(Z), "newCylinderCollider", "x:x0 y:y0 z:z0 radius:r=1 length:fh=1"),
    ("lovr", Cylinder(Z), "newCylinderCollider", "position:at radius:r=1 length:fh=1"),
    ("lovr", Box, "physics.newBoxShape", "width:fx height:fy depth:fz"),
    ("lovr", Sphere, "physics.newSphereShape", "radius:r"),
    ("lovr", Capsule(Z), "physics.newCapsuleShape", "radius:r length:fh"),
    ("lovr", Cylinder(Z), "physics.newCylinderShape", "radius:r length:fh"),
    // Panda3D's collision solids: a center and half extents.
    ("panda3d", Box, "CollisionBox", "center:at x:hx y:hy z:hz"),
    ("panda3d", Box, "CollisionBox", "min:low max:high"),
    ("panda3d", Sphere, "CollisionSphere", "center:at radius:r"),
    ("panda3d", Sphere, "CollisionSphere", "cx:x0 cy:y0 cz:z0 radius:r"),
    ("panda3d", Swept, "CollisionCapsule CollisionTube", "a:a db:b radius:r"),
    ("panda3d", Swept, "CollisionCapsule CollisionTube", "numbers:manyends"),
    // libGDX and XNA: planar volumes by their lowest corner and full sides.
    ("libgdx|xna", Rectangle, "Rectangle", "x:x0 y:y0 width:fx height:fy corner:corner&=0"),
    ("libgdx", Circle, "Circle", "x:x0 y:y0 radius:r"),
    ("libgdx", Circle, "Circle", "position:at radius:r"),
    ("libgdx", Polygon, "Polygon", "vertices:many"),
    ("libgdx", Sphere, "Sphere", "center:at radius:r"),
    // PlayCanvas: half extents, heights of capsules with their caps, along y.
    ("playcanvas", Box, "collision.box", "halfExtents:hv=0.5,0.5,0.5 linearOffset:at?"),
    ("playcanvas", Sphere, "collision.sphere", "radius:r=0.5 linearOffset:at?"),
    ("playcanvas", Capsule(Y), "collision.capsule", "radius:r=0.5 height:th=2 axis:axis? linearOffset:at?"),
    ("playcanvas", Cylinder(Y), "collision.cylinder", "radius:r=0.5 height:fh=2 axis:axis? linearOffset:at?"),
    ("playcanvas", Cone(Y), "collision.cone", "radius:r=0.5 height:fh=2 axis:axis? linearOffset:at?"),
    // Oimo: full sides; radius and full height along y.
    ("oimo", Box, "oimo.box", "size:fv"),
    ("oimo", Sphere, "oimo.sphere", "size:size"),
    ("oimo", Cylinder(Y), "oimo.cylinder", "size:rh"),
    // A-Frame: full sizes along y.
    ("aframe", Box, "aframe.box", "width:fx=1 height:fy=1 depth:fz=1"),
    ("aframe", Sphere, "aframe.sphere", "radius:r=1"),
    ("aframe", Cylinder(Y), "aframe.cylinder", "radius:r=1 height:fh=1"),
    // Unreal: half extents; half heights with the cap, along z; lengths are centimeters.
    ("unreal", Box, "FCollisionShape.MakeBox", "BoxHalfExtent:hv"),
    ("unreal", Sphere, "FCollisionShape.MakeSphere", "SphereRadius:r"),
    ("unreal", Capsule(Z), "FCollisionShape.MakeCapsule", "CapsuleRadius:r CapsuleHalfHeight:ht"),
    ("unreal", Capsule(Z), "InitCapsuleSize SetCapsuleSize", "InRadius:r InHalfHeight:ht bUpdateOverlaps:_?"),
    ("unreal", Box, "InitBoxExtent SetBoxExtent", "InBoxExtent:hv bUpdateOverlaps:_?"),
    ("unreal", Sphere, "InitSphereRadius SetSphereRadius", "InSphereRadius:r bUpdateOverlaps:_?"),
    // Unity's entities: full sizes, cylinders along z; a bevel rounds edges inside the shape.
    ("unity.physics", Box, "BoxGeometry", "Center:at&? Size:fv& Orientation:turn&? BevelRadius:_&?"),
    ("unity.physics", Sphere, "SphereGeometry", "Center:at&? Radius:r&"),
    ("unity.physics", Swept, "CapsuleGeometry", "Vertex0:a& Vertex1:b& Radius:r&"),
    (
        "unity.physics",
        Cylinder(Z),
        "CylinderGeometry",
        "Center:at&? Height:fh& Radius:r& Orientation:turn&? BevelRadius:_&? SideCount:_&?",
    ),
    // joltc: Jolt's order, the half height first.
    ("jolt", Box, "JPH_BoxShape_Create JPH_BoxShapeSettings_Create", "halfExtent:hv convexRadius:_?"),
    ("jolt", Sphere, "JPH_SphereShape_Create JPH_SphereShapeSettings_Create", "radius:r"),
    ("jolt", Capsule(Y), "JPH_CapsuleShape_Create JPH_CapsuleShapeSettings_Create", "halfHeightOfCylinder:hh radius:r"),
    (
        "jolt",
        Cylinder(Y),
        "JPH_CylinderShape_Create JPH_CylinderShapeSettings_Create",
        "halfHeight:hh radius:r convexRadius:_?",
    ),
    // libccd's own objects: full sides and heights, cylinders along z.
    ("libccd", Box, "ccd_box_t", "x:fx& y:fy& z:fz&"),
    ("libccd", Sphere, "ccd_sphere_t", "radius:r&"),
    ("libccd", Cylinder(Z), "ccd_cyl_t", "radius:r& height:fh&"),
    // MoveIt: full sides; the height before the radius, along z.
    ("moveit", Box, "SolidPrimitive", "type:is(BOX)& dimensions:fv&"),
    ("moveit", Box, "SolidPrimitive", "type:is(BOX)& dimensions0:fx& dimensions1:fy& dimensions2:fz&"),
    ("moveit", Sphere, "SolidPrimitive", "type:is(SPHERE)& dimensions:size&"),
    ("moveit", Sphere, "SolidPrimitive", "type:is(SPHERE)& dimensions0:r&"),
    ("moveit", Cylinder(Z), "SolidPrimitive", "type:is(CYLINDER)& dimensions:hr&"),
    ("moveit", Cylinder(Z), "SolidPrimitive", "type:is(CYLINDER)& dimensions0:fh& dimensions1:r&"),
    // cuRobo: full sides along z; a pose is a position and a quaternion that begins with w.
    ("curobo", Box, "Cuboid", "name:_ pose:pose7 dims:fv& color:_&? tensor_args:_&?"),
    ("curobo", Sphere, "Sphere", "name:_ pose:pose7? radius:r& color:_&?"),
    ("curobo", Sphere, "Sphere", "name:_ position:at radius:r& color:_&?"),
    ("curobo", Cylinder(Z), "Cylinder", "name:_ pose:pose7 radius:r& height:fh& color:_&?"),
    // Open3D: full sizes; a box has a corner at the origin, a cone has its base there.
    (
        "open3d",
        Box,
        "TriangleMesh.create_box",
        "width:fx=1 height:fy=1 depth:fz=1 create_uv_map:_? map_texture_to_each_face:_? corner:corner&=0",
    ),
    ("open3d", Sphere, "TriangleMesh.create_sphere", "radius:r=1 resolution:_? create_uv_map:_?"),
    ("open3d", Cylinder(Z), "TriangleMesh.create_cylinder", "radius:r=1 height:fh=2 resolution:_? split:_? *"),
    (
        "open3d",
        Cone(Z),
        "TriangleMesh.create_cone",
        "radius:r=1 height:fh=2 resolution:_? split:_? standing:standing&=0",
    ),
    (
        "open3d",
        Unread,
        "TriangleMesh.create_torus TriangleMesh.create_tetrahedron TriangleMesh.create_octahedron TriangleMesh.create_icosahedron TriangleMesh.create_arrow TriangleMesh.create_moebius",
        "*",
    ),
    ("trimesh", Cone(Z), "creation.cone", "radius:r height:fh sections:_? transform:pose? standing:standing&=0"),
    // MATLAB: full sides; cylinders and capsules along z, a capsule's length without its caps.
    ("matlab", Box, "collisionBox", "X:fx Y:fy Z:fz"),
    ("matlab", Sphere, "collisionSphere", "Radius:r"),
    ("matlab", Cylinder(Z), "collisionCylinder", "Radius:r Length:fh"),
    ("matlab", Capsule(Z), "collisionCapsule", "Radius:r Length:fh"),
    // Godot's solids of constructive geometry.
    ("godot", Box, "CSGBox3D.new CSGBox3D", "size:fv=1,1,1"),
    ("godot", Sphere, "CSGSphere3D.new CSGSphere3D", "radius:r=0.5"),
    ("godot", Cylinder(Y), "CSGCylinder3D.new CSGCylinder3D", "radius:r=0.5 height:fh=2 cone:no?"),
    ("bullet", Balls, "btMultiSphereShape MultiSphereShape", "positions:pts radi:radii numSpheres:count?"),
];
