//! Sub-steps (beats) of a step that tests a separating axis, in space and in the plane: the axis, the projections on
//! it, and whether it is the best axis so far.

use contact_lens_model::answer::number::{count, length, measured, vector, vector_in_plane};
use contact_lens_model::snapshot::sat::PairPruning;

use super::axis_names::{axis_as_subject, axis_with_mark, current_axis};
use super::line_labels::{AXIS_LABELS, BEST_LABELS, GAP_LABELS, LineLabels};
use super::{AxisLanes, ProjectedAxis, ShownAxis};
use crate::{Beat, Detail, EndingKind, Event, Pictures, Sentence, StopTest, Value, say, symbol};

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

/// Data of a step that tests at most one axis, or of one axis of a step that tests several.
#[derive(Clone, Debug)]
pub struct AxisStep<'a> {
    /// All axes of the run.
    pub lanes: &'a AxisLanes,
    /// Names of A and B in sentences.
    pub names: [Sentence; 2],
    /// Clause on the direction of the axis: `is perpendicular to face a1 of box`; empty without an axis.
    pub clause: Sentence,
    /// Whether A and B are segments or points, for whose normals the reason of their group is not stated.
    pub are_thin: [bool; 2],
    /// Whether the bodies are in the plane, where directions have two coordinates.
    pub is_planar: bool,
    /// Number of axes tested before this one, and the number that includes it; equal if no axis is tested.
    pub tested: [usize; 2],
    /// Number of axes tested before the step, and at its end.
    pub tested_in_step: [usize; 2],
    /// Number of edge pairs skipped before this axis.
    pub skipped: usize,
    /// One of the pairs skipped before this axis; `None` if no pair is skipped, or none is known.
    pub example: Option<ExamplePair>,
    /// Method by which the run skips pairs of edges.
    pub pruning: PairPruning,
    /// Whether the axis is tested first because it separated the bodies in the previous frame.
    pub is_cached: bool,
    /// Test whether this axis ends the run; `None` where the test is not evaluated.
    pub stop: Option<StopTest>,
    /// Sentence and kind of the run's ending; `None` if the run continues after this axis.
    pub end: Option<(&'a str, EndingKind)>,
    /// Whether the beats have pictures, values and tables.
    pub detail: Detail,
}

/// Index of the curve of the step's largest gap in the card's series.
const GAP_SERIES: usize = 0;

/// Index of the curve of the best gap in the card's series.
const BEST_SERIES: usize = 1;

