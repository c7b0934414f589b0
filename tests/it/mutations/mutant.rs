//! A JSON text that is broken in one place, on purpose and by a seed.

use serde_json::Value;

use crate::scenes::Random;

/// JSON as it is written: names may stand twice, numbers are any text.
#[derive(Clone, Debug)]
pub enum Json {
    Token(String),
    Array(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl Json {
    pub fn read(text: &str) -> Self {
        Self::from(&serde_json::from_str::<Value>(text).unwrap())
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Token(text) => out.push_str(text),
            Self::Array(items) => list(out, '[', ']', items, |out, item| item.write(out)),
            Self::Object(fields) => list(out, '{', '}', fields, |out, (name, value)| {
                out.push_str(&format!("{}: ", Value::from(name.as_str())));
                value.write(out);
            }),
        }
    }

    /// Every value below `self` in order, but for what stands in the fields called `free`, which may hold anything.
    fn count(&self, free: &[&str], wanted: &impl Fn(&Self) -> bool) -> usize {
        let inner: usize = match self {
            Self::Token(_) => 0,
            Self::Array(items) => items.iter().map(|item| item.count(free, wanted)).sum(),
            Self::Object(fields) => {
                let strict = fields.iter().filter(|(name, _)| !free.contains(&name.as_str()));
                strict.map(|(_, value)| value.count(free, wanted)).sum()
            }
        };
        inner + usize::from(wanted(self))
    }

    /// The `left`th of them.
    fn pick(&mut self, free: &[&str], wanted: &impl Fn(&Self) -> bool, left: &mut usize) -> Option<&mut Self> {
        if wanted(self) {
            if *left == 0 {
                return Some(self);
            }
            *left -= 1;
        }
        match self {
            Self::Token(_) => None,
            Self::Array(items) => items.iter_mut().find_map(|item| item.pick(free, wanted, left)),
            Self::Object(fields) => {
                let strict = fields.iter_mut().filter(|(name, _)| !free.contains(&name.as_str()));
                strict.map(|(_, value)| value).find_map(|value| value.pick(free, wanted, left))
            }
        }
    }

    fn any<'a>(
        &'a mut self,
        free: &[&str],
        random: &mut Random,
        wanted: impl Fn(&Self) -> bool,
    ) -> Option<&'a mut Self> {
        let count = self.count(free, &wanted);
        let mut left = if count == 0 { return None } else { random.below(count) };
        self.pick(free, &wanted, &mut left)
    }
}

fn list<T>(out: &mut String, open: char, close: char, items: &[T], write: impl Fn(&mut String, &T)) {
    out.push(open);
    for (i, item) in items.iter().enumerate() {
        out.push_str(if i == 0 { "" } else { ", " });
        write(out, item);
    }
    out.push(close);
}

impl From<&Value> for Json {
    fn from(value: &Value) -> Self {
        match value {
            Value::Array(items) => Self::Array(items.iter().map(Self::from).collect()),
            Value::Object(fields) => {
                Self::Object(fields.iter().map(|(name, value)| (name.clone(), Self::from(value))).collect())
            }
            token => Self::Token(token.to_string()),
        }
    }
}

/// What was done to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Unknown,
    Misspelt,
    Twice,
    Deleted,
    Type,
    Number,
    Length,
    LongText,
    Nesting,
    Truncated,
    Bytes,
}

impl Kind {
    pub const ALL: [Self; 11] = [
        Self::Unknown,
        Self::Misspelt,
        Self::Twice,
        Self::Deleted,
        Self::Type,
        Self::Number,
        Self::Length,
        Self::LongText,
        Self::Nesting,
        Self::Truncated,
        Self::Bytes,
    ];

    /// Whether no reader may take such a text.
    pub fn must_fail(self) -> bool {
        matches!(self, Self::Unknown | Self::Misspelt | Self::Twice | Self::Nesting | Self::Truncated | Self::Bytes)
    }
}

/// A broken text.
#[derive(Debug)]
pub struct Mutant {
    pub kind: Kind,
    pub bytes: Vec<u8>,
    /// What the complaint must name, where there must be one that names something.
    pub named: Option<String>,
}

/// Numbers that break things: no numbers, too large, too small, nothing.
const NUMBERS: [&str; 22] = [
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "-1e999",
    "-0",
    "0",
    "-1",
    "1e12",
    "-1e12",
    "1e13",
    "1e300",
    "5e-324",
    "1e-320",
    "1e-45",
    "1e-30",
    "1e-160",
    "1e-200",
    "01",
    "1.",
    "0.1e",
    "1e0",
];

