//! The window: what `update` does without one, clicks by accessible label, and one picture of it all.

mod clicks;
mod fake;
mod picture;
mod update;

use contact_lens::app::{Prefs, State};
use contact_lens::scene::model::Scene;

/// Two boxes, two metres apart, and two queries about them.
const TWO_BOXES: &str = r#"{
  "version": 1, "name": "Two boxes", "note": "Look here.",
  "bodies": [
    {"name": "A", "shape": {"type": "box", "half_extents": [0.5, 0.5, 0.5]}, "position": [0, 0, 0]},
    {"name": "B", "shape": {"type": "sphere", "radius": 0.4}, "position": [2, 0, 0]}
  ],
  "queries": [
    {"name": "distance", "algorithm": "gjk", "a": "A", "b": "B"},
    {"name": "backwards", "algorithm": "gjk", "a": "B", "b": "A"}
  ]
}"#;

fn two_boxes() -> Scene {
    serde_json::from_str(TWO_BOXES).unwrap()
}

fn state() -> State {
    State::new(two_boxes(), None, Prefs::default(), fake::play)
}
