//! What a line chooses beside its bodies: options of scene files by the same names.

use super::super::error::TextError;
use super::super::path::shortened;
use super::super::tree::{Kind, Node};
use crate::ask::{self, AnyOptions, Slot, Value};

/// Reads one of the options that a line may give; what it does not, stays.
pub(super) fn option(root: &Node, options: &mut dyn AnyOptions, name: &'static str) -> Result<(), TextError> {
    let (Some(field), Some(slot)) = (root.field(name), options.slot_mut(name)) else { return Ok(()) };
    let fault = |message: String| Err(TextError::new(field.value.at, name, message));
    let value = match (&field.value.kind, slot.kind()) {
        (Kind::String(word), ask::Kind::Choice) => {
            slot.choices().into_iter().find(|[name, _]| name == word).map(|[name, _]| Value::Choice(name))
        }
        // As long as may be: a number has no upper limit.
        (Kind::Number(number), ask::Kind::Number) if *number < 0.0 => {
            return fault(format!("must not be negative, is {number}"));
        }
        (Kind::Number(number), ask::Kind::Number) => Some(Value::Number(*number)),
        _ => None,
    };
    if value.is_some_and(|value| slot.set(Some(value))) {
        return Ok(());
    }
    let said = match &field.value.kind {
        Kind::String(word) if slot.kind() == ask::Kind::Choice => format!("`{}`", shortened(word)),
        _ => field.value.described(),
    };
    fault(format!("must be {}, is {said}", wanted(slot)))
}

/// `a`, `b` or `c`; or what a number stands for.
fn wanted(slot: &dyn Slot) -> String {
    let names: Vec<String> = slot.choices().iter().map(|[name, _]| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => String::from("a number of seconds"),
    }
}
