//! Lesson of separating axes over time: for each axis, the interval of times in which the projections of the moving
//! bodies overlap; contact is possible only in the intersection of all intervals.

mod choice;
mod pictures;
mod projections;
mod quantities;

use std::sync::Arc;

use glam::DVec3;

use super::{
    CastContext, ENDINGS_OF_AXES, Motion, SERIES_OF_AXES, TIME, TimeRow, VIEWS_IN_PLANE, VIEWS_IN_SPACE, gap_value,
    has_gap, miss_sentence, role_names, seconds, with_times_if_stated,
};
use crate::answer::number::length;
use crate::answer::{Finding, FindingFacts as _};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::sat::AxisName;
use crate::lesson::{
    Beat, Card, Choice, Detail, Event, Lesson, Narrated, Narration, Pictures, PlotAxis, Recording, Sentence,
    SourceFile, StopTest, Value, Verdict, View, WORLD, say, symbol,
};
use crate::picture::{Camera, Picture, Role, ViewKind};
use crate::snapshot::cast::{Axis, Path, Sweep, TestedAxis};
use crate::snapshot::sat::Solid;

/// Card in space.
pub const CARD: Card = Card {
    id: "cast",
    title: "Moving objects: separating axes over time",
    summary: "When do the projections of two moving polytopes overlap on all axes at once?",
    sources: &["Collision Detection, 2011: dynamic intersection test"],
    listing: include_str!("../../engine/dim3/cast/sweep/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/dim3/cast/sweep/stepper.rs",
            text: include_str!("../../engine/dim3/cast/sweep/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/dim3/cast/sweep/overlap.rs",
            text: include_str!("../../engine/dim3/cast/sweep/overlap.rs"),
        },
        SourceFile {
            path: "src/engine/dim3/cast/sweep/axis_triples.rs",
            text: include_str!("../../engine/dim3/cast/sweep/axis_triples.rs"),
        },
    ],
    views: VIEWS_IN_SPACE,
    plot_over: PlotAxis::Step,
    series: SERIES_OF_AXES,
    endings: ENDINGS_OF_AXES,
};

/// Card in the plane.
pub const IN_PLANE: Card =
    Card { title: "Moving objects in the plane: separating axes over time", views: VIEWS_IN_PLANE, ..CARD };

/// Names of roles in the legend; marks with a name of their own have none.
const AXIS_ROLES: &[(Role, &str)] = &[
    (Role::Origin, ""),
    (Role::Ghost, "swept volume"),
    (Role::First, "at t₀: no contact before"),
    (Role::Last, "at t_last: no contact after"),
    (Role::Closest, "x = r·t, origin moved along r"),
    (Role::Bound, "plane at the end of A's projection"),
    (Role::Gap, "contact possible"),
    // The gap and the contact point are named at themselves.
    (Role::Witness, ""),
    (Role::Interval, ""),
    (Role::Normal, "normal n"),
    // The tested axis is named at itself.
    (Role::Axis, ""),
];

/// Time below which a time is rounding error, as a fraction of the displayed duration.
const TIME_ROUNDING: f64 = 1e-12;

/// Lesson of a recorded sweep. `axes` are its axes in the order of the tests, each with the intersection of the
/// intervals up to it, as positions along the path of B relative to A, meters.
pub fn lesson(
    recording: Box<dyn Recording<Sweep>>,
    axes: &[(TestedAxis, [f64; 2])],
    solids: &[Arc<Solid>; 2],
    motion: Motion,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let path = motion.path;
    let mut previous = recording.first().overlap;
    let mut rows = Vec::new();
    let mut names = Vec::new();
    for (tested, common) in axes {
        let name = axis_name(tested.axis, solids, &motion.pair.names);
        let role = [Role::ShapeA, Role::ShapeB].get(name.group).copied().unwrap_or(Role::Interval);
        let moved = [common[0] > previous[0], common[1] < previous[1]];
        previous = *common;
        let [span, common] = [tested.span, *common].map(|positions| positions.map(|s| time_at(&path, s)));
        rows.push(TimeRow { name: name.short.clone(), numbered: false, role, span, common, moved });
        names.push(name);
    }
    let card = if path.is_planar { &IN_PLANE } else { &CARD };
    let normals: Vec<DVec3> = axes.iter().map(|(tested, _)| motion.pair.space.cso(tested.plane.normal)).collect();
    let camera = if path.is_planar {
        Camera::flat()
    } else {
        Camera::perpendicular_to(verdict.finding.normal().unwrap_or_default(), &normals)
    };
    let context = CastContext { end_name: symbol::TIME_OF_SEPARATION.notation, ..CastContext::new(motion, rows) };
    Box::new(Narrated { recording, context, verdict, narration: SweepNarration { card, names, camera } })
}

