//! What a line chooses beside its bodies.

use super::super::error::Fault;
use super::super::path::shortened;
use super::super::tree::{Kind, Node};
use crate::ask::{CastMethod, Choice, Stop};

/// One of the choices that a line may make by name; the default where it says nothing.
fn chosen<C: Choice + Default>(root: &Node, name: &str) -> Result<C, Fault> {
    let Some(field) = root.field(name) else { return Ok(C::default()) };
    let said = match &field.value.kind {
        Kind::String(word) => match C::of(word) {
            Some(choice) => return Ok(choice),
            None => format!("`{}`", shortened(word)),
        },
        _ => field.value.told(),
    };
    Err(Fault::new(field.value.at, name, format!("must be {}, is {said}", any_of::<C>())))
}

/// `a`, `b` or `c`.
fn any_of<C: Choice>() -> String {
    let names: Vec<String> = C::NAMED.iter().map(|named| format!("`{}`", named.name)).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Whether the first line with a gap is enough.
pub(super) fn stop(root: &Node) -> Result<Stop, Fault> {
    chosen(root, "stop")
}

/// How first contact is found.
pub(super) fn method(root: &Node) -> Result<CastMethod, Fault> {
    chosen(root, "method")
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
