//! Chooses the places and colors of all labels of a drawing. Figures and the window paint the same result; they differ
//! in the font that measures the text.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec2;

use super::{LabelBox, LabelPane, LabelRequest, Memory, arrange, thinning::remove_crowded_names};
use crate::flat::{Draw, Flat};
use crate::marks::mark::is_body;
use crate::marks::theme::{Rgba, word_color};
use crate::view::convex_hull::silhouette;
use crate::{Form, Key, Mark, Picture, Role, Theme, layer};

/// Distance below which two anchors count as the same, points.
const SAME_PLACE: f64 = 2.0;

/// Share of a label that may be illegible in the ink of its mark.
const MAX_ILLEGIBLE: f64 = 0.3;

/// A label with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedLabel {
    /// Key of the labeled mark.
    pub key: Key,
    pub role: Role,
    pub text: String,
    /// Color of the text.
    pub ink: Rgba,
    pub place: LabelBox,
}

/// A label before it has a place.
struct Label<'a> {
    mark: &'a Mark,
    text: &'a str,
    request: LabelRequest,
}

/// Places the labels of a drawing in its pane. `measure` returns width and height of a text, points. `memory` has the
/// slots of the previous step and is updated. Labels without a free place are omitted.
pub fn place_labels(
    picture: &Picture,
    flat: &Flat,
    pane: &LabelPane<'_>,
    theme: Theme,
    measure: &dyn Fn(&str) -> DVec2,
    memory: &mut Memory,
) -> Vec<PlacedLabel> {
    let bodies = silhouettes(picture, flat);
    let labels = flat.words.iter().filter_map(|&(index, at)| {
        let mark = &picture.marks[index];
        let (Form::Label { text, .. } | Form::Badge { text, .. }) = &mark.form else { return None };
        let body = bodies.get(&mark.key).cloned().unwrap_or_default();
        let ink = word_color(theme, mark.role);
        let request =
            LabelRequest { key: mark.key.clone(), at, size: measure(text), rank: layer(mark.role), ink, body };
        Some(Label { mark, text, request })
    });
    let labels = remove_crowded_names(without_duplicates(labels), |label| &label.request);
    let requests: Vec<LabelRequest> = labels.iter().map(|label| label.request.clone()).collect();
    let places = arrange(&requests, pane, memory);
    let placed = labels.into_iter().zip(places).filter_map(|(Label { mark, text, request }, place)| {
        let place = place?;
        // A label whose ink is illegible on its background takes the color of text.
        let area = [place.min, place.max];
        let illegible = pane.backing.map_or(0.0, |backing| backing.illegible_share(request.ink, area));
        let ink = if illegible > MAX_ILLEGIBLE { theme.paper().text } else { request.ink };
        Some(PlacedLabel { key: request.key, role: mark.role, text: text.to_owned(), ink, place })
    });
    placed.collect()
}

/// Silhouettes of the bodies that have labels, by key of the mark: convex hulls of their filled faces, points.
fn silhouettes<'a>(picture: &'a Picture, flat: &Flat) -> BTreeMap<&'a Key, Vec<DVec2>> {
    let named: BTreeSet<&Key> = flat.words.iter().map(|(mark, _)| &picture.marks[*mark].key).collect();
    let mut corners: BTreeMap<&Key, Vec<DVec2>> = BTreeMap::new();
    for item in &flat.items {
        let mark = &picture.marks[item.mark];
        if let Draw::Fill { points, .. } = &item.draw
            && is_body(mark)
            && named.contains(&mark.key)
        {
            corners.entry(&mark.key).or_default().extend(points);
        }
    }
    corners.into_iter().map(|(key, corners)| (key, silhouette(corners.into_iter()))).collect()
}

/// Removes duplicates: of labels with the same text at the same place, keeps the one of the greatest rank, of equals
/// the first.
fn without_duplicates<'a>(labels: impl Iterator<Item = Label<'a>>) -> Vec<Label<'a>> {
    let mut kept: Vec<Label<'a>> = Vec::new();
    for label in labels {
        let is_same =
            |other: &Label| other.text == label.text && other.request.at.distance(label.request.at) < SAME_PLACE;
        match kept.iter().position(is_same) {
            None => kept.push(label),
            Some(i) if label.request.rank > kept[i].request.rank => kept[i] = label,
            Some(_) => {}
        }
    }
    kept
}
