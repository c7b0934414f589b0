//! Beats (sub-steps) of queries for a body and a half-space, with their sentences and values.

use contact_lens_model::answer::Finding;
use contact_lens_model::answer::number::length;
use contact_lens_model::snapshot::half_space::{Outcome, Phase, Query};
use contact_lens_model::snapshot::{cast, manifold};
use glam::DVec3;

use super::contacts;
use super::pictures;
use super::step_context::StepContext;
use crate::cast::{seconds, speed};
use crate::{Beat, Event, Sentence, StopTest, Value, say, symbol};

/// Name of the deepest point.
fn b_mark() -> Sentence {
    Sentence::mark("b", "b")
}

/// Name of the deepest point of the body's core.
fn core_mark() -> Sentence {
    Sentence::mark("c", "core")
}

/// Name of the normal.
fn normal_mark() -> Sentence {
    Sentence::mark("n", "n")
}

/// Beats of a step.
pub(super) fn beats(step: &StepContext<'_>) -> Vec<Beat> {
    let mut beats = match step.before.phase {
        Phase::Normal => vec![normal_beat(step)],
        Phase::Support => vec![support_beat(step)],
        Phase::Gap => vec![gap_beat(step)],
        Phase::Foot => vec![foot_beat(step), side_beat(step)],
        Phase::Closing => vec![closing_beat(step)],
        Phase::Time => vec![time_beat(step)],
        Phase::Corners => vec![contacts::contact_beat(step)],
    };
    for beat in &mut beats {
        beat.pictures = step.detail.full(|| pictures::step_pictures(step));
        beat.values = step.detail.full(|| std::mem::take(&mut beat.values));
        beat.add_stated_values(step.detail);
    }
    if let (Some(last), Some(kind)) = (beats.last_mut(), step.ending_kind) {
        last.event = Some(Event::Stop(kind));
    }
    beats
}

/// Beat of the half-space and its normal.
fn normal_beat(step: &StepContext<'_>) -> Beat {
    let [plane, _] = step.names();
    let say = say!(
        "{} is a half-space: everything on one side of a {}. Its normal n = {} points out of the half-space, and distances \
         and depths are measured along n.",
        plane,
        if step.planar { "line" } else { "plane" },
        step.normal()
    );
    let values = vec![step.normal(), Value::number(symbol::OFFSET, step.length(step.plane_offset()))];
    Beat { line: "normal", say, values, event: Some(Event::Bound), ..Beat::default() }
}

/// Beat of the deepest point b of the body.
fn support_beat(step: &StepContext<'_>) -> Beat {
    let [_, body] = step.names();
    // The step has found the point.
    let deepest_point = step.after.deepest.map_or(DVec3::ZERO, |deepest| deepest.point);
    let b = Value::of(symbol::WITNESS_B, step.point(deepest_point), "b");
    let radius = Value::of(symbol::CORE_RADIUS, length(step.after.ball), "radius");
    let core_clause = if step.after.ball > 0.0 {
        say!(": {}, the lowest point of its core, moved by its radius {}", core_mark(), &radius)
    } else {
        Sentence::default()
    };
    let say = say!(
        "b = {} is the point of {} that is lowest along n{}. So all of {} lies on the outer side of the {} through b.",
        &b,
        &body,
        core_clause,
        &body,
        Sentence::mark(if step.planar { "line" } else { "plane" }, "plane")
    );
    let mut values = vec![b];
    if step.after.ball > 0.0 {
        values.push(radius);
    }
    Beat { line: "support", say, values, event: Some(Event::Support), ..Beat::default() }
}

/// Sentence on the position of b relative to the surface.
fn position_of_b_sentence(step: &StepContext<'_>) -> Sentence {
    let d = step.signed_distance();
    let [plane, _] = step.names();
    if d == 0.0 {
        say!("{} lies on the surface of {}.", b_mark(), plane)
    } else if step.is_on_surface(d) {
        say!("{} touches the surface of {}: the gap is below rounding error.", b_mark(), plane)
    } else if d > 0.0 {
        say!("{} lies {} outside {}, measured along {}.", b_mark(), step.gap(), plane, normal_mark())
    } else {
        say!("{} lies {} inside {}, measured along {}.", b_mark(), step.gap(), plane, normal_mark())
    }
}

