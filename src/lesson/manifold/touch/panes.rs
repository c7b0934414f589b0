//! Tiles in the plane of the reference face: one per clip, then depths, then selected points, all at one scale and
//! position. Crossing edges have two tiles: along the normal, and across it to show the depth.

use std::mem::{Discriminant, discriminant};

use glam::DVec3;

use super::broken::{Broken, is_within};
use super::sheet::{Part, Sheet, Shows, above, around, depth_below, is_laid, margin_line, side};
use super::world::{outline as outline_of, point, replaced};
use super::{Dot, StepKind, Touch, gaps, shared};
use crate::answer::number::Unit;
use crate::picture::marks::curve_points::circle_points;
use crate::picture::{Form, Mark, Picture, Role, Slant, hatch};

/// Distance between hatching lines, as a share of the reference's size.
const HATCHING: f64 = 0.035;

/// Radius of the deepest point's disc, as a share of the reference's size.
const DISC: f64 = 0.11;

struct Pen<'a> {
    picture: &'a mut Picture,
    sheet: &'a Sheet,
    tile: usize,
    unit: Unit,
    /// Marks that the legend lists from the start.
    legend: &'a [Mark],
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
        // The first tile holds the legend of all.
        let legend = if self.tile == 0 { self.legend.to_vec() } else { Vec::new() };
        self.picture.add(role, key, Form::Tile { corners, caption, note, legend, bars: false });
    }

    fn outline(&mut self, role: Role, name: &str, points: &[DVec3]) {
        let key = self.key(name);
        let points = self.all(points);
        outline_of(self.picture, role, key, &points);
    }

    /// Adds the outline and the filling of a face, broken off near the frame if necessary.
    fn face(&mut self, role: Role, points: &[DVec3]) {
        let all = self.all(points);
        let key = self.key("left");
        let broken = self.broken(&all);
        let filled = broken.as_ref().map_or(&all, |broken| &broken.points);
        if filled.len() > 2 {
            self.picture.add(role, key, Form::Polygon(filled.clone()));
        }
        let Some(broken) = broken else { return self.outline(role, "outline", points) };
        let key = self.key("outline");
        let outline = broken.outline(self.sheet.size);
        outline_of(self.picture, role, key, &outline);
        if let Some(at) = broken.longest_cut() {
            let key = self.key("goes on");
            self.picture.label(role, key, at, "goes on");
        }
    }

    /// Part of a face within the frame; `None` if it is not broken off.
    fn broken(&self, all: &[DVec3]) -> Option<Broken> {
        let window = self.sheet.ends.map(|end| end.with_z(self.tile as f64));
        self.sheet.is_cut.then(|| Broken::of(all, window)).flatten()
    }

    /// Whether a point is within the frame at which faces are broken off.
    fn is_shown(&self, at: DVec3) -> bool {
        !self.sheet.is_cut || is_within(at, self.sheet.ends)
    }

    fn line(&mut self, role: Role, name: &str, [from, to]: [DVec3; 2]) {
        let key = self.key(name);
        self.picture.segment(role, key, from.with_z(self.tile as f64), to.with_z(self.tile as f64));
    }

    fn add_named_point(&mut self, role: Role, key: String, at: DVec3, text: String) {
        self.picture.point(role, key.clone(), at);
        self.picture.label(role, key, at, text);
    }
}

