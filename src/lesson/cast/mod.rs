//! Lessons on casts, which find the time of first contact of two moving bodies, by one of these methods: [`ray`] (GJK
//! ray cast), [`advance`] (conservative advancement), [`rotating`] (advancement of rotating bodies) and [`sweep`]
//! (separating axes over time). This file contains the endings, the verdicts and the context that these lessons share.
//! Their views show the world, the times, and the configuration space, where A − B is fixed and the origin moves along
//! a ray.

pub mod advance;
mod cast_step;
mod choice;
mod closest_points;
mod cso;
mod final_phases;
mod interval_text;
pub mod ray;
pub mod rotating;
pub mod sweep;
mod time_inset;
mod time_rows;
mod world;

use std::sync::{Arc, OnceLock};

use contact_lens_model::answer::number::{
    distinct_texts, length, number, point, point_in_plane, two_digits, vector, vector_in_plane,
};
use contact_lens_model::answer::{ContactFinding, Finding, Shown};
use contact_lens_model::snapshot::cast::{Answer, Outcome, Path};
use contact_lens_picture::{Mark, Role, Solid};
use glam::DVec3;

use super::{
    Backdrop, CSO, Context, Ending, Moments, PairContext, Pictures, Series, Verdict, View, WITH_MARGINS, WORLD,
};
pub(crate) use cast_step::speed;
use cast_step::{CastStep, rows_of_brackets, with_times_if_stated};
use final_phases::{beats_after_search, gap_value, has_gap, miss_sentence};
use time_rows::{TimeRow, TimeRows};

/// View of the times of contact.
const TIME: View = View::lanes("time", "time").tall();

/// Views of a cast in space.
const VIEWS_IN_SPACE: &[View] = &[View::space(WORLD, "world"), TIME, View::space("cso", "configuration space")];

/// Views of a cast in the plane.
const VIEWS_IN_PLANE: &[View] = &[View::plane(WORLD, "world"), TIME, View::plane("cso", "configuration space")];

/// Endings of separating axes over time, which tests all axes and so has no iteration limit and no stall.
const ENDINGS_OF_AXES: &[Ending] = &[
    ending(Outcome::Hit),
    ending(Outcome::Overlapping),
    ending(Outcome::Touching),
    ending(Outcome::Grazing),
    ending(Outcome::MovesApart),
    ending(Outcome::PassesBy),
    ending(Outcome::TooLate),
    ending(Outcome::NoRelativeMotion),
    ending(Outcome::NotFinite),
];

/// Plotted curves: the bracket of first contact.
const SERIES: &[Series] =
    &[Series { name: "contact by", role: Role::Upper }, Series { name: "no contact before", role: Role::Lower }];

/// Index in [`SERIES`] of the curve of the upper bound, for the plot points of a beat.
const UPPER_CURVE: usize = 0;

/// Index in [`SERIES`] of the curve of the lower bound.
const LOWER_CURVE: usize = 1;

/// Plotted curves of separating axes over time: the common time interval of all axes.
const SERIES_OF_AXES: &[Series] =
    &[Series { name: "no contact after", role: Role::Upper }, Series { name: "no contact before", role: Role::Lower }];

/// Names of roles in the legend; empty for marks that carry their names in the picture.
const ROLE_NAMES: &[(Role, &str)] = &[
    (Role::Origin, ""),
    (Role::Simplex, "simplex W"),
    (Role::NewSupport, "new support point"),
    (Role::Ghost, "swept volume"),
    (Role::First, "at t₀: no contact before"),
    (Role::Last, "at t₁: contact no later"),
    (Role::Closest, "x = r·t, origin moved along r"),
    (Role::Bound, "plane; its ticks point away from A − B"),
    (Role::Gap, ""),
    (Role::Witness, "distance, witness points"),
    (Role::Penetration, "depth"),
    (Role::Interval, ""),
    (Role::Normal, "normal n"),
    (Role::Added, "pierced face"),
    (Role::Removed, "removed vertex"),
    (Role::Lower, ""),
    (Role::Upper, ""),
];

