//! Lesson of sweep and prune: a frame with one swap of endpoints per step, and its effect on the pairs.

mod beats;
mod choice;
mod clock;
mod cost;
mod frames;
mod insertion;
mod log;
pub mod moving_boxes;
mod quantities;

use std::sync::{Arc, OnceLock};

use self::moving_boxes::{Look, MovingBoxes, Rows};
use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, Card, Choice, Context, Ending, Lesson, Level, Narrated, Narration, Pictures, PlotAxis, Recording,
    Scenery, Series, SourceFile, Verdict, View, WORLD,
};
use crate::answer::number::with_noun;
use crate::answer::{Finding, PairsFinding};
use crate::picture::{Form, Role, Solid};
use crate::snapshot::sweep_and_prune::{Action, Found, Frame, Outcome, Pair, Verdict as Said};
pub use cost::{Chart, Count, all_pairs};
pub use frames::FrameSwaps;
pub(crate) use frames::strip;
pub use log::Log;

/// View of the sorted lists as number lines.
const LANES: View = View::lanes("lanes", "intervals and endpoints on each axis");

/// View of the overlap of a swap's two boxes.
const SWAP: View = View::lanes("swap", "overlap by axis").in_figures();

/// View of the swaps over the number of boxes.
const COST: View = View::chart("cost", "cost against n").in_figures().below();

/// View of the time over the number of boxes.
const TIME: View = View::chart("time", "time against n").in_figures().below();

/// Card in space.
pub const CARD: Card = card("Sweep and prune", &[View::space(WORLD, "world"), LANES, SWAP, COST, TIME]);

/// Card in the plane.
pub const CARD_IN_PLANE: Card =
    card("Sweep and prune in the plane", &[View::plane(WORLD, "world"), LANES, SWAP, COST, TIME]);

const fn card(title: &'static str, views: &'static [View]) -> Card {
    Card {
        id: "sweep_and_prune",
        title,
        summary: "Which bounding boxes overlap, and what has changed since the last frame?",
        sources: &["Van den Bergen 2003, 5.3", "Ericson 2005, 7.5.1"],
        listing: include_str!("../../engine/dim3/sweep_and_prune/listing.txt"),
        code: &[SourceFile {
            path: "src/engine/dim3/sweep_and_prune/stepper.rs",
            text: include_str!("../../engine/dim3/sweep_and_prune/stepper.rs"),
        }],
        views,
        plot_over: PlotAxis::Step,
        series: SERIES,
        endings: ENDINGS,
    }
}

const SERIES: &[Series] =
    &[Series { name: "pairs", role: Role::Witness }, Series { name: "remaining swaps", role: Role::Axis }];

endings! {
    fn ending(Outcome), ENDINGS:
    Outcome::Built => success "Built" called "Lists built":
        "All boxes are sorted into empty lists, and one sweep finds the pairs.";
    Outcome::PairsChanged => success "PairsChanged":
        "The lists are in order, and at least one pair began or ended.";
    Outcome::PairsUnchanged => success "PairsUnchanged":
        "The lists are in order, and the pairs are those of the previous frame.";
}

struct MovingBoxesContext {
    crowd: MovingBoxes,
    log: Log,
    /// Number of swaps on each axis.
    totals: Vec<u64>,
    /// Number of boxes and swaps of the frame, for the chart.
    cost: (usize, u64),
    counted: fn() -> &'static [Count],
    /// Bodies outside of the query, and the bodies in the boxes.
    scenery: Scenery,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl MovingBoxesContext {
    /// Whether boxes are transparent because bodies other than boxes are inside.
    fn is_glass(&self) -> bool {
        !self.scenery.pictures.of(WORLD).marks.is_empty()
    }

    fn chart(&self) -> Chart<'static> {
        let (boxes, swaps) = self.cost;
        Chart::new((self.counted)(), boxes, swaps)
    }
}

