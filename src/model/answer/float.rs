//! Lossless floats in JSON. JSON has neither infinities nor NaN, and `serde_json` would write `null` for them; here
//! infinities are written as `"inf"` and `"-inf"`, NaN as `"nan"`. Python's `float` and Rust's `parse` read these
//! words.

use glam::{DVec2, DVec3};
use serde::{Serialize, Serializer};

/// Float, or a type made of floats, that serializes without loss; vectors become lists of coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Float<T = f64>(pub T);

/// Types made of floats that serialize without loss.
pub trait Floats {
    /// Serializes the value as [`Float`] describes.
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

impl<T: Floats> Serialize for Float<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer)
    }
}

/// Serializes a field as [`Float`] does: `#[serde(serialize_with = "floats")]`.
pub(super) fn floats<S: Serializer>(value: &impl Floats, serializer: S) -> Result<S::Ok, S::Error> {
    value.write(serializer)
}

impl<T: Floats> Floats for &T {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (*self).write(serializer)
    }
}

impl Floats for f64 {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_finite() {
            serializer.serialize_f64(*self)
        } else if self.is_nan() {
            serializer.serialize_str("nan")
        } else {
            serializer.serialize_str(if *self > 0.0 { "inf" } else { "-inf" })
        }
    }
}

impl Floats for DVec2 {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.to_array().map(Float))
    }
}

impl Floats for DVec3 {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.to_array().map(Float))
    }
}

impl<T: Floats> Floats for Vec<T> {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Float))
    }
}

/// Writes `None` as `null`.
impl<T: Floats> Floats for Option<T> {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().map(Float).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Exact;
    use super::*;

    #[test]
    fn what_is_not_finite_is_said_in_words_and_the_rest_reads_back() {
        let text = |x: f64| serde_json::to_string(&Float(x)).unwrap();
        assert_eq!([f64::INFINITY, -f64::INFINITY, f64::NAN].map(text), ["\"inf\"", "\"-inf\"", "\"nan\""]);
        for x in [0.1, -0.0, f64::MIN_POSITIVE, f64::MAX, 1.0 / 3.0, f64::from(0.1_f32), 5e-324] {
            assert_eq!(serde_json::from_str::<f64>(&text(x)).unwrap().to_bits(), x.to_bits(), "{x:e}");
        }
        let number = |exact: Option<Exact>| serde_json::to_string(&exact).unwrap();
        assert_eq!(number(None), "null");
        assert_eq!(number(Some(Exact::Count(3))), "3");
        assert_eq!(number(Some(Exact::Vector(DVec3::new(1.0, f64::INFINITY, 0.5)))), "[1.0,\"inf\",0.5]");
    }
}
