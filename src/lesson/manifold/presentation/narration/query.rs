//! Sentences on the distance query of a contact search, and on its proven bounds.

use contact_lens_model::snapshot::manifold::QueryStep;

use super::super::Query;
use super::super::numbers::BRACKET;
use super::Narrator;
use crate::{Sentence, Symbol, Value, say, symbol};

impl Narrator<'_> {
    /// Sentence of a step of the distance query, with the bounds of the signed distance after it.
    pub(super) fn query_sentence(&self, query: &Query) -> Sentence {
        let [lower, upper] = query.bracket.map(|bound| bound.map(|bound| self.unit.length(bound).text));
        let action = match query.kind {
            Some(QueryStep::ClosedForm) => "A formula gives the closest points of the cores.",
            Some(QueryStep::Gjk) if lower.is_some() && lower == upper => {
                "GJK's lower and upper bound of the signed distance are equal."
            }
            Some(QueryStep::Gjk) => "GJK narrows these bounds while it searches for the closest points.",
            Some(QueryStep::Newton) => "Newton's method moves the closest points along the curved surfaces.",
            Some(QueryStep::Overlap) => "GJK has found no gap, so the search for the depth begins.",
            Some(QueryStep::Proof) => "One direction is tested as the direction of the least depth.",
            Some(QueryStep::Epa) => "EPA searches for the direction of the least depth.",
            Some(QueryStep::Conclusion) => "The distance query ends here: its bounds are equal to within rounding.",
            None => "The bodies are so small that their distance is computed in scaled units, in one step.",
        };
        match self.bounds_clause(query.bracket) {
            Some(known) => say!("{}. {}", known, action),
            None => Sentence::from(action),
        }
    }

    /// Text of the absolute value of a length.
    fn magnitude(&self, meters: f64) -> String {
        self.unit.length(meters.abs()).text
    }

    /// Absolute value of a bound of the signed distance, as a bound of the depth or of the distance.
    fn bound(&self, symbol: Symbol, meters: f64) -> Value {
        self.length(symbol, meters, BRACKET)
    }

    /// Bound of the signed distance, with its sign.
    fn signed_bound(&self, symbol: Symbol, meters: f64) -> Value {
        Value::of(symbol, self.unit.length(meters), BRACKET)
    }

    /// Clause on the lower and upper bound of the signed distance, meters; `None` without bounds.
    fn bounds_clause(&self, bracket: [Option<f64>; 2]) -> Option<Sentence> {
        match bracket {
            [Some(lower), Some(upper)] => Some(self.bracket_clause(lower, upper)),
            [Some(lower), None] => {
                Some(say!("The signed distance is at least {}", self.signed_bound(symbol::LOWER, lower)))
            }
            [None, Some(upper)] => {
                Some(say!("The signed distance is at most {}", self.signed_bound(symbol::UPPER, upper)))
            }
            [None, None] => None,
        }
    }

    /// Clause on the signed distance between its bounds `lower` and `upper`, meters: in words for a depth or a distance
    /// where the signs of both bounds agree.
    fn bracket_clause(&self, lower: f64, upper: f64) -> Sentence {
        let [a, b] = self.pair.body_names();
        if self.is_rounding(lower) && self.is_rounding(upper) {
            return say!("{} and {} touch: their signed distance is zero to within rounding", a, b);
        }
        if self.magnitude(lower) == self.magnitude(upper) && lower * upper >= 0.0 {
            if lower < 0.0 {
                return say!("{} and {} overlap by {}", a, b, self.bound(symbol::DEPTH, lower));
            }
            return say!("{} and {} are {} apart", a, b, self.bound(symbol::DISTANCE, lower));
        }
        if lower < 0.0 && self.is_rounding(upper) {
            return say!("The depth is at most {}", self.bound(symbol::DEPTH_AT_MOST, lower));
        }
        if upper < 0.0 {
            let least = self.bound(symbol::DEPTH_AT_LEAST, upper);
            return say!("The depth is between {} and {}", least, self.bound(symbol::DEPTH_AT_MOST, lower));
        }
        if upper > 0.0 && self.is_rounding(lower) {
            return say!("The distance is at most {}", self.bound(symbol::UPPER, upper));
        }
        if lower > 0.0 {
            let least = self.bound(symbol::LOWER, lower);
            return say!("The distance is between {} and {}", least, self.bound(symbol::UPPER, upper));
        }
        let least = self.signed_bound(symbol::LOWER, lower);
        say!("The signed distance is between {} and {}", least, self.signed_bound(symbol::UPPER, upper))
    }
}
