//! One pair that moves a little from call to call: each answer starts from the last (`[ACD11]`, last section).
//!
//! Of separate cores the last simplex is carried along: if it still holds the closest points, one support point proves
//! it. Of cores that overlap EPA takes up the last polytope ([`Epa::again`]). Where the motion was too large for either,
//! or a core is curved, the query is asked anew, with the last normal as GJK's first direction, which is then EPA's
//! first bound. The answer has the same certificate either way.

use super::super::answer::{Answer, Status};
use super::super::epa::{self, Buffers, Epa, carried};
use super::super::gjk::{self, Gjk};
use super::super::pose::Pose;
use super::super::prelude::*;
use super::super::rounding;
use super::super::simplex::subset::members;
use super::super::simplex::{self, Subset};
use super::super::support::{Cso, Support, Vertex};
use super::{Distance, Options, Outcome, tiny_answer};

/// What a moving pair remembers. One for each pair; memory is kept from call to call.
#[derive(Clone, Debug, Default)]
pub struct Motion {
    buffers: Option<Box<Buffers>>,
    last: Last,
    /// GJK's last simplex.
    simplex: [Vertex; 4],
    /// The last normal, world frame.
    normal: Option<Vec3>,
}

#[derive(Clone, Copy, Debug, Default)]
enum Last {
    /// Nothing of use.
    #[default]
    Nothing,
    /// These vertices of GJK's simplex, which held the closest points.
    Apart(Subset),
    /// The polytope in the buffers.
    Deep,
}

impl Motion {
    /// As [`super::signed_distance`], of the same pair as in the last call. Another pair costs time and nothing else.
    pub fn signed_distance<A: Support, B: Support>(
        &mut self,
        a: &A,
        pose_a: &Pose,
        b: &B,
        pose_b: &Pose,
        options: &Options,
    ) -> Answer {
        let cso = Cso::new(a, pose_a, b, pose_b);
        let answer = match options.takes_margins_off() {
            true => self.answer(cso, pose_a, options),
            false => self.answer(cso.whole(), pose_a, options),
        }
        .in_world(pose_a);
        self.normal = answer.normal;
        answer
    }

    /// In the pair frame.
    fn answer<A: Support + Clone, B: Support + Clone>(
        &mut self,
        cso: Cso<A, B>,
        pose_a: &Pose,
        options: &Options,
    ) -> Answer {
        let carried = match self.last {
            _ if cso.is_curved() => None,
            Last::Nothing => None,
            Last::Apart(filled) => still_apart(&cso, options.gjk, &self.simplex, filled),
            Last::Deep => self.still_deep(&cso, options),
        };
        carried.unwrap_or_else(|| self.ask(cso, pose_a, options))
    }

    /// The query, from the start.
    fn ask<A: Support + Clone, B: Support + Clone>(
        &mut self,
        cso: Cso<A, B>,
        pose_a: &Pose,
        options: &Options,
    ) -> Answer {
        let start = self.normal.map(|normal| pose_a.rotation.conjugate() * -normal).or(options.gjk.start);
        let options = Options { gjk: gjk::Options { start, ..options.gjk }, ..*options };
        let mut query = Distance::new(cso, options, self.buffers.take().unwrap_or_default());
        self.last = match (query.run(), query.gjk.filled) {
            (Outcome::Deep(epa::Outcome::Converged), _) => Last::Deep,
            (Outcome::Deep(_), _) | (_, 0 | 15) => Last::Nothing,
            (_, filled) => Last::Apart(filled),
        };
        self.simplex = query.gjk.simplex;
        let tiny = rounding::is_tiny(query.gjk.magnitude);
        let answer = if tiny { tiny_answer(&query.gjk.cso, &options) } else { query.answer() };
        self.buffers = query.into_buffers();
        answer
    }

    /// EPA from the last polytope, if that ends well.
    fn still_deep<A: Support + Clone, B: Support + Clone>(
        &mut self,
        cso: &Cso<A, B>,
        options: &Options,
    ) -> Option<Answer> {
        let options = options.of_epa(false, options.max_iterations);
        let mut epa = Epa::again(cso.clone(), options, &mut self.buffers)?;
        let outcome = epa.run();
        let answer = (outcome == epa::Outcome::Converged).then(|| epa.answer(outcome));
        self.buffers = Some(epa.buffers);
        answer.filter(|answer| answer.status == Status::Penetrating)
    }
}

/// One iteration of GJK from the simplex of the last frame, carried along: the answer if its bracket closes.
fn still_apart<A: Support + Clone, B: Support + Clone>(
    cso: &Cso<A, B>,
    options: gjk::Options,
    last: &[Vertex; 4],
    filled: Subset,
) -> Option<Answer> {
    let mut gjk = Gjk::new(cso.clone(), options);
    if !gjk.is_sound() {
        return None;
    }
    for i in members(filled) {
        gjk.simplex[i] = carried(cso, &last[i])?;
    }
    let scaled = gjk.simplex.each_ref().map(|vertex| vertex.w * gjk.scale);
    let nearest = simplex::foot(options.solver, &scaled, filled);
    if nearest.subset != filled {
        return None;
    }
    let v = nearest.v / gjk.scale;
    (gjk.upper, gjk.found) = (v.length(), Some(nearest.into()));
    (gjk.filled, gjk.n) = (filled, epa::unit(-v)?);
    gjk.mu = -gjk.n.dot(cso.support(gjk.n).w);
    gjk.k = 1;
    (gjk.is_closed() && gjk.mu > gjk.rounding()).then(|| gjk.answer(gjk::Outcome::RelativeGap))
}
