//! Splits a picture into faces, lines and dots as one camera sees them, in view coordinates and clipped at the near
//! plane. Each part has a look: its mark, and what else determines its ink.

mod convex;
mod edge_on;
mod solids;

use glam::DVec3;

use super::body_intersections::body_seams;
use super::bsp::{UnsortedFace, UnsortedShapes, Viewpoint, clip, clip_line};
use super::veil::Veils;
use crate::marks::curve_points::{arc_points, circle_points, links, plane_patch};
use crate::marks::half_space::half_space_patch;
use crate::marks::line_kind::LineKind;
use crate::marks::mark::outside_of_space;
use crate::marks::surface::polygon_normal;
use crate::view::selected_parts::Selection;
use crate::{Camera, Form, Lens, Mark, Picture, Role};
pub(crate) use convex::convex_pieces;
use edge_on::edge_on_line;

/// Distance by which lines are moved towards the eye, as a share of their distance: more than rounding error, too
/// little to be visible.
const SHIFT_TO_EYE: f64 = 4e-4;

/// Number of equal parts of a line; each part is tested for being behind a veil.
const LINE_PARTS: usize = 32;

/// Multiple of [`SHIFT_TO_EYE`] by which dots are moved, so that they are drawn over lines.
const DOT_SHIFTS: f64 = 2.0;

/// Multiple of [`SHIFT_TO_EYE`] by which links are moved: in front of everything else, behind the near plane.
const LINK_SHIFTS: f64 = 0.9 / SHIFT_TO_EYE;

/// Multiple of [`SHIFT_TO_EYE`] by which the dots of links are moved, so that they are drawn over the links.
const LINK_DOT_SHIFTS: f64 = 1.01 * LINK_SHIFTS;

/// Direction to the light, view coordinates, not of unit length: to the upper left, behind the viewer.
const LIGHT: DVec3 = DVec3::new(-0.36, 0.62, 0.70);

/// Attributes of a face that determine its look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceLook {
    /// Index into the picture's marks.
    pub mark: usize,
    /// Cosine of the angle between the face's normal and the direction to the light, −1 to 1.
    pub cosine: f64,
    /// Whether it is the inner side of a closed solid, seen through its front.
    pub inner: bool,
    /// Its role, where it differs from the mark's; `None` if it does not.
    pub role: Option<Role>,
}

/// Attributes of a line that determine its look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineLook {
    /// Index into the picture's marks.
    pub mark: usize,
    pub kind: LineKind,
    /// Whether it ends in an arrow head.
    pub arrow: bool,
    /// Number of its chain of lines in the picture, over which dashes continue.
    pub chain: usize,
    /// Its role, where it differs from the mark's; `None` if it does not.
    pub role: Option<Role>,
}

/// A label that is placed later.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelAnchor {
    /// Index into the picture's marks.
    pub mark: usize,
    /// Point that the label names, view coordinates.
    pub at: DVec3,
}

/// All parts of one picture as seen by one camera.
#[derive(Debug, Default)]
pub struct Parts {
    /// Faces, lines and dots to order by depth. Lines and dots are moved slightly towards the eye along the line of
    /// sight.
    pub shapes: UnsortedShapes,
    /// Look of each face.
    pub faces: Vec<FaceLook>,
    /// Look of each line.
    pub lines: Vec<LineLook>,
    /// Mark of each dot.
    pub dots: Vec<usize>,
    /// Labels whose anchors are in view.
    pub labels: Vec<LabelAnchor>,
    /// Number of chains of lines so far.
    chains: usize,
}

/// State while a picture is split.
struct Splitter {
    lens: Lens,
    selection: Selection,
    /// Bodies behind which strokes are hidden lines.
    veils: Veils,
    parts: Parts,
    /// Index of the current mark.
    mark: usize,
    /// Role of the current face or line, where it differs from the mark's; `None` if it does not.
    role: Option<Role>,
}

/// Splits a picture as a camera sees it. Marks that are not finite are skipped; coplanar faces are in the order of
/// [`layer`].
pub fn split_picture(picture: &Picture, camera: &Camera) -> Parts {
    split_selected(picture, camera, Selection::All)
}

/// Splits the part of a picture that `selection` selects.
pub fn split_selected(picture: &Picture, camera: &Camera, selection: Selection) -> Parts {
    let veils = Veils::of(&picture.marks);
    let mut splitter = Splitter { lens: camera.lens(), selection, veils, parts: Parts::default(), mark: 0, role: None };
    let mut order: Vec<usize> = (0..picture.marks.len()).collect();
    order.sort_by_key(|&i| layer(picture.marks[i].role));
    for mark in order {
        splitter.mark = mark;
        splitter.add_mark(&picture.marks[mark]);
    }
    let seams = if selection.has_lines(LineKind::Seam) { body_seams(picture) } else { Vec::new() };
    for (mark, line) in seams {
        splitter.mark = mark;
        splitter.add_line(line, LineKind::Seam, false);
        splitter.parts.chains += 1;
    }
    splitter.parts
}

