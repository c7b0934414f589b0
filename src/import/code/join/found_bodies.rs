//! Conversion of the entities that a program has made to bodies of a scene: collects the shapes of each body, and gives
//! poses in variables, comments and names to the bodies that have none. Called once, after the program is evaluated.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::free_poses::{self, FreePose};
use super::pose_names;
use super::store::{Entity, LoosePose, MAX_DEPTH, Problem, Store};
use crate::code::checks::limits::Limits;
use crate::code::checks::unjoined_poses::{
    check_all_joined, check_no_bare_body, is_in_scenery, missing_pose, spawned_scenery, states_pose,
};
use crate::code::evaluate::copies::Copies;
use crate::code::evaluate::lists::RECORD;
use crate::code::evaluate::value::{Data, ErrorAt, Ranges};
use crate::code::libraries::drawings::Drawings;
use crate::code::shape::build::{Built, scaled_and_rounded};
use crate::code::shape::cloud_bodies;
use crate::code::shape::resolve::{resolve, shown};
use crate::code::shape::scales;
use crate::code::shape::shape_arrays;
use crate::pose::Pose;

/// Message about poses whose names contradict their order.
const UNCLEAR: &str = "it is not clear which pose belongs to which body; name each pose after its body, or set it by the name of the body";

/// Body of the scene.
#[derive(Debug)]
pub struct FoundBody {
    pub name: String,
    /// Offset of the constructor in the text, bytes.
    pub at: usize,
    /// Whether the body is the volume of a query of Unity's world, `Physics.OverlapSphere(…)`.
    pub is_probe: bool,
    /// Shapes with their poses in the frame of the body.
    pub parts: Vec<(Built, Pose)>,
    /// Pose in the world; `None` if the text gives none.
    pub pose: Option<Pose>,
    /// Ranges of the text that describe the body, bytes.
    pub used: Ranges,
}

/// Returns the bodies of a text in its order, and whether the text gives any pose.
///
/// # Errors
/// Fails if a shape or a pose is not understood, or if a pose cannot be joined to a body.
pub fn bodies(store: &Store, text: &str) -> Result<(Vec<FoundBody>, bool), ErrorAt> {
    let mut found = Vec::new();
    let only_drawn = store.entities.iter().filter(|entity| entity.is_shape).all(is_drawn);
    let copies = Copies::of(store);
    let drawings = Drawings::of(store);
    let limits = Limits::of(store, text);
    let parts = parts_of_bodies(store);
    for (id, entity) in store.entities.iter().enumerate() {
        // Not bodies of their own: parts of bodies, drawings, limits of the world, and copies and records without use.
        let is_drawing = !only_drawn && is_drawn(entity) || drawings.contains(id);
        let is_without_use = copies.is_redundant(store, id) || is_taken_apart(entity, &parts);
        if entity.attached || is_drawing || limits.contains(id) || is_without_use {
            continue;
        }
        let mut body = FoundBody {
            name: entity.name.clone(),
            at: entity.at,
            is_probe: entity.is_shape
                && entity.path.first().is_some_and(|name| name == "Physics" || name == "Physics2D"),
            parts: Vec::new(),
            pose: None,
            used: entity.used.clone(),
        };
        let mut placed = entity.is_placed();
        collect_shapes(store, id, Pose::default(), &mut body, &mut placed, text, 0)?;
        if body.parts.is_empty() {
            continue;
        }
        // Centers of the shapes of a body that the text does not make are in the frame of this body.
        placed &= entity.is_placed() || !store.has_unknown_frame(id);
        body.pose = placed.then(|| entity.pose());
        found.push(body);
    }
    found.sort_by_key(|body| body.at);
    drawings.mark(store, &mut found);
    limits.mark(store, &mut found);
    if let Some(first) = found.first_mut() {
        first.used.extend(store.drawn.iter().cloned());
    }
    if let Some(at) = store.loaded_files.first().filter(|_| !found.is_empty()) {
        let why = format!(
            "the shapes of this file are not in the text: `{}`; write them into the text, or remove the line",
            shown(text, &(*at..*at))
        );
        return Err((*at, why));
    }
    super::query_volumes::check(store, &mut found, text)?;
    let has_poses = join_poses(store, &mut found, text)?;
    Ok((found, has_poses))
}

