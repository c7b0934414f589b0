//! What people see of the test: each line with both shadows on it, the lanes of all lines, and the Gauss sphere.

mod frames;
mod names;
pub(crate) use names::named;
mod skipped;
mod sphere;
mod told;

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::super::prelude::*;
use super::solid::Solid;
use super::{Axis, Outcome, Sat, Tested};
use crate::answer::Found as _;
use crate::lesson::shadows::{Lanes, LineTold, Passing, Rail, Shadows, Shows};
use crate::lesson::{
    Backdrop, Beat, Card, Context, Ending, Hint, Lesson, PairContext, Pictures, PlotAxis, Recorded, Series, SourceFile,
    Step, Tells, ToF64, Verdict, View, WORLD,
};
use crate::picture::{Camera, Form, Key, Picture, Role};
pub(crate) use frames::strip;
pub use frames::{FrameLines, Went};
pub use told::name;
pub(crate) use told::{record, told, verdict};

/// The lanes of all lines.
pub(crate) const AXES: View = View::lanes("axes", "axes");

/// The sphere of directions.
const SPHERE: View = View::sphere("sphere", "Gauss sphere");

/// Everything fixed.
pub const CARD: Card = Card {
    id: "sat",
    title: "Separating axes",
    summary: "On which line do the shadows of two polyhedra part most?",
    sources: &[
        "Gottschalk, Lin and Manocha 1996: 15 lines of two boxes",
        "Ericson 2005, 5.2.1 and 5.5: box and triangle, polyhedra",
        "Gregorius 2013: arcs on the Gauss sphere",
    ],
    listing: include_str!("listing.txt"),
    code: &[SourceFile { path: "src/engine/dim3/sat/stepper.rs", text: include_str!("stepper.rs") }],
    views: &[View::space(WORLD, "world"), AXES, SPHERE],
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
};

/// What is plotted, in space and in the plane.
pub(crate) const SERIES: &[Series] =
    &[Series { name: "gap on this line", role: Role::Axis }, Series { name: "largest gap so far", role: Role::Lower }];

/// How the test may end, in space and in the plane.
pub(crate) const ENDINGS: &[Ending] = &[
    Ending::success("Separated", "On this line the shadows do not meet: the bodies are apart."),
    Ending::success("SeparatedByCache", "The line that parted the bodies in the frame before still does."),
    Ending::success("Touching", "The largest gap is 0 within rounding: the bodies touch."),
    Ending::success("Overlapping", "No line parts the bodies: the largest gap is minus the depth."),
    Ending::success("Degenerate", "A − B is flat and holds the origin: the bodies share points, at depth 0."),
    Ending::failure("NotFinite", "A number of the pair is infinite, or its square would be."),
];

/// Why the lines of each group are tried.
const GROUPS: &[&str] = &[
    "The faces of A come first: ",
    "Now the faces of B: ",
    "Now the faces of A − B that an edge of A and an edge of B span: ",
    "Neither body has a volume, so they may lie in one plane, and lines of that plane count as well: ",
];

type State = Sat<Arc<Solid>>;

/// Where a test is played.
pub struct SatContext {
    pair: PairContext,
    solids: [Arc<Solid>; 2],
    /// From B's frame to the pair frame.
    rotation: Mat3,
    translation: Vec3,
    lanes: Lanes,
    rail: Rail,
    skipped: Vec<skipped::Skipped>,
    backdrop: OnceLock<Arc<Backdrop>>,
}

/// Records the test.
pub fn play(start: State, pair: PairContext) -> Box<dyn Lesson> {
    let solids = [Arc::clone(&start.a), Arc::clone(&start.b)];
    let (rotation, translation) = (start.rotation, start.translation);
    let (tape, all) = record(start, |sat| &sat.found);
    let verdict = conclude(tape.last(), *tape.outcome(), &pair);
    let mut shadows: Vec<Shadows> =
        all.iter().map(|(tested, taken)| shadows(tested, *taken, tape.last(), &pair)).collect();
    if let (Some(first), Some(_)) = (shadows.first_mut(), tape.last().options.cached) {
        first.group = GROUPS.len();
    }
    let lanes = Lanes::new(shadows, tape.last().found.rounding.to_f64(), GROUPS);
    let toward = Camera::beside(verdict.finding.normal().unwrap_or_default()).axes().back;
    let placed = |v: &Vec3| pair.space.world(rotation * *v + translation);
    let corners = solids[0].vertices.iter().map(|v| pair.space.world(*v)).chain(solids[1].vertices.iter().map(placed));
    let rail = Rail::new(pair.space.position, corners.collect(), toward);
    let skipped = skipped::of(tape.last(), |d| pair.space.cso(d), &pair.names);
    let context = SatContext { pair, solids, rotation, translation, lanes, rail, skipped, backdrop: OnceLock::new() };
    Box::new(Recorded { tape, context, verdict, teller: Teller })
}

/// What a test that ended so found.
pub fn conclude(sat: &State, outcome: Outcome, pair: &PairContext) -> Verdict {
    let answer = sat.answer(outcome);
    let short = |axis| names::named(axis, [&sat.a, &sat.b], &pair.names).0;
    verdict(&answer, pair.space.cso(answer.normal), &sat.ties(), short, &pair.names)
}

