//! Sentence that compares the distance of the cores, the bodies without their margins, with the margins.

use contact_lens_model::answer::number::length;

use crate::{Sentence, Value, say, symbol};

/// Distance of the cores and the margins of a pair, meters.
pub(super) struct Margins<'a> {
    /// Names of A and B.
    pub names: &'a [Sentence; 2],
    /// Distance of the cores.
    pub core_distance: f64,
    /// Margins of A and B; at least one is positive.
    pub margins: [f64; 2],
    /// Sum of both margins, as the run adds them.
    pub sum: f64,
}

impl Margins<'_> {
    /// Sentence on the distance and the margins. `is_touching` says whether they differ by less than rounding error.
    pub(super) fn sentence(&self, is_touching: bool) -> Sentence {
        let cores = Value::of(symbol::LENGTH_OF_V, length(self.core_distance), "v");
        let sum = Value::of(symbol::MARGINS, length(self.sum), "margin");
        let has_same_text = cores.text.text == sum.text.text;
        let apart = self.apart(cores);
        let margins = if self.single().is_some() { "the margin" } else { "the sum of their margins" };
        if is_touching {
            return say!("{}. This differs by less than rounding error from {}.", apart, margins);
        }
        let comparative = if self.core_distance < self.sum { "less than" } else { "more than" };
        // If both lengths have the same text, the sentence states their difference.
        if has_same_text {
            let difference = Value::number(symbol::GAP, length((self.core_distance - self.sum).abs()));
            return say!("{}, {} {} {}.", apart, difference, comparative, margins);
        }
        say!("{}, {} {}, {}.", apart, comparative, margins, sum)
    }

    /// Clause on the distance of the cores: `Without its margin, ball is 0.4 m from crate`.
    fn apart(&self, cores: Value) -> Sentence {
        let [a, b] = self.names;
        match self.single() {
            Some(0) => say!("Without its margin, {} is {} from {}", a, cores, b),
            Some(_) => say!("Without its margin, {} is {} from {}", b, cores, a),
            None => say!("Without their margins, {} and {} are {} apart", a, b, cores),
        }
    }

    /// Index of the only body with a margin; `None` if both have one.
    fn single(&self) -> Option<usize> {
        match self.margins {
            [_, b] if b <= 0.0 => Some(0),
            [a, _] if a <= 0.0 => Some(1),
            _ => None,
        }
    }
}
