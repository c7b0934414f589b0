//! Sub-steps (beats) of tree searches for the first contact or for all contacts of two bodies made of parts. [`Asking`]
//! supplies the meaning of bounds and of pruning; this module narrates the search.

use glam::DVec3;

use super::bounds::{self, Ink};
use super::context::Bodies;
use super::states::{halves, popped_state, waiting};
use super::values::{pair_key, with_said};
use super::{PartsContext, ending, icicle, world};
use crate::answer::Shown;
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Choice, Detail, Event, Narration, Pictures, Row, Sentence, StopTest, Symbol, Table, Value, Verdict, WORLD,
    say, symbol,
};
use crate::picture::{Picture, Role};
use crate::snapshot::parts::{NodePair, Outcome, Pruned, QueriedParts, Search};

/// Texts, numbers and pictures of one kind of tree search: its bounds, its pruning, and the answers for two parts.
pub(super) trait Asking: Send + Sync + 'static {
    /// Answer for two parts.
    type Answer: Clone + Send + Sync + 'static;

    /// Formula of the test that ends the search.
    const STOP: &'static str;

    /// Name of the line that marks the pruning limit.
    const LINE: &'static str;

    /// Symbol of the pruning limit.
    const LIMIT: Symbol;

    /// Clause on the bound of two nodes, after `the boxes of … and …, which`; `key` is the mark id of the pair.
    fn clause(&self, bodies: &Bodies, bound: f64, key: String) -> Sentence;

    /// Text of a bound in tables and at its mark.
    fn shown(&self, bodies: &Bodies, bound: f64) -> Shown;

    /// Sentence on the goal of the search in the queue.
    fn goal(&self, bodies: &Bodies, state: &Search<Self::Answer>) -> Sentence;

    /// Clause on the lower bound of a half of a node, after its name.
    fn bound_of_half(&self, bodies: &Bodies, half: &NodePair, symbol: Symbol) -> Sentence {
        say!("lower bound {}", Value::of(symbol, self.shown(bodies, half.bound), pair_key(half.nodes)))
    }

    /// Reason for queueing both halves of a node, after their names; `upper` is the pruning limit, `other` the node of
    /// the other body.
    fn reason_for_queueing(&self, bodies: &Bodies, upper: f64, other: Sentence) -> Sentence;

    /// Reason for pruning one half of a node, after its name: the bound of `entry` against the pruning limit `upper`.
    fn pruned(&self, bodies: &Bodies, entry: &NodePair, upper: f64) -> Sentence;

    /// Name of the ending that the stop test proves.
    fn ending(&self, state: &Search<Self::Answer>) -> &'static str;

    /// Sentence on the reason why no queued pair can matter.
    fn nothing_left(&self, bodies: &Bodies, upper: f64) -> Sentence;

    /// Clause on the answer for two parts, after their names.
    fn answered(&self, bodies: &Bodies, answer: &Self::Answer) -> Sentence;

    /// Values of the answer for two parts.
    fn numbers(&self, bodies: &Bodies, answer: &Self::Answer) -> Vec<Value>;

    /// Values of the answer over all pairs of parts.
    fn concluded(&self, bodies: &Bodies, answer: &Self::Answer, _verdict: &Verdict) -> Vec<Value> {
        self.numbers(bodies, answer)
    }

    /// Beat on the effect of a tested pair on the result; `None` without one.
    fn kept(&self, bodies: &Bodies, before: &Search<Self::Answer>, after: &Search<Self::Answer>) -> Option<Beat>;

    /// Reason for skipping a one-sided triangle whose back faces body `other`, after the triangle's name.
    fn reason_for_skipping(&self, bodies: &Bodies, other: usize) -> Sentence;

    /// Both sides of the test that ends the search, if they are comparable numbers.
    fn compared(&self, bound: f64, upper: f64) -> Option<[f64; 2]>;

    /// Adds two parts with their answer to a picture of the world, in the ink of `role`.
    fn draw(&self, picture: &mut Picture, bodies: &Bodies, asked: &QueriedParts<Self::Answer>, role: Role);

    /// Position of a bound on the scale of bounds; `f64::MAX` for one that has none, as a miss on a scale of times.
    fn place(&self, bound: f64) -> f64;

    /// Text at the line of the pruning limit; `None` if there is no limit yet.
    fn upper(&self, bodies: &Bodies, upper: f64) -> Option<String>;

    /// Pruning limit; `None` if there is none yet.
    fn limit(&self, bodies: &Bodies, upper: f64) -> Option<Value> {
        let text = self.upper(bodies, upper)?;
        // A distance has no position on a scale of times.
        let is_drawn = upper.is_finite() && self.place(upper) < f64::MAX;
        Some(if is_drawn { Value::of(Self::LIMIT, text, "upper") } else { Value::number(Self::LIMIT, text) })
    }

    /// Points of the picture of two parts that a figure must show, world.
    fn shown_points(&self, bodies: &Bodies, asked: &QueriedParts<Self::Answer>) -> Vec<DVec3>;

    /// Plot points of a state: index of the series in the card, and value.
    fn points(&self, state: &Search<Self::Answer>) -> Vec<(usize, f64)>;
}

