//! Counts the shapes of an imported source and those that the scene lacks, with the reasons; the counts become the
//! first sentence of the scene's note, or the error of an import without any body.

/// Number of shapes that a source has, and the causes of missing ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShapeCounts {
    /// Number of shapes in the source.
    found: usize,
    /// Noun for such a shape, singular and plural.
    nouns: Option<[&'static str; 2]>,
    /// Reasons why shapes are missing, in the order of the first shape that each affects.
    causes: Vec<Cause>,
    /// Advice to the user for the error about an import without any shape.
    hint: Option<String>,
    /// Whether the source is a part of a pasted text, which has no files next to it.
    pub(super) is_pasted: bool,
}

/// Reason why shapes are missing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cause {
    /// Reason, a clause for messages.
    why: String,
    /// Line of the first such shape, from 1; 0 in a file without lines.
    line: usize,
    /// Number of shapes that are missing for this reason.
    count: usize,
}

/// Maximum number of distinct causes; shapes with further causes are counted with the last.
const MAX_CAUSES: usize = 1_000;

impl ShapeCounts {
    /// Counts one shape of the source; the first call decides the nouns, singular and plural.
    pub(super) fn count_found(&mut self, nouns: [&'static str; 2]) {
        self.found += 1;
        self.nouns.get_or_insert(nouns);
    }

    /// Counts `count` shapes, already counted as found, as missing from the scene. `line` is the line of the first one,
    /// from 1; 0 in a file without lines.
    pub(super) fn count_missing(&mut self, count: usize, line: usize, why: &str) {
        let is_full = self.causes.len() == MAX_CAUSES;
        if let Some(known) = self.causes.iter().position(|cause| cause.why == why) {
            self.causes[known].count += count;
        } else if is_full {
            self.causes[MAX_CAUSES - 1].count += count;
        } else {
            self.causes.push(Cause { why: why.to_owned(), line, count });
        }
    }

    /// Keeps a sentence for the error of an import without any shape.
    pub(super) fn set_hint(&mut self, hint: impl Into<String>) {
        self.hint = Some(hint.into());
    }

    /// Number of shapes in the source.
    pub fn found(&self) -> usize {
        self.found
    }

    /// Number of shapes missing from the scene.
    pub fn lost(&self) -> usize {
        self.causes.iter().map(|cause| cause.count).sum()
    }

    /// Whether more than half of the shapes are missing; in a pasted text, which has no files to add, whether any is.
    pub fn is_mostly_lost(&self) -> bool {
        2 * self.lost() > self.found || self.is_pasted && self.lost() > 0
    }

    /// Returns the sentence that counts the missing shapes and names the most frequent cause; `None` if none are
    /// missing.
    pub fn sentence(&self) -> Option<String> {
        // `max_by_key` returns the last of equal elements, so the reversed order gives the first cause.
        let cause = self.causes.iter().rev().max_by_key(|cause| cause.count)?;
        let lost = self.lost();
        let found = self.found;
        let [_, plural] = self.nouns.unwrap_or(["shape", "shapes"]);
        let verb = if lost == 1 { "is" } else { "are" };
        let share = if self.causes.len() == 1 {
            String::new()
        } else if cause.count == 1 {
            String::from("the first, ")
        } else {
            format!("{} of them, ", grouped(cause.count))
        };
        let line = if cause.line > 0 { format!("line {}: ", cause.line) } else { String::new() };
        let why = &cause.why;
        Some(format!("{} of {} {plural} {verb} not in this scene: {share}{line}{why}.", grouped(lost), grouped(found)))
    }

    /// Returns the cause of an import without any shape, to follow the words "contains no body that can be imported";
    /// `None` without missing shapes and without a hint.
    pub(super) fn cause_if_empty(&self) -> Option<String> {
        match (self.sentence(), &self.hint) {
            (Some(sentence), Some(hint)) => Some(format!("{sentence} {hint}")),
            (Some(sentence), None) => Some(sentence.trim_end_matches('.').to_owned()),
            (None, hint) => hint.clone(),
        }
    }
}

/// Formats a count with a space between thousands.
fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_counts_first_and_names_the_most_frequent_cause() {
        let mut counts = ShapeCounts::default();
        (0..1_901).for_each(|_| counts.count_found(["geom", "geoms"]));
        assert_eq!(counts.sentence(), None);
        counts.count_missing(1, 7, "its mesh `a` is not there");
        let sentence = "1 of 1 901 geoms is not in this scene: line 7: its mesh `a` is not there.";
        assert_eq!(counts.sentence().as_deref(), Some(sentence));
        counts.count_missing(2, 9, "scenes have no such shape");
        let sentence = counts.sentence().unwrap();
        assert!(sentence.starts_with("3 of 1 901 geoms are not in this scene: 2 of them, line 9: scenes"));
        assert!(!counts.is_mostly_lost());
        counts.count_missing(950, 9, "scenes have no such shape");
        assert!(counts.is_mostly_lost());
    }
}
