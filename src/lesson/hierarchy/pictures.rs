//! Pictures of the hierarchy in the world: nested polytopes, removed vertices, and the path of the query.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use glam::DVec3;

use super::camera::level_view_direction;
use super::focus::{MAX_COMPARED_NAMES, focus, focus_from_above, focused_ball};
use super::{HierarchyContext, MAX_NAMED, chart};
use crate::answer::number::length;
use crate::answer::point_name;
use crate::lesson::Pictures;
use crate::picture::{Form, Picture, Role, Solid};
use crate::snapshot::hierarchy::{Query, Search};

/// Largest number of vertices of a drawn level; a larger one would be a dense ball of lines.
const MAX_DRAWN_VERTICES: u32 = 2_000;

/// Largest number of faces of the finest level whose edges are drawn around the others.
const MAX_EDGED_FACES: usize = 80;

/// Largest number of vertices of a level that all have names before some are removed.
const MAX_ALL_NAMED: usize = 24;

/// Largest number of vertices of a level that remain and are drawn as dots.
const MAX_DOTS: usize = 60;

/// Extent of the body along d, in radii of the body, up to which all vertices count as equally far along d.
const COPLANAR: f64 = 1e-9;

/// Largest number of compared vertices with marks; a step at the tip of a cone compares more.
const MAX_COMPARED_MARKS: usize = 300;

impl HierarchyContext {
    /// Faces of a level as point numbers; empty for a level that is not drawn.
    fn faces_of_level(&self, level: usize) -> &[Vec<u32>] {
        if self.searched.hierarchy.levels.get(level).is_none_or(|count| *count > MAX_DRAWN_VERTICES) {
            return &[];
        }
        self.searched.faces.get(level).map_or(&[], |faces| faces)
    }

    /// Adds a level without faces: a segment or a point.
    fn add_segment_or_point(&self, world: &mut Picture, role: Role, level: usize) {
        let hierarchy = &self.searched.hierarchy;
        let count = hierarchy.levels.get(level).map_or(0, |count| *count as usize);
        let key = format!("level/{level}");
        match hierarchy.sources.get(..count) {
            Some([point]) => world.point(role, key, self.body.position(*point)),
            Some([from, to]) => self.body.add_segment(world, role, key, [*from, *to]),
            _ => {}
        }
    }

    /// Adds a level as a body.
    fn add_level(&self, world: &mut Picture, role: Role, level: usize) {
        if self.faces_of_level(level).is_empty() {
            return self.add_segment_or_point(world, role, level);
        }
        let solid = self.body.surface(self.faces_of_level(level).iter().cloned(), true);
        world.add(role, format!("level/{level}"), Form::Solid(Arc::new(solid)));
    }

    /// Adds the edges of a level.
    fn add_edges_of_level(&self, world: &mut Picture, role: Role, level: usize) {
        if self.faces_of_level(level).is_empty() {
            return self.add_segment_or_point(world, role, level);
        }
        let mut solid = self.body.surface(self.faces_of_level(level).iter().cloned(), true);
        solid.faces.clear();
        world.add(role, format!("level/{level}"), Form::Solid(Arc::new(solid)));
    }

    /// Adds a level as a body, without its edges if these would be too dense.
    fn add_sparse_level(&self, world: &mut Picture, role: Role, level: usize) {
        if self.faces_of_level(level).len() <= MAX_EDGED_FACES {
            return self.add_level(world, role, level);
        }
        // A solid marked as round is drawn without its edges.
        let solid = Solid { round: true, ..self.body.surface(self.faces_of_level(level).iter().cloned(), false) };
        world.add(role, format!("level/{level}"), Form::Solid(Arc::new(solid)));
    }

    /// Adds the number of a level that is drawn; a single vertex has its own name.
    fn add_level_name(&self, world: &mut Picture, level: usize) {
        let count = self.searched.hierarchy.levels.get(level).map_or(0, |count| *count as usize);
        if count == 2 || !self.faces_of_level(level).is_empty() {
            let number = self.searched.hierarchy.levels.len() - level;
            let vertices = self.searched.hierarchy.sources.iter().take(count);
            let middle = vertices.map(|&point| self.body.position(point)).sum::<DVec3>() / count.max(1) as f64;
            world.label(Role::Group(0), format!("level/{level}"), middle, format!("level {number}"));
        }
    }

