//! Flattening of bodies in space or in the plane, farthest first.

pub(super) mod body_intersections;
pub(super) mod bsp;
pub mod clip;
pub(super) mod coplanar_faces;
pub(super) mod join;
pub(super) mod parts;
pub mod veil;
pub mod vertex_arrays;

use glam::{DVec2, DVec3};

use self::bsp::{Piece, back_to_front, by_depth};
use self::join::{Placed, join};
use self::parts::{LineLook, Parts, cut, cut_some, sight};
use self::veil::{FAR_RADIUS_FACTOR, PALE_OPACITY, Veils, far_ink, far_marker};
use super::flat::{Align, Draw, Flat, Item, Words, arrow_head};
use super::marks::line_kind::{INNER_FACE_OPACITY, LineKind, RelativeStyle, inner_edge_opacity};
use super::marks::theme::{Ink, Marker, Rgba, badge_ink, faded, opaque_fill, over, tone, word_color};
use super::view::selected_parts::Selection;
use super::{Camera, Form, Lens, Picture, Role, Theme, signs};

/// Flattens a picture as a camera sees it in a pane of `size` points.
pub(super) fn flatten(picture: &Picture, camera: &Camera, size: DVec2, theme: Theme) -> Flat {
    let parts = cut(picture, camera);
    let order = if parts.matter.faces.len() > MOST_EXACT { by_depth } else { back_to_front };
    let pieces = order(&parts.matter, sight(camera));
    painted(picture, camera, size, theme, (parts, pieces))
}

/// Number of faces above which figures order them by the depth of their middles. Most are then smaller than a pixel,
/// and the exact order of one convex body takes time quadratic in its faces.
const MOST_EXACT: usize = 10_000;

/// Draws lines, dots and words without faces, quickly, to find free space.
pub(super) fn sketch(picture: &Picture, camera: &Camera, size: DVec2, theme: Theme) -> Flat {
    let parts = cut_some(picture, camera, Selection::NoFaces);
    let pieces = by_depth(&parts.matter, sight(camera));
    painted(picture, camera, size, theme, (parts, pieces))
}

/// Number of faces above which the screen orders them by the depth of their middles.
const MANY: usize = 200;

/// Flattens a magnified picture like [`flatten`], skipping the faces outside of the pane (most of them).
pub(super) fn close_up(picture: &Picture, camera: &Camera, size: DVec2, theme: Theme) -> Flat {
    let side = DVec2::new(size.x / size.y, 1.0);
    let parts = cut_some(picture, camera, Selection::Within([-side, side]));
    let order = if parts.matter.faces.len() > MANY { by_depth } else { back_to_front };
    let pieces = order(&parts.matter, sight(camera));
    painted(picture, camera, size, theme, (parts, pieces))
}

fn painted(
    picture: &Picture,
    camera: &Camera,
    size: DVec2,
    theme: Theme,
    (parts, pieces): (Parts, Vec<Piece>),
) -> Flat {
    let veils = Veils::of(&picture.marks);
    let lens = camera.lens();
    let mut painter = Painter { picture, lens, veils, size, theme, dots: Vec::new(), flat: Flat::default() };
    let fade = painter.edge_fade(&parts);
    let pieces = painter.place(&parts, pieces);
    let pieces = join(&parts, pieces);
    let (pale, loud): (Vec<Placed>, Vec<Placed>) = pieces
        .into_iter()
        .partition(|piece| matches!(piece, Placed::Dot { source, .. } if painter.is_pale(parts.dots[*source])));
    for piece in pale.into_iter().chain(loud) {
        painter.draw(&parts, &fade, piece);
    }
    painter.signs(camera);
    painter.over_faces();
    for words in &parts.words {
        if let Some(at) = painter.project(words.at).filter(|_| !painter.is_far(words.mark, words.at)) {
            painter.flat.words.push((words.mark, at));
        }
    }
    painter.flat
}

/// Letter height of signs on faces, points.
const SIGN: f64 = 13.5;

/// Letter height of numbers in dots, points.
const BADGE_TEXT: f64 = 11.5;

/// Least radius of dots behind bodies, points.
const LEAST_FAR_RADIUS: f64 = 1.4;

/// Least radius around the middle of an arrow head that labels avoid, points.
const HEAD: f64 = 4.0;