/// Beat of the signed distance of b from the surface.
fn gap_beat(step: &StepContext<'_>) -> Beat {
    let position = position_of_b_sentence(step);
    let GapConsequence { line, next, stops } = consequence_of_gap(step);
    let say = match step.ending_kind {
        Some(_) => say!("{} {}", position, Sentence::answer(&step.verdict.say)),
        None => say!("{} {}", position, next),
    };
    let mut values = vec![step.gap()];
    if let Query::Contacts { margin, .. } = step.after.query
        && margin > 0.0
    {
        values.push(Value::number(symbol::CONTACT_MARGIN, step.length(margin)));
    }
    Beat { line, say, values, stops, event: Some(Event::Bound), ..Beat::default() }
}

/// Consequence of the gap for the query.
struct GapConsequence {
    /// Last executed line of the listing.
    line: &'static str,
    /// Sentence on the next step, if the query does not end here.
    next: Sentence,
    /// Tests of the gap that may end the query.
    stops: Vec<StopTest>,
}

/// Returns the consequence of the gap for the kind of query.
fn consequence_of_gap(step: &StepContext<'_>) -> GapConsequence {
    let state = step.after;
    let [plane, body] = step.names();
    match state.query {
        Query::Distance => {
            let next = say!("The half-space {} has only one normal, so no other direction has to be tested.", plane);
            GapConsequence { line: "gap", next, stops: Vec::new() }
        }
        Query::Cast { .. } => {
            let stops = vec![
                StopTest::new("Overlapping", "start", "upper < 0", state.inside),
                StopTest::new("Touching", "start", "upper ≤ touching", state.touches),
            ];
            let has_ended = matches!(state.outcome, Some(Outcome::Cast(_)));
            let next = say!("The next step computes the speed at which this gap closes.");
            GapConsequence { line: if has_ended { "start" } else { "gap" }, next, stops }
        }
        Query::Contacts { margin, .. } => {
            let stops = vec![StopTest::new("Apart", "beyond", "d > margin", state.beyond)];
            let has_ended = state.outcome == Some(Outcome::Contact(manifold::Outcome::Apart));
            let d = step.signed_distance();
            let next = say!("The next step collects the other points of {} that may touch {}.", body, plane);
            let next = if d > 0.0 && !step.is_on_surface(d) {
                say!(
                    "The gap is within the contact margin of {}. {}",
                    Value::number(symbol::CONTACT_MARGIN, step.length(margin)),
                    next
                )
            } else {
                next
            };
            GapConsequence { line: if has_ended { "beyond" } else { "gap" }, next, stops }
        }
    }
}

/// Beat of the projection a of b on the surface.
fn foot_beat(step: &StepContext<'_>) -> Beat {
    let d = step.signed_distance();
    let [plane, body] = step.names();
    let a = Sentence::mark("a", "a");
    let meaning = if step.is_on_surface(d) {
        say!("The distance of {} and {} is below rounding error.", &a, b_mark())
    } else if d > 0.0 {
        say!("No point of {} is closer to {} than {}.", plane, b_mark(), &a)
    } else {
        say!("The shortest way out for {} is from {} to {}, by {}.", body, b_mark(), &a, step.gap())
    };
    let [plane, _] = step.names();
    let say = say!(
        "{} is the projection of {} along {} on the surface of {}. {}",
        &a,
        b_mark(),
        normal_mark(),
        plane,
        meaning
    );
    let mut values = Vec::new();
    if let Some(foot) = step.after.foot {
        values.push(Value::of(symbol::WITNESS_A, step.point(foot), "a"));
    }
    values.push(step.gap());
    Beat { line: "foot", say, values, ..Beat::default() }
}

