//! What people see of a frame: the ends of all boxes on their way, a swap a step, and what each does to the pairs.

mod cost;
mod frames;
mod told;

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::stepper::{Action, Outcome, Swap, SweepAndPrune, Verdict as Said};
use super::{Bounds, Endpoint, Pair};
use crate::answer::Corners;
use crate::answer::{Finding, PairsFinding};
use crate::lesson::crowd::{Crossing, Crowd, Effect, End, Look, Rows};
use crate::lesson::{
    Backdrop, Beat, Card, Context, Ending, Lesson, Level, Levels, Pictures, PlotAxis, Recorded, Scenery, Series,
    SourceFile, Step, Tape, Tells, ToF64, Verdict, View, WORLD,
};
use crate::picture::Role;
use cost::{Chart, Count};
pub use frames::FrameSwaps;
pub(crate) use frames::strip;

/// The lists.
const LANES: View = View::lanes("lanes", "lanes");

/// What a frame costs.
const COST: View = View::lanes("cost", "cost against n");

/// Everything fixed, in space.
pub const CARD: Card = card("Sweep and prune", &[View::space(WORLD, "world"), LANES, COST]);

/// The same in the plane.
pub const CARD_IN_PLANE: Card = card("Sweep and prune in the plane", &[View::plane(WORLD, "world"), LANES, COST]);

const fn card(title: &'static str, views: &'static [View]) -> Card {
    Card {
        id: "sweep_and_prune",
        title,
        summary: "Which boxes around the bodies overlap, and what has changed since the frame before?",
        sources: &["Van den Bergen 2003, 5.3", "Ericson 2005, 7.5.1"],
        listing: include_str!("listing.txt"),
        code: &[SourceFile { path: "src/engine/dim3/sweep_and_prune/stepper.rs", text: include_str!("stepper.rs") }],
        views,
        plot_over: PlotAxis::Step,
        series: SERIES,
        endings: ENDINGS,
    }
}

const SERIES: &[Series] = &[
    Series { name: "pairs", role: Role::Witness },
    Series { name: "neighbors still to be swapped", role: Role::Axis },
];

const ENDINGS: &[Ending] = &[
    Ending::success("Built", "All boxes were put into empty lists; the pairs are those of all boxes."),
    Ending::success("PairsChanged", "The lists are in order; some pair began or ended."),
    Ending::success("PairsUnchanged", "The lists are in order; the pairs are those of the frame before."),
];

impl Outcome {
    /// As scene files name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Built => "Built",
            Self::PairsChanged => "PairsChanged",
            Self::PairsUnchanged => "PairsUnchanged",
        }
    }
}

/// Where a frame is played.
pub struct CrowdContext {
    crowd: Crowd,
    /// All swaps, in order.
    swaps: Vec<Swap>,
    /// Swaps on each axis.
    totals: Vec<u64>,
    /// Boxes and swaps of the frame, which stand beside what is counted of others.
    cost: (usize, u64),
    counted: fn() -> &'static [Count],
    /// Bodies that are not asked about, and what else is seen of the bodies.
    scenery: Scenery,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl CrowdContext {
    fn chart(&self) -> Chart<'static> {
        let (boxes, swaps) = self.cost;
        Chart::new((self.counted)(), boxes, swaps)
    }
}

impl Context for CrowdContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        let made = || {
            let mut pictures = Pictures::world(self.scenery.pictures.of(WORLD).clone());
            self.crowd.still_world(pictures.edit(WORLD));
            *pictures.edit(LANES.id) = self.crowd.still_lanes();
            *pictures.edit(COST.id) = self.chart().still();
            Arc::new(Backdrop { pictures })
        };
        Arc::clone(self.backdrop.get_or_init(made))
    }
}

