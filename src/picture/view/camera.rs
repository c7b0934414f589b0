//! Orbit camera: the position of the eye, and the projection into a pane.
//!
//! Everything is `f64`, and the target is subtracted first, so scenes of 1e-6 m, of 1e6 m, and far from the origin are
//! drawn alike.

mod costs;
mod directions;

use glam::{DVec2, DVec3};

use crate::marks::bounds::Bounds;
use costs::{cost_of_crossing, cost_of_slant, shows_length, shows_side, shows_thin_face, worth_of_side_view};
pub use directions::{Up, ViewAngles, ViewFrom};

/// Default vertical angle of view, radians: little distortion, yet visible depth.
const FOV: f64 = 0.44;

/// Cost by which a view must be better than the best one so far, so that rounding does not decide between equal ones.
const MIN_IMPROVEMENT: f64 = 1e-9;

/// Distance of the near plane from the eye, as a share of the distance to the target.
const NEAR_SHARE: f64 = 0.01;

/// Least distance of the near plane from the middle of the framed bounds, as a multiple of half their depth: the plane
/// stays just in front of them.
const DEPTH_CLEARANCE: f64 = 1.02;

/// Least share of the pane's width and height that framed bounds fill, however large the requested margin.
const MIN_FILLED_SHARE: f64 = 0.1;

/// Ratios of width to height that framing takes into account; beyond them, as for a pane without area, the nearer one
/// counts, so that the eye stays at a finite distance.
const ASPECT_RANGE: [f64; 2] = [0.05, 20.0];

/// Rounding error of coordinates relative to the largest one, with some margin.
const RELATIVE_ROUNDING: f64 = 1e-13;

/// Distance of the eye from the target up to which it counts as zero, meters: far enough above the smallest normal
/// number that products with small factors keep their digits.
const NEGLIGIBLE_DISTANCE: f64 = f64::MIN_POSITIVE * 1e30;

/// Sine of the angle by which a line of sight may come from below the horizon and still count as level.
const LEVEL_TOLERANCE: f64 = 1e-9;

/// Size of the area in the lower left corner of a pane where the arrows of the world axes are drawn, points.
const AXES_AREA: DVec2 = DVec2::new(62.0, 62.0);

/// Size of the area in the lower right corner of a pane where the scale bar is drawn, points.
const SCALE_BAR_AREA: DVec2 = DVec2::new(150.0, 34.0);

/// Step by which [`clear_of_axes`] widens the margin, as a share of the pane.
const MARGIN_STEP: f64 = 0.02;

/// Number of times that [`clear_of_axes`] widens the margin.
const MAX_MARGIN_STEPS: u32 = 6;

/// A camera that looks at a target from a distance. Angles are in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Point at the center of the view, meters.
    pub target: DVec3,
    /// Distance from the target to the eye, meters.
    pub distance: f64,
    /// World axis that is up in the picture of a level camera.
    pub up: Up,
    /// Rotation about the up axis: 0 looks along −z where y is up and along y where z is up; π/2 looks along −x.
    pub azimuth: f64,
    /// Elevation above the horizon, −π/2 to π/2.
    pub elevation: f64,
    /// Full vertical angle of view. An orthographic view has the height that a perspective one has at the target.
    pub fov: f64,
    /// Whether the projection is parallel rather than perspective.
    pub orthographic: bool,
}

impl Default for Camera {
    fn default() -> Self {
        let ViewAngles { azimuth, elevation } = ViewFrom::Isometric.angles();
        Self { target: DVec3::ZERO, distance: 6.0, up: Up::Y, azimuth, elevation, fov: FOV, orthographic: false }
    }
}

/// Azimuths that a search for a view tries, degrees from the initial view: a full circle in steps of 15°.
fn tried_azimuths() -> impl Iterator<Item = f64> {
    (-12..=12).map(|k| f64::from(k) * 15.0)
}

/// Axes of the camera in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    /// Unit vector to the right in the pane.
    pub right: DVec3,
    /// Unit vector up in the pane.
    pub up: DVec3,
    /// Unit vector from the target to the eye.
    pub back: DVec3,
}

