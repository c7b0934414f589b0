//! Fields of options: the rows of the table from which options are parsed, saved, checked, listed and displayed.

use super::{Dimension, Slot, Value};

/// Range of the values of a field: of a number, or of the length of a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Lower bound, inclusive unless `open`.
    pub least: f64,
    /// Whether `least` itself is excluded.
    pub open: bool,
    /// Upper bound of the numbers, inclusive.
    pub most: f64,
}

impl Range {
    /// All numbers, infinities included.
    pub const ANY: Self = Self { least: f64::NEG_INFINITY, open: false, most: f64::INFINITY };
    /// Numbers that are not negative.
    pub const SIZE: Self = Self { least: 0.0, ..Self::ANY };
    /// Numbers above 0, without an upper bound.
    pub const POSITIVE: Self = Self { open: true, ..Self::SIZE };
    /// Fractions from 0 to 1.
    pub const FRACTION: Self = Self { most: 1.0, ..Self::SIZE };
    /// Counts of at least 1.
    pub const COUNT: Self = Self { least: 1.0, ..Self::ANY };

    /// Returns the range with the upper bound `most`.
    pub const fn up_to(self, most: f64) -> Self {
        Self { most, ..self }
    }

    /// Returns whether the range contains the number; false for NaN.
    pub fn contains(self, number: f64) -> bool {
        let is_above_least = if self.open { number > self.least } else { number >= self.least };
        is_above_least && number <= self.most
    }

    /// Returns the range in words, such as "above 0", "0 to 1", "at least 1"; `None` for unbounded ranges.
    pub fn in_words(self) -> Option<String> {
        /// Least number that is written with an exponent: "1e9" is easier to read than its zeros.
        const FIRST_WITH_EXPONENT: f64 = 1.0e6;
        let [least, most] = [self.least, self.most]
            .map(|number| if number.abs() < FIRST_WITH_EXPONENT { number.to_string() } else { format!("{number:e}") });
        match (self.least.is_finite(), self.most.is_finite()) {
            (false, false) => None,
            (false, true) => Some(format!("at most {most}")),
            (true, true) if self.open => Some(format!("above {least}, at most {most}")),
            (true, true) => Some(format!("{least} to {most}")),
            (true, false) => Some(format!("{} {least}", if self.open { "above" } else { "at least" })),
        }
    }
}

/// Unit of a quantity; values are always in SI units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Plural name in sentences.
    pub name: &'static str,
    /// Symbol after a number.
    pub symbol: &'static str,
}

impl Unit {
    /// Unit of lengths: meters.
    pub const METERS: Self = Self { name: "meters", symbol: "m" };
    /// Unit of times: seconds.
    pub const SECONDS: Self = Self { name: "seconds", symbol: "s" };
    /// Unit of frequencies: hertz.
    pub const HERTZ: Self = Self { name: "hertz", symbol: "Hz" };
    /// Unit of speeds: meters per second.
    pub const METERS_PER_SECOND: Self = Self { name: "meters per second", symbol: "m/s" };
    /// Unit of angular velocities: radians per second.
    pub const RADIANS_PER_SECOND: Self = Self { name: "radians per second", symbol: "rad/s" };
    /// Unit of masses: kilograms.
    pub const KILOGRAMS: Self = Self { name: "kilograms", symbol: "kg" };
    /// Unit of densities in 2D: kilograms per square meter.
    pub const KILOGRAMS_PER_SQUARE_METER: Self = Self { name: "kilograms per square meter", symbol: "kg/m²" };
    /// Unit of moments of inertia: kilogram square meters.
    pub const KILOGRAM_SQUARE_METERS: Self = Self { name: "kilogram square meters", symbol: "kg m²" };
    /// Unit of forces: newtons.
    pub const NEWTONS: Self = Self { name: "newtons", symbol: "N" };
    /// Unit of torques: newton meters.
    pub const NEWTON_METERS: Self = Self { name: "newton meters", symbol: "N m" };
}

/// Description of a field, independent of its struct.
#[derive(Clone, Copy, Debug)]
pub struct FieldInfo {
    /// Name in scene files and batch lines.
    pub name: &'static str,
    /// Label shown on screens.
    pub label: &'static str,
    /// Meaning as a sentence without the unit; [`FieldInfo::sentence`] adds the unit.
    pub doc: &'static str,
    /// Unit of the number; `None` for a bare number.
    pub unit: Option<Unit>,
    /// Range of the number, or of the length of a direction.
    pub range: Range,
    /// Value where the field is absent. `None` where that value depends on something else, as the default tolerance
    /// depends on the precision.
    pub default: Option<Value>,
    /// Initial number when the user starts to set the field.
    pub initial: f64,
    /// The only dimension in which the field has an effect; `None` for both.
    pub only_in: Option<Dimension>,
}

impl FieldInfo {
    /// Returns the meaning as a sentence; the unit of a quantity ends the first clause.
    pub fn sentence(&self) -> String {
        let Some(unit) = self.unit else { return self.doc.to_owned() };
        let (clause, rest) = self.doc.split_at(self.doc.find(';').unwrap_or(self.doc.trim_end_matches('.').len()));
        format!("{clause}, {}{rest}", unit.name)
    }
}

/// A field of the options struct `T`.
pub struct Field<T: 'static> {
    /// Description of the field.
    pub about: FieldInfo,
    /// Reason why the field may not be set, given the other fields and the scene's dimension; `None` if it may.
    pub conflict: fn(&T, Dimension) -> Option<&'static str>,
    /// Access to the field's value.
    pub slot: fn(&T) -> &dyn Slot,
    /// Mutable access to the field's value.
    pub slot_mut: fn(&mut T) -> &mut dyn Slot,
}

