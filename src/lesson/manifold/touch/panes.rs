//! The plane of the reference face as small multiples: a tile a clip, then depths, then what was kept, one scale and place. Of two
//! edges that cross two tiles: seen along the normal, and across it, where the depth is.

use glam::DVec3;

use super::sheet::{Part, Sheet, Shows, above, margin_line};
use super::{Did, Dot, Touch, around, outline, side};
use crate::answer::number::length;
use crate::picture::{Form, Picture, Role, Slant, hatch};

/// Between lines of hatching, as a share of the reference's size.
const HATCHING: f64 = 0.035;

/// One tile that is drawn.
struct Pen<'a> {
    picture: &'a mut Picture,
    sheet: &'a Sheet,
    tile: usize,
}

impl Pen<'_> {
    fn at(&self, p: DVec3) -> DVec3 {
        self.sheet.flat(p).with_z(self.tile as f64)
    }

    fn all(&self, points: &[DVec3]) -> Vec<DVec3> {
        points.iter().map(|p| self.at(*p)).collect()
    }

    fn key(&self, name: &str) -> String {
        format!("pane/{}/{name}", self.tile)
    }

    fn frame(&mut self, came: bool, caption: String, note: String) {
        let corners = self.sheet.ends.map(|end| end.with_z(self.tile as f64));
        let role = if came { Role::Text } else { Role::Ghost };
        let key = self.key("frame");
        self.picture.add(role, key, Form::Tile { corners, caption, note });
    }

    fn outline(&mut self, role: Role, name: &str, points: &[DVec3]) {
        let (key, points) = (self.key(name), self.all(points));
        outline(self.picture, role, key, &points);
    }

    fn line(&mut self, role: Role, name: &str, [from, to]: [DVec3; 2]) {
        let key = self.key(name);
        self.picture.segment(role, key, from.with_z(self.tile as f64), to.with_z(self.tile as f64));
    }

    fn named(&mut self, role: Role, key: String, at: DVec3, text: String) {
        self.picture.point(role, key.clone(), at);
        self.picture.label(role, key, at, text);
    }
}

/// All tiles of the part that a step belongs to; those to come are empty frames.
pub(super) fn draw(picture: &mut Picture, touches: &[Touch], step: usize) {
    let Some(part) = Part::of(touches, step) else { return };
    let clips = part.tiles.iter().filter(|tile| matches!(tile, Shows::Clip(_))).count();
    let Some(first) = part.touches.first() else { return };
    for (tile, shows) in part.tiles.iter().enumerate() {
        let sheet = match shows {
            Shows::Along | Shows::Across => Sheet::of_edges(first, *shows == Shows::Along),
            _ => Sheet::of_face(first).or_else(|| Sheet::of_edges(first, true)),
        };
        let Some(sheet) = sheet else { continue };
        let mut pen = Pen { picture: &mut *picture, sheet: &sheet, tile };
        let touch = part.filled(*shows);
        let (caption, note) = words(*shows, clips, first, touch);
        pen.frame(touch.is_some(), caption, note);
        let Some(touch) = touch else { continue };
        match *shows {
            Shows::Clip(k) => pen.clipped(touch, k),
            Shows::Depths => pen.depths(touch),
            Shows::Reduced => {
                let before = part.touches[..part.now.saturating_sub(1)].iter().rfind(|touch| touch.did == Did::Pick);
                pen.reduced(touch, before);
            }
            Shows::Along | Shows::Across => pen.edges(touch, *shows == Shows::Along),
        }
    }
}

/// What stands above a tile: what it is, and more of it.
fn words(shows: Shows, clips: usize, first: &Touch, touch: Option<&Touch>) -> (String, String) {
    match shows {
        Shows::Clip(k) => (format!("clip {} of {clips}", k + 1), format!("by {}", first.side_name(k))),
        Shows::Depths => {
            let unit = touch.map(|touch| format!("{} below the reference", touch.unit().name));
            (String::from("depths"), unit.unwrap_or_default())
        }
        Shows::Reduced => {
            let kept = touch.map(|touch| touch.dots.iter().filter(|dot| dot.picked.is_some()).count());
            let area = touch.and_then(|touch| touch.areas).filter(|[_, all]| *all > 0.0);
            let area = area.map(|[kept, all]| format!("keeps {:.0} % of the area", 100.0 * kept / all));
            (kept.map_or_else(|| String::from("reduced"), |n| format!("reduced to {n}")), area.unwrap_or_default())
        }
        Shows::Along => (String::from("along the normal"), String::from("where the edges cross")),
        Shows::Across => (String::from("across the normal"), String::from("how deep")),
    }
}

