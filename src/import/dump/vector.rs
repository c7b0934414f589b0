//! Readers of numbers, vectors and lists of points in the nodes of a printed text, in any brackets and with any names.
//! They append the tokens that they read to `used`.

use super::token::Token;
use super::tree::{Node, Value};

/// Reads the number of a field; `None` if its value is not a number.
pub(super) fn read_number<'a>(item: &Node<'a>, used: &mut Vec<Token<'a>>) -> Option<f64> {
    let Value::Number(token) = item.value else { return None };
    used.extend(&item.key);
    used.push(token);
    token.number().map(|number| number.value)
}

/// Reads a vector: three numbers in any brackets, with the names x, y and z, or the first three floats in the unions of
/// Jolt and Bullet; `None` for any other value.
pub(super) fn read_vector<'a>(item: &Node<'a>, used: &mut Vec<Token<'a>>) -> Option<[f64; 3]> {
    let inner =
        item.items().iter().find(|inner| inner.key.last().is_some_and(|key| ["mF32", "m_floats"].contains(&key.text)));
    if let Some(inner) = inner {
        let numbers = inner.numbers();
        used.extend(item.key.iter().chain(&item.head).chain(&inner.key).chain(numbers.iter().take(3)));
        return vector_of(numbers.get(..3)?);
    }
    if let [only] = item.items()
        && !only.items().is_empty()
    {
        used.extend(item.key.iter().chain(&item.head));
        return read_vector(only, used);
    }
    let unnamed = item.items().iter().filter(|part| part.key.is_empty());
    let bare: Vec<Token<'a>> = unnamed.filter_map(Node::number).collect();
    let tokens: Vec<Token<'a>> = if bare.is_empty() {
        if item.items().len() != 3 {
            return None;
        }
        let parts = ["x", "y", "z"]
            .map(|name| item.items().iter().find(|part| part.key.last().is_some_and(|key| key.text == name)));
        used.extend(parts.iter().flatten().flat_map(|part| &part.key));
        parts.into_iter().filter_map(|part| part?.number()).collect()
    } else {
        bare
    };
    if tokens.len() != 3 {
        return None;
    }
    used.extend(item.key.iter().chain(&item.head).chain(&tokens));
    vector_of(&tokens)
}

/// Returns the values of three numbers; `None` for any other count.
pub(super) fn vector_of(tokens: &[Token<'_>]) -> Option<[f64; 3]> {
    let [x, y, z] = tokens else { return None };
    Some([x.number()?.value, y.number()?.value, z.number()?.value])
}

/// Reads a list of points, each in brackets of its own, meters. Also returns the tokens of the list; `None` if it is
/// empty or has anything else.
pub(super) fn points<'a>(node: &Node<'a>) -> Option<(Vec<[f64; 3]>, Vec<Token<'a>>)> {
    let mut used: Vec<Token<'a>> = node.key.iter().chain(&node.head).copied().collect();
    let mut list = node;
    while let [only] = list.items() {
        if only.items().iter().all(|item| item.items().is_empty()) {
            break;
        }
        used.extend(only.key.iter().chain(&only.head));
        list = only;
    }
    let points: Option<Vec<[f64; 3]>> = list.items().iter().map(|item| read_vector(item, &mut used)).collect();
    points.filter(|points| !points.is_empty()).map(|points| (points, used))
}
