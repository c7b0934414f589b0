//! Configuration space pictures of casts: the difference `A − B` is fixed at its place at the start, and the point `x`,
//! which begins at the origin, moves along the ray `r·t`, where `r` is the velocity of B relative to A and `t` the
//! time. The bodies are in contact while `x` is in `A − B`.

use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::world::body_center;
use super::{CastContext, seconds};

/// Distance, as a fraction of the pair's size, below which two points look the same.
const SAME_PLACE: f64 = 1e-6;

/// Half side of the square that represents a plane in space, as a fraction of the pair's size.
const PLANE_HALF_SIDE: f64 = 0.5;

/// Half side of a drawn half-plane, in half sides of the square that represents a plane in space: so large that the
/// half-plane extends beyond the view.
const HALF_PLANE: f64 = 12.0;

/// Largest shift of the square of a plane from the projection of `x` on the plane, as a fraction of the pair's size.
const MAX_SHIFT: f64 = 0.45;

/// Radius of the inset on a segment, in half lengths of the segment.
const SEGMENT_INSET: f64 = 1.4;

/// Length of the arrow of a unit vector, as a fraction of the pair's size.
const NORMAL_LENGTH: f64 = 0.3;

/// Time difference below which two times are equal, as a fraction of the displayed time.
const SAME_TIME: f64 = 1e-9;

/// Half length of a segment up to which it has no inset, since its length is rounding error, as a fraction of the
/// pair's size.
const INSET_ROUNDING: f64 = 1e-7;

/// Plane with `A − B` behind it, configuration space.
#[derive(Clone, Copy, Debug)]
pub struct ClippingPlane {
    /// Unit normal, away from `A − B`.
    pub normal: DVec3,
    /// Point of the plane, meters.
    pub point: DVec3,
}

/// State of the ray in a step, configuration space.
#[derive(Clone, Copy, Debug, Default)]
pub struct RayState {
    /// Times of `x` before and after the step, seconds.
    pub times: [f64; 2],
    /// Clipping plane through the support point; `None` in beats without one.
    pub plane: Option<ClippingPlane>,
    /// Proven bracket of first contact, seconds; the upper bound may be infinite.
    pub bracket: [f64; 2],
}

/// Radius of the inset on `A − B`, relative to the sum of the bodies' radii.
const DIFFERENCE_INSET: f64 = 1.2;

impl CastContext {
    /// Adds the path of the origin for the displayed duration of the motion.
    pub(super) fn add_ray(&self, cso: &mut Picture) {
        let end = self.r() * self.duration;
        if end != DVec3::ZERO && end.is_finite() {
            cso.arrow(Role::Text, "ray", DVec3::ZERO, end);
            cso.label(Role::Text, "ray", end, "r");
        }
    }

    /// Adds a clipping plane with hatching on its free side, where `A − B` is not.
    pub(super) fn add_clipping_plane(&self, cso: &mut Picture, key: &str, plane: ClippingPlane) {
        let ClippingPlane { normal: n, point: p } = plane;
        let half_size = PLANE_HALF_SIDE * self.pair.bounding_radius();
        if !self.path.is_planar {
            // The hatching is on the side opposite to the form's normal.
            let free = Form::HalfSpace { point: p, normal: -n, half_size, flat: false };
            return cso.add(Role::Bound, key.to_owned(), free);
        }
        // A half-plane extends beyond the view and does not influence the camera.
        let along = DVec3::new(-n.y, n.x, 0.0) * (HALF_PLANE * half_size);
        let beyond = n * (HALF_PLANE * half_size);
        cso.segment(Role::Bound, key.to_owned(), p - along, p + along);
        let corners = vec![p - along, p + along, p + along + beyond, p - along + beyond];
        cso.add(Role::Bound, format!("{key}/free"), Form::Polygon(corners));
    }

    /// Center of the square that represents a plane with the unit normal `n` through `foot`, the projection of `x` on
    /// the plane: shifted within the plane towards `A − B`, so that the view shows all of the square.
    pub(super) fn patch_center(&self, n: DVec3, foot: DVec3) -> DVec3 {
        let [a, b] = [0, 1].map(|which| body_center(&self.body(which)).unwrap_or_default());
        let towards_middle = 0.5 * (a - b - foot);
        let shift = towards_middle - n * towards_middle.dot(n);
        foot + shift.clamp_length_max(MAX_SHIFT * self.pair.bounding_radius())
    }

