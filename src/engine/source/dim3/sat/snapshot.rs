//! Snapshots of the separating-axis test as plain data in `f64`: the state after each step, and the problem, which
//! stays the same.

use std::borrow::Borrow;
use std::sync::Arc as Shared;

use super::{Arc, Edge, EdgePairs, Outcome, Sat, SkipReason, Solid, StateAfterAxis, Tested};
use crate::dim3::prelude::*;
use contact_lens_model::snapshot::{Snapshots, ToF64, sat};

/// Largest number of skipped pairs of edges that is listed; beyond it the list is empty.
const MAX_SKIPPED: usize = 20_000;

impl<S: Borrow<Solid>> Snapshots for Sat<S> {
    type Snapshot = sat::Test;

    fn snapshot(&self) -> sat::Test {
        let region = self.region_normal();
        let states = self.axis_by_axis();
        let mut between: Vec<sat::Test> = states.iter().map(|state| self.plain_state(state, region)).collect();
        let current = StateAfterAxis { found: self.found, pruned: self.pruned };
        let last = between.pop().unwrap_or_else(|| self.plain_state(&current, region));
        sat::Test { between, ..last }
    }
}

/// Result of an axis as plain data.
pub fn plain(tested: &Tested) -> sat::Tested {
    tested.plain(|axis| axis, |n| n)
}

impl<S: Borrow<Solid>> Sat<S> {
    /// Snapshot of the test after one of its axes; `region` is the result of [`Sat::region_normal`].
    fn plain_state(&self, state: &StateAfterAxis, region: Option<glam::DVec3>) -> sat::Test {
        let plain = state.found.plain(|tested| self.with_features(tested));
        sat::Test { pruned: state.pruned, region, ..plain }
    }

    /// Method by which the test skips pairs of edges.
    fn pair_pruning(&self) -> sat::PairPruning {
        if self.triples.is_some() {
            sat::PairPruning::ParallelOnly
        } else if self.is_bounded() {
            sat::PairPruning::ByBound
        } else if self.walk.is_some() {
            sat::PairPruning::ByWalk
        } else {
            sat::PairPruning::ByArcs
        }
    }

    /// The data that stays the same during the test; `solids` are both bodies as plain data.
    pub fn problem(&self, solids: [Shared<sat::Solid>; 2]) -> sat::Problem {
        sat::Problem {
            solids,
            rotation: self.rotation.to_f64(),
            translation: self.translation.to_f64(),
            rounding: self.found.rounding.to_f64(),
            cached: self.options.cached.is_some(),
            stop_at_first: self.options.stop_at_first,
            pruning: self.pair_pruning(),
            skipped: self.skipped(),
        }
    }

    /// Answer of a test that ended with `outcome`, with the other axes whose gaps tie with the best.
    pub fn plain_answer(&self, outcome: Outcome) -> sat::Answer
    where
        S: Clone,
    {
        let best = self.found.best.as_ref().map(|best| self.with_features(best));
        let ties = self.ties().iter().map(|tie| self.with_features(tie)).collect();
        self.answer(outcome).plain(best, ties, |n| n)
    }

    /// Result of an axis, with the features of the bodies that define it.
    fn with_features(&self, tested: &Tested) -> sat::TestedAxis {
        let features = [0, 1].map(|body| self.feature(tested, body));
        sat::TestedAxis { tested: plain(tested), features }
    }

    /// Minus the sum of the normals of the faces at the vertex of B whose region a walk has entered; pair frame. `None`
    /// without a walk.
    fn region_normal(&self) -> Option<glam::DVec3> {
        let vertex = self.region()?;
        let hull = self.b.borrow().polyhedron.as_ref()?;
        let normals = hull.vertex_faces(vertex).map(|face| hull.faces()[face as usize].plane.normal);
        Some(-(self.rotation * normals.sum::<Vec3>()).to_f64())
    }

    /// The skipped pairs of edges; empty if all are tested or too many are skipped. Parallel edges are not listed,
    /// since they span no axis.
    fn skipped(&self) -> Vec<sat::Skipped> {
        if self.options.pairs == EdgePairs::All {
            return Vec::new();
        }
        let count_a = self.a.borrow().edges.len() as u32;
        let count_b = self.b.borrow().edges.len() as u32;
        let pairs = (0..count_a).flat_map(|i| (0..count_b).map(move |j| [i, j]));
        let skipped = pairs.filter_map(|[i, j]| {
            let why = self.skip_reason(i, j)?;
            let toward = self.toward([i, j], why).filter(|x| *x != Vec3::ZERO)?;
            Some(sat::Skipped { edges: [i, j], reason: why, toward: toward.to_f64() })
        });
        let skipped: Vec<_> = skipped.take(MAX_SKIPPED + 1).collect();
        if skipped.len() > MAX_SKIPPED { Vec::new() } else { skipped }
    }

    /// The direction perpendicular to both edges, on the side of the arc that it misses; pair frame, any length. `None`
    /// if an edge does not exist.
    fn toward(&self, [i, j]: [u32; 2], why: SkipReason) -> Option<Vec3> {
        let a = self.a.borrow().edges.get(i as usize)?;
        let b = self.b.borrow().edges.get(j as usize)?;
        let x = a.direction.cross(self.rotation * b.direction);
        let arc_middle = if why == SkipReason::BesideB { -(self.rotation * middle(b.arc)) } else { middle(a.arc) };
        Some(if x.dot(arc_middle) < 0.0 { -x } else { x })
    }
}

impl Solid {
    /// The solid as plain data.
    pub fn snapshot(&self) -> sat::Solid {
        let face_axes = self.face_axes.iter();
        sat::Solid {
            is_planar: false,
            vertices: self.vertices.iter().map(|v| v.to_f64()).collect(),
            face_axes: face_axes
                .map(|axis| sat::FaceAxis { normal: axis.normal.to_f64(), faces: axis.faces })
                .collect(),
            edges: self.edges.iter().map(edge).collect(),
            cuboid: self.half_extents.and_then(|_| self.single_edges()),
            plane_normal: self.plane_normal().map(ToF64::to_f64),
            sources: self.sources.clone(),
        }
    }

    /// The twelve edges of a box, each with the arc between its two faces.
    fn single_edges(&self) -> Option<Vec<sat::Edge>> {
        let cuboid = self.polyhedron.as_ref()?;
        let edges = cuboid.edges().map(|single| {
            let [tail, head] = single.ends.map(|end| self.vertices[end as usize]);
            let normals = single.faces.map(|face| cuboid.faces()[face as usize].plane.normal);
            edge(&Edge { ends: single.ends, direction: (head - tail).normalize_or_zero(), arc: Arc::Minor(normals) })
        });
        Some(edges.collect())
    }
}

/// A vector in the middle of an arc; 0 for a whole circle.
fn middle(arc: Arc) -> Vec3 {
    match arc {
        Arc::Minor([from, to]) => from + to,
        Arc::Half(middle) => middle,
        Arc::Circle => Vec3::ZERO,
    }
}

/// An edge as plain data.
fn edge(edge: &Edge) -> sat::Edge {
    let arc = match edge.arc {
        Arc::Minor(ends) => sat::Arc::Minor(ends.map(ToF64::to_f64)),
        Arc::Half(middle) => sat::Arc::Half(middle.to_f64()),
        Arc::Circle => sat::Arc::Circle,
    };
    sat::Edge { ends: edge.ends, direction: edge.direction.to_f64(), arc }
}
