//! Magnifiers: details that are too small, or face away from the eye, are drawn again in a corner of the pane,
//! magnified or from their own side. The result is flat, in the pane's points, so that figures and the window show the
//! same.

mod place;

use glam::{DVec2, DVec3};

use crate::picture::flat::{Draw, Flat, Item};
use crate::picture::font::{self, Weight};
use crate::picture::space::clip::{clipped, cut, runs};
use crate::picture::sphere::{self, is_chosen};
use crate::picture::{Camera, Form, Mark, Picture, Role, Theme, ViewKind, digits, space};
use place::{corner, covered_length};

/// Size below which a magnifier opens, points; the larger limit holds for the subject of the current step (role
/// `Simplex`).
const SMALL: f64 = 44.0;
const SMALL_AND_AT_HAND: f64 = 72.0;

/// Least and greatest side of a magnifier, points; between them it is a share of the pane.
const SIDE: [f64; 2] = [96.0, 220.0];
const SHARE: f64 = 0.36;

/// Aspect above which a pane is wide and its magnifier larger.
const WIDE: f64 = 1.8;
const SHARE_OF_WIDE: f64 = 0.48;
const LARGEST: f64 = 250.0;

/// Least size of a pane with a magnifier, in least sides.
const LEAST: f64 = 1.7;

/// A magnification below this keeps the magnifier closed where it would cover more than [`HIDES`] sides of lines.
const WORTH: f64 = 4.5;
const HIDES: f64 = 1.0;

/// Magnification below which the magnifier stays closed.
const TELLS: f64 = 1.6;

/// Radius shown, relative to the mark's radius.
const AROUND: f64 = 1.25;

/// Radius shown from the mark's own side, in the space below the magnifier's name.
const AROUND_BELOW: f64 = 1.15;
const NAME: f64 = 20.0;

/// Side above which a magnifier has space for labels of lengths, points.
const ROOM_FOR_LENGTHS: f64 = 150.0;

/// Least radius of the ring around the magnified area, and greatest diameter, points.
const RING: f64 = 5.0;
const LARGEST_RING: f64 = 90.0;

/// Radius shown around a sphere, which leaves space for the magnifier's name.
const AROUND_SPHERE: f64 = 1.4;

/// Sine (about 12°) below which a direction counts as facing away from the eye.
const TURNED: f64 = 0.2;

/// Upward part of the direction of view from the mark's own side, so that depth is visible.
const SLANT: f64 = 0.4;

/// Share of the pane for a magnifier of a sphere, which leaves the pane's corners free.
const SHARE_OF_SPHERE: f64 = 0.42;

/// Letter height of the name, points.
pub(in crate::picture) const LETTERS: f64 = 11.5;

/// Share of a round body's size below which details do not lie on its facets; there its supporting plane represents the
/// surface.
const FACETS: f64 = 4e-3;

/// Content of a magnifier.
#[derive(Clone, Debug)]
pub struct Inset {
    /// Top left and bottom right, points.
    pub area: [DVec2; 2],
    /// Ring around the magnified area: center and radius; `None` where the area is large.
    pub ring: Option<(DVec2, f64)>,
    /// Name: `× 12`, `from behind`.
    pub name: String,
    /// Drawing, clipped at the sides, with the labels that belong there.
    pub flat: Flat,
    /// Whether it shows something that faces away from the eye.
    turned: bool,
}

/// Parameters of a [`Form::Magnifier`] mark.
#[derive(Clone, Copy)]
struct Request {
    center: DVec3,
    radius: f64,
    faces: Option<DVec3>,
    /// Size below which it opens, points.
    small: f64,
}

impl Request {
    fn of(mark: &Mark) -> Option<Self> {
        let Form::Magnifier { center, radius, faces } = mark.form else { return None };
        let small = if mark.role == Role::Simplex { SMALL_AND_AT_HAND } else { SMALL };
        let faces = faces.and_then(DVec3::try_normalize);
        (center.is_finite() && radius > 0.0).then_some(Self { center, radius, faces, small })
    }

    /// Direction of view and its name, if the subject faces away from this camera.
    fn turned(&self, camera: &Camera) -> Option<(DVec3, &'static str)> {
        let faces = self.faces?;
        let axes = camera.axes();
        let front = faces.dot(axes.back);
        let name = if front < -TURNED { "from behind" } else { "from the side" };
        (front < TURNED).then_some((faces + axes.up.reject_from(faces).normalize_or_zero() * SLANT, name))
    }

