//! Shapes of SVG: `<rect x="10" y="20" width="40" height="10" transform="rotate(30 30 25)"/>`.
//!
//! **Frames.** Coordinates stay as they are, with y down in the picture. Transformations other than translations and
//! rotations, rounded corners, ellipses and paths are refused.

use std::ops::Range;

use crate::import::code::evaluate::value::{Data, Value};
use crate::import::code::join::store::{Entity, Problem, Store};
use crate::import::pose::{Pose, about};

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
    is_closing: bool,
    is_closed: bool,
    /// Text between the name and the end of the tag.
    inner: &'a str,
}

impl<'a> Tag<'a> {
    /// Returns the text of an attribute.
    fn attribute(&self, key: &str) -> Option<&'a str> {
        self.inner.match_indices(key).find_map(|(at, _)| {
            let is_word = self.inner[..at].ends_with(char::is_whitespace);
            let rest = self.inner[at + key.len()..].trim_start().strip_prefix('=')?.trim_start();
            let quote = rest.chars().next().filter(|c| is_word && ['"', '\''].contains(c))?;
            rest[1..].split(quote).next()
        })
    }

    /// Returns the numbers of attributes, each with its default.
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
            is_closed: inner.trim_end().ends_with('/'),
            inner,
        });
        from = close;
    }
    Picture { at: start..end, tags }
}

/// Adds the shapes of a picture to the store.
pub fn run(store: &mut Store, picture: &Picture<'_>) {
    // Frames of the open elements, with their names; `None` for one that is not understood.
    let mut open: Vec<(&str, Option<Pose>)> = Vec::new();
    for tag in &picture.tags {
        if tag.is_closing {
            if let Some(k) = open.iter().rposition(|(name, _)| *name == tag.name) {
                open.truncate(k);
            }
            continue;
        }
        let outer = open.last().map_or(Some(Pose::default()), |(_, frame)| *frame);
        let own = tag.attribute("transform").map_or(Some(Pose::default()), transform);
        let frame = outer.zip(own).map(|(outer, own)| outer.then(own));
        let is_hidden = open.iter().any(|(name, _)| HIDDEN.contains(name));
        if SHAPES.contains(&tag.name) && !is_hidden {
            add(store, tag, frame);
        }
        if !tag.is_closed && open.len() < MAX_DEPTH {
            open.push((tag.name, frame));
        }
    }
}

/// Rotation in the plane by an angle, degrees.
fn turn(angle: f64) -> Option<Pose> {
    Some(Pose { position: [0.0; 3], rotation: about([0.0, 0.0, 1.0], angle.to_radians())? })
}

/// Returns the pose of a list of transformations; `None` for one that is not rigid.
fn transform(text: &str) -> Option<Pose> {
    let mut pose = Pose::default();
    for part in text.split(')').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, inner) = part.trim_start_matches([',', ' ']).split_once('(')?;
        let numbers: Option<Vec<f64>> =
            inner.split([',', ' ']).filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect();
        let own = match (name.trim(), numbers?.as_slice()) {
            ("translate", [x]) => Pose::at([*x, 0.0, 0.0]),
            ("translate", [x, y]) => Pose::at([*x, *y, 0.0]),
            ("rotate", [angle]) => turn(*angle)?,
            ("rotate", [angle, x, y]) => Pose::at([*x, *y, 0.0]).then(turn(*angle)?).then(Pose::at([-x, -y, 0.0])),
            _ => return None,
        };
        pose = pose.then(own);
    }
    Some(pose)
}

/// Adds the shape of an element in a frame.
fn add(store: &mut Store, tag: &Tag<'_>, frame: Option<Pose>) {
    let zero = Some(0.0);
    let (center, sizes) = match tag.name {
        "rect" if tag.attribute("rx").or(tag.attribute("ry")).is_none() => {
            match tag.numbers(&[("x", zero), ("y", zero), ("width", None), ("height", None)]).as_deref() {
                Some([x, y, w, h]) => ([x + 0.5 * w, y + 0.5 * h, 0.0], vec![("width", *w), ("height", *h)]),
                _ => ([0.0; 3], Vec::new()),
            }
        }
        "circle" => match tag.numbers(&[("cx", zero), ("cy", zero), ("r", None)]).as_deref() {
            Some([x, y, r]) => ([*x, *y, 0.0], vec![("r", *r)]),
            _ => ([0.0; 3], Vec::new()),
        },
        _ => ([0.0; 3], Vec::new()),
    };
    let mut arguments: Vec<_> = sizes
        .iter()
        .map(|(name, size)| (Some((*name).to_owned()), Value::new(Data::Number(*size), tag.at.start)))
        .collect();
    if tag.name == "polygon" {
        let all: Vec<f64> = tag
            .attribute("points")
            .unwrap_or_default()
            .split([',', ' ', '\n', '\t'])
            .filter(|word| !word.is_empty())
            .filter_map(|word| word.parse().ok())
            .collect();
        let points =
            all.chunks(2).map(|point| (None, Value::new(Data::Vector(point.to_vec()), tag.at.start))).collect();
        arguments.push((Some(String::from("points")), Value::list(points, tag.at.start)));
    }
    let is_read = !arguments.is_empty();
    let mut entity = Entity { at: tag.at.start, is_shape: true, arguments, ..Entity::default() };
    entity.path = vec![String::from("svg"), tag.name.to_owned()];
    tag.attribute("id").unwrap_or_default().clone_into(&mut entity.name);
    match frame.filter(|_| is_read) {
        Some(frame) => entity.place_at(frame.then(Pose::at(center))),
        None => entity.problem = Some(Problem { range: tag.at.clone(), part: "shape" }),
    }
    entity.used.push(tag.at.clone());
    store.add(entity);
}
