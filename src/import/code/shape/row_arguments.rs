//! Assignment of a constructor's arguments to the meanings in a row of the dictionary.
//!
//! In: the row `radius:r height:fh mass:_?` and the arguments of `Cylinder(0.5, height: 2)`. Out: a map from meanings
//! to values, `r` → 0.5 and `fh` → 2. `shape::build` reads the sizes and the pose of the shape from the map.

use std::rc::Rc;

use super::arguments::ValuesByMeaning;
use super::dictionary::Row;
use super::sizes::{NUMBER_LISTS, insert_bounds, insert_numbers, round_sizes};
use crate::code::evaluate::fallbacks::is_nothing;
use crate::code::evaluate::value::{Data, NamedValue, Value};

/// Keys that change a shape or its pose and that no row reads: a constructor with one of them does not fit its row.
const UNREAD_KEYS: [&str; 9] =
    ["fromto", "bounds", "scale", "meshScale", "euler", "axisangle", "xyaxes", "zaxis", "fileName"];

/// Parameter of a row of the dictionary: its names, its meaning and its marks, as the dictionary's header explains.
struct Parameter<'r> {
    names: Vec<&'r str>,
    meaning: &'r str,
    is_optional: bool,
    /// Whether positional arguments skip the parameter: the mark `&`.
    is_keyword_only: bool,
    default: Option<&'r str>,
}

impl<'r> Parameter<'r> {
    /// Parses `name|other_name:meaning` with its marks; `None` for the `*` at the end of a row.
    fn parse(word: &'r str) -> Option<Self> {
        let (names, rest) = word.split_once(':')?;
        let marks_start = rest.find(['?', '=', '&']).unwrap_or(rest.len());
        let marks = &rest[marks_start..];
        let default = marks.split_once('=').map(|(_, value)| value.trim_end_matches(['&', '?']));
        Some(Self {
            names: names.split('|').collect(),
            meaning: &rest[..marks_start],
            is_optional: marks.contains('?') || default.is_some(),
            is_keyword_only: marks.contains('&'),
            default,
        })
    }

    /// Whether a key in the text names this parameter, whatever its case, underscores, or prefix `m_` or `in`.
    fn has_name(&self, key: &str) -> bool {
        let key = plain_member(key);
        // Libraries name a vector of half extents in many ways; programs write `halfExtents` for all of them.
        let is_half_extents = key == "halfextents" && self.meaning == "hv";
        is_half_extents || self.names.iter().any(|name| plain_member(name) == key)
    }
}

/// Removes the prefixes `m_` and `in` and all underscores from a name, and converts it to lower case.
fn plain_member(name: &str) -> String {
    name.trim_start_matches("m_").trim_start_matches("in").replace('_', "").to_lowercase()
}

/// Assigns arguments to the meanings of a row; `None` if they do not fit.
pub fn values_by_meaning(row: &Row, arguments: &[NamedValue]) -> Option<ValuesByMeaning> {
    let parameters: Vec<Parameter<'_>> = row.arguments.split(' ').filter_map(Parameter::parse).collect();
    let arguments = with_fields_of_records(arguments, &parameters);
    // JavaScript has no arguments by name: some types of Unity have the names of types of three.js.
    let takes_keys = row.libraries != "three" || has_fields(row);
    if !takes_keys && arguments.iter().any(|(key, _)| key.is_some()) {
        return None;
    }
    let mut assignment = Assignment {
        values: vec![None; parameters.len()],
        parameters,
        next: 0,
        takes_others: row.arguments.ends_with('*'),
    };
    for (key, value) in arguments {
        match key {
            Some(key) => assignment.assign_key(&key, value)?,
            None => assignment.assign_next(value)?,
        }
    }
    assignment.into_values()
}

