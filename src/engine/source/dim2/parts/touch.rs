//! Contact manifold of two child shapes of planar compounds, for the search for all contacts of the compounds.

use super::body::Body;
use super::manifold::{Manifold, Options, b_is_first};
use super::moving_parts::child_pose;
use super::pair::Pair;
use super::prelude::*;
use super::tree::ContactPairs;
use contact_lens_model::snapshot::manifold::Answer;

impl<B: AsRef<Body>> ContactPairs<2> for Pair<B> {
    type Options = Options;

    fn margin(options: &Options) -> Real {
        options.margin
    }

    fn contacts(&mut self, parts: [u32; 2], options: &Options) -> Option<Answer> {
        let (a, pose_in_a) = self.bodies()[0].part(parts[0]);
        let (b, pose_in_b) = self.bodies()[1].part(parts[1]);
        let pose_a = child_pose(&self.poses[0], pose_in_a);
        let pose_b = child_pose(&self.poses[1], pose_in_b);
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
