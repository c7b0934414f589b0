//! A field of an option: one row, read by whoever parses, saves, checks, lists or shows it.

use super::{Dimension, Slot, Value};

/// From where to where a number may go. Of a direction it is the length that is meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Not below this.
    pub least: f64,
    /// Whether `least` itself is left out.
    pub open: bool,
    /// Not above this.
    pub most: f64,
}

impl Range {
    /// Any number.
    pub const ANY: Self = Self { least: f64::NEG_INFINITY, open: false, most: f64::INFINITY };
    /// What is not negative.
    pub const SIZE: Self = Self { least: 0.0, ..Self::ANY };
    /// What is above 0.
    pub const POSITIVE: Self = Self { open: true, ..Self::SIZE };
    /// A share, 0 to 1.
    pub const SHARE: Self = Self { most: 1.0, ..Self::SIZE };
    /// A number of things of which there is at least one.
    pub const COUNT: Self = Self { least: 1.0, ..Self::ANY };

    /// The same, but not above `most`.
    pub const fn up_to(self, most: f64) -> Self {
        Self { most, ..self }
    }

    /// Whether the number lies in it; what is not a number does not.
    pub fn holds(self, number: f64) -> bool {
        number <= self.most && if self.open { number > self.least } else { number >= self.least }
    }

    /// In words, where it is not any number: above 0, 0 to 1, at least 1.
    pub fn words(self) -> Option<String> {
        let short = |number: f64| if number.abs() < 1.0e6 { number.to_string() } else { format!("{number:e}") };
        let (least, most) = (short(self.least), short(self.most));
        match (self.least.is_finite(), self.most.is_finite()) {
            (false, false) => None,
            (false, true) => Some(format!("at most {most}")),
            (true, true) if self.open => Some(format!("above {least}, at most {most}")),
            (true, true) => Some(format!("{least} to {most}")),
            (true, false) => Some(format!("{} {least}", if self.open { "above" } else { "at least" })),
        }
    }
}

/// In what a quantity is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// In sentences.
    pub name: &'static str,
    /// After a number.
    pub symbol: &'static str,
}

impl Unit {
    /// Of lengths.
    pub const METERS: Self = Self { name: "meters", symbol: "m" };
    /// Of times.
    pub const SECONDS: Self = Self { name: "seconds", symbol: "s" };
    /// Of frequencies.
    pub const HERTZ: Self = Self { name: "hertz", symbol: "Hz" };
    /// Of speeds.
    pub const METERS_A_SECOND: Self = Self { name: "meters a second", symbol: "m/s" };
    /// Of angular velocities.
    pub const RADIANS_A_SECOND: Self = Self { name: "radians a second", symbol: "rad/s" };
    /// Of masses.
    pub const KILOGRAMS: Self = Self { name: "kilograms", symbol: "kg" };
    /// Of densities in the plane.
    pub const KILOGRAMS_A_SQUARE_METER: Self = Self { name: "kilograms a square meter", symbol: "kg/m²" };
    /// Of moments of inertia.
    pub const KILOGRAM_SQUARE_METERS: Self = Self { name: "kilogram square meters", symbol: "kg m²" };
    /// Of forces.
    pub const NEWTONS: Self = Self { name: "newtons", symbol: "N" };
    /// Of torques.
    pub const NEWTON_METERS: Self = Self { name: "newton meters", symbol: "N m" };
}

/// What is known of a field, whatever struct it stands in.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// In scene files and lines of a batch.
    pub name: &'static str,
    /// In words, on screens.
    pub label: &'static str,
    /// What it is, in a sentence without the unit; with it: [`About::sentence`].
    pub doc: &'static str,
    /// In what a number is measured; `None` where it is a bare number.
    pub unit: Option<Unit>,
    /// What a number may be.
    pub range: Range,
    /// What holds where nothing is said. `None` where it hangs on something else, as a tolerance does on the precision.
    pub default: Option<Value>,
    /// The number with which somebody begins who wants one of their own.
    pub first: f64,
    /// The only dimension in which there is something to choose.
    pub only: Option<Dimension>,
}

impl About {
    /// What it is, in a sentence; of a quantity with its unit, which ends the first clause.
    pub fn sentence(&self) -> String {
        let Some(unit) = self.unit else { return self.doc.to_owned() };
        let (clause, rest) = self.doc.split_at(self.doc.find(';').unwrap_or(self.doc.trim_end_matches('.').len()));
        format!("{clause}, {}{rest}", unit.name)
    }
}

/// A field of the options `T`.
pub struct Field<T: 'static> {
    /// What is known of it.
    pub about: About,
    /// Why it may not say what it says, or anything at all, beside the other fields and in scenes of this dimension.
    pub idle: fn(&T, Dimension) -> Option<&'static str>,
    /// Where it stands.
    pub slot: fn(&T) -> &dyn Slot,
    /// The same, to be changed.
    pub slot_mut: fn(&mut T) -> &mut dyn Slot,
}

