//! Sub-steps (beats) of the search for the closest parts of two bodies: values, tables and pictures. Parts are the
//! child shapes of a compound, the triangles of a mesh or the cells of a height field.

use contact_lens_model::snapshot::parts::{NodePair, Outcome, Pruned, QueriedParts, Search};
use contact_lens_picture::{Picture, Role};

use super::super::{Beat, Detail, Event, Pictures, Row, Sentence, StopTest, Table, Value, Verdict, WORLD, say, symbol};
use super::context::Bodies;
use super::states::{PrunedPairs, popped_state, split_halves, state_before_pruning};
use super::values::{pair_key, with_stated_values};
use super::{LOWER_CURVE, UPPER_CURVE, bounds, ending, icicle, world};

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
    /// Bodies of the search.
    pub context: &'a Bodies,
    /// Ends of the scale of the bounds, meters; `None` without a scale.
    pub ends: Option<[f64; 2]>,
    /// Answer of the search.
    pub verdict: &'a Verdict,
    /// Requested amount of detail.
    pub detail: Detail,
}

/// Beats of a step.
pub(super) fn beats(step: &ClosestPartsStep<'_>) -> Vec<Beat> {
    let mut beats = Vec::new();
    if let Some(popped) = &step.after.popped {
        if step.end.is_some() {
            beats.push(step.stop_beat(popped));
        } else if let Some(queried) = &step.after.queried {
            beats.extend(step.queried_parts_beats(popped, queried));
        } else {
            beats.extend(step.split_beats(popped));
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
            inner: None,
            line,
            say,
            pictures,
            values: self.detail.full(|| self.upper_value(state.upper).into_iter().collect()),
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
    pub(super) fn bound(&self, entry: &NodePair) -> Value {
        Value::of(symbol::BOUND, self.context.bound(entry.bound), pair_key(entry.nodes))
    }

    /// Upper bound of the distance, meters, as a value; `None` before the first query, when `upper` is infinite.
    fn upper_value(&self, upper: f64) -> Option<Value> {
        upper.is_finite().then(|| Value::of(symbol::UPPER, self.context.length(upper), "upper"))
    }

    /// Upper bound of the distance in a sentence; empty before the first query, when `upper` is infinite.
    pub(super) fn upper(&self, upper: f64) -> Sentence {
        self.upper_value(upper).map_or_else(Sentence::default, Sentence::from)
    }

    /// Beat of the pair that the step takes from the queue.
    fn pop_beat(&self, popped: &NodePair) -> Beat {
        let say = self.pop_sentence(popped);
        let mut beat = self.beat("pop", say, &popped_state(self.before, self.after), Some(popped));
        beat.stops.extend(self.stop_test());
        beat
    }

    /// Test whether the popped pair's bound ends the search; `None` while there is no upper bound.
    fn stop_test(&self) -> Option<StopTest> {
        let test = self.after.stop_test.filter(|test| test.right.is_finite())?;
        Some(StopTest::new("Closest", "stop", "bound(a, b) ≥ upper", test))
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
        beat.stops.extend(self.stop_test());
        beat.event = Some(Event::Bound);
        beat
    }

    /// Beats of a step that queries or skips two parts.
    fn queried_parts_beats(&self, popped: &NodePair, queried: &QueriedParts) -> Vec<Beat> {
        let [a, b] = [0, 1].map(|i| self.context.part(i, queried.parts[i]));
        let pop_beat = self.pop_beat(popped);
        let Some(answer) = &queried.answer else { return vec![pop_beat, self.skipped_triangle(popped, queried)] };
        let signed_distance = answer.signed_distance.unwrap_or(0.5 * (answer.lower + answer.upper));
        let say = say!("The query of {} and {} shows that they {}.", &a, &b, self.distance_clause(signed_distance));
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

    /// Distance or depth of two parts as a value, given the signed distance, meters.
    pub(super) fn distance(&self, signed: f64) -> Value {
        let symbol = if signed < 0.0 { symbol::DEPTH } else { symbol::GAP };
        Value::of(symbol, self.context.length(signed.abs()), "witness")
    }

    /// Beat of two parts that are skipped because the center of one body is behind a one-sided triangle of the other.
    fn skipped_triangle(&self, popped: &NodePair, queried: &QueriedParts) -> Beat {
        let [a, b] = &self.context.pair;
        let depth_behind_a = a.depth_behind_triangle(queried.parts[0], b.middle);
        let depth_behind_b = b.depth_behind_triangle(queried.parts[1], a.middle);
        // The body with the triangle, and the depth of the other body's center behind it.
        let (body, depth) = match (depth_behind_a, depth_behind_b) {
            (Some(depth), _) => (0, depth),
            (None, Some(depth)) => (1, depth),
            (None, None) => (0, 0.0),
        };
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
        let pop_beat = self.pop_beat(popped);
        let removed = PrunedPairs::of(after).latest;
        let Some((body, halves)) = split_halves(self.before, after, popped) else {
            return vec![pop_beat, self.pruned_along_normal(popped, removed)];
        };
        let bounds = self.bounds_of(&halves);
        let named_halves = halves
            .iter()
            .zip(&bounds)
            .map(|(half, bound)| say!("{} (lower bound {})", self.context.half(body, half), bound));
        let say = say!(
            "The box of {} is split into two: {}.",
            self.context.node(body, popped.nodes[body]),
            Sentence::list(named_halves)
        );
        let split_beat = self.beat_with("split", say, &state_before_pruning(after, removed), Some(popped), &halves);
        let (line, event, say) = match removed {
            [] => ("push", Event::Reduction, self.queueing_sentence(body, &halves)),
            [only] => ("prune", Event::Silhouette, self.pruned_half_sentence(body, only, &halves, &bounds)),
            [first, ..] => {
                let bounds = Sentence::list(bounds.iter().map(Sentence::from));
                let say = say!(
                    "Both {} are pruned: their bounds {} are not below the upper bound {}.",
                    Sentence::list(halves.iter().map(|half| self.context.half(body, half))),
                    bounds,
                    self.upper(first.upper)
                );
                ("prune", Event::Silhouette, say)
            }
        };
        let mut result_beat = self.beat_with(line, say, after, Some(popped), &halves);
        self.add_values(&mut result_beat, || bounds);
        result_beat.event = Some(event);
        vec![pop_beat, split_beat, result_beat]
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
        // The picture has no current pair any more, but the sentence is about the boxes of this one.
        self.detail.full(|| {
            let boxes = world::picture_of_boxes(self.context, self.after, None, &[popped.nodes], |_, _| {});
            beat.pictures.edit(WORLD).marks.extend(boxes.marks);
        });
        beat.event = Some(Event::Silhouette);
        beat
    }

    /// Lower bounds of the halves of a split node, in the order of `halves`.
    fn bounds_of(&self, halves: &[NodePair]) -> Vec<Value> {
        let symbols = [symbol::BOUND_OF_FIRST, symbol::BOUND_OF_SECOND].into_iter();
        symbols
            .zip(halves)
            .map(|(symbol, half)| Value::of(symbol, self.context.bound(half.bound), pair_key(half.nodes)))
            .collect()
    }

    /// Beat of the answer at the end of the search.
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
        let mut rows = Vec::new();
        if let Some(popped) = popped {
            rows.push(self.row(popped, String::from("current"), true));
        }
        for queued in state.queue.iter().take(MAX_ROWS) {
            rows.push(self.row(queued, String::from("queued"), false));
        }
        for pruned in state.pruned.iter().rev().take(MAX_ROWS) {
            let text = format!("pruned at {}", self.context.length(pruned.upper).text);
            rows.push(self.row(&pruned.pair, text, false));
        }
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

/// Plot points of a state: the upper and the lower bound, meters, if they are finite.
fn plot_points(state: &Search) -> Vec<(usize, f64)> {
    let mut points = vec![(UPPER_CURVE, state.upper), (LOWER_CURVE, state.lower)];
    points.retain(|(_, bound)| bound.is_finite());
    points
}
