//! How the width of a page is shared among its panes.

use super::ViewKind;
use super::pane::Pane;

/// How much of the page's width each pane takes beside the others: many small pictures more; a sphere, which is as high as
/// wide, less; bodies in the plane more than each of several panes about them: beside two of these, two fifths of the page.
pub(super) fn weights(panes: &[Pane]) -> Vec<f64> {
    let weight = |pane: &Pane| match pane.kind {
        ViewKind::Tiles => 2.0,
        ViewKind::Sphere => 0.85,
        ViewKind::Plane if panes.len() > 2 => 4.0 / 3.0,
        _ => 1.0,
    };
    panes.iter().map(weight).collect()
}
