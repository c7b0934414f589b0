//! Drawing of an axis next to the bodies, with both projections.

use glam::{DVec2, DVec3};

use super::Shadows;
use crate::answer::number;
use crate::picture::{Form, Picture, Role};

/// Distance of an axis below the bodies, as a share of their size.
const RAIL: f64 = 0.11;

/// Thickness of the bars on the axis, as a share of the bodies' size.
const BAR: f64 = 0.034;

/// Lowest mark, the name of the separation, as a share of the bodies' size.
const LOWEST: f64 = RAIL + 3.2 * BAR;

/// Additional space for that name at a vertical axis: words are wider than high.
const WORDS: f64 = 0.15;

/// Length of the projections below which the axis is extended, so that overlapping ticks are visible, and the
/// extension, both as shares of the bodies' size.
const SHORT: f64 = 0.1;
const FURTHER: f64 = 0.12;

/// Length of the arrow of an axis at the feature that defines it, as a share of the bodies' size.
const ARROW: f64 = 0.25;

/// Approximate ratio of a pane's width to its height.
const ASPECT: f64 = 0.8;

/// Share of the space needed below at which an axis is moved above the bodies.
const WORTH: f64 = 0.985;

/// Position of the drawn axes: below the bodies, in the viewing plane.
#[derive(Clone, Debug)]
pub struct Rail {
    /// Origin of A, world, from which projections are measured.
    home: DVec3,
    /// Vertices of A and of B, world.
    corners: [Vec<DVec3>; 2],
    /// Direction from the bodies to the eye.
    toward: DVec3,
    /// Diagonal of the box around both bodies, meters.
    size: f64,
    /// Rounding error of a separation, meters.
    rounding: f64,
}

impl Rail {
    /// Rail of bodies with these vertices (world), whose projections are measured from `home`, for an eye in direction
    /// `toward`.
    pub fn new(home: DVec3, corners: [Vec<DVec3>; 2], toward: DVec3, rounding: f64) -> Self {
        let mut rail = Self { home, corners, toward, size: 0.0, rounding };
        let low = rail.all().reduce(DVec3::min).unwrap_or_default();
        let high = rail.all().reduce(DVec3::max).unwrap_or_default();
        rail.size = (high - low).length();
        rail
    }

    /// Direction from the bodies to the eye.
    pub fn toward(&self) -> DVec3 {
        self.toward
    }

    /// Rail of the same bodies for an eye in direction `toward`.
    #[must_use]
    pub fn seen_from(&self, toward: DVec3) -> Self {
        Self { toward, ..self.clone() }
    }

    /// Whether A (0) or B (1) is a segment or a point, which has no sides.
    pub fn is_thin(&self, body: usize) -> bool {
        self.corners[body].len() < 3
    }

    /// Vertices of both bodies, world.
    pub fn bodies(&self) -> Vec<DVec3> {
        self.all().collect()
    }

