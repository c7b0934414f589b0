//! Numbers in JSON: every digit, and nothing lost. JSON has no infinity, and `serde_json` would write `null` for it: it is
//! written as `"inf"` or `"-inf"`, what is not a number as `"nan"`. Python's `float` and Rust's `parse` read these words.

use glam::DVec3;
use serde::{Serialize, Serializer};

use crate::lesson::Exact;

/// A float that reads back as it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Float(pub(super) f64);

impl Serialize for Float {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            number if number.is_finite() => to.serialize_f64(number),
            number if number.is_nan() => to.serialize_str("nan"),
            number => to.serialize_str(if number > 0.0 { "inf" } else { "-inf" }),
        }
    }
}

/// The coordinates of a point or vector.
pub(super) fn floats(v: DVec3) -> [Float; 3] {
    v.to_array().map(Float)
}

/// The number behind a text; `null` behind words.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Number {
    Count(usize),
    One(Float),
    Three([Float; 3]),
    Words,
}

impl From<Option<Exact>> for Number {
    fn from(exact: Option<Exact>) -> Self {
        match exact {
            Some(Exact::Count(n)) => Self::Count(n),
            Some(Exact::Number(x)) => Self::One(Float(x)),
            Some(Exact::Vector(v)) => Self::Three(floats(v)),
            None => Self::Words,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_is_said_in_words_and_the_rest_reads_back() {
        let text = |x: f64| serde_json::to_string(&Float(x)).unwrap();
        assert_eq!([f64::INFINITY, -f64::INFINITY, f64::NAN].map(text), ["\"inf\"", "\"-inf\"", "\"nan\""]);
        for x in [0.1, -0.0, f64::MIN_POSITIVE, f64::MAX, 1.0 / 3.0, f64::from(0.1_f32), 5e-324] {
            assert_eq!(serde_json::from_str::<f64>(&text(x)).unwrap().to_bits(), x.to_bits(), "{x:e}");
        }
        let number = |exact| serde_json::to_string(&Number::from(exact)).unwrap();
        assert_eq!(number(None), "null");
        assert_eq!(number(Some(Exact::Count(3))), "3");
        assert_eq!(number(Some(Exact::Vector(DVec3::new(1.0, f64::INFINITY, 0.5)))), "[1.0,\"inf\",0.5]");
    }
}