impl Pen<'_> {
    fn clipped(&mut self, touch: &Touch, k: u32) {
        self.outline(touch.reference_role(), "reference", &touch.face);
        self.cut_away(touch, k);
        self.outline(Role::Ghost, "before", &touch.ghost);
        let left: Vec<DVec3> = touch.polygon.iter().map(|corner| corner.at).collect();
        if left.len() > 2 {
            let (key, left) = (self.key("left"), self.all(&left));
            self.picture.add(touch.incident_role(), key, Form::Polygon(left));
        }
        self.outline(touch.incident_role(), "outline", &left);
        if let Some((from, to)) = side(&touch.face, k) {
            let (from, to) = (self.at(from), self.at(to));
            let over = (to - from).normalize_or_zero() * 0.12 * self.sheet.size;
            self.line(Role::Axis, "side", [from - over, to + over]);
            let key = self.key("side");
            self.picture.label(touch.reference_role(), key, to + over * 0.4, touch.side_name(k));
        }
        for gone in touch.ghost.iter().filter(|gone| !touch.polygon.iter().any(|corner| corner.at == **gone)) {
            let (key, at) = (self.key("gone"), self.at(*gone));
            self.picture.point(Role::Removed, key, at);
        }
        for corner in &touch.polygon {
            let (key, at, name) = (self.key(&corner.name), self.at(corner.at), corner.name.clone());
            match corner.share.filter(|_| !touch.ghost.contains(&corner.at)) {
                Some(share) => self.named(Role::NewSupport, key, at, format!("{name} t {share:.2}")),
                None => self.named(touch.incident_role(), key, at, name),
            }
        }
    }

    /// Hatches what a side cuts off.
    fn cut_away(&mut self, touch: &Touch, k: u32) {
        let Some((from, to)) = side(&touch.face, k) else { return };
        let (from, ghost) = (self.at(from), self.all(&touch.ghost));
        let way = self.at(to) - from;
        let middle = self.at(touch.face.iter().sum::<DVec3>() / touch.face.len().max(1) as f64);
        let out =
            DVec3::new(-way.y, way.x, 0.0) * -(way.x * (middle.y - from.y) - way.y * (middle.x - from.x)).signum();
        let gone = above(&ghost, |p| out.dot(p - from));
        for ends in hatch(&gone, Slant::Right, HATCHING * self.sheet.size) {
            self.line(Role::Member, "cut", ends);
        }
    }

    fn depths(&mut self, touch: &Touch) {
        self.outline(touch.reference_role(), "reference", &touch.face);
        let left: Vec<DVec3> = touch.polygon.iter().map(|corner| corner.at).collect();
        self.outline(touch.incident_role(), "outline", &left);
        self.margin(touch);
        // What lies beyond the margin is no contact.
        for (i, corner) in touch.polygon.iter().enumerate() {
            let at = self.at(corner.at);
            if !touch.dots.iter().any(|dot| (self.at(dot.on_a) - at).length() < 0.01 * self.sheet.size) {
                let key = self.key(&format!("beyond/{i}"));
                self.named(Role::Removed, key, at, corner.name.clone());
            }
        }
        let (unit, deepest) = (touch.unit(), touch.dots.iter().map(|dot| dot.depth).fold(0.0, f64::max));
        for (number, dot) in touch.numbered() {
            let at = self.at(dot.on_a);
            // The area of the disc is the depth.
            let radius = 0.07 * self.sheet.size * (dot.depth.max(0.0) / deepest.max(f64::MIN_POSITIVE)).sqrt();
            if radius > 0.0 {
                let (key, form) =
                    (self.key(&format!("disc/{}", dot.id)), Form::Circle { center: at, normal: DVec3::Z, radius });
                self.picture.add(Role::Closest, key, form);
            }
            let text = format!("{}: {}", dot.name(number), unit.bare(dot.depth, 3));
            self.named(touch.role_of(dot), format!("point/{}", dot.id), at, text);
        }
    }

    /// Where what faces the reference is as far above it as the margin reaches: a line across the tile.
    fn margin(&mut self, touch: &Touch) {
        let Some(ends) = margin_line(touch) else { return };
        let ends = ends.map(|p| self.at(p));
        self.line(Role::Bound, "margin", ends);
        let key = self.key("margin");
        let middle = 0.5 * (ends[0] + ends[1]);
        self.picture.label(Role::Bound, key, middle, format!("margin {}", length(touch.margin)));
    }

    fn reduced(&mut self, touch: &Touch, before: Option<&Touch>) {
        self.outline(touch.reference_role(), "reference", &touch.face);
        let kept: Vec<DVec3> = touch.dots.iter().filter(|dot| touch.keeps(dot)).map(|dot| self.at(dot.on_a)).collect();
        if let Some(ring) = around(&kept, DVec3::Z) {
            let key = self.key("area");
            self.picture.add(Role::Closest, key, Form::Polygon(ring));
        } else if let [from, to] = kept[..] {
            self.line(Role::Closest, "area", [from, to]);
        }
        for (number, dot) in touch.numbered() {
            let at = self.at(dot.on_a);
            self.named(touch.role_of(dot), format!("point/{}", dot.id), at, number.to_string());
        }
        if let Some([(_, out), (_, into)]) = before.and_then(|before| replaced(before, touch)) {
            let (key, from, to) = (self.key("replaced"), self.at(out.on_a), self.at(into.on_a));
            self.picture.arrow(Role::Rim, key, from, to);
        }
    }

    fn edges(&mut self, touch: &Touch, along: bool) {
        let Some(dot) = touch.dots.first() else { return };
        let of = |k: usize| dot.lies_on.split(", ").nth(k).unwrap_or_default().to_owned();
        let bodies = [
            (touch.reference_role(), &touch.face, usize::from(touch.of_b)),
            (touch.incident_role(), &touch.incident, usize::from(!touch.of_b)),
        ];
        for (role, ends, body) in bodies {
            let on = if body == 0 { dot.on_a } else { dot.on_b };
            let key = self.key(&format!("edge/{body}"));
            if let [from, to] = ends[..] {
                self.outline(role, &format!("edge/{body}"), ends);
                let (from, to) = (self.at(from), self.at(to));
                // Across the normal an edge goes on beyond the frame.
                let place = if along { from.lerp(to, 0.92) } else { self.beside(on, body) };
                self.picture.label(role, key, place, of(body));
            } else {
                let (at, half) = (self.at(on), self.sheet.ends[1].x);
                self.line(role, "surface", [at - DVec3::X * half, at + DVec3::X * half]);
                let place = self.beside(on, body);
                self.picture.label(role, key, place, of(body));
            }
        }
        let key = format!("point/{}", dot.id);
        if along {
            let at = self.at(dot.middle());
            return self.named(touch.role_of(dot), key, at, String::from("1"));
        }
        let (a, b) = (self.at(dot.on_a), self.at(dot.on_b));
        self.line(touch.role_of(dot), "depth", [a, b]);
        self.picture.point(touch.role_of(dot), key.clone(), a);
        self.picture.point(touch.role_of(dot), key.clone(), b);
        self.picture.label(touch.role_of(dot), key, 0.5 * (a + b), format!("1: {}", length(dot.depth)));
        let foot = a.with_x(0.45 * self.sheet.ends[0].x);
        let key = self.key("normal");
        self.picture.arrow(Role::Normal, key.clone(), foot, foot + DVec3::Y * 0.5 * self.sheet.ends[1].y);
        self.picture.label(Role::Normal, key, foot, "n");
    }

    /// Where an edge is named that goes on beyond the frame.
    fn beside(&self, on: DVec3, body: usize) -> DVec3 {
        let x = self.sheet.ends[1].x;
        self.at(on).with_x(if body == 0 { 0.6 * x } else { 0.75 * x })
    }
}

/// A point with its number.
pub(super) type Numbered<'a> = (usize, &'a Dot);

/// The point that was given up again for another, and the one that took its place.
pub(super) fn replaced<'a>(before: &'a Touch, touch: &'a Touch) -> Option<[Numbered<'a>; 2]> {
    let lost = |i: usize| touch.dots.get(i - 1).is_some_and(|dot| dot.picked.is_none());
    let out = before.numbered().find(|(i, dot)| dot.picked.is_some() && lost(*i))?;
    let place = out.1.picked?.0;
    let into = touch.numbered().find(|(_, dot)| dot.picked.is_some_and(|picked| picked.0 == place))?;
    Some([out, into])
}
