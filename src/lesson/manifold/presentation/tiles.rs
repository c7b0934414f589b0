//! Tiles in the plane of the reference face: one per clip, then depths, then selected points, all at one scale and
//! position. Crossing edges have two tiles: along the normal, and across it to show the depth.

use glam::DVec3;

use super::broken_faces::{Broken, is_within};
use super::cut_edges::cut_edges;
use super::tile_frames::{
    Attempt, TileContent, TileFrame, TileWords, above, around, depth_below, margin_line, side, words,
};
use super::world::{add_contact_point, outline as outline_of, replaced};
use super::{ContactPoint, ManifoldState, StepKind, coinciding_points};
use crate::answer::number::Unit;
use crate::picture::marks::curve_points::circle_points;
use crate::picture::{Form, Mark, Picture, Role, Slant, hatch};

/// Distance between hatching lines, as a fraction of the reference's size.
const HATCHING: f64 = 0.035;

/// Radius of the deepest point's disc, as a fraction of the reference's size.
const DISC: f64 = 0.11;

/// Largest number of depths that are written once another tile is the newest.
const MAX_OLD_DEPTHS: usize = 6;

/// Tile that is drawn.
struct Pen<'a> {
    picture: &'a mut Picture,
    tile_frame: &'a TileFrame,
    /// Index of the tile, which is the z coordinate of its marks.
    tile: usize,
    unit: Unit,
    /// Whether the current step fills the tile; only then are vertices labeled.
    is_newest: bool,
    /// Marks that the legend lists from the start.
    legend: &'a [Mark],
}

impl Pen<'_> {
    /// Position of a point of the world in the tile.
    fn at(&self, p: DVec3) -> DVec3 {
        self.tile_frame.flat(p).with_z(self.tile as f64)
    }

    fn all(&self, points: &[DVec3]) -> Vec<DVec3> {
        points.iter().map(|p| self.at(*p)).collect()
    }

    fn key(&self, name: &str) -> String {
        format!("pane/{}/{name}", self.tile)
    }

    /// Adds the frame; a tile that is not filled yet is faint.
    fn frame(&mut self, is_filled: bool, caption: String, note: String) {
        let corners = self.tile_frame.ends.map(|end| end.with_z(self.tile as f64));
        let role = if is_filled { Role::Text } else { Role::Ghost };
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
        let outline = broken.outline(self.tile_frame.size);
        outline_of(self.picture, role, key, &outline);
        if let Some(at) = broken.longest_cut() {
            let key = self.key("goes on");
            self.picture.label(role, key, at, "goes on");
        }
    }

    /// Part of a face within the frame; `None` if it is not broken off.
    fn broken(&self, all: &[DVec3]) -> Option<Broken> {
        let window = self.tile_frame.ends.map(|end| end.with_z(self.tile as f64));
        self.tile_frame.is_cut.then(|| Broken::of(all, window)).flatten()
    }

    /// Whether a point is within the frame at which faces are broken off.
    fn is_shown(&self, at: DVec3) -> bool {
        !self.tile_frame.is_cut || is_within(at, self.tile_frame.ends)
    }

    fn line(&mut self, role: Role, name: &str, [from, to]: [DVec3; 2]) {
        let key = self.key(name);
        self.picture.segment(role, key, from.with_z(self.tile as f64), to.with_z(self.tile as f64));
    }

    /// Adds a dot, with its name in the newest tile.
    fn add_named_point(&mut self, role: Role, key: String, at: DVec3, text: String) {
        self.picture.point(role, key.clone(), at);
        if self.is_newest {
            self.picture.label(role, key, at, text);
        }
    }
}

