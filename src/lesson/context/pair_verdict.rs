//! Verdicts of pair queries: the engine's answer in the world frame and in words.

use crate::answer::number::{error, length};
use crate::answer::{Finding, PairFinding, PairStatus, Proof};
use crate::lesson::{PairContext, Value, Verdict};
use crate::snapshot::answer::{Answer, Reason, Status};

/// Verdict of `answer`, which is in the pair frame.
pub fn pair_verdict(answer: &Answer, outcome: &'static str, context: &PairContext) -> Verdict {
    verdict_of(&context.space.answer(answer), outcome, &context.names)
}

/// Verdict of `answer`, which is in the world frame, for bodies with these names.
pub fn pair_verdict_in_world(answer: &Answer, names: &[String; 2]) -> Verdict {
    verdict_of(answer, ending(answer.status), names)
}

/// Ending of a public query with this status.
pub(in crate::lesson) fn ending(status: Status) -> &'static str {
    match status {
        Status::Separated => "Separated",
        Status::Touching => "Touching",
        Status::Penetrating => "Penetrating",
        Status::NotConverged(Reason::IterationLimit) => "IterationLimit",
        Status::NotConverged(Reason::Stalled) => "Stalled",
        Status::NotConverged(Reason::Degenerate) => "Degenerate",
        Status::NotConverged(Reason::DepthNotAsked | Reason::Contact) => "DepthNotAsked",
    }
}

/// Signed distance with the margins, meters, as a value next to the bounds of the cores' depth.
pub(in crate::lesson) fn with_margins(verdict: &Verdict, key: &'static str) -> Option<Value> {
    let distance = verdict.pair()?.signed_distance?;
    Some(Value::new("d", "signed distance, with margins", length(distance), key))
}

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
            Status::Penetrating | Status::NotConverged(Reason::DepthNotAsked) => PairStatus::Penetrating,
            Status::NotConverged(Reason::Contact) => PairStatus::TouchingOrOverlapping,
            Status::NotConverged(_) => PairStatus::NotConverged,
        },
    };
    let say = answer_sentence(answer, outcome, &proof, names);
    Verdict { outcome, say, iterations: answer.iterations, finding: Finding::Distance(finding) }
}

/// Answer in one sentence.
fn answer_sentence(answer: &Answer, outcome: &str, proof: &Proof, [a, b]: &[String; 2]) -> String {
    // `Some` in every branch that prints a distance.
    let distance = answer.signed_distance.unwrap_or(0.5 * (proof.lower + proof.upper));
    let between = format!("between {} and {}", length(proof.lower), length(proof.upper));
    match answer.status {
        Status::Separated => {
            format!("{a} and {b} are {} apart, proven to ± {}.", length(distance), error(0.5 * proof.width()))
        }
        Status::Touching => {
            format!("{a} and {b} touch: the distance is 0, proven to ± {}.", error(0.5 * proof.width()))
        }
        Status::Penetrating => {
            format!("{a} and {b} overlap by {}, proven to ± {}.", length(-distance), error(0.5 * proof.width()))
        }
        Status::NotConverged(Reason::Contact) => {
            format!(
                "{a} and {b} touch or overlap. GJK alone does not tell which, nor how deep: at most {}.",
                length(-proof.lower)
            )
        }
        Status::NotConverged(Reason::DepthNotAsked) => {
            format!("{a} and {b} overlap. GJK alone does not measure how deep: at most {}.", length(-proof.lower))
        }
        Status::NotConverged(Reason::IterationLimit) => {
            format!(
                "Not finished: the limit on iterations was reached. The signed distance of {a} and {b} is {between}."
            )
        }
        Status::NotConverged(Reason::Stalled) => {
            let [low, high] = [proof.lower, proof.upper].map(length);
            let known = match low.text == high.text {
                true => format!("{low}, as far as numbers tell"),
                false => between,
            };
            format!("Rounding allows no better answer: the signed distance of {a} and {b} is {known}.")
        }
        Status::NotConverged(Reason::Degenerate) => {
            format!("{} The signed distance of {a} and {b} is {between}.", breakdown_sentence(outcome))
        }
    }
}

/// Sentence that names the algorithm that broke down, and why.
fn breakdown_sentence(outcome: &str) -> &'static str {
    match outcome {
        "BrokenHorizon" => {
            "EPA broke down: its horizon, sorted by angle, is not the border of the faces that the new point sees."
        }
        "Flat" => "EPA could not start: A − B has no volume beyond rounding, so there is no polytope to grow.",
        _ => "GJK broke down: the pair has no numbers that it can go on with.",
    }
}
