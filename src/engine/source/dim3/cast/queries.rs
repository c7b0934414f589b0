//! Functions that run a cast in one call: [`ray_cast`], [`advance`] and [`sweep`] in the world, and variants in the
//! pair frame. Also the methods that make the [`Answer`] from the state of a stepper at its end.

use super::DistanceAnswer;
use super::advance::Advance;
use super::answer::{Answer, Outcome};
use super::cast_state::CastState;
use super::motion::Motion;
use super::options::Options;
use super::pair::Pair;
use super::path::Path;
use super::ray::RayCast;
use super::relative_motion::RelativeMotion;
use super::sweep::{AxisSource, Sweep, entry_plane, exit_plane};
use crate::dim3::pose::Pose;
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::sat::{self, Sat, Solid};
use crate::dim3::support::{Cso, Scaled, Support};

/// Body with a constant velocity, in the world.
#[derive(Clone, Copy, Debug)]
pub struct MovingBody<'a, S: ?Sized> {
    /// Shape of the body, in its own frame.
    pub shape: &'a S,
    /// Pose at the start.
    pub pose: &'a Pose,
    /// Velocity, length units per second.
    pub velocity: Vec3,
}

/// Pair frame of two moving bodies.
fn relative_motion<A: ?Sized, B: ?Sized>(a: &MovingBody<'_, A>, b: &MovingBody<'_, B>) -> RelativeMotion {
    RelativeMotion::from_velocities([a.pose, b.pose], [a.velocity, b.velocity])
}

/// Returns the first contact of two bodies, by a GJK ray cast.
pub fn ray_cast<A: Support, B: Support>(a: MovingBody<'_, A>, b: MovingBody<'_, B>, options: &Options) -> Answer {
    ray_cast_of(a.shape, b.shape, &relative_motion(&a, &b), options).in_world(a.pose, a.velocity)
}

/// Returns the first contact of two bodies, by a GJK ray cast, in the pair frame.
pub fn ray_cast_of<A: Support, B: Support>(a: &A, b: &B, relative: &RelativeMotion, options: &Options) -> Answer {
    let cso = relative.cso(a, b);
    if rounding::is_tiny(cso.magnitude()) {
        cast_in_unit(&cso, relative.motion, options, |state| RayCast::from_state(state).run_to_answer())
    } else {
        RayCast::new(cso, relative.motion, *options).run_to_answer()
    }
}

/// Returns the first contact of two bodies, by conservative advancement.
pub fn advance<A: Support, B: Support>(a: MovingBody<'_, A>, b: MovingBody<'_, B>, options: &Options) -> Answer {
    advance_of(a.shape, b.shape, &relative_motion(&a, &b), options).in_world(a.pose, a.velocity)
}

/// Returns the first contact of two bodies, by conservative advancement, in the pair frame.
pub fn advance_of<A: Support, B: Support>(a: &A, b: &B, relative: &RelativeMotion, options: &Options) -> Answer {
    let cso = relative.cso(a, b);
    if rounding::is_tiny(cso.magnitude()) {
        cast_in_unit(&cso, relative.motion, options, |state| Advance::from_state(state).run_to_answer())
    } else {
        Advance::new(cso, relative.motion, *options).run_to_answer()
    }
}

/// Returns the first and the last contact of two polytopes, by separating axes.
pub fn sweep(a: MovingBody<'_, Solid>, b: MovingBody<'_, Solid>, options: &Options) -> Answer {
    let RelativeMotion { rotation, translation, motion } = relative_motion(&a, &b);
    let sat = Sat::placed(a.shape, b.shape, rotation, translation, sat::Options::default()).by_triples();
    let mut sweep = Sweep::new(sat, motion, *options);
    let outcome = sweep.run();
    sweep.answer(outcome).in_world(a.pose, a.velocity)
}

/// Pair in a length unit in which its magnitude, the bound of its lengths, is about 1.
type InUnit<'a> = Cso<Scaled<'a>, Scaled<'a>>;

/// Runs `cast` on a pair so small that squares of its lengths would underflow, in a length unit in which its magnitude
/// is about 1. Returns the answer in the pair's own unit.
#[cold]
fn cast_in_unit<'a, A: Support, B: Support>(
    cso: &'a Cso<A, B>,
    Motion { r, precision, .. }: Motion,
    options: &Options,
    cast: impl FnOnce(CastState<InUnit<'a>>) -> Answer,
) -> Answer {
    let (cso, factor) = cso.in_unit();
    cast(CastState::new(cso, Motion { r: r * factor, precision, fine: None }, *options)).in_unit(factor)
}

impl<P: Pair> RayCast<P> {
    /// Runs to the end and returns the answer, in the pair frame.
    pub(crate) fn run_to_answer(mut self) -> Answer {
        let outcome = self.run();
        self.state.answer(outcome)
    }
}

impl<P: Pair> Advance<P> {
    /// Runs to the end and returns the answer, in the pair frame.
    pub(crate) fn run_to_answer(mut self) -> Answer {
        let outcome = self.run();
        self.state.answer(outcome)
    }
}

/// Proven bounds of the first contact, seconds.
struct TimeBracket {
    /// No contact before this time.
    lower: Real,
    /// Contact at this time or before; `None` if no contact is proven.
    upper: Option<Real>,
}