    /// Opens the magnifier if its subject is small in this pane, or faces away.
    fn opened(&self, is_sphere: bool, camera: &Camera, (size, top): (DVec2, f64)) -> Option<Opened> {
        let lens = camera.lens();
        let below = DVec2::new(0.0, if is_sphere { top } else { 0.0 });
        let middle = lens.project(self.center, size - below)? + below;
        let rim = lens.project(self.center + lens.axes().right * self.radius, size - below)? + below;
        let reach = middle.distance(rim);
        let turned = self.turned(camera);
        (turned.is_some() || 2.0 * reach < self.small).then_some(Opened { middle, reach, turned })
    }
}

/// Middle of points, and the radius around it, as seen from the direction of a magnifier that looks at them from
/// outside along `faces`.
pub fn from_own_side(points: &[DVec3], faces: DVec3) -> Option<(DVec3, f64)> {
    let seen = Camera::straight(faces + DVec3::Y.reject_from(faces).normalize_or_zero() * SLANT);
    let all: Vec<DVec3> = points.iter().map(|p| seen.to_view(*p)).collect();
    let low = all.iter().copied().reduce(DVec3::min)?;
    let middle = low.midpoint(all.iter().copied().reduce(DVec3::max)?);
    let reach = all.iter().map(|p| (*p - middle).truncate().length()).fold(0.0, f64::max);
    Some((seen.from_view(middle), reach))
}

/// Purpose of the drawing.
#[derive(Clone, Copy, Debug)]
pub enum Care<'a> {
    /// A figure, whose pane is this drawing.
    Figure(&'a Flat),
    /// A screen, redrawn on every camera motion: nothing outside of the magnifier is computed.
    Screen,
}

/// An open magnifier's subject: its middle and radius in the pane, and the direction of view if it faces away.
struct Opened {
    middle: DVec2,
    reach: f64,
    turned: Option<(DVec3, &'static str)>,
}

impl Inset {
    /// Magnifier of the last lens mark whose subject is small in this pane, or faces away; in a pane of `size` points,
    /// below its first `top` points.
    pub fn of(
        kind: ViewKind,
        picture: &Picture,
        camera: &Camera,
        (size, top): (DVec2, f64),
        theme: Theme,
        care: Care<'_>,
    ) -> Option<Self> {
        let lenses = picture.marks.iter().rev().filter_map(Request::of);
        let wide = size.min_element() >= LEAST * SIDE[0];
        lenses.filter(|_| wide).find_map(|request| {
            let opened = request.opened(kind == ViewKind::Sphere, camera, (size, top))?;
            Self::build(kind, request, opened, picture, camera, (size, top), theme, care)
        })
    }

    /// Whether any of these marks opens a magnifier.
    pub fn opens<'a>(
        kind: ViewKind,
        marks: impl Iterator<Item = &'a Mark>,
        camera: &Camera,
        (size, top): (DVec2, f64),
    ) -> bool {
        let is_sphere = kind == ViewKind::Sphere;
        size.min_element() >= LEAST * SIDE[0]
            && marks.filter_map(Request::of).any(|request| request.opened(is_sphere, camera, (size, top)).is_some())
    }

