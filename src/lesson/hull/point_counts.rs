//! Phrases on the number of vertices among the points of a body, for the verdicts of hulls.

/// Start of a sentence on `vertices` vertices among `n` points: `All 8 points are`, `7 of the 8 points are`.
pub(crate) fn vertices_of_all(vertices: usize, n: usize) -> String {
    if vertices == n { format!("{} points are", all_of(n)) } else { format!("{vertices} of the {n} points are") }
}

/// Word for all of `n`: `Both`, `All 3`.
pub(crate) fn all_of(n: usize) -> String {
    if n == 2 { String::from("Both") } else { format!("All {n}") }
}
