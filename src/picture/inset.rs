//! A lens: what is too small to be seen beside all else, or turned away from the eye, is drawn once more, magnified or from its
//! own side, in a corner of the pane. Flat, in the pane's own points, so that figures and the window show the same.

mod place;

use glam::{DVec2, DVec3};

use super::clip::{clipped, cut, runs};
use super::flat::{Draw, Flat, Item};
use super::font::{self, Weight};
use super::sphere::{self, is_chosen};
use super::{Camera, Form, Mark, Picture, Role, Theme, ViewKind, digits, space};
use place::{corner, hidden};

/// A lens opens where what it is about is smaller than this, points; on what a step does, which has the ink of a simplex, sooner.
const SMALL: f64 = 44.0;
const SMALL_AND_AT_HAND: f64 = 72.0;

/// No lens is smaller or larger, points; between these it takes a share of the pane.
const SIDE: [f64; 2] = [96.0, 220.0];
const SHARE: f64 = 0.36;

/// In a pane more than so many times as wide as high there is more room beside all else, and it is larger.
const WIDE: f64 = 1.8;
const SHARE_OF_WIDE: f64 = 0.48;
const LARGEST: f64 = 250.0;

/// A pane that is not so many times as large has no lens.
const LEAST: f64 = 1.7;

/// A lens that magnifies less stays closed where it would hide more lines than this, in times its side.
const WORTH: f64 = 4.5;
const HIDES: f64 = 1.0;

/// And one that magnifies less than this stays closed wherever it would stand.
const TELLS: f64 = 1.6;

/// What lies around the middle, in times the radius that was asked for.
const AROUND: f64 = 1.25;

/// The same where it is seen from its own side: it has all the room below the name.
const AROUND_BELOW: f64 = 1.15;
const NAME: f64 = 20.0;

/// A lens this large has room for lengths beside names, points.
const ROOMY: f64 = 150.0;

/// The ring around what is magnified is no smaller, and none is larger, points.
const RING: f64 = 5.0;
const LARGEST_RING: f64 = 90.0;

/// Around a sphere stays room for what the lens is called.
const AROUND_SPHERE: f64 = 1.4;

/// What faces the eye less than this, the sine of an angle of about 12°, is turned away.
const TURNED: f64 = 0.2;

/// What is seen from its own side is seen at a slant, so that its depth shows: this much from above.
const SLANT: f64 = 0.4;

/// Of a sphere, what is shown of the pane: the corners beside it are free.
const SHARE_OF_SPHERE: f64 = 0.42;

/// Letters of the name, points.
pub(super) const LETTERS: f64 = 11.5;

/// Round surfaces are drawn by facets: what is smaller than this share of such a body lies off them, and there the surface is its
/// supporting plane.
const FACETS: f64 = 4e-3;

/// What is seen through a lens.
#[derive(Clone, Debug)]
pub struct Inset {
    /// Where it is: top left and bottom right.
    pub area: [DVec2; 2],
    /// Around what is magnified: middle and radius; none where that is large.
    pub ring: Option<(DVec2, f64)>,
    /// What it does: `× 12`, `from behind`.
    pub name: String,
    /// What is drawn in it, cut at its sides; with the words that belong there.
    pub flat: Flat,
    /// Whether it shows what is turned away from the eye.
    turned: bool,
}

/// What a lens asks for.
#[derive(Clone, Copy)]
struct Asked {
    center: DVec3,
    radius: f64,
    faces: Option<DVec3>,
    /// It opens where that is smaller, points.
    small: f64,
}

impl Asked {
    fn of(mark: &Mark) -> Option<Self> {
        let Form::Lens { center, radius, faces } = mark.form else { return None };
        let small = if mark.role == Role::Simplex { SMALL_AND_AT_HAND } else { SMALL };
        let faces = faces.and_then(DVec3::try_normalize);
        (center.is_finite() && radius > 0.0).then_some(Self { center, radius, faces, small })
    }

