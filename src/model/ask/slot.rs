//! Values of option fields, and uniform access to them.

use std::any::Any;

use super::Choice;

/// Value of an option field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A real number, with or without a unit.
    Number(f64),
    /// An integer, not negative.
    Count(u32),
    /// A boolean, such as whether to start warm.
    Flag(bool),
    /// A vector in 3D, such as a direction.
    Vector([f64; 3]),
    /// A vector in 2D, x and y.
    Planar([f64; 2]),
    /// Name of a variant of a [`Choice`].
    Choice(&'static str),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Count(count) => write!(f, "{count}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Vector(vector) => write!(f, "{vector:?}"),
            Self::Planar(vector) => write!(f, "{vector:?}"),
            Self::Choice(name) => f.write_str(name),
        }
    }
}

/// The kind of a [`Value`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A real number, with or without a unit.
    Number,
    /// An integer, not negative.
    Count,
    /// A boolean, such as whether to start warm.
    Flag,
    /// A vector in 3D, such as a direction.
    Vector,
    /// A vector in 2D, x and y.
    Planar,
    /// One of a few names.
    Choice,
}

/// A type with a JSON schema, if schemas are compiled in.
pub trait Described {
    /// Returns the JSON schema of the type alone, without range or meaning.
    #[cfg(feature = "serde")]
    fn schema(&self, generator: &mut schemars::SchemaGenerator) -> schemars::Schema;
}

#[cfg(feature = "serde")]
impl<T: schemars::JsonSchema> Described for T {
    fn schema(&self, generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<T>()
    }
}

#[cfg(not(feature = "serde"))]
impl<T> Described for T {}

/// A field that holds a value or is absent.
pub trait Slot: Described + Any {
    /// Returns the kind of the values that the field can hold.
    fn kind(&self) -> Kind;

    /// Returns the value; `None` if the field is absent, or always has a value and that is its default.
    fn get(&self) -> Option<Value>;

    /// Sets or clears the value. Returns whether the field can hold it; if not, nothing changes.
    fn set(&mut self, value: Option<Value>) -> bool;

    /// Returns name and label of each variant, in display order; empty unless the field is a choice.
    fn choices(&self) -> Vec<[&'static str; 2]> {
        Vec::new()
    }
}

/// A type that converts to and from [`Value`].
trait Plain: Copy + 'static {
    /// Kind of its values.
    const KIND: Kind;

    /// Converts to a value.
    fn value(self) -> Value;

    /// Converts a value; `None` if the type cannot hold it.
    fn from_value(value: Value) -> Option<Self>;

    /// Returns name and label of each variant; empty unless the type is a [`Choice`].
    fn choices() -> Vec<[&'static str; 2]> {
        Vec::new()
    }
}

impl Plain for f64 {
    const KIND: Kind = Kind::Number;

    fn value(self) -> Value {
        Value::Number(self)
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Number(number) => Some(number),
            Value::Count(count) => Some(f64::from(count)),
            Value::Flag(_) | Value::Vector(_) | Value::Planar(_) | Value::Choice(_) => None,
        }
    }
}

impl Plain for u32 {
    const KIND: Kind = Kind::Count;

    fn value(self) -> Value {
        Value::Count(self)
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            // Only integers survive the conversion and back.
            Value::Number(number) => Some(number as Self).filter(|count| f64::from(*count) == number),
            Value::Count(count) => Some(count),
            Value::Flag(_) | Value::Vector(_) | Value::Planar(_) | Value::Choice(_) => None,
        }
    }
}

impl Plain for bool {
    const KIND: Kind = Kind::Flag;

    fn value(self) -> Value {
        Value::Flag(self)
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Flag(flag) = value { Some(flag) } else { None }
    }
}

impl Plain for [f64; 3] {
    const KIND: Kind = Kind::Vector;

    fn value(self) -> Value {
        Value::Vector(self)
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Vector(vector) = value { Some(vector) } else { None }
    }
}

impl Plain for [f64; 2] {
    const KIND: Kind = Kind::Planar;

    fn value(self) -> Value {
        Value::Planar(self)
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Planar(vector) = value { Some(vector) } else { None }
    }
}

impl<C: Choice> Plain for C {
    const KIND: Kind = Kind::Choice;

    fn value(self) -> Value {
        Value::Choice(self.name())
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Choice(name) = value { C::from_name(name) } else { None }
    }

    fn choices() -> Vec<[&'static str; 2]> {
        C::NAMED.iter().map(|named| [named.name, named.label]).collect()
    }
}

/// A field that always has a value; the default counts as absent.
impl<P: Plain + Default + PartialEq + Described> Slot for P {
    fn kind(&self) -> Kind {
        P::KIND
    }

    fn get(&self) -> Option<Value> {
        (*self != P::default()).then(|| self.value())
    }

    fn set(&mut self, value: Option<Value>) -> bool {
        let Some(new) = value.map_or(Some(P::default()), P::from_value) else { return false };
        *self = new;
        true
    }

    fn choices(&self) -> Vec<[&'static str; 2]> {
        P::choices()
    }
}

/// A field whose value may be absent; absence differs from every value.
impl<P: Plain> Slot for Option<P>
where
    Self: Described,
{
    fn kind(&self) -> Kind {
        P::KIND
    }

    fn get(&self) -> Option<Value> {
        self.map(P::value)
    }

    fn set(&mut self, value: Option<Value>) -> bool {
        match value {
            None => *self = None,
            Some(value) => {
                let Some(new) = P::from_value(value) else { return false };
                *self = Some(new);
            }
        }
        true
    }

    fn choices(&self) -> Vec<[&'static str; 2]> {
        P::choices()
    }
}
