//! Texts that are no programs, as people paste them: logs, tables, prints of debuggers, parts of models, sentences.

use super::code::{data, fault};

/// Files of texts with their meanings, and the number of texts that each has at least.
const FILES: [(&str, usize); 13] = [
    ("consoles.txt", 16),
    ("object-dumps.txt", 133),
    ("labeled-lists.txt", 24),
    ("sentences.txt", 19),
    ("motions-in-sentences.txt", 48),
    ("vectors-and-assertions.txt", 22),
    ("tools-and-units.txt", 60),
    ("logs.txt", 35),
    ("debuggers.txt", 18),
    ("fragments.txt", 19),
    ("unreal.txt", 6),
    ("planar.txt", 8),
    ("advice.txt", 9),
];

/// Every text has the bodies that it states, or is refused with the reason.
#[test]
fn pasted_texts_are_read_as_a_whole() {
    let mut wrong: Vec<String> = Vec::new();
    for (file, least) in FILES {
        let text = data(file);
        let texts: Vec<(&str, &str)> =
            text.split("\n----\n").filter_map(|block| block.trim_end().rsplit_once("\n => ")).collect();
        assert!(texts.len() >= least, "{file}: {} texts", texts.len());
        let faults = texts
            .iter()
            .filter_map(|(pasted, wanted)| Some(format!("{file}: {pasted}\n    {wanted}: {}", fault(pasted, wanted)?)));
        wrong.extend(faults);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
