//! Lesson of the GJK ray cast: support point, clipping plane, piercing of the simplex, and its reduction.

use glam::DVec3;

use super::{
    CastContext, CastStep, ENDINGS, Motion, PLANE, ROLE_NAMES, SERIES, SPACE, TIME, measured_length, narrated, tell,
};
use crate::answer::number::{count, length, vector, weight};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, Card, Choice, Detail, Event, Lesson, Narration, Pictures, PlotAxis, Recording, Row, SourceFile, StopTest,
    Table, Value, Verdict, WORLD, add_named_point,
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
    narrated(recording, brackets, motion, verdict, (Search::<false>, Search::<true>))
}

/// Narration of the search for first contact, in space or in the plane.
struct Search<const PLANAR: bool>;

impl<const PLANAR: bool> Narration for Search<PLANAR> {
    type State = RayCast;
    type Context = CastContext;
    const CARD: &'static Card = if PLANAR { &IN_PLANE } else { &CARD };
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { number, before, after, end, context, verdict, detail } = step;
        let step = CastStep { before: &before.flight, after: &after.flight, context, number, detail };
        if before.flight.phase != Phase::Search || end.is_some() {
            return tell(&step, end, verdict, Event::Stop(Self::CARD.ending_kind(verdict)));
        }
        let view = RayView { step, before, after };
        let mut beats = vec![view.support(), view.clip()];
        if after.flight.ending.is_none() || after.flight.ending == Some(Outcome::IterationLimit) {
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
        ray.plane = Some((n, context.pair.space.cso(p) + n * self.after.flight.margin));
        let upper = if progress == Progress::Pierced { self.after } else { self.before }.flight.bracket[1];
        context.at_and_between(pictures.edit(WORLD), ray.times[1], [ray.bracket[0], upper]);
        *pictures.edit(TIME.id) = context.lanes.picture(known, Some(self.step.number));
        self.simplex(pictures.edit("cso"), subset.0, subset.1, Role::Simplex);
        self.former(pictures.edit("cso"), clipped);
        context.draw_ray(pictures.edit("cso"), &ray);
        add_named_point(pictures.edit("cso"), Role::NewSupport, "p", context.pair.space.cso(p), "p");
        if newest {
            self.newest(&mut pictures, ray.times[1]);
        }
        pictures
    }

    /// Adds the plane that led to the previous position of `x`.
    fn former(&self, cso: &mut Picture, clipped: bool) {
        let Some(plane) = self.before.flight.plane.filter(|_| clipped) else { return };
        let n = self.context().pair.space.cso(plane.normal);
        let p = n * plane.offset;
        let half = 0.4 * self.context().pair.bounding_radius();
        if self.context().path.is_planar {
            let along = DVec3::new(-n.y, n.x, 0.0) * half;
            cso.segment(Role::Member, "former", p - along, p + along);
        } else {
            cso.add(Role::Member, "former", Form::Plane { point: p, normal: n, half_size: half });
        }
    }

    fn support(&self) -> Beat {
        let p = self.after.p().w;
        let space = &self.context().pair.space;
        let n = self.after.looked;
        let why = match self.before.filled {
            0 => "Looking against the motion, n = −r/|r|".to_owned(),
            _ => format!("Looking from W towards x, n = {}", &*vector(space.cso(n))),
        };
        let say = format!("{why}: the farthest point of A − B is p = {}.", &*vector(space.cso(p)));
        let mut beat = self
            .step
            .beat("support", say, || self.pictures(Progress::Support, (self.before, self.before.filled), true));
        if self.step.detail == Detail::Full {
            beat.values = self.step.values(false);
            beat.values.push(Value::new("n", "search direction", vector(space.cso(n)), "n"));
            beat.values.push(Value::new("p", "farthest point", vector(space.cso(p)), "p"));
        }
        beat.event = Some(Event::Support);
        beat.points.clear();
        beat
    }

    fn clip(&self) -> Beat {
        let before = &self.before.flight;
        let after = &self.after.flight;
        let g = measured_length(after.g, after.rounding);
        let t = self.step.time_text(after.t);
        let (line, say) = match after.ending {
            Some(Outcome::MovesApart | Outcome::PassesBy) => (
                "miss",
                format!("The plane through p keeps x {} away from A − B, and x moves away from it: no contact.", &*g),
            ),
            Some(Outcome::TooLate) => (
                "clip",
                format!("The plane through p keeps x away from A − B until {t}, and by then the motion has ended."),
            ),
            _ if after.s > before.s => {
                ("clip", format!("A − B lies behind the plane through p: no contact before {t}, so x jumps there."))
            }
            _ => ("clip", format!("The plane through p does not separate x from A − B (g = {}), so x stays.", &*g)),
        };
        let mut beat =
            self.step.beat(line, say, || self.pictures(Progress::Clip, (self.before, self.before.filled), true));
        if self.step.detail == Detail::Full {
            beat.values.push(Value::new("g", "x to the plane", g, "p"));
            beat.values.push(Value::new("t", "earliest contact", self.step.time_text(after.t), "x"));
        }
        beat.event = Some(Event::Bound);
        beat
    }

