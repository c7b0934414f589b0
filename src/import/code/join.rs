//! Conversion of the things of a text to bodies of a scene: collects the shapes of each body and joins poses to bodies.

use std::collections::BTreeSet;
use std::ops::Range;

use super::build::{Built, scaled_and_rounded};
use super::copies::Copies;
use super::resolve::{resolve, shown};
use super::things::{LoosePose, MAX_DEPTH, Problem, Store, Thing};
use super::value::{Data, ErrorAt, Ranges};
use crate::import::dump::ending;
use crate::import::pose::Pose;

/// Body of the scene.
#[derive(Debug)]
pub(super) struct FoundBody {
    pub(super) name: String,
    pub(super) at: usize,
    /// Shapes with their poses in the frame of the body.
    pub(super) parts: Vec<(Built, Pose)>,
    /// Pose in the world; `None` if the text gives none.
    pub(super) pose: Option<Pose>,
    /// Ranges of the text that describe the body, bytes.
    pub(super) used: Ranges,
}

/// Pose of the text that no body has yet.
struct FreePose {
    /// Variable that holds the pose; empty if none does.
    name: String,
    pose: Pose,
    /// Ranges of the text that state the pose, bytes.
    used: Ranges,
}

/// Returns the bodies of a text, and whether the text gives any pose.
pub(super) fn bodies(store: &Store, text: &str) -> Result<(Vec<FoundBody>, bool), ErrorAt> {
    let mut found = Vec::new();
    let copies = Copies::of(store);
    for (id, thing) in store.things.iter().enumerate() {
        if thing.attached || copies.is_redundant(store, id) {
            continue;
        }
        let mut body = FoundBody {
            name: thing.name.clone(),
            at: thing.at,
            parts: Vec::new(),
            pose: None,
            used: thing.used.clone(),
        };
        let mut placed = thing.is_placed();
        collect_shapes(store, id, Pose::default(), &mut body, &mut placed, text, 0)?;
        if body.parts.is_empty() {
            continue;
        }
        body.pose = placed.then(|| thing.pose());
        found.push(body);
    }
    found.sort_by_key(|body| body.at);
    let has_poses = join_poses(store, &mut found, text)?;
    Ok((found, has_poses))
}

/// Collects the shapes of a thing and of its children, at any depth.
fn collect_shapes(
    store: &Store,
    id: usize,
    pose: Pose,
    body: &mut FoundBody,
    placed: &mut bool,
    text: &str,
    depth: usize,
) -> Result<(), ErrorAt> {
    let thing = &store.things[id];
    if depth > 0 {
        body.used.extend(thing.used.iter().cloned());
        if body.name.is_empty() {
            body.name.clone_from(&thing.name);
        }
        *placed |= thing.is_placed();
    }
    if let Some(Problem { range, part }) = &thing.problem
        && (thing.is_shape || !thing.children.is_empty())
    {
        let name = if thing.name.is_empty() { thing.path.join(".") } else { thing.name.clone() };
        return Err((range.start, format!("the {part} of `{name}` is not understood here: `{}`", shown(text, range))));
    }
    let own = if depth > 0 { pose.then(thing.pose()) } else { pose };
    if thing.is_shape {
        let lists = thing.arguments.iter().filter(|(_, value)| value.points().is_some_and(|points| points.len() > 2));
        if let Some(at) = lists.filter_map(|(_, value)| super::clouds::omission(text, &value.used)).min() {
            return Err((at, String::from("points are omitted here; give all points of the list")));
        }
        let built = scaled_and_rounded(resolve(store, id, text)?, thing.scale, thing.rounding)
            .map_err(|why| (thing.at, why))?;
        *placed |= built.placed;
        let local = own.then(built.pose);
        body.parts.push((built, local));
    }
    if depth > MAX_DEPTH {
        return Ok(());
    }
    // The pose of an only shape is a pose of its body; poses inside a compound are not.
    let compound = thing.path.last().is_some_and(|name| name.to_lowercase().contains("compound"));
    *placed |= !compound && thing.children.len() == 1 && thing.children[0].1 != Pose::default();
    for (child, local) in &thing.children {
        collect_shapes(store, *child, own.then(*local), body, placed, text, depth + 1)?;
    }
    Ok(())
}

