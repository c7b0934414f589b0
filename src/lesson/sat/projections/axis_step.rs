//! Sub-steps (beats) of a step that tests a separating axis.

use super::{Lanes, Shadows};
use crate::answer::number::{count, length, measured, vector, vector_in_plane};
use crate::lesson::{Beat, Detail, EndingKind, Event, Pictures, Sentence, StopTest, Value, say, symbol};
use crate::snapshot::sat::Passing;

/// Name of an axis within a sentence: `axis a3`, or `the axis along A` if the name is a preposition.
pub fn spoken(name: &str) -> String {
    if is_preposition(name) { format!("the axis {name}") } else { format!("axis {name}") }
}

pub fn is_preposition(name: &str) -> bool {
    name.starts_with("along") || name.starts_with("across")
}

/// Axis within a sentence, whose name refers to the mark `key`.
fn axis_at(line: &Shadows, key: String) -> Sentence {
    let article = if is_preposition(&line.name) { "the axis" } else { "axis" };
    say!("{} {}", article, Sentence::mark(line.name.as_str(), key))
}

/// Current axis within a sentence.
fn axis(line: &Shadows) -> Sentence {
    axis_at(line, String::from("axis"))
}

/// Current axis at the start of a sentence.
fn subject(line: &Shadows) -> Sentence {
    let article = if is_preposition(&line.name) { "The axis" } else { "Axis" };
    say!("{} {}", article, Sentence::mark(line.name.as_str(), "axis"))
}

/// Pair of edges that a step skips, as an example of all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct ExamplePair {
    /// Name of the axis that the pair would define: `a1 × b2`.
    pub name: String,
    /// Mark id of the pair.
    pub key: String,
    /// Reason for skipping the pair, a clause; empty for the reason of all pairs.
    pub why: String,
}

/// Step that tests at most one axis, or one axis of a step that tests several.
#[derive(Clone, Debug)]
pub struct LineStep<'a> {
    /// All axes of the run.
    pub lanes: &'a Lanes,
    /// Names of A and B in sentences.
    pub names: [Sentence; 2],
    /// Clause on the direction of the axis: `is perpendicular to face a1 of box`; empty without an axis.
    pub clause: Sentence,
    /// Whether A and B are segments or points, whose only normal needs no reason.
    pub thin: [bool; 2],
    /// Whether the bodies are in the plane, where directions have two coordinates.
    pub is_planar: bool,
    /// Number of axes tested before this one, and including it.
    pub tried: [usize; 2],
    /// Number of axes tested before the step, and including it.
    pub step: [usize; 2],
    /// Number of edge pairs skipped before this axis.
    pub skipped: usize,
    /// One of these pairs, if they are known.
    pub example: Option<ExamplePair>,
    /// Method that skipped them.
    pub passing: Passing,
    /// Whether the axis is first because it separated the bodies in the previous frame.
    pub cached: bool,
    /// Test whether this axis ends the run, if it is evaluated.
    pub stop: Option<StopTest>,
    /// Sentence and value of the run's ending, if it ends in this step.
    pub end: Option<(&'a str, EndingKind)>,
    /// Requested amount of detail.
    pub detail: Detail,
}

/// Data of a beat for its pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownAxis {
    /// Number of tested axes.
    pub tried: usize,
    /// Index of the current axis in [`Lanes::lines`].
    pub lit: Option<usize>,
    /// Whether the projections are known.
    pub shadows: bool,
    /// Whether this is the axis of the answer.
    pub end: bool,
    /// Whether skipped pairs of edges are shown instead of an axis.
    pub skips: bool,
}