/// Records a frame that was begun, if it takes no more than `most` swaps. `names` are those of the bodies, `rows` those of their
/// bars.
pub fn play<const D: usize>(
    start: SweepAndPrune<D>,
    names: Arc<[String]>,
    rows: Arc<Rows>,
    scenery: Scenery,
    most: u64,
) -> Option<Box<dyn Lesson>> {
    let (mut swaps, mut levels) = (Vec::new(), Levels::of("list"));
    let tape = Tape::try_record(start, |state| {
        let group = match state.now {
            Action::Swapped(swap) => {
                swaps.push(swap);
                ["x", "y", "z"].get(swap.axis).copied().unwrap_or("w")
            }
            Action::Sorted => "in order",
            Action::Inserted(_) => "new bodies",
            _ => "new boxes",
        };
        levels.step(group);
        if state.swap_count() > most { Err(()) } else { Ok(()) }
    });
    let tape = tape.ok()?;
    let last = tape.last();
    let crowd = Crowd::new(Arc::clone(&names), D, [wide(&last.former), wide(&last.boxes)], rows);
    let verdict = conclude(last, *tape.outcome(), names);
    let (totals, cost) = (last.swaps.to_vec(), (last.boxes.iter().flatten().count(), last.swap_count()));
    let (counted, backdrop) = (cost::counted::<D>, OnceLock::new());
    let context = CrowdContext { crowd, swaps, totals, cost, counted, scenery, backdrop };
    Some(Box::new(Recorded { tape, context, verdict, teller: Teller::<D> { levels: levels.done() } }))
}

/// What a frame that ended so found.
pub fn conclude<const D: usize>(world: &SweepAndPrune<D>, outcome: Outcome, names: Arc<[String]>) -> Verdict {
    let found = PairsFinding {
        names,
        axes: D,
        boxes: wide(&world.boxes).into(),
        former: wide(&world.former).into(),
        pairs: world.pairs.sorted(),
        began: world.began.clone(),
        ended: world.ended.clone(),
        swaps: world.swaps.to_vec(),
    };
    let iterations = u32::try_from(found.swap_count()).unwrap_or(u32::MAX);
    let say = told::ending(&found, outcome);
    Verdict { outcome: outcome.name(), say, iterations, finding: Finding::Pairs(found) }
}

/// Boxes as everybody above the engine reads them.
pub fn wide<const D: usize>(boxes: &[Option<Bounds<D>>]) -> Vec<Option<Corners>> {
    boxes.iter().map(|bounds| bounds.as_ref().map(|bounds| [point(bounds.min), point(bounds.max)])).collect()
}

fn point<const D: usize>(along: [super::super::prelude::Real; D]) -> DVec3 {
    let mut point = DVec3::ZERO;
    along.iter().take(3).enumerate().for_each(|(axis, x)| point[axis] = x.to_f64());
    point
}

fn end(end: Endpoint) -> End {
    End { body: end.body(), is_max: end.is_max() }
}

fn crossing(swap: &Swap) -> Crossing {
    let effect = match swap.verdict {
        Said::Begins => Effect::Begins,
        Said::Ends => Effect::Ends,
        _ => Effect::Nothing,
    };
    Crossing { axis: swap.axis, ends: [end(swap.mover), end(swap.passed)], effect }
}

/// Ends on either side of a swap that are drawn in a large crowd, and a list that is none.
const AROUND: usize = 20;
const SHORT: usize = 120;

/// Swaps that leave a mark in the picture.
const MARKED: usize = 600;

/// Pairs that are drawn and listed; of more only those of the two bodies of the swap.
const LISTED: usize = 200;

/// Who tells it.
struct Teller<const D: usize> {
    levels: Vec<Level>,
}

