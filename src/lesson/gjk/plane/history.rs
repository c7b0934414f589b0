//! What the memory of the frame before saves, frame by frame.

use crate::answer::number::count;
use crate::lesson::{Row, Table};
use crate::snapshot::answer::Status;

/// How one frame of a moving scene went, with and without the feature that was nearest in the frame before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameIterations {
    /// Its number.
    pub frame: usize,
    /// Iterations of GJK and EPA, started from the feature.
    pub warm: u32,
    /// Started cold.
    pub cold: u32,
    /// What was found.
    pub status: Status,
}

/// All frames of a moving scene in which both bodies are there; none where nothing is remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// In order.
    pub frames: Vec<FrameIterations>,
    /// The frame that is shown.
    pub now: usize,
}

impl History {
    /// Whether the shown frame started from the one before.
    pub fn warm(&self) -> bool {
        let tells_of = |frame: usize| self.frames.iter().any(|told| told.frame == frame);
        // After a frame in which somebody was not there all begins anew. Past those that are told of all are there.
        self.now > 0 && !self.frames.is_empty() && (tells_of(self.now - 1) || !tells_of(self.now))
    }

    fn sum(&self, of: fn(&FrameIterations) -> u32) -> u32 {
        self.frames.iter().map(of).sum()
    }

    /// What was saved, in a sentence; nothing where nothing is remembered.
    pub fn saved(&self) -> String {
        match self.frames.len() {
            0 | 1 => String::new(),
            n => format!(
                " Starting from the last frame's nearest feature takes {} iterations over all {n} frames instead of {}.",
                self.sum(|f| f.warm),
                self.sum(|f| f.cold)
            ),
        }
    }

    /// Frame by frame, and the sums; `None` where nothing is remembered.
    pub fn table(&self) -> Option<Table> {
        let result = |status| match status {
            Status::Separated => "apart",
            Status::Touching => "touching",
            Status::Penetrating => "overlapping",
            Status::NotConverged(_) => "not converged",
        };
        let row = |frame: &FrameIterations| Row {
            cells: vec![
                count(frame.frame),
                count(frame.warm as usize),
                count(frame.cold as usize),
                result(frame.status).into(),
            ],
            key: None,
            chosen: frame.frame == self.now,
        };
        let mut rows: Vec<Row> = self.frames.iter().map(row).collect();
        let sum = |of: fn(&FrameIterations) -> u32| count(self.sum(of) as usize);
        let total = vec![format!("all {}", self.frames.len()).into(), sum(|f| f.warm), sum(|f| f.cold), "".into()];
        rows.push(Row { cells: total, key: None, chosen: false });
        let columns = vec!["frame", "from the last feature", "cold", "result"];
        (self.frames.len() > 1).then_some(Table { title: "Iterations by frame", columns, rows })
    }
}
