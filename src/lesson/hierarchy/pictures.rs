//! Pictures of the hierarchy in the world: nested polytopes, removed vertices, and the path of the query.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use contact_lens_model::answer::point_name;
use contact_lens_model::snapshot::hierarchy::{Query, Search};
use contact_lens_picture::{Form, Picture, Role, Solid};
use glam::DVec3;

use super::camera::level_view_direction;
use super::focus::{MAX_COMPARED_NAMES, focus, focus_from_above, focused_ball};
use super::progress::{add_progress, magnify_path};
use super::{HierarchyContext, MAX_NAMED, chart};
use crate::Pictures;

/// Largest number of vertices of a drawn level: the lines of a larger one would cover the picture.
const MAX_DRAWN_VERTICES: usize = 2_000;

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

/// Length of the drawn line of the supporting plane on each side of its vertex, in radii of the body.
const PLANE_LENGTH: f64 = 0.45;

/// Half the side of the supporting plane of a body that it contains, in radii of the body.
const BEYOND_BODY: f64 = 1.1;

/// Overhang of the line through the previous vertex at both ends, in half lengths of the line through the current one.
const PREVIOUS_OVERHANG: f64 = 0.3;

/// Length of the arrow of d from a vertex, in radii of the body.
const ARROW_FROM_VERTEX: f64 = 0.45;

/// Length of the arrow of d from the center of a body whose vertices are all equally far along d, in radii of the body.
const ARROW_FROM_CENTER: f64 = 0.8;

/// Length of the arrow of d from a body of a single point, which has no radius, meters.
const ARROW_FROM_POINT: f64 = 0.25;

/// Relative difference of two projections on d up to which vertices are equally far.
const EQUALLY_FAR: f64 = 1e-12;

/// Arrow of the direction d.
pub(super) struct DirectionArrow {
    /// Start, world, meters.
    pub start: DVec3,
    /// Tip, world, meters.
    pub tip: DVec3,
}

impl HierarchyContext {
    /// Number of vertices of a level, the coarsest being level 0; 0 for a level that does not exist.
    fn vertex_count_of_level(&self, level: usize) -> usize {
        self.searched.hierarchy.levels.get(level).map_or(0, |count| *count as usize)
    }

    /// Faces of a level as point numbers; empty for a level that is not drawn.
    fn faces_of_level(&self, level: usize) -> &[Vec<u32>] {
        if self.vertex_count_of_level(level) > MAX_DRAWN_VERTICES {
            return &[];
        }
        self.searched.faces.get(level).map_or(&[], |faces| faces)
    }

