//! Iterations that warm starts save in planar GJK, frame by frame. A warm start begins with the vertex or edge of A − B
//! that was nearest to the origin in the previous frame.

use contact_lens_model::answer::number::count;
use contact_lens_model::snapshot::answer::Status;

use crate::{Row, Sentence, Table, Value, say, symbol};

/// Iterations of one frame of a moving scene, with a warm start from the previous frame's nearest feature and without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameIterations {
    /// Index of the frame in the scene, from 0.
    pub frame: usize,
    /// Iterations of GJK and EPA with the cached feature.
    pub warm: u32,
    /// Iterations of GJK and EPA from a cold start.
    pub cold: u32,
    /// Status of the answer with the cached feature.
    pub status: Status,
}

/// Iterations of all frames of a moving scene in which both bodies are present; empty without warm starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameHistory {
    /// Counted frames in order.
    pub frames: Vec<FrameIterations>,
    /// Index of the current frame in the scene, from 0.
    pub current_frame: usize,
}

impl FrameHistory {
    /// Whether the current frame started from the nearest feature of the previous one.
    pub fn is_warm_start(&self) -> bool {
        if self.current_frame == 0 || self.frames.is_empty() {
            return false;
        }
        // A frame is not counted if a body is missing in it, and a frame after such a one starts cold. In frames beyond
        // the counted ones, both bodies are present.
        let has_previous = self.is_counted(self.current_frame - 1);
        let is_beyond_counts = !self.is_counted(self.current_frame);
        has_previous || is_beyond_counts
    }

    /// Whether the history has counts of this frame.
    fn is_counted(&self, frame: usize) -> bool {
        self.frames.iter().any(|counts| counts.frame == frame)
    }

    /// Sum of a count over all frames.
    fn sum(&self, count_of: fn(&FrameIterations) -> u32) -> u32 {
        self.frames.iter().map(count_of).sum()
    }

    /// Sentence on the saved iterations, with a space in front; empty for fewer than two frames.
    pub fn savings_sentence(&self) -> Sentence {
        if self.frames.len() < 2 {
            return Sentence::default();
        }
        let warm = self.sum(|counts| counts.warm) as usize;
        let cold = self.sum(|counts| counts.cold) as usize;
        say!(
            " Starts from the nearest feature of the previous frame save iterations: {} instead of {} over all {} \
             frames.",
            Value::number(symbol::ITERATIONS, count(warm)),
            Value::number(symbol::ITERATIONS, count(cold)),
            Value::number(symbol::ITERATIONS, count(self.frames.len()))
        )
    }

    /// Table with a row per frame and a last row of sums; `None` for fewer than two frames.
    pub fn table(&self) -> Option<Table> {
        if self.frames.len() < 2 {
            return None;
        }
        let mut rows: Vec<Row> = self
            .frames
            .iter()
            .map(|frame| Row {
                cells: vec![
                    count(frame.frame),
                    count(frame.warm as usize),
                    count(frame.cold as usize),
                    status_word(frame.status).into(),
                ],
                key: None,
                chosen: frame.frame == self.current_frame,
            })
            .collect();
        let total = vec![
            format!("all {}", self.frames.len()).into(),
            count(self.sum(|counts| counts.warm) as usize),
            count(self.sum(|counts| counts.cold) as usize),
            "".into(),
        ];
        rows.push(Row { cells: total, key: None, chosen: false });
        let columns = vec!["frame", "cached feature", "cold start", "result"];
        Some(Table { title: "Iterations by frame", columns, rows })
    }
}

/// Word for the status of a frame's answer in the table.
fn status_word(status: Status) -> &'static str {
    match status {
        Status::Separated => "apart",
        Status::Touching => "touching",
        Status::Penetrating => "overlapping",
        Status::NotConverged(_) => "not converged",
    }
}