/// Step of a search, with the texts of its kind.
pub(super) struct Seen<'a, T: Asking> {
    /// Index of the step.
    pub number: usize,
    /// State before the step.
    pub before: &'a Search<T::Answer>,
    /// State after the step.
    pub after: &'a Search<T::Answer>,
    /// Outcome, if the search ended in this step.
    pub end: Option<Outcome>,
    pub context: &'a PartsContext,
    /// Texts of this kind of search.
    pub asking: &'a T,
    /// Answer with its proof.
    pub verdict: &'a Verdict,
    /// Requested amount of detail.
    pub detail: Detail,
}

impl<'a, T: Asking> Seen<'a, T> {
    /// Step of a search from a step of its lesson.
    pub(super) fn of<N>(step: &Step<'a, N>, context: &'a PartsContext, asking: &'a T) -> Self
    where
        N: Narration<State = Search<T::Answer>>,
    {
        let Step { number, before, after, end, verdict, detail, .. } = *step;
        Self { number, before, after, end, context, asking, verdict, detail }
    }

    /// Bodies of the search.
    fn bodies(&self) -> &Bodies {
        &self.context.bodies
    }

    /// Beats of the step.
    pub(super) fn beats(&self) -> Vec<Beat> {
        let mut beats = Vec::new();
        if let Some(popped) = &self.after.popped {
            match (&self.after.queried, self.end) {
                (_, Some(_)) => beats.push(self.stop(popped)),
                (Some(asked), None) => beats.extend(self.tested_parts(popped, asked)),
                (None, None) => beats.extend(self.split(popped)),
            }
        }
        if let Some(outcome) = self.end {
            beats.push(self.conclusion(outcome));
        }
        with_said(beats, self.detail)
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
            values: self.detail.full(|| self.asking.limit(self.bodies(), state.upper).into_iter().collect()),
            tables: self.detail.full(|| vec![self.table(state, popped)]),
            points: self.asking.points(state),
            event: None,
            stops: Vec::new(),
        }
    }

    /// Pictures of all views in a state.
    fn pictures(&self, state: &Search<T::Answer>, popped: Option<&NodePair>, halves: &[NodePair]) -> Pictures {
        let bodies = self.bodies();
        let nodes = popped.map(|entry| entry.nodes);
        let halves: Vec<[u32; 2]> = halves.iter().map(|half| half.nodes).collect();
        let mut world = world::boxes(bodies, state, nodes, &halves);
        for asked in state.best.iter().chain(&state.all) {
            self.asking.draw(&mut world, bodies, asked, Role::Closest);
        }
        let mut pictures = Pictures::world(world);
        *pictures.edit(icicle::TREE) = icicle::picture(bodies, state, nodes);
        let ink = Ink {
            place: &|bound| self.asking.place(bound),
            text: &|bound| self.asking.shown(bodies, bound).text,
            upper: &|bound| self.asking.upper(bodies, bound).unwrap_or_default(),
            name: T::LINE,
        };
        *pictures.edit(bounds::BOUNDS) = bounds::picture(bodies, state, popped, &halves, self.context.ends, &ink);
        let asked = self.after.queried.iter().flat_map(|asked| self.asking.shown_points(bodies, asked));
        pictures.facing(nodes.and_then(|nodes| bodies.focus(nodes, asked)))
    }

