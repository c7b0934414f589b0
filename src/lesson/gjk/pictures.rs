//! Pictures of the beats of GJK in space, one function per line of the listing: each adds its own marks to the simplex.

use glam::DVec3;

use super::super::{PairContext, Verdict, add_named_point};
use super::simplex_view::{
    PairPictures, SimplexVertex, add_connected_points_on_bodies, add_edge, add_joined_edges, add_nearest_point,
    add_new_support, add_points_on_bodies, add_removed_vertices, add_search_arrow, add_simplex, add_witness_points,
    connect_points_on_bodies, magnify_crowded, name_vertex_as_v,
};
use super::view::GjkView;
use crate::answer::PairStatus;
use crate::picture::{Picture, Role};

/// Pictures of the new support point, its points on A and B, and the supporting planes of A, B and A − B.
pub(super) fn support(view: &GjkView, context: &PairContext) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    let n = view.direction;
    add_connected_points_on_bodies(&mut world, &view.before, Role::Simplex);
    add_simplex(&mut cso, &view.before, Role::Simplex);
    if view.before.is_empty() {
        context.add_named_direction(&mut cso, "d", DVec3::ZERO, n, "d");
    } else {
        add_search_arrow(&mut cso, view.v, n, context);
        name_vertex_as_v(&mut cso, &view.before, view.v);
        magnify_crowded((&mut world, &mut cso), view.before.iter().chain(&view.w), context);
        context.magnify(&mut cso, [DVec3::ZERO, view.v]);
    }
    if let Some(w) = &view.w {
        context.add_plane(&mut world, 0, "plane/a", w.a, n);
        context.add_plane(&mut world, 1, "plane/b", w.b, -n);
        context.add_opposite_directions(&mut world, ["d/a", "d/b"], [w.a, w.b], n);
        add_new_support((&mut world, &mut cso), w);
        context.add_supporting_plane(&mut cso, w.w, n);
    }
    (world, cso)
}

/// Pictures of both bounds as lengths: from the origin to `v`, and from the origin to the supporting plane.
pub(super) fn bound(view: &GjkView, context: &PairContext) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    let n = view.direction;
    add_simplex(&mut cso, &view.before, Role::Simplex);
    context.magnify(&mut cso, [DVec3::ZERO, -n * view.plane]);
    if !view.before.is_empty() {
        add_upper_bound(&mut cso, view, context);
        context.magnify(&mut cso, [DVec3::ZERO, view.v]);
        add_points_on_bodies(&mut world, &view.before, Role::Simplex);
    }
    if let Some(w) = &view.w {
        add_new_support((&mut world, &mut cso), w);
        context.add_plane_with_foot(&mut cso, "plane", w.w, n);
        // The distance of the plane is a lower bound, and beyond the origin a bound of the depth.
        let foot = -n * view.plane;
        let earlier = view.foot_on_earlier_plane();
        let (role, key) = match (view.plane > 0.0, earlier) {
            (true, None) => (Role::Lower, "lower"),
            (true, Some(_)) => (Role::Penetration, "lower"),
            (false, _) => (Role::Penetration, "plane/overlap"),
        };
        if !context.is_rounding(view.plane) {
            cso.label(role, key, foot * 0.5, context.length(view.plane.abs()));
        }
        cso.segment(role, key, DVec3::ZERO, foot);
        if let Some(earlier) = earlier {
            add_earlier_plane(&mut cso, view, context, [earlier, foot]);
        }
        context.add_plane(&mut world, 0, "plane/a", w.a, n);
        context.add_plane(&mut world, 1, "plane/b", w.b, -n);
    }
    (world, cso)
}

/// Distance between the ends of two lengths, in sizes of A − B, below which their numbers would cover each other.
const ONE_END: f64 = 0.03;

/// Adds the earlier plane that gives the lower bound, at `earlier`, and its distance from the origin; `new` is the
/// origin's projection on the new plane.
fn add_earlier_plane(cso: &mut Picture, view: &GjkView, context: &PairContext, [earlier, new]: [DVec3; 2]) {
    context.add_earlier_plane(cso, "best plane", earlier, view.best_normal);
    if earlier == DVec3::ZERO {
        return;
    }
    let role = if view.bounds.lower > 0.0 { Role::Lower } else { Role::Removed };
    cso.segment(role, "best plane/distance", DVec3::ZERO, earlier);
    let is_apart = earlier.distance(new) > ONE_END * context.bounding_radius();
    if is_apart && !context.is_rounding(earlier.length()) {
        cso.label(role, "best plane/distance", earlier * 0.5, context.length(earlier.length()));
    }
}

