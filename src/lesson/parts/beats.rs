//! Sub-steps (beats) of the search for the closest parts of two bodies: sentences, values, tables and pictures. Parts
//! are the child shapes of a compound, the triangles of a mesh or the cells of a height field.

use super::super::{Beat, Detail, Event, Pictures, Row, Sentence, StopTest, Table, Value, Verdict, WORLD, say, symbol};
use super::context::{Bodies, SearchBody};
use super::states::{halves, popped_state, state_before_pruning};
use super::values::{pair_key, with_stated_values};
use super::{bounds, ending, icicle, world};
use crate::answer::number::count;
use crate::picture::{Picture, Role};
use crate::snapshot::parts::{NodePair, Outcome, Pruned, QueriedParts, Search};
use crate::step::Comparison;

/// Step of the search for the closest parts.
pub(super) struct ClosestPartsStep<'a> {
    /// Index of the step.
    pub number: usize,
    /// State before the step.
    pub before: &'a Search,
    /// State after the step.
    pub after: &'a Search,
    /// Outcome, if the search ended in this step.
    pub end: Option<Outcome>,
    pub context: &'a Bodies,
    /// Ends of the scale of the bounds, meters; `None` without a scale.
    pub ends: Option<[f64; 2]>,
    pub verdict: &'a Verdict,
    /// Requested amount of detail.
    pub detail: Detail,
}

pub(super) fn beats(step: &ClosestPartsStep<'_>) -> Vec<Beat> {
    let mut beats = Vec::new();
    if let Some(popped) = &step.after.popped {
        match (&step.after.queried, step.end) {
            (_, Some(_)) => beats.push(step.stop_beat(popped)),
            (Some(queried), None) => beats.extend(step.queried_parts_beats(popped, queried)),
            (None, None) => beats.extend(step.split_beats(popped)),
        }
    }
    if let Some(outcome) = step.end {
        beats.push(step.conclusion(outcome));
    }
    with_stated_values(beats, step.detail)
}

