//! Verdicts of distance queries of two bodies: the engine's answer in the world frame, and in words.

use contact_lens_model::answer::number::{brief, error, length};
use contact_lens_model::answer::{Finding, PairFinding, PairStatus, Proof, Shown};
use contact_lens_model::snapshot::answer::{Answer, Reason, Status};

use crate::symbol::{CORE_DEPTH, CORE_GAP, DEPTH, GAP, MARGINS};
use crate::{PairContext, Sentence, Value, Verdict, say};

/// Least length, meters, that may be printed in meters instead of a smaller unit: `0.0001 m` is still easy to read.
const LEAST_IN_METERS: f64 = 1e-4;

/// Depth or gap of the cores below which it is rounding error, as a fraction of the sum of the margins.
const CORE_ROUNDING: f64 = 1e-12;

/// Verdict of `answer`, which is in the pair frame; `outcome` is the name of the algorithm's ending.
pub fn pair_verdict(answer: &Answer, outcome: &'static str, context: &PairContext) -> Verdict {
    verdict_of(&context.space.answer(answer), outcome, &context.names)
}

/// Verdict of `answer`, which is in the world frame, for the bodies A and B with the names `names`.
pub fn pair_verdict_in_world(answer: &Answer, names: &[String; 2]) -> Verdict {
    verdict_of(answer, ending_name(answer.status), names)
}

/// Name of the ending of a distance query whose answer has the status `status`.
pub(crate) fn ending_name(status: Status) -> &'static str {
    match status {
        Status::Separated => "Separated",
        Status::Touching => "Touching",
        Status::Penetrating => "Penetrating",
        Status::NotConverged(Reason::IterationLimit) => "IterationLimit",
        Status::NotConverged(Reason::Stalled) => "Stalled",
        Status::NotConverged(Reason::Degenerate) => "Degenerate",
        Status::NotConverged(Reason::DepthNotRequested | Reason::Contact) => "DepthNotAsked",
    }
}

/// Text of a length, meters. It is in meters if the text of the length `other` is, and if it is not too small for that;
/// otherwise in its own unit.
pub(crate) fn length_in_unit_of(other: f64, meters: f64) -> Shown {
    let shown = length(meters);
    if length(other).ends_with(" m") && !shown.ends_with(" m") && meters.abs() >= LEAST_IN_METERS {
        return Shown { text: format!("{} m", brief(meters)), ..shown };
    }
    shown
}

/// Sum of the margins, meters, in the unit of the answer.
fn margins_value(verdict: &Verdict, margin: f64) -> Value {
    let unit = verdict.pair().and_then(|pair| pair.signed_distance).unwrap_or(margin);
    Value::number(MARGINS, length_in_unit_of(unit, margin))
}

/// Values that explain how the depth of the cores and `margin`, the sum of the margins, meters, add up to the answer,
/// which the mark `key` shows. Empty without margins.
pub(crate) fn values_with_margins(verdict: &Verdict, margin: f64, key: &'static str) -> Vec<Value> {
    if margin <= 0.0 {
        return Vec::new();
    }
    let margins = margins_value(verdict, margin);
    let Some(distance) = verdict.pair().and_then(|pair| pair.signed_distance) else { return vec![margins] };
    let answer =
        if distance < 0.0 { Value::of(DEPTH, length(-distance), key) } else { Value::of(GAP, length(distance), key) };
    let mut values = Vec::new();
    values.extend(core_value(distance, margin));
    values.extend([margins, answer]);
    values
}

/// Depth or gap of the cores, given the signed distance of the bodies and the sum of the margins, meters; `None` below
/// rounding error.
fn core_value(distance: f64, margin: f64) -> Option<Value> {
    let core = -distance - margin;
    if core.abs() <= CORE_ROUNDING * margin {
        return None;
    }
    let symbol = if core > 0.0 { CORE_DEPTH } else { CORE_GAP };
    Some(Value::number(symbol, length_in_unit_of(distance, core.abs())))
}

/// Sentences on the reason `why` of an ending, on how the depth of the cores and `margin`, the sum of the margins,
/// meters, add up to the answer, and on the answer. The second is omitted without margins, and where no distance is
/// known.
pub(crate) fn answer_with_margins(verdict: &Verdict, why: Sentence, margin: f64) -> Sentence {
    match sum_with_margins(verdict, margin) {
        Some(sum) if why.is_empty() => verdict.answer_after(sum),
        Some(sum) => verdict.answer_after(say!("{} {}", why, sum)),
        None => verdict.answer_after(why),
    }
}

