//! Sentence of a sub-step: text whose parts refer to bodies, marks and quantities.

use std::fmt;

use contact_lens_picture::{Caption, CaptionPart, Key, Role};

use crate::{Beat, Pictures, Value};

/// Sentence of a sub-step. Its names and numbers refer to bodies, marks and quantities, so that figures, the window and
/// tests can find these; `say!` makes a sentence from a template.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sentence {
    /// Parts from first to last.
    runs: Vec<Run>,
}

/// Part of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Run {
    /// Words without a reference to a body, mark or quantity.
    Text(String),
    /// Name of a body, which has the color of `role`.
    Body {
        /// Name in the scene.
        name: String,
        /// Role of the body in the pictures.
        role: Role,
    },
    /// Name of a mark.
    Mark {
        /// Name in the sentence: `w₃`.
        name: String,
        /// Id of the mark.
        key: Key,
    },
    /// Number or vector. The sentence shows the value's text, and refers to the value's mark, if it has one.
    Quantity(Value),
    /// Certified answer of the run.
    Answer(String),
}

impl Run {
    /// Text of the part.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Answer(text) => text,
            Self::Body { name, .. } | Self::Mark { name, .. } => name,
            Self::Quantity(value) => &value.text.text,
        }
    }

    /// Id of the mark that the part is about; `None` for a part without a mark.
    pub fn key(&self) -> Option<&Key> {
        match self {
            Self::Text(_) | Self::Body { .. } | Self::Answer(_) => None,
            Self::Mark { key, .. } => Some(key),
            Self::Quantity(value) => value.key.as_ref(),
        }
    }
}

impl Sentence {
    /// Name of a body in the color of `role`.
    pub fn body(name: impl Into<String>, role: Role) -> Self {
        Self::from(Run::Body { name: name.into(), role })
    }

    /// Name of the mark `key`.
    pub fn mark(name: impl Into<String>, key: impl Into<Key>) -> Self {
        Self::from(Run::Mark { name: name.into(), key: key.into() })
    }