impl AxisStep<'_> {
    /// Beats of the step: skipped pairs, the axis, the projections on it, a new best axis, and the ending. `pictures`
    /// draws the content of a beat.
    pub fn beats(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Vec<Beat> {
        let [tested_before, tested] = self.tested;
        let tests_axis = tested > tested_before;
        let mut beats = Vec::new();
        if self.skipped > 0 {
            beats.push(self.skipped_pairs_beat(pictures));
        }
        if tests_axis {
            beats.push(self.axis_beat(pictures));
            beats.push(self.gap_beat(pictures));
            if !self.is_in_row() {
                beats.extend(self.best_axis_beat(pictures));
            }
        }
        if let Some((say, kind)) = self.end {
            let line = match (tests_axis, self.is_in_row()) {
                (true, _) => "stop",
                (false, true) => "row-again",
                (false, false) => "end",
            };
            let shows = ShownAxis::best_so_far(tested, self.lanes.best(tested));
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

    /// Label of a line in the listing for the tested axis.
    fn line_label(&self, labels: &LineLabels) -> &'static str {
        if self.is_in_row() {
            return labels.in_row;
        }
        // The previous frame's axis is tested alone in any run.
        if self.pruning != PairPruning::ByWalk || self.is_cached {
            return labels.alone;
        }
        // The groups 0 and 1 are the face normals of A and of B.
        if self.lanes.axes[self.tested[0]].group < 2 { labels.walked_face } else { labels.walked_edges }
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
        let is_single = self.skipped == 1;
        let pairs = if let Some(pair) = &self.example {
            let example = Sentence::mark(pair.name.as_str(), pair.key.clone());
            if is_single {
                say!("The edge pair {} is skipped", example)
            } else {
                say!("{} edge pairs are skipped, such as {}", number, example)
            }
        } else if is_single {
            say!("{} edge pair is skipped", number)
        } else {
            say!("{} edge pairs are skipped", number)
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
        if self.is_cached {
            return Sentence::from("The separating axis of the last frame comes first. ");
        }
        // The groups 0 and 1 are the face normals of A and of B.
        if self.are_thin.get(group) == Some(&true) {
            return Sentence::default();
        }
        let is_first = match number.checked_sub(1) {
            Some(before) => self.lanes.axes[before].group != group,
            None => group == 0,
        };
        if !is_first {
            return Sentence::default();
        }
        match self.lanes.groups.get(group) {
            Some(why) if why.contains("{}") => Sentence::fill(why, [self.names[usize::from(group == 1)].clone()]),
            Some(why) => Sentence::from(*why),
            None => Sentence::default(),
        }
    }

    /// Beat of the axis itself, before its projections.
    fn axis_beat(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Beat {
        let number = self.tested[0];
        let axis = &self.lanes.axes[number];
        let say = say!("{}{} {}.", self.group_reason(), axis_as_subject(axis), &self.clause);
        self.beat(self.line_label(&AXIS_LABELS), say, ShownAxis::tested_now(number, number, false), pictures)
    }

    /// Content of the beats after the test of the axis: the axis with its projections.
    fn shown_axis(&self) -> ShownAxis {
        let [number, tested] = self.tested;
        ShownAxis::tested_now(tested, number, true)
    }

    /// Sentence on the projections on the tested axis, compared with an earlier axis that separates the bodies.
    fn gap_sentence(&self) -> Sentence {
        let axis = &self.lanes.axes[self.tested[0]];
        let rounding = self.lanes.rounding;
        let gap = axis.gap();
        let name = current_axis(axis);
        let [a, b] = &self.names;
        // Earlier axis that separates the bodies with the largest gap.
        let separating = self.lanes.best(self.tested[0]).filter(|best| self.lanes.axes[*best].gap() > rounding);
        let is_smaller = separating.is_some_and(|best| gap < self.lanes.axes[best].gap() - rounding);
        let separating_axis = separating.map(|best| axis_with_mark(&self.lanes.axes[best], format!("axis/{best}")));
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
            return match separating_axis {
                Some(other) if axis.was_best => say!("{}: a larger gap than on {}.", begins, other),
                Some(other) if is_smaller => say!("{}: a smaller gap than on {}.", begins, other),
                Some(other) => say!("{}: the same gap as on {}, except for rounding error.", begins, other),
                None => say!("{}. This gap proves that the bodies are apart.", begins),
            };
        }
        let overlap = self.overlap_clause(axis);
        match separating_axis {
            Some(other) => {
                say!("On {}, {}: this axis does not separate them, but {} does.", name, overlap, other)
            }
            None => say!("On {}, {}, so this axis does not separate them.", name, overlap),
        }
    }

    /// Clause on projections that overlap by more than rounding error.
    fn overlap_clause(&self, axis: &ProjectedAxis) -> Sentence {
        let rounding = self.lanes.rounding;
        let [a, b] = &self.names;
        if axis.a[1] - axis.a[0] <= rounding {
            return say!("the projection of {} is a point, {} inside that of {}", a, self.gap_value(axis), b);
        }
        if axis.b[1] - axis.b[0] <= rounding {
            return say!("the projection of {} is a point, {} inside that of {}", b, self.gap_value(axis), a);
        }
        // If one projection is inside the other, separating them takes a shift of more than their common part.
        if axis.common() < -axis.gap() - rounding {
            return say!("the projections of {} and {} overlap: separating them takes {}", a, b, self.gap_value(axis));
        }
        say!("the projections of {} and {} overlap by {}", a, b, self.gap_value(axis))
    }

    /// Beat of the projections on the tested axis; the last one of a step has the step's plot points.
    fn gap_beat(&self, pictures: &dyn Fn(ShownAxis) -> Pictures) -> Beat {
        let line = self.line_label(&GAP_LABELS);
        let mut beat = self.beat(line, self.gap_sentence(), self.shown_axis(), pictures);
        beat.event = Some(Event::Support);
        let is_last = self.tested[1] == self.tested_in_step[1] && !self.is_in_row();
        beat.points = if is_last { self.plot_points() } else { Vec::new() };
        beat.stops = self.stop.iter().filter(|stop| !stop.fired).cloned().collect();
        beat
    }

    /// Plot points of the step: its largest separation, and the best separation if the step improved it.
    fn plot_points(&self) -> Vec<(usize, f64)> {
        let [first, last] = self.tested_in_step;
        let axes = self.lanes.axes.get(first..last).unwrap_or_default();
        let largest = axes.iter().map(ProjectedAxis::gap).reduce(f64::max);
        let best = axes.iter().rfind(|axis| axis.was_best).map(ProjectedAxis::gap);
        let mut points = Vec::new();
        points.extend(largest.map(|gap| (GAP_SERIES, gap)));
        points.extend(best.map(|gap| (BEST_SERIES, gap)));
        points
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
        let mut beat = self.beat(self.line_label(&BEST_LABELS), say, self.shown_axis(), pictures);
        beat.event = Some(Event::Bound);
        Some(beat)
    }

    /// Noun phrase on the separation of an axis: `a gap of 2 m`, `an overlap of 2 m`.
    fn separation_phrase(&self, axis: &ProjectedAxis) -> Sentence {
        if axis.gap().abs() <= self.lanes.rounding {
            Sentence::from("a gap below rounding error")
        } else if axis.gap() > 0.0 {
            say!("a gap of {}", self.gap_value(axis))
        } else {
            say!("an overlap of {}", self.gap_value(axis))
        }
    }

    /// Sentence on an axis that is better than the previous best, the axis with the index `previous`.
    fn new_best_sentence(&self, axis: &ProjectedAxis, previous: usize) -> Sentence {
        let rounding = self.lanes.rounding;
        let previous_axis = &self.lanes.axes[previous];
        let previous_gap = previous_axis.gap();
        let key = format!("axis/{previous}");
        let previous_name = axis_with_mark(previous_axis, key.clone());
        let subject = axis_as_subject(axis);
        let separation = self.separation_phrase(axis);
        if previous_gap.abs() <= rounding {
            return say!("{} is the best so far: {}, after a gap of zero on {}.", subject, separation, previous_name);
        }
        let previous_size = Value::of(symbol::PREVIOUS_BEST_GAP, length(previous_gap.abs()), key);
        let comparison = if previous_gap > 0.0 {
            say!("more than the gap of {}", previous_size)
        } else if axis.gap() < -rounding {
            say!("less than the overlap of {}", previous_size)
        } else {
            say!("instead of the overlap of {}", previous_size)
        };
        say!("{} is the best so far: {}, {} on {}.", subject, separation, comparison, previous_name)
    }

    /// Beat of a line, with the pictures, values and table of the content `shows`.
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

    /// Values of a beat: the direction or the separation of the shown axis, and the best separation on another axis.
    fn shown_values(&self, shows: ShownAxis) -> Vec<Value> {
        let lanes = self.lanes;
        let mut values = Vec::new();
        let Some(current) = shows.current else { return values };
        if let Some(axis) = lanes.axes.get(current) {
            if !shows.with_projections {
                let direction = if self.is_planar { vector_in_plane(axis.normal) } else { vector(axis.normal) };
                values.push(Value::of(symbol::AXIS_DIRECTION, direction, "axis"));
            } else if axis.gap().abs() > lanes.rounding {
                values.push(self.gap_value(axis));
            }
        }
        if let Some(best) = lanes.best(shows.tested)
            && best != current
        {
            let gap = lanes.axes[best].gap();
            let symbol = if gap < -lanes.rounding { symbol::LEAST_OVERLAP } else { symbol::BEST };
            if gap.abs() > lanes.rounding {
                values.push(Value::of(symbol, measured(gap.abs(), lanes.rounding), "best"));
            }
        }
        values
    }

    /// Separation of an axis as a value: a gap, or the size of an overlap.
    fn gap_value(&self, axis: &ProjectedAxis) -> Value {
        let rounding = self.lanes.rounding;
        let gap = axis.gap();
        if gap < -rounding {
            Value::of(symbol::OVERLAP, length(-gap), "gap")
        } else {
            Value::of(symbol::GAP, measured(gap, rounding), "gap")
        }
    }
}
