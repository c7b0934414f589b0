//! Contact manifolds of two parts, for the search for all contacts of two bodies.

use super::body::Body;
use super::manifold::{self, Manifold, Options, b_is_first};
use super::moving_parts::child_pose;
use super::pair::Pair;
use super::prelude::*;
use super::tree::ContactPairs;
use contact_lens_model::snapshot::ToF64 as _;
use contact_lens_model::snapshot::manifold::{Answer, Outcome};

impl<B: AsRef<Body>> ContactPairs<3> for Pair<B> {
    type Options = Options;

    fn margin(options: &Options) -> Real {
        options.margin
    }

    fn contacts(&mut self, parts: [u32; 2], options: &Options) -> Option<Answer> {
        if (0..2).any(|body| self.is_behind(body, parts[body])) {
            return None;
        }
        let bodies = [0, 1].map(|body| self.bodies()[body].contact_body(parts[body]));
        let [Some(a), Some(b)] = bodies else { return Some(too_large(options)) };
        let [pose_a, pose_b] = [0, 1].map(|i| child_pose(&self.poses[i], self.bodies()[i].leaf(parts[i]).1));
        let a: &manifold::Body = &a;
        let b: &manifold::Body = &b;
        if b_is_first(a, &pose_a, b, &pose_b) {
            let mut run = Manifold::new(b, &pose_b, a, &pose_a, options.exchanged());
            run.run();
            Some(run.plain_answer(&pose_b, true))
        } else {
            let mut run = Manifold::new(a, &pose_a, b, &pose_b, *options);
            run.run();
            Some(run.plain_answer(&pose_a, false))
        }
    }
}

/// Answer for a pair with a part that the contact query does not accept, such as a polytope with too many vertices.
fn too_large(options: &Options) -> Answer {
    Answer {
        outcome: Outcome::NotFinite,
        normal: None,
        points: Vec::new(),
        reference: None,
        separation: f64::INFINITY,
        bias_paid: 0.0,
        band: 0.0,
        margin: options.margin.to_f64(),
        reduced: 0,
        area_kept: None,
    }
}
