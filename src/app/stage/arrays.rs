//! A picture's parts with their inks: what the GPU draws, as pure data.

use glam::{DVec2, DVec3, Vec3, Vec4};

use crate::picture::corners::CIRCLE_SIDES;
use crate::picture::mesh::Line;
use crate::picture::theme::Rgba;
use crate::picture::{Batches, Camera, INNER_SHARE, Key, LineKind, Marker, Theme, crowding};

/// Corners of faces, nine floats a triangle and so on, sorted from back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Faces {
    /// Relative to the batches' origin.
    pub positions: Vec<Vec3>,
    /// Unit length.
    pub normals: Vec<Vec3>,
    /// Not premultiplied.
    pub colors: Vec<Vec4>,
}

/// Lines, one entry each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lines {
    /// First ends.
    pub from: Vec<Vec3>,
    /// Second ends.
    pub to: Vec<Vec3>,
    /// Not premultiplied.
    pub colors: Vec<Vec4>,
    /// Width in pixels, metres of the chain before it, length of the head in pixels, depth bias.
    pub styles: Vec<Vec4>,
    /// On, off, on, off in pixels.
    pub dashes: Vec<Vec4>,
}

/// Dots, one entry each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Dots {
    /// Where.
    pub centers: Vec<Vec3>,
    /// Not premultiplied.
    pub colors: Vec<Vec4>,
    /// Of the casing.
    pub casings: Vec<Vec4>,
    /// Marker, radius in pixels, width of the casing, depth bias.
    pub shapes: Vec<Vec4>,
}

/// All that a pane draws.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Arrays {
    /// Translucent.
    pub faces: Faces,
    /// Over the faces behind them.
    pub lines: Lines,
    /// Over the lines.
    pub dots: Dots,
}

/// How much wider a line is under the pointer, points.
const GLOW: f32 = 2.0;

/// Nearer by this in depth, so that a line wins over the face it lies in, and a stroke over its casing.
const BIAS: f32 = 4e-5;

/// From where, in which inks and how large the parts are drawn.
pub(super) struct Sight<'a> {
    /// From where.
    pub camera: &'a Camera,
    /// Of the pane, points.
    pub size: DVec2,
    /// Inks.
    pub theme: Theme,
    /// Pixels a point.
    pub scale: f32,
    /// What is under the pointer.
    pub glows: &'a dyn Fn(&Key) -> bool,
}

/// Gives every part its ink, by the same rules as the figures.
pub(super) fn arrays(batches: &Batches, sight: &Sight<'_>) -> Arrays {
    let Sight { camera, theme, scale, .. } = *sight;
    let glow: Vec<bool> = batches.marks.iter().map(|(_, key)| (sight.glows)(key)).collect();
    let mut arrays = Arrays { faces: faces(batches, camera, theme, &glow), ..Arrays::default() };
    lines(batches, sight, &glow, &mut arrays.lines);
    rings(batches, camera, theme, &glow, scale, &mut arrays.lines);
    for dot in &batches.points {
        let (role, bright) = (batches.marks[dot.mark as usize].0, glow[dot.mark as usize]);
        let ink = theme.ink(role);
        let casing = ink.casing.unwrap_or(theme.paper().pane);
        arrays.dots.centers.push(dot.at.into());
        arrays.dots.colors.push(color(ink.stroke));
        arrays.dots.casings.push(color(casing));
        let radius = (ink.size + if bright { GLOW } else { 0.0 }) * scale;
        arrays.dots.shapes.push(Vec4::new(marker(ink.marker), radius, 1.3 * scale, 4.0 * BIAS));
    }
    arrays
}

/// Strokes as their inks say; edges fine, hidden ones faint and dashed.
fn lines(batches: &Batches, sight: &Sight<'_>, glow: &[bool], out: &mut Lines) {
    let Sight { camera, size, theme, scale, .. } = *sight;
    let outlines = batches.outlines(camera);
    let fronts = batches.fronts(camera);
    let all: Vec<(&Line, LineKind)> =
        batches.lines.iter().chain(&outlines).map(|line| (line, batches.kind(line, &fronts))).collect();
    let inner =
        all.iter().filter(|(_, kind)| matches!(kind, LineKind::Crease | LineKind::Hidden)).filter_map(|(line, _)| {
            let [a, b] = line.ends.map(|p| camera.project(batches.origin + Vec3::from(p).as_dvec3(), size));
            Some((line.mark as usize, a?.distance(b?)))
        });
    let fade = crowding(batches.marks.len(), inner);
    for (line, kind) in all {
        let mark = line.mark as usize;
        let (ink, bright) = (theme.ink(batches.marks[mark].0), glow[mark]);
        let (share, strength, dash) = kind.share(&ink, if bright { 1.0 } else { fade[mark] });
        let width = ink.width * share as f32 + if bright { GLOW * share as f32 } else { 0.0 };
        let head = if line.arrow { (4.0 + 3.6 * ink.width) * scale } else { 0.0 };
        let stroke = Stroke { width: width * scale, head, start: line.start, dash, scale };
        let ends = line.ends.map(Vec3::from);
        if let Some(casing) = ink.casing.filter(|_| kind.is_cased()) {
            let wide = Stroke {
                width: stroke.width + 2.2 * scale,
                head: head + 3.0 * scale * f32::from(head > 0.0),
                ..stroke
            };
            out.push(ends, casing, &wide, BIAS);
        }
        let mut colour = if kind == LineKind::Seam { theme.paper().text } else { ink.stroke };
        colour[3] = (f64::from(colour[3]) * strength).round() as u8;
        out.push(ends, colour, &stroke, 2.0 * BIAS);
    }
}