/// Adds `v` and its length, the upper bound; only `v` if the new plane contains it, as the lower bound is as long then.
fn add_upper_bound(cso: &mut Picture, view: &GjkView, context: &PairContext) {
    if context.is_rounding(view.v.length() - view.plane) {
        return add_named_point(cso, Role::Closest, "v", view.v, "v");
    }
    add_named_point(cso, Role::Upper, "v", view.v, "v");
    cso.segment(Role::Upper, "v", DVec3::ZERO, view.v);
    cso.label(Role::Upper, "v", view.v * 0.5, format!("|v| = {}", context.length(view.v.length())));
}

/// Pictures of `W` with the new point.
pub(super) fn add(view: &GjkView, context: &PairContext) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_points_on_bodies(&mut world, &view.before, Role::Simplex);
    add_simplex(&mut cso, &view.before, Role::Simplex);
    if let Some(w) = &view.w {
        add_joined_edges(&mut cso, &view.before, w);
        let joined: Vec<SimplexVertex> = view.before.iter().chain([w]).cloned().collect();
        connect_points_on_bodies(&mut world, &joined, Role::Simplex);
        add_new_support((&mut world, &mut cso), w);
        let all: Vec<DVec3> = view.before.iter().chain([w]).map(|corner| corner.w).collect();
        context.magnify_all(&mut cso, &all);
    }
    (world, cso)
}

/// Pictures of the simplex only.
pub(super) fn simplex_only(view: &GjkView) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_simplex(&mut cso, &view.after, Role::Simplex);
    add_points_on_bodies(&mut world, &view.after, Role::Simplex);
    (world, cso)
}

/// Pictures of the nearest point of the joined simplex.
pub(super) fn reduce(view: &GjkView, context: &PairContext) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_simplex(&mut cso, &view.joined, Role::Simplex);
    add_connected_points_on_bodies(&mut world, &view.joined, Role::Simplex);
    add_nearest_point(&mut cso, view.v_after, context);
    name_vertex_as_v(&mut cso, &view.joined, view.v_after);
    magnify_v_or_vertices(&mut cso, view, context);
    add_weighted_points(&mut world, &view.after, context);
    (world, cso)
}

/// Pictures of the reduced `W`, with the removed part as a ghost.
pub(super) fn drop(view: &GjkView, context: &PairContext) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    for (i, one) in view.joined.iter().enumerate() {
        for other in view.joined.iter().skip(i + 1).filter(|other| one.lambda.is_none() || other.lambda.is_none()) {
            add_edge(&mut cso, Role::Removed, [one, other]);
        }
    }
    let removed: Vec<&SimplexVertex> = view.joined.iter().filter(|corner| corner.lambda.is_none()).collect();
    add_removed_vertices((&mut world, &mut cso), &removed);
    add_simplex(&mut cso, &view.after, Role::Simplex);
    add_connected_points_on_bodies(&mut world, &view.after, Role::Simplex);
    add_nearest_point(&mut cso, view.v_after, context);
    name_vertex_as_v(&mut cso, &view.after, view.v_after);
    magnify_v_or_vertices(&mut cso, view, context);
    (world, cso)
}

/// Pictures of the next search direction.
pub(super) fn direction(view: &GjkView, context: &PairContext) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_simplex(&mut cso, &view.after, Role::Simplex);
    add_connected_points_on_bodies(&mut world, &view.after, Role::Simplex);
    add_search_arrow(&mut cso, view.v_after, view.next, context);
    name_vertex_as_v(&mut cso, &view.after, view.v_after);
    context.magnify(&mut cso, [DVec3::ZERO, view.v_after]);
    (world, cso)
}

