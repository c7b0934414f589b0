//! Context of tree searches: both bodies with their trees and parts (child shapes, triangles or cells).

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use contact_lens_model::answer::Shown;
use contact_lens_model::answer::number::{Unit, is_rounding, rounding};
use contact_lens_model::snapshot::parts::NodePair;
use contact_lens_picture::{Role, Solid};
use glam::{DQuat, DVec3};

use crate::{Focus, Sentence, say};

/// Extent of a focus, relative to the size of both bodies, from which on a figure shows the whole scene instead.
const MAX_FOCUS: f64 = 0.5;

/// Node of a tree of boxes, in its body's frame; meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Least coordinates of the box. In the plane, `z` is the same as in `high`.
    pub low: DVec3,
    /// Greatest coordinates of the box.
    pub high: DVec3,
    /// Indices of the children; `None` for a leaf.
    pub children: Option<[u32; 2]>,
    /// Index of the part in a leaf; `None` for an inner node.
    pub part: Option<u32>,
}

/// Names of a body and its parts.
pub struct Named {
    /// Name of the body.
    pub name: String,
    /// Number of parts.
    pub count: u32,
    /// Returns the indices that lead to a part through nested compounds, the outermost first.
    pub path: Box<dyn Fn(u32) -> Vec<u32> + Send + Sync>,
    /// Returns the name of a part without its body's: `triangle 7`.
    pub label: Box<dyn Fn(u32) -> String + Send + Sync>,
}

impl Named {
    /// Name of a part in a sentence, `triangle 7 of ground`; the body's name if that is the part's, too.
    pub fn part(&self, part: u32) -> String {
        let label = (self.label)(part);
        if label == self.name { label } else { format!("{label} of {}", self.name) }
    }
}

/// Body with its pose, tree and parts.
pub struct SearchBody {
    /// Names of the body and its parts.
    pub named: Named,
    /// Position of the origin, world, meters.
    pub position: DVec3,
    /// Rotation from the body's axes to the world's.
    pub rotation: DQuat,
    /// Number of nodes of the tree. The root is node 0.
    pub nodes: u32,
    /// Center of the body's box, world, meters. A one-sided triangle of the other body is skipped if this point is
    /// behind it.
    pub middle: DVec3,
    /// Returns the node with an index, body frame.
    pub node: Box<dyn Fn(u32) -> Node + Send + Sync>,
    /// Returns the solid of a part, body frame.
    pub solid: Box<dyn Fn(u32) -> Solid + Send + Sync>,
    /// Returns the centroid (meters) and the unit normal of a one-sided triangle, body frame; `None` for other parts.
    pub front: Box<dyn Fn(u32) -> Option<[DVec3; 2]> + Send + Sync>,
    /// Vertices (body frame, meters) and vertex indices of the triangles of a mesh; `None` for other bodies.
    pub surface: Option<(Vec<DVec3>, Vec<[u32; 3]>)>,
    /// Solids of parts in the world, by index, once they have been requested.
    pub placed: Mutex<BTreeMap<u32, Arc<Solid>>>,
}

impl SearchBody {
    /// Depth of the point `p`, world, behind the plane of the one-sided triangle `part`, meters; `None` for a point
    /// that is not behind the plane, and for other parts.
    pub fn depth_behind_triangle(&self, part: u32, p: DVec3) -> Option<f64> {
        let [centroid, normal] = (self.front)(part)?;
        let height = (self.rotation * normal).dot(p - self.world(centroid));
        (height < 0.0).then_some(-height)
    }

    /// Transforms a point from the body frame to the world.
    pub fn world(&self, point: DVec3) -> DVec3 {
        self.position + self.rotation * point
    }

    /// Solid of a part, world.
    pub fn part(&self, part: u32) -> Arc<Solid> {
        let mut placed = self.placed.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(placed.entry(part).or_insert_with(|| {
            let mut solid = (self.solid)(part);
            solid.vertices.iter_mut().for_each(|p| *p = self.world(*p));
            Arc::new(solid)
        }))
    }

    /// Edges of a node's box, world, meters; those of a rectangle if the box is flat along `z`. The bit with the number
    /// of an axis says for a vertex index whether the vertex is at the high end of that axis.
    pub fn edges(&self, node: u32) -> Solid {
        let Node { low, high, .. } = (self.node)(node);
        let dimension = if low.z == high.z { 2 } else { 3 };
        let vertex_count = 1_u32 << dimension;
        let vertices = (0..vertex_count).map(|vertex| {
            let ends = [0, 1, 2].map(|axis| if vertex >> axis & 1 == 0 { low[axis] } else { high[axis] });
            self.world(DVec3::from(ends))
        });
        let mut edges = Vec::new();
        for vertex in 0..vertex_count {
            for axis in 0..dimension {
                let other = vertex | 1 << axis;
                if other != vertex {
                    edges.push([vertex, other]);
                }
            }
        }
        Solid { vertices: vertices.collect(), creases: edges, ..Solid::default() }
    }

    /// Number of parts below a node; 1 for a leaf.
    pub fn count_parts_below(&self, node: u32) -> u32 {
        let mut open = vec![node];
        let mut count = 0;
        while let Some(node) = open.pop() {
            match (self.node)(node).children {
                Some(children) => open.extend(children),
                None => count += 1,
            }
        }
        count
    }

