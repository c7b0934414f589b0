//! Mark ids (keys) of values: a value refers to a mark only in the sub-steps that draw the mark.

use crate::{Pictures, Run, Sentence, Value};

/// Removes the keys of values that have no mark in `pictures`.
pub(crate) fn with_drawn_keys(values: Vec<Value>, pictures: &Pictures) -> Vec<Value> {
    values.into_iter().map(|value| with_drawn_key(value, pictures)).collect()
}

/// Removes the keys of the sentence's quantities that have no mark in `pictures`.
pub(crate) fn with_drawn_quantities(sentence: Sentence, pictures: &Pictures) -> Sentence {
    let runs = sentence.runs().iter().cloned().map(|run| match run {
        Run::Quantity(value) => Run::Quantity(with_drawn_key(value, pictures)),
        Run::Text(_) | Run::Body { .. } | Run::Mark { .. } | Run::Answer(_) => run,
    });
    runs.map(Sentence::from).sum()
}

/// Removes the key of a value that has no mark in `pictures`.
fn with_drawn_key(value: Value, pictures: &Pictures) -> Value {
    let key = value.key.filter(|key| pictures.mark(key).is_some());
    Value { key, ..value }
}
