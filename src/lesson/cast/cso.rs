//! The configuration space of a cast: `A − B` stands still, and its origin flies along a ray.

use glam::DVec3;

use super::world::middle;
use super::{FlightContext, seconds};
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

/// Brackets shorter than this share of the bodies are rounding: there is nothing to be seen in them.
const NOTHING: f64 = 1e-7;

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
        let half = 0.5 * self.pair.bounding_radius();
        if !self.path.is_planar {
            // Its hatch hangs on the free side.
            let free = Form::HalfSpace { point: p, normal: -n, half_size: half, flat: false };
            return cso.add(Role::Bound, key.to_owned(), free);
        }
        // A half-plane: it goes on beyond the pane, and no camera is moved for it.
        let (along, beyond) = (DVec3::new(-n.y, n.x, 0.0) * (12.0 * half), n * (12.0 * half));
        cso.segment(Role::Bound, key.to_owned(), p - along, p + along);
        let corners = vec![p - along, p + along, p + along + beyond, p - along + beyond];
        cso.add(Role::Bound, format!("{key}/free"), Form::Polygon(corners));
    }

    /// Where on a plane the patch of it lies that is drawn: around `foot`, but towards `A − B`, so that it is in view as a whole.
    pub(super) fn beside(&self, n: DVec3, foot: DVec3) -> DVec3 {
        let [a, b] = [0, 1].map(|which| middle(&self.body(which)).unwrap_or_default());
        let aside = 0.5 * (a - b - foot);
        foot + (aside - n * aside.dot(n)).clamp_length_max(0.45 * self.pair.bounding_radius())
    }

    /// A lens on what decides: the bracket, and the simplex beside it; or the way of `x` so far.
    fn magnify(&self, cso: &mut Picture, [from, to]: [DVec3; 2]) {
        let (center, long) = (0.5 * (from + to), 0.5 * from.distance(to));
        if long > NOTHING * self.pair.bounding_radius() {
            cso.add(Role::Region, "lens", Form::Lens { center, radius: 1.4 * long, faces: None });
        }
    }

    /// `x` before and now, the plane, and the bracket on the ray.
    pub(super) fn draw_ray(&self, cso: &mut Picture, ray: &Ray) {
        let at = |t: f64| self.r() * t;
        let [before, now] = ray.times;
        if let Some((n, p)) = ray.plane {
            self.clip_plane(cso, "plane", (n, p));
            let long = 0.3 * self.pair.bounding_radius();
            cso.arrow(Role::Normal, "n", p, p + n * long);
            cso.label(Role::Normal, "n", p + n * long, "n");
        }
        if before < now {
            cso.point(Role::Member, "x/before", at(before));
            cso.label(Role::Member, "x/before", at(before), "x before");
        }
        let [lower, upper] = ray.bracket;
        let bracketed = upper.is_finite() && lower < upper;
        let (is_lower, met) = ((lower - now).abs() < 1e-9 * self.shown, seconds(lower) == seconds(upper));
        let name = match bracketed && is_lower {
            true if met => format!("x: t ≈ {}", seconds(now)),
            true => format!("x: t ≥ {}", seconds(now)),
            false => String::from("x"),
        };
        named(cso, Role::Closest, "x", at(now), name);
        // Before that on the bracket, which opens first where it is as small.
        self.magnify(cso, [DVec3::ZERO, at(now)]);
        if bracketed {
            cso.segment(Role::Gap, "bracket", at(lower), at(upper));
            if !(is_lower && met) {
                cso.label(Role::Gap, "bracket", at(upper), format!("t ≤ {}", seconds(upper)));
            }
            self.magnify(cso, [at(lower), at(upper)]);
        }
    }
}