impl Context for MovingBoxesContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let mut pictures = Pictures::world(self.scenery.pictures.of(WORLD).clone());
            // Bodies are solid; the boxes around them are drawn as edges.
            for mark in &mut pictures.edit(WORLD).marks {
                if let Form::Solid(solid) = &mut mark.form {
                    *solid = Arc::new(Solid { opaque: true, ..(**solid).clone() });
                }
            }
            let glass = self.is_glass();
            self.crowd.still_world(pictures.edit(WORLD), glass);
            *pictures.edit(LANES.id) = self.crowd.on_own_scale().still_lanes();
            *pictures.edit(COST.id) = self.chart().still();
            *pictures.edit(TIME.id) = clock::still(self.totals.len(), self.cost.0);
            Arc::new(Backdrop { pictures })
        }))
    }
}

/// Lesson of a recorded frame with its log and result. `names` are those of the bodies, `rows` those of their bars;
/// `counted` returns the chart's swap counts on first use.
pub fn lesson(
    recording: Box<dyn Recording<Frame>>,
    log: Log,
    verdict: Verdict,
    (found, names): (Found, Arc<[String]>),
    rows: Arc<Rows>,
    scenery: Scenery,
    counted: fn() -> &'static [Count],
) -> Box<dyn Lesson> {
    let axes = found.axes;
    let totals = found.swaps;
    let cost = (found.boxes.iter().flatten().count(), totals.iter().sum());
    let crowd = MovingBoxes::new(names, &totals, [found.previous_boxes, found.boxes], rows);
    let (log, levels) = log.done();
    let context = MovingBoxesContext { crowd, log, totals, cost, counted, scenery, backdrop: OnceLock::new() };
    let card = if axes == 2 { &CARD_IN_PLANE } else { &CARD };
    Box::new(Narrated { recording, context, verdict, narration: Sorting { card, levels } })
}

/// Verdict of a frame.
pub fn conclude(found: Found, outcome: Outcome, names: Arc<[String]>) -> Verdict {
    let Found { axes, boxes, previous_boxes: former, pairs, began, ended, swaps } = found;
    let found = PairsFinding { names, axes, boxes, former, pairs, began, ended, swaps };
    let iterations = u32::try_from(found.swap_count()).unwrap_or(u32::MAX);
    let say = beats::ending(&found, outcome);
    Verdict { outcome: ending(outcome).name, say, iterations, finding: Finding::Pairs(found) }
}

/// Largest number of swaps that keep a mark in the picture.
const MARKED: usize = 600;

/// Largest number of pairs that are drawn and listed; with more, only those of the swap's bodies.
const LISTED: usize = 200;

/// Narration of the swaps, along 2 or 3 axes.
struct Sorting {
    card: &'static Card,
    levels: Vec<Level>,
}

