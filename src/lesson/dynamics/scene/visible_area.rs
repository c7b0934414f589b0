//! Visible area of a world: the moving bodies, their start, and the static bodies that they approach.

use glam::DVec2;

use super::displacement::Displacement;
use super::{Scene, flat, impulse_position, width};
use crate::lesson::Focus;
use crate::lesson::dynamics::WorldContext;
use crate::lesson::dynamics::notation::{all_contact_points, fastest_approach};
use crate::lesson::dynamics::shown_rows::ShownRows;
use crate::picture::Picture;
use crate::snapshot::dynamics::{BodyState, Constraint, Phase, World};

/// Visible distance around the centers of moving bodies, in body sizes.
const MARGIN: f64 = 2.2;

/// Distance to an obstacle ahead below which it is kept visible, in body sizes.
const AHEAD: f64 = 40.0;

/// Largest growth of the visible area for which the start of the run stays visible.
const HOME_GROWTH: f64 = 1.8;

/// Size of a body, as a fraction of the visible area, above which a figure shows the whole scene.
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
        let reach = DVec2::splat(MARGIN * self.size);
        let [now, home] = [&self.start, &self.home].map(|bodies| {
            let moving = bodies.iter().zip(&self.is_static).filter(|(_, is_static)| !**is_static).map(|(body, _)| body);
            moving
                .flat_map(|body| [body.center - reach, body.center + reach, self.obstacle_ahead(body)])
                .collect::<Vec<DVec2>>()
        });
        let both: Vec<DVec2> = now.iter().chain(&home).copied().collect();
        if width(&both) <= HOME_GROWTH * width(&now) { both } else { now }
    }

    /// Points of the visible area, and vertices of the boxes around small static bodies of a row.
    fn visible_points_of_row(&self, row: &Constraint) -> Vec<DVec2> {
        let mut points = self.visible_points();
        let ends = [row.a, row.b].map(|body| body as usize).into_iter();
        let static_ends = ends.filter(|body| self.is_static.get(*body) == Some(&true));
        let boxes = static_ends.filter_map(|body| self.bounding_box(body));
        points.extend(boxes.filter(|corners| width(corners) <= SMALL_STATIC_BODY * self.size).flatten());
        points
    }

    /// First point of a static body below the center of `body`, or without gravity ahead of it; the center if there is
    /// none.
    fn obstacle_ahead(&self, body: &BodyState) -> DVec2 {
        let center = body.center;
        if self.has_gravity {
            let tops = self
                .obstacles
                .iter()
                .filter(|[low, high]| low.x <= center.x && center.x <= high.x && high.y < center.y)
                .map(|[_, high]| high.y)
                .chain(self.grounds.heights_below(center));
            let top = tops.reduce(f64::max);
            return DVec2::new(center.x, top.unwrap_or(center.y));
        }
        let Some(direction) = body.velocity.try_normalize() else { return center };
        let hits = self
            .obstacles
            .iter()
            .filter_map(|bounds| distance_to_box(center, direction, bounds))
            .filter(|t| *t < AHEAD * self.size);
        center + direction * hits.reduce(f64::min).unwrap_or(0.0)
    }

    /// Part of a large scene that a figure shows: the surroundings of the current row, of the fastest contact or body,
    /// or of the first contact point; `None` if the bodies are large in the whole scene.
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
        let middle = match (row, shows.phase) {
            (Some(row), _) => impulse_position(world, row.source)?,
            (None, Some(Phase::Approach)) => fastest_approach(world)?.0.position,
            (None, Some(Phase::Move)) => Displacement::largest(context, shows.before?, world)?.center(),
            (None, Some(Phase::Detect | Phase::Match | Phase::Prepare)) => {
                if let Some(focus) = self.focus_on_contact_points(world) {
                    return Some(focus);
                }
                all_contact_points(world).next()?.position
            }
            (None, _) => return None,
        };
        let reach = DVec2::splat(FOCUS_HALF_WIDTH * self.size);
        // A body that flew away is drawn at its start.
        let is_near = middle.distance(self.start_middle()) <= 2.0 * self.span + reach.x;
        let points = vec![flat(middle - reach), flat(middle + reach)];
        is_near.then_some(Focus { side: None, points })
    }

    /// Area around all contact points; `None` without points, and if the bodies would be small in it.
    fn focus_on_contact_points(&self, world: &World) -> Option<Focus> {
        let low = all_contact_points(world).map(|point| point.position).reduce(DVec2::min)?;
        let high = all_contact_points(world).map(|point| point.position).reduce(DVec2::max)?;
        let reach = DVec2::splat(MARGIN * self.size);
        let is_large = (high - low).max_element() <= MAX_EXTENT_OF_POINTS * self.size;
        is_large.then(|| Focus { side: None, points: vec![flat(low - reach), flat(high + reach)] })
    }

    /// Mean of the moving bodies' centers before the frame.
    fn start_middle(&self) -> DVec2 {
        let count = self.moving(&self.start).count().max(1) as f64;
        self.moving(&self.start).sum::<DVec2>() / count
    }

    /// Whether a moving body of a row is near the point of action; between distant bodies there is nothing to magnify.
    pub(super) fn is_near(&self, world: &World, row: &Constraint, at: DVec2) -> bool {
        // A joint may connect a body to the world, which is not a body.
        let both = [row.a, row.b].map(|body| body as usize).into_iter();
        let moving = both.filter(|body| self.is_static.get(*body) == Some(&false));
        let mut distances = moving.filter_map(|body| Some(self.distance_to_body(body, world.bodies.get(body)?, at)));
        distances.any(|distance| distance < MAX_ROW_DISTANCE * self.size)
    }

    /// Distance of a point from a body at its current state, meters; 0 inside.
    fn distance_to_body(&self, body: usize, state: &BodyState, at: DVec2) -> f64 {
        let solid = self.placed(body, state);
        let corners: Vec<DVec2> = solid.vertices.iter().map(|p| p.truncate()).collect();
        let edges = corners.iter().zip(corners.iter().cycle().skip(1));
        if edges.clone().all(|(a, b)| (*b - *a).perp_dot(at - *a) >= 0.0) {
            0.0
        } else {
            edges
                .map(|(a, b)| {
                    let edge = *b - *a;
                    let fraction = (at - *a).dot(edge) / edge.length_squared().max(f64::MIN_POSITIVE);
                    (*a + edge * fraction.clamp(0.0, 1.0)).distance(at)
                })
                .fold(f64::INFINITY, f64::min)
        }
    }
}

/// Distance along the unit vector `direction` at which a ray enters a box; `None` if it does not, or starts inside.
fn distance_to_box(from: DVec2, direction: DVec2, [low, high]: &[DVec2; 2]) -> Option<f64> {
    // Distances to the four lines that bound the box.
    let to_low = (low - from) / direction;
    let to_high = (high - from) / direction;
    let enters = to_low.min(to_high).max_element();
    let leaves = to_low.max(to_high).min_element();
    (enters > 0.0 && enters <= leaves).then_some(enters)
}
