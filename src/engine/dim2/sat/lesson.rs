//! What people see of the test in the plane: each line with both shadows on it, and the lanes of all lines.

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::super::super::dim3::sat::lesson::{AXES, ENDINGS, ROLE_NAMES, SERIES, record, told, verdict};
use super::super::support::lift;
use super::{Axis, Outcome, Sat, Shape, Tested};
use crate::lesson::shadows::{Lanes, Rail, Shadows, Shows};
use crate::lesson::{
    Backdrop, Beat, Card, Context, Lesson, PairContext, Pictures, PlotAxis, Recorded, SourceFile, Step, Tells, ToF64,
    Verdict, View, WORLD,
};
use crate::picture::{Form, Role};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "sat",
    title: "Separating axes in the plane",
    summary: "On which line do the shadows of two polygons part most?",
    sources: &["Gottschalk, Lin and Manocha 1996", "Ericson 2005, 5.2.1"],
    listing: include_str!("listing.txt"),
    code: &[SourceFile { path: "src/engine/dim2/sat/stepper.rs", text: include_str!("stepper.rs") }],
    views: &[View::plane(WORLD, "world"), AXES],
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
};

/// Why the lines of each group are tried.
const GROUPS: &[&str] = &[
    "The sides of A come first: ",
    "Now the sides of B: ",
    "Neither body has an area, so they may lie on one line, and lines along and across them count as well: ",
];

type State = Sat<Arc<Shape>>;

/// Where a test is played.
pub struct SatContext {
    pair: PairContext,
    lanes: Lanes,
    rail: Rail,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl Context for SatContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        let made = || {
            let mut pictures = Pictures::world(self.pair.backdrop().pictures.of(WORLD).clone());
            *pictures.edit(AXES.id) = self.lanes.still();
            // Every line is in view from the start, so that nothing moves when it comes.
            let rails = self.lanes.lines.iter().flat_map(|line| self.rail.ends(line)).collect();
            pictures.edit(WORLD).add(Role::Grid, "rails", Form::Room(rails));
            Arc::new(Backdrop { pictures })
        };
        Arc::clone(self.backdrop.get_or_init(made))
    }
}

/// Records the test.
pub fn play(start: State, pair: PairContext) -> Box<dyn Lesson> {
    let (tape, all) = record(start, |sat| &sat.found);
    let verdict = conclude(tape.last(), *tape.outcome(), &pair);
    let state = tape.last();
    let mut shadows: Vec<Shadows> = all.iter().map(|(tested, taken)| shadows(tested, *taken, state, &pair)).collect();
    if let (Some(first), Some(_)) = (shadows.first_mut(), state.options.cached) {
        first.group = GROUPS.len();
    }
    let lanes = Lanes::new(shadows, state.found.rounding.to_f64(), GROUPS);
    let corners = [0, 1].into_iter().flat_map(|body| {
        let count = state.corners(body).len() as u32;
        (0..count).map(move |i| (body, i))
    });
    let corners = corners.map(|(body, i)| corner(state, &pair, body, i)).collect();
    let rail = Rail::new(pair.space.position, corners, DVec3::Z);
    Box::new(Recorded {
        tape,
        context: SatContext { pair, lanes, rail, backdrop: OnceLock::new() },
        verdict,
        teller: Teller,
    })
}

/// What a test that ended so found.
pub fn conclude(sat: &State, outcome: Outcome, pair: &PairContext) -> Verdict {
    let answer = sat.answer(outcome);
    let short = |axis| named(axis, &pair.names).0;
    verdict(&answer, pair.space.cso(lift(answer.normal)), &sat.ties(), short, &pair.names)
}

/// A corner of A (0) or B (1) in the world.
fn corner(sat: &State, pair: &PairContext, body: u8, i: u32) -> DVec3 {
    let own = sat.corners(body)[i as usize];
    let placed = if body == 0 { own } else { sat.rotation.rotate(own) + sat.translation };
    pair.space.world(lift(placed))
}

/// A line as people read it.
fn shadows(tested: &Tested, taken: bool, sat: &State, pair: &PairContext) -> Shadows {
    let (short, words, group) = named(tested.axis, &pair.names);
    let [p, q] = tested.supports;
    Shadows {
        name: short,
        words,
        group,
        normal: pair.space.cso(lift(tested.normal)),
        a: tested.a.map(ToF64::to_f64),
        b: tested.b.map(ToF64::to_f64),
        supports: [corner(sat, pair, 0, p), corner(sat, pair, 1, q)],
        taken,
    }
}

/// A line's short name, its name in words, and its group.
pub(crate) fn named(axis: Axis, [a, b]: &[String; 2]) -> (String, String, usize) {
    let of = |body: u8| if body == 0 { ('a', a) } else { ('b', b) };
    match axis {
        Axis::SideA(i) => (format!("a{}", i + 1), format!("the normal of side {} of {a}", i + 1), 0),
        Axis::SideB(i) => (format!("b{}", i + 1), format!("the normal of side {} of {b}", i + 1), 1),
        Axis::Along { body } => {
            let (letter, name) = of(body);
            (format!("{letter} ∥"), format!("along {name}"), 2)
        }
        Axis::Across { body } => {
            let (letter, name) = of(body);
            (format!("{letter} ⊥"), format!("from one body to the other, across {name}"), 2)
        }
    }
}

/// Who tells it.
struct Teller;

impl Tells for Teller {
    type Run = State;
    type Context = SatContext;
    const CARD: &'static Card = &CARD;
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, .. } = step;
        let options = &after.options;
        let told = told(
            &context.lanes,
            [&before.found, &after.found],
            [options.cached.is_some(), options.stop_at_first],
            end.map(|_| (verdict.say.as_str(), CARD.worth(verdict))),
            detail,
        );
        told.beats(&|shows| pictures(context, after, shows))
    }
}

fn pictures(context: &SatContext, after: &State, shows: Shows) -> Pictures {
    let mut pictures = Pictures::default();
    *pictures.edit(AXES.id) = context.lanes.picture(shows.tried, shows.lit);
    let Some(line) = shows.lit.and_then(|lit| context.lanes.lines.get(lit)) else { return pictures };
    let world = pictures.edit(WORLD);
    let tested = if shows.end { after.found.best } else { after.found.now };
    let features = [0, 1].map(|body| {
        let feature = tested.map_or_else(Vec::new, |tested| after.feature(&tested, body));
        feature.into_iter().map(|i| corner(after, &context.pair, body, i)).collect::<Vec<_>>()
    });
    context.rail.draw(world, line, &features.concat(), shows.shadows);
    for (body, feature) in features.iter().enumerate() {
        if let [from, to] = feature[..] {
            world.segment(Role::Simplex, format!("feature/{body}"), from, to);
        }
    }
    pictures
}
