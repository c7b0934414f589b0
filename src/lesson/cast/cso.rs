//! The configuration space of a cast: `A − B` stands still, and its origin flies along a ray.

use glam::DVec3;

use super::FlightContext;
use crate::lesson::named;
use crate::picture::{Form, Picture, Role};

/// What there is to be seen of the ray in a step. Coordinates of the configuration space.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ray {
    /// When `x` was where it was before the step, and when it is where it is now.
    pub times: [f64; 2],
    /// The plane through the farthest point: its unit normal, and a point of it.
    pub plane: Option<(DVec3, DVec3)>,
    /// The bracket that is proven; the second may be infinite.
    pub bracket: [f64; 2],
}

impl FlightContext {
    /// The way of the origin while the motion is shown.
    pub(super) fn ray(&self, cso: &mut Picture) {
        let end = self.r() * self.shown;
        if end != DVec3::ZERO && end.is_finite() {
            cso.arrow(Role::Text, "ray", DVec3::ZERO, end);
            cso.label(Role::Text, "ray", end, "r");
        }
    }

    /// A plane with its free side: `A − B` lies behind it.
    pub(super) fn clip_plane(&self, cso: &mut Picture, key: &str, (n, p): (DVec3, DVec3)) {
        let half = 1.3 * self.pair.reach();
        if !self.path.is_planar {
            return cso.add(Role::Bound, key.to_owned(), Form::Plane { point: p, normal: n, half_size: 0.8 * half });
        }
        let along = DVec3::new(-n.y, n.x, 0.0) * half;
        cso.segment(Role::Bound, key.to_owned(), p - along, p + along);
        let corners = vec![p - along, p + along, p + along + n * (0.4 * half), p - along + n * (0.4 * half)];
        cso.add(Role::Bound, format!("{key}/free"), Form::Polygon(corners));
    }

    /// `x` before and now, the plane, and the bracket on the ray.
    pub(super) fn draw_ray(&self, cso: &mut Picture, ray: &Ray) {
        let at = |t: f64| self.r() * t;
        let [before, now] = ray.times;
        if let Some((n, p)) = ray.plane {
            self.clip_plane(cso, "plane", (n, p));
            let long = 0.3 * self.pair.reach();
            cso.arrow(Role::Normal, "n", p, p + n * long);
            cso.label(Role::Normal, "n", p + n * long, "n");
        }
        if before < now {
            cso.point(Role::Ghost, "x/before", at(before));
            cso.label(Role::Ghost, "x/before", at(before), "x before");
        }
        named(cso, Role::Closest, "x", at(now), "x");
        let [lower, upper] = ray.bracket;
        if upper.is_finite() && lower < upper {
            cso.segment(Role::Closest, "bracket", at(lower), at(upper));
        }
    }
}
