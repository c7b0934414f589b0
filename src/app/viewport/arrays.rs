//! Vertex and instance arrays of a picture with its inks, for the GPU.

use std::cmp::Ordering;
use std::ops::Range;

use glam::{DVec3, Vec3, Vec4};

use super::dots::{Dots, dots};
use super::inks::{GLOW, Inked, Inks, Sight, color};
use crate::picture::marks::curve_points::CIRCLE_SIDES;
use crate::picture::marks::theme::{Rgba, opaque_fill};
use crate::picture::space::vertex_arrays::Line;
use crate::picture::{self, Batches, Camera, INNER_SHARE, LineKind, Role, Sheet, crowding};

/// Triangles, three entries each, sorted back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Faces {
    /// Vertices relative to the batches' origin, meters.
    pub positions: Vec<Vec3>,
    /// Unit normals, one per vertex.
    pub normals: Vec<Vec3>,
    /// Colors with straight alpha, one per vertex.
    pub colors: Vec<Vec4>,
}

/// Line segments, one entry each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lines {
    /// Start points relative to the batches' origin, meters.
    pub from: Vec<Vec3>,
    /// End points relative to the batches' origin, meters.
    pub to: Vec<Vec3>,
    /// Colors with straight alpha.
    pub colors: Vec<Vec4>,
    /// Width in pixels, length of the polyline before the segment in meters, length of the arrowhead in pixels, lift.
    pub styles: Vec<Vec4>,
    /// Dash pattern in pixels: on, off, on, off.
    pub dashes: Vec<Vec4>,
    /// Overlap of neighboring casings at the ends, pixels; negative for a casing.
    pub leads: Vec<f32>,
}

/// Sort key of a face: whether its outer side faces the eye, depth along the camera's back axis, layer of its role.
type FaceKey = (bool, f32, u8);

fn compare_keys(a: &FaceKey, b: &FaceKey) -> Ordering {
    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2))
}

/// Arrays of one set of marks in a pane: the static ones, or those of the beat.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layer {
    /// Sort key of each face.
    order: Vec<FaceKey>,
    faces: Faces,
    lines: Lines,
    dots: Dots,
}

/// All arrays of a pane.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Arrays {
    /// Translucent faces, drawn first.
    pub faces: Faces,
    /// Lines, drawn over the faces behind them.
    pub lines: Lines,
    /// Dots, drawn over the lines.
    pub dots: Dots,
}

impl Arrays {
    /// Merges two layers: faces in one back-to-front order, lines and dots of the second after those of the first.
    pub fn of(first: &Layer, second: &Layer) -> Self {
        let faces = Faces::with_capacity(first.order.len() + second.order.len());
        let mut arrays = Self { faces, lines: first.lines.clone(), dots: first.dots.clone() };
        arrays.lines.extend(&second.lines);
        arrays.dots.extend(&second.dots);
        let mut i = 0;
        let mut j = 0;
        while i < first.order.len() || j < second.order.len() {
            // Take the faces of one layer that precede the next face of the other.
            let from = i;
            i += match second.order.get(j) {
                Some(b) => first.order[i..].partition_point(|a| compare_keys(a, b).is_le()),
                None => first.order.len() - i,
            };
            arrays.faces.extend(&first.faces, from..i);
            let from = j;
            j += match first.order.get(i) {
                Some(a) => second.order[j..].partition_point(|b| compare_keys(a, b).is_gt()),
                None => second.order.len() - j,
            };
            arrays.faces.extend(&second.faces, from..j);
        }
        arrays
    }
}

impl Faces {
    /// Empty arrays with capacity for `triangles` triangles.
    fn with_capacity(triangles: usize) -> Self {
        let vertices = 3 * triangles;
        Self {
            positions: Vec::with_capacity(vertices),
            normals: Vec::with_capacity(vertices),
            colors: Vec::with_capacity(vertices),
        }
    }

