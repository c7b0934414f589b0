//! Lesson of the GJK ray cast: support point, clipping plane, piercing of the simplex, and its reduction.

mod reduction;

use glam::DVec3;

use super::phases::{is_never, rows_of};
use super::{
    CastContext, CastStep, ENDINGS, Motion, PLANE, ROLE_NAMES, SERIES, SPACE, TIME, measured_length, seconds, tell,
};
use crate::answer::number::{length, vector};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Card, Choice, Detail, Event, Lesson, Narrated, Narration, Pictures, PlotAxis, Recording, SourceFile,
    StopTest, Value, Verdict, WORLD, add_named_point, symbol,
};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::cast::{Outcome, Phase, Proof, RayCast};
use crate::snapshot::simplex::{Subset, members};

/// Card in space.
pub const CARD: Card = Card {
    id: "cast",
    title: "Moving objects: GJK ray cast",
    summary: "When does the ray of B's motion enter A − B?",
    sources: &["van den Bergen 2004: ray casting against general convex objects", "Collision Detection, 2011"],
    listing: include_str!("../../engine/dim3/cast/ray/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/dim3/cast/ray/stepper.rs",
            text: include_str!("../../engine/dim3/cast/ray/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/dim3/cast/ray/pierce.rs",
            text: include_str!("../../engine/dim3/cast/ray/pierce.rs"),
        },
        SourceFile {
            path: "src/engine/dim3/cast/cast_state.rs",
            text: include_str!("../../engine/dim3/cast/cast_state.rs"),
        },
        SourceFile { path: "src/engine/dim3/cast/refine.rs", text: include_str!("../../engine/dim3/cast/refine.rs") },
    ],
    views: SPACE,
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
};

/// Card in the plane.
pub const IN_PLANE: Card = Card { title: "Moving objects in the plane: GJK ray cast", views: PLANE, ..CARD };

/// Lesson of a recorded cast; `brackets` are the bounds of the time of first contact after each step, seconds.
pub fn lesson(
    recording: Box<dyn Recording<RayCast>>,
    brackets: &[[f64; 2]],
    motion: Motion,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let steps = recording.steps();
    let misses = (1..=steps).rev().take_while(|step| is_never(recording.state(*step).progress.ending));
    let rows = rows_of(brackets, steps - misses.count());
    let card = if motion.path.is_planar { &IN_PLANE } else { &CARD };
    let context = CastContext::new(motion, rows);
    Box::new(Narrated { recording, context, verdict, narration: Search { card } })
}

/// Narration of the search for first contact.
struct Search {
    card: &'static Card,
}

impl Narration for Search {
    type State = RayCast;
    type Context = CastContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;

    fn card(&self) -> &'static Card {
        self.card
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { number, before, after, end, context, verdict, detail } = step;
        let step = CastStep { before: &before.progress, after: &after.progress, context, number, detail };
        if before.progress.phase != Phase::Search || end.is_some() {
            return tell(&step, end, verdict, Event::Stop(self.card.ending_kind(verdict)));
        }
        let view = RayView { step, before, after };
        let mut beats = vec![view.support(), view.clip()];
        if after.progress.ending.is_none() || after.progress.ending == Some(Outcome::IterationLimit) {
            beats.push(view.reduce());
            beats.extend(view.pierce());
        }
        beats.extend(view.leaving());
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        super::choice::choices(step.before, step.after, step.context, beats)
    }

    fn corners(&self, state: &RayCast, context: &CastContext) -> Vec<DVec3> {
        members(state.filled).map(|i| context.pair.space.cso(state.simplex[i].w)).collect()
    }
}

/// Latest part of a step that a beat shows.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Progress {
    Support,
    Clip,
    Pierced,
}

/// One step of the search.
struct RayView<'a> {
    step: CastStep<'a>,
    before: &'a RayCast,
    after: &'a RayCast,
}

