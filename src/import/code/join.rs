//! From things to bodies: their shapes, and where each body is.

use std::collections::BTreeSet;
use std::ops::Range;

use super::build::{Built, altered};
use super::resolve::{resolve, shown};
use super::things::{Loose, Store};
use super::value::{Places, What, Wrong};
use crate::import::dump::ending;
use crate::import::pose::Pose;

/// A body of the scene.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) name: String,
    pub(super) at: usize,
    /// Shapes with their poses in the frame of the body.
    pub(super) parts: Vec<(Built, Pose)>,
    pub(super) pose: Option<Pose>,
    pub(super) used: Places,
}

/// The bodies of a text, and whether it gives any pose.
pub(super) fn bodies(store: &Store, text: &str) -> Result<(Vec<Found>, bool), Wrong> {
    let mut found = Vec::new();
    for (id, thing) in store.things.iter().enumerate() {
        if thing.attached {
            continue;
        }
        let mut body =
            Found { name: thing.name.clone(), at: thing.at, parts: Vec::new(), pose: None, used: thing.used.clone() };
        let mut placed = thing.is_placed();
        gather(store, id, Pose::default(), &mut body, &mut placed, text, 0)?;
        if body.parts.is_empty() {
            continue;
        }
        body.pose = placed.then(|| thing.pose());
        found.push(body);
    }
    found.sort_by_key(|body| body.at);
    let given = stand(store, &mut found, text)?;
    Ok((found, given))
}

/// Collects the shapes of a thing and of everything it holds.
fn gather(
    store: &Store,
    id: usize,
    pose: Pose,
    body: &mut Found,
    placed: &mut bool,
    text: &str,
    depth: usize,
) -> Result<(), Wrong> {
    let thing = &store.things[id];
    if depth > 0 {
        body.used.extend(thing.used.iter().cloned());
        if body.name.is_empty() {
            body.name.clone_from(&thing.name);
        }
        *placed |= thing.is_placed();
    }
    if let Some((place, what)) = &thing.problem
        && (thing.geometry || !thing.children.is_empty())
    {
        let name = if thing.name.is_empty() { thing.path.join(".") } else { thing.name.clone() };
        return Err((place.start, format!("the {what} of `{name}` is not understood here: `{}`", shown(text, place))));
    }
    let own = if depth > 0 { pose.then(thing.pose()) } else { pose };
    if thing.geometry {
        let lists = thing.given.iter().filter(|(_, value)| value.points().is_some_and(|points| points.len() > 2));
        if let Some(at) = lists.filter_map(|(_, value)| super::clouds::left_out(text, &value.used)).min() {
            return Err((at, String::from("points are left out here; give all points of the list")));
        }
        let built = altered(resolve(store, id, text)?, thing.scale, thing.round).map_err(|why| (thing.at, why))?;
        *placed |= built.placed;
        let local = own.then(built.pose);
        body.parts.push((built, local));
    }
    if depth > 12 {
        return Ok(());
    }
    // The only shape of a body says where it is; parts of a compound do not.
    let compound = thing.path.last().is_some_and(|name| name.to_lowercase().contains("compound"));
    *placed |= !compound && thing.children.len() == 1 && thing.children[0].1 != Pose::default();
    for (child, local) in &thing.children {
        gather(store, *child, own.then(*local), body, placed, text, depth + 1)?;
    }
    Ok(())
}

