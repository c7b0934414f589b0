//! Lesson of sweep and prune, which finds overlapping boxes with sorted lists of their endpoints: a frame with one swap
//! of neighboring endpoints per step, and its effect on the pairs.

mod beats;
mod choice;
mod clock;
mod cost;
mod frames;
mod insertion;
mod log;
pub mod moving_boxes;
mod quantities;
mod tables;

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
use crate::snapshot::sweep_and_prune::{Action, Frame, FrameResult, Outcome, Pair, Verdict as SwapEffect};
pub use cost::{Chart, SwapCount, all_pairs};
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

/// Everything about a frame that does not change from step to step.
struct MovingBoxesContext {
    boxes: MovingBoxes,
    log: Log,
    /// Number of swaps on each axis.
    totals: Vec<u64>,
    /// Number of boxes of the frame.
    box_count: usize,
    /// Number of swaps of the frame, on all axes.
    swap_count: u64,
    /// Function that returns the swap counts of the chart.
    counted: fn() -> &'static [SwapCount],
    /// Bodies outside of the query, and the bodies in the boxes.
    scenery: Scenery,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl MovingBoxesContext {
    /// Whether boxes are drawn as edges, because bodies other than boxes are inside.
    fn has_bodies_inside(&self) -> bool {
        !self.scenery.pictures.of(WORLD).marks.is_empty()
    }

    fn chart(&self) -> Chart<'static> {
        Chart::new((self.counted)(), self.box_count, self.swap_count)
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
            self.boxes.add_fixed_world_marks(pictures.edit(WORLD), self.has_bodies_inside());
            *pictures.edit(LANES.id) = self.boxes.on_own_scale().fixed_lane_marks();
            *pictures.edit(COST.id) = self.chart().fixed_marks();
            *pictures.edit(TIME.id) = clock::fixed_marks(self.totals.len(), self.box_count);
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
    (found, names): (FrameResult, Arc<[String]>),
    rows: Arc<Rows>,
    scenery: Scenery,
    counted: fn() -> &'static [SwapCount],
) -> Box<dyn Lesson> {
    let axes = found.axes;
    let totals = found.swaps;
    let box_count = found.boxes.iter().flatten().count();
    let swap_count = totals.iter().sum();
    let boxes = MovingBoxes::new(names, &totals, [found.previous_boxes, found.boxes], rows);
    let (log, levels) = log.finish();
    let context =
        MovingBoxesContext { boxes, log, totals, box_count, swap_count, counted, scenery, backdrop: OnceLock::new() };
    let card = if axes == 2 { &CARD_IN_PLANE } else { &CARD };
    Box::new(Narrated { recording, context, verdict, narration: Sorting { card, levels } })
}

/// Returns the verdict of a frame.
pub fn verdict(found: FrameResult, outcome: Outcome, names: Arc<[String]>) -> Verdict {
    let FrameResult { axes, boxes, previous_boxes, pairs, began, ended, swaps } = found;
    let found = PairsFinding { names, axes, boxes, previous_boxes, pairs, began, ended, swaps };
    let iterations = u32::try_from(found.swap_count()).unwrap_or(u32::MAX);
    let say = beats::ending(&found, outcome);
    Verdict { outcome: ending(outcome).name, say, iterations, finding: Finding::Pairs(found) }
}

/// Largest number of swaps that keep a mark in the picture.
const MAX_MARKED_SWAPS: usize = 600;

/// Largest number of pairs that are drawn and listed; with more, only those of the swap's bodies.
const MAX_LISTED_PAIRS: usize = 200;

/// Narration of the swaps, along 2 or 3 axes.
struct Sorting {
    card: &'static Card,
    /// Groups of steps on the timeline.
    levels: Vec<Level>,
}

impl Narration for Sorting {
    type State = Frame;
    type Context = MovingBoxesContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::ShapeA, ""),
        (Role::ShapeB, ""),
        (Role::Idle, ""),
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

