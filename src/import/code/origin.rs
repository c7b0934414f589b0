//! Bodies that are at the origin because the text gives them no pose, in a text that gives poses to others.
//!
//! **Rule.** A body or an object that collides is at the origin of the world until something moves it, in every library
//! whose types are listed here. A bare shape is not a body: its pose is missing. A half-space needs no pose: its normal
//! and its offset state where it is.

use std::collections::BTreeSet;

use super::join::FoundBody;
use super::rotations::normalized;
use super::things::{Store, Thing};
use crate::import::pose::Pose;
use crate::scene::model::Shape;

/// Functions and types that make a body at the origin, in lower case without underscores.
const BODIES: [&str; 51] = [
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
const OBJECTS: [&str; 26] = [
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
/// Open3D are coordinates of the world; colliders of Rapier and entities of Genesis are at the origin.
const SPACES: [&str; 8] =
    ["trimesh", "ColliderDesc", "ColliderBuilder", "TriangleMesh", "morphs", "pv", "pyvista", "creation"];

/// Types that are bodies only with an upper-case letter, as the constructors of three.js, cannon and p2 are.
const CAPITALS: [&str; 3] = ["Mesh", "Body", "Entity"];

/// Places bodies without a pose at the origin if their library does so.
pub(super) fn place(store: &Store, found: &mut [FoundBody]) {
    let origins: BTreeSet<usize> =
        store.things.iter().filter(|thing| !thing.attached && is_at_origin(thing)).map(|thing| thing.at).collect();
    // Shapes of Box2D have their centers in one frame: a box without a center is at its origin.
    let is_one_frame = store.named.libraries.contains("planck")
        && found.iter().all(|body| body.pose.is_none() || matches!(&body.parts[..], [(built, _)] if built.placed));
    let fixtures: BTreeSet<usize> = store
        .things
        .iter()
        .filter(|thing| is_one_frame && thing.is_shape && !thing.attached)
        .map(|thing| thing.at)
        .collect();
    for body in found.iter_mut().filter(|body| body.pose.is_none()) {
        if origins.contains(&body.at) || fixtures.contains(&body.at) || is_half_space(body) {
            body.pose = Some(Pose::default());
        }
    }
}

/// Places half-spaces without a pose at the origin: their normal and their offset state where they are.
pub(super) fn place_half_spaces(found: &mut [FoundBody]) {
    for body in found.iter_mut().filter(|body| body.pose.is_none() && is_half_space(body)) {
        body.pose = Some(Pose::default());
    }
}

/// Whether the only shape of a body is a half-space.
pub(super) fn is_half_space(body: &FoundBody) -> bool {
    matches!(&body.parts[..], [(built, _)] if matches!(built.shape, Shape::HalfSpace { .. }))
}

/// Whether a thing without a pose is at the origin.
fn is_at_origin(thing: &Thing) -> bool {
    if !thing.is_shape {
        return thing
            .path
            .iter()
            .rev()
            .take(2)
            .any(|name| BODIES.contains(&normalized(name).as_str()) || CAPITALS.contains(&name.as_str()));
    }
    let last = thing.path.last().map_or("", String::as_str);
    OBJECTS.iter().any(|start| normalized(last).starts_with(start))
        || thing.path.iter().rev().skip(1).any(|name| SPACES.contains(&name.as_str()))
}
