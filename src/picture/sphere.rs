//! The sphere of directions (the Gauss map) as a flat drawing. A face is a point, its outward normal; an edge is the
//! great-circle arc between the normals of its two faces; where arcs of two bodies cross, their difference has a face.
//!
//! The far half is seen through the near one: its lines are thin and faint, its points hollow, its labels omitted. The
//! projection is parallel, so that the outline is a great circle.

mod key;

use glam::{DVec2, DVec3};

use super::flat::{Draw, Flat, Stroke};
use super::marks::curve_points::{arc_points, circle_points, links, ring_points};
use super::marks::theme::{Ink, faded};
use super::{Camera, Form, Lens, Mark, Marker, Picture, Role, Theme, layer};

/// Opacity of the far half.
const FAR_OPACITY: f64 = 0.3;

/// Width factor of the current arcs.
const STRONG_WIDTH: f64 = 2.0;

/// Width factor of lines on the far half.
const FAR_WIDTH: f64 = 0.6;

/// Radius factor of points on the far half.
const FAR_RADIUS: f64 = 0.8;

/// Number of discs that shade the sphere.
const SHADES: i32 = 5;

/// Radius of the ring around a point that is the subject of the step, points.
const SUBJECT_RING: f64 = 11.0;

/// Radius of that point, points.
const SUBJECT_RADIUS: f32 = 6.0;

/// Radius of hollow points, points.
const HOLLOW_RADIUS: f64 = 4.4;

/// Dashes of the second body's arcs, which distinguish them from the first's without relying on color, points.
const DASHES_OF_B: &[f32] = &[6.0, 3.5];

/// Flattens a picture of directions, leaving the first `top` points free.
pub fn flatten(picture: &Picture, camera: &Camera, size: DVec2, theme: Theme, top: f64) -> Flat {
    let camera = Camera { orthographic: true, ..*camera };
    let size = DVec2::new(size.x, (size.y - top).max(1.0));
    let mut painter = Painter { lens: camera.lens(), size, top, theme, flat: Flat::default() };
    painter.disc();
    let mut order: Vec<usize> = (0..picture.marks.len()).collect();
    order.sort_by_key(|&i| (!is_line(&picture.marks[i].form), layer(picture.marks[i].role)));
    for far in [true, false] {
        for &i in &order {
            painter.mark(i, &picture.marks[i], far);
        }
    }
    painter.key(picture);
    painter.flat
}

/// Whether a form is drawn below points.
fn is_line(form: &Form) -> bool {
    !matches!(form, Form::Point(_) | Form::Label { .. })
}

/// Whether points of this role are the subject of the step.
pub(super) fn is_chosen(role: Role) -> bool {
    matches!(role, Role::Axis | Role::Normal | Role::Simplex)
}

/// Marker of roles whose points on the sphere are hollow: crossings of arcs, where the difference has a face that is
/// not yet tested.
pub fn hollow(role: Role) -> Option<Marker> {
    (role == Role::Difference).then_some(Marker::Diamond)
}

/// Drawing of a sphere in one pane.
struct Painter {
    lens: Lens,
    /// Size of the area below the part that is left free, points.
    size: DVec2,
    /// Height that is left free at the top, points.
    top: f64,
    theme: Theme,
    flat: Flat,
}

impl Painter {
    /// Position of a direction in the pane, points.
    fn project(&self, p: DVec3) -> Option<DVec2> {
        self.lens.project(p, self.size).map(|at| at + DVec2::new(0.0, self.top))
    }

    /// Whether a direction is on the far half.
    fn is_far(&self, p: DVec3) -> bool {
        self.lens.direction_to_view(p).z < 0.0
    }

    /// Draws the sphere as a disc, lighter towards the light.
    fn disc(&mut self) {
        let paper = self.theme.paper();
        let axes = *self.lens.axes();
        let light = (axes.up * 0.8 - axes.right * 0.6) * 0.3;
        for k in 0..SHADES {
            let t = f64::from(k) / f64::from(SHADES);
            let rim = circle_points(light * t, axes.back, 1.0 - 0.3 * t);
            let points: Option<Vec<DVec2>> = rim.into_iter().map(|p| self.project(p)).collect();
            let Some(mut points) = points else { return };
            // A darker disc, lightened in steps towards the light.
            let color = if k == 0 { faded(paper.text, 0.05) } else { faded(paper.pane, 0.25) };
            self.flat.under.push(Draw::Fill { points: points.clone(), color, sharp: false });
            if k == 0 {
                points.push(points[0]);
                let color = paper.hairline;
                self.flat.under.push(Draw::Line { points, color, width: 1.2, dash: &[], phase: 0.0 });
            }
        }
    }

