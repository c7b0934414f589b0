//! Sub-steps (beats) of tree searches for the first contact or for all contacts of two bodies made of parts. The search
//! is the same for both; a [`SearchKind`] supplies the texts, numbers and pictures that differ.

use contact_lens_model::snapshot::parts::{NodePair, Outcome, Pruned, QueriedParts, Search};
use contact_lens_model::step::Comparison;
use contact_lens_picture::{Picture, Role};

use super::bounds::{self, BoundLabels};
use super::context::Bodies;
use super::search_kind::SearchKind;
use super::states::{PrunedPairs, popped_state, split_halves, state_before_pruning};
use super::values::{pair_key, with_stated_values};
use super::{PartsContext, ending, icicle, world};
use crate::recorded::narrated::Step;
use crate::{
    Beat, Choice, Detail, Event, Narration, Pictures, Row, Sentence, StopTest, Table, Value, Verdict, WORLD, say,
    symbol,
};

/// Step of a search of the kind `T`.
pub(super) struct SearchStep<'a, T: SearchKind> {
    /// Index of the step.
    pub number: usize,
    /// State before the step.
    pub before: &'a Search<T::Answer>,
    /// State after the step.
    pub after: &'a Search<T::Answer>,
    /// Outcome, if the search ended in this step.
    pub end: Option<Outcome>,
    /// Data that is the same in all steps.
    pub context: &'a PartsContext,
    /// Texts, numbers and pictures of this kind of search.
    pub kind: &'a T,
    /// Answer of the search.
    pub verdict: &'a Verdict,
    /// Requested amount of detail.
    pub detail: Detail,
}

