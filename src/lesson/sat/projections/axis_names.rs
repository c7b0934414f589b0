//! Names of separating axes within sentences: `axis a3`, but `the axis along A`.

use super::ProjectedAxis;
use crate::{Sentence, say};

/// Name of an axis within a sentence: `axis a3`, or `the axis along A` if the name begins with a preposition.
pub fn axis_phrase(name: &str) -> String {
    if is_preposition(name) { format!("the axis {name}") } else { format!("axis {name}") }
}

/// Whether the name of an axis begins with a preposition, as `along A` does.
pub fn is_preposition(name: &str) -> bool {
    name.starts_with("along") || name.starts_with("across")
}

/// Name of an axis within a sentence, which refers to the mark `key`.
pub(super) fn axis_with_mark(axis: &ProjectedAxis, key: String) -> Sentence {
    let article = if is_preposition(&axis.name) { "the axis" } else { "axis" };
    say!("{} {}", article, Sentence::mark(axis.name.as_str(), key))
}

/// Name of the current axis within a sentence, which refers to the mark of that axis.
pub(super) fn current_axis(axis: &ProjectedAxis) -> Sentence {
    axis_with_mark(axis, String::from("axis"))
}

/// Name of the current axis at the start of a sentence, which refers to the mark of that axis.
pub(super) fn axis_as_subject(axis: &ProjectedAxis) -> Sentence {
    let article = if is_preposition(&axis.name) { "The axis" } else { "Axis" };
    say!("{} {}", article, Sentence::mark(axis.name.as_str(), "axis"))
}
