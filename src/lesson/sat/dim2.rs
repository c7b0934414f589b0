//! Lesson of the separating-axis test in the plane: each axis with both projections next to the bodies, and the number
//! lines of all axes.

use std::sync::{Arc, OnceLock};

use contact_lens_model::snapshot::sat::{Problem, Test, Tested};
use contact_lens_picture::Role;
use glam::DVec3;

use super::axis_picture::{add_axis, world_with_names};
use super::projections::{AxisDrawing, AxisLanes, ShownAxis, choice};
use super::{AXES, ENDINGS, ROLE_NAMES, SERIES, axis_drawing, axis_lanes, features, narration};
use crate::recorded::narrated::Step;
use crate::{
    Backdrop, Beat, Card, Choice, Context, Lesson, Narrated, Narration, PairContext, Pictures, PlotAxis, Recording,
    SourceFile, Verdict, View, WORLD,
};

/// Card of separating axes in the plane.
pub const CARD: Card = Card {
    id: "sat",
    title: "Separating axes in the plane",
    summary: "On which axis are the projections of two polygons farthest apart?",
    sources: &["Gottschalk, Lin and Manocha 1996", "Ericson 2005, 5.2.1"],
    listing: include_str!("../engine/dim2/sat/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim2/sat/stepper.rs",
        text: include_str!("../engine/dim2/sat/stepper.rs"),
    }],
    views: &[View::plane(WORLD, "world"), AXES],
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
};

/// Reason for the axes of each group, in the order of the groups; `{}` is the name of a body.
const GROUPS: &[&str] = &[
    "The side normals of {} come first. ",
    "Next come the side normals of {}. ",
    "", // Pairs of edges define axes in space only.
    "Both bodies are segments or points, so axes along and across them come last. ",
];

/// Data of a run in the plane that is the same in all its steps.
pub struct SatContext {
    /// Pair of the bodies A and B.
    pair: PairContext,
    /// Constants of the test.
    problem: Problem,
    /// Number lines of all axes.
    lanes: AxisLanes,
    /// Position of the drawn axes.
    drawing: AxisDrawing,
    /// Backdrop, made on first use.
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl Context for SatContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let mut pictures = Pictures::world(world_with_names(&self.pair));
            *pictures.edit(AXES.id) = self.lanes.fixed_marks();
            // Space for every axis is reserved, so that nothing moves when it appears.
            let ends = self.lanes.axes.iter().flat_map(|axis| self.drawing.ends(axis));
            let arrows = self.lanes.axes.iter().flat_map(|axis| self.drawing.arrow_space(axis));
            pictures.edit(WORLD).reserve(ends.chain(arrows));
            Arc::new(Backdrop { pictures })
        }))
    }
}

/// Lesson of a recorded test; `tested_axes` are all tested axes in order, each with whether it became the best when it
/// was tested.
pub fn lesson(
    recording: Box<dyn Recording<Test>>,
    tested_axes: &[(Tested, bool)],
    problem: Problem,
    pair: PairContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let mut lanes = axis_lanes(tested_axes, &problem, &pair, GROUPS);
    let drawing = axis_drawing(&problem, &pair, DVec3::Z);
    drawing.choose_sides(&mut lanes.axes);
    let context = SatContext { pair, problem, lanes, drawing, backdrop: OnceLock::new() };
    Box::new(Narrated { recording, context, verdict, narration: Axes })
}

/// Narration of the test in the plane.
struct Axes;

impl Narration for Axes {
    type State = Test;
    type Context = SatContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, .. } = step;
        let end = end.map(|_| (verdict.say.as_str(), CARD.ending_kind(verdict)));
        let step = narration::axis_step(&context.lanes, &context.problem, &context.pair, [before, after], end, detail);
        step.beats(&|shows| pictures(context, after, shows))
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::questions_of_step(&step.context.lanes, step.number, step.before.tested as usize, beats, None)
    }
}

/// Pictures of both views for a beat that shows `shows`, in a step that ends in the state `after`.
fn pictures(context: &SatContext, after: &Test, shows: ShownAxis) -> Pictures {
    let mut pictures = Pictures::default();
    *pictures.edit(AXES.id) = context.lanes.picture(shows.tested, shows.current);
    let Some(axis) = shows.current.and_then(|current| context.lanes.axes.get(current)) else { return pictures };
    let world = pictures.edit(WORLD);
    let shown = if shows.is_best { after.best.as_ref() } else { after.last_tested.as_ref() };
    let features = shown.map_or_else(Default::default, |axis| features(&context.problem, &context.pair, axis));
    let touched = shows.with_projections.then(|| features.concat());
    add_axis(world, &context.drawing, axis, features, touched.as_deref());
    pictures
}
