//! What both panes show of each step: the polytope grows round the origin in the one, depth and normal in the other.

use glam::DVec3;

use super::seen::{Corner, Seen, Seen3};
use crate::lesson::number::length;
use crate::lesson::{Stage, Verdict};
use crate::picture::{Form, Picture, Role};

/// The world pane and the configuration-space pane.
pub(super) type Panes = (Picture, Picture);

/// The polytope as it begins.
pub(super) fn start(seen: &Seen, stage: &Stage) -> Panes {
    let mut cso = Picture::default();
    polytope(&mut cso, &seen.after, Role::Polytope, &[]);
    let all: Vec<&Corner> = seen.vertices.iter().collect();
    corners(&mut cso, &all, Role::Polytope);
    let mut world = Picture::default();
    partners(&mut world, &all, Role::Polytope);
    depth(&mut world, seen, stage);
    (world, cso)
}

/// Nothing but the polytope.
pub(super) fn bare(faces: &[Seen3]) -> Picture {
    let mut cso = Picture::default();
    polytope(&mut cso, faces, Role::Polytope, &[]);
    cso
}

/// The nearest face and its distance.
pub(super) fn closest(seen: &Seen, stage: &Stage) -> Panes {
    let (mut world, mut cso) = (Picture::default(), Picture::default());
    polytope(&mut cso, &seen.before, Role::Polytope, &ids(&seen.entry));
    entry(&mut cso, seen);
    let held = held(seen);
    corners(&mut cso, &held, Role::Closest);
    partners(&mut world, &held, Role::Closest);
    depth(&mut world, seen, stage);
    (world, cso)
}

/// The search along the face's normal.
pub(super) fn support(seen: &Seen, stage: &Stage) -> Panes {
    let (mut world, mut cso) = (Picture::default(), Picture::default());
    polytope(&mut cso, &seen.before, Role::Polytope, &ids(&seen.entry));
    entry(&mut cso, seen);
    if let (Some(face), Some(w)) = (&seen.entry, &seen.w) {
        cso.arrow(Role::Axis, "n", foot(face), foot(face) + face.normal * (0.35 * seen.reach));
        cso.label(Role::Axis, "n", foot(face) + face.normal * (0.35 * seen.reach), "n");
        newest(&mut world, &mut cso, w);
        stage.plane(&mut world, 0, "plane/a", w.a, face.normal);
        stage.plane(&mut world, 1, "plane/b", w.b, -face.normal);
    }
    (world, cso)
}

/// The plane through `w`, and what is between it and the face.
pub(super) fn bound(seen: &Seen, stage: &Stage) -> Panes {
    let (mut world, mut cso) = (Picture::default(), Picture::default());
    polytope(&mut cso, &seen.before, Role::Polytope, &ids(&seen.entry));
    entry(&mut cso, seen);
    if let (Some(face), Some(w), Some(height)) = (&seen.entry, &seen.w, seen.height()) {
        newest(&mut world, &mut cso, w);
        stage.plane(&mut cso, 2, "plane", face.normal * height, face.normal);
        cso.segment(Role::Upper, "upper", DVec3::ZERO, face.normal * height);
        cso.label(Role::Upper, "upper", face.normal * height, format!("n·w = {}", length(height)));
    }
    depth(&mut world, seen, stage);
    (world, cso)
}

/// What `w` sees, and the rim in order.
pub(super) fn silhouette(seen: &Seen, stage: &Stage) -> Panes {
    let (mut world, mut cso) = (Picture::default(), Picture::default());
    let gone: Vec<u32> = seen.visible.iter().map(|face| face.id).collect();
    polytope(&mut cso, &seen.before, Role::Polytope, &gone);
    // As if `w` were a lamp: what it lights up goes.
    for face in &seen.visible {
        cso.add(Role::NewSupport, face.key(), Form::Polygon(face.points.to_vec()));
    }
    rim(&mut cso, seen, true);
    if let Some(w) = &seen.w {
        newest(&mut world, &mut cso, w);
        if seen.centre.is_some() {
            angles(&mut cso, seen, w.w);
        } else {
            for face in &seen.visible {
                cso.segment(Role::NewSupport, format!("sight/{}", face.id), w.w, centre(face));
            }
        }
    }
    depth(&mut world, seen, stage);
    (world, cso)
}