    /// Adds values to a beat, in full detail only.
    fn add_values(&self, beat: &mut Beat, values: impl FnOnce() -> Vec<Value>) {
        beat.values.extend(self.detail.full(values));
    }

    /// Clause on the bound of a queued pair.
    fn clause(&self, entry: &NodePair) -> Sentence {
        self.asking.clause(self.bodies(), entry.bound, pair_key(entry.nodes))
    }

    /// Beat of the pair that the step takes from the queue.
    fn pop(&self, popped: &NodePair) -> Beat {
        let pair = self.bodies().pair(popped.nodes);
        let clause = self.clause(popped);
        let say = match self.number {
            0 => say!("The search begins with the boxes of {}, which {}.", pair, clause),
            _ => {
                let goal = self.asking.goal(self.bodies(), self.before);
                say!("Next in the queue are the boxes of {}, which {}. {}", pair, clause, goal)
            }
        };
        let mut beat = self.beat("pop", say, &popped_state(self.before, self.after), Some(popped));
        beat.stops = self.test();
        beat
    }

    /// Test whether the popped pair ends the search.
    fn test(&self) -> Vec<StopTest> {
        let compared = self.after.stop_test.and_then(|test| {
            let [left, right] = self.asking.compared(test.left, test.right)?;
            Some(crate::step::Comparison { left, right, ..test })
        });
        let name = self.asking.ending(self.after);
        compared.map(|test| StopTest::new(name, "stop", T::STOP, test)).into_iter().collect()
    }

    /// Beat of the pair whose bound ends the search.
    fn stop(&self, popped: &NodePair) -> Beat {
        let pair = self.bodies().pair(popped.nodes);
        let clause = self.clause(popped);
        let say = match self.number {
            0 => say!("The boxes of {} {}, so no part of one touches a part of the other.", pair, clause),
            _ => {
                let end = self.asking.nothing_left(self.bodies(), self.before.upper);
                say!("Next in the queue are the boxes of {}, which {}. {}", pair, clause, end)
            }
        };
        let mut beat = self.beat("stop", say, self.after, Some(popped));
        beat.stops = self.test();
        beat.event = Some(Event::Bound);
        beat
    }

    /// Beats of two parts that were tested or skipped.
    fn tested_parts(&self, popped: &NodePair, asked: &QueriedParts<T::Answer>) -> Vec<Beat> {
        let bodies = self.bodies();
        let [a, b] = [0, 1].map(|i| bodies.part(i, asked.parts[i]));
        let first = self.pop(popped);
        let Some(answer) = &asked.answer else { return vec![first, self.skipped_triangle(popped, asked)] };
        let say = say!("One convex query tests {} and {}: they {}.", a, b, self.asking.answered(bodies, answer));
        let mut shown = self.after.clone();
        shown.best = self.before.best.clone();
        shown.all = self.before.all.clone();
        let mut ask = self.beat("ask", say, &shown, Some(popped));
        // The query is about these two parts, not about boxes or earlier results.
        self.detail.full(|| {
            let mut tested = Picture::default();
            self.asking.draw(&mut tested, bodies, asked, Role::Candidate);
            *ask.pictures.edit(WORLD) = tested;
        });
        self.add_values(&mut ask, || self.asking.numbers(bodies, answer));
        ask.event = Some(Event::Support);
        let Some(kept) = self.asking.kept(bodies, self.before, self.after) else { return vec![first, ask] };
        let mut kept = Beat { event: Some(Event::Bound), ..self.beat(kept.line, kept.say, self.after, Some(popped)) };
        self.add_values(&mut kept, || self.asking.numbers(bodies, answer));
        vec![first, ask, kept]
    }

