//! Visible area of a world: the moving bodies, their start, and the static bodies that they approach. A figure of a
//! large scene shows only a part of this area, the surroundings of the step's subject.

use contact_lens_model::snapshot::dynamics::{BodyState, Constraint, Phase, World};
use contact_lens_picture::Picture;
use glam::DVec2;

use super::displacement::Displacement;
use super::{Scene, flat, impulse_position, width};
use crate::Focus;
use crate::dynamics::WorldContext;
use crate::dynamics::notation::{all_contact_points, fastest_approach};
use crate::dynamics::shown_rows::ShownRows;

/// Visible distance around the centers of moving bodies, in body sizes.
const MARGIN: f64 = 2.2;

/// Distance to an obstacle ahead below which it is kept visible, in body sizes.
const AHEAD: f64 = 40.0;

/// Largest factor by which the start of the run may enlarge the visible area; otherwise, it does not stay visible.
const HOME_GROWTH: f64 = 1.8;

/// Size of a body, as a fraction of the width of the visible area, above which a figure shows the whole scene.
const LARGE_BODY: f64 = 0.15;

/// Size of a static body of a row, in body sizes, up to which it counts for the visible area.
const SMALL_STATIC_BODY: f64 = 16.0;

/// Half the width of the part of a scene that a figure shows, in body sizes.
const FOCUS_HALF_WIDTH: f64 = 3.4;

/// Largest extent of the contact points that a figure shows together, in body sizes.
const MAX_EXTENT_OF_POINTS: f64 = 20.0;

/// Distance of the point at which a row acts from a body of the row, below which the row gets an inset, in body sizes.
const MAX_ROW_DISTANCE: f64 = 0.4;

impl Scene {
    /// Reserves space around the moving bodies, their start and the obstacles ahead, so that their motion from frame to
    /// frame is visible.
    pub(super) fn reserve_visible_area(&self, picture: &mut Picture) {
        picture.reserve(self.visible_points().into_iter().map(flat));
    }

    /// Points around the moving bodies, their start and the obstacles ahead.
    fn visible_points(&self) -> Vec<DVec2> {
        let now = self.points_around(&self.start);
        let home = self.points_around(&self.home);
        let both: Vec<DVec2> = now.iter().chain(&home).copied().collect();
        if width(&both) <= HOME_GROWTH * width(&now) { both } else { now }
    }

    /// Points around the moving bodies in the states `bodies`, and the obstacles ahead of them.
    fn points_around(&self, bodies: &[BodyState]) -> Vec<DVec2> {
        let margin = DVec2::splat(MARGIN * self.size);
        let mut points = Vec::new();
        for (body, is_static) in bodies.iter().zip(&self.is_static) {
            if !is_static {
                points.extend([body.center - margin, body.center + margin, self.obstacle_ahead(body)]);
            }
        }
        points
    }

    /// Points of the visible area, and vertices of the boxes around small static bodies of a row.
    fn visible_points_of_row(&self, row: &Constraint) -> Vec<DVec2> {
        let mut points = self.visible_points();
        for body in [row.a as usize, row.b as usize] {
            if self.is_static.get(body) == Some(&true)
                && let Some(bounds) = self.bounding_box(body)
                && width(&bounds) <= SMALL_STATIC_BODY * self.size
            {
                points.extend(bounds);
            }
        }
        points
    }

    /// First point of a static body below the center of `body`, or without gravity ahead of it, world, meters; the
    /// center if there is none.
    fn obstacle_ahead(&self, body: &BodyState) -> DVec2 {
        let center = body.center;
        if self.has_gravity {
            return DVec2::new(center.x, self.height_of_obstacle_below(center).unwrap_or(center.y));
        }
        let Some(direction) = body.velocity.try_normalize() else { return center };
        let distances = self.obstacles.iter().filter_map(|bounds| distance_to_box(center, direction, bounds));
        let nearest = distances.filter(|distance| *distance < AHEAD * self.size).reduce(f64::min);
        center + direction * nearest.unwrap_or(0.0)
    }

    /// Coordinate y of the highest static body below a point, meters; `None` if there is none.
    fn height_of_obstacle_below(&self, point: DVec2) -> Option<f64> {
        let boxes_below =
            self.obstacles.iter().filter(|[low, high]| low.x <= point.x && point.x <= high.x && high.y < point.y);
        let tops = boxes_below.map(|[_, high]| high.y).chain(self.grounds.heights_below(point));
        tops.reduce(f64::max)
    }

