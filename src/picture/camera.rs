//! An orbit camera: where the eye is, and where a point lands in a pane.
//!
//! Everything is `f64`, and the target is subtracted first, so scenes of 1e-6 m, of 1e6 m, and far from the origin are
//! drawn alike.

use glam::{DVec2, DVec3};

use super::bounds::Bounds;

/// The axis of the world that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Up {
    /// y.
    #[default]
    Y,
    /// z, as robots have it.
    Z,
}

impl Up {
    /// Its direction.
    pub fn direction(self) -> DVec3 {
        match self {
            Self::Y => DVec3::Y,
            Self::Z => DVec3::Z,
        }
    }

    /// Two level directions: to the right and, as seen from above, down.
    pub fn level(self) -> [DVec3; 2] {
        match self {
            Self::Y => [DVec3::X, DVec3::Z],
            Self::Z => [DVec3::X, DVec3::NEG_Y],
        }
    }

    /// The same point in a world whose y points up.
    fn to_y(self, v: DVec3) -> DVec3 {
        let [right, down] = self.level();
        DVec3::new(v.dot(right), v.dot(self.direction()), v.dot(down))
    }

    /// The way back.
    fn of_y(self, v: DVec3) -> DVec3 {
        let [right, down] = self.level();
        right * v.x + self.direction() * v.y + down * v.z
    }

    /// Azimuth and elevation of a direction, radians.
    fn angles(self, back: DVec3) -> (f64, f64) {
        let back = self.to_y(back);
        (back.x.atan2(back.z), back.y.clamp(-1.0, 1.0).asin())
    }
}

/// Looks at a target from a distance. Angles in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// What it looks at, meters.
    pub target: DVec3,
    /// From the target to the eye, meters.
    pub distance: f64,
    /// The axis that is up in the picture of a level camera.
    pub up: Up,
    /// About that axis: 0 looks along −z where y is up and along y where z is, π/2 along −x.
    pub azimuth: f64,
    /// Above the horizon, from −π/2 to π/2.
    pub elevation: f64,
    /// Full vertical angle of view. An orthographic view shows as much at the target as a perspective one would.
    pub fov: f64,
    /// Whether lines of sight are parallel.
    pub orthographic: bool,
}

/// Directions to look from, on the keys 1 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewFrom {
    /// Along −z.
    Front,
    /// Along +z.
    Back,
    /// Along −x.
    Right,
    /// Along +x.
    Left,
    /// Along −y.
    Top,
    /// Along +y.
    Bottom,
    /// From the front, the right and above.
    Isometric,
}

impl ViewFrom {
    /// In the order of the keys 1 to 7.
    pub const ALL: [Self; 7] =
        [Self::Front, Self::Back, Self::Right, Self::Left, Self::Top, Self::Bottom, Self::Isometric];

    /// Azimuth and elevation, radians.
    pub fn angles(self) -> (f64, f64) {
        use std::f64::consts::{FRAC_PI_2, PI};
        match self {
            Self::Front => (0.0, 0.0),
            Self::Back => (PI, 0.0),
            Self::Right => (FRAC_PI_2, 0.0),
            Self::Left => (-FRAC_PI_2, 0.0),
            Self::Top => (0.0, FRAC_PI_2),
            Self::Bottom => (0.0, -FRAC_PI_2),
            Self::Isometric => (32f64.to_radians(), 24f64.to_radians()),
        }
    }

    /// As menus name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Back => "back",
            Self::Right => "right",
            Self::Left => "left",
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::Isometric => "isometric",
        }
    }
}

impl Default for Camera {
    fn default() -> Self {
        let (azimuth, elevation) = ViewFrom::Isometric.angles();
        Self { target: DVec3::ZERO, distance: 6.0, up: Up::Y, azimuth, elevation, fov: FOV, orthographic: false }
    }
}

/// A longish lens: little distortion, yet depth can be felt.
const FOV: f64 = 0.44;

/// A line that leaves the plane of the picture by more than this, the sine of an angle, looks much too short: it shows less than half of
/// its length.
const END_ON: f64 = 0.87;
/// The standard three-quarter view and its neighbors, degrees about the axis that points up.
const TURNS: [f64; 4] = [0.0, -64.0, 90.0, -154.0];

/// What lies across a direction is seen edge on where that is at less than this to the picture, the sine of an angle of about 5°; then
/// it is seen from so far aside, degrees.
const EDGE_ON: f64 = 0.09;
const ASIDE: f64 = 14.0;

/// Nearer than this share of the distance nothing is drawn.
const NEAR: f64 = 0.01;

/// The three axes of the camera in the world: right, up, and back towards the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    /// To the right in the pane.
    pub right: DVec3,
    /// Up in the pane.
    pub up: DVec3,
    /// From the target to the eye.
    pub back: DVec3,
}

