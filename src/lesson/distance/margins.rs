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
        let margins = self.margins();
        let [a, b] = self.names;
        let their = if self.has_both() { "their margins" } else { "the margin" };
        if is_touching {
            let differs = "This differs by less than rounding error from";
            return say!("Without {}, {} and {} are {} apart. {} {}.", their, a, b, cores, differs, margins);
        }
        let comparative = if self.core_distance < self.sum { "less than" } else { "more than" };
        // If both lengths have the same text, the sentence states their difference.
        if cores.text.text == sum.text.text {
            let difference = Value::number(symbol::GAP, length((self.core_distance - self.sum).abs()));
            let excess = say!("{} {}", difference, comparative);
            return say!("Without {}, {} and {} are {} apart, {} {}.", their, a, b, cores, excess, margins);
        }
        say!("Without {}, {} and {} are {} apart, {} {}, {}.", their, a, b, cores, comparative, margins, sum)
    }

    /// Whether both bodies have a margin.
    fn has_both(&self) -> bool {
        self.margins.iter().all(|margin| *margin > 0.0)
    }

    /// Noun for the margins: their sum, or the only one.
    fn margins(&self) -> Sentence {
        match self.margins {
            [_, b] if b <= 0.0 => say!("the margin of {}", &self.names[0]),
            [a, _] if a <= 0.0 => say!("the margin of {}", &self.names[1]),
            _ => Sentence::from("the sum of their margins"),
        }
    }
}