    /// The direction to look from, and what that is called, if it is turned away from this camera.
    fn turned(&self, camera: &Camera) -> Option<(DVec3, &'static str)> {
        let (faces, axes) = (self.faces?, camera.axes());
        let front = faces.dot(axes.back);
        let name = if front < -TURNED { "from behind" } else { "from the side" };
        (front < TURNED).then_some((faces + axes.up.reject_from(faces).normalize_or_zero() * SLANT, name))
    }

    /// Whether it opens: what it is about is small in this pane, or turned away.
    fn opened(&self, is_sphere: bool, camera: &Camera, (size, top): (DVec2, f64)) -> Option<Opened> {
        let lens = camera.lens();
        let below = DVec2::new(0.0, if is_sphere { top } else { 0.0 });
        let spot = |p: DVec3| lens.project(p, size - below).map(|at| at + below);
        let (middle, rim) = (spot(self.center)?, spot(self.center + lens.axes().right * self.radius)?);
        let (reach, turned) = (middle.distance(rim), self.turned(camera));
        (turned.is_some() || 2.0 * reach < self.small).then_some(Opened { middle, reach, turned })
    }
}

/// The middle of points, and how far they reach around it, as a lens shows them that sees them from their own side, outward along
/// `faces`.
pub fn from_own_side(points: &[DVec3], faces: DVec3) -> Option<(DVec3, f64)> {
    let seen = Camera::straight(faces + DVec3::Y.reject_from(faces).normalize_or_zero() * SLANT);
    let all = || points.iter().map(|p| seen.to_view(*p));
    let middle = all().reduce(DVec3::min)?.midpoint(all().reduce(DVec3::max)?);
    let reach = all().map(|p| (p - middle).truncate().length()).fold(0.0, f64::max);
    Some((seen.from_view(middle), reach))
}

/// How a lens is drawn.
#[derive(Clone, Copy, Debug)]
pub enum Care<'a> {
    /// In a figure, of which this is drawn already.
    Figure(&'a Flat),
    /// On a screen, anew whenever the camera moves: nothing is computed that does not stand in it.
    Screen,
}

/// What a lens that opens is about: its middle in the pane, how far it reaches, and from where it is seen if it is turned away.
struct Opened {
    middle: DVec2,
    reach: f64,
    turned: Option<(DVec3, &'static str)>,
}

impl Inset {
    /// Through the last lens of a picture whose subject is small in this pane, or turned away: a pane of `size` points, of
    /// which the first `top` stay free.
    pub fn of(
        kind: ViewKind,
        picture: &Picture,
        camera: &Camera,
        (size, top): (DVec2, f64),
        theme: Theme,
        care: Care<'_>,
    ) -> Option<Self> {
        let lenses = picture.marks.iter().rev().filter_map(Asked::of);
        let wide = size.min_element() >= LEAST * SIDE[0];
        lenses.filter(|_| wide).find_map(|asked| {
            let opened = asked.opened(kind == ViewKind::Sphere, camera, (size, top))?;
            Self::through(kind, asked, opened, picture, camera, (size, top), theme, care)
        })
    }

    /// Whether there is one through any of these marks.
    pub fn opens<'a>(
        kind: ViewKind,
        mut marks: impl Iterator<Item = &'a Mark>,
        camera: &Camera,
        (size, top): (DVec2, f64),
    ) -> bool {
        let opens = |asked: Asked| asked.opened(kind == ViewKind::Sphere, camera, (size, top)).is_some();
        size.min_element() >= LEAST * SIDE[0] && marks.any(|mark| Asked::of(mark).is_some_and(opens))
    }

