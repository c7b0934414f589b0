//! Sub-steps (beats) of a step that tests a separating axis, in space and in the plane: the axis, the projections on
//! it, and whether it is the best axis so far.

use super::axis_names::{axis_as_subject, axis_with_mark, current_axis};
use super::{AxisLanes, ProjectedAxis};
use crate::answer::number::{count, length, measured, vector, vector_in_plane};
use crate::lesson::{Beat, Detail, EndingKind, Event, Pictures, Sentence, StopTest, Value, say, symbol};
use crate::snapshot::sat::PairPruning;

/// Pair of edges that a step skips, as an example of all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct ExamplePair {
    /// Name of the axis perpendicular to both edges: `a1 × b2`.
    pub name: String,
    /// Mark id of the pair.
    pub key: String,
    /// Reason for skipping the pair, a clause; empty for the reason of all pairs.
    pub why: String,
}

/// Step that tests at most one axis; or one axis of a step that tests several, which follows the others.
#[derive(Clone, Debug)]
pub struct AxisStep<'a> {
    /// All axes of the run.
    pub lanes: &'a AxisLanes,
    /// Names of A and B in sentences.
    pub names: [Sentence; 2],
    /// Clause on the direction of the axis: `is perpendicular to face a1 of box`; empty without an axis.
    pub clause: Sentence,
    /// Whether A and B are segments or points, whose normals are not introduced by the reason of their group.
    pub thin: [bool; 2],
    /// Whether the bodies are in the plane, where directions have two coordinates.
    pub is_planar: bool,
    /// Number of axes tested before this one, and the number that includes it; equal if no axis is tested.
    pub tested: [usize; 2],
    /// Number of axes tested before the step, and at its end.
    pub tested_in_step: [usize; 2],
    /// Number of edge pairs skipped before this axis.
    pub skipped: usize,
    /// One of the pairs skipped before this axis, if they are known.
    pub example: Option<ExamplePair>,
    /// Method by which the run skips pairs of edges.
    pub pruning: PairPruning,
    /// Whether the axis is first because it separated the bodies in the previous frame.
    pub cached: bool,
    /// Test whether this axis ends the run, if it is evaluated.
    pub stop: Option<StopTest>,
    /// Sentence and kind of the run's ending, if it ends with this axis.
    pub end: Option<(&'a str, EndingKind)>,
    pub detail: Detail,
}

/// Content of the pictures of one beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownAxis {
    /// Number of axes tested so far.
    pub tested: usize,
    /// Index of the shown axis in [`AxisLanes::axes`]; `None` without one.
    pub current: Option<usize>,
    /// Whether the axis is shown with the projections on it.
    pub with_projections: bool,
    /// Whether this is the best axis so far instead of the one that is tested.
    pub is_best: bool,
    /// Whether skipped pairs of edges are shown instead of an axis.
    pub shows_skipped: bool,
}

impl ShownAxis {
    /// Axis with the index `number` that the step tests.
    fn tested_now(tested: usize, number: usize, with_projections: bool) -> Self {
        Self { tested, current: Some(number), with_projections, is_best: false, shows_skipped: false }
    }

    /// Skipped pairs of edges, after `tested` axes.
    fn skipped_pairs(tested: usize) -> Self {
        Self { tested, current: None, with_projections: true, is_best: false, shows_skipped: true }
    }

    /// Best of the first `tested` axes, which has the index `best`, with its projections.
    fn best_so_far(tested: usize, best: Option<usize>) -> Self {
        Self { tested, current: best, with_projections: true, is_best: true, shows_skipped: false }
    }
}

