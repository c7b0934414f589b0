//! Names of axes.

use std::sync::Arc;

use crate::snapshot::sat::{Axis, Solid};

/// Short name of an axis, its description, and its group: 0 for A's faces, 1 for B's, 2 for pairs of edges, 3 for all
/// others.
pub fn axis_name_and_group(axis: Axis, solids: &[Arc<Solid>; 2], [a, b]: &[String; 2]) -> (String, String, usize) {
    match axis {
        Axis::FaceA(i) => (format!("a{}", i + 1), format!("the normal of {} of {a}", faces(&solids[0], i)), 0),
        Axis::FaceB(i) => (format!("b{}", i + 1), format!("the normal of {} of {b}", faces(&solids[1], i)), 1),
        Axis::Edges(i, j) => {
            let words = format!("perpendicular to {} of {a} and {} of {b}", edge(&solids[0], i), edge(&solids[1], j));
            (format!("a{} × b{}", i + 1, j + 1), words, 2)
        }
        Axis::Side { body, edge } => {
            let (letter, name) = if body == 0 { ('a', a) } else { ('b', b) };
            let words = format!("perpendicular to edge {} of {name}, in its plane", edge + 1);
            (format!("{letter} ⊥ e{}", edge + 1), words, 3)
        }
        Axis::Along { body } => {
            let (letter, name) = if body == 0 { ('a', a) } else { ('b', b) };
            (format!("along {letter}"), format!("along {name}"), 3)
        }
        Axis::Across { body } => {
            let (letter, name) = if body == 0 { ('a', a) } else { ('b', b) };
            (format!("across {letter}"), format!("from one body to the other, across {name}"), 3)
        }
    }
}

/// Face, or pair of opposite faces, of an axis by number; for a polygon, the side.
fn faces(solid: &Solid, line: u32) -> String {
    if solid.is_planar {
        return format!("side {}", line + 1);
    }
    let pair = solid.lines.get(line as usize).map_or([None; 2], |line| line.faces);
    match pair.map(|face| face.map(|face| face + 1)) {
        [Some(first), Some(second)] => format!("faces {first} and {second}"),
        [first, second] => format!("face {}", first.or(second).unwrap_or(0)),
    }
}

/// Edge by number; a box's edges are named by the axis to which they are parallel.
fn edge(solid: &Solid, edge: u32) -> String {
    match (&solid.cuboid, edge) {
        (Some(_), 0..3) => format!("the edges along {}", ['x', 'y', 'z'][edge as usize]),
        _ => format!("edge {}", edge + 1),
    }
}
