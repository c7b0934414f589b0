//! Drawing of the tiles of a contact manifold in space, small pictures in the plane of the reference face: one per
//! clip, then depths, then selected points. Crossing edges have two tiles: along the normal, and across it to show the
//! depth.

use contact_lens_model::answer::number::Unit;
use contact_lens_picture::marks::curve_points::circle_points;
use contact_lens_picture::{Form, Mark, Picture, Role, Slant, hatch};
use glam::DVec3;

use super::broken_faces::clip_below_zero;
use super::cut_edges::cut_edges;
use super::pen::Pen;
use super::tile_frames::{
    Attempt, TileContent, TileFrame, TileWords, depth_below, margin_line, side_of_face, tile_words,
};
use super::world::{add_contact_point, replaced, sorted_by_angle};
use super::{ContactPoint, ManifoldState, StepKind, coinciding_points};

/// Distance between hatching lines, as a fraction of the reference's size.
const HATCHING: f64 = 0.035;

/// Largest radius of the deepest point's disc, as a fraction of the reference's size.
const DISC: f64 = 0.11;

/// Largest number of depths that are written once another tile is the newest; more would look crowded.
const MAX_OLD_DEPTHS: usize = 6;

/// Overhang of the line of a clipping side at both ends, as a fraction of the reference's size.
const SIDE_OVERHANG: f64 = 0.12;

/// Distance of the name of a clipping side from the end of its line, in overhangs.
const SIDE_NAME: f64 = 0.4;

/// Distance of a vertex from a contact point, as a fraction of the reference's size, below which the two are drawn at
/// one point.
const SAME_POINT: f64 = 0.01;

/// Position of an edge's name along the edge, as a fraction of its length, in the tile along the normal.
const EDGE_NAME: f64 = 0.92;

/// Positions of the names of A's and B's edge in the tile across the normal, in half widths of the tile: apart, so that
/// neither covers the other.
const EDGE_NAMES_ACROSS: [f64; 2] = [0.6, 0.75];

/// Distance of the normal's arrow from the middle of the tile across the normal, to the left, in half widths of the
/// tile.
const NORMAL_OFFSET: f64 = 0.45;

/// Length of the normal's arrow in the tile across the normal, in half heights of the tile.
const NORMAL_LENGTH: f64 = 0.5;

/// Least length of the normal's arrow, in half widths of the tile.
const LEAST_NORMAL: f64 = 0.15;

/// Draws all tiles of the attempt that contains a step; future tiles show the reference, faint, and the next clipping
/// side. `legend` has the marks that the legend lists from the start.
pub(super) fn draw(picture: &mut Picture, states: &[ManifoldState], step: usize, unit: Unit, legend: &[Mark]) {
    let Some(attempt) = Attempt::of(states, step) else { return };
    let Some(first) = attempt.states.first() else { return };
    let clips = attempt.tiles.iter().filter(|tile| matches!(tile, TileContent::Clip(_))).count();
    let newest = attempt.done.checked_sub(1).and_then(|index| attempt.states.get(index));
    for (tile, content) in attempt.tiles.iter().copied().enumerate() {
        let Some((tile_frame, is_enlarged)) = frame_of_tile(&attempt, first, content, unit) else { continue };
        let state = attempt.state_filling(content);
        let is_newest = match (newest, state) {
            (Some(newest), Some(state)) => std::ptr::eq(newest, state),
            _ => false,
        };
        let mut pen = Pen { picture: &mut *picture, tile_frame: &tile_frame, tile, unit, is_newest, legend };
        if content == TileContent::Clip(0) && state.is_none() && attempt.done > 0 {
            pen.draw_before_clipping(first);
            continue;
        }
        let TileWords { caption, mut note } = tile_words(content, clips, first, state, unit);
        if is_enlarged {
            note = if note.is_empty() { String::from("enlarged") } else { format!("{note}, enlarged") };
        }
        pen.add_frame(state.is_some(), caption, note);
        match state {
            Some(state) => pen.draw_content(&attempt, content, state),
            None => pen.draw_future(first, content),
        }
    }
}

