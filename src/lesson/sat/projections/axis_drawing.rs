//! Drawing of one axis next to the bodies: below (or above) them with the projections as bars on it, or as an arrow at
//! the feature that defines it.

use contact_lens_model::answer::number;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::ProjectedAxis;

/// Distance of an axis below the bodies, as a fraction of their size.
const AXIS_BELOW: f64 = 0.11;

/// Thickness of the bars on the axis, as a fraction of the bodies' size.
const BAR: f64 = 0.034;

/// Distance of the lowest mark, the name of the separation, below the bodies, as a fraction of their size.
const LOWEST: f64 = AXIS_BELOW + 3.2 * BAR;

/// Additional space for the name of the separation at a vertical axis, where the text extends away from the axis, as a
/// fraction of the bodies' size.
const TEXT_WIDTH: f64 = 0.24;

/// Place of the separation's name in the space for it at a vertical axis, as a fraction of that space.
const TEXT_MIDDLE: f64 = 0.5;

/// Length of both projections together below which the axis is extended at both ends, so that the arrow is visible; as
/// a fraction of the bodies' size.
const SHORT: f64 = 0.1;

/// Extension of a short axis at each end, as a fraction of the bodies' size.
const EXTENSION: f64 = 0.12;

/// Length by which the arrow of an axis begins before the projections, as a fraction of the bodies' size.
const BEFORE_PROJECTIONS: f64 = 0.04;

/// Length by which the tip of the arrow of an axis is beyond the projections, as a fraction of the bodies' size.
const BEYOND_PROJECTIONS: f64 = 0.1;

/// Sine of the angle between an axis and the direction to the viewer below which the axis is seen nearly end on.
const END_ON: f64 = 0.05;

/// Vertical part of a unit vector up to which the vector counts as horizontal: above rounding error.
const HORIZONTAL: f64 = 1e-9;

/// Distance of a vertex from the end of a projection up to which it is at the end, as a fraction of the bodies' size.
const AT_END: f64 = 1e-6;

/// Distance of the lower edge of the separation's band below the axis, in thicknesses of a bar.
const BAND_BELOW: f64 = 1.6;

/// Height of the band of an overlap, in thicknesses of a bar.
const OVERLAP_BAND: f64 = 3.2;

/// Radius of the inset on the separation, in separations.
const GAP_INSET: f64 = 0.75;

/// Length of the arrow of an axis at the feature that defines it, as a fraction of the bodies' size.
const ARROW: f64 = 0.25;

/// Position of axes drawn next to two bodies, in the viewing plane.
#[derive(Clone, Debug)]
pub struct AxisDrawing {
    /// Origin of A, world, from which projections are measured.
    pub(super) origin: DVec3,
    /// Vertices of A and of B, world.
    vertices: [Vec<DVec3>; 2],
    /// Direction from the bodies to the eye, any length.
    pub(super) toward: DVec3,
    /// Diagonal of the box around both bodies, meters.
    size: f64,
    /// Rounding error of a separation, meters.
    rounding: f64,
}

impl AxisDrawing {
    /// Drawing for bodies with these vertices (world, meters), whose projections are measured from `origin`, for an eye
    /// in the direction `toward`. `rounding` is the error of a separation, meters.
    pub fn new(origin: DVec3, vertices: [Vec<DVec3>; 2], toward: DVec3, rounding: f64) -> Self {
        let mut drawing = Self { origin, vertices, toward, size: 0.0, rounding };
        let low = drawing.vertices_of_both().reduce(DVec3::min).unwrap_or_default();
        let high = drawing.vertices_of_both().reduce(DVec3::max).unwrap_or_default();
        drawing.size = (high - low).length();
        drawing
    }

    /// Direction from the bodies to the eye, any length.
    pub fn toward(&self) -> DVec3 {
        self.toward
    }

    /// Drawing for the same bodies and an eye in the direction `toward`.
    #[must_use]
    pub fn seen_from(&self, toward: DVec3) -> Self {
        Self { toward, ..self.clone() }
    }

    /// Whether A (0) or B (1) is a segment or a point, which has no sides.
    pub fn is_thin(&self, body: usize) -> bool {
        self.vertices[body].len() < 3
    }

    /// Vertices of both bodies, world.
    pub fn all_vertices(&self) -> Vec<DVec3> {
        self.vertices_of_both().collect()
    }

