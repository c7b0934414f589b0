//! View of the bounds: a bar for the lower bound of each pair of nodes, and a line for the upper bound. Pairs to the
//! right of the line are pruned.

use contact_lens_model::snapshot::parts::{NodePair, Pruned, Search};
use contact_lens_picture::{Form, Picture, Role};

use super::context::Bodies;
use super::states::PrunedPairs;
use super::values::pair_key;
use crate::Recording;

/// Id of the view.
pub const BOUNDS: &str = "bounds";

/// Largest number of queued pairs that have a row. Pruned pairs fill the remaining ones of this number of rows.
const MAX_ROWS: usize = 4;

/// Number of pairs pruned by the step that always have a row: the halves of one node.
const MIN_PRUNED_ROWS: usize = 2;

/// Length of the scale beyond the final pruning limit, relative to its length before the limit.
const BEYOND_LIMIT: f64 = 1.6;

/// Least length before the limit that [`BEYOND_LIMIT`] counts, as a fraction of the range of bounds above the limit.
const BEYOND_PRUNED: f64 = 0.4;

/// Space at both ends of the scale, as a fraction of its length.
const PADDING: f64 = 0.06;

/// Least length of the scale, relative to the value of its lower end, so that rounding errors of bounds are invisible.
const MIN_RELATIVE_LENGTH: f64 = 0.5;

/// Length at the end of the scale, as a fraction of the scale, that shows a bar whose bound is beyond the scale.
const BEYOND_SCALE: f64 = 0.03;

/// Largest position of a bar where the scale has no ends: bounds without a position on the scale are `f64::MAX`.
const MAX_POSITION: f64 = 1.0e12;

/// Largest bound that the scale of a cast shows, as a multiple of the final result: much larger bounds would make the
/// result look like 0.
const MAX_OF_RESULT: f64 = 2.5;

/// Start and end of the scale of a cast, as multiples of the largest shown bound: slightly below 0 and above the bound.
const CAST_SCALE: [f64; 2] = [-0.06, 1.06];

/// Thickness of a bar, in rows.
const BAR_THICKNESS: f64 = 0.6;

/// Positions and texts of the bounds, which depend on the kind of search.
pub(super) struct BoundLabels<'a> {
    /// Position of a bound on the scale.
    pub position: &'a dyn Fn(f64) -> f64,
    /// Text in the bar of a bound.
    pub bound: &'a dyn Fn(f64) -> String,
    /// Text at the line of the pruning limit, given the limit.
    pub limit: &'a dyn Fn(f64) -> String,
    /// Name of the pruning limit.
    pub limit_name: &'a str,
}

/// Marks that are the same in every step: the scale, in `unit`.
pub(super) fn fixed_marks(ends: Option<[f64; 2]>, unit: &str) -> Picture {
    let mut picture = Picture::default();
    picture.add(Role::Grid, "scale", Form::Scale { unit: unit.to_owned(), decades: false, ends });
    picture
}

/// Ends of the scale, given the state `first` after the first step and the `last` state: from the least bound that is
/// shown to somewhat beyond the final pruning limit, near which most pairs are queued or pruned. `None` if all bounds
/// are equal or no end is finite.
pub(super) fn scale_ends<A>(first: &Search<A>, last: &Search<A>) -> Option<[f64; 2]> {
    let popped = first.popped.map_or(0.0, |entry| entry.bound);
    let pruned = last.pruned.iter().map(|pruned| pruned.pair.bound);
    let limit = if last.upper.is_finite() { last.upper } else { popped };
    let low = pruned.clone().fold(popped.min(last.lower).min(limit), f64::min);
    let low = if low.is_finite() { low } else { popped };
    let most = pruned.fold(last.upper.max(low), f64::max);
    let final_limit = if last.upper.is_finite() { last.upper } else { most };
    let before_limit = (final_limit - low).max(BEYOND_PRUNED * (most - final_limit));
    let high = most.min(final_limit + BEYOND_LIMIT * before_limit);
    // A single pair is not beyond the scale.
    let least_high = if last.pruned.len() <= 1 { popped } else { low };
    let high = high.max(low + MIN_RELATIVE_LENGTH * low.abs()).max(least_high);
    let padding = PADDING * (high - low);
    (high - low > 0.0 && high.is_finite()).then_some([low - padding, high + padding])
}

/// Ends of the scale of a cast, seconds or meters: from slightly below 0 to slightly above the largest bound, but at
/// most [`MAX_OF_RESULT`] times the final result. `None` if no bound is positive. `position` returns the position of a
/// bound on the scale, `f64::MAX` for a bound without one.
pub(super) fn scale_ends_by_position<A: Send + Sync + 'static>(
    recording: &dyn Recording<Search<A>>,
    position: impl Fn(f64) -> f64,
) -> Option<[f64; 2]> {
    let first = recording.state(1);
    let last = recording.last();
    let has_result = last.upper < f64::INFINITY;
    let mut bounds: Vec<f64> = last.pruned.iter().map(|pruned| pruned.pair.bound).collect();
    bounds.extend(first.popped.map(|pair| pair.bound));
    if !has_result {
        // Without a result nothing is pruned, so all popped pairs count.
        bounds.extend((1..=recording.steps()).filter_map(|step| recording.state(step).popped.map(|pair| pair.bound)));
    }
    let result = if has_result { position(last.upper) } else { 0.0 };
    let positions = bounds.into_iter().map(position).filter(|x| *x < f64::MAX);
    let largest = positions.fold(result, f64::max);
    let largest = largest.min(if result > 0.0 { MAX_OF_RESULT * result } else { f64::MAX });
    (largest > 0.0 && largest.is_finite()).then_some(CAST_SCALE.map(|multiple| multiple * largest))
}

