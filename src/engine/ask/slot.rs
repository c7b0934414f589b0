//! What a field of an option can hold.

use std::any::Any;

use super::Choice;

/// What a field says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A quantity.
    Number(f64),
    /// A whole number.
    Count(u32),
    /// Whether something is done.
    Flag(bool),
    /// A direction.
    Vector([f64; 3]),
    /// A vector of the plane.
    Planar([f64; 2]),
    /// The name of a choice.
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

/// Which kind of value that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A quantity.
    Number,
    /// A whole number.
    Count,
    /// Whether something is done.
    Flag,
    /// A direction.
    Vector,
    /// A vector of the plane.
    Planar,
    /// One of a few names.
    Choice,
}

/// What stands in files, as a schema tells it.
pub trait Described {
    /// The schema of the type alone, without range or meaning.
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

/// A place for a value, which may be left out.
pub trait Slot: Described + Any {
    /// What can stand here.
    fn kind(&self) -> Kind;

    /// What is said; nothing where that is the default, or left out.
    fn get(&self) -> Option<Value>;

    /// Says this, or nothing. Returns whether it can stand here; if not, nothing changes.
    fn set(&mut self, value: Option<Value>) -> bool;

    /// What can be chosen, by name and label; the default first.
    fn choices(&self) -> Vec<[&'static str; 2]> {
        Vec::new()
    }
}

/// What a value can be understood as.
trait Plain: Copy + 'static {
    const KIND: Kind;

    fn value(self) -> Value;

    fn of(value: Value) -> Option<Self>;

    fn choices() -> Vec<[&'static str; 2]> {
        Vec::new()
    }
}

impl Plain for f64 {
    const KIND: Kind = Kind::Number;

    fn value(self) -> Value {
        Value::Number(self)
    }

    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Number(number) => Some(number),
            Value::Count(count) => Some(f64::from(count)),
            _ => None,
        }
    }
}

impl Plain for u32 {
    const KIND: Kind = Kind::Count;

    fn value(self) -> Value {
        Value::Count(self)
    }

    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Number(number) => Some(number as Self).filter(|count| f64::from(*count) == number),
            Value::Count(count) => Some(count),
            _ => None,
        }
    }
}

impl Plain for bool {
    const KIND: Kind = Kind::Flag;

    fn value(self) -> Value {
        Value::Flag(self)
    }

    fn of(value: Value) -> Option<Self> {
        if let Value::Flag(flag) = value { Some(flag) } else { None }
    }
}

impl Plain for [f64; 3] {
    const KIND: Kind = Kind::Vector;

    fn value(self) -> Value {
        Value::Vector(self)
    }

    fn of(value: Value) -> Option<Self> {
        if let Value::Vector(vector) = value { Some(vector) } else { None }
    }
}

impl Plain for [f64; 2] {
    const KIND: Kind = Kind::Planar;

    fn value(self) -> Value {
        Value::Planar(self)
    }

    fn of(value: Value) -> Option<Self> {
        if let Value::Planar(vector) = value { Some(vector) } else { None }
    }
}

impl<C: Choice> Plain for C {
    const KIND: Kind = Kind::Choice;

    fn value(self) -> Value {
        Value::Choice(self.name())
    }

    fn of(value: Value) -> Option<Self> {
        if let Value::Choice(name) = value { C::of(name) } else { None }
    }

    fn choices() -> Vec<[&'static str; 2]> {
        C::NAMED.iter().map(|named| [named.name, named.label]).collect()
    }
}

/// A value that is always there: the default is as good as left out.
impl<P: Plain + Default + PartialEq + Described> Slot for P {
    fn kind(&self) -> Kind {
        P::KIND
    }

    fn get(&self) -> Option<Value> {
        (*self != P::default()).then(|| self.value())
    }

    fn set(&mut self, value: Option<Value>) -> bool {
        let new = value.map_or(Some(P::default()), P::of);
        new.into_iter().for_each(|new| *self = new);
        new.is_some()
    }

    fn choices(&self) -> Vec<[&'static str; 2]> {
        P::choices()
    }
}

/// A value that may be left out, and is told from its default.
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
        let new = value.map_or(Some(None), |value| P::of(value).map(Some));
        new.into_iter().for_each(|new| *self = new);
        new.is_some()
    }

    fn choices(&self) -> Vec<[&'static str; 2]> {
        P::choices()
    }
}