/// Length below which a piece of an arrow split off at its tip is merged into the remainder, since it is too short for
/// the head, points.
const STUB: f64 = 2.5;

struct Painter<'a> {
    picture: &'a Picture,
    lens: Lens,
    size: DVec2,
    theme: Theme,
    veils: Veils,
    /// Dots drawn above all faces: those with numbers, and all dots if there are veils.
    dots: Vec<TopDot>,
    flat: Flat,
}

/// A dot drawn above all faces.
struct TopDot {
    mark: usize,
    at: DVec2,
    /// Whether a body hides it.
    far: bool,
}

impl Painter<'_> {
    fn project(&self, view: DVec3) -> Option<DVec2> {
        let p = self.lens.project_view(view)?;
        let at = DVec2::new(self.size.x * 0.5 + p.x * self.size.y * 0.5, self.size.y * 0.5 - p.y * self.size.y * 0.5);
        at.is_finite().then_some(at)
    }

    /// Draws signs on faces; labels do not cover them.
    fn signs(&mut self, camera: &Camera) {
        for (mark, of) in self.picture.marks.iter().enumerate() {
            let Form::Solid(solid) = &of.form else { continue };
            for (part, at) in signs(solid, camera, self.size) {
                let at = at + DVec2::new(0.0, 0.36 * SIGN);
                let color = word_color(self.theme, part.role);
                self.flat
                    .words(mark, &Words { at, text: part.sign, size: SIGN, align: Align::Middle, strong: true, color });
            }
        }
    }

    /// Opacity of the inner edges of each mark: low where they are dense.
    fn edge_fade(&self, parts: &Parts) -> Vec<f64> {
        let lines = parts.lines.iter().zip(&parts.matter.lines);
        let inner = lines.filter(|(look, _)| look.kind.is_inner_edge());
        let lengths =
            inner.filter_map(|(look, [a, b])| Some((look.mark, self.project(*a)?.distance(self.project(*b)?))));
        inner_edge_opacity(self.picture.marks.len(), lengths)
    }

    /// Projects the pieces to the pane; each line has the length of its chain before it, points.
    fn place(&self, parts: &Parts, pieces: Vec<Piece>) -> Vec<Placed> {
        let mut before = Vec::with_capacity(parts.lines.len());
        let mut run = (usize::MAX, 0.0);
        for (look, line) in parts.lines.iter().zip(&parts.matter.lines) {
            if run.0 != look.chain {
                run = (look.chain, 0.0);
            }
            before.push(run.1);
            let length = line.map(|p| self.project(p));
            run.1 += if let [Some(a), Some(b)] = length { a.distance(b) } else { 0.0 };
        }
        pieces.into_iter().filter_map(|piece| self.placed(parts, piece, &before)).collect()
    }

    /// Projects a piece; `before` is the length of each line's chain before it, points. `None` for pieces that are not
    /// in view, and for stubs of arrows.
    fn placed(&self, parts: &Parts, piece: Piece, before: &[f64]) -> Option<Placed> {
        match piece {
            Piece::Face { source, corners } => {
                let points: Option<Vec<DVec2>> = corners.into_iter().map(|p| self.project(p)).collect();
                points.map(|points| Placed::Face { source, points })
            }
            Piece::Line { source, span } => {
                let [a, b] = parts.matter.lines[source];
                let ends = span.map(|t| self.project(a.lerp(b, t)));
                let ([Some(from), Some(to)], [Some(first), Some(last)]) = (ends, [self.project(a), self.project(b)])
                else {
                    return None;
                };
                let arrow = parts.lines[source].arrow;
                if arrow && span[0] > 0.0 && from.distance(last) < STUB {
                    return None;
                }
                let ends = span[1] == 1.0 || arrow && to.distance(last) < STUB;
                let points = vec![from, if ends { last } else { to }];
                let start = before[source] + first.distance(from);
                Some(Placed::Run { line: source, last: source, points, start, ends })
            }
            Piece::Dot { source } => self.project(parts.matter.dots[source]).map(|at| Placed::Dot { source, at }),
        }
    }

    fn is_badge(&self, mark: usize) -> bool {
        matches!(self.picture.marks[mark].form, Form::Badge { .. })
    }

    /// Whether a mark is the new support point, which alone may cover numbers.
    fn is_new_support(&self, mark: usize) -> bool {
        self.picture.marks[mark].role == Role::NewSupport
    }

    /// Middle and radius of a dot that later numbers must not cover.
    fn guarded(&self, mark: usize, at: DVec2) -> Option<(DVec2, f64)> {
        if !self.is_badge(mark) && !self.is_new_support(mark) {
            return None;
        }
        Some((at, dot_radius(self.picture, mark, &self.ink(mark))))
    }

    fn draw(&mut self, parts: &Parts, fade: &[f64], piece: Placed) {
        match piece {
            Placed::Face { source, points } => {
                let look = parts.faces[source];
                let ink = look.role.map_or_else(|| self.ink(look.mark), |role| self.theme.ink(role));
                let color = self.face_color(look.mark, ink, look.slope, look.inner);
                self.push_part(look.mark, look.role, Draw::Fill { points, color, sharp: true });
            }
            Placed::Run { line, last, points, start, ends } => {
                let look = parts.lines[line];
                let arrow = parts.lines[last].arrow && ends;
                self.run(look, points, start, arrow, fade[look.mark]);
            }
            Placed::Dot { source, at } => self.dot(parts.dots[source], parts.matter.dots[source], at),
            Placed::Joined => {}
        }
    }

    fn ink(&self, mark: usize) -> Ink {
        self.theme.ink(self.picture.marks[mark].role)
    }

    fn push(&mut self, mark: usize, draw: Draw) {
        self.flat.items.push(Item { mark, role: None, draw });
    }

    /// Appends a shape of a part of a mark.
    fn push_part(&mut self, mark: usize, role: Option<Role>, draw: Draw) {
        self.flat.items.push(Item { mark, role, draw });
    }

    fn face_color(&self, mark: usize, ink: Ink, slope: f64, inner: bool) -> Rgba {
        let paper = self.theme.paper();
        let by = (slope - 0.45) * f64::from(paper.shading) * 1.6;
        if matches!(&self.picture.marks[mark].form, Form::Solid(solid) if solid.opaque) {
            return tone(opaque_fill(ink.fill, paper.pane), 0.5 * by);
        }
        let [r, g, b, alpha] = tone(ink.fill, by);
        let share = if inner { INNER_FACE_OPACITY } else { 1.0 };
        [r, g, b, (f64::from(alpha) * share).round() as u8]
    }

    fn run(&mut self, look: LineLook, mut points: Vec<DVec2>, phase: f64, arrow: bool, inner_opacity: f64) {
        let ink = look.role.map_or_else(|| self.ink(look.mark), |role| self.theme.ink(role));
        let own = look.kind == LineKind::Stroke;
        let RelativeStyle { width, opacity, dash } = look.kind.relative_style(&ink, inner_opacity);
        let width = f64::from(ink.width) * width;
        let mut color = if look.kind == LineKind::Seam { self.theme.paper().text } else { ink.stroke };
        color[3] = (f64::from(color[3]) * opacity).round() as u8;
        let head = arrow.then(|| arrow_head(&mut points, width)).flatten();
        // Labels avoid outlines, so that no label is half on a body.
        if own || look.kind == LineKind::Outline {
            self.flat.lines.extend(points.windows(2).map(|pair| [pair[0], pair[1]]));
        }
        if let Some(case) = ink.casing.filter(|_| look.kind.is_cased()) {
            let wide = width + 2.0;
            self.push(look.mark, Draw::Line { points: points.clone(), color: case, width: wide, dash, phase });
        }
        self.push_part(look.mark, look.role, Draw::Line { points, color, width, dash, phase });
        if let Some(head) = head {
            // Labels avoid arrow heads like dots.
            let middle = head.iter().sum::<DVec2>() / head.len() as f64;
            let reach = head.iter().map(|p| p.distance(middle)).fold(HEAD, f64::max);
            self.flat.dots.push((middle, reach));
            if let Some(case) = ink.casing {
                let outline: Vec<DVec2> = head.iter().chain(&head[..2]).copied().collect();
                self.push(look.mark, Draw::Line { points: outline, color: case, width: 2.2, dash: &[], phase: 0.0 });
            }
            self.push(look.mark, Draw::Fill { points: head.to_vec(), color, sharp: false });
        }
    }

    fn is_pale(&self, mark: usize) -> bool {
        matches!(&self.picture.marks[mark].form, Form::Solid(solid) if solid.pale)
    }

    /// Whether a point of a mark, in view coordinates, is seen through a body that veils it. The subject of a step
    /// never is.
    fn is_far(&self, mark: usize, view: DVec3) -> bool {
        let is_subject = self.picture.marks[mark].role.is_subject_of_step();
        !is_subject && !self.veils.is_empty() && self.veils.hides(self.lens.from_view(view), self.lens.camera())
    }

    fn dot(&mut self, mark: usize, view: DVec3, at: DVec2) {
        let far = self.is_far(mark, view);
        let of = &self.picture.marks[mark];
        if matches!(of.form, Form::Point(_)) && self.veils.is_badge(&of.key) {
            if !self.veils.covers(&of.key, self.lens.from_view(view), self.lens.camera()) {
                self.dots.push(TopDot { mark, at, far: false });
            }
            return;
        }
        // The origin is drawn above all faces, so that no edge hides its cross.
        let above = of.role == Role::Origin || matches!(of.form, Form::Badge { .. });
        if !self.veils.is_empty() || above {
            return self.dots.push(TopDot { mark, at, far });
        }
        let ink = self.ink(mark);
        self.disc(mark, at, ink.marker);
    }

    fn disc(&mut self, mark: usize, at: DVec2, marker: Marker) {
        let ink = self.ink(mark);
        let paper = self.theme.paper();
        let radius = dot_radius(self.picture, mark, &ink);
        if self.is_pale(mark) {
            let color = over(faded(ink.stroke, PALE_OPACITY), paper.pane);
            return self.push(mark, Draw::Dot { at, marker, radius, color, rim: color });
        }
        let rim = ink.casing.unwrap_or(paper.pane);
        self.flat.dots.push((at, radius + 1.5));
        self.push(mark, Draw::Dot { at, marker, radius, color: over(ink.stroke, paper.pane), rim });
    }

    /// Draws dots above all faces: those behind bodies first, hollow and without numbers.
    fn over_faces(&mut self) {
        let (far, mut near): (Vec<_>, Vec<_>) = std::mem::take(&mut self.dots).into_iter().partition(|dot| dot.far);
        for TopDot { mark, at, .. } in far {
            let ink = self.ink(mark);
            // Points of the grid are not shown through a body.
            let of = &self.picture.marks[mark];
            if !matches!(of.form, Form::Badge { .. }) && of.role != Role::Grid {
                let radius = (dot_radius(self.picture, mark, &ink) * FAR_RADIUS_FACTOR).max(LEAST_FAR_RADIUS);
                let clear = [0; 4];
                let color = far_ink(ink.stroke);
                self.push(mark, Draw::Dot { at, marker: far_marker(ink.marker), radius, color, rim: clear });
            }
        }
        near.sort_by_key(|dot| match self.is_badge(dot.mark) {
            true => 1,
            false => 2 * u8::from(self.is_new_support(dot.mark)),
        });
        let badges: Vec<Option<(DVec2, f64)>> = near.iter().map(|dot| self.guarded(dot.mark, dot.at)).collect();
        for (k, TopDot { mark, at, .. }) in near.into_iter().enumerate() {
            let picture = self.picture;
            let ink = self.ink(mark);
            let Form::Badge { text, .. } = &picture.marks[mark].form else {
                self.disc(mark, at, ink.marker);
                continue;
            };
            // A number that a later dot would cover in part becomes a label, without a dot.
            if badges[k + 1..].iter().flatten().any(|(other, radius)| other.distance(at) < radius + 0.35 * BADGE_TEXT) {
                self.flat.words.push((mark, at));
                continue;
            }
            self.disc(mark, at, ink.marker.badge());
            let half = DVec2::splat(0.9 * dot_radius(picture, mark, &ink));
            self.flat.taken.push([at - half, at + half]);
            let at = at + DVec2::new(0.0, 0.36 * BADGE_TEXT);
            let color = badge_ink(&ink, self.theme);
            let text = text.clone();
            self.push(mark, Draw::Text { at, text, size: BADGE_TEXT, align: Align::Middle, strong: true, color });
        }
    }
}

/// Radius of a mark's dots in an ink, points.
fn dot_radius(picture: &Picture, mark: usize, ink: &Ink) -> f64 {
    f64::from(ink.dot_radius(picture.marks[mark].form.dot_size()))
}
