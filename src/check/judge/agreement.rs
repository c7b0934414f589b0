//! Two answers to one question: whichever way they were found, their proofs must allow one truth.

use crate::lesson::{Finding, Proof};

/// Why both cannot be true, when lengths may be off by `rounding`, in meters; `None` when they can. `names` are those who
/// answered.
pub fn contradiction(one: &Finding, other: &Finding, names: [&str; 2], rounding: f64) -> Option<String> {
    let [first, second] = names;
    match (one.pair(), other.pair()) {
        (Some(a), Some(b)) if a.proof.meets(&b.proof, rounding) => None,
        (Some(a), Some(b)) => {
            let bracket = |proof: &Proof| format!("[{:e}, {:e}]", proof.lower, proof.upper);
            Some(format!("{first} proves {}, {second} proves {}", bracket(&a.proof), bracket(&b.proof)))
        }
        (None, None) => None,
        _ => Some(format!("{first} and {second} answer different questions")),
    }
}