/// Replaces each positional record with a field that is a parameter, `{ halfExtents: … }`, by its fields.
fn with_fields_of_records(arguments: &[NamedValue], parameters: &[Parameter<'_>]) -> Vec<NamedValue> {
    let mut flat = Vec::with_capacity(arguments.len());
    for (key, value) in arguments {
        if key.is_none() && is_record(value, parameters) {
            flat.extend(value.items().iter().cloned());
        } else {
            flat.push((key.clone(), value.clone()));
        }
    }
    flat
}

/// Whether a value is a record with a field that is a parameter of the row.
fn is_record(value: &Value, parameters: &[Parameter<'_>]) -> bool {
    let mut keys = value.items().iter().filter_map(|(key, _)| key.as_deref());
    keys.any(|key| parameters.iter().any(|parameter| parameter.has_name(key))) && value.coordinates().is_none()
}

/// Whether a row of three.js is a type for calculations, such as `Box3`, with fields that have the names of arguments.
fn has_fields(row: &Row) -> bool {
    ["center:", "min:", "start:", "a:"].iter().any(|first| row.arguments.starts_with(first))
}

/// Values of the parameters of a row while the arguments are assigned to them.
struct Assignment<'r> {
    parameters: Vec<Parameter<'r>>,
    /// Value of each parameter; `None` until an argument gives it.
    values: Vec<Option<Value>>,
    /// Index of the parameter that may take the next positional argument.
    next: usize,
    /// Whether arguments that no parameter takes are ignored: the mark `*` at the end of the row.
    takes_others: bool,
}

impl Assignment<'_> {
    /// Assigns an argument by name; `None` if no parameter has this name and the row takes no others.
    fn assign_key(&mut self, key: &str, value: Value) -> Option<()> {
        match self.parameters.iter().position(|parameter| parameter.has_name(key)) {
            Some(index) => self.values[index] = Some(value),
            None if self.takes_others && !UNREAD_KEYS.contains(&key) => {}
            None => return None,
        }
        Some(())
    }

    /// Assigns a positional argument; `None` if all parameters have values and the row takes no others.
    fn assign_next(&mut self, value: Value) -> Option<()> {
        if self.parameters.get(self.next).is_some_and(|parameter| parameter.meaning.starts_with("many")) {
            return self.append_to_list(value);
        }
        while self.next < self.parameters.len()
            && (self.parameters[self.next].is_keyword_only || self.values[self.next].is_some())
        {
            self.next += 1;
        }
        match self.values.get_mut(self.next) {
            Some(slot) => *slot = Some(value),
            None if self.takes_others => {}
            None => return None,
        }
        self.next += 1;
        Some(())
    }

    /// Appends a number or a point to the parameter that takes all further arguments; any other argument is the whole
    /// list. `None` if the parameter already has a value that is not a list.
    fn append_to_list(&mut self, value: Value) -> Option<()> {
        let list = self.values[self.next].get_or_insert_with(|| Value::new(Data::List(Rc::default()), value.at));
        let Data::List(items) = &mut list.data else { return None };
        if value.number().is_some() || matches!(value.data, Data::Vector(_)) {
            Rc::make_mut(items).push((None, value));
        } else {
            *list = value;
        }
        Some(())
    }

    /// Returns the values by meaning, with the defaults of absent arguments and the quantities that follow from others;
    /// `None` if a required argument is absent, or if a value does not fit its meaning.
    fn into_values(self) -> Option<ValuesByMeaning> {
        let mut values = ValuesByMeaning::new();
        for (parameter, value) in self.parameters.iter().zip(self.values) {
            let default = parameter.default.map(|default| Value::new(parse_default(default), 0));
            match value.or(default) {
                Some(value) => insert(&mut values, parameter, value)?,
                None if parameter.is_optional => {}
                None => return None,
            }
        }
        insert_bounds(&mut values);
        (!values.contains_key("no")).then_some(values)
    }
}

/// Parses a default value of a row: a number, or a vector as in `0,0,1`.
fn parse_default(default: &str) -> Data {
    let numbers: Vec<f64> = default.split(',').filter_map(|number| number.parse().ok()).collect();
    if let [number] = numbers[..] { Data::Number(number) } else { Data::Vector(numbers) }
}

/// Whether a value is one that its meaning allows.
fn fits_meaning(meaning: &str, value: &Value) -> bool {
    match meaning {
        "body" => value.number().is_none(),
        "absent" => is_nothing(value) || value.number() == Some(0.0),
        _ => true,
    }
}

/// Adds the value of an argument by its meaning; `None` if it does not fit the meaning.
fn insert(values: &mut ValuesByMeaning, parameter: &Parameter<'_>, value: Value) -> Option<()> {
    let meaning = parameter.meaning;
    // `is(GEOM_BOX)`: a constant that selects the row and states nothing else.
    if let Some(name) = meaning.strip_prefix("is(").and_then(|rest| rest.strip_suffix(')')) {
        return matches!(&value.data, Data::Word(word) if word == name).then_some(());
    }
    if !fits_meaning(meaning, &value) {
        return None;
    }
    if NUMBER_LISTS.contains(&meaning) {
        return insert_numbers(values, meaning, &value);
    }
    match meaning {
        "many" => put(values, "pts", value),
        "ball" | "tube" | "xtube" => {
            for (name, size) in round_sizes(meaning, value.vector()?)? {
                put(values, name, Value::new(Data::Number(size), value.at));
            }
        }
        "rr" => {
            let radius = value.number().filter(|square| *square > 0.0)?.sqrt();
            put(values, "r", Value::new(Data::Number(radius), value.at));
        }
        "line" => insert_pair(values, "at", "dir", &value)?,
        "bounds" => insert_pair(values, "low", "high", &value)?,
        "axes" => {
            let [(_, x), (_, y), (_, z)] = value.items() else { return None };
            put(values, "axis0", x.clone());
            put(values, "axis1", y.clone());
            put(values, "axis2", z.clone());
        }
        _ => put(values, meaning, value),
    }
    Some(())
}

/// Adds the two elements of a list by these meanings; `None` for any other number of elements.
fn insert_pair(values: &mut ValuesByMeaning, first: &str, second: &str, list: &Value) -> Option<()> {
    let [(_, first_value), (_, second_value)] = list.items() else { return None };
    put(values, first, first_value.clone());
    put(values, second, second_value.clone());
    Some(())
}

/// Sets the value of a meaning.
fn put(values: &mut ValuesByMeaning, meaning: &str, value: Value) {
    values.insert(meaning.to_owned(), value);
}
