//! Names of separating axes and of the features that define them: faces and edges are numbered from 1 within their
//! body, `a1` for A and `b1` for B.

use std::sync::Arc;

use crate::lesson::{Sentence, say};
use crate::snapshot::sat::{Axis, Solid};

/// Mark ids of the features of A and of B that define an axis.
pub(super) const FEATURE_KEYS: [&str; 2] = ["feature/0", "feature/1"];

/// Side of its face to which the axis of a face points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointing {
    /// Out of the body.
    Outward,
    /// Into the body.
    Inward,
}

/// Names at the features of A and of B that define an axis, such as `a1` for a face or edge of A; `None` for a body
/// without such a feature.
pub fn feature_names(axis: Axis) -> [Option<String>; 2] {
    match axis {
        Axis::FaceA(i) => [Some(format!("a{}", i + 1)), None],
        Axis::FaceB(i) => [None, Some(format!("b{}", i + 1))],
        Axis::Edges(i, j) => [Some(format!("a{}", i + 1)), Some(format!("b{}", j + 1))],
        Axis::Side { body: 0, edge } => [Some(format!("e{}", edge + 1)), None],
        Axis::Side { edge, .. } => [None, Some(format!("e{}", edge + 1))],
        Axis::Along { .. } | Axis::Across { .. } => [None, None],
    }
}

/// Clause on the direction of an axis, with the features that define it: `is perpendicular to face a1 of box`. `names`
/// are those of the bodies; `pointing` is the side of its face to which the axis of a face points, if it is known.
pub fn axis_clause(
    axis: Axis,
    solids: &[Arc<Solid>; 2],
    names: &[Sentence; 2],
    pointing: Option<Pointing>,
) -> Sentence {
    let features = feature_names(axis);
    let named = |body: usize| {
        let name = features[body].clone().unwrap_or_default();
        say!("{} of {}", Sentence::mark(name, FEATURE_KEYS[body]), &names[body])
    };
    let owner = match axis {
        Axis::FaceA(_) => Some(0),
        Axis::FaceB(_) => Some(1),
        _ => None,
    };
    // A segment has no side with a name of its own.
    if let Some(body) = owner.filter(|body| solids[*body].vertices.len() < 3) {
        return say!("is perpendicular to {}", &names[body]);
    }
    match axis {
        Axis::FaceA(i) => face_clause(&solids[0], i, named(0), pointing),
        Axis::FaceB(i) => face_clause(&solids[1], i, named(1), pointing),
        Axis::Edges(..) => say!("is perpendicular to edge {} and edge {}", named(0), named(1)),
        Axis::Side { body, .. } => say!("is perpendicular to edge {}, in its plane", named(usize::from(body))),
        Axis::Along { body } => say!("has the direction of {}", &names[usize::from(body)]),
        Axis::Across { body } => {
            let other = &names[usize::from(1 - body)];
            say!("is perpendicular to {}, from its side toward {}", &names[usize::from(body)], other)
        }
    }
}

/// Clause on an axis perpendicular to a face, to two opposite faces, or to a polygon's side. `line` is the index of the
/// axis in [`Solid::lines`], `named` the name of the face or side.
fn face_clause(solid: &Solid, line: u32, named: Sentence, pointing: Option<Pointing>) -> Sentence {
    let normal = match pointing {
        Some(Pointing::Outward) => "outward normal",
        Some(Pointing::Inward) => "inward normal",
        None => "normal",
    };
    if solid.is_planar {
        return say!("is the {} of side {}", normal, named);
    }
    match solid.face_axes.get(line as usize).map(|line| line.faces) {
        Some([Some(_), Some(_)]) => say!("is perpendicular to face {} and to the opposite face", named),
        _ => say!("is the {} of face {}", normal, named),
    }
}

/// Name of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisName {
    /// Short name: `a1`, `a1 × b2`, `along A`.
    pub short: String,
    /// Description: `the normal of face 1 of box`.
    pub description: String,
    /// Group of the axis: 0 for the face normals of A, 1 for those of B, 2 for pairs of edges, 3 for all others.
    pub group: usize,
}

impl AxisName {
    /// Name of an axis of two bodies.
    pub fn new(axis: Axis, solids: &[Arc<Solid>; 2], [a, b]: &[String; 2]) -> Self {
        match axis {
            Axis::FaceA(i) => Self {
                short: format!("a{}", i + 1),
                description: format!("the normal of {} of {a}", face_names(&solids[0], i)),
                group: 0,
            },
            Axis::FaceB(i) => Self {
                short: format!("b{}", i + 1),
                description: format!("the normal of {} of {b}", face_names(&solids[1], i)),
                group: 1,
            },
            Axis::Edges(i, j) => {
                let edge_of_a = edge_name(&solids[0], i);
                let edge_of_b = edge_name(&solids[1], j);
                Self {
                    short: format!("a{} × b{}", i + 1, j + 1),
                    description: format!("perpendicular to {edge_of_a} of {a} and {edge_of_b} of {b}"),
                    group: 2,
                }
            }
            Axis::Side { body, edge } => {
                let (letter, name) = if body == 0 { ('a', a) } else { ('b', b) };
                Self {
                    short: format!("{letter} ⊥ e{}", edge + 1),
                    description: format!("perpendicular to edge {} of {name}, in its plane", edge + 1),
                    group: 3,
                }
            }
            Axis::Along { body } => {
                let (letter, name) = if body == 0 { ('A', a) } else { ('B', b) };
                Self { short: format!("along {letter}"), description: format!("along {name}"), group: 3 }
            }
            Axis::Across { body } => {
                let (letter, name) = if body == 0 { ('A', a) } else { ('B', b) };
                Self {
                    short: format!("across {letter}"),
                    description: format!("from one body to the other, across {name}"),
                    group: 3,
                }
            }
        }
    }
}

/// Face, pair of opposite faces, or polygon's side that defines the axis of index `line` in [`Solid::lines`].
fn face_names(solid: &Solid, line: u32) -> String {
    if solid.is_planar {
        return format!("side {}", line + 1);
    }
    let pair = solid.face_axes.get(line as usize).map_or([None; 2], |line| line.faces);
    match pair.map(|face| face.map(|face| face + 1)) {
        [Some(first), Some(second)] => format!("faces {first} and {second}"),
        [first, second] => format!("face {}", first.or(second).unwrap_or(0)),
    }
}

/// Edge of index `edge`; the edges of a box are named by the axis to which they are parallel.
fn edge_name(solid: &Solid, edge: u32) -> String {
    match (&solid.cuboid, edge) {
        (Some(_), 0..3) => format!("the edges along {}", ['x', 'y', 'z'][edge as usize]),
        _ => format!("edge {}", edge + 1),
    }
}