/// Draws all tiles of the part that contains a step; future tiles show the reference, faint, and the next clipping
/// side.
pub(super) fn draw(picture: &mut Picture, touches: &[Touch], step: usize, unit: Unit, legend: &[Mark]) {
    let Some(part) = Part::of(touches, step) else { return };
    let clips = part.tiles.iter().filter(|tile| matches!(tile, Shows::Clip(_))).count();
    let Some(first) = part.touches.first() else { return };
    for (tile, shows) in part.tiles.iter().enumerate() {
        let sheet = match shows {
            Shows::Along | Shows::Across => Sheet::of_edges(first, *shows == Shows::Along),
            _ => Sheet::of_face(first).or_else(|| Sheet::of_edges(first, true)),
        };
        let Some(sheet) = sheet else { continue };
        let touch = part.filled(*shows);
        let (mut sheet, times) = sheet.around(&part.points(*shows));
        // The space is reserved before the discs appear, so that nothing moves.
        if let Some(kept) = part.kept().filter(|_| *shows == Shows::Depths) {
            let radii = radii(kept, unit, sheet.size);
            sheet.include_discs(kept.dots.iter().map(|dot| dot.on_a).zip(radii));
        }
        let mut pen = Pen { picture: &mut *picture, sheet: &sheet, tile, unit, legend };
        let (caption, mut note) = words(*shows, clips, first, touch, unit);
        if let Some(times) = times {
            note = format!("{note}{}× {times:.0}", if note.is_empty() { "" } else { ", " });
        }
        let is_laid = *shows == Shows::Clip(0) && touch.is_none() && part.now > 0;
        if is_laid {
            pen.laid(first);
            continue;
        }
        pen.frame(touch.is_some(), caption, note);
        let Some(touch) = touch else {
            pen.coming(first, *shows);
            continue;
        };
        match *shows {
            Shows::Clip(k) => pen.clipped(touch, k),
            Shows::Depths => pen.depths(touch),
            Shows::Reduced => {
                let before =
                    part.touches[..part.now.saturating_sub(1)].iter().rfind(|touch| touch.did == StepKind::Pick);
                pen.reduced(touch, before);
            }
            Shows::Along | Shows::Across => pen.edges(touch, *shows == Shows::Along),
        }
    }
}

/// One mark of each role and form in the tiles of a run; empty if there are only bars.
pub(super) fn legend(touches: &[Touch], names: &[String; 2], unit: Unit) -> Vec<Mark> {
    let mut all = Picture::default();
    if !is_laid(touches, touches.len()) {
        return Vec::new();
    }
    for step in 0..touches.len() {
        match is_laid(touches, step) {
            true => draw(&mut all, touches, step, unit, &[]),
            false => gaps::draw(&mut all, (touches, step, names, true), unit, &[]),
        }
    }
    let mut kinds: Vec<Mark> = Vec::new();
    for mark in all.marks.into_iter().filter(|mark| !matches!(mark.form, Form::Tile { .. })) {
        if !kinds.iter().any(|other| kind_of(other) == kind_of(&mark)) {
            kinds.push(mark);
        }
    }
    kinds
}

fn kind_of(mark: &Mark) -> (Role, Discriminant<Form>) {
    (mark.role, discriminant(&mark.form))
}

/// Caption of a tile, and its addition.
fn words(shows: Shows, clips: usize, first: &Touch, touch: Option<&Touch>, unit: Unit) -> (String, String) {
    match shows {
        Shows::Clip(k) => (format!("clip {} of {clips}", k + 1), format!("by {}", first.side_name(k))),
        Shows::Depths => (String::from("depths"), format!("in {}", unit.name)),
        Shows::Reduced => {
            let kept = touch.map_or(0, |touch| touch.dots.iter().filter(|dot| dot.picked.is_some()).count());
            let area = touch.and_then(|touch| touch.areas).filter(|[_, all]| *all > 0.0);
            match area {
                Some([some, all]) => (format!("reduced to {kept}"), format!("{:.0} % of the area", 100.0 * some / all)),
                None if kept > 0 => (String::from("reduced"), format!("{kept} picked")),
                None => (String::from("reduced"), String::new()),
            }
        }
        Shows::Along => (String::from("along the normal"), String::from("both edges cross")),
        Shows::Across => (String::from("depth, across the normal"), format!("in {}", unit.name)),
    }
}

