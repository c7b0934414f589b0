//! Lesson of sweep and prune, which finds overlapping boxes with sorted lists of their endpoints. The lesson shows one
//! frame: each step swaps two neighboring endpoints in a list, and the swap may begin or end a pair of boxes.

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

use contact_lens_model::answer::number::with_noun;
use contact_lens_model::answer::{Finding, PairsFinding};
use contact_lens_model::snapshot::sweep_and_prune::{Action, Frame, FrameResult, Outcome, Pair, Verdict as SwapEffect};
use contact_lens_picture::{Form, Role, Solid};

use self::moving_boxes::{CurrentPair, Look, MovingBoxes, Rows};
use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, Card, Choice, Context, Ending, Lesson, Level, Narrated, Narration, Pictures, PlotAxis, Recording,
    Scenery, Series, SourceFile, Verdict, View, WORLD,
};
pub use cost::{Chart, SwapCount, all_pairs};
pub use frames::FrameSwaps;
pub use frames::strip;
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

/// Card of the lesson with a title and the views of space or of the plane.
const fn card(title: &'static str, views: &'static [View]) -> Card {
    Card {
        id: "sweep_and_prune",
        title,
        summary: "Which bounding boxes overlap, and what has changed since the last frame?",
        sources: &["Van den Bergen 2003, 5.3", "Ericson 2005, 7.5.1"],
        listing: include_str!("../engine/dim3/sweep_and_prune/listing.txt"),
        code: &[SourceFile {
            path: "src/engine/source/dim3/sweep_and_prune/stepper.rs",
            text: include_str!("../engine/dim3/sweep_and_prune/stepper.rs"),
        }],
        views,
        plot_over: PlotAxis::Step,
        series: SERIES,
        endings: ENDINGS,
    }
}

/// Series of the plot over the steps.
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
    /// Boxes of the frame and of the previous one.
    boxes: MovingBoxes,
    /// Swaps of the frame.
    log: Log,
    /// Number of swaps on each axis.
    totals: Vec<u64>,
    /// Number of boxes of the frame.
    box_count: usize,
    /// Number of swaps of the frame, on all axes.
    swap_count: u64,
    /// Returns the swap counts of the chart, which it computes on its first call.
    swap_counts: fn() -> &'static [SwapCount],
    /// Bodies outside of the query, and the bodies in the boxes.
    scenery: Scenery,
    /// Marks that are the same in all steps, made when they are first needed.
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl MovingBoxesContext {
    /// Whether boxes are drawn as edges, because bodies other than boxes are inside.
    fn has_bodies_inside(&self) -> bool {
        !self.scenery.pictures.of(WORLD).marks.is_empty()
    }

    /// Chart of the swaps over the number of boxes.
    fn chart(&self) -> Chart<'static> {
        Chart::new((self.swap_counts)(), self.box_count, self.swap_count)
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
            *pictures.edit(LANES.id) = self.boxes.on_lane_scale().fixed_lane_marks();
            *pictures.edit(COST.id) = self.chart().fixed_marks();
            *pictures.edit(TIME.id) = clock::fixed_marks(self.totals.len(), self.box_count);
            Arc::new(Backdrop { pictures })
        }))
    }
}

/// Lesson of a recorded frame with its log, its `result` and the names of the bodies. `rows` are the rows of the
/// bodies' bars; `swap_counts` returns the chart's swap counts, which it computes on its first call.
pub fn lesson(
    recording: Box<dyn Recording<Frame>>,
    log: Log,
    verdict: Verdict,
    (result, names): (FrameResult, Arc<[String]>),
    rows: Arc<Rows>,
    scenery: Scenery,
    swap_counts: fn() -> &'static [SwapCount],
) -> Box<dyn Lesson> {
    let axes = result.axes;
    let totals = result.swaps;
    let box_count = result.boxes.iter().flatten().count();
    let swap_count = totals.iter().sum();
    let boxes = MovingBoxes::new(names, &totals, [result.previous_boxes, result.boxes], rows);
    let (log, levels) = log.finish();
    let context = MovingBoxesContext {
        boxes,
        log,
        totals,
        box_count,
        swap_count,
        swap_counts,
        scenery,
        backdrop: OnceLock::new(),
    };
    let card = if axes == 2 { &CARD_IN_PLANE } else { &CARD };
    Box::new(Narrated { recording, context, verdict, narration: Sorting { card, levels } })
}

/// Returns the verdict of a frame.
pub fn verdict(result: FrameResult, outcome: Outcome, names: Arc<[String]>) -> Verdict {
    let FrameResult { axes, boxes, previous_boxes, pairs, began, ended, swaps } = result;
    let result = PairsFinding { names, axes, boxes, previous_boxes, pairs, began, ended, swaps };
    let iterations = u32::try_from(result.swap_count()).unwrap_or(u32::MAX);
    let say = beats::ending(&result, outcome);
    Verdict { outcome: ending(outcome).name, say, iterations, finding: Finding::Pairs(result) }
}

/// Largest number of swaps that keep a mark in the picture; of more, the latest ones do.
const MAX_MARKED_SWAPS: usize = 600;

/// Largest number of pairs that are drawn and listed; with more, only those with a body of the swap are.
const MAX_LISTED_PAIRS: usize = 200;