/// The cone from `w` over the rim.
pub(super) fn join(seen: &Seen, stage: &Stage) -> Panes {
    let (mut world, mut cso) = (Picture::default(), Picture::default());
    let new: Vec<u32> = seen.added.clone().collect();
    polytope(&mut cso, &seen.after, Role::Polytope, &new);
    for face in seen.after.iter().filter(|face| seen.added.contains(&face.id)) {
        cso.add(Role::Added, face.key(), Form::Polygon(face.points.to_vec()));
    }
    rim(&mut cso, seen, false);
    if let Some(w) = &seen.w {
        newest(&mut world, &mut cso, w);
        for from in &seen.rim {
            if let Some(corner) = seen.vertices.get(*from as usize) {
                cso.segment(Role::Added, format!("edge/{from}-{}", w.id), corner.w, w.w);
            }
        }
    }
    depth(&mut world, seen, stage);
    (world, cso)
}

/// The new polytope; the faces that could still be the nearest stand out.
pub(super) fn push(seen: &Seen, stage: &Stage) -> Panes {
    let (mut world, mut cso) = (Picture::default(), Picture::default());
    let waiting: Vec<u32> = seen.added.clone().filter(|f| seen.queue[1].contains(f)).collect();
    polytope(&mut cso, &seen.after, Role::Polytope, &waiting);
    for face in seen.after.iter().filter(|face| waiting.contains(&face.id)) {
        cso.add(Role::Added, face.key(), Form::Polygon(face.points.to_vec()));
        cso.label(Role::Added, face.key(), centre(face), face.name());
    }
    best(&mut cso, seen);
    if let Some(w) = &seen.w {
        newest(&mut world, &mut cso, w);
    }
    depth(&mut world, seen, stage);
    (world, cso)
}

/// The answer: the boundary point, the depth and the planes that separate the bodies when pushed apart.
pub(super) fn ending(seen: &Seen, stage: &Stage, verdict: &Verdict) -> Panes {
    let (mut world, mut cso) = (Picture::default(), Picture::default());
    polytope(&mut cso, &seen.after, Role::Polytope, &ids(&seen.entry));
    entry(&mut cso, seen);
    let held = held(seen);
    corners(&mut cso, &held, Role::Closest);
    partners(&mut world, &held, Role::Closest);
    best(&mut cso, seen);
    stage.plane(&mut cso, 2, "plane", seen.normal * seen.upper[1], seen.normal);
    depth(&mut world, seen, stage);
    if verdict.normal != DVec3::ZERO {
        stage.plane(&mut world, 0, "plane/a", verdict.witness_a, verdict.normal);
        stage.plane(&mut world, 1, "plane/b", verdict.witness_b, -verdict.normal);
    }
    (world, cso)
}

fn ids(entry: &Option<Seen3>) -> Vec<u32> {
    entry.iter().map(|face| face.id).collect()
}

fn centre(face: &Seen3) -> DVec3 {
    face.points.iter().sum::<DVec3>() / 3.0
}

/// The point of the face's plane nearest the origin.
fn foot(face: &Seen3) -> DVec3 {
    face.normal * face.distance
}

/// The corners of the entry.
fn held(seen: &Seen) -> Vec<&Corner> {
    let ids = seen.entry.as_ref().map_or([u32::MAX; 3], |face| face.corner);
    ids.iter().filter_map(|id| seen.vertices.get(*id as usize)).collect()
}

/// All faces but some.
fn polytope(cso: &mut Picture, faces: &[Seen3], role: Role, but: &[u32]) {
    for face in faces.iter().filter(|face| !but.contains(&face.id)) {
        cso.add(role, face.key(), Form::Polygon(face.points.to_vec()));
        for edge in 0..3 {
            let (from, to) = (face.corner[edge], face.corner[(edge + 1) % 3]);
            if from < to {
                cso.segment(role, format!("edge/{from}-{to}"), face.points[edge], face.points[(edge + 1) % 3]);
            }
        }
    }
}

/// The nearest face, and its distance from the origin.
fn entry(cso: &mut Picture, seen: &Seen) {
    let Some(face) = &seen.entry else { return };
    cso.add(Role::Closest, face.key(), Form::Polygon(face.points.to_vec()));
    cso.add(Role::Closest, face.key(), Form::Polyline { points: face.points.to_vec(), closed: true });
    cso.segment(Role::Lower, "v", DVec3::ZERO, foot(face));
    cso.point(Role::Closest, "v", foot(face));
    cso.label(Role::Lower, "v", foot(face), length(face.distance));
}

