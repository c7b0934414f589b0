//! Overview of separating axes over the frames of a moving scene: success of the cached axis.

use crate::answer::number;
use crate::lesson::{FrameCategory, Row, FrameStrip, Table};
use crate::picture::Role;

/// Result of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameResult {
    /// Separated by the previous frame's axis.
    ByCache,
    /// Separated by another axis.
    Searched,
    /// Not separated by any axis.
    Together,
}

/// Axes tested in one frame, with and without the previous frame's axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameLines {
    /// Number of tested axes if the previous frame's comes first.
    pub cached: u32,
    /// Number of tested axes without it.
    pub cold: u32,
    /// Result of the frame.
    pub went: FrameResult,
}

const KINDS: &[FrameCategory] = &[
    FrameCategory { name: "apart, by the last axis", letter: '·', role: Role::Ghost },
    FrameCategory { name: "apart, by another axis", letter: 's', role: Role::Axis },
    FrameCategory { name: "overlapping", letter: 'O', role: Role::Penetration },
];

/// Overview of the frames with current frame `now`; `None` for a single frame.
pub fn strip(history: &[FrameLines], now: usize) -> Option<FrameStrip> {
    if history.len() < 2 {
        return None;
    }
    let cached = history.iter().map(|frame| frame.cached).sum::<u32>();
    let cold = history.iter().map(|frame| frame.cold).sum::<u32>();
    let once = history.iter().filter(|frame| frame.went == FrameResult::ByCache).count();
    let say = format!(
        "With the last separating axis first, all frames test {cached} axes; without it, {cold}. That one axis is enough in \
         {once} of {} frames.",
        history.len()
    );
    let frames = history.iter().map(|frame| Some(frame.went as usize)).collect();
    Some(FrameStrip { kinds: KINDS, frames, now, say, table: table(history, now, [cached, cold]) })
}

fn table(history: &[FrameLines], now: usize, [cached, cold]: [u32; 2]) -> Table {
    let mut rows: Vec<Row> = history
        .iter()
        .enumerate()
        .map(|(i, frame)| Row {
            cells: vec![
                number::count(i),
                number::count(frame.cached as usize),
                number::count(frame.cold as usize),
                KINDS[frame.went as usize].name.into(),
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