    /// Appends a range of triangles of `others`.
    fn extend(&mut self, others: &Self, triangles: Range<usize>) {
        let vertices = 3 * triangles.start..3 * triangles.end;
        self.positions.extend_from_slice(&others.positions[vertices.clone()]);
        self.normals.extend_from_slice(&others.normals[vertices.clone()]);
        self.colors.extend_from_slice(&others.colors[vertices]);
    }
}

/// Extra width of a casing over its stroke, points; the same as in figures.
const CASING: f32 = 2.0;

/// Width of the antialiased rim of a line, pixels.
const SOFT: f32 = 1.0;

/// Lift of a line towards the eye, as a share of its distance; the same as in figures. A line passes the depth test
/// against the face it lies in, and a stroke, lifted twice, against its casing.
const LIFT: f32 = 1e-3;

/// Lift of a line that is drawn over everything.
const FOREMOST: f32 = 1.0;

/// Additional lift per rank, which orders coincident lines. All ranks together stay below [`LIFT`]; one rank exceeds
/// the rounding of depths.
const RANK: f32 = 1e-5;

/// Rank of a line among coincident lines, below 96, in units of [`RANK`]. Ordered by the layer of the role, then B over
/// A, then outline over crease over hidden edge.
fn rank(role: Role, kind: LineKind) -> f32 {
    let body = u8::from(role == Role::ShapeB);
    let kind = match kind {
        LineKind::Hidden | LineKind::Hatch => 0,
        LineKind::Crease => 1,
        LineKind::Stroke | LineKind::Outline | LineKind::Seam | LineKind::Link => 2,
    };
    f32::from((picture::layer(role) * 2 + body) * 3 + kind)
}

/// Builds the arrays of a set of marks, with the same rules for inks as the figures.
pub(super) fn layer(batches: &Batches, sight: &Sight<'_>) -> Layer {
    let Sight { camera, theme, scale, .. } = *sight;
    let inks = Inks::new(batches, sight);
    let (order, faces) = faces(batches, camera, &inks, theme.paper().pane);
    let mut layer = Layer { order, faces, ..Layer::default() };
    lines(batches, sight, &inks, &mut layer.lines);
    rings(batches, camera, &inks, scale, &mut layer.lines);
    layer.dots = dots(batches, sight, &inks);
    layer
}

