//! Pictures of the beats of GJK in space: each public function draws one line of the listing, given the data of the
//! step, into a picture of the world and one of the configuration space.

use contact_lens_model::answer::PairStatus;
use contact_lens_picture::{Picture, Role};
use glam::DVec3;

use super::super::{PairContext, Verdict, add_named_point};
use super::simplex_view::{
    PairPictures, SimplexVertex, add_connected_points_on_bodies, add_edge, add_joined_edges, add_nearest_point,
    add_new_support, add_points_on_bodies, add_removed_vertices, add_search_arrow, add_simplex, add_witness_points,
    connect_points_on_bodies, magnify_crowded, name_vertex_as_v,
};
use super::view::GjkView;

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

/// Pictures of both bounds as lengths: from the origin to `v`, and from the origin to the new supporting plane, and to
/// the earlier one where that gives the lower bound.
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
        let foot = -n * view.plane;
        let earlier = view.foot_on_earlier_plane();
        // A plane that separates gives the lower bound, unless an earlier one is better. Another plane only bounds the
        // depth of an overlap.
        let separates = view.plane > 0.0;
        let is_lower_bound = separates && earlier.is_none();
        let role = if is_lower_bound { Role::Lower } else { Role::Penetration };
        let key = if separates { "lower" } else { "plane/overlap" };
        if !context.is_rounding(view.plane) {
            cso.label(role, key, foot * 0.5, context.length(view.plane.abs()));
        }
        cso.segment(role, key, DVec3::ZERO, foot);
        if let Some(earlier) = earlier {
            add_earlier_plane(&mut cso, view, earlier, foot, context);
        }
        context.add_plane(&mut world, 0, "plane/a", w.a, n);
        context.add_plane(&mut world, 1, "plane/b", w.b, -n);
    }
    (world, cso)
}

/// Distance between the ends of two lengths below which their numbers would cover each other, as a fraction of the
/// bounding radius of A − B.
const CROWDED_ENDS: f64 = 0.03;

/// Adds the earlier plane that gives the lower bound, and its distance from the origin. `earlier_foot` and `new_foot`
/// are the projections of the origin on the earlier plane and on the new one, configuration space.
fn add_earlier_plane(cso: &mut Picture, view: &GjkView, earlier_foot: DVec3, new_foot: DVec3, context: &PairContext) {
    context.add_earlier_plane(cso, "best plane", earlier_foot, view.best_normal);
    if earlier_foot == DVec3::ZERO {
        return;
    }
    let role = if view.bounds.lower > 0.0 { Role::Lower } else { Role::Removed };
    cso.segment(role, "best plane/distance", DVec3::ZERO, earlier_foot);
    let has_space = earlier_foot.distance(new_foot) > CROWDED_ENDS * context.bounding_radius();
    let distance = earlier_foot.length();
    if has_space && !context.is_rounding(distance) {
        cso.label(role, "best plane/distance", earlier_foot * 0.5, context.length(distance));
    }
}

/// Adds `v` and its length, the upper bound. If the new plane contains `v`, only the point is added, because the lower
/// bound is drawn with the same length.
fn add_upper_bound(cso: &mut Picture, view: &GjkView, context: &PairContext) {
    if context.is_rounding(view.v.length() - view.plane) {
        return add_named_point(cso, Role::Closest, "v", view.v, "v");
    }
    add_named_point(cso, Role::Upper, "v", view.v, "v");
    cso.segment(Role::Upper, "v", DVec3::ZERO, view.v);
    cso.label(Role::Upper, "v", view.v * 0.5, format!("|v| = {}", context.length(view.v.length())));
}

/// Pictures of the simplex `W` with the new support point.
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
        let positions: Vec<DVec3> = joined.iter().map(|vertex| vertex.w).collect();
        context.magnify_all(&mut cso, &positions);
    }
    (world, cso)
}

/// Pictures of the simplex after the step and its points on A and B, without anything else.
pub(super) fn simplex_only(view: &GjkView) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_simplex(&mut cso, &view.after, Role::Simplex);
    add_points_on_bodies(&mut world, &view.after, Role::Simplex);
    (world, cso)
}

/// Pictures of the joined simplex and its point nearest to the origin, before the reduction.
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

