//! Lesson of the GJK ray cast, which finds the time of first contact. The point `x` moves from the origin along a ray
//! towards the fixed difference A − B. In each step, a support point `p` of A − B gives a plane that clips the ray, the
//! simplex `W` is reduced to the part nearest to `x`, and a face of `W` that the ray pierces gives an upper bound of
//! the time.

mod pictures;
mod reduction;

use contact_lens_model::answer::number::length;
use contact_lens_model::snapshot::cast::{Outcome, Phase, Proof, RayCast};
use contact_lens_model::snapshot::simplex::members;
use contact_lens_picture::Role;
use glam::DVec3;

use super::cast_step::{proves_no_contact_ever, rows_of_brackets};
use super::{
    CastContext, CastStep, ENDINGS, Motion, ROLE_NAMES, SERIES, VIEWS_IN_PLANE, VIEWS_IN_SPACE, beats_after_search,
    role_names, seconds,
};
use crate::recorded::narrated::Step;
use crate::{
    Beat, Card, Choice, Detail, Event, Lesson, Narrated, Narration, PlotAxis, Recording, Sentence, SourceFile,
    StopTest, Value, Verdict, say, symbol,
};

/// Card of the GJK ray cast in space.
pub const CARD: Card = Card {
    id: "cast",
    title: "Moving objects: GJK ray cast",
    summary: "When does the ray of B's motion enter A − B?",
    sources: &["van den Bergen 2004: ray casting against general convex objects", "Collision Detection, 2011"],
    listing: include_str!("../engine/dim3/cast/ray/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/source/dim3/cast/ray/stepper.rs",
            text: include_str!("../engine/dim3/cast/ray/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/cast/ray/pierce.rs",
            text: include_str!("../engine/dim3/cast/ray/pierce.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/cast/cast_state.rs",
            text: include_str!("../engine/dim3/cast/cast_state.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/cast/refine.rs",
            text: include_str!("../engine/dim3/cast/refine.rs"),
        },
    ],
    views: VIEWS_IN_SPACE,
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
};

/// Card of the GJK ray cast in the plane.
pub const IN_PLANE: Card = Card { title: "Moving objects in the plane: GJK ray cast", views: VIEWS_IN_PLANE, ..CARD };

/// Lesson of a recorded cast; `brackets` are the bounds of the time of first contact after each step, seconds.
pub fn lesson(
    recording: Box<dyn Recording<RayCast>>,
    brackets: &[[f64; 2]],
    motion: Motion,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let steps = recording.steps();
    // The last steps, from the proof of a miss on, have empty rows in the time view.
    let misses = (1..=steps).rev().take_while(|step| proves_no_contact_ever(recording.state(*step).progress.ending));
    let rows = rows_of_brackets(brackets, steps - misses.count());
    let card = if motion.path.is_planar { &IN_PLANE } else { &CARD };
    let context = CastContext::new(motion, rows);
    Box::new(Narrated { recording, context, verdict, narration: RayCastNarration { card } })
}

/// Narration of the search for first contact.
struct RayCastNarration {
    card: &'static Card,
}

impl Narration for RayCastNarration {
    type State = RayCast;
    type Context = CastContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;

    fn role_names(&self, context: &CastContext) -> Vec<(Role, String)> {
        role_names(ROLE_NAMES, context)
    }

    fn card(&self) -> &'static Card {
        self.card
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { number, before, after, end, context, verdict, detail } = step;
        let step = CastStep { before: &before.progress, after: &after.progress, context, number, detail };
        if before.progress.phase != Phase::Search || end.is_some() {
            return beats_after_search(&step, end, verdict, Event::Stop(self.card.ending_kind(verdict)));
        }
        let view = RayView { step, before, after };
        let mut beats = vec![view.support_beat(), view.clip_beat()];
        if after.progress.ending.is_none() || after.progress.ending == Some(Outcome::IterationLimit) {
            beats.push(view.reduction_beat());
            beats.extend(view.piercing_beat());
        }
        beats.extend(view.end_of_search_beat());
        beats.iter_mut().for_each(|beat| beat.add_stated_values(detail));
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        super::choice::ray_cast_questions(step.before, step.after, step.context, beats)
    }

    fn corners(&self, state: &RayCast, context: &CastContext) -> Vec<DVec3> {
        members(state.filled).map(|i| context.pair.space.cso(state.simplex[i].w)).collect()
    }
}

/// Position of a distance's label on its segment from `x` to the plane, as a fraction: away from the ray through `x`.
const NUMBER_PLACE: f64 = 0.7;

/// Part of a step up to which a beat shows results, in order.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum ShownPart {
    /// The support point is known.
    Support,
    /// The plane has clipped the ray.
    Clip,
    /// The simplex is reduced.
    Reduced,
    /// The pierced face is known.
    Pierced,
}

/// One step of the search, with the states before and after it.
struct RayView<'a> {
    step: CastStep<'a>,
    before: &'a RayCast,
    after: &'a RayCast,
}