impl Camera {
    /// The eye's axes in the world.
    pub fn axes(&self) -> Axes {
        let (sin_a, cos_a) = self.azimuth.sin_cos();
        let (sin_e, cos_e) = self.elevation.sin_cos();
        let right = self.up.of_y(DVec3::new(cos_a, 0.0, -sin_a));
        let back = self.up.of_y(DVec3::new(sin_a * cos_e, sin_e, cos_a * cos_e));
        Axes { right, up: back.cross(right), back }
    }

    /// Where the eye is, meters.
    pub fn eye(&self) -> DVec3 {
        self.target + self.axes().back * self.distance
    }

    /// The eye in view coordinates (for an orthographic camera only the direction matters).
    pub fn eye_in_view(&self) -> DVec3 {
        DVec3::new(0.0, 0.0, self.distance)
    }

    /// The z of the near plane in view coordinates: what lies beyond it is behind the eye or too close.
    pub fn near(&self) -> f64 {
        if self.orthographic { f64::INFINITY } else { self.distance * (1.0 - NEAR) }
    }

    /// Half the height that the pane shows at the target, meters.
    pub fn half_height(&self) -> f64 {
        self.distance * (self.fov * 0.5).tan()
    }

    /// A camera that sees `along` (such as from A to B) from the side, so that neither end hides the other: the standard
    /// three-quarter view where that will do, else the next best of its neighbors.
    pub fn across(along: DVec3) -> Self {
        let start = Self::default();
        let Some(along) = along.try_normalize() else { return start };
        let turned = |degrees: f64| Self { azimuth: start.azimuth + degrees.to_radians(), ..start };
        let seen = |camera: &Self| along.reject_from(camera.axes().back).length();
        let views = TURNS.map(turned);
        let best = views.iter().map(seen).fold(0.0, f64::max);
        let view = views.into_iter().find(|camera| seen(camera) > best - 0.15).unwrap_or(start);
        // Whatever is flat and lies across would be a line.
        let slant = |camera: &Self| along.dot(camera.axes().back).abs();
        let aside = || [-ASIDE, ASIDE].map(|turn: f64| Self { azimuth: view.azimuth + turn.to_radians(), ..view });
        match slant(&view) < EDGE_ON {
            true => aside().into_iter().find(|camera| slant(camera) > EDGE_ON).unwrap_or(view),
            false => view,
        }
    }

    /// An orthographic camera that looks exactly across `along`: planes perpendicular to it are lines, so that a gap or a depth
    /// along it is seen in its true length. Of all such directions the nearest to the standard view that looks neither from
    /// below nor almost straight down, nor along one of the unit vectors `others`: what lies on these lines is to be seen too.
    pub fn beside(along: DVec3, others: &[DVec3]) -> Self {
        let start = Self { orthographic: true, ..Self::default() };
        let Some(along) = along.try_normalize() else { return start };
        let ((x, y), standard) = (along.any_orthonormal_pair(), start.axes().back);
        let end_on = |back: DVec3| others.iter().map(|other| other.dot(back).abs()).fold(0.0, f64::max);
        let worth = |back: DVec3| {
            let [below, above] = [(-back.y).max(0.0), (back.y - 0.75).max(0.0)];
            back.dot(standard) - 20.0 * below - 3.0 * above - 8.0 * (end_on(back) - END_ON).max(0.0)
        };
        let turned = |degrees: i32| {
            let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
            x * cos + y * sin
        };
        let better = |best: DVec3, back: DVec3| if worth(back) > worth(best) + 1e-9 { back } else { best };
        let back = (0..360).map(turned).reduce(better).unwrap_or(standard);
        Self { azimuth: back.x.atan2(back.z), elevation: back.y.clamp(-1.0, 1.0).asin(), ..start }
    }

    /// A camera that sees the side of a body whose outward direction is `side` at a slant, so that what lies on that side
    /// is seen and what stands off it is seen too: as near to the standard view as that allows.
    pub fn facing(side: DVec3) -> Self {
        let start = Self::default();
        let Some(side) = side.try_normalize() else { return start };
        const SLANT: f64 = 52.0;
        let cost = |camera: &Self, turn: f64| {
            let angle = side.dot(camera.axes().back).clamp(-1.0, 1.0).acos().to_degrees();
            let from_below = if camera.elevation < 0.0 { 25.0 } else { 0.0 };
            (angle - SLANT).abs() + 0.15 * turn.abs() + from_below
        };
        let mut best = (f64::INFINITY, start);
        for turn in (-12..=12).map(|k| f64::from(k) * 15.0) {
            for elevation in [start.elevation, -start.elevation] {
                let camera = Self { azimuth: start.azimuth + turn.to_radians(), elevation, ..start };
                let cost = cost(&camera, turn);
                if cost < best.0 - 1e-9 {
                    best = (cost, camera);
                }
            }
        }
        best.1
    }

    /// An orthographic camera that looks straight at what faces the direction `back`.
    pub fn straight(back: DVec3) -> Self {
        let back = back.normalize_or(DVec3::Z);
        let (azimuth, elevation) = (back.x.atan2(back.z), back.y.clamp(-1.0, 1.0).asin());
        Self { azimuth, elevation, orthographic: true, ..Self::default() }
    }

