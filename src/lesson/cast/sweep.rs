//! Lesson of separating axes over time: intervals of overlapping shadows, and their intersection.

mod choice;
mod pictures;

use std::sync::Arc;

use super::{
    CastContext, ENDINGS_OF_LINES, Lane, Motion, PLANE, ROLE_NAMES, SERIES_OF_LINES, SPACE, TIME, measured, seconds,
};
use crate::answer::Finding;
use crate::answer::number::{length, number, vector};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Card, Choice, Detail, Event, Lesson, Narrated, Narration, Pictures, PlotAxis, Recording, SourceFile,
    StopTest, Value, Verdict, WORLD, sat,
};
use crate::picture::Role;
use crate::snapshot::cast::{Axis, Path, Sweep, Tried};
use crate::snapshot::sat::Solid;

/// Card in space.
pub const CARD: Card = Card {
    id: "cast",
    title: "Moving objects: separating axes over time",
    summary: "When do the shadows of two moving polytopes overlap on every line at once?",
    sources: &["Collision Detection, 2011: dynamic intersection test"],
    listing: include_str!("../../engine/dim3/cast/sweep/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/dim3/cast/sweep/stepper.rs",
            text: include_str!("../../engine/dim3/cast/sweep/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/dim3/cast/sweep/span.rs",
            text: include_str!("../../engine/dim3/cast/sweep/span.rs"),
        },
        SourceFile {
            path: "src/engine/dim3/cast/sweep/rows.rs",
            text: include_str!("../../engine/dim3/cast/sweep/rows.rs"),
        },
    ],
    views: SPACE,
    plot_over: PlotAxis::Step,
    series: SERIES_OF_LINES,
    endings: ENDINGS_OF_LINES,
};

/// Card in the plane.
pub const IN_PLANE: Card =
    Card { title: "Moving objects in the plane: separating axes over time", views: PLANE, ..CARD };

/// Lesson of a recorded sweep; `lines` are its axes, each with the common interval after it, as positions along the
/// path.
pub fn lesson(
    recording: Box<dyn Recording<Sweep>>,
    lines: &[(Tried, [f64; 2])],
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
    let context = CastContext::new(motion, rows);
    if context.path.is_planar {
        Box::new(Narrated { recording, context, verdict, narration: Lines::<true> { names } })
    } else {
        Box::new(Narrated { recording, context, verdict, narration: Lines::<false> { names } })
    }
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
        Axis::Motion(0) => (String::from("r"), String::from("the motion"), 2),
        Axis::Motion(k) => (format!("r ⊥{k}"), String::from("across the motion"), 2),
    }
}

/// Narration of the axes, in space or in the plane.
struct Lines<const PLANAR: bool> {
    /// Short name and description of each axis, in order.
    names: Vec<(String, String)>,
}

