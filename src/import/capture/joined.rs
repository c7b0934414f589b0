//! Conversion of a capture to the text of a scene file: the values of its lines become the items of the lists `bodies`,
//! `frames` and `queries`, one per line. The positions of the values in the capture are kept for error messages.

use std::collections::{HashMap, HashSet};

use serde::de::IgnoredAny;

use super::{Answer, AnsweredPair, CaptureLines, LineValue, free_name};

/// Name of the engine of a capture that names none.
const UNNAMED_ENGINE: &str = "engine";

/// Origin of a line of a joined text.
#[derive(Clone, Copy, Default)]
pub(super) struct LineOrigin {
    /// Line in the capture, from 1; 0 for a value that comes from no line.
    pub(super) line: usize,
    /// Number of characters by which the value is further to the right in the capture than in the joined text.
    pub(super) shift: usize,
}

/// Text of a scene that is joined from the values of a capture, one per line.
pub(super) struct Joined {
    pub(super) text: String,
    /// Origins of the lines of the text.
    pub(super) origins: Vec<LineOrigin>,
}

/// Item of a list in the joined text.
struct ListItem<'p, 't> {
    /// Text that replaces the opening brace of the value: a brace and a first field. Empty if the value is kept whole.
    prefix: String,
    value: &'p LineValue<'t>,
}

impl<'p, 't> ListItem<'p, 't> {
    /// Creates the item of a value that is kept whole.
    fn whole(value: &'p LineValue<'t>) -> Self {
        Self { prefix: String::new(), value }
    }
}

impl Joined {
    /// Appends the items of a list, one per line.
    fn append_list<'p, 't: 'p>(&mut self, items: impl Iterator<Item = ListItem<'p, 't>>) {
        for (index, ListItem { prefix, value }) in items.enumerate() {
            self.text += if index == 0 { "\n" } else { ",\n" };
            self.text += &prefix;
            // A prefix replaces the opening brace, one character of the value.
            let removed = usize::from(!prefix.is_empty());
            self.text += &value.text[removed..];
            let shift = (value.column + removed).saturating_sub(prefix.chars().count());
            self.origins.push(LineOrigin { line: value.line, shift });
        }
    }
}

impl CaptureLines<'_> {
    /// Joins the values into the text of a scene. Each answered pair becomes a distance query with its answers, after
    /// the queries of the capture.
    pub(super) fn join_values(&self) -> Joined {
        let name = self.head.name.as_deref().filter(|name| !name.is_empty()).unwrap_or("Capture");
        let dimension = self.head.dimension.unwrap_or(3);
        let text = format!(
            "{{\"version\": 1, \"name\": {}, \"dimension\": {dimension}, \"bodies\": [",
            serde_json::json!(name)
        );
        let mut joined = Joined { text, origins: vec![LineOrigin { line: 1, shift: 0 }] };
        joined.append_list(self.bodies.iter().map(ListItem::whole));
        joined.text += "], \"frames\": [";
        joined.append_list(self.frames.iter().map(ListItem::whole));
        joined.text += "], \"queries\": [";
        joined.append_list(self.queries.iter().map(ListItem::whole));
        let mut comma = if self.queries.is_empty() { "" } else { "," };
        let mut taken = query_names(&self.queries);
        for AnsweredPair { names: [a, b], answers } in &self.pairs {
            let name = pair_name(&mut taken, [a, b]);
            let a = serde_json::json!(a);
            let b = serde_json::json!(b);
            joined.text += &format!(
                "{comma}{{\"name\": {name}, \"algorithm\": \"distance\", \"a\": {a}, \"b\": {b}, \"theirs\": ["
            );
            joined.append_list(answers.iter().filter_map(|answer| self.with_frame_and_engine(answer)));
            joined.text += "]}";
            comma = ",";
        }
        joined.text += "]}";
        joined
    }

    /// Returns the item of an answer, with added first fields: the index of its frame, 0 for an answer before the first
    /// frame, and the engine of the capture if the answer names none. `None` if the answer is not an object.
    fn with_frame_and_engine<'p, 't>(&self, answer: &'p Answer<'t>) -> Option<ListItem<'p, 't>> {
        let inside = answer.value.text.strip_prefix('{')?;
        let mut prefix = format!("{{\"frame\": {}", answer.frame.unwrap_or_default());
        if !names_engine(answer.value.text) {
            let engine = self.head.engine.as_deref().filter(|engine| !engine.is_empty()).unwrap_or(UNNAMED_ENGINE);
            prefix += &format!(", \"engine\": {}", serde_json::json!(engine));
        }
        if !inside.trim_start().starts_with('}') {
            prefix += ", ";
        }
        Some(ListItem { prefix, value: &answer.value })
    }
}

/// Returns whether the JSON object of an answer names its engine.
fn names_engine(answer: &str) -> bool {
    serde_json::from_str::<HashMap<String, IgnoredAny>>(answer).is_ok_and(|fields| fields.contains_key("engine"))
}

/// Returns the names of the queries in the capture; queries without a name are skipped.
fn query_names(queries: &[LineValue<'_>]) -> HashSet<String> {
    queries
        .iter()
        .filter_map(|value| {
            let query: serde_json::Value = serde_json::from_str(value.text).ok()?;
            Some(query.get("name")?.as_str()?.to_owned())
        })
        .collect()
}

/// Maximum number of characters of a generated name; scenes allow 200, which leaves space for a number.
const MAX_NAME_CHARACTERS: usize = 180;

/// Returns a unique name for the query about a pair of bodies, as a JSON string.
fn pair_name(taken: &mut HashSet<String>, [a, b]: [&str; 2]) -> serde_json::Value {
    let name = format!("{a} and {b}").chars().filter(|c| !c.is_control()).take(MAX_NAME_CHARACTERS).collect();
    serde_json::json!(free_name(taken, name))
}
