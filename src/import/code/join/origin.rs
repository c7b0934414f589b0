//! Places bodies without a pose at the origin if their library does so, in a text that gives poses to other bodies: for
//! example, a body of Rapier's `RigidBodyDesc.dynamic()` without a translation.
//!
//! **Rule.** A body or an object that collides is at the origin of the world until something moves it, in every library
//! whose types are listed here. A bare shape is not a body: its pose is missing. A half-space needs no pose: its normal
//! and its offset state where it is.
//!
//! **One frame.** If a text states where bodies are by the coordinates of their shapes alone, shapes by their vertices
//! have coordinates in the same frame. Shapes that a text puts into one body, which it does not make, are in the frame
//! of this body; those in several such bodies have unknown poses.

use std::collections::BTreeSet;

use contact_lens_scene::model::Shape;

use super::found_bodies::FoundBody;
use super::store::{Entity, Store};
use crate::names::normalized;
use crate::pose::Pose;

/// Functions and types that make a body at the origin, in lower case without underscores.
const BODIES: [&str; 53] = [
    "modelentity",
    "simpleframe",
    "collisionnode",
    "b2defaultbodydef",
    "b2bodydef",
    "bodydef",
    "makeb2bodydef",
    "newb2bodydef",
    "transformnode",
    "addrigidbody",
    "spawn",
    "btcollisionobject",
    "collisionobject",
    "createmultibody",
    "createbody",
    "createdynamicbody",
    "createkinematicbody",
    "createstaticbody",
    "createrigidbody",
    "b2createbody",
    "b2body",
    "cpbodynew",
    "cpbodynewstatic",
    "cpbodynewkinematic",
    "bulletrigidbodynode",
    "bulletghostnode",
    "rigidbodycontrol",
    "rigidbody3d",
    "staticbody3d",
    "animatablebody3d",
    "characterbody3d",
    "area3d",
    "rigidbody2d",
    "staticbody2d",
    "characterbody2d",
    "area2d",
    "collisionshape3d",
    "collisionshape2d",
    "rigidbodybuilder",
    "rigidbodydesc",
    "scnnode",
    "skspritenode",
    "skshapenode",
    "sknode",
    "createjointandbodynodepair",
    "addbody",
    "addentity",
    "createactor",
    "object3d",
    "gameobject",
    "createprimitive",
    "chbody",
    "rigidobjectcfg",
];

/// Types of shapes that are objects of the world themselves, at the origin until they are moved; by the beginning of
/// their names in lower case.
const OBJECTS: [&str; 29] = [
    "ccdboxt",
    "ccdspheret",
    "ccdcylt",
    "c2capsule",
    "c2circle",
    "c2aabb",
    "c2poly",
    "segment3",
    "triangle3",
    "capsule3",
    "cylinder3",
    "obb",
    "dynamiccuboid",
    "fixedcuboid",
    "addgeom",
    "marker",
    "dcreate",
    "geombox",
    "geomsphere",
    "geomcapsule",
    "geomccylinder",
    "geomcylinder",
    "geomplane",
    "chbodyeasy",
    "vtk",
    "primitive",
    "collision",
    "createrectangle",
    "createcircle",
];

/// Namespaces of types of shapes that are at the origin until they are moved: the vertices of meshes of trimesh and
/// Open3D are coordinates of the world; colliders of Rapier, entities of Genesis and meshes of
/// Babylon.js are at the origin.
const SPACES: [&str; 10] = [
    "shapely",
    "trimesh",
    "ColliderDesc",
    "ColliderBuilder",
    "TriangleMesh",
    "morphs",
    "pv",
    "pyvista",
    "creation",
    "MeshBuilder",
];

/// Types that are bodies only if they are written with a capital, as the constructors of three.js, cannon and p2 are.
const CAPITALS: [&str; 3] = ["Mesh", "Body", "Entity"];

/// Places bodies without a pose at the origin if their library does so.
pub fn place(store: &Store, found: &mut [FoundBody]) {
    let at_origin = store.entities.iter().filter(|entity| !entity.attached && is_at_origin(entity));
    let origins: BTreeSet<usize> = at_origin.map(|entity| entity.at).collect();
    let is_shapely = store.uses("shapely");
    // Shapes of Box2D have their centers in one frame: a box without a center is at its origin.
    let is_one_frame = store.named.libraries.contains("planck")
        && found.iter().all(|body| body.pose.is_none() || matches!(&body.parts[..], [(built, _)] if built.placed));
    let bare_shapes = store.entities.iter().filter(|entity| is_one_frame && entity.is_shape && !entity.attached);
    let fixtures: BTreeSet<usize> = bare_shapes.map(|entity| entity.at).collect();
    for body in found.iter_mut().filter(|body| body.pose.is_none()) {
        if is_shapely || origins.contains(&body.at) || fixtures.contains(&body.at) || is_half_space(body) {
            body.pose = Some(Pose::default());
        }
    }
}