    /// Center of the body's box, world.
    pub(super) fn middle(&self) -> DVec3 {
        let points = &self.body.points;
        let low = points.iter().copied().reduce(DVec3::min).unwrap_or_default();
        let high = points.iter().copied().reduce(DVec3::max).unwrap_or_default();
        low.midpoint(high)
    }

    /// Adds points as dots, with names if there are few.
    fn add_dots(&self, world: &mut Picture, role: Role, points: &[u32]) {
        for &point in points {
            if points.len() <= MAX_NAMED {
                self.body.add_named_point(world, role, point)
            } else {
                self.body.add_point(world, role, point)
            }
        }
    }

    /// Vertices of level `fine` that the next coarser level does not have.
    fn removed_from(&self, fine: usize) -> &[u32] {
        let hierarchy = &self.searched.hierarchy;
        let from = fine.checked_sub(1).map_or(0, |coarse| hierarchy.levels[coarse]);
        &hierarchy.sources[from as usize..hierarchy.levels[fine] as usize]
    }
}

/// Largest number of neighbors of the vertices that are removed from the level `fine`; 0 for a level that is not drawn.
pub(super) fn most_neighbors(context: &HierarchyContext, fine: usize) -> usize {
    let mut neighbors: HashMap<u32, HashSet<u32>> = HashMap::new();
    for face in context.faces_of_level(fine) {
        for (&from, &to) in face.iter().zip(face.iter().cycle().skip(1)) {
            neighbors.entry(from).or_default().insert(to);
            neighbors.entry(to).or_default().insert(from);
        }
    }
    context.removed_from(fine).iter().filter_map(|point| Some(neighbors.get(point)?.len())).max().unwrap_or(0)
}

/// Pictures of a level and of the vertices that will be removed from it.
pub(super) fn vertices_to_remove(context: &HierarchyContext, fine: usize) -> Pictures {
    let mut world = Picture::default();
    context.add_level(&mut world, Role::Group(0), fine);
    context.add_level_name(&mut world, fine);
    // The names of the other vertices show, for example, which one is the tip of a cone.
    let count = context.searched.hierarchy.levels.get(fine).map_or(0, |count| *count as usize);
    let removed = context.removed_from(fine);
    if count <= MAX_ALL_NAMED && !context.faces_of_level(fine).is_empty() {
        let others = &context.searched.hierarchy.sources[..count - removed.len()];
        others.iter().for_each(|&point| context.body.add_named_point(&mut world, Role::Group(0), point));
    } else if count <= MAX_DOTS {
        let others = &context.searched.hierarchy.sources[..count - removed.len()];
        others.iter().for_each(|&point| context.body.add_point(&mut world, Role::Group(0), point));
    }
    context.add_dots(&mut world, Role::Candidate, removed);
    Pictures::world(world).facing(focus_from_above(context))
}

/// Pictures of the next coarser level inside the level `fine`, with the vertices that were removed.
pub(super) fn next_coarser_level(context: &HierarchyContext, fine: usize) -> Pictures {
    let mut world = Picture::default();
    let remaining = fine.saturating_sub(1);
    context.add_edges_of_level(&mut world, Role::Mesh, fine);
    context.add_level(&mut world, Role::Group(0), remaining);
    context.add_level_name(&mut world, remaining);
    let hierarchy = &context.searched.hierarchy;
    let count = hierarchy.levels.get(remaining).map_or(0, |count| *count as usize);
    for &point in hierarchy.sources.iter().take(count).filter(|_| count <= MAX_DOTS) {
        context.body.add_point(&mut world, Role::Group(0), point);
    }
    for &point in context.removed_from(fine) {
        context.body.add_point(&mut world, Role::Removed, point);
    }
    Pictures::world(world).facing(focus_from_above(context))
}

/// Pictures of the coarsest level inside the finest one.
pub(super) fn coarsest_level(context: &HierarchyContext) -> Pictures {
    let mut world = Picture::default();
    let hierarchy = &context.searched.hierarchy;
    let finest = hierarchy.levels.len().saturating_sub(1);
    if finest > 0 {
        context.add_edges_of_level(&mut world, Role::Mesh, finest);
    }
    context.add_level_name(&mut world, 0);
    context.add_level(&mut world, Role::Group(0), 0);
    let count = hierarchy.levels.first().map_or(0, |count| *count as usize);
    context.add_dots(&mut world, Role::Group(0), &hierarchy.sources[..count.min(hierarchy.sources.len())]);
    Pictures::world(world).facing(focus_from_above(context))
}

