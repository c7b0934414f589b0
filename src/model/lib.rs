//! Plain data of Contact Lens in `f64`: what is asked, the states of algorithms, and what is answered. No algorithms.
//!
//! | module | what it has |
//! |---|---|
//! | [`ask`] | options of all queries and their named choices, each defined once |
//! | [`step`] | the trait of steppable algorithms, and comparisons that end their loops |
//! | [`snapshot`] | states of steppable algorithms; the only types that a debugger reads |
//! | `answer` (feature `serde`) | results of queries, one type per kind |
//!
//! Meters and radians; see [`snapshot`] for frames and signs.

#[cfg(feature = "serde")]
pub mod answer;
pub mod ask;
pub mod snapshot;
pub mod step;
