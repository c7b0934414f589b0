//! Rows of multibody simulators, visualization tools, modelers and small 2D libraries, such as Chrono, VTK, PyVista,
//! Blender, CoppeliaSim, OpenSCAD and SAT.js; and single types of other libraries.

use super::Form::{
    Box, Capsule, Circle, Cone, Cylinder, HalfSpace, Hull, Polygon, Rectangle, Segment, Sphere, Swept, Triangle, Unread,
};
use super::Line;

/// Indices of the axes in [`super::Form`].
const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;

/// Rows: libraries, kind of the shape, names of types, arguments. The dictionary's header explains the words of the
/// arguments, such as `radius:r`.
pub(super) const LINES: &[Line] = &[
    // Chrono: full sizes; the first argument of a cylinder is its axis since version 9; older cylinders are along y.
    ("chrono", Box, "ChBodyEasyBox", "Xsize:fx Ysize:fy Zsize:fz density:_ *"),
    ("chrono", Sphere, "ChBodyEasySphere", "radius:r density:_ *"),
    ("chrono", Cylinder(Y), "ChBodyEasyCylinder", "direction:axisname radius:r height:fh density:_ *"),
    ("chrono", Cylinder(Y), "ChBodyEasyCylinder", "radius:r height:fh density:_ *"),
    ("chrono", Unread, "ChBodyEasyEllipsoid ChBodyEasyConvexHull ChBodyEasyMesh ChBodyEasyConvexHullAuxRef", "*"),
    // VTK: full sizes; cylinders along y, cones along x with the apex at its end.
    ("vtk", Box, "vtkCubeSource", "XLength:fx&=1 YLength:fy&=1 ZLength:fz&=1 Center:at&? Bounds:no&?"),
    (
        "vtk",
        Sphere,
        "vtkSphereSource",
        "Radius:r&=0.5 Center:at&? ThetaResolution:_&? PhiResolution:_&? StartTheta:no&? EndTheta:no&? StartPhi:no&? EndPhi:no&?",
    ),
    ("vtk", Cylinder(Y), "vtkCylinderSource", "Radius:r&=0.5 Height:fh&=1 Center:at&? Resolution:_&? Capping:_&?"),
    (
        "vtk",
        Cone(X),
        "vtkConeSource",
        "Radius:r&=0.5 Height:fh&=1 Center:at&? Resolution:_&? Capping:_&? Angle:no&? Direction:no&?",
    ),
    // PyVista: full sizes; cylinders, cones and capsules along x unless a direction is given.
    (
        "pyvista",
        Box,
        "pv.Cube pyvista.Cube",
        "center:at? x_length:fx=1 y_length:fy=1 z_length:fz=1 bounds:no? clean:_?",
    ),
    ("pyvista", Box, "pv.Cube pyvista.Cube", "bounds:bounds6& clean:_?"),
    ("pyvista", Box, "pv.Box pyvista.Box", "bounds:bounds6 level:_? quads:_?"),
    (
        "pyvista",
        Sphere,
        "pv.Sphere pyvista.Sphere",
        "radius:r=0.5 center:at? direction:_? theta_resolution:_? phi_resolution:_?",
    ),
    (
        "pyvista",
        Cylinder(X),
        "pv.Cylinder pyvista.Cylinder",
        "center:at? direction:dir? radius:r=0.5 height:fh=1 resolution:_? capping:_?",
    ),
    (
        "pyvista",
        Cone(X),
        "pv.Cone pyvista.Cone",
        "center:at? direction:dir? height:fh=1 radius:r capping:_? angle:no? resolution:_?",
    ),
    (
        "pyvista",
        Capsule(X),
        "pv.Capsule pyvista.Capsule",
        "center:at? direction:dir? radius:r=0.5 cylinder_length:fh=1 theta_resolution:_? phi_resolution:_?",
    ),
    // Blender: the full size of a cube, the depth of a cylinder; cylinders and cones along z.
    ("blender", Box, "mesh.primitive_cube_add", "size:fx&=2 *"),
    ("blender", Sphere, "mesh.primitive_uv_sphere_add mesh.primitive_ico_sphere_add", "radius:r&=1 *"),
    ("blender", Cylinder(Z), "mesh.primitive_cylinder_add", "radius:r&=1 depth:fh&=2 *"),
    ("blender", Cone(Z), "mesh.primitive_cone_add", "radius1:r&=1 radius2:nil&=0 depth:fh&=2 *"),
    (
        "blender",
        Unread,
        "mesh.primitive_plane_add mesh.primitive_torus_add mesh.primitive_monkey_add mesh.primitive_grid_add",
        "*",
    ),
    // Isaac Gym: full sizes.
    ("isaacgym", Box, "gym.create_box", "sim:_ width:fx height:fy depth:fz options:_?"),
    ("isaacgym", Sphere, "gym.create_sphere", "sim:_ radius:r options:_?"),
    ("isaacgym", Unread, "gym.create_capsule gym.load_asset gym.create_tet_mesh", "*"),
    // CoppeliaSim: diameters and full heights, along z.
    ("coppeliasim", Box, "createPrimitiveShape", "type:is(primitiveshape_cuboid) sizes:fv options:_?"),
    ("coppeliasim", Sphere, "createPrimitiveShape", "type:is(primitiveshape_spheroid) sizes:ball options:_?"),
    ("coppeliasim", Cylinder(Z), "createPrimitiveShape", "type:is(primitiveshape_cylinder) sizes:tube options:_?"),
    ("coppeliasim", Cone(Z), "createPrimitiveShape", "type:is(primitiveshape_cone) sizes:tube options:_?"),
    // Aether and Farseer: full sides of the factories of bodies.
    ("aether", Rectangle, "CreateRectangle", "width:fx height:fy density:_ position:at? rotation:turn? bodyType:_?"),
    ("aether", Circle, "CreateCircle", "radius:r density:_ position:at? bodyType:_?"),
    ("aether", Segment, "CreateEdge", "start:a end:b"),
    ("aether", Polygon, "CreatePolygon", "vertices:pts density:_ position:at? rotation:turn? bodyType:_?"),
    ("aether", Polygon, "PolygonShape", "vertices:pts density:_"),
    ("aether", Circle, "CircleShape", "radius:r density:_ position:at&?"),
    (
        "aether",
        Rectangle,
        "BodyFactory.CreateRectangle",
        "world:_ width:fx height:fy density:_ position:at? rotation:turn? bodyType:_? userData:_?",
    ),
    ("aether", Circle, "BodyFactory.CreateCircle", "world:_ radius:r density:_ position:at? bodyType:_? userData:_?"),
    ("aether", Segment, "BodyFactory.CreateEdge", "world:_ start:a end:b"),
    // cute_c2: boxes by their lowest and highest vertex.
    ("cute_c2", Rectangle, "c2AABB", "min:low max:high"),
    ("cute_c2", Circle, "c2Circle", "p:at r:r"),
    ("cute_c2", Swept, "c2Capsule", "a:a b:b r:r"),
    // SAT.js: the position of a box is its lowest vertex; points of polygons are relative to the position.
    ("sat.js", Rectangle, "SAT.Box", "pos:at w:fx h:fy corner:corner&=0"),
    ("sat.js", Circle, "SAT.Circle", "pos:at r:r"),
    ("sat.js", Polygon, "SAT.Polygon", "pos:at points:pts"),
    // Roblox: full sizes; a cylinder is along x.
    ("roblox", Box, "roblox.Part", "Size:fv& Shape:is(Block)&?"),
    ("roblox", Sphere, "roblox.Part", "Size:ball& Shape:is(Ball)&"),
    ("roblox", Cylinder(X), "roblox.Part", "Size:xtube& Shape:is(Cylinder)&"),
    // SceneKit: full sizes along y; the height of a capsule is with its caps.
    ("scenekit", Box, "SCNBox", "width:fx height:fy length:fz chamferRadius:nil"),
    ("scenekit", Sphere, "SCNSphere", "radius:r"),
    ("scenekit", Capsule(Y), "SCNCapsule", "capRadius:r height:th"),
    ("scenekit", Cylinder(Y), "SCNCylinder", "radius:r height:fh"),
    ("scenekit", Cone(Y), "SCNCone", "topRadius:nil bottomRadius:r height:fh"),
    ("scenekit", Unread, "SCNPlane SCNFloor SCNTube SCNTorus SCNPyramid SCNText", "*"),
    // SpriteKit: full sides.
    ("spritekit", Rectangle, "SKPhysicsBody", "rectangleOf:fv& center:at&?"),
    ("spritekit", Circle, "SKPhysicsBody", "circleOfRadius:r& center:at&?"),
    ("spritekit", Segment, "SKPhysicsBody", "edgeFrom:a& to:b&"),
    // Unreal's components.
    ("unreal", Box, "UBoxComponent", "BoxExtent:hv&"),
    ("unreal", Sphere, "USphereComponent", "SphereRadius:r&"),
    ("unreal", Capsule(Z), "UCapsuleComponent", "CapsuleRadius:r& CapsuleHalfHeight:ht&"),
    // Newton's ground.
    ("newton", HalfSpace, "add_ground_plane", ""),
    // VRML, X3D and Webots: full sizes; the height of a capsule is without its caps.
    ("vrml", Box, "vrml.BoxNode", "size:fv&=2,2,2"),
    ("vrml", Sphere, "vrml.SphereNode", "radius:r&=1"),
    ("vrml", Cylinder(Y), "vrml.CylinderY", "radius:r&=1 height:fh&=2"),
    ("vrml", Cylinder(Z), "vrml.CylinderZ", "radius:r&=1 height:fh&=2"),
    ("vrml", Cone(Y), "vrml.ConeY", "bottomRadius:r&=1 height:fh&=2"),
    ("vrml", Cone(Z), "vrml.ConeZ", "bottomRadius:r&=1 height:fh&=2"),
    ("vrml", Capsule(Y), "vrml.CapsuleY", "radius:r&=0.2 height:fh&=1"),
    ("vrml", Capsule(Z), "vrml.CapsuleZ", "radius:r&=0.2 height:fh&=1"),
    ("vrml", Unread, "vrml.Unread", "*"),
    // MoveIt's `PlanningSceneInterface`: full sizes along z.
    ("moveit", Box, "moveit.add_box", "size:fv=1,1,1"),
    ("moveit", Sphere, "moveit.add_sphere", "radius:r=1"),
    ("moveit", Cylinder(Z), "moveit.add_cylinder", "height:fh radius:r"),
    ("moveit", Cone(Z), "moveit.add_cone", "height:fh radius:r"),
    ("moveit", Unread, "moveit.add_plane moveit.add_mesh", "*"),
    ("moveit", Cone(Z), "SolidPrimitive", "type:is(CONE)& dimensions:hr&"),
    // OpenSCAD: full sizes along z; a cube has a vertex at the origin, a cylinder its base.
    ("openscad", Box, "scad.cube", "size:fv=1,1,1 center:is(true)"),
    ("openscad", Box, "scad.cube", "size:fv=1,1,1 center:is(false)? corner:corner&=0"),
    ("openscad", Box, "scad.cube", "size:fx center:is(true)"),
    ("openscad", Box, "scad.cube", "size:fx center:is(false)? corner:corner&=0"),
    ("openscad", Sphere, "scad.sphere", "r:r=1"),
    ("openscad", Sphere, "scad.sphere", "d:d&"),
    ("openscad", Cylinder(Z), "scad.cylinder", "h:fh=1 r:r&=1 center:is(true)&"),
    ("openscad", Cylinder(Z), "scad.cylinder", "h:fh=1 r:r&=1 center:is(false)&? standing:standing&=0"),
    ("openscad", Cylinder(Z), "scad.cylinder", "h:fh=1 d:d& center:is(true)&"),
    ("openscad", Cylinder(Z), "scad.cylinder", "h:fh=1 d:d& center:is(false)&? standing:standing&=0"),
    ("openscad", Cylinder(Z), "scad.cylinder", "h:fh=1 r1:r r2:r2 center:is(true)"),
    ("openscad", Cylinder(Z), "scad.cylinder", "h:fh=1 r1:r r2:r2 center:is(false)? standing:standing&=0"),
    ("openscad", Cone(Z), "scad.cylinder", "h:fh=1 r1:r r2:nil center:is(true)"),
    ("openscad", Cone(Z), "scad.cylinder", "h:fh=1 r1:r r2:nil center:is(false)? standing:standing&=0"),
    // Bounding volumes of Bevy and parry: a center and half sizes, or the lowest and the highest vertex.
    ("bevy", Box, "Aabb3d.new", "center:at half_size:hv"),
    ("bevy", Rectangle, "Aabb2d.new", "center:at half_size:hv"),
    ("bevy|parry", Sphere, "BoundingSphere.new", "center:at radius:r"),
    ("bevy", Circle, "BoundingCircle.new", "center:at radius:r"),
    ("parry", Box, "Aabb.from_half_extents AABB.from_half_extents", "center:at half_extents:hv"),
    ("parry", Box, "Aabb.new AABB.new", "mins:low maxs:high"),
    // Phaser's factory of matter's bodies.
    ("matter", Rectangle, "matter.add.rectangle", "x:x0 y:y0 width:fx height:fy options:options?"),
    ("matter", Circle, "matter.add.circle", "x:x0 y:y0 radius:r options:options? maxSides:_?"),
    ("matter", Polygon, "matter.add.polygon", "x:x0 y:y0 sides:sides radius:r options:options?"),
    // pygame, detect-collisions: the position is the lowest vertex.
    ("pygame", Rectangle, "pygame.Rect pygame.FRect", "left:x0 top:y0 width:fx height:fy corner:corner&=0"),
    ("pygame", Rectangle, "pygame.Rect pygame.FRect", "lefttop:at size:fv corner:corner&=0"),
    ("detect-collisions", Rectangle, "Box", "pos:at width:fx height:fy corner:corner&=0"),
    ("detect-collisions", Circle, "Circle", "pos:at radius:r"),
    ("detect-collisions", Polygon, "Polygon", "pos:at points:pts"),
    // BulletSharp: the half extents of a cylinder as three arguments.
    ("bullet", Cylinder(Y), "CylinderShape", "halfExtentX:hx halfExtentY:hy halfExtentZ:hz"),
    ("bullet", Cylinder(X), "CylinderShapeX", "halfExtentX:hx halfExtentY:hy halfExtentZ:hz"),
    ("bullet", Cylinder(Z), "CylinderShapeZ", "halfExtentX:hx halfExtentY:hy halfExtentZ:hz"),
    // Ursina: models of size 1.
    ("ursina", Box, "ursina.cube", "size:fx&=1"),
    ("ursina", Sphere, "ursina.sphere", "diameter:d&=1"),
    ("ursina", Unread, "ursina.other", "*"),
    // CGAL: vertices of boxes, the square of a radius.
    ("cgal", Box, "Iso_cuboid_3", "p:low q:high"),
    ("cgal", Sphere, "Sphere_3", "center:at squared_radius:rr"),
    ("cgal", Triangle, "Triangle_3", "p:a q:b r:c"),
    ("cgal", Segment, "Segment_3", "source:a target:b"),
    ("cgal", Hull, "Tetrahedron_3", "vertices:many"),
    // Newton Dynamics 4: full sizes.
    ("newton-dynamics", Box, "ndShapeBox", "dx:fx dy:fy dz:fz"),
    ("newton-dynamics", Sphere, "ndShapeSphere", "radius:r"),
    // Eigen: the lowest and the highest vertex.
    ("eigen", Box, "AlignedBox3d AlignedBox3f", "min:low max:high"),
    // Isaac Sim: a cube of size 1 with a scale.
    (
        "isaacsim",
        Box,
        "DynamicCuboid FixedCuboid VisualCuboid",
        "prim_path:_? name:_? position:no? size:fx&=1 color:_&? mass:_&? density:_&? visible:_&?",
    ),
    (
        "isaacsim",
        Sphere,
        "DynamicSphere FixedSphere VisualSphere",
        "prim_path:_? name:_? position:no? radius:r& color:_&? mass:_&? density:_&? visible:_&?",
    ),
    (
        "isaacsim",
        Cylinder(Z),
        "DynamicCylinder FixedCylinder VisualCylinder",
        "prim_path:_? name:_? position:no? radius:r& height:fh& color:_&? mass:_&? density:_&? visible:_&?",
    ),
    ("isaacsim", Unread, "DynamicCapsule FixedCapsule DynamicCone FixedCone", "*"),
    // Ogre: the lowest and the highest vertex, by six coordinates or as two points.
    ("ogre", Box, "AxisAlignedBox", "bounds:manybox"),
    ("ogre", Box, "AxisAlignedBox", "min:low max:high"),
    ("ogre", Sphere, "Ogre.Sphere", "center:at radius:r"),
    // Markers of ROS: full sizes along z.
    ("ros", Box, "Marker", "type:is(CUBE)& scale:fv& *"),
    ("ros", Box, "Marker", "type:is(CUBE)& scale_x:fx& scale_y:fy& scale_z:fz& *"),
    ("ros", Sphere, "Marker", "type:is(SPHERE)& scale:ball& *"),
    ("ros", Sphere, "Marker", "type:is(SPHERE)& scale_x:d& scale_y:d2& scale_z:d3& *"),
    ("ros", Cylinder(Z), "Marker", "type:is(CYLINDER)& scale:tube& *"),
    ("ros", Cylinder(Z), "Marker", "type:is(CYLINDER)& scale_x:d& scale_y:d2& scale_z:fh& *"),
    // raylib draws solids: full sizes, the center first.
    ("raylib", Box, "DrawCubeV", "position:at size:fv color:_"),
    ("raylib", Box, "DrawCube", "position:at width:fx height:fy length:fz color:_"),
    ("raylib", Sphere, "DrawSphere", "centerPos:at radius:r color:_"),
    // Balls of queries, and the lowest vertex of a rectangle.
    ("raylib", Sphere, "raylib.sphere", "center:at radius:r"),
    ("raylib", Circle, "raylib.circle", "center:at radius:r"),
    ("raylib", Rectangle, "Rectangle", "x:x0 y:y0 width:fx height:fy corner:corner&=0"),
    ("raylib", Rectangle, "DrawRectangleV", "position:at size:fv corner:corner&=0 color:_"),
    ("raylib", Circle, "DrawCircleV", "center:at radius:r color:_"),
    ("raylib", Box, "BoundingBox", "min:low max:high"),
    // Go's port of Chipmunk: full sides.
    ("chipmunk", Rectangle, "cp.NewBox", "body:_ w:fx h:fy r:br"),
    ("chipmunk", Circle, "cp.NewCircle", "body:_ radius:r offset:at"),
    ("chipmunk", Segment, "cp.NewSegment", "body:_ a:a b:b r:nil"),
    ("chipmunk", Swept, "cp.NewSegment", "body:_ a:a b:b r:r"),
    ("chipmunk", Unread, "cp.NewBox2 cp.NewPolyShape cp.NewPolyShapeRaw", "*"),
    // Jolt's bindings for Zig.
    ("jolt", Box, "BoxShapeSettings.create", "half_extent:hv"),
    ("jolt", Sphere, "SphereShapeSettings.create", "radius:r"),
    ("jolt", Capsule(Y), "CapsuleShapeSettings.create", "half_height:hh radius:r"),
    ("jolt", Cylinder(Y), "CylinderShapeSettings.create", "half_height:hh radius:r"),
    // Jolt's `PhysicsTestContext`.
    (
        "jolt",
        Box,
        "CreateBox",
        "inPosition:at inRotation:turn inMotionType:_ inMotionQuality:_ inLayer:_ inHalfExtent:hv inActivation:_?",
    ),
    (
        "jolt",
        Sphere,
        "CreateSphere",
        "inPosition:at inRadius:r inMotionType:_ inMotionQuality:_ inLayer:_ inActivation:_?",
    ),
    // Minecraft: the lowest and the highest vertex.
    ("minecraft", Box, "AABB AxisAlignedBB", "bounds:manybox"),
    // pybox2d's `box=(hx, hy, center, angle)`, whose elements become arguments.
    ("box2d", Rectangle, "b2PolygonShape polygonShape", "hx:hx& hy:hy& center:at& angle:turn&"),
    // Names of Go's port of Box2D.
    (
        "box2d",
        Rectangle,
        "MakeB2PolygonShape.SetAsBox MakeB2PolygonShape.SetAsBoxFromCenterAndAngle NewB2PolygonShape.SetAsBox",
        "hx:hx hy:hy center:at? angle:turn?",
    ),
    ("box2d", Polygon, "MakeB2PolygonShape.Set NewB2PolygonShape.Set", "points:pts count:count?"),
    ("box2d", Circle, "MakeB2CircleShape NewB2CircleShape", "m_radius|radius:r m_p|p:at?"),
    ("box2d", Rectangle, "MakeB2PolygonShape NewB2PolygonShape", "box:hv&"),
    ("box2d", Segment, "b2EdgeShape MakeB2EdgeShape NewB2EdgeShape", "m_vertex1:a& m_vertex2:b&"),
    ("box2d", Segment, "MakeB2EdgeShape.Set NewB2EdgeShape.Set", "v1:a v2:b"),
    // matter's regular polygons.
    ("matter", Polygon, "Bodies.polygon", "x:x0 y:y0 sides:sides radius:r options:options?"),
];
