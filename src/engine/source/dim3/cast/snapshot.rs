//! Snapshots of the ray cast, conservative advancement and the sweep, and of their answers, as plain data in `f64`.

use glam::DVec3;

use super::sweep::{Axis, AxisSource, TestedAxis, entry_plane};
use super::{Advance, Answer, CastState, DistanceAnswer, Flat, Gap, Pair, Path, Plane, RayCast, Sweep};
use crate::dim3::prelude::*;
use crate::dim3::support::Vertex;
use contact_lens_model::snapshot::{Snapshots, ToF64, cast, sat, support};

impl<P: Pair> Snapshots for Advance<P> {
    type Snapshot = cast::Advance;

    fn snapshot(&self) -> cast::Advance {
        cast::Advance { progress: self.state.snapshot(), by_gap: self.by_gap().map(ToF64::to_f64) }
    }
}

impl<P: Pair> Snapshots for RayCast<P> {
    type Snapshot = cast::RayCast;

    fn snapshot(&self) -> cast::RayCast {
        cast::RayCast {
            progress: self.state.snapshot(),
            simplex: self.simplex.map(|p| self.state.path.vertex(&p)),
            filled: self.filled,
            lambda: self.lambda.map(ToF64::to_f64),
            u: self.u.to_f64(),
            u_length: self.simplex_distance.to_f64(),
            search_direction: self.p_direction.to_f64(),
            slot: self.slot,
            joined: self.joined,
            pierced: self.pierced,
            by_surface: self.by_surface().map(ToF64::to_f64),
            by_tolerance: self.by_requested_width().map(ToF64::to_f64),
        }
    }
}

impl<L: AxisSource<Axis: Into<sat::Axis>>> Snapshots for Sweep<L> {
    type Snapshot = cast::Sweep;

    fn snapshot(&self) -> cast::Sweep {
        let mut states: Vec<cast::Sweep> = self.axis_by_axis().iter().map(Self::plain).collect();
        match states.pop() {
            Some(last) => cast::Sweep { between: states, ..last },
            None => self.plain(),
        }
    }
}

impl<L: AxisSource<Axis: Into<sat::Axis>>> Sweep<L> {
    /// Snapshot without the states between the axes of a triple.
    fn plain(&self) -> cast::Sweep {
        cast::Sweep {
            between: Vec::new(),
            in_row: self.triple.is_some(),
            phase: self.phase,
            last_tested: self.now.as_ref().map(|tested| tested_axis(tested, &self.path)),
            overlap: self.outer.map(|s| self.path.with_head_start(s)),
            tested: self.tested,
            gap: self.gap.map(|gap| self.path.gap(&gap)),
            by_empty: self.by_empty().map(|s| self.path.with_head_start(s)),
            by_end: self.by_end().map(|s| self.path.with_head_start(s)),
        }
    }
}

/// Snapshot of a tested axis of a sweep.
fn tested_axis<A: Copy + Into<sat::Axis>>(tested: &TestedAxis<A>, path: &Path) -> cast::TestedAxis {
    let projected = &tested.projected;
    let [low, high] = tested.projected.projections[0];
    let plane = entry_plane(tested);
    cast::TestedAxis {
        axis: match projected.axis {
            Axis::Static(axis) => cast::Axis::Static(axis.into()),
            Axis::Motion(which) => cast::Axis::Motion(which),
        },
        normal: projected.normal.to_f64(),
        span: tested.overlap.nominal.map(|s| path.with_head_start(s)),
        w: tested.overlap.w.to_f64(),
        recedes: tested.overlap.recedes(path),
        end_of_a: if plane.normal == projected.normal { high } else { -low }.to_f64(),
        plane: path.plane(&plane),
    }
}

