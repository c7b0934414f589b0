//! Sub-steps (beats) of tree searches for the first contact or for all contacts of two bodies made of parts. [`Asking`]
//! supplies the meaning of bounds and of pruning; this module narrates the search.

use super::beats::{capitalized, popped_state};
use super::bounds::{self, Ink};
use super::context::{Bodies, SearchBody};
use super::values::{counts, pair_key, without_missing_marks};
use super::{PartsContext, ending, icicle, world};
use crate::answer::Shown;
use crate::answer::number::count;
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Choice, Detail, Event, Narration, Pictures, Row, StopTest, Symbol, Table, Value, Verdict, WORLD, symbol,
};
use crate::picture::{Picture, Role};
use crate::snapshot::parts::{Entry, Outcome, Pruned, QueriedParts, Search};

/// Query of a tree search: texts and pictures of its bounds and answers.
pub(super) trait Asking: Send + Sync + 'static {
    type Answer: Clone + Send + Sync + 'static;

    /// Formula of the test that ends the search.
    const STOP: &'static str;

    /// Name of the line that marks the pruning limit.
    const LINE: &'static str;

    /// Symbol of the pruning limit.
    const LIMIT: Symbol;

    /// Clause on the bound of two nodes, after `their boxes`.
    fn clause(&self, bodies: &Bodies, bound: f64) -> String;

    /// Short text of a bound.
    fn shown(&self, bodies: &Bodies, bound: f64) -> Shown;

    /// Sentence on the goal of the search in the queue.
    fn goal(&self, bodies: &Bodies, state: &Search<Self::Answer>) -> String;

    /// Reason for queueing both halves of a node, after `Both halves`.
    fn reason_for_queueing(&self, bodies: &Bodies, upper: f64) -> String;

    /// Reason for pruning a node with this bound, after its name.
    fn pruned(&self, bodies: &Bodies, bound: f64, upper: f64) -> String;

    /// Sentence on the reason why no queued pair can matter.
    fn nothing_left(&self, bodies: &Bodies, upper: f64) -> String;

    /// Clause on the answer for two parts, after their names.
    fn answered(&self, bodies: &Bodies, answer: &Self::Answer) -> String;

    /// Values of the answer for two parts.
    fn numbers(&self, bodies: &Bodies, answer: &Self::Answer) -> Vec<Value>;

    /// Values of the answer over all pairs of parts.
    fn concluded(&self, bodies: &Bodies, answer: &Self::Answer, _verdict: &Verdict) -> Vec<Value> {
        self.numbers(bodies, answer)
    }

    /// Effect of a tested pair on the result: the line of the listing, and a sentence.
    fn kept(
        &self,
        bodies: &Bodies,
        before: &Search<Self::Answer>,
        after: &Search<Self::Answer>,
    ) -> (&'static str, String);

    /// Reason for skipping a one-sided triangle, after its name.
    fn reason_for_skipping(&self, other: &SearchBody) -> String;

    /// Both sides of the test that ends the search, if they are comparable numbers.
    fn compared(&self, bound: f64, upper: f64) -> Option<[f64; 2]>;

    fn draw(&self, picture: &mut Picture, bodies: &Bodies, asked: &QueriedParts<Self::Answer>, role: Role);

    /// Position of a bound on the scale.
    fn place(&self, bound: f64) -> f64;

    /// Text at the line of the pruning limit; `None` if it has no position.
    fn upper(&self, bodies: &Bodies, upper: f64) -> Option<String>;

    fn points(&self, state: &Search<Self::Answer>) -> Vec<(usize, f64)>;
}

pub(super) struct Seen<'a, K: Asking> {
    pub number: usize,
    pub before: &'a Search<K::Answer>,
    pub after: &'a Search<K::Answer>,
    pub end: Option<Outcome>,
    pub context: &'a PartsContext,
    pub asking: &'a K,
    pub verdict: &'a Verdict,
    pub detail: Detail,
}

