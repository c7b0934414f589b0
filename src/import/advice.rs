//! Advice for a text that mentions bodies but is in no supported format: the reason, and a form that is read.

/// Maximum size of a text that gets advice, bytes.
const MAX_TEXT_BYTES: usize = 1 << 20;

/// Advice for sentences that mention shapes.
const SENTENCE: &str = "mentions shapes but does not state their sizes and positions by name; write each body on a \
                        line of its own, as in `box half_extents=(0.5, 0.5, 0.5) position=(0, 0, 0) \
                        quaternion_xyzw=(0, 0, 0, 1)`";

/// Words of bodies that 2D engines (Box2D, Chipmunk, Phaser) print.
const PLANAR: [&str; 8] =
    ["halfWidth", "isCircle", "cpBody", "cpCircleShape", "cpPolyShape", "circleRadius", "b2Body", "Arcade"];

/// Whether a word of a sentence names a shape, in the singular or plural.
fn is_shape(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let shapes = ["box", "cube", "cuboid", "sphere", "ball", "capsule", "cylinder", "cone", "ellipsoid"];
    shapes.iter().any(|shape| lower.strip_prefix(shape).is_some_and(|end| ["", "s", "es"].contains(&end)))
}

/// Number of opening tags that begin with `name`, such as `<link`.
fn count(text: &str, name: &str) -> usize {
    text.match_indices(name)
        .filter(|(offset, _)| text[offset + name.len()..].starts_with([' ', '>', '/', '\n']))
        .count()
}

/// Returns the advice for a text about bodies, to follow the word "it"; `None` for any other text.
pub(super) fn find(text: &str) -> Option<&'static str> {
    if text.len() > MAX_TEXT_BYTES {
        return None;
    }
    let has_root = ["<robot", "<sdf", "<mujoco"].iter().any(|root| count(text, root) > 0);
    if has_root {
        return None;
    }
    if count(text, "<link") > 1 && count(text, "<joint") + 1 < count(text, "<link") {
        return Some("has several links but lacks the joints that place them; add the joints, or give one link");
    }
    if count(text, "<link") == 0 && count(text, "<collision") > 1 {
        return Some("has several collision elements but no links; put them into their `<link>`");
    }
    if count(text, "<geom") > 0 {
        return Some(
            "has geoms whose type, size or angles depend on other elements; give the whole model with its `<compiler>`",
        );
    }
    if PLANAR.iter().any(|word| text.contains(word)) {
        let why = "has bodies that a 2D engine printed, which are not read; give the code that makes them, or \
                   their vertices in the world as `[(x, y), …]`";
        return Some(why);
    }
    let is_prose = !text.contains(['{', ';', '<']) && text.split(|c: char| !c.is_alphabetic()).any(is_shape);
    is_prose.then_some(SENTENCE)
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