/// Returns the indices of the shapes that bodies other than records hold.
fn parts_of_bodies(store: &Store) -> BTreeSet<usize> {
    let bodies = store.entities.iter().filter(|entity| !is_record(entity));
    bodies.flat_map(|entity| entity.children.iter().map(|(child, _)| *child)).collect()
}

/// Whether an entity is a record of a shape and a pose.
fn is_record(entity: &Entity) -> bool {
    entity.path == [RECORD] && !entity.arguments.is_empty()
}

/// Whether an entity is a record whose shape another body holds: `body.addShape(record.shape)`.
fn is_taken_apart(entity: &Entity, parts: &BTreeSet<usize>) -> bool {
    is_record(entity) && entity.children.iter().all(|(child, _)| parts.contains(child))
}

/// Whether an entity is a solid that raylib draws.
fn is_drawn(entity: &Entity) -> bool {
    entity.path.last().is_some_and(|name| shape_arrays::is_drawn(name))
}

/// Builds a shape with its scale and its rounding.
///
/// # Errors
/// Fails if the text omits points of the shape, or if the shape or its scale is not supported.
fn scaled_shape(store: &Store, id: usize, text: &str) -> Result<Built, ErrorAt> {
    let entity = &store.entities[id];
    let lists = entity.arguments.iter().filter(|(_, value)| value.points().is_some_and(|points| points.len() > 2));
    if let Some(at) = lists.filter_map(|(_, value)| cloud_bodies::omission(text, &value.used)).min() {
        return Err((at, String::from("points are omitted here; give all points of the list")));
    }
    let mut built = resolve(store, id, text)?;
    // Blender makes a mesh at the scale in the arguments.
    let is_mesh = entity.path.last().is_some_and(|name| name.starts_with("primitive_"));
    let stretched = entity.scale.filter(|_| is_mesh).and_then(|scale| scales::stretched(&built.shape, scale));
    let scale = entity.scale.filter(|_| stretched.is_none());
    built.shape = stretched.unwrap_or(built.shape);
    scaled_and_rounded(built, scale, entity.rounding).map_err(|why| (entity.at, why))
}

/// Collects the shapes of an entity and of its children, at any depth. `pose` is the frame of the entity in the body;
/// `placed` becomes true if the text places one of the shapes. `depth` is the number of owners of the entity.
///
/// # Errors
/// Fails if a shape, a scale or a change of the entity is not understood.
fn collect_shapes(
    store: &Store,
    id: usize,
    pose: Pose,
    body: &mut FoundBody,
    placed: &mut bool,
    text: &str,
    depth: usize,
) -> Result<(), ErrorAt> {
    let entity = &store.entities[id];
    if depth > 0 {
        body.used.extend(entity.used.iter().cloned());
        if body.name.is_empty() {
            body.name.clone_from(&entity.name);
        }
        *placed |= entity.is_placed();
    }
    if let Some(Problem { range, part }) = &entity.problem
        && (entity.is_shape || !entity.children.is_empty())
    {
        let name = if entity.name.is_empty() { entity.path.join(".") } else { entity.name.clone() };
        let line = shown(text, range);
        let why = format!("the {part} of `{name}` is not understood here; write it in numbers: `{line}`");
        return Err((range.start, why));
    }
    // The pose of the whole body is not a part of the poses of its shapes.
    let in_body = if depth > 0 { pose.then(entity.pose()) } else { pose };
    let first_part = body.parts.len();
    if entity.is_shape {
        let built = scaled_shape(store, id, text)?;
        *placed |= built.placed;
        let local = in_body.then(built.pose);
        body.parts.push((built, local));
    }
    if depth > MAX_DEPTH {
        return Ok(());
    }
    // The pose of an only shape is a pose of its body; poses inside a compound are not.
    let is_compound = entity.path.last().is_some_and(|name| name.to_lowercase().contains("compound"));
    *placed |= !is_compound && entity.children.len() == 1 && entity.children[0].1 != Pose::default();
    // A scale applies in the frame of the entity.
    let scale = entity.scale.filter(|_| !entity.is_shape);
    let frame = if scale.is_some() { Pose::default() } else { in_body };
    for (child, local) in &entity.children {
        collect_shapes(store, *child, frame.then(*local), body, placed, text, depth + 1)?;
    }
    let Some(factors) = scale else { return Ok(()) };
    let parts = &mut body.parts[first_part..];
    scales::scale_parts(parts, factors, entity.is_scaled_in_unity).map_err(|why| (entity.at, why))?;
    if in_body != Pose::default() {
        parts.iter_mut().for_each(|(_, pose)| *pose = in_body.then(*pose));
    }
    Ok(())
}