    fn all(&self) -> impl Iterator<Item = DVec3> + '_ {
        self.corners.iter().flatten().copied()
    }

    /// Decides for each axis whether it is above or below the bodies, so that all of them need the least space. The
    /// axis with the largest separation is below.
    pub fn settle(&self, lines: &mut [Shadows]) {
        let right = DVec3::Y.cross(self.toward).try_normalize().unwrap_or(DVec3::X);
        let axes = [right, self.toward.cross(right)];
        let mut room = self.all().fold([DVec2::INFINITY, DVec2::NEG_INFINITY], |room, p| self.grown(room, axes, p));
        let mut order: Vec<usize> = (0..lines.len()).collect();
        order.sort_by(|i, j| lines[*j].gap().total_cmp(&lines[*i].gap()));
        for (place, line) in order.into_iter().enumerate() {
            let line = &mut lines[line];
            let [below, above] = [false, true].map(|above| {
                line.above = above;
                self.ends(line).into_iter().fold(room, |room, p| self.grown(room, axes, p))
            });
            line.above = place > 0 && space_of(above) < WORTH * space_of(below);
            room = if line.above { above } else { below };
        }
    }

    /// Box in the viewing plane that also contains a point.
    fn grown(&self, [low, high]: [DVec2; 2], axes: [DVec3; 2], p: DVec3) -> [DVec2; 2] {
        let flat = DVec2::from(axes.map(|axis| axis.dot(p - self.home)));
        [low.min(flat), high.max(flat)]
    }

    /// Direction from the axis to the bodies, perpendicular to it, in the viewing plane.
    fn up(&self, line: &Shadows) -> DVec3 {
        let n = line.normal;
        let side = self.toward.cross(n);
        let side = if side.length() < 0.05 { DVec3::Y - n * n.y } else { side };
        let side = side.try_normalize().unwrap_or_else(|| n.any_orthonormal_vector());
        let is_down = side.y < -1e-9 || side.y.abs() <= 1e-9 && side.x < 0.0;
        if is_down != line.above { -side } else { side }
    }

    /// Point at `x` along the axis, at distance `down` below the bodies as a share of their size.
    fn at(&self, line: &Shadows, x: f64, down: f64) -> DVec3 {
        let up = self.up(line);
        let low = self.all().map(|p| up.dot(p - self.home)).fold(f64::INFINITY, f64::min).min(0.0);
        self.home + line.normal * x + up * (low - down * self.size)
    }

    /// Ends of the axis's arrow, and the lowest points drawn below it.
    pub fn ends(&self, line: &Shadows) -> [DVec3; 4] {
        let first = line.a[0].min(line.b[0]);
        let last = line.a[1].max(line.b[1]);
        let further = if last - first < SHORT * self.size { FURTHER } else { 0.0 };
        let [tail, tip] = [first - (0.04 + further) * self.size, last + (0.1 + further) * self.size];
        let upright = DVec3::Y.cross(self.toward).normalize_or_zero().dot(self.up(line)).abs();
        let lowest = LOWEST + WORDS * upright;
        [self.at(line, tail, RAIL), self.at(line, tip, RAIL), self.at(line, first, lowest), self.at(line, last, lowest)]
    }

    /// Arrow of an axis at the feature that defines it: from a face or edge of A, to one of B.
    pub fn arrow_at_feature(&self, line: &Shadows, features: &[Vec<DVec3>; 2]) -> [DVec3; 2] {
        let along = line.normal * (ARROW * self.size);
        match [0, 1].map(|body| middle(&features[body])) {
            [Some(from), _] => [from, from + along],
            [None, Some(to)] => [to - along, to],
            [None, None] => {
                let [tail, tip, ..] = self.ends(line);
                [tail, tip]
            }
        }
    }

    /// Points that the arrow of an axis at its feature needs, wherever the feature is on the bodies' supporting planes.
    pub fn arrow_space(&self, line: &Shadows) -> impl Iterator<Item = DVec3> + use<> {
        let near = 1e-6 * self.size;
        let ends = [line.a[1], line.b[0]];
        let features = [0, 1].map(|body: usize| {
            let is_at_end = |p: &&DVec3| (line.normal.dot(**p - self.home) - ends[body]).abs() <= near;
            self.corners[body].iter().filter(is_at_end).copied().collect::<Vec<_>>()
        });
        let [a, b] = features;
        let from_a = self.arrow_at_feature(line, &[a, Vec::new()]);
        let to_b = self.arrow_at_feature(line, &[Vec::new(), b]);
        from_a.into_iter().chain(to_b)
    }

    /// Points that a figure of an axis shows: the bodies, and the axis at its feature or with the projections.
    pub fn shown(&self, line: &Shadows, features: &[Vec<DVec3>; 2], shadows: bool) -> Vec<DVec3> {
        let bodies = self.all();
        match shadows {
            true => bodies.chain(self.ends(line)).collect(),
            false => bodies.chain(self.arrow_at_feature(line, features)).collect(),
        }
    }

    /// Adds the axis as an arrow at the feature that defines it.
    pub fn draw_at_feature(&self, world: &mut Picture, line: &Shadows, features: &[Vec<DVec3>; 2]) {
        let [tail, tip] = self.arrow_at_feature(line, features);
        world.arrow(Role::Axis, "axis", tail, tip);
        // The name is at the free end, away from the name of the feature.
        let free = if features[0].is_empty() && !features[1].is_empty() { tail } else { tip };
        world.label(Role::Axis, "axis", free, line.label());
    }

    /// Adds the axis below the bodies with the projections as bars on it, the separation or the overlap, and the points
    /// that bound it. The separation is a band from the axis up to the facing features, whose vertices are `touched`.
    pub fn draw(&self, world: &mut Picture, line: &Shadows, touched: &[DVec3]) {
        self.draw_projections(world, line);
        self.draw_gap(world, line, touched);
    }

    /// Adds the axis below the bodies with the projections as bars on it, and the points that bound them. A projection
    /// without length is a dot.
    pub fn draw_projections(&self, world: &mut Picture, line: &Shadows) {
        let [tail, tip, ..] = self.ends(line);
        world.label(Role::Axis, "axis", tip, line.label());
        let from = line.a[1];
        let to = line.b[0];
        let apart = line.gap() >= -self.rounding;
        if apart {
            // The bars cover the axis.
            world.segment(Role::Axis, "axis", tail, self.at(line, line.a[0], RAIL));
            world.arrow(Role::Axis, "axis", self.at(line, line.b[1], RAIL), tip);
        } else {
            world.arrow(Role::Axis, "axis", tail, tip);
        }
        // Overlapping bars are on both sides of the axis.
        let side =
            |shift: f64| if apart { [RAIL - 0.5 * BAR, RAIL + 0.5 * BAR] } else { [RAIL + shift - BAR, RAIL + shift] };
        let bars = [(Role::ShapeA, "shadow/a", line.a, side(0.0)), (Role::ShapeB, "shadow/b", line.b, side(BAR))];
        for (role, key, [low, high], [top, bottom]) in bars {
            let corners =
                [(low, top), (high, top), (high, bottom), (low, bottom)].map(|(x, down)| self.at(line, x, down));
            match high - low <= self.rounding {
                true => world.point(role, key, corners[0].midpoint(corners[2])),
                false => world.add(role, key, Form::Polygon(corners.to_vec())),
            }
        }
        for (role, support, x) in [(Role::ShapeA, line.supports[0], from), (Role::ShapeB, line.supports[1], to)] {
            world.point(role, "support", support);
            world.segment(Role::Text, "drop", support, self.at(line, x, RAIL));
        }
        for (body, x) in [line.a[0], line.b[1]].into_iter().enumerate() {
            if let Some(corner) = self.farthest(line, body, x) {
                world.segment(Role::Text, "drop", corner, self.at(line, x, RAIL));
            }
        }
    }

    /// Adds the separation as a band, or the overlap, with its length; a line where it is zero to rounding.
    fn draw_gap(&self, world: &mut Picture, line: &Shadows, touched: &[DVec3]) {
        let from = line.a[1];
        let to = line.b[0];
        let gap = line.gap();
        let role = if gap < -self.rounding { Role::Penetration } else { Role::Gap };
        let lowest = self.at(line, from, RAIL + 1.6 * BAR);
        let up = self.up(line);
        let foot = up.dot(lowest - self.home);
        let reach = match role {
            Role::Gap => touched.iter().chain(&line.supports).map(|p| up.dot(*p - self.home)).fold(foot, f64::max),
            _ => foot + 3.2 * BAR * self.size,
        };
        let place = |x: f64, height: f64| self.home + line.normal * x + up * height;
        let label = self.at(line, 0.5 * (from + to), LOWEST);
        if gap.abs() <= self.rounding {
            // The line shows where both projections end; its length has no meaning.
            world.segment(role, "common end", place(from, foot), place(from, reach));
            return world.label(role, "gap", label, "gap = 0 m");
        }
        let corners = [(from, foot), (to, foot), (to, reach), (from, reach)];
        world.add(role, "gap", Form::Polygon(corners.map(|(x, height)| place(x, height)).to_vec()));
        let name = if gap > 0.0 { "gap" } else { "overlap" };
        world.label(role, "gap", label, format!("{name} = {}", number::length(gap.abs())));
        world.magnify(self.at(line, 0.5 * (from + to), RAIL), 0.75 * gap.abs());
    }

    /// Vertex of a body at the end `x` of its projection; of several, the one nearest to the drawn axis.
    fn farthest(&self, line: &Shadows, body: usize, x: f64) -> Option<DVec3> {
        let up = self.up(line);
        let near = 1e-6 * self.size;
        let ends = self.corners[body].iter().filter(|p| (line.normal.dot(**p - self.home) - x).abs() <= near);
        ends.min_by(|p, q| up.dot(**p).total_cmp(&up.dot(**q))).copied()
    }
}

