//! World pictures of the hierarchy: nested hulls, removed vertices, and the path of the query.

use std::collections::HashSet;
use std::sync::Arc;

use glam::DVec3;

use super::camera::level_view_direction;
use super::{HierarchyContext, NAMED, chart};
use crate::answer::point_name;
use crate::lesson::{Focus, Pictures};
use crate::picture::{Camera, Form, Picture, Role, Solid};
use crate::snapshot::hierarchy::{Query, Search};

/// Largest number of vertices of a drawn level; a larger one would be a dense ball of lines.
const MOST_VERTICES: u32 = 2_000;

/// Largest number of faces of the finest level whose edges are drawn around the others.
const MOST_EDGED: usize = 80;

/// Number of outlined levels between the coarsest and the finest.
const BETWEEN: usize = 4;

/// Extent along d, in radii of the body, up to which all vertices are equally far.
const COPLANAR: f64 = 1e-9;

/// Largest number of compared vertices with marks; a step at the tip of a cone compares more.
const MOST_RINGS: usize = 300;

impl HierarchyContext {
    /// Faces of a level as point numbers; empty for a level that is not drawn.
    fn level(&self, level: usize) -> &[Vec<u32>] {
        if self.searched.hierarchy.levels.get(level).is_none_or(|count| *count > MOST_VERTICES) {
            return &[];
        }
        self.searched.faces.get(level).map_or(&[], |faces| faces)
    }

    /// Adds a level without faces: a segment or a point.
    fn thin(&self, world: &mut Picture, role: Role, level: usize) {
        let hierarchy = &self.searched.hierarchy;
        let count = hierarchy.levels.get(level).map_or(0, |count| *count as usize);
        let key = format!("level/{level}");
        match hierarchy.sources.get(..count) {
            Some([point]) => world.point(role, key, self.body.at(*point)),
            Some([from, to]) => self.body.line(world, role, key, [*from, *to]),
            _ => {}
        }
    }

    /// Adds a level as a body, or as its edges only.
    fn shell(&self, world: &mut Picture, role: Role, level: usize, filled: bool) {
        if self.level(level).is_empty() {
            return self.thin(world, role, level);
        }
        let mut solid = self.body.surface(self.level(level).iter().cloned(), true);
        if !filled {
            solid.faces.clear();
        }
        world.add(role, format!("level/{level}"), Form::Solid(Arc::new(solid)));
    }

    /// Adds a level as outline and tint; tints of nested levels add up, so the innermost is the strongest.
    fn outline(&self, world: &mut Picture, role: Role, level: usize) {
        // A solid marked as round is drawn without its edges.
        let solid = Solid { round: true, ..self.body.surface(self.level(level).iter().cloned(), false) };
        world.add(role, format!("level/{level}"), Form::Solid(Arc::new(solid)));
    }

    /// Adds a level as tint only: lines of close levels would merge.
    fn tint(&self, world: &mut Picture, role: Role, level: usize) {
        let solid = self.body.surface(self.level(level).iter().cloned(), false);
        world.add(role, format!("level/{level}"), Form::Solid(Arc::new(solid)));
    }

    /// Adds the coarsest level as an opaque body.
    fn core(&self, world: &mut Picture) {
        if self.level(0).is_empty() {
            return self.thin(world, Role::ShapeA, 0);
        }
        let surface = self.body.surface(self.level(0).iter().cloned(), true);
        world.add(Role::ShapeA, "level/0", Form::Solid(Arc::new(Solid { opaque: true, ..surface })));
    }

    /// Center of the body's box, world.
    pub(super) fn middle(&self) -> DVec3 {
        let points = &self.body.points;
        let low = points.iter().copied().reduce(DVec3::min).unwrap_or_default();
        let high = points.iter().copied().reduce(DVec3::max).unwrap_or_default();
        low.midpoint(high)
    }

    /// Adds points as dots, with names if there are few.
    fn dots(&self, world: &mut Picture, role: Role, points: &[u32]) {
        for &point in points {
            match points.len() <= NAMED {
                true => self.body.add_named_point(world, role, point),
                false => self.body.dot(world, role, point),
            }
        }
    }

    /// Vertices of level `fine` that the next coarser level does not have.
    fn new_on(&self, fine: usize) -> &[u32] {
        let hierarchy = &self.searched.hierarchy;
        let from = fine.checked_sub(1).map_or(0, |coarse| hierarchy.levels[coarse]);
        &hierarchy.sources[from as usize..hierarchy.levels[fine] as usize]
    }
}

/// Pictures of a level and the vertices that will be removed.
pub(super) fn chosen(context: &HierarchyContext, fine: usize) -> Pictures {
    let mut world = Picture::default();
    context.shell(&mut world, Role::ShapeA, fine, true);
    context.dots(&mut world, Role::Removed, context.new_on(fine));
    Pictures::world(world)
}