impl Camera {
    /// Axes of the camera in the world.
    pub fn axes(&self) -> Axes {
        let (sin_a, cos_a) = self.azimuth.sin_cos();
        let (sin_e, cos_e) = self.elevation.sin_cos();
        let right = self.up.convert_from_y_up(DVec3::new(cos_a, 0.0, -sin_a));
        let back = self.up.convert_from_y_up(DVec3::new(sin_a * cos_e, sin_e, cos_a * cos_e));
        Axes { right, up: back.cross(right), back }
    }

    /// Position of the eye, world, meters.
    pub fn eye(&self) -> DVec3 {
        self.target + self.axes().back * self.distance
    }

    /// Position of the eye in view coordinates, meters; for an orthographic camera only its direction matters.
    pub fn eye_in_view(&self) -> DVec3 {
        DVec3::new(0.0, 0.0, self.distance)
    }

    /// The near plane's z in view coordinates, meters: points of larger z are behind the eye or too close to it.
    /// Infinite for an orthographic camera.
    pub fn near(&self) -> f64 {
        if self.orthographic { f64::INFINITY } else { self.distance * (1.0 - NEAR_SHARE) }
    }

    /// Half the height that the pane shows at the target, meters.
    pub fn half_height(&self) -> f64 {
        self.distance * (self.fov * 0.5).tan()
    }

    /// A camera for a pair of bodies and its configuration space, where `along` is the outward normal of the nearest
    /// face, of any length: the standard view, rotated about the up axis so that, where possible, a length along the
    /// normal is at least 0.8 of its true length and the faces perpendicular to it are not seen edge-on. It prefers the
    /// side to which the normal points.
    pub fn for_pair_with_normal(along: DVec3) -> Self {
        let start = Self::default();
        let Some(along) = along.try_normalize() else { return start };
        let mut least_cost = f64::INFINITY;
        let mut best = start;
        for azimuth_offset in tried_azimuths() {
            let camera = start.rotated(azimuth_offset);
            let cost = cost_of_crossing(&camera, along, azimuth_offset);
            if cost < least_cost - MIN_IMPROVEMENT {
                least_cost = cost;
                best = camera;
            }
        }
        best
    }

    /// This camera, rotated about the up axis.
    fn rotated(self, degrees: f64) -> Self {
        Self { azimuth: self.azimuth + degrees.to_radians(), ..self }
    }

    /// An orthographic camera that looks perpendicular to `along` (of any length): planes perpendicular to `along`
    /// appear as lines, and a gap or a depth along it in true length.
    ///
    /// The camera is chosen among 360 such directions, one degree apart. Directions near the standard view are
    /// preferred, and views from below, from almost straight above, and along one of the unit vectors `others` avoided.
    pub fn perpendicular_to(along: DVec3, others: &[DVec3]) -> Self {
        let start = Self { orthographic: true, ..Self::default() };
        let Some(along) = along.try_normalize() else { return start };
        let (x, y) = along.any_orthonormal_pair();
        let standard = start.axes().back;
        let mut greatest_worth = f64::NEG_INFINITY;
        let mut back = standard;
        for degrees in 0..360 {
            let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
            let candidate = x * cos + y * sin;
            let worth = worth_of_side_view(candidate, standard, others);
            if worth > greatest_worth + MIN_IMPROVEMENT {
                greatest_worth = worth;
                back = candidate;
            }
        }
        Self { azimuth: back.x.atan2(back.z), elevation: back.y.clamp(-1.0, 1.0).asin(), ..start }
    }

    /// A camera that sees the side of a body with the outward direction `side` at a slant, so that both marks on that
    /// side and marks above it are visible; as near to the standard view as that allows.
    pub fn facing(side: DVec3) -> Self {
        let start = Self::default();
        side.try_normalize().map_or(start, |side| start.slanted_to(side))
    }

    /// This camera, rotated if needed so that it sees the side of a body with the outward direction `side` at a slant:
    /// neither edge-on, nor from behind, nor straight from the front. The rotation changes azimuth and elevation.
    pub fn showing_side(self, side: DVec3) -> Self {
        let Some(side) = side.try_normalize() else { return self };
        if shows_side(&self, side) { self } else { self.slanted_to(side) }
    }

