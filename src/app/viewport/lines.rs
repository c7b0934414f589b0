//! Lines of a picture for the GPU: strokes, edges, seams, hatch lines and their casings, and circles that face the
//! viewer.

use contact_lens_picture::marks::curve_points::CIRCLE_SIDES;
use contact_lens_picture::space::vertex_arrays::Line;
use contact_lens_picture::{self as picture, Batches, Camera, Lens, LineKind, Role, inner_edge_opacity};
use glam::{DVec2, DVec3, Vec3, Vec4};

use super::inks::{HIGHLIGHT_WIDTH, Inks, MarkInk, PaneContext, gpu_color};

/// Extra width of a casing over its stroke, points; the same as in figures.
const CASING_WIDTH: f32 = 2.0;

/// Length of the arrow head of a line without width, points; the same as in figures.
const MIN_HEAD: f32 = 4.0;

/// Additional length of an arrow head per width of its line; the same as in figures.
const HEAD_PER_WIDTH: f32 = 3.6;

/// Distance of the tip of an arrow head's casing beyond the head, points: the casing is as wide along the sides of the
/// head, which meet at a small angle, as along a stroke.
const HEAD_CASING_TIP: f32 = 2.6;

/// Extra length of an arrow head's casing over the head, points.
const HEAD_CASING_LENGTH: f32 = HEAD_CASING_TIP + 0.5 * CASING_WIDTH;

/// Width of the antialiased rim of a line, pixels.
const ANTIALIASED_RIM: f32 = 1.0;

/// Lift of a line towards the eye, relative to its distance; the same as in figures. A line passes the depth test
/// against the face it lies in, and a stroke, lifted twice, against its casing.
const LIFT: f32 = 1e-3;

/// Lift of a line that is drawn over everything, relative to its distance from the eye.
const FOREMOST_LIFT: f32 = 1.0;

/// Additional lift per rank, which orders coincident lines. The lift of the highest rank is below [`LIFT`], and that of
/// one rank exceeds the rounding errors of depths.
const LIFT_PER_RANK: f32 = 1e-5;

/// A line segment as the GPU draws it: one instance of a quad and an arrow head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LineInstance {
    /// Start point relative to the batches' origin, meters.
    pub from: Vec3,
    /// End point relative to the batches' origin, meters; an arrow has its head there.
    pub to: Vec3,
    /// Color with straight alpha, each channel in 0..=1.
    pub color: Vec4,
    pub style: LineStyle,
}

/// Width, dashes and depth of a line on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LineStyle {
    /// Width of the line, pixels.
    width: f32,
    /// Length of the polyline before the segment, meters; its dashes continue from there.
    start: f32,
    /// Length of the arrow head, pixels; 0 for none.
    head: f32,
    /// Distance by which the line is moved towards the eye, relative to its distance from the eye; 1 or more draws
    /// it over everything.
    lift: f32,
    /// Lengths of dashes and gaps, points; empty for a solid line.
    dash: &'static [f32],
    pixels_per_point: f32,
    layer: CasingLayer,
}

/// Relation of a line to casings. A casing is a wider line below a stroke, which separates it from the marks behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum CasingLayer {
    /// The line is the casing of another line.
    Casing,
    /// The line is drawn over casings; those of its neighbors in a chain cover this length of its ends, pixels (0
    /// without casings).
    Stroke { neighbor_overlap: f32 },
}

impl LineStyle {
    /// Attribute `style` of `line.vert`.
    pub fn attributes(&self) -> Vec4 {
        Vec4::new(self.width, self.start, self.head, self.lift)
    }

    /// Attribute `dash` of `line.vert`: lengths on, off, on, off, pixels; all 0 for a solid line.
    pub fn dash_lengths(&self) -> Vec4 {
        // A pattern of two lengths is repeated.
        let lengths = [0, 1, 2, 3].map(|i| self.dash.get(i).or(self.dash.get(i % 2)).copied().unwrap_or(0.0));
        Vec4::from_array(lengths) * self.pixels_per_point
    }