impl RayView<'_> {
    /// Data that is the same in all steps.
    fn context(&self) -> &CastContext {
        self.step.context
    }

    /// Normal of the step's plane.
    fn normal(&self) -> Value {
        let n = self.context().pair.space.cso(self.after.search_direction);
        Value::of(symbol::NORMAL, self.context().vector(n), "n")
    }

    /// Phrase on the direction `n` of the support query: against the motion in the first step, from the simplex to `x`
    /// later.
    fn direction_phrase(&self) -> Sentence {
        if self.before.filled != 0 {
            say!("from the simplex {} to {}", Sentence::mark("W", "simplex"), Sentence::mark("x", "x"))
        } else if self.context().has_ray() {
            say!("against the relative velocity {}", Sentence::mark("r", "ray"))
        } else {
            Sentence::from("against the relative velocity r")
        }
    }

    /// Beat of the new support point `p`.
    fn support_beat(&self) -> Beat {
        let context = self.context();
        let p = Value::of(symbol::SUPPORT_OF_RAY, context.point(context.pair.space.cso(self.after.p().w)), "p");
        let n = self.normal();
        let direction = self.direction_phrase();
        let say = say!("p = {} is a farthest point of A − B along n = {}, which points {}.", &p, &n, direction);
        let mut beat = self.step.beat("support", say, || {
            let mut pictures = self.pictures(ShownPart::Support);
            let cso = pictures.edit("cso");
            self.add_simplex_before(cso);
            let x = context.r() * self.before.progress.t;
            // The direction begins at the point of the simplex nearest to `x`; without a simplex, at `x`.
            let nearest = x - context.pair.space.cso(self.before.u);
            let start = if self.before.filled == 0 { x } else { nearest };
            context.add_normal(cso, start, context.pair.space.cso(self.after.search_direction), "n");
            self.add_inset_on_simplex(cso, x);
            pictures.naming(Role::Normal, "direction n")
        });
        if self.step.detail == Detail::Full {
            beat.values = self.step.values(false);
            beat.values.extend([n, p]);
        }
        beat.event = Some(Event::Support);
        beat.points.clear();
        beat
    }

    /// Values after the clipping plane, with the upper bound before the step, since only a later beat improves it.
    fn clipped_values(&self) -> Vec<Value> {
        let mut values = self.step.values(true);
        if self.after.progress.upper < self.before.progress.upper {
            let upper_symbol = symbol::TIME_AT_MOST.notation;
            values.retain(|value| value.symbol != upper_symbol);
            let values_before = self.step.values(false);
            values.extend(values_before.into_iter().filter(|value| value.symbol == upper_symbol));
        }
        values
    }

    /// Distance of `x` before the step from the plane as a value, without a sign.
    fn distance_to_plane(&self) -> Value {
        Value::of(symbol::HEIGHT_OF_X, length(self.after.progress.g.abs()), "to plane")
    }

    /// Line of the listing and sentence on what the plane through `p` proves. `is_on_plane` says whether the distance
    /// of `x` from the plane is below rounding error.
    fn clip_sentence(&self, is_on_plane: bool) -> (&'static str, Sentence) {
        let after = &self.after.progress;
        let distance = self.distance_to_plane();
        let x = Sentence::mark("x", "x");
        let plane = say!("the {} through {}", self.context().plane_word(), Sentence::mark("p", "p"));
        let is_never_reached = matches!(after.ending, Some(Outcome::MovesApart | Outcome::PassesBy));
        let say = if is_never_reached && is_on_plane {
            say!("{} is on {} and moves away from it, and A − B is behind it: no contact.", x, plane)
        } else if is_never_reached {
            say!("{} is {} in front of {} and moves away from it: no contact.", x, distance, plane)
        } else if after.ending == Some(Outcome::TooLate) {
            say!(
                "A − B lies behind {}, and {} does not reach it before the motion ends at {}: no contact.",
                plane,
                x,
                self.end_time()
            )
        } else if after.s > self.before.progress.s {
            say!(
                "A − B lies behind {}, so {} moves up to this {}: no contact before t₀ = {}.",
                plane,
                x,
                self.context().plane_word(),
                self.step.lower()
            )
        } else if is_on_plane {
            say!("{} is on {}, so {} stays.", &x, plane, &x)
        } else {
            say!("{} is {} behind {}, where contact is possible, so {} stays.", &x, distance, plane, &x)
        };
        (if is_never_reached { "miss" } else { "clip" }, say)
    }

    /// End of the motion as a value.
    fn end_time(&self) -> Value {
        Value::number(symbol::END_TIME, seconds(self.context().path.t_max))
    }

    /// Beat of the plane through `p`, up to which `x` may move.
    fn clip_beat(&self) -> Beat {
        let before = &self.before.progress;
        let after = &self.after.progress;
        let is_on_plane = after.g.abs() <= after.rounding;
        let (line, say) = self.clip_sentence(is_on_plane);
        let mut beat = self.step.beat(line, say, || {
            let mut pictures = self.pictures(ShownPart::Clip);
            let cso = pictures.edit("cso");
            self.add_simplex_before(cso);
            if !is_on_plane {
                let x = self.context().r() * before.t;
                let foot = x - self.context().pair.space.cso(self.after.search_direction) * after.g;
                cso.segment(Role::Lower, "to plane", x, foot);
                cso.label(Role::Lower, "to plane", x.lerp(foot, NUMBER_PLACE), length(after.g.abs()).text);
                cso.magnify(x.midpoint(foot), after.g.abs());
            }
            pictures
        });
        if self.step.detail == Detail::Full {
            beat.values = self.clipped_values();
            if !is_on_plane {
                beat.values.push(self.distance_to_plane());
            }
            if after.ending == Some(Outcome::TooLate) {
                beat.values.push(self.end_time());
            }
        }
        beat.event = Some(Event::Bound);
        beat
    }

    /// Stop test whether `x` is on the surface of A − B, to rounding.
    fn surface_test(&self) -> StopTest {
        StopTest::new("surface reached", "stop-surface", "|u| − μ ≤ 2ρ", self.after.by_surface)
    }

    /// Stop test whether the bracket of the contact is as narrow as requested.
    fn bracket_test(&self) -> StopTest {
        StopTest::new("converged", "stop-bracket", "max(upper − lower, |u| − μ) ≤ tolerance", self.after.by_tolerance)
    }

    /// Beat of a better upper bound of the time of contact; `None` if the step does not improve it.
    fn piercing_beat(&self) -> Option<Beat> {
        let before = &self.before.progress;
        let after = &self.after.progress;
        let proof = after.proof.filter(|_| after.upper < before.upper)?;
        let t = self.step.upper();
        let ray = Sentence::mark("ray", "ray");
        let face = if self.after.pierced.count_ones() == 2 { "edge" } else { "face" };
        let (line, say) = match proof {
            Proof::Radius => (
                "radius",
                say!("At t₁ = {}, the {} is within the margins around W, so A and B touch at t₁ or earlier.", t, ray),
            ),
            Proof::Pierced | Proof::Balls | Proof::Overlap | Proof::Crossed => (
                "pierce",
                say!(
                    "At t₁ = {}, the {} enters the simplex W through the marked {}. All of W lies in A − B, so A and B \
                     touch at t₁ or earlier.",
                    t,
                    ray,
                    Sentence::mark(face, "simplex")
                ),
            ),
        };
        let mut beat = self.step.beat(line, say, || {
            let mut pictures = self.pictures(ShownPart::Pierced);
            let cso = pictures.edit("cso");
            // The vertices that the reduction removed are part of the simplex that the ray enters.
            let entered = self.after.joined | self.after.filled;
            self.add_simplex(cso, self.after, entered, Role::Simplex);
            self.add_simplex_name(cso, self.after, entered);
            self.add_simplex(cso, self.after, self.after.pierced, Role::Added);
            pictures
        });
        beat.event = Some(Event::Bound);
        Some(beat)
    }

    /// Line of the listing and sentence on the reason why the search ends; `None` while it goes on, and on a miss,
    /// which the beat of the clipping plane states.
    fn end_of_search_sentence(&self) -> Option<(&'static str, Sentence)> {
        let after = &self.after.progress;
        let is_miss = matches!(after.ending, Some(Outcome::MovesApart | Outcome::PassesBy | Outcome::TooLate));
        if after.phase == Phase::Search || is_miss {
            return None;
        }
        let x = Sentence::mark("x", "x");
        if after.ending.is_some() {
            let say = say!("{} has not reached A − B, but the iteration limit is reached.", x);
            return Some(("stop-limit", say));
        }
        if after.phase == Phase::Query {
            let is_stalled = after.s > 0.0 || self.after.filled == 0;
            return Some(if is_stalled {
                ("stop-stalled", say!("{} stays, and the simplex W comes no nearer, so a distance query decides.", x))
            } else {
                let say = say!("{} is at A − B at the start, so a distance query decides whether the bodies touch.", x);
                ("stop-surface", say)
            });
        }
        if self.after.by_tolerance.holds() && !self.after.by_surface.holds() {
            let say = say!(
                "Contact is between t₀ = {} and t₁ = {}: this bracket is as narrow as requested.",
                self.step.lower(),
                self.step.upper()
            );
            return Some(("stop-bracket", say));
        }
        let plane = self.context().plane_word();
        Some(("stop-surface", say!("{} is on the surface of A − B, so no {} moves {} farther.", &x, plane, &x)))
    }

    /// Beat of the end of the search; `None` while it goes on, and on a miss.
    fn end_of_search_beat(&self) -> Option<Beat> {
        let (line, say) = self.end_of_search_sentence()?;
        let mut beat = self.step.beat(line, say, || {
            let mut pictures = self.pictures(ShownPart::Pierced);
            self.add_simplex(pictures.edit("cso"), self.after, self.after.filled, Role::Simplex);
            pictures
        });
        let limit = StopTest::new("IterationLimit", "stop-limit", "k ≥ limit", self.after.progress.by_limit);
        beat.stops = vec![self.surface_test(), self.bracket_test(), limit];
        beat.event = Some(if line == "stop-stalled" { Event::Warning } else { Event::Bound });
        Some(beat)
    }
}