    /// Iterator over the vertices of both bodies, world.
    pub(super) fn vertices_of_both(&self) -> impl Iterator<Item = DVec3> + '_ {
        self.vertices.iter().flatten().copied()
    }

    /// Unit vector from the drawn axis to the bodies, perpendicular to the axis, in the viewing plane; in world space
    /// for an axis that is seen end on.
    fn up(&self, axis: &ProjectedAxis) -> DVec3 {
        let n = axis.normal;
        let side = self.toward.cross(n);
        let side = if side.length() < END_ON { DVec3::Y - n * n.y } else { side };
        let side = side.try_normalize().unwrap_or_else(|| n.any_orthonormal_vector());
        let is_down = side.y < -HORIZONTAL || side.y.abs() <= HORIZONTAL && side.x < 0.0;
        if is_down != axis.above { -side } else { side }
    }

    /// Point at `x` along the axis, meters, and `down` below the bodies, as a fraction of their size.
    fn point_below(&self, axis: &ProjectedAxis, x: f64, down: f64) -> DVec3 {
        let up = self.up(axis);
        let low = self.vertices_of_both().map(|p| up.dot(p - self.origin)).fold(f64::INFINITY, f64::min).min(0.0);
        self.origin + axis.normal * x + up * (low - down * self.size)
    }

    /// Sine of the angle between the drawn axis and the horizontal: 1 for a vertical axis.
    fn uprightness(&self, axis: &ProjectedAxis) -> f64 {
        DVec3::Y.cross(self.toward).normalize_or_zero().dot(self.up(axis)).abs()
    }

    /// Tail and tip of the axis's arrow, and the two lowest points of the drawing, world.
    pub fn ends(&self, axis: &ProjectedAxis) -> [DVec3; 4] {
        let first = axis.a[0].min(axis.b[0]);
        let last = axis.a[1].max(axis.b[1]);
        let extension = if last - first < SHORT * self.size { EXTENSION } else { 0.0 };
        let tail = first - (BEFORE_PROJECTIONS + extension) * self.size;
        let tip = last + (BEYOND_PROJECTIONS + extension) * self.size;
        let lowest = LOWEST + TEXT_WIDTH * self.uprightness(axis);
        [
            self.point_below(axis, tail, AXIS_BELOW),
            self.point_below(axis, tip, AXIS_BELOW),
            self.point_below(axis, first, lowest),
            self.point_below(axis, last, lowest),
        ]
    }

    /// Tail and tip of an axis's arrow at the feature that defines it: the arrow begins at a feature of A, and at a
    /// face of B whose outward normal it is; it ends at other features of B. Without features, the ends of the axis
    /// below the bodies.
    pub fn arrow_at_feature(&self, axis: &ProjectedAxis, features: &[Vec<DVec3>; 2]) -> [DVec3; 2] {
        let along = axis.normal * (ARROW * self.size);
        match [0, 1].map(|body| mean(&features[body])) {
            [Some(from), _] => [from, from + along],
            [None, Some(from)] if self.is_last(axis, from) => [from, from + along],
            [None, Some(to)] => [to - along, to],
            [None, None] => {
                let [tail, tip, ..] = self.ends(axis);
                [tail, tip]
            }
        }
    }

    /// Ends of the arrows of an axis at its features, for the largest features that could define it: all vertices on
    /// the bodies' supporting planes.
    pub fn arrow_space(&self, axis: &ProjectedAxis) -> impl Iterator<Item = DVec3> + use<> {
        let at_end_of_a = self.arrow_at_feature(axis, &[self.vertices_at(axis, 0, axis.a[1]), Vec::new()]);
        let at_start_of_b = self.arrow_at_feature(axis, &[Vec::new(), self.vertices_at(axis, 1, axis.b[0])]);
        let at_end_of_b = self.arrow_at_feature(axis, &[Vec::new(), self.vertices_at(axis, 1, axis.b[1])]);
        [at_end_of_a, at_start_of_b, at_end_of_b].into_iter().flatten()
    }

    /// Whether a point of B is in the last half of B's projection on an axis.
    fn is_last(&self, axis: &ProjectedAxis, point: DVec3) -> bool {
        axis.normal.dot(point - self.origin) > axis.b[0].midpoint(axis.b[1])
    }

    /// Points that a figure of an axis shows: the bodies, and the axis with the projections or at its feature.
    pub fn figure_points(
        &self,
        axis: &ProjectedAxis,
        features: &[Vec<DVec3>; 2],
        with_projections: bool,
    ) -> Vec<DVec3> {
        let mut points = self.all_vertices();
        if with_projections {
            points.extend(self.ends(axis));
        } else {
            points.extend(self.arrow_at_feature(axis, features));
        }
        points
    }

    /// Adds the axis as an arrow at the feature that defines it.
    pub fn draw_at_feature(&self, world: &mut Picture, axis: &ProjectedAxis, features: &[Vec<DVec3>; 2]) {
        let [tail, tip] = self.arrow_at_feature(axis, features);
        world.arrow(Role::Axis, "axis", tail, tip);
        // The name is at the free end, away from the name of the feature.
        let ends_at_feature = features[0].is_empty() && mean(&features[1]).is_some_and(|p| !self.is_last(axis, p));
        let free_end = if ends_at_feature { tail } else { tip };
        world.label(Role::Axis, "axis", free_end, axis.label());
    }

    /// Adds the axis below the bodies with the projections as bars on it, the separation or the overlap, and the points
    /// that bound it. The separation is a band from the axis up to the facing features, whose vertices are `touched`.
    pub fn draw(&self, world: &mut Picture, axis: &ProjectedAxis, touched: &[DVec3]) {
        self.draw_projections(world, axis);
        self.draw_gap(world, axis, touched);
    }

    /// Adds the axis below the bodies with the projections as bars on it, and the points that bound them. A projection
    /// without length is a dot.
    pub fn draw_projections(&self, world: &mut Picture, axis: &ProjectedAxis) {
        let [tail, tip, ..] = self.ends(axis);
        world.label(Role::Axis, "axis", tip, axis.label());
        let from = axis.a[1];
        let to = axis.b[0];
        let apart = axis.gap() >= -self.rounding;
        if apart {
            // The bars cover the axis.
            world.segment(Role::Axis, "axis", tail, self.point_below(axis, axis.a[0], AXIS_BELOW));
            world.arrow(Role::Axis, "axis", self.point_below(axis, axis.b[1], AXIS_BELOW), tip);
        } else {
            world.arrow(Role::Axis, "axis", tail, tip);
        }
        // Top and bottom of the bars, as fractions of the bodies' size below the bodies: separate bars are centered on
        // the axis, overlapping ones are on both sides of it.
        let centered = [AXIS_BELOW - 0.5 * BAR, AXIS_BELOW + 0.5 * BAR];
        let over_axis = [AXIS_BELOW - BAR, AXIS_BELOW];
        let under_axis = [AXIS_BELOW + BAR - BAR, AXIS_BELOW + BAR];
        let [rows_of_a, rows_of_b] = if apart { [centered; 2] } else { [over_axis, under_axis] };
        let bars = [(Role::ShapeA, "shadow/a", axis.a, rows_of_a), (Role::ShapeB, "shadow/b", axis.b, rows_of_b)];
        for (role, key, [low, high], [top, bottom]) in bars {
            let vertices = [
                self.point_below(axis, low, top),
                self.point_below(axis, high, top),
                self.point_below(axis, high, bottom),
                self.point_below(axis, low, bottom),
            ];
            if high - low <= self.rounding {
                world.point(role, key, vertices[0].midpoint(vertices[2]));
            } else {
                world.add(role, key, Form::Polygon(vertices.to_vec()));
            }
        }
        for (role, support, x) in [(Role::ShapeA, axis.supports[0], from), (Role::ShapeB, axis.supports[1], to)] {
            world.point(role, "support", support);
            world.segment(Role::Text, "drop", support, self.point_below(axis, x, AXIS_BELOW));
        }
        // The far ends of both projections.
        for (body, x) in [axis.a[0], axis.b[1]].into_iter().enumerate() {
            if let Some(corner) = self.vertex_at_end(axis, body, x) {
                world.segment(Role::Text, "drop", corner, self.point_below(axis, x, AXIS_BELOW));
            }
        }
    }

    /// Adds the separation as a band, or the overlap, with its length; a line where it is zero to rounding.
    fn draw_gap(&self, world: &mut Picture, axis: &ProjectedAxis, touched: &[DVec3]) {
        let from = axis.a[1];
        let to = axis.b[0];
        let gap = axis.gap();
        let role = if gap < -self.rounding { Role::Penetration } else { Role::Gap };
        let lowest = self.point_below(axis, from, AXIS_BELOW + BAND_BELOW * BAR);
        let up = self.up(axis);
        let foot = up.dot(lowest - self.origin);
        let reach = match role {
            Role::Gap => touched.iter().chain(&axis.supports).map(|p| up.dot(*p - self.origin)).fold(foot, f64::max),
            _ => foot + OVERLAP_BAND * BAR * self.size,
        };
        let place = |x: f64, height: f64| self.origin + axis.normal * x + up * height;
        let aside = TEXT_MIDDLE * TEXT_WIDTH * self.uprightness(axis);
        let label = self.point_below(axis, 0.5 * (from + to), LOWEST + aside);
        if gap.abs() <= self.rounding {
            // The line shows where both projections end; its length has no meaning.
            world.segment(role, "common end", place(from, foot), place(from, reach));
            return world.label(role, "gap", label, "gap = 0 m");
        }
        let vertices = vec![place(from, foot), place(to, foot), place(to, reach), place(from, reach)];
        world.add(role, "gap", Form::Polygon(vertices));
        let name = if gap > 0.0 { "gap" } else { "depth" };
        world.label(role, "gap", label, format!("{name} = {}", number::length(gap.abs())));
        world.magnify(self.point_below(axis, 0.5 * (from + to), AXIS_BELOW), GAP_INSET * gap.abs());
    }

    /// Vertex of a body whose projection is `x`, meters; of several, the one nearest to the drawn axis. `None` if no
    /// vertex has that projection.
    fn vertex_at_end(&self, axis: &ProjectedAxis, body: usize, x: f64) -> Option<DVec3> {
        let up = self.up(axis);
        self.vertices_at(axis, body, x).into_iter().min_by(|p, q| up.dot(*p).total_cmp(&up.dot(*q)))
    }

    /// Vertices of a body whose projection is `x`, meters, to rounding.
    fn vertices_at(&self, axis: &ProjectedAxis, body: usize, x: f64) -> Vec<DVec3> {
        let tolerance = AT_END * self.size;
        let vertices = self.vertices[body].iter().copied();
        vertices.filter(|p| (axis.normal.dot(*p - self.origin) - x).abs() <= tolerance).collect()
    }
}