impl Narration for Sorting {
    type State = Frame;
    type Context = MovingBoxesContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::ShapeA, ""),
        (Role::ShapeB, ""),
        (Role::Idle, "body in its box"),
        (Role::Member, "box"),
        (Role::Ghost, "max endpoint"),
        (Role::Simplex, "current swap, new pair"),
        (Role::Inside, "began a pair"),
        (Role::Outside, "ended a pair"),
        (Role::Witness, "pair"),
        (Role::Removed, "pair that ends"),
        (Role::Overlap, ""),
        (Role::Gap, ""),
        (Role::Region, "magnified"),
        (Role::Horizon, "min endpoint"),
        (Role::Interval, "max endpoint"),
    ];

    fn card(&self) -> &'static Card {
        self.card
    }

    /// Adds the lines of endpoints to a role's name if endpoints swap in this frame.
    fn role_names(&self, context: &MovingBoxesContext) -> Vec<(Role, String)> {
        Self::ROLE_NAMES
            .iter()
            .map(|(role, name)| match (role, context.crowd.has_fields()) {
                (Role::Member, true) => (*role, String::from("box, min endpoint")),
                (Role::Member, false) => {
                    let name = if context.is_glass() { "interval of a box" } else { "box and its intervals" };
                    (*role, name.to_owned())
                }
                _ => (*role, (*name).to_owned()),
            })
            .collect()
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { after, context, detail, end, .. } = &step;
        let worth = end.map(|_| self.card.ending_kind(step.verdict));
        let pairs = shown_pairs(context, after, step.verdict);
        let swapped = matches!(after.now, Action::Swapped(_));
        let begun: Vec<Pair> = pairs.iter().filter(|(_, is_new)| *is_new).map(|(pair, _)| *pair).collect();
        let mut beats = beats::beats(context, after, worth, &step.verdict.say, &begun);
        let left = context.totals.iter().sum::<u64>() - after.swap_count();
        let count = beats.len();
        for (i, beat) in beats.iter_mut().enumerate() {
            let last = i + 1 == count;
            beat.pictures = detail.full(|| {
                let look = &look(context, after, swapped, last, &pairs);
                let mut pictures = Pictures::world(context.crowd.world(look, context.is_glass()));
                *pictures.edit(LANES.id) = context.crowd.on_own_scale().lanes(look);
                *pictures.edit(SWAP.id) = context.crowd.swap(look);
                // The cost is that of the frame, not of a swap.
                if !swapped {
                    *pictures.edit(COST.id) = context.chart().now(after.swap_count());
                }
                pictures
            });
            // The pairs of new bodies are unknown before the sweep.
            let swept = last || !matches!(after.now, Action::Inserted(_));
            let known: Vec<_> =
                pairs.iter().copied().filter(|(pair, _)| swept || context.crowd.was_there(*pair)).collect();
            // The effect of a swap is unknown before its beat.
            let known_by = if swapped && !last { step.before } else { after };
            beat.values =
                detail.full(|| beats::values(known_by, [after.swap_count(), left], swept, context.crowd.was_empty()));
            beat.tables = detail.full(|| beats::tables(context, after, &known));
            if last {
                beat.points = vec![(0, after.pairs as f64), (1, left as f64)];
            }
        }
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::choices(step.context, step.after, beats).into_iter().collect()
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The first frame has no lists to sort, but reserves the space of their level.
    fn most_levels(&self) -> usize {
        1
    }
}

/// Pairs that are drawn and listed, each with whether it began in this frame.
fn shown_pairs(context: &MovingBoxesContext, state: &Frame, verdict: &Verdict) -> Vec<(Pair, bool)> {
    let Finding::Pairs(found) = &verdict.finding else { return Vec::new() };
    let now = match state.now {
        Action::Swapped(swap) => swap.pair(),
        _ => [u32::MAX; 2],
    };
    let mut pairs = context
        .log
        .pairs(state, found, |pair: &Pair| state.pairs <= LISTED || pair.iter().any(|body| now.contains(body)));
    pairs.truncate(LISTED);
    pairs
}

fn look(context: &MovingBoxesContext, state: &Frame, lit: bool, decided: bool, pairs: &[(Pair, bool)]) -> Look {
    let done = context.log.swaps(state);
    let marked = &done[done.len().saturating_sub(MARKED)..];
    let (axis, near) = match state.now {
        Action::Swapped(swap) if lit => (Some(swap.axis), state.near.clone()),
        Action::Inserted(_) if decided => (Some(context.crowd.sweep_axis()), Vec::new()),
        _ => (None, Vec::new()),
    };
    let notes = context.totals.iter().map(|count| with_noun(*count, "swap")).collect();
    // Before the effect is known, a beginning pair is absent, and an ending one is present.
    let mut pairs = pairs.to_vec();
    if let (Action::Inserted(_), false) = (state.now, decided) {
        pairs.retain(|(pair, _)| context.crowd.was_there(*pair));
    }
    if let (Action::Swapped(swap), false) = (state.now, decided) {
        let pair = swap.pair();
        match swap.verdict {
            Said::Begins => pairs.retain(|(other, _)| *other != pair),
            Said::Ends => pairs.push((pair, false)),
            _ => {}
        }
    }
    let swept = decided || !matches!(state.now, Action::Inserted(_));
    let is_insertion = matches!(state.now, Action::Inserted(_));
    let count = swept.then_some(state.pairs);
    Look { axis, done: marked.to_vec(), lit, decided, near, pairs, count, notes, is_insertion }
}
