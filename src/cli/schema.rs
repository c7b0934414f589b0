//! `contact-lens schema`: prints the JSON Schema of scene files.

use std::io::Write;

use contact_lens_scene as scene;

use super::{Ending, Failure, Result};

/// Prints the schema to standard output.
pub(super) fn schema() -> Result {
    let text = serde_json::to_string_pretty(scene::schema::schema());
    let text = text.map_err(|error| Failure::Message(error.to_string()))?;
    writeln!(std::io::stdout().lock(), "{text}")?;
    Ok(Ending::Fine)
}
