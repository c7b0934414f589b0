//! Search for elements of models that are pasted without their root: `<geom …/>` of MJCF, `<collision>` and
//! `<geometry>` of URDF and SDF, sections of MJCF, models and worlds of SDF, shapes of glTF. [`find`] returns them as a
//! whole model.
//!
//! - **Method**: the text around the elements becomes blank, and the elements get the root that their format needs.
//! - **Refused**: elements whose meaning other elements decide that the text lacks (defaults, the unit of angles,
//!   frames), and elements that are not closed.

mod implicit_shapes;
mod outermost;

use std::ops::Range;

/// Elements inside the root that their format needs.
pub(super) struct Fragment {
    /// Name of the format.
    pub(super) format: &'static str,
    /// Text of the model; lines are those of the source.
    pub(super) text: String,
    /// Range of the elements in the source, bytes.
    pub(super) range: Range<usize>,
}

/// Maximum number of tags with one name that are searched; larger models are files, not pasted elements.
const MAX_TAGS: usize = 10_000;

/// Returns the elements of a text that has no model; `None` if there are none, or other elements decide their meaning.
pub(super) fn find(text: &str) -> Option<Fragment> {
    if let Some(shapes) = implicit_shapes::find(text) {
        return Some(shapes);
    }
    if ["mujoco", "robot", "sdf"].iter().any(|root| !tags(text, root).is_empty()) {
        return None;
    }
    if tags(text, "compiler").is_empty() && has_small_angles(text) {
        return None;
    }
    if !tags(text, "model").is_empty() || !tags(text, "world").is_empty() {
        return outermost::find_models(text);
    }
    find_mjcf(text)
        .or_else(|| outermost::find_sections(text))
        .or_else(|| outermost::find_models(text))
        .or_else(|| find_robot(text))
        .or_else(|| find_link(text))
}

/// Whether elements of MJCF have angles whose unit is unclear without the `compiler` element.
fn has_small_angles(text: &str) -> bool {
    // The three numbers of an axis precede its angle.
    has_small_number(text, "euler=\"", 0) || has_small_number(text, "axisangle=\"", 3)
}

/// Whether an attribute, which begins with `start`, has an angle after its first `skipped` numbers that may be in
/// radians or in degrees: one that is not a whole number and less than 4π.
fn has_small_number(text: &str, start: &str, skipped: usize) -> bool {
    text.match_indices(start).any(|(offset, _)| {
        let value = text[offset + start.len()..].split('"').next().unwrap_or_default();
        let mut angles = value.split_whitespace().skip(skipped).filter_map(|word| word.parse::<f64>().ok());
        angles.any(|angle| angle.fract() != 0.0 && angle.abs() < 2.0 * std::f64::consts::TAU)
    })
}

/// Returns the offsets of the opening tags with a name, bytes.
fn tags(text: &str, name: &str) -> Vec<usize> {
    let open = format!("<{name}");
    text.match_indices(&open)
        .map(|(offset, _)| offset)
        .filter(|offset| ends_name(&text[offset + open.len()..]))
        .take(MAX_TAGS)
        .collect()
}

/// Whether the name of a tag ends before this text.
fn ends_name(after: &str) -> bool {
    after.starts_with(|c: char| c.is_whitespace() || c == '>' || c == '/')
}

/// End of a tag.
struct TagEnd {
    /// Offset after the tag, bytes.
    end: usize,
    /// Whether the tag closes its element itself: `<geom/>`.
    is_self_closing: bool,
}

/// Returns the end of the tag that begins at a byte offset; `None` if the tag is not closed.
fn tag_end(text: &str, offset: usize) -> Option<TagEnd> {
    let mut quote = None;
    for (index, c) in text[offset..].char_indices() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '>') => {
                let is_self_closing = text[..offset + index].ends_with('/');
                return Some(TagEnd { end: offset + index + 1, is_self_closing });
            }
            (None, '<') if index > 0 => return None,
            _ => {}
        }
    }
    None
}

