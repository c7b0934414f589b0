//! Sub-steps (beats) of tree searches for the first contact or for all contacts of two bodies made of parts. The search
//! is the same for both; a [`SearchKind`] supplies the texts, numbers and pictures that differ.

use glam::DVec3;

use super::bounds::{self, BoundLabels};
use super::context::Bodies;
use super::states::{halves, popped_state, state_before_pruning};
use super::values::{pair_key, with_stated_values};
use super::{PartsContext, ending, icicle, world};
use crate::answer::Shown;
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Choice, Detail, Event, Narration, Pictures, Row, Sentence, StopTest, Symbol, Table, Value, Verdict, WORLD,
    say, symbol,
};
use crate::picture::{Picture, Role};
use crate::snapshot::parts::{NodePair, Outcome, Pruned, QueriedParts, Search};

/// Kind of tree search: the texts, numbers and pictures of its bounds, of its pruning limit, and of its answers for two
/// parts. Bounds are the encoded numbers of the search's states.
pub(super) trait SearchKind: Send + Sync + 'static {
    /// Answer for two parts.
    type Answer: Clone + Send + Sync + 'static;

    /// Formula of the test that ends the search.
    const STOP_FORMULA: &'static str;

    /// Name of the line that marks the pruning limit.
    const LIMIT_NAME: &'static str;

    /// Symbol of the pruning limit.
    const LIMIT_SYMBOL: Symbol;

    /// Clause on the bound of two nodes, after `the boxes of … and …, which`; `key` is the mark id of the pair.
    fn bound_clause(&self, bodies: &Bodies, bound: f64, key: String) -> Sentence;

    /// Text of a bound in tables and at its mark.
    fn bound_text(&self, bodies: &Bodies, bound: f64) -> Shown;

    /// Sentence on why the popped pair is examined, after the clause on its bound.
    fn goal_sentence(&self, bodies: &Bodies, state: &Search<Self::Answer>) -> Sentence;

    /// Clause on the lower bound of a half of a node, after its name.
    fn half_bound_clause(&self, bodies: &Bodies, half: &NodePair, symbol: Symbol) -> Sentence {
        say!("lower bound {}", Value::of(symbol, self.bound_text(bodies, half.bound), pair_key(half.nodes)))
    }

    /// Reason for queueing both halves of a node, after their names; `upper` is the pruning limit, `other` the node of
    /// the other body.
    fn reason_for_queueing(&self, bodies: &Bodies, upper: f64, other: Sentence) -> Sentence;

    /// Reason for pruning one half of a node, after its name: the bound of `entry` against the pruning limit `upper`.
    fn reason_for_pruning(&self, bodies: &Bodies, entry: &NodePair, upper: f64) -> Sentence;

    /// Name of the ending that the stop test proves.
    fn proven_ending(&self, state: &Search<Self::Answer>) -> &'static str;

    /// Sentence on why no queued pair can change the result; `upper` is the pruning limit.
    fn reason_for_stopping(&self, bodies: &Bodies, upper: f64) -> Sentence;

    /// Clause on the answer for two parts, after their names.
    fn answer_clause(&self, bodies: &Bodies, answer: &Self::Answer) -> Sentence;

    /// Values of the answer for two parts.
    fn answer_values(&self, bodies: &Bodies, answer: &Self::Answer) -> Vec<Value>;

    /// Values of the answer over all pairs of parts.
    fn final_values(&self, bodies: &Bodies, answer: &Self::Answer, _verdict: &Verdict) -> Vec<Value> {
        self.answer_values(bodies, answer)
    }

    /// Beat on the effect of a tested pair on the result; `None` without one.
    fn result_beat(&self, bodies: &Bodies, before: &Search<Self::Answer>, after: &Search<Self::Answer>)
    -> Option<Beat>;

    /// Reason for skipping a one-sided triangle whose back faces body `other`, after the triangle's name.
    fn reason_for_skipping(&self, bodies: &Bodies, other: usize) -> Sentence;

    /// Both sides of the test that ends the search, as numbers in one unit; `None` if they are a time and a distance.
    fn comparable_numbers(&self, bound: f64, upper: f64) -> Option<[f64; 2]>;

    /// Adds two parts with their answer to a picture of the world, in the color of `role`.
    fn draw_parts(&self, picture: &mut Picture, bodies: &Bodies, queried: &QueriedParts<Self::Answer>, role: Role);

    /// Position of a bound on the scale of bounds, in the scale's unit; `f64::MAX` for a bound without a position, such
    /// as a miss on a scale of times.
    fn position_on_scale(&self, bound: f64) -> f64;

    /// Text at the line of the pruning limit; `None` if there is no limit yet.
    fn limit_text(&self, bodies: &Bodies, upper: f64) -> Option<String>;

    /// Pruning limit as a value; `None` if there is no limit yet.
    fn limit_value(&self, bodies: &Bodies, upper: f64) -> Option<Value> {
        let text = self.limit_text(bodies, upper)?;
        // A distance has no position on a scale of times.
        let is_drawn = upper.is_finite() && self.position_on_scale(upper) < f64::MAX;
        Some(if is_drawn {
            Value::of(Self::LIMIT_SYMBOL, text, "upper")
        } else {
            Value::number(Self::LIMIT_SYMBOL, text)
        })
    }

    /// Points of the picture of two parts that a figure must show, world.
    fn points_to_show(&self, bodies: &Bodies, queried: &QueriedParts<Self::Answer>) -> Vec<DVec3>;

    /// Plot points of a state: index of the series in the card, and value.
    fn plot_points(&self, state: &Search<Self::Answer>) -> Vec<(usize, f64)>;
}

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
    pub context: &'a PartsContext,
    pub kind: &'a T,
    pub verdict: &'a Verdict,
    /// Requested amount of detail.
    pub detail: Detail,
}

