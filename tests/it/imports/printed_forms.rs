//! Surfaces, tables and records in text, and shapes that several calls describe: each is read as a whole or refused.

use super::code::{data, fault};

/// Every text has the bodies that it states, or is refused with the reason.
#[test]
fn surfaces_tables_and_records_are_read_as_a_whole() {
    let text = data("printed.txt");
    let texts: Vec<(&str, &str)> =
        text.split("\n----\n").filter_map(|block| block.trim_end().rsplit_once("\n => ")).collect();
    assert!(texts.len() >= 30, "{} texts", texts.len());
    let wrong: Vec<String> = texts
        .iter()
        .filter_map(|(report, wanted)| Some(format!("{report}\n    {wanted}: {}", fault(report, wanted)?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
