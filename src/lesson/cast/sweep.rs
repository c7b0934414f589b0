//! Lesson of separating axes over time: intervals of overlapping projections, and their intersection.

mod choice;
mod pictures;
mod projections;
mod quantities;

use std::sync::Arc;

use glam::DVec3;

use super::{
    CastContext, ENDINGS_OF_AXES, Lane, Motion, PLANE, SERIES_OF_AXES, SPACE, TIME, gap_value, has_gap, miss_sentence,
    role_names, seconds, with_times_if_stated,
};
use crate::answer::number::length;
use crate::answer::{Finding, Found as _};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Card, Choice, Detail, Event, Lesson, Narrated, Narration, Pictures, PlotAxis, Recording, Sentence,
    SourceFile, StopTest, Value, Verdict, View, WORLD, sat, say, symbol,
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
    views: SPACE,
    plot_over: PlotAxis::Step,
    series: SERIES_OF_AXES,
    endings: ENDINGS_OF_AXES,
};

/// Card in the plane.
pub const IN_PLANE: Card =
    Card { title: "Moving objects in the plane: separating axes over time", views: PLANE, ..CARD };

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

/// Lesson of a recorded sweep; `lines` are its axes, each with the common interval after it, as positions along the
/// path.
pub fn lesson(
    recording: Box<dyn Recording<Sweep>>,
    lines: &[(TestedAxis, [f64; 2])],
    solids: &[Arc<Solid>; 2],
    motion: Motion,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let path = motion.path;
    let mut before = recording.first().overlap;
    let mut rows = Vec::new();
    let mut names = Vec::new();
    for (tried, meet) in lines {
        let (name, words, whose) = axis_name_and_group(tried.axis, solids, &motion.pair.names);
        let role = [Role::ShapeA, Role::ShapeB].get(whose).copied().unwrap_or(Role::Interval);
        let moved = [meet[0] > before[0], meet[1] < before[1]];
        let [span, common] = [tried.span, *meet].map(|places| places.map(|s| time(&path, s)));
        rows.push(Lane { name: name.clone(), numbered: false, role, span, common, moved });
        names.push((name, words));
        before = *meet;
    }
    let card = if path.is_planar { &IN_PLANE } else { &CARD };
    let normals: Vec<DVec3> = lines.iter().map(|(tried, _)| motion.pair.space.cso(tried.plane.normal)).collect();
    let camera = if path.is_planar {
        Camera::flat()
    } else {
        Camera::perpendicular_to(verdict.finding.normal().unwrap_or_default(), &normals)
    };
    let context = CastContext { end_name: symbol::TIME_OF_SEPARATION.sign, ..CastContext::new(motion, rows) };
    Box::new(Narrated { recording, context, verdict, narration: Lines { card, names, camera } })
}

/// Time at which B is at position `s` of its path, seconds; negative before the start, infinite for an infinite `s`.
fn time(path: &Path, s: f64) -> f64 {
    if s.is_finite() { s / path.speed } else { s }
}

/// Share of the motion below which a time counts as 0.
const NOTHING: f64 = 1e-12;

/// Short name and description of an axis, and its owner: 0 for A, 1 for B, 2 for both.
fn axis_name_and_group(axis: Axis, solids: &[Arc<Solid>; 2], names: &[String; 2]) -> (String, String, usize) {
    match axis {
        Axis::Static(axis) => sat::axis_name_and_group(axis, solids, names),
        Axis::Motion(0) => (String::from("r"), String::from("the direction of the motion"), 2),
        Axis::Motion(k) => (format!("r ⊥{k}"), String::from("perpendicular to the motion"), 2),
    }
}

/// Narration of the axes.
struct Lines {
    card: &'static Card,
    /// Short name and description of each axis, in order.
    names: Vec<(String, String)>,
    /// Camera across the normal of the answer, so that projections are seen in true length.
    camera: Camera,
}

