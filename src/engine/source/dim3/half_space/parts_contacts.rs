//! Contacts of a half-space with the parts of a body, for the search for all contacts.

use super::contact::Options;
use super::parts::Body;
use super::prelude::*;
use super::tree::ContactPairs;
use super::{HalfSpaceAndParts, PartInBody, Query};
use contact_lens_model::snapshot::ToF64 as _;
use contact_lens_model::snapshot::manifold::Answer;

impl<B: AsRef<Body>> ContactPairs<3> for HalfSpaceAndParts<B> {
    type Options = Options;

    fn margin(options: &Options) -> Real {
        options.margin
    }

    fn contacts(&mut self, parts: [u32; 2], options: &Options) -> Option<Answer> {
        let part = parts[self.body_index()];
        if self.faces(part, self.n) {
            return None;
        }
        let query = Query::Contacts { margin: options.margin.to_f64(), max_points: options.max_points };
        let mut run = self.run_of(PartInBody::with_features(self.body.as_ref(), part)).with_query(query);
        run.run();
        Some(run.contacts())
    }
}