/// Whether another variable holds the same pose, made from that of this one: a motion state of Bullet. `users` has the
/// poses in variables by the starts of the ranges that they use.
fn is_reused(variable: &LoosePose, users: &BTreeMap<usize, Vec<&LoosePose>>) -> bool {
    let Data::Pose(pose) = &variable.value.data else { return false };
    let mut users = users.get(&variable.range.start).into_iter().flatten();
    users.any(|user| {
        let is_other = user.range.start != variable.range.start;
        is_other && matches!(&user.value.data, Data::Pose(other) if other == pose)
    })
}

/// Whether the pose in a variable is that of an object without a shape.
fn is_of_bare(variable: &LoosePose, bare: &[FreePose]) -> bool {
    bare.iter().any(|free| free.used.contains(&variable.range))
}

/// Returns the poses in variables that no body has, nor an object without a shape.
fn loose_poses<'s>(store: &'s Store, found: &[FoundBody], bare: &[FreePose]) -> Vec<(Pose, &'s LoosePose)> {
    let mut loose: Vec<(Pose, &LoosePose)> = Vec::new();
    let mut users: BTreeMap<usize, Vec<&LoosePose>> = BTreeMap::new();
    for user in &store.loose_poses {
        user.value.used.iter().for_each(|range| users.entry(range.start).or_default().push(user));
    }
    for variable in &store.loose_poses {
        if is_used(&variable.range, found) || is_of_bare(variable, bare) || is_reused(variable, &users) {
            continue;
        }
        let pose = match &variable.value.data {
            Data::Pose(pose) => Some(*pose),
            Data::Rotation(rotation) => Some(Pose { position: [0.0; 3], rotation: *rotation }),
            _ => variable.value.vector().map(Pose::at),
        };
        loose.extend(pose.map(|pose| (pose, variable)));
    }
    loose
}

/// Returns the names of the variables and objects that hold these poses.
fn names_of<'n>(loose: &'n [(Pose, &LoosePose)], bare: &'n [FreePose]) -> Vec<&'n str> {
    let names = loose.iter().map(|(_, variable)| variable.name.as_str());
    names.chain(bare.iter().map(|free| free.name.as_str())).collect()
}

/// Returns the poses of objects without a shape, except those of cameras and lights.
fn bare_poses(store: &Store, scenery: &[Range<usize>]) -> Vec<FreePose> {
    let all = store.entities.iter();
    all.filter(|entity| !entity.attached && !entity.is_shape && entity.children.is_empty() && entity.is_placed())
        .filter(|entity| !is_in_scenery(scenery, entity.at))
        .map(|entity| FreePose { name: entity.name.clone(), pose: entity.pose(), used: entity.used.clone() })
        .collect()
}

