//! The sphere of directions (the Gauss map) as a flat drawing: the unit sphere around the origin, whose points stand
//! for directions, such as the normals of faces.
//!
//! - **Meaning**: a face of a body is a point, its outward normal; an edge is the great-circle arc between the normals
//!   of its two faces. The difference of two bodies has a face at each crossing of their arcs.
//! - **Far half**: it is seen through the near one. Its lines are thin and faint, its points hollow, its labels
//!   omitted.
//! - **Projection**: parallel, so that the outline is a great circle.

mod key;

use glam::{DVec2, DVec3};

use super::flat::{Draw, Flat, Stroke};
use super::marks::curve_points::{arc_points, circle_points, links, ring_points};
use super::marks::mark::outside_of_space;
use super::marks::theme::{Ink, faded, over};
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

/// Direction towards the light in the pane, unit length, x to the right, y up.
const LIGHT: DVec2 = DVec2::new(-0.6, 0.8);

/// Distance in radii of the sphere: disc number k (from 0) is moved towards the light by k / [`SHADES`] times this.
const LIGHT_OFFSET: f64 = 0.3;

/// Length in radii of the sphere: the radius of disc number k (from 0) is smaller by k / [`SHADES`] times this.
const LIGHT_SHRINKAGE: f64 = 0.3;

/// Opacity of the largest disc, which is darker than the pane.
const SHADE_OPACITY: f64 = 0.05;

/// Opacity of each smaller disc, in the color of the pane.
const LIGHT_OPACITY: f64 = 0.25;

/// Gap between a hollow point and labels, points.
const LABEL_GAP: f64 = 2.0;

/// Gap between the ring around a point and labels, points.
const RING_GAP: f64 = 1.0;

/// Distance below which the end of a line and the start of the next are joined, points.
const JOIN_DISTANCE: f64 = 1e-6;

/// Radius of the ring around a point that is the subject of the step, points.
const SUBJECT_RING: f64 = 11.0;

/// Radius of a point that is the subject of the step, points.
const SUBJECT_RADIUS: f32 = 6.0;

/// Radius of hollow points, points.
const HOLLOW_RADIUS: f64 = 4.4;

/// Dashes of the second body's arcs, which distinguish them from the first's without relying on color, points.
const DASHES_OF_B: &[f32] = &[6.0, 3.5];

/// Flattens a picture of directions in a pane of `size` points, leaving the first `top` points free.
pub fn flatten(picture: &Picture, camera: &Camera, size: DVec2, theme: Theme, top: f64) -> Flat {
    let camera = Camera { orthographic: true, ..*camera };
    let size = DVec2::new(size.x, (size.y - top).max(1.0));
    let mut painter = Painter { lens: camera.lens(), size, top, theme, flat: Flat::default() };
    painter.draw_disc();
    let mut order: Vec<usize> = (0..picture.marks.len()).collect();
    order.sort_by_key(|&i| (!is_line(&picture.marks[i].form), layer(picture.marks[i].role)));
    for half in [Half::Far, Half::Near] {
        for &i in &order {
            painter.draw_mark(i, &picture.marks[i], half);
        }
    }
    painter.draw_key(picture);
    painter.flat
}

/// Half of the sphere.
#[derive(Clone, Copy, PartialEq)]
enum Half {
    /// Half behind the plane of the outline.
    Far,
    /// Half towards the viewer.
    Near,
}

/// Whether a form is drawn below points and labels, as lines are.
fn is_line(form: &Form) -> bool {
    !matches!(form, Form::Point(_) | Form::Label { .. })
}

/// Whether points of this role on the sphere are the subject of the step.
pub(super) fn is_subject_on_sphere(role: Role) -> bool {
    matches!(role, Role::Axis | Role::Normal | Role::Simplex)
}

