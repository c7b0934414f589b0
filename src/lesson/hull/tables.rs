//! Tables of Quickhull: conflict lists, tested faces, the horizon.

use contact_lens_model::answer::number::{count, length};
use contact_lens_model::answer::{Shown, list_of, point_name};
use contact_lens_model::snapshot::hull::{FarthestPoint, HeightTest, Quickhull};

use super::{HullView, face_name};
use crate::{Row, Table};

/// Table of the conflict lists, in the order in which the faces are processed.
pub(super) fn conflicts(view: &HullView, state: &Quickhull, chosen: Option<u32>) -> Table {
    let faces = &view.made.faces;
    Table {
        title: "Conflict lists",
        columns: vec!["face", "points", "farthest", "height", "names"],
        rows: faces
            .waiting(state.made)
            .map(|face| {
                let points = faces.conflicts(face);
                let farthest = faces.get(face).and_then(|face| face.farthest);
                let FarthestPoint { point: farthest, height } = farthest.unwrap_or_default();
                let key = if chosen == Some(face) { view.context.key(farthest) } else { format!("face/{face}").into() };
                Row {
                    cells: vec![
                        face_name(face).into(),
                        count(points.len()),
                        point_name(farthest).into(),
                        length(height),
                        list_of(points.iter().map(|&i| point_name(i))).into(),
                    ],
                    key: Some(key),
                    chosen: chosen == Some(face),
                }
            })
            .collect(),
    }
}

/// Table of the faces tested against the apex: visible ones, and those beyond the horizon.
pub(super) fn tested_faces(view: &HullView) -> Table {
    let visible = view.after.visible.iter().map(|tested| tested_row(tested, true));
    let rows = visible.chain(view.after.beyond.iter().map(|tested| tested_row(tested, false))).collect();
    Table { title: "Faces tested", columns: vec!["face", "height of apex", "result"], rows }
}

/// Row of a face that was tested against the apex.
fn tested_row(tested: &HeightTest, is_visible: bool) -> Row {
    Row {
        cells: vec![
            face_name(tested.face).into(),
            length(tested.height),
            Shown::from(if is_visible { "visible" } else { "stays" }),
        ],
        key: Some(format!("face/{}", tested.face).into()),
        chosen: is_visible,
    }
}

/// Table of the horizon's edges, in order.
pub(super) fn horizon(view: &HullView) -> Table {
    Table {
        title: "Horizon",
        columns: vec!["rank", "edge", "neighbor"],
        rows: (1..)
            .zip(&view.after.horizon)
            .map(|(number, edge)| Row {
                cells: vec![
                    count(number),
                    format!("{} → {}", point_name(edge.ends[0]), point_name(edge.ends[1])).into(),
                    face_name(edge.beyond.face).into(),
                ],
                key: Some(format!("horizon/{number}").into()),
                chosen: false,
            })
            .collect(),
    }
}