/// Joins the poses in variables to the bodies without a pose. Returns whether the text gives poses.
fn join_poses(store: &Store, found: &mut [FoundBody], text: &str) -> Result<bool, ErrorAt> {
    let mut loose: Vec<(Pose, &LoosePose)> = Vec::new();
    for one in store.loose_poses.iter().filter(|one| !is_used(&one.range, found)) {
        let pose = match &one.value.data {
            Data::Pose(pose) => Some(*pose),
            Data::Rotation(rotation) => Some(Pose { position: [0.0; 3], rotation: *rotation }),
            _ => one.value.vector().map(Pose::at),
        };
        loose.extend(pose.map(|pose| (pose, one)));
    }
    let empty = store
        .things
        .iter()
        .filter(|thing| !thing.attached && !thing.is_shape && thing.children.is_empty() && thing.is_placed());
    let bare: Vec<FreePose> = empty
        .map(|thing| FreePose { name: thing.name.clone(), pose: thing.pose(), used: thing.used.clone() })
        .collect();
    let any = store.pose_calls.iter().any(|range| !is_used(range, found))
        || found.iter().any(|body| body.pose.is_some())
        || !loose.is_empty()
        || !bare.is_empty()
        || !store.unread_poses.is_empty();
    if let Some(thing) = empty_body(store, found) {
        return Err((
            thing.at,
            format!("the body `{}` has a pose, but its shape is not read here", shown(text, &(thing.at..thing.at))),
        ));
    }
    if any && store.unread_poses.is_empty() && loose.is_empty() && bare.is_empty() && !states_pose(text, found) {
        place_meshes(store, found);
    }
    let free: Vec<usize> = (0..found.len()).filter(|k| found[*k].pose.is_none()).collect();
    if free.is_empty() {
        check_all_joined(store, found, text)?;
    }
    let any = any || !free.is_empty() && states_pose(text, found);
    if free.is_empty() || !any {
        return Ok(any);
    }
    let mut poses = if store.unread_poses.is_empty() { poses_of_one_kind(loose) } else { Vec::new() };
    if poses.is_empty() {
        poses = bare;
    }
    if poses.len() == free.len() && found.len() == free.len() {
        let order = body_indices(&poses, &free.iter().map(|k| found[*k].name.as_str()).collect::<Vec<_>>());
        for (k, free_pose) in order.into_iter().zip(poses) {
            found[free[k]].pose = Some(free_pose.pose);
            found[free[k]].used.extend(free_pose.used);
        }
        return Ok(true);
    }
    let body = &found[free[0]];
    let name = if body.name.is_empty() { shown(text, &(body.at..body.at)) } else { body.name.clone() };
    Err((
        body.at,
        format!(
            "the text has poses, but none is found for the shape `{name}`; write its pose into its constructor or set it by its name"
        ),
    ))
}

/// Whether a range of the text describes one of the bodies.
fn is_used(range: &Range<usize>, found: &[FoundBody]) -> bool {
    found.iter().any(|body| body.used.contains(range))
}

/// Checks that every pose other than the identity belongs to a body.
///
/// # Errors
/// Fails at the first such pose.
fn check_all_joined(store: &Store, found: &[FoundBody], text: &str) -> Result<(), ErrorAt> {
    let used: BTreeSet<usize> = found.iter().flat_map(|body| body.used.iter().map(|range| range.start)).collect();
    let mut poses = store.nonidentity_poses.iter().chain(&store.unread_poses);
    match poses.find(|range| !used.contains(&range.start) && !is_scenery_pose(text, range.start)) {
        Some(range) => Err((
            range.start,
            format!(
                "this pose belongs to no body: `{}`; write it into the constructor of its shape or body, or set it by the name of the body",
                shown(text, range)
            ),
        )),
        None => Ok(()),
    }
}

/// Whether the words before a pose, in its line, say that it belongs to something other than a body.
fn is_scenery_pose(text: &str, at: usize) -> bool {
    let words = ["cam", "light", "eye", "view", "target", "gravity", "velocity", "look", "joint", "frame"];
    let from = text.get(..at).unwrap_or_default().rfind(['\n', ';']).map_or(0, |k| k + 1);
    let line = text.get(from..at).unwrap_or_default().to_ascii_lowercase();
    words.iter().any(|word| line.contains(word))
}

/// Places shapes without a pose at the origin if their library does so.
fn place_meshes(store: &Store, found: &mut [FoundBody]) {
    for body in found.iter_mut().filter(|body| body.pose.is_none()) {
        if store.things.iter().any(|thing| thing.at == body.at && is_at_origin(thing)) {
            body.pose = Some(Pose::default());
        }
    }
}

