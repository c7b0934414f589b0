//! Rows of simulators of particles and machines, and of modeling tools: AGX, Yade, Tesseract, FreeCAD, Geant4,
//! GeometryBasics, Fisica, HC, Mathematica.

use super::Form::{
    Balls, Box, Capsule, Circle, Cone, Cylinder, HalfSpace, Hull, Polygon, Rectangle, Sphere, Swept, Triangle, Unread,
};
use super::Line;

/// Indices of the axes in [`super::Form`].
const Y: usize = 1;
const Z: usize = 2;

/// Rows: libraries, kind of the shape, names of types, arguments. The dictionary's header explains the words of the
/// arguments, such as `radius:r`.
pub(super) const LINES: &[Line] = &[
    // AGX: half extents; heights without caps, along y.
    ("agx", Box, "agxCollide.Box", "halfExtents:hv"),
    ("agx", Box, "agxCollide.Box", "x:hx y:hy z:hz"),
    ("agx", Sphere, "agxCollide.Sphere", "radius:r"),
    ("agx", Capsule(Y), "agxCollide.Capsule", "radius:r height:fh"),
    ("agx", Cylinder(Y), "agxCollide.Cylinder", "radius:r height:fh"),
    ("agx", Unread, "agxCollide.Cone agxCollide.HollowCylinder agxCollide.Trimesh agxCollide.Plane", "*"),
    // Yade: half extents, vertices in the world.
    (
        "yade",
        Box,
        "yade.box",
        "center:at extents:hv orientation:turn? fixed:_&? wire:_&? color:_&? material:_&? mask:_&?",
    ),
    (
        "yade",
        Sphere,
        "yade.sphere",
        "center:at radius:r fixed:_&? wire:_&? color:_&? material:_&? mask:_&? dynamic:_&?",
    ),
    ("yade", Triangle, "yade.facet", "vertices:pts fixed:_&? wire:_&? color:_&? material:_&? mask:_&?"),
    ("yade", Unread, "yade.wall yade.polyhedra yade.chainedCylinder yade.gridNode yade.tetra", "*"),
    // Tesseract: full sizes, along z; capsules without their caps.
    ("tesseract", Box, "tesseract_geometry.Box", "x:fx y:fy z:fz"),
    ("tesseract", Sphere, "tesseract_geometry.Sphere", "r:r"),
    ("tesseract", Cylinder(Z), "tesseract_geometry.Cylinder", "r:r l:fh"),
    ("tesseract", Capsule(Z), "tesseract_geometry.Capsule", "r:r l:fh"),
    ("tesseract", Cone(Z), "tesseract_geometry.Cone", "r:r l:fh"),
    ("tesseract", Unread, "tesseract_geometry.Plane tesseract_geometry.ConvexMesh tesseract_geometry.Mesh", "*"),
    // FreeCAD: a vertex or the center of the base at a point.
    ("freecad", Box, "Part.makeBox", "length:fx width:fy height:fz pnt:at? corner:corner&=0"),
    ("freecad", Sphere, "Part.makeSphere", "radius:r pnt:at?"),
    ("freecad", Cylinder(Z), "Part.makeCylinder", "radius:r height:fh pnt:at? standing:standing&=0"),
    ("freecad", Cone(Z), "Part.makeCone", "radius1:r radius2:nil height:fh pnt:at? standing:standing&=0"),
    ("freecad", Box, "freecad.PartBox", "Length:fx=10 Width:fy=10 Height:fz=10 corner:corner&=0"),
    ("freecad", Sphere, "freecad.PartSphere", "Radius:r=5"),
    ("freecad", Cylinder(Z), "freecad.PartCylinder", "Radius:r=2 Height:fh=10 standing:standing&=0"),
    ("freecad", Cone(Z), "freecad.PartCone", "Radius1:r=2 Radius2:nil=4 Height:fh=10 standing:standing&=0"),
    ("freecad", Unread, "freecad.PartOther", "*"),
    ("freecad", Unread, "Part.makeTorus Part.makePlane Part.makeWedge", "*"),
    // Geant4: half lengths along z; whole angles.
    ("geant4", Box, "G4Box", "pName:_ pX:hx pY:hy pZ:hz"),
    ("geant4", Sphere, "G4Orb", "pName:_ pRmax:r"),
    ("geant4", Cylinder(Z), "G4Tubs", "pName:_ pRMin:nil pRMax:r pDz:hh pSPhi:_ pDPhi:whole"),
    (
        "geant4",
        Unread,
        "G4Sphere G4Cons G4Torus G4Trd G4Para G4Trap G4Polycone G4Polyhedra G4Ellipsoid G4EllipticalTube G4ExtrudedSolid",
        "*",
    ),
    // Julia's GeometryBasics: the lowest vertex and full sizes.
    ("geometrybasics", Box, "Rect3 Rect3f Rect3d Rect3D HyperRectangle", "origin:at widths:fv corner:corner&=0"),
    ("geometrybasics", Rectangle, "Rect2 Rect2f Rect2d Rect2D", "origin:at widths:fv corner:corner&=0"),
    ("geometrybasics", Sphere, "Sphere HyperSphere", "center:at r:r"),
    ("geometrybasics", Circle, "Circle", "center:at r:r"),
    ("geometrybasics", Unread, "Cylinder Cylinder3 Pyramid", "*"),
    // Fisica for Processing: full sizes, the diameter of a circle.
    ("fisica", Rectangle, "FBox", "width:fx height:fy"),
    ("fisica", Circle, "FCircle", "size:d"),
    ("fisica", Unread, "FPoly FBlob FLine FCompound", "*"),
    // HC for LÖVE: the center is the position of the object.
    ("hc", Rectangle, "hc.rectangle", "w:fx h:fy"),
    ("hc", Circle, "hc.circle", "r:r"),
    ("hc", Polygon, "hc.polygon", "points:many"),
    // BEPUphysics 1: the center first, full sizes, along y.
    ("bepu", Box, "Box", "position:at width:fx height:fy length:fz mass:_?"),
    ("bepu", Sphere, "Sphere", "position:at radius:r mass:_?"),
    ("bepu", Capsule(Y), "Capsule", "position:at length:fh radius:r mass:_?"),
    ("bepu", Cylinder(Y), "Cylinder", "position:at height:fh radius:r mass:_?"),
    // Havok's older classes: half extents about which a radius is added; capsules by their ends.
    ("havok", Box, "hkpBoxShape", "halfExtents:hv radius:br?"),
    ("havok", Sphere, "hkpSphereShape", "radius:r"),
    ("havok", Swept, "hkpCapsuleShape", "vertexA:a vertexB:b radius:r"),
    ("havok", Unread, "hkpCylinderShape hkpConvexVerticesShape hkpTriangleShape hkpListShape", "*"),
    // Edyn: half extents; capsules and cylinders along x.
    ("edyn", Box, "edyn.box_shape", "half_extents:hv"),
    ("edyn", Sphere, "edyn.sphere_shape", "radius:r"),
    ("edyn", Capsule(0), "edyn.capsule_shape", "radius:r half_length:hh"),
    ("edyn", Cylinder(0), "edyn.cylinder_shape", "radius:r half_length:hh"),
    ("edyn", HalfSpace, "edyn.plane_shape", "normal:n constant:off"),
    ("edyn", Unread, "edyn.polyhedron_shape edyn.compound_shape edyn.mesh_shape edyn.paged_mesh_shape", "*"),
    // MATLAB's hulls of points, and OpenRAVE's boxes by their centers and half extents.
    ("matlab", Hull, "collisionMesh", "vertices:pts"),
    ("openrave", Box, "openrave.box", "center:at extents:hv"),
    // build123d: full sizes, centered, along z.
    ("build123d", Box, "build123d.Box", "length:fx width:fy height:fz"),
    ("build123d", Sphere, "build123d.Sphere", "radius:r"),
    ("build123d", Cylinder(Z), "build123d.Cylinder", "radius:r height:fh"),
    ("build123d", Cone(Z), "build123d.Cone", "bottom_radius:r top_radius:nil height:fh"),
    // RealityKit: full sizes, along y.
    ("realitykit", Box, "generateBox", "size:fv cornerRadius:nil?"),
    ("realitykit", Box, "generateBox", "size:fx cornerRadius:nil?"),
    ("realitykit", Box, "generateBox", "width:fx height:fy depth:fz cornerRadius:nil?"),
    ("realitykit", Sphere, "generateSphere", "radius:r"),
    ("realitykit", Cylinder(Y), "generateCylinder", "height:fh radius:r"),
    ("realitykit", Cone(Y), "generateCone", "height:fh radius:r"),
    ("realitykit", Unread, "generateCapsule generateConvex generatePlane generateText generateStaticMesh", "*"),
    ("openscad", Balls, "scad.hull", "positions:pts radii:radii"),
    // SVG, with the centers as poses.
    ("svg", Rectangle, "svg.rect", "width:fx height:fy"),
    ("svg", Circle, "svg.circle", "r:r"),
    ("svg", Polygon, "svg.polygon", "points:pts"),
    ("svg", Unread, "svg.ellipse svg.path svg.polyline svg.line", "*"),
    // POV-Ray: two opposite vertices, ends of axes, a plane that is solid below.
    ("povray", Box, "povray.box", "a:first b:second"),
    ("povray", Sphere, "povray.sphere", "center:at radius:r"),
    ("povray", Cylinder(Y), "povray.cylinder", "a:a b:b radius:r"),
    ("povray", HalfSpace, "povray.plane", "normal:n distance:off"),
    ("povray", Unread, "povray.cone povray.torus povray.mesh povray.union povray.difference", "*"),
    ("povray", Unread, "povray.intersection povray.blob povray.merge", "*"),
    // Mathematica's regions.
    ("mathematica", Box, "mathematica.Cuboid", "pmin:low pmax:high"),
    ("mathematica", Sphere, "mathematica.Ball mathematica.Sphere", "center:at radius:r=1"),
    ("mathematica", Cylinder(Z), "mathematica.Cylinder", "ends:ends radius:r=1"),
    ("mathematica", Swept, "mathematica.CapsuleShape", "ends:ends radius:r"),
    ("mathematica", Unread, "mathematica.Cone mathematica.Ellipsoid", "*"),
];
