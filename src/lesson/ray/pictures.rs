//! Pictures of a ray: chords as parts of its line, the hit point and the normal.

use contact_lens_model::answer::number::number;
use contact_lens_model::snapshot::ray::{Answer, Chord, Piece, PieceKind};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::context::RayContext;
use super::words::{Ends, OF_BODY, OF_PIECE};
use crate::Pictures;

/// Length of a normal's arrow, in diagonals of the body.
const NORMAL_LENGTH: f64 = 0.25;

/// Half the side of the square of a piece's plane, in diagonals of the body.
const PLANE_SIZE: f64 = 0.3;

/// Picture of the chord of a piece, with its plane and normal at the entry.
pub(super) fn piece(context: &RayContext, piece: &Piece) -> Pictures {
    let mut world = Picture::default();
    add_chord(&mut world, context, &piece.chord, Role::Candidate, "piece", &OF_PIECE);
    let [entry, _] = piece.chord.estimate;
    let is_flat = matches!(piece.kind, PieceKind::Face | PieceKind::Side | PieceKind::End | PieceKind::Polygon);
    if let Some(normal) = piece.chord.normal.filter(|_| context.is_drawn(entry) && !piece.chord.is_empty()) {
        if is_flat {
            let half_size = PLANE_SIZE * context.size();
            world.add(Role::Bound, "plane", Form::Plane { point: context.at(entry), normal, half_size });
        }
        add_normal(&mut world, context, entry, normal);
    }
    Pictures::world(world).naming(Role::Bound, if context.is_planar() { "line of piece" } else { "plane of piece" })
}

/// Picture of the chord of all pieces so far.
pub(super) fn chord(context: &RayContext, chord: &Chord) -> Pictures {
    let mut world = Picture::default();
    add_chord(&mut world, context, chord, Role::Closest, "chord", &OF_BODY);
    Pictures::world(world)
}

/// Picture of the answer: the hit with the normal, and the part of the ray before it.
pub(super) fn answer(context: &RayContext, answer: Option<&Answer>) -> Pictures {
    let mut world = Picture::default();
    if let Some(Answer { t: Some(t), normal, exit, .. }) = answer {
        add_hit(&mut world, context, *t, *normal);
        let end = exit.unwrap_or(context.t_max()).min(context.drawn_end());
        if end > *t {
            world.segment(Role::Closest, "chord", context.at(*t), context.at(end));
        }
    }
    Pictures::world(world).naming(Role::Closest, "part inside")
}

/// Adds the hit point with its parameter, and the normal of the body there.
pub(super) fn add_hit(world: &mut Picture, context: &RayContext, t: f64, normal: Option<DVec3>) {
    let p = context.at(t);
    world.point(Role::Witness, "hit", p);
    world.label(Role::Witness, "hit", p, format!("t = {}", &*number(t)));
    if let Some(normal) = normal {
        add_normal(world, context, t, normal);
    }
}

/// Adds a normal as an arrow from the point of the line at `t`.
fn add_normal(world: &mut Picture, context: &RayContext, t: f64, normal: DVec3) {
    let p = context.at(t);
    let tip = p + normal * (NORMAL_LENGTH * context.size());
    world.arrow(Role::Normal, "n", p, tip);
    world.label(Role::Normal, "n", tip, "n");
}

/// Adds the drawn part of a chord as a segment with its ends.
fn add_chord(world: &mut Picture, context: &RayContext, chord: &Chord, role: Role, key: &'static str, ends: &Ends) {
    if chord.is_empty() {
        return;
    }
    let [entry, exit] = chord.estimate;
    let from = entry.max(0.0);
    let to = exit.min(context.drawn_end());
    if from < to {
        world.segment(role, key, context.at(from), context.at(to));
    }
    for ((_, end_key), t, name) in [(ends.entry, entry, "in"), (ends.exit, exit, "out")] {
        if context.is_drawn(t) {
            world.point(role, end_key, context.at(t));
            world.label(role, end_key, context.at(t), name);
        }
    }
}