/// Beat of the answer, which the proven bounds of the gap decide: apart, touching or overlapping.
fn side_beat(step: &StepContext<'_>) -> Beat {
    let state = step.after;
    let stops = vec![
        StopTest::new("Separated", "side", "lower > 0", state.apart),
        StopTest::new("Penetrating", "side", "upper < 0", state.inside),
    ];
    let mut values = vec![step.gap()];
    values.extend(step.bounds());
    Beat { line: "side", say: Sentence::answer(&step.verdict.say), values, stops, ..Beat::default() }
}

/// Beat of the speed at which the gap closes.
fn closing_beat(step: &StepContext<'_>) -> Beat {
    let state = step.after;
    let Query::Cast { velocity, .. } = state.query else { return Beat::default() };
    let v = step.velocity(velocity);
    let say = closing_sentence(step, &v);
    let line = if state.outcome.is_some() { "leaves" } else { "closing" };
    let mut values = vec![v];
    // The sentence has the speed of a gap that opens.
    if state.closing.unwrap_or(0.0) >= 0.0 {
        values.push(step.closing_speed());
    }
    values.extend(step.verdict_gap());
    let stops = vec![StopTest::new("MovesApart", "leaves", "c ≤ 0", state.leaves)];
    Beat { line, say, values, stops, event: Some(Event::Bound), ..Beat::default() }
}

/// Sentence on the component of the velocity `v` that closes the gap; with the answer if the query ends here.
fn closing_sentence(step: &StepContext<'_>, v: &Value) -> Sentence {
    let c = step.after.closing.unwrap_or(0.0);
    let [plane, body] = step.names();
    let v_mark = match &v.key {
        Some(key) => Sentence::mark("v", key.clone()),
        None => Sentence::from("v"),
    };
    let Some(outcome) = step.after.outcome else {
        return say!(
            "The velocity {} of {} relative to {} has the component c = {} against {}. Only c closes the gap.",
            v_mark,
            body,
            plane,
            step.closing_speed(),
            normal_mark()
        );
    };
    let answer = Sentence::answer(&step.verdict.say);
    if outcome == Outcome::Cast(cast::Outcome::NoRelativeMotion) {
        return answer;
    }
    if c < 0.0 {
        let closing = step.closing_speed();
        let symbol = symbol::OPENING_SPEED;
        let opening = Value { text: speed(-c), symbol: symbol.notation, meaning: symbol.caption, ..closing };
        return say!(
            "The velocity {} has the component {} along {}, so the gap grows. {}",
            v_mark,
            opening,
            normal_mark(),
            answer
        );
    }
    say!("The velocity {} is parallel to the surface, so the gap stays. {}", v_mark, answer)
}

/// Beat of the time at which the gap is closed.
fn time_beat(step: &StepContext<'_>) -> Beat {
    let state = step.after;
    let Query::Cast { t_max, .. } = state.query else { return Beat::default() };
    let moment = state.moment;
    let t = moment.map_or(f64::INFINITY, |moment| moment.t);
    let is_hit = matches!(&step.verdict.finding, Finding::FirstContact(result) if result.t_first.is_some());
    let answer = Sentence::answer(&step.verdict.say);
    let gap = step.gap();
    let c = step.closing_speed();
    let say = if is_hit {
        say!("The gap of {} closes at c = {}. {}", &gap, &c, answer)
    } else {
        let needed = Value::number(symbol::CLOSING_TIME, seconds(t));
        say!("The gap of {} closes at c = {}, which takes {}. {}", &gap, &c, needed, answer)
    };
    let mut values = vec![gap, c];
    if state.late.holds() {
        values.push(Value::number(symbol::END_TIME, seconds(t_max)));
    } else if let Some(moment) = moment {
        values.push(Value::of(symbol::TIME_AT_LEAST, seconds(moment.lower), "t"));
        if moment.upper.is_finite() {
            values.push(Value::of(symbol::TIME_AT_MOST, seconds(moment.upper), "t"));
        }
    }
    values.extend(step.verdict_gap());
    let stops = vec![StopTest::new("TooLate", "time", "lower > t_max", state.late)];
    Beat { line: "time", say, values, stops, ..Beat::default() }
}