// Derived implementations would require the same traits of `T`.
impl<T> Clone for Field<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Field<T> {}

impl<T> Field<T> {
    /// Creates a field without range, unit or default other than its type's.
    pub const fn new(
        [name, label, doc]: [&'static str; 3],
        slot: fn(&T) -> &dyn Slot,
        slot_mut: fn(&mut T) -> &mut dyn Slot,
    ) -> Self {
        let about =
            FieldInfo { name, label, doc, unit: None, range: Range::ANY, default: None, initial: 0.0, only_in: None };
        Self { about, conflict: |_, _| None, slot, slot_mut }
    }

    /// Returns the field with this range and initial number.
    pub const fn number(self, range: Range, initial: f64) -> Self {
        Self { about: FieldInfo { range, initial, ..self.about }, ..self }
    }

    /// Returns the field with this unit.
    pub const fn unit(self, unit: Unit) -> Self {
        Self { about: FieldInfo { unit: Some(unit), ..self.about }, ..self }
    }

    /// Returns the field with this default.
    pub const fn default(self, default: Value) -> Self {
        Self { about: FieldInfo { default: Some(default), ..self.about }, ..self }
    }

    /// Returns the field, restricted to scenes of dimension 3.
    pub const fn spatial(self) -> Self {
        Self { about: FieldInfo { only_in: Some(Dimension::Three), ..self.about }, ..self }
    }

    /// Returns the field with a function that gives the reason why it may not be set, from the other fields and the
    /// dimension.
    pub const fn unless(self, conflict: fn(&T, Dimension) -> Option<&'static str>) -> Self {
        Self { conflict, ..self }
    }

    /// Returns the effective number: the one set, else the default, else the initial number.
    pub fn number_of(&self, options: &T) -> f64 {
        match (self.slot)(options).get().or(self.about.default) {
            Some(Value::Number(number)) => number,
            Some(Value::Count(count)) => f64::from(count),
            _ => self.about.initial,
        }
    }

    /// Returns whether the effective value of a flag is true; an absent flag without a default is false.
    pub fn flag_of(&self, options: &T) -> bool {
        (self.slot)(options).get().or(self.about.default) == Some(Value::Flag(true))
    }
}

/// Options of a query: a struct whose fields may all be absent.
pub trait Options: Default + 'static {
    /// The fields, in the order of files and screens.
    const FIELDS: &'static [Field<Self>];
}

/// Options of any type, accessed by the names of their fields.
pub trait AnyOptions {
    /// Returns the descriptions of the fields, in order.
    fn fields(&self) -> Vec<&'static FieldInfo>;

    /// Returns the value of the field of this name; `None` for unknown names.
    fn slot(&self, name: &str) -> Option<&dyn Slot>;

    /// Returns mutable access to the value of the field of this name; `None` for unknown names.
    fn slot_mut(&mut self, name: &str) -> Option<&mut dyn Slot>;

    /// Returns the reason why the field of this name may not be set; `None` if it may, and for unknown names.
    fn conflict(&self, name: &str, dimension: Dimension) -> Option<&'static str>;
}

impl<T: Options> AnyOptions for T {
    fn fields(&self) -> Vec<&'static FieldInfo> {
        T::FIELDS.iter().map(|field| &field.about).collect()
    }

    fn slot(&self, name: &str) -> Option<&dyn Slot> {
        T::FIELDS.iter().find(|field| field.about.name == name).map(|field| (field.slot)(self))
    }

    fn slot_mut(&mut self, name: &str) -> Option<&mut dyn Slot> {
        T::FIELDS.iter().find(|field| field.about.name == name).map(|field| (field.slot_mut)(self))
    }

    fn conflict(&self, name: &str, dimension: Dimension) -> Option<&'static str> {
        let field = T::FIELDS.iter().find(|field| field.about.name == name)?;
        match field.about.only_in {
            Some(Dimension::Three) if dimension == Dimension::Two => Some(ONLY_IN_3D),
            _ => (field.conflict)(self, dimension),
        }
    }
}

/// Reason why a 3D option may not be set in 2D.
const ONLY_IN_3D: &str = "is only for 3D scenes";

impl dyn AnyOptions + '_ {
    /// Returns the name of the first field whose set value is not allowed, and the reason; `None` if all are allowed.
    pub fn first_conflict(&self, dimension: Dimension) -> Option<(&'static str, &'static str)> {
        self.fields().into_iter().find_map(|about| {
            let is_forbidden_zero = match self.slot(about.name)?.get()? {
                Value::Vector(vector) => vector == [0.0; 3] && !about.range.contains(0.0),
                Value::Number(_) | Value::Count(_) | Value::Flag(_) | Value::Planar(_) | Value::Choice(_) => false,
            };
            if is_forbidden_zero {
                return Some((about.name, "must not be the zero vector"));
            }
            Some((about.name, self.conflict(about.name, dimension)?))
        })
    }

    /// Copies the values of the fields that both options have and that this one can hold.
    pub fn copy_shared_fields(&mut self, other: &dyn AnyOptions) {
        for about in other.fields() {
            let value = other.slot(about.name).and_then(|slot| slot.get());
            if let (Some(value), Some(slot)) = (value, self.slot_mut(about.name)) {
                slot.set(Some(value));
            }
        }
    }
}
