//! Overview of sweep and prune over the frames of a moving scene: swaps and changed pairs.

use crate::answer::number;
use crate::lesson::{FrameCategory, FrameStrip, Row, Table};
use crate::picture::Role;

/// Counts of one frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameSwaps {
    /// Number of swaps by axis.
    pub swaps: Vec<u64>,
    /// Number of pairs that began.
    pub began: usize,
    /// Number of pairs that ended.
    pub ended: usize,
    /// Number of pairs at the end.
    pub pairs: usize,
    /// Whether the lists were empty before the frame.
    pub built_lists: bool,
}

/// Categories of the frames.
const CATEGORIES: &[FrameCategory] = &[
    FrameCategory { name: "frames that build the lists", letter: 'b', role: Role::Axis },
    FrameCategory { name: "frames in order already", letter: '·', role: Role::Grid },
    FrameCategory { name: "frames with swaps, same pairs", letter: 's', role: Role::Member },
    FrameCategory { name: "frames that change pairs", letter: 'P', role: Role::Inside },
];

/// Overview of the frames with current frame `now`; `None` for a single frame.
pub(crate) fn strip(history: &[FrameSwaps], now: usize) -> Option<FrameStrip> {
    if history.len() < 2 {
        return None;
    }
    let total: u64 = history.iter().flat_map(|frame| &frame.swaps).sum();
    let (began, ended) = history
        .iter()
        .filter(|frame| !frame.built_lists)
        .fold((0, 0), |(began, ended), frame| (began + frame.began, ended + frame.ended));
    let say = format!(
        "The run took {total} swaps in {} frames. After the first frame, {began} pairs began and {ended} ended.",
        history.len()
    );
    Some(FrameStrip {
        kinds: CATEGORIES,
        frames: history
            .iter()
            .map(|frame| match frame {
                FrameSwaps { built_lists: true, .. } => 0,
                frame if frame.began + frame.ended > 0 => 3,
                frame if frame.swaps.iter().all(|swaps| *swaps == 0) => 1,
                _ => 2,
            })
            .map(Some)
            .collect(),
        now,
        say,
        table: table(history, now),
    })
}

fn table(history: &[FrameSwaps], now: usize) -> Table {
    let axes = history.first().map_or(0, |frame| frame.swaps.len());
    let mut columns = vec!["frame"];
    columns.extend(["swaps x", "swaps y", "swaps z"].iter().take(axes));
    columns.extend(["began", "ended", "pairs"]);
    Table {
        title: "Swaps by frame",
        columns,
        rows: history
            .iter()
            .enumerate()
            .map(|(i, frame)| {
                let swaps = frame.swaps.iter().map(|swaps| *swaps as usize);
                let counts = std::iter::once(i).chain(swaps).chain([frame.began, frame.ended, frame.pairs]);
                Row { cells: counts.map(number::count).collect(), key: None, chosen: i == now }
            })
            .collect(),
    }
}
