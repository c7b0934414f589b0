//! Lesson of separating axes over time: intervals of overlapping shadows, and their intersection.

mod choice;
mod pictures;

use std::sync::Arc;

use glam::DVec3;

use super::phases::{gap_values, speed};
use super::{CastContext, ENDINGS_OF_AXES, Lane, Motion, PLANE, SERIES_OF_AXES, SPACE, TIME, miss_sentence, seconds};
use crate::answer::number::{length, vector};
use crate::answer::{Finding, Shown};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Card, Choice, Detail, Event, Lesson, Narrated, Narration, Pictures, PlotAxis, Recording, SourceFile,
    StopTest, Value, Verdict, WORLD, sat, symbol,
};
use crate::picture::{Picture, Role};
use crate::snapshot::cast::{Axis, Path, Sweep, TestedAxis};
use crate::snapshot::sat::Solid;

/// Card in space.
pub const CARD: Card = Card {
    id: "cast",
    title: "Moving objects: separating axes over time",
    summary: "When do the shadows of two moving polytopes overlap on all axes at once?",
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

const AXIS_ROLES: &[(Role, &str)] = &[
    (Role::Ghost, "swept volume"),
    (Role::First, "at t₀"),
    (Role::Last, "at t_last"),
    (Role::Closest, "x = r·t"),
    (Role::Bound, "plane, free side"),
    (Role::Gap, "contact possible"),
    (Role::Witness, "witness points"),
    (Role::Interval, "time interval"),
    (Role::Normal, "normal n"),
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
    let mut before = recording.first().meet;
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
    let context = CastContext { end_name: symbol::TIME_OF_SEPARATION.sign, ..CastContext::new(motion, rows) };
    Box::new(Narrated { recording, context, verdict, narration: Lines { card, names } })
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
        Axis::Of(axis) => sat::axis_name_and_group(axis, solids, names),
        Axis::Motion(0) => (String::from("r"), String::from("the direction of the motion"), 2),
        Axis::Motion(k) => (format!("r ⊥{k}"), String::from("perpendicular to the motion"), 2),
    }
}

/// Narration of the axes.
struct Lines {
    card: &'static Card,
    /// Short name and description of each axis, in order.
    names: Vec<(String, String)>,
}

impl Narration for Lines {
    type State = Sweep;
    type Context = CastContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = AXIS_ROLES;

    fn card(&self) -> &'static Card {
        self.card
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, .. } = step;
        let view = SweepView { names: &self.names, before, after, context, detail };
        let lines = after.axis_by_axis(before);
        let mut beats: Vec<Beat> =
            lines.flat_map(|[before, after]| SweepView { before, after, ..view }.tried(verdict)).collect();
        if end.is_some() {
            beats.push(view.end(verdict, Event::Stop(self.card.ending_kind(verdict))));
        }
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let Step { before, after, context, verdict, .. } = *step;
        let view = SweepView { names: &self.names, before, after, context, detail: Detail::Outline };
        let views = after.axis_by_axis(before).map(|[before, after]| SweepView { before, after, ..view });
        choice::choices(views, verdict, beats)
    }
}

/// One axis of a step, with its context.
#[derive(Clone, Copy)]
struct SweepView<'a> {
    names: &'a [(String, String)],
    before: &'a Sweep,
    after: &'a Sweep,
    context: &'a CastContext,
    detail: Detail,
}

