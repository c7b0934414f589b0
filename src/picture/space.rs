//! Flattening of pictures of bodies, in space or in the plane: converts them to a list of shapes on paper, farthest
//! first, as one camera sees them.
//!
//! - **Figures**: `parts` splits the picture into faces, lines and dots, `bsp` orders them by depth, `join` connects
//!   split lines again, `dots` draws dots above faces.
//! - **Window**: [`vertex_arrays`] has the same parts as data for a GPU, which orders them itself; `coplanar_faces`
//!   decides the order of faces in one plane.
//! - **Both**: [`veil`] (looks of marks behind bodies), `body_intersections` (seams between bodies), [`clip`].

pub(super) mod body_intersections;
pub(super) mod bsp;
pub mod clip;
pub(super) mod coplanar_faces;
mod dots;
pub(super) mod join;
pub(super) mod parts;
pub mod veil;
pub mod vertex_arrays;

use std::collections::BTreeSet;

use glam::{DVec2, DVec3};

use self::bsp::{Piece, back_to_front, by_depth};
use self::dots::TopDot;
use self::join::{ProjectedPiece, join_chains};
use self::parts::{LineLook, Parts, split_picture, split_selected, viewpoint};
use self::veil::Veils;
use super::flat::{Align, Draw, Flat, Item, Words, arrow_head};
use super::font;
use super::marks::line_kind::{INNER_FACE_OPACITY, LineKind, RelativeStyle, inner_edge_opacity};
use super::marks::mark::is_body;
use super::marks::theme::{Ink, Rgba, opaque_fill, tone, word_color};
use super::view::convex_hull::silhouette;
use super::view::selected_parts::Selection;
use super::{Camera, Form, Key, Lens, Picture, Role, Theme, signs};

/// Number of faces above which figures order them by the depth of their middles. Most are then smaller than a pixel,
/// and the exact order of one convex body would take time quadratic in the number of its faces.
const MAX_EXACT_FACES: usize = 10_000;

/// Number of faces above which an inset on the screen orders them by the depth of their middles.
const MAX_EXACT_FACES_ON_SCREEN: usize = 200;

/// Letter height of signs on faces, points.
const SIGN_TEXT: f64 = 13.5;

/// Least radius around the middle of an arrow head that labels avoid, points.
const MIN_HEAD_RADIUS: f64 = 4.0;

/// Length below which a piece of an arrow at its tip is merged into the piece before, points: it is too short for the
/// head.
const MIN_TIP: f64 = 2.5;

/// Factor of the shading of opaque bodies, whose colors are stronger.
const OPAQUE_SHADING: f64 = 0.5;

/// Cosine of the angle between a face's normal and the light at which the face has its ink's own color.
const UNSHADED_COSINE: f64 = 0.45;

/// Change of a face's tone per change of the cosine of its angle to the light, at full shading.
const SHADING: f64 = 1.6;

/// Width of the casing beyond a line, on both sides together, points.
const LINE_CASING: f64 = 2.0;

/// Width of the casing of an arrow head, drawn along its border, points.
const HEAD_CASING_WIDTH: f64 = 2.2;

/// Flattens a picture as a camera sees it in a pane of `size` points.
pub(super) fn flatten(picture: &Picture, camera: &Camera, size: DVec2, theme: Theme) -> Flat {
    let parts = split_picture(picture, camera);
    let order = if parts.shapes.faces.len() > MAX_EXACT_FACES { by_depth } else { back_to_front };
    let pieces = order(&parts.shapes, viewpoint(camera));
    paint(picture, camera, size, theme, &parts, pieces)
}

/// Flattens a picture without its faces. This is fast, and enough to find free space.
pub(super) fn sketch(picture: &Picture, camera: &Camera, size: DVec2, theme: Theme) -> Flat {
    let parts = split_selected(picture, camera, Selection::NoFaces);
    let pieces = by_depth(&parts.shapes, viewpoint(camera));
    paint(picture, camera, size, theme, &parts, pieces)
}