/// Whether a shape without a pose is at the origin in its library: meshes of trimesh and Open3D are where their
/// vertices are; colliders of Rapier and MATLAB are at the origin until they are moved.
fn is_at_origin(thing: &Thing) -> bool {
    let kinds = ["trimesh", "ColliderDesc", "ColliderBuilder", "TriangleMesh"];
    thing.path.last().is_some_and(|name| name.starts_with("collision"))
        || thing.path.iter().rev().skip(1).any(|name| kinds.contains(&name.as_str()))
}

/// Returns a body with a pose and without a shape, if every shape of the text has a pose.
fn empty_body<'s>(store: &'s Store, found: &[FoundBody]) -> Option<&'s Thing> {
    if found.iter().any(|body| body.pose.is_none()) {
        return None;
    }
    store.things.iter().find(|thing| {
        let path: Vec<&str> = thing.path.iter().map(String::as_str).collect();
        !thing.attached
            && !thing.is_shape
            && thing.children.is_empty()
            && thing.is_placed()
            && super::things::is_body(&path)
    })
}

/// Whether a line states a pose in numbers that no body has: `pose #17: t = (0.1, 0.2, 0.3)`.
fn states_pose(text: &str, found: &[FoundBody]) -> bool {
    let mut used: Vec<(usize, usize)> =
        found.iter().flat_map(|body| body.used.iter().map(|range| (range.start, range.end))).collect();
    used.sort_unstable();
    let words =
        ["pose", "position", "translat", "transform", "isometr", "rotat", "orientation", "quaternion", "located"];
    let aside = ["camera", "light", "gravity", "velocity", "eye", "target"];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        // Only ASCII letters, so that offsets are those of the line.
        let lower = line.to_ascii_lowercase();
        if aside.iter().any(|word| lower.contains(word)) {
            continue;
        }
        let Some(word) = words.iter().filter_map(|word| lower.find(word)).min() else { continue };
        let opens = lower.char_indices().filter(|(k, c)| *k > word && "([{".contains(*c));
        for (k, _) in opens {
            let inner = lower.get(k + 1..).unwrap_or_default();
            let length = inner.find([')', ']', '}']).unwrap_or(inner.len());
            let parts: Vec<&str> = inner
                .get(..length)
                .unwrap_or_default()
                .split([',', ';', ' '])
                .filter(|part| !part.is_empty())
                .collect();
            let numbers = parts.iter().all(|part| part.trim_end_matches('f').parse::<f64>().is_ok());
            if numbers && (2..=7).contains(&parts.len()) && !overlaps(&used, start + k..start + k + 1 + length) {
                return true;
            }
        }
    }
    false
}

/// Whether one of these ranges, sorted by their starts, starts inside another range.
fn overlaps(sorted: &[(usize, usize)], range: Range<usize>) -> bool {
    let k = sorted.partition_point(|(start, _)| *start < range.start);
    sorted.get(k).is_some_and(|(start, _)| *start < range.end)
}

/// Returns the poses in variables if all are complete poses or all are positions; else none.
fn poses_of_one_kind(loose: Vec<(Pose, &LoosePose)>) -> Vec<FreePose> {
    let alike =
        loose.iter().all(|(_, one)| is_pose(one)) || loose.iter().all(|(_, one)| !is_pose(one) && !is_rotation(one));
    if !alike {
        return Vec::new();
    }
    let mut poses = Vec::with_capacity(loose.len());
    for (pose, one) in loose {
        let used = [one.value.used.clone(), vec![one.range.clone()]].concat();
        poses.push(FreePose { name: one.name.clone(), pose, used });
    }
    poses
}

fn is_rotation(one: &LoosePose) -> bool {
    matches!(one.value.data, Data::Rotation(_))
}

fn is_pose(one: &LoosePose) -> bool {
    matches!(one.value.data, Data::Pose(_))
}

/// Returns the index of the body of each pose: by the ends of their names, else in order.
fn body_indices(poses: &[FreePose], names: &[&str]) -> Vec<usize> {
    let ends: Vec<String> = names.iter().map(|name| ending(name)).collect();
    let by_name: Option<Vec<usize>> = poses
        .iter()
        .map(|pose| {
            let end = ending(&pose.name);
            ends.iter().position(|own| !end.is_empty() && *own == end)
        })
        .collect();
    by_name
        .filter(|order| order.iter().collect::<BTreeSet<_>>().len() == order.len())
        .unwrap_or_else(|| (0..poses.len()).collect())
}
