//! Sub-steps (beats) of the steps that follow the search of a cast: the distance query at the surface, proofs of upper
//! bounds of the time of contact, the gap of a miss, and the ending.

use contact_lens_model::answer::number::length;
use contact_lens_model::snapshot::cast::{Gap, Outcome, Phase, Proof};
use contact_lens_picture::Role;

use super::cast_step::CastStep;
use super::{CastContext, TIME, seconds};
use crate::{Beat, Event, Pictures, Sentence, StopTest, Value, Verdict, say, symbol};

/// Beat of a step that may improve a bound of the time of contact; `hit` is the test whether both bounds agree.
fn bound_beat(step: &CastStep<'_>, hit: StopTest, line: &'static str, say: Sentence) -> Beat {
    Beat { event: Some(Event::Bound), stops: vec![hit], ..step.beat(line, say, || step.default_pictures()) }
}

/// Beats of a step after the search; `end` is the outcome if the run ends in the step, and `event` the mark of an
/// ending on the timeline.
pub fn beats_after_search(step: &CastStep<'_>, end: Option<Outcome>, verdict: &Verdict, event: Event) -> Vec<Beat> {
    let is_better = step.after.upper < step.before.upper;
    let hit = StopTest::new("Hit", "end", "upper − lower ≤ tolerance", step.after.by_bracket);
    let mut beat = match (end, step.before.phase) {
        (Some(outcome), _) => Beat { event: Some(event), stops: vec![hit], ..answer_beat(step, outcome, verdict) },
        (None, Phase::Query) => query_beat(step),
        (None, Phase::Refine) => refinement_beat(step),
        (None, Phase::Balls) => bound_beat(step, hit, "balls", balls_sentence(step, is_better)),
        (None, Phase::Flat) => {
            let say = crossing_sentence(step, is_better);
            Beat { event: Some(Event::Bound), stops: vec![hit], ..step.beat("cross", say, || crossing_pictures(step)) }
        }
        (None, Phase::Probe) => probe_beat(step, is_better, hit),
        (None, Phase::Search | Phase::Gap | Phase::Conclusion) => miss_beat(step, verdict),
    };
    beat.add_stated_values(step.detail);
    vec![beat]
}

/// Beat of the answer at the end of the run.
fn answer_beat(step: &CastStep<'_>, outcome: Outcome, verdict: &Verdict) -> Beat {
    let mut beat = step.beat("end", Sentence::answer(&verdict.say), || step.final_pictures(verdict));
    // The answer states the time of a contact in words that refer to no mark, so the view of times must be kept.
    if outcome == Outcome::Hit {
        beat.pictures.unused.retain(|id| *id != TIME.id);
    }
    beat
}

/// Sentence on the balls inscribed in the bodies; `is_better` says whether the step improves the upper bound.
fn balls_sentence(step: &CastStep<'_>, is_better: bool) -> Sentence {
    let [a, b] = step.context.pair.body_names();
    if is_better && step.after.proof == Some(Proof::Balls) {
        say!(
            "At t₁ = {}, the largest balls inside the bodies overlap, so {} and {} touch at t₁ or earlier.",
            step.upper(),
            a,
            b
        )
    } else {
        say!("The largest balls inside {} and {} prove no earlier contact.", a, b)
    }
}

/// Sentence on the ray and a flat `A − B`; `is_better` says whether the step improves the upper bound.
fn crossing_sentence(step: &CastStep<'_>, is_better: bool) -> Sentence {
    let ray = Sentence::mark("ray", "ray");
    let upper = step.upper();
    let segment = Sentence::mark("segment", "segment");
    let has_segment = step.after.segment.is_some();
    if is_better && step.after.proof == Some(Proof::Pierced) {
        say!("At t₁ = {}, the {} pierces a triangle of points of A − B: first contact is at t₁ or earlier.", upper, ray)
    } else if is_better && has_segment {
        say!(
            "At t₁ = {}, the {} crosses a {} between two points of A − B: first contact is at t₁ or earlier.",
            upper,
            ray,
            segment
        )
    } else if is_better {
        say!("At t₁ = {}, the {} crosses A − B: first contact is at t₁ or earlier.", upper, ray)
    } else if has_segment && step.after.bracket[1].is_finite() {
        say!("The {} between two points of A − B crosses the {} no earlier than t₁ = {}.", segment, ray, upper)
    } else if has_segment {
        say!("The {} between two points of A − B ends too close to the {} to prove contact.", segment, ray)
    } else {
        say!("No triangle of points of A − B that the {} pierces proves an earlier contact.", ray)
    }
}

/// Pictures of a segment between two points of a flat `A − B`, which the ray may cross.
fn crossing_pictures(step: &CastStep<'_>) -> Pictures {
    let mut pictures = step.default_pictures();
    if let Some(ends) = step.after.segment {
        let [from, to] = ends.map(|end| step.context.pair.space.cso(end));
        let cso = pictures.edit("cso");
        cso.segment(Role::Added, "segment", from, to);
        [from, to].into_iter().for_each(|end| cso.point(Role::Added, "segment", end));
    }
    pictures.naming(Role::Added, "segment of A − B")
}

