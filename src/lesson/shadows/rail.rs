//! A line drawn beside the bodies, with both shadows on it.

use glam::{DVec2, DVec3};

use super::Shadows;
use crate::answer::number;
use crate::picture::{Form, Picture, Role};

/// How far below the bodies a line is, as a share of their size.
const RAIL: f64 = 0.08;

/// How thick the bars on it are.
const BAR: f64 = 0.034;

/// The lowest that is drawn: the name of the gap.
const LOWEST: f64 = RAIL + 3.2 * BAR;

/// Beside a line that stands upright the name of the gap needs so much more room: words are wider than high.
const WORDS: f64 = 0.15;

/// An arrow of a line on which shadows have no more length than this goes on so far: ticks that lie on one another are to be seen.
const SHORT: f64 = 0.1;
const FURTHER: f64 = 0.12;

/// How wide a pane is beside its height, about.
const ASPECT: f64 = 0.8;

/// A line is drawn above the bodies if so large a share of the room below is enough for that.
const WORTH: f64 = 0.985;

/// Where lines are drawn: below the bodies, in the plane that is looked at.
#[derive(Clone, Debug)]
pub struct Rail {
    /// A's origin in the world, from which shadows are measured.
    home: DVec3,
    /// Corners of A and of B in the world.
    corners: [Vec<DVec3>; 2],
    /// From the bodies to the eye.
    toward: DVec3,
    /// The diagonal of the box around both bodies.
    size: f64,
    /// What a gap may be off by, meters.
    rounding: f64,
}

impl Rail {
    /// Beside bodies with these corners, measured from `home`, for an eye in direction `toward`; gaps are known within `rounding`.
    pub fn new(home: DVec3, corners: [Vec<DVec3>; 2], toward: DVec3, rounding: f64) -> Self {
        let mut rail = Self { home, corners, toward, size: 0.0, rounding };
        let low = rail.all().reduce(DVec3::min).unwrap_or_default();
        let high = rail.all().reduce(DVec3::max).unwrap_or_default();
        rail.size = (high - low).length();
        rail
    }

