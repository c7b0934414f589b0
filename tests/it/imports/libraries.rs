//! Forms of many libraries with the conventions of each: sizes, poses, orders of angles, defaults at the origin.

use super::code::{data, fault};

/// Every text has the bodies that its library makes of it, or is refused with the reason.
#[test]
fn texts_of_libraries_have_the_conventions_of_each() {
    let text = data("libraries.txt");
    let texts: Vec<(&str, &str)> =
        text.split("\n----\n").filter_map(|block| block.trim_end().rsplit_once("\n => ")).collect();
    assert!(texts.len() >= 130, "{} texts", texts.len());
    let wrong: Vec<String> = texts
        .iter()
        .filter_map(|(report, wanted)| Some(format!("{report}\n    {wanted}: {}", fault(report, wanted)?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
