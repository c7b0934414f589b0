//! Rows of game engines for the browser or with an editor: cannon, three.js, Godot, Unity, matter, p2, planck, dyn4j,
//! Jitter, BEPU.

use super::Form::{
    Box, Capsule, Circle, Cone, Cylinder, HalfSpace, Hull, Mesh, Polygon, Rectangle, Segment, Sphere, Stadium, Swept,
    Triangle, Unread,
};
use super::Line;

/// Indices of the axes in [`super::Form`].
const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;

/// Rows: libraries, kind of the shape, names of types, arguments. The dictionary's header explains the words of the
/// arguments, such as `radius:r`.
pub(super) const LINES: &[Line] = &[
    // cannon: half extents. Its cylinder is along z, that of cannon-es along y.
    ("cannon|cannon-es", Box, "Box CANNON.Box", "halfExtents:hv"),
    ("cannon|cannon-es", Sphere, "Sphere CANNON.Sphere", "radius:r"),
    ("cannon", Cylinder(Z), "Cylinder CANNON.Cylinder", "radiusTop:r radiusBottom:r2 height:fh numSegments:_?"),
    (
        "cannon-es",
        Cylinder(Y),
        "Cylinder CANNON.Cylinder",
        "radiusTop:r=1 radiusBottom:r2=1 height:fh=1 numSegments:_?",
    ),
    ("cannon|cannon-es", HalfSpace, "Plane CANNON.Plane", ""),
    ("cannon|cannon-es", Hull, "ConvexPolyhedron CANNON.ConvexPolyhedron", "vertices:pts faces:_? *"),
    ("cannon|cannon-es", Mesh, "Trimesh CANNON.Trimesh", "vertices:pts indices:tri"),
    ("cannon|cannon-es", Unread, "CANNON.Heightfield CANNON.Particle Heightfield", "*"),
    // three.js: full extents, y; the length of a capsule is without its caps.
    (
        "three",
        Box,
        "BoxGeometry BoxBufferGeometry THREE.BoxGeometry THREE.BoxBufferGeometry THREE.CubeGeometry",
        "width:fx=1 height:fy=1 depth:fz=1 *",
    ),
    (
        "three",
        Sphere,
        "SphereGeometry SphereBufferGeometry THREE.SphereGeometry THREE.SphereBufferGeometry",
        "radius:r=1 widthSegments:_? heightSegments:_?",
    ),
    (
        "three",
        Cylinder(Y),
        "CylinderGeometry CylinderBufferGeometry THREE.CylinderGeometry THREE.CylinderBufferGeometry",
        "radiusTop:r=1 radiusBottom:r2=1 height:fh=1 radialSegments:_? heightSegments:_? openEnded:_?",
    ),
    (
        "three",
        Cone(Y),
        "CylinderGeometry CylinderBufferGeometry THREE.CylinderGeometry THREE.CylinderBufferGeometry",
        "radiusTop:nil radiusBottom:r=1 height:fh=1 radialSegments:_? heightSegments:_? openEnded:_?",
    ),
    (
        "three",
        Cone(Y),
        "ConeGeometry ConeBufferGeometry THREE.ConeGeometry THREE.ConeBufferGeometry",
        "radius:r=1 height:fh=1 radialSegments:_? heightSegments:_? openEnded:_?",
    ),
    (
        "three",
        Capsule(Y),
        "CapsuleGeometry THREE.CapsuleGeometry",
        "radius:r=1 length|height:fh=1 capSegments:_? radialSegments:_? heightSegments:_?",
    ),
    ("three", Box, "THREE.Box3 Box3", "min:low max:high"),
    ("three", Box, "OBB THREE.OBB", "center:at halfSize:hv rotation:turn?"),
    ("three", Sphere, "Sphere THREE.Sphere", "center:at radius:r"),
    ("three", Swept, "Capsule THREE.Capsule", "start:a end:b radius:r"),
    // Records of logs: `Capsule(p0=(0, 0, 0), p1=(0, 1, 0), radius=0.5)`.
    (
        "fcl|coal|hpp-fcl|drake|three|bepu|parry",
        Swept,
        "Capsule",
        "p0|a|point_a|start:a& p1|b|point_b|end:b& radius|r:r&",
    ),
    ("three", Triangle, "Triangle THREE.Triangle", "a:a b:b c:c"),
    ("three", Hull, "ConvexGeometry", "points:pts"),
    (
        "three",
        Unread,
        "PlaneGeometry TorusGeometry IcosahedronGeometry TetrahedronGeometry OctahedronGeometry DodecahedronGeometry THREE.PlaneGeometry THREE.TorusGeometry",
        "*",
    ),
    // Godot 4: full sizes, heights with caps. Godot 3: half extents, capsules along z without caps.
    ("godot", Box, "BoxShape3D.new BoxShape3D", "size:fv=1,1,1"),
    ("godot", Sphere, "SphereShape3D.new SphereShape3D", "radius:r=0.5"),
    ("godot", Capsule(Y), "CapsuleShape3D.new CapsuleShape3D", "radius:r=0.5 height:th=2"),
    ("godot", Cylinder(Y), "CylinderShape3D.new CylinderShape3D", "height:fh=2 radius:r=0.5"),
    ("godot", Rectangle, "RectangleShape2D.new RectangleShape2D", "size:fv=20,20"),
    ("godot|godot3", Circle, "CircleShape2D.new CircleShape2D", "radius:r=10"),
    ("godot", Capsule(Y), "CapsuleShape2D.new CapsuleShape2D", "radius:r=10 height:th=30"),
    ("godot3", Rectangle, "RectangleShape2D.new RectangleShape2D", "extents:hv"),
    ("godot3", Capsule(Y), "CapsuleShape2D.new CapsuleShape2D", "radius:r height:fh"),
    ("godot|godot3", Polygon, "ConvexPolygonShape2D.new ConvexPolygonShape2D", "points:pts"),
    ("godot", Hull, "ConvexPolygonShape3D.new ConvexPolygonShape3D", "points:pts"),
    ("godot", Box, "BoxMesh.new BoxMesh", "size:fv=1,1,1"),
    ("godot", Sphere, "SphereMesh.new", "radius:r=0.5 height:d=1"),
    ("godot3", Box, "BoxShape.new BoxShape", "extents:hv=1,1,1&"),
    ("godot3", Sphere, "SphereShape.new SphereShape", "radius:r=1&"),
    ("godot3", Capsule(Z), "CapsuleShape.new CapsuleShape", "radius:r=1& height:fh=1&"),
    ("godot3", Cylinder(Y), "CylinderShape.new CylinderShape", "radius:r=1& height:fh=2&"),
    ("godot", HalfSpace, "WorldBoundaryShape3D.new WorldBoundaryShape3D", "plane:godotplane"),
    ("godot", Unread, "ConcavePolygonShape3D.new HeightMapShape3D.new SeparationRayShape3D.new", "*"),
    // Unity: full sizes, heights with caps; the queries of `Physics` take half extents.
    ("unity", Box, "BoxCollider", "size:fv=1,1,1 center:at? *"),
    ("unity", Sphere, "SphereCollider", "radius:r=0.5 center:at? *"),
    ("unity", Capsule(Y), "CapsuleCollider", "radius:r=0.5 height:th=1 direction:axis? center:at? *"),
    ("unity", Rectangle, "BoxCollider2D", "size:fv=1,1 offset:at? *"),
    ("unity", Circle, "CircleCollider2D", "radius:r=0.5 offset:at? *"),
    ("unity", Stadium, "CapsuleCollider2D", "size:fv=1,1 offset:at? direction:is(Vertical)&? tall:tall&=1 *"),
    ("unity", Stadium, "CapsuleCollider2D", "size:fv=1,1 offset:at? direction:is(Horizontal)& flat:flat&=1 *"),
    (
        "unity",
        Box,
        "Physics.CheckBox Physics.OverlapBox Physics.OverlapBoxNonAlloc",
        "center:at halfExtents:hv orientation:turn? *",
    ),
    ("unity", Sphere, "Physics.CheckSphere Physics.OverlapSphere", "position:at radius:r *"),
    ("unity", Swept, "Physics.CheckCapsule Physics.OverlapCapsule", "start|point0:a end|point1:b radius:r *"),
    // Unity's planar queries: full sizes, and an angle in degrees.
    (
        "unity",
        Rectangle,
        "Physics2D.OverlapBox Physics2D.OverlapBoxAll Physics2D.OverlapBoxNonAlloc",
        "point:at size:fv angle:turn *",
    ),
    (
        "unity",
        Circle,
        "Physics2D.OverlapCircle Physics2D.OverlapCircleAll Physics2D.OverlapCircleNonAlloc",
        "point:at radius:r *",
    ),
    (
        "unity",
        Stadium,
        "Physics2D.OverlapCapsule Physics2D.OverlapCapsuleAll Physics2D.OverlapCapsuleNonAlloc",
        "point:at size:fv direction:is(Vertical) angle:turn tall:tall&=1 *",
    ),
    (
        "unity",
        Stadium,
        "Physics2D.OverlapCapsule Physics2D.OverlapCapsuleAll Physics2D.OverlapCapsuleNonAlloc",
        "point:at size:fv direction:is(Horizontal) angle:turn flat:flat&=1 *",
    ),
    (
        "unity",
        Rectangle,
        "Physics2D.OverlapArea Physics2D.OverlapAreaAll Physics2D.OverlapAreaNonAlloc",
        "pointA:low pointB:high *",
    ),
    (
        "unity",
        Unread,
        "MeshCollider WheelCollider TerrainCollider CharacterController PolygonCollider2D CreatePrimitive",
        "*",
    ),
    // matter: full sides; the center is the first argument.
    ("matter", Rectangle, "Bodies.rectangle", "x:x0 y:y0 width:fx height:fy options:options?"),
    ("matter", Circle, "Bodies.circle", "x:x0 y:y0 radius:r options:options? maxSides:_?"),
    (
        "matter",
        Polygon,
        "Bodies.fromVertices",
        "x:x0 y:y0 vertexSets:pts options:options? flagInternal:_? about:centered&=0",
    ),
    ("matter", Unread, "Bodies.trapezoid", "*"),
    // p2: full sides; the length of a capsule is between the centers of its caps, along x.
    ("p2", Rectangle, "Box p2.Box", "width:fx&=1 height:fy&=1"),
    ("p2", Rectangle, "p2.Rectangle", "width:fx height:fy"),
    ("p2", Circle, "p2.Circle", "radius:r=1"),
    ("p2", Capsule(X), "p2.Capsule", "length:fh&=1 radius:r&=1"),
    ("p2", Capsule(X), "p2.Capsule", "length:fh radius:r"),
    ("p2", Polygon, "p2.Convex", "vertices:pts"),
    ("p2", HalfSpace, "p2.Plane", ""),
    ("p2", Unread, "p2.Line p2.Heightfield p2.Particle", "*"),
    // planck: half extents.
    ("planck", Rectangle, "Box planck.Box pl.Box BoxShape planck.BoxShape", "hx:hx hy:hy center:at? angle:turn?"),
    ("planck", Circle, "Circle planck.Circle pl.Circle CircleShape planck.CircleShape", "radius:r"),
    ("planck", Circle, "Circle planck.Circle pl.Circle CircleShape planck.CircleShape", "center:at radius:r"),
    ("planck", Polygon, "Polygon planck.Polygon pl.Polygon PolygonShape planck.PolygonShape", "vertices:pts"),
    ("planck", Segment, "Edge planck.Edge pl.Edge EdgeShape planck.EdgeShape", "v1:a v2:b"),
    // dyn4j: full sides; the extents of a capsule include its caps.
    ("dyn4j", Rectangle, "Geometry.createRectangle Rectangle", "width:fx height:fy"),
    ("dyn4j", Rectangle, "Geometry.createSquare", "size:fx"),
    ("dyn4j", Circle, "Geometry.createCircle Circle", "radius:r"),
    ("dyn4j", Stadium, "Geometry.createCapsule Capsule", "width:fx height:fy"),
    ("dyn4j", Segment, "Geometry.createSegment", "p1:a p2:b"),
    ("dyn4j", Polygon, "Geometry.createTriangle", "p1:a p2:b p3:c"),
    ("dyn4j", Polygon, "Geometry.createPolygon Polygon", "vertices:pts"),
    ("dyn4j", Polygon, "Geometry.createPolygon", "p1:a p2:b p3:c p4:e?"),
    // Jitter: full sizes; BEPU: full sizes along y.
    ("jitter", Box, "BoxShape", "size:fv"),
    ("jitter", Box, "BoxShape", "length:fx height:fy width:fz"),
    ("jitter", Box, "BoxShape", "size:fx"),
    ("jitter", Sphere, "SphereShape", "radius:r"),
    ("jitter", Capsule(Y), "CapsuleShape", "radius:r length:fh"),
    ("jitter", Cylinder(Y), "CylinderShape", "height:fh radius:r"),
    ("jitter", Unread, "ConeShape", "*"),
    ("bepu", Box, "Box", "width:fx height:fy length:fz"),
    ("bepu", Sphere, "Sphere", "radius:r"),
    ("bepu", Capsule(Y), "Capsule", "radius:r length:fh"),
    ("bepu", Cylinder(Y), "Cylinder", "radius:r length:fh"),
];