    /// Beat of a one-sided triangle whose back faces the other body. If both are one-sided, A's is named, whichever
    /// faces away.
    fn skipped_triangle(&self, popped: &NodePair, asked: &QueriedParts<T::Answer>) -> Beat {
        let bodies = self.bodies();
        let body = usize::from((bodies.pair[0].front)(asked.parts[0]).is_none());
        let part = bodies.part(body, asked.parts[body]);
        let reason = self.asking.reason_for_skipping(bodies, 1 - body);
        let say = say!("The one-sided {} {}, so the pair is skipped.", part, reason);
        let mut beat = self.beat("left-out", say, self.after, Some(popped));
        self.detail.full(|| world::add_skipped_triangle(beat.pictures.edit(WORLD), bodies, asked.parts));
        beat.event = Some(Event::Warning);
        beat
    }

    /// Beats of a split node: the pair, its halves, and which of them are queued or pruned.
    fn split(&self, popped: &NodePair) -> Vec<Beat> {
        let after = self.after;
        let first = self.pop(popped);
        let removed = &after.pruned[after.pruned_before.min(after.pruned.len())..];
        let Some((body, halves)) = halves(self.before, after, popped) else { return vec![first] };
        let bodies = self.bodies();
        let bounds = [symbol::BOUND_OF_FIRST, symbol::BOUND_OF_SECOND].into_iter();
        let bounds = bounds.zip(&halves).map(|(symbol, half)| self.asking.bound_of_half(bodies, half, symbol));
        let named = halves
            .iter()
            .zip(bounds)
            .map(|(half, bound)| say!("{} ({})", bodies.node_alone(body, half.nodes[body]), bound));
        let node = bodies.node(body, popped.nodes[body]);
        let say = say!("The box of {} is split into two: {}.", node, Sentence::list(named));
        let split = self.beat_with("split", say, &waiting(after, removed), Some(popped), &halves);
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
                let reason = self.asking.reason_for_queueing(bodies, self.after.upper, other);
                ("push", say!("Both halves of {}, {}, {} and join the queue.", node, names, reason))
            }
            [one] => {
                let reason = self.asking.pruned(bodies, &one.pair, one.upper);
                let other = halves.iter().find(|half| half.nodes != one.pair.nodes);
                let other = other.map_or_else(Sentence::default, |half| bodies.half(body, half));
                let pruned = bodies.half(body, &one.pair);
                ("prune", say!("{} is pruned: it {}. The other half, {}, joins the queue.", pruned, reason, other))
            }
            [one, ..] => {
                let reason = self.asking.pruned(bodies, &one.pair, one.upper);
                let half = bodies.half(body, &one.pair);
                ("prune", say!("Both halves of {}, {}, are pruned: {} {}.", node, names, half, reason))
            }
        }
    }

    /// Beat of the answer.
    fn conclusion(&self, outcome: Outcome) -> Beat {
        let mut beat = self.beat("end", Sentence::answer(&self.verdict.say), self.after, None);
        let answer = self.after.best.as_ref().and_then(|best| best.answer.as_ref());
        self.add_values(&mut beat, || {
            answer.map_or_else(Vec::new, |answer| self.asking.concluded(self.bodies(), answer, self.verdict))
        });
        beat.event = Some(Event::Stop(ending(outcome).kind));
        beat
    }

    /// Table of the current pair, of the queued pairs by increasing bound, and of the pruned ones, the latest first; at
    /// most 40 of either.
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
                self.asking.shown(self.bodies(), entry.bound),
                state.into(),
            ],
            key: Some(pair_key(entry.nodes).into()),
            chosen,
        }
    }

    /// Quiz question of a step that splits a node: which half can be pruned? `None` without a pruning limit, and for
    /// steps that test parts.
    pub(super) fn choice(&self, beats: &[Beat]) -> Option<Choice> {
        let before = self.before;
        let after = self.after;
        let upper = self.asking.upper(self.bodies(), before.upper)?;
        if after.queried.is_some() {
            return None;
        }
        let question = format!("The {} is {upper}. Which half can be pruned?", T::LINE);
        super::choice::halves(self.bodies(), before, after, beats, question)
    }
}