/// Whether a shape is given by its vertices, which have coordinates in the frame of the shape.
fn has_vertices(shape: &Shape) -> bool {
    match shape {
        Shape::Segment { .. }
        | Shape::Triangle { .. }
        | Shape::Polytope { .. }
        | Shape::Polygon { .. }
        | Shape::TriangleMesh { .. } => true,
        Shape::Inflate { shape, .. } => has_vertices(shape),
        Shape::Box { .. }
        | Shape::Rectangle { .. }
        | Shape::Sphere { .. }
        | Shape::Circle { .. }
        | Shape::Capsule { .. }
        | Shape::Cylinder { .. }
        | Shape::Cone { .. }
        | Shape::Ellipsoid { .. }
        | Shape::HalfSpace { .. }
        | Shape::Mesh { .. }
        | Shape::Affine { .. }
        | Shape::Compound { .. }
        | Shape::HeightField { .. } => false,
    }
}

/// Whether the only shape of a body is given by its vertices, and nothing else places it.
fn is_by_vertices(body: &FoundBody) -> bool {
    let is_moved = body.pose.is_some_and(|pose| pose != Pose::default());
    !is_moved && matches!(&body.parts[..], [(built, pose)] if *pose == Pose::default() && has_vertices(&built.shape))
}

/// Whether only the vertices or the center of its only shape place a body.
fn is_placed_by_shape(body: &FoundBody) -> bool {
    let is_placed = matches!(&body.parts[..], [(built, _)] if built.placed);
    is_by_vertices(body) || is_placed && body.pose == Some(Pose::default())
}

/// Removes the poses of bodies that vertices or centers off the origin state, if the text has `count` other poses, one
/// for each body: these place the bodies.
pub fn forget_vertices(found: &mut [FoundBody], count: usize) {
    if found.len() == count && found.iter().all(|body| body.pose.is_none() || is_placed_by_shape(body)) {
        found.iter_mut().for_each(|body| body.pose = None);
    }
}

/// Places bodies without a pose in a text that states poses by the coordinates of shapes alone: shapes by their
/// vertices, and all shapes that the text puts into one body.
pub fn place_in_one_frame(store: &Store, found: &mut [FoundBody]) {
    let is_stated_by_shapes =
        found.iter().all(|body| body.pose.is_none() || matches!(&body.parts[..], [(built, _)] if built.placed));
    let are_used = store.pose_calls.iter().all(|range| found.iter().any(|body| body.used.contains(range)));
    if !is_stated_by_shapes || !are_used {
        return;
    }
    let owners: Vec<Option<&str>> = found.iter().map(|body| store.foreign_owner(body.at)).collect();
    if owners.iter().any(|owner| *owner != owners[0]) {
        return;
    }
    let is_in_foreign_body = owners.first().is_some_and(Option::is_some);
    for body in found.iter_mut().filter(|body| body.pose.is_none()) {
        if is_in_foreign_body || is_by_vertices(body) {
            body.pose = Some(Pose::default());
        }
    }
}

/// Places half-spaces without a pose at the origin, unless one of the poses has a name with that of the half-space:
/// their normal and their offset state where they are.
pub fn place_half_spaces(found: &mut [FoundBody], names_of_poses: &[&str]) {
    let names: Vec<String> = names_of_poses.iter().map(|name| normalized(name)).collect();
    for body in found.iter_mut().filter(|body| body.pose.is_none() && is_half_space(body)) {
        let body_name = normalized(&body.name);
        let has_named_pose = !body_name.is_empty() && names.iter().any(|name| name.contains(&body_name));
        if !has_named_pose {
            body.pose = Some(Pose::default());
        }
    }
}

/// Whether the only shape of a body is a half-space.
pub fn is_half_space(body: &FoundBody) -> bool {
    matches!(&body.parts[..], [(built, _)] if matches!(built.shape, Shape::HalfSpace { .. }))
}

/// Whether an entity without a pose is at the origin, by the path of its constructor. The type of a body is the last
/// name or the one before it: `RigidBodyDesc.dynamic()`.
fn is_at_origin(entity: &Entity) -> bool {
    if !entity.is_shape {
        let mut names = entity.path.iter().rev().take(2);
        return names.any(|name| BODIES.contains(&normalized(name).as_str()) || CAPITALS.contains(&name.as_str()));
    }
    let last = entity.path.last().map_or("", String::as_str);
    OBJECTS.iter().any(|start| normalized(last).starts_with(start))
        || entity.path.iter().rev().skip(1).any(|name| SPACES.contains(&name.as_str()))
}
