//! Names of separating axes and of the features that define them. Faces and edges are numbered from 1 within their
//! body: `a1` is a face or an edge of A, `b1` one of B.

use std::sync::Arc;

use contact_lens_model::snapshot::sat::{Axis, Solid};

use crate::{Sentence, say};

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
        Axis::Side { body, edge } => {
            let name = Some(format!("e{}", edge + 1));
            if body == 0 { [name, None] } else { [None, name] }
        }
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
    let feature_of_body = |body: usize| {
        let name = features[body].clone().unwrap_or_default();
        say!("{} of {}", Sentence::mark(name, FEATURE_KEYS[body]), &names[body])
    };
    match axis {
        Axis::FaceA(i) if has_sides(&solids[0]) => face_clause(&solids[0], i, feature_of_body(0), pointing),
        Axis::FaceA(_) => say!("is perpendicular to {}", &names[0]),
        Axis::FaceB(i) if has_sides(&solids[1]) => face_clause(&solids[1], i, feature_of_body(1), pointing),
        Axis::FaceB(_) => say!("is perpendicular to {}", &names[1]),
        Axis::Edges(..) => {
            say!("is perpendicular to edge {} and edge {}", feature_of_body(0), feature_of_body(1))
        }
        Axis::Side { body, .. } => {
            say!("is perpendicular to edge {}, in its plane", feature_of_body(usize::from(body)))
        }
        Axis::Along { body } => say!("has the direction of {}", &names[usize::from(body)]),
        Axis::Across { body } => {
            let other = &names[usize::from(1 - body)];
            say!("is perpendicular to {}, from its side toward {}", &names[usize::from(body)], other)
        }
    }
}

/// Whether a body has sides or faces with names of their own, unlike a segment or a point.
fn has_sides(solid: &Solid) -> bool {
    solid.vertices.len() >= 3
}

/// Clause on an axis perpendicular to a face, to two opposite faces, or to a polygon's side. `index` is that of the
/// axis in [`Solid::face_axes`], or that of the side; `name` is the name of the face or side with its body.
fn face_clause(solid: &Solid, index: u32, name: Sentence, pointing: Option<Pointing>) -> Sentence {
    let normal = match pointing {
        Some(Pointing::Outward) => "outward normal",
        Some(Pointing::Inward) => "inward normal",
        None => "normal",
    };
    if solid.is_planar {
        return say!("is the {} of side {}", normal, name);
    }
    match solid.face_axes.get(index as usize).map(|axis| axis.faces) {
        Some([Some(_), Some(_)]) => say!("is perpendicular to face {} and to the opposite face", name),
        _ => say!("is the {} of face {}", normal, name),
    }
}

/// Name, description and group of an axis.
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
    /// Name of an axis of the bodies A and B with the names `a` and `b`.
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

/// Face or pair of opposite faces that defines the axis with the index `index` in [`Solid::face_axes`]; in the plane,
/// the side with that index.
fn face_names(solid: &Solid, index: u32) -> String {
    if solid.is_planar {
        return format!("side {}", index + 1);
    }
    let faces = solid.face_axes.get(index as usize).map_or([None; 2], |axis| axis.faces);
    match faces.map(|face| Some(face? + 1)) {
        [Some(first), Some(second)] => format!("faces {first} and {second}"),
        [first, second] => format!("face {}", first.or(second).unwrap_or(0)),
    }
}

/// Name of the edge with the index `edge`; the parallel edges of a box are one edge of the test, named by its axis.
fn edge_name(solid: &Solid, edge: u32) -> String {
    if solid.cuboid.is_some() && edge < 3 {
        return format!("the edges along {}", ['x', 'y', 'z'][edge as usize]);
    }
    format!("edge {}", edge + 1)
}