impl<'a, T: SearchKind> SearchStep<'a, T> {
    /// Step of a lesson as a step of a search of this kind.
    pub(super) fn of<N>(step: &Step<'a, N>, context: &'a PartsContext, kind: &'a T) -> Self
    where
        N: Narration<State = Search<T::Answer>>,
    {
        let Step { number, before, after, end, verdict, detail, .. } = *step;
        Self { number, before, after, end, context, kind, verdict, detail }
    }

    /// Bodies of the search.
    fn bodies(&self) -> &Bodies {
        &self.context.bodies
    }

    /// Beats of the step.
    pub(super) fn beats(&self) -> Vec<Beat> {
        let mut beats = Vec::new();
        if let Some(popped) = &self.after.popped {
            if self.end.is_some() {
                beats.push(self.stop_beat(popped));
            } else if let Some(queried) = &self.after.queried {
                beats.extend(self.queried_parts_beats(popped, queried));
            } else {
                beats.extend(self.split_beats(popped));
            }
        }
        if let Some(outcome) = self.end {
            beats.push(self.conclusion(outcome));
        }
        with_stated_values(beats, self.detail)
    }

    /// Beat of the listing's line `line`, with pictures and table of `state` and the popped pair.
    fn beat(&self, line: &'static str, say: Sentence, state: &Search<T::Answer>, popped: Option<&NodePair>) -> Beat {
        self.beat_with(line, say, state, popped, &[])
    }

    /// Same as [`Self::beat`], with the halves of a split node highlighted.
    fn beat_with(
        &self,
        line: &'static str,
        say: Sentence,
        state: &Search<T::Answer>,
        popped: Option<&NodePair>,
        halves: &[NodePair],
    ) -> Beat {
        Beat {
            inner: None,
            line,
            say,
            pictures: self.detail.full(|| self.pictures(state, popped, halves)),
            values: self.detail.full(|| self.kind.limit_value(self.bodies(), state.upper).into_iter().collect()),
            tables: self.detail.full(|| vec![self.table(state, popped)]),
            points: self.kind.plot_points(state),
            event: None,
            stops: Vec::new(),
        }
    }

    /// Pictures of all views in a state.
    fn pictures(&self, state: &Search<T::Answer>, popped: Option<&NodePair>, halves: &[NodePair]) -> Pictures {
        let bodies = self.bodies();
        let nodes = popped.map(|entry| entry.nodes);
        let halves: Vec<[u32; 2]> = halves.iter().map(|half| half.nodes).collect();
        let world = world::picture_of_boxes(bodies, state, nodes, &halves, |world, queried| {
            self.kind.draw_parts(world, bodies, queried, Role::Closest);
        });
        let mut pictures = Pictures::world(world);
        *pictures.edit(icicle::TREE) = icicle::picture(bodies, state, nodes);
        let labels = BoundLabels {
            position: &|bound| self.kind.position_on_scale(bound),
            bound: &|bound| self.kind.bound_text(bodies, bound).text,
            limit: &|bound| self.kind.limit_text(bodies, bound).unwrap_or_default(),
            limit_name: T::LIMIT_NAME,
        };
        *pictures.edit(bounds::BOUNDS) = bounds::picture(bodies, state, popped, &halves, self.context.ends, &labels);
        let queried = self.after.queried.iter().flat_map(|queried| self.kind.points_to_show(bodies, queried));
        pictures.facing(nodes.and_then(|nodes| bodies.focus(nodes, queried)))
    }

    /// Adds values to a beat, in full detail only.
    fn add_values(&self, beat: &mut Beat, values: impl FnOnce() -> Vec<Value>) {
        beat.values.extend(self.detail.full(values));
    }

    /// Clause on the bound of a queued pair.
    fn clause(&self, entry: &NodePair) -> Sentence {
        self.kind.bound_clause(self.bodies(), entry.bound, pair_key(entry.nodes))
    }

    /// Beat of the pair that the step takes from the queue.
    fn pop_beat(&self, popped: &NodePair) -> Beat {
        let pair = self.bodies().pair(popped.nodes);
        let clause = self.clause(popped);
        let say = if self.number == 0 {
            say!("The search begins with the boxes of {}, which {}.", pair, clause)
        } else {
            let goal = self.kind.goal_sentence(self.bodies(), self.before);
            say!("Next in the queue are the boxes of {}, which {}. {}", pair, clause, goal)
        };
        let mut beat = self.beat("pop", say, &popped_state(self.before, self.after), Some(popped));
        beat.stops.extend(self.stop_test());
        beat
    }

    /// Test whether the popped pair's bound ends the search; `None` if its sides cannot be compared as numbers.
    fn stop_test(&self) -> Option<StopTest> {
        let test = self.after.stop_test?;
        let [left, right] = self.kind.comparable_numbers(test.left, test.right)?;
        let name = self.kind.proven_ending(self.after);
        Some(StopTest::new(name, "stop", T::STOP_FORMULA, Comparison { left, right, ..test }))
    }

    /// Beat of the pair whose bound ends the search.
    fn stop_beat(&self, popped: &NodePair) -> Beat {
        let pair = self.bodies().pair(popped.nodes);
        let clause = self.clause(popped);
        let say = if self.number == 0 {
            say!("The boxes of {} {}, so no part of one touches a part of the other.", pair, clause)
        } else {
            let reason = self.kind.reason_for_stopping(self.bodies(), self.before.upper);
            say!("Next in the queue are the boxes of {}, which {}. {}", pair, clause, reason)
        };
        let mut beat = self.beat("stop", say, self.after, Some(popped));
        beat.stops.extend(self.stop_test());
        beat.event = Some(Event::Bound);
        beat
    }

    /// Beats of a step that queries or skips two parts.
    fn queried_parts_beats(&self, popped: &NodePair, queried: &QueriedParts<T::Answer>) -> Vec<Beat> {
        let bodies = self.bodies();
        let [a, b] = [0, 1].map(|i| bodies.part(i, queried.parts[i]));
        let pop_beat = self.pop_beat(popped);
        let Some(answer) = &queried.answer else { return vec![pop_beat, self.skipped_triangle(popped, queried)] };
        let say = say!("The query of {} and {} shows that they {}.", a, b, self.kind.answer_clause(bodies, answer));
        // The state with the query, but without its effect on the result.
        let mut before_result = self.after.clone();
        before_result.best = self.before.best.clone();
        before_result.all = self.before.all.clone();
        let mut query_beat = self.beat("ask", say, &before_result, Some(popped));
        // The query is about these two parts, not about boxes or earlier results.
        self.detail.full(|| {
            let mut tested = Picture::default();
            self.kind.draw_parts(&mut tested, bodies, queried, Role::Candidate);
            *query_beat.pictures.edit(WORLD) = tested;
        });
        self.add_values(&mut query_beat, || self.kind.answer_values(bodies, answer));
        query_beat.event = Some(Event::Support);
        let mut beats = vec![pop_beat, query_beat];
        if let Some(Beat { line, say, .. }) = self.kind.result_beat(bodies, self.before, self.after) {
            let mut result = Beat { event: Some(Event::Bound), ..self.beat(line, say, self.after, Some(popped)) };
            self.add_values(&mut result, || self.kind.answer_values(bodies, answer));
            beats.push(result);
        }
        beats
    }

    /// Beat of a one-sided triangle whose back faces the other body. If both are one-sided, A's is named, whichever
    /// faces away.
    fn skipped_triangle(&self, popped: &NodePair, queried: &QueriedParts<T::Answer>) -> Beat {
        let bodies = self.bodies();
        let body = usize::from((bodies.pair[0].front)(queried.parts[0]).is_none());
        let part = bodies.part(body, queried.parts[body]);
        let reason = self.kind.reason_for_skipping(bodies, 1 - body);
        let say = say!("The one-sided {} {}, so the pair is skipped.", part, reason);
        let mut beat = self.beat("left-out", say, self.after, Some(popped));
        self.detail.full(|| world::add_skipped_triangle(beat.pictures.edit(WORLD), bodies, queried.parts));
        beat.event = Some(Event::Warning);
        beat
    }

    /// Beats of a split node: the pair, its halves, and which of them are queued or pruned.
    fn split_beats(&self, popped: &NodePair) -> Vec<Beat> {
        let after = self.after;
        let pop_beat = self.pop_beat(popped);
        let removed = PrunedPairs::of(after).latest;
        let Some((body, halves)) = split_halves(self.before, after, popped) else { return vec![pop_beat] };
        let bodies = self.bodies();
        let symbols = [symbol::BOUND_OF_FIRST, symbol::BOUND_OF_SECOND];
        let named_halves = symbols.into_iter().zip(&halves).map(|(symbol, half)| {
            let bound = self.kind.half_bound_clause(bodies, half, symbol);
            say!("{} ({})", bodies.half(body, half), bound)
        });
        let node = bodies.node(body, popped.nodes[body]);
        let say = say!("The box of {} is split into two: {}.", node, Sentence::list(named_halves));
        let split_beat = self.beat_with("split", say, &state_before_pruning(after, removed), Some(popped), &halves);
        let (line, say) = self.queued_or_pruned(&halves, removed, popped, body);
        let mut result_beat = self.beat_with(line, say, after, Some(popped), &halves);
        result_beat.event = Some(if removed.is_empty() { Event::Reduction } else { Event::Silhouette });
        vec![pop_beat, split_beat, result_beat]
    }

    /// Line of the listing and sentence on the halves of a split node of `body`; the step pruned those in `removed`.
    fn queued_or_pruned(
        &self,
        halves: &[NodePair],
        removed: &[Pruned],
        popped: &NodePair,
        body: usize,
    ) -> (&'static str, Sentence) {
        let bodies = self.bodies();
        let node = bodies.node(body, popped.nodes[body]);
        let names = Sentence::list(halves.iter().map(|half| bodies.half(body, half)));
        match removed {
            [] => {
                let other = bodies.node(1 - body, popped.nodes[1 - body]);
                let reason = self.kind.reason_for_queueing(bodies, self.after.upper, other);
                ("push", say!("Both halves of {}, {}, {} and join the queue.", node, names, reason))
            }
            [only] => {
                let reason = self.kind.reason_for_pruning(bodies, &only.pair, only.upper);
                let other = halves.iter().find(|half| half.nodes != only.pair.nodes);
                let other = other.map_or_else(Sentence::default, |half| bodies.half(body, half));
                let pruned = bodies.half(body, &only.pair);
                ("prune", say!("{} is pruned: it {}. The other half, {}, joins the queue.", pruned, reason, other))
            }
            [first, ..] => {
                let reason = self.kind.reason_for_pruning(bodies, &first.pair, first.upper);
                let half = bodies.half(body, &first.pair);
                ("prune", say!("Both halves of {}, {}, are pruned: {} {}.", node, names, half, reason))
            }
        }
    }

    /// Beat of the answer at the end of the search.
    fn conclusion(&self, outcome: Outcome) -> Beat {
        let mut beat = self.beat("end", Sentence::answer(&self.verdict.say), self.after, None);
        let answer = self.after.best.as_ref().and_then(|best| best.answer.as_ref());
        self.add_values(&mut beat, || {
            answer.map_or_else(Vec::new, |answer| self.kind.final_values(self.bodies(), answer, self.verdict))
        });
        beat.event = Some(Event::Stop(ending(outcome).kind));
        beat
    }

    /// Table of the current pair, of the queued pairs by increasing bound, and of the pruned ones, the latest first; at
    /// most 40 of either.
    fn table(&self, state: &Search<T::Answer>, popped: Option<&NodePair>) -> Table {
        const MAX_ROWS: usize = 40;
        let mut rows = Vec::new();
        if let Some(popped) = popped {
            rows.push(self.row(popped, "current", true));
        }
        for queued in state.queue.iter().take(MAX_ROWS) {
            rows.push(self.row(queued, "queued", false));
        }
        for pruned in state.pruned.iter().rev().take(MAX_ROWS) {
            rows.push(self.row(&pruned.pair, "pruned", false));
        }
        Table { title: "Pairs of nodes", columns: vec!["pair", "bound", "state"], rows }
    }

    /// Row of a pair of nodes; `state` says what the search did with it.
    fn row(&self, entry: &NodePair, state: &'static str, chosen: bool) -> Row {
        Row {
            cells: vec![
                self.bodies().pair_short(entry.nodes).into(),
                self.kind.bound_text(self.bodies(), entry.bound),
                state.into(),
            ],
            key: Some(pair_key(entry.nodes).into()),
            chosen,
        }
    }

    /// Quiz question of a step that splits a node: which half can be pruned? `None` without a pruning limit, and for
    /// steps that test parts.
    pub(super) fn half_to_prune(&self, beats: &[Beat]) -> Option<Choice> {
        let before = self.before;
        let after = self.after;
        let upper = self.kind.limit_text(self.bodies(), before.upper)?;
        if after.queried.is_some() {
            return None;
        }
        let question = format!("The {} is {upper}. Which half can be pruned?", T::LIMIT_NAME);
        super::choice::question_on_halves(self.bodies(), before, after, beats, question)
    }
}
