//! Sentences, tables and pictures of contact manifolds, made from [`ManifoldState`]s, to which the lessons in space and
//! in the plane convert the engine's snapshots.

mod beats;
mod broken_faces;
mod choice;
mod coinciding_points;
mod cut_edges;
mod gap_bars;
mod gap_line;
mod legend;
mod narration;
mod numbers;
mod pen;
mod role_names;
mod state;
mod tile_frames;
mod tiles;
mod world;

use std::sync::{Arc, OnceLock};

use contact_lens_model::answer::number::{Unit, is_rounding};
use contact_lens_picture::{Bounds, Camera, Mark, Picture, Role};
use glam::DVec3;

use crate::{Backdrop, Context, Focus, PairContext, Pictures, View, WORLD};
pub use beats::beats;
pub use choice::choices;
pub(super) use numbers::length_or_rounding;
pub use state::{
    CandidateKind, ClippedVertex, ContactPoint, CutEdge, FeatureName, GapLine, Line, ManifoldState, Picked, Query,
    ReferenceCandidate, StepKind,
};

/// View of the reference face's plane: one tile per clip, then depths, then selected points; for crossing edges one
/// tile along the normal and one across it.
pub const FACE: View = View::tiles("face", "phases").tall();

/// Context of a contact manifold.
pub struct ManifoldContext {
    /// Pair of bodies.
    pub pair: PairContext,
    /// Drawable state after each step.
    pub states: Vec<ManifoldState>,
    /// Common unit of all depths, separations and margins of the run.
    unit: Unit,
    /// Whether the bodies are in space, so that the plane of the reference face has its own view.
    is_spatial: bool,
    /// Backdrop, made on first use.
    backdrop: OnceLock<Arc<Backdrop>>,
    /// Marks that the legend of the tiles lists from the first step, collected on first use.
    legend: OnceLock<Vec<Mark>>,
}

impl ManifoldContext {
    /// Context of a pair with the states after all steps, for the views `views`.
    pub fn new(pair: PairContext, mut states: Vec<ManifoldState>, views: &[View]) -> Self {
        let rounding = pair.rounding();
        let unit = Unit::of(states.iter().flat_map(lengths_of)).within(rounding);
        for point in states.iter_mut().flat_map(|state| &mut state.points) {
            point.is_touching = point.depth > 0.0 || is_rounding(point.depth, rounding);
        }
        Self {
            pair,
            states,
            unit,
            is_spatial: views.contains(&FACE),
            backdrop: OnceLock::new(),
            legend: OnceLock::new(),
        }
    }

    /// Names of the roles in this run.
    pub fn role_names(&self) -> Vec<(Role, String)> {
        role_names::role_names(self)
    }

    /// Pictures of all views at the last line of a step; empty if there is no such step.
    fn pictures_at_end(&self, step: usize) -> Pictures {
        let line = self.states.get(step).and_then(|state| state.lines.last());
        line.map_or_else(Pictures::default, |line| self.pictures(step, *line))
    }

    /// Pictures of all views at a line of a step; empty if there is no such step.
    pub fn pictures(&self, step: usize, line: Line) -> Pictures {
        let mut pictures = Pictures::default();
        let Some(state) = self.states.get(step) else { return pictures };
        let picture_of_world = pictures.edit(WORLD);
        world::draw(picture_of_world, state, &self.pair);
        if !self.is_spatial {
            // In the plane no tile shows the depths.
            self.add_depths(picture_of_world, state);
        }
        if matches!(state.kind, StepKind::Axes | StepKind::Distance) {
            self.add_separation(picture_of_world, step, line);
        } else if line == Line::Corners {
            self.add_closest_points(picture_of_world, step);
        }
        pictures.focus = self.focus(state);
        if self.is_spatial {
            self.draw_tiles(pictures.edit(FACE.id), step, line);
            // Normals choose the incident feature, and the tiles show none.
            if line == Line::Incident {
                pictures.unused.push(FACE.id);
            }
        }
        pictures
    }

    /// Adds the depths of the kept contact points, or their gaps.
    fn add_depths(&self, picture: &mut Picture, state: &ManifoldState) {
        for point in state.points.iter().filter(|point| state.keeps(point)) {
            let key = format!("depth/{}", point.id);
            let text = match self.unit.drawn(point.depth) {
                0.0 => String::from("depth = 0"),
                depth if depth < 0.0 => format!("gap = {}", self.unit.length(-depth)),
                depth => format!("depth = {}", self.unit.length(depth)),
            };
            picture.label(state.role_of(point), key, point.middle(), text);
        }
    }

    /// Draws the view of the reference face's plane: tiles once features are chosen, and bars of the separations
    /// before.
    fn draw_tiles(&self, picture: &mut Picture, step: usize, line: Line) {
        let legend = self.legend.get_or_init(|| legend::legend_marks(&self.states, self.unit));
        if tile_frames::has_tiles(&self.states, step) {
            tiles::draw(picture, &self.states, step, self.unit, legend);
        } else {
            let is_decided = numbers::is_decided(&self.states[step], line);
            let content = gap_bars::Content { states: &self.states, step, is_decided };
            gap_bars::draw(picture, content, self.unit, legend);
        }
    }

