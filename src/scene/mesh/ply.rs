//! Reader of PLY files, as text and binary of both byte orders, by the crate `ply-rs-bw`. Properties other than
//! positions and vertex indices are skipped.

use contact_lens_long_run::watch;
use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{
    ElementDef, Encoding, Header, Property, PropertyAccess, PropertyAccessResult, PropertyType, ScalarType,
};

use super::text::lines;
use super::watched::WatchedBytes;
use super::{MeshError, Place, RawSurface, checked_coordinate};
use crate::limits;
use crate::path::shortened;

/// Names of the coordinates of a vertex.
const COORDINATES: [&str; 3] = ["x", "y", "z"];

/// Names of a face's list of vertex indices.
const INDEX_LISTS: [&str; 2] = ["vertex_indices", "vertex_index"];

/// Minimum number of letters and digits of a message of the crate that is shown; some are punctuation only.
const MIN_LETTERS: usize = 3;

/// Fragments of messages that name types and grammar of the parser crate. Some lack their first letter, which may be
/// upper or lower case.
const INTERNAL_WORDS: [&str; 5] = ["arseError", "arseIntError", "arseFloatError", "expected one of", "Scalar("];

/// Maximum number of characters of a message of the crate, which may quote the file.
const MAX_MESSAGE: usize = 200;

/// Position of a vertex, as the crate reads it.
struct Vertex([f64; 3]);