    /// Name of a node with its body's: `ground` for the root, `node 7 of ground`, `triangle 3 of ground`.
    pub fn node_name(&self, node: u32) -> String {
        let name = &self.named.name;
        match (self.node)(node).part {
            Some(part) => self.named.part(part),
            None if node == 0 => name.clone(),
            None => format!("node {node} of {name}"),
        }
    }

    /// Name of a node without its body's: `ground` for the root, `node 7`, `triangle 3`.
    pub fn node_short(&self, node: u32) -> String {
        match (self.node)(node).part {
            Some(part) => (self.named.label)(part),
            None if node == 0 => self.named.name.clone(),
            None => format!("node {node}"),
        }
    }

    /// Whether a node has the name of its body: the root, and a part that is the whole body.
    fn is_named_as_body(&self, node: u32) -> bool {
        node == 0 || self.node_short(node) == self.named.name
    }
}

/// Both bodies of a search.
pub struct Bodies {
    /// Bodies A and B.
    pub pair: [SearchBody; 2],
    /// Whether the run computes in `f32`.
    pub single: bool,
}

impl Bodies {
    /// Origin of A, world, to which answers are relative.
    pub fn origin_of_a(&self) -> DVec3 {
        self.pair[0].position
    }

    /// Sum of the diagonals of both bodies' boxes, meters.
    pub fn size(&self) -> f64 {
        diagonal(&self.pair[0]) + diagonal(&self.pair[1])
    }

    /// Rounding error of lengths of this size, meters.
    pub fn rounding(&self) -> f64 {
        rounding(self.size(), self.single)
    }

    /// Text of a length, meters, in a unit that suits the bodies' size and is the same for all lengths of the pair. A
    /// length below the rounding error is given in words.
    pub fn length(&self, meters: f64) -> Shown {
        Unit::of([self.size()]).within(self.rounding()).length(meters)
    }

    /// Text of a lower bound, meters; 0 where it is below the rounding error.
    pub fn bound(&self, meters: f64) -> Shown {
        self.length(if self.is_rounding(meters) { 0.0 } else { meters })
    }

    /// Whether a length is below the rounding error.
    pub fn is_rounding(&self, meters: f64) -> bool {
        is_rounding(meters, self.rounding())
    }

    /// Name of the body with the index `body` (0 for A, 1 for B) in a sentence.
    pub fn body(&self, body: usize) -> Sentence {
        Sentence::body(self.pair[body].named.name.as_str(), [Role::ShapeA, Role::ShapeB][body])
    }

    /// Name of a node in a sentence, without its body's: `node 7`, `triangle 3`; the body's name for the root.
    pub fn node_alone(&self, body: usize, node: u32) -> Sentence {
        let search_body = &self.pair[body];
        if search_body.is_named_as_body(node) {
            self.body(body)
        } else {
            Sentence::mark(search_body.node_short(node), node_key(body, node))
        }
    }

    /// Name of the node of `body` (0 for A, 1 for B) in a pair of nodes, without its body's.
    pub fn half(&self, body: usize, pair: &NodePair) -> Sentence {
        self.node_alone(body, pair.nodes[body])
    }

    /// Name of a node in a sentence, with its body's: `node 7 of ground`; the body's name for the root.
    pub fn node(&self, body: usize, node: u32) -> Sentence {
        if self.pair[body].is_named_as_body(node) {
            self.body(body)
        } else {
            say!("{} of {}", self.node_alone(body, node), self.body(body))
        }
    }

    /// Name of a part in a sentence, `triangle 7 of ground`; the body's name if it has one part only.
    pub fn part(&self, body: usize, part: u32) -> Sentence {
        let named = &self.pair[body].named;
        let label = (named.label)(part);
        if label == named.name || named.count == 1 {
            self.body(body)
        } else {
            say!("{} of {}", Sentence::mark(label, ["part/a", "part/b"][body]), self.body(body))
        }
    }

    /// Name of a pair of nodes in a sentence.
    pub fn pair(&self, [a, b]: [u32; 2]) -> Sentence {
        say!("{} and {}", self.node(0, a), self.node(1, b))
    }

    /// Short name of a pair of nodes: `node 7 – ball`.
    pub fn pair_short(&self, nodes: [u32; 2]) -> String {
        format!("{} – {}", self.pair[0].node_short(nodes[0]), self.pair[1].node_short(nodes[1]))
    }

    /// Focus of a figure on the boxes of two nodes and on the points `others`, world, meters; `None` if they take up
    /// most of the scene.
    pub fn focus(&self, nodes: [u32; 2], others: impl IntoIterator<Item = DVec3>) -> Option<Focus> {
        let boxes = self.pair.iter().zip(nodes).flat_map(|(search_body, node)| search_body.edges(node).vertices);
        let points: Vec<DVec3> = boxes.chain(others).filter(|point| point.is_finite()).collect();
        let low = points.iter().copied().reduce(DVec3::min)?;
        let high = points.iter().copied().reduce(DVec3::max)?;
        let is_small = low.distance(high) < MAX_FOCUS * self.size();
        is_small.then_some(Focus { side: None, points })
    }
}

/// Diagonal of the box around a body, meters.
fn diagonal(search_body: &SearchBody) -> f64 {
    let Node { low, high, .. } = (search_body.node)(0);
    low.distance(high)
}

/// Mark id of a node, in all views.
pub(super) fn node_key(body: usize, node: u32) -> String {
    format!("node/{}/{node}", ["a", "b"][body])
}
