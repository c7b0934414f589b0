//! Names of points in texts, and lists of names in a sentence.

/// Number of names that a sentence lists before `and … more`. A list with one more name is complete, since `1 more`
/// would not be shorter.
const MAX_LISTED: usize = 10;

/// Returns the name of a point: `p7`.
pub fn point_name(point: u32) -> String {
    format!("p{point}")
}

/// Joins names for a sentence: `p1, p2 and p7`; `none` without names. A list of more than `MAX_LISTED` + 1 names ends
/// with the number of names that were omitted.
pub fn list_of(names: impl ExactSizeIterator<Item = String>) -> String {
    let count = names.len();
    let listed_count = if count > MAX_LISTED + 1 { MAX_LISTED } else { count };
    let mut names: Vec<String> = names.take(listed_count).collect();
    let omitted = count - names.len();
    if omitted > 0 {
        names.push(format!("{omitted} more"));
    }
    match names.as_slice() {
        [] => String::from("none"),
        [name] => name.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