    /// Adds a level without faces if it is a segment or a point.
    fn add_segment_or_point(&self, world: &mut Picture, role: Role, level: usize) {
        let key = format!("level/{level}");
        match self.searched.hierarchy.sources.get(..self.vertex_count_of_level(level)) {
            Some([point]) => world.point(role, key, self.body.position(*point)),
            Some([from, to]) => self.body.add_segment(world, role, key, [*from, *to]),
            Some(_) | None => {}
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

    /// Adds the number of a level that is drawn, 1 for the finest; a single vertex has its own name instead.
    fn add_level_name(&self, world: &mut Picture, level: usize) {
        let count = self.vertex_count_of_level(level);
        if count == 2 || !self.faces_of_level(level).is_empty() {
            let number = self.searched.hierarchy.levels.len() - level;
            let vertices = self.searched.hierarchy.sources.iter().take(count);
            let middle = vertices.map(|&point| self.body.position(point)).sum::<DVec3>() / count.max(1) as f64;
            world.label(Role::Group(0), format!("level/{level}"), middle, format!("level {number}"));
        }
    }

    /// Center of the body's box, world, meters.
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
        let first = if fine == 0 { 0 } else { hierarchy.levels[fine - 1] };
        &hierarchy.sources[first as usize..hierarchy.levels[fine] as usize]
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
    let count = context.vertex_count_of_level(fine);
    let removed = context.removed_from(fine);
    // The names of the other vertices show, for example, which one is the tip of a cone.
    let has_names = count <= MAX_ALL_NAMED && !context.faces_of_level(fine).is_empty();
    let others = &context.searched.hierarchy.sources[..count - removed.len()];
    if has_names {
        others.iter().for_each(|&point| context.body.add_named_point(&mut world, Role::Group(0), point));
    } else if count <= MAX_DOTS {
        others.iter().for_each(|&point| context.body.add_point(&mut world, Role::Group(0), point));
    }
    context.add_dots(&mut world, Role::Candidate, removed);
    Pictures::world(world).facing(focus_from_above(context))
}

/// Pictures of the next coarser level inside the level `fine`, with the vertices that were removed.
pub(super) fn next_coarser_level(context: &HierarchyContext, fine: usize) -> Pictures {
    let remaining = fine.saturating_sub(1);
    let mut world = Picture::default();
    context.add_edges_of_level(&mut world, Role::Mesh, fine);
    context.add_level(&mut world, Role::Group(0), remaining);
    context.add_level_name(&mut world, remaining);
    let count = context.vertex_count_of_level(remaining);
    if count <= MAX_DOTS {
        for &point in context.searched.hierarchy.sources.iter().take(count) {
            context.body.add_point(&mut world, Role::Group(0), point);
        }
    }
    let removed = context.removed_from(fine);
    removed.iter().for_each(|&point| context.body.add_point(&mut world, Role::Removed, point));
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
    let count = context.vertex_count_of_level(0);
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
    let mut path: Vec<u32> = walk.farthest[..walk.query_steps_done(number)].to_vec();
    path.dedup();
    add_compared(context, number, &path, &mut world);
    for pair in path.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|point| context.body.position(point));
        world.add(Role::Simplex, format!("walk/{}", pair[1]), Form::Arrow { from, to });
    }
    if let [earlier @ .., farthest] = &path[..] {
        earlier.iter().for_each(|&point| context.body.add_named_point(&mut world, Role::Simplex, point));
        let previous = earlier.last().copied().filter(|_| has_moved);
        if context.body.radius() > 0.0 {
            add_supporting_plane(context, previous, *farthest, &mut world);
        }
        if let Some(previous) = previous {
            add_progress(context, [previous, *farthest], query.rise, &mut world);
        }
        add_farthest_vertex(context, *farthest, number, &mut world);
    }
    magnify_path(context, &path, &mut world);
    Pictures::world(world).facing(focus(context, number))
}

/// Adds the vertices that the query step `number` compares, except those on the `path`; with names if they are few.
fn add_compared(context: &HierarchyContext, number: usize, path: &[u32], world: &mut Picture) {
    let walk = &context.searched.walk;
    let compared = walk.compared[..walk.query_steps_done(number)].last().map_or(&[][..], |points| points);
    let on_path: HashSet<u32> = path.iter().copied().collect();
    for &point in compared.iter().take(MAX_COMPARED_MARKS).filter(|point| !on_path.contains(point)) {
        if compared.len() <= MAX_COMPARED_NAMES {
            context.body.add_named_point(world, Role::Member, point);
        } else {
            context.body.add_point(world, Role::Member, point);
        }
    }
}

/// Adds the farthest vertex after the query step `number`, with its name and the arrow of d.
fn add_farthest_vertex(context: &HierarchyContext, vertex: u32, number: usize, world: &mut Picture) {
    let body = &context.body;
    body.add_point(world, Role::NewSupport, vertex);
    world.label(Role::NewSupport, body.key(vertex), body.position(vertex), format!("v = {}", point_name(vertex)));
    let DirectionArrow { start, tip } = context.arrow_of_d(vertex, number);
    world.add(Role::Axis, "d", Form::Arrow { from: start, to: tip });
    world.label(Role::Axis, "d", tip, "d");
}

/// Pictures of the answer: the last query step, and the chart if the body has enough vertices to compare with it.
pub(super) fn answer(context: &HierarchyContext, query: &Query, number: usize) -> Pictures {
    let pictures = query_step(context, query, number, false);
    if context.searched.hierarchy.levels.len() < 2 {
        return pictures;
    }
    chart::with_chart(pictures, chart::search_count(context, query.visited))
}

