//! Sub-steps (beats) of the search for the closest parts of two bodies: sentences, values and tables.

use super::super::{Beat, Detail, Event, Pictures, Row, StopTest, Table, Value, Verdict, WORLD, symbol};
use super::context::{Bodies, SearchBody};
use super::values::{pair_key, values, without_missing_marks};
use super::{bounds, ending, icicle, world};
use crate::answer::number::count;
use crate::picture::Role;
use crate::snapshot::parts::{Entry, Outcome, QueriedParts, Search};
use crate::step::Comparison;

pub(super) struct Seen<'a> {
    pub number: usize,
    pub before: &'a Search,
    pub after: &'a Search,
    pub end: Option<Outcome>,
    pub context: &'a Bodies,
    /// Ends of the scale of the bounds.
    pub ends: Option<[f64; 2]>,
    pub verdict: &'a Verdict,
    pub detail: Detail,
}

pub(super) fn beats(seen: &Seen<'_>) -> Vec<Beat> {
    let mut beats = Vec::new();
    if let Some(popped) = &seen.after.popped {
        match (&seen.after.asked, seen.end) {
            (_, Some(_)) => beats.push(seen.stop(popped)),
            (Some(asked), None) => beats.extend(seen.tested_parts(popped, asked)),
            (None, None) => beats.extend(seen.split(popped)),
        }
    }
    if let Some(outcome) = seen.end {
        beats.push(seen.conclusion(outcome));
    }
    without_missing_marks(beats)
}