/// Mean of some points; `None` without points.
fn middle(points: &[DVec3]) -> Option<DVec3> {
    (!points.is_empty()).then(|| points.iter().sum::<DVec3>() / points.len() as f64)
}

/// Side of the smallest pane of the fixed aspect ratio that shows a box.
fn space_of([low, high]: [DVec2; 2]) -> f64 {
    (high.x - low.x).max(ASPECT * (high.y - low.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Bounds;
    use crate::snapshot::sat::Axis;

    /// Two unit squares in the plane of the picture, 0.25 m apart along x.
    fn apart() -> (Rail, Shadows) {
        let square = |x: f64| [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(u, v)| DVec3::new(x + u, v, 0.0));
        let corners = [square(0.0), square(1.25)].map(Vec::from);
        let line = Shadows {
            name: String::from("a1"),
            words: String::new(),
            axis: Some(Axis::FaceA(0)),
            group: 0,
            normal: DVec3::X,
            a: [0.0, 1.0],
            b: [1.25, 2.25],
            supports: [DVec3::new(1.0, 0.5, 0.0), DVec3::new(1.25, 0.5, 0.0)],
            taken: true,
            above: false,
        };
        (Rail::new(DVec3::ZERO, corners, DVec3::Z, 1e-12), line)
    }

    #[test]
    fn the_gap_is_a_band_from_edge_to_edge_and_bars_lie_on_the_line() {
        let (rail, line) = apart();
        let mut world = Picture::default();
        rail.draw(&mut world, &line, &[DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.25, 1.0, 0.0)]);
        let polygon = |role: Role| {
            let form = world.marks.iter().find(|mark| mark.role == role).map(|mark| &mark.form);
            let Some(Form::Polygon(points)) = form else { panic!("{role:?}: {form:?}") };
            let low = points.iter().copied().reduce(DVec3::min).unwrap();
            (low, points.iter().copied().reduce(DVec3::max).unwrap())
        };
        let (low, high) = polygon(Role::Gap);
        assert_eq!((low.x, high.x, high.y), (1.0, 1.25, 1.0), "daylight, up to the upper end of both edges");
        let [a, b] = [polygon(Role::ShapeA), polygon(Role::ShapeB)];
        let axis = rail.ends(&line)[0].y;
        assert_eq!([a.0.x, a.1.x, b.0.x, b.1.x], [0.0, 1.0, 1.25, 2.25]);
        assert!(a.0.y < axis && a.1.y > axis && a.1.y < 0.0, "on the line, below the bodies: {a:?} {axis}");
        assert!(low.y < a.0.y, "the band goes down to the line");
    }

    #[test]
    fn what_is_kept_free_holds_all_that_is_drawn() {
        let (rail, line) = apart();
        let mut world = Picture::default();
        rail.draw(&mut world, &line, &[]);
        let mut room = Picture::default();
        room.reserve(rail.ends(&line).into_iter().chain(rail.all()));
        let [low, high] = Bounds::of(&room).corners().unwrap();
        let [least, most] = Bounds::of(&world).corners().unwrap();
        assert!(low.cmple(least + 1e-9).all() && high.cmpge(most - 1e-9).all(), "{low} {least} {most} {high}");
    }
}