/// Draws all tiles of the attempt that contains a step; future tiles show the reference, faint, and the next clipping
/// side.
pub(super) fn draw(picture: &mut Picture, states: &[ManifoldState], step: usize, unit: Unit, legend: &[Mark]) {
    let Some(attempt) = Attempt::of(states, step) else { return };
    let clips = attempt.tiles.iter().filter(|tile| matches!(tile, TileContent::Clip(_))).count();
    let Some(first) = attempt.states.first() else { return };
    for (tile, content) in attempt.tiles.iter().enumerate() {
        let tile_frame = match content {
            TileContent::Along | TileContent::Across => TileFrame::of_edges(first, *content == TileContent::Along),
            _ => TileFrame::of_face(first).or_else(|| TileFrame::of_edges(first, true)),
        };
        let Some(tile_frame) = tile_frame else { continue };
        let state = attempt.filled(*content);
        let (mut tile_frame, is_enlarged) = tile_frame.around(&attempt.points(*content));
        // The space is reserved before the discs appear, so that nothing moves.
        if let Some(kept) = attempt.kept().filter(|_| *content == TileContent::Depths) {
            let radii = radii(kept, unit, tile_frame.size);
            tile_frame.include_discs(kept.points.iter().map(|point| point.on_a).zip(radii));
        }
        let newest = attempt.now.checked_sub(1).and_then(|now| attempt.states.get(now));
        let is_newest = newest.zip(state).is_some_and(|(newest, state)| std::ptr::eq(newest, state));
        let mut pen = Pen { picture: &mut *picture, tile_frame: &tile_frame, tile, unit, is_newest, legend };
        let TileWords { caption, mut note } = words(*content, clips, first, state, unit);
        if is_enlarged {
            note = format!("{note}{}enlarged", if note.is_empty() { "" } else { ", " });
        }
        let is_laid = *content == TileContent::Clip(0) && state.is_none() && attempt.now > 0;
        if is_laid {
            pen.laid(first);
            continue;
        }
        pen.frame(state.is_some(), caption, note);
        let Some(state) = state else {
            pen.coming(first, *content);
            continue;
        };
        match *content {
            TileContent::Clip(k) => pen.clipped(state, k),
            TileContent::Depths => pen.depths(state),
            TileContent::Reduced => {
                let before =
                    attempt.states[..attempt.now.saturating_sub(1)].iter().rfind(|state| state.kind == StepKind::Pick);
                pen.reduced(state, before);
            }
            TileContent::Along | TileContent::Across => pen.edges(state, *content == TileContent::Along),
        }
    }
}