    /// Adds the closest points once the distance query has found them; before that the separation of the chosen
    /// reference, or the largest one that can be drawn.
    fn add_separation(&self, picture: &mut Picture, step: usize, line: Line) {
        let state = &self.states[step];
        let bracket = state.query.map_or([None; 2], |query| query.bracket);
        let is_distance_known = self.is_narrow(bracket);
        if is_distance_known && self.add_closest_points(picture, step) {
            return;
        }
        let largest = state.largest_candidate();
        if line == Line::Distance && self.is_spatial {
            // No line in the world has the length of a bound of an unfinished distance query.
            let [Some(distance), _] = bracket else { return };
            let Some(largest) = largest.filter(|_| is_distance_known) else { return };
            let gap = state.candidates[largest].gap;
            if self.unit.length(distance).text != self.unit.length(gap).text {
                return;
            }
        }
        let chosen = if line == Line::Reference {
            state.candidates.iter().position(|candidate| candidate.is_reference)
        } else {
            None
        };
        let first_face = state.candidates.iter().position(|candidate| candidate.kind.is_face());
        for candidate in [chosen, largest, first_face].into_iter().flatten() {
            if self.add_gap(picture, state, candidate) {
                return;
            }
        }
        self.add_line_of_centers(picture);
    }

    /// Part of the world that a figure faces and shows: the reference face from outside, at a slant, with the feature
    /// that is clipped against it. `None` in the plane, and in steps without clipping.
    fn focus(&self, state: &ManifoldState) -> Option<Focus> {
        if !self.is_spatial {
            return None;
        }
        let normal = state.reference_normal.try_normalize()?;
        let is_clipped = matches!(state.kind, StepKind::Incident | StepKind::Clip(_) | StepKind::Keep | StepKind::Pick);
        if !is_clipped || state.reference_vertices.len() < 3 {
            return None;
        }
        let mut points = smaller_with_surroundings(&state.reference_vertices, &state.incident_vertices);
        // The normals decide the incident feature, so they are seen from the side.
        let is_about_normals = state.kind == StepKind::Incident && state.incident_vertices.len() > 2;
        if is_about_normals {
            points.extend(world::tips_of_normals(state, self.pair.bounding_radius()));
        }
        let side = if is_about_normals { side_view(normal) } else { slanted_view(normal) };
        Some(Focus { side: Some(side), points })
    }

    /// Whether both bounds of the signed distance have the same text.
    fn is_narrow(&self, bracket: [Option<f64>; 2]) -> bool {
        let [Some(lower), Some(upper)] = bracket else { return false };
        self.unit.length(lower).text == self.unit.length(upper).text
    }

    /// Adds the line between the centers of bodies without a separation that could be drawn.
    fn add_line_of_centers(&self, picture: &mut Picture) {
        let backdrop = self.pair.backdrop();
        let marks = &backdrop.pictures.of(WORLD).marks;
        let Some(a) = center_of(marks, Role::ShapeA) else { return };
        let Some(b) = center_of(marks, Role::ShapeB) else { return };
        picture.segment(Role::Added, "axis", a, b);
        picture.label(Role::Added, "axis", a.midpoint(b), "line of centers");
    }
}

/// Lengths of a state that texts show, by which the common unit is chosen, meters.
fn lengths_of(state: &ManifoldState) -> impl Iterator<Item = f64> {
    state.points.iter().map(|point| point.depth).chain(state.gap).chain([state.margin])
}

/// Weight of the standard view direction in a slanted view, relative to the normal of the face, whose weight is 1.
const SLANT: f64 = 0.6;

/// Direction to the camera, of any length, from which a figure shows a face with the outward unit normal `normal`.
fn slanted_view(normal: DVec3) -> DVec3 {
    normal + SLANT * Camera::default().axes().back
}

/// Weight of the normal in the view of the normal from the side, relative to the direction across it, whose weight is
/// 1: the face is seen at a slant instead of edge-on.
const RISE: f64 = 0.5;

/// Direction to the camera, of any length, from which a figure shows the arrow of the unit vector `normal` from the
/// side.
fn side_view(normal: DVec3) -> DVec3 {
    let across = Camera::default().axes().back.reject_from(normal);
    across.try_normalize().unwrap_or_else(|| normal.any_orthonormal_vector()) + RISE * normal
}

/// Ratio of the sizes of two features above which a figure shows only the surroundings of the smaller one.
const MAX_SIZE_RATIO: f64 = 4.0;

/// Points that a figure of two features shows, world: the vertices of both; of features with very different sizes,
/// those of the smaller one, moved away from their mean to include its surroundings.
fn smaller_with_surroundings(one: &[DVec3], other: &[DVec3]) -> Vec<DVec3> {
    let mut features = [one, other].map(|points| (size_of(points), points));
    features.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [(smaller_size, points), (larger_size, _)] = features;
    if larger_size <= MAX_SIZE_RATIO * smaller_size || smaller_size <= 0.0 {
        return [one, other].concat();
    }
    let middle = points.iter().sum::<DVec3>() / points.len() as f64;
    points.iter().map(|p| middle + (*p - middle) * MAX_SIZE_RATIO.sqrt()).collect()
}

/// Diagonal of the axis-aligned box around points, meters; 0 without points.
fn size_of(points: &[DVec3]) -> f64 {
    let low = points.iter().copied().reduce(DVec3::min);
    let high = points.iter().copied().reduce(DVec3::max);
    low.zip(high).map_or(0.0, |(low, high)| low.distance(high))
}

/// Center of the box around the marks of a role, world; `None` without marks.
fn center_of(marks: &[Mark], role: Role) -> Option<DVec3> {
    let marks_of_role = marks.iter().filter(|mark| mark.role == role).cloned().collect();
    Bounds::of(&marks_of_role).center()
}

impl Context for ManifoldContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let pictures = Pictures::world(self.pair.backdrop().pictures.of(WORLD).clone());
            Arc::new(Backdrop { pictures })
        }))
    }
}