/// Mean of points; `None` without points.
fn mean(points: &[DVec3]) -> Option<DVec3> {
    if points.is_empty() { None } else { Some(points.iter().sum::<DVec3>() / points.len() as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contact_lens_model::snapshot::sat::Axis;
    use contact_lens_picture::Bounds;

    /// Two unit squares in the plane of the picture, 0.25 m apart along x.
    fn apart() -> (AxisDrawing, ProjectedAxis) {
        let square = |x: f64| [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(u, v)| DVec3::new(x + u, v, 0.0));
        let vertices = [square(0.0), square(1.25)].map(Vec::from);
        let axis = ProjectedAxis {
            name: String::from("a1"),
            description: String::new(),
            definition: Some(Axis::FaceA(0)),
            group: 0,
            normal: DVec3::X,
            a: [0.0, 1.0],
            b: [1.25, 2.25],
            supports: [DVec3::new(1.0, 0.5, 0.0), DVec3::new(1.25, 0.5, 0.0)],
            was_best: true,
            above: false,
        };
        (AxisDrawing::new(DVec3::ZERO, vertices, DVec3::Z, 1e-12), axis)
    }

    #[test]
    fn the_gap_is_a_band_between_the_facing_edges_and_bars_are_on_the_axis() {
        let (drawing, axis) = apart();
        let mut world = Picture::default();
        drawing.draw(&mut world, &axis, &[DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.25, 1.0, 0.0)]);
        let polygon = |role: Role| {
            let form = world.marks.iter().find(|mark| mark.role == role).map(|mark| &mark.form);
            let Some(Form::Polygon(points)) = form else { panic!("{role:?}: {form:?}") };
            let low = points.iter().copied().reduce(DVec3::min).unwrap();
            (low, points.iter().copied().reduce(DVec3::max).unwrap())
        };
        let (low, high) = polygon(Role::Gap);
        assert_eq!((low.x, high.x, high.y), (1.0, 1.25, 1.0), "between the bodies, up to the upper end of both edges");
        let [a, b] = [polygon(Role::ShapeA), polygon(Role::ShapeB)];
        let axis = drawing.ends(&axis)[0].y;
        assert_eq!([a.0.x, a.1.x, b.0.x, b.1.x], [0.0, 1.0, 1.25, 2.25]);
        assert!(a.0.y < axis && a.1.y > axis && a.1.y < 0.0, "on the axis, below the bodies: {a:?} {axis}");
        assert!(low.y < a.0.y, "the band reaches down to the axis");
    }

    #[test]
    fn the_reserved_space_contains_all_marks() {
        let (drawing, axis) = apart();
        let mut world = Picture::default();
        drawing.draw(&mut world, &axis, &[]);
        let mut extent = Picture::default();
        extent.reserve(drawing.ends(&axis).into_iter().chain(drawing.vertices_of_both()));
        let [low, high] = Bounds::of(&extent).corners().unwrap();
        let [least, most] = Bounds::of(&world).corners().unwrap();
        assert!(low.cmple(least + 1e-9).all() && high.cmpge(most - 1e-9).all(), "{low} {least} {most} {high}");
    }
}
