//! Why two bodies have no contact: the first reason that applies, in the order in which an engine decides.

use crate::capture::{CaptureError, nearest_name};
use crate::geometry::Distances;
use crate::problem::{Allowed, Problem, sorted};

/// Reason for a pair given by names.
///
/// # Errors
/// A name is not that of a body.
pub fn why(problem: &Problem, distances: &Distances, names: [&str; 2]) -> Result<String, CaptureError> {
    let mut pair = [0; 2];
    for (side, name) in names.into_iter().enumerate() {
        let Some(index) = problem.names.get(name) else {
            let known: Vec<&str> = problem.names.keys().copied().collect();
            let message = match nearest_name(name, &known) {
                Some(nearest) => format!("no body has the name `{name}`; the nearest name is `{nearest}`"),
                None => format!("no body has the name `{name}`"),
            };
            return Err(CaptureError::new("why", message));
        };
        pair[side] = *index;
    }
    Ok(reason_of(problem, distances, pair).to_owned())
}

/// Reason for a pair.
pub fn reason_of(problem: &Problem, distances: &Distances, pair: [usize; 2]) -> &'static str {
    let pair = sorted(pair);
    let margin = problem.step.model.margin.unwrap_or(0.0).max(0.0);
    let distance = distances.of(pair);
    let has_contact = problem.pairs.has_contact(pair);
    let has_shapes = pair.iter().all(|i| !problem.bodies[*i].parts.is_empty() && problem.bodies[*i].pose.is_some());
    // Pairs whose boxes are far apart are not measured.
    let is_apart = distance.map_or(has_shapes && moves(problem, pair), |distance| distance.lower > margin);
    if is_apart && !has_contact {
        return "apart";
    }
    let allowed = problem.pairs.allowed(problem.step, pair);
    let sleeps = pair.iter().all(|i| !problem.bodies[*i].is_dynamic() || problem.step.bodies[*i].sleeping);
    match allowed {
        Allowed::NeitherMoves => return "neither moves",
        Allowed::Excluded(_) => return "excluded",
        Allowed::Mask => return "mask",
        Allowed::Unknown | Allowed::Yes => {}
    }
    if sleeps && !has_contact {
        return "excluded";
    }
    if has_contact {
        return reason_of_contact(problem, pair);
    }
    if problem.pairs.filtered.contains(&pair) {
        return "filter wrong";
    }
    if problem.pairs.candidates.as_ref().is_some_and(|pairs| !pairs.contains(&pair)) {
        return "broad phase";
    }
    let overlaps = distance.is_some_and(|distance| distance.upper < 0.0);
    let is_full = problem.step.model.max_contacts.is_some_and(|limit| problem.contacts().len() >= limit);
    match (overlaps, is_full) {
        (_, true) => "cap",
        (true, false) => "narrow phase",
        (false, false) => "within the margin",
    }
}

/// Whether one body of a pair is dynamic.
fn moves(problem: &Problem, pair: [usize; 2]) -> bool {
    pair.iter().any(|i| problem.bodies[*i].is_dynamic())
}

/// Reason why a contact does not push, or `there is one`.
fn reason_of_contact(problem: &Problem, pair: [usize; 2]) -> &'static str {
    let contacts = problem.pairs.contacts.get(&pair).map(Vec::as_slice).unwrap_or_default();
    let mut impulses: Vec<Option<f64>> = contacts.iter().map(|c| problem.contacts()[*c].impulse).collect();
    if let Some(rows) = &problem.step.rows {
        let mut own = contacts.iter().flat_map(|c| problem.pairs.rows.get(c).into_iter().flatten()).peekable();
        if own.peek().is_none() {
            return "no row";
        }
        let of_rows: Vec<Option<f64>> = own.map(|r| rows[*r].impulse).collect();
        // The impulses of rows say more than those of contacts, if they are given.
        if of_rows.iter().all(Option::is_some) {
            impulses = of_rows;
        }
    }
    if impulses.iter().all(|impulse| *impulse == Some(0.0)) { "no impulse" } else { "there is one" }
}