/// Narration of the swaps, along 2 or 3 axes.
struct Sorting {
    /// Description of the lesson in space or in the plane.
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
        let name_of_boxes = if context.boxes.has_fields() {
            "box, min endpoint"
        } else if context.has_bodies_inside() {
            "box and intervals"
        } else {
            "box and its intervals"
        };
        let mut names = Vec::new();
        for (role, name) in Self::ROLE_NAMES {
            let name = if *role == Role::Member { name_of_boxes } else { *name };
            names.push((*role, name.to_owned()));
        }
        names
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { after, context, detail, end, .. } = &step;
        let ending_kind = end.map(|_| self.card.ending_kind(step.verdict));
        let pairs = shown_pairs(context, after, step.verdict);
        let begun: Vec<Pair> = pairs.iter().filter(|pair| pair.is_new).map(|pair| pair.pair).collect();
        let mut beats = beats::beats(context, after, ending_kind, &step.verdict.say, &begun);
        let is_swap = matches!(after.last_action, Action::Swapped(_));
        let is_insertion = matches!(after.last_action, Action::Inserted(_));
        let swaps = SwapProgress { done: after.swap_count(), total: context.swap_count };
        let count = beats.len();
        for (i, beat) in beats.iter_mut().enumerate() {
            // The last beat of a step shows the effect of the swap, or the pairs that the sweep finds.
            let is_last = i + 1 == count;
            beat.pictures = detail.full(|| beat_pictures(context, after, is_last, &pairs));
            // The pairs of new bodies are unknown before the sweep.
            let has_swept = is_last || !is_insertion;
            let mut known_pairs = pairs.clone();
            if !has_swept {
                known_pairs.retain(|pair| context.boxes.was_there(pair.pair));
            }
            // The effect of a swap is unknown before its beat.
            let counts = if is_swap && !is_last { step.before } else { after };
            beat.values = detail.full(|| beats::values(counts, swaps, has_swept, context.boxes.was_empty()));
            beat.tables = detail.full(|| tables::tables(context, after, &known_pairs));
            if is_last {
                beat.points = vec![(0, after.pairs as f64), (1, swaps.remaining() as f64)];
            }
        }
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::swap_question(step.context, step.after, beats).into_iter().collect()
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The first frame has no lists to sort, but reserves the space of their level.
    fn most_levels(&self) -> usize {
        1
    }
}

/// Number of swaps of a frame up to a step.
#[derive(Clone, Copy)]
struct SwapProgress {
    /// Number of swaps up to the step.
    done: u64,
    /// Number of swaps of the whole frame.
    total: u64,
}

impl SwapProgress {
    /// Number of swaps that follow in the frame.
    fn remaining(self) -> u64 {
        self.total - self.done
    }
}

/// Pairs that are drawn and listed in a state, in order.
fn shown_pairs(context: &MovingBoxesContext, state: &Frame, verdict: &Verdict) -> Vec<CurrentPair> {
    let Finding::Pairs(result) = &verdict.finding else { return Vec::new() };
    let bodies_of_swap = match state.last_action {
        Action::Swapped(swap) => Some(swap.pair()),
        _ => None,
    };
    let mut pairs = context.log.pairs(state, result, |pair: &Pair| {
        let has_body_of_swap = bodies_of_swap.is_some_and(|bodies| pair.iter().any(|body| bodies.contains(body)));
        state.pairs <= MAX_LISTED_PAIRS || has_body_of_swap
    });
    pairs.truncate(MAX_LISTED_PAIRS);
    pairs
}

/// Pictures of a beat in all views. `pairs` are the pairs after the step.
fn beat_pictures(context: &MovingBoxesContext, state: &Frame, is_last: bool, pairs: &[CurrentPair]) -> Pictures {
    let look = &beat_look(context, state, is_last, pairs);
    let mut pictures = Pictures::world(context.boxes.world(look, context.has_bodies_inside()));
    *pictures.edit(LANES.id) = context.boxes.on_lane_scale().lanes(look);
    *pictures.edit(SWAP.id) = context.boxes.swap(look);
    // The cost is that of the frame, not of a swap.
    if !look.has_current_swap {
        *pictures.edit(COST.id) = context.chart().now(state.swap_count());
    }
    pictures
}

/// Data of a beat for its pictures. `is_effect_known` says whether the effect of the step on the pairs is known.
fn beat_look(context: &MovingBoxesContext, state: &Frame, is_effect_known: bool, pairs: &[CurrentPair]) -> Look {
    let done = context.log.swaps(state);
    let marked = &done[done.len().saturating_sub(MAX_MARKED_SWAPS)..];
    let mut look = Look {
        done: marked.to_vec(),
        is_effect_known,
        pairs: pairs.to_vec(),
        count: Some(state.pairs),
        notes: context.totals.iter().map(|count| with_noun(*count, "swap")).collect(),
        ..Look::default()
    };
    match state.last_action {
        Action::Swapped(swap) => {
            look.has_current_swap = true;
            look.axis = Some(swap.axis);
            look.near = state.near.clone();
            if !is_effect_known {
                let pair = swap.pair();
                // Before the effect is known, a beginning pair is absent, and an ending one is present.
                match swap.verdict {
                    SwapEffect::Begins => look.pairs.retain(|other| other.pair != pair),
                    SwapEffect::Ends => look.pairs.push(CurrentPair { pair, is_new: false }),
                    SwapEffect::SameKind | SwapEffect::Apart(_) | SwapEffect::Began | SwapEffect::NoPair => {}
                }
            }
        }
        Action::Inserted(_) => {
            look.is_insertion = true;
            if is_effect_known {
                look.axis = Some(context.boxes.sweep_axis());
            } else {
                // The sweep, which finds the pairs of the new boxes, follows.
                look.pairs.retain(|other| context.boxes.was_there(other.pair));
                look.count = None;
            }
        }
        Action::Start | Action::Removed(_) | Action::Written | Action::Sorted => {}
    }
    look
}
