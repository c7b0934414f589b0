//! Text of a scene that is joined from the lines of a capture, with the position of each value in the capture.

use std::collections::HashSet;

use super::{Answer, AnsweredPair, CaptureLines, LineValue, free_name};

/// Origin of a line of a joined text.
#[derive(Clone, Copy, Default)]
pub(super) struct LineOrigin {
    /// Line in the capture, from 1.
    pub(super) line: usize,
    /// Number of characters by which the value is further to the right in the capture.
    pub(super) shift: usize,
}

/// Text of a scene that is joined from the values of a capture, one per line.
pub(super) struct Joined {
    pub(super) text: String,
    /// Origins of the lines of the text.
    pub(super) origins: Vec<LineOrigin>,
}

impl Joined {
    /// Appends values as items of a list, one per line. A text that is not empty replaces the opening brace of its
    /// value.
    fn append_list<'p, 't: 'p>(&mut self, items: impl Iterator<Item = (String, &'p LineValue<'t>)>) {
        for (index, (start, value)) in items.enumerate() {
            self.text += if index == 0 { "\n" } else { ",\n" };
            self.text += &start;
            let width = start.chars().count();
            let shift = (value.column + usize::from(width > 0)).saturating_sub(width);
            self.origins.push(LineOrigin { line: value.line, shift });
            self.text += if start.is_empty() { value.text } else { &value.text[1..] };
        }
    }
}

impl CaptureLines<'_> {
    /// Joins the values into the text of a scene.
    pub(super) fn joined(&self) -> Joined {
        let name = self.head.name.as_deref().filter(|name| !name.is_empty()).unwrap_or("Capture");
        let dimension = self.head.dimension.unwrap_or(3);
        let text = format!(
            "{{\"version\": 1, \"name\": {}, \"dimension\": {dimension}, \"bodies\": [",
            serde_json::json!(name)
        );
        let mut joined = Joined { text, origins: vec![LineOrigin { line: 1, shift: 0 }] };
        joined.append_list(self.bodies.iter().map(|value| (String::new(), value)));
        joined.text += "], \"frames\": [";
        joined.append_list(self.frames.iter().map(|value| (String::new(), value)));
        joined.text += "], \"queries\": [";
        joined.append_list(self.queries.iter().map(|value| (String::new(), value)));
        let mut comma = if self.queries.is_empty() { "" } else { "," };
        let mut taken = query_names(&self.queries);
        for AnsweredPair { names: [a, b], answers } in &self.pairs {
            let name = pair_name(&mut taken, [a, b]);
            let a = serde_json::json!(a);
            let b = serde_json::json!(b);
            joined.text += &format!(
                "{comma}{{\"name\": {name}, \"algorithm\": \"distance\", \"a\": {a}, \"b\": {b}, \"theirs\": ["
            );
            joined.append_list(answers.iter().filter_map(with_frame));
            joined.text += "]}";
            comma = ",";
        }
        joined.text += "]}";
        joined
    }
}

/// Returns an answer with the text of its first field, the frame; `None` if the answer is not an object.
fn with_frame<'p, 't>(answer: &'p Answer<'t>) -> Option<(String, &'p LineValue<'t>)> {
    let inside = answer.value.text.strip_prefix('{')?;
    let frame = answer.frame.unwrap_or_default();
    let comma = if inside.trim_start().starts_with('}') { "" } else { ", " };
    Some((format!("{{\"frame\": {frame}{comma}"), &answer.value))
}

/// Returns the names of the queries in the capture.
fn query_names(queries: &[LineValue<'_>]) -> HashSet<String> {
    queries
        .iter()
        .filter_map(|value| {
            let query: serde_json::Value = serde_json::from_str(value.text).ok()?;
            Some(query.get("name")?.as_str()?.to_owned())
        })
        .collect()
}

/// Returns a unique name for the query about a pair.
fn pair_name(taken: &mut HashSet<String>, [a, b]: [&str; 2]) -> serde_json::Value {
    let name = format!("{a} and {b}").chars().filter(|c| !c.is_control()).take(180).collect();
    serde_json::json!(free_name(taken, name))
}