endings! {
    pub(crate) fn ending(Outcome), ENDINGS:
    Outcome::Hit => success "Hit" called "The bodies meet":
        "The bodies first meet at a time between the two bounds.";
    Outcome::Overlapping => success "Overlapping":
        "The bodies overlap at the start: contact at 0 s.";
    Outcome::Touching => success "Touching":
        "The bodies touch at the start: contact at 0 s.";
    Outcome::Grazing => no_answer "Grazing" called "Cannot be decided":
        "The least distance is below rounding error, so contact cannot be decided.";
    Outcome::MovesApart => success "MovesApart":
        "A plane separates the bodies, and B moves away from it.";
    Outcome::PassesBy => success "PassesBy":
        "One plane separates the bodies up to a time, and another from then on.";
    Outcome::TooLate => success "TooLate" called "Motion ends before contact":
        "The motion ends before the bodies can meet.";
    Outcome::NoRelativeMotion => success "NoRelativeMotion":
        "B does not move relative to A, and the bodies are separate.";
    Outcome::Stalled => no_answer "Stalled" called "No further progress":
        "The search makes no further progress; neither contact nor a miss is proven.";
    Outcome::IterationLimit => no_answer "IterationLimit":
        "The iteration limit is reached before contact or a miss is proven.";
    Outcome::NotFinite => failure "NotFinite" called "Invalid numbers":
        "A number of the bodies or of the motion is infinite, or its square overflows.";
}

/// Adapts the names of roles in the legend: in the plane, a supporting plane is a line, and a swept volume an area.
fn role_names(names: &[(Role, &str)], context: &CastContext) -> Vec<(Role, String)> {
    let mut swept = String::from(if context.path.is_planar { "swept area" } else { "swept volume" });
    // Configuration space has an outline in the same color around the cores of bodies with margins.
    if context.pair.backdrop().pictures.of(CSO).marks.iter().any(|mark| mark.role == Role::Ghost) {
        swept = format!("{swept}; {WITH_MARGINS}");
    }
    names
        .iter()
        .map(|(role, name)| {
            let name = match (role, context.path.is_planar) {
                // Half-planes are shaded on the side that a patch of a plane marks with ticks.
                (Role::Bound, true) => String::from("line, A − B not on its shaded side"),
                _ => name.replace("plane", context.plane_word()).replace("swept volume", &swept),
            };
            (*role, name)
        })
        .collect()
}

/// Text of the start (`end` = 0) or the end (1) of a time interval, seconds: `∞` or `−∞` where the interval is
/// unbounded, `never` for an infinite end of an empty interval.
fn interval_end_text(span: [f64; 2], end: usize) -> String {
    let t = span[end];
    let is_empty = span[0] > span[1];
    if t.is_finite() || is_empty {
        seconds(t)
    } else if t < 0.0 {
        String::from("−∞")
    } else {
        String::from("∞")
    }
}

/// Time below which a time counts as 0, seconds: the rounding error of times up to some thousand seconds.
const ZERO_TIME: f64 = 1e-12;

/// Text of a time, `0.3633 s`; `never` for an infinite one.
pub(crate) fn seconds(t: f64) -> String {
    let t = if t.abs() < ZERO_TIME { 0.0 } else { t };
    if t.is_finite() { format!("{} s", &*number(t)) } else { String::from("never") }
}

/// Difference below which two times are equal, as a fraction of the displayed duration.
const SAME_TIME: f64 = 1e-12;

/// Text of the time of first contact, seconds, with enough digits to distinguish it from the ends of its bracket.
/// `t_max` is the duration of the motion.
pub(crate) fn first_contact(t: f64, [lower, upper]: [f64; 2], t_max: f64) -> String {
    let [text, ..] = distinct_time_texts([t, lower, upper], if t_max.is_finite() { t_max } else { t.abs() });
    text
}

/// Texts of several times, seconds, with enough digits to distinguish those that differ; `never` for infinite ones.
/// `duration` is the displayed duration of the motion, seconds.
fn distinct_time_texts<const N: usize>(times: [f64; N], duration: f64) -> [String; N] {
    let plain = times.map(|t| if t.abs() < ZERO_TIME { 0.0 } else { t });
    let mut texts = distinct_texts(plain, SAME_TIME * duration);
    for (text, t) in texts.iter_mut().zip(times) {
        *text = if t.is_finite() { format!("{text} s") } else { String::from("never") };
    }
    texts
}

