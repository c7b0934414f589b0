//! Contact pairs and contact exclusions of a model.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use super::Model;
use super::files::Book;
use super::joint::Link;
use super::scope::Scope;
use crate::import::draft::Draft;

/// Returns the names of the geoms in contact pairs, as they are in the whole model.
pub(super) fn in_pairs(book: &Book<'_>, scope: &Scope<'_>) -> HashSet<String> {
    let pairs = scope.file.sections("contact").flat_map(|contact| book.children(contact)).map(|(_, node)| node);
    let named = pairs.filter(|node| node.has_tag_name("pair"));
    let names = named.flat_map(|node| ["geom1", "geom2"].map(|name| node.attribute(name))).flatten();
    names.map(|name| scope.names.around(name)).collect()
}

/// Reads the contact section of a model into a draft.
pub(super) fn read(
    book: &Book<'_>,
    scope: &Scope<'_>,
    draft: &mut Draft,
    model: &Model,
    kinds: &HashMap<String, usize>,
) {
    for contact in scope.file.sections("contact") {
        book.take(contact);
        for (page, node) in book.children(contact) {
            let reading = book.reading(page);
            let geom = |name: &str| kinds.get(&scope.names.around(node.attribute(name)?)).copied();
            // An attached model may be present only in part.
            let leave = |why| if scope.is_attached() { book.take((page, node)) } else { reading.leave(node, why) };
            match node.tag_name().name() {
                "exclude" => match excluded(node, scope, model) {
                    pairs if pairs.is_empty() => leave("it names a body that is not there"),
                    pairs => {
                        book.take((page, node));
                        reading.words(node, &["body1", "body2", "name"]);
                        pairs.into_iter().for_each(|[a, b]| draft.keep_apart(a, b));
                    }
                },
                "pair" => match (geom("geom1"), geom("geom2")) {
                    (Some(a), Some(b)) if a != b => {
                        book.take((page, node));
                        reading.words(node, &["geom1", "geom2", "name"]);
                        draft.named.push([a, b]);
                        for attribute in node.attributes() {
                            reading.leave_attribute(
                                node,
                                attribute.name(),
                                "what a contact does is not read, only between whom it is",
                            );
                        }
                    }
                    _ => leave("it names a geom that is not in the scene"),
                },
                _ => reading.leave(node, "of contacts only pairs and exclusions are read"),
            }
        }
    }
}

/// Returns the pairs of rigid bodies that an exclusion names: among replicas, those with the same suffix.
fn excluded(node: Node<'_, '_>, scope: &Scope<'_>, model: &Model) -> Vec<[usize; 2]> {
    let links = model.links.get(scope.links.clone()).unwrap_or_default();
    let named = |name: &str| {
        let wanted = node.attribute(name).unwrap_or_default();
        let whole = scope.names.around(wanted);
        let start = format!("{}{wanted}", scope.names.prefix);
        let exact: Vec<&Link> = links.iter().filter(|link| link.name == whole).collect();
        if exact.is_empty() { links.iter().filter(|link| link.is_called(&start)).collect() } else { exact }
    };
    let first = named("body1");
    let second = named("body2");
    let mut pairs = Vec::new();
    for a in &first {
        for b in second.iter().filter(|b| a.suffix == b.suffix || a.suffix.is_empty() || b.suffix.is_empty()) {
            pairs.push([a.weld, b.weld]);
        }
    }
    pairs
}
