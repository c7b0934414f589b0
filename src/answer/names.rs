//! Names of points, and lists of names in a sentence.

/// Returns the name of a point: `p7`.
pub fn point_name(point: u32) -> String {
    format!("p{point}")
}

/// Maximum number of names that a sentence lists.
const LISTED: usize = 10;

/// Joins names for a sentence: `p1, p2 and p7`; a long list ends with the number of names that were omitted.
pub fn list_of(names: impl ExactSizeIterator<Item = String>) -> String {
    let count = names.len();
    let mut names: Vec<String> = names.take(if count > LISTED + 1 { LISTED } else { count }).collect();
    let more = count - names.len();
    if more > 0 {
        names.push(format!("{more} more"));
    }
    match names.as_slice() {
        [] => String::from("none"),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