// Derived, these would ask the same of `T`.
impl<T> Clone for Field<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Field<T> {}

impl<T> Field<T> {
    /// A field that may be anything, and has no default but that of its type.
    pub const fn new(
        [name, label, doc]: [&'static str; 3],
        slot: fn(&T) -> &dyn Slot,
        slot_mut: fn(&mut T) -> &mut dyn Slot,
    ) -> Self {
        let about = About { name, label, doc, unit: None, range: Range::ANY, default: None, first: 0.0, only: None };
        Self { about, idle: |_, _| None, slot, slot_mut }
    }

    /// The same within this range; a person begins with `first`.
    pub const fn number(self, range: Range, first: f64) -> Self {
        Self { about: About { range, first, ..self.about }, ..self }
    }

    /// The same, measured in this unit.
    pub const fn unit(self, unit: Unit) -> Self {
        Self { about: About { unit: Some(unit), ..self.about }, ..self }
    }

    /// The same with a default.
    pub const fn default(self, default: Value) -> Self {
        Self { about: About { default: Some(default), ..self.about }, ..self }
    }

    /// The same, for scenes of space alone.
    pub const fn spatial(self) -> Self {
        Self { about: About { only: Some(Dimension::Three), ..self.about }, ..self }
    }

    /// The same, with what it may not say.
    pub const fn unless(self, idle: fn(&T, Dimension) -> Option<&'static str>) -> Self {
        Self { idle, ..self }
    }

    /// The number that holds: the one that is said, or the default, or that with which somebody begins.
    pub fn number_of(&self, options: &T) -> f64 {
        match (self.slot)(options).get().or(self.about.default) {
            Some(Value::Number(number)) => number,
            Some(Value::Count(count)) => f64::from(count),
            _ => self.about.first,
        }
    }

    /// Whether it is done: as is said, or by default.
    pub fn flag_of(&self, options: &T) -> bool {
        (self.slot)(options).get().or(self.about.default) == Some(Value::Flag(true))
    }
}

/// How a question is to be answered: a struct of which every field may be left out.
pub trait Options: Default + 'static {
    /// Its fields, in the order in which files and screens list them.
    const FIELDS: &'static [Field<Self>];
}

/// Options of whatever kind, by the names of their fields.
pub trait AnyOptions {
    /// What is known of the fields, in order.
    fn fields(&self) -> Vec<&'static About>;

    /// The field of this name.
    fn slot(&self, name: &str) -> Option<&dyn Slot>;

    /// The same, to be changed.
    fn slot_mut(&mut self, name: &str) -> Option<&mut dyn Slot>;

    /// Why the field of this name may not say what it says.
    fn idle(&self, name: &str, dimension: Dimension) -> Option<&'static str>;
}

impl<T: Options> AnyOptions for T {
    fn fields(&self) -> Vec<&'static About> {
        T::FIELDS.iter().map(|field| &field.about).collect()
    }

    fn slot(&self, name: &str) -> Option<&dyn Slot> {
        T::FIELDS.iter().find(|field| field.about.name == name).map(|field| (field.slot)(self))
    }

    fn slot_mut(&mut self, name: &str) -> Option<&mut dyn Slot> {
        T::FIELDS.iter().find(|field| field.about.name == name).map(|field| (field.slot_mut)(self))
    }

    fn idle(&self, name: &str, dimension: Dimension) -> Option<&'static str> {
        let field = T::FIELDS.iter().find(|field| field.about.name == name)?;
        match field.about.only {
            Some(Dimension::Three) if dimension == Dimension::Two => Some(NO_CHOICE),
            _ => (field.idle)(self, dimension),
        }
    }
}

/// Why an option of space is none in the plane.
pub(super) const NO_CHOICE: &str = "is for scenes of dimension 3: the plane has nothing to choose here";

impl dyn AnyOptions + '_ {
    /// The first field that says what it may not say, and why.
    pub fn wrong(&self, dimension: Dimension) -> Option<(&'static str, &'static str)> {
        let said = |about: &&About| self.slot(about.name).is_some_and(|slot| slot.get().is_some());
        self.fields().into_iter().filter(said).find_map(|about| {
            let points_nowhere = match self.slot(about.name)?.get() {
                Some(Value::Vector(vector)) => vector == [0.0; 3] && !about.range.holds(0.0),
                _ => false,
            };
            let zero = points_nowhere.then_some("must not be zero: it points nowhere");
            Some((about.name, zero.or_else(|| self.idle(about.name, dimension))?))
        })
    }

    /// Takes over what `other` says in fields that both have, as far as it can be said here.
    pub fn adopt(&mut self, other: &dyn AnyOptions) {
        for about in other.fields() {
            let said = other.slot(about.name).and_then(|slot| slot.get());
            if let (Some(value), Some(slot)) = (said, self.slot_mut(about.name)) {
                slot.set(Some(value));
            }
        }
    }
}