/// Joins poses of variables to bodies without one. Returns whether the text gives poses.
fn stand(store: &Store, found: &mut [Found], text: &str) -> Result<bool, Wrong> {
    let mut loose: Vec<(String, Pose, &Loose)> = Vec::new();
    for one in store.loose.iter().filter(|one| !is_used(&one.place, found)) {
        let pose = match &one.value.what {
            What::Pose(pose) => Some(*pose),
            What::Turn(rotation) => Some(Pose { position: [0.0; 3], rotation: *rotation }),
            _ => one.value.vector().map(Pose::at),
        };
        loose.extend(pose.map(|pose| (one.name.clone(), pose, one)));
    }
    let empty = store
        .things
        .iter()
        .filter(|thing| !thing.attached && !thing.geometry && thing.children.is_empty() && thing.is_placed());
    let bare: Vec<(String, Pose, &Places)> =
        empty.map(|thing| (thing.name.clone(), thing.pose(), &thing.used)).collect();
    let unused = |place: &&Range<usize>| !is_used(place, found);
    let any = store.made.iter().any(|place| unused(&place))
        || found.iter().any(|body| body.pose.is_some())
        || !loose.is_empty()
        || !bare.is_empty()
        || !store.unread.is_empty();
    if let Some(thing) = empty_body(store, found) {
        return Err((
            thing.at,
            format!("the body `{}` has a pose, but no shape of it is read here", shown(text, &(thing.at..thing.at))),
        ));
    }
    if any && store.unread.is_empty() && loose.is_empty() && bare.is_empty() && !said(text, found) {
        place_meshes(store, found);
    }
    let free: Vec<usize> = (0..found.len()).filter(|k| found[*k].pose.is_none()).collect();
    if free.is_empty() {
        unjoined(store, found, text)?;
    }
    let any = any || !free.is_empty() && said(text, found);
    if free.is_empty() || !any {
        return Ok(any);
    }
    let mut poses = if store.unread.is_empty() { of_one_kind(loose) } else { Vec::new() };
    if poses.is_empty() {
        poses.extend(bare.into_iter().map(|(name, pose, used)| (name, pose, used.clone())));
    }
    if poses.len() == free.len() && found.len() == free.len() {
        let order = in_order(&poses, &free.iter().map(|k| found[*k].name.as_str()).collect::<Vec<_>>());
        for (k, (_, pose, used)) in order.into_iter().zip(poses) {
            found[free[k]].pose = Some(pose);
            found[free[k]].used.extend(used);
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

fn is_used(place: &Range<usize>, found: &[Found]) -> bool {
    found.iter().any(|body| body.used.contains(place))
}

/// Refuses a text in which a pose that moves something is of no body.
fn unjoined(store: &Store, found: &[Found], text: &str) -> Result<(), Wrong> {
    let used: BTreeSet<usize> = found.iter().flat_map(|body| body.used.iter().map(|place| place.start)).collect();
    // A pose that belongs to something else than bodies.
    let words = ["cam", "light", "eye", "view", "target", "gravity", "velocity", "look", "joint", "frame"];
    let aside = |at: usize| {
        let from = text.get(..at).unwrap_or_default().rfind(['\n', ';']).map_or(0, |k| k + 1);
        let line = text.get(from..at).unwrap_or_default().to_ascii_lowercase();
        words.iter().any(|word| line.contains(word))
    };
    match store.moved.iter().chain(&store.unread).find(|place| !used.contains(&place.start) && !aside(place.start)) {
        Some(place) => Err((
            place.start,
            format!(
                "this pose is joined to no body: `{}`; write it into the constructor of its shape or body, or set it by the name of the body",
                shown(text, place)
            ),
        )),
        None => Ok(()),
    }
}

/// Puts shapes at the origin whose library has them there where the text says nothing else.
fn place_meshes(store: &Store, found: &mut [Found]) {
    let mesh = |at: usize| {
        // Meshes of trimesh and Open3D are where their vertices are; colliders of Rapier and MATLAB are at the origin
        // until they are moved.
        let kinds = ["trimesh", "ColliderDesc", "ColliderBuilder", "TriangleMesh"];
        let is = |thing: &super::things::Thing| {
            let own = thing.path.last().is_some_and(|name| name.starts_with("collision"));
            own || thing.path.iter().rev().skip(1).any(|name| kinds.contains(&name.as_str()))
        };
        store.things.iter().any(|thing| thing.at == at && is(thing))
    };
    for body in found.iter_mut().filter(|body| body.pose.is_none() && mesh(body.at)) {
        body.pose = Some(Pose::default());
    }
}

/// A body that is made with a pose and has no shape, in a text where every shape has a body already.
fn empty_body<'s>(store: &'s Store, found: &[Found]) -> Option<&'s super::things::Thing> {
    if found.iter().any(|body| body.pose.is_none()) {
        return None;
    }
    store.things.iter().find(|thing| {
        let path: Vec<&str> = thing.path.iter().map(String::as_str).collect();
        !thing.attached
            && !thing.geometry
            && thing.children.is_empty()
            && thing.is_placed()
            && super::things::is_body(&path)
    })
}

/// Whether a line says a pose in numbers that no body has: `pose #17: t = (0.1, 0.2, 0.3)`.
fn said(text: &str, found: &[Found]) -> bool {
    let mut used: Vec<(usize, usize)> =
        found.iter().flat_map(|body| body.used.iter().map(|place| (place.start, place.end))).collect();
    used.sort_unstable();
    let taken = |from: usize, to: usize| {
        let k = used.partition_point(|(start, _)| *start < from);
        used.get(k).is_some_and(|(start, _)| *start < to)
    };
    let words =
        ["pose", "position", "translat", "transform", "isometr", "rotat", "orientation", "quaternion", "located"];
    let aside = ["camera", "light", "gravity", "velocity", "eye", "target"];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        // In ASCII alone, so that places stay those of the line.
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
            if numbers && (2..=7).contains(&parts.len()) && !taken(start + k, start + k + 1 + length) {
                return true;
            }
        }
    }
    false
}

/// Poses of variables, where all are whole poses or all are positions.
fn of_one_kind(loose: Vec<(String, Pose, &Loose)>) -> Vec<(String, Pose, Places)> {
    let alike = loose.iter().all(|(_, _, one)| is_pose(one))
        || loose.iter().all(|(_, _, one)| !is_pose(one) && !is_rotation(one));
    let with_places = |(name, pose, one): (String, Pose, &Loose)| {
        (name, pose, [one.value.used.clone(), vec![one.place.clone()]].concat())
    };
    if alike { loose.into_iter().map(with_places).collect() } else { Vec::new() }
}

fn is_rotation(one: &Loose) -> bool {
    matches!(one.value.what, What::Turn(_))
}

fn is_pose(one: &Loose) -> bool {
    matches!(one.value.what, What::Pose(_))
}

/// Index of the named body of each pose: matched by the ends of the names, else in order.
fn in_order(poses: &[(String, Pose, Places)], names: &[&str]) -> Vec<usize> {
    let ends: Vec<String> = names.iter().map(|name| ending(name)).collect();
    let by_name: Option<Vec<usize>> = poses
        .iter()
        .map(|(name, ..)| {
            let end = ending(name);
            ends.iter().position(|own| !end.is_empty() && *own == end)
        })
        .collect();
    by_name
        .filter(|order| order.iter().collect::<BTreeSet<_>>().len() == order.len())
        .unwrap_or_else(|| (0..poses.len()).collect())
}
