//! Keys of values: a value highlights a mark only where the sub-step draws it.

use crate::lesson::{Pictures, Run, Sentence, Value};

/// Values without the keys that have no mark in `pictures`.
pub(in crate::lesson) fn with_drawn_keys(values: Vec<Value>, pictures: &Pictures) -> Vec<Value> {
    values.into_iter().map(|value| with_drawn_key(value, pictures)).collect()
}

/// The sentence, whose quantities have no keys without a mark in `pictures`.
pub(in crate::lesson) fn with_drawn_quantities(sentence: Sentence, pictures: &Pictures) -> Sentence {
    let runs = sentence.runs().iter().cloned().map(|run| match run {
        Run::Quantity(value) => Run::Quantity(with_drawn_key(value, pictures)),
        Run::Text(_) | Run::Body { .. } | Run::Mark { .. } | Run::Answer(_) => run,
    });
    runs.map(Sentence::from).sum()
}

fn with_drawn_key(value: Value, pictures: &Pictures) -> Value {
    let key = value.key.filter(|key| pictures.mark(key).is_some());
    Value { key, ..value }
}