impl<P: Pair> CastState<P> {
    /// Snapshot of the state.
    pub fn snapshot(&self) -> cast::CastProgress {
        cast::CastProgress {
            phase: self.phase,
            ending: self.ending,
            s: self.path.with_head_start(self.s),
            t: self.path.time(self.s).to_f64(),
            margin: self.margin.to_f64(),
            upper: self.path.with_head_start(self.upper),
            bracket: self.bracket(),
            proof: self.proof,
            plane: self.planes[0].map(|plane| self.path.plane(&plane)),
            g: self.g.to_f64(),
            rounding: self.rounding().to_f64(),
            last_query: self.distance.map(|distance| self.path.distance_snapshot(&distance)),
            segment: self.flat.map(|flat| self.path.ends(&flat)),
            ball_time: self.inner.map(|inner| self.path.time(inner.s).to_f64()),
            gap: self.gap.map(|gap| self.path.gap(&gap)),
            by_bracket: self.by_bracket().map(ToF64::to_f64),
            by_limit: self.by_limit().map(f64::from),
        }
    }

    /// Proven bounds of the first contact, seconds; the upper one is infinite while no contact is proven.
    pub fn bracket(&self) -> [f64; 2] {
        [self.lower, self.upper].map(|s| if s < Real::INFINITY { self.path.time(s).to_f64() } else { f64::INFINITY })
    }
}

impl Path {
    /// Snapshot of the path, which stays the same in all steps.
    pub fn snapshot(&self, is_planar: bool) -> cast::Path {
        cast::Path {
            speed: self.speed_f64(),
            is_still: self.is_still(),
            t_max: self.t_max.to_f64(),
            end: self.time(self.length).to_f64(),
            is_planar,
        }
    }

    /// Position on the whole path, in length units from the start of the motion; `s` is the position after the head
    /// start.
    fn with_head_start(&self, s: Real) -> f64 {
        self.start.length + s.to_f64()
    }

    /// Snapshot of a plane, moved to where it is relative to `A − B` at the start of the motion.
    fn plane(&self, plane: &Plane) -> cast::Plane {
        let normal = plane.normal.to_f64();
        cast::Plane { normal, offset: plane.offset.to_f64() + self.start.offset().dot(normal) }
    }

    /// Snapshot of a point of `A − B` at the start of the motion.
    fn vertex(&self, vertex: &Vertex) -> support::Vertex {
        let moved = self.start.offset();
        let plain = vertex.snapshot();
        support::Vertex { w: plain.w + moved, b: plain.b - moved, ..plain }
    }

    /// Snapshot of the segment of a flat `A − B`, at the start of the motion.
    fn ends(&self, flat: &Flat) -> [DVec3; 2] {
        flat.ends.map(|end| end.to_f64() + self.start.offset())
    }

    /// Snapshot of the answer of a distance query.
    fn distance_snapshot(&self, answer: &DistanceAnswer) -> cast::QueryResult {
        cast::QueryResult {
            signed_distance: answer.signed_distance.map(ToF64::to_f64),
            lower: answer.lower.to_f64(),
            normal: answer.normal.map(ToF64::to_f64),
            closing: answer.normal.map(|n| n.dot(self.r).to_f64()),
            witness: [answer.witness_a, answer.witness_b].map(ToF64::to_f64),
        }
    }

    /// Snapshot of the gap over the whole motion.
    fn gap(&self, gap: &Gap) -> cast::Gap {
        cast::Gap { distance: gap.distance.to_f64(), time: gap.last.map(|s| self.time(s).to_f64()) }
    }
}

impl<V: ToF64<F64 = DVec3> + Copy> Answer<V> {
    /// Snapshot of the answer, in the same frame.
    pub fn snapshot(&self) -> cast::Answer {
        cast::Answer {
            outcome: self.outcome,
            t_first: self.t_first.map(ToF64::to_f64),
            lower: self.lower.to_f64(),
            upper: self.upper.map(ToF64::to_f64),
            t_last: self.t_last.map(ToF64::to_f64),
            normal: self.normal.map(ToF64::to_f64),
            witness: self.witness.map(|points| points.map(ToF64::to_f64)),
            gap: self.gap.map(ToF64::to_f64),
            iterations: self.iterations,
        }
    }
}
