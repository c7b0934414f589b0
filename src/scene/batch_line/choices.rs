//! Reader of the options of a batch request (`stop`, `method`, `t_max`), which have the names and words of scene files.

use contact_lens_model::ask::{self, AnyOptions, Slot, Value};

use crate::error::TextError;
use crate::path::shortened;
use crate::tree::{Kind, Node};

/// Sets the option `name` to the value that the line gives it: a word for a choice, a number ≥ 0 for a duration. Keeps
/// the option if the line does not mention it.
///
/// # Errors
/// Any other value.
pub(super) fn read_option(root: &Node, options: &mut dyn AnyOptions, name: &'static str) -> Result<(), TextError> {
    let (Some(field), Some(slot)) = (root.field(name), options.slot_mut(name)) else { return Ok(()) };
    // A number has no upper limit here, unlike in scenes.
    if let Kind::Number(number) = field.value.kind
        && slot.kind() == ask::Kind::Number
        && number < 0.0
    {
        let message = format!("must not be negative, but is {number}");
        return Err(TextError::new(field.value.start, name, message));
    }
    let value = match (&field.value.kind, slot.kind()) {
        (Kind::String(word), ask::Kind::Choice) => choice_named(word, slot),
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

/// The choice of an option that files call `word`; `None` if there is none.
fn choice_named(word: &str, slot: &dyn Slot) -> Option<Value> {
    let [name, _] = slot.choices().into_iter().find(|[name, _]| *name == word)?;
    Some(Value::Choice(name))
}

/// The allowed values, for messages: `a`, `b` or `c`, or a number of seconds for an option that is no choice.
fn allowed_values(slot: &dyn Slot) -> String {
    let names: Vec<String> = slot.choices().iter().map(|[name, _]| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => String::from("a number of seconds"),
    }
}