/// How one line is drawn, pixels.
#[derive(Clone, Copy)]
struct Stroke {
    width: f32,
    head: f32,
    start: f32,
    dash: &'static [f32],
    scale: f32,
}

impl Lines {
    fn push(&mut self, ends: [Vec3; 2], ink: Rgba, stroke: &Stroke, bias: f32) {
        self.from.push(ends[0]);
        self.to.push(ends[1]);
        self.colors.push(color(ink));
        self.styles.push(Vec4::new(stroke.width, stroke.start, stroke.head, bias));
        let dash = |i: usize| stroke.dash.get(i).or(stroke.dash.get(i % 2)).copied().unwrap_or(0.0) * stroke.scale;
        self.dashes.push(Vec4::new(dash(0), dash(1), dash(2), dash(3)));
    }
}

/// Circles that face the viewer.
fn rings(batches: &Batches, camera: &Camera, theme: Theme, glow: &[bool], scale: f32, lines: &mut Lines) {
    let axes = camera.axes();
    let (right, up) = (axes.right.as_vec3(), axes.up.as_vec3());
    for ring in &batches.rings {
        let ink = theme.ink(batches.marks[ring.mark as usize].0);
        let width = (ink.width + if glow[ring.mark as usize] { GLOW } else { 0.0 }) * scale;
        let step = std::f32::consts::TAU / CIRCLE_SIDES as f32;
        let corner = |k: usize| {
            let (sin, cos) = (k as f32 * step).sin_cos();
            Vec3::from(ring.center) + (right * cos + up * sin) * ring.radius
        };
        for k in 0..CIRCLE_SIDES {
            let stroke = Stroke { width, head: 0.0, start: k as f32 * step * ring.radius, dash: ink.dash, scale };
            lines.push([corner(k), corner(k + 1)], ink.stroke, &stroke, 2.0 * BIAS);
        }
    }
}

/// Back to front: first the sides that face away, then those that face the eye, so that two bodies that pass through
/// each other both stay glassy.
fn faces(batches: &Batches, camera: &Camera, theme: Theme, glow: &[bool]) -> Faces {
    let eye = camera.eye() - batches.origin;
    let (eye, back) = (eye.as_vec3(), camera.axes().back.as_vec3());
    let mut order: Vec<(bool, f32, u32)> = Vec::with_capacity(batches.triangles.len());
    for (index, tri) in batches.triangles.iter().enumerate() {
        let [a, b, c] = tri.positions.map(Vec3::from);
        let middle = (a + b + c) / 3.0;
        let sight = if camera.orthographic { back } else { eye - middle };
        let faces_eye = tri.closed && (b - a).cross(c - a).dot(sight) > 0.0;
        order.push((faces_eye, middle.dot(back), index as u32));
    }
    order.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut faces = Faces::default();
    for (faces_eye, _, index) in order {
        let tri = &batches.triangles[index as usize];
        let ink = theme.ink(batches.marks[tri.mark as usize].0);
        let mut fill = color(ink.fill);
        if tri.closed && !faces_eye {
            fill.w *= INNER_SHARE as f32;
        }
        if glow[tri.mark as usize] {
            fill.w = (fill.w * 1.7 + 0.05).min(0.85);
        }
        for k in 0..3 {
            faces.positions.push(tri.positions[k].into());
            faces.normals.push(tri.normals[k].into());
            faces.colors.push(fill);
        }
    }
    faces
}

fn color(rgba: Rgba) -> Vec4 {
    Vec4::from_array(rgba.map(|byte| f32::from(byte) / 255.0))
}

fn marker(marker: Marker) -> f32 {
    match marker {
        Marker::Disc => 0.0,
        Marker::Ring => 1.0,
        Marker::Square => 2.0,
        Marker::Diamond => 3.0,
        Marker::Triangle => 4.0,
        Marker::Cross => 5.0,
        Marker::Plus => 6.0,
        Marker::Star => 7.0,
    }
}

/// The view and projection matrices for arrays around `origin`, and the distance of the near plane.
pub(super) fn matrices(camera: &Camera, origin: DVec3, aspect: f64, reach: f64) -> (glam::Mat4, glam::Mat4, f32) {
    let axes = camera.axes();
    let shift = origin - camera.target;
    let column = |v: DVec3| glam::DVec4::new(v.dot(axes.right), v.dot(axes.up), v.dot(axes.back), 0.0);
    let moved = (column(shift).truncate() - DVec3::Z * camera.distance).extend(1.0);
    let view = glam::DMat4::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z), moved);
    let half = camera.half_height();
    let (near, far) = if camera.orthographic {
        let deep = reach + camera.distance;
        (camera.distance - deep, camera.distance + deep)
    } else {
        (camera.distance * 0.01, camera.distance + reach)
    };
    let (sx, sy) = (1.0 / (half * aspect), 1.0 / half);
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
    (view.as_mat4(), projection.as_mat4(), near as f32)
}
