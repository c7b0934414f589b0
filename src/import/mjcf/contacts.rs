//! Contact sections of an MJCF model: pairs of geoms get queries, excluded pairs of bodies get none.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use super::Model;
use super::files::{Documents, Element};
use super::joint::Link;
use super::scope::Scope;
use crate::draft::Draft;

/// Returns the names of the geoms in contact pairs, with the prefixes and suffixes that they have in the whole model.
pub(super) fn geoms_in_pairs(documents: &Documents<'_>, scope: &Scope<'_>) -> HashSet<String> {
    let mut names = HashSet::new();
    for contact in scope.file.sections_named("contact") {
        for pair in documents.children(contact).into_iter().filter(|element| element.tag() == "pair") {
            for name in ["geom1", "geom2"].into_iter().filter_map(|attribute| pair.node.attribute(attribute)) {
                names.insert(scope.names.full_name(name));
            }
        }
    }
    names
}

/// Reads the contact sections of a model into a draft; `geom_indices` are the indices of the draft's bodies by the full
/// names of their geoms.
pub(super) fn read(
    documents: &Documents<'_>,
    scope: &Scope<'_>,
    draft: &mut Draft,
    model: &Model,
    geom_indices: &HashMap<String, usize>,
) {
    for contact in scope.file.sections_named("contact") {
        documents.mark_read(contact);
        for element in documents.children(contact) {
            match element.tag() {
                "exclude" => read_exclusion(documents, scope, element, draft, model),
                "pair" => read_pair(documents, scope, element, draft, geom_indices),
                _ => documents
                    .reader(element.document)
                    .report_skipped(element.node, "only pairs and exclusions of contacts are imported"),
            }
        }
    }
}

/// Excludes the pairs of rigid bodies that an `exclude` element names.
fn read_exclusion(
    documents: &Documents<'_>,
    scope: &Scope<'_>,
    element: Element<'_>,
    draft: &mut Draft,
    model: &Model,
) {
    let pairs = excluded_pairs(element.node, scope, model);
    if pairs.is_empty() {
        report_unknown(documents, scope, element, "it names a body that is not in the model");
        return;
    }
    documents.mark_read(element);
    documents.reader(element.document).mark_attributes_read(element.node, &["body1", "body2", "name"]);
    for [a, b] in pairs {
        draft.exclude_pair(a, b);
    }
}

/// Adds the pair of geoms that a `pair` element names to those of the draft.
fn read_pair(
    documents: &Documents<'_>,
    scope: &Scope<'_>,
    element: Element<'_>,
    draft: &mut Draft,
    geom_indices: &HashMap<String, usize>,
) {
    let node = element.node;
    let geoms = ["geom1", "geom2"].map(|attribute| geom_named(node, attribute, scope, geom_indices));
    let [Some(a), Some(b)] = geoms else {
        report_unknown(documents, scope, element, GEOM_NOT_IN_SCENE);
        return;
    };
    // Two geoms of one compound are one body of the scene.
    if a == b {
        report_unknown(documents, scope, element, GEOM_NOT_IN_SCENE);
        return;
    }
    documents.mark_read(element);
    let reader = documents.reader(element.document);
    reader.mark_attributes_read(node, &["geom1", "geom2", "name"]);
    draft.named_pairs.push([a, b]);
    for attribute in node.attributes() {
        reader.report_skipped_attribute(node, attribute.name(), "only the two geoms of a contact are imported");
    }
}

/// Reason for skipping a contact pair.
const GEOM_NOT_IN_SCENE: &str = "it names a geom that is not in the scene";

/// Returns the index of the draft's body for the geom that an attribute names; `None` if there is none.
fn geom_named(
    node: Node<'_, '_>,
    attribute: &str,
    scope: &Scope<'_>,
    geom_indices: &HashMap<String, usize>,
) -> Option<usize> {
    let name = scope.names.full_name(node.attribute(attribute)?);
    geom_indices.get(&name).copied()
}

/// Reports an element with an unknown name. In an attached model the name is no mistake, because only some of the
/// model's elements may be attached; the element is then marked as read.
fn report_unknown(documents: &Documents<'_>, scope: &Scope<'_>, element: Element<'_>, why: &str) {
    if scope.is_attached() {
        documents.mark_read(element);
    } else {
        documents.reader(element.document).report_skipped(element.node, why);
    }
}

/// Returns the pairs of rigid bodies that an exclusion names, empty if one of its bodies is unknown. Among replicas,
/// only those with the same suffix are excluded; a body that is not replicated is excluded with all replicas of the
/// other.
fn excluded_pairs(node: Node<'_, '_>, scope: &Scope<'_>, model: &Model) -> Vec<[usize; 2]> {
    let links = model.links.get(scope.links.clone()).unwrap_or_default();
    let first = links_named(links, scope, node.attribute("body1").unwrap_or_default());
    let second = links_named(links, scope, node.attribute("body2").unwrap_or_default());
    let mut pairs = Vec::new();
    for a in &first {
        for b in &second {
            if a.suffix == b.suffix || a.suffix.is_empty() || b.suffix.is_empty() {
                pairs.push([a.weld, b.weld]);
            }
        }
    }
    pairs
}

/// Returns the links with a name; if there is none, those whose replicas have it.
fn links_named<'a>(links: &'a [Link], scope: &Scope<'_>, name: &str) -> Vec<&'a Link> {
    let full_name = scope.names.full_name(name);
    let exact: Vec<&Link> = links.iter().filter(|link| link.name == full_name).collect();
    if !exact.is_empty() {
        return exact;
    }
    let name_without_suffix = format!("{}{name}", scope.names.prefix);
    links.iter().filter(|link| link.is_called(&name_without_suffix)).collect()
}