/// Pictures of the reduced simplex `W`, with the removed vertices and edges in the role `Removed`.
pub(super) fn drop(view: &GjkView, context: &PairContext) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    for (i, start) in view.joined.iter().enumerate() {
        for end in &view.joined[i + 1..] {
            let is_removed = start.lambda.is_none() || end.lambda.is_none();
            if is_removed {
                add_edge(&mut cso, Role::Removed, [start, end]);
            }
        }
    }
    let removed: Vec<&SimplexVertex> = view.joined.iter().filter(|vertex| vertex.lambda.is_none()).collect();
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
        let common_point = view.after.iter().map(|vertex| vertex.a * vertex.lambda.unwrap_or(0.0)).sum::<DVec3>();
        add_named_point(&mut world, Role::Witness, "witness", common_point, "common point");
        add_largest_depth(&mut cso, context, verdict);
        return (world, cso);
    }
    let Some(answer) = verdict.finding.pair() else { return (world, cso) };
    let a = answer.witness_a;
    let b = answer.witness_b;
    context.add_distance(&mut world, [a, b], answer.status == PairStatus::Penetrating);
    add_witness_points(&mut world, [a, b], context);
    context.magnify_world(&mut world, [a, b]);
    context.magnify(&mut cso, [DVec3::ZERO, view.v_after]);
    context.add_supporting_planes(&mut world, &verdict.finding);
    context.add_plane(&mut cso, 2, "plane", view.v_after, answer.normal.unwrap_or_default());
    (world, cso)
}

/// Adds the best supporting plane of overlapping bodies, whose distance from the origin is the largest possible depth;
/// nothing while no finite bound of the depth is known.
fn add_largest_depth(cso: &mut Picture, context: &PairContext, verdict: &Verdict) {
    let Some(answer) = verdict.finding.pair() else { return };
    let Some(n) = answer.normal else { return };
    let largest_depth = -answer.proof.lower;
    let is_bounded = largest_depth.is_finite() && largest_depth > 0.0;
    if is_bounded && !context.is_rounding(largest_depth) {
        cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * largest_depth);
        cso.label(Role::Upper, "depth", n * (0.5 * largest_depth), format!("≤ {}", context.length(largest_depth)));
        context.add_plane(cso, 2, "plane", n * largest_depth, n);
    }
}

/// Pictures of the depth in the complete answer: the boundary point of `A − B` nearest the origin, and the translation
/// that separates B.
pub(super) fn depth(view: &GjkView, context: &PairContext, complete: &Verdict) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_simplex(&mut cso, &view.after, Role::Simplex);
    add_points_on_bodies(&mut world, &view.after, Role::Simplex);
    let Some(answer) = complete.finding.pair() else { return (world, cso) };
    let (Some(distance), Some(n)) = (answer.signed_distance, answer.normal) else { return (world, cso) };
    let a = answer.witness_a;
    let b = answer.witness_b;
    let core_depth = -distance - view.margin;
    if core_depth > 0.0 {
        cso.arrow(Role::Upper, "depth", DVec3::ZERO, n * core_depth);
        cso.label(Role::Upper, "depth", n * (0.5 * core_depth), context.length(core_depth));
    }
    context.add_plane(&mut cso, 2, "plane", n * core_depth, n);
    context.add_distance(&mut world, [a, b], true);
    add_witness_points(&mut world, [a, b], context);
    context.magnify_world(&mut world, [a, b]);
    context.add_plane(&mut world, 0, "plane/a", a, n);
    context.add_plane(&mut world, 1, "plane/b", b, -n);
    (world, cso)
}

/// Requests magnified insets: of the vertices if they look like one dot, and of `v` if it is short.
fn magnify_v_or_vertices(cso: &mut Picture, view: &GjkView, context: &PairContext) {
    let positions: Vec<DVec3> = view.joined.iter().map(|vertex| vertex.w).collect();
    context.magnify_all(cso, &positions);
    context.magnify(cso, [DVec3::ZERO, view.v_after]);
}

/// Adds the points of A and B that correspond to `v`, the weighted means of the points of the vertices, and the segment
/// between them, which is a translated `v`. Nothing for a single vertex, whose points are drawn already.
fn add_weighted_points(world: &mut Picture, simplex: &[SimplexVertex], context: &PairContext) {
    if simplex.len() == 1 {
        return;
    }
    let a = simplex.iter().map(|vertex| vertex.a * vertex.lambda.unwrap_or(0.0)).sum::<DVec3>();
    let b = simplex.iter().map(|vertex| vertex.b * vertex.lambda.unwrap_or(0.0)).sum::<DVec3>();
    world.segment(Role::Witness, "witness", a, b);
    if !context.is_rounding(a.distance(b)) {
        world.label(Role::Witness, "witness", a.midpoint(b), context.length(a.distance(b)));
    }
    world.point(Role::Witness, "witness/a", a);
    world.point(Role::Witness, "witness/b", b);
}
