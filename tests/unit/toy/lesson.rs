//! The snapshot of the toy, and what people see of it.

use glam::DVec3;

use super::super::engine::dim3::support::Support;
use super::stepper::Toy;
use crate::answer::{Finding, GapFinding};
use crate::lesson::{
    Beat, Card, Ending, Event, Lesson, Narrated, Narration, PairContext, Pictures, PlotAxis, Recording, SourceFile,
    Step, Verdict, View, WORLD,
};
use crate::picture::Role;
use crate::snapshot::{Snapshot, Snapshots, ToF64};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "toy",
    title: "A toy",
    summary: "How far apart are two bodies along the line of their origins?",
    sources: &["nobody"],
    listing: include_str!("listing.txt"),
    code: &[SourceFile { path: "tests/unit/toy/stepper.rs", text: include_str!("stepper.rs") }],
    views: &[View::space(WORLD, "world")],
    plot_over: PlotAxis::Step,
    series: &[],
    endings: &[Ending::success("Measured", "The gap is a lower bound of the distance.")],
};

/// The state as plain data, pair frame, meters.
pub struct Plain {
    n: DVec3,
    gap: Option<f64>,
}

impl Snapshot for Plain {
    type Outcome = ();
}

impl<A: Support, B: Support> Snapshots for Toy<A, B> {
    type Snapshot = Plain;

    fn snapshot(&self) -> Plain {
        Plain { n: self.n.to_f64(), gap: self.gap.map(ToF64::to_f64) }
    }
}

/// The run that was recorded.
pub fn lesson(recording: Box<dyn Recording<Plain>>, context: PairContext, verdict: Verdict) -> Box<dyn Lesson> {
    Box::new(Narrated { recording, context, verdict, narration: Gap })
}

/// What the state at the end says.
pub fn verdict(last: &Plain, context: &PairContext) -> Verdict {
    let gap = last.gap.unwrap_or_default();
    let say = format!("The gap is {gap:.3} m.");
    Verdict {
        outcome: "Measured",
        say,
        iterations: 2,
        finding: Finding::Gap(GapFinding { gap, normal: context.space.cso(last.n) }),
    }
}

/// What is told.
struct Gap;

impl Narration for Gap {
    type State = Plain;
    type Context = PairContext;

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { after, context, verdict, detail, .. } = step;
        let drawn = || {
            let mut pictures = Pictures::default();
            let world = pictures.edit(WORLD);
            context.add_direction(world, "n", context.space.position, context.space.cso(after.n));
            world.label(Role::Axis, "n", context.space.position, "n");
            pictures
        };
        let (line, say, event) = match after.gap {
            None => ("aim", String::from("Aim from A's origin at B's."), Event::Support),
            Some(_) => ("gap", verdict.say.clone(), Event::Stop(CARD.ending_kind(verdict))),
        };
        vec![Beat { line, say: say.into(), pictures: detail.full(drawn), event: Some(event), ..Beat::default() }]
    }
}