impl RayView<'_> {
    fn context(&self) -> &CastContext {
        self.step.context
    }

    /// Adds `W` or a subset of it.
    fn simplex(&self, cso: &mut Picture, run: &RayCast, subset: Subset, role: Role) {
        let at: Vec<DVec3> = members(subset).map(|i| self.context().pair.space.cso(run.simplex[i].w)).collect();
        for (i, p) in members(subset).zip(&at) {
            cso.point(role, format!("simplex/{i}"), *p);
        }
        match at[..] {
            [] | [_] => {}
            [p, q] => cso.segment(role, "simplex", p, q),
            [_, _, _] => cso.add(role, "simplex", Form::Polygon(at)),
            _ => {
                for (k, p) in at.iter().enumerate() {
                    at[..k].iter().for_each(|q| cso.segment(role, "simplex", *p, *q));
                }
            }
        }
    }

    /// Adds the points of A and B that form the new support point, with the bodies at time `t`.
    fn newest(&self, pictures: &mut Pictures, t: f64) {
        let context = self.context();
        let p = self.after.p();
        let world = pictures.edit(WORLD);
        for (key, point, v) in [("a", p.a, context.velocities[0]), ("b", p.b, context.velocities[1])] {
            add_named_point(world, Role::NewSupport, key, context.pair.space.world(point) + v * t, key);
        }
    }

    fn pictures(&self, progress: Progress, subset: (&RayCast, Subset), newest: bool) -> Pictures {
        let context = self.context();
        let mut pictures = Pictures::default();
        let clipped = progress >= Progress::Clip;
        let known = self.step.number + usize::from(clipped);
        let mut ray = self.step.ray(clipped);
        let p = self.after.p().w;
        let n = context.pair.space.cso(self.after.looked);
        // Margins around the cores move the plane outward.
        ray.plane = Some((n, context.pair.space.cso(p) + n * self.after.progress.margin));
        let upper = if progress == Progress::Pierced { self.after } else { self.before }.progress.bracket[1];
        context.at_and_between(pictures.edit(WORLD), ray.times[1], [ray.bracket[0], upper]);
        *pictures.edit(TIME.id) = context.lanes.picture(known, Some(self.step.number));
        self.simplex(pictures.edit("cso"), subset.0, subset.1, Role::Simplex);
        context.draw_ray(pictures.edit("cso"), &ray);
        add_named_point(pictures.edit("cso"), Role::NewSupport, "p", context.pair.space.cso(p), "p");
        if newest {
            self.newest(&mut pictures, ray.times[1]);
        }
        pictures
    }

    fn support(&self) -> Beat {
        let space = &self.context().pair.space;
        let p = vector(space.cso(self.after.p().w));
        let n = vector(space.cso(self.after.looked));
        let say = match self.before.filled {
            0 => format!("p = {} is the farthest point of A − B against the motion, along n = {}.", &*p, &*n),
            _ => format!("p = {} is the farthest point of A − B along n = {}, from W to x.", &*p, &*n),
        };
        let mut beat = self
            .step
            .beat("support", say, || self.pictures(Progress::Support, (self.before, self.before.filled), true));
        if self.step.detail == Detail::Full {
            beat.values = self.step.values(false);
            beat.values.push(Value::of(symbol::NORMAL, n, "n"));
            beat.values.push(Value::of(symbol::SUPPORT_OF_RAY, p, "p"));
        }
        beat.event = Some(Event::Support);
        beat.points.clear();
        beat
    }

    /// Values after the clipping plane, before a piercing gives a better upper bound.
    fn clipped_values(&self) -> Vec<Value> {
        let mut values = self.step.values(true);
        if self.after.progress.upper < self.before.progress.upper {
            let former = self.step.values(false).into_iter().find(|value| value.symbol == symbol::TIME_AT_MOST.sign);
            values.retain(|value| value.symbol != symbol::TIME_AT_MOST.sign);
            values.extend(former);
        }
        values
    }

    fn clip(&self) -> Beat {
        let before = &self.before.progress;
        let after = &self.after.progress;
        let distance = length(after.g.abs());
        let is_on_plane = after.g.abs() <= after.rounding;
        let (line, say) = match after.ending {
            Some(Outcome::MovesApart | Outcome::PassesBy) => {
                ("miss", format!("x is {distance} in front of the plane through p and moves away from it: no contact."))
            }
            Some(Outcome::TooLate) => (
                "clip",
                format!(
                    "The plane through p keeps x out of A − B until the motion ends at {}: no contact.",
                    seconds(self.context().path.t_max)
                ),
            ),
            _ if after.s > before.s => (
                "clip",
                format!(
                    "A − B is behind the plane through p, so x moves to it: no contact before {}.",
                    self.step.time_text(after.t)
                ),
            ),
            _ if is_on_plane => ("clip", String::from("x is on the plane through p, to rounding, so x stays.")),
            _ => ("clip", format!("x is {distance} behind the plane through p, which proves nothing, so x stays.")),
        };
        let mut beat = self.step.beat(line, say, || {
            let mut pictures = self.pictures(Progress::Clip, (self.before, self.before.filled), true);
            if !is_on_plane {
                let x = self.context().r() * before.t;
                let foot = x - self.context().pair.space.cso(self.after.looked) * after.g;
                pictures.edit("cso").segment(Role::Lower, "to plane", x, foot);
            }
            pictures
        });
        if self.step.detail == Detail::Full {
            beat.values = self.clipped_values();
            let g = measured_length(after.g, after.rounding);
            beat.values.push(match is_on_plane {
                true => Value::number(symbol::X_TO_PLANE, g),
                false => Value::of(symbol::X_TO_PLANE, g, "to plane"),
            });
            if after.ending == Some(Outcome::TooLate) {
                beat.values.push(Value::number(symbol::END_TIME, seconds(self.context().path.t_max)));
            }
        }
        beat.event = Some(Event::Bound);
        beat
    }

    fn reduce(&self) -> Beat {
        let filled = self.after.filled;
        let dropped = self.after.joined & !self.after.filled;
        let apart = self.after.by_surface.left;
        let is_there = apart.abs() <= self.after.progress.rounding;
        let mut beat = self.step.beat("reduce", self.reduction_sentence(apart, is_there), || {
            let mut pictures = self.pictures(Progress::Clip, (self.after, filled), false);
            let cso = pictures.edit("cso");
            for i in members(dropped).filter(|i| *i != usize::from(self.after.slot)) {
                cso.point(
                    Role::Removed,
                    format!("removed/{i}"),
                    self.context().pair.space.cso(self.after.simplex[i].w),
                );
            }
            // A length below rounding error is printed, but not drawn.
            if filled != 0 && !is_there {
                let x = self.context().r() * self.after.progress.t;
                let u = self.context().pair.space.cso(self.after.u).normalize_or_zero() * apart;
                cso.segment(Role::Upper, "u", x - u, x);
                cso.label(Role::Upper, "u", x - 0.5 * u, length(apart.abs()).text);
            }
            pictures
        });
        if self.step.detail == Detail::Full {
            beat.values = self.clipped_values();
            beat.values.extend((filled != 0).then(|| match is_there {
                true => Value::number(symbol::X_TO_W, measured_length(apart, self.after.progress.rounding)),
                false => Value::of(symbol::X_TO_W, length(apart), "u"),
            }));
        }
        beat.tables = self.step.detail.full(|| vec![self.table()]);
        beat.event = Some(Event::Reduction);
        beat.stops = vec![self.surface()];
        beat
    }

    fn surface(&self) -> StopTest {
        StopTest::new("surface reached", "stop-surface", "|u| − μ ≤ 2ρ", self.after.by_surface)
    }

    fn bracket(&self) -> StopTest {
        StopTest::new("converged", "stop-bracket", "max(upper − lower, |u| − μ) ≤ tolerance", self.after.by_asked)
    }

    /// Beat of a better upper bound; `None` if the step has none.
    fn pierce(&self) -> Option<Beat> {
        let before = &self.before.progress;
        let after = &self.after.progress;
        let proof = after.proof.filter(|_| after.upper < before.upper)?;
        let t = self.step.time_text(after.bracket[1]);
        let (line, say) = match proof {
            Proof::Radius => {
                ("radius", format!("The ray is within the margins around W at {t}, so contact is by {t}."))
            }
            Proof::Pierced | Proof::Balls | Proof::Overlap | Proof::Crossed => {
                ("pierce", format!("The ray pierces a face of W at {t}. W is in A − B, so contact is by {t}."))
            }
        };
        Some(Beat {
            event: Some(Event::Bound),
            ..self.step.beat(line, say, || {
                let mut pictures = self.pictures(Progress::Pierced, (self.after, self.after.filled), false);
                self.simplex(pictures.edit("cso"), self.after, self.after.pierced, Role::Added);
                pictures
            })
        })
    }

    /// Beat of the end of the search; `None` while it goes on.
    fn leaving(&self) -> Option<Beat> {
        let after = &self.after.progress;
        let (line, say) = match (after.phase, after.ending) {
            (Phase::Search, _) | (_, Some(Outcome::MovesApart | Outcome::PassesBy | Outcome::TooLate)) => return None,
            (_, Some(_)) => {
                ("stop-limit", String::from("x has not reached A − B, but the iteration limit is reached."))
            }
            (Phase::Judge, _) if after.s > 0.0 || self.after.filled == 0 => {
                ("stop-stalled", String::from("x stays and W comes no nearer, so a distance query decides."))
            }
            (Phase::Judge, _) => (
                "stop-surface",
                String::from("x is at A − B at the start, so a distance query decides whether the bodies touch."),
            ),
            _ if !self.after.by_surface.holds() && self.after.by_asked.holds() => (
                "stop-bracket",
                format!(
                    "Contact is between {} and {}: the bracket is as narrow as requested, so the search ends.",
                    self.step.time_text(after.bracket[0]),
                    self.step.time_text(after.bracket[1])
                ),
            ),
            _ => ("stop-surface", String::from("x is at the surface of A − B, to rounding, so the search ends.")),
        };
        let mut beat =
            self.step.beat(line, say, || self.pictures(Progress::Pierced, (self.after, self.after.filled), false));
        let limit = StopTest::new("IterationLimit", "stop-limit", "k ≥ limit", after.by_limit);
        beat.stops = vec![self.surface(), self.bracket(), limit];
        beat.event = Some(if line == "stop-stalled" { Event::Warning } else { Event::Bound });
        Some(beat)
    }
}