/// Breaks `whole` in one place. In the fields called `free` anything may stand.
pub fn mutant(whole: &Json, free: &[&str], random: &mut Random) -> Mutant {
    loop {
        let kind = Kind::ALL[random.below(Kind::ALL.len())];
        let mut json = whole.clone();
        if let Some((bytes, named)) = broken(&mut json, kind, free, random) {
            return Mutant { kind, bytes, named };
        }
    }
}

fn broken(json: &mut Json, kind: Kind, free: &[&str], random: &mut Random) -> Option<(Vec<u8>, Option<String>)> {
    let is_number =
        |json: &Json| matches!(json, Json::Token(text) if text.starts_with(|c: char| c == '-' || c.is_ascii_digit()));
    let mut named = None;
    match kind {
        Kind::Unknown => {
            let fields = fields(json.any(free, random, |json| matches!(json, Json::Object(_)))?)?;
            let name = ["zzz", "Margin ", "shapes", "x", "ridius", "\u{e4}"][random.below(6)].to_owned();
            let value = ["1", "null", "{}", "\"word\"", "[[]]"][random.below(5)];
            let at = random.below(fields.len() + 1);
            fields.insert(at, (name.clone(), Json::Token(value.to_owned())));
            named = Some(name);
        }
        Kind::Misspelt => {
            let (name, _) = field(json, free, random)?;
            let known = name.clone();
            let at = random.below(name.len());
            match random.below(3) {
                0 => drop(name.remove(at)),
                1 => name.insert(at, 'q'),
                _ => name.replace_range(at..=at, "q"),
            }
            if known == *name || name.is_empty() || matches!(name.as_str(), "cs" | "so") {
                return None;
            }
            named = Some(name.clone());
        }
        Kind::Twice => {
            let fields = fields(json.any(free, random, has_fields)?)?;
            let again = fields[random.below(fields.len())].clone();
            named = Some(again.0.clone());
            let at = random.below(fields.len() + 1);
            fields.insert(at, again);
        }
        Kind::Deleted => {
            let fields = fields(json.any(free, random, has_fields)?)?;
            fields.remove(random.below(fields.len()));
        }
        Kind::Type => {
            let value = json.any(free, random, |_| true)?;
            let other = ["null", "true", "7", "-2.5", "\"word\"", "\"\"", "[]", "{}", "[1, 2]", "[[0, 0, 0]]"];
            *value = Json::Token(other[random.below(other.len())].to_owned());
        }
        Kind::Number => {
            let value = json.any(free, random, is_number)?;
            *value = Json::Token(NUMBERS[random.below(NUMBERS.len())].to_owned());
        }
        Kind::Length => {
            let Json::Array(items) = json.any(free, random, |json| matches!(json, Json::Array(_)))? else {
                return None;
            };
            match items.last().cloned() {
                Some(last) if random.below(2) == 0 => items.push(last),
                _ => drop(items.pop()),
            }
        }
        Kind::LongText => {
            let value = json.any(free, random, |json| matches!(json, Json::Token(text) if text.starts_with('"')))?;
            *value = Json::Token(format!("\"{}\"", "long ".repeat(2_000)));
        }
        Kind::Nesting => {
            let value = json.any(free, random, |_| true)?;
            let depth = [60, 5_000][random.below(2)];
            *value = Json::Token(format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
        }
        Kind::Truncated | Kind::Bytes => {}
    }
    let mut text = String::new();
    json.write(&mut text);
    let mut bytes = text.into_bytes();
    let at = random.below(bytes.len());
    match kind {
        Kind::Truncated => bytes.truncate(at),
        Kind::Bytes => bytes[at] = [0xff, 0xc0, 0x80, 0x00][random.below(4)],
        _ => {}
    }
    Some((bytes, named))
}

fn has_fields(json: &Json) -> bool {
    matches!(json, Json::Object(fields) if !fields.is_empty())
}

fn fields(json: &mut Json) -> Option<&mut Vec<(String, Json)>> {
    match json {
        Json::Object(fields) => Some(fields),
        _ => None,
    }
}

/// Any field of any object that is not free.
fn field<'a>(json: &'a mut Json, free: &[&str], random: &mut Random) -> Option<&'a mut (String, Json)> {
    let fields = fields(json.any(free, random, has_fields)?)?;
    let at = random.below(fields.len());
    Some(&mut fields[at])
}