impl<'a, K: Asking> Seen<'a, K> {
    /// View of a step from the narration's step.
    pub(super) fn of<N>(step: &Step<'a, N>, context: &'a PartsContext, asking: &'a K) -> Self
    where
        N: Narration<State = Search<K::Answer>>,
    {
        let Step { number, before, after, end, verdict, detail, .. } = *step;
        Self { number, before, after, end, context, asking, verdict, detail }
    }

    fn bodies(&self) -> &Bodies {
        &self.context.bodies
    }

    pub(super) fn beats(&self) -> Vec<Beat> {
        let mut beats = Vec::new();
        if let Some(popped) = &self.after.popped {
            match (&self.after.asked, self.end) {
                (_, Some(_)) => beats.push(self.stop(popped)),
                (Some(asked), None) => beats.extend(self.tested_parts(popped, asked)),
                (None, None) => beats.extend(self.split(popped)),
            }
        }
        if let Some(outcome) = self.end {
            beats.push(self.conclusion(outcome));
        }
        without_missing_marks(beats)
    }

    fn beat(&self, line: &'static str, say: String, state: &Search<K::Answer>, popped: Option<&Entry>) -> Beat {
        Beat {
            line,
            say: say.into(),
            pictures: self.detail.full(|| self.pictures(state, popped)),
            values: self.detail.full(|| self.values(state)),
            tables: self.detail.full(|| vec![self.table(state, popped)]),
            points: self.asking.points(state),
            event: None,
            stops: Vec::new(),
        }
    }

    fn pictures(&self, state: &Search<K::Answer>, popped: Option<&Entry>) -> Pictures {
        let bodies = self.bodies();
        let nodes = popped.map(|entry| entry.nodes);
        let mut world = world::boxes(bodies, state, nodes);
        for asked in state.best.iter().chain(&state.all) {
            self.asking.draw(&mut world, bodies, asked, Role::Closest);
        }
        let mut pictures = Pictures::world(world);
        *pictures.edit(icicle::TREE) = icicle::picture(bodies, state, nodes);
        let ink = Ink {
            place: &|bound| self.asking.place(bound),
            text: &|bound| self.asking.shown(bodies, bound).text,
            upper: &|bound| self.asking.upper(bodies, bound).unwrap_or_default(),
            name: K::LINE,
        };
        *pictures.edit(bounds::BOUNDS) = bounds::picture(bodies, state, popped, self.context.ends, &ink);
        pictures
    }

    fn more(&self, beat: &mut Beat, values: impl FnOnce() -> Vec<Value>) {
        beat.values.extend(self.detail.full(values));
    }

    fn clause(&self, bound: f64) -> String {
        self.asking.clause(self.bodies(), bound)
    }

    fn text(&self, bound: f64) -> String {
        self.asking.shown(self.bodies(), bound).text
    }

    fn pop(&self, popped: &Entry) -> Beat {
        let pair = self.bodies().pair_name(popped.nodes);
        let clause = self.clause(popped.bound);
        let say = match self.number {
            0 => format!("{pair} come first, as whole bodies: their boxes {clause}."),
            _ => {
                let goal = self.asking.goal(self.bodies(), self.before);
                format!("{} come next: their boxes {clause}. {goal}", capitalized(&pair))
            }
        };
        let mut beat = self.beat("pop", say, &popped_state(self.before, self.after), Some(popped));
        beat.stops = self.test();
        beat
    }

    fn test(&self) -> Vec<StopTest> {
        let compared = self.after.tested.and_then(|test| {
            let [left, right] = self.asking.compared(test.left, test.right)?;
            Some(crate::step::Comparison { left, right, ..test })
        });
        let name = if self.after.all.is_empty() { "Closest" } else { "Contacts" };
        compared.map(|test| StopTest::new(name, "stop", K::STOP, test)).into_iter().collect()
    }

    fn stop(&self, popped: &Entry) -> Beat {
        let say = format!(
            "{} come next: their boxes {}. {}",
            capitalized(&self.bodies().pair_name(popped.nodes)),
            self.clause(popped.bound),
            self.asking.nothing_left(self.bodies(), self.before.upper),
        );
        let mut beat = self.beat("stop", say, self.after, Some(popped));
        beat.stops = self.test();
        beat.event = Some(Event::Bound);
        beat
    }

    /// Beats of two parts that were tested or skipped.
    fn tested_parts(&self, popped: &Entry, asked: &QueriedParts<K::Answer>) -> Vec<Beat> {
        let bodies = self.bodies();
        let [a, b] = [0, 1].map(|i| bodies.pair[i].named.part(asked.parts[i]));
        let first = self.pop(popped);
        let Some(answer) = &asked.answer else { return vec![first, self.skipped_triangle(popped, asked)] };
        let say = format!(
            "{} and {b} {}. Both are convex, so one convex query finds this.",
            capitalized(&a),
            self.asking.answered(bodies, answer)
        );
        let mut shown = self.after.clone();
        shown.best = self.before.best.clone();
        shown.all = self.before.all.clone();
        let mut ask = self.beat("ask", say, &shown, Some(popped));
        self.detail.full(|| self.asking.draw(ask.pictures.edit(WORLD), bodies, asked, Role::Candidate));
        self.more(&mut ask, || self.asking.numbers(bodies, answer));
        ask.event = Some(Event::Support);
        let (line, say) = self.asking.kept(bodies, self.before, self.after);
        if say.is_empty() {
            return vec![first, ask];
        }
        let mut kept = self.beat(line, say, self.after, Some(popped));
        self.more(&mut kept, || self.asking.numbers(bodies, answer));
        kept.event = Some(Event::Bound);
        vec![first, ask, kept]
    }

    fn skipped_triangle(&self, popped: &Entry, asked: &QueriedParts<K::Answer>) -> Beat {
        let bodies = self.bodies();
        let body = usize::from((bodies.pair[0].front)(asked.parts[0]).is_none());
        let say = format!(
            "{} {}",
            capitalized(&bodies.pair[body].named.part(asked.parts[body])),
            self.asking.reason_for_skipping(&bodies.pair[1 - body])
        );
        let mut beat = self.beat("left-out", say, self.after, Some(popped));
        self.detail.full(|| world::add_skipped_triangle(beat.pictures.edit(WORLD), bodies, asked.parts));
        beat.event = Some(Event::Warning);
        beat
    }

    /// Beats of a split node, whose halves are queued or pruned.
    fn split(&self, popped: &Entry) -> Vec<Beat> {
        let before = self.before;
        let after = self.after;
        let first = self.pop(popped);
        let removed = &after.pruned[after.pruned_before.min(after.pruned.len())..];
        let mut halves: Vec<Entry> = after
            .queue
            .iter()
            .filter(|entry| !before.queue.iter().any(|old| old.nodes == entry.nodes))
            .copied()
            .collect();
        halves.extend(removed.iter().map(|pruned| pruned.entry));
        let Some(body) = (0..2).find(|body| halves.iter().any(|half| half.nodes[*body] != popped.nodes[*body])) else {
            return vec![first];
        };
        halves.sort_by_key(|half| half.nodes[body]);
        let search_body = &self.bodies().pair[body];
        let names: Vec<String> = halves
            .iter()
            .map(|half| format!("{} ({})", search_body.node_name(half.nodes[body]), self.text(half.bound)))
            .collect();
        let node = capitalized(&search_body.node_name(popped.nodes[body]));
        let say = format!("{node} is split into {}; the bounds are in brackets.", names.join(" and "));
        let mut waiting = after.clone();
        // Both halves are queued until the comparison.
        waiting.queue.extend(removed.iter().map(|pruned| pruned.entry));
        waiting.queue.sort_by(|a, b| a.bound.total_cmp(&b.bound));
        waiting.pruned.truncate(after.pruned_before);
        let split = self.beat("split", say, &waiting, Some(popped));
        let (line, say) = self.fate(removed, search_body, body);
        let mut last = self.beat(line, say, after, Some(popped));
        last.event = Some(if removed.is_empty() { Event::Reduction } else { Event::Silhouette });
        vec![first, split, last]
    }

    fn fate(&self, removed: &[Pruned], search_body: &SearchBody, body: usize) -> (&'static str, String) {
        match removed {
            [] => {
                let reason = self.asking.reason_for_queueing(self.bodies(), self.after.upper);
                ("push", format!("Both halves {reason} and join the queue ({} pairs).", self.after.queue.len()))
            }
            [one] => {
                let name = capitalized(&search_body.node_name(one.entry.nodes[body]));
                (
                    "prune",
                    format!("{name} is pruned: {}.", self.asking.pruned(self.bodies(), one.entry.bound, one.upper)),
                )
            }
            [one, ..] => (
                "prune",
                format!(
                    "Both halves are pruned. For the first, {}.",
                    self.asking.pruned(self.bodies(), one.entry.bound, one.upper)
                ),
            ),
        }
    }

    fn conclusion(&self, outcome: Outcome) -> Beat {
        let mut beat = self.beat("end", self.verdict.say.clone(), self.after, None);
        let pairs = self.bodies().pair.iter().map(|search_body| search_body.named.count as usize).product();
        self.more(&mut beat, || vec![Value::number(symbol::PAIRS, count(pairs))]);
        let answer = self.after.best.as_ref().and_then(|best| best.answer.as_ref());
        self.more(&mut beat, || {
            answer.map_or_else(Vec::new, |answer| self.asking.concluded(self.bodies(), answer, self.verdict))
        });
        beat.event = Some(Event::Stop(ending(outcome).kind));
        beat
    }

    fn values(&self, state: &Search<K::Answer>) -> Vec<Value> {
        let bodies = self.bodies();
        let mut values = Vec::new();
        if let Some(entry) = &state.popped {
            values.push(Value::of(symbol::BOUND, self.asking.shown(bodies, entry.bound), pair_key(entry.nodes)));
        }
        let upper = self.asking.upper(bodies, state.upper);
        values.extend(upper.map(|upper| Value::of(K::LIMIT, upper, "upper")));
        values.extend(counts(bodies, state));
        values
    }

    /// Table of queued and recently pruned pairs, by increasing bound.
    fn table(&self, state: &Search<K::Answer>, popped: Option<&Entry>) -> Table {
        const MOST: usize = 40;
        let mut rows: Vec<Row> = popped.map(|entry| self.row(entry, "current", true)).into_iter().collect();
        rows.extend(state.queue.iter().take(MOST).map(|entry| self.row(entry, "queued", false)));
        let pruned = state.pruned.iter().rev().take(MOST).map(|pruned| &pruned.entry);
        rows.extend(pruned.map(|entry| self.row(entry, "pruned", false)));
        Table { title: "Pairs of nodes", columns: vec!["pair", "bound", "state"], rows }
    }

    fn row(&self, entry: &Entry, what: &'static str, chosen: bool) -> Row {
        Row {
            cells: vec![
                self.bodies().pair_short(entry.nodes).into(),
                self.asking.shown(self.bodies(), entry.bound),
                what.into(),
            ],
            key: Some(pair_key(entry.nodes).into()),
            chosen,
        }
    }

    /// Question of a step that splits a node: the half that can be pruned.
    pub(super) fn choice(&self, beats: &[Beat]) -> Option<Choice> {
        let before = self.before;
        let after = self.after;
        let upper = self.asking.upper(self.bodies(), before.upper)?;
        if after.asked.is_some() {
            return None;
        }
        super::choice::halves(
            self.bodies(),
            before,
            after,
            beats,
            format!("The {} is {upper}. Which half can be pruned?", K::LINE),
        )
    }
}
