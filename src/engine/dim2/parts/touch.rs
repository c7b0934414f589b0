//! Contact manifolds of two child shapes of planar compounds, for the search for all contacts of the compounds.

use super::body::Body;
use super::manifold::{Manifold, Options, b_is_first};
use super::moving_parts::child_pose;
use super::pair::Pair;
use super::prelude::*;
use super::tree::ContactPairs;
use crate::snapshot::manifold::Answer;

impl<B: AsRef<Body>> ContactPairs<2> for Pair<B> {
    type Options = Options;

    fn margin(options: &Options) -> Real {
        options.margin
    }

    fn contacts(&mut self, parts: [u32; 2], options: &Options) -> Option<Answer> {
        let [(a, own_a), (b, own_b)] = [0, 1].map(|body: usize| self.bodies()[body].part(parts[body]));
        let [pose_a, pose_b] = [child_pose(&self.poses[0], own_a), child_pose(&self.poses[1], own_b)];
        Some(if b_is_first(a, &pose_a, b, &pose_b) {
            let mut run = Manifold::new(b, &pose_b, a, &pose_a, options.exchanged());
            run.run();
            run.plain_answer(&pose_b, true)
        } else {
            let mut run = Manifold::new(a, &pose_a, b, &pose_b, *options);
            run.run();
            run.plain_answer(&pose_a, false)
        })
    }
}