/// Kind of a tag; in the order in which tags at one offset are counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TagKind {
    Closing,
    SelfClosing,
    Opening,
}

/// Tag of an element.
struct ElementTag {
    /// Offset of the tag, bytes.
    start: usize,
    /// Offset after the tag, bytes.
    end: usize,
    kind: TagKind,
}

/// Returns the ranges of the outermost elements with a name, bytes; `None` if an opening or a closing tag has no
/// counterpart.
fn elements(text: &str, name: &str) -> Option<Vec<Range<usize>>> {
    let close = format!("</{name}>");
    let mut all_tags: Vec<ElementTag> = Vec::new();
    for start in tags(text, name) {
        let TagEnd { end, is_self_closing } = tag_end(text, start)?;
        let kind = if is_self_closing { TagKind::SelfClosing } else { TagKind::Opening };
        all_tags.push(ElementTag { start, end, kind });
    }
    let closing_tags = text.match_indices(&close).take(MAX_TAGS);
    all_tags.extend(closing_tags.map(|(start, _)| ElementTag {
        start,
        end: start + close.len(),
        kind: TagKind::Closing,
    }));
    all_tags.sort_unstable_by_key(|tag| (tag.start, tag.end, tag.kind));
    let mut ranges = Vec::new();
    let mut depth = 0_usize;
    let mut element_start = 0;
    for tag in all_tags {
        match tag.kind {
            TagKind::SelfClosing if depth == 0 => ranges.push(tag.start..tag.end),
            TagKind::SelfClosing => {}
            TagKind::Opening => {
                if depth == 0 {
                    element_start = tag.start;
                }
                depth += 1;
            }
            TagKind::Closing => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    ranges.push(element_start..tag.end);
                }
            }
        }
    }
    ranges.dedup();
    (depth == 0).then_some(ranges)
}

/// Finds elements of MJCF: bodies, and geoms outside of them, or one worldbody with all of them. `None` if other
/// elements decide their meaning.
fn find_mjcf(text: &str) -> Option<Fragment> {
    let deciding =
        ["default", "compiler", "asset", "include", "frame", "replicate", "attach", "option", "keyframe", "composite"];
    if tags(text, "geom").is_empty() || deciding.iter().any(|name| !tags(text, name).is_empty()) {
        return None;
    }
    let worlds = elements(text, "worldbody")?;
    let mut ranges = match worlds.len() {
        0 => elements(text, "body")?,
        1 => worlds.clone(),
        _ => return None,
    };
    let geoms = elements(text, "geom")?;
    if worlds.is_empty() {
        let outside: Vec<Range<usize>> = geoms.into_iter().filter(|geom| is_outside(geom, &ranges)).collect();
        ranges.extend(outside);
        ranges.sort_unstable_by_key(|range| range.start);
    } else if !geoms.iter().chain(&elements(text, "body")?).all(|range| !is_outside(range, &worlds)) {
        return None;
    }
    let mut plain = text.to_owned();
    for start in tags(text, "geom") {
        let TagEnd { end, .. } = tag_end(text, start)?;
        plain.replace_range(start..end, &without_class(&text[start..end])?);
    }
    if plain.contains("childclass") {
        return None;
    }
    let (open, close) = match worlds.len() {
        0 => ("<mujoco><worldbody>", "</worldbody></mujoco>"),
        _ => ("<mujoco>", "</mujoco>"),
    };
    wrap("MJCF", &plain, &ranges, open, close)
}

/// Whether a range starts outside of all other ranges.
fn is_outside(range: &Range<usize>, others: &[Range<usize>]) -> bool {
    others.iter().all(|other| !other.contains(&range.start))
}

/// Attribute in a tag; quotes may have backslashes in front of them, as in strings of code.
struct Attribute {
    /// Offset of the name in the tag, bytes.
    start: usize,
    /// Range of the value in the tag, bytes.
    value: Range<usize>,
}

