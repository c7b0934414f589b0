//! What people see of the toy.

use std::marker::PhantomData;

use super::super::prelude::*;
use super::super::support::{Cso, Recordable};
use super::Toy;
use crate::answer::{Finding, PairFinding, PairStatus, Proof};
use crate::lesson::{
    Beat, Card, Ending, Event, Lesson, PairContext, Pictures, PlotAxis, Recorded, SourceFile, Step, Tape, Tells, ToF64,
    Verdict, View, WORLD,
};
use crate::picture::Role;

/// Everything fixed.
pub const CARD: Card = Card {
    id: "toy",
    title: "A toy",
    summary: "How far apart are two bodies along the line of their origins?",
    sources: &["nobody"],
    listing: include_str!("listing.txt"),
    code: &[SourceFile { path: "src/engine/dim3/toy/stepper.rs", text: include_str!("stepper.rs") }],
    views: &[View::space(WORLD, "world")],
    plot_over: PlotAxis::Step,
    series: &[],
    endings: &[Ending::success("Measured", "The gap is a lower bound of the distance.")],
};

/// Records it.
pub fn play<A: Recordable, B: Recordable>(cso: Cso<A, B>, context: PairContext) -> Box<dyn Lesson> {
    let tape = Tape::record(Toy { cso, n: Vec3::ZERO, gap: None, points: [Vec3::ZERO; 2] });
    let gap = tape.last().gap.unwrap_or_default().to_f64();
    let n = context.space.cso(tape.last().n);
    let [witness_a, witness_b] = tape.last().points.map(|point| context.space.world(point));
    let upper = (1.0 + 1.0e-3) * witness_a.distance(witness_b);
    let proof = Proof { lower: gap - 1.0e-3 * gap.abs(), upper, tolerance: f64::INFINITY };
    let status = if proof.lower > 0.0 { PairStatus::Separated } else { PairStatus::Undecided };
    let signed_distance = (status == PairStatus::Separated).then_some(gap);
    let found = PairFinding { status, signed_distance, normal: n.try_normalize(), witness_a, witness_b, proof };
    let say = format!("The gap is {gap:.3} m.");
    let verdict = Verdict { outcome: "Measured", say, iterations: 2, finding: Finding::Distance(found) };
    Box::new(Recorded { tape, context, verdict, teller: Teller(PhantomData) })
}

struct Teller<A, B>(PhantomData<(A, B)>);

impl<A: Recordable, B: Recordable> Tells for Teller<A, B> {
    type Run = Toy<A, B>;
    type Context = PairContext;
    const CARD: &'static Card = &CARD;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { after, context, verdict, detail, .. } = step;
        let drawn = || {
            let mut pictures = Pictures::default();
            let world = pictures.edit(WORLD);
            context.direction(world, "n", context.space.position, context.space.cso(after.n));
            world.label(Role::Axis, "n", context.space.position, "n");
            pictures
        };
        let (line, say, event) = match after.gap {
            None => ("aim", String::from("Aim from A's origin at B's."), Event::Support),
            Some(_) => ("gap", verdict.say.clone(), Event::Stop(CARD.worth(verdict))),
        };
        vec![Beat { line, say, pictures: detail.full(drawn), event: Some(event), ..Beat::default() }]
    }
}
