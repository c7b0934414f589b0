//! Parser of X3D: in, `<Transform translation='0 1 0'><Shape><Box size='2 1 0.5'/></Shape></Transform>`; out, the tree
//! of its nodes and fields, where the elements inside a node are its field `children`.

use super::{FieldValue, Graph, MAX_DEPTH, MAX_NODES, Node};

/// Returns the scene graph of a text; empty if a tag is not closed, or if a node is used twice by `USE`.
pub(super) fn graph(text: &str) -> Graph {
    // Open nodes, the innermost last; the first one contains all others.
    let mut stack: Vec<Node> = vec![Node::default()];
    let mut from = 0;
    let mut start = None;
    let mut count = 0;
    while let Some(at) = text[from..].find('<').map(|k| from + k) {
        let Some(end) = text[at..].find('>').map(|k| at + k) else { return Graph::default() };
        let inner = &text[at + 1..end];
        from = end + 1;
        count += 1;
        if inner.starts_with(['?', '!']) {
            continue;
        }
        if count > MAX_NODES || stack.len() > MAX_DEPTH || inner.contains(" USE=") {
            return Graph::default();
        }
        start.get_or_insert(at);
        if let Some(name) = inner.strip_prefix('/') {
            if stack.len() < 2 || stack[stack.len() - 1].kind != name.trim() {
                return Graph::default();
            }
            close(&mut stack);
            continue;
        }
        stack.push(open_node(inner, at));
        if inner.ends_with('/') {
            close(&mut stack);
        }
    }
    let [root] = &stack[..] else { return Graph::default() };
    let nodes = root.nodes(&[]).into_iter().cloned().collect();
    Graph { at: start.unwrap_or(0)..from, nodes, axis: Some(1), has_bounding_objects: false }
}

/// Closes the last open node: it becomes a child of the one around it.
fn close(stack: &mut Vec<Node>) {
    let Some(node) = stack.pop() else { return };
    let Some(around) = stack.last_mut() else { return };
    match around.fields.iter_mut().find(|(name, _)| name == "children") {
        Some((_, FieldValue::Nodes(nodes))) => nodes.push(node),
        _ => around.fields.push((String::from("children"), FieldValue::Nodes(vec![node]))),
    }
}

/// Reads the name and the attributes of an opening tag at byte `at`; `inner` is the text between `<` and `>`.
fn open_node(inner: &str, at: usize) -> Node {
    let inner = inner.trim_end_matches('/');
    let name = inner.split_whitespace().next().unwrap_or_default();
    let mut node = Node { kind: name.to_owned(), at, fields: Vec::new() };
    let mut rest = &inner[name.len()..];
    while let Some(equals) = rest.find('=') {
        let key = rest[..equals].trim();
        let after = rest[equals + 1..].trim_start();
        let Some(quote) = after.chars().next().filter(|c| ['"', '\''].contains(c)) else { break };
        let Some(end) = after[1..].find(quote) else { break };
        let words = after[1..=end].split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty());
        let numbers: Option<Vec<f64>> = words.map(|word| word.parse().ok()).collect();
        let value = numbers.filter(|all| !all.is_empty()).map_or(FieldValue::Other, FieldValue::Numbers);
        node.fields.push((key.to_owned(), value));
        rest = &after[end + 2..];
    }
    node
}
