//! Sub-steps (beats) of a step that tests a separating axis.

use super::{Lanes, Shadows};
use crate::answer::number::{count, length, measured, vector};
use crate::lesson::{Beat, Detail, EndingKind, Event, Pictures, StopTest, Symbol, Value, symbol};
use crate::snapshot::sat::Passing;

/// Name of an axis within a sentence: `axis a3`, or `the axis along a` if the name is a preposition.
pub fn spoken(name: &str) -> String {
    if is_preposition(name) { format!("the axis {name}") } else { format!("axis {name}") }
}

/// Name of an axis at the start of a sentence.
fn subject(name: &str) -> String {
    if is_preposition(name) { format!("The axis {name}") } else { format!("Axis {name}") }
}

fn is_preposition(name: &str) -> bool {
    name.starts_with("along") || name.starts_with("across")
}

/// Step that tests at most one axis, or one axis of a step that tests several.
#[derive(Clone, Debug)]
pub struct LineStep<'a> {
    /// All axes of the run.
    pub lanes: &'a Lanes,
    /// Names of A and B.
    pub names: &'a [String; 2],
    /// Number of axes tested before this one, and including it.
    pub tried: [usize; 2],
    /// Number of axes tested before the step, and including it.
    pub step: [usize; 2],
    /// Number of edge pairs skipped before this axis.
    pub skipped: usize,
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
            let shows = ShownAxis { tried: now, lit: self.lanes.best(now), shadows: true, end: true };
            let mut beat = self.beat(line, say.to_owned(), shows, pictures);
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
            None => format!("{} is the best of this row: {}.", subject(&line.name), self.has(line.gap())),
            Some(other) if other == best => {
                format!(
                    "{} stays the best: {}. This row has no better axis.",
                    subject(&line.name),
                    self.has(line.gap())
                )
            }
            Some(other) => self.outdone(&subject(&line.name), line.gap(), &self.lanes.lines[other]),
        };
        let shows = ShownAxis { tried: last, lit: Some(best), shadows: true, end: true };
        let beat = self.beat("row-best", say, shows, pictures);
        Some(Beat { event: Some(Event::Bound), points: self.points(), ..beat })
    }

    fn skipping(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Beat {
        let pairs = match self.skipped {
            1 => String::from("One edge pair is"),
            n => format!("{n} edge pairs are"),
        };
        let (line, say) = match self.passing {
            Passing::Tested => {
                ("prune", format!("{pairs} skipped: arcs that do not cross on the Gauss sphere give no face of A − B."))
            }
            Passing::Walked => (
                "walk",
                format!("{pairs} skipped: the walk along the arc of the edge of A crosses none of these arcs of −B."),
            ),
            Passing::Parallel => ("row-parallel", format!("{pairs} skipped: parallel edges give no axis.")),
            Passing::Bounded => {
                let why = "their arcs do not cross, or vertices of A prove that their gap is no larger than the best";
                ("bound", format!("{pairs} skipped: {why}."))
            }
        };
        let tried = self.tried[0];
        let shows = ShownAxis { tried, lit: self.lanes.best(tried), shadows: true, end: true };
        Beat { event: Some(Event::Reduction), ..self.beat(line, say, shows, pictures) }
    }

    fn axis(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Beat {
        let number = self.tried[0];
        let line = &self.lanes.lines[number];
        let first = number == 0 || self.lanes.lines[number - 1].group != line.group;
        let why = match self.lanes.groups.get(line.group) {
            _ if self.cached => "The separating axis of the last frame comes first. ",
            Some(why) if first => why,
            _ => "",
        };
        let say = match is_preposition(&line.name) {
            false => format!("{why}Axis {} is {}.", line.name, line.words),
            true => format!("{why}The next axis runs {}.", line.words),
        };
        self.beat(
            self.walked("axis", "row", ["four", "walk"]),
            say,
            ShownAxis { tried: number, lit: Some(number), shadows: false, end: false },
            pictures,
        )
    }

    fn shown(&self) -> ShownAxis {
        let [number, tried] = self.tried;
        ShownAxis { tried, lit: Some(number), shadows: true, end: false }
    }

    fn gap(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Beat {
        let line = &self.lanes.lines[self.tried[0]];
        let gap = line.gap();
        let name = spoken(&line.name);
        let [a, b] = self.names;
        let say = if gap > self.lanes.rounding {
            format!(
                "On {name}, the shadow of {b} begins {} after the shadow of {a} ends: this gap proves that the bodies are apart.",
                length(gap)
            )
        } else if gap < -self.lanes.rounding {
            format!(
                "On {name}, the shadows of {a} and {b} overlap by {}, so this axis does not separate them.",
                length(-gap)
            )
        } else {
            format!("On {name}, the shadow of {b} begins where the shadow of {a} ends: the gap is zero to rounding.")
        };
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
        let best = self.lanes.best(tried)?;
        let before = self.lanes.best(number);
        let gap = self.lanes.lines[best].gap();
        if !line.taken {
            return None;
        }
        let say = match before.map(|other| &self.lanes.lines[other]) {
            None => format!("{} is the first axis, so it is the best so far: {}.", subject(&line.name), self.has(gap)),
            Some(other) => self.outdone(&subject(&line.name), gap, other),
        };
        let mut beat = self.beat(self.walked("best", "best", ["again"; 2]), say, self.shown(), pictures);
        beat.event = Some(Event::Bound);
        Some(beat)
    }

    fn has(&self, gap: f64) -> String {
        match gap {
            gap if gap.abs() <= self.lanes.rounding => String::from("a gap of zero to rounding"),
            gap if gap > 0.0 => format!("a gap of {}", length(gap)),
            gap => format!("an overlap of {}", length(-gap)),
        }
    }

    /// Clause on an axis that is better than the previous best.
    fn outdone(&self, line: &str, gap: f64, other: &Shadows) -> String {
        if gap < -self.lanes.rounding {
            let [least, before] = [gap, other.gap()].map(|gap| length(-gap));
            return format!(
                "{line} has the least overlap so far: {least}, down from {before} on {}.",
                spoken(&other.name)
            );
        }
        format!(
            "{line} is the best so far: {}, after {} on {}.",
            self.has(gap),
            self.has(other.gap()),
            spoken(&other.name)
        )
    }

    fn beat(
        &self,
        line: &'static str,
        say: String,
        shows: ShownAxis,
        pictures: &dyn Fn(ShownAxis) -> Pictures,
    ) -> Beat {
        Beat {
            line,
            say: say.into(),
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
            values.push(Value::of(symbol::AXIS, line.name.clone(), "axis"));
            values.push(Value::of(symbol::NORMAL, vector(line.normal), "axis"));
            if shadows {
                values.push(self.gap_or_overlap(line.gap(), symbol::GAP, symbol::OVERLAP, "gap"));
            }
        }
        if let Some(best) = lanes.best(tried) {
            values.push(self.gap_or_overlap(lanes.lines[best].gap(), symbol::BEST, symbol::LEAST_OVERLAP, "best"));
        }
        if let Some(margin) = lanes.margin(tried) {
            values.push(Value::of(symbol::LEAD, measured(margin, 2.0 * lanes.rounding), "best"));
        }
        if self.skipped > 0 {
            values.push(Value::number(symbol::SKIPPED, count(self.skipped)));
        }
        values.push(Value::of(symbol::ROUNDING, length(lanes.rounding), "rounding"));
        values
    }

    /// Value of a separation, meters: a gap, or without a sign an overlap.
    fn gap_or_overlap(&self, gap: f64, positive: Symbol, negative: Symbol, key: &'static str) -> Value {
        let rounding = self.lanes.rounding;
        match gap < -rounding {
            true => Value::of(negative, measured(-gap, rounding), key),
            false => Value::of(positive, measured(gap, rounding), key),
        }
    }
}