/// Gives the bodies without a pose those of sentences, comments, libraries (at the origin) and variables, in this
/// order. Returns whether the text gives poses.
///
/// # Errors
/// Fails if a pose belongs to no body, if a body has none in a text with poses, or if it is not clear which it has.
fn join_poses(store: &Store, found: &mut Vec<FoundBody>, text: &str) -> Result<bool, ErrorAt> {
    super::prose_poses::place(store, found, text)?;
    let understood = super::pose_remarks::place(store, found, text)?;
    super::pose_comments::place(store, found, text, &understood)?;
    let scenery = [spawned_scenery(text), super::body_definitions::place(store, found)].concat();
    let bare = bare_poses(store, &scenery);
    let loose = loose_poses(store, found, &bare);
    let unread = store.unread_poses.iter().any(|range| !is_in_scenery(&scenery, range.start));
    let has_poses = store.pose_calls.iter().any(|range| !is_used(range, found))
        || found.iter().any(|body| body.pose.is_some())
        || !loose.is_empty()
        || !bare.is_empty()
        || unread;
    if let Some(entity) = empty_body(store, found, &scenery) {
        let line = shown(text, &(entity.at..entity.at));
        let why = format!("the body `{line}` has a pose, but no shape was found for it; write its shape, or remove it");
        return Err((entity.at, why));
    }
    if has_poses && !unread && loose.is_empty() && bare.is_empty() && !states_pose(text, found) {
        super::origin::place(store, found);
        super::origin::place_in_one_frame(store, found);
    }
    if !unread {
        super::origin::forget_vertices(
            found,
            loose.iter().filter(|(_, variable)| free_poses::is_pose(variable)).count(),
        );
    }
    let missing = found.iter().filter(|body| body.pose.is_none()).count();
    if has_poses && !unread && loose.len() + bare.len() < missing {
        super::origin::place_half_spaces(found, &names_of(&loose, &bare));
    }
    let free: Vec<usize> = (0..found.len()).filter(|k| found[*k].pose.is_none()).collect();
    if free.is_empty() {
        check_all_joined(store, found, text)?;
        check_no_bare_body(store, text)?;
    }
    let has_poses = has_poses || !free.is_empty() && states_pose(text, found);
    if free.is_empty() || !has_poses {
        return Ok(has_poses);
    }
    let names: Vec<&str> = free.iter().map(|k| found[*k].name.as_str()).collect();
    let mut poses = Vec::new();
    if !unread {
        poses = free_poses::poses_by_body(&loose, &names).unwrap_or_else(|| free_poses::poses_of_one_kind(loose));
    }
    if poses.is_empty() {
        poses = bare;
    }
    remove_used_poses(&mut poses, found, free.len());
    if poses.len() != free.len() || !are_joinable(found, &free, &poses) {
        return Err(missing_pose(&found[free[0]], text));
    }
    assign_poses(store, found, &free, poses)?;
    Ok(true)
}

/// Gives each body with an index in `free` one of the poses, by their names or in the order of the text.
///
/// # Errors
/// Fails if the names of the poses contradict their order.
fn assign_poses(store: &Store, found: &mut [FoundBody], free: &[usize], poses: Vec<FreePose>) -> Result<(), ErrorAt> {
    let names: Vec<&str> = poses.iter().map(|pose| pose.name.as_str()).collect();
    let bodies: Vec<&FoundBody> = free.iter().map(|k| &found[*k]).collect();
    let Some(order) = pose_names::body_indices(store, &names, &bodies) else {
        return Err((found[free[0]].at, String::from(UNCLEAR)));
    };
    for (k, free_pose) in order.into_iter().zip(poses) {
        found[free[k]].pose = Some(free_pose.pose);
        found[free[k]].used.extend(free_pose.used);
    }
    Ok(())
}

/// Removes poses that a query has already given to a body, if there are more than `count`.
fn remove_used_poses(poses: &mut Vec<FreePose>, found: &[FoundBody], count: usize) {
    if poses.len() > count {
        poses.retain(|pose| !found.iter().any(|body| body.pose == Some(pose.pose)));
    }
}

/// Whether poses belong to the bodies with indices in `free`: no bounded body has a pose already, or each pose has the
/// name of one of these bodies.
fn are_joinable(found: &[FoundBody], free: &[usize], poses: &[FreePose]) -> bool {
    let bounded = found.iter().filter(|body| !super::origin::is_half_space(body)).count();
    let names: Vec<&str> = poses.iter().map(|pose| pose.name.as_str()).collect();
    let bodies: Vec<&FoundBody> = free.iter().map(|k| &found[*k]).collect();
    found.len() == free.len() || bounded == free.len() || pose_names::are_named_after(&names, &bodies)
}

/// Whether a range of the text describes one of the bodies.
fn is_used(range: &Range<usize>, found: &[FoundBody]) -> bool {
    found.iter().any(|body| body.used.contains(range))
}

/// Returns a body with a pose and without a shape, if every shape of the text has a pose; `None` without one.
fn empty_body<'s>(store: &'s Store, found: &[FoundBody], scenery: &[Range<usize>]) -> Option<&'s Entity> {
    if found.iter().any(|body| body.pose.is_none()) {
        return None;
    }
    store.entities.iter().find(|entity| {
        let path: Vec<&str> = entity.path.iter().map(String::as_str).collect();
        !entity.attached
            && !entity.is_shape
            && entity.children.is_empty()
            && entity.is_placed()
            && super::store::is_body(&path)
            && !is_in_scenery(scenery, entity.at)
    })
}