/// Time at which B is at position `s` of its path, meters. Seconds; negative before the start, infinite for an infinite
/// `s`.
fn time_at(path: &Path, s: f64) -> f64 {
    if s.is_finite() { s / path.speed } else { s }
}

/// Name of an axis. The group is 0 for the face normals of A, 1 for those of B, and another number for other axes.
fn axis_name(axis: Axis, solids: &[Arc<Solid>; 2], names: &[String; 2]) -> AxisName {
    match axis {
        Axis::Static(axis) => AxisName::new(axis, solids, names),
        Axis::Motion(0) => {
            AxisName { short: String::from("r"), description: String::from("the direction of the motion"), group: 2 }
        }
        Axis::Motion(k) => {
            AxisName { short: format!("r ⊥{k}"), description: String::from("perpendicular to the motion"), group: 2 }
        }
    }
}

/// Narration of a sweep.
struct SweepNarration {
    card: &'static Card,
    /// Names of the axes, in the order of the tests.
    names: Vec<AxisName>,
    /// Camera that looks across the normal of the answer, so that projections on it are seen in true length.
    camera: Camera,
}

impl Narration for SweepNarration {
    type State = Sweep;
    type Context = CastContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = AXIS_ROLES;

    fn role_names(&self, context: &CastContext) -> Vec<(Role, String)> {
        role_names(AXIS_ROLES, context)
    }

    fn camera(&self, view: &View, _: DVec3) -> Option<Camera> {
        (view.kind == ViewKind::Space).then_some(self.camera)
    }

    fn card(&self) -> &'static Card {
        self.card
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, .. } = step;
        let view = SweepView { names: &self.names, camera: self.camera, before, after, context, detail };
        let axes = after.axis_by_axis(before);
        let mut beats: Vec<Beat> =
            axes.flat_map(|[before, after]| SweepView { before, after, ..view }.beats(verdict)).collect();
        if end.is_some() {
            beats.push(view.end_beat(verdict, Event::Stop(self.card.ending_kind(verdict))));
        }
        beats.iter_mut().for_each(|beat| beat.add_stated_values(detail));
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let Step { before, after, context, verdict, .. } = *step;
        let view =
            SweepView { names: &self.names, camera: self.camera, before, after, context, detail: Detail::Outline };
        let views = after.axis_by_axis(before).map(|[before, after]| SweepView { before, after, ..view });
        choice::questions_of_step(views, verdict, beats)
    }
}

/// Test of one axis, with the states before and after it.
#[derive(Clone, Copy)]
struct SweepView<'a> {
    /// Names of all axes of the run, in the order of the tests.
    names: &'a [AxisName],
    /// Camera of the run; the figure of an axis turns it so that the axis is seen from the side.
    camera: Camera,
    before: &'a Sweep,
    after: &'a Sweep,
    context: &'a CastContext,
    detail: Detail,
}

