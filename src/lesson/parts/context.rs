//! Where a search is played: both bodies with their trees and parts, as plain data in the world.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use glam::{DQuat, DVec3};

use crate::answer::Shown;
use crate::answer::number::{is_rounding, length, or_rounding, rounding};
use crate::lesson::Row;
use crate::picture::Solid;
use crate::snapshot::parts::Entry;

/// A node of a tree of boxes, in its body's frame; meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// The least corner of its box,
    pub low: DVec3,
    /// and the greatest.
    pub high: DVec3,
    /// Its children; none of a leaf.
    pub children: Option<[u32; 2]>,
    /// The part of a leaf.
    pub part: Option<u32>,
}

/// What people call a body and its parts.
pub struct Named {
    /// The body.
    pub name: String,
    /// How many parts it has.
    pub count: u32,
    /// The numbers that lead to a part, from the outside in.
    pub path: Box<dyn Fn(u32) -> Vec<u32> + Send + Sync>,
    /// What people call a part.
    pub label: Box<dyn Fn(u32) -> String + Send + Sync>,
}

impl Named {
    /// A part in a sentence: `triangle 7 of ground`; a body of one part by its own name.
    pub fn part(&self, part: u32) -> String {
        let label = (self.label)(part);
        if label == self.name { label } else { format!("{label} of {}", self.name) }
    }
}

/// A body where it stands.
pub struct Told {
    /// What it and its parts are called.
    pub named: Named,
    /// Of its origin in the world.
    pub position: DVec3,
    /// From its axes to the world's.
    pub rotation: DQuat,
    /// How many nodes its tree has.
    pub nodes: u32,
    /// The middle of the box around it, in the world: what one-sided triangles of the other body are judged by.
    pub middle: DVec3,
    /// A node, in the body's frame.
    pub node: Box<dyn Fn(u32) -> Node + Send + Sync>,
    /// A part, in the body's frame.
    pub solid: Box<dyn Fn(u32) -> Solid + Send + Sync>,
    /// Of a one-sided triangle its middle and its unit normal, in the body's frame.
    pub front: Box<dyn Fn(u32) -> Option<[DVec3; 2]> + Send + Sync>,
    /// Vertices and triangles of a body that is one mesh, in the body's frame.
    pub surface: Option<(Vec<DVec3>, Vec<[u32; 3]>)>,
    /// Parts in the world, by their numbers: those that were told of.
    pub placed: Mutex<BTreeMap<u32, Arc<Solid>>>,
}

impl Told {
    /// A point of the body's frame in the world.
    pub fn world(&self, point: DVec3) -> DVec3 {
        self.position + self.rotation * point
    }

    /// A part in the world.
    pub fn part(&self, part: u32) -> Arc<Solid> {
        let made = || {
            let mut solid = (self.solid)(part);
            solid.vertices.iter_mut().for_each(|p| *p = self.world(*p));
            Arc::new(solid)
        };
        let mut placed = self.placed.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(placed.entry(part).or_insert_with(made))
    }

    /// The edges of a node's box, in the world.
    pub fn edges(&self, node: u32) -> Solid {
        let Node { low, high, .. } = (self.node)(node);
        let corner = |k: usize| {
            let pick = |bit: usize, low: f64, high: f64| if k >> bit & 1 == 0 { low } else { high };
            self.world(DVec3::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z)))
        };
        let flat = low.z == high.z;
        let all = (0..if flat { 4_u32 } else { 8 })
            .flat_map(|k| (0..3).map(move |bit| [k, k | 1 << bit]))
            .filter(|[from, to]| from != to && (!flat || *to < 4));
        Solid {
            vertices: (0..if flat { 4 } else { 8 }).map(corner).collect(),
            creases: all.collect(),
            ..Solid::default()
        }
    }

    /// How many parts lie below a node.
    pub fn below(&self, node: u32) -> u32 {
        let (mut open, mut count) = (vec![node], 0);
        while let Some(node) = open.pop() {
            match (self.node)(node).children {
                Some(children) => open.extend(children),
                None => count += 1,
            }
        }
        count
    }

    /// A node in a sentence: all of the body, a box with some parts of it, or a part.
    pub fn node_name(&self, node: u32) -> String {
        let name = &self.named.name;
        match (self.node)(node) {
            Node { part: Some(part), .. } => self.named.part(part),
            _ if node == 0 => name.clone(),
            _ => format!("a box with {} parts of {name}", self.below(node)),
        }
    }

    /// The same where another node has as many parts: by the first of them in the tree's order.
    fn node_by_first(&self, node: u32) -> String {
        let mut first = node;
        while let Some([left, _]) = (self.node)(first).children {
            first = left;
        }
        match (self.node)(node) {
            Node { part: None, .. } if node != 0 => format!("{} from {}", self.below(node), self.node_short(first)),
            _ => self.node_short(node),
        }
    }

    /// A node in few letters, for lanes and tables.
    pub fn node_short(&self, node: u32) -> String {
        match (self.node)(node) {
            Node { part: Some(part), .. } => (self.named.label)(part),
            _ if node == 0 => self.named.name.clone(),
            _ => format!("{} of {}", self.below(node), self.named.name),
        }
    }
}

