//! The dimension of a scene.

/// Dimension of the space of a scene's bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub enum Dimension {
    /// The plane z = 0.
    Two,
    /// Space, with all three coordinates.
    #[default]
    Three,
}

impl TryFrom<u8> for Dimension {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        match number {
            2 => Ok(Self::Two),
            3 => Ok(Self::Three),
            _ => Err("must be 2 or 3"),
        }
    }
}

impl From<Dimension> for u8 {
    fn from(dimension: Dimension) -> Self {
        match dimension {
            Dimension::Two => 2,
            Dimension::Three => 3,
        }
    }
}

#[cfg(feature = "serde")]
impl schemars::JsonSchema for Dimension {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Dimension".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "integer", "minimum": 2, "maximum": 3 })
    }
}
