//! Overview of the separating-axis test over the frames of a moving scene: how often the axis that separated the bodies
//! in the previous frame separates them again, and how many tests that saves.

use contact_lens_model::answer::number;
use contact_lens_picture::Role;

use crate::{FrameCategory, FrameStrip, Row, Table};

/// Result of the test in one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameResult {
    /// The separating axis of the previous frame, which is tested first, separates the bodies again.
    ByCache,
    /// Another axis separates the bodies.
    Searched,
    /// No axis separates the bodies.
    Together,
}

/// Numbers of axes tested in one frame, with and without testing the previous frame's axis first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameAxes {
    /// Number of tested axes if the previous frame's axis comes first.
    pub cached: u32,
    /// Number of tested axes without the previous frame's axis.
    pub cold: u32,
    /// Result of the frame.
    pub result: FrameResult,
}

/// Categories of frames, in the order of the variants of [`FrameResult`], which are indices into this list.
const KINDS: &[FrameCategory] = &[
    FrameCategory { name: "apart, by the last axis", letter: '·', role: Role::Ghost },
    FrameCategory { name: "apart, by another axis", letter: 's', role: Role::Axis },
    FrameCategory { name: "overlapping", letter: 'O', role: Role::Penetration },
];

/// Overview of the frames; `now` is the index of the current frame. `None` for fewer than two frames.
pub fn strip(history: &[FrameAxes], now: usize) -> Option<FrameStrip> {
    if history.len() < 2 {
        return None;
    }
    let cached = history.iter().map(|frame| frame.cached).sum::<u32>();
    let cold = history.iter().map(|frame| frame.cold).sum::<u32>();
    let cached_frames = history.iter().filter(|frame| frame.result == FrameResult::ByCache).count();
    let say = format!(
        "With the last separating axis first, all frames test {cached} axes; without it, {cold}. That one axis is \
         enough in {cached_frames} of {} frames.",
        history.len()
    );
    let frames = history.iter().map(|frame| Some(frame.result as usize)).collect();
    Some(FrameStrip { kinds: KINDS, frames, now, say, table: table(history, now, [cached, cold]) })
}

/// Table of all frames, with the totals `cached` and `cold` in the last row.
fn table(history: &[FrameAxes], now: usize, [cached, cold]: [u32; 2]) -> Table {
    let mut rows: Vec<Row> = history
        .iter()
        .enumerate()
        .map(|(i, frame)| Row {
            cells: vec![
                number::count(i),
                number::count(frame.cached as usize),
                number::count(frame.cold as usize),
                KINDS[frame.result as usize].name.into(),
            ],
            key: None,
            chosen: i == now,
        })
        .collect();
    let all = format!("all {}", history.len());
    let total = vec![all.into(), number::count(cached as usize), number::count(cold as usize), "".into()];
    rows.push(Row { cells: total, key: None, chosen: false });
    Table { title: "Axes by frame", columns: vec!["frame", "last axis first", "without", "result"], rows }
}