/// Function that returns the volume swept by a solid along a vector; `None` if it is too expensive to draw.
pub type SweepSolid = fn(&Solid, DVec3) -> Option<Solid>;

/// Two bodies and their motion.
pub struct Motion {
    /// Bodies at the start of the motion.
    pub pair: PairContext,
    /// Velocities of A and B, world, m/s.
    pub velocities: [DVec3; 2],
    /// Path of B relative to A.
    pub path: Path,
    /// Function that makes swept volumes.
    pub sweeping: SweepSolid,
}

/// Data of a cast that is the same in all its steps.
pub struct CastContext {
    /// Bodies at the start.
    pair: PairContext,
    /// Velocities of A and B, world, m/s.
    velocities: [DVec3; 2],
    /// Path of B relative to A.
    path: Path,
    /// Function that makes swept volumes.
    sweeping: SweepSolid,
    /// Displayed duration of the motion, seconds.
    duration: f64,
    /// Rows of the time view, for the whole run.
    time_rows: TimeRows,
    /// Symbol of the upper bound of the time of contact, as in the values.
    end_name: &'static str,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl CastContext {
    /// Context of a run with these rows of the time view.
    fn new(Motion { pair, velocities, path, sweeping }: Motion, rows: Vec<TimeRow>) -> Self {
        let duration = if path.is_still { path.t_max } else { path.end.min(path.t_max) };
        let time_rows = TimeRows::new(rows, duration);
        Self { pair, velocities, path, sweeping, duration, time_rows, end_name: "t₁", backdrop: OnceLock::new() }
    }

    /// Velocity `r` of B relative to A, world axes, m/s.
    fn r(&self) -> DVec3 {
        self.velocities[1] - self.velocities[0]
    }

    /// Word for the boundary of a half-space: `plane`, or `line` in the plane.
    fn plane_word(&self) -> &'static str {
        if self.path.is_planar { "line" } else { "plane" }
    }

    /// Whether the pictures show the path of the origin: its length is finite and not 0.
    fn has_ray(&self) -> bool {
        let end = self.r() * self.duration;
        end != DVec3::ZERO && end.is_finite()
    }

    /// Text of a vector, with two coordinates in the plane.
    fn vector(&self, v: DVec3) -> Shown {
        if self.path.is_planar { vector_in_plane(v) } else { vector(v) }
    }

    /// Text of a point, with two coordinates in the plane.
    fn point(&self, p: DVec3) -> Shown {
        if self.path.is_planar { point_in_plane(p) } else { point(p) }
    }

    /// Marks of A (0) or B (1) at the start.
    fn body(&self, which: usize) -> Vec<Mark> {
        let role = [Role::ShapeA, Role::ShapeB][which];
        let backdrop = self.pair.backdrop();
        backdrop.pictures.of(WORLD).marks.iter().filter(|mark| mark.role == role).cloned().collect()
    }
}

impl Context for CastContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let mut pictures = Pictures::default();
            let start = self.pair.backdrop();
            *pictures.edit(WORLD) = start.pictures.of(WORLD).clone();
            self.add_swept_volumes(pictures.edit(WORLD));
            *pictures.edit(TIME.id) = self.time_rows.fixed_marks();
            *pictures.edit("cso") = start.pictures.of("cso").clone();
            self.add_ray(pictures.edit("cso"));
            Arc::new(Backdrop { pictures })
        }))
    }

    fn moments(&self) -> Option<Moments> {
        let has_finite_duration = self.duration > 0.0 && self.duration.is_finite();
        has_finite_duration.then_some(Moments { view: TIME.id, range: [0.0, self.duration] })
    }

    fn at_moment(&self, t: f64) -> Pictures {
        let mut pictures = Pictures::default();
        self.add_bodies_at_selected_time(pictures.edit(WORLD), t);
        self.time_rows.add_selected_time(pictures.edit(TIME.id), t);
        if t > 0.0 {
            let x = self.r() * t;
            let cso = pictures.edit("cso");
            cso.point(Role::Text, "moment", x);
            cso.label(Role::Text, "moment", x, format!("r·t, t = {}", seconds(t)));
        }
        pictures
    }
}

