//! Where bodies that do not meet come nearest: the answer proves how far they stay apart and along which normal; the place follows
//! from the corners that reach farthest along it.

use glam::DVec3;

use super::FlightContext;
use super::world::middle;
use crate::answer::ContactFinding;
use crate::answer::number::length;
use crate::lesson::{Pictures, WORLD};
use crate::picture::{Form, Role};

/// Corners that reach as far as the farthest but for this share of the bodies lie in one plane with it; so does a normal that leans
/// no more towards the way stand across it.
const SAME: f64 = 1e-6;

/// Points that are not as far apart as the answer proves, but for this share of that, are no nearest ones.
const PROVEN: f64 = 0.02;

/// Two points that are as near each other as the bodies come.
struct Nearest {
    /// When, seconds.
    t: f64,
    /// Of A and of B then, world.
    points: [DVec3; 2],
}

/// From where to where points reach along a direction.
fn reach(points: &[DVec3], along: DVec3) -> [f64; 2] {
    let heights = || points.iter().map(|p| p.dot(along));
    [heights().fold(f64::INFINITY, f64::min), heights().fold(f64::NEG_INFINITY, f64::max)]
}

/// The points that reach farthest along a direction, up to `same`.
fn farthest(points: &[DVec3], along: DVec3, same: f64) -> Vec<DVec3> {
    let [_, most] = reach(points, along);
    points.iter().copied().filter(|p| p.dot(along) >= most - same).collect()
}

impl FlightContext {
    /// The corners of A (0) or B (1) at the start; none of a body with round sides.
    fn corners(&self, which: usize) -> Option<Vec<DVec3>> {
        let marks = self.body(which);
        middle(&marks)?;
        match &marks.first()?.form {
            Form::Solid(solid) if solid.round || solid.sampled.is_some() => None,
            Form::Solid(solid) => Some(solid.vertices.clone()),
            Form::Point(p) => Some(vec![*p]),
            Form::Segment(ends) => Some(ends.to_vec()),
            _ => None,
        }
    }

    /// Where they come nearest, of bodies with corners; none where a normal and corners do not tell it.
    fn nearest(&self, found: &ContactFinding) -> Option<Nearest> {
        let (n, gap, r) = (found.normal?, found.gap.filter(|gap| *gap > 0.0)?, self.r());
        let same = SAME * self.pair.bounding_radius();
        let (a, b) = (farthest(&self.corners(0)?, n, same), farthest(&self.corners(1)?, -n, same));
        let (speed, closing) = (r.length(), n.dot(r));
        let t = if closing < -SAME * speed {
            self.shown
        } else if closing > SAME * speed || speed == 0.0 {
            0.0
        } else {
            // Beside each other from the moment on at which B's first corner is beside A's, to that of the last.
            let ([a0, a1], [b0, b1]) = (reach(&a, r / speed), reach(&b, r / speed));
            let [from, to] = [((a0 - b1) / speed).max(0.0), ((a1 - b0) / speed).min(self.shown)];
            (from <= to).then_some(0.5 * (from + to))?
        };
        let moved = |points: Vec<DVec3>, which: usize| -> Vec<DVec3> {
            points.into_iter().map(|p| p + self.velocities[which] * t).collect()
        };
        let (a, b) = (moved(a, 0), moved(b, 1));
        let points = match (&a[..], &b[..]) {
            (_, [b]) => [*b - n * gap, *b],
            ([a], _) => [*a, *a + n * gap],
            _ if self.path.is_planar => {
                let along = DVec3::new(-n.y, n.x, 0.0);
                let ([a0, a1], [b0, b1]) = (reach(&a, along), reach(&b, along));
                let foot = n * a[0].dot(n) + along * (0.5 * (a0.max(b0) + a1.min(b1)));
                [foot, foot + n * gap]
            }
            _ => return None,
        };
        let apart = b[0].dot(n) - a[0].dot(n);
        ((apart - gap).abs() <= PROVEN * gap + same && t.is_finite()).then_some(Nearest { t, points })
    }

    /// On a miss both bodies where they come nearest, and how far they are apart there.
    pub(super) fn draw_nearest(&self, pictures: &mut Pictures, found: &ContactFinding) {
        let Some(Nearest { t, points: [a, b] }) = self.nearest(found) else { return };
        let x = self.r() * t;
        self.at(pictures.edit(WORLD), t);
        for (view, [from, to]) in [(WORLD, [a, b]), ("cso", [x, x + (a - b)])] {
            let picture = pictures.edit(view);
            self.pair.magnify(picture, [from, to]);
            picture.segment(Role::Normal, "gap", from, to);
            picture.label(Role::Normal, "gap", from.midpoint(to), length(a.distance(b)).text);
        }
    }
}