    fn reduce(&self) -> Beat {
        let filled = self.after.filled;
        let dropped = self.after.joined & !self.after.filled;
        let apart = self.after.by_surface.left;
        let say = match filled {
            0 => String::from("No part of W is nearer to x than before: the distance query has to decide."),
            _ => format!(
                "The point of W and p nearest to x is {}, {}.{}",
                ["a corner", "on an edge", "on a triangle", "inside"][filled.count_ones() as usize - 1],
                match apart.abs() <= self.after.flight.rounding {
                    true => String::from("at x itself up to rounding"),
                    false if apart < 0.0 => format!("{} deep in the balls around W", &*length(-apart)),
                    false => format!("{} away", &*length(apart)),
                },
                if dropped == 0 { "" } else { " Corners that it does not need are dropped." },
            ),
        };
        let mut beat = self.step.beat("reduce", say, || {
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
            if filled != 0 && apart.abs() > self.after.flight.rounding {
                let x = self.context().r() * self.after.flight.t;
                cso.segment(Role::Upper, "u", x - self.context().pair.space.cso(self.after.u), x);
            }
            pictures
        });
        beat.tables = self.step.detail.full(|| vec![self.table()]);
        beat.event = Some(Event::Reduction);
        beat.stops = vec![self.surface()];
        beat
    }

    fn surface(&self) -> StopTest {
        StopTest::new("x is there", "stop-surface", "|u| − μ ≤ 2ρ", self.after.by_surface)
    }

    fn bracket(&self) -> StopTest {
        StopTest::new("t is known", "stop-bracket", "max(upper − lower, |u| − μ) ≤ asked", self.after.by_asked)
    }

    /// Beat of a better upper bound; `None` if the step has none.
    fn pierce(&self) -> Option<Beat> {
        let before = &self.before.flight;
        let after = &self.after.flight;
        let proof = after.proof.filter(|_| after.upper < before.upper)?;
        let t = self.step.time_text(after.bracket[1]);
        let (line, say) = match proof {
            Proof::Radius => {
                ("radius", format!("At {t} the ray comes within the bodies' radii of W, so there is contact by then."))
            }
            _ => ("pierce", format!("The ray pierces W at {t}. All of W lies in A − B, so there is contact by then.")),
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
        let after = &self.after.flight;
        let (line, say) = match (after.phase, after.ending) {
            (Phase::Search, _) | (_, Some(Outcome::MovesApart | Outcome::PassesBy | Outcome::TooLate)) => return None,
            (_, Some(_)) => ("stop-limit", String::from("The limit on iterations is reached.")),
            (Phase::Judge, _) if after.s > 0.0 || self.after.filled == 0 => (
                "stop-stalled",
                String::from("W came no nearer and x did not move: that is rounding. A distance query decides."),
            ),
            (Phase::Judge, _) => (
                "stop-surface",
                String::from(
                    "x is at A − B and has not moved: a distance query decides whether they touch at the start.",
                ),
            ),
            _ if !self.after.by_surface.holds() && self.after.by_asked.holds() => (
                "stop-bracket",
                format!(
                    "No contact before {}, and contact by {}: that is as narrow as was asked, so the search ends.",
                    self.step.time_text(after.bracket[0]),
                    self.step.time_text(after.bracket[1])
                ),
            ),
            _ => ("stop-surface", String::from("x is at the surface of A − B, within rounding: the search ends.")),
        };
        let mut beat =
            self.step.beat(line, say, || self.pictures(Progress::Pierced, (self.after, self.after.filled), false));
        let limit = StopTest::new("IterationLimit", "stop-limit", "k ≥ limit", after.by_limit);
        beat.stops = vec![self.surface(), self.bracket(), limit];
        beat.event = Some(if line == "stop-stalled" { Event::Warning } else { Event::Bound });
        Some(beat)
    }

    /// Table of the simplex `W` with the new support point.
    fn table(&self) -> Table {
        let space = &self.context().pair.space;
        let rows = members(self.after.joined)
            .map(|i| Row {
                cells: vec![
                    count(i),
                    vector(space.cso(self.after.simplex[i].w)),
                    weight(self.after.lambda[i]),
                    if i == usize::from(self.after.slot) { "p".into() } else { "".into() },
                ],
                key: Some(format!("simplex/{i}").into()),
                chosen: self.after.filled >> i & 1 == 1,
            })
            .collect();
        Table { title: "W ∪ {p}", columns: vec!["slot", "w", "weight", "new"], rows }
    }
}
