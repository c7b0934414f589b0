//! PLY, as text and binary of both byte orders, by `ply-rs-bw`. Properties other than places and corners are skipped.

use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{
    ElementDef, Encoding, Header, Property, PropertyAccess, PropertyAccessResult, PropertyType, ScalarType,
};

use super::text::lines;
use super::turns::Turns;
use super::{Broken, Place, Raw, coordinate};
use crate::scene::limits;
use crate::scene::path::shortened;
use crate::watch;

/// A vertex as it stands there.
struct Vertex([f64; 3]);

impl PropertyAccess for Vertex {
    fn new() -> Self {
        Self([0.0; 3])
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        let Some(axis) = ["x", "y", "z"].iter().position(|axis| *axis == name) else {
            return PropertyAccessResult::Ignored;
        };
        self.0[axis] = match property {
            Property::Float(x) => f64::from(x),
            Property::Double(x) => x,
            Property::Char(x) => f64::from(x),
            Property::UChar(x) => f64::from(x),
            Property::Short(x) => f64::from(x),
            Property::UShort(x) => f64::from(x),
            Property::Int(x) => f64::from(x),
            Property::UInt(x) => f64::from(x),
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}

/// The corners of a face as they stand there: negative ones, too.
struct Face(Vec<i64>);

impl PropertyAccess for Face {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        if !CORNERS.contains(&name) {
            return PropertyAccessResult::Ignored;
        }
        self.0 = match property {
            Property::ListChar(list) => wide(list),
            Property::ListUChar(list) => wide(list),
            Property::ListShort(list) => wide(list),
            Property::ListUShort(list) => wide(list),
            Property::ListInt(list) => wide(list),
            Property::ListUInt(list) => wide(list),
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}

fn wide<T: Into<i64>>(list: Vec<T>) -> Vec<i64> {
    list.into_iter().map(Into::into).collect()
}

/// What a face's list of corners is called.
const CORNERS: [&str; 2] = ["vertex_indices", "vertex_index"];

/// What nobody asks about.
struct Skipped;

impl PropertyAccess for Skipped {
    fn new() -> Self {
        Self
    }
}

/// Reads the one surface of a file; without faces it is a cloud of points.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Raw>, Broken> {
    surface(bytes).map_err(|broken| plain(broken, bytes))
}

/// Words in which the crate names its own types and grammar rather than what is wrong.
const INNER: [&str; 5] = ["arseError", "arseIntError", "arseFloatError", "expected one of", "Scalar("];

/// The same fault in plain words: the line itself says more than what the crate says of its grammar.
fn plain(broken: Broken, bytes: &[u8]) -> Broken {
    let (head, said) =
        broken.message.split_once(" elements: ").map_or(("", &*broken.message), |(head, said)| (head, said));
    let inner =
        INNER.iter().any(|word| said.contains(word)) || said.chars().filter(|c| c.is_alphanumeric()).count() < 3;
    if !inner {
        return broken;
    }
    let line = match broken.place {
        Place::Line(number, _) => lines(bytes).nth(number - 1).map(|(_, line)| shortened(line.trim()).clone()),
        _ => None,
    };
    let what =
        if head.is_empty() { String::from("a line of the header") } else { format!("one of the {head} elements") };
    let line = line.map_or_else(String::new, |line| format!(": `{line}`"));
    Broken { message: format!("cannot be read as {what}{line}"), ..broken }
}

fn surface(bytes: &[u8]) -> Result<Vec<Raw>, Broken> {
    let mut reader = Reader::new(Turns::new(bytes));
    let header = Parser::<Vertex>::new().read_header(&mut reader).map_err(|error| broken(&error, None))?;
    let text = matches!(header.encoding, Encoding::Ascii);
    let mut raw = Raw::default();
    let mut faces = Vec::new();
    let mut seen = false;
    let mut line = 1;
    for (name, element) in &header.elements {
        let start = Start { byte: bytes.len() - reader.get_ref().left.len(), line: reader.line(), text };
        check(element, reader.get_ref().left.len(), start)?;
        match name.as_str() {
            "vertex" => {
                seen = true;
                raw.vertices = vertices(&mut reader, element, &header, start)?;
            }
            "face" => {
                line = start.line.max(1);
                faces = read_all::<Face>(&mut reader, element, &header, bytes.len(), start)?;
            }
            _ => drop(read_all::<Skipped>(&mut reader, element, &header, bytes.len(), start)?),
        }
    }
    if !seen {
        return Err(Broken::whole("announces no `vertex` elements in its header"));
    }
    for (i, Face(corners)) in faces.iter().enumerate() {
        watch::tick_at(i);
        let count = raw.vertices.len();
        let index =
            |corner: &i64| u32::try_from(*corner).ok().filter(|corner| (*corner as usize) < count).ok_or(*corner);
        let corners = corners.iter().map(index).collect::<Result<Vec<u32>, i64>>();
        let corners = corners.map_err(|corner| {
            let message = format!("face {i}: there is no vertex {corner}, there are {count} (from 0)");
            Broken { place: if text { Place::Line(line + i, 1) } else { Place::Whole }, message }
        })?;
        raw.fan(&corners);
        raw.room(0).map_err(Broken::whole)?;
    }
    Ok(vec![raw])
}

/// Where the elements of a kind begin.
#[derive(Clone, Copy)]
struct Start {
    byte: usize,
    line: usize,
    text: bool,
}

/// Whether a header promises what can be there.
fn check(element: &ElementDef, left: usize, start: Start) -> Result<(), Broken> {
    let name = &element.name;
    let count = element.count;
    if count > limits::MESH_VERTICES {
        let most = limits::MESH_VERTICES;
        return Err(Broken::whole(format!("announces {count} `{name}` elements; at most {most} are read")));
    }
    if count > left {
        return Err(Broken::byte(
            start.byte,
            format!("announces {count} `{name}` elements; only {left} bytes are left"),
        ));
    }
    let all_there = |names: &[&str]| names.iter().all(|name| element.properties.contains_key(*name));
    let kind = |name: &str| element.properties.get(name).map(|property| &property.data_type);
    let is_list = |name: &str| matches!(kind(name), Some(PropertyType::List(..)));
    let is_whole = |name: &str| match kind(name) {
        Some(PropertyType::List(_, of)) => !matches!(of, ScalarType::Float | ScalarType::Double),
        other => other.is_none(),
    };
    match name.as_str() {
        "vertex" if !all_there(&["x", "y", "z"]) => Err(Broken::whole("has `vertex` elements without `x`, `y` or `z`")),
        "vertex" if ["x", "y", "z"].iter().any(|name| is_list(name)) => {
            Err(Broken::whole("has `vertex` elements with a list for `x`, `y` or `z`"))
        }
        "face" if !CORNERS.iter().all(|name| is_whole(name)) => {
            Err(Broken::whole("has `face` elements whose `vertex_indices` are no list of whole numbers"))
        }
        "face" if count > 0 && !CORNERS.iter().any(|name| all_there(&[name])) => {
            Err(Broken::whole("has `face` elements without `vertex_indices`"))
        }
        _ => Ok(()),
    }
}

fn read_all<E: PropertyAccess>(
    reader: &mut Reader<Turns<'_>>,
    element: &ElementDef,
    header: &Header,
    size: usize,
    start: Start,
) -> Result<Vec<E>, Broken> {
    let read = Parser::<E>::new().read_payload_for_element(reader, element, header);
    // In a binary file there are no lines: it is broken at, or a little before, the byte that was to be read next.
    let broken = read.map_err(|error| broken(&error, (!start.text).then(|| size - reader.get_ref().left.len())));
    broken.map_err(|broken| Broken { message: format!("`{}` elements: {}", element.name, broken.message), ..broken })
}

fn vertices(
    reader: &mut Reader<Turns<'_>>,
    element: &ElementDef,
    header: &Header,
    start: Start,
) -> Result<Vec<[f64; 3]>, Broken> {
    let size = start.byte + reader.get_ref().left.len();
    let vertices: Vec<Vertex> = read_all(reader, element, header, size, start)?;
    let place = |i: usize| match (start.text, stride(element)) {
        (true, _) => Place::Line(start.line.max(1) + i, 1),
        (false, Some(bytes)) => Place::Byte(start.byte + i * bytes),
        (false, None) => Place::Byte(start.byte),
    };
    let wrong = |i: usize, message: String| Broken { place: place(i), message: format!("vertex {i}: {message}") };
    for (i, Vertex(point)) in vertices.iter().enumerate() {
        point.iter().try_for_each(|x| coordinate(*x).map(drop)).map_err(|message| wrong(i, message))?;
    }
    Ok(vertices.into_iter().map(|Vertex(point)| point).collect())
}

/// Bytes of an element, where all have the same.
fn stride(element: &ElementDef) -> Option<usize> {
    let size = |kind: &PropertyType| match kind {
        PropertyType::List(..) => None,
        PropertyType::Scalar(ScalarType::Char | ScalarType::UChar) => Some(1),
        PropertyType::Scalar(ScalarType::Short | ScalarType::UShort) => Some(2),
        PropertyType::Scalar(ScalarType::Int | ScalarType::UInt | ScalarType::Float) => Some(4),
        PropertyType::Scalar(ScalarType::Double) => Some(8),
    };
    element.properties.iter().map(|(_, property)| size(&property.data_type)).sum()
}

/// What the reader says, in one line.
fn broken(error: &ParseError, byte: Option<usize>) -> Broken {
    let all = error.to_string();
    let said =
        all.split_once(": ").filter(|(head, _)| head.starts_with("Line ")).map_or(all.as_str(), |(_, said)| said);
    let lines: Vec<&str> =
        said.lines().map(|line| line.trim().trim_end_matches('.')).filter(|l| !l.is_empty()).collect();
    // The last line says what is wrong, those before it where the crate was.
    let last = lines.last().map_or("", |line| line.strip_prefix("Error: ").unwrap_or(line));
    let last = if last == "failed to fill whole buffer" { "the file ends within one" } else { last };
    let mut message: String = last.chars().take(200).collect();
    if let Some(first) = message.get(..1).map(str::to_lowercase) {
        message.replace_range(..1, &first);
    }
    let place = match (byte, error.line()) {
        (Some(byte), _) => Place::Byte(byte),
        (None, Some(line)) => Place::Line(line.max(1), 1),
        _ => Place::Whole,
    };
    Broken { place, message }
}