impl PropertyAccess for Vertex {
    fn new() -> Self {
        Self([0.0; 3])
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        let Some(axis) = COORDINATES.iter().position(|axis| *axis == name) else {
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

/// Vertex indices of a face, as the crate reads them; they may be negative or too large.
struct Face(Vec<i64>);

impl PropertyAccess for Face {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        if !INDEX_LISTS.contains(&name) {
            return PropertyAccessResult::Ignored;
        }
        self.0 = match property {
            Property::ListChar(list) => to_i64(list),
            Property::ListUChar(list) => to_i64(list),
            Property::ListShort(list) => to_i64(list),
            Property::ListUShort(list) => to_i64(list),
            Property::ListInt(list) => to_i64(list),
            Property::ListUInt(list) => to_i64(list),
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}

/// Converts the integers of a list.
fn to_i64<T: Into<i64>>(list: Vec<T>) -> Vec<i64> {
    list.into_iter().map(Into::into).collect()
}

/// Element that is skipped.
struct Skipped;

impl PropertyAccess for Skipped {
    fn new() -> Self {
        Self
    }
}

/// Reads the one surface of a file; without faces it is a point cloud.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<RawSurface>, MeshError> {
    read_surface(bytes).map_err(|error| reworded(error, bytes))
}

/// Replaces a message about the crate's types or grammar by one that quotes the line; other messages stay.
fn reworded(error: MeshError, bytes: &[u8]) -> MeshError {
    let (element_name, reason) = error.message.split_once(" elements: ").unwrap_or(("", &*error.message));
    let is_internal = INTERNAL_WORDS.iter().any(|word| reason.contains(word))
        || reason.chars().filter(|c| c.is_alphanumeric()).count() < MIN_LETTERS;
    if !is_internal {
        return error;
    }
    let line = match error.place {
        Place::Line(number, _) => lines(bytes).nth(number - 1).map(|(_, line)| shortened(line.trim()).clone()),
        Place::Whole | Place::Byte(_) => None,
    };
    let element = match element_name {
        "" => String::from("a line of the header"),
        name => format!("a {name} element"),
    };
    let line = line.map_or_else(String::new, |line| format!(": `{line}`"));
    MeshError { message: format!("cannot be read as {element}{line}"), ..error }
}

/// Reads the surface; errors are as the parser crate words them.
fn read_surface(bytes: &[u8]) -> Result<Vec<RawSurface>, MeshError> {
    let mut reader = Reader::new(WatchedBytes::new(bytes));
    let header = Parser::<Vertex>::new().read_header(&mut reader).map_err(|error| mesh_error(&error, None))?;
    let is_text = matches!(header.encoding, Encoding::Ascii);
    let mut raw = RawSurface::default();
    let mut faces = Vec::new();
    let mut has_vertices = false;
    let mut first_face_line = 1;
    for (name, element) in &header.elements {
        let start = Start { byte: bytes.len() - reader.get_ref().unread.len(), line: reader.line(), is_text };
        check_element(element, reader.get_ref().unread.len(), start)?;
        match name.as_str() {
            "vertex" => {
                has_vertices = true;
                raw.vertices = read_vertices(&mut reader, element, &header, start)?;
            }
            "face" => {
                first_face_line = start.line.max(1);
                faces = read_all::<Face>(&mut reader, element, &header, bytes.len(), start)?;
            }
            _ => drop(read_all::<Skipped>(&mut reader, element, &header, bytes.len(), start)?),
        }
    }
    if !has_vertices {
        return Err(MeshError::whole("declares no `vertex` elements in its header"));
    }
    for (i, Face(corners)) in faces.iter().enumerate() {
        watch::tick_at(i);
        let count = raw.vertices.len();
        if let Some(vertex) = corners.iter().find(|vertex| !(0..count as i64).contains(*vertex)) {
            let message = format!("face {i}: there is no vertex {vertex}; the file has {count}, counted from 0");
            return Err(MeshError {
                place: if is_text { Place::Line(first_face_line + i, 1) } else { Place::Whole },
                message,
            });
        }
        let corners: Vec<u32> = corners.iter().map(|vertex| *vertex as u32).collect();
        raw.push_fan(&corners);
        raw.check_limits(0).map_err(MeshError::whole)?;
    }
    Ok(vec![raw])
}

/// Place in the file at which the elements of one kind start.
#[derive(Clone, Copy)]
struct Start {
    /// Byte offset of the first element.
    byte: usize,
    /// Line of the first element, from 1, in a text file.
    line: usize,
    /// Whether the file is text.
    is_text: bool,
}

/// Checks the properties of elements and their declared number. Every element needs at least one of the `remaining`
/// bytes.
fn check_element(element: &ElementDef, remaining: usize, start: Start) -> Result<(), MeshError> {
    let name = &element.name;
    let count = element.count;
    if count > limits::MESH_VERTICES {
        let limit = limits::MESH_VERTICES;
        return Err(MeshError::whole(format!("declares {count} `{name}` elements, more than the limit of {limit}")));
    }
    if count > remaining {
        return Err(MeshError::at_byte(
            start.byte,
            format!("declares {count} `{name}` elements; only {remaining} bytes are left"),
        ));
    }
    match name.as_str() {
        "vertex" => check_vertex_properties(element),
        "face" => check_face_properties(element),
        // Skipped elements may have any properties.
        _ => Ok(()),
    }
}

/// Checks that vertices have the three coordinates, and that these are single numbers.
fn check_vertex_properties(element: &ElementDef) -> Result<(), MeshError> {
    if COORDINATES.iter().any(|name| data_type(element, name).is_none()) {
        return Err(MeshError::whole("has `vertex` elements without `x`, `y` or `z`"));
    }
    if COORDINATES.iter().any(|name| is_list(element, name)) {
        return Err(MeshError::whole("has `vertex` elements with a list for `x`, `y` or `z`"));
    }
    Ok(())
}

/// Checks that faces have a list of vertex indices, unless there are no faces.
fn check_face_properties(element: &ElementDef) -> Result<(), MeshError> {
    let mut has_indices = false;
    for name in INDEX_LISTS.into_iter().filter(|name| data_type(element, name).is_some()) {
        if !is_integer_list(element, name) {
            let message = "has `face` elements whose `vertex_indices` are not a list of whole numbers";
            return Err(MeshError::whole(message));
        }
        has_indices = true;
    }
    if element.count > 0 && !has_indices {
        return Err(MeshError::whole("has `face` elements without `vertex_indices`"));
    }
    Ok(())
}

/// Returns the type of the property called `name`, if the elements have it.
fn data_type<'a>(element: &'a ElementDef, name: &str) -> Option<&'a PropertyType> {
    element.properties.get(name).map(|property| &property.data_type)
}

/// Whether the property called `name` is a list.
fn is_list(element: &ElementDef, name: &str) -> bool {
    matches!(data_type(element, name), Some(PropertyType::List(..)))
}

/// Whether the property called `name` is a list of integers.
fn is_integer_list(element: &ElementDef, name: &str) -> bool {
    match data_type(element, name) {
        Some(PropertyType::List(_, scalar)) => !matches!(scalar, ScalarType::Float | ScalarType::Double),
        Some(PropertyType::Scalar(_)) | None => false,
    }
}

/// Reads all elements of a kind; `size` is the size of the file, bytes.
fn read_all<E: PropertyAccess>(
    reader: &mut Reader<WatchedBytes<'_>>,
    element: &ElementDef,
    header: &Header,
    size: usize,
    start: Start,
) -> Result<Vec<E>, MeshError> {
    let elements = Parser::<E>::new().read_payload_for_element(reader, element, header);
    // A binary file has no lines; the error is at, or a little before, the next byte to be read.
    elements.map_err(|error| {
        let next_byte = size - reader.get_ref().unread.len();
        let error = mesh_error(&error, if start.is_text { None } else { Some(next_byte) });
        MeshError { message: format!("`{}` elements: {}", element.name, error.message), ..error }
    })
}

/// Reads and checks the vertices.
fn read_vertices(
    reader: &mut Reader<WatchedBytes<'_>>,
    element: &ElementDef,
    header: &Header,
    start: Start,
) -> Result<Vec<[f64; 3]>, MeshError> {
    let size = start.byte + reader.get_ref().unread.len();
    let vertices: Vec<Vertex> = read_all(reader, element, header, size, start)?;
    for (i, Vertex(point)) in vertices.iter().enumerate() {
        if let Err(message) = point.iter().try_for_each(|x| checked_coordinate(*x).map(drop)) {
            let place = if start.is_text {
                Place::Line(start.line.max(1) + i, 1)
            } else {
                // Elements with lists differ in size: the error is at the first of them.
                Place::Byte(start.byte + stride(element).map_or(0, |bytes| i * bytes))
            };
            return Err(MeshError { place, message: format!("vertex {i}: {message}") });
        }
    }
    Ok(vertices.into_iter().map(|Vertex(point)| point).collect())
}

/// Returns the number of bytes per element; `None` if elements differ in size.
fn stride(element: &ElementDef) -> Option<usize> {
    element.properties.iter().map(|(_, property)| bytes_of(&property.data_type)).sum()
}

/// Returns the number of bytes of a property; `None` for a list.
fn bytes_of(kind: &PropertyType) -> Option<usize> {
    match kind {
        PropertyType::List(..) => None,
        PropertyType::Scalar(ScalarType::Char | ScalarType::UChar) => Some(1),
        PropertyType::Scalar(ScalarType::Short | ScalarType::UShort) => Some(2),
        PropertyType::Scalar(ScalarType::Int | ScalarType::UInt | ScalarType::Float) => Some(4),
        PropertyType::Scalar(ScalarType::Double) => Some(8),
    }
}

/// Converts an error of the crate, its message reduced to one line. `byte` is the place of the error in a binary file;
/// `None` for a text file, whose errors have a line.
fn mesh_error(error: &ParseError, byte: Option<usize>) -> MeshError {
    let text = error.to_string();
    let without_line = text.split_once(": ").filter(|(start, _)| start.starts_with("Line "));
    let reason = without_line.map_or(text.as_str(), |(_, reason)| reason);
    let lines: Vec<&str> =
        reason.lines().map(|line| line.trim().trim_end_matches('.')).filter(|line| !line.is_empty()).collect();
    // The last line is the message; those before it name places in the crate.
    let last = lines.last().map_or("", |line| line.strip_prefix("Error: ").unwrap_or(line));
    let last = if last == "failed to fill whole buffer" { "the file ends within an element" } else { last };
    let mut message: String = last.chars().take(MAX_MESSAGE).collect();
    if let Some(first) = message.get(..1).map(str::to_lowercase) {
        message.replace_range(..1, &first);
    }
    let place = match byte {
        Some(byte) => Place::Byte(byte),
        None => error.line().map_or(Place::Whole, |line| Place::Line(line.max(1), 1)),
    };
    MeshError { place, message }
}
