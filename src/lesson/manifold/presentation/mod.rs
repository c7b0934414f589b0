//! Sentences, tables and pictures of contact manifolds, made from `ManifoldState`, which searches in space and in the
//! plane have in common.

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

use glam::DVec3;

use crate::answer::number::{Unit, is_rounding};
use crate::lesson::{Backdrop, Context, Focus, PairContext, Pictures, View, WORLD};
use crate::picture::{Bounds, Camera, Mark, Picture, Role};
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
    /// Whether the reference plane has its own view; for bodies in the plane, the world view shows it.
    is_spatial: bool,
    backdrop: OnceLock<Arc<Backdrop>>,
    /// Marks that the legend of the tiles lists from the first step.
    legend: OnceLock<Vec<Mark>>,
}

impl ManifoldContext {
    /// Context of a pair with the states after all steps, for these views.
    pub fn new(pair: PairContext, mut states: Vec<ManifoldState>, views: &[View]) -> Self {
        let rounding = pair.rounding();
        let unit = Unit::of(states.iter().flat_map(ManifoldState::lengths)).within(rounding);
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

    /// Pictures of all views at the last line of a step.
    fn pictures_at_end(&self, step: usize) -> Pictures {
        let line = self.states.get(step).and_then(|state| state.lines.last());
        line.map_or_else(Pictures::default, |line| self.pictures(step, *line))
    }

    /// Pictures of all views at a line of a step.
    pub fn pictures(&self, step: usize, line: Line) -> Pictures {
        let mut pictures = Pictures::default();
        let Some(state) = self.states.get(step) else { return pictures };
        world::draw(pictures.edit(WORLD), state, &self.pair);
        // In the plane no tile shows the depths.
        for point in state.points.iter().filter(|point| !self.is_spatial && state.keeps(point)) {
            let key = format!("depth/{}", point.id);
            let text = match self.unit.drawn(point.depth) {
                0.0 => String::from("depth = 0"),
                depth if depth < 0.0 => format!("gap = {}", self.unit.length(-depth)),
                depth => format!("depth = {}", self.unit.length(depth)),
            };
            pictures.edit(WORLD).label(state.role_of(point), key, point.middle(), text);
        }
        if matches!(state.kind, StepKind::Axes | StepKind::Distance) {
            self.add_separation(pictures.edit(WORLD), step, line);
        } else if line == Line::Corners {
            self.add_closest_points(pictures.edit(WORLD), step);
        }
        pictures.focus = self.focus(state);
        if self.is_spatial {
            let legend = self.legend.get_or_init(|| legend::legend(&self.states, self.unit));
            if tile_frames::has_tiles(&self.states, step) {
                tiles::draw(pictures.edit(FACE.id), &self.states, step, self.unit, legend);
            } else {
                let is_decided = numbers::is_decided(state, line);
                let content = gap_bars::Content { states: &self.states, step, is_decided };
                gap_bars::draw(pictures.edit(FACE.id), content, self.unit, legend);
            }
            // Normals choose the incident feature, and the tiles show none.
            if line == Line::Incident {
                pictures.unused.push(FACE.id);
            }
        }
        pictures
    }

    /// Adds the closest points once the distance query has found them; before that the separation of the chosen
    /// reference, or the largest one that can be drawn.
    fn add_separation(&self, picture: &mut Picture, step: usize, line: Line) {
        let state = &self.states[step];
        let is_known = state.query.is_some_and(|query| self.is_narrow(query.bracket));
        if is_known && self.add_closest_points(picture, step) {
            return;
        }
        // No line in the world has the length of a bound of an unfinished distance query.
        let lower = state.query.and_then(|query| query.bracket[0]).filter(|_| is_known);
        let has_length = |candidate: usize| {
            let gap = state.candidates[candidate].gap;
            lower.is_some_and(|lower| self.unit.length(lower).text == self.unit.length(gap).text)
        };
        if line == Line::Distance && self.is_spatial && !state.largest_candidate().is_some_and(has_length) {
            return;
        }
        let chosen = state.candidates.iter().position(|candidate| candidate.is_reference);
        let face = state.candidates.iter().position(|candidate| candidate.kind.is_face());
        let mut drawable =
            [chosen.filter(|_| line == Line::Reference), state.largest_candidate(), face].into_iter().flatten();
        if !drawable.any(|candidate| self.add_gap(picture, state, candidate)) {
            self.add_line_of_centers(picture);
        }
    }

    /// Part of the world that a figure faces and shows: the reference face from outside, at a slant, with the feature
    /// that is clipped against it. `None` in the plane, and in steps without clipping.
    fn focus(&self, state: &ManifoldState) -> Option<Focus> {
        let normal = state.reference_normal.try_normalize().filter(|_| self.is_spatial)?;
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
        let Some((a, b)) = center_of(marks, Role::ShapeA).zip(center_of(marks, Role::ShapeB)) else { return };
        picture.segment(Role::Added, "axis", a, b);
        picture.label(Role::Added, "axis", a.midpoint(b), "line of centers");
    }
}

/// Length of the standard view direction's part in a slanted view, relative to the normal of the face.
const SLANT: f64 = 0.6;

/// Direction to the camera from which a figure shows a face with the outward unit normal `normal`.
fn slanted_view(normal: DVec3) -> DVec3 {
    normal + SLANT * Camera::default().axes().back
}

/// Length of the normal's part in the view of a normal from the side, relative to the part across it: the face is seen
/// at a slant.
const RISE: f64 = 0.5;

/// Direction to the camera from which a figure shows the arrow of the unit vector `normal` from the side.
fn side_view(normal: DVec3) -> DVec3 {
    let across = Camera::default().axes().back.reject_from(normal);
    across.try_normalize().unwrap_or_else(|| normal.any_orthonormal_vector()) + RISE * normal
}

/// Ratio of the sizes of two features above which a figure shows only the surroundings of the smaller one.
const MAX_SIZE_RATIO: f64 = 4.0;

/// Points of both features; of very different ones those of the smaller one, spread to show its surroundings.
fn smaller_with_surroundings(one: &[DVec3], other: &[DVec3]) -> Vec<DVec3> {
    let mut features = [one, other].map(|points| (size_of(points), points));
    features.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [(small, points), (large, _)] = features;
    if large <= MAX_SIZE_RATIO * small || small <= 0.0 {
        return [one, other].concat();
    }
    let middle = points.iter().sum::<DVec3>() / points.len() as f64;
    points.iter().map(|p| middle + (*p - middle) * MAX_SIZE_RATIO.sqrt()).collect()
}

/// Diagonal of the box around some points, meters.
fn size_of(points: &[DVec3]) -> f64 {
    let low = points.iter().copied().reduce(DVec3::min);
    let high = points.iter().copied().reduce(DVec3::max);
    low.zip(high).map_or(0.0, |(low, high)| low.distance(high))
}

/// Center of the box around the marks of a role; `None` without marks.
fn center_of(marks: &[Mark], role: Role) -> Option<DVec3> {
    let own = marks.iter().filter(|mark| mark.role == role).cloned().collect();
    Bounds::of(&own).center()
}

impl Context for ManifoldContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let pictures = Pictures::world(self.pair.backdrop().pictures.of(WORLD).clone());
            Arc::new(Backdrop { pictures })
        }))
    }
}
