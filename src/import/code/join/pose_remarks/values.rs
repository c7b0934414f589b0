//! Values in the clauses of comments: positions, calls that set one, and rotations about a coordinate axis.

use crate::names::normalized;
use crate::placing::functions::is_setter;
use crate::placing::tuples;
use crate::pose::{IDENTITY_ROTATION, about};

/// Pose that a clause states.
pub(super) enum Stated {
    /// Position in the world, meters.
    At([f64; 3]),
    /// A rotation about a coordinate axis.
    Rotated([f64; 4]),
    /// Neither a position nor a rotation.
    Nothing,
}

/// Returns the absolute values of the numbers of a text.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = f64> + '_ {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_').filter_map(|word| {
        let word = word.trim_end_matches('.');
        let is_number = word.trim_start_matches('.').starts_with(|c: char| c.is_ascii_digit());
        is_number.then(|| word.trim_end_matches(['f', 'F', 'd', 'm']).parse().ok()).flatten()
    })
}

/// Pose in a clause, with the other words of the clause.
pub(super) struct Value {
    pub(super) stated: Stated,
    pub(super) rest: String,
    /// Whether the clause is only a call that places a body.
    pub(super) is_call: bool,
}

/// Reads the pose of a clause in lower case.
pub(super) fn value(lower: &str) -> Value {
    if let Some((rotation, rest)) = rotation(lower) {
        return Value { stated: Stated::Rotated(rotation), rest, is_call: false };
    }
    if let Some(open) = lower.find(['(', '[', '{']) {
        let close = lower.rfind([')', ']', '}']).filter(|close| *close > open);
        let Some(close) = close else {
            return Value { stated: Stated::Nothing, rest: lower.to_owned(), is_call: false };
        };
        let inner = &lower[open + 1..close];
        let head = &lower[..open];
        let start = head.rfind(|c: char| !(c.is_alphanumeric() || "_.->:".contains(c))).map_or(0, |k| k + 1);
        let call = &head[start..];
        let name = normalized(call).replace(['.', '-', '>', ':'], "");
        let is_mover = is_setter(&name) || name.ends_with("positionset");
        let before = match is_mover {
            true => format!("{} {}", &head[..start], receiver(call)),
            false => head.to_owned(),
        };
        let rest = format!("{before} {}", &lower[close + 1..]);
        let stated = position_of(inner, is_mover).map_or(Stated::Nothing, Stated::At);
        // The numbers of a tuple that is not understood remain in the words.
        let rest = if matches!(stated, Stated::Nothing) { lower.to_owned() } else { rest };
        let is_call = is_mover && head[..start].trim().is_empty();
        return Value { stated, rest, is_call };
    }
    let is_origin = lower.split(|c: char| !c.is_alphanumeric()).any(|word| ["origin", "identity"].contains(&word));
    let stated = if is_origin { Stated::At([0.0; 3]) } else { Stated::Nothing };
    Value { stated, rest: lower.to_owned(), is_call: false }
}

/// Returns the object of a call of a method, or nothing for a function: `ball.body.setposition` gives `ball body`.
fn receiver(call: &str) -> String {
    let path: Vec<&str> = call.split(['.', '-', '>', ':']).filter(|name| !name.is_empty()).collect();
    path.iter()
        .take(path.len().saturating_sub(1))
        .filter(|name| **name != "position")
        .copied()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the position in the brackets of a tuple or of a call, whose vector may have a constructor and whose last
/// argument may be an angle of zero.
fn position_of(inner: &str, is_call: bool) -> Option<[f64; 3]> {
    let vector = match inner.find(['(', '[', '{']) {
        Some(open) if is_call => {
            let close = inner.find([')', ']', '}']).filter(|close| *close > open)?;
            let others = [&inner[..open], &inner[close + 1..]].concat();
            if numbers(&others.replace("vec2", "").replace("vec3", "").replace("vector3", "")).any(|x| x != 0.0) {
                return None;
            }
            &inner[open + 1..close]
        }
        Some(_) => return None,
        None => inner,
    };
    tuples::coordinates(vector)
}

/// Returns the rotation that words state, and the words before it: "rotated 45 degrees about z".
fn rotation(lower: &str) -> Option<([f64; 4], String)> {
    let at =
        ["rotated ", "turned "].iter().filter_map(|word| lower.find(word).map(|at| (at, at + word.len()))).min()?;
    let rest = lower[at.1..].replace('°', " deg ");
    let mut words = rest.split_whitespace().filter(|word| !["by", "the", "its", "axis", "axis."].contains(word));
    let angle: f64 = words.next()?.parse().ok()?;
    let angle = match words.next()? {
        "deg" | "degrees" | "degree" => angle.to_radians(),
        "rad" | "radians" => angle,
        _ => return None,
    };
    let axis = match (words.next()?, words.next()?.trim_end_matches('.'), words.next()) {
        ("about" | "around", "x" | "+x", None) => [1.0, 0.0, 0.0],
        ("about" | "around", "y" | "+y", None) => [0.0, 1.0, 0.0],
        ("about" | "around", "z" | "+z", None) => [0.0, 0.0, 1.0],
        _ => return None,
    };
    let rotation = about(axis, angle).unwrap_or(IDENTITY_ROTATION);
    Some((rotation, lower[..at.0].to_owned()))
}