    #[expect(clippy::too_many_arguments, reason = "all that a drawing hangs on")]
    fn build(
        kind: ViewKind,
        request: Request,
        opened: Opened,
        picture: &Picture,
        camera: &Camera,
        (size, top): (DVec2, f64),
        theme: Theme,
        care: Care<'_>,
    ) -> Option<Self> {
        let (share, is_sphere) = if kind == ViewKind::Sphere { (SHARE_OF_SPHERE, true) } else { (SHARE, false) };
        let side = match size.x > WIDE * size.y && !is_sphere {
            true => (SHARE_OF_WIDE * size.y).clamp(SIDE[0], LARGEST),
            false => (share * size.min_element()).clamp(SIDE[0], SIDE[1]),
        };
        let Request { center, radius, .. } = request;
        let Opened { middle, reach, turned } = opened;
        let seen = turned.map_or(*camera, |(back, _)| Camera { fov: camera.fov, ..Camera::straight(back) });
        let whole = is_sphere && turned.is_some();
        let near = match turned {
            Some(_) if !whole => below_name(center, radius, side, &seen),
            _ => camera_around(center, if whole { AROUND_SPHERE } else { AROUND } * radius, &seen),
        };
        let times = 0.5 * side / (AROUND * reach);
        // A magnifier that hardly magnifies is useless.
        if turned.is_none() && times < TELLS {
            return None;
        }
        let name = match turned {
            Some((_, name)) => name.to_owned(),
            None => format!("× {}", digits(times.round())),
        };
        let sketched = match (care, kind) {
            (Care::Figure(_), _) => Flat::default(),
            (Care::Screen, ViewKind::Sphere) => sphere::flatten(picture, camera, size, theme, top),
            (Care::Screen, _) => space::sketch(picture, camera, size, theme),
        };
        let drawn = if let Care::Figure(drawn) = care { drawn } else { &sketched };
        let area = corner(size, side, drawn, (middle, top));
        if turned.is_none() && times < WORTH && covered_length(drawn, area) > HIDES * side {
            return None;
        }
        let pane = DVec2::splat(side);
        let mut flat = match (kind, care) {
            (ViewKind::Sphere, _) => sphere::flatten(picture, &near, pane, theme, 0.0),
            (_, Care::Figure(_)) => space::flatten(&exact(picture, radius, turned.is_some()), &near, pane, theme),
            (_, Care::Screen) => space::close_up(&exact(picture, radius, turned.is_some()), &near, pane, theme),
        };
        flat.words.retain(|(mark, _)| readable(picture.marks[*mark].role, turned.is_some(), is_sphere, side));
        translate(&mut flat, area[0]);
        let [low, high] = title(area, &name);
        // Signs on faces stay off the name.
        let plate = [low - 8.0, high + DVec2::new(13.0, 16.0)];
        flat.items.retain(|item| !matches!(item.draw, Draw::Text { at, .. } if is_in_box(at, plate)));
        // A ring around a large area adds nothing.
        let ring = (2.0 * reach < LARGEST_RING).then_some((middle, reach.max(RING)));
        Some(Self { area, ring, name, flat: clip_all(flat, area), turned: turned.is_some() })
    }

    /// Start of the name on the base line.
    pub(in crate::picture) fn name_at(&self) -> DVec2 {
        self.area[0] + DVec2::new(8.0, 16.0)
    }

    /// Bounding box of the name.
    pub(in crate::picture) fn title(&self) -> [DVec2; 2] {
        title(self.area, &self.name)
    }

    /// Whether labels at a point of the pane belong to the magnifier: the point is in the ring or below the magnifier.
    pub fn holds(&self, at: DVec2) -> bool {
        let [min, max] = self.area;
        at.cmpge(min).all() && at.cmple(max).all()
            || !self.turned && self.ring.is_some_and(|(middle, radius)| at.distance(middle) <= radius + 1.0)
    }

    /// Whether numbers in dots at a point of the pane are visible in the magnifier, which shows slightly more than the
    /// ring.
    pub fn shows(&self, at: DVec2) -> bool {
        !self.turned && self.ring.is_some_and(|(middle, radius)| at.distance(middle) <= 0.97 * AROUND * radius + 1.0)
    }

    /// Lines from the ring to two corners of the magnifier.
    pub fn leaders(&self) -> Vec<[DVec2; 2]> {
        let ([min, max], Some((middle, radius))) = (self.area, self.ring) else { return Vec::new() };
        let center = 0.5 * (min + max);
        let across = (center - middle).normalize_or_zero().perp();
        let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
        let leaders = [1.0, -1.0].map(|side| {
            let offs = corners.map(|corner| (side * (corner - center).dot(across), corner));
            let farthest = offs.into_iter().max_by(|(a, _), (b, _)| a.total_cmp(b));
            [middle + across * (side * radius), farthest.map_or(center, |(_, corner)| corner)]
        });
        leaders.to_vec()
    }
}

/// Bounding box of a magnifier's name.
fn title([min, _]: [DVec2; 2], name: &str) -> [DVec2; 2] {
    let wide = font::width(name, LETTERS, Weight::SemiBold);
    [min, min + DVec2::new(8.0 + wide + 6.0, 16.0 + 0.35 * LETTERS)]
}

/// The picture without round bodies whose facets are too coarse for the magnified area. With `turned`, other surfaces
/// and bystanders, which would be in front or behind, are removed as well.
fn exact(picture: &Picture, radius: f64, turned: bool) -> Picture {
    // Items refer to marks by index, so removed marks are replaced by forms that draw nothing.
    let kept = picture.marks.iter().map(|mark| match is_exact(mark, radius, turned) {
        true => mark.clone(),
        false => Mark { form: Form::ReservedSpace(Vec::new()), ..mark.clone() },
    });
    Picture { marks: kept.collect() }
}