/// Index of the level to which step `number` leads in the construction, or which it searches; 0 is the coarsest.
pub(super) fn level_at(context: &HierarchyContext, after: &Search, number: usize) -> usize {
    match &after.query {
        None => context.searched.hierarchy.levels.len().saturating_sub(number + 2),
        Some(query) => query.level,
    }
}

/// Pictures of a query step: the compared vertices, the path, and the supporting plane. `has_moved` adds the
/// progress from the previous vertex.
pub(super) fn query_step(context: &HierarchyContext, query: &Query, number: usize, has_moved: bool) -> Pictures {
    let mut world = searched_level(context, query.level);
    let walk = &context.searched.walk;
    let done = walk.query_steps_done(number);
    let body = &context.body;
    let mut path: Vec<u32> = walk.farthest[..done].to_vec();
    path.dedup();
    let on_path: HashSet<u32> = path.iter().copied().collect();
    let compared = walk.compared[..done].last().map_or(&[][..], |points| points);
    for &point in compared.iter().take(MAX_COMPARED_MARKS).filter(|point| !on_path.contains(point)) {
        if compared.len() <= MAX_COMPARED_NAMES {
            body.add_named_point(&mut world, Role::Member, point)
        } else {
            body.add_point(&mut world, Role::Member, point)
        }
    }
    for pair in path.windows(2) {
        let [a, b] = [pair[0], pair[1]].map(|point| body.position(point));
        world.add(Role::Simplex, format!("walk/{}", pair[1]), Form::Arrow { from: a, to: b });
    }
    if let [before @ .., at] = &path[..] {
        before.iter().for_each(|&point| body.add_named_point(&mut world, Role::Simplex, point));
        let position = body.position(*at);
        if body.radius() > 0.0 {
            add_supporting_plane(context, before.last().copied().filter(|_| has_moved), *at, &mut world);
        }
        if let Some(&previous) = before.last().filter(|_| has_moved) {
            let progress = (position - body.position(previous)).dot(context.d);
            world.segment(Role::Upper, "rise", position - context.d * progress, position);
            let middle = position - 0.5 * progress * context.d;
            world.label(Role::Upper, "rise", middle, length(query.rise).text);
        }
        body.add_point(&mut world, Role::NewSupport, *at);
        world.label(Role::NewSupport, body.key(*at), position, format!("v = {}", point_name(*at)));
        let (from, length_of_d) = context.arrow_of_d(*at, number);
        let to = from + context.d * length_of_d;
        world.add(Role::Axis, "d", Form::Arrow { from, to });
        world.label(Role::Axis, "d", to, "d");
    }
    magnify_path(context, &path, &mut world);
    Pictures::world(world).facing(focus(context, number))
}

/// Pictures of the answer: the last query step, and the chart if the body has enough vertices to compare with it.
pub(super) fn answer(context: &HierarchyContext, query: &Query, number: usize) -> Pictures {
    let pictures = query_step(context, query, number, false);
    if context.searched.hierarchy.levels.len() < 2 {
        return pictures;
    }
    chart::with_chart(pictures, chart::search_count(context, query.visited))
}

/// Adds an inset on a short path.
fn magnify_path(context: &HierarchyContext, path: &[u32], world: &mut Picture) {
    // Once the path has a length, its inset has the size of the complete path, so that it is the same in all steps.
    let framed = if path.len() > 1 { &context.searched.walk.farthest[..] } else { path };
    let positions = framed.iter().map(|point| context.body.position(*point));
    let (Some(low), Some(high)) = (positions.clone().reduce(DVec3::min), positions.clone().reduce(DVec3::max)) else {
        return;
    };
    // The extent along the line of sight is invisible.
    let center = low.midpoint(high);
    let view_direction = level_view_direction(context.d);
    let radius = positions.map(|p| (p - center).reject_from(view_direction).length()).fold(0.0, f64::max);
    if radius > 0.0 {
        world.magnify_subject(center, radius);
    }
}

/// Pictures of the query before step `number`.
pub(super) fn pictures_before(context: &HierarchyContext, query: &Query, number: usize) -> Pictures {
    match number.checked_sub(1).filter(|number| context.searched.walk.query_steps_done(*number) > 0) {
        Some(before) => query_step(context, query, before, false),
        None => Pictures::world(searched_level(context, 0)),
    }
}

