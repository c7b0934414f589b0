//! Advice for a text about bodies that no reader could import, such as a model without its root element: the reason,
//! and a form that can be imported. The advice ends the error that the user gets after all readers have failed.

/// Maximum size of a text that gets advice, bytes; larger texts are data, which a user does not rewrite by hand.
const MAX_TEXT_BYTES: usize = 1 << 20;

/// Advice for prose that mentions shapes.
const PROSE_ADVICE: &str = "mentions shapes but does not state their sizes and positions by name; write each body on a \
                        line of its own, as in `box half_extents=(0.5, 0.5, 0.5) position=(0, 0, 0) \
                        quaternion_xyzw=(0, 0, 0, 1)`";

/// Type and field names that 2D engines (Box2D, Chipmunk, Phaser) print for bodies.
const PLANAR_NAMES: [&str; 8] =
    ["halfWidth", "isCircle", "cpBody", "cpCircleShape", "cpPolyShape", "circleRadius", "b2Body", "Arcade"];

/// Whether a word of a sentence names a shape, in the singular or plural.
fn is_shape(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let shapes = ["box", "cube", "cuboid", "sphere", "ball", "capsule", "cylinder", "cone", "ellipsoid"];
    shapes.iter().any(|shape| lower.strip_prefix(shape).is_some_and(|end| ["", "s", "es"].contains(&end)))
}

/// Number of opening tags of an element; `tag` is its bracket and name, such as `<link`.
fn count_tags(text: &str, tag: &str) -> usize {
    // `<link` must not count `<linkage`.
    let following = text.match_indices(tag).map(|(offset, _)| &text[offset + tag.len()..]);
    following.filter(|following| following.starts_with([' ', '>', '/', '\n'])).count()
}

/// Returns the advice for a text about bodies, to follow the word "it"; `None` for any other text.
pub(super) fn find(text: &str) -> Option<&'static str> {
    if text.len() > MAX_TEXT_BYTES {
        return None;
    }
    // The error of a whole model's reader is more precise than advice.
    let has_root = ["<robot", "<sdf", "<mujoco"].iter().any(|root| count_tags(text, root) > 0);
    if has_root {
        return None;
    }
    // Joints connect n links to one tree if there are n − 1 of them.
    let link_count = count_tags(text, "<link");
    if link_count > 1 && count_tags(text, "<joint") + 1 < link_count {
        return Some("has several links but lacks the joints that place them; add the joints, or give one link");
    }
    if link_count == 0 && count_tags(text, "<collision") > 1 {
        return Some("has several collision elements but no links; put them into their `<link>`");
    }
    if count_tags(text, "<geom") > 0 {
        return Some(
            "has geoms whose type, size or angles depend on other elements; give the whole model with its `<compiler>`",
        );
    }
    if PLANAR_NAMES.iter().any(|word| text.contains(word)) {
        let why = "has bodies that a 2D engine printed, which are not read; give the code that makes them, or \
                   their vertices in the world as `[(x, y), …]`";
        return Some(why);
    }
    let is_prose = !text.contains(['{', ';', '<']) && text.split(|c: char| !c.is_alphabetic()).any(is_shape);
    is_prose.then_some(PROSE_ADVICE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_about_bodies_get_a_reason() {
        assert!(find("a unit box at the origin rotated by 45 degrees").unwrap().contains("write each body"));
        assert!(find("<link name=\"a\"/><link name=\"b\"/>").unwrap().contains("joints"));
        assert!(find("cpBody p=(1, 2)").unwrap().contains("2D engine"));
        assert_eq!(find("nothing of this kind"), None);
    }
}
