//! Rows of bounding volumes of engines and of libraries of mathematics: boxes by a center and a size or by two
//! vertices, balls by a center and a radius. A volume has coordinates of the world, so it needs no pose.

use super::Form::{Box, Rectangle, Sphere};
use super::Line;

/// Rows: libraries, kind of the shape, names of types, arguments. The dictionary's header explains the words of the
/// arguments, such as `radius:r`.
pub(super) const LINES: &[Line] = &[
    // Unity: a center and full sizes.
    ("unity", Box, "Bounds", "center:at size:fv"),
    // Godot: the lowest vertex and full sizes.
    ("godot|godot3", Box, "AABB", "position:at size:fv corner:corner&=0"),
    ("godot|godot3", Box, "AABB", "x:x0 y:y0 z:z0 width:fx height:fy depth:fz corner:corner&=0"),
    // Unreal: the lowest and the highest vertex; a center and half extents.
    ("unreal", Box, "FBox", "Min:low Max:high"),
    ("unreal", Box, "FBox.BuildAABB", "Origin:at Extent:hv"),
    ("unreal", Sphere, "FSphere", "Center:at W:r"),
    // XNA and MonoGame, Babylon.js, libGDX, Panda3D: the lowest and the highest vertex.
    ("xna|babylon|libgdx|panda3d|jme", Box, "BoundingBox", "min:low max:high"),
    ("xna|panda3d|jme", Sphere, "BoundingSphere", "center:at radius:r"),
    ("jme", Box, "BoundingBox", "center:at x:hx y:hy z:hz"),
    ("jme", Sphere, "BoundingSphere", "radius:r center:at"),
    // PlayCanvas: a center and half extents.
    ("playcanvas", Box, "BoundingBox", "center:at halfExtents:hv"),
    ("playcanvas", Sphere, "BoundingSphere", "center:at radius:r"),
    // Jolt and three.js: the lowest and the highest vertex.
    ("jolt", Box, "AABox", "inMin:low inMax:high"),
    ("three", Rectangle, "THREE.Box2 Box2", "min:low max:high"),
];