    /// Adds an inset on all of `A − B`, which is tiny next to a long ray.
    pub(super) fn magnify_difference(&self, cso: &mut Picture) {
        let [a, b] = [0, 1].map(|which| body_center(&self.body(which)).unwrap_or_default());
        let [radius_a, radius_b] = self.pair.radii;
        cso.magnify(a - b, DIFFERENCE_INSET * (radius_a + radius_b));
    }

    /// Adds an inset on the segment from `from` to `to`, if it is longer than the rounding error.
    pub(super) fn add_inset(&self, cso: &mut Picture, [from, to]: [DVec3; 2]) {
        let center = 0.5 * (from + to);
        let half_length = 0.5 * from.distance(to);
        if half_length > INSET_ROUNDING * self.pair.bounding_radius() {
            cso.magnify(center, SEGMENT_INSET * half_length);
        }
    }

    /// Start of the normal's arrow: the point of the plane, or `x` if it is right in front of that point, so that the
    /// arrow does not cover the segment between them.
    fn normal_start(&self, plane: ClippingPlane, x: DVec3) -> DVec3 {
        let ClippingPlane { normal: n, point: p } = plane;
        let ahead = (x - p).dot(n);
        let is_in_front = (x - p - n * ahead).length() < SAME_PLACE * self.pair.bounding_radius();
        if is_in_front && ahead > 0.0 { x } else { p }
    }

    /// Adds `x` before and after the step, the plane, and the bracket on the ray.
    pub(super) fn add_ray_state(&self, cso: &mut Picture, ray: &RayState) {
        let [before, now] = ray.times;
        let x = self.r() * now;
        if let Some(plane) = ray.plane {
            self.add_clipping_plane(cso, "plane", plane);
            self.add_normal(cso, self.normal_start(plane, self.r() * before), plane.normal, "n");
        }
        if before < now {
            cso.point(Role::Text, "x/before", self.r() * before);
            cso.label(Role::Text, "x/before", self.r() * before, "x before");
        }
        let [lower, upper] = ray.bracket;
        let has_width = upper.is_finite() && lower < upper;
        let is_at_lower = now > 0.0 && (lower - now).abs() < SAME_TIME * self.duration;
        let is_same_text = seconds(lower) == seconds(upper);
        let name = if !is_at_lower {
            String::from("x")
        } else if has_width && is_same_text {
            format!("x at t₀ ≈ {}", self.end_name)
        } else {
            String::from("x at t₀")
        };
        self.add_x(cso, x, &name);
        // The inset on the path of `x` comes before that on the bracket; if both are equally small, the bracket's opens
        // first.
        self.add_inset(cso, [DVec3::ZERO, x]);
        if has_width {
            cso.segment(Role::Gap, "bracket", self.r() * lower, self.r() * upper);
            if !(is_at_lower && is_same_text) {
                cso.label(Role::Gap, "bracket", self.r() * upper, self.end_name);
            }
            self.add_inset(cso, [self.r() * lower, self.r() * upper]);
        }
    }

    /// Adds a unit vector as an arrow with a name.
    pub(super) fn add_normal(&self, cso: &mut Picture, from: DVec3, n: DVec3, name: &str) {
        let tip = from + n * (NORMAL_LENGTH * self.pair.bounding_radius());
        cso.arrow(Role::Normal, "n", from, tip);
        cso.label(Role::Normal, "n", tip, name);
    }

    /// Adds the point `x = r·t` with its name; at the origin, whose mark would cover the point, the name alone.
    pub(super) fn add_x(&self, cso: &mut Picture, x: DVec3, name: &str) {
        if x != DVec3::ZERO {
            cso.point(Role::Closest, "x", x);
        }
        cso.label(Role::Closest, "x", x, if x == DVec3::ZERO { "x = r·t = 0" } else { name });
    }
}
