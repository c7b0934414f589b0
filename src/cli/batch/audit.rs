//! Lines with the operation `audit`: a captured step of another engine, which is judged stage by stage.

use contact_lens_audit::{answer, read_question};
use contact_lens_scene::batch_line::Line;
use serde::Deserialize;

use super::{error_reply, with_id};

/// Field of a line that decides whether it is an audit; the others are skipped.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    op: serde_json::Value,
}

/// Returns the reply to a line with the operation `audit`; `None` for lines with other operations.
pub(super) fn reply(number: u64, line: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(line).ok().filter(|text| text.contains("\"audit\""))?;
    let head: Head = serde_json::from_str(text).ok()?;
    if head.op != "audit" {
        return None;
    }
    let id = Line::read(line).id().to_owned();
    Some(match read_question(text).and_then(|question| answer(&question)) {
        Ok(report) => with_id(&id, &report),
        Err(error) => error_reply(&id, number, &error.to_string()),
    })
}
