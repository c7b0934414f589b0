//! Sub-steps (beats) of the search for the closest parts of two bodies: sentences, values and tables.

use super::super::{Beat, Detail, EndingKind, Event, Pictures, Row, StopTest, Table, Value, Verdict, WORLD};
use super::context::{Bodies, SearchBody};
use super::{bounds, icicle, world};
use crate::answer::number::{count, number_or};
use crate::picture::Role;
use crate::snapshot::parts::{Asked, Entry, Outcome, Search};
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
    beats
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
            say,
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

    /// State right after a pair was popped from the queue.
    fn popped_state(&self) -> Search {
        let popped = self.after.popped.map(|entry| entry.nodes);
        let mut state = self.before.clone();
        state.queue.retain(|entry| Some(entry.nodes) != popped);
        (state.popped, state.asked, state.pruned_before) = (self.after.popped, None, state.pruned.len());
        state
    }

    fn pop(&self, popped: &Entry) -> Beat {
        let pair = self.context.pair_name(popped.nodes);
        let bound = self.context.length(popped.bound).text;
        let say = match (self.number, self.before.upper.is_finite()) {
            (0, _) => format!(
                "The search begins with all of both bodies: {pair}. Their boxes prove a signed distance of at least {bound}."
            ),
            (_, true) => format!(
                "The least bound that waits is {bound}, of {pair}. That is below the upper bound {}, so something closer may be there.",
                self.context.length(self.before.upper).text
            ),
            (_, false) => format!("The least bound that waits is {bound}, of {pair}. No pair of parts was asked yet."),
        };
        let mut beat = self.beat("pop", say, &self.popped_state(), Some(popped));
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
            "The least bound that waits is {}, of {}. It is not below the upper bound {}, so nothing that is left can be closer.",
            self.context.length(popped.bound).text,
            self.context.pair_name(popped.nodes),
            self.context.length(self.before.upper).text,
        );
        let mut beat = self.beat("stop", say, self.after, Some(popped));
        beat.stops = self.test();
        beat.event = Some(Event::Bound);
        beat
    }

    /// Beats of two parts that were tested or skipped.
    fn tested_parts(&self, popped: &Entry, asked: &Asked) -> Vec<Beat> {
        let [a, b] = [0, 1].map(|i| self.context.pair[i].named.part(asked.parts[i]));
        let first = self.pop(popped);
        let Some(answer) = &asked.answer else { return vec![first, self.skipped_triangle(popped, asked)] };
        let known = answer.signed_distance.unwrap_or(0.5 * (answer.lower + answer.upper));
        let apart = match known {
            d if self.context.is_rounding(d) => String::from("touching"),
            d if d > 0.0 => format!("{} apart", self.context.length(d).text),
            d if d < 0.0 => format!("overlapping by {}", self.context.length(-d).text),
            _ => String::from("touching"),
        };
        let say = format!("Two parts are left, and the query for a convex pair is asked: {a} and {b} are {apart}.");
        let mut shown = self.after.clone();
        shown.best = self.before.best.filter(|best| best.parts != asked.parts);
        let mut ask = self.beat("ask", say, &shown, Some(popped));
        self.detail.full(|| world::parts(ask.pictures.edit(WORLD), self.context, asked, Role::Candidate));
        self.more(&mut ask, || {
            vec![Value::new("d", "signed distance of the two", self.context.length(known), "witness")]
        });
        self.more(&mut ask, || vec![Value::new("|d|", "as a length", self.context.length(known.abs()), "witness")]);
        ask.event = Some(Event::Support);
        let mut beats = vec![first, ask];
        if self.after.best.is_some_and(|best| best.parts == asked.parts) && self.after.upper < self.before.upper {
            let fate = match self.after.queue.iter().filter(|entry| entry.bound >= self.after.upper).count() {
                0 => String::from("Everything that still waits may yet be closer."),
                1 => String::from("One waiting pair has a bound of at least that, so it cannot be closer."),
                n => format!("{n} waiting pairs have bounds of at least that, so they cannot be closer."),
            };
            let say = format!(
                "No pair was closer so far: the upper bound is {} now. {fate}",
                self.context.length(self.after.upper).text
            );
            let mut best = self.beat("best", say, self.after, Some(popped));
            self.more(&mut best, || {
                vec![Value::new("n", "waiting pairs that cannot be closer", self.beyond(), "upper")]
            });
            best.event = Some(Event::Bound);
            beats.push(best);
        }
        beats
    }

    fn beyond(&self) -> crate::answer::Shown {
        count(self.after.queue.iter().filter(|entry| entry.bound >= self.after.upper).count())
    }

    /// Beat of a one-sided triangle whose back faces the other body.
    fn skipped_triangle(&self, popped: &Entry, asked: &Asked) -> Beat {
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
            "{} is one-sided, and the middle of {} lies {} behind its plane: it is met from behind and left out.",
            capitalized(&search_body.named.part(asked.parts[body])),
            other.named.name,
            self.context.length(depth).text
        );
        let mut beat = self.beat("left-out", say, self.after, Some(popped));
        self.detail.full(|| world::add_skipped_triangle(beat.pictures.edit(WORLD), self.context, asked.parts));
        self.more(&mut beat, || {
            vec![Value::new("h", "middle of the other body behind the plane", self.context.length(depth), "behind")]
        });
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
            "{} is split. Its halves are {}, with the bounds {} and {}.",
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
        self.more(&mut split, || self.halves(near, far, search_body, &halves, body));
        let (line, say) = match removed {
            [] => ("push", self.pushed()),
            [one] => (
                "prune",
                format!(
                    "{} is pruned: its bound {} is not below the upper bound {}, so no part in it is closer.",
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
        self.more(&mut last, || self.halves(near, far, search_body, &halves, body));
        last.event = Some(if removed.is_empty() { Event::Reduction } else { Event::Silhouette });
        vec![first, split, last]
    }

    /// Beat of a pair that the separation along the closest pair's normal prunes, but its boxes did not.
    fn along(&self, popped: &Entry, removed: &[crate::snapshot::parts::Pruned]) -> Beat {
        let gap = removed.first().map_or(popped.bound, |pruned| pruned.entry.bound);
        let say = format!(
            "Along the normal of the closest parts the gap is {}, more than their boxes say. It is not below the upper bound {}, so {} are pruned.",
            self.context.length(gap).text,
            self.context.length(self.after.upper).text,
            self.context.pair_name(popped.nodes),
        );
        let mut beat = self.beat("along", say, self.after, None);
        self.more(&mut beat, || {
            vec![Value::new("gap", "along the normal of the closest parts", self.context.length(gap), "popped")]
        });
        beat.event = Some(Event::Silhouette);
        beat
    }

    fn pushed(&self) -> String {
        let waiting = self.after.queue.len();
        let upper = match self.after.upper.is_finite() {
            true => format!("Both bounds are below the upper bound {}", self.context.length(self.after.upper).text),
            false => String::from("No pair of parts was asked yet, so nothing can be pruned"),
        };
        format!("{upper}: both halves wait, {waiting} pairs in all.")
    }

    fn halves(&self, near: f64, far: f64, search_body: &SearchBody, halves: &[Entry], body: usize) -> Vec<Value> {
        let [first, second] =
            [0, 1].map(|k| count(halves.get(k).map_or(0, |half| search_body.below(half.nodes[body]) as usize)));
        vec![
            Value::new("c₁", "bound of the first half", self.context.length(near), "first"),
            Value::new("n₁", "its parts", first, "first"),
            Value::new("c₂", "bound of the second half", self.context.length(far), "second"),
            Value::new("n₂", "its parts", second, "second"),
        ]
    }

    fn conclusion(&self, outcome: Outcome) -> Beat {
        let mut beat = self.beat("end", self.verdict.say.clone(), self.after, None);
        let kind = match outcome {
            Outcome::NotConverged => EndingKind::NoAnswer,
            Outcome::Closest
            | Outcome::NoneMet
            | Outcome::FirstContact
            | Outcome::Missed
            | Outcome::Contacts
            | Outcome::Apart => EndingKind::Success,
        };
        let pairs = self.context.pair.iter().map(|search_body| search_body.named.count as usize).product();
        self.more(&mut beat, || vec![Value::new("N", "pairs of parts in all", count(pairs), "upper")]);
        if let Some(pair) = self.verdict.pair() {
            let distance = pair.signed_distance.unwrap_or_default();
            self.more(&mut beat, || vec![Value::new("d", "signed distance", self.context.length(distance), "witness")]);
            self.more(&mut beat, || {
                vec![Value::new("|d|", "as a length", self.context.length(distance.abs()), "witness")]
            });
            let error = crate::answer::number::error(0.5 * pair.proof.width());
            self.more(&mut beat, || vec![Value::new("±", "half the width of the bracket", error, "upper")]);
        }
        beat.event = Some(Event::Stop(kind));
        beat
    }

    /// Table of queued and recently pruned pairs, by increasing bound.
    fn table(&self, state: &Search, popped: Option<&Entry>) -> Table {
        const MOST: usize = 40;
        let mut rows: Vec<Row> =
            popped.map(|entry| self.row(entry, String::from("looked at"), true)).into_iter().collect();
        rows.extend(state.queue.iter().take(MOST).map(|entry| self.row(entry, String::from("waits"), false)));
        let pruned = state.pruned.iter().rev().take(MOST);
        rows.extend(pruned.clone().map(|pruned| {
            self.row(&pruned.entry, format!("pruned at {}", self.context.length(pruned.upper).text), false)
        }));
        let entries = popped.into_iter().chain(state.queue.iter().take(MOST)).chain(pruned.map(|pruned| &pruned.entry));
        super::context::name_rows(self.context, entries, &mut rows);
        Table { title: "Pairs of nodes", columns: vec!["pair", "bound", "state"], rows }
    }

    fn row(&self, entry: &Entry, what: String, chosen: bool) -> Row {
        Row {
            cells: vec![self.context.length(entry.bound), what.into()],
            key: Some(format!("pair/{}/{}", entry.nodes[0], entry.nodes[1]).into()),
            chosen,
        }
    }
}

/// Capitalizes the first word of a sentence.
pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    // Names of bodies keep their case.
    let first = letters.next().map(|c| {
        if text.starts_with("a box") || text.starts_with("triangle") || text.starts_with("part") {
            c.to_ascii_uppercase()
        } else {
            c
        }
    });
    first.into_iter().chain(letters).collect()
}