impl Seen<'_> {
    fn beat(&self, line: &'static str, say: String, state: &Search, popped: Option<&Entry>) -> Beat {
        let pictures = self.detail.full(|| {
            let mut pictures = Pictures::world(world::boxes(self.context, state, popped.map(|entry| entry.nodes)));
            if let Some(best) = &state.best {
                world::parts(pictures.edit(WORLD), self.context, best, Role::Closest);
            }
            *pictures.edit(icicle::TREE) = icicle::picture(self.context, state, popped.map(|entry| entry.nodes));
            let ink = bounds::Ink {
                place: &|bound| bound,
                text: &|bound| format!("≥ {}", self.context.length(bound).text),
                upper: &|bound| self.context.length(bound).text,
                name: "upper bound",
            };
            *pictures.edit(bounds::BOUNDS) = bounds::picture(self.context, state, popped, self.ends, &ink);
            pictures
        });
        Beat {
            line,
            say: say.into(),
            pictures,
            values: self.detail.full(|| values(self.context, state)),
            tables: self.detail.full(|| vec![self.table(state, popped)]),
            points: points(state),
            event: None,
            stops: Vec::new(),
        }
    }

    /// Adds values to a beat in full detail.
    fn more(&self, beat: &mut Beat, values: impl FnOnce() -> Vec<Value>) {
        beat.values.extend(self.detail.full(values));
    }

    fn pop(&self, popped: &Entry) -> Beat {
        let pair = self.context.pair_name(popped.nodes);
        let bound = self.context.length(popped.bound).text;
        let say = match (self.number, self.before.upper.is_finite()) {
            (0, _) if popped.bound < 0.0 => {
                let depth = self.context.length(-popped.bound);
                format!("{pair} come first, as whole bodies. Their boxes overlap; no depth can exceed {depth}.")
            }
            (0, _) => {
                format!("{pair} come first, as whole bodies. Their boxes prove a distance of at least {bound}.")
            }
            (_, true) => format!(
                "{} have the least bound in the queue, {bound}. The upper bound is {}, so they may contain closer parts.",
                capitalized(&pair),
                self.context.length(self.before.upper).text
            ),
            (_, false) => format!(
                "{} have the least bound in the queue, {bound}. No pair of parts has been tested yet.",
                capitalized(&pair)
            ),
        };
        let mut beat = self.beat("pop", say, &popped_state(self.before, self.after), Some(popped));
        beat.stops = self.test();
        beat
    }

    /// Test whether the popped pair can be skipped.
    fn test(&self) -> Vec<StopTest> {
        let test = self.after.tested.filter(|test| test.right.is_finite());
        test.map(|test: Comparison<f64>| StopTest::new("Closest", "stop", "bound(a, b) ≥ upper", test))
            .into_iter()
            .collect()
    }

    fn stop(&self, popped: &Entry) -> Beat {
        let say = format!(
            "{} have the least bound in the queue, {}. It is not below the upper bound {}, so no remaining pair can be closer.",
            capitalized(&self.context.pair_name(popped.nodes)),
            self.context.length(popped.bound).text,
            self.context.length(self.before.upper).text,
        );
        let mut beat = self.beat("stop", say, self.after, Some(popped));
        beat.stops = self.test();
        beat.event = Some(Event::Bound);
        beat
    }

    /// Beats of two parts that were tested or skipped.
    fn tested_parts(&self, popped: &Entry, asked: &QueriedParts) -> Vec<Beat> {
        let [a, b] = [0, 1].map(|i| self.context.pair[i].named.part(asked.parts[i]));
        let first = self.pop(popped);
        let Some(answer) = &asked.answer else { return vec![first, self.skipped_triangle(popped, asked)] };
        let known = answer.signed_distance.unwrap_or(0.5 * (answer.lower + answer.upper));
        let apart = match known {
            d if self.context.is_rounding(d) => String::from("touch: their distance is zero to rounding"),
            d if d < 0.0 => format!("overlap by {}", self.context.length(-d).text),
            d => format!("are {} apart", self.context.length(d).text),
        };
        let say = format!("{} and {b} {apart}. Both are convex, so one convex query finds this.", capitalized(&a));
        let mut shown = self.after.clone();
        shown.best = self.before.best.filter(|best| best.parts != asked.parts);
        let mut ask = self.beat("ask", say, &shown, Some(popped));
        self.detail.full(|| world::parts(ask.pictures.edit(WORLD), self.context, asked, Role::Candidate));
        self.more(&mut ask, || vec![self.distance(known)]);
        ask.event = Some(Event::Support);
        let mut beats = vec![first, ask];
        if self.after.best.is_some_and(|best| best.parts == asked.parts) && self.after.upper < self.before.upper {
            let beyond = self.after.queue.iter().filter(|entry| entry.bound >= self.after.upper).count();
            let fate = match (beyond, self.after.queue.len()) {
                (_, 0) => String::from("The queue is empty."),
                (0, 1) => String::from("The queued pair may still be closer."),
                (0, _) => String::from("All queued pairs may still be closer."),
                (1, _) => String::from("One queued pair has a bound of at least that, so it cannot be closer."),
                (n, _) => format!("{n} queued pairs have bounds of at least that, so they cannot be closer."),
            };
            let say = format!(
                "{} and {b} are the closest parts so far: the upper bound is {}. {fate}",
                capitalized(&a),
                self.context.length(self.after.upper).text
            );
            let mut best = self.beat("best", say, self.after, Some(popped));
            self.more(&mut best, || vec![Value::number(symbol::HOPELESS, count(beyond))]);
            best.event = Some(Event::Bound);
            beats.push(best);
        }
        beats
    }

    /// Distance or depth of two parts.
    fn distance(&self, signed: f64) -> Value {
        let symbol = if signed < 0.0 { symbol::DEPTH } else { symbol::GAP };
        Value::of(symbol, self.context.length(signed.abs()), "witness")
    }

    /// Beat of a one-sided triangle whose back faces the other body.
    fn skipped_triangle(&self, popped: &Entry, asked: &QueriedParts) -> Beat {
        let behind = (0..2).find_map(|body| {
            let search_body: &SearchBody = &self.context.pair[body];
            let [middle, normal] = (search_body.front)(asked.parts[body])?;
            let height =
                (search_body.rotation * normal).dot(self.context.pair[1 - body].middle - search_body.world(middle));
            (height < 0.0).then_some((body, -height))
        });
        let (body, depth) = behind.unwrap_or((0, 0.0));
        let [search_body, other] = [&self.context.pair[body], &self.context.pair[1 - body]];
        let say = format!(
            "{} is one-sided, and the center of {} is {} behind its plane, so the pair is skipped.",
            capitalized(&search_body.named.part(asked.parts[body])),
            other.named.name,
            self.context.length(depth).text
        );
        let mut beat = self.beat("left-out", say, self.after, Some(popped));
        self.detail.full(|| world::add_skipped_triangle(beat.pictures.edit(WORLD), self.context, asked.parts));
        self.more(&mut beat, || vec![Value::of(symbol::BEHIND, self.context.length(depth), "behind")]);
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
            return vec![first, self.along(popped, removed)];
        };
        halves.sort_by_key(|half| half.nodes[body]);
        let search_body = &self.context.pair[body];
        let [near, far] = [0, 1].map(|k| halves.get(k).map_or(popped.bound, |half| half.bound));
        let names: Vec<String> = halves.iter().map(|half| search_body.node_name(half.nodes[body])).collect();
        let say = format!(
            "{} is split into {}. Their bounds are {} and {}.",
            capitalized(&search_body.node_name(popped.nodes[body])),
            names.join(" and "),
            self.context.length(near).text,
            self.context.length(far).text,
        );
        let mut waiting = after.clone();
        // Both halves are queued until the comparison.
        waiting.queue.extend(removed.iter().map(|pruned| pruned.entry));
        waiting.queue.sort_by(|a, b| a.bound.total_cmp(&b.bound));
        waiting.pruned.truncate(after.pruned_before);
        let mut split = self.beat("split", say, &waiting, Some(popped));
        self.more(&mut split, || self.bounds_of(&halves));
        let (line, say) = match removed {
            [] => ("push", self.pushed()),
            [one] => (
                "prune",
                format!(
                    "{} is pruned: its bound {} is not below the upper bound {}. The other half joins the queue.",
                    capitalized(&search_body.node_name(one.entry.nodes[body])),
                    self.context.length(one.entry.bound).text,
                    self.context.length(one.upper).text,
                ),
            ),
            all => (
                "prune",
                format!(
                    "Both halves are pruned: their bounds {} and {} are not below the upper bound {}.",
                    self.context.length(all[0].entry.bound).text,
                    self.context.length(all[all.len() - 1].entry.bound).text,
                    self.context.length(all[0].upper).text,
                ),
            ),
        };
        let mut last = self.beat(line, say, after, Some(popped));
        self.more(&mut last, || self.bounds_of(&halves));
        last.event = Some(if removed.is_empty() { Event::Reduction } else { Event::Silhouette });
        vec![first, split, last]
    }

    /// Beat of a pair that the separation along the closest pair's normal prunes, but its boxes did not.
    fn along(&self, popped: &Entry, removed: &[crate::snapshot::parts::Pruned]) -> Beat {
        let gap = removed.first().map_or(popped.bound, |pruned| pruned.entry.bound);
        let say = format!(
            "{} are {} apart along the normal of the closest parts, not below the upper bound {}, so they are pruned.",
            capitalized(&self.context.pair_name(popped.nodes)),
            self.context.length(gap).text,
            self.context.length(self.after.upper).text,
        );
        let mut beat = self.beat("along", say, self.after, None);
        let key = pair_key(popped.nodes);
        self.more(&mut beat, || vec![Value::of(symbol::GAP, self.context.length(gap), key)]);
        beat.event = Some(Event::Silhouette);
        beat
    }

    fn pushed(&self) -> String {
        let waiting = self.after.queue.len();
        match self.after.upper.is_finite() {
            true => format!(
                "Both halves have bounds below the upper bound {} and join the queue ({waiting} pairs).",
                self.context.length(self.after.upper).text
            ),
            false => {
                format!("Both halves join the queue ({waiting} pairs): without an upper bound, no half can be pruned.")
            }
        }
    }

    /// Bounds of the halves of a split node.
    fn bounds_of(&self, halves: &[Entry]) -> Vec<Value> {
        let symbols = [symbol::BOUND_OF_FIRST, symbol::BOUND_OF_SECOND].into_iter();
        symbols
            .zip(halves)
            .map(|(symbol, half)| Value::of(symbol, self.context.length(half.bound), pair_key(half.nodes)))
            .collect()
    }

    fn conclusion(&self, outcome: Outcome) -> Beat {
        let mut beat = self.beat("end", self.verdict.say.clone(), self.after, None);
        let pairs = self.context.pair.iter().map(|search_body| search_body.named.count as usize).product();
        self.more(&mut beat, || vec![Value::number(symbol::PAIRS, count(pairs))]);
        if let Some(pair) = self.verdict.pair() {
            let distance = pair.signed_distance;
            self.more(&mut beat, || distance.map(|distance| self.distance(distance)).into_iter().collect());
            let error = crate::answer::number::error(0.5 * pair.proof.width());
            self.more(&mut beat, || vec![Value::number(symbol::HALF_BRACKET, error)]);
        }
        beat.event = Some(Event::Stop(ending(outcome).kind));
        beat
    }

    /// Table of queued and recently pruned pairs, by increasing bound.
    fn table(&self, state: &Search, popped: Option<&Entry>) -> Table {
        const MOST: usize = 40;
        let mut rows: Vec<Row> =
            popped.map(|entry| self.row(entry, String::from("current"), true)).into_iter().collect();
        rows.extend(state.queue.iter().take(MOST).map(|entry| self.row(entry, String::from("queued"), false)));
        let pruned = state.pruned.iter().rev().take(MOST);
        rows.extend(pruned.map(|pruned| {
            self.row(&pruned.entry, format!("pruned at {}", self.context.length(pruned.upper).text), false)
        }));
        Table { title: "Pairs of nodes", columns: vec!["pair", "bound", "state"], rows }
    }

    fn row(&self, entry: &Entry, what: String, chosen: bool) -> Row {
        Row {
            cells: vec![self.context.pair_short(entry.nodes).into(), self.context.length(entry.bound), what.into()],
            key: Some(pair_key(entry.nodes).into()),
            chosen,
        }
    }
}

/// Capitalizes the first word of a sentence.
/// State right after the step from `before` to `after` popped a pair from the queue.
pub(super) fn popped_state<A: Clone>(before: &Search<A>, after: &Search<A>) -> Search<A> {
    let popped = after.popped.map(|entry| entry.nodes);
    let mut state = before.clone();
    state.queue.retain(|entry| Some(entry.nodes) != popped);
    state.popped = after.popped;
    state.asked = None;
    state.pruned_before = state.pruned.len();
    state
}

pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    // Names of bodies keep their case.
    let first = letters.next().map(|c| {
        if ["node", "triangle", "part", "cell", "segment"].iter().any(|kind| text.starts_with(kind)) {
            c.to_ascii_uppercase()
        } else {
            c
        }
    });
    first.into_iter().chain(letters).collect()
}

fn points(state: &Search) -> Vec<(usize, f64)> {
    let all = [(0, state.upper), (1, state.lower)];
    all.into_iter().filter(|(_, value)| value.is_finite()).collect()
}
