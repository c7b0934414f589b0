//! What people see of conservative advancement: the nearest points, the gap between them, and how far it lets B go.

use std::marker::PhantomData;

use glam::DVec3;

use super::super::lesson::{
    ENDINGS, FlightContext, PLANE, ROLE_NAMES, SERIES, SPACE, TIME, Told, record, seconds, tell,
};
use super::{Advance, Outcome, Pair, Phase};
use crate::answer::number::{length, number};
use crate::lesson::{
    Beat, Card, Event, Lesson, PairContext, Pictures, PlotAxis, Recorded, SourceFile, Step, StopTest, Tells, ToF64,
    WORLD,
};
use crate::picture::Role;

/// Everything fixed.
pub const CARD: Card = Card {
    id: "cast",
    title: "Moving objects: conservative advancement",
    summary: "How far does each distance let the bodies go?",
    sources: &["Mirtich 1996: conservative advancement"],
    listing: include_str!("listing.txt"),
    code: &[
        SourceFile { path: "src/engine/dim3/cast/advance/stepper.rs", text: include_str!("stepper.rs") },
        SourceFile { path: "src/engine/dim3/cast/flight.rs", text: include_str!("../flight.rs") },
    ],
    views: SPACE,
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
};

/// The same in the plane.
pub const IN_PLANE: Card =
    Card { title: "Moving objects in the plane: conservative advancement", views: PLANE, ..CARD };

/// Records a cast.
pub fn play<P>(start: Advance<P>, pair: PairContext, velocities: [DVec3; 2]) -> Box<dyn Lesson>
where
    P: Pair<Memory: Send + Sync> + Send + Sync + 'static,
{
    let (tape, context, verdict) = record(start, |state| &state.flight, pair, velocities);
    Box::new(Recorded { tape, context, verdict, teller: Teller(PhantomData) })
}

/// Who tells it.
struct Teller<P>(PhantomData<P>);

impl<P: Pair<Memory: Send + Sync> + Send + Sync> Tells for Teller<P> {
    type Run = Advance<P>;
    type Context = FlightContext;
    const CARD: &'static Card = if P::PLANAR { &IN_PLANE } else { &CARD };
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { number, before, after, end, context, verdict, detail } = step;
        let told = Told { before: &before.flight, after: &after.flight, context, number, detail };
        if before.flight.phase != Phase::Search || end.is_some() {
            return tell(&told, end, verdict, Event::Stop(Self::CARD.worth(verdict)));
        }
        vec![asked(&told), went(&told, after)]
    }
}

/// The query where B is.
fn asked<P: Pair>(told: &Told<'_, P>) -> Beat {
    let t = told.context.time(told.before.s);
    let distance = told.after.full.and_then(|full| full.signed_distance).map_or(0.0, ToF64::to_f64);
    let say = format!("At {} the bodies are {} apart.", seconds(t), &*length(distance));
    let mut beat = told.beat("judge", say, || {
        let mut pictures = near(told, t, false);
        *pictures.edit(TIME.id) = told.context.lanes.picture(told.number, Some(told.number));
        pictures
    });
    beat.event = Some(Event::Support);
    beat.points.clear();
    beat
}

/// The bodies at `t`, with their nearest points and the plane of the gap.
fn near<P: Pair>(told: &Told<'_, P>, t: f64, moved: bool) -> Pictures {
    let (context, mut pictures) = (told.context, Pictures::default());
    context.at(pictures.edit(WORLD), t);
    let mut ray = told.ray(moved);
    if let Some(full) = told.after.full {
        let shift = context.velocities[0] * context.time(told.before.s);
        let [a, b] = [full.witness_a, full.witness_b].map(|p| context.pair.space.world(p) + shift);
        let world = pictures.edit(WORLD);
        if !moved {
            world.segment(Role::Upper, "gap", a, b);
            world.point(Role::Witness, "a", a);
            world.point(Role::Witness, "b", b);
        }
        if let Some(n) = full.normal.map(|n| context.pair.space.cso(n)) {
            ray.plane = Some((n, context.r() * context.time(told.before.s) - n * full.lower.to_f64().max(0.0)));
        }
    }
    context.draw_ray(pictures.edit("cso"), &ray, P::PLANAR);
    pictures
}

/// How far it lets B go.
fn went<P: Pair>(told: &Told<'_, P>, after: &Advance<P>) -> Beat {
    let flight = &after.flight;
    let t = told.context.time(flight.s);
    let slope = flight.full.and_then(|full| full.normal).map_or(0.0, |n| n.dot(flight.path.r).to_f64());
    let (line, say) = match (flight.phase, flight.ending) {
        (_, Some(Outcome::Overlapping | Outcome::Touching)) => {
            ("start", String::from("That is at the start: a hit at 0, receding or not."))
        }
        (_, Some(Outcome::MovesApart | Outcome::PassesBy)) => {
            ("miss", format!("n·r = {} m/s is not negative: B moves away from this plane, a miss.", &*number(slope)))
        }
        (_, Some(Outcome::TooLate)) => {
            ("clip", format!("They cannot meet before {}: by then the motion is over.", seconds(t)))
        }
        (_, Some(_)) => ("stop-limit", String::from("The limit on iterations is reached.")),
        (Phase::Search, _) => (
            "clip",
            format!("Along n they close at {} m/s, so not before {}: B goes on.", &*number(-slope), seconds(t)),
        ),
        _ if after.by_gap().holds() => {
            ("stop-gap", String::from("What is proven of the gap is no more than rounding."))
        }
        _ => ("stop-stalled", String::from("B did not come any further.")),
    };
    let mut beat = told.beat(line, say, || {
        let mut pictures = near(told, t, true);
        *pictures.edit(TIME.id) = told.context.lanes.picture(told.number + 1, Some(told.number));
        pictures
    });
    beat.stops = vec![
        StopTest::new("at the surface", "stop-gap", "d ≤ ρ", after.by_gap()),
        StopTest::new("IterationLimit", "stop-limit", "k ≥ limit", flight.by_limit()),
    ];
    beat.event = Some(Event::Bound);
    beat
}