/// Returns the attribute of a tag with a name; `None` without one.
fn attribute(tag: &str, name: &str) -> Option<Attribute> {
    let mut starts = tag.match_indices(name).map(|(offset, _)| offset);
    let start = starts.find(|offset| tag[..*offset].ends_with(char::is_whitespace))?;
    let after_equals = tag[start + name.len()..].trim_start().strip_prefix('=')?.trim_start();
    let quote = after_equals.chars().next().filter(|c| "\"'\\".contains(*c))?;
    let value = after_equals.trim_start_matches('\\').strip_prefix(if quote == '\\' { '"' } else { quote })?;
    let length = value.find(['"', '\'', '\\'])?;
    let value_start = tag.len() - value.len();
    Some(Attribute { start, value: value_start..value_start + length })
}

/// Removes the class from the tag of a geom; `None` if the tag leaves its type or sizes to the class.
fn without_class(tag: &str) -> Option<String> {
    let size_count = attribute(tag, "size").map_or(0, |size| tag[size.value].split_whitespace().count());
    let has_type = attribute(tag, "type").is_some() || attribute(tag, "fromto").is_some();
    if size_count == 0 || !has_type && size_count > 1 {
        return None;
    }
    let Some(Attribute { start, value }) = attribute(tag, "class") else { return Some(tag.to_owned()) };
    if !has_type {
        return None;
    }
    let mut plain = tag.to_owned();
    // The quote, with a backslash in front of it in strings of code.
    let end = value.end + usize::from(tag[value.end..].starts_with('\\')) + 1;
    plain.replace_range(start..end, &" ".repeat(end - start));
    Some(plain)
}

/// Finds links of URDF with the joints that connect all of them: n links and n − 1 joints.
fn find_robot(text: &str) -> Option<Fragment> {
    if ["include", "frame", "xacro"].iter().any(|name| text.contains(&format!("<{name}"))) {
        return None;
    }
    let links = elements(text, "link")?;
    let joints = elements(text, "joint")?;
    let are_connected = joints.iter().all(|joint| text[joint.clone()].contains("<parent link=")) && !joints.is_empty();
    if !are_connected || links.len() != joints.len() + 1 {
        return None;
    }
    let mut ranges = [links, joints].concat();
    ranges.sort_unstable_by_key(|range| range.start);
    let parts_of_links = ["origin", "collision", "geometry"];
    let are_inside = parts_of_links.iter().flat_map(|name| tags(text, name)).all(|tag| is_in_any(tag, &ranges));
    if !are_inside {
        return None;
    }
    wrap("URDF", text, &ranges, "<robot name='robot'>", "</robot>")
}

/// Whether an offset is in one of the ranges.
fn is_in_any(offset: usize, ranges: &[Range<usize>]) -> bool {
    ranges.iter().any(|range| range.contains(&offset))
}

/// Finds a single link of URDF or SDF, or a single collision element, geometry or shape of one.
fn find_link(text: &str) -> Option<Fragment> {
    if ["joint", "frame", "include"].iter().any(|name| !tags(text, name).is_empty()) {
        return None;
    }
    let plain = without_visuals(text)?;
    let text = plain.as_str();
    // Elements that may be missing around the shape, from the outside to the inside.
    let levels = ["link", "collision", "geometry"];
    let outermost = levels.iter().position(|name| !tags(text, name).is_empty());
    if outermost == Some(1) && tags(text, "collision").len() > 1 {
        return outermost::find_collisions(text);
    }
    let candidates = match outermost {
        Some(level) => elements(text, levels[level])?,
        None => {
            let mut shapes = Vec::new();
            for name in ["box", "cylinder", "sphere", "capsule"] {
                shapes.extend(elements(text, name)?);
            }
            shapes
        }
    };
    let [range] = &candidates[..] else { return None };
    // An element outside of the outermost one would change its meaning.
    let meaningful = ["origin", "pose", "collision", "geometry"];
    if !meaningful.iter().flat_map(|name| tags(text, name)).all(|tag| range.contains(&tag)) {
        return None;
    }
    let element = &text[range.clone()];
    // SDF has elements where URDF has attributes.
    let sdf_elements = ["size", "radius", "length", "pose", "normal", "radii"];
    let is_sdf = sdf_elements.iter().any(|name| !tags(element, name).is_empty());
    let level = outermost.unwrap_or(levels.len());
    let (format, mut open, mut close) = if is_sdf {
        ("SDF", String::from("<sdf version='1.7'><model name='model'>"), String::from("</model></sdf>"))
    } else {
        ("URDF", String::from("<robot name='robot'>"), String::from("</robot>"))
    };
    for name in &levels[..level] {
        let attributes = if *name == "geometry" { String::new() } else { format!(" name='{name}'") };
        open += &format!("<{name}{attributes}>");
        close.insert_str(0, &format!("</{name}>"));
    }
    wrap(format, text, std::slice::from_ref(range), &open, &close)
}