/// Sentence on how the depth of the cores and the sum of the margins, meters, add up to the answer; `None` without
/// margins, and where no distance is known.
fn sum_with_margins(verdict: &Verdict, margin: f64) -> Option<Sentence> {
    if margin <= 0.0 {
        return None;
    }
    let distance = verdict.pair()?.signed_distance?;
    let margins = margins_value(verdict, margin);
    let Some(core) = core_value(distance, margin) else {
        return Some(say!(
            "The cores, the bodies without their margins, have no depth, and the margins add {}.",
            margins
        ));
    };
    Some(if core.symbol == CORE_DEPTH.notation {
        say!("The cores, the bodies without their margins, overlap by {}, and the margins add {}.", core, margins)
    } else if distance < 0.0 {
        say!("The sum of the margins, {}, exceeds the gap between the cores, {}.", margins, core)
    } else {
        say!("The gap between the cores, {}, exceeds the sum of the margins, {}.", core, margins)
    })
}

/// Verdict of `answer`, which is in the world frame; `outcome` is the name of the algorithm's ending.
fn verdict_of(answer: &Answer, outcome: &'static str, names: &[String; 2]) -> Verdict {
    let proof = Proof { lower: answer.lower, upper: answer.upper, tolerance: answer.tolerance };
    let finding = PairFinding {
        signed_distance: answer.signed_distance,
        normal: answer.normal,
        witness_a: answer.witness_a,
        witness_b: answer.witness_b,
        proof,
        status: match answer.status {
            Status::Separated => PairStatus::Separated,
            Status::Touching => PairStatus::Touching,
            Status::Penetrating | Status::NotConverged(Reason::DepthNotRequested) => PairStatus::Penetrating,
            Status::NotConverged(Reason::Contact) => PairStatus::TouchingOrOverlapping,
            Status::NotConverged(_) => PairStatus::NotConverged,
        },
    };
    let say = answer_sentence(answer, outcome, &proof, names);
    Verdict { outcome, say, iterations: answer.iterations, finding: Finding::Distance(finding) }
}

/// Answer in one or two sentences; `outcome` is the name of the algorithm's ending.
fn answer_sentence(answer: &Answer, outcome: &str, proof: &Proof, [a, b]: &[String; 2]) -> String {
    // The signed distance is known in every branch that prints it.
    let distance = answer.signed_distance.unwrap_or(0.5 * (proof.lower + proof.upper));
    let between = format!("between {} and {}", length(proof.lower), length(proof.upper));
    match answer.status {
        Status::Separated => {
            format!("{a} and {b} are {} apart; the error is at most {}.", length(distance), error(0.5 * proof.width()))
        }
        Status::Touching => {
            let largest_error = proof.lower.abs().max(proof.upper.abs());
            if largest_error > 0.0 {
                format!("{a} and {b} touch: their distance is 0; the error is at most {}.", error(largest_error))
            } else {
                format!("{a} and {b} touch: their distance is exactly 0.")
            }
        }
        Status::Penetrating => {
            format!(
                "{a} and {b} overlap by {}; the error is at most {}.",
                length(-distance),
                error(0.5 * proof.width())
            )
        }
        Status::NotConverged(Reason::Contact) => {
            format!(
                "{a} and {b} touch or overlap. GJK cannot measure the depth, which is at most {}.",
                length(-proof.lower)
            )
        }
        Status::NotConverged(Reason::DepthNotRequested) => {
            format!("{a} and {b} overlap. GJK cannot measure the depth, which is at most {}.", length(-proof.lower))
        }
        Status::NotConverged(Reason::IterationLimit) => {
            format!(
                "Not finished: the limit on iterations is reached. The signed distance of {a} and {b} is {between}."
            )
        }
        Status::NotConverged(Reason::Stalled) => {
            let [low, high] = [proof.lower, proof.upper].map(length);
            let distance = if low.text == high.text { format!("{low} to four digits") } else { between };
            format!("Rounding prevents a further step: the signed distance of {a} and {b} is {distance}.")
        }
        Status::NotConverged(Reason::Degenerate) => {
            format!("{} The signed distance of {a} and {b} is {between}.", breakdown_sentence(outcome))
        }
    }
}

/// Sentence that names the algorithm that broke down and the reason, given the name of the ending.
fn breakdown_sentence(outcome: &str) -> &'static str {
    match outcome {
        "BrokenHorizon" => "EPA broke down: its horizon, sorted by angle, is not the border of the visible faces.",
        "Flat" => "EPA could not start: the volume of A − B is below rounding error.",
        _ => "GJK broke down: a number of the pair is not finite.",
    }
}