/// Picture of the level that the query searches, inside the finest one.
fn searched_level(context: &HierarchyContext, level: usize) -> Picture {
    let mut world = Picture::default();
    let finest = context.searched.hierarchy.levels.len().saturating_sub(1);
    if level < finest {
        context.add_sparse_level(&mut world, Role::Mesh, finest);
    }
    context.add_sparse_level(&mut world, Role::Group(0), level);
    context.add_level_name(&mut world, level);
    world
}

/// Length of the drawn line of the supporting plane on each side of its vertex, in radii of the body.
const PLANE_LENGTH: f64 = 0.45;

/// Half the side of the supporting plane of a body that it contains, in radii of the body.
const BEYOND_BODY: f64 = 1.1;

/// Overhang of the line through the previous vertex at both ends, in half lengths of the line through the current one.
const PREVIOUS_OVERHANG: f64 = 0.3;

/// Adds a line in the supporting plane of the vertex `now`, and a parallel line through the vertex `previous`, from
/// which the progress is measured.
fn add_supporting_plane(context: &HierarchyContext, previous: Option<u32>, now: u32, world: &mut Picture) {
    let body = &context.body;
    if context.is_perpendicular_to_d() {
        // All vertices are in the plane, which is seen obliquely.
        let half_size = BEYOND_BODY * body.radius();
        let plane = Form::Plane { point: context.middle(), normal: context.d, half_size };
        return world.add(Role::Bound, format!("plane/{now}"), plane);
    }
    // The line is in the initial picture plane, except for a flat body that is seen obliquely.
    let Some(across) = context.d.cross(level_view_direction(context.d)).try_normalize() else { return };
    let half = across * (PLANE_LENGTH * body.radius());
    let position = body.position(now);
    world.segment(Role::Bound, format!("plane/{now}"), position - half, position + half);
    if let Some(previous) = previous {
        let before = body.position(previous);
        let shift = across * (position - before).dot(across);
        let ends = if shift.dot(across) < 0.0 {
            [before + shift - PREVIOUS_OVERHANG * half, before + PREVIOUS_OVERHANG * half]
        } else {
            [before - PREVIOUS_OVERHANG * half, before + shift + PREVIOUS_OVERHANG * half]
        };
        world.segment(Role::Ghost, format!("plane/{previous}"), ends[0], ends[1]);
    }
}

/// Length of the arrow of d from a vertex, in radii of the body.
const ARROW_FROM_VERTEX: f64 = 0.45;

/// Length of the arrow of d from the center of a body whose vertices are all equally far along d, in radii of the body.
const ARROW_FROM_CENTER: f64 = 0.8;

/// Length of the arrow of d from a body of a single point, which has no radius, meters.
const ARROW_FROM_POINT: f64 = 0.25;

/// Relative difference of two projections on d up to which vertices are equally far.
const EQUALLY_FAR: f64 = 1e-12;

impl HierarchyContext {
    /// Projection on d of the vertex with the index `rank` in the hierarchy, meters.
    fn height(&self, rank: usize) -> f64 {
        self.body.position(self.searched.hierarchy.sources[rank]).dot(self.d)
    }

    /// Number of the first `among` vertices of the hierarchy that are as far along d as `vertex`, including it.
    pub(super) fn ties(&self, vertex: u32, among: u32) -> u32 {
        let most = self.height(vertex as usize);
        let same = EQUALLY_FAR * self.body.radius().max(most.abs());
        (0..among as usize).filter(|&rank| most - self.height(rank) <= same).count() as u32
    }

    /// Whether all vertices are equally far along d.
    pub(super) fn is_perpendicular_to_d(&self) -> bool {
        let heights = self.body.points.iter().map(|p| p.dot(self.d));
        let [low, high] = heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
        high - low <= COPLANAR * self.body.radius()
    }

    /// Start and length of the arrow of d in the query step `number`: at the point `at`, or where all vertices are
    /// equally far along d, at the center of the body, so that the arrow does not cross it.
    pub(super) fn arrow_of_d(&self, at: u32, number: usize) -> (DVec3, f64) {
        let radius = self.body.radius();
        if radius == 0.0 {
            (self.body.position(at), ARROW_FROM_POINT)
        } else if self.is_perpendicular_to_d() {
            (self.middle(), ARROW_FROM_CENTER * radius)
        } else {
            let limit = focused_ball(self, number).map_or(f64::INFINITY, |(_, focused)| focused);
            (self.body.position(at), (ARROW_FROM_VERTEX * radius).min(limit))
        }
    }
}
