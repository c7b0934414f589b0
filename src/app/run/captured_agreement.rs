//! Agreement of the captured answers of a scene with the answers computed here, over all queries and frames, and the
//! jumps to where they differ. It belongs to an *edition* of the scene, the number of its changes.

use std::sync::Arc;

use contact_lens_check::captured::{Deviation, QueryAgreement};

/// Agreement of all captured answers in one edition of the scene.
#[derive(Clone, Debug)]
pub struct MeasuredAgreement {
    /// Edition of the scene.
    pub edition: u64,
    /// One entry per query with captured answers that can be judged, in the scene's order.
    pub queries: Arc<Vec<QueryAgreement>>,
}

/// Jump to a captured answer beyond the tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisagreementJump {
    /// To the worst one of all queries and frames.
    Worst,
    /// To the next one after the frame shown: in the same query, then in the queries after it, then from the start.
    Next,
}

/// Query and frame with a captured answer beyond the tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Index of the query in the scene.
    pub query: usize,
    /// Index of the frame, from 0.
    pub frame: usize,
}

/// Agreement of the captured answers of the open scene.
#[derive(Clone, Debug, Default)]
pub struct CapturedAgreement {
    /// The last result; `None` before the first one.
    pub measured: Option<MeasuredAgreement>,
    /// Edition that is being measured; `None` if none is.
    pub pending_edition: Option<u64>,
    /// Jump that the window makes when the result arrives; `None` for no jump.
    pub pending_jump: Option<DisagreementJump>,
}

impl CapturedAgreement {
    /// Agreement of the queries in this edition of the scene; `None` until it is known.
    pub fn queries(&self, edition: u64) -> Option<&[QueryAgreement]> {
        let measured = self.measured.as_ref().filter(|measured| measured.edition == edition)?;
        Some(measured.queries.as_slice())
    }

    /// Agreement of one query in this edition of the scene; `None` until it is known, and without captured answers.
    pub fn of_query(&self, edition: u64, query: usize) -> Option<&QueryAgreement> {
        self.queries(edition)?.iter().find(|agreement| agreement.query == query)
    }

    /// Destination of a jump from a query and frame; `None` if no captured answer is beyond the tolerance, or the
    /// agreement is not known.
    pub fn destination(&self, edition: u64, jump: DisagreementJump, from: Disagreement) -> Option<Disagreement> {
        let beyond: Vec<(Disagreement, &Deviation)> = self
            .queries(edition)?
            .iter()
            .flat_map(|agreement| agreement.beyond().map(|deviation| (agreement.query, deviation)))
            .map(|(query, deviation)| (Disagreement { query, frame: deviation.frame }, deviation))
            .collect();
        let found = match jump {
            DisagreementJump::Worst => {
                // `max_by` returns the last of equal elements, hence the reversed order.
                beyond.iter().rev().max_by(|(_, a), (_, b)| a.ratio.total_cmp(&b.ratio))
            }
            DisagreementJump::Next => {
                let later = beyond.iter().find(|(place, _)| (place.query, place.frame) > (from.query, from.frame));
                later.or(beyond.first())
            }
        };
        found.map(|(place, _)| *place)
    }
}