/// Bounds of the first contact that an ending proves, from proven positions along the path: the bodies are separate up
/// to `lower`, and in contact at `upper` or before.
fn time_bracket(outcome: Outcome, path: &Path, [lower, upper]: [Real; 2]) -> TimeBracket {
    match outcome.hit() {
        Some(true) if outcome.is_at_start() => TimeBracket { lower: 0.0, upper: Some(0.0) },
        Some(true) => {
            let latest = path.latest_time(upper).min(path.t_max);
            TimeBracket { lower: path.earliest_time(lower), upper: Some(latest) }
        }
        Some(false) => TimeBracket { lower: path.t_max, upper: None },
        None if outcome == Outcome::NotFinite => TimeBracket { lower: 0.0, upper: None },
        None => TimeBracket { lower: path.earliest_time(lower), upper: None },
    }
}

impl<P: Pair> CastState<P> {
    /// Best estimate of the position of first contact along the path, between its proven bounds; 0 if the bodies are in
    /// contact at the start.
    fn contact_position(&self, at_start: bool) -> Real {
        let s = self.contact.map_or(self.s, |contact| contact.s);
        if at_start { 0.0 } else { s.clamp(self.lower, self.upper) }
    }

    /// Normal of a hit, a unit vector from A to B; `None` if none was found.
    fn contact_normal(&self, at_start: bool) -> Option<Vec3> {
        if at_start {
            self.distance.and_then(|distance| distance.normal)
        } else {
            self.contact.map(|contact| contact.normal)
        }
    }

    /// Contact points of A and of B at the time of first contact of a hit, pair frame; `None` if none were found.
    fn contact_points(&self, at_start: bool) -> Option<[Vec3; 2]> {
        if at_start && let Some(distance) = self.distance {
            return Some([distance.witness_a, distance.witness_b]);
        }
        let x = self.path.at(self.contact_position(at_start));
        self.contact.map(|contact| [contact.witness[0], contact.witness[1] + x])
    }

    /// Distance query at the start, whose answer is the gap of bodies without relative motion; `None` for every other
    /// outcome.
    fn distance_at_rest(&self, outcome: Outcome) -> Option<DistanceAnswer> {
        if outcome == Outcome::NoRelativeMotion { self.distance } else { None }
    }

    /// Gap over the whole motion of a miss, in length units; `None` if it was not measured.
    fn measured_gap(&self, outcome: Outcome) -> Option<Real> {
        match self.gap {
            Some(gap) => Some(gap.distance.max(0.0)),
            None => self.distance_at_rest(outcome)?.signed_distance,
        }
    }

    /// Unit normal without a proven hit, from A to B: along the gap if it was measured, otherwise that of the last
    /// separating plane. `None` if there is neither.
    fn separating_normal(&self, outcome: Outcome) -> Option<Vec3> {
        let along_gap = match self.gap {
            Some(gap) => Some(gap.normal),
            None => self.distance_at_rest(outcome).and_then(|distance| distance.normal),
        };
        let last_plane = self.planes[1].or(self.planes[0]);
        along_gap.or_else(|| last_plane.map(|plane| plane.normal))
    }

    /// Answer after this outcome, in the pair frame at the start, with points of B at `t_first`.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        let TimeBracket { lower, upper } = time_bracket(outcome, &self.path, [self.lower, self.upper]);
        let is_hit = outcome.hit() == Some(true);
        let is_miss = outcome.hit() == Some(false);
        let at_start = outcome.is_at_start();
        let planes = self.planes.map(|plane| plane.map(|plane| self.path.plane_at_start(plane)));
        Answer {
            outcome,
            t_first: is_hit.then(|| self.path.time(self.contact_position(at_start))),
            lower,
            upper,
            t_last: None,
            normal: if is_hit { self.contact_normal(at_start) } else { self.separating_normal(outcome) },
            witness: if is_hit { self.contact_points(at_start) } else { None },
            gap: if is_miss { self.measured_gap(outcome) } else { None },
            planes: if is_miss { planes } else { [planes[0], None] },
            iterations: self.k,
        }
    }
}

impl<L: AxisSource> Sweep<L> {
    /// Normal that the static test found at the start; `None` if it found none.
    fn normal_at_start(&self) -> Option<Vec3> {
        self.axes.start(self.tested).normal
    }

    /// Answer after this outcome, in the pair frame at the start, with points of B at `t_first`.
    pub fn answer(&self, outcome: Outcome) -> Answer {
        let TimeBracket { lower, upper } = time_bracket(outcome, &self.path, [self.outer[0], self.inner[0]]);
        let is_hit = outcome.hit() == Some(true);
        let is_miss = outcome.hit() == Some(false);
        let s = if outcome == Outcome::Hit { self.nominal[0].clamp(self.outer[0], self.inner[0]) } else { 0.0 };
        let first = self.first.as_ref();
        let toward = first.map(|tested| tested.toward());
        let normal_in_motion = if is_miss {
            self.gap.map(|gap| gap.normal).or(toward)
        } else if outcome == Outcome::Hit {
            toward
        } else {
            None
        };
        let entry = first.map(entry_plane);
        let exit = self.last.as_ref().map(exit_plane);
        let contact = (is_hit && self.options.measure).then(|| self.axes.signed_distance(self.path.at(s)));
        Answer {
            outcome,
            t_first: is_hit.then(|| self.path.time(s)),
            lower,
            upper,
            t_last: is_hit.then(|| self.path.time(self.nominal[1]).min(self.path.t_max)),
            normal: normal_in_motion.or_else(|| self.normal_at_start()),
            witness: contact.map(|contact| [contact.witness_a, contact.witness_b]),
            gap: if is_miss { self.gap.map(|gap| gap.distance.max(0.0)) } else { None },
            planes: [entry, exit].map(|plane| plane.map(|plane| self.path.plane_at_start(plane))),
            iterations: self.tested,
        }
    }
}
