//! Order of the numbers of a printed quaternion, which libraries print as x, y, z, w or as w, x, y, z. The reader of
//! poses passes the node of the quaternion with its four numbers.

use super::token::Token;
use super::tree::Node;

/// Sentence about the order of a quaternion.
const ORDER_NOTE: &str =
    "Quaternions of the type `Quaternion` are read in the order w, x, y, z, all others in the order x, y, z, w.";

/// Returns four numbers as a quaternion x, y, z, w, with a sentence for the note if their order is a convention. Names
/// of the numbers decide the order, else the type: `Quaternion` of nalgebra and others begins with w, while Bullet's
/// `btQuaternion` and that of ReactPhysics3D end with w.
pub(super) fn order_quaternion(node: &Node<'_>, values: &[f64]) -> ([f64; 4], Option<String>) {
    let mut inner = node;
    while let [only] = inner.items() {
        inner = only;
    }
    let named = [["x", "i"], ["y", "j"], ["z", "k"], ["w", "w"]]
        .map(|names| names.iter().find_map(|name| named_number(inner, name)));
    if let [Some(x), Some(y), Some(z), Some(w)] = named {
        return ([x, y, z, w], None);
    }
    let is_named_w_first = node.key.last().is_some_and(|key| key.text.contains("wxyz"));
    if is_named_w_first || node.head.iter().chain(&inner.head).any(is_w_first_type) {
        ([values[1], values[2], values[3], values[0]], Some(ORDER_NOTE.to_owned()))
    } else {
        ([values[0], values[1], values[2], values[3]], None)
    }
}

/// Whether a type is a quaternion whose first number is w.
fn is_w_first_type(token: &Token<'_>) -> bool {
    let name = token.text.to_ascii_lowercase();
    let is_w_last = ["bt", "rp3d", "reactphysics"].iter().any(|library| name.contains(library));
    name.contains("quaternion") && !is_w_last
}

/// Returns the number of a field, whose name is compared without case; `None` without such a field.
fn named_number(node: &Node<'_>, name: &str) -> Option<f64> {
    let mut items = node.items().iter();
    let item = items.find(|item| item.key.last().is_some_and(|key| key.text.eq_ignore_ascii_case(name)))?;
    Some(item.number()?.number()?.value)
}
