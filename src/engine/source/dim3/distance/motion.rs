//! Distance queries of one pair that moves a little between calls: each starts from the last answer (`[ACD11]`, last
//! section).
//!
//! For separate cores, the last simplex moves with the bodies: if it still contains the closest points, one support
//! point proves it. For overlapping cores, EPA continues with the last polytope ([`Epa::warm_started`]). If the motion
//! was too large for either, or a core is curved, the query starts anew with the last normal as GJK's first direction,
//! which then becomes EPA's first bound. The certificate is the same in all cases.

use super::{Distance, Options, Outcome, closed_form, tiny_answer};
use crate::dim3::answer::{Answer, Status};
use crate::dim3::epa::{self, Buffers, Epa, recomputed_vertex};
use crate::dim3::gjk::{self, Gjk};
use crate::dim3::pose::Pose;
use crate::dim3::prelude::*;
use crate::dim3::rounding;
use crate::dim3::simplex::subset::members;
use crate::dim3::simplex::{self, Subset};
use crate::dim3::support::{Cso, Support, Vertex};

/// Simplex with a vertex in each of its four slots: a tetrahedron.
const ALL_SLOTS: Subset = 0b1111;

/// Memory of a moving pair, one per pair; its buffers are reused between calls.
#[derive(Clone, Debug, Default)]
pub struct Motion {
    /// EPA's memory, with the last polytope.
    buffers: Option<Box<Buffers>>,
    /// Part of the last answer from which the next query may start.
    last: Reusable,
    /// GJK's last simplex, in the pair frame of the last call.
    simplex: [Vertex; 4],
    /// Unit normal of the last answer, world frame; `None` before the first.
    normal: Option<Vec3>,
}

/// Reusable part of the last answer.
#[derive(Clone, Copy, Debug, Default)]
enum Reusable {
    /// Nothing can be reused.
    #[default]
    Nothing,
    /// Vertices of GJK's simplex that contained the closest points.
    Apart(Subset),
    /// The polytope in the buffers.
    Deep,
}

impl Motion {
    /// Same as [`super::signed_distance`], for the pair of the last call. The answer for another pair is equally valid
    /// but takes more time.
    pub fn signed_distance<A: Support, B: Support>(
        &mut self,
        a: &A,
        pose_a: &Pose,
        b: &B,
        pose_b: &Pose,
        options: &Options,
    ) -> Answer {
        let cso = Cso::new(a, pose_a, b, pose_b);
        let in_pair_frame = if options.subtracts_margins() {
            self.answer(cso, pose_a, options)
        } else {
            self.answer(cso.whole(), pose_a, options)
        };
        let answer = in_pair_frame.in_world(pose_a);
        self.normal = answer.normal;
        answer
    }

    /// Answer in the pair frame, from the last answer if possible. `pose_a` is the pose of A in the world, in whose
    /// frame the last normal is stored.
    fn answer<A: Support + Clone, B: Support + Clone>(
        &mut self,
        cso: Cso<A, B>,
        pose_a: &Pose,
        options: &Options,
    ) -> Answer {
        if let Some(answer) = closed_form::answer(&cso, options) {
            self.last = Reusable::Nothing;
            return answer;
        }
        let reusable = if cso.is_curved() { Reusable::Nothing } else { self.last };
        let from_last = match reusable {
            Reusable::Nothing => None,
            Reusable::Apart(filled) => answer_from_simplex(&cso, options.gjk, &self.simplex, filled),
            Reusable::Deep => self.answer_from_polytope(&cso, options),
        };
        from_last.unwrap_or_else(|| self.run_from_start(cso, pose_a, options))
    }

    /// Runs the query from the start, with the last normal as GJK's first direction.
    fn run_from_start<A: Support + Clone, B: Support + Clone>(
        &mut self,
        cso: Cso<A, B>,
        pose_a: &Pose,
        options: &Options,
    ) -> Answer {
        let start = self.normal.map(|normal| pose_a.rotation.conjugate() * -normal).or(options.gjk.start);
        let options = Options { gjk: gjk::Options { start, ..options.gjk }, ..*options };
        let mut query = Distance::new(cso, options, self.buffers.take().unwrap_or_default());
        let outcome = query.run();
        let filled = query.gjk.filled;
        // An empty simplex has no vertices to move; a tetrahedron contains the origin.
        let has_face = filled != 0 && filled != ALL_SLOTS;
        self.last = match outcome {
            Outcome::Deep(epa::Outcome::Converged) => Reusable::Deep,
            Outcome::Deep(_) => Reusable::Nothing,
            Outcome::Separated(_) | Outcome::Shallow(_) if has_face => Reusable::Apart(filled),
            Outcome::Separated(_) | Outcome::Shallow(_) => Reusable::Nothing,
        };
        self.simplex = query.gjk.simplex;
        let is_tiny = rounding::is_tiny(query.gjk.magnitude);
        let answer = if is_tiny { tiny_answer(&query.gjk.cso, &options) } else { query.answer() };
        self.buffers = query.into_buffers();
        answer
    }

    /// Answer of EPA from the last polytope, in the pair frame; `None` unless it converges on an overlap.
    fn answer_from_polytope<A: Support + Clone, B: Support + Clone>(
        &mut self,
        cso: &Cso<A, B>,
        options: &Options,
    ) -> Option<Answer> {
        let options = options.epa_options(false, options.max_iterations);
        let mut epa = Epa::warm_started(cso.clone(), options, &mut self.buffers)?;
        let outcome = epa.run();
        let answer = (outcome == epa::Outcome::Converged).then(|| epa.answer(outcome));
        self.buffers = Some(epa.buffers);
        answer.filter(|answer| answer.status == Status::Penetrating)
    }
}

/// Answer after one iteration of GJK from the last simplex `last`, whose slots in `filled` are moved with the bodies;
/// pair frame. `None` unless it proves the distance of separate cores to the tolerance.
fn answer_from_simplex<A: Support + Clone, B: Support + Clone>(
    cso: &Cso<A, B>,
    options: gjk::Options,
    last: &[Vertex; 4],
    filled: Subset,
) -> Option<Answer> {
    let mut gjk = Gjk::new(cso.clone(), options);
    if !gjk.is_usable() {
        return None;
    }
    for i in members(filled) {
        gjk.simplex[i] = recomputed_vertex(cso, &last[i])?;
    }
    let scaled = gjk.simplex.each_ref().map(|vertex| vertex.w * gjk.scale);
    let nearest = simplex::foot(options.solver, &scaled, filled);
    if nearest.subset != filled {
        return None;
    }
    let v = nearest.v / gjk.scale;
    gjk.upper = v.length();
    gjk.nearest = Some(nearest.into());
    gjk.filled = filled;
    gjk.n = epa::unit(-v)?;
    gjk.mu = -gjk.n.dot(cso.support(gjk.n).w);
    gjk.k = 1;
    let is_proven = gjk.is_closed() && gjk.mu > gjk.rounding();
    is_proven.then(|| gjk.answer(gjk::Outcome::RelativeGap))
}
