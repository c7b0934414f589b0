//! Lesson of separating axes over time: for each axis, the interval of times in which the projections of the moving
//! bodies overlap; contact is possible only in the intersection of all intervals.

mod choice;
mod pictures;
mod projections;
mod quantities;

use std::sync::Arc;

use contact_lens_model::answer::number::length;
use contact_lens_model::answer::{Finding, FindingFacts as _};
use contact_lens_model::snapshot::cast::{Axis, Path, Sweep, TestedAxis};
use contact_lens_model::snapshot::sat::Solid;
use contact_lens_picture::{Camera, Picture, Role, ViewKind};
use glam::DVec3;

use super::{
    CastContext, ENDINGS_OF_AXES, LOWER_CURVE, Motion, SERIES_OF_AXES, TIME, TimeRow, UPPER_CURVE, VIEWS_IN_PLANE,
    VIEWS_IN_SPACE, gap_value, has_gap, miss_sentence, role_names, with_times_if_stated,
};
use crate::recorded::narrated::Step;
use crate::sat::AxisName;
use crate::{
    Beat, Card, Choice, Detail, Event, Lesson, Narrated, Narration, Pictures, PlotAxis, Recording, Sentence,
    SourceFile, StopTest, Verdict, View, WORLD, symbol,
};

/// Card of separating axes over time in space.
pub const CARD: Card = Card {
    id: "cast",
    title: "Moving objects: separating axes over time",
    summary: "When do the projections of two moving polytopes overlap on all axes at once?",
    sources: &["Collision Detection, 2011: dynamic intersection test"],
    listing: include_str!("../engine/dim3/cast/sweep/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/source/dim3/cast/sweep/stepper.rs",
            text: include_str!("../engine/dim3/cast/sweep/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/cast/sweep/overlap.rs",
            text: include_str!("../engine/dim3/cast/sweep/overlap.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/cast/sweep/axis_triples.rs",
            text: include_str!("../engine/dim3/cast/sweep/axis_triples.rs"),
        },
    ],
    views: VIEWS_IN_SPACE,
    plot_over: PlotAxis::Step,
    series: SERIES_OF_AXES,
    endings: ENDINGS_OF_AXES,
};

/// Card of separating axes over time in the plane.
pub const IN_PLANE: Card =
    Card { title: "Moving objects in the plane: separating axes over time", views: VIEWS_IN_PLANE, ..CARD };

/// Names of roles in the legend; empty for marks that carry their names in the picture.
const AXIS_ROLES: &[(Role, &str)] = &[
    (Role::Origin, ""),
    (Role::Ghost, "swept volume"),
    (Role::First, "at t₀: no contact before"),
    (Role::Last, "at t_last: no contact after"),
    (Role::Closest, "x = r·t, origin moved along r"),
    (Role::Bound, "plane at the end of A's projection"),
    (Role::Gap, "contact possible"),
    (Role::Witness, ""),
    (Role::Interval, ""),
    (Role::Normal, "normal n"),
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
        let span = tested.span.map(|s| time_at(&path, s));
        let common = (*common).map(|s| time_at(&path, s));
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

/// Time, seconds, at which B is at position `s` of its path, meters: negative before the start, infinite for an
/// infinite `s`.
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
        let mut beats = Vec::new();
        for [before, after] in after.axis_by_axis(before) {
            beats.extend(SweepView { before, after, ..view }.beats(verdict));
        }
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
    /// Data that is the same in all steps of the cast.
    context: &'a CastContext,
    /// Requested amount of detail.
    detail: Detail,
}

impl SweepView<'_> {
    /// Beats of the axis, or of the gap of a miss; without the ending of the run.
    fn beats(&self, verdict: &Verdict) -> Vec<Beat> {
        let mut beats = Vec::new();
        if let Some(tested) = self.tested_axis() {
            beats.push(self.axis_beat(&tested));
            beats.push(self.overlap_beat(&tested));
            beats.extend(self.intersection_beat(&tested));
        } else if self.after.gap.is_some() {
            beats.push(self.gap_beat(verdict));
        }
        beats
    }

    /// Axis that the step tests; `None` for a step that tests none.
    fn tested_axis(&self) -> Option<TestedAxis> {
        self.after.last_tested.filter(|_| self.after.tested > self.before.tested)
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
            points: vec![(UPPER_CURVE, common[1]), (LOWER_CURVE, common[0])],
            ..Beat::default()
        }
    }

    /// Time at which the projections on an axis begin to overlap, seconds; 0 if that is outside of the motion.
    fn overlap_begin(&self, tested: &TestedAxis) -> f64 {
        let t = self.time(tested.span[0]);
        if t > 0.0 && t <= self.context.duration { t } else { 0.0 }
    }

    /// Beat that introduces an axis; its result belongs to the next beat.
    fn axis_beat(&self, tested: &TestedAxis) -> Beat {
        let say = self.axis_sentence(tested);
        let line = if self.after.in_row { "row" } else { "span" };
        let row = self.before.tested as usize;
        let before_test = SweepView { after: self.before, ..*self };
        let mut beat = self.beat(line, say, || {
            let mut pictures = before_test.pictures(row, Some(tested), self.start_of_intersection());
            *pictures.edit(TIME.id) = self.context.time_rows.picture(row, Some(row));
            pictures
        });
        beat.points.clear();
        // The intersection is that before the axis.
        beat.values = self.detail.full(|| self.values(self.before.overlap.map(|s| self.time(s))));
        beat.tables = self.detail.full(|| vec![self.context.time_rows.table(row)]);
        beat
    }

    /// Start of the intersection before the test within the displayed motion, seconds; 0 without relative motion, which
    /// has no times.
    fn start_of_intersection(&self) -> f64 {
        let t = self.time(self.before.overlap[0]);
        if t.is_finite() { t.clamp(0.0, self.context.duration) } else { 0.0 }
    }

    /// Beat of the interval in which the projections on an axis overlap.
    fn overlap_beat(&self, tested: &TestedAxis) -> Beat {
        let (line, say) = self.overlap_sentence(tested);
        let mut beat = self.beat(line, say, || self.pictures_after_test(tested));
        beat.event = Some(Event::Support);
        beat.stops = vec![
            StopTest::new("PassesBy", "empty", "t₀ > t_last", self.after.by_empty.map(|s| self.time(s))),
            StopTest::new("TooLate", "late", "t₀ > t_max", self.after.by_end.map(|s| self.time(s))),
        ];
        // Without relative motion there are no times.
        beat.stops.retain(|stop| !stop.left.is_nan() && !stop.right.is_nan());
        beat
    }

    /// Pictures of the result of an axis, at the time when the projections on it begin to overlap.
    fn pictures_after_test(&self, tested: &TestedAxis) -> Pictures {
        self.pictures(self.after.tested as usize, Some(tested), self.overlap_begin(tested))
    }

    /// Beat of the intersection of all intervals if this axis shortened it; `None` if it did not.
    fn intersection_beat(&self, tested: &TestedAxis) -> Option<Beat> {
        let (line, say) = self.intersection_sentence(tested)?;
        let beat = self.beat(line, say, || self.pictures_after_test(tested));
        Some(Beat { event: Some(Event::Bound), ..beat })
    }

    /// Beat of the gap of a miss.
    fn gap_beat(&self, verdict: &Verdict) -> Beat {
        let Some(gap) = self.after.gap else { return Beat::default() };
        let mut pictures = self.pictures(self.after.tested as usize, None, 0.0);
        // The verdict has the normal of the final gap only, so an earlier and different gap has no known place.
        if let Finding::FirstContact(contact) = &verdict.finding
            && length(gap.distance).text == length(contact.gap.unwrap_or_default()).text
        {
            *pictures.edit(WORLD) = Picture::default();
            self.context.add_closest_approach(&mut pictures, contact);
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
        let contact = if let Finding::FirstContact(contact) = &verdict.finding { Some(contact) } else { None };
        let mut beat = self.beat("end", Sentence::answer(&verdict.say), || {
            let Some(contact) = contact else { return Pictures::default() };
            let mut pictures = self.pictures(self.after.tested as usize, None, contact.t_first.unwrap_or(0.0));
            *pictures.edit(WORLD) = Picture::default();
            self.context.add_contact(pictures.edit(WORLD), contact, true);
            self.context.add_closest_approach(&mut pictures, contact);
            pictures
        });
        beat.values.retain(|value| value.symbol != symbol::AXIS_DIRECTION.notation);
        // The answer states the time of a contact in words that refer to no mark, so the view of times must be kept.
        if contact.is_some_and(|contact| contact.t_first.is_some() && !contact.at_start) {
            beat.pictures.unused.retain(|id| *id != TIME.id);
        }
        Beat { event: Some(event), ..beat }
    }
}