/// Position or direction of the viewer for depth ordering, in view coordinates.
pub fn viewpoint(camera: &Camera) -> Viewpoint {
    if camera.orthographic { Viewpoint::Parallel(DVec3::Z) } else { Viewpoint::Eye(camera.eye_in_view()) }
}

/// Layer of a role: among things in one place, those of higher layers are drawn above.
pub fn layer(role: Role) -> u8 {
    match role {
        Role::Grid => 0,
        Role::Bystander | Role::Idle | Role::Member | Role::Outside => 1,
        Role::Ghost | Role::First | Role::Last | Role::Mesh | Role::Frustum => 2,
        Role::ShapeA | Role::ShapeB | Role::Difference | Role::EdgePair | Role::Inside | Role::Crossing => 3,
        Role::Region | Role::Interval | Role::Overlap => 4,
        Role::Bound => 5,
        Role::Removed | Role::Gap | Role::Penetration => 6,
        Role::Reference | Role::ReferenceB | Role::Incident | Role::IncidentA | Role::Simplex | Role::Polytope => 7,
        Role::Added | Role::Group(_) => 8,
        Role::Horizon => 9,
        Role::Axis | Role::Normal | Role::Upper => 10,
        // Gaps in their dashes show the upper bound, or our own result, on the same line.
        Role::Witness | Role::Closest | Role::Lower | Role::Theirs => 11,
        Role::Origin => 12,
        Role::NewSupport => 13,
        Role::Text => 14,
        Role::Fault | Role::Candidate => 15,
    }
}

impl Splitter {
    /// Adds the parts of a mark, which is the current one.
    fn add_mark(&mut self, mark: &Mark) {
        match &mark.form {
            Form::Point(p) | Form::Badge { at: p, .. } => self.add_dot(*p, DOT_SHIFTS),
            Form::Segment([a, b]) => self.add_stroke(*a, *b, false),
            Form::Link(ends) => self.add_link(*ends),
            Form::Arrow { from, to } => self.add_stroke(*from, *to, true),
            Form::Polyline { points, closed } => self.add_chain(points, *closed, LineKind::Stroke),
            Form::Polygon(points) => self.add_polygon(points),
            Form::Circle { center, normal, radius } => {
                let normal = normal.try_normalize().unwrap_or(self.lens.axes().back);
                if center.is_finite() && radius.is_finite() {
                    self.add_chain(&circle_points(*center, normal, *radius), true, LineKind::Stroke);
                }
            }
            Form::Plane { point, normal, half_size } => {
                let corners = plane_patch(*point, *normal, *half_size).unwrap_or_default();
                match edge_on_line(&corners, &self.lens) {
                    Some([a, b]) => self.add_stroke(a, b, false),
                    None => self.add_polygon(&corners),
                }
            }
            Form::HalfSpace { point, normal, half_size, flat } => {
                if let Some(patch) = half_space_patch(*point, *normal, *half_size, *flat) {
                    self.add_polygon(&patch.face);
                    patch.hatch.into_iter().for_each(|ends| self.add_hatch_line(ends));
                }
            }
            Form::Solid(solid) => self.add_solid(solid),
            Form::Arc { from, to, .. } => self.add_chain(&arc_points(*from, *to), false, LineKind::Stroke),
            outside_of_space!() => {}
            Form::Label { at, .. } => {
                let at = self.lens.to_view(*at);
                if at.is_finite() && at.z <= self.lens.camera().near() {
                    self.parts.labels.push(LabelAnchor { mark: self.mark, at });
                }
            }
        }
    }

    /// A view point moved towards the eye along the line of sight, by a multiple of [`SHIFT_TO_EYE`].
    fn moved_towards_eye(&self, p: DVec3, shifts: f64) -> DVec3 {
        if self.lens.camera().orthographic {
            p + DVec3::Z * (SHIFT_TO_EYE * shifts * self.lens.camera().distance)
        } else {
            p + (self.lens.camera().eye_in_view() - p) * (SHIFT_TO_EYE * shifts)
        }
    }

    /// Adds a dot, moved towards the eye by a multiple of [`SHIFT_TO_EYE`].
    fn add_dot(&mut self, p: DVec3, shifts: f64) {
        let p = self.lens.to_view(p);
        if p.is_finite() && p.z <= self.lens.camera().near() {
            let p = self.moved_towards_eye(p, shifts);
            self.parts.shapes.dots.push(p);
            self.parts.dots.push(self.mark);
        }
    }