impl<'a, T: SearchKind> SearchStep<'a, T> {
    /// Takes the data of a step of a lesson.
    pub(super) fn of<N>(step: &Step<'a, N>, context: &'a PartsContext, kind: &'a T) -> Self
    where
        N: Narration<State = Search<T::Answer>>,
    {
        let Step { number, before, after, end, verdict, detail, .. } = *step;
        Self { number, before, after, end, context, kind, verdict, detail }
    }

    fn bodies(&self) -> &Bodies {
        &self.context.bodies
    }

    pub(super) fn beats(&self) -> Vec<Beat> {
        let mut beats = Vec::new();
        if let Some(popped) = &self.after.popped {
            match (&self.after.queried, self.end) {
                (_, Some(_)) => beats.push(self.stop_beat(popped)),
                (Some(queried), None) => beats.extend(self.queried_parts_beats(popped, queried)),
                (None, None) => beats.extend(self.split_beats(popped)),
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
        let say = match self.number {
            0 => say!("The search begins with the boxes of {}, which {}.", pair, clause),
            _ => {
                let goal = self.kind.goal_sentence(self.bodies(), self.before);
                say!("Next in the queue are the boxes of {}, which {}. {}", pair, clause, goal)
            }
        };
        let mut beat = self.beat("pop", say, &popped_state(self.before, self.after), Some(popped));
        beat.stops = self.stop_tests();
        beat
    }

    /// Test whether the popped pair's bound ends the search; empty if its sides cannot be compared as numbers.
    fn stop_tests(&self) -> Vec<StopTest> {
        let compared = self.after.stop_test.and_then(|test| {
            let [left, right] = self.kind.comparable_numbers(test.left, test.right)?;
            Some(crate::step::Comparison { left, right, ..test })
        });
        let name = self.kind.proven_ending(self.after);
        compared.map(|test| StopTest::new(name, "stop", T::STOP_FORMULA, test)).into_iter().collect()
    }

    /// Beat of the pair whose bound ends the search.
    fn stop_beat(&self, popped: &NodePair) -> Beat {
        let pair = self.bodies().pair(popped.nodes);
        let clause = self.clause(popped);
        let say = match self.number {
            0 => say!("The boxes of {} {}, so no part of one touches a part of the other.", pair, clause),
            _ => {
                let end = self.kind.reason_for_stopping(self.bodies(), self.before.upper);
                say!("Next in the queue are the boxes of {}, which {}. {}", pair, clause, end)
            }
        };
        let mut beat = self.beat("stop", say, self.after, Some(popped));
        beat.stops = self.stop_tests();
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
        let first = self.pop_beat(popped);
        let removed = &after.pruned[after.pruned_before.min(after.pruned.len())..];
        let Some((body, halves)) = halves(self.before, after, popped) else { return vec![first] };
        let bodies = self.bodies();
        let bounds = [symbol::BOUND_OF_FIRST, symbol::BOUND_OF_SECOND].into_iter();
        let bounds = bounds.zip(&halves).map(|(symbol, half)| self.kind.half_bound_clause(bodies, half, symbol));
        let named = halves
            .iter()
            .zip(bounds)
            .map(|(half, bound)| say!("{} ({})", bodies.node_alone(body, half.nodes[body]), bound));
        let node = bodies.node(body, popped.nodes[body]);
        let say = say!("The box of {} is split into two: {}.", node, Sentence::list(named));
        let split = self.beat_with("split", say, &state_before_pruning(after, removed), Some(popped), &halves);
        let (line, say) = self.queued_or_pruned(&halves, removed, popped, body);
        let mut last = self.beat_with(line, say, after, Some(popped), &halves);
        last.event = Some(if removed.is_empty() { Event::Reduction } else { Event::Silhouette });
        vec![first, split, last]
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

    fn conclusion(&self, outcome: Outcome) -> Beat {
        let mut beat = self.beat("end", Sentence::answer(&self.verdict.say), self.after, None);
        let answer = self.after.best.as_ref().and_then(|best| best.answer.as_ref());
        self.add_values(&mut beat, || {
            answer.map_or_else(Vec::new, |answer| self.kind.final_values(self.bodies(), answer, self.verdict))
        });
        beat.event = Some(Event::Stop(ending(outcome).kind));
        beat
    }

    /// Table of the current pair, the queued pairs by increasing bound, and the pruned ones, the latest first.
    fn table(&self, state: &Search<T::Answer>, popped: Option<&NodePair>) -> Table {
        const MAX_ROWS: usize = 40;
        let mut rows: Vec<Row> = popped.map(|entry| self.row(entry, "current", true)).into_iter().collect();
        rows.extend(state.queue.iter().take(MAX_ROWS).map(|entry| self.row(entry, "queued", false)));
        let pruned = state.pruned.iter().rev().take(MAX_ROWS).map(|pruned| &pruned.pair);
        rows.extend(pruned.map(|entry| self.row(entry, "pruned", false)));
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