/// Appends strokes, creases and hidden edges.
fn lines(batches: &Batches, sight: &Sight<'_>, inks: &Inks, out: &mut Lines) {
    let Sight { camera, size, theme, scale, .. } = *sight;
    let outlines = batches.outlines(camera);
    let fronts = batches.fronts(camera);
    let lens = camera.lens();
    let shown = batches.lines.iter().filter(|line| batches.shows(line, &fronts));
    let all: Vec<(&Line, LineKind)> =
        shown.chain(&outlines).map(|line| (line, line_kind(batches, line, &fronts, camera))).collect();
    let inner =
        all.iter().filter(|(_, kind)| matches!(kind, LineKind::Crease | LineKind::Hidden)).filter_map(|(line, _)| {
            let [a, b] = line.ends.map(|p| lens.project(batches.origin + Vec3::from(p).as_dvec3(), size));
            Some((line.mark as usize, a?.distance(b?)))
        });
    let fade = crowding(batches.marks.len(), inner);
    // Far lines come first, since lines are translucent.
    let back = camera.axes().back.as_vec3();
    let mut order: Vec<_> = all.into_iter().map(|(line, kind)| (depth_sum(line, back), line, kind)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, line, kind) in order {
        let Inked { role, ink, bright } = inks.of(line.mark);
        let (share, strength, dash) = kind.share(ink, if *bright { 1.0 } else { fade[line.mark as usize] });
        let width = ink.width * share as f32 + if *bright { GLOW * share as f32 } else { 0.0 };
        let head = if line.arrow { (4.0 + 3.6 * ink.width) * scale } else { 0.0 };
        let lift = if kind == LineKind::Link { FOREMOST } else { LIFT + rank(*role, kind) * RANK };
        let stroke = Stroke { width: width * scale, head, start: line.start, dash, scale, lift, lead: 0.0 };
        let casing = ink.casing.filter(|_| kind.is_cased());
        let ends = line.ends.map(Vec3::from);
        if let Some(casing) = casing {
            let head = head + 3.0 * scale * f32::from(head > 0.0);
            let width = stroke.width + CASING * scale;
            out.push(ends, casing, &Stroke { width, head, lead: -1.0, ..stroke });
        }
        let mut color = if kind == LineKind::Seam { theme.paper().text } else { ink.stroke };
        color[3] = (f64::from(color[3]) * strength).round() as u8;
        let lead = if casing.is_some() { 0.5 * (stroke.width + CASING * scale) + SOFT } else { 0.0 };
        out.push(ends, color, &Stroke { lift: LIFT + lift, lead, ..stroke });
    }
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

/// Style of one line, pixels.
#[derive(Clone, Copy)]
struct Stroke {
    width: f32,
    head: f32,
    start: f32,
    dash: &'static [f32],
    scale: f32,
    /// Lift as a share of the distance to the eye.
    lift: f32,
    /// Overlap of neighboring casings at the ends; negative for a casing.
    lead: f32,
}

impl Stroke {
    /// Length of the `i`-th part of the dash pattern, pixels; patterns of two parts repeat.
    fn dash_length(&self, i: usize) -> f32 {
        self.dash.get(i).or(self.dash.get(i % 2)).copied().unwrap_or(0.0) * self.scale
    }
}

impl Lines {
    fn push(&mut self, ends: [Vec3; 2], ink: Rgba, stroke: &Stroke) {
        self.from.push(ends[0]);
        self.to.push(ends[1]);
        self.colors.push(color(ink));
        self.styles.push(Vec4::new(stroke.width, stroke.start, stroke.head, stroke.lift));
        self.leads.push(stroke.lead);
        self.dashes.push(Vec4::from_array([0, 1, 2, 3].map(|i| stroke.dash_length(i))));
    }

    fn extend(&mut self, others: &Self) {
        self.from.extend_from_slice(&others.from);
        self.to.extend_from_slice(&others.to);
        self.colors.extend_from_slice(&others.colors);
        self.styles.extend_from_slice(&others.styles);
        self.dashes.extend_from_slice(&others.dashes);
        self.leads.extend_from_slice(&others.leads);
    }
}

/// Circles that face the viewer.
fn rings(batches: &Batches, camera: &Camera, inks: &Inks, scale: f32, lines: &mut Lines) {
    let axes = camera.axes();
    let right = axes.right.as_vec3();
    let up = axes.up.as_vec3();
    for ring in &batches.rings {
        let Inked { role, ink, bright } = inks.of(ring.mark);
        let width = (ink.width + if *bright { GLOW } else { 0.0 }) * scale;
        let lift = 2.0 * LIFT + rank(*role, LineKind::Stroke) * RANK;
        let step = std::f32::consts::TAU / CIRCLE_SIDES as f32;
        for k in 0..CIRCLE_SIDES {
            let start = k as f32 * step * ring.radius;
            let stroke = Stroke { width, head: 0.0, start, dash: ink.dash, scale, lift, lead: 0.0 };
            let ends = [k, k + 1].map(|k| {
                let (sin, cos) = (k as f32 * step).sin_cos();
                Vec3::from(ring.center) + (right * cos + up * sin) * ring.radius
            });
            lines.push(ends, ink.stroke, &stroke);
        }
    }
}

/// Sorts and colors faces back to front: back faces first, then front faces, so that two interpenetrating bodies both
/// stay translucent. Coplanar faces are ordered by layer.
fn faces(batches: &Batches, camera: &Camera, inks: &Inks, pane: Rgba) -> (Vec<FaceKey>, Faces) {
    let eye = camera.eye() - batches.origin;
    let eye = eye.as_vec3();
    let back = camera.axes().back.as_vec3();
    let sights = batches.sheets.iter().map(|sheet| sheet_sight(sheet, camera, eye, back));
    let sights: Vec<(bool, f32)> = sights.collect();
    let mut order: Vec<(FaceKey, usize)> = Vec::with_capacity(batches.triangles.len());
    for (index, tri) in batches.triangles.iter().enumerate() {
        let (faces_eye, depth) = sights[tri.sheet as usize];
        order.push(((faces_eye, depth, picture::layer(inks.of(tri.mark).role)), index));
    }
    order.sort_unstable_by(|a, b| compare_keys(&a.0, &b.0).then(a.1.cmp(&b.1)));
    let mut faces = Faces::with_capacity(order.len());
    for ((faces_eye, ..), index) in &order {
        let tri = &batches.triangles[*index];
        let Inked { ink, bright, .. } = inks.of(tri.mark);
        let mut fill = color(if tri.opaque { opaque_fill(ink.fill, pane) } else { ink.fill });
        if tri.closed && !faces_eye {
            fill.w *= if tri.opaque || tri.is_distinguished { 0.0 } else { INNER_SHARE as f32 };
        }
        if *bright && !tri.opaque {
            fill.w = (fill.w * 1.7 + 0.05).min(0.85);
        }
        faces.positions.extend(tri.positions.map(Vec3::from));
        faces.normals.extend(tri.normals.map(Vec3::from));
        faces.colors.extend([fill; 3]);
    }
    (order.into_iter().map(|(key, _)| key).collect(), faces)
}

/// Whether the outer side of a sheet faces the eye, and the depth of its anchor along `back`.
fn sheet_sight(sheet: &Sheet, camera: &Camera, eye: Vec3, back: Vec3) -> (bool, f32) {
    let anchor = Vec3::from(sheet.anchor);
    let sight = if camera.orthographic { back } else { eye - anchor };
    (sheet.between || Vec3::from(sheet.side).dot(sight) > 0.0, anchor.dot(back))
}

/// Matrices of a camera.
pub(super) struct Matrices {
    pub view: glam::Mat4,
    pub projection: glam::Mat4,
    /// Distance of the near plane, meters.
    pub near: f32,
}

/// Returns the matrices for arrays around `origin`. Everything drawn must be within `radius` of the camera's target.
pub(super) fn matrices(camera: &Camera, origin: DVec3, aspect: f64, radius: f64) -> Matrices {
    let axes = camera.axes();
    let rotation = glam::DMat3::from_cols(axes.right, axes.up, axes.back).transpose();
    let translation = rotation * (origin - camera.target) - DVec3::Z * camera.distance;
    let view = glam::DMat4::from_mat3_translation(rotation, translation);
    let half = camera.half_height();
    let (near, far) = if camera.orthographic {
        let deep = radius + camera.distance;
        (camera.distance - deep, camera.distance + deep)
    } else {
        ((camera.distance - radius).max(camera.distance * 0.01), camera.distance + radius)
    };
    let sx = 1.0 / (half * aspect);
    let sy = 1.0 / half;
    let deep = far - near;
    let projection = if camera.orthographic {
        glam::DMat4::from_cols_array_2d(&[
            [sx, 0.0, 0.0, 0.0],
            [0.0, sy, 0.0, 0.0],
            [0.0, 0.0, -2.0 / deep, 0.0],
            [0.0, 0.0, -(far + near) / deep, 1.0],
        ])
    } else {
        let d = camera.distance;
        glam::DMat4::from_cols_array_2d(&[
            [sx * d, 0.0, 0.0, 0.0],
            [0.0, sy * d, 0.0, 0.0],
            [0.0, 0.0, -(far + near) / deep, -1.0],
            [0.0, 0.0, -2.0 * far * near / deep, 0.0],
        ])
    };
    Matrices { view: view.as_mat4(), projection: projection.as_mat4(), near: near as f32 }
}
