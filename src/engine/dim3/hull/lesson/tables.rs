//! The tables: conflict lists, tested faces, the horizon.

use super::super::Quickhull;
use super::{View, face_name};
use crate::answer::number::{count, length};
use crate::answer::{Shown, list_of, point_name};
use crate::lesson::{BodyContext, Row, Table};

/// Which points wait at which face, in the order in which the faces come up.
pub(super) fn conflicts(run: &Quickhull, context: &BodyContext, chosen: Option<u32>) -> Table {
    let row = |face: u32| {
        let points: Vec<u32> = run.conflicts(face).collect();
        let farthest = run.faces[face as usize].farthest;
        let key = if chosen == Some(face) { context.key(farthest) } else { format!("face/{face}").into() };
        Row {
            cells: vec![
                face_name(face).into(),
                count(points.len()),
                point_name(farthest).into(),
                length(run.height(face, farthest)),
                list_of(points.iter().map(|&i| point_name(i))).into(),
            ],
            key: Some(key),
            chosen: chosen == Some(face),
        }
    };
    Table {
        title: "Conflict lists",
        columns: vec!["face", "points", "farthest", "height", "who"],
        rows: run.waiting().map(row).collect(),
    }
}

/// Every face that was tested against the apex: what it sees, and what lies beyond the horizon.
pub(super) fn tested(view: &View) -> Table {
    let run = view.after;
    let apex = run.apex.unwrap_or_default();
    let mut beyond: Vec<u32> = run.horizon.iter().map(|edge| edge.beyond.0).collect();
    beyond.sort_unstable();
    beyond.dedup();
    let row = |face: u32, seen: bool| Row {
        cells: vec![
            face_name(face).into(),
            length(run.height(face, apex)),
            Shown::from(if seen { "seen" } else { "stays" }),
        ],
        key: Some(format!("face/{face}").into()),
        chosen: seen,
    };
    let seen = run.visible.iter().map(|&face| row(face, true));
    let rows = seen.chain(beyond.into_iter().map(|face| row(face, false))).collect();
    Table { title: "Faces tested", columns: vec!["face", "apex above it", ""], rows }
}

/// The edges of the horizon, in order round what is seen.
pub(super) fn horizon(view: &View) -> Table {
    let row = |(number, edge): (usize, &super::super::HorizonEdge)| Row {
        cells: vec![
            count(number),
            format!("{} → {}", point_name(edge.ends[0]), point_name(edge.ends[1])).into(),
            face_name(edge.beyond.0).into(),
        ],
        key: Some(format!("horizon/{number}").into()),
        chosen: false,
    };
    Table {
        title: "Horizon",
        columns: vec!["rank", "edge", "beyond it"],
        rows: (1..).zip(&view.after.horizon).map(row).collect(),
    }
}