    /// Same as [`Self::showing_side`] for a face that may be thin: the camera also rotates where the angle between the
    /// face and the line of sight is small.
    pub fn showing_thin_face(self, normal: DVec3) -> Self {
        let Some(normal) = normal.try_normalize() else { return self };
        if shows_thin_face(&self, normal) { self } else { self.slanted_to(normal) }
    }

    /// This camera, rotated if needed so that a length along `along` (of any length) is not much foreshortened. An
    /// orthographic camera shows the length in full: it is rotated to look perpendicular to `along`.
    pub fn showing_length_along(self, along: DVec3) -> Self {
        let Some(along) = along.try_normalize() else { return self };
        let cos = along.dot(self.axes().back);
        if shows_length(&self, along) {
            return self;
        }
        if !self.orthographic {
            return self.slanted_to(along * 1f64.copysign(cos));
        }
        let Self { azimuth, elevation, up, .. } = Self::perpendicular_to(along, &[]).upright(self.up);
        Self { azimuth, elevation, up, ..self }
    }

    /// This camera, rotated so that it sees the side with the outward unit normal `side` at a slant. The azimuths of
    /// [`tried_azimuths`] are tried, each at the camera's elevation and at the standard one, above and below.
    fn slanted_to(self, side: DVec3) -> Self {
        let standard = ViewFrom::Isometric.angles().elevation;
        let mut least_cost = f64::INFINITY;
        let mut best = self;
        for azimuth_offset in tried_azimuths() {
            for elevation in [self.elevation, -self.elevation, standard, -standard] {
                let camera = Self { elevation, ..self.rotated(azimuth_offset) };
                let cost = cost_of_slant(&camera, side, azimuth_offset);
                if cost < least_cost - MIN_IMPROVEMENT {
                    least_cost = cost;
                    best = camera;
                }
            }
        }
        best
    }

    /// An orthographic camera that looks straight at a plane whose normal is `back`, of any length; along −z for zero.
    pub fn straight(back: DVec3) -> Self {
        let back = back.normalize_or(DVec3::Z);
        let azimuth = back.x.atan2(back.z);
        let elevation = back.y.clamp(-1.0, 1.0).asin();
        Self { azimuth, elevation, orthographic: true, ..Self::default() }
    }

    /// This camera in a world whose up axis is `up`. A parallel view keeps its line of sight, reversed where it would
    /// look from below; a perspective view is replaced by the nearest one of the standard elevation.
    pub fn upright(self, up: Up) -> Self {
        if up == self.up {
            return self;
        }
        let back = self.axes().back;
        if self.orthographic {
            let is_below = back.dot(up.direction()) < -LEVEL_TOLERANCE;
            let ViewAngles { azimuth, elevation } = up.angles(if is_below { -back } else { back });
            return Self { up, azimuth, elevation, ..self };
        }
        let start = Self { up, ..Self::default() };
        let views = tried_azimuths().map(|degrees| start.rotated(degrees));
        let best = views.max_by(|a, b| a.axes().back.dot(back).total_cmp(&b.axes().back.dot(back))).unwrap_or(start);
        Self { up, azimuth: best.azimuth, elevation: best.elevation, ..self }
    }

    /// This camera, looking from a standard direction.
    pub fn looking(self, view: ViewFrom) -> Self {
        let ViewAngles { azimuth, elevation } = view.angles();
        Self { azimuth, elevation, ..self }
    }

    /// This camera as an orthographic one whose direction towards the eye is `back`, of any length.
    pub fn looking_against(self, back: DVec3) -> Self {
        let ViewAngles { azimuth, elevation } = self.up.angles(back.normalize_or(DVec3::Z));
        Self { azimuth, elevation, orthographic: true, ..self }
    }

    /// An orthographic camera for scenes in the plane z = 0.
    pub fn flat() -> Self {
        Self { azimuth: 0.0, elevation: 0.0, orthographic: true, ..Self::default() }
    }