/// Pictures of the query before step `number`; those of the coarsest level before the first step.
pub(super) fn pictures_before(context: &HierarchyContext, query: &Query, number: usize) -> Pictures {
    match number.checked_sub(1) {
        Some(previous) if context.searched.walk.query_steps_done(previous) > 0 => {
            query_step(context, query, previous, false)
        }
        Some(_) | None => Pictures::world(searched_level(context, 0)),
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

/// Adds a line in the supporting plane of the vertex `farthest`, and a parallel line through the vertex `previous`,
/// from which the progress is measured.
fn add_supporting_plane(context: &HierarchyContext, previous: Option<u32>, farthest: u32, world: &mut Picture) {
    let body = &context.body;
    if context.is_perpendicular_to_d() {
        // All vertices are in the plane, which is seen obliquely.
        let half_size = BEYOND_BODY * body.radius();
        let plane = Form::Plane { point: context.middle(), normal: context.d, half_size };
        return world.add(Role::Bound, format!("plane/{farthest}"), plane);
    }
    // The line is in the initial picture plane, except for a flat body that is seen obliquely.
    let Some(across) = context.d.cross(level_view_direction(context.d)).try_normalize() else { return };
    let half = across * (PLANE_LENGTH * body.radius());
    let position = body.position(farthest);
    world.segment(Role::Bound, format!("plane/{farthest}"), position - half, position + half);
    let Some(previous) = previous else { return };
    // The line through the previous vertex reaches the foot of the current one.
    let start = body.position(previous);
    let shift = across * (position - start).dot(across);
    let ends = if shift.dot(across) < 0.0 {
        [start + shift - PREVIOUS_OVERHANG * half, start + PREVIOUS_OVERHANG * half]
    } else {
        [start - PREVIOUS_OVERHANG * half, start + shift + PREVIOUS_OVERHANG * half]
    };
    world.segment(Role::Ghost, format!("plane/{previous}"), ends[0], ends[1]);
}

impl HierarchyContext {
    /// Projection on d of the vertex with the index `rank` in the hierarchy, meters.
    fn height(&self, rank: usize) -> f64 {
        self.body.position(self.searched.hierarchy.sources[rank]).dot(self.d)
    }

    /// Number of those of the first `among` vertices of the hierarchy that are as far along d as `vertex`, including
    /// `vertex`.
    pub(super) fn count_ties(&self, vertex: u32, among: u32) -> u32 {
        let height = self.height(vertex as usize);
        let tolerance = EQUALLY_FAR * self.body.radius().max(height.abs());
        (0..among as usize).filter(|&rank| height - self.height(rank) <= tolerance).count() as u32
    }

    /// Whether all vertices are equally far along d.
    pub(super) fn is_perpendicular_to_d(&self) -> bool {
        let heights = self.body.points.iter().map(|p| p.dot(self.d));
        let low = heights.clone().fold(f64::INFINITY, f64::min);
        let high = heights.fold(f64::NEG_INFINITY, f64::max);
        high - low <= COPLANAR * self.body.radius()
    }

    /// Arrow of d in the query step `number`: at the vertex `point`; or if all vertices are equally far along d, at the
    /// center of the body, so that the arrow does not cross it.
    pub(super) fn arrow_of_d(&self, point: u32, number: usize) -> DirectionArrow {
        let radius = self.body.radius();
        let (start, length) = if radius == 0.0 {
            (self.body.position(point), ARROW_FROM_POINT)
        } else if self.is_perpendicular_to_d() {
            (self.middle(), ARROW_FROM_CENTER * radius)
        } else {
            let limit = focused_ball(self, number).map_or(f64::INFINITY, |ball| ball.radius);
            (self.body.position(point), (ARROW_FROM_VERTEX * radius).min(limit))
        };
        DirectionArrow { start, tip: start + self.d * length }
    }
}