impl<const D: usize> Tells for Teller<D> {
    type Run = SweepAndPrune<D>;
    type Context = CrowdContext;
    const CARD: &'static Card = if D == 2 { &CARD_IN_PLANE } else { &CARD };
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::ShapeA, "one box of the swap"),
        (Role::ShapeB, "the other"),
        (Role::Member, "other boxes; their mins, and swaps that change no pair"),
        (Role::Ghost, "their maxes"),
        (Role::Simplex, "this swap; a pair that begins"),
        (Role::Inside, "a pair began"),
        (Role::Outside, "a pair ended"),
        (Role::Witness, "pair; swaps against n"),
        (Role::Bound, "all pairs against n"),
        (Role::Removed, "a pair that ends"),
        (Role::Overlap, "both overlap"),
        (Role::Region, "magnified"),
    ];

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { after, context, detail, end, .. } = &step;
        let worth = end.map(|_| Self::CARD.worth(step.verdict));
        let pairs = detail.full(|| shown_pairs(after));
        let look = |lit, told| look(context, after, lit, told, &pairs);
        let pictures = |look: &Look| {
            let mut pictures = Pictures::world(context.crowd.world(look));
            *pictures.edit(LANES.id) = context.crowd.lanes(look);
            *pictures.edit(COST.id) = context.chart().now(after.swap_count());
            pictures
        };
        let mut beats = told::beats(context, after, worth, &step.verdict.say);
        let left = context.totals.iter().sum::<u64>() - after.swap_count();
        let count = beats.len();
        for (i, beat) in beats.iter_mut().enumerate() {
            let last = i + 1 == count;
            let swapped = matches!(after.now, Action::Swapped(_));
            beat.pictures = detail.full(|| pictures(&look(swapped, last)));
            beat.values = detail.full(|| told::values(after, left));
            beat.tables = detail.full(|| told::tables(context, after, &pairs));
            if last {
                beat.points = vec![(0, after.pairs.len() as f64), (1, left as f64)];
            }
        }
        beats
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }
}

/// The pairs that are drawn and listed, each with whether it began in this frame.
fn shown_pairs<const D: usize>(state: &SweepAndPrune<D>) -> Vec<(Pair, bool)> {
    let told = |pair: Pair| (pair, state.began.contains(&pair));
    if state.pairs.len() <= LISTED {
        return state.pairs.sorted().into_iter().map(told).collect();
    }
    let now = match state.now {
        Action::Swapped(swap) => [swap.mover.body(), swap.passed.body()],
        _ => [u32::MAX; 2],
    };
    let near = |pair: &Pair| pair.iter().any(|body| now.contains(body));
    let mut near: Vec<Pair> = state.pairs.iter().filter(near).take(LISTED).collect();
    near.sort_unstable();
    near.into_iter().map(told).collect()
}

fn look<const D: usize>(
    context: &CrowdContext,
    state: &SweepAndPrune<D>,
    lit: bool,
    told: bool,
    pairs: &[(Pair, bool)],
) -> Look {
    let done = state.swap_count() as usize;
    let marked = &context.swaps[done.saturating_sub(MARKED)..done.min(context.swaps.len())];
    let (axis, near) = match state.now {
        Action::Swapped(swap) if lit => {
            let list = &state.lists[swap.axis];
            let reach = if list.len() > SHORT { AROUND } else { SHORT };
            let around = swap.rank.saturating_sub(reach)..(swap.rank + reach + 2).min(list.len());
            (Some(swap.axis), list[around].iter().map(|each| end(*each)).collect())
        }
        _ => (None, Vec::new()),
    };
    let notes = context.totals.iter().map(|count| told::counted(*count, "swap")).collect();
    // Until it is told what comes of a swap, a pair that begins is none yet, and one that ends still is.
    let mut pairs = pairs.to_vec();
    if let (Action::Swapped(swap), false) = (state.now, told) {
        let [a, b] = [swap.mover.body(), swap.passed.body()];
        let pair = [a.min(b), a.max(b)];
        match swap.verdict {
            Said::Begins => pairs.retain(|(other, _)| *other != pair),
            Said::Ends => pairs.push((pair, false)),
            _ => {}
        }
    }
    Look { axis, done: marked.iter().map(crossing).collect(), lit, told, near, pairs, notes }
}
