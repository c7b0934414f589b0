//! Snapshots of a hierarchy and its query as plain data in `f64`, and the record of a run.

use std::borrow::Borrow;

use super::{Compared, Hierarchy, Query, Search};
use contact_lens_model::snapshot::hierarchy::{self, Walk};
use contact_lens_model::snapshot::{Snapshots, ToF64};

impl Snapshots for Search {
    type Snapshot = hierarchy::Search;

    fn snapshot(&self) -> hierarchy::Search {
        hierarchy::Search { query: self.query().map(Query::snapshot) }
    }
}

impl Search {
    /// Adds the last step to the record of the run; to be called after every step.
    pub fn record_in(&self, walk: &mut Walk) {
        match self.query().filter(|query| query.compared != Compared::Nothing) {
            Some(query) => {
                let sources = &query.hierarchy.graph.sources;
                walk.farthest.push(sources[query.at as usize]);
                walk.compared.push(query.candidates().map(|vertex| sources[vertex as usize]).collect());
            }
            None => walk.build_steps += 1,
        }
    }
}

impl<H: Borrow<Hierarchy>> Query<H> {
    /// The state of the query as plain data.
    fn snapshot(&self) -> hierarchy::Query {
        let Hierarchy { graph, levels, .. } = self.hierarchy.borrow();
        let unit = self.d / self.d.length();
        let from = match self.compared {
            // A query begins at vertex 0.
            Compared::Nothing | Compared::Base => 0,
            Compared::Removed { of, .. } | Compared::Hull { of } => of,
        };
        let level = match self.compared {
            Compared::Nothing | Compared::Base => 0,
            Compared::Removed { .. } => {
                let removed = self.candidates().next();
                removed.map_or(0, |vertex| self.hierarchy.borrow().level_of(vertex))
            }
            Compared::Hull { .. } => levels.len() - 1,
        };
        let proof = match self.compared {
            Compared::Hull { of } => Some(self.proves(graph.highest_neighbor(self.d, of).rise).map(ToF64::to_f64)),
            Compared::Nothing | Compared::Base | Compared::Removed { .. } => None,
        };
        hierarchy::Query {
            farthest: self.at,
            visited: self.visited,
            compared: self.compared,
            level,
            rise: graph.rise(unit, from, self.at).to_f64(),
            height: unit.dot(graph.points[self.at as usize]).to_f64(),
            proof,
        }
    }
}

impl Hierarchy {
    /// The hierarchy as plain data.
    pub fn snapshot(&self) -> hierarchy::Hierarchy {
        hierarchy::Hierarchy { sources: self.graph.sources.clone(), levels: self.levels.clone() }
    }
}
