//! How much of a world is in view: what moves, where it began, and what it falls on or flies at.

use glam::DVec2;

use super::{Scene, flat, width};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::dynamics::{BodyState, Constraint, World};

/// So far around the center of what moves is in view, in sizes.
const AROUND: f64 = 2.2;

/// What a body flies at is in view up to so many sizes ahead.
const AHEAD: f64 = 40.0;

/// Where the run began stays in view while that takes no more than so many times the room of what moves now.
const FROM_HOME: f64 = 1.8;

/// Farther from what moves nothing is magnified, in sizes.
const FAR_OFF: f64 = 0.4;

impl Scene {
    /// Where little moves, some of what is around it is in view; and where it began, and what it would meet, so that what
    /// moves is seen to move from frame to frame.
    pub(super) fn surroundings(&self, picture: &mut Picture) {
        let reach = DVec2::splat(AROUND * self.size);
        let around = |bodies: &[BodyState]| -> Vec<DVec2> {
            let moving = bodies.iter().zip(&self.still).filter(|(_, still)| !**still).map(|(body, _)| body);
            moving.flat_map(|body| [body.center - reach, body.center + reach, self.meets(body)]).collect()
        };
        let (now, home) = (around(&self.start), around(&self.home));
        let both: Vec<DVec2> = now.iter().chain(&home).copied().collect();
        let corners = if width(&both) <= FROM_HOME * width(&now) { both } else { now };
        picture.add(Role::Grid, "room", Form::Room(corners.into_iter().map(flat).collect()));
    }

    /// What a body falls on, or without gravity flies at: the first point of what stands still; itself where there is none.
    fn meets(&self, body: &BodyState) -> DVec2 {
        let center = body.center;
        if self.falls {
            let is_under = |[low, high]: &&[DVec2; 2]| low.x <= center.x && center.x <= high.x && high.y < center.y;
            let tops = self.props.iter().filter(is_under).map(|[_, high]| high.y).chain(self.grounds.below(center));
            let top = tops.reduce(f64::max);
            return DVec2::new(center.x, top.unwrap_or(center.y));
        }
        let Some(way) = body.velocity.try_normalize() else { return center };
        let hits = self.props.iter().filter_map(|room| hit(center, way, room)).filter(|t| *t < AHEAD * self.size);
        center + way * hits.reduce(f64::min).unwrap_or(0.0)
    }
}

impl Scene {
    /// Whether what moves of the bodies of a row is near where it pushes: between bodies that are still far apart there is nothing to
    /// be magnified.
    pub(super) fn is_near(&self, world: &World, row: &Constraint, at: DVec2) -> bool {
        // A joint may hold a body to the world, which is none.
        let both = [row.a, row.b].map(|body| body as usize).into_iter();
        let moving = both.filter(|body| self.still.get(*body) == Some(&false));
        let mut off = moving.filter_map(|body| Some(self.off(body, world.bodies.get(body)?, at)));
        off.any(|off| off < FAR_OFF * self.size)
    }

    /// How far a point is from a body where that is now, 0 in it.
    fn off(&self, body: usize, state: &BodyState, at: DVec2) -> f64 {
        let solid = self.placed(body, state);
        let corners: Vec<DVec2> = solid.vertices.iter().map(|p| p.truncate()).collect();
        let sides = || corners.iter().zip(corners.iter().cycle().skip(1));
        let inside = |(a, b): (&DVec2, &DVec2)| (*b - *a).perp_dot(at - *a) >= 0.0;
        let to = |(a, b): (&DVec2, &DVec2)| {
            let way = *b - *a;
            let along = ((at - *a).dot(way) / way.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
            (*a + way * along).distance(at)
        };
        if sides().all(inside) { 0.0 } else { sides().map(to).fold(f64::INFINITY, f64::min) }
    }
}

/// How far along a way a box begins, where it lies ahead.
fn hit(from: DVec2, way: DVec2, [low, high]: &[DVec2; 2]) -> Option<f64> {
    let (one, other) = ((low - from) / way, (high - from) / way);
    let (enters, leaves) = (one.min(other).max_element(), one.max(other).min_element());
    (enters > 0.0 && enters <= leaves).then_some(enters)
}