/// Flattens only the words of a picture, for a window whose GPU draws everything else: fixed words, the labels to
/// place, and the dots and lines that labels avoid. Bodies with labels are included as transparent silhouettes, from
/// which the placement learns where the named body is.
pub fn words(picture: &Picture, camera: &Camera, size: DVec2, theme: Theme) -> Flat {
    let parts = split_selected(picture, camera, Selection::Words);
    let pieces = by_depth(&parts.shapes, viewpoint(camera));
    let mut flat = paint(picture, camera, size, theme, &parts, pieces);
    flat.items.retain(|item| matches!(item.draw, Draw::Text { .. }));
    let named: BTreeSet<&Key> = flat.words.iter().map(|(mark, _)| &picture.marks[*mark].key).collect();
    let lens = camera.lens();
    for (index, mark) in picture.marks.iter().enumerate().filter(|(_, mark)| is_body(mark)) {
        let vertices = match &mark.form {
            Form::Solid(solid) => &solid.vertices,
            Form::Polygon(vertices) => vertices,
            _ => continue,
        };
        if named.contains(&mark.key) {
            let points = silhouette(vertices.iter().filter_map(|p| lens.project(*p, size)));
            flat.items.push(Item { mark: index, role: None, draw: Draw::Fill { points, color: [0; 4], sharp: false } });
        }
    }
    flat
}

/// Flattens a magnified picture for the screen: like [`flatten`], but without the faces outside of the pane, which are
/// most of them, and with an exact depth order only for few faces.
pub(super) fn close_up(picture: &Picture, camera: &Camera, size: DVec2, theme: Theme) -> Flat {
    let side = DVec2::new(size.x / size.y, 1.0);
    let parts = split_selected(picture, camera, Selection::Within([-side, side]));
    let order = if parts.shapes.faces.len() > MAX_EXACT_FACES_ON_SCREEN { by_depth } else { back_to_front };
    let pieces = order(&parts.shapes, viewpoint(camera));
    paint(picture, camera, size, theme, &parts, pieces)
}

/// Draws the `pieces` of a picture's parts in their order.
fn paint(picture: &Picture, camera: &Camera, size: DVec2, theme: Theme, parts: &Parts, pieces: Vec<Piece>) -> Flat {
    let veils = Veils::of(&picture.marks);
    let lens = camera.lens();
    let mut painter = Painter { picture, lens, veils, size, theme, dots: Vec::new(), flat: Flat::default() };
    let inner_opacities = painter.inner_opacities(parts);
    let pieces = painter.project_pieces(parts, pieces);
    let pieces = join_chains(parts, pieces);
    // Pale dots are below everything else.
    let (pale_dots, others): (Vec<ProjectedPiece>, Vec<ProjectedPiece>) = pieces
        .into_iter()
        .partition(|piece| matches!(piece, ProjectedPiece::Dot { source, .. } if painter.is_pale(parts.dots[*source])));
    for piece in pale_dots.into_iter().chain(others) {
        painter.draw_piece(parts, &inner_opacities, piece);
    }
    painter.draw_signs(camera);
    painter.draw_top_dots();
    for label in &parts.labels {
        if painter.is_far(label.mark, label.at) {
            continue;
        }
        if let Some(at) = painter.project(label.at) {
            painter.flat.words.push((label.mark, at));
        }
    }
    painter.flat
}

/// Drawing of a picture in one pane. Its methods on dots are in `dots`.
struct Painter<'a> {
    picture: &'a Picture,
    lens: Lens,
    /// Size of the pane, points.
    size: DVec2,
    theme: Theme,
    /// Translucent bodies behind which dots are drawn hollow, and opaque bodies.
    veils: Veils,
    /// Dots drawn above all faces: those with numbers, and all dots if there are veils.
    dots: Vec<TopDot>,
    flat: Flat,
}