impl AxisStep<'_> {
    /// Beats of the step: skipped pairs, the axis, the projections on it, a new best axis, and the ending. `pictures`
    /// draws the content of a beat.
    pub fn beats(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Vec<Beat> {
        let [before, now] = self.tested;
        let mut beats = Vec::new();
        if self.skipped > 0 {
            beats.push(self.skipped_pairs_beat(pictures));
        }
        if now > before {
            beats.push(self.axis_beat(pictures));
            beats.push(self.gap_beat(pictures));
            beats.extend(self.best_axis_beat(pictures).filter(|_| !self.is_in_row()));
        }
        if let Some((say, kind)) = self.end {
            let line = if now > before { "stop" } else { self.line_label("end", "row-again") };
            let shows = ShownAxis::best_so_far(now, self.lanes.best(now));
            let mut beat = self.beat(line, Sentence::answer(say), shows, pictures);
            beat.event = Some(Event::Stop(kind));
            beat.stops = self.stop.iter().filter(|stop| stop.fired).cloned().collect();
            beats.push(beat);
        }
        beats
    }

    /// Whether the axis belongs to a row of three axes that one step tests; the best one is reported after the row.
    fn is_in_row(&self) -> bool {
        self.pruning == PairPruning::ParallelOnly
    }

    /// Label of a line in the listing: `line` for an axis that is tested alone, `row` for an axis of a row.
    fn line_label(&self, line: &'static str, row: &'static str) -> &'static str {
        if self.is_in_row() { row } else { line }
    }

    /// Label of a line in the listing, as [`Self::line_label`]; in a run that follows the arcs on the Gauss sphere,
    /// `face` for face normals and `edges` for edge pairs.
    fn line_label_of_group(
        &self,
        line: &'static str,
        row: &'static str,
        [face, edges]: [&'static str; 2],
    ) -> &'static str {
        match self.lanes.axes[self.tested[0]].group {
            _ if self.pruning != PairPruning::ByWalk || self.cached => self.line_label(line, row),
            0 | 1 => face,
            _ => edges,
        }
    }

    /// Beat of the best axis after a row of axes; `None` if no axis has been tested.
    pub fn row_result_beat(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Option<Beat> {
        let [first, last] = self.tested_in_step;
        let best = self.lanes.best(last)?;
        let axis = &self.lanes.axes[best];
        let say = match self.lanes.best(first) {
            None => say!("{} is the best of this step: {}.", axis_as_subject(axis), self.separation_phrase(axis)),
            Some(other) if other == best => {
                say!(
                    "{} is still the best: {}. No axis of this step is better.",
                    axis_as_subject(axis),
                    self.separation_phrase(axis)
                )
            }
            Some(other) => self.new_best_sentence(axis, other),
        };
        let shows = ShownAxis::best_so_far(last, Some(best));
        let beat = self.beat("row-best", say, shows, pictures);
        Some(Beat { event: Some(Event::Bound), points: self.plot_points(), ..beat })
    }

    /// Beat of the skipped pairs of edges, with one of them as an example.
    fn skipped_pairs_beat(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Beat {
        let number = Value::number(symbol::SKIPPED, count(self.skipped));
        let example = self.example.as_ref().map(|pair| Sentence::mark(pair.name.as_str(), pair.key.clone()));
        let pairs = match (self.skipped, example) {
            (1, Some(example)) => say!("The edge pair {} is skipped", example),
            (1, None) => say!("{} edge pair is skipped", number),
            (_, Some(example)) => say!("{} edge pairs are skipped, such as {}", number, example),
            (_, None) => say!("{} edge pairs are skipped", number),
        };
        let reason = self.example.as_ref().map_or("", |pair| pair.why.as_str());
        let (line, why) = match self.pruning {
            PairPruning::ByArcs if !reason.is_empty() => ("prune", Sentence::from(reason)),
            PairPruning::ByArcs => {
                ("prune", Sentence::from("arcs that do not cross on the Gauss sphere give no face of A − B"))
            }
            PairPruning::ByWalk => {
                ("walk", Sentence::from("the two arcs of such a pair on the Gauss sphere do not cross"))
            }
            PairPruning::ParallelOnly => ("row-parallel", Sentence::from("parallel edges give no axis")),
            PairPruning::ByBound => (
                "bound",
                say!(
                    "either their arcs do not cross, or vertices of {} prove that they cannot beat the best axis",
                    &self.names[0]
                ),
            ),
        };
        let shows = ShownAxis::skipped_pairs(self.tested[0]);
        Beat { event: Some(Event::Reduction), ..self.beat(line, say!("{}: {}.", pairs, why), shows, pictures) }
    }

    /// Reason for the axes of a group, before the first of them; empty for other axes.
    fn group_reason(&self) -> Sentence {
        let number = self.tested[0];
        let group = self.lanes.axes[number].group;
        if self.cached {
            return Sentence::from("The separating axis of the last frame comes first. ");
        }
        if self.thin.get(group) == Some(&true) {
            return Sentence::default();
        }
        let is_first = match number.checked_sub(1) {
            Some(before) => self.lanes.axes[before].group != group,
            None => group == 0,
        };
        match self.lanes.groups.get(group).filter(|_| is_first) {
            Some(why) if why.contains("{}") => Sentence::fill(why, [self.names[usize::from(group == 1)].clone()]),
            Some(why) => Sentence::from(*why),
            None => Sentence::default(),
        }
    }

    fn axis_beat(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Beat {
        let number = self.tested[0];
        let axis = &self.lanes.axes[number];
        let say = say!("{}{} {}.", self.group_reason(), axis_as_subject(axis), &self.clause);
        let label = self.line_label_of_group("axis", "row", ["four", "walk"]);
        self.beat(label, say, ShownAxis::tested_now(number, number, false), pictures)
    }

    fn shown_axis(&self) -> ShownAxis {
        let [number, tested] = self.tested;
        ShownAxis::tested_now(tested, number, true)
    }

    /// Sentence on the projections on the current axis.
    fn gap_sentence(&self) -> Sentence {
        let axis = &self.lanes.axes[self.tested[0]];
        let rounding = self.lanes.rounding;
        let gap = axis.gap();
        let name = current_axis(axis);
        let [a, b] = &self.names;
        // Earlier axis that separates the bodies with the largest gap.
        let separating = self.lanes.best(self.tested[0]).filter(|best| self.lanes.axes[*best].gap() > rounding);
        let is_smaller = separating.is_some_and(|best| gap < self.lanes.axes[best].gap() - rounding);
        let other = separating.map(|best| axis_with_mark(&self.lanes.axes[best], format!("axis/{best}")));
        if gap.abs() <= rounding {
            return say!(
                "On {}, the projection of {} begins where the projection of {} ends: the gap is below rounding error.",
                name,
                b,
                a
            );
        }
        if gap > 0.0 {
            let begins =
                say!("On {}, the projection of {} begins {} after that of {} ends", name, b, self.gap_value(axis), a);
            return match other {
                Some(other) if axis.was_best => say!("{}: a larger gap than on {}.", begins, other),
                Some(other) if is_smaller => say!("{}: a smaller gap than on {}.", begins, other),
                Some(other) => say!("{}: the same gap as on {}, except for rounding error.", begins, other),
                None => say!("{}. This gap proves that the bodies are apart.", begins),
            };
        }
        let overlap = match [axis.a, axis.b].map(|[low, high]| high - low <= rounding) {
            [true, _] => say!("the projection of {} is a point, {} inside that of {}", a, self.gap_value(axis), b),
            [_, true] => say!("the projection of {} is a point, {} inside that of {}", b, self.gap_value(axis), a),
            // If one projection is inside the other, separating them takes a shift of more than their common part.
            _ if axis.common() < -gap - rounding => {
                say!("the projections of {} and {} overlap: separating them takes {}", a, b, self.gap_value(axis))
            }
            _ => say!("the projections of {} and {} overlap by {}", a, b, self.gap_value(axis)),
        };
        match other {
            Some(other) => {
                say!("On {}, {}: this axis does not separate them, but {} does.", name, overlap, other)
            }
            None => say!("On {}, {}, so this axis does not separate them.", name, overlap),
        }
    }

    fn gap_beat(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Beat {
        let say = self.gap_sentence();
        let mut beat = self.beat(
            self.line_label_of_group("gap", "row-gap", ["four-gap", "walk-gap"]),
            say,
            self.shown_axis(),
            pictures,
        );
        beat.event = Some(Event::Support);
        let last = self.tested[1] == self.tested_in_step[1] && !self.is_in_row();
        beat.points = if last { self.plot_points() } else { Vec::new() };
        beat.stops = self.stop.iter().filter(|stop| !stop.fired).cloned().collect();
        beat
    }

    /// Plot points of the step: its largest separation, and the best separation if the step improved it.
    fn plot_points(&self) -> Vec<(usize, f64)> {
        let [first, last] = self.tested_in_step;
        let lines = self.lanes.axes.get(first..last).unwrap_or_default();
        let largest = lines.iter().map(ProjectedAxis::gap).reduce(f64::max);
        let best = lines.iter().rfind(|axis| axis.was_best).map(ProjectedAxis::gap);
        largest.map(|gap| (0, gap)).into_iter().chain(best.map(|gap| (1, gap))).collect()
    }

    /// Beat of a new best axis; `None` in a step without one.
    fn best_axis_beat(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Option<Beat> {
        let [number, tested] = self.tested;
        let axis = &self.lanes.axes[number];
        if !axis.was_best || self.lanes.best(tested) != Some(number) {
            return None;
        }
        let say = match self.lanes.best(number) {
            None => say!("{}, the first, is the best so far: {}.", axis_as_subject(axis), self.separation_phrase(axis)),
            Some(other) => self.new_best_sentence(axis, other),
        };
        let mut beat =
            self.beat(self.line_label_of_group("best", "best", ["again"; 2]), say, self.shown_axis(), pictures);
        beat.event = Some(Event::Bound);
        Some(beat)
    }

    /// Noun phrase on the separation of the current axis: `a gap of 2 m`, `an overlap of 2 m`.
    fn separation_phrase(&self, axis: &ProjectedAxis) -> Sentence {
        match axis.gap() {
            gap if gap.abs() <= self.lanes.rounding => Sentence::from("a gap below rounding error"),
            gap if gap > 0.0 => say!("a gap of {}", self.gap_value(axis)),
            _ => say!("an overlap of {}", self.gap_value(axis)),
        }
    }

    /// Sentence on an axis that is better than the previous best, the axis of index `other`.
    fn new_best_sentence(&self, axis: &ProjectedAxis, other: usize) -> Sentence {
        let before = &self.lanes.axes[other];
        let key = format!("axis/{other}");
        let compared = axis_with_mark(before, key.clone());
        let size = Value::of(symbol::PREVIOUS_BEST_GAP, length(before.gap().abs()), key);
        let [gap, previous_gap] = [axis, before].map(ProjectedAxis::gap);
        let previous_size = match previous_gap {
            gap if gap.abs() <= self.lanes.rounding => {
                return say!(
                    "{} is the best so far: {}, after a gap of zero on {}.",
                    axis_as_subject(axis),
                    self.separation_phrase(axis),
                    compared
                );
            }
            gap if gap > 0.0 => say!("the gap of {}", size),
            _ => say!("the overlap of {}", size),
        };
        let comparison = match previous_gap < 0.0 {
            true if gap < -self.lanes.rounding => "less than",
            true => "instead of",
            false => "more than",
        };
        say!(
            "{} is the best so far: {}, {} {} on {}.",
            axis_as_subject(axis),
            self.separation_phrase(axis),
            comparison,
            previous_size,
            compared
        )
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
            values: self.detail.full(|| self.shown_values(shows)),
            tables: self.detail.full(|| vec![self.lanes.table(shows.tested, shows.current)]),
            ..Beat::default()
        }
    }

    fn shown_values(&self, ShownAxis { tested, current, with_projections, .. }: ShownAxis) -> Vec<Value> {
        let lanes = self.lanes;
        let mut values = Vec::new();
        if let Some(axis) = current.and_then(|current| lanes.axes.get(current)) {
            if with_projections {
                values.extend(Some(self.gap_value(axis)).filter(|_| axis.gap().abs() > lanes.rounding));
            } else {
                let direction = if self.is_planar { vector_in_plane(axis.normal) } else { vector(axis.normal) };
                values.push(Value::of(symbol::AXIS_DIRECTION, direction, "axis"));
            }
        }
        let best = lanes.best(tested).filter(|best| current.is_some() && current != Some(*best));
        if let Some(best) = best.filter(|best| lanes.axes[*best].gap().abs() > lanes.rounding) {
            let gap = lanes.axes[best].gap();
            let symbol = if gap < -lanes.rounding { symbol::LEAST_OVERLAP } else { symbol::BEST };
            values.push(Value::of(symbol, measured(gap.abs(), lanes.rounding), "best"));
        }
        values
    }

    /// Separation of the current axis as a value: a gap, or the size of an overlap.
    fn gap_value(&self, axis: &ProjectedAxis) -> Value {
        let rounding = self.lanes.rounding;
        let gap = axis.gap();
        match gap < -rounding {
            true => Value::of(symbol::OVERLAP, length(-gap), "gap"),
            false => Value::of(symbol::GAP, measured(gap, rounding), "gap"),
        }
    }
}