impl Pen<'_> {
    /// Draws a future tile.
    fn coming(&mut self, first: &ManifoldState, content: TileContent) {
        if first.reference_vertices.len() < 3 {
            return;
        }
        self.outline(Role::Ghost, "reference", &first.reference_vertices);
        if let TileContent::Clip(k) = content
            && let Some([from, to]) = side(&first.reference_vertices, k)
        {
            let key = self.key("side");
            let middle = self.at(from.midpoint(to));
            self.picture.label(Role::Ghost, key, middle, first.side_name(k));
        }
    }

    /// Draws both faces before the first clip.
    fn laid(&mut self, state: &ManifoldState) {
        self.frame(true, String::from("before clipping"), String::new());
        self.outline(state.reference_role(), "reference", &state.reference_vertices);
        self.face(state.incident_role(), &state.incident_vertices);
    }

    /// Draws a clip: the clipping side, the part that it removes, and the part that is left.
    fn clipped(&mut self, state: &ManifoldState, k: u32) {
        self.outline(state.reference_role(), "reference", &state.reference_vertices);
        // Earlier tiles show only what was left.
        if self.is_newest && state.removes() {
            self.cut_away(state, k);
            match self.broken(&self.all(&state.previous_vertices)) {
                Some(broken) => broken.whole_edges().for_each(|ends| self.line(Role::Removed, "before", ends)),
                None => self.outline(Role::Removed, "before", &state.previous_vertices),
            }
        }
        let left: Vec<DVec3> = state.polygon.iter().map(|corner| corner.at).collect();
        self.face(state.incident_role(), &left);
        if let Some([from, to]) = side(&state.reference_vertices, k) {
            let from = self.at(from);
            let to = self.at(to);
            let over = (to - from).normalize_or_zero() * 0.12 * self.tile_frame.size;
            self.line(Role::Horizon, "side", [from - over, to + over]);
            let key = self.key("side");
            self.picture.label(state.reference_role(), key, to + over * 0.4, state.side_name(k));
        }
        if self.is_newest {
            if state.removes() {
                self.removed(state);
            }
            self.name_cut_edges(state);
        }
        for corner in &state.polygon {
            let key = self.key(&corner.name);
            let at = self.at(corner.at);
            let name = corner.name.clone();
            if !self.is_shown(at) {
                continue;
            }
            match corner.cut.as_ref().filter(|_| self.is_newest && !state.previous_vertices.contains(&corner.at)) {
                Some(_) => self.add_named_point(Role::NewSupport, key, at, name),
                None => self.add_named_point(state.incident_role(), key, at, name),
            }
        }
    }

    /// Draws the removed vertices.
    fn removed(&mut self, state: &ManifoldState) {
        for vertex in &state.previous_vertices {
            let at = self.at(*vertex);
            if self.is_shown(at) && !state.polygon.iter().any(|corner| corner.at == *vertex) {
                let key = self.key("gone");
                self.picture.point(Role::Removed, key, at);
            }
        }
    }

    /// Adds the names of the clipped edges.
    fn name_cut_edges(&mut self, state: &ManifoldState) {
        for edge in cut_edges(state) {
            let key = self.key(&format!("edge/{}", edge.name));
            let at = self.at(edge.middle);
            if self.is_shown(at) {
                self.picture.label(state.incident_role(), key, at, edge.name);
            }
        }
    }

    /// Hatches the part that a side removes.
    fn cut_away(&mut self, state: &ManifoldState, k: u32) {
        let Some([from, to]) = side(&state.reference_vertices, k) else { return };
        let from = self.at(from);
        let ghost = self.all(&state.previous_vertices);
        let way = self.at(to) - from;
        let middle =
            self.at(state.reference_vertices.iter().sum::<DVec3>() / state.reference_vertices.len().max(1) as f64);
        let out =
            DVec3::new(-way.y, way.x, 0.0) * -(way.x * (middle.y - from.y) - way.y * (middle.x - from.x)).signum();
        let ghost = self.broken(&ghost).map_or(ghost, |broken| broken.points);
        let removed = above(&ghost, |p| out.dot(p - from));
        for ends in hatch(&removed, Slant::Right, HATCHING * self.tile_frame.size) {
            self.line(Role::Removed, "cut", ends);
        }
    }

    /// Draws the depths of the points as discs with numbers.
    fn depths(&mut self, state: &ManifoldState) {
        self.outline(state.reference_role(), "reference", &state.reference_vertices);
        let left: Vec<DVec3> = state.polygon.iter().map(|corner| corner.at).collect();
        self.outline(state.incident_role(), "outline", &left);
        self.margin(state);
        // Vertices beyond the margin are no contacts.
        for (i, corner) in state.polygon.iter().enumerate() {
            let at = self.at(corner.at);
            if !state.points.iter().any(|point| (self.at(point.on_a) - at).length() < 0.01 * self.tile_frame.size) {
                let key = self.key(&format!("beyond/{i}"));
                let depth = depth_below(state, corner.at).map(|depth| self.unit.bare(depth, 3));
                self.add_named_point(Role::Removed, key, at, depth.unwrap_or_else(|| corner.name.clone()));
            }
        }
        for (i, (point, radius)) in state.points.iter().zip(radii(state, self.unit, self.tile_frame.size)).enumerate() {
            let Some(words) = coinciding_points::depth(state, i, self.tile_frame.size, self.unit) else { continue };
            let at = self.at(point.on_a);
            let key = format!("point/{}", point.id);
            if radius > 0.0 {
                let disc = self.key(&format!("disc/{}", point.id));
                let rim = circle_points(at, DVec3::Z, radius);
                self.picture.add(Role::Closest, disc.clone(), Form::Polygon(rim));
                self.picture.add(Role::Closest, disc, Form::Circle { center: at, normal: DVec3::Z, radius });
            }
            add_contact_point(self.picture, state.role_of(point), point, at);
            // The number in the dot is the point's name.
            if self.is_newest || state.points.len() <= MAX_OLD_DEPTHS {
                self.picture.label(state.role_of(point), key, at, words);
            }
        }
    }

    /// Adds the line at which the incident face leaves the margin.
    fn margin(&mut self, state: &ManifoldState) {
        let Some(ends) = margin_line(state) else { return };
        let ends = ends.map(|p| self.at(p));
        self.line(Role::Bound, "margin", ends);
        let key = self.key("margin");
        let middle = 0.5 * (ends[0] + ends[1]);
        self.picture.label(Role::Bound, key, middle, format!("margin {}", self.unit.bare(-state.margin, 3)));
    }

    /// Draws the selected points, their area, and the replacement of one of them.
    fn reduced(&mut self, state: &ManifoldState, before: Option<&ManifoldState>) {
        self.outline(state.reference_role(), "reference", &state.reference_vertices);
        let kept: Vec<DVec3> =
            state.points.iter().filter(|point| state.keeps(point)).map(|point| self.at(point.on_a)).collect();
        if let Some(ring) = around(&kept, DVec3::Z) {
            let key = self.key("area");
            self.picture.add(Role::Closest, key, Form::Polygon(ring));
        } else if let [from, to] = kept[..] {
            self.line(Role::Closest, "area", [from, to]);
        }
        for point in &state.points {
            let at = self.at(point.on_a);
            add_contact_point(self.picture, state.role_of(point), point, at);
        }
        if let Some([out, into]) = before.and_then(|before| replaced(before, state)) {
            let key = self.key("replaced");
            let from = self.at(out.on_a);
            let to = self.at(into.on_a);
            self.picture.arrow(Role::Upper, key, from, to);
        }
    }

    /// Draws two features in contact, along the normal or across it.
    fn edges(&mut self, state: &ManifoldState, along: bool) {
        let Some(point) = state.points.first() else { return };
        let bodies = [
            (state.reference_role(), &state.reference_vertices, usize::from(state.reference_is_b)),
            (state.incident_role(), &state.incident_vertices, usize::from(!state.reference_is_b)),
        ];
        for (role, ends, body) in bodies {
            let on = if body == 0 { point.on_a } else { point.on_b };
            let key = self.key(&format!("edge/{body}"));
            let name = state.feature_in_contact(body).map_or_else(String::new, |feature| feature.to_string());
            if let [from, to] = ends[..] {
                self.outline(role, &format!("edge/{body}"), ends);
                let from = self.at(from);
                let to = self.at(to);
                // Across the normal an edge extends beyond the frame.
                let place = if along { from.lerp(to, 0.92) } else { self.edge_name_position(on, body) };
                self.picture.label(role, key, place, name.clone());
            } else {
                let at = self.at(on);
                let ends = self.tile_frame.ends;
                self.line(role, "surface", ends.map(|end| at.with_x(end.x)));
                let place = self.edge_name_position(on, body);
                self.picture.label(role, key, place, name.clone());
            }
        }
        if along {
            let at = self.at(point.middle());
            return add_contact_point(self.picture, state.role_of(point), point, at);
        }
        for point in &state.points {
            self.depth(state.role_of(point), point);
        }
        let a = self.at(point.on_a);
        let foot = a.with_x(0.45 * self.tile_frame.ends[0].x);
        let key = self.key("normal");
        let long = (0.5 * self.tile_frame.ends[1].y).max(0.15 * self.tile_frame.ends[1].x);
        self.picture.arrow(Role::Normal, key.clone(), foot, foot + DVec3::Y * long);
        self.picture.label(Role::Normal, key, foot, "n");
    }

    /// Adds the depth of a point, seen across the normal.
    fn depth(&mut self, role: Role, point: &ContactPoint) {
        let key = format!("point/{}", point.id);
        let a = self.at(point.on_a);
        let b = self.at(point.on_b);
        let middle = 0.5 * (a + b);
        self.line(role, &format!("depth/{}", point.id), [a, b]);
        self.picture.point(role, key.clone(), a);
        self.picture.point(role, key.clone(), b);
        add_contact_point(self.picture, role, point, middle);
        self.picture.label(role, key, middle, self.unit.bare(point.depth, 4));
    }

    /// Position of the name of an edge that extends beyond the frame.
    fn edge_name_position(&self, on: DVec3, body: usize) -> DVec3 {
        let x = self.tile_frame.ends[1].x;
        self.at(on).with_x(if body == 0 { 0.6 * x } else { 0.75 * x })
    }
}

/// Radii of the points' discs, whose areas are proportional to the depths; `size` is the width of the tile, meters.
fn radii(state: &ManifoldState, unit: Unit, size: f64) -> impl Iterator<Item = f64> {
    let deepest = state.deepest().map_or(0.0, |point| point.depth).max(f64::MIN_POSITIVE);
    let largest = (DISC * size).min(0.5 * coinciding_points::apart(&state.points));
    state.points.iter().map(move |point| largest * (unit.drawn(point.depth).max(0.0) / deepest).sqrt())
}
