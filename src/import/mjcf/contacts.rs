//! Contact pairs and contact exclusions of a model.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use super::Model;
use super::files::{Book, Element};
use super::joint::Link;
use super::scope::Scope;
use crate::import::draft::Draft;

/// Returns the names of the geoms in contact pairs, with the prefixes and suffixes that they have in the whole model.
pub(super) fn in_pairs(book: &Book<'_>, scope: &Scope<'_>) -> HashSet<String> {
    let pairs = scope.file.sections("contact").flat_map(|contact| book.children(contact)).map(|(_, node)| node);
    let named = pairs.filter(|node| node.has_tag_name("pair"));
    let names = named.flat_map(|node| ["geom1", "geom2"].map(|name| node.attribute(name))).flatten();
    names.map(|name| scope.names.full_name(name)).collect()
}

/// Reads the contact section of a model into a draft.
pub(super) fn read(
    book: &Book<'_>,
    scope: &Scope<'_>,
    draft: &mut Draft,
    model: &Model,
    geom_indices: &HashMap<String, usize>,
) {
    for contact in scope.file.sections("contact") {
        book.take(contact);
        for (page, node) in book.children(contact) {
            let reading = book.reading(page);
            match node.tag_name().name() {
                "exclude" => match excluded(node, scope, model) {
                    pairs if pairs.is_empty() => {
                        leave_unknown(book, scope, (page, node), "it names a body that is not in the model")
                    }
                    pairs => {
                        book.take((page, node));
                        reading.words(node, &["body1", "body2", "name"]);
                        pairs.into_iter().for_each(|[a, b]| draft.exclude_pair(a, b));
                    }
                },
                "pair" => match ["geom1", "geom2"].map(|name| geom_named(node, name, scope, geom_indices)) {
                    [Some(a), Some(b)] if a != b => {
                        book.take((page, node));
                        reading.words(node, &["geom1", "geom2", "name"]);
                        draft.named.push([a, b]);
                        for attribute in node.attributes() {
                            reading.leave_attribute(
                                node,
                                attribute.name(),
                                "only the two geoms of a contact are imported",
                            );
                        }
                    }
                    _ => leave_unknown(book, scope, (page, node), "it names a geom that is not in the scene"),
                },
                _ => reading.leave(node, "only pairs and exclusions of contacts are imported"),
            }
        }
    }
}

/// Returns the index in the draft of the geom that an attribute names.
fn geom_named(
    node: Node<'_, '_>,
    name: &str,
    scope: &Scope<'_>,
    geom_indices: &HashMap<String, usize>,
) -> Option<usize> {
    geom_indices.get(&scope.names.full_name(node.attribute(name)?)).copied()
}

/// Reports an element with an unknown name, unless its model is attached: then it may be present only in part.
fn leave_unknown(book: &Book<'_>, scope: &Scope<'_>, (page, node): Element<'_>, why: &str) {
    if scope.is_attached() { book.take((page, node)) } else { book.reading(page).leave(node, why) }
}

/// Returns the pairs of rigid bodies that an exclusion names: among replicas, those with the same suffix.
fn excluded(node: Node<'_, '_>, scope: &Scope<'_>, model: &Model) -> Vec<[usize; 2]> {
    let links = model.links.get(scope.links.clone()).unwrap_or_default();
    let first = links_named(links, scope, node.attribute("body1").unwrap_or_default());
    let second = links_named(links, scope, node.attribute("body2").unwrap_or_default());
    let mut pairs = Vec::new();
    for a in &first {
        for b in second.iter().filter(|b| a.suffix == b.suffix || a.suffix.is_empty() || b.suffix.is_empty()) {
            pairs.push([a.weld, b.weld]);
        }
    }
    pairs
}

/// Returns the links with a name; if there is none, those whose replicas have it.
fn links_named<'a>(links: &'a [Link], scope: &Scope<'_>, name: &str) -> Vec<&'a Link> {
    let whole = scope.names.full_name(name);
    let start = format!("{}{name}", scope.names.prefix);
    let exact: Vec<&Link> = links.iter().filter(|link| link.name == whole).collect();
    if exact.is_empty() { links.iter().filter(|link| link.is_called(&start)).collect() } else { exact }
}