impl Painter<'_> {
    /// Projects a point in view coordinates to the pane, points; `None` for a point that the camera cannot see.
    fn project(&self, view: DVec3) -> Option<DVec2> {
        let p = self.lens.project_view(view)?;
        let at = DVec2::new(self.size.x * 0.5 + p.x * self.size.y * 0.5, self.size.y * 0.5 - p.y * self.size.y * 0.5);
        at.is_finite().then_some(at)
    }

    /// Length of a line (view coordinates) in the pane, points; `None` if the camera cannot see an end of it.
    fn projected_length(&self, [a, b]: [DVec3; 2]) -> Option<f64> {
        Some(self.project(a)?.distance(self.project(b)?))
    }

    /// Draws signs on faces, which labels do not cover.
    fn draw_signs(&mut self, camera: &Camera) {
        for (index, mark) in self.picture.marks.iter().enumerate() {
            let Form::Solid(solid) = &mark.form else { continue };
            for (part, at) in signs(solid, camera, self.size) {
                let at = at + DVec2::new(0.0, font::BASE_LINE * SIGN_TEXT);
                let color = word_color(self.theme, part.role);
                let align = Align::Middle;
                self.flat.words(index, &Words { at, text: part.sign, size: SIGN_TEXT, align, strong: true, color });
            }
        }
    }

    /// Opacity (0 to 1) of the inner edges of each mark: low where they are dense.
    fn inner_opacities(&self, parts: &Parts) -> Vec<f64> {
        let lines = parts.lines.iter().zip(&parts.shapes.lines);
        let inner = lines.filter(|(look, _)| look.kind.is_inner_edge());
        let lengths = inner.filter_map(|(look, line)| Some((look.mark, self.projected_length(*line)?)));
        inner_edge_opacity(self.picture.marks.len(), lengths)
    }

    /// Projects the pieces to the pane; skips those that are not in view.
    fn project_pieces(&self, parts: &Parts, pieces: Vec<Piece>) -> Vec<ProjectedPiece> {
        // Length of each line's chain before it, points.
        let mut before = Vec::with_capacity(parts.lines.len());
        let mut chain = usize::MAX;
        let mut chain_length = 0.0;
        for (look, line) in parts.lines.iter().zip(&parts.shapes.lines) {
            if chain != look.chain {
                chain = look.chain;
                chain_length = 0.0;
            }
            before.push(chain_length);
            chain_length += self.projected_length(*line).unwrap_or(0.0);
        }
        pieces.into_iter().filter_map(|piece| self.project_piece(parts, piece, &before)).collect()
    }

    /// Projects a piece; `before` is the length of each line's chain before it, points. `None` for pieces that are not
    /// in view, and for those at the tip of an arrow that are too short for its head.
    fn project_piece(&self, parts: &Parts, piece: Piece, before: &[f64]) -> Option<ProjectedPiece> {
        match piece {
            Piece::Face { source, corners } => {
                let points: Option<Vec<DVec2>> = corners.into_iter().map(|p| self.project(p)).collect();
                points.map(|points| ProjectedPiece::Face { source, points })
            }
            Piece::Line { source, span } => {
                let [a, b] = parts.shapes.lines[source];
                let [from, to] = span.map(|t| self.project(a.lerp(b, t)));
                let from = from?;
                let to = to?;
                let line_start = self.project(a)?;
                let line_end = self.project(b)?;
                let arrow = parts.lines[source].arrow;
                if arrow && span[0] > 0.0 && from.distance(line_end) < MIN_TIP {
                    return None;
                }
                // The remainder up to the tip of an arrow may be too short for a piece of its own.
                let reaches_end = span[1] == 1.0 || arrow && to.distance(line_end) < MIN_TIP;
                let points = vec![from, if reaches_end { line_end } else { to }];
                let start = before[source] + line_start.distance(from);
                Some(ProjectedPiece::Run { line: source, last: source, points, start, ends: reaches_end })
            }
            Piece::Dot { source } => {
                self.project(parts.shapes.dots[source]).map(|at| ProjectedPiece::Dot { source, at })
            }
        }
    }

    /// Draws one piece; `inner_opacities` are those of the inner edges, by mark.
    fn draw_piece(&mut self, parts: &Parts, inner_opacities: &[f64], piece: ProjectedPiece) {
        match piece {
            ProjectedPiece::Face { source, points } => {
                let look = parts.faces[source];
                let ink = look.role.map_or_else(|| self.ink(look.mark), |role| self.theme.ink(role));
                let color = self.face_color(look.mark, ink, look.cosine, look.inner);
                self.push_part(look.mark, look.role, Draw::Fill { points, color, sharp: true });
            }
            ProjectedPiece::Run { line, last, points, start, ends } => {
                let look = parts.lines[line];
                let arrow = parts.lines[last].arrow && ends;
                self.draw_run(look, points, start, arrow, inner_opacities[look.mark]);
            }
            ProjectedPiece::Dot { source, at } => self.draw_dot(parts.dots[source], parts.shapes.dots[source], at),
            ProjectedPiece::Joined => {}
        }
    }

    /// Ink of a mark's role.
    fn ink(&self, mark: usize) -> Ink {
        self.theme.ink(self.picture.marks[mark].role)
    }

    /// Appends a shape of a mark.
    fn push(&mut self, mark: usize, draw: Draw) {
        self.flat.items.push(Item { mark, role: None, draw });
    }

    /// Appends a shape of a part of a mark.
    fn push_part(&mut self, mark: usize, role: Option<Role>, draw: Draw) {
        self.flat.items.push(Item { mark, role, draw });
    }

    /// Color of a face: lighter where `cosine`, that of the angle between its normal and the light, is large. `inner`
    /// says whether it is the inner side of a solid, seen through the front.
    fn face_color(&self, mark: usize, ink: Ink, cosine: f64, inner: bool) -> Rgba {
        let paper = self.theme.paper();
        let lightening = (cosine - UNSHADED_COSINE) * f64::from(paper.shading) * SHADING;
        if matches!(&self.picture.marks[mark].form, Form::Solid(solid) if solid.opaque) {
            return tone(opaque_fill(ink.fill, paper.pane), OPAQUE_SHADING * lightening);
        }
        let [r, g, b, alpha] = tone(ink.fill, lightening);
        let opacity = if inner { INNER_FACE_OPACITY } else { 1.0 };
        [r, g, b, (f64::from(alpha) * opacity).round() as u8]
    }

    /// Draws a run of a chain of lines with its casing and arrow head; `phase` is the length of the chain before the
    /// run, points. `inner_opacity` is that of the inner edges of its mark.
    fn draw_run(&mut self, look: LineLook, mut points: Vec<DVec2>, phase: f64, arrow: bool, inner_opacity: f64) {
        let ink = look.role.map_or_else(|| self.ink(look.mark), |role| self.theme.ink(role));
        let is_stroke = look.kind == LineKind::Stroke;
        let RelativeStyle { width, opacity, dash } = look.kind.relative_style(&ink, inner_opacity);
        let width = f64::from(ink.width) * width;
        let mut color = if look.kind == LineKind::Seam { self.theme.paper().text } else { ink.stroke };
        color[3] = (f64::from(color[3]) * opacity).round() as u8;
        let head = arrow.then(|| arrow_head(&mut points, width)).flatten();
        // Labels avoid outlines, so that no label is half on a body.
        if is_stroke || look.kind == LineKind::Outline {
            self.flat.lines.extend(points.windows(2).map(|pair| [pair[0], pair[1]]));
        }
        if let Some(casing) = ink.casing
            && look.kind.is_cased()
        {
            let width = width + LINE_CASING;
            self.push(look.mark, Draw::Line { points: points.clone(), color: casing, width, dash, phase });
        }
        self.push_part(look.mark, look.role, Draw::Line { points, color, width, dash, phase });
        if let Some(head) = head {
            self.draw_arrow_head(look.mark, head, color, ink.casing);
        }
    }

    /// Draws the arrow head of a mark, a triangle, with its casing.
    fn draw_arrow_head(&mut self, mark: usize, head: [DVec2; 3], color: Rgba, casing: Option<Rgba>) {
        // Labels avoid arrow heads like dots.
        let middle = head.iter().sum::<DVec2>() / head.len() as f64;
        let radius = head.iter().map(|p| p.distance(middle)).fold(MIN_HEAD_RADIUS, f64::max);
        self.flat.dots.push((middle, radius));
        if let Some(color) = casing {
            let points: Vec<DVec2> = head.iter().chain(&head[..2]).copied().collect();
            self.push(mark, Draw::Line { points, color, width: HEAD_CASING_WIDTH, dash: &[], phase: 0.0 });
        }
        self.push(mark, Draw::Fill { points: head.to_vec(), color, sharp: false });
    }
}