impl ClosestPartsStep<'_> {
    /// Beat of the listing's line `line`, with pictures and table of `state` and the popped pair.
    fn beat(&self, line: &'static str, say: Sentence, state: &Search, popped: Option<&NodePair>) -> Beat {
        self.beat_with(line, say, state, popped, &[])
    }

    /// Same as [`Self::beat`], with the halves of a split node highlighted.
    fn beat_with(
        &self,
        line: &'static str,
        say: Sentence,
        state: &Search,
        popped: Option<&NodePair>,
        halves: &[NodePair],
    ) -> Beat {
        let halves: Vec<[u32; 2]> = halves.iter().map(|half| half.nodes).collect();
        let pictures = self.detail.full(|| {
            let nodes = popped.map(|entry| entry.nodes);
            let boxes = world::picture_of_boxes(self.context, state, nodes, &halves, |world, best| {
                world::add_parts(world, self.context, best, Role::Closest);
            });
            let mut pictures = Pictures::world(boxes);
            *pictures.edit(icicle::TREE) = icicle::picture(self.context, state, nodes);
            let labels = bounds::BoundLabels {
                position: &|bound| bound,
                bound: &|bound| format!("≥ {}", self.context.bound(bound).text),
                limit: &|bound| self.context.length(bound).text,
                limit_name: "upper bound",
            };
            *pictures.edit(bounds::BOUNDS) = bounds::picture(self.context, state, popped, &halves, self.ends, &labels);
            pictures.facing(nodes.and_then(|nodes| self.context.focus(nodes, [])))
        });
        Beat {
            line,
            say,
            pictures,
            values: self.detail.full(|| upper(self.context, state.upper).into_iter().collect()),
            tables: self.detail.full(|| vec![self.table(state, popped)]),
            points: plot_points(state),
            event: None,
            stops: Vec::new(),
        }
    }

    /// Adds values to a beat in full detail.
    fn add_values(&self, beat: &mut Beat, values: impl FnOnce() -> Vec<Value>) {
        beat.values.extend(self.detail.full(values));
    }

    /// Lower bound of the distance of a pair of nodes.
    fn bound(&self, entry: &NodePair) -> Value {
        Value::of(symbol::BOUND, self.context.bound(entry.bound), pair_key(entry.nodes))
    }

    /// Upper bound of the distance; empty before the first query.
    fn upper(&self, upper: f64) -> Sentence {
        self::upper(self.context, upper).map_or_else(Sentence::default, Sentence::from)
    }

    /// Beat of the pair that the step takes from the queue.
    fn pop_beat(&self, popped: &NodePair) -> Beat {
        let pair = self.context.pair(popped.nodes);
        let say = match (self.number, self.before.upper.is_finite()) {
            (0, _) if popped.bound < 0.0 => say!(
                "The search begins with the boxes of {}, which overlap: their lower bound is {}.",
                pair,
                self.bound(popped)
            ),
            (0, _) => say!("The search begins with the boxes of {}, which are {} apart.", pair, self.bound(popped)),
            (_, true) => say!(
                "Of all queued pairs, {} have the least bound, {}. The upper bound is {}, so they may contain closer \
                 parts.",
                pair,
                self.bound(popped),
                self.upper(self.before.upper)
            ),
            (_, false) if self.context.is_rounding(popped.bound) => {
                say!(
                    "Of all queued pairs, {} have the least bound: their boxes touch. No upper bound is known yet.",
                    pair
                )
            }
            (_, false) if popped.bound < 0.0 => say!(
                "Of all queued pairs, {} have the least bound, {}: their boxes overlap. No upper bound is known yet.",
                pair,
                self.bound(popped)
            ),
            (_, false) => say!(
                "Of all queued pairs, {} have the least bound, {}. No upper bound is known yet.",
                pair,
                self.bound(popped)
            ),
        };
        let mut beat = self.beat("pop", say, &popped_state(self.before, self.after), Some(popped));
        beat.stops = self.stop_tests();
        beat
    }

    /// Test whether the popped pair's bound ends the search; empty while there is no upper bound.
    fn stop_tests(&self) -> Vec<StopTest> {
        let test = self.after.stop_test.filter(|test| test.right.is_finite());
        test.map(|test: Comparison<f64>| StopTest::new("Closest", "stop", "bound(a, b) ≥ upper", test))
            .into_iter()
            .collect()
    }

    /// Beat of the pair whose bound ends the search.
    fn stop_beat(&self, popped: &NodePair) -> Beat {
        let say = say!(
            "Of all queued pairs, {} have the least bound, {}. The upper bound is {}, so no queued pair can be closer.",
            self.context.pair(popped.nodes),
            self.bound(popped),
            self.upper(self.before.upper)
        );
        let mut beat = self.beat("stop", say, self.after, Some(popped));
        beat.stops = self.stop_tests();
        beat.event = Some(Event::Bound);
        beat
    }

    /// Beats of a step that queries or skips two parts.
    fn queried_parts_beats(&self, popped: &NodePair, queried: &QueriedParts) -> Vec<Beat> {
        let [a, b] = [0, 1].map(|i| self.context.part(i, queried.parts[i]));
        let pop_beat = self.pop_beat(popped);
        let Some(answer) = &queried.answer else { return vec![pop_beat, self.skipped_triangle(popped, queried)] };
        let signed_distance = answer.signed_distance.unwrap_or(0.5 * (answer.lower + answer.upper));
        let result = match signed_distance {
            d if self.context.is_rounding(d) => Sentence::from("touch: their distance is below rounding error"),
            d if d < 0.0 => say!("overlap by {}", self.distance(d)),
            d => say!("are {} apart", self.distance(d)),
        };
        let say = say!("The query of {} and {} shows that they {}.", &a, &b, result);
        let mut before_result = self.after.clone();
        before_result.best = self.before.best.filter(|best| best.parts != queried.parts);
        let mut query_beat = self.beat("ask", say, &before_result, Some(popped));
        // The query is about these two parts, not about boxes or earlier results.
        self.detail.full(|| {
            let mut tested = Picture::default();
            world::add_parts(&mut tested, self.context, queried, Role::Candidate);
            *query_beat.pictures.edit(WORLD) = tested;
        });
        query_beat.event = Some(Event::Support);
        let mut beats = vec![pop_beat, query_beat];
        if self.after.best.is_some_and(|best| best.parts == queried.parts) && self.after.upper < self.before.upper {
            let say = say!(
                "The closest parts so far are {} and {}, so the upper bound is {}. {}",
                a,
                b,
                self.upper(self.after.upper),
                self.excluded_pairs_sentence()
            );
            let mut best = self.beat("best", say, self.after, Some(popped));
            best.event = Some(Event::Bound);
            beats.push(best);
        }
        beats
    }

    /// Sentence on how many queued pairs the upper bound excludes.
    fn excluded_pairs_sentence(&self) -> Sentence {
        let queue = &self.after.queue;
        let beyond = queue.iter().filter(|entry| entry.bound >= self.after.upper).count();
        match (beyond, queue.len()) {
            (_, 0) => Sentence::from("The queue is empty."),
            (0, 1) => Sentence::from("The queued pair may be closer: its lower bound is below the upper bound."),
            (0, _) => Sentence::from("All queued pairs may be closer: their lower bounds are below the upper bound."),
            (excluded, queued) if excluded == queued => Sentence::from(
                "No lower bound of a queued pair is below the upper bound, so none of these pairs can be closer.",
            ),
            (1, _) => Sentence::from(
                "The lower bound of one queued pair is not below the upper bound, so that pair cannot be closer.",
            ),
            (excluded, _) => say!(
                "The lower bounds of {} queued pairs are not below the upper bound, so these pairs cannot be closer.",
                Value::number(symbol::PAIRS_BEYOND_BOUND, count(excluded))
            ),
        }
    }

    /// Distance or depth of two parts, from the signed distance, meters.
    fn distance(&self, signed: f64) -> Value {
        let symbol = if signed < 0.0 { symbol::DEPTH } else { symbol::GAP };
        Value::of(symbol, self.context.length(signed.abs()), "witness")
    }

    /// Beat of two parts that are skipped because the center of one body is behind a one-sided triangle of the other.
    fn skipped_triangle(&self, popped: &NodePair, queried: &QueriedParts) -> Beat {
        let behind = (0..2).find_map(|body| {
            let search_body: &SearchBody = &self.context.pair[body];
            let [middle, normal] = (search_body.front)(queried.parts[body])?;
            let height =
                (search_body.rotation * normal).dot(self.context.pair[1 - body].middle - search_body.world(middle));
            (height < 0.0).then_some((body, -height))
        });
        let (body, depth) = behind.unwrap_or((0, 0.0));
        let say = say!(
            "The center of {} is {} behind the plane of the one-sided {}, so the pair is skipped.",
            self.context.body(1 - body),
            Value::of(symbol::DEPTH_BEHIND_PLANE, self.context.length(depth), "behind"),
            self.context.part(body, queried.parts[body])
        );
        let mut beat = self.beat("left-out", say, self.after, Some(popped));
        self.detail.full(|| world::add_skipped_triangle(beat.pictures.edit(WORLD), self.context, queried.parts));
        beat.event = Some(Event::Warning);
        beat
    }

    /// Beats of a step that splits a node: the pair, its halves, and which of them are queued or pruned.
    fn split_beats(&self, popped: &NodePair) -> Vec<Beat> {
        let after = self.after;
        let first = self.pop_beat(popped);
        let removed = &after.pruned[after.pruned_before.min(after.pruned.len())..];
        let Some((body, halves)) = halves(self.before, after, popped) else {
            return vec![first, self.pruned_along_normal(popped, removed)];
        };
        let bounds = self.bounds_of(&halves);
        let named = halves
            .iter()
            .zip(&bounds)
            .map(|(half, bound)| say!("{} (lower bound {})", self.context.node_alone(body, half.nodes[body]), bound));
        let say = say!(
            "The box of {} is split into two: {}.",
            self.context.node(body, popped.nodes[body]),
            Sentence::list(named)
        );
        let split = self.beat_with("split", say, &state_before_pruning(after, removed), Some(popped), &halves);
        let (line, say) = match removed {
            [] => ("push", self.queueing_sentence()),
            [only] => {
                let pruned = halves.iter().position(|half| half.nodes == only.pair.nodes).unwrap_or(0);
                let other = halves.iter().find(|half| half.nodes != only.pair.nodes);
                let say = say!(
                    "{} is pruned: its bound, {}, is not below the upper bound, {}. The other half, {}, joins the queue.",
                    self.context.half(body, &only.pair),
                    &bounds[pruned],
                    self.upper(only.upper),
                    other.map_or_else(Sentence::default, |half| self.context.half(body, half))
                );
                ("prune", say)
            }
            [first, ..] => (
                "prune",
                say!(
                    "Both halves are pruned: their bounds {} are not below the upper bound {}.",
                    Sentence::list(bounds.iter().map(Sentence::from)),
                    self.upper(first.upper)
                ),
            ),
        };
        let mut last = self.beat_with(line, say, after, Some(popped), &halves);
        self.add_values(&mut last, || bounds);
        last.event = Some(if removed.is_empty() { Event::Reduction } else { Event::Silhouette });
        vec![first, split, last]
    }

    /// Beat of a pair that is pruned by its separation along the closest pair's normal, although the bound of its boxes
    /// is below the upper bound.
    fn pruned_along_normal(&self, popped: &NodePair, removed: &[Pruned]) -> Beat {
        let gap = removed.first().map_or(popped.bound, |pruned| pruned.pair.bound);
        let say = say!(
            "Along the line between the closest parts, {} are {} apart. The upper bound is {}, so they are pruned.",
            self.context.pair(popped.nodes),
            Value::of(symbol::GAP, self.context.length(gap), pair_key(popped.nodes)),
            self.upper(self.after.upper)
        );
        let mut beat = self.beat("along", say, self.after, None);
        // The pair is not current any more, but the sentence is about its boxes.
        self.detail.full(|| {
            let boxes = world::picture_of_boxes(self.context, self.after, None, &[popped.nodes], |_, _| {});
            beat.pictures.edit(WORLD).marks.extend(boxes.marks);
        });
        beat.event = Some(Event::Silhouette);
        beat
    }

    /// Sentence on the halves of a split node that both join the queue.
    fn queueing_sentence(&self) -> Sentence {
        if self.after.upper.is_finite() {
            say!(
                "Both bounds are below the upper bound {}, so both halves join the queue.",
                self.upper(self.after.upper)
            )
        } else {
            Sentence::from("Both halves join the queue: without an upper bound, no half can be pruned.")
        }
    }

    /// Lower bounds of the halves of a split node, in the order of `halves`.
    fn bounds_of(&self, halves: &[NodePair]) -> Vec<Value> {
        let symbols = [symbol::BOUND_OF_FIRST, symbol::BOUND_OF_SECOND].into_iter();
        symbols
            .zip(halves)
            .map(|(symbol, half)| Value::of(symbol, self.context.bound(half.bound), pair_key(half.nodes)))
            .collect()
    }

    fn conclusion(&self, outcome: Outcome) -> Beat {
        let mut beat = self.beat("end", Sentence::answer(&self.verdict.say), self.after, None);
        if let Some(pair) = self.verdict.pair() {
            let distance = pair.signed_distance;
            self.add_values(&mut beat, || distance.map(|distance| self.distance(distance)).into_iter().collect());
        }
        beat.event = Some(Event::Stop(ending(outcome).kind));
        beat
    }

    /// Table of the current pair, of the queued pairs by increasing bound, and of the pruned ones, the latest first; at
    /// most 40 of either.
    fn table(&self, state: &Search, popped: Option<&NodePair>) -> Table {
        const MAX_ROWS: usize = 40;
        let mut rows: Vec<Row> =
            popped.map(|entry| self.row(entry, String::from("current"), true)).into_iter().collect();
        rows.extend(state.queue.iter().take(MAX_ROWS).map(|entry| self.row(entry, String::from("queued"), false)));
        let pruned = state.pruned.iter().rev().take(MAX_ROWS);
        rows.extend(pruned.map(|pruned| {
            self.row(&pruned.pair, format!("pruned at {}", self.context.length(pruned.upper).text), false)
        }));
        Table { title: "Pairs of nodes", columns: vec!["pair", "bound", "state"], rows }
    }

    /// Row of a pair of nodes; `state` says what the search did with it.
    fn row(&self, entry: &NodePair, state: String, chosen: bool) -> Row {
        Row {
            cells: vec![self.context.pair_short(entry.nodes).into(), self.context.bound(entry.bound), state.into()],
            key: Some(pair_key(entry.nodes).into()),
            chosen,
        }
    }
}

/// Upper bound of the distance, meters; `None` before the first query, when `upper` is infinite.
fn upper(context: &Bodies, upper: f64) -> Option<Value> {
    upper.is_finite().then(|| Value::of(symbol::UPPER, context.length(upper), "upper"))
}

/// Capitalizes a sentence that begins with the kind of a part or a node, such as `triangle 7 of …`; names of bodies
/// keep their case.
pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| {
        if ["node", "triangle", "part", "cell", "segment"].iter().any(|kind| text.starts_with(kind)) {
            c.to_ascii_uppercase()
        } else {
            c
        }
    });
    first.into_iter().chain(letters).collect()
}

/// Plot points of a state: the upper bound (series 0) and the lower bound (series 1), meters, once they are finite.
fn plot_points(state: &Search) -> Vec<(usize, f64)> {
    let all = [(0, state.upper), (1, state.lower)];
    all.into_iter().filter(|(_, value)| value.is_finite()).collect()
}
