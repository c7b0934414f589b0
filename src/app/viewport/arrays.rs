//! Vertex and instance arrays of a picture for the GPU (faces in drawing order with their colors, lines, dots), and the
//! matrices of a camera.

use std::cmp::Ordering;
use std::ops::Range;

use contact_lens_picture::marks::theme::{Rgba, opaque_fill};
use contact_lens_picture::space::vertex_arrays::Tri;
use contact_lens_picture::{self as picture, Batches, Camera, INNER_FACE_OPACITY, Sheet};
use glam::{DVec3, Vec3, Vec4};

use super::dots::{DotInstance, build_dots};
use super::inks::{Inks, MarkInk, PaneContext, gpu_color};
use super::lines::{LineInstance, build_lines};

/// Factor on the opacity of a highlighted translucent face, to which [`HIGHLIGHT_OFFSET`] is added.
const HIGHLIGHT_FACTOR: f32 = 1.7;

/// Opacity that a highlighted translucent face gains in addition, for very faint faces.
const HIGHLIGHT_OFFSET: f32 = 0.05;

/// Maximum opacity of a highlighted translucent face, which keeps things behind it visible.
const MAX_HIGHLIGHT: f32 = 0.85;

/// Minimum distance of the near plane of a perspective projection from the eye, relative to the distance of the target.
/// A smaller one would reduce the precision of depths.
const MIN_NEAR: f64 = 0.01;

/// Triangles, three entries each, in the order of [`FaceOrder`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Faces {
    /// Vertices relative to the batches' origin, meters.
    pub positions: Vec<Vec3>,
    /// Unit normals, one per vertex.
    pub normals: Vec<Vec3>,
    /// Colors with straight alpha, one per vertex.
    pub colors: Vec<Vec4>,
}

/// Position of a face in the drawing order.
#[derive(Clone, Copy, Debug, PartialEq)]
struct FaceOrder {
    /// Whether the outer side faces the eye; such faces are drawn last.
    faces_eye: bool,
    /// Coordinate along the camera's back axis, meters; larger is nearer to the eye.
    depth: f32,
    /// Layer of the mark's role, which orders coplanar faces.
    layer: u8,
}

impl FaceOrder {
    /// Order in which two faces are drawn: `Less` if this one comes first.
    fn compare(&self, other: &Self) -> Ordering {
        let by_side = self.faces_eye.cmp(&other.faces_eye);
        by_side.then(self.depth.total_cmp(&other.depth)).then(self.layer.cmp(&other.layer))
    }
}

/// Arrays of one set of marks in a pane: the static ones, or those of the beat.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layer {
    /// Position of each face in the drawing order.
    order: Vec<FaceOrder>,
    faces: Faces,
    lines: Vec<LineInstance>,
    dots: Vec<DotInstance>,
}

/// All arrays of a pane.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Arrays {
    /// Translucent faces. Lines are drawn before them, without hiding them; see `FacePass`.
    pub faces: Faces,
    /// Lines, back to front.
    pub lines: Vec<LineInstance>,
    /// Dots, drawn last, over everything.
    pub dots: Vec<DotInstance>,
}

