//! Options of batch requests, under the names that scene files use.

use crate::ask::{self, AnyOptions, Slot, Value};
use crate::scene::error::TextError;
use crate::scene::path::shortened;
use crate::scene::tree::{Kind, Node};

/// Reads the option `name`, a word or a number ≥ 0, into `options`, if the line has it.
pub(super) fn read_option(root: &Node, options: &mut dyn AnyOptions, name: &'static str) -> Result<(), TextError> {
    let (Some(field), Some(slot)) = (root.field(name), options.slot_mut(name)) else { return Ok(()) };
    let value = match (&field.value.kind, slot.kind()) {
        (Kind::String(word), ask::Kind::Choice) => {
            slot.choices().into_iter().find(|[name, _]| name == word).map(|[name, _]| Value::Choice(name))
        }
        // A number has no upper limit here, unlike in scenes.
        (Kind::Number(number), ask::Kind::Number) if *number < 0.0 => {
            let message = format!("must not be negative, but is {number}");
            return Err(TextError::new(field.value.start, name, message));
        }
        (Kind::Number(number), ask::Kind::Number) => Some(Value::Number(*number)),
        _ => None,
    };
    if value.is_some_and(|value| slot.set(Some(value))) {
        return Ok(());
    }
    let actual = match &field.value.kind {
        Kind::String(word) if slot.kind() == ask::Kind::Choice => format!("`{}`", shortened(word)),
        _ => field.value.described(),
    };
    let message = format!("must be {}, but is {actual}", allowed_values(slot));
    Err(TextError::new(field.value.start, name, message))
}

/// The allowed values, for messages: `a`, `b` or `c`, or a number of seconds for an option that is no choice.
fn allowed_values(slot: &dyn Slot) -> String {
    let names: Vec<String> = slot.choices().iter().map(|[name, _]| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => String::from("a number of seconds"),
    }
}