    /// Attribute `lead` of `line.vert`: overlap of the neighbors' casings, pixels. For a casing, the negative distance
    /// of its tip beyond that of its stroke, pixels.
    pub fn casing_overlap(&self) -> f32 {
        match self.layer {
            CasingLayer::Casing => -HEAD_CASING_TIP * self.pixels_per_point,
            CasingLayer::Stroke { neighbor_overlap } => neighbor_overlap,
        }
    }
}

/// Rank of a line among coincident lines, below 96 for the 16 layers of roles. Lines of a higher rank are drawn over
/// those of a lower one: ordered by the layer of the role, then B over A, then outline over crease over hidden edge.
fn rank(role: Role, kind: LineKind) -> f32 {
    let rank_of_body = u8::from(role == Role::ShapeB);
    let rank_of_kind = match kind {
        LineKind::Hidden | LineKind::Hatch => 0,
        LineKind::Crease => 1,
        LineKind::Stroke | LineKind::Outline | LineKind::Seam | LineKind::Link => 2,
    };
    f32::from((picture::layer(role) * 2 + rank_of_body) * 3 + rank_of_kind)
}

/// Builds the lines of a picture back to front, then the circles that face the viewer.
pub(super) fn build_lines(batches: &Batches, pane: &PaneContext<'_>, inks: &Inks) -> Vec<LineInstance> {
    let mut out = Vec::new();
    add_lines(batches, pane, inks, &mut out);
    add_rings(batches, pane, inks, &mut out);
    out
}

/// A line with the properties that depend on the camera.
struct VisibleLine<'a> {
    line: &'a Line,
    /// Kind of the line as drawn.
    kind: LineKind,
    /// Sum of the depths of the ends along the axis to the eye, meters.
    depth: f32,
}

/// Appends all lines of a picture except rings, back to front.
fn add_lines(batches: &Batches, pane: &PaneContext<'_>, inks: &Inks, out: &mut Vec<LineInstance>) {
    let camera = pane.camera;
    let outlines = batches.outlines(camera);
    let fronts = batches.fronts(camera);
    let lens = camera.lens();
    let back = camera.axes().back.as_vec3();
    let shown = batches.lines.iter().filter(|line| batches.shows(line, &fronts));
    let mut lines: Vec<VisibleLine<'_>> = Vec::new();
    for line in shown.chain(&outlines) {
        let kind = line_kind(batches, line, &fronts, camera);
        lines.push(VisibleLine { line, kind, depth: depth_sum(line, back) });
    }
    let inner_edges = lines.iter().filter(|visible| visible.kind.is_inner_edge());
    let inner_lengths = inner_edges.filter_map(|VisibleLine { line, .. }| {
        Some((line.mark as usize, projected_length(line, batches.origin, &lens, pane.size)?))
    });
    let inner_opacity = inner_edge_opacity(batches.marks.len(), inner_lengths);
    // Lines are translucent, so those farther from the eye are drawn first.
    lines.sort_by(|a, b| a.depth.total_cmp(&b.depth));
    for VisibleLine { line, kind, .. } in lines {
        add_line(line, kind, inner_opacity[line.mark as usize], pane, inks, out);
    }
}

/// Length of a line in a pane of `size` points, points; `None` when an end is not in view. `origin` is the origin of
/// the batches, world, meters.
fn projected_length(line: &Line, origin: DVec3, lens: &Lens, size: DVec2) -> Option<f64> {
    let [from, to] = line.ends.map(|end| lens.project(origin + Vec3::from(end).as_dvec3(), size));
    Some(from?.distance(to?))
}