    #[expect(clippy::too_many_arguments, reason = "all that a drawing hangs on")]
    fn through(
        kind: ViewKind,
        asked: Asked,
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
        let (Asked { center, radius, .. }, Opened { middle, reach, turned }) = (asked, opened);
        let seen = turned.map_or(*camera, |(back, _)| Camera { fov: camera.fov, ..Camera::straight(back) });
        let whole = is_sphere && turned.is_some();
        let near = match turned {
            Some(_) if !whole => below_name(center, radius, side, &seen),
            _ => near(center, if whole { AROUND_SPHERE } else { AROUND } * radius, &seen),
        };
        let times = 0.5 * side / (AROUND * reach);
        // What is as large there as here tells nothing.
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
        if turned.is_none() && times < WORTH && hidden(drawn, area) > HIDES * side {
            return None;
        }
        let (room, part) = (DVec2::splat(side), || exact(picture, radius, turned.is_some()));
        let mut flat = match (kind, care) {
            (ViewKind::Sphere, _) => sphere::flatten(picture, &near, room, theme, 0.0),
            (_, Care::Figure(_)) => space::flatten(&part(), &near, room, theme),
            (_, Care::Screen) => space::close_up(&part(), &near, room, theme),
        };
        let is_read = |role| readable(role, turned.is_some(), is_sphere, side);
        flat.words.retain(|(mark, _)| is_read(picture.marks[*mark].role));
        moved(&mut flat, area[0]);
        let [low, high] = title(area, &name);
        // No letter of a face stands under the name.
        let under = |at: DVec2| at.cmpge(low - 8.0).all() && at.cmple(high + DVec2::new(13.0, 16.0)).all();
        flat.items.retain(|item| !matches!(item.draw, Draw::Text { at, .. } if under(at)));
        // Around something large it would say nothing.
        let ring = (2.0 * reach < LARGEST_RING).then_some((middle, reach.max(RING)));
        Some(Self { area, ring, name, flat: within(flat, area), turned: turned.is_some() })
    }

    /// Where its name begins, on the base line.
    pub(super) fn name_at(&self) -> DVec2 {
        self.area[0] + DVec2::new(8.0, 16.0)
    }

    /// Around its name.
    pub(super) fn title(&self) -> [DVec2; 2] {
        title(self.area, &self.name)
    }

    /// Whether words for a place of the pane stand in the lens alone, if at all: it lies in the ring, or the lens lies over it.
    pub fn holds(&self, at: DVec2) -> bool {
        let [min, max] = self.area;
        at.cmpge(min).all() && at.cmple(max).all()
            || !self.turned && self.ring.is_some_and(|(middle, radius)| at.distance(middle) <= radius + 1.0)
    }

    /// Whether numbers in dots at a place of the pane are read in the lens, which shows a little more than the ring.
    pub fn shows(&self, at: DVec2) -> bool {
        !self.turned && self.ring.is_some_and(|(middle, radius)| at.distance(middle) <= 0.97 * AROUND * radius + 1.0)
    }

    /// From the ring to two corners of the lens.
    pub fn leaders(&self) -> Vec<[DVec2; 2]> {
        let ([min, max], Some((middle, radius))) = (self.area, self.ring) else { return Vec::new() };
        let center = 0.5 * (min + max);
        let across = (center - middle).normalize_or_zero().perp();
        let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
        let leader = |side: f64| {
            let farthest = |a: &DVec2, b: &DVec2| {
                (side * (*a - center).dot(across)).total_cmp(&(side * (*b - center).dot(across)))
            };
            let end = corners.into_iter().max_by(farthest).unwrap_or(center);
            [middle + across * (side * radius), end]
        };
        vec![leader(1.0), leader(-1.0)]
    }
}

/// Around the name of a lens.
fn title([min, _]: [DVec2; 2], name: &str) -> [DVec2; 2] {
    let wide = font::width(name, LETTERS, Weight::SemiBold);
    [min, min + DVec2::new(8.0 + wide + 6.0, 16.0 + 0.35 * LETTERS)]
}