/// Blanks the visual elements; `None` if the text has visual elements but no collision elements.
fn without_visuals(text: &str) -> Option<String> {
    let mut plain = text.to_owned();
    let visuals = elements(text, "visual")?;
    if !visuals.is_empty() && tags(text, "collision").is_empty() {
        return None;
    }
    for range in visuals {
        let blank: String = text[range.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
        plain.replace_range(range, &blank);
    }
    Some(plain)
}

/// Puts elements between an opening and a closing text. The opening replaces blanks before the first element if there
/// are enough, so that columns in messages do not change.
fn wrap(format: &'static str, text: &str, ranges: &[Range<usize>], open: &str, close: &str) -> Option<Fragment> {
    let range = ranges.first()?.start..ranges.last()?.end;
    let mut out = String::with_capacity(text.len() + open.len() + close.len());
    let mut previous_end = 0;
    for element in ranges {
        out.extend(text.get(previous_end..element.start)?.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        // In strings of code, a backslash before a quote becomes a blank.
        out += &text.get(element.clone())?.replace("\\\"", " \"").replace("\\n", "  ");
        previous_end = element.end;
    }
    let first_element = out.find('<')?;
    match out[..first_element].rfind(&" ".repeat(open.len())) {
        Some(blanks) => out.replace_range(blanks..blanks + open.len(), open),
        None => out.insert_str(0, open),
    }
    out += close;
    Some(Fragment { format, text: out, range })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format_of(text: &str) -> Option<&'static str> {
        find(text).map(|found| found.format)
    }

    #[test]
    fn elements_that_others_decide_are_left() {
        assert_eq!(format_of("a `<geom type=\"box\" size=\"1 2 3\"/>` here"), Some("MJCF"));
        // The text has the default itself.
        assert_eq!(format_of("<default><geom type=\"box\"/></default><geom size=\"1 2 3\"/>"), Some("MJCF"));
        // The link is URDF's, and the geom is not read.
        assert_eq!(format_of("<default><geom type=\"box\"/></default><link/><geom size=\"1 2 3\"/>"), Some("URDF"));
        assert_eq!(format_of("<body euler=\"0 0 1.57\"><geom type=\"box\" size=\"1 2 3\"/></body>"), None);
        assert_eq!(format_of("<body euler=\"0 0 90\"><geom type=\"box\" size=\"1 2 3\"/></body>"), Some("MJCF"));
        assert_eq!(format_of("<body pos=\"0 0 1\"><geom type=\"box\" size=\"1 2 3\"/>"), None);
        assert_eq!(format_of("<geom class=\"wide\" size=\"1 2 3\"/>"), None);
        assert_eq!(format_of("<geom size=\"1 2 3\"/>"), None);
        assert_eq!(format_of("<geometry><box size=\"1 2 3\"/></geometry>"), Some("URDF"));
        assert_eq!(format_of("<geometry><box><size>1 2 3</size></box></geometry>"), Some("SDF"));
        assert_eq!(format_of("<origin xyz=\"0 0 1\"/><geometry><box size=\"1 2 3\"/></geometry>"), None);
        assert_eq!(format_of("<collision><geometry><box size=\"1 2 3\"/></geometry>"), None);
    }
}
