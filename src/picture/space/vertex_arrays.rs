//! A picture as triangles, lines, dots and words for a GPU: plain data that the window colors and uploads.
//!
//! Colors and widths are not included. Each part refers to its mark, and the window applies the ink of the mark's role,
//! so that a change of theme or a highlight needs no new data.

mod elements;

use std::sync::Arc;

use glam::DVec3;

pub use elements::{Dot, Line, Ring, Tag, Tri};

use super::body_intersections::body_seams;
use super::coplanar_faces::{Sheet, SortedSheets, TiltIndex, order_coplanar_sheets};
use super::veil::Veils;
use crate::marks::curve_points::{arc_points, circle_points, links, plane_patch};
use crate::marks::half_space::half_space_patch;
use crate::marks::hatch::{hatch, hatch_spacing};
use crate::marks::line_kind::LineKind;
use crate::marks::mark::outside_of_space;
use crate::marks::surface::{Surface, polygon_normal};
use crate::view::derived_data::{DerivedData, derived_data};
use crate::{Camera, DotSize, Form, Key, Mark, Part, Picture, Role, Solid};

/// Vertex arrays of one picture. Positions are meters relative to [`Batches::origin`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batches {
    /// Origin that was subtracted in `f64`, world, meters. The view matrix adds it again, also in `f64`, so that scenes
    /// far from the world's origin lose no more digits than those near it.
    pub origin: DVec3,
    /// Role and key of the marks that the parts refer to, followed by those of distinguished faces.
    pub marks: Vec<(Role, Key)>,
    /// Faces, drawn translucent with the fill of the mark's ink.
    pub triangles: Vec<Tri>,
    /// Lines, drawn with the stroke, width and dash of the mark's ink.
    pub lines: Vec<Line>,
    /// Dots, drawn with the marker of the mark's ink.
    pub points: Vec<Dot>,
    /// Words and their positions.
    pub labels: Vec<Tag>,
    /// Circles that face the viewer; the renderer, which knows the camera, converts them to lines.
    pub rings: Vec<Ring>,
    /// Planar faces that the triangles belong to, with their places in the drawing order.
    pub sheets: Vec<Sheet>,
    /// Index of the sheets of a whole picture, for marks that are drawn over it; empty for such marks.
    index: TiltIndex,
    /// Bodies that change the look of marks behind them.
    pub veils: Veils,
    /// Faces of solids; lines refer to those next to them.
    facets: Vec<Facet>,
    /// Marks of round convex bodies, whose outline depends on the camera, and the bodies.
    round: Vec<(u32, Arc<Solid>)>,
    /// While parts are added: index of the current mark.
    mark: u32,
    /// While parts are added: whether the current faces are opaque.
    opaque: bool,
    /// While parts are added: whether the current face is distinguished.
    is_distinguished: bool,
}

/// A face of a closed solid.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Facet {
    /// Outward unit normal of the face.
    normal: DVec3,
    /// A vertex, world, meters.
    at: DVec3,
    /// Whether the solid is round, with an outline of its own.
    round: bool,
}

impl Batches {
    /// Parts of a picture relative to `origin` (such as the camera's target). Marks that are not finite are skipped.
    pub fn new(picture: &Picture, origin: DVec3) -> Self {
        let mut batches = Self::of(&picture.marks, origin);
        batches.index = batches.order_sheets(SortedSheets { sheets: &[], index: &TiltIndex::default() });
        for (mark, [a, b]) in body_seams(picture) {
            let ends = [batches.relative(a), batches.relative(b)];
            let kind = LineKind::Seam;
            batches.lines.push(Line { ends, start: 0.0, kind, arrow: false, sides: None, mark: mark as u32 });
        }
        batches
    }