impl Arrays {
    /// Merges two layers: faces in one drawing order, lines and dots of the second after those of the first.
    pub fn merge(first: &Layer, second: &Layer) -> Self {
        let faces = Faces::with_capacity(first.order.len() + second.order.len());
        let mut arrays = Self { faces, lines: first.lines.clone(), dots: first.dots.clone() };
        arrays.lines.extend_from_slice(&second.lines);
        arrays.dots.extend_from_slice(&second.dots);
        // Numbers of faces taken from each layer.
        let mut taken_first = 0;
        let mut taken_second = 0;
        while taken_first < first.order.len() || taken_second < second.order.len() {
            // Take the faces of one layer that precede the next face of the other.
            let start = taken_first;
            taken_first += match second.order.get(taken_second) {
                Some(next) => first.order[taken_first..].partition_point(|face| face.compare(next).is_le()),
                None => first.order.len() - taken_first,
            };
            arrays.faces.extend(&first.faces, start..taken_first);
            let start = taken_second;
            taken_second += match first.order.get(taken_first) {
                Some(next) => second.order[taken_second..].partition_point(|face| next.compare(face).is_gt()),
                None => second.order.len() - taken_second,
            };
            arrays.faces.extend(&second.faces, start..taken_second);
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

/// Builds the arrays of a set of marks, in the inks that figures use too.
pub(super) fn build_layer(batches: &Batches, pane: &PaneContext<'_>) -> Layer {
    let inks = Inks::new(batches, pane);
    let (order, faces) = sort_faces(batches, pane.camera, &inks, pane.theme.paper().pane);
    let lines = build_lines(batches, pane, &inks);
    let dots = build_dots(batches, pane, &inks);
    Layer { order, faces, lines, dots }
}

/// A triangle with its position in the drawing order.
struct OrderedTriangle {
    order: FaceOrder,
    /// Index of the triangle in the batches.
    index: usize,
}

/// Side and depth of a sheet, as a camera sees it.
#[derive(Clone, Copy)]
struct SheetView {
    /// Whether the outer side faces the eye; always true for a sheet between two solids.
    faces_eye: bool,
    /// Coordinate of the sheet's anchor along the axis from the target to the eye, meters.
    depth: f32,
}

/// Sorts and colors faces: first all that face away from the eye, then all that face it, each group from back to front,
/// so that two interpenetrating bodies both stay translucent. Coplanar faces are ordered by layer.
fn sort_faces(batches: &Batches, camera: &Camera, inks: &Inks, pane_color: Rgba) -> (Vec<FaceOrder>, Faces) {
    let eye = (camera.eye() - batches.origin).as_vec3();
    let back = camera.axes().back.as_vec3();
    let sheets = batches.sheets.iter().map(|sheet| view_of_sheet(sheet, camera, eye, back));
    let sheets: Vec<SheetView> = sheets.collect();
    let mut sorted: Vec<OrderedTriangle> = Vec::with_capacity(batches.triangles.len());
    for (index, triangle) in batches.triangles.iter().enumerate() {
        let SheetView { faces_eye, depth } = sheets[triangle.sheet as usize];
        let layer = picture::layer(inks.of_mark(triangle.mark).role);
        sorted.push(OrderedTriangle { order: FaceOrder { faces_eye, depth, layer }, index });
    }
    sorted.sort_unstable_by(|a, b| a.order.compare(&b.order).then(a.index.cmp(&b.index)));
    let mut faces = Faces::with_capacity(sorted.len());
    for OrderedTriangle { order, index } in &sorted {
        let triangle = &batches.triangles[*index];
        let color = face_color(triangle, order.faces_eye, inks, pane_color);
        faces.positions.extend(triangle.positions.map(Vec3::from));
        faces.normals.extend(triangle.normals.map(Vec3::from));
        faces.colors.extend([color; 3]);
    }
    (sorted.into_iter().map(|triangle| triangle.order).collect(), faces)
}

/// Color of a triangle, with straight alpha; transparent for sides that are not drawn.
fn face_color(triangle: &Tri, faces_eye: bool, inks: &Inks, pane_color: Rgba) -> Vec4 {
    let MarkInk { ink, is_highlighted, .. } = inks.of_mark(triangle.mark);
    let fill = if triangle.opaque { opaque_fill(ink.fill, pane_color) } else { ink.fill };
    let mut color = gpu_color(fill);
    if triangle.closed && !faces_eye {
        let is_outside_only = triangle.opaque || triangle.is_distinguished;
        color.w *= if is_outside_only { 0.0 } else { INNER_FACE_OPACITY as f32 };
    }
    if *is_highlighted && !triangle.opaque {
        color.w = (color.w * HIGHLIGHT_FACTOR + HIGHLIGHT_OFFSET).min(MAX_HIGHLIGHT);
    }
    color
}

/// View of a sheet from `eye`, relative to the batches' origin; `back` is the unit axis from the target to the eye.
fn view_of_sheet(sheet: &Sheet, camera: &Camera, eye: Vec3, back: Vec3) -> SheetView {
    let anchor = Vec3::from(sheet.anchor);
    let sight = if camera.orthographic { back } else { eye - anchor };
    let faces_eye = sheet.between || Vec3::from(sheet.side).dot(sight) > 0.0;
    SheetView { faces_eye, depth: anchor.dot(back) }
}

/// Matrices of a camera.
pub(super) struct Matrices {
    /// World, relative to the origin of the arrays, to eye space.
    pub view: glam::Mat4,
    /// Eye space to clip space.
    pub projection: glam::Mat4,
    /// Distance of the near plane from the eye, meters; negative for a parallel projection.
    pub near: f32,
}

/// Returns the matrices for arrays around `origin`, world, meters. `aspect` is the width of the pane over its height.
/// Everything drawn must be within `radius`, meters, of the camera's target.
///
/// Both projections map the half height of the view at the target's distance `d` to 1, by the factor `sy`. The
/// perspective one divides by the distance from the eye, hence its factor `sy · d`. Depths `−near` and `−far` of eye
/// space, which looks along −z, are mapped to −1 and 1.
pub(super) fn matrices(camera: &Camera, origin: DVec3, aspect: f64, radius: f64) -> Matrices {
    let axes = camera.axes();
    let rotation = glam::DMat3::from_cols(axes.right, axes.up, axes.back).transpose();
    let translation = rotation * (origin - camera.target) - DVec3::Z * camera.distance;
    let view = glam::DMat4::from_mat3_translation(rotation, translation);
    let half = camera.half_height();
    // A parallel projection shows points behind the eye too.
    let half_depth = if camera.orthographic { radius + camera.distance } else { radius };
    let far = camera.distance + half_depth;
    let mut near = camera.distance - half_depth;
    if !camera.orthographic {
        near = near.max(camera.distance * MIN_NEAR);
    }
    let sx = 1.0 / (half * aspect);
    let sy = 1.0 / half;
    let depth_range = far - near;
    let projection = if camera.orthographic {
        glam::DMat4::from_cols_array_2d(&[
            [sx, 0.0, 0.0, 0.0],
            [0.0, sy, 0.0, 0.0],
            [0.0, 0.0, -2.0 / depth_range, 0.0],
            [0.0, 0.0, -(far + near) / depth_range, 1.0],
        ])
    } else {
        let d = camera.distance;
        glam::DMat4::from_cols_array_2d(&[
            [sx * d, 0.0, 0.0, 0.0],
            [0.0, sy * d, 0.0, 0.0],
            [0.0, 0.0, -(far + near) / depth_range, -1.0],
            [0.0, 0.0, -2.0 * far * near / depth_range, 0.0],
        ])
    };
    Matrices { view: view.as_mat4(), projection: projection.as_mat4(), near: near as f32 }
}
