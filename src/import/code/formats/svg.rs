//! Reader of SVG: in, `<rect x="10" y="20" width="40" height="10" transform="rotate(30 30 25)"/>`; out, a rectangle
//! with these full sizes at its center in the store.
//!
//! **Frames.** Coordinates stay as they are, with y down in the picture. Transformations other than translations and
//! rotations, rounded corners, ellipses and paths are refused.

use std::ops::Range;

use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::store::{Entity, Problem, Store};
use crate::pose::{Pose, about};

/// Names of the elements of shapes.
const SHAPES: [&str; 7] = ["line", "rect", "circle", "ellipse", "polygon", "path", "polyline"];

/// Elements whose content is not drawn where it is.
const HIDDEN: [&str; 6] = ["defs", "clipPath", "mask", "pattern", "marker", "symbol"];

/// Maximum number of elements that are read from a text.
const MAX_ELEMENTS: usize = 20_000;

/// Maximum depth of groups in groups.
const MAX_DEPTH: usize = 60;

/// Picture in a text, with its range.
#[derive(Default)]
pub struct Picture<'a> {
    pub at: Range<usize>,
    tags: Vec<Tag<'a>>,
}

/// Tag of an element.
struct Tag<'a> {
    name: &'a str,
    at: Range<usize>,
    /// Whether the tag is `</name>`.
    is_closing: bool,
    /// Whether the tag is `<name …/>`.
    is_self_closing: bool,
    /// Text between the name and the end of the tag.
    inner: &'a str,
}

impl<'a> Tag<'a> {
    /// Returns the text of an attribute in quotes; `None` if it is absent.
    fn attribute(&self, key: &str) -> Option<&'a str> {
        self.inner.match_indices(key).find_map(|(at, _)| {
            let is_word = self.inner[..at].ends_with(char::is_whitespace);
            let rest = self.inner[at + key.len()..].trim_start().strip_prefix('=')?.trim_start();
            let quote = rest.chars().next().filter(|c| is_word && ['"', '\''].contains(c))?;
            rest[1..].split(quote).next()
        })
    }

    /// Returns the numbers of attributes, each with its default; `None` if one is not a number, or absent without a
    /// default.
    fn numbers(&self, names: &[(&str, Option<f64>)]) -> Option<Vec<f64>> {
        names.iter().map(|(name, default)| self.number(name, *default)).collect()
    }

    /// Returns the number of an attribute, or the default if it is absent; `None` if it is not a number.
    fn number(&self, key: &str, default: Option<f64>) -> Option<f64> {
        self.attribute(key).map_or(default, |text| text.trim().trim_end_matches("px").parse().ok())
    }
}

/// Returns the picture of a text; an empty one if there is none.
pub fn picture(text: &str) -> Picture<'_> {
    let Some(start) = text.find("<svg") else { return Picture::default() };
    let end = text[start..].find("</svg>").map_or(text.len(), |at| start + at + "</svg>".len());
    let mut tags = Vec::new();
    let mut from = start;
    while let Some(at) = text[from..end].find('<').map(|k| from + k).filter(|_| tags.len() < MAX_ELEMENTS) {
        from = at + 1;
        let Some(close) = text[at..end].find('>').map(|k| at + k + 1) else { break };
        let is_closing = text[from..].starts_with('/');
        let rest = &text[from + usize::from(is_closing)..close - 1];
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let inner = &rest[length..];
        tags.push(Tag {
            name: &rest[..length],
            at: at..close,
            is_closing,
            is_self_closing: inner.trim_end().ends_with('/'),
            inner,
        });
        from = close;
    }
    Picture { at: start..end, tags }
}

/// Element whose closing tag comes later.
struct OpenElement<'a> {
    name: &'a str,
    /// Pose of the frame of its children in the picture; `None` if it is not understood.
    frame: Option<Pose>,
}

/// Adds the shapes of a picture to the store.
pub fn run(store: &mut Store, picture: &Picture<'_>) {
    let mut open: Vec<OpenElement<'_>> = Vec::new();
    for tag in &picture.tags {
        if tag.is_closing {
            if let Some(k) = open.iter().rposition(|element| element.name == tag.name) {
                open.truncate(k);
            }
            continue;
        }
        let outer = open.last().map_or(Some(Pose::default()), |element| element.frame);
        let local = tag.attribute("transform").map_or(Some(Pose::default()), transform);
        let frame = outer.zip(local).map(|(outer, local)| outer.then(local));
        let is_hidden = open.iter().any(|element| HIDDEN.contains(&element.name));
        if SHAPES.contains(&tag.name) && !is_hidden {
            add(store, tag, frame);
        }
        if !tag.is_self_closing && open.len() < MAX_DEPTH {
            open.push(OpenElement { name: tag.name, frame });
        }
    }
}