/// Verdict of `answer`, which is in the pair frame at the start. The verdict's witness points are at the positions of
/// the bodies at `t_first`.
pub fn verdict(answer: &Answer, motion: &Motion) -> Verdict {
    let space = &motion.pair.space;
    let moved = Answer {
        normal: answer.normal.and_then(|n| space.cso(n).try_normalize()),
        witness: answer
            .witness
            .map(|points| points.map(|p| space.world(p) + motion.velocities[0] * answer.t_first.unwrap_or(0.0))),
        ..*answer
    };
    verdict_in_world(&moved, motion.path.t_max, &motion.pair.names)
}

/// Sentence on the gap of bodies that do not meet: constant without relative motion, the smallest one otherwise.
fn gap_sentence(gap: f64, outcome: Outcome) -> String {
    if outcome == Outcome::NoRelativeMotion {
        format!(" Their distance stays {}.", length(gap))
    } else {
        format!(" Their distance never falls below {}.", length(gap))
    }
}

/// Verdict of `answer`, whose vectors are in the world, with both witness points at the time of contact. `t_max` is the
/// duration of the motion, seconds; the names are those of A and B.
pub fn verdict_in_world(answer: &Answer, t_max: f64, [a, b]: &[String; 2]) -> Verdict {
    let outcome = answer.outcome;
    let t = answer.t_first;
    let finding = ContactFinding {
        hit: outcome.hit(),
        status: status(outcome),
        t_first: t,
        lower: answer.lower,
        upper: answer.upper,
        t_last: answer.t_last,
        t_max,
        at_start: outcome.is_at_start(),
        normal: answer.normal,
        witness: answer.witness,
        gap: answer.gap,
    };
    let gap = finding.gap.map_or_else(String::new, |gap| gap_sentence(gap, outcome));
    let say = match outcome {
        Outcome::Hit => {
            let [t, lower] = [t.unwrap_or(0.0), finding.lower];
            let upper = finding.upper.unwrap_or(t);
            let time = first_contact(t, [lower, upper], t_max);
            format!(
                "{a} and {b} first meet at {time}. The proven bounds of this time are {} s apart.",
                two_digits(upper - lower)
            )
        }
        Outcome::Overlapping => {
            format!("{a} and {b} overlap at the start: the first contact is at 0 s.")
        }
        Outcome::Touching => format!("{a} and {b} touch at the start: the first contact is at 0 s."),
        Outcome::Grazing => {
            format!("{a} and {b} come closer to each other than the rounding error, so contact cannot be decided.")
        }
        Outcome::MovesApart => format!("{a} and {b} move apart: no contact.{gap}"),
        Outcome::PassesBy => format!("{a} and {b} miss each other: no contact.{gap}"),
        Outcome::TooLate => {
            format!("{a} and {b} do not meet before the motion ends at {}.{gap}", seconds(finding.t_max))
        }
        Outcome::NoRelativeMotion => format!("{a} and {b} do not move relative to each other.{gap}"),
        Outcome::Stalled => {
            format!(
                "Not finished: {a} and {b} do not meet before {}, and later contact is not decided.",
                seconds(finding.lower)
            )
        }
        Outcome::IterationLimit => {
            format!(
                "Not finished: the iteration limit is reached; {a} and {b} do not meet before {}.",
                seconds(finding.lower)
            )
        }
        Outcome::NotFinite => format!("{a} and {b} have numbers that are infinite or whose squares overflow."),
    };
    Verdict {
        outcome: ending(outcome).name,
        say,
        iterations: answer.iterations,
        finding: Finding::FirstContact(finding),
    }
}

/// Name of an outcome in one to three words, for batch output.
pub fn status(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Hit => "hit",
        Outcome::Overlapping => "overlapping",
        Outcome::Touching => "touching",
        Outcome::Grazing => "grazing",
        Outcome::MovesApart => "moves apart",
        Outcome::PassesBy => "passes by",
        Outcome::TooLate => "too late",
        Outcome::NoRelativeMotion => "no relative motion",
        Outcome::Stalled => "stalled",
        Outcome::IterationLimit => "iteration limit",
        Outcome::NotFinite => "not finite",
    }
}
