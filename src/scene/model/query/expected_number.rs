//! Numbers that a scene file expects of an answer and that are compared with the answer's numbers of the same names.

use serde_json::Value as Json;

use super::Expectation;

/// Expected number of an answer: the name of its field, in scene files as in answers, and its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExpectedNumber {
    /// Whole number; the answer must have the same one.
    Count(&'static str, u32),
    /// Number in meters or a power of meters; that of the answer may differ by a rounding error.
    Size(&'static str, f64),
}

impl Expectation<'_> {
    /// The expected numbers of an answer: counts and sizes. Empty for kinds of answers whose fields are compared
    /// otherwise.
    pub fn expected_numbers(self) -> Vec<ExpectedNumber> {
        if !self.is_by_number() {
            return Vec::new();
        }
        self.fields().into_iter().filter_map(|(name, value)| ExpectedNumber::new(name, &value)).collect()
    }
}

impl ExpectedNumber {
    /// Converts the value of a field; `None` for a field without an expected number.
    fn new(name: &'static str, value: &Json) -> Option<Self> {
        match value.as_u64() {
            Some(count) => Some(Self::Count(name, count as u32)),
            None => Some(Self::Size(name, value.as_f64()?)),
        }
    }
}