/// Both bodies.
pub struct Bodies {
    /// A and B.
    pub told: [Told; 2],
    /// Whether they are in `f32`.
    pub single: bool,
}

impl Bodies {
    /// A's origin in the world: answers are seen from it.
    pub fn home(&self) -> DVec3 {
        self.told[0].position
    }

    /// About how large both are together, meters.
    pub fn size(&self) -> f64 {
        let of = |told: &Told| {
            let Node { low, high, .. } = (told.node)(0);
            low.distance(high)
        };
        of(&self.told[0]) + of(&self.told[1])
    }

    /// What lengths may be off by, meters.
    pub fn rounding(&self) -> f64 {
        rounding(self.size(), self.single)
    }

    /// A length in meters: in words where nothing is left of it but rounding.
    pub fn length(&self, meters: f64) -> Shown {
        or_rounding(length(meters), self.rounding())
    }

    /// Whether nothing is left of a length but rounding.
    pub fn is_rounding(&self, meters: f64) -> bool {
        is_rounding(meters, self.rounding())
    }

    /// Two nodes in a sentence.
    pub fn pair_name(&self, [a, b]: [u32; 2]) -> String {
        format!("{} and {}", self.told[0].node_name(a), self.told[1].node_name(b))
    }

    /// Two nodes in few letters. A body of one part, which is in every pair, is not named.
    pub fn pair_short(&self, nodes: [u32; 2]) -> String {
        self.pair_of(nodes, Told::node_short)
    }

    /// Pairs in few letters, no two by the same name.
    pub fn pairs_short(&self, pairs: &[[u32; 2]]) -> Vec<String> {
        let names: Vec<String> = pairs.iter().map(|nodes| self.pair_short(*nodes)).collect();
        let is_twice = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
        let told = |(name, nodes): (&String, &[u32; 2])| match is_twice(name) {
            true => self.pair_of(*nodes, Told::node_by_first),
            false => name.clone(),
        };
        names.iter().zip(pairs).map(told).collect()
    }

    fn pair_of(&self, nodes: [u32; 2], name: impl Fn(&Told, u32) -> String) -> String {
        let named = (0..2).filter(|i| self.told[*i].named.count > 1);
        let names: Vec<String> = named.map(|i| name(&self.told[i], nodes[i])).collect();
        if names.is_empty() {
            format!("{} – {}", self.told[0].named.name, self.told[1].named.name)
        } else {
            names.join(" – ")
        }
    }
}

/// Puts the names of pairs before the rows of a table that tell of them.
pub(super) fn name_rows<'a>(bodies: &Bodies, pairs: impl Iterator<Item = &'a Entry>, rows: &mut [Row]) {
    let pairs: Vec<[u32; 2]> = pairs.map(|entry| entry.nodes).collect();
    rows.iter_mut().zip(bodies.pairs_short(&pairs)).for_each(|(row, name)| row.cells.insert(0, name.into()));
}

/// The name of a node's marks in all views.
pub(super) fn key(body: usize, node: u32) -> String {
    format!("node/{}/{node}", ["a", "b"][body])
}