    /// The name of the boxes includes the lines of endpoints if endpoints swap in this frame.
    fn role_names(&self, context: &MovingBoxesContext) -> Vec<(Role, String)> {
        Self::ROLE_NAMES
            .iter()
            .map(|(role, name)| match (role, context.boxes.has_fields()) {
                (Role::Member, true) => (*role, String::from("box, min endpoint")),
                (Role::Member, false) => {
                    let name = if context.has_bodies_inside() { "box and intervals" } else { "box and its intervals" };
                    (*role, name.to_owned())
                }
                _ => (*role, (*name).to_owned()),
            })
            .collect()
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { after, context, detail, end, .. } = &step;
        let ending_kind = end.map(|_| self.card.ending_kind(step.verdict));
        let pairs = shown_pairs(context, after, step.verdict);
        let swapped = matches!(after.last_action, Action::Swapped(_));
        let begun: Vec<Pair> = pairs.iter().filter(|(_, is_new)| *is_new).map(|(pair, _)| *pair).collect();
        let mut beats = beats::beats(context, after, ending_kind, &step.verdict.say, &begun);
        let left = context.totals.iter().sum::<u64>() - after.swap_count();
        let count = beats.len();
        for (i, beat) in beats.iter_mut().enumerate() {
            let last = i + 1 == count;
            beat.pictures = detail.full(|| {
                let look = &beat_look(context, after, swapped, last, &pairs);
                let mut pictures = Pictures::world(context.boxes.world(look, context.has_bodies_inside()));
                *pictures.edit(LANES.id) = context.boxes.on_own_scale().lanes(look);
                *pictures.edit(SWAP.id) = context.boxes.swap(look);
                // The cost is that of the frame, not of a swap.
                if !swapped {
                    *pictures.edit(COST.id) = context.chart().now(after.swap_count());
                }
                pictures
            });
            // The pairs of new bodies are unknown before the sweep.
            let swept = last || !matches!(after.last_action, Action::Inserted(_));
            let known: Vec<_> =
                pairs.iter().copied().filter(|(pair, _)| swept || context.boxes.was_there(*pair)).collect();
            // The effect of a swap is unknown before its beat.
            let known_by = if swapped && !last { step.before } else { after };
            beat.values =
                detail.full(|| beats::values(known_by, [after.swap_count(), left], swept, context.boxes.was_empty()));
            beat.tables = detail.full(|| tables::tables(context, after, &known));
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
    let now = match state.last_action {
        Action::Swapped(swap) => swap.pair(),
        _ => [u32::MAX; 2],
    };
    let mut pairs = context.log.pairs(state, found, |pair: &Pair| {
        state.pairs <= MAX_LISTED_PAIRS || pair.iter().any(|body| now.contains(body))
    });
    pairs.truncate(MAX_LISTED_PAIRS);
    pairs
}

/// Data of a beat for its pictures. `has_current_swap` says whether the step swaps endpoints, `is_effect_known` whether
/// its effect on the pairs is known.
fn beat_look(
    context: &MovingBoxesContext,
    state: &Frame,
    has_current_swap: bool,
    is_effect_known: bool,
    pairs: &[(Pair, bool)],
) -> Look {
    let done = context.log.swaps(state);
    let marked = &done[done.len().saturating_sub(MAX_MARKED_SWAPS)..];
    let (axis, near) = match state.last_action {
        Action::Swapped(swap) if has_current_swap => (Some(swap.axis), state.near.clone()),
        Action::Inserted(_) if is_effect_known => (Some(context.boxes.sweep_axis()), Vec::new()),
        _ => (None, Vec::new()),
    };
    let notes = context.totals.iter().map(|count| with_noun(*count, "swap")).collect();
    // Before the effect is known, a beginning pair is absent, and an ending one is present.
    let mut pairs = pairs.to_vec();
    if let (Action::Inserted(_), false) = (state.last_action, is_effect_known) {
        pairs.retain(|(pair, _)| context.boxes.was_there(*pair));
    }
    if let (Action::Swapped(swap), false) = (state.last_action, is_effect_known) {
        let pair = swap.pair();
        match swap.verdict {
            SwapEffect::Begins => pairs.retain(|(other, _)| *other != pair),
            SwapEffect::Ends => pairs.push((pair, false)),
            _ => {}
        }
    }
    let swept = is_effect_known || !matches!(state.last_action, Action::Inserted(_));
    let is_insertion = matches!(state.last_action, Action::Inserted(_));
    let count = swept.then_some(state.pairs);
    Look { axis, done: marked.to_vec(), has_current_swap, is_effect_known, near, pairs, count, notes, is_insertion }
}