/// Pictures of the next coarser level inside the previous one.
pub(super) fn removed(context: &HierarchyContext, fine: usize) -> Pictures {
    let mut world = Picture::default();
    context.shell(&mut world, Role::Ghost, fine, false);
    context.shell(&mut world, Role::ShapeA, fine.saturating_sub(1), true);
    for &point in context.new_on(fine) {
        context.body.dot(&mut world, Role::Removed, point);
    }
    Pictures::world(world)
}

/// Pictures of the outer hull with a level inside.
pub(super) fn nested(context: &HierarchyContext, level: usize) -> Pictures {
    Pictures::world(nest(context, level))
}

fn nest(context: &HierarchyContext, level: usize) -> Picture {
    let mut world = Picture::default();
    let finest = context.searched.hierarchy.levels.len().saturating_sub(1);
    if level < finest {
        context.shell(&mut world, Role::Ghost, finest, false);
    }
    context.shell(&mut world, Role::ShapeA, level, true);
    world
}

/// Level that a step concerns.
pub(super) fn level_at(context: &HierarchyContext, after: &Search, number: usize) -> usize {
    match &after.query {
        None => context.searched.hierarchy.levels.len().saturating_sub(number + 2),
        Some(query) => query.level,
    }
}

/// Pictures of a query step: the compared vertices, the path, and the support plane of each level.
pub(super) fn query_step(context: &HierarchyContext, query: &Query, number: usize) -> Pictures {
    let mut world = shells(context);
    let walk = &context.searched.walk;
    let done = walk.done(number);
    let body = &context.body;
    let walked = &walk.at[..done];
    let now = done.saturating_sub(1);
    let mut path: Vec<u32> = walked.to_vec();
    path.dedup();
    let last = path.last().copied();
    let mut seen: HashSet<u32> = path.iter().copied().collect();
    for (step, points) in walk.weighed[..done].iter().enumerate().rev() {
        let role = if step == now { Role::Member } else { Role::Ghost };
        for &point in points.iter().take(MOST_RINGS).filter(|point| seen.insert(**point)) {
            body.dot(&mut world, role, point);
        }
    }
    for pair in path.windows(2) {
        let [a, b] = [pair[0], pair[1]].map(|point| body.at(point));
        world.add(Role::Simplex, format!("walk/{}", pair[1]), Form::Arrow { from: a, to: b });
    }
    for &point in path.iter().filter(|point| Some(**point) != last) {
        body.add_named_point(&mut world, Role::Simplex, point);
    }
    if let Some(at) = last {
        let place = body.at(at);
        if body.radius() > 0.0 {
            planes(context, walked, context.searched.hierarchy.levels.len().saturating_sub(query.level), &mut world);
        }
        body.dot(&mut world, Role::NewSupport, at);
        world.label(Role::NewSupport, body.key(at), place, format!("v = {}", point_name(at)));
        let (from, long) = context.arrow_of_d(at);
        let to = from + context.d * long;
        world.add(Role::Axis, "d", Form::Arrow { from, to });
        world.label(Role::Axis, "d", to, "d");
    }
    near(context, &path, &mut world);
    chart::with_chart(Pictures::world(world), chart::now(context, query.visited)).facing(focus(context, number))
}

/// Smallest radius of the focus, as a share of the body's radius: the body around it stays recognizable.
const LEAST_FOCUS: f64 = 0.5;

/// Focus of a query step: the path and the vertices compared in the step, with the arrow of d and the names.
fn focus(context: &HierarchyContext, number: usize) -> Option<Focus> {
    let walk = &context.searched.walk;
    let done = walk.done(number);
    let body = &context.body;
    let now = *walk.at[..done].last()?;
    let (from, long) = context.arrow_of_d(now);
    let compared = walk.weighed[..done].last().into_iter().flatten();
    let own = walk.at[..done].iter().chain(compared).map(|&point| body.at(point));
    let points: Vec<DVec3> = own.chain([from, from + context.d * long]).collect();
    let low = points.iter().copied().reduce(DVec3::min)?;
    let high = points.iter().copied().reduce(DVec3::max)?;
    let center = low.midpoint(high);
    let least = LEAST_FOCUS * body.radius();
    let around =
        [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|axis| [center + least * axis, center - least * axis]);
    let is_large = (high - low).length() > 2.0 * body.radius() || body.radius() == 0.0;
    (!is_large).then(|| Focus { side: None, points: points.iter().copied().chain(around).collect() })
}

/// Adds an inset on a short path.
fn near(context: &HierarchyContext, path: &[u32], world: &mut Picture) {
    let whole = if path.len() > 1 { &context.searched.walk.at[..] } else { path };
    let places = whole.iter().map(|point| context.body.at(*point));
    let (Some(low), Some(high)) = (places.clone().reduce(DVec3::min), places.clone().reduce(DVec3::max)) else {
        return;
    };
    // The extent along the line of sight does not count.
    let center = low.midpoint(high);
    let view_direction = level_view_direction(context.d);
    let radius = places.map(|p| (p - center).reject_from(view_direction).length()).fold(0.0, f64::max);
    if radius > 0.0 {
        world.magnify_subject(center, radius);
    }
}