/// The best supporting plane so far, as a length from the origin.
fn best(cso: &mut Picture, seen: &Seen) {
    let reached = seen.normal * seen.upper[1];
    if reached.is_finite() && reached != DVec3::ZERO {
        cso.arrow(Role::Upper, "depth", DVec3::ZERO, reached);
        cso.label(Role::Upper, "depth", reached, length(seen.upper[1]));
    }
}

fn rim(cso: &mut Picture, seen: &Seen, numbered: bool) {
    let corners: Vec<&Corner> = seen.rim.iter().filter_map(|id| seen.vertices.get(*id as usize)).collect();
    if corners.len() < 3 {
        return;
    }
    let points: Vec<DVec3> = corners.iter().map(|c| c.w).collect();
    for (i, from) in points.iter().enumerate().filter(|_| numbered) {
        let to = points[(i + 1) % points.len()];
        cso.label(Role::Rim, format!("rim/{i}"), (*from + to) * 0.5, format!("r{}", i + 1));
    }
    cso.add(Role::Rim, "rim", Form::Polyline { points, closed: true });
    if let Some([from, to]) = seen.fault.map(|ends| ends.map(|id| seen.vertices.get(id as usize))) {
        for corner in [from, to].into_iter().flatten() {
            cso.label(Role::Fault, corner.key("w"), corner.w, corner.name("w"));
        }
        if let (Some(from), Some(to)) = (from, to) {
            cso.segment(Role::Fault, "fault", from.w, to.w);
        }
    }
}

/// The centre of the visible corners, the line to `w` along which they are projected, and the arms that are sorted.
fn angles(cso: &mut Picture, seen: &Seen, w: DVec3) {
    let Some(centre) = seen.centre else { return };
    cso.point(Role::Axis, "centre", centre);
    cso.label(Role::Axis, "centre", centre, "c");
    cso.segment(Role::Axis, "sight/c", centre, w);
    for id in &seen.rim {
        if let Some(corner) = seen.vertices.get(*id as usize) {
            cso.segment(Role::Ghost, format!("arm/{id}"), centre, corner.w);
        }
    }
}

/// `w` and its partners.
fn newest(world: &mut Picture, cso: &mut Picture, w: &Corner) {
    cso.point(Role::NewSupport, w.key("w"), w.w);
    cso.label(Role::NewSupport, w.key("w"), w.w, w.name("w"));
    for (letter, at) in [("a", w.a), ("b", w.b)] {
        world.point(Role::NewSupport, w.key(letter), at);
        world.label(Role::NewSupport, w.key(letter), at, w.name(letter));
    }
}

fn corners(cso: &mut Picture, list: &[&Corner], role: Role) {
    for corner in list {
        cso.point(role, corner.key("w"), corner.w);
        cso.label(role, corner.key("w"), corner.w, corner.name("w"));
    }
}

/// The corners' partners on A and on B. One point may serve several corners; its name then lists them.
fn partners(world: &mut Picture, list: &[&Corner], role: Role) {
    for (letter, pick) in [("a", 0), ("b", 1)] {
        let at = |c: &Corner| [c.a, c.b][pick];
        for (i, corner) in list.iter().enumerate() {
            world.point(role, corner.key(letter), at(corner));
            if list[..i].iter().all(|c| at(c) != at(corner)) {
                let names: Vec<_> = list.iter().filter(|c| at(c) == at(corner)).map(|c| c.name(letter)).collect();
                world.label(role, corner.key(letter), at(corner), names.join(" "));
            }
        }
    }
}

/// The depth and the normal as they are known now: the witness points, and the push that frees B.
fn depth(world: &mut Picture, seen: &Seen, stage: &Stage) {
    let [a, b] = seen.witness;
    world.point(Role::Witness, "witness/a", a);
    world.point(Role::Witness, "witness/b", b);
    let push = seen.upper[1] + seen.margin;
    if !push.is_finite() {
        return;
    }
    if push > 0.0 {
        world.segment(Role::Witness, "witness", a, b);
        world.label(Role::Witness, "witness", (a + b) * 0.5, length(push));
    }
    let reach = push.max(0.4 * stage.radii[0].max(stage.radii[1]));
    world.arrow(Role::Normal, "depth", a, a + seen.normal * reach);
    world.label(Role::Normal, "depth", a + seen.normal * reach, "n");
}