    /// Adds a line that is a chain by itself, with an arrow head at `b` if `arrow`.
    fn add_stroke(&mut self, a: DVec3, b: DVec3, arrow: bool) {
        self.add_line_with_hidden_parts([a, b], LineKind::Stroke, arrow);
        self.parts.chains += 1;
    }

    /// Adds a line; its parts behind a veil are hidden lines.
    fn add_line_with_hidden_parts(&mut self, [a, b]: [DVec3; 2], kind: LineKind, arrow: bool) {
        if self.veils.is_empty() || kind != LineKind::Stroke {
            return self.add_line([a, b], kind, arrow);
        }
        let points: [DVec3; LINE_PARTS + 1] =
            std::array::from_fn(|k| if k == LINE_PARTS { b } else { a.lerp(b, k as f64 / LINE_PARTS as f64) });
        let middles = points.windows(2).map(|ends| ends[0].midpoint(ends[1]));
        let behind: Vec<bool> = middles.map(|middle| self.veils.hides(middle, self.lens.camera())).collect();
        // Successive parts that are all behind a veil, or all in front, are one line.
        let mut from = 0;
        while from < LINE_PARTS {
            let to = (from..LINE_PARTS).find(|k| behind[*k] != behind[from]).unwrap_or(LINE_PARTS);
            let kind = if behind[from] { LineKind::Hidden } else { kind };
            self.add_line([points[from], points[to]], kind, arrow && to == LINE_PARTS);
            from = to;
        }
    }

    /// Adds a link, in front of everything that could hide it.
    fn add_link(&mut self, ends: [DVec3; 2]) {
        self.add_line(ends, LineKind::Link, false);
        self.parts.chains += 1;
        ends.into_iter().for_each(|end| self.add_dot(end, LINK_DOT_SHIFTS));
    }

    /// Adds the lines of a chain, over which dashes continue.
    fn add_chain(&mut self, points: &[DVec3], closed: bool, kind: LineKind) {
        for link in links(points, closed) {
            self.add_line_with_hidden_parts(link, kind, false);
        }
        self.parts.chains += 1;
    }

    /// Adds a line, clipped at the near plane.
    fn add_line(&mut self, ends: [DVec3; 2], kind: LineKind, arrow: bool) {
        if !self.selection.has_lines(kind) {
            return;
        }
        let seen = ends.map(|p| self.lens.to_view(p));
        if !seen.iter().all(|p| p.is_finite()) {
            return;
        }
        let near = self.lens.camera().near();
        let in_front = if near.is_finite() { clip_line(seen, |p| near - p.z) } else { Some(seen) };
        let Some([a, b]) = in_front else { return };
        let arrow = arrow && b == self.lens.to_view(ends[1]);
        let shifts = if kind == LineKind::Link { LINK_SHIFTS } else { 1.0 };
        self.parts.shapes.lines.push([self.moved_towards_eye(a, shifts), self.moved_towards_eye(b, shifts)]);
        self.parts.lines.push(LineLook { mark: self.mark, kind, arrow, chain: self.parts.chains, role: self.role });
    }

    /// Adds a convex face, given in world coordinates. `inner` says whether it is the inner side of a closed solid.
    /// `shading_normal` is the normal that determines its brightness, where it differs from the face's own.
    fn add_face(&mut self, corners: &[DVec3], inner: bool, shading_normal: Option<DVec3>) {
        let mut corners: Vec<DVec3> = corners.iter().map(|&p| self.lens.to_view(p)).collect();
        let near = self.lens.camera().near();
        if near.is_finite() {
            corners = clip(&corners, |p| near - p.z);
        }
        if !self.selection.has_face(&corners, &self.lens) {
            return;
        }
        let Some(normal) = polygon_normal(&corners) else { return };
        let lit = shading_normal.map_or(normal, |n| self.lens.direction_to_view(n));
        let lit = if self.faces_viewer(normal, corners[0]) { lit } else { -lit };
        let cosine = lit.dot(LIGHT);
        self.parts.shapes.faces.push(UnsortedFace { corners, normal });
        self.parts.faces.push(FaceLook { mark: self.mark, cosine: cosine / LIGHT.length(), inner, role: self.role });
    }

    /// Whether a face with this outward normal through the point `on_face`, both in view coordinates, shows the viewer
    /// its outer side.
    fn faces_viewer(&self, normal: DVec3, on_face: DVec3) -> bool {
        match viewpoint(self.lens.camera()) {
            Viewpoint::Eye(eye) => normal.dot(eye - on_face) >= 0.0,
            Viewpoint::Parallel(back) => normal.dot(back) >= 0.0,
        }
    }

    /// Adds a planar polygon with its outline.
    fn add_polygon(&mut self, corners: &[DVec3]) {
        if corners.iter().all(|p| p.is_finite()) {
            for piece in convex_pieces(corners) {
                self.add_face(&piece, false, None);
            }
        }
        self.add_chain(corners, true, LineKind::Outline);
    }
}