/// Appends a line, after its casing if it has one. `inner_opacity` is the opacity of the inner edges of the line's
/// mark; a highlighted mark shows them with full opacity.
fn add_line(
    line: &Line,
    kind: LineKind,
    inner_opacity: f64,
    pane: &PaneContext<'_>,
    inks: &Inks,
    out: &mut Vec<LineInstance>,
) {
    let pixels_per_point = pane.pixels_per_point;
    let MarkInk { role, ink, is_highlighted } = inks.of_mark(line.mark);
    let relative = kind.relative_style(ink, if *is_highlighted { 1.0 } else { inner_opacity });
    let highlight = if *is_highlighted { HIGHLIGHT_WIDTH } else { 0.0 };
    let width = (ink.width + highlight) * relative.width as f32 * pixels_per_point;
    let head = if line.arrow { (MIN_HEAD + HEAD_PER_WIDTH * ink.width) * pixels_per_point } else { 0.0 };
    let lift = if kind == LineKind::Link { FOREMOST_LIFT } else { LIFT + rank(*role, kind) * LIFT_PER_RANK };
    let casing = ink.casing.filter(|_| kind.is_cased());
    let casing_width = width + CASING_WIDTH * pixels_per_point;
    let neighbor_overlap = if casing.is_some() { 0.5 * casing_width + ANTIALIASED_RIM } else { 0.0 };
    let layer = CasingLayer::Stroke { neighbor_overlap };
    let stroke =
        LineStyle { width, start: line.start, head, lift: LIFT + lift, dash: relative.dash, pixels_per_point, layer };
    let [from, to] = line.ends.map(Vec3::from);
    if let Some(casing) = casing {
        let head = if line.arrow { head + HEAD_CASING_LENGTH * pixels_per_point } else { 0.0 };
        let style = LineStyle { width: casing_width, head, lift, layer: CasingLayer::Casing, ..stroke };
        out.push(LineInstance { from, to, color: gpu_color(casing), style });
    }
    let mut color = if kind == LineKind::Seam { pane.theme.paper().text } else { ink.stroke };
    color[3] = (f64::from(color[3]) * relative.opacity).round() as u8;
    out.push(LineInstance { from, to, color: gpu_color(color), style: stroke });
}

/// Kind of a line as drawn: strokes behind bodies are drawn as hidden edges.
fn line_kind(batches: &Batches, line: &Line, fronts: &[bool], camera: &Camera) -> LineKind {
    let kind = batches.kind(line, fronts);
    let [a, b] = line.ends.map(Vec3::from);
    let is_far = kind == LineKind::Stroke && batches.is_far(a.midpoint(b).to_array(), camera);
    if is_far { LineKind::Hidden } else { kind }
}

/// Sum of the depths of a line's ends along the axis `back`, meters.
fn depth_sum(line: &Line, back: Vec3) -> f32 {
    (Vec3::from(line.ends[0]) + Vec3::from(line.ends[1])).dot(back)
}

/// Appends the circles that face the viewer, as polygons.
fn add_rings(batches: &Batches, pane: &PaneContext<'_>, inks: &Inks, out: &mut Vec<LineInstance>) {
    let axes = pane.camera.axes();
    let right = axes.right.as_vec3();
    let up = axes.up.as_vec3();
    let step = std::f32::consts::TAU / CIRCLE_SIDES as f32;
    for ring in &batches.rings {
        let MarkInk { role, ink, is_highlighted } = inks.of_mark(ring.mark);
        let highlight = if *is_highlighted { HIGHLIGHT_WIDTH } else { 0.0 };
        for k in 0..CIRCLE_SIDES {
            let style = LineStyle {
                width: (ink.width + highlight) * pane.pixels_per_point,
                start: k as f32 * step * ring.radius,
                head: 0.0,
                lift: 2.0 * LIFT + rank(*role, LineKind::Stroke) * LIFT_PER_RANK,
                dash: ink.dash,
                pixels_per_point: pane.pixels_per_point,
                layer: CasingLayer::Stroke { neighbor_overlap: 0.0 },
            };
            let [from, to] = [k, k + 1].map(|vertex| {
                let angle = vertex as f32 * step;
                let (sin, cos) = angle.sin_cos();
                Vec3::from(ring.center) + (right * cos + up * sin) * ring.radius
            });
            out.push(LineInstance { from, to, color: gpu_color(ink.stroke), style });
        }
    }
}
