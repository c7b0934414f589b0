//! Clauses on numbers of points.

/// Clause on the vertices among the points: `All 8 points are`, `7 of the 8 points are`.
pub(in crate::lesson) fn of_all(corners: usize, n: usize) -> String {
    if corners == n { format!("{} points are", all(n)) } else { format!("{corners} of the {n} points are") }
}

/// Word for all of `n`: `Both`, `All 3`.
pub(in crate::lesson) fn all(n: usize) -> String {
    if n == 2 { String::from("Both") } else { format!("All {n}") }
}
