//! Stage **filters**: pairs of the broad phase and of contacts are allowed; rejected pairs are not.

use std::collections::BTreeSet;

use crate::law::{Culprit, Law, Stage, StageResult};
use crate::problem::{Allowed, Problem};

/// Judges the stage. All laws are exact.
pub fn judge(problem: &Problem) -> StageResult {
    let mut result = StageResult::new(Stage::Filters, problem.lists_laws);
    if !problem.pairs.known_filter {
        result.miss("model.filter.rule");
        return result;
    }
    let pairs = &problem.pairs;
    let mut used: BTreeSet<[usize; 2]> = pairs.contacts.keys().copied().collect();
    used.extend(pairs.candidates.iter().flatten());
    for pair in used {
        let allowed = pairs.allowed(problem.step, pair);
        if allowed == Allowed::Unknown {
            result.miss("bodies[].group");
            continue;
        }
        let mut law = Law::exact("pair is allowed", allowed == Allowed::Yes, Culprit::pair(pair));
        law.because = reason(&allowed);
        result.push(law);
    }
    for pair in &pairs.filtered {
        let allowed = pairs.allowed(problem.step, *pair);
        if allowed == Allowed::Unknown {
            result.miss("bodies[].group");
            continue;
        }
        let rejected = allowed != Allowed::Yes;
        let mut law = Law::exact("rejected pair is not allowed", rejected, Culprit::pair(*pair));
        if !rejected {
            law.because = Some("groups and masks match, and the pair is not excluded".to_owned());
        }
        result.push(law);
    }
    if problem.step.contacts.is_none() && pairs.candidates.is_none() {
        result.miss("contacts");
        result.miss("broad_phase.pairs");
    }
    result
}

/// Sentence about a pair that may not collide.
fn reason(allowed: &Allowed) -> Option<String> {
    match allowed {
        Allowed::Yes | Allowed::Unknown => None,
        Allowed::NeitherMoves => Some("neither body moves".to_owned()),
        Allowed::Excluded(Some(why)) => Some(format!("the pair is excluded: {why}")),
        Allowed::Excluded(None) => Some("the pair is excluded".to_owned()),
        Allowed::Mask => Some("the masks were ignored".to_owned()),
    }
}