impl LineStep<'_> {
    /// Beats: the axis and its reason; its projections; whether it is the best; the ending.
    pub fn beats(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Vec<Beat> {
        let [before, now] = self.tried;
        let mut beats = Vec::new();
        if self.skipped > 0 {
            beats.push(self.skipping(pictures));
        }
        if now > before {
            beats.push(self.axis(pictures));
            beats.push(self.gap(pictures));
            beats.extend(self.better(pictures).filter(|_| !self.in_row()));
        }
        if let Some((say, kind)) = self.end {
            let line = if now > before { "stop" } else { self.label("end", "row-again") };
            let shows = ShownAxis { tried: now, lit: self.lanes.best(now), shadows: true, end: true, skips: false };
            let mut beat = self.beat(line, Sentence::answer(say), shows, pictures);
            beat.event = Some(Event::Stop(kind));
            beat.stops = self.stop.iter().filter(|stop| stop.fired).cloned().collect();
            beats.push(beat);
        }
        beats
    }

    /// Whether the axis belongs to a row, whose best one is reported at its end.
    fn in_row(&self) -> bool {
        self.passing == Passing::Parallel
    }

    /// Label of the listing's line: `line` for single axes, `row` for rows.
    fn label(&self, line: &'static str, row: &'static str) -> &'static str {
        if self.in_row() { row } else { line }
    }

    /// Label of the listing's line, with labels for faces and for edges if the arcs are walked.
    fn walked(&self, line: &'static str, row: &'static str, [face, edges]: [&'static str; 2]) -> &'static str {
        match self.lanes.lines[self.tried[0]].group {
            _ if self.passing != Passing::Walked || self.cached => self.label(line, row),
            0 | 1 => face,
            _ => edges,
        }
    }

    /// Beat of the best axis after a row of axes.
    pub fn row(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Option<Beat> {
        let [first, last] = self.step;
        let best = self.lanes.best(last)?;
        let line = &self.lanes.lines[best];
        let say = match self.lanes.best(first) {
            None => say!("{} is the best of this step: {}.", subject(line), self.has(line)),
            Some(other) if other == best => {
                say!("{} is still the best: {}. No axis of this step is better.", subject(line), self.has(line))
            }
            Some(other) => self.outdone(line, other),
        };
        let shows = ShownAxis { tried: last, lit: Some(best), shadows: true, end: true, skips: false };
        let beat = self.beat("row-best", say, shows, pictures);
        Some(Beat { event: Some(Event::Bound), points: self.points(), ..beat })
    }

    /// Beat of the skipped pairs of edges, with one of them as an example.
    fn skipping(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Beat {
        let number = Value::number(symbol::SKIPPED, count(self.skipped));
        let example = self.example.as_ref().map(|pair| Sentence::mark(pair.name.as_str(), pair.key.clone()));
        let pairs = match (self.skipped, example) {
            (1, Some(example)) => say!("The edge pair {} is skipped", example),
            (1, None) => say!("{} edge pair is skipped", number),
            (_, Some(example)) => say!("{} edge pairs are skipped, such as {}", number, example),
            (_, None) => say!("{} edge pairs are skipped", number),
        };
        let reason = self.example.as_ref().map_or("", |pair| pair.why.as_str());
        let (line, why) = match self.passing {
            Passing::Tested if !reason.is_empty() => ("prune", Sentence::from(reason)),
            Passing::Tested => {
                ("prune", Sentence::from("arcs that do not cross on the Gauss sphere give no face of A − B"))
            }
            Passing::Walked => ("walk", Sentence::from("the two arcs of such a pair on the Gauss sphere do not cross")),
            Passing::Parallel => ("row-parallel", Sentence::from("parallel edges give no axis")),
            Passing::Bounded => (
                "bound",
                say!(
                    "either their arcs do not cross, or vertices of {} prove that they cannot beat the best axis",
                    &self.names[0]
                ),
            ),
        };
        let shows = ShownAxis { tried: self.tried[0], lit: None, shadows: true, end: false, skips: true };
        Beat { event: Some(Event::Reduction), ..self.beat(line, say!("{}: {}.", pairs, why), shows, pictures) }
    }

    /// Reason for the axes of a group, before the first of them.
    fn reason(&self) -> Sentence {
        let number = self.tried[0];
        let group = self.lanes.lines[number].group;
        if self.cached {
            return Sentence::from("The separating axis of the last frame comes first. ");
        }
        if self.thin.get(group) == Some(&true) {
            return Sentence::default();
        }
        let is_first = match number.checked_sub(1) {
            Some(before) => self.lanes.lines[before].group != group,
            None => group == 0,
        };
        match self.lanes.groups.get(group).filter(|_| is_first) {
            Some(why) if why.contains("{}") => Sentence::fill(why, [self.names[usize::from(group == 1)].clone()]),
            Some(why) => Sentence::from(*why),
            None => Sentence::default(),
        }
    }

    fn axis(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Beat {
        let number = self.tried[0];
        let line = &self.lanes.lines[number];
        let say = say!("{}{} {}.", self.reason(), subject(line), &self.clause);
        self.beat(
            self.walked("axis", "row", ["four", "walk"]),
            say,
            ShownAxis { tried: number, lit: Some(number), shadows: false, end: false, skips: false },
            pictures,
        )
    }

    fn shown(&self) -> ShownAxis {
        let [number, tried] = self.tried;
        ShownAxis { tried, lit: Some(number), shadows: true, end: false, skips: false }
    }

    /// Sentence on the projections on the current axis.
    fn gap_sentence(&self) -> Sentence {
        let line = &self.lanes.lines[self.tried[0]];
        let rounding = self.lanes.rounding;
        let gap = line.gap();
        let [a, b] = &self.names;
        // Axis that has separated the bodies already.
        let apart = self.lanes.best(self.tried[0]).filter(|best| self.lanes.lines[*best].gap() > rounding);
        let largest = apart.map(|best| self.lanes.lines[best].gap());
        let other = apart.map(|best| axis_at(&self.lanes.lines[best], format!("axis/{best}")));
        if gap.abs() <= rounding {
            return say!(
                "On {}, the projection of {} begins where the projection of {} ends: the gap is below rounding error.",
                axis(line),
                b,
                a
            );
        }
        if gap > 0.0 {
            let begins = say!(
                "On {}, the projection of {} begins {} after that of {} ends",
                axis(line),
                b,
                self.gap_of(line),
                a
            );
            return match other {
                Some(other) if line.taken => say!("{}: a larger gap than on {}.", begins, other),
                Some(other) if largest.is_some_and(|largest| gap < largest - rounding) => {
                    say!("{}: a smaller gap than on {}.", begins, other)
                }
                Some(other) => say!("{}: the same gap as on {}, except for rounding error.", begins, other),
                None => say!("{}. This gap proves that the bodies are apart.", begins),
            };
        }
        let overlap = match [line.a, line.b].map(|[low, high]| high - low <= rounding) {
            [true, _] => say!("the projection of {} is a point, {} inside that of {}", a, self.gap_of(line), b),
            [_, true] => say!("the projection of {} is a point, {} inside that of {}", b, self.gap_of(line), a),
            // If one projection is inside the other, separating them takes a shift of more than their common part.
            _ if line.common() < -gap - rounding => {
                say!("the projection of {} begins {} before that of {} ends", b, self.gap_of(line), a)
            }
            _ => say!("the projections of {} and {} overlap by {}", a, b, self.gap_of(line)),
        };
        match other {
            Some(other) => {
                say!("On {}, {}: this axis does not separate them, but {} does.", axis(line), overlap, other)
            }
            None => say!("On {}, {}, so this axis does not separate them.", axis(line), overlap),
        }
    }

    fn gap(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Beat {
        let say = self.gap_sentence();
        let mut beat = self.beat(self.walked("gap", "row-gap", ["four-gap", "walk-gap"]), say, self.shown(), pictures);
        beat.event = Some(Event::Support);
        let last = self.tried[1] == self.step[1] && !self.in_row();
        beat.points = if last { self.points() } else { Vec::new() };
        beat.stops = self.stop.iter().filter(|stop| !stop.fired).cloned().collect();
        beat
    }

    /// Plot points of the step: its largest separation, and the best separation if the step improved it.
    fn points(&self) -> Vec<(usize, f64)> {
        let [first, last] = self.step;
        let lines = self.lanes.lines.get(first..last).unwrap_or_default();
        let largest = lines.iter().map(Shadows::gap).reduce(f64::max);
        let best = lines.iter().rfind(|line| line.taken).map(Shadows::gap);
        largest.map(|gap| (0, gap)).into_iter().chain(best.map(|gap| (1, gap))).collect()
    }

    /// Beat of a new best axis.
    fn better(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Option<Beat> {
        let [number, tried] = self.tried;
        let line = &self.lanes.lines[number];
        if !line.taken || self.lanes.best(tried) != Some(number) {
            return None;
        }
        let say = match self.lanes.best(number) {
            None => say!("{}, the first, is the best so far: {}.", subject(line), self.has(line)),
            Some(other) => self.outdone(line, other),
        };
        let mut beat = self.beat(self.walked("best", "best", ["again"; 2]), say, self.shown(), pictures);
        beat.event = Some(Event::Bound);
        Some(beat)
    }

    /// Noun phrase on the separation of the current axis.
    fn has(&self, line: &Shadows) -> Sentence {
        match line.gap() {
            gap if gap.abs() <= self.lanes.rounding => Sentence::from("a gap below rounding error"),
            gap if gap > 0.0 => say!("a gap of {}", self.gap_of(line)),
            _ => say!("an overlap of {}", self.gap_of(line)),
        }
    }

    /// Sentence on an axis that is better than the previous best, the one of index `other`.
    fn outdone(&self, line: &Shadows, other: usize) -> Sentence {
        let before = &self.lanes.lines[other];
        let key = format!("axis/{other}");
        let compared = axis_at(before, key.clone());
        let size = Value::of(symbol::BEST_BEFORE, length(before.gap().abs()), key);
        let [now, then] = [line, before].map(Shadows::gap);
        let what = match then {
            gap if gap.abs() <= self.lanes.rounding => {
                return say!(
                    "{} is the best so far: {}, after a gap of zero on {}.",
                    subject(line),
                    self.has(line),
                    compared
                );
            }
            gap if gap > 0.0 => say!("the gap of {}", size),
            _ => say!("the overlap of {}", size),
        };
        let than = match then < 0.0 {
            true if now < -self.lanes.rounding => "less than",
            true => "instead of",
            false => "more than",
        };
        say!("{} is the best so far: {}, {} {} on {}.", subject(line), self.has(line), than, what, compared)
    }

    fn beat(
        &self,
        line: &'static str,
        say: Sentence,
        shows: ShownAxis,
        pictures: &dyn Fn(ShownAxis) -> Pictures,
    ) -> Beat {
        Beat {
            line,
            say,
            pictures: self.detail.full(|| pictures(shows)),
            values: self.detail.full(|| self.values(shows)),
            tables: self.detail.full(|| vec![self.lanes.table(shows.tried, shows.lit)]),
            ..Beat::default()
        }
    }

    fn values(&self, ShownAxis { tried, lit, shadows, .. }: ShownAxis) -> Vec<Value> {
        let lanes = self.lanes;
        let mut values = Vec::new();
        if let Some(line) = lit.and_then(|lit| lanes.lines.get(lit)) {
            if shadows {
                values.extend(Some(self.gap_of(line)).filter(|_| line.gap().abs() > lanes.rounding));
            } else {
                let direction = if self.is_planar { vector_in_plane(line.normal) } else { vector(line.normal) };
                values.push(Value::of(symbol::AXIS_DIRECTION, direction, "axis"));
            }
        }
        let best = lanes.best(tried).filter(|best| lit.is_some() && lit != Some(*best));
        if let Some(best) = best.filter(|best| lanes.lines[*best].gap().abs() > lanes.rounding) {
            let gap = lanes.lines[best].gap();
            let symbol = if gap < -lanes.rounding { symbol::LEAST_OVERLAP } else { symbol::BEST };
            values.push(Value::of(symbol, measured(gap.abs(), lanes.rounding), "best"));
        }
        values
    }

    /// Separation of the current axis: a gap, or without a sign an overlap.
    fn gap_of(&self, line: &Shadows) -> Value {
        let rounding = self.lanes.rounding;
        let gap = line.gap();
        match gap < -rounding {
            true => Value::of(symbol::OVERLAP, length(-gap), "gap"),
            false => Value::of(symbol::GAP, measured(gap, rounding), "gap"),
        }
    }
}