    /// List of names or numbers: `w₃`, `w₀ and w₃`, `w₀, w₁ and w₃`; `nothing` without items.
    pub fn list(items: impl IntoIterator<Item = Self>) -> Self {
        let items: Vec<Self> = items.into_iter().collect();
        if items.is_empty() {
            return Self::from("nothing");
        }
        let last = items.len() - 1;
        let mut list = Self::default();
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                list += Self::from(if i == last { " and " } else { ", " });
            }
            list += item;
        }
        list
    }

    /// Certified answer of the run as a sentence.
    pub fn answer(say: &str) -> Self {
        Self::from(Run::Answer(say.to_owned()))
    }

    /// Replaces each `{}` of a template by the next of `parts`. The numbers of both must be equal.
    pub fn fill(template: &str, parts: impl IntoIterator<Item = Self>) -> Self {
        let mut sentence = Self::default();
        let mut parts = parts.into_iter();
        for (i, text) in template.split("{}").enumerate() {
            if i > 0 {
                sentence += parts.next().unwrap_or_default();
            }
            sentence += Self::from(text);
        }
        debug_assert!(parts.next().is_none(), "more parts than places in {template:?}");
        sentence
    }

    /// This sentence with a capital letter, unless it starts with a name or a number.
    #[must_use]
    pub fn capitalized(mut self) -> Self {
        if let Some(Run::Text(text)) = self.runs.first_mut() {
            let mut letters = text.chars();
            if let Some(first) = letters.next() {
                *text = first.to_uppercase().chain(letters).collect();
            }
        }
        self
    }

    /// Removes spaces and empty parts at the end.
    pub fn trim_end(&mut self) {
        while let Some(Run::Text(text) | Run::Answer(text)) = self.runs.last_mut() {
            text.truncate(text.trim_end().len());
            if !text.is_empty() {
                break;
            }
            self.runs.pop();
        }
    }

    /// Parts from first to last.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Quantities of the sentence, in order.
    pub fn quantities(&self) -> impl Iterator<Item = &Value> {
        self.runs.iter().filter_map(|run| match run {
            Run::Quantity(value) => Some(value),
            Run::Text(_) | Run::Body { .. } | Run::Mark { .. } | Run::Answer(_) => None,
        })
    }

    /// Quantities of the sentence, one per symbol, followed by the `others` with different symbols.
    pub fn values_with(&self, others: Vec<Value>) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::new();
        for value in self.quantities().cloned().chain(others) {
            if values.iter().all(|listed| listed.symbol != value.symbol) {
                values.push(value);
            }
        }
        values
    }

    /// Parts, each with the index of its first character in the text.
    pub fn placed_runs(&self) -> impl Iterator<Item = (usize, &Run)> {
        self.runs.iter().scan(0, |next, run| {
            let first = *next;
            *next += run.text().chars().count();
            Some((first, run))
        })
    }

    /// Whether the sentence has no text.
    pub fn is_empty(&self) -> bool {
        self.runs.iter().all(|run| run.text().is_empty())
    }

    /// Text without references.
    pub fn text(&self) -> String {
        self.runs.iter().map(Run::text).collect()
    }

    /// Caption of a figure. Parts that refer to a mark have the color of the mark's role, which `role_of` returns;
    /// names of bodies within an answer have the colors of their roles in `names`.
    pub fn caption(&self, names: &[(Role, String)], role_of: impl Fn(&Key) -> Option<Role>) -> Caption {
        let mut parts = Vec::new();
        for run in &self.runs {
            match run {
                Run::Body { name, role } => parts.push((name.clone(), Some(*role))),
                Run::Answer(text) => parts.extend(split_at_names(text, names)),
                Run::Text(text) => parts.push((text.clone(), None)),
                Run::Mark { .. } | Run::Quantity(_) => {
                    parts.push((run.text().to_owned(), run.key().and_then(&role_of)))
                }
            }
        }
        Caption::from_parts(parts)
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.runs.iter().try_for_each(|run| out.write_str(run.text()))
    }
}

impl From<Run> for Sentence {
    fn from(run: Run) -> Self {
        Self { runs: vec![run] }
    }
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Self::from(Run::Text(text))
    }
}

impl From<&str> for Sentence {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl From<Value> for Sentence {
    fn from(value: Value) -> Self {
        Self::from(Run::Quantity(value))
    }
}

impl From<&Value> for Sentence {
    fn from(value: &Value) -> Self {
        Self::from(value.clone())
    }
}

impl From<&Sentence> for Sentence {
    fn from(sentence: &Sentence) -> Self {
        sentence.clone()
    }
}

impl std::ops::AddAssign<Self> for Sentence {
    fn add_assign(&mut self, other: Self) {
        for run in other.runs {
            match (self.runs.last_mut(), run) {
                (_, Run::Text(text)) if text.is_empty() => {}
                (Some(Run::Text(last)), Run::Text(text)) => last.push_str(&text),
                (_, run) => self.runs.push(run),
            }
        }
    }
}

impl std::iter::Sum for Sentence {
    fn sum<I: Iterator<Item = Self>>(sentences: I) -> Self {
        sentences.fold(Self::default(), |mut all, next| {
            all += next;
            all
        })
    }
}

impl Beat {
    /// Caption of a figure of the beat above `backdrop`; `names` are the names of roles in the legend.
    pub fn caption(&self, backdrop: &Pictures, names: &[(Role, String)]) -> Caption {
        self.say.caption(names, |key| Some(self.pictures.mark(key).or_else(|| backdrop.mark(key))?.role))
    }
}

/// Name of a body in the text of an answer.
struct NameInText<'a> {
    /// Byte index of the name in the text.
    start: usize,
    name: &'a str,
    role: Role,
}