impl SweepView<'_> {
    /// Beats of the axis, or of the gap of a miss; without the ending of the run.
    fn beats(&self, verdict: &Verdict) -> Vec<Beat> {
        if let Some(now) = self.after.last_tested.filter(|_| self.after.tested > self.before.tested) {
            return [self.axis_beat(&now), self.overlap_beat(&now)]
                .into_iter()
                .chain(self.intersection_beat())
                .collect();
        }
        if self.after.gap.is_some() { vec![self.gap_beat(verdict)] } else { Vec::new() }
    }

    /// Time at which B is at position `s` of its path, seconds; 0 where it is below rounding error.
    fn time(&self, s: f64) -> f64 {
        let t = time_at(&self.context.path, s);
        if t.abs() < TIME_ROUNDING * self.context.duration { 0.0 } else { t }
    }

    /// Beat of the listing's line `line`, with the values and the interval of possible contact after the test.
    fn beat(&self, line: &'static str, say: Sentence, pictures: impl FnOnce() -> Pictures) -> Beat {
        let common = self.after.overlap.map(|s| self.time(s));
        let pictures = self.detail.full(|| with_times_if_stated(pictures(), &say));
        Beat {
            line,
            say,
            pictures,
            values: self.detail.full(|| self.values(common)),
            tables: self.detail.full(|| vec![self.context.time_rows.table(self.after.tested as usize)]),
            points: vec![(0, common[1]), (1, common[0])],
            ..Beat::default()
        }
    }

    /// Time at which the projections on an axis begin to overlap, seconds; 0 if that is outside of the motion.
    fn overlap_begin(&self, tested: &TestedAxis) -> f64 {
        let t = self.time(tested.span[0]);
        if t > 0.0 && t <= self.context.duration { t } else { 0.0 }
    }

    /// Beat that introduces an axis; its result belongs to the next beat.
    fn axis_beat(&self, now: &TestedAxis) -> Beat {
        let say = self.axis_sentence(now);
        let line = if self.after.in_row { "row" } else { "span" };
        let known = SweepView { after: self.before, ..*self };
        let mut beat = self.beat(line, say, || {
            // Without relative motion there are no times.
            let begin = Some(self.time(self.before.overlap[0])).filter(|t| t.is_finite());
            let begin = begin.map_or(0.0, |t| t.clamp(0.0, self.context.duration));
            let mut pictures = known.pictures(self.before.tested as usize, Some(now), begin);
            *pictures.edit(TIME.id) =
                self.context.time_rows.picture(self.before.tested as usize, Some(self.before.tested as usize));
            pictures
        });
        beat.points.clear();
        // The intersection is that before the axis.
        beat.values = self.detail.full(|| self.values(self.before.overlap.map(|s| self.time(s))));
        beat.tables = self.detail.full(|| vec![self.context.time_rows.table(self.before.tested as usize)]);
        beat
    }

    /// Beat of the interval in which the projections on an axis overlap.
    fn overlap_beat(&self, now: &TestedAxis) -> Beat {
        let name = self.result_name(now);
        let [a, b] = self.context.pair.body_names();
        let [from, to] = now.span.map(|s| self.time(s));
        let span = if self.after.in_row { "row-span" } else { "span" };
        let [begin, end] = self.overlap_values([from, to]);
        let (line, say) = if from == f64::NEG_INFINITY && self.touches_still(now) {
            ("still", say!("On {}, the projections of {} and {} touch throughout the motion.", name, a, b))
        } else if from == f64::NEG_INFINITY {
            ("still", say!("On {}, the projections of {} and {} overlap throughout the motion.", name, a, b))
        } else if from == f64::INFINITY {
            ("still", say!("On {}, the projections of {} and {} never overlap.", name, a, b))
        } else if to < 0.0 {
            let ago = Value { text: seconds(-to).into(), ..end };
            (span, say!("On {}, the projections of {} and {} overlap only until {} before the start.", name, a, b, ago))
        } else if from <= 0.0 && to == 0.0 {
            (span, say!("On {}, the projections of {} and {} touch at the start and are apart afterwards.", name, a, b))
        } else if from < 0.0 {
            (span, say!("On {}, the projections of {} and {} overlap from the start to t = {}.", name, a, b, end))
        } else {
            (span, say!("On {}, the projections of {} and {} overlap from t = {} to {}.", name, a, b, begin, end))
        };
        let mut beat =
            self.beat(line, say, || self.pictures(self.after.tested as usize, Some(now), self.overlap_begin(now)));
        beat.event = Some(Event::Support);
        beat.stops = vec![
            StopTest::new("PassesBy", "empty", "t₀ > t_last", self.after.by_empty.map(|s| self.time(s))),
            StopTest::new("TooLate", "late", "t₀ > t_max", self.after.by_end.map(|s| self.time(s))),
        ];
        // Without relative motion there are no times.
        beat.stops.retain(|stop| !stop.left.is_nan() && !stop.right.is_nan());
        beat
    }

    /// Beat of the intersection of all intervals that this axis shortened; `None` if it did not.
    fn intersection_beat(&self) -> Option<Beat> {
        let [begins_later, ends_earlier] =
            [self.after.overlap[0] > self.before.overlap[0], self.after.overlap[1] < self.before.overlap[1]];
        let [from, to] = self.after.overlap.map(|s| self.time(s));
        let now = self.after.last_tested?;
        let name = self.result_name(&now);
        let is_first = self.before.tested == 0;
        let start = Value::of(symbol::TIME_AT_LEAST, seconds(from), "all");
        let end = Value::of(symbol::TIME_OF_SEPARATION, seconds(to), "all");
        let [_, b] = self.context.pair.body_names();
        let (line, say) = match (begins_later, ends_earlier) {
            (false, false) => return None,
            _ if self.after.by_empty.holds() && now.recedes && now.w == 0.0 => {
                ("apart", say!("{} excludes contact: the projections on it never overlap.", name).capitalized())
            }
            _ if self.after.by_empty.holds() && now.recedes => {
                ("apart", say!("{} excludes contact: {} moves away along it.", name, b).capitalized())
            }
            _ if self.after.by_empty.holds() && self.after.by_end.holds() => {
                ("late", say!("{} allows contact only from t = {}, after the motion ends.", name, start).capitalized())
            }
            _ if self.after.by_empty.holds() => (
                "empty",
                say!("With {}, there is no time at which the projections overlap on all axes: no contact.", name),
            ),
            (true, true) if is_first => (
                "enter",
                say!("{} allows contact only between t₀ = {} and t_last = {}.", name, start, end).capitalized(),
            ),
            (true, false) if is_first => {
                ("enter", say!("{} allows no contact before t₀ = {}.", name, start).capitalized())
            }
            (false, true) if is_first => {
                ("leave", say!("{} allows no contact after t_last = {}.", name, end).capitalized())
            }
            _ => {
                let say = shorter_intersection_sentence(name, [begins_later, ends_earlier], [start, end]);
                (if begins_later { "enter" } else { "leave" }, say)
            }
        };
        let beat =
            self.beat(line, say, || self.pictures(self.after.tested as usize, Some(&now), self.overlap_begin(&now)));
        Some(Beat { event: Some(Event::Bound), ..beat })
    }

    /// Beat of the gap of a miss.
    fn gap_beat(&self, verdict: &Verdict) -> Beat {
        let Some(gap) = self.after.gap else { return Beat::default() };
        let mut pictures = self.pictures(self.after.tested as usize, None, 0.0);
        if let Finding::FirstContact(found) = &verdict.finding
            && length(gap.distance).text == length(found.gap.unwrap_or_default()).text
        {
            *pictures.edit(WORLD) = Picture::default();
            self.context.add_closest_approach(&mut pictures, found);
        }
        let distance = gap_value(gap, has_gap(&pictures));
        let say = miss_sentence(self.context, gap, &distance);
        let mut beat = self.beat("gap", say, || pictures);
        beat.values.extend(self.detail.full(|| vec![distance]));
        beat.event = Some(Event::Bound);
        beat
    }

    /// Beat of the ending, whose mark on the timeline is `event`.
    fn end_beat(&self, verdict: &Verdict, event: Event) -> Beat {
        let mut beat = self.beat("end", Sentence::answer(&verdict.say), || {
            let Finding::FirstContact(found) = &verdict.finding else { return Pictures::default() };
            let mut pictures = self.pictures(self.after.tested as usize, None, found.t_first.unwrap_or(0.0));
            *pictures.edit(WORLD) = Default::default();
            self.context.add_contact(pictures.edit(WORLD), found, true);
            self.context.add_closest_approach(&mut pictures, found);
            pictures
        });
        beat.values.retain(|value| value.symbol != symbol::AXIS_DIRECTION.notation);
        // The answer states the time of a contact.
        if matches!(&verdict.finding, Finding::FirstContact(found) if found.t_first.is_some() && !found.at_start) {
            beat.pictures.unused.retain(|id| *id != TIME.id);
        }
        Beat { event: Some(event), ..beat }
    }
}

/// Sentence on an axis that makes the intersection of all intervals begin later, end earlier, or both.
fn shorter_intersection_sentence(
    name: Sentence,
    [begins_later, ends_earlier]: [bool; 2],
    [start, end]: [Value; 2],
) -> Sentence {
    match (begins_later, ends_earlier) {
        (true, true) => say!(
            "On {}, the overlap begins later and ends sooner than on every axis tested before: contact is possible \
             only from t₀ = {} to t_last = {}.",
            name,
            start,
            end
        ),
        (true, false) => {
            say!(
                "On {}, the overlap begins later than on every axis tested before: no contact before t₀ = {}.",
                name,
                start
            )
        }
        (false, _) => {
            say!(
                "On {}, the overlap ends sooner than on every axis tested before: no contact after t_last = {}.",
                name,
                end
            )
        }
    }
}