    /// The corners of both bodies.
    fn all(&self) -> impl Iterator<Item = DVec3> + '_ {
        self.corners.iter().flatten().copied()
    }

    /// Puts each line on that side of the bodies where all of them together take the least room: so the bodies are as large
    /// as they can be. The one with the largest gap lies below.
    pub fn settle(&self, lines: &mut [Shadows]) {
        let right = DVec3::Y.cross(self.toward).try_normalize().unwrap_or(DVec3::X);
        let axes = [right, self.toward.cross(right)];
        let flat = |p: DVec3| DVec2::from(axes.map(|axis| axis.dot(p - self.home)));
        let around = |room: [DVec2; 2], p: DVec3| [room[0].min(flat(p)), room[1].max(flat(p))];
        let mut room = self.all().fold([DVec2::INFINITY, DVec2::NEG_INFINITY], around);
        let takes = |[low, high]: [DVec2; 2]| (high.x - low.x).max(ASPECT * (high.y - low.y));
        let mut order: Vec<usize> = (0..lines.len()).collect();
        order.sort_by(|i, j| lines[*j].gap().total_cmp(&lines[*i].gap()));
        for (place, line) in order.into_iter().enumerate() {
            let line = &mut lines[line];
            let [below, above] = [false, true].map(|above| {
                line.above = above;
                self.ends(line).into_iter().fold(room, around)
            });
            line.above = place > 0 && takes(above) < WORTH * takes(below);
            room = if line.above { above } else { below };
        }
    }

    /// From the line towards the bodies, perpendicular to it, in the plane that is looked at.
    fn up(&self, line: &Shadows) -> DVec3 {
        let n = line.normal;
        let side = self.toward.cross(n);
        let side = if side.length() < 0.05 { DVec3::Y - n * n.y } else { side };
        let side = side.try_normalize().unwrap_or_else(|| n.any_orthonormal_vector());
        let is_down = side.y < -1e-9 || side.y.abs() <= 1e-9 && side.x < 0.0;
        if is_down != line.above { -side } else { side }
    }

    /// The point at `x` along the line, so much below the bodies as a share of their size.
    fn at(&self, line: &Shadows, x: f64, down: f64) -> DVec3 {
        let up = self.up(line);
        let low = self.all().map(|p| up.dot(p - self.home)).fold(f64::INFINITY, f64::min).min(0.0);
        self.home + line.normal * x + up * (low - down * self.size)
    }

    /// Where the arrow of a line begins and ends, and the lowest that is drawn on it.
    pub fn ends(&self, line: &Shadows) -> [DVec3; 4] {
        let (first, last) = (line.a[0].min(line.b[0]), line.a[1].max(line.b[1]));
        let further = if last - first < SHORT * self.size { FURTHER } else { 0.0 };
        let [tail, tip] = [first - (0.04 + further) * self.size, last + (0.1 + further) * self.size];
        let upright = DVec3::Y.cross(self.toward).normalize_or_zero().dot(self.up(line)).abs();
        let lowest = LOWEST + WORDS * upright;
        [self.at(line, tail, RAIL), self.at(line, tip, RAIL), self.at(line, first, lowest), self.at(line, last, lowest)]
    }

    /// Draws the line; with `shadows` also these, as bars that lie on it, the gap or the overlap, and the points that bound it.
    /// The gap is a band from the line up to the faces or edges that face each other, whose corners are `touched`.
    pub fn draw(&self, world: &mut Picture, line: &Shadows, touched: &[DVec3], shadows: bool) {
        let [tail, tip, ..] = self.ends(line);
        world.label(Role::Axis, "axis", tip, "n");
        if !shadows {
            return world.arrow(Role::Axis, "axis", tail, tip);
        }
        let at = |x: f64, down: f64| self.at(line, x, down);
        let (from, to, apart) = (line.a[1], line.b[0], line.gap() > 0.0);
        if apart {
            // The bars lie on the line, and cover it.
            world.segment(Role::Axis, "axis", tail, at(line.a[0], RAIL));
            world.arrow(Role::Axis, "axis", at(line.b[1], RAIL), tip);
        } else {
            world.arrow(Role::Axis, "axis", tail, tip);
        }
        // Bars that overlap lie on either side of the line.
        let side =
            |shift: f64| if apart { [RAIL - 0.5 * BAR, RAIL + 0.5 * BAR] } else { [RAIL + shift - BAR, RAIL + shift] };
        let bars =
            [(Role::Reference, "shadow/a", line.a, side(0.0)), (Role::ReferenceB, "shadow/b", line.b, side(BAR))];
        for (role, key, [low, high], [top, bottom]) in bars {
            let corners = [(low, top), (high, top), (high, bottom), (low, bottom)].map(|(x, down)| at(x, down));
            world.add(role, key, Form::Polygon(corners.to_vec()));
        }
        for (support, x) in [(line.supports[0], from), (line.supports[1], to)] {
            world.point(Role::NewSupport, "support", support);
            world.segment(Role::Last, "drop", support, at(x, RAIL));
        }
        for (body, x) in [line.a[0], line.b[1]].into_iter().enumerate() {
            if let Some(corner) = self.farthest(line, body, x) {
                world.segment(Role::Last, "drop", corner, at(x, RAIL));
            }
        }
        let (role, lowest) = (if apart { Role::Gap } else { Role::Penetration }, at(from, RAIL + 1.6 * BAR));
        let up = self.up(line);
        let foot = up.dot(lowest - self.home);
        let reach = match apart {
            true => touched.iter().chain(&line.supports).map(|p| up.dot(*p - self.home)).fold(foot, f64::max),
            false => foot + 3.2 * BAR * self.size,
        };
        let corners = [(from, foot), (to, foot), (to, reach), (from, reach)];
        let band = corners.map(|(x, height)| self.home + line.normal * x + up * height).to_vec();
        world.add(role, "gap", Form::Polygon(band));
        let text = match line.gap() {
            gap if gap.abs() <= self.rounding => String::from("0"),
            gap => number::length(gap.abs()).text,
        };
        world.label(role, "gap", at(0.5 * (from + to), LOWEST), text);
    }

    /// The corner of a body where its shadow ends at `x`; of several the one nearest to the line that is drawn.
    fn farthest(&self, line: &Shadows, body: usize, x: f64) -> Option<DVec3> {
        let (up, near) = (self.up(line), 1e-6 * self.size);
        let ends = self.corners[body].iter().filter(|p| (line.normal.dot(**p - self.home) - x).abs() <= near);
        ends.min_by(|p, q| up.dot(**p).total_cmp(&up.dot(**q))).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Bounds;

    /// Two unit squares in the plane of the picture, 0.25 m apart along x.
    fn apart() -> (Rail, Shadows) {
        let square = |x: f64| [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(u, v)| DVec3::new(x + u, v, 0.0));
        let corners = [square(0.0), square(1.25)].map(Vec::from);
        let line = Shadows {
            name: String::from("a1"),
            words: String::new(),
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
        rail.draw(&mut world, &line, &[DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.25, 1.0, 0.0)], true);
        let polygon = |role: Role| {
            let form = world.marks.iter().find(|mark| mark.role == role).map(|mark| &mark.form);
            let Some(Form::Polygon(points)) = form else { panic!("{role:?}: {form:?}") };
            let low = points.iter().copied().reduce(DVec3::min).unwrap();
            (low, points.iter().copied().reduce(DVec3::max).unwrap())
        };
        let (low, high) = polygon(Role::Gap);
        assert_eq!((low.x, high.x, high.y), (1.0, 1.25, 1.0), "daylight, up to the upper end of both edges");
        let ([a, b], axis) = ([polygon(Role::Reference), polygon(Role::ReferenceB)], rail.ends(&line)[0].y);
        assert_eq!([a.0.x, a.1.x, b.0.x, b.1.x], [0.0, 1.0, 1.25, 2.25]);
        assert!(a.0.y < axis && a.1.y > axis && a.1.y < 0.0, "on the line, below the bodies: {a:?} {axis}");
        assert!(low.y < a.0.y, "the band goes down to the line");
    }

    #[test]
    fn what_is_kept_free_holds_all_that_is_drawn() {
        let (rail, line) = apart();
        let mut world = Picture::default();
        rail.draw(&mut world, &line, &[], true);
        let room = Picture {
            marks: vec![crate::picture::Mark {
                role: Role::Grid,
                key: "rails".into(),
                form: Form::Room(rail.ends(&line).into_iter().chain(rail.all()).collect()),
            }],
        };
        let ([low, high], [least, most]) =
            (Bounds::of(&room).corners().unwrap(), Bounds::of(&world).corners().unwrap());
        assert!(low.cmple(least + 1e-9).all() && high.cmpge(most - 1e-9).all(), "{low} {least} {most} {high}");
    }
}