impl Narration for Lines {
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
        let lines = after.axis_by_axis(before);
        let mut beats: Vec<Beat> =
            lines.flat_map(|[before, after]| SweepView { before, after, ..view }.tried(verdict)).collect();
        if end.is_some() {
            beats.push(view.end(verdict, Event::Stop(self.card.ending_kind(verdict))));
        }
        beats.iter_mut().for_each(|beat| beat.add_stated_values(detail));
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let Step { before, after, context, verdict, .. } = *step;
        let view =
            SweepView { names: &self.names, camera: self.camera, before, after, context, detail: Detail::Outline };
        let views = after.axis_by_axis(before).map(|[before, after]| SweepView { before, after, ..view });
        choice::choices(views, verdict, beats)
    }
}

/// One axis of a step, with its context.
#[derive(Clone, Copy)]
struct SweepView<'a> {
    names: &'a [(String, String)],
    /// Camera of the run, which each axis turns so that it is seen from the side.
    camera: Camera,
    before: &'a Sweep,
    after: &'a Sweep,
    context: &'a CastContext,
    detail: Detail,
}

impl SweepView<'_> {
    /// Beats of the step without its ending.
    fn tried(&self, verdict: &Verdict) -> Vec<Beat> {
        if let Some(now) = self.after.now.filter(|_| self.after.tested > self.before.tested) {
            return [self.line(&now), self.span(&now)].into_iter().chain(self.narrower()).collect();
        }
        if self.after.gap.is_some() { vec![self.gap(verdict)] } else { Vec::new() }
    }

    /// Time of position `s`, seconds; 0 where it is below rounding error.
    fn time(&self, s: f64) -> f64 {
        let t = time(&self.context.path, s);
        if t.abs() < NOTHING * self.context.shown { 0.0 } else { t }
    }

    fn beat(&self, line: &'static str, say: Sentence, pictures: impl FnOnce() -> Pictures) -> Beat {
        let meet = self.after.overlap.map(|s| self.time(s));
        let pictures = self.detail.full(|| with_times_if_stated(pictures(), &say));
        Beat {
            line,
            say,
            pictures,
            values: self.detail.full(|| self.values(meet)),
            tables: self.detail.full(|| vec![self.context.lanes.table(self.after.tested as usize)]),
            points: vec![(0, meet[1]), (1, meet[0])],
            ..Beat::default()
        }
    }

    /// Time at which the projections on this axis begin to overlap, seconds; 0 outside of the motion.
    fn moment(&self, tried: &TestedAxis) -> f64 {
        let t = self.time(tried.span[0]);
        if t > 0.0 && t <= self.context.shown { t } else { 0.0 }
    }

    fn line(&self, now: &TestedAxis) -> Beat {
        let say = self.axis_sentence(now);
        let line = if self.after.in_row { "row" } else { "span" };
        // The result of the axis belongs to the next beat.
        let known = SweepView { after: self.before, ..*self };
        let mut beat = self.beat(line, say, || {
            // Without relative motion there are no times.
            let begin = Some(self.time(self.before.overlap[0])).filter(|t| t.is_finite());
            let begin = begin.map_or(0.0, |t| t.clamp(0.0, self.context.shown));
            let mut pictures = known.pictures(self.before.tested as usize, Some(now), begin);
            *pictures.edit(TIME.id) =
                self.context.lanes.picture(self.before.tested as usize, Some(self.before.tested as usize));
            pictures
        });
        beat.points.clear();
        // The common time is that before the axis.
        beat.values = self.detail.full(|| self.values(self.before.overlap.map(|s| self.time(s))));
        beat.tables = self.detail.full(|| vec![self.context.lanes.table(self.before.tested as usize)]);
        beat
    }

    fn span(&self, now: &TestedAxis) -> Beat {
        let name = self.result_name(now);
        let [a, b] = self.context.pair.body_names();
        let [from, to] = now.span.map(|s| self.time(s));
        let span = if self.after.in_row { "row-span" } else { "span" };
        let [begin, end] = self.overlap_time([from, to]);
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
        let mut beat = self.beat(line, say, || self.pictures(self.after.tested as usize, Some(now), self.moment(now)));
        beat.event = Some(Event::Support);
        beat.stops = vec![
            StopTest::new("PassesBy", "empty", "t₀ > t_last", self.after.by_empty.map(|s| self.time(s))),
            StopTest::new("TooLate", "late", "t₀ > t_max", self.after.by_end.map(|s| self.time(s))),
        ];
        // Without relative motion there are no times.
        beat.stops.retain(|stop| !stop.left.is_nan() && !stop.right.is_nan());
        beat
    }

    /// Beat of the common interval that this axis shortened; `None` if it did not.
    fn narrower(&self) -> Option<Beat> {
        let [enter, leave] =
            [self.after.overlap[0] > self.before.overlap[0], self.after.overlap[1] < self.before.overlap[1]];
        let [from, to] = self.after.overlap.map(|s| self.time(s));
        let now = self.after.now?;
        let name = self.result_name(&now);
        let is_first = self.before.tested == 0;
        let start = Value::of(symbol::TIME_AT_LEAST, seconds(from), "all");
        let end = Value::of(symbol::TIME_OF_SEPARATION, seconds(to), "all");
        let [_, b] = self.context.pair.body_names();
        let (line, say) = match (enter, leave) {
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
            _ => (if enter { "enter" } else { "leave" }, shorter_overlap(name, [enter, leave], [start, end])),
        };
        let beat = self.beat(line, say, || self.pictures(self.after.tested as usize, Some(&now), self.moment(&now)));
        Some(Beat { event: Some(Event::Bound), ..beat })
    }

    fn gap(&self, verdict: &Verdict) -> Beat {
        let Some(gap) = self.after.gap else { return Beat::default() };
        let mut pictures = self.pictures(self.after.tested as usize, None, 0.0);
        if let Finding::FirstContact(found) = &verdict.finding
            && length(gap.distance).text == length(found.gap.unwrap_or_default()).text
        {
            *pictures.edit(WORLD) = Picture::default();
            self.context.draw_nearest(&mut pictures, found);
        }
        let distance = gap_value(gap, has_gap(&pictures));
        let say = miss_sentence(self.context, gap, &distance);
        let mut beat = self.beat("gap", say, || pictures);
        beat.values.extend(self.detail.full(|| vec![distance]));
        beat.event = Some(Event::Bound);
        beat
    }

    fn end(&self, verdict: &Verdict, event: Event) -> Beat {
        let mut beat = self.beat("end", Sentence::answer(&verdict.say), || {
            let Finding::FirstContact(found) = &verdict.finding else { return Pictures::default() };
            let mut pictures = self.pictures(self.after.tested as usize, None, found.t_first.unwrap_or(0.0));
            *pictures.edit(WORLD) = Default::default();
            self.context.meeting(pictures.edit(WORLD), found, true);
            self.context.draw_nearest(&mut pictures, found);
            pictures
        });
        beat.values.retain(|value| value.symbol != symbol::AXIS_DIRECTION.sign);
        // The answer states the time of a contact.
        if matches!(&verdict.finding, Finding::FirstContact(found) if found.t_first.is_some() && !found.at_start) {
            beat.pictures.unused.retain(|id| *id != TIME.id);
        }
        Beat { event: Some(event), ..beat }
    }
}

/// Sentence on an axis that makes the common overlap begin later or end earlier.
fn shorter_overlap(name: Sentence, [enter, leave]: [bool; 2], [start, end]: [Value; 2]) -> Sentence {
    match (enter, leave) {
        (true, true) => say!(
            "On {}, the overlap begins later and ends earlier than on all earlier axes: contact is possible only from \
             t₀ = {} to t_last = {}.",
            name,
            start,
            end
        ),
        (true, false) => {
            say!("On {}, the overlap begins later than on all earlier axes: no contact before t₀ = {}.", name, start)
        }
        (false, _) => {
            say!("On {}, the overlap ends earlier than on all earlier axes: no contact after t_last = {}.", name, end)
        }
    }
}