impl SweepView<'_> {
    /// Beats of the step without its ending.
    fn tried(&self, verdict: &Verdict) -> Vec<Beat> {
        if let Some(now) = self.after.now.filter(|_| self.after.tried > self.before.tried) {
            return [self.line(&now), self.span(&now)].into_iter().chain(self.narrower()).collect();
        }
        if self.after.gap.is_some() { vec![self.gap(verdict)] } else { Vec::new() }
    }

    /// Time of position `s`, seconds; 0 where it is below rounding error.
    fn time(&self, s: f64) -> f64 {
        let t = time(&self.context.path, s);
        if t.abs() < NOTHING * self.context.shown { 0.0 } else { t }
    }

    fn beat(&self, line: &'static str, say: String, pictures: impl FnOnce() -> Pictures) -> Beat {
        let meet = self.after.meet.map(|s| self.time(s));
        Beat {
            line,
            say: say.into(),
            pictures: self.detail.full(pictures),
            values: self.detail.full(|| self.values(meet)),
            tables: self.detail.full(|| vec![self.context.lanes.table(self.after.tried as usize)]),
            points: vec![(0, meet[1]), (1, meet[0])],
            ..Beat::default()
        }
    }

    /// Values of a beat with this common interval of the axes, seconds.
    fn values(&self, meet: [f64; 2]) -> Vec<Value> {
        let velocity = self.context.r();
        let is_drawn = velocity != DVec3::ZERO && self.context.shown > 0.0 && self.context.shown.is_finite();
        let text = vector(velocity);
        let text = Shown { text: format!("{} m/s", text.text).into(), ..text };
        let mut values = vec![
            match is_drawn {
                true => Value::of(symbol::RELATIVE_VELOCITY, text, "ray"),
                false => Value::number(symbol::RELATIVE_VELOCITY, text),
            },
            Value::of(symbol::TIME_AT_LEAST, seconds(meet[0]), "all"),
            Value::of(symbol::TIME_OF_SEPARATION, seconds(meet[1]), "all"),
        ];
        if let Some(now) = self.after.now.as_ref().filter(|_| self.after.tried > self.before.tried) {
            let name = &self.names[self.before.tried as usize].0;
            let plane = self.drawn_plane(now);
            values.push(Value::of(symbol::AXIS, name.as_str(), "n"));
            values.push(Value::of(symbol::NORMAL, vector(plane.normal), "n"));
            values.push(Value::of(symbol::SPEED_ALONG_N, speed(self.context.r().dot(plane.normal)), "n"));
        }
        values
    }

    /// Time at which the shadows on this axis begin to overlap, seconds; 0 outside of the motion.
    fn moment(&self, tried: &TestedAxis) -> f64 {
        let t = self.time(tried.span[0]);
        if t > 0.0 && t <= self.context.shown { t } else { 0.0 }
    }

    /// Sentence that names an axis and the motion along it.
    fn axis_sentence(&self, now: &TestedAxis) -> String {
        let (name, words) = &self.names[self.before.tried as usize];
        let [a, b] = &self.context.pair.names;
        let n = vector(self.drawn_plane(now).normal);
        let along = speed(now.w.abs() * self.context.path.speed);
        let moves = match now.span.map(|s| self.time(s)) {
            _ if now.w == 0.0 => format!("{b} does not move along it relative to {a}"),
            [from, _] if from > 0.0 => format!("{b} approaches {a} along it at {along}"),
            [_, to] if to < 0.0 => format!("{b} moves away from {a} along it at {along}"),
            _ => format!("{b} moves past {a} along it at {along}"),
        };
        format!("Axis {name} is {words}, n = {}; {moves}.", &*n)
    }

    fn line(&self, now: &TestedAxis) -> Beat {
        let say = self.axis_sentence(now);
        let line = if self.after.in_row { "row" } else { "span" };
        // The result of the axis belongs to the next beat.
        let known = SweepView { after: self.before, ..*self };
        let mut beat = self.beat(line, say, || {
            // Without relative motion there are no times.
            let begin = Some(self.time(self.before.meet[0])).filter(|t| t.is_finite());
            let begin = begin.map_or(0.0, |t| t.clamp(0.0, self.context.shown));
            let mut pictures = known.pictures(self.before.tried as usize, Some(now), begin);
            *pictures.edit(TIME.id) =
                self.context.lanes.picture(self.before.tried as usize, Some(self.before.tried as usize));
            pictures
        });
        beat.points.clear();
        for (value, s) in beat.values.iter_mut().skip(1).zip(self.before.meet) {
            value.text = seconds(self.time(s)).into();
        }
        beat.tables = self.detail.full(|| vec![self.context.lanes.table(self.before.tried as usize)]);
        beat
    }

    fn span(&self, now: &TestedAxis) -> Beat {
        let name = &self.names[self.before.tried as usize].0;
        let [from, to] = now.span.map(|s| self.time(s));
        let span = if self.after.in_row { "row-span" } else { "span" };
        let (line, say) = match () {
            () if from == f64::NEG_INFINITY => {
                ("still", format!("The shadows on {name} overlap throughout the motion."))
            }
            () if from == f64::INFINITY => {
                ("still", format!("The shadows on {name} never overlap, so the bodies never meet."))
            }
            () if to < 0.0 => {
                (span, format!("The shadows on {name} overlapped only until {} before the start.", seconds(-to)))
            }
            () if from < 0.0 => (span, format!("The shadows on {name} overlap from the start to {}.", seconds(to))),
            () => (span, format!("The shadows on {name} overlap from {} to {}.", seconds(from), seconds(to))),
        };
        let mut beat = self.beat(line, say, || self.pictures(self.after.tried as usize, Some(now), self.moment(now)));
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
        let [enter, leave] = [self.after.meet[0] > self.before.meet[0], self.after.meet[1] < self.before.meet[1]];
        let [from, to] = self.after.meet.map(|s| self.time(s));
        let now = self.after.now?;
        let name = &self.names[self.before.tried as usize].0;
        let is_first = self.before.tried == 0;
        let start = seconds(from);
        let end = seconds(to);
        let (line, say) = match (enter, leave) {
            (false, false) => return None,
            _ if self.after.by_empty.holds() && now.recedes && now.w == 0.0 => {
                ("apart", format!("{name} leaves no time of contact: its shadows never overlap."))
            }
            _ if self.after.by_empty.holds() && now.recedes => (
                "apart",
                format!("{name} leaves no time of contact: {} moves away along it.", self.context.pair.names[1]),
            ),
            _ if self.after.by_empty.holds() && self.after.by_end.holds() => {
                ("late", format!("{name} allows contact only from {start}, after the motion ends."))
            }
            _ if self.after.by_empty.holds() => {
                ("empty", format!("{name} leaves no time at which the shadows overlap on all axes: no contact."))
            }
            (true, true) if is_first => {
                ("enter", format!("{name} allows contact between t₀ = {start} and t_last = {end} only."))
            }
            (true, false) if is_first => ("enter", format!("{name} allows no contact before t₀ = {start}.")),
            (false, true) if is_first => ("leave", format!("{name} allows no contact after t_last = {end}.")),
            (true, true) => (
                "enter",
                format!(
                    "{name} has the latest start and the earliest end so far: contact from t₀ = {start} to t_last = {end} only."
                ),
            ),
            (true, false) => ("enter", format!("{name} has the latest start so far: no contact before t₀ = {start}.")),
            (false, true) => ("leave", format!("{name} has the earliest end so far: no contact after t_last = {end}.")),
        };
        let mut beat = self.beat(line, say, || self.pictures(self.after.tried as usize, Some(&now), self.moment(&now)));
        beat.event = Some(Event::Bound);
        Some(beat)
    }

    fn gap(&self, verdict: &Verdict) -> Beat {
        let Some(gap) = self.after.gap else { return Beat::default() };
        let say = miss_sentence(self.context, gap);
        let mut beat = self.beat("gap", say, || {
            let mut pictures = self.pictures(self.after.tried as usize, None, 0.0);
            if let Finding::FirstContact(found) = &verdict.finding
                && length(gap.distance).text == length(found.gap.unwrap_or_default()).text
            {
                *pictures.edit(WORLD) = Picture::default();
                self.context.draw_nearest(&mut pictures, found);
            }
            pictures
        });
        let is_drawn = beat.pictures.of("cso").marks.iter().any(|mark| mark.key.0 == "gap");
        beat.values.extend(self.detail.full(|| gap_values(gap, is_drawn)));
        beat.event = Some(Event::Bound);
        beat
    }

    fn end(&self, verdict: &Verdict, event: Event) -> Beat {
        Beat {
            event: Some(event),
            ..self.beat("end", verdict.say.clone(), || {
                let Finding::FirstContact(found) = &verdict.finding else { return Pictures::default() };
                let mut pictures = self.pictures(self.after.tried as usize, None, found.t_first.unwrap_or(0.0));
                *pictures.edit(WORLD) = Default::default();
                self.context.meeting(pictures.edit(WORLD), found, true);
                self.context.draw_nearest(&mut pictures, found);
                pictures
            })
        }
    }
}
