//! Options in files: reading, writing and schema, all driven by the field rows.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value as Json, json};

use super::{
    BooleanGjkOptions, CastOptions, CullOptions, DistanceOptions, EpaOptions, GjkOptions, HierarchyOptions,
    IsaGjkOptions, ManifoldOptions, RayOptions, SatOptions, SupportOptions, WorldOptions,
};
use crate::ask::{AnyOptions, FieldInfo, Kind, Options, Slot, Value};

/// Implements serde's and schemars' traits for types with [`Options`], driven by their rows.
#[macro_export]
macro_rules! options_in_files {
    ($($options:ident),+ $(,)?) => {$(
        impl serde::Serialize for $options {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::ask::write(self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $options {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::ask::read(deserializer)
            }
        }

        impl schemars::JsonSchema for $options {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($options).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $crate::ask::schema::<Self>(generator)
            }
        }
    )+};
}

options_in_files!(
    BooleanGjkOptions,
    CastOptions,
    CullOptions,
    DistanceOptions,
    EpaOptions,
    GjkOptions,
    HierarchyOptions,
    IsaGjkOptions,
    ManifoldOptions,
    SatOptions,
    SupportOptions,
    WorldOptions,
);

/// Schema of a ray, whose other traits are derived: serde can flatten only derived structs.
impl schemars::JsonSchema for RayOptions {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RayOptions".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schema::<Self>(generator)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Number(number) => serializer.serialize_f64(number),
            Self::Count(count) => serializer.serialize_u32(count),
            Self::Flag(flag) => serializer.serialize_bool(flag),
            Self::Vector(vector) => vector.serialize(serializer),
            Self::Planar(vector) => vector.serialize(serializer),
            Self::Choice(name) => serializer.serialize_str(name),
        }
    }
}

/// Writes the fields that are set; a field that always has a value counts as set if it differs from its default.
///
/// # Errors
/// If the serializer fails.
pub fn write<S: Serializer>(options: &dyn AnyOptions, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for FieldInfo { name, .. } in options.fields() {
        if let Some(value) = options.slot(name).and_then(|slot| slot.get()) {
            map.serialize_entry(name, &value)?;
        }
    }
    map.end()
}

/// Reads options, each field into its slot.
///
/// # Errors
/// The first unknown field, or the first value that its field cannot hold.
pub fn read<'de, T: Options, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let mut options = T::default();
    set_fields(&mut options, Map::deserialize(deserializer)?).map_err(D::Error::custom)?;
    Ok(options)
}

/// Sets each field, or returns an error for the first that fails.
fn set_fields(options: &mut dyn AnyOptions, fields: Map<String, Json>) -> Result<(), String> {
    for (name, json) in fields {
        let slot = options.slot_mut(&name).ok_or_else(|| format!("there is no option `{name}`"))?;
        let is_set = if json.is_null() {
            slot.set(None)
        } else {
            parse_value(slot, &json).is_some_and(|value| slot.set(Some(value)))
        };
        if !is_set {
            return Err(format!("`{name}` cannot be {json}"));
        }
    }
    Ok(())
}

/// Converts a JSON value, whose own type gives the kind. `None` if no kind of value has this form, and for a string
/// that names none of the slot's choices.
fn parse_value(slot: &dyn Slot, json: &Json) -> Option<Value> {
    match json {
        Json::Bool(flag) => Some(Value::Flag(*flag)),
        Json::Number(number) => number.as_f64().map(Value::Number),
        Json::String(word) => {
            let [name, _] = slot.choices().into_iter().find(|[name, _]| name == word)?;
            Some(Value::Choice(name))
        }
        Json::Array(items) => {
            let numbers: Option<Vec<f64>> = items.iter().map(Json::as_f64).collect();
            match *numbers? {
                [x, y] => Some(Value::Planar([x, y])),
                [x, y, z] => Some(Value::Vector([x, y, z])),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Returns the JSON schema of options: the schema of each field's type, with its meaning, range and default.
pub fn schema<T: Options>(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let options = T::default();
    let mut fields = Map::new();
    for field in T::FIELDS {
        let slot = (field.slot)(&options);
        let schema = slot.schema(generator);
        fields.insert(field.about.name.to_owned(), property(&field.about, slot.kind(), schema));
    }
    schemars::json_schema!({ "type": "object", "properties": fields, "additionalProperties": false })
}

/// Adds meaning, default and range to the schema of a field's type.
fn property(about: &FieldInfo, kind: Kind, mut schema: schemars::Schema) -> Json {
    schema.insert(String::from("description"), json!(about.sentence()));
    if let Some(default) = about.default {
        schema.insert(String::from("default"), json!(default));
    }
    let least = if about.range.open { "exclusiveMinimum" } else { "minimum" };
    for (keyword, bound) in [(least, about.range.least), ("maximum", about.range.most)] {
        if !bound.is_finite() {
            continue;
        }
        match kind {
            Kind::Number => _ = schema.insert(String::from(keyword), json!(bound)),
            Kind::Count => _ = schema.insert(String::from(keyword), json!(bound as u32)),
            Kind::Planar => {
                if let Some(coordinates) = schema.get_mut("items") {
                    coordinates[keyword] = json!(bound);
                }
            }
            // The range of a direction in 3D bounds its length, which no schema can express.
            Kind::Vector | Kind::Flag | Kind::Choice => {}
        }
    }
    Json::from(schema)
}