/// A line as people read it.
fn shadows(tested: &Tested, taken: bool, sat: &State, pair: &PairContext) -> Shadows {
    let (short, words, group) = names::named(tested.axis, [&sat.a, &sat.b], &pair.names);
    let [p, q] = tested.supports;
    let on_a = pair.space.world(sat.a.vertices[p as usize]);
    let on_b = pair.space.world(sat.rotation * sat.b.vertices[q as usize] + sat.translation);
    Shadows {
        name: short,
        words,
        group,
        normal: pair.space.cso(tested.normal),
        a: tested.a.map(ToF64::to_f64),
        b: tested.b.map(ToF64::to_f64),
        supports: [on_a, on_b],
        taken,
    }
}

impl Context for SatContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        let made = || {
            let mut pictures = Pictures::default();
            *pictures.edit(WORLD) = self.pair.backdrop().pictures.of(WORLD).clone();
            // Every line is in view from the start, so that nothing moves when it comes.
            let rails = self.lanes.lines.iter().flat_map(|line| self.rail.ends(line)).collect();
            pictures.edit(WORLD).add(Role::Grid, "rails", Form::Room(rails));
            *pictures.edit(AXES.id) = self.lanes.still();
            *pictures.edit(SPHERE.id) = sphere::still(self);
            skipped::still(&self.skipped, pictures.edit(SPHERE.id));
            Arc::new(Backdrop { pictures })
        };
        Arc::clone(self.backdrop.get_or_init(made))
    }

    fn hint(&self, key: &Key) -> Option<Hint> {
        skipped::hint(self, key).or_else(|| skipped::arc(self, key))
    }
}

impl SatContext {
    /// A vertex of A (0) or B (1) in the world.
    fn vertex(&self, body: u8, v: u32) -> DVec3 {
        let local = self.solids[usize::from(body != 0)].vertices[v as usize];
        self.pair.space.world(if body == 0 { local } else { self.rotation * local + self.translation })
    }

    /// The corners of A's and of B's face or edge that a line belongs to, world.
    fn feature(&self, sat: &State, tested: &Tested) -> [Vec<DVec3>; 2] {
        [0, 1].map(|body| sat.feature(tested, body).into_iter().map(|v| self.vertex(body, v)).collect())
    }

    /// A direction of a body's frame in the world.
    fn direction(&self, body: usize, d: Vec3) -> DVec3 {
        self.pair.space.cso(if body == 0 { d } else { self.rotation * d })
    }
}

/// Who tells it.
struct Teller;

impl Tells for Teller {
    type Run = State;
    type Context = SatContext;
    const CARD: &'static Card = &CARD;
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;
    const PARALLEL: bool = true;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, .. } = step;
        let options = &after.options;
        let told = LineTold {
            skipped: (after.pruned - before.pruned) as usize,
            passing: match after.region() {
                _ if after.is_bounded() => Passing::Bounded,
                Some(_) => Passing::Walked,
                None => Passing::Asked,
            },
            ..told(
                &context.lanes,
                [&before.found, &after.found],
                [options.cached.is_some(), options.stop_at_first],
                end.map(|_| (verdict.say.as_str(), CARD.worth(verdict))),
                detail,
            )
        };
        told.beats(&|shows| pictures(context, [before, after], shows))
    }

    /// Across the line that is taken: what parts the bodies is seen as daylight.
    fn camera(&self, view: &View, normal: DVec3) -> Option<Camera> {
        (view.id == WORLD && normal != DVec3::ZERO).then(|| Camera::beside(normal))
    }

    fn linked(&self, _: &State, context: &SatContext, key: &str) -> Pictures {
        context.hint(&key.to_owned().into()).map(|hint| hint.pictures).unwrap_or_default()
    }
}

/// What roles are called here, in space and in the plane.
pub(crate) const ROLE_NAMES: &[(Role, &str)] = &[
    (Role::Axis, "line"),
    (Role::Reference, "A's shadow"),
    (Role::ReferenceB, "B's shadow"),
    (Role::Lower, "largest gap so far"),
    (Role::NewSupport, "support points"),
    (Role::Simplex, "face or edge"),
    (Role::Region, "rounding"),
    (Role::Ghost, "projection"),
    (Role::Removed, "skipped pair of edges"),
];

fn pictures(context: &SatContext, [before, after]: [&State; 2], shows: Shows) -> Pictures {
    let mut pictures = Pictures::default();
    *pictures.edit(AXES.id) = context.lanes.picture(shows.tried, shows.lit);
    let Some(line) = shows.lit.and_then(|lit| context.lanes.lines.get(lit)) else { return pictures };
    // A line is of this step, or it is the best of those before.
    let tested = match (shows.end, shows.tried == before.found.tested as usize) {
        (false, _) => after.found.now,
        (true, true) => before.found.best.or(after.found.best),
        (true, false) => after.found.best,
    };
    let touched: Vec<DVec3> = tested.iter().flat_map(|tested| context.feature(after, tested)).flatten().collect();
    context.rail.draw(pictures.edit(WORLD), line, &touched, shows.shadows);
    if let Some(tested) = tested {
        let world = pictures.edit(WORLD);
        features(world, context, after, &tested);
        sphere::lit(pictures.edit(SPHERE.id), context, after, &tested, line.normal);
    }
    pictures
}

/// The faces or edges that a line belongs to.
fn features(world: &mut Picture, context: &SatContext, sat: &State, tested: &Tested) {
    for (body, points) in context.feature(sat, tested).into_iter().enumerate() {
        let key = format!("feature/{body}");
        match points[..] {
            [] | [_] => {}
            [from, to] => world.segment(Role::Simplex, key, from, to),
            _ => world.add(Role::Simplex, key, Form::Polyline { points, closed: true }),
        }
    }
}