fn values(context: &Bodies, state: &Search) -> Vec<Value> {
    let mut values = Vec::new();
    if let Some(entry) = &state.popped {
        values.push(Value::new("bound", "of the pair looked at", context.length(entry.bound), "popped"));
    }
    let upper = match state.upper.is_finite() {
        true => context.length(state.upper),
        false => number_or(state.upper, "none yet"),
    };
    values.push(Value::new("upper", "least upper bound", upper, "upper"));
    for (body, symbol) in ["a", "b"].into_iter().enumerate().filter(|(body, _)| context.pair[*body].named.count > 1) {
        let part = state.best.as_ref().map(|best| (context.pair[body].named.label)(best.parts[body]));
        let (meaning, key) = if body == 0 { ("closest part of A", "part/a") } else { ("closest part of B", "part/b") };
        values.extend(part.map(|part| Value::new(symbol, meaning, part, key)));
    }
    values.push(Value::new("waiting", "pairs of nodes", count(state.queue.len()), "waiting"));
    values.push(Value::new("pruned", "pairs of nodes", count(state.pruned.len()), "pruned"));
    values.push(Value::new("asked", "pairs of parts so far", count(state.queries as usize), "asked"));
    if state.left_out > 0 {
        values.push(Value::new("left out", "pairs of parts", count(state.left_out as usize), "behind"));
    }
    values
}

fn points(state: &Search) -> Vec<(usize, f64)> {
    let all = [(0, state.upper), (1, state.lower)];
    all.into_iter().filter(|(_, value)| value.is_finite()).collect()
}