    /// This camera, moved without rotation so that `bounds` fill a pane of `aspect` (width over height) except for
    /// `margin` (share of the pane on each side). No other position of the eye shows them larger, unless it would be so
    /// near that the near plane cuts into them; then the eye stays farther away, that of an orthographic camera too.
    pub fn framing(mut self, bounds: &Bounds, aspect: f64, margin: f64) -> Self {
        let Some(center) = bounds.center() else { return self };
        let axes = self.axes();
        // Tangents of half the angles of view that the bounds may fill.
        let ty = (self.fov * 0.5).tan() * (1.0 - 2.0 * margin).max(MIN_FILLED_SHARE);
        let tx = ty * aspect.clamp(ASPECT_RANGE[0], ASPECT_RANGE[1]);
        // For an eye at (0, 0, e) the right side of the view is the plane x + z tx = e tx, the others alike, so the
        // extents of the bounds in x + z tx etc. determine the eye. The sides of a parallel view do not lean.
        let [lean_x, lean_y] = if self.orthographic { [0.0; 2] } else { [tx, ty] };
        // Extents of the bounds towards the right, left, upper and lower side of the view, meters from their center.
        let mut extents = [f64::NEG_INFINITY; 4];
        let mut depth = [f64::INFINITY, f64::NEG_INFINITY];
        for &point in &bounds.in_view() {
            let p = point - center;
            let x = p.dot(axes.right);
            let y = p.dot(axes.up);
            let z = p.dot(axes.back);
            let sides = [x + z * lean_x, -x + z * lean_x, y + z * lean_y, -y + z * lean_y];
            for (extent, side) in extents.iter_mut().zip(sides) {
                *extent = extent.max(side);
            }
            depth = [depth[0].min(z), depth[1].max(z)];
        }
        let middle = 0.5 * (depth[0] + depth[1]);
        let cx = 0.5 * (extents[0] - extents[1]);
        let cy = 0.5 * (extents[2] - extents[3]);
        let needed = ((extents[0] + extents[1]) / (2.0 * tx)).max((extents[2] + extents[3]) / (2.0 * ty));
        let from_middle = if self.orthographic { needed } else { needed - middle };
        let half_depth = 0.5 * (depth[1] - depth[0]);
        // The near plane, at a share of 1 − NEAR_SHARE of the distance from the target, stays in front of the bounds.
        let distance = from_middle.max(half_depth * DEPTH_CLEARANCE / (1.0 - NEAR_SHARE));
        // Bounds smaller than the rounding error of their coordinates are a single point, which is shown in a view of
        // its magnitude, at most one meter.
        let least = (bounds.magnitude() * RELATIVE_ROUNDING).max(NEGLIGIBLE_DISTANCE);
        self.distance = if distance > least { distance } else { bounds.fallback_size() / ty };
        self.target = center + axes.right * cx + axes.up * cy + axes.back * middle;
        self
    }
}

/// Camera for a scene in the plane, in a pane of `size` points. `framing` makes the camera for a margin (share of the
/// pane). The smallest margin is used, from `margin` up to 0.12 more, for which no point of `bounds` is behind the axes
/// or the scale bar; if there is none, `margin` itself.
pub fn clear_of_axes(bounds: &Bounds, size: DVec2, margin: f64, framing: impl Fn(f64) -> Camera) -> Camera {
    let points = bounds.in_view();
    let mut candidates = (0..=MAX_MARGIN_STEPS).map(|k| framing(margin + MARGIN_STEP * f64::from(k)));
    candidates.find(|camera| is_clear_of_axes(camera, &points, size)).unwrap_or_else(|| framing(margin))
}

/// Whether `camera` shows none of the points behind the axes or the scale bar of a pane of `size` points.
fn is_clear_of_axes(camera: &Camera, points: &[DVec3], size: DVec2) -> bool {
    let axes = camera.axes();
    let per_meter = 0.5 * size.y / camera.half_height();
    points.iter().all(|p| {
        let offset = *p - camera.target;
        // Points from the lower left corner of the pane, y up.
        let position = 0.5 * size + DVec2::new(offset.dot(axes.right), offset.dot(axes.up)) * per_meter;
        let is_on_axes = position.cmplt(AXES_AREA).all();
        let is_on_scale_bar = position.x > size.x - SCALE_BAR_AREA.x && position.y < SCALE_BAR_AREA.y;
        !is_on_axes && !is_on_scale_bar
    })
}

#[cfg(test)]
mod tests;
