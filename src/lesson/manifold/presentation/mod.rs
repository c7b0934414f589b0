//! Sentences, tables and pictures of contact manifolds, shared by space and plane.

mod beats;
mod broken_faces;
mod choice;
mod coinciding_points;
mod gap_bars;
mod legend;
mod narration;
mod numbers;
mod role_names;
mod state;
mod tile_frames;
mod tiles;
mod world;

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use crate::answer::number::{Unit, is_rounding};
use crate::lesson::{Backdrop, Context, PairContext, Pictures, View, WORLD};
use crate::picture::{Bounds, Mark, Picture, Role};
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
    /// Whether the reference plane has its own view; in the plane, the world view shows it.
    spatial: bool,
    backdrop: OnceLock<Arc<Backdrop>>,
    /// Marks that the legend of the tiles lists from the first step.
    legend: OnceLock<Vec<Mark>>,
}

impl ManifoldContext {
    /// Context of a pair with the states after all steps, for these views.
    pub fn new(pair: PairContext, mut states: Vec<ManifoldState>, views: &[View]) -> Self {
        let off = pair.rounding();
        let unit = Unit::of(states.iter().flat_map(ManifoldState::lengths)).within(off);
        for point in states.iter_mut().flat_map(|state| &mut state.points) {
            point.is_touching = point.depth > 0.0 || is_rounding(point.depth, off);
        }
        Self { pair, states, unit, spatial: views.contains(&FACE), backdrop: OnceLock::new(), legend: OnceLock::new() }
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
        world::draw(pictures.edit(WORLD), state, self.pair.bounding_radius());
        // In the plane no tile shows the depths.
        for point in state.points.iter().filter(|point| !self.spatial && state.keeps(point)) {
            let key = format!("point/{}", point.id);
            let depth = self.unit.length(point.depth).text;
            pictures.edit(WORLD).label(state.role_of(point), key, point.middle(), depth);
        }
        if line == Line::Reference {
            self.chosen_reference(pictures.edit(WORLD), step);
        }
        if matches!(state.kind, StepKind::Axes | StepKind::Distance) {
            self.separation(pictures.edit(WORLD), step);
        } else if line == Line::Corners {
            self.closest_points(pictures.edit(WORLD), step);
        }
        if self.spatial {
            let legend = self.legend.get_or_init(|| legend::legend(&self.states, self.unit));
            if tile_frames::is_laid(&self.states, step) {
                tiles::draw(pictures.edit(FACE.id), &self.states, step, self.unit, legend);
            } else {
                let is_decided = numbers::is_decided(state, line);
                let content = gap_bars::Content { states: &self.states, step, is_decided };
                gap_bars::draw(pictures.edit(FACE.id), content, self.unit, legend);
            }
        }
        pictures
    }

    /// Adds the closest points once the distance query has found them; before that the largest gap, or its axis.
    fn separation(&self, picture: &mut Picture, step: usize) {
        let state = &self.states[step];
        let is_known = state.query.is_some_and(|query| self.is_narrow(query.bracket));
        if is_known && self.closest_points(picture, step) {
            return;
        }
        match &state.gap_line {
            Some(GapLine { ends: [from, to], side: [start, end], name }) => {
                let gap = state.gap.unwrap_or_default();
                let role = if gap < 0.0 { Role::Overlap } else { Role::Gap };
                picture.segment(role, "gap", *from, *to);
                picture.label(role, "gap", from.midpoint(*to), self.unit.length(gap.abs()).text);
                picture.segment(role, "gap/side", *start, *end);
                picture.label(role, "gap/side", start.midpoint(*end), name.clone());
            }
            None => self.axis(picture, state),
        }
    }

    /// Whether both bounds of the signed distance have the same text.
    fn is_narrow(&self, bracket: [Option<f64>; 2]) -> bool {
        let [Some(lower), Some(upper)] = bracket else { return false };
        self.unit.length(lower).text == self.unit.length(upper).text
    }

    /// Adds the reference face of the next step, which this step chooses.
    fn chosen_reference(&self, picture: &mut Picture, step: usize) {
        if let Some(next) = self.states.get(step + 1).filter(|next| next.kind == StepKind::Incident) {
            world::outline(picture, next.reference_role(), String::from("reference"), &next.reference_vertices);
        }
    }

    /// Adds the closest points that a later step makes a contact point; returns whether there are any.
    fn closest_points(&self, picture: &mut Picture, step: usize) -> bool {
        let later = self.states[step..].iter().find(|state| state.kind == StepKind::Edges && !state.points.is_empty());
        let Some([point]) = later.map(|state| &state.points[..]) else { return false };
        let role = if point.depth > 0.0 { Role::Penetration } else { Role::Witness };
        picture.segment(role, numbers::BRACKET, point.on_a, point.on_b);
        picture.point(Role::Witness, "closest/a", point.on_a);
        picture.point(Role::Witness, "closest/b", point.on_b);
        let text = self.unit.length(point.depth.abs()).text;
        picture.label(role, numbers::BRACKET, point.middle(), text);
        true
    }

    /// Adds the axis of the largest separation through the middle between the bodies; without an axis, the line between
    /// their centers.
    fn axis(&self, picture: &mut Picture, state: &ManifoldState) {
        let still = self.pair.backdrop();
        let marks = &still.pictures.of(WORLD).marks;
        let Some((a, b)) = center_of(marks, Role::ShapeA).zip(center_of(marks, Role::ShapeB)) else { return };
        let middle = 0.5 * (a + b);
        let half = 0.5 * self.pair.bounding_radius();
        let ends = state.axis.map_or([a, b], |axis| [middle - axis * half, middle + axis * half]);
        picture.segment(Role::Normal, "axis", ends[0], ends[1]);
    }
}

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
