//! Several shapes of one body in a sentence: "the body at Vec2(0, 1) has two fixtures: `new Box(1, 2)` and
//! `new Circle(1)`".

use super::preceding;
use super::words::constructor_end;
use crate::code::evaluate::value::ErrorAt;
use crate::code::join::found_bodies::FoundBody;

/// Words between the shapes of a body, in lower case.
const LINKS: [&str; 6] = ["and", "a", "an", "the", "new", "plus"];

/// Whether the text between two constructors has only marks and words between the shapes of a body.
fn links(between: &str) -> bool {
    !between.contains(['\n', '.', ';'])
        && between.split(|c: char| !c.is_alphanumeric()).all(|word| word.is_empty() || LINKS.contains(&word))
}

/// Returns the number of shapes that the words before a constructor state; `None` for "several".
fn stated_count(before: &str) -> Option<usize> {
    let tail: Vec<&str> =
        before.split(|c: char| !c.is_alphanumeric()).rev().filter(|word| !word.is_empty()).take(8).collect();
    let word = tail.into_iter().find(|word| preceding::COUNTS.contains(word))?;
    match word {
        "two" | "2" => Some(2),
        "three" | "3" => Some(3),
        "four" | "4" => Some(4),
        _ => None,
    }
}

/// Puts the shapes that a sentence states for one body into one body.
///
/// # Errors
/// Fails if the sentence states another number of shapes than follow.
pub(super) fn merge(found: &mut Vec<FoundBody>, text: &str) -> Result<(), ErrorAt> {
    let mut first = 0;
    let mut taken = 0;
    while first < found.len() {
        let at = found[first].at;
        let before = text.get(taken..at).unwrap_or_default();
        let several = preceding::find(before).is_some_and(|found| found.has_several);
        let Some(mut end) = constructor_end(text, at) else {
            first += 1;
            continue;
        };
        if several {
            let mut count = 1;
            while let Some(next) = found.get(first + 1)
                && text.get(end..next.at).is_some_and(links)
                && let Some(next_end) = constructor_end(text, next.at)
            {
                let other = found.remove(first + 1);
                let own = &mut found[first];
                let pose = other.pose.unwrap_or_default();
                own.parts.extend(other.parts.into_iter().map(|(built, local)| (built, pose.then(local))));
                own.used.extend(other.used);
                own.used.push(other.at..next_end);
                end = next_end;
                count += 1;
            }
            if stated_count(before).is_some_and(|stated| stated != count) {
                let why =
                    "the sentence states another number of shapes for this body; write all of them one after another";
                return Err((at, why.to_owned()));
            }
        }
        taken = end;
        first += 1;
    }
    Ok(())
}