impl<const PLANAR: bool> Narration for Lines<PLANAR> {
    type State = Sweep;
    type Context = CastContext;
    const CARD: &'static Card = if PLANAR { &IN_PLANE } else { &CARD };
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, .. } = step;
        let view = SweepView { names: &self.names, before, after, context, detail };
        let lines = after.line_by_line(before);
        let mut beats: Vec<Beat> =
            lines.flat_map(|[before, after]| SweepView { before, after, ..view }.tried()).collect();
        if end.is_some() {
            beats.push(view.end(verdict, Event::Stop(Self::CARD.ending_kind(verdict))));
        }
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let Step { before, after, context, .. } = *step;
        let view = SweepView { names: &self.names, before, after, context, detail: Detail::Outline };
        choice::choices(after.line_by_line(before).map(|[before, after]| SweepView { before, after, ..view }), beats)
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
    fn tried(&self) -> Vec<Beat> {
        if let Some(now) = self.after.now.filter(|_| self.after.tried > self.before.tried) {
            return [self.line(&now), self.span(&now)].into_iter().chain(self.narrower()).collect();
        }
        if self.after.gap.is_some() { vec![self.gap()] } else { Vec::new() }
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
            say,
            pictures: self.detail.full(pictures),
            values: self.detail.full(|| {
                let mut values = vec![
                    Value::new("r", "B from A, m/s", vector(self.context.r()), "ray"),
                    Value::new("t₀", "no contact before", seconds(meet[0]), "all"),
                    Value::new("t₁", self.until(meet[1]), seconds(meet[1]), "all"),
                ];
                if let Some(now) = self.after.now.as_ref().filter(|_| self.after.tried > self.before.tried) {
                    let along = self.context.pair.space.cso(now.normal);
                    let name = &self.names[self.before.tried as usize].0;
                    values.push(Value::new("line", "the line at hand", name.as_str(), "n"));
                    values.push(Value::new("n", "along the line", vector(along), "n"));
                    values.push(Value::new("w", "B along n, m/s", number(self.slides(now)), "n"));
                }
                values
                    .extend(self.after.gap.map(|gap| Value::new("gap", "A to B's sweep", length(gap.distance), "gap")));
                values
            }),
            tables: self.detail.full(|| vec![self.context.lanes.table(self.after.tried as usize)]),
            points: vec![(0, meet[1]), (1, meet[0])],
            ..Beat::default()
        }
    }

    /// Caption of the end of the common interval: a bound by an axis, or the end of the motion.
    fn until(&self, t: f64) -> &'static str {
        if t < self.context.shown { "no contact after" } else { "end of the motion" }
    }

    /// Time at which the shadows on this axis begin to overlap, seconds; 0 outside of the motion.
    fn moment(&self, tried: &Tried) -> f64 {
        let t = self.time(tried.span[0]);
        if t > 0.0 && t <= self.context.shown { t } else { 0.0 }
    }

    /// Speed of B relative to A along an axis, m/s.
    fn slides(&self, now: &Tried) -> f64 {
        now.w * self.context.path.speed
    }

    fn line(&self, now: &Tried) -> Beat {
        let (name, words) = &self.names[self.before.tried as usize];
        let w = self.slides(now);
        let along = self.context.pair.space.cso(now.normal);
        let [a, b] = &self.context.pair.names;
        let speed = number(w.abs());
        let moves = match now.span.map(|s| self.time(s)) {
            _ if w == 0.0 => format!("{b} does not move seen from {a}"),
            [from, _] if from > 0.0 => format!("{b} approaches {a} at {} m/s", &*speed),
            [_, to] if to < 0.0 => format!("{b} moves away from {a} at {} m/s", &*speed),
            _ => format!("{b} moves past {a} at {} m/s", &*speed),
        };
        let say = format!("Line {name} is {words}, n = {}. Along it {moves}.", &*vector(along));
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

    fn span(&self, now: &Tried) -> Beat {
        let name = &self.names[self.before.tried as usize].0;
        let [from, to] = now.span.map(|s| self.time(s));
        let span = if self.after.in_row { "row-span" } else { "span" };
        let (line, say) = match () {
            () if from == f64::NEG_INFINITY => ("still", format!("On {name} the shadows overlap all the time.")),
            () if from == f64::INFINITY => {
                ("still", format!("On {name} the shadows never overlap, so the bodies never meet."))
            }
            () if to < 0.0 => {
                (span, format!("On {name} the shadows parted {} before the start and never meet again.", seconds(-to)))
            }
            () => {
                let from = if from < 0.0 { String::from("the start") } else { seconds(from) };
                (span, format!("On {name} the shadows overlap from {from} to {}.", seconds(to)))
            }
        };
        let mut beat = self.beat(line, say, || self.pictures(self.after.tried as usize, Some(now), self.moment(now)));
        beat.event = Some(Event::Support);
        beat.stops = vec![
            StopTest::new("PassesBy", "empty", "t₀ > t₁", self.after.by_empty.map(|s| self.time(s))),
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
        let (line, say) = match (enter, leave) {
            (false, false) => return None,
            _ if self.after.by_empty.holds() => {
                let line = match () {
                    () if now.recedes => "apart",
                    () if self.after.by_end.holds() => "late",
                    () => "empty",
                };
                (
                    line,
                    String::from(
                        "No moment is left at which the shadows overlap on every line: the bodies do not meet.",
                    ),
                )
            }
            (true, leave) => (
                "enter",
                format!(
                    "On this line the shadows meet at {}, later than on any line so far: no contact before then.{}",
                    seconds(from),
                    if leave {
                        format!(" They part at {}, earlier than on any other: none after then.", seconds(to))
                    } else {
                        String::new()
                    }
                ),
            ),
            _ => (
                "leave",
                format!(
                    "On this line the shadows part at {}, earlier than on any line so far: no contact after then.",
                    seconds(to)
                ),
            ),
        };
        let mut beat = self.beat(line, say, || self.pictures(self.after.tried as usize, Some(&now), self.moment(&now)));
        beat.event = Some(Event::Bound);
        Some(beat)
    }

    fn gap(&self) -> Beat {
        let (gap, time) = self.after.gap.map_or((0.0, None), |gap| (gap.distance, gap.last));
        let say = measured(gap, time);
        Beat {
            event: Some(Event::Bound),
            ..self.beat("gap", say, || self.pictures(self.after.tried as usize, None, 0.0))
        }
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
