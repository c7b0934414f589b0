//! Lesson of separating axes in the plane: each axis with both projections, and number lines of all axes.

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::projections::{Lanes, Rail, ShownAxis, choice};
use super::{AXES, ENDINGS, ROLE_NAMES, SERIES, draw_axis, features, lanes, narration, rail, world_with_names};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Backdrop, Beat, Card, Choice, Context, Lesson, Narrated, Narration, PairContext, Pictures, PlotAxis, Recording,
    SourceFile, Verdict, View, WORLD,
};
use crate::picture::Role;
use crate::snapshot::sat::{Problem, Test, Tested};

/// Card of separating axes in the plane.
pub const CARD: Card = Card {
    id: "sat",
    title: "Separating axes in the plane",
    summary: "On which axis are the projections of two polygons farthest apart?",
    sources: &["Gottschalk, Lin and Manocha 1996", "Ericson 2005, 5.2.1"],
    listing: include_str!("../../engine/dim2/sat/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim2/sat/stepper.rs",
        text: include_str!("../../engine/dim2/sat/stepper.rs"),
    }],
    views: &[View::plane(WORLD, "world"), AXES],
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
};

/// Reasons for the axes of each group.
const GROUPS: &[&str] = &[
    "The side normals of {} come first. ",
    "Next come the side normals of {}. ",
    "", // pairs of edges define axes in space only
    "Both bodies are segments or points, so axes along and across them come last. ",
];

/// Context of a test.
pub struct SatContext {
    pair: PairContext,
    problem: Problem,
    lanes: Lanes,
    rail: Rail,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl Context for SatContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let mut pictures = Pictures::world(world_with_names(&self.pair));
            *pictures.edit(AXES.id) = self.lanes.still();
            // Space for every axis is reserved, so that nothing moves when it appears.
            let rails = self.lanes.lines.iter().flat_map(|line| self.rail.ends(line));
            let arrows = self.lanes.lines.iter().flat_map(|line| self.rail.arrow_space(line));
            pictures.edit(WORLD).reserve(rails.chain(arrows));
            Arc::new(Backdrop { pictures })
        }))
    }
}

/// Lesson of a recorded test; `lines` are the tested axes, each with whether it was the best when it was tested.
pub fn lesson(
    recording: Box<dyn Recording<Test>>,
    lines: &[(Tested, bool)],
    problem: Problem,
    pair: PairContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let mut lanes = lanes(lines, &problem, &pair, GROUPS);
    let rail = rail(&problem, &pair, DVec3::Z);
    rail.settle(&mut lanes.lines);
    let context = SatContext { pair, problem, lanes, rail, backdrop: OnceLock::new() };
    Box::new(Narrated { recording, context, verdict, narration: Axes })
}

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
        let line = narration::line(&context.lanes, &context.problem, &context.pair, [before, after], end, detail);
        line.beats(&|shows| pictures(context, after, shows))
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::of_step(&step.context.lanes, step.number, step.before.tested as usize, beats, None)
    }
}

fn pictures(context: &SatContext, after: &Test, shows: ShownAxis) -> Pictures {
    let mut pictures = Pictures::default();
    *pictures.edit(AXES.id) = context.lanes.picture(shows.tried, shows.lit);
    let Some(line) = shows.lit.and_then(|lit| context.lanes.lines.get(lit)) else { return pictures };
    let world = pictures.edit(WORLD);
    let tried = if shows.end { after.best.as_ref() } else { after.now.as_ref() };
    let features = tried.map_or_else(Default::default, |tried| features(&context.problem, &context.pair, tried));
    draw_axis(world, &context.rail, line, features, shows.shadows);
    pictures
}