/// Rotation about the origin of the plane by an angle, degrees.
fn rotation_in_plane(angle: f64) -> Option<Pose> {
    Some(Pose { position: [0.0; 3], rotation: about([0.0, 0.0, 1.0], angle.to_radians())? })
}

/// Returns the pose of a list of transformations; `None` for one that is not rigid.
fn transform(text: &str) -> Option<Pose> {
    let mut pose = Pose::default();
    for part in text.split(')').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, inner) = part.trim_start_matches([',', ' ']).split_once('(')?;
        let numbers: Option<Vec<f64>> =
            inner.split([',', ' ']).filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect();
        let motion = match (name.trim(), numbers?.as_slice()) {
            ("translate", [x]) => Pose::at([*x, 0.0, 0.0]),
            ("translate", [x, y]) => Pose::at([*x, *y, 0.0]),
            ("rotate", [angle]) => rotation_in_plane(*angle)?,
            ("rotate", [angle, x, y]) => {
                Pose::at([*x, *y, 0.0]).then(rotation_in_plane(*angle)?).then(Pose::at([-x, -y, 0.0]))
            }
            _ => return None,
        };
        pose = pose.then(motion);
    }
    Some(pose)
}

/// Shape of an element: its arguments in the dictionary, and its center in the frame of the element.
struct Geometry {
    arguments: Vec<NamedValue>,
    center: [f64; 3],
}

/// Reads the shape of an element; `None` for rounded rectangles, for other elements than rectangles, circles and
/// polygons, or without the sizes.
fn geometry(tag: &Tag<'_>) -> Option<Geometry> {
    let at = tag.at.start;
    let zero = Some(0.0);
    match tag.name {
        "rect" if tag.attribute("rx").or(tag.attribute("ry")).is_none() => {
            let numbers = tag.numbers(&[("x", zero), ("y", zero), ("width", None), ("height", None)])?;
            let [x, y, w, h] = numbers[..] else { return None };
            let arguments = vec![number_argument("width", w, at), number_argument("height", h, at)];
            Some(Geometry { arguments, center: [x + 0.5 * w, y + 0.5 * h, 0.0] })
        }
        "circle" => {
            let numbers = tag.numbers(&[("cx", zero), ("cy", zero), ("r", None)])?;
            let [x, y, r] = numbers[..] else { return None };
            Some(Geometry { arguments: vec![number_argument("r", r, at)], center: [x, y, 0.0] })
        }
        "polygon" => {
            let words = tag.attribute("points").unwrap_or_default().split([',', ' ', '\n', '\t']);
            let coordinates: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
            let points = coordinates.chunks(2).map(|point| (None, Value::new(Data::Vector(point.to_vec()), at)));
            let list = Value::list(points.collect(), at);
            Some(Geometry { arguments: vec![(Some(String::from("points")), list)], center: [0.0; 3] })
        }
        _ => None,
    }
}

/// Creates an argument that is a number.
fn number_argument(name: &str, number: f64, at: usize) -> NamedValue {
    (Some(name.to_owned()), Value::new(Data::Number(number), at))
}

/// Adds the shape of an element in a frame; one that is not read is a problem.
fn add(store: &mut Store, tag: &Tag<'_>, frame: Option<Pose>) {
    let mut entity = Entity { at: tag.at.start, is_shape: true, ..Entity::default() };
    entity.path = vec![String::from("svg"), tag.name.to_owned()];
    tag.attribute("id").unwrap_or_default().clone_into(&mut entity.name);
    let center = match geometry(tag) {
        Some(Geometry { arguments, center }) => {
            entity.arguments = arguments;
            Some(center)
        }
        None => None,
    };
    match (frame, center) {
        (Some(frame), Some(center)) => entity.place_at(frame.then(Pose::at(center))),
        _ => entity.problem = Some(Problem { range: tag.at.clone(), part: "shape" }),
    }
    entity.used.push(tag.at.clone());
    store.add(entity);
}
