//! What is drawn once more in a corner of the pane: through a lens what is too small to be seen beside all else, and from
//! behind what faces away. Flat, in the pane's own points, so that figures and the window show the same.

use glam::{DVec2, DVec3};

use super::clip::{clipped, cut, runs};
use super::flat::{Draw, Flat, Item};
use super::{Camera, Form, Picture, Theme, digits, space};

/// A lens opens where what it is about is smaller than this, points.
const SMALL: f64 = 44.0;

/// No lens is smaller or larger, points; between these it takes a share of the pane.
const SIDE: [f64; 2] = [96.0, 190.0];
const SHARE: f64 = 0.36;

/// A pane that is not so many times as large has no lens.
const LEAST: f64 = 1.7;

/// What lies around the middle, in times the radius that was asked for.
const AROUND: f64 = 1.25;

/// From the pane's sides, points: below the title, above the axes and the scale.
const MARGIN: f64 = 12.0;
const ABOVE: f64 = 32.0;
const BELOW: f64 = 44.0;

/// What is seen from behind takes a larger share of the pane.
const SHARE_BEHIND: f64 = 0.5;

/// The cosine of the angle to the line of sight from which on something faces away.
const AWAY: f64 = -0.02;

/// What stands above it.
const BEHIND: &str = "from behind";

/// The ring around what is magnified is no smaller, points.
const RING: f64 = 5.0;

/// What is seen through a lens.
#[derive(Clone, Debug)]
pub struct Inset {
    /// Where it is: top left and bottom right.
    pub area: [DVec2; 2],
    /// Around what is magnified: middle and radius; none where it is seen from behind.
    pub ring: Option<(DVec2, f64)>,
    /// How many times it is magnified, or that it is seen from behind.
    pub title: String,
    /// What is drawn in it, cut at its sides; with the words that belong there.
    pub flat: Flat,
}

impl Inset {
    /// Whether a mark asks for one, where it is needed.
    pub fn is_asked_by(form: &Form) -> bool {
        matches!(form, Form::Lens { .. } | Form::FarSide { .. })
    }

    /// What the last mark that asks for it wants, if it is needed in this pane: what it is about is small, or faces away.
    /// `drawn` is what is there already.
    pub fn of(picture: &Picture, camera: &Camera, size: DVec2, theme: Theme, drawn: &Flat) -> Option<Self> {
        match picture.marks.iter().rev().map(|mark| &mark.form).find(|form| Self::is_asked_by(form))? {
            Form::Lens { center, radius } => Self::magnified(picture, camera, size, theme, drawn, (*center, *radius)),
            Form::FarSide { center, normal, radius } => {
                let to_eye = if camera.orthographic { camera.axes().back } else { camera.eye() - *center };
                let away = normal.dot(to_eye.normalize_or_zero()) < AWAY && size.min_element() >= LEAST * SIDE[0];
                let side = (SHARE_BEHIND * size.min_element()).clamp(SIDE[0], SIDE[1] + 90.0);
                let behind = Camera { target: *center, ..Camera::facing(*normal) };
                let near = near(*center, *radius, &behind);
                let area = corner(size, side, drawn, 0.5 * size);
                let flat = |area| within(placed(picture, &near, area, theme), area);
                (away && *radius > 0.0).then(|| Self {
                    area,
                    ring: None,
                    title: String::from(BEHIND),
                    flat: flat(area),
                })
            }
            _ => None,
        }
    }

    fn magnified(
        picture: &Picture,
        camera: &Camera,
        size: DVec2,
        theme: Theme,
        drawn: &Flat,
        (center, radius): (DVec3, f64),
    ) -> Option<Self> {
        if !center.is_finite() || !(radius > 0.0) {
            return None;
        }
        let side = (SHARE * size.min_element()).clamp(SIDE[0], SIDE[1]);
        let lens = camera.lens();
        let middle = lens.project(center, size)?;
        let rim = lens.project(center + lens.axes().right * radius, size)?;
        let reach = middle.distance(rim);
        if !(2.0 * reach < SMALL) || size.min_element() < LEAST * SIDE[0] {
            return None;
        }
        let near = near(center, AROUND * radius, camera);
        let times = 0.5 * side / (AROUND * reach);
        let area = corner(size, side, drawn, middle);
        let flat = within(placed(picture, &near, area, theme), area);
        let title = format!("× {}", digits(times.round()));
        Some(Self { area, ring: Some((middle, reach.max(RING))), title, flat })
    }

    /// Whether a place of the pane lies in the ring: words for it stand in the lens.
    pub fn holds(&self, at: DVec2) -> bool {
        self.ring.is_some_and(|(middle, radius)| at.distance(middle) <= radius + 1.0)
    }

    /// From the ring, if there is one, to two corners of the lens.
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
        [1.0, -1.0].map(leader).to_vec()
    }
}

/// A parallel camera in the same direction that shows `reach` around a point.
fn near(target: DVec3, reach: f64, camera: &Camera) -> Camera {
    Camera { target, distance: reach / (camera.fov * 0.5).tan(), orthographic: true, ..*camera }
}

