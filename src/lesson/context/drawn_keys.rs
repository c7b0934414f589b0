//! Keys of values: a value highlights a mark only where the sub-step draws it.

use crate::lesson::{Pictures, Run, Sentence, Value};

/// Values without the keys that have no mark in `pictures`.
pub(in crate::lesson) fn with_drawn_keys(values: Vec<Value>, pictures: &Pictures) -> Vec<Value> {
    let with_drawn_key = values.into_iter().map(|value| {
        let key = value.key.filter(|key| has_mark(pictures, &key.0));
        Value { key, ..value }
    });
    with_drawn_key.collect()
}

/// The sentence, whose quantities have no keys without a mark in `pictures`.
pub(in crate::lesson) fn with_drawn_quantities(sentence: Sentence, pictures: &Pictures) -> Sentence {
    let runs = sentence.runs().iter().cloned().map(|run| match run {
        Run::Quantity(value) => {
            let key = value.key.filter(|key| has_mark(pictures, &key.0));
            Run::Quantity(Value { key, ..value })
        }
        Run::Text(_) | Run::Body { .. } | Run::Mark { .. } | Run::Answer(_) => run,
    });
    runs.map(Sentence::from).sum()
}

/// Whether a mark has the key, or a part of the key as in `simplex/2`.
fn has_mark(pictures: &Pictures, key: &str) -> bool {
    let mut drawn = pictures.iter().flat_map(|(_, picture)| &picture.marks);
    drawn.any(|mark| mark.key.0.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}