/// Pictures of the query before a step.
pub(super) fn before(context: &HierarchyContext, query: &Query, number: usize) -> Pictures {
    match number.checked_sub(1).filter(|number| context.searched.walk.done(*number) > 0) {
        Some(before) => query_step(context, query, before),
        None => Pictures::world(shells(context)),
    }
}

/// Picture of the coarsest level inside the finest, with outlines of levels between.
fn shells(context: &HierarchyContext) -> Picture {
    let mut world = Picture::default();
    let finest = context.searched.hierarchy.levels.len().saturating_sub(1);
    context.core(&mut world);
    for k in 1..=BETWEEN {
        // The levels are evenly spaced; with few levels, each occurs once.
        let level = (k * finest).div_ceil(BETWEEN + 1);
        let before = ((k - 1) * finest).div_ceil(BETWEEN + 1);
        if level > before && level < finest {
            context.tint(&mut world, Role::Frustum, level);
        }
    }
    match finest {
        0 => {}
        _ if context.level(finest).len() <= MOST_EDGED => context.shell(&mut world, Role::Frustum, finest, true),
        _ => context.outline(&mut world, Role::Frustum, finest),
    }
    world
}

/// Distances of the support planes' ends from the body's center, in its radii. The plane of the coarsest level, the
/// lowest, is the longest, so that all names have space above their ends.
const ENDS: [f64; 2] = [0.32, 0.66];

/// Height difference of consecutive names along d, in body radii: planes of fine levels are close to each other.
const LIFT: f64 = 0.055;

/// Adds a line in the support plane of each level with the level's name at its end. Levels with the same vertex share a
/// line. `reached` is the current level.
fn planes(context: &HierarchyContext, walked: &[u32], reached: usize, world: &mut Picture) {
    let body = &context.body;
    let hierarchy = &context.searched.hierarchy;
    // The lines are in the initial picture plane, except for a flat body that is seen obliquely.
    let view_direction = level_view_direction(context.d);
    let Some(across) = context.d.cross(view_direction).try_normalize() else { return };
    let right = Camera::straight(view_direction).axes().right;
    let across = if across.dot(right) < 0.0 { -across } else { across };
    let radius = body.radius();
    let middle = context.middle();
    let finest = hierarchy.levels.len();
    // Level that introduced each vertex of the path, in the source's numbers.
    let mut first = Vec::new();
    for &point in walked {
        if first.last().is_none_or(|(last, _)| *last != point) {
            let rank = hierarchy.sources.iter().position(|source| *source == point).unwrap_or(0);
            first.push((point, finest - hierarchy.level_of(rank as u32)));
        }
    }
    // The maximal number of lines of the path fixes their positions in all steps.
    let most = context.distinct().max(2);
    for (k, &(point, level)) in first.iter().enumerate() {
        let until = first.get(k + 1).map_or(reached, |(_, next)| next + 1);
        let place = body.at(point);
        let along = (middle - place).dot(across);
        let share = 1.0 - k as f64 / (most - 1) as f64;
        let end = along + radius * (ENDS[0] + (ENDS[1] - ENDS[0]) * share);
        let to = place + across * end;
        let name = if until < level { format!("levels {level}–{until}") } else { format!("level {level}") };
        world.segment(Role::Bound, format!("plane/{point}"), place - across * (0.14 * radius), to);
        let above = to + context.d * (LIFT * radius * k as f64);
        world.segment(Role::Bound, format!("plane/{point}"), to, above);
        world.label(Role::Bound, format!("plane/{point}"), above, name);
    }
}

/// Relative difference of two projections on d up to which vertices are equally far.
const TIE: f64 = 1e-12;

impl HierarchyContext {
    /// Projection on d of the vertex of a rank in the hierarchy.
    fn height(&self, rank: usize) -> f64 {
        self.body.at(self.searched.hierarchy.sources[rank]).dot(self.d)
    }

    /// Number of the first `among` vertices of the hierarchy that are as far along d as `vertex`, including it.
    pub(super) fn ties(&self, vertex: u32, among: u32) -> u32 {
        let most = self.height(vertex as usize);
        let same = TIE * self.body.radius().max(most.abs());
        (0..among as usize).filter(|&rank| most - self.height(rank) <= same).count() as u32
    }

    /// Start and length of the arrow of d: at the point `at`, or where all vertices are equally far along d, at the
    /// center of the body, so that the arrow does not cross it.
    fn arrow_of_d(&self, at: u32) -> (DVec3, f64) {
        let radius = self.body.radius();
        let heights = self.body.points.iter().map(|p| p.dot(self.d));
        let [low, high] = heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
        match radius {
            // A single point has no size, so its arrow has a fixed length.
            0.0 => (self.body.at(at), 0.25),
            _ if high - low <= COPLANAR * radius => (self.middle(), 0.8 * radius),
            _ => (self.body.at(at), 0.45 * radius),
        }
    }

    /// Number of distinct vertices of the whole path.
    fn distinct(&self) -> usize {
        let mut walked = self.searched.walk.at.clone();
        walked.dedup();
        walked.len()
    }
}
