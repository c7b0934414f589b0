//! Serde deserializer whose input is a JSON tree that was checked against its schema. Numbers are not parsed a second
//! time, so the model gets exactly the numbers that were checked.

use std::fmt;

use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::error::TextError;
use super::json::{self, Source};
use super::tree::{Kind, Node};

/// Converts a tree to a value of the model. The tree obeys the model's schema, so a mismatch is a bug of this program
/// and its message says so.
pub(super) fn from_node<'a, T: Deserialize<'a>>(node: &'a Node) -> Result<T, TextError> {
    T::deserialize(node).map_err(|Mismatch(message)| {
        TextError::new(node.start, "", format!("fits the schema, but cannot be read: {message}; please report this"))
    })
}

/// Deserializes JSON that this program has written, without checks of schema and rules; an error is one sentence.
pub fn unchecked<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, String> {
    let root = json::read(text, Source::File).map_err(|fault| fault.message)?;
    from_node(&root).map_err(|fault| fault.message)
}

/// Error of the deserializer: the tree does not fit the model.
#[derive(Debug)]
pub(super) struct Mismatch(String);

impl fmt::Display for Mismatch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Mismatch {}

impl Error for Mismatch {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl<'de> IntoDeserializer<'de, Mismatch> for &'de Node {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Whether the number is whole, from +0 to below 2⁵³; false for −0.
fn is_whole(number: f64) -> bool {
    number.is_sign_positive() && number < 2f64.powi(53) && number.fract() == 0.0
}

/// Defines the methods of whole numbers, which accept `3`, `3.0` and `3e0` alike, and −0 as 0.
macro_rules! whole {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
            match self.kind {
                Kind::Number(number) if number == 0.0 || is_whole(number) => visitor.visit_u64(number as u64),
                _ => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for &'de Node {
    type Error = Mismatch;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        match &self.kind {
            Kind::Null => visitor.visit_unit(),
            Kind::Bool(value) => visitor.visit_bool(*value),
            // Whole numbers are passed as integers, which serde converts to floats on demand; tagged enums buffer them
            // without loss.
            Kind::Number(number) if is_whole(*number) => visitor.visit_u64(*number as u64),
            Kind::Number(number) => visitor.visit_f64(*number),
            Kind::String(text) => visitor.visit_borrowed_str(text),
            Kind::Array(items) => visitor.visit_seq(SeqDeserializer::new(items.iter())),
            Kind::Object(fields) => {
                visitor.visit_map(MapDeserializer::new(fields.iter().map(|field| (field.name.as_str(), &field.value))))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        match self.kind {
            Kind::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        let word: StrDeserializer<'de, Mismatch> = match &self.kind {
            Kind::String(text) => text.as_str().into_deserializer(),
            _ => return Err(Mismatch(format!("{name} must be a word, but is {}", self.kind_name()))),
        };
        word.deserialize_enum(name, variants, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Mismatch> {
        visitor.visit_newtype_struct(self)
    }

    whole! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{GjkOptions, Shape};

    fn read<T: for<'a> Deserialize<'a>>(text: &str) -> T {
        from_node(&json::read(text, Source::File).unwrap()).unwrap()
    }

    #[test]
    fn a_whole_number_may_have_a_point_or_an_exponent() {
        for written in ["7", "7.0", "70e-1", "0.7e1"] {
            let options: GjkOptions = read(&format!("{{\"max_iterations\": {written}, \"solver\": \"johnson\"}}"));
            assert_eq!(options.max_iterations, Some(7), "{written}");
        }
    }

    #[test]
    fn a_zero_keeps_its_sign_inside_a_shape() {
        let shape: Shape = read("{\"type\": \"polytope\", \"points\": [[-0, -0.0, 0]]}");
        let Shape::Polytope { points } = shape else { panic!("{shape:?}") };
        assert_eq!(points[0].map(f64::is_sign_negative), [true, true, false]);
    }
}
