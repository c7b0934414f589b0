//! What a line chooses beside its bodies.

use super::super::error::Fault;
use super::super::model::{CastMethod, Stop};
use super::super::path::shortened;
use super::super::tree::{Kind, Node};

/// Whether the first line with a gap is enough.
pub(super) fn stop(root: &Node) -> Result<Stop, Fault> {
    let Some(field) = root.field("stop") else { return Ok(Stop::All) };
    match &field.value.kind {
        Kind::String(word) if word == "all" => Ok(Stop::All),
        Kind::String(word) if word == "first" => Ok(Stop::First),
        _ => Err(Fault::new(field.value.at, "stop", format!("must be `all` or `first`, is {}", field.value.told()))),
    }
}

/// How first contact is found.
pub(super) fn method(root: &Node) -> Result<CastMethod, Fault> {
    let Some(field) = root.field("method") else { return Ok(CastMethod::default()) };
    let known = match &field.value.kind {
        Kind::String(word) => CastMethod::ALL.iter().find(|(name, _)| name == word),
        _ => None,
    };
    let said = match &field.value.kind {
        Kind::String(word) => format!("`{}`", shortened(word)),
        _ => field.value.told(),
    };
    let message = || format!("must be `sat`, `raycast` or `advance`, is {said}");
    known.map(|(_, method)| *method).ok_or_else(|| Fault::new(field.value.at, "method", message()))
}

/// How long the bodies move; as long as may be, a number has no upper limit.
pub(super) fn t_max(root: &Node) -> Result<f64, Fault> {
    let Some(field) = root.field("t_max") else { return Ok(1.0) };
    match field.value.kind {
        Kind::Number(seconds) if seconds >= 0.0 => Ok(seconds),
        Kind::Number(seconds) => {
            Err(Fault::new(field.value.at, "t_max", format!("must not be negative, is {seconds}")))
        }
        _ => {
            let message = format!("must be a number of seconds, is {}", field.value.told());
            Err(Fault::new(field.value.at, "t_max", message))
        }
    }
}