/// Splits the text of an answer at the names of A and of B, where they occur as whole words.
fn split_at_names(text: &str, names: &[(Role, String)]) -> Vec<CaptionPart> {
    let mut occurrences: Vec<NameInText<'_>> = Vec::new();
    for (role, name) in names {
        if name.is_empty() || ![Role::ShapeA, Role::ShapeB].contains(role) {
            continue;
        }
        for (start, name) in text.match_indices(name.as_str()) {
            if is_whole_word(text, start, name.len()) {
                occurrences.push(NameInText { start, name, role: *role });
            }
        }
    }
    // The longest of several names that begin at the same character counts.
    occurrences.sort_by_key(|word| (word.start, usize::MAX - word.name.len()));
    let mut parts = Vec::new();
    let mut split = 0;
    for NameInText { start, name, role } in occurrences {
        if start >= split {
            parts.push((text[split..start].to_owned(), None));
            parts.push((name.to_owned(), Some(role)));
            split = start + name.len();
        }
    }
    parts.push((text[split..].to_owned(), None));
    parts
}

/// Whether the `length` bytes of the text from the byte index `start` on are not part of a longer word.
fn is_whole_word(text: &str, start: usize, length: usize) -> bool {
    !text[..start].ends_with(is_word_letter) && !text[start + length..].starts_with(is_word_letter)
}

/// Whether a character belongs to a word: a letter, a digit or an underscore.
fn is_word_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Sentence from a template and its parts: text, values, names of bodies and marks, other sentences.
///
/// `say!("The plane through {} is {} from the origin.", w.mark(), gap)`, where `gap` is a
/// [`Value`](crate::Value) with the mark that shows it.
macro_rules! say {
    ($template:literal $(, $part:expr)* $(,)?) => {
        $crate::Sentence::fill($template, [$($crate::Sentence::from($part)),*])
    };
}
pub(crate) use say;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol;
    use contact_lens_model::answer::number::length;

    #[test]
    fn parts_refer_to_what_they_are_about() {
        let gap = Value::of(symbol::GAP, length(0.5), "witness");
        let said = say!(
            "{} and {} are {} apart, {}.",
            Sentence::body("block", Role::ShapeA),
            Sentence::mark("w₃", "simplex/3"),
            &gap,
            String::from("as shown")
        );
        assert_eq!(said.text(), "block and w₃ are 0.5 m apart, as shown.");
        assert_eq!(said.to_string(), said.text());
        assert_eq!(said.quantities().collect::<Vec<_>>(), [&gap]);
        let placed: Vec<(usize, &str)> = said.placed_runs().map(|(first, run)| (first, run.text())).collect();
        assert_eq!(
            placed,
            [(0, "block"), (5, " and "), (10, "w₃"), (12, " are "), (17, "0.5 m"), (22, " apart, as shown.")]
        );
    }

    #[test]
    fn parts_of_a_caption_have_the_roles_of_their_marks() {
        let said = say!("{} lies behind {}.", Sentence::body("ball", Role::ShapeB), Sentence::mark("w₀", "w/0"));
        let caption = said.caption(&[], |key| (key.0 == "w/0").then_some(Role::Simplex));
        let roles: Vec<Option<Role>> = caption.parts().iter().map(|(_, role)| *role).collect();
        assert_eq!(roles, [Some(Role::ShapeB), None, Some(Role::Simplex), None]);
    }

    #[test]
    fn names_of_bodies_in_an_answer_are_whole_words() {
        let names = [(Role::ShapeA, "box"), (Role::ShapeB, "box 2"), (Role::Origin, "and")];
        let names = names.map(|(role, name)| (role, name.to_owned()));
        let caption = Sentence::answer("box and box 2 are no boxes; abox").caption(&names, |_| None);
        let bodies: Vec<_> =
            caption.parts().iter().filter_map(|(part, role)| Some((part.as_str(), (*role)?))).collect();
        assert_eq!(bodies, [("box", Role::ShapeA), ("box 2", Role::ShapeB)]);
        assert_eq!(caption.text(), "box and box 2 are no boxes; abox");
    }
}