    /// Parts of marks drawn over a picture, without seams between bodies.
    pub fn over<'a>(under: &Self, marks: impl IntoIterator<Item = &'a Mark>) -> Self {
        let mut batches = Self::of(marks, under.origin);
        batches.order_sheets(SortedSheets { sheets: &under.sheets, index: &under.index });
        batches
    }

    /// Parts of marks, before the order of coplanar faces is known.
    fn of<'a>(marks: impl IntoIterator<Item = &'a Mark>, origin: DVec3) -> Self {
        let marks: Vec<&Mark> = marks.into_iter().collect();
        let mut batches = Self { origin, veils: Veils::of(marks.iter().copied()), ..Self::default() };
        batches.marks = marks.iter().map(|mark| (mark.role, mark.key.clone())).collect();
        for (number, mark) in marks.into_iter().enumerate() {
            batches.mark = number as u32;
            batches.add_form(&mark.form);
        }
        batches
    }

    /// Gives coplanar faces their places in the drawing order, over the sheets `under` of another picture. Returns the
    /// index of the own sheets.
    fn order_sheets(&mut self, under: SortedSheets<'_>) -> TiltIndex {
        let radius = self.bounding_radius();
        order_coplanar_sheets(&mut self.sheets, &self.marks, under, radius)
    }

    /// Radius around the origin of all parts with a depth, meters.
    pub fn bounding_radius(&self) -> f64 {
        let corners = self.triangles.iter().flat_map(|tri| tri.positions).chain(self.lines.iter().flat_map(|l| l.ends));
        let corners = corners.map(|p| glam::Vec3::from(p).length_squared()).fold(0.0, f32::max).sqrt();
        let rings = self.rings.iter().map(|ring| glam::Vec3::from(ring.center).length() + ring.radius);
        f64::from(rings.fold(corners, f32::max))
    }

    /// Outlines of round bodies as this camera sees them, drawn like the other lines.
    pub fn outlines(&self, camera: &Camera) -> Vec<Line> {
        let mut lines = Vec::new();
        let lens = camera.lens();
        for (mark, solid) in &self.round {
            let mut start = 0.0;
            for [a, b] in links(&derived_data(solid).outline(solid, &lens), true) {
                let ends = [self.relative(a), self.relative(b)];
                let kind = LineKind::Outline;
                lines.push(Line { ends, start: start as f32, kind, arrow: false, sides: None, mark: *mark });
                start += (b - a).length();
            }
        }
        lines
    }

    /// Whether each facet faces the viewer.
    pub fn fronts(&self, camera: &Camera) -> Vec<bool> {
        let eye = camera.eye();
        let back = camera.axes().back;
        let facets = self.facets.iter();
        if camera.orthographic {
            facets.map(|facet| facet.normal.dot(back) >= 0.0).collect()
        } else {
            facets.map(|facet| facet.normal.dot(eye - facet.at) >= 0.0).collect()
        }
    }

    /// Kind of a line; `fronts` is the result of [`Self::fronts`] for the same camera.
    pub fn kind(&self, line: &Line, fronts: &[bool]) -> LineKind {
        let Some([first, second]) = line.sides.map(|sides| sides.map(|side| side as usize)) else { return line.kind };
        if line.kind == LineKind::Hatch {
            return line.kind;
        }
        LineKind::between(fronts[first], Some(fronts[second]), self.facets[first].round)
    }

    /// Whether a point, relative to the origin, is seen through a veil.
    pub fn is_far(&self, at: [f32; 3], camera: &Camera) -> bool {
        !self.veils.is_empty() && self.veils.hides(self.origin + DVec3::from(at.map(f64::from)), camera)
    }

    /// Whether a line is drawn; `fronts` is the result of [`Self::fronts`]. Hatch lines on faces that face away are not
    /// drawn, since they would be mistaken for those of other faces.
    pub fn shows(&self, line: &Line, fronts: &[bool]) -> bool {
        line.kind != LineKind::Hatch || line.sides.is_none_or(|[face, _]| fronts[face as usize])
    }

    /// A point relative to the origin, in `f32`.
    fn relative(&self, p: DVec3) -> [f32; 3] {
        (p - self.origin).as_vec3().to_array()
    }

    /// Adds a dot of the current mark.
    fn add_dot(&mut self, p: DVec3, size: DotSize, pale: bool) {
        if p.is_finite() {
            self.points.push(Dot { at: self.relative(p), mark: self.mark, size, pale });
        }
    }

    /// Adds the parts of a form.
    fn add_form(&mut self, form: &Form) {
        match form {
            Form::Point(p) | Form::Badge { at: p, .. } => self.add_dot(*p, form.dot_size(), false),
            Form::Segment([a, b]) => self.add_line(*a, *b, 0.0, LineKind::Stroke),
            Form::Link([a, b]) => {
                self.add_line(*a, *b, 0.0, LineKind::Link);
                [a, b].into_iter().for_each(|end| self.add_dot(*end, DotSize::FULL, false));
            }
            Form::Arrow { from, to } => {
                self.add_line(*from, *to, 0.0, LineKind::Stroke);
                if let Some(shaft) = self.lines.last_mut() {
                    shaft.arrow = true;
                }
            }
            Form::Polyline { points, closed } => self.add_chain(points, *closed, LineKind::Stroke),
            Form::Polygon(points) => self.add_polygon(points),
            Form::Circle { center, normal, radius } => self.add_circle(*center, *normal, *radius),
            Form::Plane { point, normal, half_size } => {
                if let Some(corners) = plane_patch(*point, *normal, *half_size) {
                    self.add_polygon(&corners);
                }
            }
            Form::HalfSpace { point, normal, half_size, flat } => {
                if let Some(patch) = half_space_patch(*point, *normal, *half_size, *flat) {
                    self.add_polygon(&patch.face);
                    patch.hatch.into_iter().for_each(|[a, b]| self.add_line(a, b, 0.0, LineKind::Hatch));
                }
            }
            Form::Solid(solid) => self.add_solid(solid),
            Form::Label { at, text } if at.is_finite() => {
                self.labels.push(Tag { at: self.relative(*at), text: text.clone(), mark: self.mark });
            }
            Form::Arc { from, to, .. } => self.add_chain(&arc_points(*from, *to), false, LineKind::Stroke),
            outside_of_space!() => {}
            Form::Label { .. } => {}
        }
    }

    /// Adds a line of the current mark; `start` is the length of its chain before it, meters.
    fn add_line(&mut self, a: DVec3, b: DVec3, start: f64, kind: LineKind) {
        if a.is_finite() && b.is_finite() {
            let ends = [self.relative(a), self.relative(b)];
            let mark = self.mark;
            self.lines.push(Line { ends, start: start as f32, kind, arrow: false, sides: None, mark });
        }
    }

    /// Adds the lines of a chain, over which dashes continue.
    fn add_chain(&mut self, points: &[DVec3], closed: bool, kind: LineKind) {
        let mut start = 0.0;
        for [a, b] in links(points, closed) {
            self.add_line(a, b, start, kind);
            start += (b - a).length();
        }
    }

    /// Adds a planar polygon with its outline.
    fn add_polygon(&mut self, corners: &[DVec3]) {
        if let Some(normal) = polygon_normal(corners)
            && corners.iter().all(|p| p.is_finite())
        {
            self.add_face(corners, normal, &vec![normal; corners.len()], false);
        }
        self.add_chain(corners, true, LineKind::Outline);
    }

    /// Adds a convex face as a fan of triangles, with its unit normal and the surface's unit normals at its vertices.
    fn add_face(&mut self, corners: &[DVec3], normal: DVec3, normals: &[DVec3], closed: bool) {
        let mark = self.mark;
        let sheet = self.sheets.len() as u32;
        let relative_corners: Vec<DVec3> = corners.iter().map(|p| p - self.origin).collect();
        self.sheets.push(Sheet::new(mark, &relative_corners, normal, closed));
        for k in 2..corners.len() {
            let vertices = [0, k - 1, k];
            self.triangles.push(Tri {
                positions: vertices.map(|i| self.relative(corners[i])),
                normals: vertices.map(|i| normals[i].as_vec3().to_array()),
                mark,
                sheet,
                closed,
                opaque: self.opaque,
                is_distinguished: self.is_distinguished,
            });
        }
    }

    /// Adds a circle: a chain, or a ring where it faces the viewer.
    fn add_circle(&mut self, center: DVec3, normal: DVec3, radius: f64) {
        if !center.is_finite() || !radius.is_finite() {
            return;
        }
        match normal.try_normalize() {
            Some(normal) => self.add_chain(&circle_points(center, normal, radius), true, LineKind::Stroke),
            None => self.rings.push(Ring { center: self.relative(center), radius: radius as f32, mark: self.mark }),
        }
    }

    /// Adds faces, hatch lines and edges of a solid.
    fn add_solid(&mut self, solid: &Arc<Solid>) {
        if solid.is_dots() {
            return solid.vertices.iter().for_each(|p| self.add_dot(*p, solid.dot_size(), solid.pale));
        }
        let derived = derived_data(solid);
        let DerivedData { surface, smooth, closed, .. } = &*derived;
        let closed = *closed;
        if solid.round && surface.convex {
            self.round.push((self.mark, Arc::clone(solid)));
        }
        let mark_of_solid = self.mark;
        let first = self.facets.len() as u32;
        self.opaque = solid.opaque;
        for (f, face) in surface.faces.iter().enumerate() {
            let corners: Vec<DVec3> = face.iter().map(|&i| solid.vertices[i as usize]).collect();
            let normal = surface.normals[f];
            let part = surface.part(solid, f);
            self.mark = part.map_or(mark_of_solid, |part| self.mark_of(part.role, &part.key));
            self.is_distinguished = part.is_some();
            match smooth {
                Some(smooth) => self.add_face(&corners, normal, &smooth[f], closed),
                None => self.add_face(&corners, normal, &vec![normal; corners.len()], closed),
            }
            if let Some(part) = part.filter(|part| !part.hatched.is_empty()) {
                self.mark = self.mark_of(part.role.of_hatch(), &part.key);
                self.add_hatch_lines(part, &corners, hatch_spacing(&solid.vertices), first + f as u32);
            }
        }
        self.mark = mark_of_solid;
        self.opaque = false;
        self.is_distinguished = false;
        let round = solid.round && surface.convex;
        for (face, normal) in surface.faces.iter().zip(&surface.normals) {
            self.facets.push(Facet { normal: *normal, at: solid.vertices[face[0] as usize], round });
        }
        self.add_creases(solid, surface, first);
    }

    /// Adds the hatch lines of a distinguished face, at least `spacing` meters apart; `facet` is the index of its
    /// facet.
    fn add_hatch_lines(&mut self, part: &Part, corners: &[DVec3], spacing: f64, facet: u32) {
        for slant in part.hatched {
            for ends in hatch(corners, *slant, spacing) {
                let ends = ends.map(|p| self.relative(p));
                let sides = Some([facet; 2]);
                self.lines.push(Line { ends, start: 0.0, kind: LineKind::Hatch, arrow: false, sides, mark: self.mark });
            }
        }
    }

    /// Adds the edges of a solid, whose first facet has the index `first`.
    fn add_creases(&mut self, solid: &Solid, surface: &Surface, first: u32) {
        for &[i, j] in &solid.creases {
            let (Some(&a), Some(&b)) = (solid.vertices.get(i as usize), solid.vertices.get(j as usize)) else {
                continue;
            };
            if !a.is_finite() || !b.is_finite() {
                continue;
            }
            let sides = surface.edges.get(&[i.min(j), i.max(j)]);
            // Facets on both sides of an edge between two faces.
            let folded = sides.and_then(|sides| Some([first + sides.first as u32, first + sides.second? as u32]));
            // An edge of a single face is an outline; an edge without faces counts as a crease.
            let kind = if sides.is_some() && folded.is_none() { LineKind::Outline } else { LineKind::Crease };
            let ends = [self.relative(a), self.relative(b)];
            let faint = sides.and_then(|sides| surface.ghost_edge(solid, *sides));
            let mark = faint.map_or(self.mark, |part| self.mark_of(part.role, &part.key));
            self.lines.push(Line { ends, start: 0.0, kind, arrow: false, sides: folded, mark });
        }
    }

    /// Index in `marks` of a distinguished face or its hatch lines; appends it unless it is the last one.
    fn mark_of(&mut self, role: Role, key: &Key) -> u32 {
        if self.marks.last().is_none_or(|(last_role, last_key)| *last_role != role || last_key != key) {
            self.marks.push((role, key.clone()));
        }
        self.marks.len() as u32 - 1
    }
}
