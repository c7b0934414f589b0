//! Interface between the beats of tree searches and the kinds of search (first contact, all contacts): the texts,
//! numbers and pictures in which the kinds differ.

use contact_lens_model::answer::Shown;
use contact_lens_model::snapshot::parts::{NodePair, QueriedParts, Search};
use contact_lens_picture::{Picture, Role};
use glam::DVec3;

use super::context::Bodies;
use super::values::pair_key;
use crate::{Beat, Sentence, Symbol, Value, Verdict, say};

/// Kind of tree search: the texts, numbers and pictures of its bounds, of its pruning limit, and of its answers for two
/// parts. Bounds are the encoded numbers of the search's states.
pub(super) trait SearchKind: Send + Sync + 'static {
    /// Answer for two parts.
    type Answer: Clone + Send + Sync + 'static;

    /// Formula of the test that ends the search: `bound(a, b) ≥ upper`.
    const STOP_FORMULA: &'static str;

    /// Name of the line that marks the pruning limit.
    const LIMIT_NAME: &'static str;

    /// Symbol of the pruning limit.
    const LIMIT_SYMBOL: Symbol;

    /// Clause on the bound of two nodes, after `the boxes of … and …, which`; `key` is the mark id of the pair.
    fn bound_clause(&self, bodies: &Bodies, bound: f64, key: String) -> Sentence;

    /// Text of a bound in tables and at its mark.
    fn bound_text(&self, bodies: &Bodies, bound: f64) -> Shown;

    /// Sentence on why the popped pair is examined, after the clause on its bound.
    fn goal_sentence(&self, bodies: &Bodies, state: &Search<Self::Answer>) -> Sentence;

    /// Clause on the lower bound of a half of a node, after its name.
    fn half_bound_clause(&self, bodies: &Bodies, half: &NodePair, symbol: Symbol) -> Sentence {
        say!("lower bound {}", Value::of(symbol, self.bound_text(bodies, half.bound), pair_key(half.nodes)))
    }

    /// Reason for queueing both halves of a node, after their names; `upper` is the pruning limit, `other` the name of
    /// the node of the other body.
    fn reason_for_queueing(&self, bodies: &Bodies, upper: f64, other: Sentence) -> Sentence;

    /// Reason for pruning one half of a node, after its name: the bound of `entry` against the pruning limit `upper`.
    fn reason_for_pruning(&self, bodies: &Bodies, entry: &NodePair, upper: f64) -> Sentence;

    /// Name of the ending that the stop test proves.
    fn proven_ending(&self, state: &Search<Self::Answer>) -> &'static str;

    /// Sentence on why no queued pair can change the result; `upper` is the pruning limit.
    fn reason_for_stopping(&self, bodies: &Bodies, upper: f64) -> Sentence;

    /// Clause on the answer for two parts, after their names.
    fn answer_clause(&self, bodies: &Bodies, answer: &Self::Answer) -> Sentence;

    /// Values of the answer for two parts.
    fn answer_values(&self, bodies: &Bodies, answer: &Self::Answer) -> Vec<Value>;

    /// Values of the answer over all pairs of parts.
    fn final_values(&self, bodies: &Bodies, answer: &Self::Answer, _verdict: &Verdict) -> Vec<Value> {
        self.answer_values(bodies, answer)
    }

    /// Line and sentence of the beat on the effect of a tested pair on the result; `None` if the result stays as it is.
    fn result_beat(&self, bodies: &Bodies, before: &Search<Self::Answer>, after: &Search<Self::Answer>)
    -> Option<Beat>;

    /// Reason for skipping a one-sided triangle whose back faces the body with the index `other` (0 for A, 1 for B),
    /// after the triangle's name.
    fn reason_for_skipping(&self, bodies: &Bodies, other: usize) -> Sentence;

    /// Both sides of the test that ends the search, as numbers in one unit; `None` if they are a time and a distance.
    fn comparable_numbers(&self, bound: f64, upper: f64) -> Option<[f64; 2]>;

    /// Adds two parts with their answer to a picture of the world, in the color of `role`.
    fn draw_parts(&self, picture: &mut Picture, bodies: &Bodies, queried: &QueriedParts<Self::Answer>, role: Role);

    /// Position of a bound on the scale of bounds, in the scale's unit; `f64::MAX` for a bound without a position, such
    /// as a miss on a scale of times.
    fn position_on_scale(&self, bound: f64) -> f64;

    /// Text at the line of the pruning limit; `None` if there is no limit yet.
    fn limit_text(&self, bodies: &Bodies, upper: f64) -> Option<String>;

    /// Pruning limit as a value; `None` if there is no limit yet.
    fn limit_value(&self, bodies: &Bodies, upper: f64) -> Option<Value> {
        let text = self.limit_text(bodies, upper)?;
        // A distance has no position on a scale of times.
        let is_drawn = upper.is_finite() && self.position_on_scale(upper) < f64::MAX;
        let limit = if is_drawn {
            Value::of(Self::LIMIT_SYMBOL, text, "upper")
        } else {
            Value::number(Self::LIMIT_SYMBOL, text)
        };
        Some(limit)
    }

    /// Points of the picture of two parts that a figure must show, world.
    fn points_to_show(&self, bodies: &Bodies, queried: &QueriedParts<Self::Answer>) -> Vec<DVec3>;

    /// Plot points of a state: index of the series in the card, and value.
    fn plot_points(&self, state: &Search<Self::Answer>) -> Vec<(usize, f64)>;
}