/// Frame of a tile of an attempt whose first state is `first`, and whether it is enlarged; `None` for features that
/// define no frame.
fn frame_of_tile(
    attempt: &Attempt<'_>,
    first: &ManifoldState,
    content: TileContent,
    unit: Unit,
) -> Option<(TileFrame, bool)> {
    let tile_frame = match content {
        TileContent::Along => TileFrame::of_edges(first, true),
        TileContent::Across => TileFrame::of_edges(first, false),
        TileContent::Clip(_) | TileContent::Depths | TileContent::Reduced => {
            TileFrame::of_face(first).or_else(|| TileFrame::of_edges(first, true))
        }
    };
    let (mut tile_frame, is_enlarged) = tile_frame?.narrowed_to(&attempt.framed_points(content));
    if content == TileContent::Depths
        && let Some(state) = attempt.state_with_depths()
    {
        // The space is reserved before the discs appear, so that nothing moves.
        let radii = disc_radii(state, unit, tile_frame.size);
        tile_frame.include_discs(state.points.iter().map(|point| point.on_a).zip(radii));
    }
    Some((tile_frame, is_enlarged))
}

impl Pen<'_> {
    /// Draws the content of a tile that is filled by the state `state` of the attempt.
    fn draw_content(&mut self, attempt: &Attempt<'_>, content: TileContent, state: &ManifoldState) {
        match content {
            TileContent::Clip(k) => self.draw_clip(state, k),
            TileContent::Depths => self.draw_depths(state),
            TileContent::Reduced => {
                let earlier_states = &attempt.states[..attempt.done.saturating_sub(1)];
                let before = earlier_states.iter().rfind(|state| state.kind == StepKind::Pick);
                self.draw_selection(state, before);
            }
            TileContent::Along => self.draw_contact(state, true),
            TileContent::Across => self.draw_contact(state, false),
        }
    }

    /// Draws a future tile: the reference, faint, and the name of the clipping side.
    fn draw_future(&mut self, first: &ManifoldState, content: TileContent) {
        if first.reference_vertices.len() < 3 {
            return;
        }
        self.add_outline(Role::Ghost, "reference", &first.reference_vertices);
        if let TileContent::Clip(k) = content
            && let Some([from, to]) = side_of_face(&first.reference_vertices, k)
        {
            let key = self.key("side");
            let middle = self.position(from.midpoint(to));
            self.picture.label(Role::Ghost, key, middle, first.side_name(k));
        }
    }

    /// Draws both faces before the first clip.
    fn draw_before_clipping(&mut self, state: &ManifoldState) {
        self.add_frame(true, String::from("before clipping"), String::new());
        self.add_outline(state.reference_role(), "reference", &state.reference_vertices);
        self.add_face(state.incident_role(), &state.incident_vertices);
    }

    /// Draws a clip: the clipping side, the part that it removes, and the part that is left.
    fn draw_clip(&mut self, state: &ManifoldState, k: u32) {
        self.add_outline(state.reference_role(), "reference", &state.reference_vertices);
        // Earlier tiles show only what was left.
        if self.is_newest && state.removes_visible_part() {
            self.hatch_removed_part(state, k);
            match self.broken_face(&self.positions(&state.previous_vertices)) {
                Some(broken) => broken.whole_edges().for_each(|ends| self.add_line(Role::Removed, "before", ends)),
                None => self.add_outline(Role::Removed, "before", &state.previous_vertices),
            }
        }
        let remaining: Vec<DVec3> = state.polygon.iter().map(|corner| corner.at).collect();
        self.add_face(state.incident_role(), &remaining);
        if let Some([from, to]) = side_of_face(&state.reference_vertices, k) {
            let from = self.position(from);
            let to = self.position(to);
            let over = (to - from).normalize_or_zero() * SIDE_OVERHANG * self.tile_frame.size;
            self.add_line(Role::Horizon, "side", [from - over, to + over]);
            let key = self.key("side");
            self.picture.label(state.reference_role(), key, to + over * SIDE_NAME, state.side_name(k));
        }
        if self.is_newest {
            if state.removes_visible_part() {
                self.add_removed_vertices(state);
            }
            self.add_edge_names(state);
        }
        for corner in &state.polygon {
            let key = self.key(&corner.name);
            let at = self.position(corner.at);
            let name = corner.name.clone();
            if !self.is_shown(at) {
                continue;
            }
            let is_new = self.is_newest && corner.cut.is_some() && !state.previous_vertices.contains(&corner.at);
            let role = if is_new { Role::NewSupport } else { state.incident_role() };
            self.add_named_point(role, key, at, name);
        }
    }

    /// Adds the vertices that the clip removed.
    fn add_removed_vertices(&mut self, state: &ManifoldState) {
        for vertex in &state.previous_vertices {
            let at = self.position(*vertex);
            if self.is_shown(at) && !state.polygon.iter().any(|corner| corner.at == *vertex) {
                let key = self.key("gone");
                self.picture.point(Role::Removed, key, at);
            }
        }
    }

    /// Adds the names of the clipped edges.
    fn add_edge_names(&mut self, state: &ManifoldState) {
        for edge in cut_edges(state) {
            let key = self.key(&format!("edge/{}", edge.name));
            let at = self.position(edge.middle);
            if self.is_shown(at) {
                self.picture.label(state.incident_role(), key, at, edge.name);
            }
        }
    }

    /// Hatches the part that the side with the index `k` removes.
    fn hatch_removed_part(&mut self, state: &ManifoldState, k: u32) {
        let Some([from, to]) = side_of_face(&state.reference_vertices, k) else { return };
        let from = self.position(from);
        let previous = self.positions(&state.previous_vertices);
        let along = self.position(to) - from;
        let reference = &state.reference_vertices;
        let middle = self.position(reference.iter().sum::<DVec3>() / reference.len().max(1) as f64);
        let side_of_middle = (along.x * (middle.y - from.y) - along.y * (middle.x - from.x)).signum();
        let out = DVec3::new(-along.y, along.x, 0.0) * -side_of_middle;
        let previous = self.broken_face(&previous).map_or(previous, |broken| broken.points);
        let removed = clip_below_zero(&previous, |p| out.dot(p - from));
        for ends in hatch(&removed, Slant::Right, HATCHING * self.tile_frame.size) {
            self.add_line(Role::Removed, "cut", ends);
        }
    }

    /// Draws the depths of the points as discs with numbers.
    fn draw_depths(&mut self, state: &ManifoldState) {
        self.add_outline(state.reference_role(), "reference", &state.reference_vertices);
        let remaining: Vec<DVec3> = state.polygon.iter().map(|corner| corner.at).collect();
        self.add_outline(state.incident_role(), "outline", &remaining);
        self.add_margin_line(state);
        // Vertices beyond the margin are no contacts.
        for (i, corner) in state.polygon.iter().enumerate() {
            let at = self.position(corner.at);
            let same_point = SAME_POINT * self.tile_frame.size;
            if !state.points.iter().any(|point| (self.position(point.on_a) - at).length() < same_point) {
                let key = self.key(&format!("beyond/{i}"));
                let depth = depth_below(state, corner.at).map(|depth| self.unit.bare(depth, 3));
                self.add_named_point(Role::Removed, key, at, depth.unwrap_or_else(|| corner.name.clone()));
            }
        }
        let radii = disc_radii(state, self.unit, self.tile_frame.size);
        for (i, (point, radius)) in state.points.iter().zip(radii).enumerate() {
            let label = coinciding_points::depth_label(state, i, self.tile_frame.size, self.unit);
            let Some(label) = label else { continue };
            let at = self.position(point.on_a);
            let key = format!("point/{}", point.id);
            if radius > 0.0 {
                let disc = self.key(&format!("disc/{}", point.id));
                let rim = circle_points(at, DVec3::Z, radius);
                self.picture.add(Role::Closest, disc.clone(), Form::Polygon(rim));
                self.picture.add(Role::Closest, disc, Form::Circle { center: at, normal: DVec3::Z, radius });
            }
            add_contact_point(self.picture, state.role_of(point), point, at);
            if self.is_newest || state.points.len() <= MAX_OLD_DEPTHS {
                self.picture.label(state.role_of(point), key, at, label);
            }
        }
    }

    /// Adds the line at which the incident face leaves the margin.
    fn add_margin_line(&mut self, state: &ManifoldState) {
        let Some(ends) = margin_line(state) else { return };
        let ends = ends.map(|p| self.position(p));
        self.add_line(Role::Bound, "margin", ends);
        let key = self.key("margin");
        let middle = 0.5 * (ends[0] + ends[1]);
        self.picture.label(Role::Bound, key, middle, format!("margin {}", self.unit.bare(-state.margin, 3)));
    }

    /// Draws the selected points, their area, and the replacement of one of them.
    fn draw_selection(&mut self, state: &ManifoldState, before: Option<&ManifoldState>) {
        self.add_outline(state.reference_role(), "reference", &state.reference_vertices);
        let kept: Vec<DVec3> =
            state.points.iter().filter(|point| state.keeps(point)).map(|point| self.position(point.on_a)).collect();
        if let Some(ring) = sorted_by_angle(&kept, DVec3::Z) {
            let key = self.key("area");
            self.picture.add(Role::Closest, key, Form::Polygon(ring));
        } else if let [from, to] = kept[..] {
            self.add_line(Role::Closest, "area", [from, to]);
        }
        for point in &state.points {
            let at = self.position(point.on_a);
            add_contact_point(self.picture, state.role_of(point), point, at);
        }
        if let Some([old, new]) = before.and_then(|before| replaced(before, state)) {
            let key = self.key("replaced");
            let from = self.position(old.on_a);
            let to = self.position(new.on_a);
            self.picture.arrow(Role::Upper, key, from, to);
        }
    }

    /// Draws two features in contact: seen along the normal if `along`, otherwise across it.
    fn draw_contact(&mut self, state: &ManifoldState, along: bool) {
        let Some(point) = state.points.first() else { return };
        let reference_body = usize::from(state.reference_is_b);
        let incident_body = 1 - reference_body;
        self.add_feature_in_contact(state, state.reference_role(), &state.reference_vertices, reference_body, along);
        self.add_feature_in_contact(state, state.incident_role(), &state.incident_vertices, incident_body, along);
        if along {
            let at = self.position(point.middle());
            return add_contact_point(self.picture, state.role_of(point), point, at);
        }
        for point in &state.points {
            self.add_depth(state.role_of(point), point);
        }
        let a = self.position(point.on_a);
        let foot = a.with_x(NORMAL_OFFSET * self.tile_frame.ends[0].x);
        let key = self.key("normal");
        let end = self.tile_frame.ends[1];
        let arrow_length = (NORMAL_LENGTH * end.y).max(LEAST_NORMAL * end.x);
        self.picture.arrow(Role::Normal, key.clone(), foot, foot + DVec3::Y * arrow_length);
        self.picture.label(Role::Normal, key, foot, "n");
    }

    /// Adds the feature of A (0) or B (1) in contact with its name: an edge with the ends `vertices`, or a horizontal
    /// line for the surface at another feature.
    fn add_feature_in_contact(
        &mut self,
        state: &ManifoldState,
        role: Role,
        vertices: &[DVec3],
        body: usize,
        along: bool,
    ) {
        let Some(point) = state.points.first() else { return };
        let on_body = if body == 0 { point.on_a } else { point.on_b };
        let key = self.key(&format!("edge/{body}"));
        let name = state.feature_in_contact(body).map_or_else(String::new, |feature| feature.to_string());
        let mut name_position = self.edge_name_position(on_body, body);
        if let [from, to] = *vertices {
            self.add_outline(role, &format!("edge/{body}"), vertices);
            // Across the normal an edge extends beyond the frame.
            if along {
                name_position = self.position(from).lerp(self.position(to), EDGE_NAME);
            }
        } else {
            let at = self.position(on_body);
            let frame_ends = self.tile_frame.ends;
            self.add_line(role, "surface", frame_ends.map(|end| at.with_x(end.x)));
        }
        self.picture.label(role, key, name_position, name);
    }

    /// Adds the depth of a point, seen across the normal.
    fn add_depth(&mut self, role: Role, point: &ContactPoint) {
        let key = format!("point/{}", point.id);
        let a = self.position(point.on_a);
        let b = self.position(point.on_b);
        let middle = 0.5 * (a + b);
        self.add_line(role, &format!("depth/{}", point.id), [a, b]);
        self.picture.point(role, key.clone(), a);
        self.picture.point(role, key.clone(), b);
        add_contact_point(self.picture, role, point, middle);
        self.picture.label(role, key, middle, self.unit.bare(point.depth, 4));
    }

    /// Position in the tile of the name of the edge of A (0) or B (1) that extends beyond the frame; `on_body` is the
    /// contact point on it, world.
    fn edge_name_position(&self, on_body: DVec3, body: usize) -> DVec3 {
        let x = self.tile_frame.ends[1].x;
        self.position(on_body).with_x(EDGE_NAMES_ACROSS[body] * x)
    }
}

/// Radii of the points' discs, meters, whose areas are proportional to the depths: 0 for points that do not touch.
/// `size` is the larger side of the reference, meters.
fn disc_radii(state: &ManifoldState, unit: Unit, size: f64) -> impl Iterator<Item = f64> {
    let deepest = state.deepest().map_or(0.0, |point| point.depth).max(f64::MIN_POSITIVE);
    // The discs of two points do not overlap.
    let largest = (DISC * size).min(0.5 * coinciding_points::smallest_distance(&state.points));
    state.points.iter().map(move |point| largest * (unit.drawn(point.depth).max(0.0) / deepest).sqrt())
}