    /// Part of a large scene that a figure shows: the surroundings of the current row, of the fastest contact or body,
    /// or of the contact points. `None` if the bodies are large in the whole scene, in steps without such a subject,
    /// and if the subject flew away.
    pub(in super::super) fn focus(&self, context: &WorldContext, shows: &ShownRows<'_>) -> Option<Focus> {
        let world = shows.after?;
        let row = shows.iteration.map(|current| &world.constraints[current.constraint as usize]);
        let extent = match row {
            Some(row) => width(&self.visible_points_of_row(row)),
            None => self.span + 2.0 * MARGIN * self.size,
        };
        if self.size > LARGE_BODY * extent {
            return None;
        }
        if let Some(row) = row {
            return self.focus_around(impulse_position(world, row.source)?);
        }
        match shows.phase? {
            Phase::Approach => self.focus_around(fastest_approach(world)?.position),
            Phase::Move => self.focus_around(Displacement::largest(context, shows.before?, world)?.center()),
            Phase::Detect | Phase::Match | Phase::Prepare => match self.focus_on_contact_points(world) {
                Some(focus) => Some(focus),
                None => self.focus_around(all_contact_points(world).next()?.position),
            },
            Phase::Kick
            | Phase::WarmStart { .. }
            | Phase::Iterate { .. }
            | Phase::Direct
            | Phase::Position { .. }
            | Phase::DirectPosition
            | Phase::Relax { .. }
            | Phase::Record => None,
        }
    }

    /// Area around a point, world, meters; `None` if the point is far from the scene, since a body that flew away is
    /// drawn at its start.
    fn focus_around(&self, middle: DVec2) -> Option<Focus> {
        let half_size = DVec2::splat(FOCUS_HALF_WIDTH * self.size);
        let is_near = middle.distance(self.start_middle()) <= 2.0 * self.span + half_size.x;
        let points = vec![flat(middle - half_size), flat(middle + half_size)];
        is_near.then_some(Focus { side: None, points })
    }

    /// Area around all contact points; `None` without points, and if the bodies would be small in it.
    fn focus_on_contact_points(&self, world: &World) -> Option<Focus> {
        let low = all_contact_points(world).map(|point| point.position).reduce(DVec2::min)?;
        let high = all_contact_points(world).map(|point| point.position).reduce(DVec2::max)?;
        let are_bodies_large = (high - low).max_element() <= MAX_EXTENT_OF_POINTS * self.size;
        if !are_bodies_large {
            return None;
        }
        let margin = DVec2::splat(MARGIN * self.size);
        Some(Focus { side: None, points: vec![flat(low - margin), flat(high + margin)] })
    }

    /// Mean of the moving bodies' centers before the frame, world, meters.
    fn start_middle(&self) -> DVec2 {
        let count = self.moving(&self.start).count().max(1) as f64;
        self.moving(&self.start).sum::<DVec2>() / count
    }

    /// Whether a moving body of a row is near the row's point of action, `point`, world, meters. Between distant bodies
    /// there is nothing to magnify.
    pub(super) fn is_near(&self, world: &World, row: &Constraint, point: DVec2) -> bool {
        [row.a as usize, row.b as usize].into_iter().any(|body| {
            // A joint may connect a body to the world, which has no entry in `is_static`.
            let moves = self.is_static.get(body) == Some(&false);
            moves
                && world
                    .bodies
                    .get(body)
                    .is_some_and(|state| self.distance_to_body(body, state, point) < MAX_ROW_DISTANCE * self.size)
        })
    }

    /// Distance of a point from a body in the state `state`, meters; 0 inside.
    fn distance_to_body(&self, body: usize, state: &BodyState, point: DVec2) -> f64 {
        let solid = self.placed(body, state);
        // The vertices are in counterclockwise order, so a point inside is to the left of all edges.
        let vertices: Vec<DVec2> = solid.vertices.iter().map(|p| p.truncate()).collect();
        let edges = vertices.iter().zip(vertices.iter().cycle().skip(1));
        if edges.clone().all(|(a, b)| (*b - *a).perp_dot(point - *a) >= 0.0) {
            return 0.0;
        }
        edges.map(|(a, b)| distance_to_segment(*a, *b, point)).fold(f64::INFINITY, f64::min)
    }
}

/// Distance of a point from the segment from `a` to `b`, meters.
fn distance_to_segment(a: DVec2, b: DVec2, point: DVec2) -> f64 {
    let edge = b - a;
    let fraction = (point - a).dot(edge) / edge.length_squared().max(f64::MIN_POSITIVE);
    (a + edge * fraction.clamp(0.0, 1.0)).distance(point)
}

/// Distance along the unit vector `direction` at which a ray enters the box from `low` to `high`, meters; `None` if the
/// ray does not enter the box, or starts inside.
fn distance_to_box(from: DVec2, direction: DVec2, [low, high]: &[DVec2; 2]) -> Option<f64> {
    // Distances to the four lines that bound the box.
    let to_low = (low - from) / direction;
    let to_high = (high - from) / direction;
    let enters = to_low.min(to_high).max_element();
    let leaves = to_low.max(to_high).min_element();
    (enters > 0.0 && enters <= leaves).then_some(enters)
}