/// Pictures of the answer: nearest point, witness points, and the planes that prove the lower bound; for overlapping
/// cores, a common point.
pub(super) fn ending(view: &GjkView, context: &PairContext, verdict: &Verdict) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_simplex(&mut cso, &view.after, Role::Simplex);
    add_points_on_bodies(&mut world, &view.after, Role::Simplex);
    add_nearest_point(&mut cso, view.v_after, context);
    name_vertex_as_v(&mut cso, &view.after, view.v_after);
    if view.overlaps() {
        let shared = view.after.iter().map(|c| c.a * c.lambda.unwrap_or(0.0)).sum::<DVec3>();
        add_named_point(&mut world, Role::Witness, "witness", shared, "common point");
        add_largest_depth(&mut cso, context, verdict);
        return (world, cso);
    }
    let Some(found) = verdict.finding.pair() else { return (world, cso) };
    let a = found.witness_a;
    let b = found.witness_b;
    context.add_distance(&mut world, [a, b], found.status == PairStatus::Penetrating);
    add_witness_points(&mut world, [a, b], context);
    context.magnify_world(&mut world, [a, b]);
    context.magnify(&mut cso, [DVec3::ZERO, view.v_after]);
    context.add_supporting_planes(&mut world, &verdict.finding);
    context.add_plane(&mut cso, 2, "plane", view.v_after, found.normal.unwrap_or_default());
    (world, cso)
}

/// Adds the best supporting plane of overlapping bodies; its distance from the origin is the largest possible depth.
fn add_largest_depth(cso: &mut Picture, context: &PairContext, verdict: &Verdict) {
    let Some((pair, n)) = verdict.finding.pair().and_then(|pair| Some((pair, pair.normal?))) else { return };
    let most = -pair.proof.lower;
    if most.is_finite() && most > 0.0 && !context.is_rounding(most) {
        cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * most);
        cso.label(Role::Upper, "depth", n * (0.5 * most), format!("≤ {}", context.length(most)));
        context.add_plane(cso, 2, "plane", n * most, n);
    }
}

/// Pictures of the depth: the boundary point of `A − B` nearest the origin, and the translation that separates B.
pub(super) fn depth(view: &GjkView, context: &PairContext, full: &Verdict) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_simplex(&mut cso, &view.after, Role::Simplex);
    add_points_on_bodies(&mut world, &view.after, Role::Simplex);
    let Some(full) = full.finding.pair() else { return (world, cso) };
    let (Some(distance), Some(n)) = (full.signed_distance, full.normal) else { return (world, cso) };
    let a = full.witness_a;
    let b = full.witness_b;
    let height = -distance - view.margin;
    if height > 0.0 {
        cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * height);
        cso.label(Role::Upper, "depth", n * (0.5 * height), context.length(height));
    }
    context.add_plane(&mut cso, 2, "plane", n * height, n);
    context.add_distance(&mut world, [a, b], true);
    add_witness_points(&mut world, [a, b], context);
    context.magnify_world(&mut world, [a, b]);
    context.add_plane(&mut world, 0, "plane/a", a, n);
    context.add_plane(&mut world, 1, "plane/b", b, -n);
    (world, cso)
}

/// Requests insets: on the vertices if they look like one dot, and on `v` if it is short.
fn magnify_v_or_vertices(cso: &mut Picture, view: &GjkView, context: &PairContext) {
    let all: Vec<DVec3> = view.joined.iter().map(|corner| corner.w).collect();
    context.magnify_all(cso, &all);
    context.magnify(cso, [DVec3::ZERO, view.v_after]);
}

/// Adds the weighted points of A and B, and the segment between them, which is a translated `v`. Those of a single
/// vertex are drawn already.
fn add_weighted_points(world: &mut Picture, corners: &[SimplexVertex], context: &PairContext) {
    if corners.len() == 1 {
        return;
    }
    let a = corners.iter().map(|c| c.a * c.lambda.unwrap_or(0.0)).sum::<DVec3>();
    let b = corners.iter().map(|c| c.b * c.lambda.unwrap_or(0.0)).sum::<DVec3>();
    world.segment(Role::Witness, "witness", a, b);
    if !context.is_rounding(a.distance(b)) {
        world.label(Role::Witness, "witness", a.midpoint(b), context.length(a.distance(b)));
    }
    world.point(Role::Witness, "witness/a", a);
    world.point(Role::Witness, "witness/b", b);
}
