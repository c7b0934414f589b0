//! Search for elements that are children of a model and pasted without its root: sections of MJCF, models and links of
//! SDF, collision elements of URDF and SDF. The elements get the root that their format needs.

use std::ops::Range;

use super::{Fragment, MAX_TAGS, elements, ends_name, is_in_any, tag_end, tags, wrap};

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
const WORLD_ELEMENTS: [&str; 7] = ["body", "geom", "light", "camera", "site", "frame", "replicate"];

/// Finds several collision elements of URDF or SDF without a link: each becomes a body, and all are in one frame.
pub(super) fn find_collisions(text: &str) -> Option<Fragment> {
    let ranges = elements(text, "collision")?;
    // Elements of these names outside of the collision elements would change their meaning.
    let parts = ["origin", "pose", "geometry", "box", "cylinder", "sphere", "mesh", "capsule", "plane", "ellipsoid"];
    let mut starts = parts.iter().flat_map(|name| tags(text, name));
    let is_sdf = ["pose", "size", "radius", "normal", "radii"].iter().any(|name| !tags(text, name).is_empty());
    if !starts.all(|start| is_in_any(start, &ranges)) {
        return None;
    }
    let (format, root, close) = if is_sdf {
        ("SDF", "<sdf version='1.7'><model name='model'>", "</model></sdf>")
    } else {
        ("URDF", "<robot name='robot'>", "</robot>")
    };
    let mut plain = String::with_capacity(text.len() + ranges.len() * 128);
    let mut previous_end = 0;
    for (index, range) in ranges.iter().enumerate() {
        plain.extend(text.get(previous_end..range.start)?.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        let open = if index == 0 { root } else { "" };
        plain += &format!("{open}<link name='link{index}'>{}</link>", &text[range.clone()]);
        if index > 0 && !is_sdf {
            plain += &format!(
                "<joint name='j{index}' type='fixed'><parent link='link0'/><child link='link{index}'/></joint>"
            );
        }
        previous_end = range.end;
    }
    plain += close;
    Some(Fragment { format, text: plain, range: ranges.first()?.start..ranges.last()?.end })
}

/// Outermost element of a text.
struct Element<'a> {
    name: &'a str,
    /// Range in the text, bytes.
    range: Range<usize>,
}

/// Returns the outermost elements of a text, in order; `None` if there are none, or if a tag has no counterpart.
fn outermost_elements(text: &str) -> Option<Vec<Element<'_>>> {
    let mut outermost: Vec<Element<'_>> = Vec::new();
    let mut offset = 0;
    while let Some(start) = text[offset..].find('<').map(|distance| offset + distance) {
        let inner = &text[start + 1..];
        if inner.starts_with("!--") {
            offset = start + inner.find("-->")? + 4;
            continue;
        }
        let length = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(inner.len());
        if length == 0 || !ends_name(&inner[length..]) || outermost.len() > MAX_TAGS {
            offset = start + 1;
            continue;
        }
        let name = &inner[..length];
        let element = elements(&text[start..], name)?.into_iter().next()?;
        tag_end(text, start)?;
        offset = start + element.end;
        outermost.push(Element { name, range: start..offset });
    }
    (!outermost.is_empty()).then_some(outermost)
}

/// Finds sections of MJCF without their root, with bodies and geoms next to them.
pub(super) fn find_sections(text: &str) -> Option<Fragment> {
    let outermost = outermost_elements(text)?;
    let has_section = outermost.iter().any(|element| SECTIONS.contains(&element.name));
    let is_known =
        outermost.iter().all(|element| SECTIONS.contains(&element.name) || WORLD_ELEMENTS.contains(&element.name));
    if !has_section || !is_known || tags(text, "geom").is_empty() || !tags(text, "include").is_empty() {
        return None;
    }
    let mut plain = text.to_owned();
    let mut ranges: Vec<Range<usize>> = Vec::new();
    // From the end, so that the ranges of the elements before remain valid.
    for element in outermost.iter().rev().filter(|element| WORLD_ELEMENTS.contains(&element.name)) {
        plain.insert_str(element.range.end, "</worldbody>");
        plain.insert_str(element.range.start, "<worldbody>");
    }
    ranges.extend(outermost_elements(&plain)?.into_iter().map(|element| element.range));
    let fragment = wrap("MJCF", &plain, &ranges, "<mujoco>", "</mujoco>")?;
    let range = outermost.first()?.range.start..outermost.last()?.range.end;
    Some(Fragment { range, ..fragment })
}

/// Whether all elements have a name.
fn have_name(elements: &[Element<'_>], name: &str) -> bool {
    elements.iter().all(|element| element.name == name)
}

/// Finds models or worlds of SDF without their root, or several links of a model.
pub(super) fn find_models(text: &str) -> Option<Fragment> {
    let outermost = outermost_elements(text)?;
    if tags(text, "link").is_empty() || tags(text, "collision").is_empty() {
        return None;
    }
    let ranges: Vec<Range<usize>> = outermost.iter().map(|element| element.range.clone()).collect();
    if have_name(&outermost, "world") && outermost.len() == 1 {
        return wrap("SDF", text, &ranges, "<sdf version='1.7'>", "</sdf>");
    }
    if have_name(&outermost, "model") {
        return wrap("SDF", text, &ranges, "<sdf version='1.7'><world name='world'>", "</world></sdf>");
    }
    let has_elements = ["size", "radius", "length", "normal", "radii"].iter().any(|name| !tags(text, name).is_empty());
    if have_name(&outermost, "link") && outermost.len() > 1 && has_elements {
        return wrap("SDF", text, &ranges, "<sdf version='1.7'><model name='model'>", "</model></sdf>");
    }
    None
}
