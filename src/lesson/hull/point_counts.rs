//! Clauses on numbers of points.

/// Clause on the vertices among the points: `All 8 points of box are`, `7 of the 8 points of cloud are`.
pub(in crate::lesson) fn of_all(corners: usize, n: usize, name_of: &str) -> String {
    if corners == n {
        format!("{} points of {name_of} are", all(n))
    } else {
        format!("{corners} of the {n} points of {name_of} are")
    }
}

/// Word for all of `n`: `Both`, `All 3`.
pub(in crate::lesson) fn all(n: usize) -> String {
    if n == 2 { String::from("Both") } else { format!("All {n}") }
}
