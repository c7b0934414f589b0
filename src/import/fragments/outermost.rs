//! Outermost elements of a text that are children of a model: sections of MJCF, models and links of SDF.

use std::ops::Range;

use super::{Fragment, MAX_TAGS, elements, ends_name, tag_end, tags, wrap};

/// Names of the sections of a model of MJCF.
const SECTIONS: [&str; 16] = [
    "worldbody",
    "default",
    "compiler",
    "option",
    "size",
    "visual",
    "statistic",
    "asset",
    "contact",
    "equality",
    "tendon",
    "actuator",
    "sensor",
    "keyframe",
    "custom",
    "extension",
];

/// Names of the elements that a worldbody contains.
const IN_WORLD: [&str; 7] = ["body", "geom", "light", "camera", "site", "frame", "replicate"];

/// Finds several collision elements of URDF or SDF without a link: each becomes a body, and all are in one frame.
pub(super) fn find_collisions(text: &str) -> Option<Fragment> {
    let ranges = elements(text, "collision")?;
    let all = ["origin", "pose", "geometry", "box", "cylinder", "sphere", "mesh", "capsule", "plane", "ellipsoid"];
    let mut starts = all.iter().flat_map(|name| tags(text, name));
    let is_sdf = ["pose", "size", "radius", "normal", "radii"].iter().any(|name| !tags(text, name).is_empty());
    if !starts.all(|at| ranges.iter().any(|range| range.contains(&at))) {
        return None;
    }
    let (format, root, close) = match is_sdf {
        true => ("SDF", "<sdf version='1.7'><model name='model'>", "</model></sdf>"),
        false => ("URDF", "<robot name='robot'>", "</robot>"),
    };
    let mut plain = String::with_capacity(text.len() + ranges.len() * 128);
    let mut at = 0;
    for (k, range) in ranges.iter().enumerate() {
        plain.extend(text.get(at..range.start)?.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        let open = if k == 0 { root } else { "" };
        plain += &format!("{open}<link name='link{k}'>{}</link>", &text[range.clone()]);
        if k > 0 && !is_sdf {
            plain += &format!("<joint name='j{k}' type='fixed'><parent link='link0'/><child link='link{k}'/></joint>");
        }
        at = range.end;
    }
    plain += close;
    Some(Fragment { format, text: plain, range: ranges.first()?.start..ranges.last()?.end })
}

/// Outermost element of a text.
struct Element<'a> {
    name: &'a str,
    /// Range in the text, bytes.
    at: Range<usize>,
}

/// Returns the outermost elements of a text; `None` if a tag has no counterpart.
fn outermost(text: &str) -> Option<Vec<Element<'_>>> {
    let mut found: Vec<Element<'_>> = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('<').map(|k| at + k) {
        let inner = &text[start + 1..];
        if inner.starts_with("!--") {
            at = start + inner.find("-->")? + 4;
            continue;
        }
        let length = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(inner.len());
        if length == 0 || !ends_name(&inner[length..]) || found.len() > MAX_TAGS {
            at = start + 1;
            continue;
        }
        let name = &inner[..length];
        let own = elements(&text[start..], name)?.into_iter().next()?;
        tag_end(text, start)?;
        at = start + own.end;
        found.push(Element { name, at: start..at });
    }
    (!found.is_empty()).then_some(found)
}

/// Finds sections of MJCF without their root, with bodies and geoms next to them.
pub(super) fn find_sections(text: &str) -> Option<Fragment> {
    let found = outermost(text)?;
    let has_section = found.iter().any(|element| SECTIONS.contains(&element.name));
    let is_known = found.iter().all(|element| SECTIONS.contains(&element.name) || IN_WORLD.contains(&element.name));
    if !has_section || !is_known || tags(text, "geom").is_empty() || !tags(text, "include").is_empty() {
        return None;
    }
    let mut plain = text.to_owned();
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for element in found.iter().rev().filter(|element| IN_WORLD.contains(&element.name)) {
        plain.insert_str(element.at.end, "</worldbody>");
        plain.insert_str(element.at.start, "<worldbody>");
    }
    ranges.extend(outermost(&plain)?.into_iter().map(|element| element.at));
    let fragment = wrap("MJCF", &plain, &ranges, "<mujoco>", "</mujoco>")?;
    let range = found.first()?.at.start..found.last()?.at.end;
    Some(Fragment { range, ..fragment })
}

/// Whether all elements have a name.
fn is_all(found: &[Element<'_>], name: &str) -> bool {
    found.iter().all(|element| element.name == name)
}

/// Finds models or worlds of SDF without their root, or several links of a model.
pub(super) fn find_models(text: &str) -> Option<Fragment> {
    let found = outermost(text)?;
    if tags(text, "link").is_empty() || tags(text, "collision").is_empty() {
        return None;
    }
    let ranges: Vec<Range<usize>> = found.iter().map(|element| element.at.clone()).collect();
    if is_all(&found, "world") && found.len() == 1 {
        return wrap("SDF", text, &ranges, "<sdf version='1.7'>", "</sdf>");
    }
    if is_all(&found, "model") {
        return wrap("SDF", text, &ranges, "<sdf version='1.7'><world name='world'>", "</world></sdf>");
    }
    let has_elements = ["size", "radius", "length", "normal", "radii"].iter().any(|name| !tags(text, name).is_empty());
    if is_all(&found, "link") && found.len() > 1 && has_elements {
        return wrap("SDF", text, &ranges, "<sdf version='1.7'><model name='model'>", "</model></sdf>");
    }
    None
}
