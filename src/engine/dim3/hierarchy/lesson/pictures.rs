//! What the world shows: hull inside hull, the vertices that go, the walk down.

use std::sync::Arc;

use super::super::super::hull;
use super::super::search::Search;
use super::super::{Hierarchy, Query, Weighed};
use super::HierarchyContext;
use crate::lesson::{Pictures, point_name};
use crate::picture::{Form, Picture, Role};

/// Names of vertices are written up to so many.
const NAMED: usize = 24;

/// A level with more faces is not drawn: it would be a ball of lines.
const MOST_FACES: usize = 4_000;

impl HierarchyContext {
    /// The faces of a level as numbers of points.
    fn level(&self, level: usize) -> &[Vec<u32>] {
        let made = || {
            let sources = &self.hierarchy.graph.sources[..self.hierarchy.levels[level] as usize];
            let points: Vec<_> = sources.iter().map(|&i| self.points[i as usize]).collect();
            let Ok(hull) = hull::hull(&points) else { return Vec::new() };
            let point = |&corner: &u32| sources[hull.vertices[corner as usize] as usize];
            hull.faces().map(|face| face.iter().map(point).collect()).collect()
        };
        self.faces.get(level).map_or(&[], |faces| faces.get_or_init(made))
    }

    /// A level as a body, or as its edges alone.
    fn shell(&self, world: &mut Picture, role: Role, level: usize, filled: bool) {
        let faces = self.level(level);
        if faces.len() > MOST_FACES {
            return;
        }
        let mut solid = self.body.surface(faces.iter().cloned(), true);
        if !filled {
            solid.faces.clear();
        }
        world.add(role, format!("level/{level}"), Form::Solid(Arc::new(solid)));
    }

    /// Points as dots, with their names where there are few.
    fn dots(&self, world: &mut Picture, role: Role, points: &[u32]) {
        for &point in points {
            match points.len() <= NAMED {
                true => self.body.named(world, role, point),
                false => self.body.dot(world, role, point),
            }
        }
    }

    /// The vertices that are on `fine` and not on the level before it.
    fn new_on(&self, fine: usize) -> &[u32] {
        let from = fine.checked_sub(1).map_or(0, |coarse| self.hierarchy.levels[coarse]);
        &self.hierarchy.graph.sources[from as usize..self.hierarchy.levels[fine] as usize]
    }
}

/// A level, and which of its vertices go.
pub(super) fn chosen(context: &HierarchyContext, fine: usize) -> Pictures {
    let mut world = Picture::default();
    context.shell(&mut world, Role::ShapeA, fine, true);
    context.dots(&mut world, Role::Removed, context.new_on(fine));
    Pictures::world(world)
}

/// The next level inside what it was before.
pub(super) fn removed(context: &HierarchyContext, fine: usize) -> Pictures {
    let mut world = Picture::default();
    context.shell(&mut world, Role::Ghost, fine, false);
    context.shell(&mut world, Role::ShapeA, fine.saturating_sub(1), true);
    for &point in context.new_on(fine) {
        context.body.dot(&mut world, Role::Removed, point);
    }
    Pictures::world(world)
}

/// The hull at the outside, and a level inside it.
pub(super) fn nested(context: &HierarchyContext, level: usize) -> Pictures {
    Pictures::world(nest(context, level))
}

fn nest(context: &HierarchyContext, level: usize) -> Picture {
    let mut world = Picture::default();
    let finest = context.hierarchy.levels.len().saturating_sub(1);
    if level < finest {
        context.shell(&mut world, Role::Ghost, finest, false);
    }
    context.shell(&mut world, Role::ShapeA, level, true);
    world
}

/// The level that a step is about.
pub(super) fn level_at(context: &HierarchyContext, after: &Search, number: usize) -> usize {
    match after.query() {
        None => context.hierarchy.levels.len().saturating_sub(number + 2),
        Some(query) => level_of(&query.hierarchy, query),
    }
}

fn level_of(hierarchy: &Hierarchy, query: &Query<Arc<Hierarchy>>) -> usize {
    match query.weighed {
        Weighed::Nothing | Weighed::Base => 0,
        Weighed::Removed { .. } => query.candidates().next().map_or(0, |vertex| hierarchy.level_of(vertex)),
        Weighed::Hull { .. } => hierarchy.levels.len() - 1,
    }
}

/// A step of the query: what is weighed, the walk so far, and the plane that nothing weighed lies beyond.
pub(super) fn asked(context: &HierarchyContext, query: &Query<Arc<Hierarchy>>, number: usize) -> Pictures {
    let mut world = nest(context, level_of(&query.hierarchy, query));
    let (body, graph) = (&context.body, &query.hierarchy.graph);
    let walked = &context.walk[..(number + 1).saturating_sub(context.built).min(context.walk.len())];
    let mut path: Vec<u32> = walked.to_vec();
    path.dedup();
    let weighed: Vec<u32> = query.candidates().map(|vertex| graph.sources[vertex as usize]).collect();
    let from = path.len().checked_sub(2).map(|i| path[i]);
    for &point in weighed.iter().filter(|point| Some(**point) != path.last().copied()) {
        body.dot(&mut world, Role::Member, point);
    }
    for pair in path.windows(2) {
        let [a, b] = [pair[0], pair[1]].map(|point| body.at(point));
        world.add(Role::Simplex, format!("walk/{}", pair[1]), Form::Arrow { from: a, to: b });
    }
    if let Some(point) = from.filter(|point| !weighed.contains(point)) {
        body.dot(&mut world, Role::Simplex, point);
    }
    if let Some(&at) = path.last() {
        let (radius, place) = (body.radius(), body.at(at));
        world.add(Role::Bound, "v", Form::Plane { point: place, normal: context.d, half_size: 0.35 * radius });
        body.dot(&mut world, Role::NewSupport, at);
        world.label(Role::NewSupport, body.key(at), place, format!("v = {}", point_name(at)));
        let to = place + context.d * (0.5 * radius);
        world.add(Role::Axis, "d", Form::Arrow { from: place, to });
        world.label(Role::Axis, "d", to, "d");
    }
    Pictures::world(world)
}