/// Marker of the hollow points of a role on the sphere: crossings of arcs, where the difference has a face that is not
/// yet tested. `None` for roles whose points are filled.
pub fn hollow_marker(role: Role) -> Option<Marker> {
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
    /// Position of a direction in the pane, points; `None` for a direction that the camera cannot see.
    fn project(&self, p: DVec3) -> Option<DVec2> {
        self.lens.project(p, self.size).map(|at| at + DVec2::new(0.0, self.top))
    }

    /// Half of the sphere that a direction is on.
    fn half_of(&self, p: DVec3) -> Half {
        if self.lens.direction_to_view(p).z < 0.0 { Half::Far } else { Half::Near }
    }

    /// Draws the sphere as a disc, lighter towards the light.
    fn draw_disc(&mut self) {
        let paper = self.theme.paper();
        let axes = *self.lens.axes();
        let light = (axes.up * LIGHT.y + axes.right * LIGHT.x) * LIGHT_OFFSET;
        for k in 0..SHADES {
            let t = f64::from(k) / f64::from(SHADES);
            let rim = circle_points(light * t, axes.back, 1.0 - LIGHT_SHRINKAGE * t);
            let points: Option<Vec<DVec2>> = rim.into_iter().map(|p| self.project(p)).collect();
            let Some(mut points) = points else { return };
            // A darker disc, lightened in steps towards the light.
            let color = if k == 0 { faded(paper.text, SHADE_OPACITY) } else { faded(paper.pane, LIGHT_OPACITY) };
            self.flat.under.push(Draw::Fill { points: points.clone(), color, sharp: false });
            if k == 0 {
                points.push(points[0]);
                let color = paper.hairline;
                self.flat.under.push(Draw::Line { points, color, width: 1.2, dash: &[], phase: 0.0 });
            }
        }
    }

    /// Draws the part of a mark in one half.
    fn draw_mark(&mut self, index: usize, mark: &Mark, half: Half) {
        let ink = self.theme.ink(mark.role);
        let dash = if mark.role == Role::ShapeB { DASHES_OF_B } else { ink.dash };
        let style = Stroke { dash, ..Stroke::of(&ink) };
        match &mark.form {
            Form::Point(p) => self.draw_point(index, mark.role, *p, half),
            Form::Arc { from, to, strong } => {
                let width = if *strong { STRONG_WIDTH } else { 1.0 };
                self.draw_chain(index, &arc_points(*from, *to), &ink, Stroke { width, ..style }, half);
            }
            Form::Polyline { points, closed } => {
                let points: Vec<DVec3> = links(points, *closed).flat_map(|[a, b]| arc_points(a, b)).collect();
                self.draw_chain(index, &points, &ink, style, half);
            }
            Form::Circle { center, normal, radius } => {
                let mut points = circle_points(*center, normal.try_normalize().unwrap_or(DVec3::Z), *radius);
                points.push(points[0]);
                self.draw_chain(index, &points, &ink, style, half);
            }
            Form::Segment([a, b]) | Form::Arrow { from: a, to: b } => {
                // A straight line is drawn with the half that its end is on.
                if self.half_of(*b) == half
                    && let (Some(a), Some(b)) = (self.project(*a), self.project(*b))
                {
                    let arrow = matches!(mark.form, Form::Arrow { .. });
                    self.flat.stroke(index, vec![a, b], &ink, Stroke { arrow, ..style });
                }
            }
            Form::Label { at, .. } => {
                if half == Half::Near && self.half_of(*at) == Half::Near {
                    self.flat.words.extend(self.project(*at).map(|at| (index, at)));
                }
            }
            // Bodies and badges are not directions; entries are in the key.
            Form::Badge { .. } | Form::Link(_) | Form::Polygon(_) | Form::Solid(_) => {}
            Form::Plane { .. } | Form::HalfSpace { .. } => {}
            outside_of_space!() => {}
        }
    }

    /// Draws the part of a chain in one half, split where it passes from one half to the other.
    fn draw_chain(&mut self, index: usize, points: &[DVec3], ink: &Ink, style: Stroke, half: Half) {
        let is_far_drawn = half == Half::Far;
        let style = if is_far_drawn { Stroke { width: FAR_WIDTH, strength: FAR_OPACITY, ..style } } else { style };
        let mut piece: Vec<DVec2> = Vec::new();
        for [a, b] in links(points, false) {
            let za = self.lens.direction_to_view(a).z;
            let zb = self.lens.direction_to_view(b).z;
            let crossing = a.lerp(b, za / (za - zb));
            let ends = match ((za < 0.0) == is_far_drawn, (zb < 0.0) == is_far_drawn) {
                (true, true) => [a, b],
                (true, false) => [a, crossing],
                (false, true) => [crossing, b],
                (false, false) => continue,
            };
            let [Some(from), Some(to)] = ends.map(|p| self.project(p)) else { continue };
            if piece.last().is_none_or(|last| last.distance(from) > JOIN_DISTANCE) {
                let finished = std::mem::replace(&mut piece, vec![from]);
                self.flat.stroke(index, finished, ink, style);
            }
            piece.push(to);
        }
        self.flat.stroke(index, piece, ink, style);
    }

    /// Draws a point, if it is in this half.
    fn draw_point(&mut self, index: usize, role: Role, p: DVec3, half: Half) {
        if self.half_of(p) != half {
            return;
        }
        let Some(at) = self.project(p) else { return };
        let ink = self.theme.ink(role);
        let paper = self.theme.paper();
        let radius = f64::from(ink.size);
        if half == Half::Far {
            let marker = Marker::Ring;
            let color = over(faded(ink.stroke, FAR_OPACITY), paper.pane);
            let draw = Draw::Dot { at, marker, radius: radius * FAR_RADIUS, color, rim: paper.pane };
            return self.flat.push(index, draw);
        }
        if is_subject_on_sphere(role) {
            let ring = ring_points(at, SUBJECT_RING);
            self.flat.stroke(index, ring, &ink, Stroke { dash: &[], ..Stroke::of(&ink) });
            self.flat.dots.push((at, SUBJECT_RING + RING_GAP));
            let ink = Ink { size: SUBJECT_RADIUS, ..ink };
            return self.flat.dot(index, at, &ink, Marker::Diamond, self.theme);
        }
        if let Some(marker) = hollow_marker(role) {
            self.flat.dots.push((at, radius + LABEL_GAP));
            let draw = Draw::Dot { at, marker, radius: HOLLOW_RADIUS, color: paper.pane, rim: ink.stroke };
            return self.flat.push(index, draw);
        }
        self.flat.dot(index, at, &ink, ink.marker, self.theme);
    }
}