    /// Draws the far or the near half of a mark.
    fn mark(&mut self, index: usize, mark: &Mark, far: bool) {
        let ink = self.theme.ink(mark.role);
        let dash = if mark.role == Role::ShapeB { DASHES_OF_B } else { ink.dash };
        let style = Stroke { dash, ..Stroke::of(&ink) };
        match &mark.form {
            Form::Point(p) => self.point(index, mark.role, *p, far),
            Form::Arc { from, to, strong } => {
                let width = if *strong { STRONG_WIDTH } else { 1.0 };
                self.chain(index, &arc_points(*from, *to), &ink, Stroke { width, ..style }, far);
            }
            Form::Polyline { points, closed } => {
                let points: Vec<DVec3> = links(points, *closed).flat_map(|[a, b]| arc_points(a, b)).collect();
                self.chain(index, &points, &ink, style, far);
            }
            Form::Circle { center, normal, radius } => {
                let mut points = circle_points(*center, normal.try_normalize().unwrap_or(DVec3::Z), *radius);
                points.push(points[0]);
                self.chain(index, &points, &ink, style, far);
            }
            Form::Segment([a, b]) | Form::Arrow { from: a, to: b } if self.is_far(*b) == far => {
                if let (Some(a), Some(b)) = (self.project(*a), self.project(*b)) {
                    let arrow = matches!(mark.form, Form::Arrow { .. });
                    self.flat.stroke(index, vec![a, b], &ink, Stroke { arrow, ..style });
                }
            }
            Form::Label { at, .. } if !far && !self.is_far(*at) => {
                self.flat.words.extend(self.project(*at).map(|at| (index, at)));
            }
            _ => {}
        }
    }

    /// Draws the links of a chain in one half.
    fn chain(&mut self, index: usize, points: &[DVec3], ink: &Ink, style: Stroke, far: bool) {
        let style = if far { Stroke { width: FAR_WIDTH, strength: FAR_OPACITY, ..style } } else { style };
        let mut run: Vec<DVec2> = Vec::new();
        for [a, b] in links(points, false) {
            let za = self.lens.direction_to_view(a).z;
            let zb = self.lens.direction_to_view(b).z;
            let horizon = a.lerp(b, za / (za - zb));
            let ends = match ((za < 0.0) == far, (zb < 0.0) == far) {
                (true, true) => [a, b],
                (true, false) => [a, horizon],
                (false, true) => [horizon, b],
                (false, false) => continue,
            };
            let [Some(from), Some(to)] = ends.map(|p| self.project(p)) else { continue };
            if run.last().is_none_or(|last| last.distance(from) > 1e-6) {
                let whole = std::mem::replace(&mut run, vec![from]);
                self.flat.stroke(index, whole, ink, style);
            }
            run.push(to);
        }
        self.flat.stroke(index, run, ink, style);
    }

    /// Draws a point, if it is in this half.
    fn point(&mut self, index: usize, role: Role, p: DVec3, far: bool) {
        if self.is_far(p) != far {
            return;
        }
        let Some(at) = self.project(p) else { return };
        let ink = self.theme.ink(role);
        let paper = self.theme.paper();
        let radius = f64::from(ink.size);
        if far {
            let marker = Marker::Ring;
            let color = super::marks::theme::over(faded(ink.stroke, FAR_OPACITY), paper.pane);
            let draw = Draw::Dot { at, marker, radius: radius * FAR_RADIUS, color, rim: paper.pane };
            return self.flat.push(index, draw);
        }
        if is_chosen(role) {
            let ring = ring_points(at, SUBJECT_RING);
            self.flat.stroke(index, ring, &ink, Stroke { dash: &[], ..Stroke::of(&ink) });
            self.flat.dots.push((at, SUBJECT_RING + 1.0));
            let ink = Ink { size: SUBJECT_RADIUS, ..ink };
            return self.flat.dot(index, at, &ink, Marker::Diamond, self.theme);
        }
        if let Some(marker) = hollow(role) {
            self.flat.dots.push((at, radius + 2.0));
            let draw = Draw::Dot { at, marker, radius: HOLLOW_RADIUS, color: paper.pane, rim: ink.stroke };
            return self.flat.push(index, draw);
        }
        self.flat.dot(index, at, &ink, ink.marker, self.theme);
    }
}
