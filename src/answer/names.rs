//! What points are called, and names in a sentence.

/// What a point is called: `p7`.
pub fn point_name(point: u32) -> String {
    format!("p{point}")
}

/// How many names a sentence lists.
const LISTED: usize = 10;

/// Names in a sentence: `p1, p2 and p7`; of very many the first ones and how many more.
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