/// Picture of the popped, queued and pruned pairs by increasing bound, and of the pruning limit. `halves` are the nodes
/// of a split pair, `scale` the ends of the scale; `None` for a scale that fits its content.
pub(super) fn picture<A>(
    context: &Bodies,
    state: &Search<A>,
    popped: Option<&NodePair>,
    halves: &[[u32; 2]],
    scale: Option<[f64; 2]>,
    labels: &BoundLabels<'_>,
) -> Picture {
    let mut picture = Picture::default();
    let rows = shown_pairs(state, popped, halves);
    if rows.is_empty() && !state.upper.is_finite() {
        let name = String::from("the queue is empty");
        picture.add(Role::Ghost, "none", Form::Entry { row: 0.5, name, note: String::new(), dot: false });
    }
    for (row, (role, pair)) in rows.iter().enumerate() {
        add_pair(&mut picture, context, row, *role, pair, scale, labels);
    }
    let mut bottom = rows.len() as f64;
    let pruned_count = other_pairs(&state.pruned, popped).count();
    let pair_count = state.queue.len() + pruned_count + usize::from(popped.is_some());
    if pair_count > rows.len() {
        let more = pair_count - rows.len();
        picture.lane(Role::Ghost, "more", [bottom, bottom + 1.0], format!("{more} more"));
        bottom += 1.0;
    }
    if state.upper.is_finite() && (labels.position)(state.upper) < f64::MAX {
        add_upper_bound(&mut picture, state.upper, bottom, labels);
    }
    picture
}

/// Pairs that have a row, by increasing bound, each with the role of its bar: popped, queued, pruned by the step, or
/// pruned before.
fn shown_pairs<A>(state: &Search<A>, popped: Option<&NodePair>, halves: &[[u32; 2]]) -> Vec<(Role, NodePair)> {
    let mut rows: Vec<(Role, NodePair)> = Vec::new();
    if let Some(popped) = popped {
        rows.push((Role::Simplex, *popped));
    }
    // The halves of the split node come before the other queued pairs.
    let (queued_halves, other_queued): (Vec<&NodePair>, Vec<&NodePair>) =
        state.queue.iter().partition(|pair| halves.contains(&pair.nodes));
    rows.extend(queued_halves.into_iter().chain(other_queued).take(MAX_ROWS).map(|pair| (Role::Bound, *pair)));
    let pruned = PrunedPairs::of(state);
    let latest = other_pairs(pruned.latest, popped).take(space_left(&rows).max(MIN_PRUNED_ROWS));
    rows.extend(latest.map(|pruned| (Role::Removed, pruned.pair)));
    let earlier = other_pairs(pruned.earlier, popped).rev().take(space_left(&rows));
    rows.extend(earlier.map(|pruned| (Role::Ghost, pruned.pair)));
    rows.sort_by(|(_, a), (_, b)| a.bound.total_cmp(&b.bound));
    rows
}

/// Adds a pair with its name and the bar of its bound in the row with the index `row`; the current pair's bar is solid.
fn add_pair(
    picture: &mut Picture,
    context: &Bodies,
    row: usize,
    role: Role,
    pair: &NodePair,
    scale: Option<[f64; 2]>,
    labels: &BoundLabels<'_>,
) {
    let is_current = role == Role::Simplex;
    let top = row as f64;
    let key = pair_key(pair.nodes);
    let lane = Form::Lane { rows: [top, top + 1.0], name: context.pair_short(pair.nodes), note: String::new() };
    picture.add(if is_current { Role::Axis } else { Role::Text }, key.clone(), lane);
    let position = (labels.position)(pair.bound);
    // A bar that begins beyond the scale is shown at its end.
    let start = match scale {
        Some([low, high]) => position.min(high - BEYOND_SCALE * (high - low)),
        None => position.min(MAX_POSITION),
    };
    let mut text = (labels.bound)(pair.bound);
    if scale.is_some_and(|[_, high]| position > high && position < f64::MAX) {
        text.push_str(", off the scale");
    }
    let bar = Form::Interval {
        ends: [start, f64::INFINITY],
        row: top + 0.5,
        thickness: BAR_THICKNESS,
        solid: is_current,
        text,
    };
    picture.add(role, key, bar);
}

/// Adds the line of the upper bound across all rows, and its name and value in the row that begins at `bottom`.
fn add_upper_bound(picture: &mut Picture, upper: f64, bottom: f64, labels: &BoundLabels<'_>) {
    picture.lane(Role::Upper, "upper", [bottom, bottom + 1.0], labels.limit_name);
    let position = (labels.position)(upper);
    picture.add(Role::Upper, "upper", Form::Band { ends: [position; 2], rows: [0.0, bottom + 1.0] });
    let middle = glam::DVec3::new(position, bottom + 0.5, 0.0);
    picture.label(Role::Upper, "upper", middle, (labels.limit)(upper));
}

/// Pruned pairs except the popped one, which has its row already.
fn other_pairs<'a>(pruned: &'a [Pruned], popped: Option<&'a NodePair>) -> impl DoubleEndedIterator<Item = &'a Pruned> {
    pruned.iter().filter(move |pruned| popped.is_none_or(|entry| entry.nodes != pruned.pair.nodes))
}

/// Number of rows that are still free.
fn space_left(rows: &[(Role, NodePair)]) -> usize {
    MAX_ROWS.saturating_sub(rows.len())
}