/// Beat of a probe, a distance query at a slightly later time, where an overlap proves an upper bound. `is_better` says
/// whether the step improves the upper bound; `hit` is the test whether both bounds agree.
fn probe_beat(step: &CastStep<'_>, is_better: bool, hit: StopTest) -> Beat {
    let t = step.after.ball_time.unwrap_or(0.0);
    let [a, b] = step.context.pair.body_names();
    let probe_time = Value::of(symbol::PROBE_TIME, step.time_text(t), "probe");
    let say = if is_better {
        say!("At t_probe = {}, {} and {} overlap: they touch at this time or earlier.", &probe_time, a, b)
    } else {
        say!("At t_probe = {}, {} and {} do not overlap deeply enough to prove contact.", &probe_time, a, b)
    };
    let mut beat = step.beat("probe", say, || step.probe_pictures(t));
    beat.values.extend(step.detail.full(|| vec![probe_time]));
    beat.stops = vec![hit];
    beat.event = Some(Event::Bound);
    beat
}

/// Beat of a gap query on a miss.
fn miss_beat(step: &CastStep<'_>, verdict: &Verdict) -> Beat {
    let Some(gap) = step.after.gap else {
        return step.beat("gap", Sentence::answer(&verdict.say), || step.default_pictures());
    };
    let pictures = step.miss_pictures(verdict);
    let gap_value = gap_value(gap, has_gap(&pictures));
    let say = miss_sentence(step.context, gap, &gap_value);
    let mut beat = step.beat("gap", say, || pictures);
    beat.values.extend(step.detail.full(|| vec![gap_value]));
    beat.event = Some(Event::Bound);
    beat
}

/// Whether the pictures show the gap of a miss.
pub fn has_gap(pictures: &Pictures) -> bool {
    pictures.of("cso").marks.iter().any(|mark| mark.key.0 == "gap")
}

/// Least distance of a miss as a value; `is_drawn` says whether the gap has a mark.
pub fn gap_value(gap: Gap, is_drawn: bool) -> Value {
    let text = length(gap.distance);
    if is_drawn { Value::of(symbol::LEAST_DISTANCE, text, "gap") } else { Value::number(symbol::LEAST_DISTANCE, text) }
}

/// Sentence on the gap of a miss: between A and the swept volume of B, or at one time.
pub fn miss_sentence(context: &CastContext, gap: Gap, distance: &Value) -> Sentence {
    let [a, b] = context.pair.body_names();
    let ray = if context.has_ray() { Sentence::mark("ray r·t", "ray") } else { Sentence::from("path of x") };
    match gap.time {
        Some(t) => say!(
            "A {} perpendicular to the normal at t = {} keeps the whole {} at least {} from A − B.",
            context.plane_word(),
            Value::number(symbol::PROBE_TIME, seconds(t)),
            ray,
            distance
        ),
        None if context.path.is_still => say!("{} and {} stay at least {} apart.", a, b, distance),
        None if context.velocities[0] == glam::DVec3::ZERO => {
            let swept = if context.path.is_planar { "area" } else { "volume" };
            say!("The {} that {} sweeps stays at least {} from {}: no contact.", swept, b, distance, a)
        }
        None => say!("The {} stays at least {} from A − B, so {} and {} never meet.", ray, distance, a, b),
    }
}

/// Beat of the full distance query at the surface, for the contact of curved bodies.
fn refinement_beat(step: &CastStep<'_>) -> Beat {
    let n = step.normal_name();
    let x = Sentence::mark("x", "x");
    let say = if step.after.s > step.before.s {
        say!(
            "The distance query at {} gives the contact normal {}, and its {} moves {} on: no contact before t₀ = {}.",
            &x,
            n,
            step.context.plane_word(),
            &x,
            step.lower()
        )
    } else {
        say!("The distance query at {} gives the contact normal {}: {} is on the surface of A − B.", &x, n, &x)
    };
    Beat { event: Some(Event::Bound), ..step.beat("refine", say, || step.default_pictures()) }
}

/// Sentence on a distance query that ends the search at the start; `None` for a query that does not.
fn start_sentence(step: &CastStep<'_>) -> Option<Sentence> {
    let [a, b] = step.context.pair.body_names();
    let distance = step.distance_value();
    let say = match step.after.ending? {
        Outcome::Overlapping => say!("{} and {} already overlap at the start, by {}.", a, b, distance),
        Outcome::Touching => say!("At the start, {} and {} touch: their distance is below rounding error.", a, b),
        Outcome::Grazing => {
            say!("At the start, the distance of {} and {} is below rounding error: contact cannot be decided.", a, b)
        }
        Outcome::MovesApart => {
            say!("Exact arithmetic finds {} and {} apart by {}, and {} moves away.", a, &b, distance, &b)
        }
        Outcome::NoRelativeMotion => {
            say!("{} does not move relative to {}, so they stay {} apart.", b, a, distance)
        }
        Outcome::Hit
        | Outcome::PassesBy
        | Outcome::TooLate
        | Outcome::Stalled
        | Outcome::IterationLimit
        | Outcome::NotFinite => return None,
    };
    Some(say)
}

/// Sentence on a distance query at B's position that lets the search go on, or shows that it cannot.
fn progress_sentence(step: &CastStep<'_>) -> Sentence {
    let [a, b] = step.context.pair.body_names();
    if step.after.s > step.before.s {
        let distance = step.distance_value();
        say!("{} and {} are still {} apart: no contact before t₀ = {}.", a, b, distance, step.lower())
    } else {
        say!("{} and {} touch: their distance is below rounding error, so {} cannot advance.", a, &b, &b)
    }
}

/// Beat of the full distance query at B's position.
fn query_beat(step: &CastStep<'_>) -> Beat {
    let (line, say) = match start_sentence(step) {
        Some(say) => ("start", say),
        None => ("judge", progress_sentence(step)),
    };
    Beat { event: Some(Event::Bound), ..step.beat(line, say, || step.default_pictures()) }
}