/// Whether [`exact`] keeps a mark.
fn is_exact(mark: &Mark, radius: f64, turned: bool) -> bool {
    match &mark.form {
        _ if turned && matches!(mark.role, Role::Mesh | Role::Bystander | Role::Idle) => false,
        Form::Solid(solid) if solid.round || solid.sampled.is_some() => {
            let low = solid.vertices.iter().copied().reduce(DVec3::min).unwrap_or_default();
            let high = solid.vertices.iter().copied().reduce(DVec3::max).unwrap_or_default();
            radius > FACETS * low.distance(high) * 0.5
        }
        _ => true,
    }
}

fn is_in_box(p: DVec2, [min, max]: [DVec2; 2]) -> bool {
    p.cmpge(min).all() && p.cmple(max).all()
}

/// Whether a magnifier has space for labels of this role: a small sphere shows the names of the step's subject; a small
/// magnifier of a rotated body shows all but lengths, which the pane shows anyway.
fn readable(role: Role, turned: bool, is_sphere: bool, side: f64) -> bool {
    match (turned, is_sphere) {
        (true, true) => is_chosen(role),
        (true, false) => side >= ROOM_FOR_LENGTHS || !matches!(role, Role::Upper | Role::Lower | Role::Penetration),
        _ => true,
    }
}

/// A parallel camera with the same direction that shows `reach` around a point.
fn camera_around(target: DVec3, reach: f64, camera: &Camera) -> Camera {
    Camera { target, distance: reach / (camera.fov * 0.5).tan(), orthographic: true, ..*camera }
}

/// A parallel camera for a magnifier of this side, centered in the space below the name.
fn below_name(target: DVec3, radius: f64, side: f64, camera: &Camera) -> Camera {
    let reach = AROUND_BELOW * radius * side / (side - NAME);
    camera_around(target + camera.axes().up * (reach * NAME / side), reach, camera)
}

/// Translates a drawing.
fn translate(flat: &mut Flat, by: DVec2) {
    let all = flat.items.iter_mut().map(|item| &mut item.draw).chain(&mut flat.under);
    for draw in all {
        match draw {
            Draw::Fill { points, .. } | Draw::Line { points, .. } => points.iter_mut().for_each(|p| *p += by),
            Draw::Dot { at, .. } | Draw::Text { at, .. } => *at += by,
        }
    }
    flat.words.iter_mut().for_each(|(_, at)| *at += by);
    flat.dots.iter_mut().for_each(|(at, _)| *at += by);
    flat.lines.iter_mut().flatten().for_each(|p| *p += by);
    flat.taken.iter_mut().flatten().for_each(|p| *p += by);
}

/// Parts of a shape inside a box.
fn clip(draw: Draw, area: [DVec2; 2]) -> Vec<Draw> {
    let inner = [area[0] + 3.0, area[1] - 3.0];
    match draw {
        Draw::Fill { points, color, sharp } => {
            let points = clipped(points, area);
            if points.len() > 2 { vec![Draw::Fill { points, color, sharp }] } else { Vec::new() }
        }
        Draw::Line { points, color, width, dash, phase } => {
            let runs = runs(&points, area).into_iter();
            runs.map(|(points, before)| Draw::Line { points, color, width, dash, phase: phase + before }).collect()
        }
        Draw::Dot { at, .. } | Draw::Text { at, .. } if is_in_box(at, inner) => vec![draw],
        Draw::Dot { .. } | Draw::Text { .. } => Vec::new(),
    }
}

/// Parts of a drawing inside a box.
fn clip_all(flat: Flat, area: [DVec2; 2]) -> Flat {
    let inner = [area[0] + 3.0, area[1] - 3.0];
    let items = flat
        .items
        .into_iter()
        .flat_map(|Item { mark, role, draw }| clip(draw, area).into_iter().map(move |draw| Item { mark, role, draw }));
    Flat {
        items: items.collect(),
        words: flat.words.into_iter().filter(|(_, at)| is_in_box(*at, inner)).collect(),
        dots: flat.dots.into_iter().filter(|(at, _)| is_in_box(*at, inner)).collect(),
        lines: flat.lines.into_iter().filter_map(|ends| cut(ends, area)).collect(),
        taken: flat.taken,
        under: flat.under.into_iter().flat_map(|draw| clip(draw, area)).collect(),
        frames: Vec::new(),
    }
}

#[cfg(test)]
mod tests;