/// The picture without round bodies so large that their facets lie off what is magnified; and where that is seen from its own
/// side, without what would lie before and behind it and is no part of it.
fn exact(picture: &Picture, radius: f64, turned: bool) -> Picture {
    let is_exact = |mark: &Mark| match &mark.form {
        _ if turned && matches!(mark.role, Role::Mesh | Role::Bystander) => false,
        Form::Solid(solid) if solid.round || solid.sampled.is_some() => {
            let low = solid.vertices.iter().copied().reduce(DVec3::min).unwrap_or_default();
            let high = solid.vertices.iter().copied().reduce(DVec3::max).unwrap_or_default();
            radius > FACETS * low.distance(high) * 0.5
        }
        _ => true,
    };
    // Items are of marks by their numbers: what is left out stays as a place that draws nothing.
    let kept =
        |mark: &Mark| if is_exact(mark) { mark.clone() } else { Mark { form: Form::Room(Vec::new()), ..mark.clone() } };
    Picture { marks: picture.marks.iter().map(kept).collect() }
}

/// Whether there is room for words of this role in a lens: on a small sphere for the names of what the beat is about; in a small one of
/// a body that is turned for all but lengths, which the pane has anyway.
fn readable(role: Role, turned: bool, is_sphere: bool, side: f64) -> bool {
    match (turned, is_sphere) {
        (true, true) => is_chosen(role),
        (true, false) => side >= ROOMY || !matches!(role, Role::Upper | Role::Lower | Role::Penetration),
        _ => true,
    }
}

/// A parallel camera in the same direction that shows `reach` around a point.
fn near(target: DVec3, reach: f64, camera: &Camera) -> Camera {
    Camera { target, distance: reach / (camera.fov * 0.5).tan(), orthographic: true, ..*camera }
}

/// The same in a lens with this side, with the middle of it in the middle of what is free below its name.
fn below_name(target: DVec3, radius: f64, side: f64, camera: &Camera) -> Camera {
    let reach = AROUND_BELOW * radius * side / (side - NAME);
    near(target + camera.axes().up * (reach * NAME / side), reach, camera)
}

/// Moves everything.
fn moved(flat: &mut Flat, by: DVec2) {
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

/// What of one thing lies in a box.
fn clip(draw: Draw, area: [DVec2; 2]) -> Vec<Draw> {
    let [min, max] = area;
    let inside = |p: DVec2| p.cmpge(min + 3.0).all() && p.cmple(max - 3.0).all();
    match draw {
        Draw::Fill { points, color, sharp } => {
            let points = clipped(points, area);
            if points.len() > 2 { vec![Draw::Fill { points, color, sharp }] } else { Vec::new() }
        }
        Draw::Line { points, color, width, dash, phase } => {
            let run = |(points, before)| Draw::Line { points, color, width, dash, phase: phase + before };
            runs(&points, area).into_iter().map(run).collect()
        }
        Draw::Dot { at, .. } | Draw::Text { at, .. } if inside(at) => vec![draw],
        Draw::Dot { .. } | Draw::Text { .. } => Vec::new(),
    }
}

/// What of a drawing lies in a box.
fn within(flat: Flat, area: [DVec2; 2]) -> Flat {
    let [min, max] = area;
    let inside = |p: DVec2| p.cmpge(min + 3.0).all() && p.cmple(max - 3.0).all();
    let items = flat
        .items
        .into_iter()
        .flat_map(|Item { mark, role, draw }| clip(draw, area).into_iter().map(move |draw| Item { mark, role, draw }));
    Flat {
        items: items.collect(),
        words: flat.words.into_iter().filter(|(_, at)| inside(*at)).collect(),
        dots: flat.dots.into_iter().filter(|(at, _)| inside(*at)).collect(),
        lines: flat.lines.into_iter().filter_map(|ends| cut(ends, area)).collect(),
        taken: flat.taken,
        under: flat.under.into_iter().flat_map(|draw| clip(draw, area)).collect(),
        frames: Vec::new(),
    }
}

#[cfg(test)]
mod tests;
