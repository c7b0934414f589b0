//! Selection of the bodies of a query about many bodies: all bodies of the scene, or a list of names.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// All bodies (`"all"`) or those of a list of names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// All bodies of the scene.
    #[default]
    All,
    /// Bodies of the list, in its order.
    Named(Vec<String>),
}

/// Word for all bodies in files.
const ALL: &str = "all";

impl Selection {
    /// The names of the list; empty for all bodies.
    pub fn names(&self) -> &[String] {
        match self {
            Self::All => &[],
            Self::Named(names) => names,
        }
    }

    /// The names of the list, mutable; empty for all bodies.
    pub fn names_mut(&mut self) -> &mut [String] {
        match self {
            Self::All => &mut [],
            Self::Named(names) => names,
        }
    }

    /// Removes a body from the list. Returns whether any body is left.
    pub fn remove(&mut self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::Named(names) => {
                names.retain(|other| other != name);
                !names.is_empty()
            }
        }
    }
}

impl Serialize for Selection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::All => serializer.serialize_str(ALL),
            Self::Named(names) => names.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Selection {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Word(String),
            Names(Vec<String>),
        }
        match Written::deserialize(deserializer)? {
            Written::Names(names) => Ok(Self::Named(names)),
            Written::Word(word) if word == ALL => Ok(Self::All),
            Written::Word(word) => Err(D::Error::custom(format!("`{word}` is neither `{ALL}` nor a list of names"))),
        }
    }
}

impl schemars::JsonSchema for Selection {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Selection".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "anyOf": [
                { "type": "string", "const": ALL, "description": "All bodies of the scene." },
                {
                    "type": "array",
                    "description": "Bodies by name.",
                    "items": { "type": "string" },
                    "minItems": 1,
                    "maxItems": 10_000,
                },
            ]
        })
    }
}