/// The corner of the pane in which least is drawn; of equal ones the farther from what is magnified.
fn corner(size: DVec2, side: f64, drawn: &Flat, middle: DVec2) -> [DVec2; 2] {
    let (left, right) = (MARGIN, (size.x - MARGIN - side).max(MARGIN));
    let (top, bottom) = (ABOVE, (size.y - BELOW - side).max(ABOVE));
    let lower_left = (bottom - BELOW).max(ABOVE);
    let places = [(right, top), (right, bottom), (left, top), (left, lower_left)].map(DVec2::from);
    let cost = |min: &DVec2| {
        let [low, high] = [*min - 6.0, *min + side + 6.0];
        let inside = |p: DVec2| p.cmpge(low).all() && p.cmple(high).all();
        let length = |points: &[DVec2]| -> f64 {
            let cut = points.windows(2).filter_map(|ends| cut([ends[0], ends[1]], [low, high]));
            cut.map(|[a, b]| a.distance(b)).sum()
        };
        let of = |item: &Item| match &item.draw {
            Draw::Line { points, .. } => length(points),
            Draw::Dot { at, .. } if inside(*at) => 60.0,
            _ => 0.0,
        };
        let words = drawn.words.iter().filter(|(_, at)| inside(*at)).count() as f64;
        let far = middle.distance(*min + 0.5 * side) / size.length();
        drawn.items.iter().map(of).sum::<f64>() + 60.0 * words + 40.0 * (1.0 - far)
    };
    let best = places.into_iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(places[0]);
    [best, best + side]
}

/// A picture as a camera sees it, in a square of the pane.
fn placed(picture: &Picture, camera: &Camera, [min, max]: [DVec2; 2], theme: Theme) -> Flat {
    let mut flat = space::flatten(picture, camera, max - min, theme);
    moved(&mut flat, min);
    flat
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

/// What of a drawing lies in a box.
fn within(flat: Flat, area: [DVec2; 2]) -> Flat {
    let [min, max] = area;
    let inside = |p: DVec2| p.cmpge(min + 3.0).all() && p.cmple(max - 3.0).all();
    let mut items = Vec::new();
    for Item { mark, draw } in flat.items {
        match draw {
            Draw::Fill { points, color, sharp } => {
                let points = clipped(points, area);
                if points.len() > 2 {
                    items.push(Item { mark, draw: Draw::Fill { points, color, sharp } });
                }
            }
            Draw::Line { points, color, width, dash, phase } => {
                for (points, before) in runs(&points, area) {
                    let phase = phase + before;
                    items.push(Item { mark, draw: Draw::Line { points, color, width, dash, phase } });
                }
            }
            Draw::Dot { at, .. } | Draw::Text { at, .. } if inside(at) => items.push(Item { mark, draw }),
            Draw::Dot { .. } | Draw::Text { .. } => {}
        }
    }
    Flat {
        items,
        words: flat.words.into_iter().filter(|(_, at)| inside(*at)).collect(),
        dots: flat.dots.into_iter().filter(|(at, _)| inside(*at)).collect(),
        lines: flat.lines.into_iter().filter_map(|ends| cut(ends, area)).collect(),
        taken: flat.taken,
        under: Vec::new(),
        frames: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Role, ViewKind, flatten};
    use super::*;

    fn picture(radius: f64) -> Picture {
        let mut picture = Picture::default();
        picture.segment(Role::ShapeA, "long", DVec3::ZERO, DVec3::X * 100.0);
        picture.segment(Role::Closest, "short", DVec3::X * 90.0, DVec3::X * 90.0 + DVec3::Y * 0.5);
        picture.label(Role::Closest, "short", DVec3::X * 90.0 + DVec3::Y * 0.5, "x");
        picture.add(Role::Region, "lens", Form::Lens { center: DVec3::X * 90.0, radius });
        picture
    }

    fn seen(picture: &Picture) -> Option<Inset> {
        let (size, theme) = (DVec2::new(400.0, 400.0), Theme::Light);
        let camera = Camera { target: DVec3::X * 50.0, ..Camera::flat() };
        let camera = Camera { distance: 60.0 / (camera.fov * 0.5).tan(), ..camera };
        let drawn = flatten(ViewKind::Plane, picture, &camera, size, theme, 0.0);
        Inset::of(picture, &camera, size, theme, &drawn)
    }

    #[test]
    fn what_is_small_is_magnified_in_a_free_corner_and_cut_at_its_sides() {
        let inset = seen(&picture(1.0)).expect("a lens");
        let [min, max] = inset.area;
        assert!(min.y < 150.0, "above the line: {:?} {}", inset.area, inset.title);
        assert!(inset.title.trim_start_matches("× ").parse::<f64>().is_ok_and(|times| times > 10.0));
        for item in &inset.flat.items {
            let Draw::Line { points, .. } = &item.draw else { continue };
            assert!(points.iter().all(|p| p.cmpge(min - 1e-6).all() && p.cmple(max + 1e-6).all()), "{points:?}");
        }
        assert_eq!(inset.flat.words.len(), 1);
        assert!(inset.ring.is_some_and(|(middle, _)| inset.holds(middle)));
        assert!(seen(&picture(30.0)).is_none(), "large enough");
        assert!(seen(&picture(0.0)).is_none() && seen(&picture(f64::NAN)).is_none());
    }

    #[test]
    fn what_faces_away_is_seen_from_behind() {
        let seen = |normal: DVec3| {
            let mut picture = picture(0.0);
            picture.point(Role::NewSupport, "apex", DVec3::X * 50.0 + normal);
            picture.add(Role::Region, "behind", Form::FarSide { center: DVec3::X * 50.0, normal, radius: 60.0 });
            let (size, theme) = (DVec2::new(400.0, 400.0), Theme::Light);
            let camera = Camera { target: DVec3::X * 50.0, distance: 200.0, ..Camera::flat() };
            let drawn = flatten(ViewKind::Space, &picture, &camera, size, theme, 0.0);
            Inset::of(&picture, &camera, size, theme, &drawn)
        };
        assert!(seen(DVec3::Z).is_none(), "it is seen as it is");
        let inset = seen(DVec3::NEG_Z).expect("an inset");
        assert!(inset.title == BEHIND && inset.leaders().is_empty() && !inset.flat.items.is_empty());
    }
}