impl Pen<'_> {
    /// Draws a future tile.
    fn coming(&mut self, first: &Touch, shows: Shows) {
        if first.face.len() < 3 {
            return;
        }
        self.outline(Role::Ghost, "reference", &first.face);
        if let Shows::Clip(k) = shows
            && let Some((from, to)) = side(&first.face, k)
        {
            let key = self.key("side");
            let middle = self.at(from.midpoint(to));
            self.picture.label(Role::Ghost, key, middle, first.side_name(k));
        }
    }

    /// Draws both faces before the first clip.
    fn laid(&mut self, touch: &Touch) {
        self.frame(true, String::from("before clipping"), String::new());
        self.outline(touch.reference_role(), "reference", &touch.face);
        self.face(touch.incident_role(), &touch.incident);
    }

    fn clipped(&mut self, touch: &Touch, k: u32) {
        self.outline(touch.reference_role(), "reference", &touch.face);
        self.cut_away(touch, k);
        match self.broken(&self.all(&touch.ghost)) {
            Some(broken) => broken.whole_edges().for_each(|ends| self.line(Role::Ghost, "before", ends)),
            None => self.outline(Role::Ghost, "before", &touch.ghost),
        }
        let left: Vec<DVec3> = touch.polygon.iter().map(|corner| corner.at).collect();
        self.face(touch.incident_role(), &left);
        if let Some((from, to)) = side(&touch.face, k) {
            let from = self.at(from);
            let to = self.at(to);
            let over = (to - from).normalize_or_zero() * 0.12 * self.sheet.size;
            self.line(Role::Axis, "side", [from - over, to + over]);
            let key = self.key("side");
            self.picture.label(touch.reference_role(), key, to + over * 0.4, touch.side_name(k));
        }
        for removed in touch.ghost.iter().filter(|removed| !touch.polygon.iter().any(|corner| corner.at == **removed)) {
            let key = self.key("gone");
            let at = self.at(*removed);
            if self.is_shown(at) {
                self.picture.point(Role::Removed, key, at);
            }
        }
        for corner in &touch.polygon {
            let key = self.key(&corner.name);
            let at = self.at(corner.at);
            let name = corner.name.clone();
            if !self.is_shown(at) {
                continue;
            }
            match corner.cut.as_ref().filter(|_| !touch.ghost.contains(&corner.at)) {
                Some((_, share)) => self.add_named_point(Role::NewSupport, key, at, format!("{name} t {share:.2}")),
                None => self.add_named_point(touch.incident_role(), key, at, name),
            }
        }
    }

    /// Hatches the part that a side removes.
    fn cut_away(&mut self, touch: &Touch, k: u32) {
        let Some((from, to)) = side(&touch.face, k) else { return };
        let from = self.at(from);
        let ghost = self.all(&touch.ghost);
        let way = self.at(to) - from;
        let middle = self.at(touch.face.iter().sum::<DVec3>() / touch.face.len().max(1) as f64);
        let out =
            DVec3::new(-way.y, way.x, 0.0) * -(way.x * (middle.y - from.y) - way.y * (middle.x - from.x)).signum();
        let ghost = self.broken(&ghost).map_or(ghost, |broken| broken.points);
        let removed = above(&ghost, |p| out.dot(p - from));
        for ends in hatch(&removed, Slant::Right, HATCHING * self.sheet.size) {
            self.line(Role::Member, "cut", ends);
        }
    }

    fn depths(&mut self, touch: &Touch) {
        self.outline(touch.reference_role(), "reference", &touch.face);
        let left: Vec<DVec3> = touch.polygon.iter().map(|corner| corner.at).collect();
        self.outline(touch.incident_role(), "outline", &left);
        self.margin(touch);
        // Vertices beyond the margin are no contacts.
        for (i, corner) in touch.polygon.iter().enumerate() {
            let at = self.at(corner.at);
            if !touch.dots.iter().any(|dot| (self.at(dot.on_a) - at).length() < 0.01 * self.sheet.size) {
                let key = self.key(&format!("beyond/{i}"));
                let depth = depth_below(touch, corner.at).map(|depth| self.unit.bare(depth, 3));
                self.add_named_point(Role::Removed, key, at, depth.unwrap_or_else(|| corner.name.clone()));
            }
        }
        for (i, (dot, radius)) in touch.dots.iter().zip(radii(touch, self.unit, self.sheet.size)).enumerate() {
            let Some(words) = shared::depth(touch, i, self.sheet.size, self.unit) else { continue };
            let at = self.at(dot.on_a);
            let key = format!("point/{}", dot.id);
            if radius > 0.0 {
                let disc = self.key(&format!("disc/{}", dot.id));
                let rim = circle_points(at, DVec3::Z, radius);
                self.picture.add(Role::Closest, disc.clone(), Form::Polygon(rim));
                self.picture.add(Role::Closest, disc, Form::Circle { center: at, normal: DVec3::Z, radius });
            }
            point(self.picture, touch.role_of(dot), dot, at);
            // The number in the dot is the point's name.
            self.picture.label(touch.role_of(dot), key, at, words);
        }
    }

    /// Adds the line at which the incident face leaves the margin.
    fn margin(&mut self, touch: &Touch) {
        let Some(ends) = margin_line(touch) else { return };
        let ends = ends.map(|p| self.at(p));
        self.line(Role::Bound, "margin", ends);
        let key = self.key("margin");
        let middle = 0.5 * (ends[0] + ends[1]);
        self.picture.label(Role::Bound, key, middle, format!("margin {}", self.unit.bare(-touch.margin, 3)));
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
        for dot in &touch.dots {
            let at = self.at(dot.on_a);
            point(self.picture, touch.role_of(dot), dot, at);
        }
        if let Some([out, into]) = before.and_then(|before| replaced(before, touch)) {
            let key = self.key("replaced");
            let from = self.at(out.on_a);
            let to = self.at(into.on_a);
            self.picture.arrow(Role::Horizon, key, from, to);
        }
    }

    fn edges(&mut self, touch: &Touch, along: bool) {
        let Some(dot) = touch.dots.first() else { return };
        let bodies = [
            (touch.reference_role(), &touch.face, usize::from(touch.of_b)),
            (touch.incident_role(), &touch.incident, usize::from(!touch.of_b)),
        ];
        for (role, ends, body) in bodies {
            let on = if body == 0 { dot.on_a } else { dot.on_b };
            let key = self.key(&format!("edge/{body}"));
            let name = touch.touching(body).unwrap_or_default();
            if let [from, to] = ends[..] {
                self.outline(role, &format!("edge/{body}"), ends);
                let from = self.at(from);
                let to = self.at(to);
                // Across the normal an edge extends beyond the frame.
                let place = if along { from.lerp(to, 0.92) } else { self.edge_name_position(on, body) };
                self.picture.label(role, key, place, name.clone());
            } else {
                let at = self.at(on);
                let ends = self.sheet.ends;
                self.line(role, "surface", ends.map(|end| at.with_x(end.x)));
                let place = self.edge_name_position(on, body);
                self.picture.label(role, key, place, name.clone());
            }
        }
        if along {
            let at = self.at(dot.middle());
            return point(self.picture, touch.role_of(dot), dot, at);
        }
        for dot in &touch.dots {
            self.depth(touch.role_of(dot), dot);
        }
        let a = self.at(dot.on_a);
        let foot = a.with_x(0.45 * self.sheet.ends[0].x);
        let key = self.key("normal");
        let long = (0.5 * self.sheet.ends[1].y).max(0.15 * self.sheet.ends[1].x);
        self.picture.arrow(Role::Normal, key.clone(), foot, foot + DVec3::Y * long);
        self.picture.label(Role::Normal, key, foot, "n");
    }

    /// Adds the depth of a point, seen across the normal.
    fn depth(&mut self, role: Role, dot: &Dot) {
        let key = format!("point/{}", dot.id);
        let a = self.at(dot.on_a);
        let b = self.at(dot.on_b);
        let middle = 0.5 * (a + b);
        self.line(role, &format!("depth/{}", dot.id), [a, b]);
        self.picture.point(role, key.clone(), a);
        self.picture.point(role, key.clone(), b);
        point(self.picture, role, dot, middle);
        self.picture.label(role, key, middle, self.unit.bare(dot.depth, 4));
    }

    /// Position of the name of an edge that extends beyond the frame.
    fn edge_name_position(&self, on: DVec3, body: usize) -> DVec3 {
        let x = self.sheet.ends[1].x;
        self.at(on).with_x(if body == 0 { 0.6 * x } else { 0.75 * x })
    }
}

/// Radii of the points' discs, whose areas are proportional to the depths; `size` is the width of the tile, meters.
fn radii(touch: &Touch, unit: Unit, size: f64) -> impl Iterator<Item = f64> {
    let deepest = touch.deepest().map_or(0.0, |dot| dot.depth).max(f64::MIN_POSITIVE);
    let largest = (DISC * size).min(0.5 * shared::apart(&touch.dots));
    touch.dots.iter().map(move |dot| largest * (unit.drawn(dot.depth).max(0.0) / deepest).sqrt())
}