    /// The same camera in a world in which this axis points up. A parallel view goes on looking along the same line, and not from
    /// below; of the standard views of that world the nearest takes the place of any other.
    pub fn upright(self, up: Up) -> Self {
        if up == self.up {
            return self;
        }
        let back = self.axes().back;
        if self.orthographic {
            let (azimuth, elevation) = up.angles(if back.dot(up.direction()) < -1e-9 { -back } else { back });
            return Self { up, azimuth, elevation, ..self };
        }
        let start = Self { up, ..Self::default() };
        let turned = |degrees: f64| Self { azimuth: start.azimuth + degrees.to_radians(), ..start };
        let near = |camera: &Self| camera.axes().back.dot(back).abs();
        let views = TURNS.map(turned);
        let best = views.into_iter().max_by(|a, b| near(a).total_cmp(&near(b))).unwrap_or(start);
        Self { up, azimuth: best.azimuth, elevation: best.elevation, ..self }
    }

    /// The same camera looking from a standard side.
    pub fn looking(mut self, view: ViewFrom) -> Self {
        (self.azimuth, self.elevation) = view.angles();
        self
    }

    /// An orthographic camera for scenes in the plane z = 0.
    pub fn flat() -> Self {
        Self { azimuth: 0.0, elevation: 0.0, orthographic: true, ..Self::default() }
    }

    /// The same direction of view, moved so that `bounds` fill a pane of `aspect` (width over height) but for `margin`
    /// (a share of the pane on each side). Exact: no other place of the eye shows them larger.
    pub fn framing(mut self, bounds: &Bounds, aspect: f64, margin: f64) -> Self {
        let Some(center) = bounds.center() else { return self };
        let axes = self.axes();
        let ty = (self.fov * 0.5).tan() * (1.0 - 2.0 * margin).max(0.1);
        let tx = ty * aspect.clamp(0.05, 20.0);
        let lean = |t: f64| if self.orthographic { 0.0 } else { t };
        let mut reach = [f64::NEG_INFINITY; 4]; // x+, x−, y+, y−: how far each side of the view must stand off
        let mut depth = [f64::INFINITY, f64::NEG_INFINITY];
        for &point in &bounds.in_view() {
            let p = point - center;
            let (x, y, z) = (p.dot(axes.right), p.dot(axes.up), p.dot(axes.back));
            let sides = [x + z * lean(tx), -x + z * lean(tx), y + z * lean(ty), -y + z * lean(ty)];
            for (kept, side) in reach.iter_mut().zip(sides) {
                *kept = kept.max(side);
            }
            depth = [depth[0].min(z), depth[1].max(z)];
        }
        let middle = 0.5 * (depth[0] + depth[1]);
        let (cx, cy) = (0.5 * (reach[0] - reach[1]), 0.5 * (reach[2] - reach[3]));
        let wanted = ((reach[0] + reach[1]) / (2.0 * tx)).max((reach[2] + reach[3]) / (2.0 * ty));
        let from_middle = if self.orthographic { wanted } else { wanted - middle };
        let thick = 0.5 * (depth[1] - depth[0]);
        // a single point has no size: show it in a space of its own magnitude's rounding, or of a meter at the origin
        let least = (bounds.magnitude() * 1e-13).max(f64::MIN_POSITIVE * 1e30);
        let distance = from_middle.max(thick * 1.02 / (1.0 - NEAR));
        self.distance = if distance > least { distance } else { bounds.fallback_size() / ty };
        self.target = center + axes.right * cx + axes.up * cy + axes.back * middle;
        self
    }
}

/// Where axes and scale stand in a pane, points from its lower corners.
const AXES: DVec2 = DVec2::new(62.0, 62.0);
const SCALE: DVec2 = DVec2::new(150.0, 34.0);

/// Of a plane: the camera that `framing` makes for a margin, with a wider margin where a point of `bounds` would lie below the axes
/// or the scale of a pane of `size` points.
pub fn clear_of_axes(bounds: &Bounds, size: DVec2, margin: f64, framing: impl Fn(f64) -> Camera) -> Camera {
    let points = bounds.in_view();
    let is_clear = |camera: &Camera| {
        let axes = camera.axes();
        let per_meter = 0.5 * size.y / camera.half_height();
        points.iter().all(|p| {
            let off = *p - camera.target;
            let at = 0.5 * size + DVec2::new(off.dot(axes.right), off.dot(axes.up)) * per_meter;
            let on_scale = at.x > size.x - SCALE.x && at.y < SCALE.y;
            !(at.cmplt(AXES).all() || on_scale)
        })
    };
    let wider = (0..=6).map(|k| framing(margin + 0.02 * f64::from(k)));
    wider.into_iter().find(is_clear).unwrap_or_else(|| framing(margin))
}

#[cfg(test)]
mod tests;
