//! Pictures of a ray: chords as parts of its line, the hit point and the normal.

use contact_lens_model::answer::number::number;
use contact_lens_model::snapshot::ray::{Answer, Chord, Piece, PieceKind};
use contact_lens_picture::{Camera, Form, Picture, Role};
use glam::DVec3;

use super::context::RayContext;
use super::words::{Ends, OF_BODY, OF_PIECE};
use crate::{Focus, Pictures};

/// Length of a normal's arrow, in diagonals of the body.
const NORMAL_LENGTH: f64 = 0.25;

/// Half the side of the square of a piece's plane, in diagonals of the body.
const PLANE_SIZE: f64 = 0.3;

/// Picture of the chord of a piece, with its plane and normal.
pub(super) fn piece(context: &RayContext, piece: &Piece) -> Pictures {
    let mut world = Picture::default();
    add_chord(&mut world, context, &piece.chord, Role::Candidate, "piece", &OF_PIECE);
    add_plane(&mut world, context, piece);
    with_plane_name(Pictures::world(world), context)
}

/// Picture of the chord of all pieces so far. `changing` is the piece that has changed it.
pub(super) fn chord(context: &RayContext, chord: &Chord, changing: Option<&Piece>) -> Pictures {
    let mut world = Picture::default();
    add_chord(&mut world, context, chord, Role::Closest, "chord", &OF_BODY);
    if let Some(piece) = changing {
        add_plane(&mut world, context, piece);
    }
    with_plane_name(Pictures::world(world), context)
}

/// Pictures with the name of a piece's plane in the legend.
fn with_plane_name(pictures: Pictures, context: &RayContext) -> Pictures {
    pictures.naming(Role::Bound, if context.is_planar() { "line of piece" } else { "plane of piece" })
}

/// Adds the plane of a flat piece where the line crosses it, with the normal.
fn add_plane(world: &mut Picture, context: &RayContext, piece: &Piece) {
    let Chord { estimate: [entry, exit], normal, exit_normal, .. } = piece.chord;
    let is_flat = matches!(piece.kind, PieceKind::Face | PieceKind::Side | PieceKind::End | PieceKind::Polygon);
    for (t, normal) in [(entry, normal), (exit, exit_normal)] {
        let Some(normal) = normal.filter(|_| context.is_drawn(t) && !piece.chord.is_empty()) else { continue };
        if is_flat {
            let half_size = PLANE_SIZE * context.size();
            world.add(Role::Bound, "plane", Form::Plane { point: context.at(t), normal, half_size });
        }
        add_normal(world, context, t, normal);
    }
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
        if let Some(exit) = exit.filter(|exit| *exit > *t && context.is_drawn(*exit)) {
            world.point(Role::Closest, "chord/out", context.at(exit));
            world.label(Role::Closest, "chord/out", context.at(exit), format!("out: t = {}", &*number(exit)));
        }
    }
    Pictures::world(world).naming(Role::Closest, "part inside")
}

/// Picture of a ray that may touch the surface: the point where the line is nearest to it. The camera looks along the
/// surface, so that the ray touches the outline.
pub(super) fn grazing(context: &RayContext, chord: &Chord) -> Pictures {
    let mut world = Picture::default();
    let [entry, exit] = chord.estimate;
    let t = 0.5 * (entry + exit);
    if !context.is_drawn(t) {
        return Pictures::world(world);
    }
    world.point(Role::Witness, "hit", context.at(t));
    world.label(Role::Witness, "hit", context.at(t), format!("t = {}", &*number(t)));
    let Some(normal) = chord.normal else { return Pictures::world(world) };
    add_normal(&mut world, context, t, normal);
    let side = context.direction().cross(normal);
    let pictures = Pictures::world(world).naming(Role::Witness, "nearest point of the ray");
    if context.is_planar() || side == DVec3::ZERO {
        return pictures;
    }
    let towards = side.dot(Camera::default().axes().back);
    pictures.facing(Some(Focus { side: Some(side * 1f64.copysign(towards)), points: Vec::new() }))
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
            world.label(role, end_key, context.at(t), format!("{name}: t = {}", &*number(t)));
        }
    }
}
